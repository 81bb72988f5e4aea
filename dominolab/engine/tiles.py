"""Tiles, sets of tiles and hands: rich objects over the whole numbers that the law works with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache

from dominolab.engine import law
from dominolab.errors import DominoError
from dominolab.messages import say

LARGEST_SET = 18
_TEXT = re.compile(r"\[?(\d{1,2})[-|:](\d{1,2})\]?|(\d)(\d)")


class Tile:
    """One domino, ``a-b``; written with the higher number first. Equal tiles are the same object.

    ``Tile("6-5")``, ``Tile(6, 5)``, ``Tile("56")`` and ``Tile("[5|6]")`` are the same tile. Raises ``DominoError`` for
    anything that is no tile up to 18-18.

    >>> tile = Tile("5-6")
    >>> tile, tile.high, tile.low, tile.pips, tile.is_double
    (Tile('6-5'), 6, 5, 11, False)
    """

    __slots__ = ("high", "low", "number")
    number: int
    high: int
    low: int

    def __new__(cls, tile: Tile | str | tuple[int, int] | int, other: int | None = None) -> Tile:  # noqa: PYI034 - one object a tile
        """Find the tile that was named."""
        if isinstance(tile, Tile):
            return tile
        if isinstance(tile, int):
            if other is None:
                raise _no_tile(tile)
            return tile_number(_number(tile, other))
        if isinstance(tile, tuple):
            if len(tile) != 2 or not all(isinstance(n, int) for n in tile):
                raise _no_tile(tile)
            return tile_number(_number(*tile))
        first, second = halves(tile)
        return tile_number(_number(first, second))

    @property
    def pips(self) -> int:
        """The pips on both halves."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both halves bear the same number."""
        return self.high == self.low

    @property
    def numbers(self) -> frozenset[int]:
        """The number or numbers on the tile: the suits it belongs to."""
        return frozenset((self.low, self.high))

    def other(self, number: int) -> int:
        """Return the number on the half that is not ``number``."""
        return self.high + self.low - number

    def __contains__(self, number: object) -> bool:
        """Whether the tile bears a number."""
        return number in (self.low, self.high)

    def __lt__(self, other: Tile) -> bool:
        """Order as in a set: by the higher number, then the lower."""
        return self.number < other.number

    def __hash__(self) -> int:
        """Hash by the tile's number in the set."""
        return hash(("tile", self.number))

    def __eq__(self, other: object) -> bool:
        """Tiles are equal when they bear the same numbers."""
        return isinstance(other, Tile) and other.number == self.number

    def __reduce__(self) -> tuple[type[Tile], tuple[str]]:
        """Copy and send between workers by name."""
        return Tile, (str(self),)

    def __str__(self) -> str:
        """Return the canonical text, ``6-5``."""
        return f"{self.high}-{self.low}"

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"Tile('{self}')"


def _number(first: int, second: int) -> int:
    """Return the number of a tile in the fixed order of all sets."""
    low, high = sorted((first, second))
    if low < 0 or high > LARGEST_SET:
        name = f"{high}-{low}"
        raise _no_tile(name)
    return high * (high + 1) // 2 + low


def _no_tile(what: object) -> DominoError:
    """Return the error for something that names no tile."""
    return DominoError(say("{what!r} is not a tile; write it like 6-5 (numbers up to 18)", what=what))


def halves(text: str) -> tuple[int, int]:
    """Return the two numbers of a tile in the order written: ``halves("5-6")`` is ``(5, 6)``."""
    match = _TEXT.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise _no_tile(text)
    first, second = (n for n in match.groups() if n is not None)
    return int(first), int(second)


@cache
def tile_number(number: int) -> Tile:
    """Return the tile with this number in the fixed order."""
    tile = object.__new__(Tile)
    tile.number, tile.high, tile.low = number, law.HIGH[number], law.LOW[number]
    return tile


def tiles_of(what: str | Iterable[Tile | str | tuple[int, int]]) -> tuple[Tile, ...]:
    """Return tiles from text (``"6-6 5-4"``) or from any mixture of tiles, texts and pairs, in the order given."""
    return tuple(Tile(part) for part in (what.split() if isinstance(what, str) else what))


def mask_of(tiles: Iterable[Tile]) -> int:
    """Return the mask of some tiles."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile.number
    return mask


class Hand(AbstractSet[Tile]):
    """A set of tiles over one whole number, in the fixed order; usable like any Python set.

    >>> hand = Hand("6-5 1-1 6-6")
    >>> hand.pips, len(hand), Tile("1-1") in hand, str(hand.suit(6))
    (25, 3, True, '6-5 6-6')
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, tiles: str | int | Iterable[Tile | str | tuple[int, int]] = ()) -> None:
        """Take tiles, text, or a mask."""
        self.mask = tiles if isinstance(tiles, int) else mask_of(tiles_of(tiles))

    @classmethod
    def _from_iterable(cls, it: Iterable[Tile]) -> Hand:  # type: ignore[override]  # the mixin's hook for & | - ^
        return Hand(it)

    @property
    def pips(self) -> int:
        """The pips of all tiles together."""
        return sum(tile.pips for tile in self)

    def suit(self, number: int) -> Hand:
        """Return the tiles that bear a number."""
        return Hand(tile for tile in self if number in tile)

    def __contains__(self, tile: object) -> bool:
        """Whether a tile (or its text) is in the hand."""
        return bool(self.mask >> Tile(tile).number & 1) if isinstance(tile, (Tile, str, tuple)) else False

    def __iter__(self) -> Iterator[Tile]:
        """Go through the tiles in the fixed order."""
        rest = self.mask
        while rest:
            low = rest & -rest
            yield tile_number(low.bit_length() - 1)
            rest ^= low

    def __len__(self) -> int:
        """Return the number of tiles."""
        return self.mask.bit_count()

    def __hash__(self) -> int:
        """Hash by the tiles."""
        return hash(self.mask)

    def __str__(self) -> str:
        """Return the tiles as text."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"{type(self).__name__}('{self}')"


class TileSet(Hand):
    """All tiles of a double-n set, in a fixed order (0-0, 1-0, 1-1, 2-0, ...).

    Raises ``DominoError`` unless n is from 1 to 18.

    >>> len(list(TileSet(6))), TileSet(6).pips
    (28, 168)
    """

    __slots__ = ("highest",)
    highest: int

    def __init__(self, highest: int = 6) -> None:
        """Make the set whose highest double is ``highest``."""
        if not 1 <= highest <= LARGEST_SET:
            raise DominoError(say("there is no double-{n} set here: choose from 1 to 18", n=highest))
        super().__init__((1 << (highest + 1) * (highest + 2) // 2) - 1)
        self.highest = highest

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"TileSet({self.highest})"
