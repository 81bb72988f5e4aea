"""``advise``: what to play when tiles are hidden, judged over deals that fit all that the seat has seen."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from dominolab.engine import law
from dominolab.engine.moves import Move
from dominolab.engine.tiles import Hand, tile_number
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.inference.holdings import BONEYARD, Holdings, holdings
from dominolab.messages import say
from dominolab.play.solver import Searcher, code_of, first_twins, points_of, searcher, sign

if TYPE_CHECKING:
    import pandas as pd


BUDGET = 600_000
"""Nodes: about a quarter of a second on a small machine."""
FEW_UNKNOWN = 6
"""With two players and at most so many unknown tiles, every way they can lie is gone through."""
LEAST_SAMPLES = 20
_CLEAR = 4.0  # standard errors between the best move and every other at which sampling may stop early
_SURE = 2.0  # standard errors below which two moves are too close to call
_GIVE_UP = 4  # so many samples in a row that could not be solved: play the others out at once


class Judged(NamedTuple):
    """What one way the hidden tiles can lie says about each move."""

    weight: float
    wins: list[float]  # 1 won, 0.5 neither, 0 lost
    points: list[float]


@dataclass(frozen=True, kw_only=True)
class Advice:
    """What a seat should play, judged over deals that fit all it has seen. Made by ``consider``.

    Each deal is treated as if its tiles lay open ("strategy fusion"): the advice never bluffs, probes, or pays for
    information, and thinks that everybody will know every tile from now on.
    """

    view: View
    moves: tuple[Move, ...]
    points: tuple[float, ...]
    """Mean points, own less the other side's; NaN when only wins were asked for."""
    wins: tuple[float, ...]
    """Chance to win the round, a round that nobody or everybody wins counted half."""
    points_error: tuple[float, ...]
    wins_error: tuple[float, ...]
    """Standard errors; 0 when ``exact``."""
    by: str
    """What "best" means: ``"points"`` or ``"win"``."""
    behind: dict[str, tuple[tuple[float, float], ...]]
    """By points and by win: how far each move stays behind the best, and the standard error of that."""
    samples: int
    played_out: int
    """How many of the samples were too large to solve and were played out instead."""
    exact: bool
    """Whether every way the hidden tiles can lie was solved, each with its weight; else deals were sampled."""
    nodes: int
    paranoid: bool

    @property
    def gaps(self) -> tuple[tuple[float, float], ...]:
        """How far each move stays behind the best in what was asked for, and the standard error of that."""
        return self.behind[self.by]

    @property
    def best(self) -> int:
        """The place of the best move in ``moves``."""
        return min(range(len(self.moves)), key=lambda i: (self.gaps[i][0], i))

    @property
    def close(self) -> tuple[Move, ...]:
        """The moves that cannot be told from the best: it and all within two standard errors of it."""
        return tuple(m for m, (gap, error) in zip(self.moves, self.gaps, strict=True) if gap <= _SURE * error + 1e-12)

    @property
    def verdict(self) -> str:
        """The advice in a sentence."""
        if len(self.moves) == 1:
            return say("{move} is the only legal move", move=self.moves[0])
        if len(self.close) > 1:
            moves = ", ".join(map(str, self.close))
            return (
                say("equally good: {moves}", moves=moves)
                if self.exact
                else say("too close to call: {moves}", moves=moves)
            )
        return say("play {move}", move=self.moves[self.best])

    @property
    def method(self) -> str:
        """How the numbers were found, in words."""
        if self.exact:
            return say("exact: every way the hidden tiles can lie, each solved with open tiles")
        solved = self.samples - self.played_out
        how = say(
            "{solved} of {samples} sampled deals solved with open tiles, the others played out",
            solved=solved,
            samples=self.samples,
        )
        return say("{how}; all others against the mover", how=how) if self.paranoid else how

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each move, best first; ``attrs`` hold the verdict and the method in words."""
        import pandas as pd

        frame = pd.DataFrame(
            {
                "points": self.points,
                "points_error": self.points_error,
                "win": self.wins,
                "win_error": self.wins_error,
                "samples": self.samples,
                "close": [move in self.close for move in self.moves],
            },
            index=pd.Index([str(move) for move in self.moves], name="move"),
        )
        order = sorted(range(len(self.moves)), key=lambda i: (self.gaps[i][0], i))
        frame = frame.iloc[order]
        frame.attrs = {"verdict": self.verdict, "method": self.method, "exact": self.exact}
        return frame


def advise(
    view: View,
    budget: int = BUDGET,
    *,
    seconds: float | None = None,
    samples: int = 400,
    seed: int = 0,
    by: str = "points",
) -> pd.DataFrame:
    """Return a DataFrame, a row for each legal move, best first: mean points and chance to win, with standard errors.

    Deals are drawn from ``dl.holdings(view)``, the same for all moves, and each is solved with open tiles (or played
    out, where solving would take too much of the budget). With two players and at most six unknown tiles every way
    they can lie is solved instead, if half the budget is enough for that: exact, standard error 0. Never looks at tiles
    the seat has not seen. The columns are ``points`` (own less the other side's), ``points_error``, ``win`` (0 to 1,
    neither counts half), ``win_error``, ``samples`` and ``close`` (cannot be told from the best); ``attrs["verdict"]``
    and ``attrs["method"]`` say it in words.

    Args:
        view: what one seat knows; it must be its turn.
        budget: positions to look at in all; the same budget and seed give the same advice.
        seconds: stop after so long, too.
        samples: at most so many deals.
        seed: chooses the deals.
        by: what "best" means: ``"points"``, or ``"win"`` (faster; points are then NaN).

    Raises:
        DominoError: when it is not the seat's turn, this is no view, or a number or ``by`` is something else.

    >>> import dominolab as dl
    >>> pos = dl.setup(dl.rules("block", set_size=2, hand_size=2), "2-2 2-1", ["1-1 2-0", "1-0"], "0-0")
    >>> dl.advise(pos.view(0))["points"].to_dict()
    {'1-1>': -1.0, '2-0<': -2.0}
    """
    return consider(view, budget, seconds=seconds, samples=samples, seed=seed, by=by).to_frame()


def consider(
    view: View,
    budget: int = BUDGET,
    *,
    seconds: float | None = None,
    samples: int = 400,
    seed: int = 0,
    by: str = "points",
    let_stand: Collection[int] = (),
) -> Advice:
    """Return the advice for a view as an object; see ``advise``, and ``dl.holdings`` for ``let_stand``."""
    if not isinstance(view, View):
        kind = type(view).__name__
        raise DominoError(say("advice takes what one seat knows, pos.view(seat), not a {kind}", kind=kind))
    if not view.legal_moves:
        raise DominoError(say("there is nothing to advise: it is not this seat's turn, or the round is over"))
    if by not in ("points", "win"):
        raise DominoError(say("by = {by!r}: advice is by points or by win", by=by))
    if budget < 1 or samples < 1:
        raise DominoError(say("budget and samples must be at least 1"))
    judge = _Judge(view, budget, None if seconds is None else time.perf_counter() + seconds, by)
    known = holdings(view, let_stand=let_stand)
    judged = judge.every_way(known) if judge.few() else None
    exact = judged is not None
    if judged is None:
        judged = judge.sampled(known, samples, seed)
    return _summed(judge, judged, exact=exact)


def outlook(view: View, samples: int = 400, *, seed: int = 0, let_stand: Collection[int] = ()) -> float:
    """Return the chance that the viewer's side wins the round, whoever is to move (neither counts half).

    Deals that fit are drawn and played out by everybody's heaviest or most blocking tile, nothing is solved: quick, and
    free of the hindsight of open tiles, which would make every chooser look too strong. Raises ``DominoError`` for a
    spectator and for a round that is over.

    >>> import dominolab as dl
    >>> pos = dl.setup(dl.rules("block", set_size=2, hand_size=2), "2-2 2-1", ["1-1 2-0", "1-0"], "0-0")
    >>> outlook(pos.view(0), 1000) < outlook(pos.play("1-1").view(0), 1000) + 0.1
    True
    """
    if view.seat is None or view.turn is None:
        raise DominoError(say("a spectator has no side, and a finished round no outlook"))
    engine, turn = searcher(view.rules.change(draw_price=0)), view.state.turn
    side = law.side_of(view.seat, view.rules.terms)
    total = 0.0
    for world in holdings(view, let_stand=let_stand).worlds(samples, seed):
        state = view.state._replace(hands=world.hands[turn:] + world.hands[:turn])
        total += _share(engine.playouts(state, engine.array(world.boneyard), [-1], side)[0])
    return total / samples


class _Judge:
    """Judges the moves of one view in one deal after another, within a budget."""

    def __init__(self, view: View, budget: int, until: float | None, by: str) -> None:
        self.view, self.budget, self.until, self.by = view, budget, until, by
        self.moves = view.legal_moves
        rules = view.rules
        self.engine = searcher(rules)
        self.free = searcher(rules.change(draw_price=0)) if rules.draw_price else self.engine
        self.hero = law.side_of(view.state.turn, rules.terms)
        self.codes, self.place = first_twins(view.state, rules.terms, [code_of(move) for move in self.moves])
        self.used = self.played_out = 0

    def few(self) -> bool:
        """Return whether every way the hidden tiles can lie is to be gone through."""
        view = self.view
        hidden = view.counts[1 - view.state.turn] + view.boneyard if view.rules.players == 2 else 0
        return hidden == len(view.unseen) <= FEW_UNKNOWN  # tiles out of play would be unknown, too

    def spent(self) -> bool:
        """Return whether the budget is used up."""
        return self.used >= self.budget or (self.until is not None and time.perf_counter() >= self.until)

    def state(self, hands: tuple[int, ...]) -> law.State:
        """Return the law's state with these hands (in seat order)."""
        turn = self.view.state.turn
        return self.view.state._replace(hands=hands[turn:] + hands[:turn])

    def solved(self, state: law.State, order: Any, most: int) -> Judged | None:
        """Return what solving says about each move, or None where it would take too long."""
        bounds = self._bounds(self.engine, state, order, most, wins_only=self.by == "win" and self.free is self.engine)
        if bounds is None:
            return None
        values = [bounds[i] for i in self.place]
        if self.free is not self.engine:  # prices: points and wins are two questions
            wins = self._bounds(self.free, state, order, most, wins_only=True)
            if wins is None:
                return None
            return Judged(1.0, [_share(wins[i]) for i in self.place], [points_of(v) for v in values])
        points = [math.nan if self.by == "win" else points_of(v) for v in values]
        return Judged(1.0, [_share(v) for v in values], points)

    def _bounds(
        self, engine: Searcher, state: law.State, order: Any, most: int, *, wins_only: bool
    ) -> list[int] | None:
        engine.fresh()
        window = {"least": -1, "most": 1} if wins_only else {}
        limit = min(most, self.budget - self.used)
        lows, highs, used = engine.bounds(
            state, order, self.codes, self.hero, nodes=max(1, limit), until=self.until, **window
        )
        self.used += used
        if wins_only:
            lows, highs = [sign(v) for v in lows], [sign(v) for v in highs]
        return lows if lows == highs else None

    def played(self, state: law.State, order: Any) -> Judged:
        """Return what one greedy game after each move says."""
        values = self.engine.playouts(state, order, self.codes, self.hero)
        self.used += 20 * len(self.codes)  # about so many moves are made
        self.played_out += 1
        found = [values[i] for i in self.place]
        points = [math.nan if self.by == "win" else float(points_of(v)) for v in found]
        return Judged(1.0, [_share(v) for v in found], points)

    def every_way(self, known: Holdings) -> list[Judged] | None:
        """Return the judgement of every way the hidden tiles can lie, or None if the budget does not reach."""
        judged = []
        for hands, yard, weight in _ways(self.view, known):
            left = self.budget // 2 - self.used  # the other half is for samples, should this one not be enough
            found = self.solved(self.state(hands), self.engine.array(yard), left) if left > 0 else None
            if found is None:
                return None
            judged.append(found._replace(weight=weight))
        return judged

    def sampled(self, known: Holdings, samples: int, seed: int) -> list[Judged]:
        """Return the judgement of sampled deals, until the budget is used up or the best move is clear."""
        judged: list[Judged] = []
        failed, batch = 0, 16
        while len(judged) < samples:
            for world in known.worlds(min(batch, samples - len(judged)), seed + len(judged)):
                state, order = self.state(world.hands), self.engine.array(world.boneyard)
                found = self.solved(state, order, max(1, self.budget // 8)) if failed < _GIVE_UP else None
                failed = 0 if found is not None else failed + 1
                if found is None and judged and self.spent():
                    return judged
                judged.append(found or self.played(state, order))
                if self.spent():
                    return judged
            if len(judged) >= LEAST_SAMPLES and self._clear(judged):
                return judged
        return judged

    def _clear(self, judged: list[Judged]) -> bool:
        """Return whether the best move is far ahead of every other."""
        gaps = _gaps(judged, self.by)
        best = min(range(len(gaps)), key=lambda i: gaps[i][0])
        return all(gap > _CLEAR * error for i, (gap, error) in enumerate(gaps) if i != best)


def _share(value: int) -> float:
    """Return a win as a share of 1."""
    return (sign(value) + 1) / 2


def _ways(view: View, known: Holdings) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], float]]:
    """Yield every way the hidden tiles can lie (two players): hands, boneyard order, weight."""
    seat = view.state.turn
    other = 1 - seat
    unseen = [tile.number for tile in view.unseen]
    shown = dict(view.shown).get(other, ())
    held = view.counts[other]
    orders = law.drawable(view.state, view.rules.terms) > 0
    for chosen in combinations(unseen, held - len(shown)):
        rest = [n for n in unseen if n not in chosen]
        where: dict[Any, Any] = {tile_number(n): other for n in chosen}
        where |= {tile_number(n): BONEYARD for n in rest}
        weight = float(known.joint(where)) if where else 1.0
        if weight == 0:
            continue
        mask = sum(1 << n for n in chosen) | Hand(shown).mask
        hands = (view.hand.mask, mask) if seat == 0 else (mask, view.hand.mask)
        yards = list(permutations(rest)) if orders else [tuple(rest)]
        for yard in yards:
            yield hands, yard, weight / len(yards)


