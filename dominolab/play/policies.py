"""The built-in ways to choose a move, as pure functions on numbers, so that the compiled loop can take them too.

A policy sees the law's state but reads only what the seat to move may know: its own hand (``hands[0]``), how many
tiles the others hold, the table, and ``barred``: for each seat, the one to move first, the tiles it cannot hold,
because it passed or drew where they would have fitted.
"""

from __future__ import annotations

from dominolab.engine import chance, law
from dominolab.engine.dealing import nth
from dominolab.engine.law import APART, DOWN, LEFT, RIGHT, UP, Ends, Moves, State, Terms

RANDOM, GREEDY, SUIT_CONTROL, CAREFUL = 0, 1, 2, 3
DRAW, PASS = -1, -2  # a play is 8 * tile + end
_OWN_STREAM = 0x2545F4914F6CDD1D


def choice_key(key: int) -> int:
    """Return the key of the players' own chance in a game: what they choose never changes what is dealt."""
    return chance.mix(key ^ _OWN_STREAM)


def decide(policy: int, s: State, t: Terms, m: Moves, barred: tuple[int, ...], key: int, count: int) -> int:
    """Return the code of the move a policy makes; ``count`` is the number of actions made in the round so far."""
    if policy == RANDOM or m.left | m.right | m.up | m.down | m.apart == 0:
        return dull(m, key, count)
    return best(policy, s, t, m, barred)


def dull(m: Moves, key: int, count: int) -> int:
    """Return the code of the only move where no tile can be laid, else of any legal one."""
    if m.left | m.right | m.up | m.down | m.apart == 0:
        return DRAW if m.draw else PASS
    return at_random(m, key, count)


def at_random(m: Moves, key: int, count: int) -> int:
    """Return one of the legal moves, each with the same probability."""
    total = law.size(m.left) + law.size(m.right) + law.size(m.up) + law.size(m.down) + law.size(m.apart)
    n = chance.below(total + m.draw, key, count)
    mask, end = m.left, LEFT
    if n >= law.size(mask):
        n -= law.size(mask)
        mask, end = m.right, RIGHT
        if n >= law.size(mask):
            n -= law.size(mask)
            mask, end = m.up, UP
            if n >= law.size(mask):
                n -= law.size(mask)
                mask, end = m.down, DOWN
                if n >= law.size(mask):
                    n -= law.size(mask)
                    mask, end = m.apart, APART
    return DRAW if n >= law.size(mask) else 8 * nth(mask, n) + end


def best(policy: int, s: State, t: Terms, m: Moves, barred: tuple[int, ...]) -> int:
    """Return the play that the policy values most; the heavier tile where it values several alike."""
    found, top = PASS, 0
    for end in range(APART + 1):
        rest = law.at(m, end)
        while rest:
            tile = law.index(rest)
            rest &= rest - 1
            value = 1024 * worth(policy, s, t, barred, tile, end) + law.precedence(tile)
            if found == PASS or value > top:
                found, top = 8 * tile + end, value
    return found


def worth(policy: int, s: State, t: Terms, barred: tuple[int, ...], tile: int, end: int) -> int:
    """Return what a policy sees in a play beside the weight of the tile."""
    if policy == GREEDY:
        return 0
    own = s.hands[0] & ~(1 << tile)
    after = s.ends
    if s.table == 0:
        after = law.opened(t, tile)
    elif end != APART:
        after = law.extended(s.ends, t, tile, end)
    if policy == SUIT_CONTROL:
        return control(own, after, t)
    return 12 * law.size(own & law.reach(after, t)) - threat(s, t, barred, own, 1 << tile, after)


def control(own: int, e: Ends, t: Terms) -> int:
    """Return how many tiles of the hand each open end invites, added up: high where strong numbers lie open."""
    total = law.size(own & law.fitting(e.left, t)) + law.size(own & law.fitting(e.right, t))
    return total + law.size(own & law.fitting(e.up, t)) + law.size(own & law.fitting(e.down, t))


def threat(s: State, t: Terms, barred: tuple[int, ...], own: int, laid: int, e: Ends) -> int:
    """Return how many unseen tiles the other sides could follow with (a partner's count for the play)."""
    unseen = law.reach(e, t) & ~(s.table | own | laid)
    total = 0
    for place in range(1, t.players):
        fits = law.size(unseen & ~barred[place])
        if t.partners and place == 2:
            total -= fits
        else:
            total += 2 * fits if place == 1 else fits
    return total


# ------------------------------------------------------------------------- what everybody learns from draws and passes


def bars(e: Ends, t: Terms, own: int) -> int:
    """Return the tiles a seat cannot hold once it has drawn or passed; ``own``: barred for it so far.

    After a forced draw only the drawn tile may still fit, and it is laid at once or kept back by a pass: so what holds
    when the turn ends is that nothing fits. Where a draw was free, or two tiles make a turn, nothing is sure.
    """
    return 0 if t.plays > 1 or t.free_draw or t.draw_ends_turn else own | law.reach(e, t)
