"""THE law: who may do what, what it leads to, when a round is over, what it pays.

Plain functions on whole numbers and tuples, so that a learner can read them, a debugger can step through them, and
the compiled loop of ``study`` can take the very same functions. A hand is a mask: bit ``i`` stands for tile number
``i``. The seat to move always comes first in ``State.hands``; the others follow in turn order. Nothing is checked
here beyond what ``legal`` says: callers ask it first, or know that a recorded move was let stand.
"""

from __future__ import annotations

from typing import NamedTuple

# Tile number = high * (high + 1) / 2 + low: the same in every set, 0-0 first. 190 tiles reach double-eighteen.
HIGH = tuple(high for high in range(19) for low in range(high + 1))
LOW = tuple(low for high in range(19) for low in range(high + 1))

NOWHERE = -1  # the number at an end that is not open
# Where a tile is laid; APART: a lead, or a last tile beside the line.
LEFT, RIGHT, UP, DOWN, APART = 0, 1, 2, 3, 4
RUNNING, OUT, BLOCKED = 0, 1, 2
NO_SPINNER, AFTER_BOTH, AT_ONCE = 0, 1, 2
OTHERS_MINUS_OWN, OTHERS, ALL = 0, 1, 2
SHARE, NOBODY, BLOCKER = 0, 1, 2
LEFT_SIDE, RIGHT_SIDE = 1, 2  # the spinner's sides, as bits


class Terms(NamedTuple):
    """What a round is played by, as numbers (made by ``Rules.terms``)."""

    players: int
    suits: tuple[int, ...]  # for each number, the mask of the tiles that bear it
    draw_limit: int  # draws in one turn; 0: none at all
    free_draw: int  # may draw though able to play
    draw_ends_turn: int
    reserve: int
    plays: int  # tiles per turn
    each_end: int
    spinner: int
    dead_line: int  # 1: the round ends when the line is dead
    draw_to_open: int  # 1: draw one a turn until the called tile lies (Vietnamese start)
    partners: int
    scoring: int
    ten_each: int
    tie: int
    double_blank: int
    price: int
    pot_to_winner: int


class Ends(NamedTuple):
    """The open numbers; ``spinner`` is its number, ``bare`` which of its sides (bits) no tile covers yet."""

    left: int
    right: int
    up: int
    down: int
    spinner: int
    bare: int


class State(NamedTuple):
    """A round at one moment. ``hands`` and ``drawn`` begin with the seat to move."""

    hands: tuple[int, ...]
    drawn: tuple[int, ...]  # tiles drawn so far in the round
    boneyard: int  # tiles left in it, the reserve included
    ends: Ends
    table: int  # mask of the tiles on the table
    called: int  # the tile that must be led, or NOWHERE
    turn: int  # the seat to move
    passes: int  # passes in a row that count towards a block
    draws: int  # draws made in this turn
    laid: int  # tiles laid in this turn
    last: int  # the seat that last laid a tile, or NOWHERE
    over: int


class Moves(NamedTuple):
    """What may be done: for each place the mask of tiles that may be laid there; draw and pass are 0 or 1."""

    left: int
    right: int
    up: int
    down: int
    apart: int
    draw: int
    pass_: int


# ---------------------------------------------------------------------------------------------- small arithmetic


def index(mask: int) -> int:
    """Return the number of the lowest tile in a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    """Return how many tiles a mask holds."""
    return mask.bit_count()


def pushed(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Return the values without the first, and another one at the end."""
    return (*values[1:], value)


def fitting(number: int, t: Terms) -> int:
    """Return the mask of all tiles that fit an end showing ``number``."""
    return t.suits[number] if number >= 0 else 0


def reach(ends: Ends, t: Terms) -> int:
    """Return the mask of all tiles that fit any open end."""
    mask = fitting(ends.left, t) | fitting(ends.right, t)
    if ends.up >= 0:
        mask |= fitting(ends.up, t) | fitting(ends.down, t)
    return mask


# ------------------------------------------------------------------------------------------------- what is legal


def drawable(s: State, t: Terms) -> int:
    """Return how many tiles of the boneyard may still be drawn by anybody."""
    if t.draw_limit == 0 or s.boneyard <= t.reserve:
        return 0
    return s.boneyard - t.reserve