def _gaps(judged: list[Judged], by: str) -> list[tuple[float, float]]:
    """Return for each move how far it stays behind the best, and the standard error of that (same deals for both)."""
    rows = [row.wins if by == "win" else row.points for row in judged]
    weights = [row.weight for row in judged]
    means = [_mean([row[i] for row in rows], weights) for i in range(len(rows[0]))]
    best = max(range(len(means)), key=lambda i: means[i])
    found = []
    for i in range(len(means)):
        behind = [row[best] - row[i] for row in rows]
        found.append((means[best] - means[i], _error(behind)))
    return found


def _mean(numbers: list[float], weights: list[float]) -> float:
    return math.fsum(n * w for n, w in zip(numbers, weights, strict=True)) / math.fsum(weights)


def _error(numbers: list[float]) -> float:
    """Return the standard error of a mean of samples (infinite for a single one)."""
    n = len(numbers)
    if n < 2:
        return math.inf
    mean = math.fsum(numbers) / n
    return math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / (n - 1) / n)


def _summed(judge: _Judge, judged: list[Judged], *, exact: bool) -> Advice:
    """Return the advice that all judgements together give."""
    weights = [row.weight for row in judged]
    places = range(len(judge.moves))
    wins = [[row.wins[i] for row in judged] for i in places]
    points = [[row.points[i] for row in judged] for i in places]
    behind = {by: _gaps(judged, by) for by in ("points", "win")}
    if exact:
        behind = {by: [(gap, 0.0) for gap, _ in gaps] for by, gaps in behind.items()}
    return Advice(
        view=judge.view,
        moves=judge.moves,
        points=tuple(_mean(column, weights) for column in points),
        wins=tuple(_mean(column, weights) for column in wins),
        points_error=tuple(0.0 if exact else _error(column) for column in points),
        wins_error=tuple(0.0 if exact else _error(column) for column in wins),
        by=judge.by,
        behind={by: tuple(gaps) for by, gaps in behind.items()},
        samples=len(judged),
        played_out=judge.played_out,
        exact=exact,
        nodes=judge.used,
        paranoid=law.sides(judge.view.rules.terms) > 2,
    )
