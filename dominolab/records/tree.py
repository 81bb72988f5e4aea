"""The actions of a round as a tree: a main line, and variations wherever someone asked what if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine.moves import Draw, Event, Move, Play, seat_name
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.records.notation import GLYPHS, SEATS, commands_in, without_commands, word_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dominolab.engine.tiles import Tile


class Node:
    """A point in a round: its start, or just after an action.

    ``variations`` are all continuations, the main line first; ``comments`` stand there as written, commands included.

    >>> node = Node()
    >>> main, other = node.add_variation("A 6-6"), node.add_variation("A 5-5")
    >>> node.promote(other)
    >>> node.next, node.variations, other.alternatives
    (<A 5-5>, [<A 5-5>, <A 6-6>], (<A 6-6>,))
    """

    __slots__ = ("comments", "lost", "parent", "stray", "variations")

    def __init__(self) -> None:
        """Make a point from which nothing goes on yet."""
        self.parent: Node | None = None
        self.variations: list[Action] = []
        self.comments: list[str] = []
        self.lost: list[str] = []
        """Variations in place of ``next`` that could not be read, as they were written."""
        self.stray: list[str] = []
        """Words after this point that belong nowhere, as they were written."""

    @property
    def next(self) -> Action | None:
        """The next action of the main line, or None."""
        return self.variations[0] if self.variations else None

    @property
    def comment(self) -> str:
        """What the comments say, without their commands."""
        return " ".join(filter(None, (without_commands(text) for text in self.comments)))

    @property
    def commands(self) -> dict[str, str]:
        """The commands in the comments, such as ``{"wp": "0.58"}``."""
        return commands_in(self.comments)

    @property
    def chance(self) -> float | None:
        """The chance of seat A's side to win that is written here (``[%wp 0.58]``), 0 to 1; None where none is."""
        try:
            value = float(self.commands["wp"])
        except (KeyError, ValueError):
            return None
        return value if 0 <= value <= 1 else None

    def set_command(self, name: str, value: object = None) -> None:
        """Set a command to a value, or take it away with None; the comments' words stay."""
        kept = [without_commands(text, name) if f"[%{name}" in text else text for text in self.comments]
        self.comments = [text for text in kept if text]
        if value is not None:
            first = self.comments.pop(0) if self.comments else ""
            self.comments.insert(0, f"[%{name} {value}] {first}".strip())

    def line(self) -> Iterator[Action]:
        """Go through the main line from here on."""
        at = self.next
        while at is not None:
            yield at
            at = at.next

    def walk(self) -> Iterator[Action]:
        """Go through every action below this point, main lines first."""
        waiting = list(reversed(self.variations))
        while waiting:
            action = waiting.pop()
            yield action
            waiting.extend(reversed(action.variations))

    def add(self, action: Action) -> Action:
        """Append an action as a continuation and return it."""
        action.parent = self
        self.variations.append(action)
        return action

    def add_variation(self, what: Event | str) -> Action:
        """Add a continuation from an ``Event`` or its text, ``"A 6-2>"`` (the seat of ``next`` if left out).

        Returns the new action; the first one added is the main line. Nothing is checked here: ``record.check()`` does
        that. Raises ``RecordError`` for text that is no action.
        """
        return self.add(action_of(what, self.next.seat if self.next else None))

    def promote(self, action: Action) -> None:
        """Make one of the continuations the main line."""
        self.variations.sort(key=lambda other: other is not action)

    def remove(self, action: Action) -> None:
        """Take away a continuation with everything after it."""
        self.variations = [other for other in self.variations if other is not action]
        action.parent = None


class Action(Node):
    """One action of a seat: a ``Play``, a ``Draw`` (``tile`` where it is known) or a ``Pass``, with annotations."""

    __slots__ = ("apart", "glyph", "move", "place", "seat", "stands", "tile")

    def __init__(
        self,
        seat: int,
        move: Move,
        tile: Tile | None = None,
        *,
        glyph: str = "",
        apart: bool = False,
        stands: bool = False,
        place: tuple[int, int] = (0, 0),
    ) -> None:
        """Make an action that hangs nowhere yet."""
        super().__init__()
        self.seat, self.move, self.tile = seat, move, tile
        self.apart = apart
        """Whether a last tile is laid apart from the line."""
        self.stands = stands
        """Whether a pass is known to be wrong and was let stand: no evidence is drawn from it."""
        self.place = place
        """Where it was read: line and column, (0, 0) if it was not."""
        self.glyph = glyph

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse a glyph that nobody could read back."""
        if name == "glyph" and value and value not in GLYPHS:
            raise RecordError(say("{glyph!r} is no glyph; there are {known}", glyph=value, known=" ".join(GLYPHS)))
        super().__setattr__(name, value)

    @property
    def event(self) -> Event:
        """The action as the engine writes it."""
        return Event(self.seat, self.move, self.tile)

    @property
    def text(self) -> str:
        """The action's word in the notation, without its glyph: ``6-5<``, ``+3-1``, ``+?``, ``pass~``."""
        if isinstance(self.move, Draw):
            return f"+{self.tile or '?'}"
        return str(self.move) + ("*" if self.apart else "~" if self.stands else "")

    @property
    def alternatives(self) -> tuple[Action, ...]:
        """The other continuations in its place."""
        siblings = self.parent.variations if self.parent else []
        return tuple(other for other in siblings if other is not self)

    @property
    def path(self) -> tuple[Action, ...]:
        """The actions from the start of the round to this one."""
        found: list[Action] = []
        at: Node | None = self
        while isinstance(at, Action):
            found.append(at)
            at = at.parent
        return tuple(reversed(found))

    def __repr__(self) -> str:
        """Return the action in words."""
        return f"<{seat_name(self.seat)} {self.text}{self.glyph}>"


def action_of(what: Event | str, seat: int | None = None) -> Action:
    """Return an action from an event or from text, ``"A 6-2>"`` or, with a seat, ``"6-2>"``."""
    if isinstance(what, Event):
        return Action(what.seat, what.move, what.tile)
    *named, text = what.split() or [""]
    word = word_in(text)
    if len(named) == 1 and named[0] in SEATS:
        seat = SEATS[named[0]]
    if word is None or seat is None or word.times != 1 or len(named) > 1:
        raise RecordError(say("{what!r} is no action; write it like A 6-5<, A +3-1, A +? or A pass", what=what))
    action = Action(seat, word.move, word.tile, glyph=word.glyph, apart=word.apart, stands=word.stands)
    return action if isinstance(word.move, (Play, Draw)) or not word.apart else Action(seat, word.move)
