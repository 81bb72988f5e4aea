"""``equilibrium``: tiny games with hidden tiles, solved: what the leader can make sure of against any opponent.

Regrets are matched over and over (CFR+: Tammelin 2014), in floating point; the average strategies, rounded to simple
fractions, are then judged exactly: the best answer to each of them bounds the value of the game from both sides. Where
the bounds meet the value is proved.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from dominolab.engine import law
from dominolab.engine.moves import Move, seat_name
from dominolab.engine.rules import Rules
from dominolab.engine.table import listed
from dominolab.engine.tiles import Hand, mask_of
from dominolab.errors import LimitError
from dominolab.messages import say
from dominolab.play.solver import code_of, first_twins

MOST_DEALS = 5_000
ROUNDED = 12  # strategies are tried with denominators up to this


@dataclass
class Spot:
    """All that a seat can know when it must choose: its tiles and what was done. ``moves`` are its choices."""

    seat: int
    hand: int
    log: tuple[str, ...]
    moves: tuple[Move, ...]
    regrets: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)


@dataclass
class Node:
    """One state in one deal: a choice, or the end with what it pays the leader."""

    pays: int = 0
    spot: Spot | None = None
    after: list[Node] = field(default_factory=list)


Strategy = dict[int, list[Fraction]]


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """What a tiny game is worth to the leader, in points a round."""

    low: Fraction
    """What the leader's strategy earns at least, whatever the other does."""
    high: Fraction
    """What the other's strategy concedes at most, whatever the leader does."""
    strategy: dict[tuple[int, str, tuple[str, ...]], dict[Move, Fraction]]
    """How often each move is chosen: by seat, tiles held at the start, and the actions so far."""

    @property
    def value(self) -> Fraction | None:
        """The value of the game; None where only bounds are proved."""
        return self.low if self.low == self.high else None

    def __repr__(self) -> str:
        """Return the value or its bounds."""
        if self.value is not None:
            return f"<Equilibrium: {self.value} = {float(self.value):.4f}>"
        return f"<Equilibrium: {float(self.low):.4f} to {float(self.high):.4f}>"


