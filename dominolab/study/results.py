"""``Results``: what came out of many games, each figure with its 95 % interval."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from dominolab.engine.moves import seat_name
from dominolab.engine.tiles import tile_number
from dominolab.errors import DominoError
from dominolab.messages import count, say
from dominolab.play.runner import tell
from dominolab.study import drawers
from dominolab.study.intervals import Mean, Rate, clustered, mean, means_differ, rates_differ, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pandas as pd
    import plotly.graph_objects as go

    from dominolab.engine.rules import Rules
    from dominolab.study.tally import Kind, Tally


class Figure(NamedTuple):
    """One result: what it is about, its unit, and the estimate with its interval."""

    name: str
    unit: str
    estimate: Rate | Mean


@dataclass(frozen=True, repr=False)
class Results:
    """Counts and sums over many rounds, made by ``dl.simulate``.

    >>> import dominolab as dl
    >>> r = dl.simulate(dl.rules("classic"), ["careful", "random"], games=1000, seed=1, progress=False)
    >>> r.games, r.wins("careful").value > 0.5, round(r.out.value + r.blocked.value, 12)
    (1000, True, 1.0)
    """

    rules: Rules
    players: tuple[str, ...]
    """Names, in the order given; without ``duplicate`` also the order of the seats."""
    seed: int
    """The seed, also where none was given: the same seed gives the same results."""
    tally: Tally
    wanted: int
    """How many games were asked for; fewer were played where somebody stopped the run."""

    @property
    def games(self) -> int:
        """How many rounds were played."""
        return self.tally.games

    @property
    def stopped(self) -> bool:
        """Whether the run was stopped before its end; what was done counts."""
        return self.games < self.wanted

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' names, with the letter of their (first) seat where a name occurs twice."""
        names = self.players
        return tuple(f"{name} ({seat_name(i)})" if names.count(name) > 1 else name for i, name in enumerate(names))

    def wins(self, player: str | int) -> Rate:
        """Return the share of rounds that a player (a partner included) won; a shared block counts for each winner."""
        of, squares = self._cluster(player, "wins")
        return clustered(of, squares, self.games // self.tally.period, self.tally.period)

    def points(self, player: str | int) -> Mean:
        """Return the mean points a round of a player's side, prices for drawn tiles included."""
        total, squares = self._cluster(player, "points")
        per, size = mean(total, squares, self.games // self.tally.period), self.tally.period
        return Mean(*(x / size for x in per))

    def _cluster(self, player: str | int, what: str) -> tuple[int, int]:
        """Return a player's sum and sum of squares over deals."""
        i = player if isinstance(player, int) else self._index(player)
        return self.tally.squares[1, what, i], self.tally.squares[2, what, i]

    def _index(self, name: str) -> int:
        """Return the place of a player."""
        for names in (self.labels, self.players):
            if name in names:
                return names.index(name)
        raise DominoError(say("nobody is called {name!r}; there are {names}", name=name, names=", ".join(self.labels)))

    @property
    def out(self) -> Rate:
        """The share of rounds in which somebody went out."""
        return self._share(lambda kind: not kind.blocked)

    @property
    def blocked(self) -> Rate:
        """The share of rounds that ended blocked."""
        return self._share(lambda kind: bool(kind.blocked))

    @property
    def leader_wins(self) -> Rate:
        """Among the rounds that exactly one side won: the share won by the side that led."""
        return self._share(self._leader_won, lambda kind: kind.winners.bit_count() == 1)

    def _leader_won(self, kind: Kind) -> bool:
        side = kind.leader % 2 if self.rules.partners else kind.leader
        return bool(kind.winners >> side & 1)

    def _share(self, wanted: Callable[[Kind], bool], among: Callable[[Kind], bool] = lambda _: True) -> Rate:
        """Return the share of rounds of some kinds among others."""
        part = sum(n for kind, n in self.tally.kinds.items() if among(kind) and wanted(kind))
        return wilson(part, sum(n for kind, n in self.tally.kinds.items() if among(kind)))

    def leads(self) -> dict[int, Rate]:
        """Return how often each seat led."""
        return {seat: self._share(lambda kind, seat=seat: kind.leader == seat) for seat in range(self.rules.players)}  # type: ignore[misc]

    def average(self, what: str) -> Mean:
        """Return the mean number of ``"actions"``, ``"plays"``, ``"draws"`` or ``"passes"`` in a round."""
        counts = self.tally.histograms.get(what)
        if counts is None:
            known = ", ".join(self.tally.histograms) or say("nothing: no game was played")
            raise DominoError(say("{what!r} is not counted; there are: {known}", what=what, known=known))
        return mean(sum(v * n for v, n in counts.items()), sum(v * v * n for v, n in counts.items()), self.games)

    def figures(self) -> Iterator[Figure]:
        """Go through all main figures."""
        share, each = say("share of rounds"), say("a round")
        who = range(self.rules.sides)
        for i in who:
            yield Figure(say("{player} wins", player=self._side(i)), share, self.wins(i))
        for i in who:
            yield Figure(say("points of {player}", player=self._side(i)), say("points a round"), self.points(i))
        yield Figure(say("somebody goes out"), share, self.out)
        yield Figure(say("blocked"), share, self.blocked)
        yield Figure(say("the leader wins"), say("share of rounds that one side won"), self.leader_wins)
        words = {"actions": say("actions"), "plays": say("plays"), "draws": say("draws"), "passes": say("passes")}
        for what, word in words.items():
            yield Figure(word, each, self.average(what))

    def _side(self, i: int) -> str:
        """Return who plays for a side."""
        if not self.rules.partners:
            return self.labels[i]
        return say("{one} and {other}", one=self.labels[i], other=self.labels[i + 2])

    @property
    def summary(self) -> pd.DataFrame:
        """All main figures: value, 95 % interval (``low`` to ``high``) and unit, one row each."""
        import pandas as pd

        rows = [(f.name, f.estimate.value, f.estimate.low, f.estimate.high, f.unit) for f in self.figures()]
        return pd.DataFrame(rows, columns=["figure", "value", "low", "high", "unit"]).set_index("figure")

    def to_frame(self) -> pd.DataFrame:
        """Return one row for each player, the seat it sat in and the seat that led: games, wins, points.

        ``rate``, ``low`` and ``high`` are the share of rounds won with its Wilson interval, ``points`` the mean.
        """
        import pandas as pd

        rows = [row for i in range(self.rules.players) for row in self._rows(i)]
        columns = ["player", "seat", "leader", "games", "wins", "rate", "low", "high", "points"]
        return pd.DataFrame(rows, columns=columns)

    def _rows(self, player: int) -> Iterator[tuple[Any, ...]]:
        """Go through a player's rows of the table."""
        n = self.rules.players
        for shift in range(self.tally.period):
            seat = (player - shift) % n
            side = seat % 2 if self.rules.partners else seat
            for leader in range(n):
                kinds = [(k, c) for k, c in self.tally.kinds.items() if k.shift == shift and k.leader == leader]
                games = sum(c for _, c in kinds)
                if games:
                    won = wilson(sum(c for k, c in kinds if k.winners >> side & 1), games)
                    points = self.tally.points[shift, leader, side] / games
                    wins = round(won.value * games)
                    yield self.labels[player], seat, leader, games, wins, won.value, won.low, won.high, points

    def lengths(self) -> pd.DataFrame:
        """Return how many rounds had so many ``actions``, ``plays``, ``draws`` and ``passes``: one row a number."""
        import pandas as pd

        return pd.DataFrame(self.tally.histograms).fillna(0).astype(int).sort_index().rename_axis("number")

    def openings(self) -> pd.DataFrame:
        """Return how often each tile was the first of the line, with its Wilson interval."""
        import pandas as pd

        rows = [(str(tile_number(n)), c, *wilson(c, self.games)[:3]) for n, c in sorted(self.tally.opened.items())]
        return pd.DataFrame(rows, columns=["tile", "games", "rate", "low", "high"]).set_index("tile")

    def to_parquet(self, path: str | Path) -> None:
        """Write the table of ``to_frame`` to a Parquet file (needs pyarrow: the extra ``parquet``)."""
        from dominolab.study.store import write_frame

        write_frame(self.to_frame(), path)

    def difference(self, other: Results) -> pd.DataFrame:
        """Return every figure that both runs have, side by side, and this minus the other with its 95 % interval.

        Rates by Newcombe's method. The runs count as independent: with the same seed (the same deals) the true
        interval is mostly narrower.
        """
        import pandas as pd

        theirs = {f.name: f.estimate for f in other.figures()}
        rows = []
        for name, unit, mine in self.figures():
            their = theirs.get(name)
            if isinstance(mine, Rate) and isinstance(their, Rate):
                d = rates_differ(mine, their)
            elif isinstance(mine, Mean) and isinstance(their, Mean):
                d = means_differ(mine, their)
            else:
                continue
            rows.append((name, mine.value, their.value, d.value, d.low, d.high, unit))
        columns = ["figure", "this", "other", "difference", "low", "high", "unit"]
        return pd.DataFrame(rows, columns=columns).set_index("figure")

    def plot(self, what: str = "wins") -> go.Figure:
        """Return a chart: ``"wins"``, ``"points"``, ``"leads"`` (who wins when who leads), ``"lengths"``, ``"draws"``.

        Error bars are 95 % intervals.
        """
        if "results" not in drawers:
            raise DominoError(say("charts are drawn by the whole package: import dominolab"))
        return drawers["results"](self, what)

    def __str__(self) -> str:
        """Return everything in sentences and columns."""
        lines = [self._headline()]
        for name, unit, e in self.figures():
            lines.append(f"  {name:<32} {_shown(e.value, e)} [{_shown(e.low, e)}, {_shown(e.high, e)}] {unit}")
        lines += [tell(self.tally.faults)] if self.tally.faults else []
        return "\n".join(lines)

    def _headline(self) -> str:
        """Return what was played."""
        played = count("{n:,} round of {rules}", "{n:,} rounds of {rules}", self.games, rules=self.rules)
        line = say("{played}: {players}; seed {seed}", played=played, players=", ".join(self.players), seed=self.seed)
        if self.tally.period > 1:
            line += "; " + count(
                "each deal {n} time, seats moved on", "each deal {n} times, seats moved on", self.tally.period
            )
        if self.stopped:
            line += "; " + say("stopped before {wanted:,}", wanted=self.wanted)
        return line

    def __repr__(self) -> str:
        """Return the summary as text."""
        return str(self)

    def _repr_html_(self) -> str:
        from html import escape

        faults = f"<p>{escape(tell(self.tally.faults))}</p>" if self.tally.faults else ""
        return f"<p>{escape(self._headline())}</p>{self.summary.round(4).to_html()}{faults}"


def _shown(value: float, estimate: Rate | Mean) -> str:
    """Return a number as text: shares in per cent."""
    return f"{value:8.2%}" if isinstance(estimate, Rate) else f"{value:8.3f}"
