"""Where the reading of a round stands: in its main line or in a variation, and how a line of play breaks off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re

    from dominolab.records.follow import At
    from dominolab.records.tree import Node


class Level:
    """Where reading stands in the main line or in a variation."""

    def __init__(self, node: Node, at: At | None, seat: int | None, opened: int = -1) -> None:
        """Begin at a node; ``opened`` is the place of the bracket."""
        self.node, self.at, self.seat, self.opened = node, at, seat, opened
        self.before = at
        """The table before the last action: a variation begins from it."""
        self.start = node
        self.problems = self.lost = self.mark = 0
        """How much was noted before the bracket, and how far the text was taken in."""
        self.named: re.Match[str] | None = None
        """The letter of a seat that has not acted since."""
        self.waiting: list[str] = []
        """Comments before the first action of a variation: they are about it."""

    @property
    def empty(self) -> bool:
        """Whether this is a variation without an action yet."""
        return self.opened >= 0 and self.node is self.start


class Stop(Exception):  # noqa: N818 - no error: it ends a line of play
    """Reading cannot go on in this line of play."""
