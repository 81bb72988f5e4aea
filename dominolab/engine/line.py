"""The line: the tiles on the table as they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from dominolab.engine import law
from dominolab.engine.moves import ENDS, End
from dominolab.engine.tiles import Hand, Tile, halves


class Placed(NamedTuple):
    """A tile as it lies: in the row its left and right number, on an arm its inner and outer number."""

    first: int
    second: int

    @property
    def tile(self) -> Tile:
        """The tile itself."""
        return Tile(self.first, self.second)

    def __str__(self) -> str:
        """Return the two numbers in the order they lie."""
        return f"{self.first}-{self.second}"


@dataclass(frozen=True)
class Line:
    """The tiles on the table: a row from left to right, the spinner's two arms outward, a last tile apart.

    ``spinner`` is the spinner's place in the row; ``last`` is where the last tile was laid (None: nowhere yet, or
    apart). Iterating gives every placed tile: the row, then the upper arm, the lower arm, and the tile apart.

    >>> import dominolab as dl
    >>> line = dl.setup(dl.rules("block"), "6-6 6-5 5-1", ["5-4 3-1", "2-2"], turn=0).line
    >>> str(line), len(line), [placed.tile.pips for placed in line]
    ('6-6 6-5 5-1', 3, [12, 11, 6])
    """

    row: tuple[Placed, ...] = ()
    up: tuple[Placed, ...] = ()
    down: tuple[Placed, ...] = ()
    spinner: int | None = None
    apart: Tile | None = None
    last: End | None = None

    def __iter__(self) -> Iterator[Placed]:
        """Go through all placed tiles."""
        yield from self.row
        yield from self.up
        yield from self.down
        if self.apart is not None:
            yield Placed(self.apart.high, self.apart.low)

    def __len__(self) -> int:
        """Return the number of tiles on the table."""
        return len(self.row) + len(self.up) + len(self.down) + (self.apart is not None)

    def __str__(self) -> str:
        """Return the record's form: ``6-6 6-5 / ^ 6-4 / v 6-1``."""
        parts = [" ".join(map(str, self.row))]
        parts += [f"{mark} {' '.join(map(str, arm))}" for mark, arm in (("^", self.up), ("v", self.down)) if arm]
        return " / ".join(parts) + (f" {self.apart}*" if self.apart else "")

    @property
    def tiles(self) -> Hand:
        """The tiles on the table as a set."""
        return Hand(placed.tile for placed in self)

    def with_tile(self, tile: Tile, end: End | None, number: int, *, spins: bool) -> Line:
        """Return the line with one more tile at ``end``, which showed ``number``; ``spins``: it becomes the spinner."""
        if not self.row:
            place = 0 if spins else None
            return replace(self, row=(Placed(tile.low, tile.high),), spinner=place, last=End.RIGHT)
        if end is None:
            return replace(self, apart=tile, last=None)
        outer = tile.other(number)
        if end is End.LEFT:
            place = 0 if spins else None if self.spinner is None else self.spinner + 1
            return replace(self, row=(Placed(outer, number), *self.row), spinner=place, last=end)
        if end is End.RIGHT:
            place = len(self.row) if spins else self.spinner
            return replace(self, row=(*self.row, Placed(number, outer)), spinner=place, last=end)
        arm = (*(self.up if end is End.UP else self.down), Placed(number, outer))
        return replace(self, up=arm, last=end) if end is End.UP else replace(self, down=arm, last=end)


def placed_tiles(what: str | Iterable[str | tuple[int, int]]) -> tuple[Placed, ...]:
    """Return oriented tiles from text (``"5-5 5-2"``) or pairs."""
    parts = what.split() if isinstance(what, str) else what
    return tuple(Placed(*halves(part)) if isinstance(part, str) else Placed(*part) for part in parts)


def numbers(ends: law.Ends) -> dict[End, int]:
    """Return the open ends and the number each shows."""
    shown = zip(ENDS, (ends.left, ends.right, ends.up, ends.down), strict=True)
    return {end: number for end, number in shown if number != law.NOWHERE}


def ends_of(line: Line, t: law.Terms) -> law.Ends:
    """Return the law's ends of a line that lies on the table."""
    if not line.row:
        return law.no_line()
    left, right = line.row[0].first, line.row[-1].second
    if t.spinner == law.NO_SPINNER or line.spinner is None:
        return law.Ends(left, right, law.NOWHERE, law.NOWHERE, law.NOWHERE, 0)
    number = line.row[line.spinner].first
    bare = (law.LEFT_SIDE if line.spinner == 0 else 0) | (law.RIGHT_SIDE if line.spinner == len(line.row) - 1 else 0)
    if bare and t.spinner == law.AFTER_BOTH:
        return law.Ends(left, right, law.NOWHERE, law.NOWHERE, number, bare)
    up = line.up[-1].second if line.up else number
    down = line.down[-1].second if line.down else number
    return law.Ends(left, right, up, down, number, bare)
