"""``solve``: with all tiles open, the exact value of every legal move."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from dominolab.engine import law
from dominolab.engine.moves import ENDS, Draw, Event, Move, Pass, Play, seat_name
from dominolab.engine.position import Position
from dominolab.engine.tiles import tile_number
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.play import kernel
from dominolab.play.compiled import COMPILES, LARGEST_WORD, padded

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.engine.rules import Rules

PAIRS = 1 << 20
PLAIN_PAIRS = 1 << 16
FIRST_SLICE = 1 << 18  # nodes between two looks at the clock (and at the keyboard: a running slice cannot be stopped)
_SALT = 0x1E3779B97F4A7C15
Bounds: TypeAlias = tuple[list[int], list[int], int]


def code_of(move: Move) -> int:
    """Return the kernel's number for a move."""
    if isinstance(move, Play):
        return move.tile.number * 8 + (law.APART if move.end is None else move.end.code)
    return kernel.DRAW if isinstance(move, Draw) else kernel.PASS


def move_from(code: int) -> Move:
    """Return the move for the kernel's number."""
    end = code & 7
    if end in (kernel.DRAW, kernel.PASS):
        return Draw() if end == kernel.DRAW else Pass()
    return Play(tile_number(code >> 3), None if end == law.APART else ENDS[end])


@lru_cache(maxsize=1)
def _word_table() -> Any:
    """Return the one transposition table of compiled searches; each solution marks its entries as its own."""
    import numpy as np

    return np.zeros(2 * PAIRS, np.int64)


class Searcher:
    """The kernel for one set of rules: searches many states without preparing anything twice."""

    def __init__(self, rules: Rules) -> None:
        """Choose between compiled and plain search."""
        self.plain = not COMPILES or len(rules.tiles) > LARGEST_WORD
        self.terms = rules.terms if self.plain else padded(rules.terms)
        self._run = kernel.values.py_func if self.plain else kernel.values  # type: ignore[attr-defined]
        self._table: Any = [0] * (2 * PLAIN_PAIRS) if self.plain else _word_table()
        self._salt = 0

    def fresh(self) -> None:
        """Forget everything found so far: the values to come belong to another deal, or to another side."""
        self._salt = Searcher._next_salt = (Searcher._next_salt + _SALT) & ((1 << 63) - 1)

    _next_salt = 0

    def array(self, numbers: Any) -> Any:
        """Return whole numbers in the form that the kernel takes."""
        if self.plain:
            return list(numbers)
        import numpy as np

        return np.array(numbers, np.int64)

    def bounds(
        self,
        state: law.State,
        order: Any,
        codes: list[int],
        hero: int,
        *,
        least: int = -kernel.INFINITE,
        most: int = kernel.INFINITE,
        nodes: int | None = None,
        until: float | None = None,
    ) -> Bounds:
        """Return low and high bounds of the value after each move, and the nodes looked at.

        Equal bounds are the value. Stops early after so many ``nodes``, or when the clock passes ``until``.
        """
        moves = self.array(codes)
        lows = self.array([-kernel.INFINITE] * len(codes))
        highs = self.array([kernel.INFINITE - 1] * len(codes))
        used, slice_ = 0, FIRST_SLICE if not self.plain else FIRST_SLICE >> 6
        if until is not None:
            slice_ >>= 4
        while True:
            limit = slice_ if nodes is None else min(slice_, nodes - used)
            began = time.perf_counter()
            more = self._run(
                state, self.terms, order, hero, moves, lows, highs, least, most, limit, self._table, self._salt
            )
            used += min(more, limit)
            now = time.perf_counter()
            if more <= limit or (nodes is not None and used >= nodes) or (until is not None and now >= until):
                return [int(n) for n in lows], [int(n) for n in highs], used
            slice_ *= 2
            if until is not None:
                slice_ = max(1, min(slice_, int(limit * (until - now) / (now - began + 1e-9))))

    def playouts(self, state: law.State, order: Any, codes: list[int], hero: int) -> list[int]:
        """Return the value after each move when everybody then plays what looks best at once."""
        found = self.array([0] * len(codes))
        play = kernel.playouts.py_func if self.plain else kernel.playouts  # type: ignore[attr-defined]
        play(state, self.terms, order, hero, self.array(codes), found)
        return [int(n) for n in found]


def points_of(value: int) -> int:
    """Return the points in a value of the kernel (wins, the smaller part, taken off)."""
    return (value + 1) // kernel.SCALE


