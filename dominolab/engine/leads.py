"""The lead lotteries of text 003: each an exact distribution, and a draw from an explicit generator."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Protocol

from dominolab.engine import chance
from dominolab.engine.dealing import LEADS, named
from dominolab.engine.rules import Rules
from dominolab.errors import RulesError
from dominolab.messages import say


class Generator(Protocol):
    """Anything that draws whole numbers, such as ``random.Random(7)``."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to ``stop`` - 1."""


class Stream:
    """A generator on the package's own mixer: the same numbers on every machine and Python version."""

    def __init__(self, key: int, counter: int = 0) -> None:
        """Start at a key and a place in its stream."""
        self._key, self._counter = key, counter

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to ``stop`` - 1."""
        self._counter += 1
        return chance.below(stop, self._key, self._counter)


def lottery(rules: Rules, generator: Generator, lead: str | None = None) -> int:
    """Return the seat that leads by a lottery: ``draw_highest``, ``draw_sum``, ``odd_even``, ``random``.

    ``draw_highest``: each seat draws a tile, most pips (then the higher number) leads. ``draw_sum``: each draws one,
    the pips of all are divided by the number of players, and the remainder names the seat (the printed rule takes the
    quotient + 1, which names no seat in over 93 % of draws). ``odd_even``: seat 0 says odd; the pips of both drawn
    tiles decide. ``dealer_left``: no chance at all, the last seat deals round 1 and seat 0 leads. Raises
    ``RulesError`` for a lead that is called and not drawn.

    >>> import random, dominolab as dl
    >>> 0 <= lottery(dl.rules("common", players=3), random.Random(1)) < 3
    True
    """
    kind = lead or rules.first_lead
    if kind == "random":
        return generator.randrange(rules.players)
    if kind == "dealer_left":
        return 0
    if kind in ("draw_highest", "draw_sum", "odd_even"):
        tiles = list(rules.tiles)
        drawn = tuple(tiles.pop(generator.randrange(len(tiles))).number for _ in range(rules.players))
        return named(drawn, LEADS.index(kind))
    raise RulesError(say("{lead} is called, not drawn by lot", lead=kind))


def lead_chances(rules: Rules, lead: str | None = None) -> dict[int, Fraction]:
    """Return the exact probability that each seat leads round 1 by a lottery. Raises ``RulesError`` for a call.

    >>> import dominolab as dl
    >>> lead_chances(dl.rules("common", first_lead="odd_even"))
    {0: Fraction(32, 63), 1: Fraction(31, 63)}
    """
    kind = lead or rules.first_lead
    seats = range(rules.players)
    if kind in ("random", "draw_highest"):  # drawing is the same for every seat, and no two tiles tie
        return {seat: Fraction(1, rules.players) for seat in seats}
    if kind == "dealer_left":
        return {seat: Fraction(int(seat == 0)) for seat in seats}
    if kind not in ("draw_sum", "odd_even"):
        raise RulesError(say("{lead} is called, not drawn by lot", lead=kind))
    shares = remainders(rules, rules.players)
    if kind == "odd_even":
        return {0: shares[1], 1: shares[0]}
    return {seat: shares[seat] for seat in seats}


def remainders(rules: Rules, divisor: int) -> dict[int, Fraction]:
    """Return the exact distribution of (pips of one tile a player) modulo ``divisor``."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # (tiles taken, remainder) -> choices of tiles
    for tile in rules.tiles:
        for (taken, rest), n in list(ways.items()):
            if taken < rules.players:
                ways[taken + 1, (rest + tile.pips) % divisor] += n
    total = comb(len(rules.tiles), rules.players)
    return {r: Fraction(ways[rules.players, r], total) for r in range(divisor)}


def quotient_names_no_seat(rules: Rules) -> Fraction:
    """Return how often text 003's own arithmetic (quotient + 1) names no player, by going through all draws."""
    draws = combinations(rules.tiles, rules.players)
    bad = sum(sum(tile.pips for tile in drawn) // rules.players + 1 > rules.players for drawn in draws)
    return Fraction(bad, comb(len(rules.tiles), rules.players))
