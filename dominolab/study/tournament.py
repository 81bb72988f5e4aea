"""``tournament``: every player against every other over the same deals, each from both sides; a table with ratings."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dominolab.engine.rules import Rules
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.play.players import Player, PlayerLike, player
from dominolab.play.runner import TIME_LIMIT, warn_of
from dominolab.study import kernel
from dominolab.study.intervals import Mean, Rate, Z, mean, wilson
from dominolab.study.runs import Job, bar_of, store_of, work

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.study.tally import Rows

ELO = 400 / log(10)
"""Rating points in a factor e of the odds: 400 points are odds of ten to one, as in chess."""
_UNSEEN = 0.5  # as many wins each way are imagined in every pairing: without them a whitewash has no rating


class Sums(NamedTuple):
    """What is added up over the deals of a pairing, from the first player's side."""

    deals: int = 0
    won: int = 0
    """Decided rounds won."""
    decided: int = 0
    """Rounds that exactly one of the two won."""
    won_squares: int = 0
    decided_squares: int = 0
    both: int = 0
    """Over deals: rounds won times rounds decided."""
    points: int = 0
    """Points of its sides less those of the other's."""
    points_squares: int = 0

    def plus(self, other: Sums) -> Sums:
        """Return both added up."""
        return Sums(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class Pairing:
    """Two players over the same deals, each deal from every side.

    >>> import dominolab as dl
    >>> held = dl.tournament(["greedy", "random"], dl.rules("block"), deals=200, seed=1, progress=False)
    >>> pairing = held.pairings[0]
    >>> pairing.first, pairing.second, pairing.rounds, pairing.share.low < pairing.share.value < pairing.share.high
    ('greedy', 'random', 400, True)
    """

    first: str
    second: str
    rounds: int
    sums: Sums

    @property
    def share(self) -> Rate:
        """The share of decided rounds that ``first`` won, with its 95 % interval (deals are the independent pieces)."""
        s = self.sums
        if not s.decided:
            return wilson(0, 0)
        p = s.won / s.decided
        spread = s.won_squares - 2 * p * s.both + p * p * s.decided_squares
        plain = p * (1 - p)
        if plain == 0 or spread <= 0 or s.deals < 2:
            return wilson(s.won, s.decided)
        worth = plain * s.decided**2 / (spread * s.deals / (s.deals - 1))
        return wilson(p * worth, worth)

    @property
    def margin(self) -> Mean:
        """Points a round that ``first`` scores more than ``second``, with the 95 % interval."""
        s = self.sums
        each = self.rounds / s.deals if s.deals else 1
        found = mean(s.points, s.points_squares, s.deals)
        return Mean(*(part / each for part in found))


@dataclass(frozen=True, repr=False)
class Tournament:
    """The pairings of a round robin, and the table they make.

    >>> import dominolab as dl
    >>> held = dl.tournament(["greedy", "careful", "random"], dl.rules("block"), deals=300, seed=1, progress=False)
    >>> len(held.pairings), list(held.table().index)[-1], held.pairing("random", "greedy").first
    (3, 'random', 'random')
    """

    rules: Rules
    players: tuple[str, ...]
    seed: int
    deals: int
    """How many deals every pairing was to play."""
    pairings: tuple[Pairing, ...]

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before every pairing had played all deals."""
        return any(pairing.sums.deals < self.deals * len(_mixes(self.rules)) for pairing in self.pairings)

    def pairing(self, first: str, second: str) -> Pairing:
        """Return what two players did, from the first one's side. Raises ``DominoError`` for one who did not play."""
        for found in self.pairings:
            if (found.first, found.second) == (first, second):
                return found
            if (found.second, found.first) == (first, second):
                return Pairing(first, second, found.rounds, _turned(found.sums))
        raise DominoError(
            say(
                "{first} and {second} did not meet; there are {names}",
                first=first,
                second=second,
                names=", ".join(self.players),
            )
        )

    def table(self) -> pd.DataFrame:
        """Return a row for each player, the best first: ``rounds``; ``share``, ``points``, ``rating`` with intervals.

        ``share`` is the mean share of decided rounds over all opponents, ``points`` the mean margin a round.
        ``rating`` is fitted to all pairings at once (Bradley and Terry's model, on the scale of chess: 400 points mean
        odds of ten to one); the mean of all players is 0. Needs the extra ``tournament``.
        """
        import pandas as pd

        ratings, errors = self._ratings()
        rows = []
        for i, name in enumerate(self.players):
            met = [self.pairing(name, other) for other in self.players if other != name]
            shares = _meant([(p.share.value, (p.share.high - p.share.low) / (2 * Z)) for p in met if p.sums.decided])
            points = _meant([(p.margin.value, p.margin.error) for p in met if p.sums.deals > 1])
            rating = Mean(ratings[i], ratings[i] - Z * errors[i], ratings[i] + Z * errors[i], errors[i])
            rows.append((name, sum(p.rounds for p in met), *shares[:3], *points[:3], *rating[:3]))
        three = [f"{what}{end}" for what in ("share", "points", "rating") for end in ("", "_low", "_high")]
        frame = pd.DataFrame(rows, columns=["player", "rounds", *three]).set_index("player")
        return frame.sort_values(["rating", "share"], ascending=False)

    def _ratings(self) -> tuple[Any, Any]:
        """Return the players' ratings and their standard errors."""
        n = len(self.players)
        wins = np.full((n, n), _UNSEEN)
        for (i, j), p in zip(combinations(range(n), 2), self.pairings, strict=True):
            rate = p.share
            if rate.of:  # as many independent rounds as the interval is worth
                wins[i, j] += rate.value * rate.of
                wins[j, i] += (1 - rate.value) * rate.of
        np.fill_diagonal(wins, 0)
        strengths = _fitted(wins)
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = (wins + wins.T) * chances * chances.T
        covariance = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)
        return ELO * strengths, ELO * np.sqrt(np.diag(covariance))

    def __str__(self) -> str:
        """Return the table as text."""
        return f"{self._headline()}\n{self.table().round(3).to_string()}"

    def _headline(self) -> str:
        """Return what was played."""
        line = say(
            "{players} players, {deals:,} deals a pairing, {rules}; seed {seed}",
            players=len(self.players),
            deals=self.deals,
            rules=self.rules,
            seed=self.seed,
        )
        return line + ("; " + say("stopped early") if self.stopped else "")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(self._headline())}</p>{self.table().round(3).to_html()}"


