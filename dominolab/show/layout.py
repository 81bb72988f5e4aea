"""Where the tiles of a line lie on the table: geometry only, no rules of the game.

One tile unit is half the length of a tile: a tile measures 2 by 1. The tile the line grew from (the
``anchor``: the lead, or the spinner) lies at the origin and never moves. x grows to the right, y downwards.

The line turns corners without looking ahead, so a tile that lies never moves when another is added:

- A row runs until fewer than three units of room are left. Two are for the next tile, one for a double after it:
  a double is therefore always laid in the row, never in a corner.
- The tile that does not fit hangs below the last one (the corner), and the next row runs back from under it.
  A row keeps a band of one unit above and below its middle, for the doubles that lie across, and
  the next row's middle is three to four units lower, so bands never touch.
- The left arm is the same thing turned by half a turn: it climbs while the right arm descends.
- With a spinner each arm has a quarter of the table to itself: right and left as before, but confined to
  their half; the down arm turns left below the spinner and the up arm turns right above it.

Nothing can overlap because every arm stays in its region and every region is filled by bands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import NamedTuple

Pair = tuple[int, int]

ROOM_FOR_TWO = 3.0  # units: a tile in the row and a double behind it
NARROWEST = 6  # a row, its corner and the way back
NARROWEST_WITH_ARMS = 14  # each quarter needs the six units of a row, the spinner's column two
LABEL_GAP = 0.5  # from the edge of a place to the middle of its label


@dataclass(frozen=True)
class Placed:
    """A tile on the table, or the place where one would lie.

    ``x, y``: its middle, in tile units. ``pair``: the numbers in drawing order, left then right, or top then bottom
    when it is ``vertical``. ``arm`` and ``index``: which tile it is: an index into ``row`` (arm "row"), ``up`` or
    ``down``; for a ghost the arm is the end where it would be laid, and the index that of the list asked for.
    ``label_x, label_y``: where a label for it has room.
    """

    x: float
    y: float
    pair: Pair
    vertical: bool
    arm: str = "row"
    index: int = 0
    label_x: float = 0.0
    label_y: float = 0.0

    @property
    def rectangle(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge, in tile units."""
        across, along = (0.5, 1.0) if self.vertical else (1.0, 0.5)
        return (self.x - across, self.y - along, self.x + across, self.y + along)


@dataclass(frozen=True)
class Layout:
    """A line laid out.

    ``tiles``: every tile. ``ends``: for each open end the place of the next tile, if that is no double; its pair is
    ``(-1, -1)``, unknown. ``ghosts``: the places asked for. ``box``: left, top, width and height of the tiles (zeros
    for an empty line). ``frame``: the same for a picture with tiles, ends, ghosts and their labels; its width is as
    asked, so that a picture keeps its scale while the line grows. ``rows``: number of rows across the table.
    """

    tiles: tuple[Placed, ...]
    ends: tuple[Placed, ...]
    ghosts: tuple[Placed, ...]
    box: tuple[float, float, float, float]
    frame: tuple[float, float, float, float]
    rows: int


class _Snake(NamedTuple):
    """The growing end of an arm, seen as if it were the right arm or, for a start in a corner, the down arm."""

    low: float  # the region's edges
    high: float
    way: int  # +1 to the right, -1 to the left
    edge: float  # where the next tile of the row begins; in a corner the middle of the hanging tile
    y: float  # middle of the row
    bottom: float  # lower edge of the last tile
    hanging: bool = False  # the last tile is a corner, or the arm starts downwards
    rows: int = 0  # rows begun below the first

    def lay(self, inner: int, outer: int) -> tuple[Placed, _Snake]:
        """Where the next tile lies, and the end after it."""
        double = inner == outer
        length, half = (1.0, 1.0) if double else (2.0, 0.5)
        room = self.high - self.edge if self.way > 0 else self.edge - self.low
        if not self.hanging and not double and room < ROOM_FOR_TWO:
            return self._corner(inner, outer)
        start, y, rows = self.edge, self.y, self.rows
        if self.hanging:
            start, y, rows = self.edge - 0.5 * self.way, self.bottom + half, self.rows + 1
        x = start + self.way * length / 2
        pair = (inner, outer) if self.way > 0 else (outer, inner)
        placed = Placed(x, y, pair, double, label_x=x, label_y=y + half + LABEL_GAP)
        after = self._replace(edge=start + self.way * length, y=y, bottom=y + half, hanging=False, rows=rows)
        return placed, after

    def _corner(self, inner: int, outer: int) -> tuple[Placed, _Snake]:
        column = self.edge - 0.5 * self.way
        placed = Placed(
            column, self.bottom + 1, (inner, outer), vertical=True,
            label_x=column, label_y=self.bottom + 2 + LABEL_GAP,
        )  # fmt: skip
        return placed, self._replace(way=-self.way, edge=column, bottom=self.bottom + 2, hanging=True)

    def hang(self, inner: int, outer: int) -> tuple[Placed, _Snake]:
        """The first tile of an arm that starts downwards from the spinner."""
        placed = Placed(
            self.edge, self.bottom + 1, (inner, outer), vertical=True,
            label_x=self.edge, label_y=self.bottom + 2 + LABEL_GAP,
        )  # fmt: skip
        return placed, self._replace(bottom=self.bottom + 2, hanging=True)