def legal(s: State, t: Terms) -> Moves:
    """Return everything the seat to move may do."""
    if s.over:
        return Moves(0, 0, 0, 0, 0, 0, 0)
    if s.table == 0:
        return _lead(s, t)
    hand = s.hands[0]
    e = s.ends
    left = hand & fitting(e.left, t)
    right = hand & fitting(e.right, t)
    up = hand & fitting(e.up, t)
    down = hand & fitting(e.down, t)
    apart = 0
    if t.plays == 2:
        if s.laid:
            return Moves(0 if t.each_end else left, right, up, down, 0, 0, 0)
        if hand & (hand - 1) == 0:
            left, right, up, down = 0, 0, 0, 0
            apart = 0 if drawable(s, t) else hand
        elif t.each_end:
            left, right, up, down = _partnered(left, right), 0, 0, 0
        else:
            left, right = _continued(s, t, left, LEFT), _continued(s, t, right, RIGHT)
            up, down = _continued(s, t, up, UP), _continued(s, t, down, DOWN)
    if t.draw_ends_turn and s.draws:
        return Moves(0, 0, 0, 0, 0, 0, 1)
    able = left | right | up | down | apart
    draw = 1 if s.draws < t.draw_limit and drawable(s, t) and (t.free_draw or able == 0) else 0
    return Moves(left, right, up, down, apart, draw, 1 if able == 0 and draw == 0 else 0)


def _lead(s: State, t: Terms) -> Moves:
    """Return what may be done while the line is empty."""
    if s.called < 0:
        return Moves(0, 0, 0, 0, s.hands[0], 0, 0)
    led = s.hands[0] & (1 << s.called)
    draw = 1 if t.draw_to_open and led == 0 and s.draws == 0 and s.boneyard else 0
    return Moves(0, 0, 0, 0, led, draw, 1 if led == 0 and draw == 0 else 0)


def _partnered(left: int, right: int) -> int:
    """Return the tiles for the left end that leave another tile for the right end."""
    if right == 0:
        return 0
    return left & ~right if right & (right - 1) == 0 else left


def _continued(s: State, t: Terms, tiles: int, end: int) -> int:
    """Return those of ``tiles`` after which a second tile can be laid anywhere."""
    good = 0
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        if s.hands[0] & ~bit & reach(extended(s.ends, t, index(bit), end), t):
            good |= bit
    return good


def at(moves: Moves, end: int) -> int:
    """Return the mask of the tiles that may be laid at ``end``."""
    if end == LEFT:
        return moves.left
    if end == RIGHT:
        return moves.right
    if end == UP:
        return moves.up
    return moves.down if end == DOWN else moves.apart


# --------------------------------------------------------------------------------------------- what it leads to


def begin(
    hands: tuple[int, ...],
    drawn: tuple[int, ...],
    boneyard: int,
    ends: Ends,
    table: int,
    called: int,
    turn: int,
) -> State:
    """Return the state in which ``turn`` makes the first move; ``hands`` begin with that seat."""
    return State(hands, drawn, boneyard, ends, table, called, turn, 0, 0, 0, NOWHERE, RUNNING)


def no_line() -> Ends:
    """Return the ends of an empty table."""
    return Ends(NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, 0)


def opened(t: Terms, tile: int) -> Ends:
    """Return the ends after the first tile of a line: low number left, high number right."""
    low, high = LOW[tile], HIGH[tile]
    if t.spinner == NO_SPINNER or low != high:
        return Ends(low, high, NOWHERE, NOWHERE, NOWHERE, 0)
    arm = low if t.spinner == AT_ONCE else NOWHERE
    return Ends(low, high, arm, arm, low, LEFT_SIDE | RIGHT_SIDE)


def extended(e: Ends, t: Terms, tile: int, end: int) -> Ends:
    """Return the ends after a tile is laid at ``end``: its other number becomes the open one."""
    left, right, up, down, spinner, bare = e.left, e.right, e.up, e.down, e.spinner, e.bare
    both = LOW[tile] + HIGH[tile]
    if end == LEFT:
        left = both - left
        bare &= RIGHT_SIDE
    elif end == RIGHT:
        right = both - right
        bare &= LEFT_SIDE
    elif end == UP:
        up = both - up
    else:
        down = both - down
    if t.spinner:
        if spinner < 0 and LOW[tile] == HIGH[tile]:
            spinner = LOW[tile]
            bare = LEFT_SIDE if end == LEFT else RIGHT_SIDE
        if spinner >= 0 and up < 0 and (bare == 0 or t.spinner == AT_ONCE):
            up, down = spinner, spinner
    return Ends(left, right, up, down, spinner, bare)


