"""Hidden tiles for the law: a hand's unknown tiles as jokers, named one by one, and the moves they may allow.

A joker is a bit beyond the set. The law moves jokers about like tiles; a hidden tile that is laid first takes the
place of a joker. So the same law that judges an open table judges a half-known one.
"""

from __future__ import annotations

from dominolab.engine import law
from dominolab.engine.rules import Rules


def joker_bits(n: int, rules: Rules) -> int:
    """Return ``n`` jokers, one for each hidden tile of a hand."""
    return ((1 << n) - 1) << len(rules.tiles)


def next_joker(hand: int, rules: Rules) -> int:
    """Return the bit number of the next joker for a hand."""
    return max(hand.bit_length(), len(rules.tiles))


def named_in(hand: int, number: int, rules: Rules) -> int:
    """Return a hand in which the tile ``number`` is named that was a joker (or was named already)."""
    jokers = hand & ~rules.tiles.mask
    if hand >> number & 1 or not jokers:
        return hand
    return hand & ~(1 << (jokers.bit_length() - 1)) | 1 << number


def revealed(state: law.State, number: int, rules: Rules) -> law.State:
    """Return the state in which the seat to move holds the tile ``number`` openly instead of a joker."""
    return state._replace(hands=(named_in(state.hands[0], number, rules), *state.hands[1:]))


def hidden_from(state: law.State, seat: int | None, rules: Rules) -> law.State:
    """Return a state in which every hand but the seat's (None: every hand) is jokers."""
    own = -1 if seat is None else (seat - state.turn) % len(state.hands)
    hands = (hand if place == own else joker_bits(hand.bit_count(), rules) for place, hand in enumerate(state.hands))
    return state._replace(hands=tuple(hands))


def possible_moves(state: law.State, rules: Rules) -> law.Moves:
    """Return the tiles that could be laid if the mover's jokers are whatever helps; draw and pass if they help nothing.

    One good partner is all that a tile ever asks of the rest of its hand, so a hand that holds every tile that is not
    seen elsewhere may lay what any of the hands that the jokers stand for may lay.
    """
    hand, real = state.hands[0], rules.tiles.mask
    least = law.legal(state, rules.terms)
    if hand <= real or hand & (hand - 1) == 0:  # nothing hidden, or a lone joker, which takes its name when it is laid
        return least
    seen = state.table
    for other in state.hands[1:]:
        seen |= other
    most = law.legal(state._replace(hands=(hand & real | real & ~seen, *state.hands[1:])), rules.terms)
    return most._replace(draw=least.draw, pass_=least.pass_)