class _Arm:
    """One arm being laid: a snake, turned by half a turn for left and up."""

    def __init__(self, end: str, number: int, snake: _Snake, *, downwards: bool = False) -> None:
        self.end, self.number, self.snake, self.first_hangs = end, number, snake, downwards
        self.turned = end in ("left", "up")

    def _next(self, inner: int, outer: int) -> tuple[Placed, _Snake]:
        lay = self.snake.hang if self.first_hangs else self.snake.lay
        placed, after = lay(inner, outer)
        return (_half_turn(placed) if self.turned else placed), after

    def add(self, inner: int, outer: int, arm: str, index: int) -> Placed:
        placed, self.snake = self._next(inner, outer)
        self.first_hangs, self.number = False, outer
        return replace(placed, arm=arm, index=index)

    def place(self) -> Placed:
        """Where the next tile (not a double) would lie."""
        placed, _ = self._next(-1, -2)
        return replace(placed, pair=(-1, -1), arm=self.end)

    def ghost(self, tile: Pair, index: int) -> Placed:
        """Where this tile would lie, and how."""
        if self.number not in tile:
            message = f"{tile[0]}-{tile[1]} has no {self.number} to lay at the end {self.end!r}"
            raise ValueError(message)
        outer = tile[1] if tile[0] == self.number else tile[0]
        placed, _ = self._next(self.number, outer)
        return replace(placed, arm=self.end, index=index)


def layout(  # noqa: PLR0913 - a line has that many parts, and they come from different places
    row: Sequence[Pair],
    up: Sequence[Pair] = (),
    down: Sequence[Pair] = (),
    spinner: int | None = None,
    *,
    width: float = 14,
    anchor: int | None = None,
    ends: Iterable[str] | None = None,
    ghosts: Sequence[tuple[Pair, str]] = (),
    apart: Pair | None = None,
    axis: str = "horizontal",
) -> Layout:
    """Lay out a line; the same input always gives the same ``Layout``.

    ``row``: the tiles from left to right, each as it lies. ``up``, ``down``: the arms off the spinner, from it
    outwards, each tile as (inner, outer) number. ``spinner``: its index in ``row``; a line with a spinner is laid out
    in four quarters from the start. ``width``: room across the table in tile units, at least 6 (a line with a spinner
    takes 14 if less is given). ``anchor``: index in ``row`` of the tile that stays in the middle: give the lead's and
    nothing moves while the line grows (with a spinner it is the spinner; left out, the middle of the row).
    ``ends``: which open ends want a place: of "left", "right", "up", "down", or "start" for an empty line; left out,
    those of the row and of the arms begun. ``ghosts``: tiles to try, as (tile, end). ``apart``: a tile laid beside
    the line. ``axis="vertical"``: the line grows downwards instead of to the right.

    Raises ValueError for a width below 6, an index outside the row, an unknown end, or a ghost that does not match.

    >>> from dominolab.show.layout import layout
    >>> placed = layout([(6, 6), (6, 5)], anchor=0)
    >>> [(tile.x, tile.y, tile.pair, tile.vertical) for tile in placed.tiles]
    [(0.0, 0.0, (6, 6), True), (1.5, 0.0, (6, 5), False)]
    >>> layout([(6, 6)], ghosts=[((5, 6), "left")]).ghosts[0].pair
    (5, 6)
    """
    _check(row, up, down, spinner, width, anchor, axis)
    whole = int(max(width, NARROWEST if spinner is None else NARROWEST_WITH_ARMS))
    middle = spinner if spinner is not None else len(row) // 2 if anchor is None else anchor
    if not row:
        tiles: list[Placed] = []
        arms: dict[str, _Arm] = {}
        rows = 0
    else:
        tiles, arms, rows = _lay_in_fewest_rows(row, up, down, middle, whole, quarters=spinner is not None)
    wanted = _wanted(ends, arms, up, down)
    slots = [arms[end].place() if row else _start((-1, -1)) for end in wanted]
    tried = [_try(arms, tile, end, index) for index, (tile, end) in enumerate(ghosts)]
    if apart is not None:
        bottom = max([tile.rectangle[3] for tile in tiles + slots], default=0.0)
        left = 1 - whole / 2
        tiles.append(Placed(left, bottom + 2, apart, vertical=False, arm="apart", label_x=left, label_y=bottom + 3))
    if axis == "vertical":
        tiles, slots, tried = ([_transpose(tile) for tile in group] for group in (tiles, slots, tried))
    return Layout(
        tuple(tiles), tuple(slots), tuple(tried),
        box=_box(tile.rectangle for tile in tiles),
        frame=_frame(tiles, slots, tried, whole, axis),
        rows=rows,
    )  # fmt: skip


