"""``Outcome``: how a round ended and what it pays; the sums are the law's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominolab.engine import law
from dominolab.engine.deal import Tiles
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import mask_of, tiles_of
from dominolab.errors import DominoError
from dominolab.messages import say


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The end of a round: who won, the pips left in each hand, the points of each side.

    >>> import dominolab as dl
    >>> outcome = dl.score(dl.rules("classic"), ["", "3-0 2-1"], out=0)
    >>> outcome.kind, outcome.pips, outcome.points, outcome.winners
    ('out', (0, 6), (6, 0), (0,))
    """

    kind: str
    """``"out"`` (a hand is empty) or ``"blocked"``."""
    seat: int | None
    """Who went out, or at a block who last laid a tile (None: nobody did)."""
    pips: tuple[int, ...]
    """Pips left in each hand, in seat order (0-0 as the rules count it)."""
    points: tuple[int, ...]
    """Points of each side for this round, prices for drawn tiles included."""
    winners: tuple[int, ...]
    """The sides that won: one, several at a shared tie, or none."""


def outcome_of(s: law.State, t: law.Terms) -> Outcome | None:
    """Return the outcome of a finished state, or None."""
    if not s.over:
        return None
    counts = law.tally(s, t)
    sides = range(law.sides(t))
    return Outcome(
        kind="out" if s.over == law.OUT else "blocked",
        seat=s.last if s.last >= 0 else None,
        pips=counts,
        points=tuple(law.points(counts, s, side, t) for side in sides),
        winners=tuple(side for side in sides if law.wins(counts, s, side, t)),
    )


def score(rules: Rules, hands: Sequence[Tiles], *, out: int | None = None, last: int | None = None) -> Outcome:
    """Return what a round pays that ended with these tiles in hand: by ``out`` going out, else blocked.

    ``last`` is the seat that laid the last tile of a blocked round. Raises ``DominoError`` for a wrong number of hands.

    >>> import dominolab as dl
    >>> score(dl.rules("classic", players=4), ["3-0", "2-1", "4-3", "6-2"], last=2).points
    (12, 12, 0, 0)
    """
    if len(hands) != rules.players:
        raise DominoError(say("{players} players but {hands} hands", players=rules.players, hands=len(hands)))
    masks = tuple(mask_of(tiles_of(hand)) for hand in hands)
    seat = out if out is not None else last
    state = law.begin(masks, (0,) * rules.players, 0, law.no_line(), 0, law.NOWHERE, 0)
    ended = law.OUT if out is not None else law.BLOCKED
    state = state._replace(last=law.NOWHERE if seat is None else seat, over=ended)
    found = outcome_of(state, rules.terms)
    assert found is not None  # noqa: S101 - the state was made finished just above
    return found
