"""Dealing as pure functions on numbers, like the law: shuffle, cut, and find who leads.

``deal`` and the compiled loop of ``study`` take these same functions, so game ``i`` of a million is the deal that
``dl.deal(rules, seed, game=i)`` shows.
"""

from __future__ import annotations

from typing import NamedTuple

from dominolab.engine import chance, law

LEADS = ("highest_double", "highest_tile", "draw_highest", "draw_sum", "odd_even", "dealer_left", "random")
CALL_DOUBLE, CALL_TILE, DRAW_HIGHEST, DRAW_SUM, ODD_EVEN, DEALER_LEFT, RANDOM = range(7)

MOST_REDEALS = 100_000


class Dealing(NamedTuple):
    """How a round is dealt and led, as numbers (made by ``dealing_of``)."""

    tiles: int  # in the set
    hand_size: int
    turned: int  # 1: a tile turned from the boneyard opens
    lead: int  # how the leader is found, a place in LEADS
    then_tiles: int  # 1: a call for doubles that finds none goes on to all tiles
    set_double: int  # the only tile that may be called, or NOWHERE
    forced: int  # 1: the called tile must be the first one laid
    draws_to_open: int  # 1: nobody need hold it (Vietnamese start)


class Dealt(NamedTuple):
    """A dealt round: the hands in seat order; ``leader`` is NOWHERE where it must be dealt again."""

    hands: tuple[int, ...]
    leader: int
    opening: int  # the called tile, or NOWHERE


def nth(mask: int, n: int) -> int:
    """Return the number of the n-th tile of a mask, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return law.index(mask)


def hands_from(order: list[int], blank: tuple[int, ...], d: Dealing) -> tuple[int, ...]:
    """Return the hands of a shuffled set, one after the other; ``blank`` is a tuple of one 0 a seat."""
    hands = blank
    top = 0
    for _ in range(len(blank)):
        hand = 0
        for _ in range(d.hand_size):
            hand |= 1 << order[top]
            top += 1
        hands = law.pushed(hands, hand)
    return hands


def dealt(order: list[int], key: int, counter: int, blank: tuple[int, ...], d: Dealing) -> Dealt:
    """Return the round that a shuffled set deals; lots are drawn from ``counter`` on."""
    hands = hands_from(order, blank, d)
    if d.lead > CALL_TILE:
        return Dealt(hands, drawn_leader(key, counter, blank, d), law.NOWHERE)
    tile = opening(hands, d)
    leader = law.holder(hands, tile)
    if leader < 0 and d.draws_to_open:
        leader = chance.below(len(blank), chance.mix(key), counter + 1)
    return Dealt(hands, leader, tile)


def opening(hands: tuple[int, ...], d: Dealing) -> int:
    """Return the tile that must open the round where it is called, or NOWHERE if the call finds none."""
    return d.set_double if d.set_double >= 0 else law.opening_call(hands, d.lead == CALL_DOUBLE, d.then_tiles == 1)


def drawn_leader(key: int, counter: int, blank: tuple[int, ...], d: Dealing) -> int:
    """Return the seat that a lot names, drawn from the game's own stream."""
    stream = chance.mix(key)  # apart from the shuffle's
    if d.lead == DEALER_LEFT:
        return 0
    if d.lead == RANDOM:
        return chance.below(len(blank), stream, counter + 1)
    drawn = blank
    rest = (1 << d.tiles) - 1
    for i in range(len(blank)):
        tile = nth(rest, chance.below(d.tiles - i, stream, counter + 1 + i))
        rest &= ~(1 << tile)
        drawn = law.pushed(drawn, tile)
    return named(drawn, d.lead)


def named(drawn: tuple[int, ...], lead: int) -> int:
    """Return the seat that leads when each seat has drawn a tile.

    ``draw_highest``: most pips, then the higher number. ``draw_sum``: the remainder of all pips by the number of
    players. ``odd_even``: seat 0 said odd.
    """
    best, seat, total = 0, 0, 0
    for i, tile in enumerate(drawn):
        total += law.LOW[tile] + law.HIGH[tile]
        if law.precedence(tile) > best:
            best, seat = law.precedence(tile), i
    if lead == DRAW_HIGHEST:
        return seat
    return total % len(drawn) if lead == DRAW_SUM else 1 - total % 2