def sign(value: int) -> int:
    """Return 1, 0 or -1."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution:
    """What best play by everybody leads to after each legal move, all tiles open.

    >>> import dominolab as dl
    >>> pos = dl.setup(dl.rules("block"), "6-6 6-5 5-1", ["5-4 3-1", "2-2 4-4"], turn=0)
    >>> solution = dl.solve(pos)
    >>> {str(move): points for move, points in solution.values.items()}
    {'3-1>': 3}
    """

    position: Position
    bounds: dict[Move, tuple[float, float]]
    """Points between which the value of each move was proved to lie; equal where it is exact."""
    nodes: int
    """Positions looked at, those with a forced move left out."""
    exact: bool
    """Whether every value is proved; else the budget ran out and what is known are bounds."""
    found: dict[Move, tuple[int, int]]
    """The kernel's own bounds, wins included."""

    @property
    def paranoid(self) -> bool:
        """Whether three sides or more play: values then assume that all others play against the mover."""
        return law.sides(self.position.rules.terms) > 2

    @property
    def kind(self) -> str:
        """What the numbers are: ``"value"``, ``"paranoid value"``, or ``"bound"`` where the budget ran out."""
        if not self.exact:
            return "bound"
        return "paranoid value" if self.paranoid else "value"

    @cached_property
    def values(self) -> dict[Move, int]:
        """Points for the side to move minus the other side's (of several: the most another gets), where proved."""
        return {move: int(low) for move, (low, high) in self.bounds.items() if low == high}

    @cached_property
    def value(self) -> int | None:
        """The value of the position: that of its best moves; None where it is not proved."""
        low = max(low for low, _ in self.bounds.values())
        high = max(high for _, high in self.bounds.values())
        return int(low) if low == high else None

    @cached_property
    def best(self) -> tuple[Move, ...]:
        """All moves that lead to the best value; with bounds, all that may."""
        most = max(low for low, _ in self.bounds.values())
        return tuple(move for move, (_, high) in self.bounds.items() if high >= most)

    @cached_property
    def wins(self) -> dict[Move, int]:
        """Win (1), neither (0) or loss (-1) of the round after each move, when that is all that counts."""
        rules = self.position.rules
        if rules.draw_price == 0:  # points go to the winners only, so the sign of the value says it
            signs = {move: (sign(low), sign(high)) for move, (low, high) in self.found.items()}
            return {move: low for move, (low, high) in signs.items() if low == high}
        free = self.position.rules.change(draw_price=0)
        lows, highs, _ = _search(self.position, free, list(self.found), least=-1, most=1)
        return {
            move: sign(low) for move, low, high in zip(self.found, lows, highs, strict=True) if sign(low) == sign(high)
        }

    @cached_property
    def line(self) -> tuple[Event, ...]:
        """One line of best play by everybody, to the end of the round; empty where values are bounds only."""
        return _line(self) if self.exact else ()

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each move: points (or low and high), win, and whether it is among the best."""
        import pandas as pd

        rows = [
            {"move": str(m), "low": low, "high": high, "win": self.wins.get(m), "best": m in self.best}
            for m, (low, high) in self.bounds.items()
        ]
        return pd.DataFrame(rows).set_index("move")

    def __str__(self) -> str:
        """Return the moves with their values in words, best first."""
        words = {1: say("wins"), 0: say("neither wins nor loses"), -1: say("loses"), None: say("not settled")}
        rows = []
        for move, (low, high) in sorted(self.bounds.items(), key=lambda item: (-item[1][0], -item[1][1])):
            value = (
                f"{int(low):+d}" if low == high else say("between {low} and {high}", low=_plain(low), high=_plain(high))
            )
            rows.append(f"{move}  {value}  {words[self.wins.get(move)]}")
        kinds = {
            "value": say("value with all tiles open"),
            "paranoid value": say(
                "paranoid value: all others play against {seat}", seat=seat_name(self.position.state.turn)
            ),
            "bound": say("bound: the budget ran out"),
        }
        return "\n".join([kinds[self.kind], *rows])

    def __repr__(self) -> str:
        """Return a short description."""
        values = ", ".join(
            f"{m}: {_plain(low)}" if low == high else f"{m}: {_plain(low)}..{_plain(high)}"
            for m, (low, high) in self.bounds.items()
        )
        return f"<Solution ({self.kind}): {values}; {self.nodes} nodes>"


def _plain(number: float) -> str:
    """Return a bound as text; one that is not known is a question mark."""
    return "?" if math.isinf(number) else f"{int(number):+d}"


def solve(pos: Position, *, nodes: int | None = None, seconds: float | None = None) -> Solution:
    """Return the exact value of every legal move when all tiles are open and everybody plays for the best.

    The value is what the side to move scores in this round less what the other side scores, prices included. With
    three single sides or more it is "paranoid": own points less the most another side gets, all others playing against
    the mover. ``nodes`` and ``seconds`` are budgets; a search that runs out returns bounds and says so (``exact`` is
    false). The same node budget gives the same answer every time. Sets beyond double-nine run uncompiled, slower.

    Args:
        pos: the position, every tile known (a draw takes the next tile of ``pos.boneyard``).
        nodes: how many positions may be looked at.
        seconds: how long the search may take.

    Raises:
        DominoError: when the round is over, nothing can be done, or this is no position.

    >>> import dominolab as dl
    >>> pos = dl.setup(dl.rules("block"), "6-6 6-5 5-1", ["5-4 3-1", "2-2 4-4"], turn=0)
    >>> solution = dl.solve(pos)
    >>> solution.best, solution.exact
    ((Play('3-1', 'right'),), True)
    """
    if not isinstance(pos, Position):
        kind = type(pos).__name__
        raise DominoError(
            say("solve takes a position with all tiles open, not a {kind}: dl.start(deal) is one", kind=kind)
        )
    if pos.turn is None:
        raise DominoError(say("the round is over: there is nothing to solve"))
    until = None if seconds is None else time.perf_counter() + seconds
    moves = list(pos.legal_moves)
    if not moves:  # a recorded breach: the first tile of a pair was laid although no second can follow
        raise DominoError(
            say("no second tile can complete the turn of {seat}: there is nothing to solve", seat=seat_name(pos.turn))
        )
    lows, highs, used = _search(pos, pos.rules, moves, nodes=nodes, until=until)
    found = dict(zip(moves, zip(lows, highs, strict=True), strict=True))
    return Solution(
        position=pos,
        bounds={move: _points(low, high) for move, (low, high) in found.items()},
        nodes=used,
        exact=lows == highs,
        found=found,
    )


def _points(low: int, high: int) -> tuple[float, float]:
    """Return the kernel's bounds in points."""
    if low == high:
        return points_of(low), points_of(low)
    return (
        -math.inf if low == -kernel.INFINITE else (low + 2) // kernel.SCALE,
        math.inf if high == kernel.INFINITE - 1 else points_of(high),
    )