def tournament(  # noqa: PLR0913 - as simulate
    players: Sequence[PlayerLike],
    rules: Rules,
    deals: int = 1_000,
    seed: int | None = None,
    *,
    workers: int = 1,
    client: Any = None,
    folder: str | Path | None = None,
    limit: float | None = TIME_LIMIT,
    progress: bool = True,
) -> Tournament:
    """Let every player meet every other over the same deals, each deal from every side. Returns a ``Tournament``.

    With more than two seats the two take turns round the table (A B A B; as partners: side against side). With three
    seats every deal is played with two of the one and one of the other, and the other way round.

    Args:
        players: Names of players, or functions; each at least once.
        rules: How to play.
        deals: How many deals every pairing plays.
        seed: Any whole number; None draws one, which ``Tournament.seed`` tells. Every pairing plays the same deals.
        workers: As in ``dl.simulate``, like ``client`` and ``limit``.
        client: A ``distributed.Client``.
        folder: Keep every game there; the same call again goes on where it was stopped.
        limit: Seconds that a function may take for one move.
        progress: Show a bar. Stopping (Ctrl-C, or the notebook's stop button) keeps what is done.

    Raises:
        DominoError: Fewer than two players, two of the same name, no deals, or a folder that holds other games.

    >>> import dominolab as dl
    >>> held = dl.tournament(["greedy", "random"], dl.rules("block"), deals=500, seed=3, progress=False)
    >>> held.pairing("greedy", "random").share.value > 0.5
    True
    """
    entered = _entered(players)
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 1:
        raise DominoError(say("deals = {deals!r}: a whole number is wanted, 1 or more", deals=deals))
    key = secrets.randbits(53) if seed is None else seed
    pairs = list(combinations(range(len(entered)), 2))
    sums = [Sums()] * len(pairs)
    rounds = [0] * len(pairs)
    mixes = _mixes(rules)
    total = len(pairs) * deals * sum(_period(mix) for mix in mixes)
    with bar_of(total, progress) as bar:
        try:
            for n, (i, j) in enumerate(pairs):
                for mix in mixes:
                    job = Job(rules, tuple(entered[j if other else i] for other in mix), key, _period(mix), limit)
                    below = Path(folder, f"{i + 1}-{j + 1}-{mix[0] + 1}") if folder is not None else None
                    for counted, games in _played(job, mix, deals, below, workers, client):
                        sums[n], rounds[n] = sums[n].plus(counted), rounds[n] + games
                        bar.update(games)
        except KeyboardInterrupt:
            bar.write(say("Stopped: {n:,} of {games:,} games are done and counted.", n=sum(rounds), games=total))
    names = tuple(who.name for who in entered)
    met = (Pairing(names[i], names[j], r, s) for (i, j), r, s in zip(pairs, rounds, sums, strict=True))
    return Tournament(rules, names, key, deals, tuple(met))