def comfortable_width(tiles: int, *, arms: bool = False) -> int:
    """A width in tile units that keeps a line of so many tiles about as high as it is wide.

    >>> from dominolab.show.layout import comfortable_width
    >>> [comfortable_width(tiles) for tiles in (0, 28, 55, 91, 190)], comfortable_width(28, arms=True)
    ([14, 14, 18, 24, 34], 18)
    """
    return max(18 if arms else 14, 2 * round(sqrt(1.55 * tiles)))


def _check(
    row: Sequence[Pair], up: Sequence[Pair], down: Sequence[Pair],
    spinner: int | None, width: float, anchor: int | None, axis: str,
) -> None:  # fmt: skip
    if width < NARROWEST:
        message = f"a line needs a width of at least {NARROWEST} units, not {width}"
        raise ValueError(message)
    if axis not in ("horizontal", "vertical"):
        message = f"axis must be 'horizontal' or 'vertical', not {axis!r}"
        raise ValueError(message)
    for name, index in (("spinner", spinner), ("anchor", anchor)):
        if index is not None and row and not 0 <= index < len(row):
            message = f"{name} {index} is outside a row of {len(row)} tiles"
            raise ValueError(message)
    if (up or down) and (spinner is None or not row):
        message = "the arms up and down need a spinner in the row"
        raise ValueError(message)


def _lay_in_fewest_rows(
    row: Sequence[Pair], up: Sequence[Pair], down: Sequence[Pair], middle: int, width: int, *, quarters: bool
) -> tuple[list[Placed], dict[str, _Arm], int]:
    """A wider table may, by the luck of where doubles fall, need a row more than a narrower one.

    Then the narrower is used, so that more room never means more rows. Narrower ones are tried only as long as the
    tiles' length says that they could save a row.
    """
    best = _lay_arms(row, up, down, middle, width, quarters=quarters)
    arms = ((row[middle + 1 :], down), (row[:middle], up))
    lengths = [max(sum(1 if a == b else 2 for a, b in arm) for arm in pair) for pair in arms]
    for trial in range(width - 1, (NARROWEST_WITH_ARMS if quarters else NARROWEST) - 1, -1):
        # An arm has half a row beside the anchor, then rows that each cost a corner of two units.
        a_row = trial / 2 if quarters else trial
        if 1 + sum(max(0, ceil((length - trial / 2) / (a_row + 2))) for length in lengths) >= best[2]:
            break
        best = min(best, _lay_arms(row, up, down, middle, trial, quarters=quarters), key=lambda laid: laid[2])
    return best