@lru_cache(maxsize=16)
def searcher(rules: Rules) -> Searcher:
    """Return the searcher for some rules, kept for the next call."""
    return Searcher(rules)


def _search(pos: Position, rules: Rules, moves: list[Move], **limits: Any) -> Bounds:
    """Search from a position, each different move once (mirror images share their value)."""
    s, t = pos.state, rules.terms
    engine = searcher(rules)
    engine.fresh()
    tried, chosen = first_twins(s, t, [code_of(move) for move in moves])
    order = engine.array([tile.number for tile in pos.yard])
    lows, highs, used = engine.bounds(s, order, tried, law.side_of(s.turn, t), **limits)
    return [lows[i] for i in chosen], [highs[i] for i in chosen], used


def first_twins(s: law.State, t: law.Terms, codes: list[int]) -> tuple[list[int], list[int]]:
    """Return the plays that differ by more than a mirror, and for each of ``codes`` the place of its like in them."""
    like = [_first_twin(s, t, code) for code in codes]
    tried = list(dict.fromkeys(like))
    return tried, [tried.index(code) for code in like]


def _first_twin(s: law.State, t: law.Terms, code: int) -> int:
    """Return the code of the same play at the end that is this end's mirror image, or the code itself."""
    return code - 1 if s.table and code & 7 <= law.DOWN and kernel.twin(s.ends, t, code & 7) else code


def _line(solution: Solution) -> tuple[Event, ...]:
    """Return a line of best play: at each choice the first move that keeps the value."""
    pos = solution.position
    engine, t = searcher(pos.rules), pos.rules.terms
    hero = law.side_of(pos.state.turn, t)
    engine.fresh()
    best = max(solution.found, key=lambda move: solution.found[move][0])
    value = solution.found[best][0]
    at = pos.move(best)
    while at.turn is not None:
        moves = at.legal_moves
        move = moves[0]
        if len(moves) > 1:
            mine = law.side_of(at.turn, t) == hero
            order = engine.array([tile.number for tile in at.yard])
            for move in moves:
                low, high, _ = engine.bounds(
                    at.state, order, [code_of(move)], hero, least=value - mine, most=value + 1 - mine
                )
                if (low[0] >= value) if mine else (high[0] <= value):
                    break
        at = at.move(move)
    return at.history[len(pos.history) :]