def play(s: State, t: Terms, tile: int, end: int) -> State:
    """Return the state after the seat to move lays ``tile`` at ``end``."""
    bit = 1 << tile
    hand = s.hands[0] & ~bit
    table = s.table | bit
    ends = s.ends
    if s.table == 0:
        ends = opened(t, tile)
    elif end != APART:
        ends = extended(s.ends, t, tile, end)
    done = t.plays == 1 or s.laid == 1 or s.table == 0 or hand == 0
    over = RUNNING
    if hand == 0:
        over = OUT
    elif done and t.dead_line and dead(ends, table, t):
        over = BLOCKED
    if not done:
        hands = (hand, *s.hands[1:])
        return State(hands, s.drawn, s.boneyard, ends, table, s.called, s.turn, 0, s.draws, 1, s.turn, over)
    return State(
        pushed(s.hands, hand),
        pushed(s.drawn, s.drawn[0]),
        s.boneyard,
        ends,
        table,
        s.called,
        following(s.turn, t),
        0,
        0,
        0,
        s.turn,
        over,
    )


def draw(s: State, t: Terms, tile: int) -> State:
    """Return the state after the seat to move draws ``tile``; the turn goes on."""
    return State(
        (s.hands[0] | 1 << tile, *s.hands[1:]),
        (s.drawn[0] + 1, *s.drawn[1:]),
        s.boneyard - 1,
        s.ends,
        s.table,
        s.called,
        s.turn,
        s.passes,
        s.draws + 1,
        s.laid,
        s.last,
        s.over,
    )


def skip(s: State, t: Terms) -> State:
    """Return the state after a pass; it counts towards a block only when nothing was left to draw."""
    passes = s.passes + 1 if closed(s, t) else 0
    return State(
        pushed(s.hands, s.hands[0]),
        pushed(s.drawn, s.drawn[0]),
        s.boneyard,
        s.ends,
        s.table,
        s.called,
        following(s.turn, t),
        passes,
        0,
        0,
        s.last,
        BLOCKED if passes >= t.players else s.over,
    )


def following(seat: int, t: Terms) -> int:
    """Return the seat whose turn comes after ``seat``."""
    return seat + 1 if seat + 1 < t.players else 0


def closed(s: State, t: Terms) -> bool:
    """Return whether a pass made now counts towards a block."""
    return s.table != 0 and drawable(s, t) == 0 and not (t.draw_ends_turn and s.draws > 0)


def dead(e: Ends, table: int, t: Terms) -> bool:
    """Return whether the line is dead: every tile that could follow an end (with ``each_end``: one end) is laid."""
    if t.each_end:
        return fitting(e.left, t) & ~table == 0 or fitting(e.right, t) & ~table == 0
    return reach(e, t) & ~table == 0


def stuck(s: State, t: Terms) -> bool:
    """Return whether only passes are left until the block (open table: it looks into every hand)."""
    if s.table == 0:
        return False
    while not s.over:
        if legal(s, t).pass_ == 0:
            return False
        s = skip(s, t)
    return s.over == BLOCKED


# -------------------------------------------------------------------------------------------------- what it pays


def hand_of(s: State, seat: int, t: Terms) -> int:
    """Return the mask of a seat's hand."""
    return s.hands[(seat - s.turn + t.players) % t.players]


def drawn_by(s: State, seat: int, t: Terms) -> int:
    """Return how many tiles a seat has drawn in this round."""
    return s.drawn[(seat - s.turn + t.players) % t.players]


def pips(hand: int, t: Terms) -> int:
    """Return what a hand counts at the end of a round."""
    total = t.double_blank if hand & 1 else 0
    while hand:
        tile = index(hand)
        total += LOW[tile] + HIGH[tile]
        hand &= hand - 1
    return total


def tally(s: State, t: Terms) -> tuple[int, ...]:
    """Return the pips in every hand, in seat order."""
    hands, counts = s.hands, s.hands
    for _ in range(t.players):
        counts = counts[1:] + (pips(hands[0], t),)  # noqa: RUF005 - the compiler cannot unpack into the same name
        hands = hands[1:] + (hands[0],)  # noqa: RUF005 - as above
    for _ in range(t.players - s.turn):
        counts = counts[1:] + (counts[0],)  # noqa: RUF005 - as above
    return counts


def sides(t: Terms) -> int:
    """Return how many sides play for points."""
    return 2 if t.partners else t.players


def side_of(seat: int, t: Terms) -> int:
    """Return the side a seat plays for."""
    return seat % 2 if t.partners else seat


def count(counts: tuple[int, ...], side: int, t: Terms) -> int:
    """Return the pips left in all hands of a side."""
    return counts[side] + counts[side + 2] if t.partners else counts[side]


def lowest(counts: tuple[int, ...], t: Terms) -> int:
    """Return the smallest count of any side."""
    best = count(counts, 0, t)
    for side in range(1, sides(t)):
        best = min(best, count(counts, side, t))
    return best


