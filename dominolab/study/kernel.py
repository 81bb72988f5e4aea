"""The loop that plays many rounds: the law's own functions, one after the other, on plain numbers.

``compiled.py`` hands these functions to numba; without numba they run as they are. Nothing here knows a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine import chance, law
from dominolab.engine.dealing import MOST_REDEALS, Dealing, Dealt, dealt
from dominolab.play.policies import DRAW, PASS, bars, choice_key, decide, dull

if TYPE_CHECKING:
    from collections.abc import Sequence

# One row of numbers for each game; the points of each side follow.
COLUMNS = ("leader", "opened", "ended", "seat", "winners", "actions", "plays", "draws")
LEADER, OPENED, ENDED, SEAT, WINNERS, ACTIONS, PLAYS, DRAWS, POINTS = range(9)


class Played(NamedTuple):
    """A finished round: its last state and what happened on the way."""

    state: law.State
    actions: int
    plays: int
    draws: int
    opened: int  # the first tile of the line


def begun(order: Sequence[int], found: Dealt, d: Dealing, t: law.Terms, blank: tuple[int, ...]) -> law.State:
    """Return the first state of a dealt round; the leader's hand comes first."""
    top = t.players * d.hand_size
    ends, table = law.no_line(), 0
    if d.turned:
        ends, table = law.opened(t, order[top]), 1 << order[top]
    called = found.opening if d.forced else law.NOWHERE
    hands = moved_on(found.hands, found.leader)
    return law.begin(hands, blank, d.tiles - top - d.turned, ends, table, called, found.leader)


def play_out(
    s: law.State,
    t: law.Terms,
    order: Sequence[int],
    top: int,
    policies: tuple[int, ...] | None,
    key: int,
    trace: list[int],
) -> Played:
    """Play a round to its end; ``order[top]`` is the next tile to be drawn, ``policies`` is None where all are random.

    ``trace`` takes the codes of the first actions, as many as it has room for.
    """
    barred = s.drawn  # all 0 so far
    actions, plays, draws, opened = 0, 0, 0, law.NOWHERE
    if s.table:
        opened = law.index(s.table)
    while not s.over:
        moves = law.legal(s, t)
        turn = s.turn
        if policies is None:  # numba leaves out what cannot happen then, and the loop runs a fifth faster
            code = dull(moves, key, actions)
        else:
            code = decide(policies[turn], s, t, moves, barred, key, actions)
            if code < 0:
                barred = with_first(barred, bars(s.ends, t, barred[0] if code == PASS else 0))
        if actions < len(trace):
            trace[actions] = code
        actions += 1
        if code == DRAW:
            s = law.draw(s, t, order[top])
            top += 1
            draws += 1
        elif code == PASS:
            s = law.skip(s, t)
        else:
            if s.table == 0:
                opened = code >> 3
            s = law.play(s, t, code >> 3, code & 7)
            plays += 1
        if policies is not None and s.turn != turn:
            barred = moved_on(barred, 1)
    return Played(s, actions, plays, draws, opened)


def rounds(  # noqa: PLR0913, PLR0917 - plain numbers, so that the compiled loop can take them
    first: int,
    seed: int,
    period: int,
    d: Dealing,
    t: law.Terms,
    policies: tuple[int, ...] | None,
    blank: tuple[int, ...],
    order: list[int],
    rows: list[list[int]],
    trace: list[int],
) -> int:
    """Play games ``first``, ``first + 1``, ... into ``rows``; return how many were played before one could not be.

    Each deal is played ``period`` times with the players moved on by one seat. ``blank`` is one 0 a seat, ``order`` is
    room for the set.
    """
    for i in range(len(rows)):
        game = first + i
        key = chance.key_of(seed, game // period)
        counter = 0
        for _ in range(MOST_REDEALS):
            for tile in range(d.tiles):
                order[tile] = tile
            counter = chance.shuffle(order, key, counter)
            found = dealt(order, key, counter, blank, d)
            if found.leader >= 0:
                break
        if found.leader < 0:
            return i
        seated = policies if policies is None else moved_on(policies, game % period)
        top = t.players * d.hand_size + d.turned
        done = play_out(begun(order, found, d, t, blank), t, order, top, seated, choice_key(key), trace)
        keep(rows[i], done, t, found.leader)
    return len(rows)


def moved_on(values: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return the values so many places further on, the first ones last."""
    for _ in range(seats):
        values = law.pushed(values, values[0])
    return values


def with_first(values: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Return the values with another one in the first place."""
    return (first, *values[1:])


def keep(row: list[int], done: Played, t: law.Terms, leader: int) -> None:
    """Write a finished round into its row."""
    s = done.state
    counts = law.tally(s, t)
    row[LEADER] = leader
    row[OPENED] = done.opened
    row[ENDED] = s.over
    row[SEAT] = s.last
    row[ACTIONS] = done.actions
    row[PLAYS] = done.plays
    row[DRAWS] = done.draws
    winners = 0
    for side in range(law.sides(t)):
        row[POINTS + side] = law.points(counts, s, side, t)
        if law.wins(counts, s, side, t):
            winners |= 1 << side
    row[WINNERS] = winners