def equilibrium(rules: Rules, iterations: int = 400) -> Equilibrium:
    """Return what best play with hidden tiles is worth to the leader (seat 0), who may lead any tile.

    For two players without drawing, on sets so small that every deal can be gone through. All deals are equally likely;
    each player knows its own tiles and what was done, and nothing else. More ``iterations`` bring the bounds nearer.

    Raises:
        LimitError: for more than two players, for games with drawing, and for more than 5,000 deals.

    >>> import dominolab as dl
    >>> rules = dl.rules("block", set_size=1, hand_size=1, opening_tile="any", first_lead="random", next_lead="rotate")
    >>> equilibrium(rules)
    <Equilibrium: 1 = 1.0000>
    """
    deals = _deals(rules)
    spots: dict[Hashable, Spot] = {}
    roots = [_grown(rules.terms, _led(hands), hands, (), spots) for hands in deals]
    ordered = sorted(spots.values(), key=lambda spot: -len(spot.log))
    for spot in ordered:
        n = len(spot.moves)
        spot.regrets, spot.weights, spot.now = [0.0] * n, [0.0] * n, [1 / n] * n
    best: tuple[Fraction | None, Strategy] = (None, {})
    other: tuple[Fraction | None, Strategy] = (None, {})
    for turn in range(1, iterations + 1):
        for seat in (0, 1):
            for root in roots:
                _regret(root, seat, 1.0, float(turn))
            _matched(ordered, seat)
        if turn in (iterations // 4, iterations):
            for denominator in (1, 2, 3, 4, 6, ROUNDED, 10_000):
                mixed = {id(spot): _fractions(spot, denominator) for spot in ordered}
                low, high = (_answered(roots, ordered, mixed, seat) / len(roots) for seat in (1, 0))
                best = (low, mixed) if best[0] is None or low > best[0] else best
                other = (high, mixed) if other[0] is None or high < other[0] else other
            if best[0] == other[0]:
                break
    return Equilibrium(
        low=best[0] or Fraction(0),
        high=other[0] or Fraction(0),
        strategy={
            (s.seat, str(Hand(s.hand)), s.log): dict(
                zip(s.moves, (best if s.seat == 0 else other)[1][id(s)], strict=True)
            )
            for s in reversed(ordered)
        },
    )


def _deals(rules: Rules) -> list[tuple[int, int]]:
    """Return the two hands of every deal, as masks. Raises ``LimitError``."""
    if rules.players != 2 or rules.draw_limit != 0:
        raise LimitError(say("an equilibrium is found for two players without drawing only"))
    tiles = list(rules.tiles)
    found = []
    for first in combinations(tiles, rules.hand_size):
        for second in combinations([t for t in tiles if t not in first], rules.hand_size):
            found.append((mask_of(first), mask_of(second)))
            if len(found) > MOST_DEALS:
                raise LimitError(say("more than {n} deals are too many to go through", n=MOST_DEALS))
    return found


def _led(hands: tuple[int, int]) -> law.State:
    return law.begin(hands, (0, 0), 0, law.no_line(), 0, law.NOWHERE, 0)


def _grown(
    t: law.Terms, s: law.State, dealt: tuple[int, int], log: tuple[str, ...], spots: dict[Hashable, Spot]
) -> Node:
    """Return the tree below a state; moves that are mirror images count as one, forced moves are made."""
    if s.over:
        counts = law.tally(s, t)
        return Node(pays=law.points(counts, s, 0, t) - law.points(counts, s, 1, t))
    moves = listed(law.legal(s, t))
    tried, place = first_twins(s, t, [code_of(move) for move in moves])
    moves = tuple(moves[place.index(i)] for i in range(len(tried)))
    after = []
    for move, code in zip(moves, tried, strict=True):
        end = code & 7
        state = law.skip(s, t) if end > law.APART else law.play(s, t, code >> 3, end)
        after.append(_grown(t, state, dealt, (*log, f"{seat_name(s.turn)} {move}"), spots))
    if len(after) == 1:
        return after[0]
    spot = spots.setdefault((s.turn, dealt[s.turn], log), Spot(s.turn, dealt[s.turn], log, moves))
    node = Node(spot=spot, after=after)
    spot.nodes.append(node)
    return node


def _regret(node: Node, seat: int, reach: float, weight: float) -> float:
    """Return a node's value for ``seat``, adding up what each of its choices would have earned more.

    ``reach`` is how likely the other lets the play come here. The other's choices are added to its average.
    """
    spot = node.spot
    if spot is None:
        return node.pays if seat == 0 else -node.pays
    if spot.seat != seat:
        total = 0.0
        for i, (share, after) in enumerate(zip(spot.now, node.after, strict=True)):
            total += share * _regret(after, seat, reach * share, weight)
            spot.weights[i] += weight * reach * share
        return total
    values = [_regret(after, seat, reach, weight) for after in node.after]
    mean = sum(share * value for share, value in zip(spot.now, values, strict=True))
    for i, value in enumerate(values):
        spot.regrets[i] += reach * (value - mean)
    return mean


def _matched(spots: list[Spot], seat: int) -> None:
    """Choose in proportion to the regrets; negative ones are forgotten."""
    for spot in spots:
        if spot.seat == seat:
            spot.regrets = [max(0.0, regret) for regret in spot.regrets]
            total, n = sum(spot.regrets), len(spot.regrets)
            spot.now = [regret / total for regret in spot.regrets] if total else [1 / n] * n


def _fractions(spot: Spot, denominator: int) -> list[Fraction]:
    """Return the average choices at a spot as fractions with a denominator of about this size."""
    total = sum(spot.weights)
    shares = [weight / total for weight in spot.weights] if total else [1 / len(spot.weights)] * len(spot.weights)
    rounded = [Fraction(share).limit_denominator(denominator) for share in shares]
    most = max(range(len(shares)), key=lambda i: shares[i])
    rest = sum(rounded) - rounded[most]
    if rest > 1:
        return [Fraction(int(i == most)) for i in range(len(shares))]
    rounded[most] = 1 - rest
    return rounded


def _answered(roots: list[Node], spots: list[Spot], mixed: Strategy, seat: int) -> Fraction:
    """Return what the leader gets over all deals when ``seat`` gives the best answer to the other's strategy."""
    reach: dict[int, Fraction] = {}
    for root in roots:
        _spread(root, Fraction(1), mixed, seat, reach)
    chosen: dict[int, int] = {}
    known: dict[int, Fraction] = {}

    def worth(node: Node) -> Fraction:
        spot = node.spot
        if spot is None:
            return Fraction(node.pays)
        if id(node) not in known:
            mine = spot.seat == seat
            one = [Fraction(int(mine and i == chosen[id(spot)])) for i in range(len(node.after))]
            parts = zip(one if mine else mixed[id(spot)], node.after, strict=True)
            known[id(node)] = sum((part * worth(after) for part, after in parts if part), Fraction(0))
        return known[id(node)]

    sign = 1 if seat == 0 else -1
    for spot in (spot for spot in spots if spot.seat == seat):  # the latest choices first
        totals = [
            sum((reach[id(node)] * worth(node.after[i]) for node in spot.nodes), Fraction(0))
            for i in range(len(spot.moves))
        ]
        chosen[id(spot)] = max(range(len(totals)), key=lambda i: sign * totals[i])
    return sum((worth(root) for root in roots), Fraction(0))


def _spread(node: Node, share: Fraction, mixed: Strategy, seat: int, reach: dict[int, Fraction]) -> None:
    """Write down how likely the other player lets the play come to each node."""
    if node.spot is None:
        return
    reach[id(node)] = share
    shares = mixed[id(node.spot)] if node.spot.seat != seat else [Fraction(1)] * len(node.after)
    for part, after in zip(shares, node.after, strict=True):
        _spread(after, share * part, mixed, seat, reach)
