"""The search of the solver: alpha-beta with an explicit stack and a transposition table, over the law's own functions.

Every search asks one question, "is this value at least ``bound``?" (a window without width), and answers with a better
bound; a few such questions close in on the value (Plaat and others, MTD(f), 1996). So a search that is stopped has
proved bounds.

A value is seen from one side, the hero's: the hero's side maximises, every other side minimises. It is the hero's
points less the most another side gets, times ``SCALE``, plus the same difference of wins (so that among equal points a
win counts more, and without prices the sign says who wins). Forced moves are made on the way and are no nodes.

The code runs compiled, or plain on sets that do not fit a machine word; there arrays
are lists. Compiled code never calls itself: cached recursive functions fail on reload.
"""

from __future__ import annotations

from typing import Any

from dominolab.engine import law
from dominolab.play.compiled import compiled, helper

SCALE = 4
INFINITE = 1 << 19
DRAW, PASS = 5, 6  # end codes of the two moves that lay no tile
_WORD = (1 << 63) - 1
_UNLIMITED = 1 << 10  # a limit on the draws of a turn beyond any boneyard: their number changes nothing
_BITS = (1 << 20) - 1
_BLOCKS_NEXT, _ANSWER, _DOUBLE, _DRAWN, _FROM_TABLE = 40, 8, 6, 60, 10_000  # the order of looking: it changes no value


@helper
def made(s: law.State, t: law.Terms, order: Any, move: int) -> law.State:
    """Return the state after a move (tile * 8 + end); the last tiles of ``order`` are the boneyard."""
    end = move & 7
    if end == DRAW:
        return law.draw(s, t, int(order[len(order) - s.boneyard]))
    if end == PASS:
        return law.skip(s, t)
    return law.play(s, t, move >> 3, end)


@helper
def forced(m: law.Moves) -> int:
    """Return the only move there is, or -1 where there is a choice."""
    every = m.left | m.right | m.up | m.down | m.apart
    if every == 0:
        return DRAW if m.draw else PASS
    if m.draw or every & (every - 1):
        return -1
    ends = (m.left != 0) + (m.right != 0) + (m.up != 0) + (m.down != 0) + (m.apart != 0)
    if ends > 1:
        return -1
    end = law.LEFT if m.left else law.RIGHT if m.right else law.UP if m.up else law.DOWN if m.down else law.APART
    return law.index(every) * 8 + end


@helper
def settled(s: law.State, t: law.Terms, order: Any) -> tuple[law.State, law.Moves]:
    """Return the next state in which there is a choice (or the end of the round), and the moves there."""
    m = law.legal(s, t)
    while not s.over:
        move = forced(m)
        if move < 0:
            break
        s = made(s, t, order, move)
        m = law.legal(s, t)
    return s, m


@helper
def worth(s: law.State, t: law.Terms, hero: int) -> int:
    """Return the value of a finished round for the hero's side."""
    counts = law.tally(s, t)
    own = law.points(counts, s, hero, t)
    most = -INFINITE
    for side in range(law.sides(t)):
        if side != hero:
            most = max(most, law.points(counts, s, side, t))
    if own != most and t.price == 0:  # without prices points go to winners only, so they say who won
        return (own - most) * SCALE + (1 if own > most else -1)
    won = 1 if law.wins(counts, s, hero, t) else 0
    lost = 0
    for side in range(law.sides(t)):
        if side != hero and law.wins(counts, s, side, t):
            lost = 1
    return (own - most) * SCALE + won - lost


@helper
def mirrored(e: law.Ends, t: law.Terms) -> bool:
    """Return whether left and right are alike: the same position would follow if they were exchanged."""
    return t.each_end == 0 and (t.spinner == law.NO_SPINNER or (e.spinner >= 0 and e.bare == 0))


@helper
def twin(e: law.Ends, t: law.Terms, end: int) -> bool:
    """Return whether an end need not be tried because an earlier one is its mirror image."""
    if end == law.RIGHT:
        return e.left == e.right and e.left >= 0 and mirrored(e, t)
    return end == law.DOWN and e.up == e.down


@helper
def stir(h: int, value: int) -> int:
    """Return 63 bits in which ``value`` has left its mark on ``h``."""
    h = ((h ^ value) * 0x3F58476D1CE4E5B9) & _WORD
    return h ^ h >> 29