def _lay_arms(
    row: Sequence[Pair], up: Sequence[Pair], down: Sequence[Pair], middle: int, width: int, *, quarters: bool
) -> tuple[list[Placed], dict[str, _Arm], int]:
    first = row[middle]
    double = first[0] == first[1]
    side, bottom = (0.5, 1.0) if double else (1.0, 0.5)
    high = width / 2
    low = 1.0 if quarters else -high
    sideways = _Snake(low, high, 1, side, 0.0, bottom)
    arms = {"left": _Arm("left", first[0], sideways), "right": _Arm("right", first[1], sideways)}
    if quarters:
        downwards = _Snake(-high, 0.5, -1, 0.0, 0.0, bottom)
        arms |= {end: _Arm(end, first[0], downwards, downwards=True) for end in ("up", "down")}
    tiles = [Placed(0.0, 0.0, first, double, "row", middle, 0.0, bottom + LABEL_GAP)]
    tiles += [arms["right"].add(*row[index], "row", index) for index in range(middle + 1, len(row))]
    tiles += [arms["left"].add(row[index][1], row[index][0], "row", index) for index in range(middle - 1, -1, -1)]
    for name, arm in (("up", up), ("down", down)):
        tiles += [arms[name].add(*pair, name, index) for index, pair in enumerate(arm)]
    order = {"row": 0, "up": 1, "down": 2}
    tiles.sort(key=lambda tile: (order[tile.arm], tile.index))
    above = arms["left"].snake.rows, arms["up"].snake.rows if quarters else 0
    below = arms["right"].snake.rows, arms["down"].snake.rows if quarters else 0
    return tiles, arms, 1 + max(above) + max(below)


def _wanted(ends: Iterable[str] | None, arms: dict[str, _Arm], up: Sequence[Pair], down: Sequence[Pair]) -> list[str]:
    if ends is None:
        return ["left", "right"] + ["up"] * bool(up) + ["down"] * bool(down) if arms else ["start"]
    wanted = list(ends)
    for end in wanted:
        if end not in (arms or {"start"}):
            message = f"no end {end!r} here: there are {', '.join(arms) or 'start'}"
            raise ValueError(message)
    return wanted


def _try(arms: dict[str, _Arm], tile: Pair, end: str, index: int) -> Placed:
    if end == "start" and not arms:
        return replace(_start(tile), index=index)
    _wanted([end], arms, (), ())
    return arms[end].ghost(tile, index)


def _start(pair: Pair) -> Placed:
    double = pair[0] == pair[1] >= 0
    return Placed(0.0, 0.0, pair, double, "start", label_y=(1.0 if double else 0.5) + LABEL_GAP)


def _half_turn(tile: Placed) -> Placed:
    return replace(
        tile,
        x=0.0 - tile.x,  # not -x: there is no minus zero on a table
        y=0.0 - tile.y,
        pair=(tile.pair[1], tile.pair[0]),
        label_x=0.0 - tile.label_x,
        label_y=0.0 - tile.label_y,
    )


def _transpose(tile: Placed) -> Placed:
    return replace(tile, x=tile.y, y=tile.x, vertical=not tile.vertical, label_x=tile.label_y, label_y=tile.label_x)


def _box(rectangles: Iterable[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    edges = list(zip(*rectangles, strict=True))
    if not edges:
        return (0.0, 0.0, 0.0, 0.0)
    left, top, right, bottom = min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])
    return (left, top, right - left, bottom - top)


def _frame(
    tiles: Sequence[Placed], slots: Sequence[Placed], tried: Sequence[Placed], width: int, axis: str
) -> tuple[float, float, float, float]:
    rectangles = [tile.rectangle for tile in (*tiles, *slots, *tried)]
    rectangles += [
        (place.label_x, place.label_y - 0.4, place.label_x, place.label_y + 0.4) for place in (*slots, *tried)
    ]
    # As wide as asked, also while the line is short; high enough for a double wherever the line goes on.
    across, along = (width / 2, 1.0) if axis == "horizontal" else (1.0, width / 2)
    rectangles.append((-across, -along, across, along))
    rectangles += [(slot.x, slot.y - 1, slot.x, slot.y + 1) for slot in slots]
    return _box(rectangles)
