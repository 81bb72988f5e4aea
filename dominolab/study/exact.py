"""``exact_rounds``: tiny games in full. Every deal and every choice of random play, as fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from dominolab.engine import law
from dominolab.engine.deal import dealing_of
from dominolab.engine.dealing import CALL_TILE, opening
from dominolab.engine.leads import lead_chances
from dominolab.engine.line import Line, ends_of
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import tile_number
from dominolab.errors import LimitError
from dominolab.messages import say

MOST_DEALS = 20_000


class End(NamedTuple):
    """How a round may end."""

    kind: str
    """``"out"`` or ``"blocked"``."""
    seat: int | None
    """Who went out, or at a block who last laid a tile."""
    winners: tuple[int, ...]
    """The winning sides."""
    points: tuple[int, ...]
    """What each side scores."""
    actions: int
    """How many actions the round had: plays, draws and passes."""


@dataclass(frozen=True)
class Exact:
    """All ways a round of random play may end, each with its exact probability."""

    rules: Rules
    ends: dict[End, Fraction]

    def probability(self, kind: str | None = None, seat: int | None = None, winner: int | None = None) -> Fraction:
        """Return the probability of an end: its kind, who was last, a winning side (None: any)."""
        return sum(
            (
                p
                for end, p in self.ends.items()
                if kind in (None, end.kind) and seat in (None, end.seat) and (winner is None or winner in end.winners)
            ),
            Fraction(0),
        )

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The mean points a round of each side."""
        sides = range(self.rules.sides)
        return tuple(sum((p * end.points[side] for end, p in self.ends.items()), Fraction(0)) for side in sides)

    @property
    def actions(self) -> Fraction:
        """The mean number of actions in a round."""
        return sum((p * end.actions for end, p in self.ends.items()), Fraction(0))


def exact_rounds(rules: Rules) -> Exact:
    """Return the exact chances of every end of a round in which all seats play at random.

    Random play: each legal move is as likely. Raises ``LimitError`` where there are more than 20,000 deals.

    >>> import dominolab as dl
    >>> tiny = dl.rules("block", set_size=2, hand_size=2, first_lead="dealer_left", opening_tile="any")
    >>> dl.exact_rounds(tiny).probability(winner=0)
    Fraction(71, 90)
    """
    deals = _number_of_deals(rules)
    if deals > MOST_DEALS:
        message = say("{n:,} deals are too many to go through (at most {most:,}): simulate", n=deals, most=MOST_DEALS)
        raise LimitError(message, deals)
    t = rules.terms
    total: dict[End, Fraction] = defaultdict(Fraction)
    known: dict[tuple[law.State, int], dict[End, Fraction]] = {}
    weight = Fraction(0)
    for chance, state, rest in _starts(rules):
        weight += chance
        for end, p in _ends(state, t, rest, known).items():
            total[end] += chance * p
    return Exact(rules, {end: p / weight for end, p in sorted(total.items(), key=str)})


def _number_of_deals(rules: Rules) -> int:
    """Return in how many ways the hands can be dealt (and a tile be turned up)."""
    left, ways = len(rules.tiles), 1
    for _ in range(rules.players):
        ways *= comb(left, rules.hand_size)
        left -= rules.hand_size
    return ways * (left if rules.opening_tile == "from_boneyard" else 1)


def _hands(rules: Rules, seats: int, rest: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through all ways to deal so many hands from the tiles ``rest``, each with what is left."""
    if seats == 0:
        yield (), rest
        return
    tiles = [n for n in range(rest.bit_length()) if rest >> n & 1]
    for chosen in combinations(tiles, rules.hand_size):
        hand = sum(1 << n for n in chosen)
        for others, left in _hands(rules, seats - 1, rest & ~hand):
            yield (hand, *others), left


def _starts(rules: Rules) -> Iterator[tuple[Fraction, law.State, int]]:
    """Go through the first states with their weights and what is in the boneyard; deals without a leader fall out."""
    d, t = dealing_of(rules), rules.terms
    for hands, rest in _hands(rules, rules.players, rules.tiles.mask):
        called = law.NOWHERE
        leaders: dict[int, Fraction]
        if d.lead > CALL_TILE:
            leaders = lead_chances(rules)
        else:
            called = opening(hands, d)
            holder = law.holder(hands, called)
            anybody = {seat: Fraction(1, rules.players) for seat in range(rules.players)} if d.draws_to_open else {}
            leaders = {holder: Fraction(1)} if holder >= 0 else anybody
        turned = [n for n in range(rest.bit_length()) if rest >> n & 1] if d.turned else [law.NOWHERE]
        for leader, chance in leaders.items():
            for tile in turned:
                line = Line().with_tile(tile_number(tile), None, law.NOWHERE, spins=False) if d.turned else Line()
                table = line.tiles.mask
                yard = rest & ~table
                order = hands[leader:] + hands[:leader]
                forced = called if d.forced else law.NOWHERE
                blank = (0,) * rules.players
                state = law.begin(order, blank, yard.bit_count(), ends_of(line, t), table, forced, leader)
                yield chance / len(turned), state, yard


def _ends(
    s: law.State, t: law.Terms, yard: int, known: dict[tuple[law.State, int], dict[End, Fraction]]
) -> dict[End, Fraction]:
    """Return the distribution of the ends from a state on; any tile of the boneyard is as likely to be drawn."""
    if s.over:
        counts, sides = law.tally(s, t), range(law.sides(t))
        winners = tuple(side for side in sides if law.wins(counts, s, side, t))
        points = tuple(law.points(counts, s, side, t) for side in sides)
        kind = "out" if s.over == law.OUT else "blocked"
        return {End(kind, s.last if s.last >= 0 else None, winners, points, 0): Fraction(1)}
    if (s, yard) not in known:
        found: dict[End, Fraction] = defaultdict(Fraction)
        after = list(_after(s, t, yard))
        for share, state, rest in after:
            for end, p in _ends(state, t, rest, known).items():
                found[end._replace(actions=end.actions + 1)] += share * p
        known[s, yard] = dict(found)
    return known[s, yard]


def _after(s: law.State, t: law.Terms, yard: int) -> Iterator[tuple[Fraction, law.State, int]]:
    """Go through what random play leads to, with probabilities."""
    moves = law.legal(s, t)
    plays = [(tile, end) for end in range(5) for tile in _tiles(law.at(moves, end))]
    share = Fraction(1, len(plays) + moves.draw + moves.pass_)
    for tile, end in plays:
        yield share, law.play(s, t, tile, end), yard
    if moves.draw:
        for tile in _tiles(yard):
            yield share / yard.bit_count(), law.draw(s, t, tile), yard & ~(1 << tile)
    if moves.pass_:
        yield share, law.skip(s, t), yard


def _tiles(mask: int) -> list[int]:
    """Return the numbers of the tiles of a mask."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