def wins(counts: tuple[int, ...], s: State, side: int, t: Terms) -> bool:
    """Return whether a side wins (or, in a shared block, is one of the winners of) the finished round."""
    if s.over == OUT:
        return side_of(s.last, t) == side
    if s.over == RUNNING or t.ten_each:
        return False
    low = lowest(counts, t)
    if count(counts, side, t) != low:
        return False
    tied = 0
    for other in range(sides(t)):
        if count(counts, other, t) == low:
            tied += 1
    if tied == 1 or t.tie == SHARE:
        return True
    return t.tie == BLOCKER and s.last >= 0 and side_of(s.last, t) == side


def award(counts: tuple[int, ...], s: State, side: int, t: Terms) -> int:
    """Return what a winning side scores by the pips in the hands, prices apart."""
    own = count(counts, side, t)
    total = 0
    tied = 1
    for other in range(sides(t)):
        pay = count(counts, other, t)
        if other != side:
            if s.over == BLOCKED and t.tie == SHARE and pay == own:
                tied += 1
                pay = pay if t.scoring == ALL else 0
            total += pay
    if tied == sides(t):
        return 0
    if t.scoring == ALL:
        return total + own
    return total - own if t.scoring == OTHERS_MINUS_OWN and s.over == BLOCKED else total


def points(counts: tuple[int, ...], s: State, side: int, t: Terms) -> int:
    """Return what a side scores for the finished round, prices for drawn tiles included."""
    won = wins(counts, s, side, t)
    total = award(counts, s, side, t) if won else 0
    if t.ten_each and s.over == BLOCKED:
        total += 10
    if t.price:
        total += _prices(counts, s, side, t, won)
    return total


def _prices(counts: tuple[int, ...], s: State, side: int, t: Terms, won: bool) -> int:
    """Return what a side pays for its draws (negative), and gains when the pot goes to the only winner."""
    winners, pot, own = 0, 0, 0
    for other in range(sides(t)):
        if wins(counts, s, other, t):
            winners += 1
    for seat in range(t.players):
        price = t.price * drawn_by(s, seat, t)
        pot += price
        if side_of(seat, t) == side:
            own += price
    return pot - own if won and winners == 1 and t.pot_to_winner else -own


# --------------------------------------------------------------------------------- who leads, and when a match ends


def precedence(tile: int) -> int:
    """Return the order in which tiles are called: more pips first, then the higher number (6-3 before 5-4)."""
    return (LOW[tile] + HIGH[tile]) * 32 + HIGH[tile]


def calls(tile: int, doubles: bool) -> int:
    """Return the rank of a tile in a call (0: not called): for doubles only, or for any tile."""
    if doubles and LOW[tile] != HIGH[tile]:
        return 0
    return 1 + precedence(tile)


def called(hands: tuple[int, ...], doubles: bool) -> int:
    """Return the tile that answers the call for the highest double (or tile) in any hand, or NOWHERE."""
    best, rank, rest = NOWHERE, 0, 0
    for hand in hands:
        rest |= hand
    while rest and not (doubles and rank):  # from the highest number down: the first double is the highest
        tile = rest.bit_length() - 1
        rest ^= 1 << tile
        if calls(tile, doubles) > rank:
            best, rank = tile, calls(tile, doubles)
    return best


def holder(hands: tuple[int, ...], tile: int) -> int:
    """Return the place of the hand that holds a tile, or NOWHERE."""
    for place, hand in enumerate(hands):
        if tile >= 0 and hand >> tile & 1:
            return place
    return NOWHERE


def opening_call(hands: tuple[int, ...], doubles: bool, then_tiles: bool) -> int:
    """Return the tile that the call finds: doubles first where they are called, then any tile if so agreed."""
    tile = called(hands, doubles)
    if tile < 0 and then_tiles:
        tile = called(hands, False)
    return tile


SAME_CALL, WINNER, ROTATE, SAME_PLAYER, HIGHEST_DOUBLE, RANDOM = 0, 1, 2, 3, 4, 5


def leads_next(s: State, counts: tuple[int, ...], leader: int, how: int, after_tie: int, t: Terms) -> int:
    """Return the seat that leads after this finished round, or NOWHERE where it is called or drawn by lot.

    ``how`` is the option ``next_lead``, ``after_tie`` (in the same numbers) ``lead_after_tie``.
    """
    if how == ROTATE:
        return following(leader, t)
    if how == SAME_PLAYER:
        return leader
    if how != WINNER:
        return NOWHERE
    winners, winner = 0, NOWHERE
    for side in range(sides(t)):
        if wins(counts, s, side, t):
            winners += 1
            winner = side
    if winners != 1:
        return leads_next(s, counts, leader, after_tie, after_tie, t)
    if s.last >= 0 and side_of(s.last, t) == winner:
        return s.last
    return winner
