"""``Tally``: what a run adds up. Its size does not depend on the number of games, and two of them can be added."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dominolab.engine import law
from dominolab.study import kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    from dominolab.engine.rules import Rules

    Rows = npt.NDArray[np.int64]


class Kind(NamedTuple):
    """What a finished round is counted under."""

    shift: int
    """By how many seats the players had moved on: seat ``s`` was played by player ``(s + shift) % players``."""
    leader: int
    """The seat that led."""
    blocked: int
    winners: int
    """The winning sides, as bits."""


@dataclass
class Tally:
    """Counts and sums over games; everything exact (whole numbers)."""

    seats: int
    sides: int
    period: int
    games: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)
    """How many games were of each kind."""
    histograms: dict[str, Counter[int]] = field(default_factory=dict)
    """For ``actions``, ``plays``, ``draws`` and ``passes``: how many games had so many."""
    opened: Counter[int] = field(default_factory=Counter)
    """How many games opened with each tile (its number)."""
    points: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """(shift, leader, side) -> points scored, added up."""
    squares: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    """(power, what, player): sums over deals of a player's ``"points"`` or ``"wins"`` in all games of the deal."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(player, kind of fault) -> how often."""

    def add_rows(self, rows: Rows, first: int) -> None:
        """Count finished games; ``first`` is the number of the first, the first game of a deal."""
        if not len(rows):
            return
        shift = (first + np.arange(len(rows))) % self.period
        self.games += len(rows)
        self._add_kinds(rows, shift)
        passes = rows[:, kernel.ACTIONS] - rows[:, kernel.PLAYS] - rows[:, kernel.DRAWS]
        columns = {
            "actions": rows[:, kernel.ACTIONS],
            "plays": rows[:, kernel.PLAYS],
            "draws": rows[:, kernel.DRAWS],
            "passes": passes,
        }
        for name, values in columns.items():
            self.histograms.setdefault(name, Counter()).update(_counted(values))
        self.opened.update(_counted(rows[:, kernel.OPENED] + 1, -1))
        self._add_points(rows, shift)

    def _add_kinds(self, rows: Rows, shift: Rows) -> None:
        """Count the games of each kind."""
        blocked = rows[:, kernel.ENDED] == law.BLOCKED
        code = ((shift * self.seats + rows[:, kernel.LEADER]) * 2 + blocked) << self.sides
        codes, counts = np.unique(code + rows[:, kernel.WINNERS], return_counts=True)
        for value, n in zip(codes.tolist(), counts.tolist(), strict=True):
            rest, winners = divmod(value, 1 << self.sides)
            rest, was_blocked = divmod(rest, 2)
            shift_of, leader = divmod(rest, self.seats)
            self.kinds[Kind(shift_of, leader, was_blocked, winners)] += n

    def _add_points(self, rows: Rows, shift: Rows) -> None:
        """Add up points by seat order and lead, and per deal by player."""
        group = shift * self.seats + rows[:, kernel.LEADER]
        scored = rows[:, kernel.POINTS : kernel.POINTS + self.sides]
        for side in range(self.sides):
            sums = np.bincount(group, weights=scored[:, side], minlength=self.period * self.seats)
            for value, total in enumerate(sums.tolist()):
                if total:
                    self.points[*divmod(value, self.seats), side] += int(total)
        won = rows[:, kernel.WINNERS, None] >> np.arange(self.sides) & 1
        for player in range(self.seats):
            seat = (player - shift) % self.seats
            mine_at = (seat % 2 if self.sides < self.seats else seat)[:, None]
            for what, values in (("points", scored), ("wins", won)):
                mine = np.take_along_axis(values, mine_at, 1)[:, 0]
                deals = mine.reshape(-1, self.period).sum(axis=1)
                self.squares[1, what, player] += int(deals.sum())
                self.squares[2, what, player] += int((deals * deals).sum())

    def plus(self, other: Tally) -> Tally:
        """Return this tally and another of the same kind of run, added up; neither is changed."""
        total = deepcopy(self)
        total.add(other)
        return total

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.kinds.update(other.kinds)
        self.opened.update(other.opened)
        for name, counted in other.histograms.items():
            self.histograms.setdefault(name, Counter()).update(counted)
        for mine, theirs in ((self.points, other.points), (self.squares, other.squares)):
            for key, value in theirs.items():  # sums may be negative
                mine[key] += value  # type: ignore[index]  # both have the same keys
        self.faults.update(other.faults)


def tally_for(rules: Rules, period: int) -> Tally:
    """Return an empty tally for these rules; each deal is played ``period`` times."""
    return Tally(rules.players, rules.sides, period)


def _counted(values: Rows, shift: int = 0) -> dict[int, int]:
    """Return how often each value occurs (whole numbers from 0 on), the values moved by ``shift``."""
    found = np.bincount(values)
    return {value + shift: n for value, n in enumerate(found.tolist()) if n}
