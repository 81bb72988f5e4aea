"""``equilibrium`` and ``exploitability``: tiny games with hidden tiles, solved, and how far from that a player plays.

Regrets are matched over and over (CFR+: Tammelin 2014), in floating point; the average strategies, rounded to simple
fractions, are then judged by the best answer to each of them: these bound the value of the game from both sides. Where
the bounds meet the value is proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Move, seat_name
from dominolab.engine.position import Position, start
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import Hand
from dominolab.engine.view import View
from dominolab.errors import LimitError
from dominolab.messages import say
from dominolab.play import gametree, policies
from dominolab.play.gametree import Tree
from dominolab.play.players import BuiltIn, PlayerLike, player
from dominolab.play.solver import code_of, first_twins, move_from

DENOMINATORS = (1, 2, 3, 4, 6, 12, 10_000)
"""Strategies are tried with fractions of about this size."""
MOST_EXACT = 60_000
"""Trees of more nodes are judged in floating point, and the bounds rounded outward."""
GRAIN = 1_000_000
MOST_ASKED = 100_000
_NEAR = 1e-9

Strategy: TypeAlias = dict[tuple[int, str, tuple[str, ...]], dict[Move, Fraction]]


class Choice(NamedTuple):
    """A seat that must choose: where its slots begin, what it knows, and the codes of its moves."""

    first: int
    view: View
    codes: list[int]


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """What a tiny game is worth to the leader, in points a round."""

    low: Fraction
    """What the leader's strategy earns at least, whatever the other does."""
    high: Fraction
    """What the other's strategy concedes at most, whatever the leader does."""
    rules: Rules
    tree: Tree
    """The game, as arrays."""
    shares: Any
    """How often each choice of the tree is made."""

    @property
    def value(self) -> Fraction | None:
        """The value of the game; None where only bounds are proved."""
        return self.low if self.low == self.high else None

    @cached_property
    def strategy(self) -> Strategy:
        """How often each move is chosen: by seat, tiles held at the start, and the actions so far."""
        found: Strategy = {}
        for first, view, codes in _choices(self.tree, self.rules):
            shares = [Fraction(share) for share in self.shares[first : first + len(codes)]]
            log = tuple(f"{seat_name(event.seat)} {event.move}" for event in view.log)
            found[view.seat or 0, str(Hand(view.dealt or ())), log] = dict(
                zip(map(move_from, codes), shares, strict=True)
            )
        return found

    def __repr__(self) -> str:
        """Return the value or its bounds."""
        if self.value is not None:
            return f"<Equilibrium: {self.value} = {float(self.value):.4f}>"
        return f"<Equilibrium: {float(self.low):.4f} to {float(self.high):.4f}>"