@helper
def key(s: law.State, t: law.Terms) -> int:
    """Return a number for everything that the value of a state depends on, mirror images alike.

    The tiles on the table follow from the hands and the boneyard. Two of 2**63 keys may meet by chance: in a search of
    ten million nodes, once in about a million million searches.
    """
    e = s.ends
    left, right, up, down = e.left, e.right, e.up, e.down
    if left > right and mirrored(e, t):
        left, right = right, left
    if up > down:
        up, down = down, up
    line = ((((left * 32 + right) * 32 + up) * 32 + down) * 32 + e.spinner) * 4 + e.bare
    turn = ((s.boneyard * 16 + s.turn) * 16 + s.passes) * 2 + s.laid
    h = stir(line, turn)
    if t.draw_limit < _UNLIMITED or t.tie == law.BLOCKER or s.called >= 0:
        h = stir(h, (s.draws * 16 + (s.last if t.tie == law.BLOCKER else 0)) * 512 + s.called)
    for hand in s.hands:
        rest = hand
        while rest > _WORD:
            h = stir(h, rest & _WORD)
            rest >>= 63
        h = stir(h, rest)
    if t.price:
        for drawn in s.drawn:
            h = stir(h, drawn)
    return h ^ h >> 32


@helper
def promise(s: law.State, t: law.Terms, tile: int, end: int) -> int:
    """Return how good a play looks: heavy tiles, doubles, and what leaves the next seat few answers or none."""
    ends = law.opened(t, tile) if s.table == 0 else law.extended(s.ends, t, tile, end)
    score = law.LOW[tile] + law.HIGH[tile]
    if law.LOW[tile] == law.HIGH[tile]:
        score += _DOUBLE
    answers = s.hands[1] & law.reach(ends, t)
    return score - _ANSWER * law.size(answers) if answers else score + _BLOCKS_NEXT


@helper
def draws_after(s: law.State, t: law.Terms, order: Any, tile: int, end: int) -> int:
    """Return how many tiles the next seat has to draw after a play. Every draw makes the round longer to search."""
    wanted = law.reach(law.opened(t, tile) if s.table == 0 else law.extended(s.ends, t, tile, end), t)
    if s.hands[1] & wanted:
        return 0
    first, most, drawn = len(order) - s.boneyard, law.drawable(s, t), 0
    while drawn < most and not wanted >> int(order[first + drawn]) & 1:
        drawn += 1
    return min(drawn + 1, most)


@helper
def low_bound(word: int) -> int:
    """Return the low bound in a word of the table."""
    return (word >> 40) - INFINITE


@helper
def high_bound(word: int) -> int:
    """Return the high bound in a word of the table."""
    return (word >> 20 & _BITS) - INFINITE


@helper
def listed(s: law.State, t: law.Terms, m: law.Moves, hint: int, moves: Any, looks: Any, top: int) -> int:
    """Write the moves of a state, and how good each looks, into the two lists from ``top`` on; return the new top."""
    for end in range(5):
        rest = law.at(m, end)
        if rest and twin(s.ends, t, end):
            continue
        while rest:
            tile = law.index(rest)
            rest &= rest - 1
            move = tile * 8 + end
            moves[top] = move
            looks[top] = _FROM_TABLE if move == hint else promise(s, t, tile, end)
            top += 1
    if m.draw:
        moves[top] = DRAW
        looks[top] = _FROM_TABLE if hint == DRAW else 0
        top += 1
    return top


@helper
def short_rounds_first(s: law.State, t: law.Terms, order: Any, moves: Any, looks: Any, k: int, stop: int) -> None:
    """Make plays look worse that let the next seat draw: what is short to search may settle the question at once."""
    for j in range(k, stop):
        if looks[j] != _FROM_TABLE and moves[j] & 7 < DRAW:
            looks[j] -= _DRAWN * draws_after(s, t, order, moves[j] >> 3, moves[j] & 7)


@helper
def take_best(moves: Any, looks: Any, k: int, stop: int) -> int:
    """Bring the best-looking move from place ``k`` on to that place and return it."""
    first = k
    for j in range(k + 1, stop):
        if looks[j] > looks[first]:
            first = j
    move = moves[first]
    moves[first], looks[first] = moves[k], looks[k]
    moves[k] = move
    return int(move)


