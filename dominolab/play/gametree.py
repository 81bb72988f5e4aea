"""A two-player game without drawing as arrays: every deal and every way to play it; regrets and best answers on them.

Nodes are numbered so that a parent comes before its children: one loop forward spreads what the root knows, one loop
backward gathers what the ends pay. A *spot* is all that a player can know when it must choose (its dealt tiles and
what was done), a *slot* one of the choices there; many nodes share a spot. Forced moves and mirror images are no nodes.
The code runs compiled, or plain where nothing compiles.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from dominolab.engine import law
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import mask_of
from dominolab.errors import LimitError
from dominolab.messages import say
from dominolab.play.compiled import compiled, helper
from dominolab.play.kernel import forced, listed, made

MOST_DEALS = 150_000
MOST_NODES = 25_000_000
_END = -1
_NO_ORDER = (0,)


class Tree(NamedTuple):
    """The whole game as arrays.

    A node has a ``parent``, the ``slot`` that led to it, a ``spot`` (-1 where the round is over), a ``deal``, the
    number of actions before it (``depth``), and what the leader gets less what the other gets, at an end (``pays``).
    A spot has a ``seat``, its ``first`` slot and a node there (``example``), a slot the code of its move (``moves``);
    ``deals`` holds both hands of each deal as masks.
    """

    parent: Any
    slot: Any
    spot: Any
    pays: Any
    deal: Any
    depth: Any
    seat: Any
    first: Any
    example: Any
    moves: Any
    deals: Any

    def path(self, node: int) -> list[int]:
        """Return the choices (move codes) on the way from the start to a node; forced moves are not among them."""
        codes = []
        while self.parent[node] >= 0:
            codes.append(int(self.moves[self.slot[node]]))
            node = int(self.parent[node])
        return codes[::-1]

    def evenly(self) -> Any:
        """Return for each slot the same share as for every other slot of its spot."""
        sizes = np.diff(self.first)
        return np.repeat(1 / sizes, sizes)


def tree_of(rules: Rules) -> Tree:
    """Return the tree of a game for two without drawing, over all deals; seat 0 leads any tile.

    Raises ``LimitError`` for other games and for trees of more than 150,000 deals or 25 million nodes.
    """
    deals, hands = _deals(rules)
    parent, by, turn, public, depth, pays, deal, moves_from, codes = grown(deals, rules.terms, MOST_NODES)
    if not len(parent):
        raise LimitError(say("this game has more than {n} situations: too many to go through", n=MOST_NODES))
    chooses = turn != _END
    holder = hands[deal, np.maximum(turn, 0)]
    keys = public[chooses] * (int(hands.max()) + 1) + holder[chooses]
    _, example, inverse = np.unique(keys, return_index=True, return_inverse=True)
    spot = np.full(len(parent), -1)
    spot[chooses] = inverse.ravel()
    example = np.flatnonzero(chooses)[example]
    sizes = moves_from[example, 1]
    first = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    places = np.repeat(moves_from[example, 0] - first[:-1], sizes) + np.arange(first[-1])
    slot = np.where(parent >= 0, first[spot[np.maximum(parent, 0)]] + by, -1)
    return Tree(parent, slot, spot, pays, deal, depth, turn[example], first, example, codes[places], deals)


def _deals(rules: Rules) -> tuple[Any, Any]:
    """Return the two hands of every deal as masks, and as places in the list of all hands."""
    if rules.players != 2 or rules.draw_limit != 0:
        raise LimitError(say("an equilibrium is found for two players without drawing only"))
    hands = [mask_of(tiles) for tiles in combinations(rules.tiles, rules.hand_size)]
    found: list[tuple[int, int]] = []
    for i, mine in enumerate(hands):
        found += [(i, j) for j, theirs in enumerate(hands) if not mine & theirs]
        if len(found) > MOST_DEALS:
            raise LimitError(say("more than {n} deals are too many to go through", n=MOST_DEALS))
    places = np.array(found)
    return np.array(hands)[places], places


@helper
def known_as(log: int, move: int, child: Any, sibling: Any, done: Any) -> int:
    """Return the number of what was done before (``log``) and one action more; a new one where it is new."""
    at = int(child[log])
    while at >= 0 and done[at] != move:
        at = int(sibling[at])
    if at < 0:
        at = len(done)
        done.append(move)
        child.append(-1)
        sibling.append(child[log])
        child[log] = at
    return at


@compiled
def grown(deals: Any, t: law.Terms, most: int) -> Any:
    """Return the nodes of all deals as arrays (empty ones above ``most`` nodes), and the moves of each choice.

    ``public`` numbers what was done so far: the same for everybody, whatever the hands. ``moves_from`` says for each
    node where its moves begin in ``codes``, and how many there are.
    """
    parent, by, turn, public, depth, pays, deal = [0], [0], [0], [0], [0], [0], [0]
    begins, sizes, codes = [0], [0], [0]
    for fresh in (parent, by, turn, public, depth, pays, deal, begins, sizes, codes):
        fresh.clear()
    child, sibling, done = [-1], [-1], [-1]  # the tree of what was done: each entry is one action
    tried, looks = [0] * 512, [0] * 512
    ends = law.no_line()
    for d in range(len(deals)):
        root = law.begin((int(deals[d, 0]), int(deals[d, 1])), (0, 0), 0, ends, 0, -1, 0)
        states, above, place, logs = [root], [-1], [0], [(0, 0)]
        while len(states) > 0:
            s, up, which, (log, deep) = states.pop(), above.pop(), place.pop(), logs.pop()
            if len(parent) >= most:
                nothing = np.zeros(0, dtype=np.int64)
                return (
                    nothing,
                    nothing,
                    nothing,
                    nothing,
                    nothing,
                    nothing,
                    nothing,
                    np.zeros((0, 2), dtype=np.int64),
                    nothing,
                )
            m = law.legal(s, t)
            while not s.over and forced(m) >= 0:
                log = known_as(log, forced(m), child, sibling, done)
                s, deep = made(s, t, _NO_ORDER, forced(m)), deep + 1
                m = law.legal(s, t)
            node = len(parent)
            parent.append(up)
            by.append(which)
            deal.append(d)
            public.append(log)
            depth.append(deep)
            begins.append(len(codes))
            if s.over:
                counts = law.tally(s, t)
                pays.append(law.points(counts, s, 0, t) - law.points(counts, s, 1, t))
                turn.append(_END)
                sizes.append(0)
                continue
            pays.append(0)
            turn.append(s.turn)
            n = listed(s, t, m, -1, tried, looks, 0)
            sizes.append(n)
            for i in range(n):
                codes.append(tried[i])
                states.append(made(s, t, _NO_ORDER, tried[i]))
                above.append(node)
                place.append(i)
                logs.append((known_as(log, tried[i], child, sibling, done), deep + 1))
    moves_from = np.empty((len(parent), 2), dtype=np.int64)
    moves_from[:, 0] = np.array(begins)
    moves_from[:, 1] = np.array(sizes)
    return (
        np.array(parent),
        np.array(by),
        np.array(turn),
        np.array(public),
        np.array(depth),
        np.array(pays),
        np.array(deal),
        moves_from,
        np.array(codes),
    )


def learnt(tree: Tree, iterations: int, since: Any = None) -> Any:
    """Return regrets, weights and shares after so many rounds of regret matching (CFR+), going on from ``since``.

    The average strategy is what the weights of a spot's slots say, divided by their sum.
    """
    slots = len(tree.moves)
    regrets, weights, now, begun = since or (np.zeros(slots), np.zeros(slots), tree.evenly(), 0)
    values, reach = np.zeros(len(tree.parent)), np.ones(len(tree.parent))
    numbers = (tree.parent, tree.slot, tree.spot, tree.pays, tree.seat, tree.first)
    matched(*numbers, regrets, weights, now, values, reach, begun, begun + iterations)
    return regrets, weights, now, begun + iterations


@compiled
def matched(  # noqa: PLR0913, PLR0917 - arrays of one tree; compiled code takes them one by one
    parent: Any, slot: Any, spot: Any, pays: Any, seat: Any, first: Any,
    regrets: Any, weights: Any, now: Any, values: Any, reach: Any, begun: int, stop: int,
) -> None:  # fmt: skip
    """Match regrets by turns for both players: each adds up what its choices would have earned more."""
    for turn in range(begun + 1, stop + 1):
        for who in range(2):
            sign = 1 if who == 0 else -1
            for i in range(len(parent)):  # how likely the other lets the play come here
                values[i] = sign * pays[i]
                up = parent[i]
                if up < 0:
                    reach[i] = 1.0
                elif seat[spot[up]] == who:
                    reach[i] = reach[up]
                else:
                    reach[i] = reach[up] * now[slot[i]]
                    weights[slot[i]] += turn * reach[i]
            for i in range(len(parent) - 1, 0, -1):
                if parent[i] >= 0:
                    values[parent[i]] += now[slot[i]] * values[i]
            for i in range(len(parent)):
                up = parent[i]
                if up >= 0 and seat[spot[up]] == who:
                    regrets[slot[i]] += reach[up] * (values[i] - values[up])
            rematch(seat, first, regrets, now, who)


@helper
def rematch(seat: Any, first: Any, regrets: Any, now: Any, who: int) -> None:
    """Choose in proportion to the regrets; negative ones are forgotten."""
    for k in range(len(seat)):
        if seat[k] != who:
            continue
        total = 0.0
        for j in range(first[k], first[k + 1]):
            regrets[j] = max(0.0, regrets[j])
            total += regrets[j]
        for j in range(first[k], first[k + 1]):
            now[j] = regrets[j] / total if total > 0 else 1 / (first[k + 1] - first[k])


def averaged(tree: Tree, weights: Any) -> Any:
    """Return the shares of the average strategy, a number for each slot."""
    totals = np.add.reduceat(weights, tree.first[:-1]) if len(weights) else weights
    each = np.repeat(totals, np.diff(tree.first))
    return np.where(each > 0, weights / np.where(each > 0, each, 1), tree.evenly())


def answered(tree: Tree, shares: Any, who: int) -> Any:
    """Return what the leader gets, over all deals together, when ``who`` gives the best answer to the other's shares.

    Exact where the shares are fractions (an array of objects), a floating-point number where they are such.
    """
    exact = shares.dtype == object
    one, nothing = (Fraction(1), Fraction(0)) if exact else (1.0, 0.0)
    reach, values = np.full(len(tree.parent), one), np.full(len(tree.parent), nothing)
    earned, chosen = np.full(len(tree.moves), nothing), np.full(len(tree.seat), -1)
    latest = np.argsort(-tree.depth, kind="stable")
    kids = np.lexsort((tree.slot, tree.parent))
    begins = np.searchsorted(tree.parent[kids], np.arange(len(tree.parent)))
    arrays = (tree.parent, tree.slot, tree.spot, tree.pays, tree.seat, tree.first, shares, reach, values)
    best = answer.py_func if exact else answer  # type: ignore[attr-defined]  # the plain function
    best(*arrays, earned, chosen, latest, kids, begins, who)
    return values[tree.parent < 0].sum()


@compiled
def answer(  # noqa: C901, PLR0913, PLR0917 - as above, and one loop
    parent: Any, slot: Any, spot: Any, pays: Any, seat: Any, first: Any, shares: Any, reach: Any, values: Any,
    earned: Any, chosen: Any, latest: Any, kids: Any, begins: Any, who: int,
) -> None:  # fmt: skip
    """Write into ``values`` what the leader gets from each node on; the latest choices are made first."""
    for i in range(len(parent)):
        up = parent[i]
        if up >= 0:
            reach[i] = reach[up] if seat[spot[up]] == who else reach[up] * shares[slot[i]]
    for i in latest:
        k = spot[i]
        if k < 0:
            values[i] += pays[i]
        elif seat[k] == who:
            if chosen[k] < 0:
                chosen[k] = first[k]
                for j in range(first[k] + 1, first[k + 1]):
                    if (earned[j] > earned[chosen[k]]) == (who == 0) and earned[j] != earned[chosen[k]]:
                        chosen[k] = j
            values[i] += values[kids[begins[i] + chosen[k] - first[k]]]
        up = parent[i]
        if up < 0:
            continue
        if seat[spot[up]] == who:
            earned[slot[i]] += reach[i] * values[i]
        else:
            values[up] += shares[slot[i]] * values[i]