def _entered(players: Sequence[PlayerLike]) -> tuple[Player, ...]:
    """Return the players. Raises ``DominoError`` for fewer than two, and for two of one name."""
    entered = () if isinstance(players, str) else tuple(player(who) for who in players)
    if len(entered) < 2:
        raise DominoError(say("a tournament wants two players or more: a list of names or functions"))
    names = [who.name for who in entered]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DominoError(
            say("two players are called {names}: give one another name (dl.add_player)", names=", ".join(twice))
        )
    return entered


def _mixes(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return who sits where, 0 for the first and 1 for the second of a pairing: both ways where seats are odd."""
    mix = tuple(seat % 2 for seat in range(rules.players))
    return (mix,) if rules.players % 2 == 0 else (mix, tuple(1 - who for who in mix))


def _period(mix: tuple[int, ...]) -> int:
    """Return by how many shifts a deal is played until every seat has had both players."""
    return 2 if len(mix) % 2 == 0 else len(mix)


def _played(
    job: Job, mix: tuple[int, ...], deals: int, folder: Path | None, workers: int, client: Any
) -> Iterator[tuple[Sums, int]]:
    """Yield what each piece of a pairing's games adds, and how many games it has."""
    store = store_of(folder, job)
    parts = work(job, deals * job.period, store, workers, client, keep=True)
    try:
        for part in parts:
            assert part.rows is not None  # noqa: S101 - asked for
            if store is not None and not part.stored:
                store.save(part.first, part.rows)
            warn_of(part.tally.faults)
            yield summed(part.rows, job.rules, mix), len(part.rows)
    finally:
        parts.close()


def summed(rows: Rows, rules: Rules, mix: tuple[int, ...]) -> Sums:
    """Return what the games of whole deals add up to, from the side of the mix's player 0."""
    period = _period(mix)
    shift = np.arange(len(rows)) % period
    sides = np.arange(rules.sides)
    mine = np.array(mix)[(sides[None, :] + shift[:, None]) % rules.players] == 0
    winners = rows[:, kernel.WINNERS, None] >> sides & 1
    for_us, for_them = (winners * mine).sum(axis=1) > 0, (winners * ~mine).sum(axis=1) > 0
    decided = (for_us != for_them).reshape(-1, period).sum(axis=1)
    won = (for_us & ~for_them).reshape(-1, period).sum(axis=1)
    scored = rows[:, kernel.POINTS : kernel.POINTS + rules.sides]
    points = (np.where(mine, scored, -scored).sum(axis=1)).reshape(-1, period).sum(axis=1)
    pairs = ((won, won), (decided, decided), (won, decided), (points, points))
    ww, dd, wd, pp = (int((a * b).sum()) for a, b in pairs)
    return Sums(len(won), int(won.sum()), int(decided.sum()), ww, dd, wd, int(points.sum()), pp)


def _turned(s: Sums) -> Sums:
    """Return sums from the other player's side."""
    return s._replace(
        won=s.decided - s.won,
        won_squares=s.decided_squares - 2 * s.both + s.won_squares,
        both=s.decided_squares - s.both,
        points=-s.points,
    )


def _meant(parts: list[tuple[float, float]]) -> Mean:
    """Return the mean of independent estimates, each given with its standard error."""
    if not parts:
        return Mean(*(float("nan"),) * 4)
    value = sum(v for v, _ in parts) / len(parts)
    error = sqrt(sum(e * e for _, e in parts)) / len(parts)
    return Mean(value, value - Z * error, value + Z * error, error)


def _fitted(wins: Any) -> Any:
    """Return Bradley and Terry's strengths (natural logarithms of odds, mean 0) for a matrix of wins."""
    try:
        import choix
    except ImportError as error:
        raise DominoError(say('ratings need choix: pip install "dominolab[tournament]"')) from error
    return choix.ilsr_pairwise_dense(wins, max_iter=10_000)