@helper
def search(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - one loop in place of recursion
    root: law.State,
    t: law.Terms,
    order: Any,
    hero: int,
    bound: int,
    limit: int,
    table: Any,
    salt: int,
    states: list[law.State],
    frames: Any,
) -> tuple[int, int]:
    """Return a value that is at least ``bound`` if the state's is, and never below it; else one never above it.

    Returns the nodes looked at too; above ``limit`` the search was not finished. ``table`` holds pairs: key, and low
    bound, high bound and best move in one word. ``salt`` tells this solution's entries from those of earlier ones.
    """
    keys, best, pick, at, stop, moves, looks = frames
    last_pair = len(table) // 2 - 1
    nodes, d = 0, 0
    states[0] = root
    while True:
        # Go down into states[d]: either its value is known at once, or its moves are listed.
        nodes += 1
        if nodes > limit:
            return 0, nodes
        s, m = settled(states[d], t, order)
        value, known, hint = 0, False, -1
        if s.over:
            value, known = worth(s, t, hero), True
        else:
            h = key(s, t)
            slot = 2 * (h & last_pair)
            if table[slot] == h ^ salt:
                word = int(table[slot + 1])
                hint = word & _BITS
                if low_bound(word) >= bound:
                    value, known = low_bound(word), True
                elif high_bound(word) < bound:
                    value, known = high_bound(word), True
            if not known:
                states[d], keys[d] = s, h
                at[d] = stop[d - 1] if d else 0
                stop[d] = listed(s, t, m, hint, moves, looks, at[d])
                if s.boneyard:
                    short_rounds_first(s, t, order, moves, looks, at[d], stop[d])
                best[d] = -INFINITE if law.side_of(s.turn, t) == hero else INFINITE - 1
        # Go up as long as values are known and decide.
        while known:
            if d == 0:
                return value, nodes
            d -= 1
            if law.side_of(states[d].turn, t) == hero:
                if value > best[d]:
                    best[d], pick[d] = value, moves[at[d] - 1]
                known = best[d] >= bound or at[d] == stop[d]
            else:
                if value < best[d]:
                    best[d], pick[d] = value, moves[at[d] - 1]
                known = best[d] < bound or at[d] == stop[d]
            if known:
                value = best[d]
                h = keys[d]
                slot = 2 * (h & last_pair)
                low, high = -INFINITE, INFINITE - 1
                if table[slot] == h ^ salt:
                    low, high = low_bound(int(table[slot + 1])), high_bound(int(table[slot + 1]))
                if value >= bound:
                    low = value
                else:
                    high = value
                table[slot] = h ^ salt
                table[slot + 1] = (low + INFINITE) << 40 | (high + INFINITE) << 20 | pick[d]
        # Try the next move of states[d].
        move = take_best(moves, looks, at[d], stop[d])
        at[d] += 1
        states[d + 1] = made(states[d], t, order, move)
        d += 1


@helper
def deepest(root: law.State, t: law.Terms) -> int:
    """Return a number of choices that no line of play from a state exceeds: each lays a tile or draws one."""
    tiles = 2 * law.drawable(root, t) + (root.boneyard if t.draw_to_open else 0)
    for hand in root.hands:
        tiles += law.size(hand)
    return tiles + 4


@compiled
def values(  # noqa: PLR0913, PLR0917 - as search
    root: law.State,
    t: law.Terms,
    order: Any,
    hero: int,
    moves: Any,
    lows: Any,
    highs: Any,
    least: int,
    most: int,
    limit: int,
    table: Any,
    salt: int,
) -> int:
    """Narrow ``lows`` and ``highs``, the bounds of the value after each of ``moves``; return the nodes looked at.

    A move is done when its bounds meet, or lie outside ``least`` to ``most``. Above ``limit`` nodes the work was
    stopped; it may be taken up again with the same arguments.
    """
    depth = deepest(root, t)
    states = [root] * depth
    places = depth * 8
    for hand in root.hands:
        places += law.size(hand) * law.size(hand) * (4 if t.spinner else 2)
    frames = ([0] * depth, [0] * depth, [0] * depth, [0] * depth, [0] * depth, [0] * places, [0] * places)
    nodes, guess = 0, 0
    for i in range(len(moves)):
        after = made(root, t, order, int(moves[i]))
        low, high = int(lows[i]), int(highs[i])
        step = SCALE
        while low < high and low < most and high > least:
            closed_in = low > -INFINITE and high < INFINITE - 1
            bound = (low + high + 1) // 2 if closed_in else max(guess, low + 1)
            value, used = search(after, t, order, hero, bound, limit - nodes, table, salt, states, frames)
            nodes += used
            if nodes > limit:
                return nodes
            if value >= bound:
                low = value
                guess = min(value + step, high)
            else:
                high = value
                guess = max(value - step, low + 1)
            step *= 2
            lows[i], highs[i] = low, high
        guess = low if low > -INFINITE else high
    return nodes


@helper
def finished(s: law.State, t: law.Terms, order: Any, hero: int, moves: Any, looks: Any) -> int:
    """Return the value when everybody plays what looks best at once; writes into the two lists."""
    s, m = settled(s, t, order)
    while not s.over:
        stop = listed(s, t, m, -1, moves, looks, 0)
        s, m = settled(made(s, t, order, take_best(moves, looks, 0, stop)), t, order)
    return worth(s, t, hero)


@compiled
def playouts(root: law.State, t: law.Terms, order: Any, hero: int, moves: Any, found: Any) -> None:
    """Write into ``found`` the value after each of ``moves`` (-1: none) when everybody then plays greedily."""
    options, looks = [0] * 256, [0] * 256
    for i in range(len(moves)):
        move = int(moves[i])
        s = root if move < 0 else made(root, t, order, move)
        found[i] = finished(s, t, order, hero, options, looks)