def equilibrium(rules: Rules, iterations: int = 400) -> Equilibrium:
    """Return what best play with hidden tiles is worth to the leader (seat 0), who may lead any tile.

    For two players without drawing, on sets so small that every deal can be gone through. All deals are equally likely;
    each player knows its own tiles and what was done, and nothing else. More ``iterations`` bring the bounds nearer.
    In a large tree they are floating-point numbers, rounded outward to a millionth of a point.

    Raises:
        LimitError: for more than two players, for games with drawing, for more than 150,000 deals, and for more than
            25 million situations.

    >>> import dominolab as dl
    >>> rules = dl.rules("block", set_size=1, hand_size=1, opening_tile="any", first_lead="random", next_lead="rotate")
    >>> equilibrium(rules)
    <Equilibrium: 1 = 1.0000>
    """
    tree = gametree.tree_of(rules)
    learnt, tried = None, []
    for part in (iterations // 4, iterations - iterations // 4):
        learnt = gametree.learnt(tree, part, learnt)
        tried += _candidates(tree, gametree.averaged(tree, learnt[1]))
        best = max(tried, key=lambda c: float(c[1]))
        other = min(tried, key=lambda c: float(c[2]))
        if float(other[2]) - float(best[1]) < _NEAR * len(tree.deals):
            break
    deals = len(tree.deals)
    mixed = np.where(tree.seat[np.repeat(np.arange(len(tree.seat)), np.diff(tree.first))] == 0, best[0], other[0])
    if len(tree.parent) <= MOST_EXACT:
        low, high = (Fraction(gametree.answered(tree, mixed, who), deals) for who in (1, 0))
    else:
        low, high = Fraction(floor(best[1] / deals * GRAIN), GRAIN), Fraction(ceil(other[2] / deals * GRAIN), GRAIN)
    return Equilibrium(low=low, high=high, rules=rules, tree=tree, shares=mixed)


def _candidates(tree: Tree, shares: Any) -> list[tuple[Any, float, float]]:
    """Return strategies near these shares, with what the leader gets at least and at most, over all deals."""
    found = []
    exact = len(tree.parent) <= MOST_EXACT
    for denominator in DENOMINATORS if exact else DENOMINATORS[-1:]:
        mixed = _rounded(tree, shares, denominator) if exact else shares
        plain = mixed.astype(float)
        low, high = (float(gametree.answered(tree, plain, who)) for who in (1, 0))
        found.append((mixed, low, high))
    return found


def _rounded(tree: Tree, shares: Any, denominator: int) -> Any:
    """Return shares as fractions with a denominator of about this size, adding up to one at each spot."""
    found = np.array([Fraction(share).limit_denominator(denominator) for share in shares], dtype=object)
    for begin, end in zip(tree.first[:-1], tree.first[1:], strict=True):
        most = begin + int(np.argmax(shares[begin:end]))
        rest = sum(found[begin:end]) - found[most]
        if rest > 1:
            found[begin:end], rest = Fraction(0), Fraction(0)
        found[most] = 1 - rest
    return found


def exploitability(rules: Rules, who: PlayerLike, tries: int = 20) -> float:
    """Return how many points a round an opponent who knows a player's habits wins from it, beyond a fair share.

    The game is as in ``equilibrium``. The best answer to the player is found in both seats, and the mean of what the
    two answers win is returned: 0 for a player that cannot be exploited. A player that chooses by chance is asked
    ``tries`` times wherever it has a choice, so its figure is an estimate; that of ``"random"`` is not.

    Raises:
        LimitError: where ``equilibrium`` does, and for games in which there are more than 100,000 choices to ask for.
        IllegalMoveError: for a player whose answer is no legal move.

    >>> import dominolab as dl
    >>> rules = dl.rules("block", set_size=2, hand_size=2, opening_tile="any", first_lead="random", next_lead="rotate")
    >>> round(dl.exploitability(rules, "greedy"), 3)
    0.567
    """
    tree = gametree.tree_of(rules)
    shares = _shares(tree, rules, who, tries)
    low, high = (float(gametree.answered(tree, shares, seat)) / len(tree.deals) for seat in (1, 0))
    return (high - low) / 2


def _shares(tree: Tree, rules: Rules, who: PlayerLike, tries: int) -> Any:
    """Return how often a player makes each choice of the tree."""
    asked = player(who)
    if isinstance(asked, BuiltIn) and asked.policy == policies.RANDOM:
        return _like_any(tree, rules)
    if len(tree.seat) > MOST_ASKED:
        raise LimitError(
            say("this game has {n} choices; at most {most} can be asked for", n=len(tree.seat), most=MOST_ASKED)
        )
    times = 1 if isinstance(asked, BuiltIn) else tries
    shares = np.zeros(len(tree.moves))
    for k, (begin, view, codes) in enumerate(_choices(tree, rules)):
        for key in range(times):
            move = asked.choose(view, key * len(tree.seat) + k)
            shares[begin + _place(view, codes, move)] += 1 / times
    return shares


def _like_any(tree: Tree, rules: Rules) -> Any:
    """Return the shares of a player to whom all legal moves are alike (mirror images are two moves)."""
    shares = np.zeros(len(tree.moves))
    for begin, view, codes in _choices(tree, rules):
        for move in view.legal_moves:
            shares[begin + _place(view, codes, move)] += 1 / len(view.legal_moves)
    return shares


def _place(view: View, codes: list[int], move: Move) -> int:
    """Return which of the codes stands for a move, or for its mirror image."""
    (twin,), _ = first_twins(view.state, view.rules.terms, [code_of(move)])
    return codes.index(twin)


def _choices(tree: Tree, rules: Rules) -> Iterator[Choice]:
    """Yield every choice of the tree, by spots."""
    for k, node in enumerate(tree.example):
        codes = [int(code) for code in tree.moves[tree.first[k] : tree.first[k + 1]]]
        at = _position(tree, rules, int(node))
        yield Choice(int(tree.first[k]), at.view(int(tree.seat[k])), codes)


def _position(tree: Tree, rules: Rules, node: int) -> Position:
    """Return the position at a node; forced moves are made on the way."""
    hands = [tuple(Hand(int(mask))) for mask in tree.deals[tree.deal[node]]]
    at = _settled(start(Deal(rules, hands, leader=0)))
    for code in tree.path(node):
        at = _settled(at.move(move_from(code)))
    return at


def _settled(at: Position) -> Position:
    """Return the next position in which there is a choice, or the end of the round."""
    while len(at.legal_moves) == 1:
        at = at.move(at.legal_moves[0])
    return at
