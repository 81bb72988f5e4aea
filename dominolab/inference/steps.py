"""A public record as steps: what each hidden hand got, could not hold, and is known to have held.

Everything a move proves is asked of the law itself: would it be legal with an empty-handed player, with a player who
holds everything, with these two tiles? So no rule is written here a second time, and every preset takes one path.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine import law
from dominolab.engine.line import ends_of
from dominolab.engine.moves import Draw, Event, Pass, Play, seat_name
from dominolab.engine.table import allowed, start_state
from dominolab.engine.tiles import mask_of
from dominolab.errors import DominoError, ImpossibleError
from dominolab.messages import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from dominolab.engine.rules import Rules
    from dominolab.engine.view import View

YARD, AWAY = -1, -2  # places that are no seat: the boneyard, and out of play (in a given position)
ACQUIRE, DENY, PLAY, HOLD, APART, NEED, NOTHING = range(7)
CALL, DRAW, PASS, SECOND, SHOWN, ASKED, STANDS = range(7)

Graph = tuple[tuple[int, int], ...]


class Step(NamedTuple):
    """One thing that happened to one hand, in the order of time.

    ``kind`` says how to read ``what``. ACQUIRE: so many unseen tiles came in. DENY: none of this mask was held. PLAY:
    this tile was held, and left. HOLD: this tile was held. NEED: one of this mask was held. APART: no two tiles that
    ``graph`` joins were held together (tile number, mask of its partners). NOTHING: an action that proves nothing.

    ``event`` is the place in the log (-1: the start), ``cause`` the kind of evidence, ``ends`` the open numbers at the
    time (for a call, the called tile).
    """

    kind: int
    seat: int
    what: int
    event: int = -1
    cause: int = ASKED
    graph: Graph = ()
    ends: tuple[int, ...] = ()


class Story(NamedTuple):
    """A view as steps, with what is left to place: ``pool`` is the mask of tiles nobody has shown."""

    steps: tuple[Step, ...]
    own: int
    pool: int
    yard: int
    away: int
    state: law.State


def read(view: View, events: int | None = None, let_stand: Collection[int] = ()) -> Story:
    """Return the steps of a view; ``let_stand``: events that broke a rule and prove nothing.

    ``events``: of its first so many events only, without the tiles shown afterwards.

    Raises ``ImpossibleError`` at the first event that no hand could make legal.
    """
    log = view.log[:events]
    reader = _Reader(view, frozenset(let_stand))
    for number, event in enumerate(log):
        reader.take(number, event, last=number == len(log) - 1)
    if events is None:
        reader.shown()
    return reader.story()


class _Reader:
    """Walks through a log beside the law, with jokers for hidden tiles as in a ``View``."""

    def __init__(self, view: View, let_stand: frozenset[int]) -> None:
        """Deal out the start."""
        rules, start = view.rules, view.start
        self.view, self.let_stand = view, let_stand
        self.rules, self.terms = rules, rules.terms
        self.every = rules.tiles.mask
        self.n = len(rules.tiles)
        self.me = -9 if view.seat is None else view.seat
        dealt = mask_of(view.dealt or ())
        hands = tuple(dealt if i == self.me else self.jokers(k) for i, k in enumerate(start.hand_sizes))
        forced = rules.leads_called_tile and start.opening is not None
        called = start.opening.number if forced and start.opening is not None else law.NOWHERE
        self.state = start_state(start, hands, ends_of(start.line, self.terms), called)
        away = self.n - sum(start.hand_sizes) - start.boneyard - self.state.table.bit_count()
        self.steps = [Step(ACQUIRE, i, k) for i, k in enumerate(start.hand_sizes) if i != self.me]
        self.away = away
        if start.opening is not None:
            self._call(dealt)

    def jokers(self, k: int) -> int:
        """Return ``k`` bits beyond the set, for tiles nobody knows."""
        return ((1 << k) - 1) << self.n

    def _call(self, dealt: int) -> None:
        """Take what the called tile proves: nobody was dealt a tile called before it, and its holder leads."""
        start = self.view.start
        tile, leader = start.opening.number if start.opening else 0, start.leader
        ranked = called_before(self.rules, tile)
        for seat in range(self.rules.players):
            mask = ranked | (0 if seat == leader else 1 << tile)
            if seat != self.me:
                self.steps.append(Step(DENY, seat, mask, -1, CALL, (), (tile,)))
            elif dealt & mask:
                raise ImpossibleError(
                    say(
                        "{seat} was dealt {tiles}: then the call could not find {tile} with {leader}",
                        seat=seat_name(seat),
                        tiles=_names(dealt & mask),
                        tile=start.opening,
                        leader=seat_name(leader),
                    )
                )
        if self.rules.draws_to_open:
            return
        if leader != self.me:
            self.steps.append(Step(HOLD, leader, tile, -1, CALL, (), (tile,)))
        elif not dealt >> tile & 1:
            raise ImpossibleError(
                say(
                    "{seat} leads by the call for {tile} without holding it", seat=seat_name(leader), tile=start.opening
                )
            )

    def take(self, number: int, event: Event, *, last: bool) -> None:
        """Take one event of the log."""
        s, move = self.state, event.move
        stands = number in self.let_stand
        if event.seat != s.turn and stands:
            s = _turned(s, event.seat, self.terms)
        if event.seat != s.turn or s.over:
            raise ImpossibleError(
                say(
                    "event {n}, {event}: it was not {seat}'s turn",
                    n=number + 1,
                    event=event,
                    seat=seat_name(event.seat),
                ),
                event,
            )
        if event.seat == self.me:
            s = self._mine(s, number, event, stands=stands)
        elif isinstance(move, Play):
            s = self._laid(s, number, event, move, last=last, stands=stands)
        elif stands:
            self.steps.append(Step(NOTHING, event.seat, 0, number, STANDS))
        else:
            self._unable(s, number, event)
        if isinstance(move, Draw):
            if event.seat != self.me:
                self.steps.append(Step(ACQUIRE, event.seat, 1, number))
            known = event.tile if event.seat == self.me else None
            bit = known.number if known is not None else max(s.hands[0].bit_length(), self.n)
            self.state = law.draw(s, self.terms, bit)
        elif isinstance(move, Pass):
            self.state = law.skip(s, self.terms)
        else:
            self.state = law.play(s, self.terms, move.tile.number, _code(move))

    def _mine(self, s: law.State, number: int, event: Event, *, stands: bool) -> law.State:
        """Check a move of the viewer, whose tiles are known."""
        if isinstance(event.move, Draw) and event.tile is None:
            raise DominoError(say("event {n}, {event}: the viewer's own draw must be known", n=number + 1, event=event))
        if not stands and not allowed(law.legal(s, self.terms), event.move):
            raise _illegal(number, event)
        return s

    def _laid(self, s: law.State, number: int, event: Event, move: Play, *, last: bool, stands: bool) -> law.State:
        """Take a play from a hidden hand; the first of two tiles proves that a second could follow."""
        tile = move.tile.number
        size = s.hands[0].bit_count()
        s = s._replace(hands=(self.jokers(size - 1) | 1 << tile, *s.hands[1:]))
        seconds = 0
        if not stands and not allowed(law.legal(s, self.terms), move):
            seconds = _seconds(s, self.terms, self.every, move)
            if not seconds or size < 2:
                raise _illegal(number, event)
        self.steps.append(Step(PLAY, event.seat, tile, number))
        if seconds and last:  # once the second tile lies, it is its own proof
            self.steps.append(Step(NEED, event.seat, seconds, number, SECOND, (), _numbers(s.ends)))
        return s

    def _unable(self, s: law.State, number: int, event: Event) -> None:
        """Take a draw or a pass of a hidden hand: what of it was only legal for a player who could not play."""
        moves = law.legal(s, self.terms)
        if not allowed(moves, event.move):
            raise _illegal(number, event)
        free = law.legal(s._replace(hands=(self.every, *s.hands[1:])), self.terms)
        cause = DRAW if isinstance(event.move, Draw) else PASS
        proved = [] if allowed(free, event.move) else cannot_play(s, self.terms, self.every, event.seat, number, cause)
        self.steps += proved or [Step(NOTHING, event.seat, 0, number, cause)]

    def shown(self) -> None:
        """Take the tiles that are known to be in other hands now: hands laid open at the end."""
        view, players = self.view, self.rules.players
        for place, hand in enumerate(view.state.hands):
            seat = (view.state.turn + place) % players
            known = hand & self.every | mask_of(t for who, tiles in view.shown if who == seat for t in tiles)
            if seat != self.me:
                event = len(view.log)
                self.steps += [Step(HOLD, seat, tile, event, SHOWN) for tile in bits(known)]

    def story(self) -> Story:
        """Return what was read."""
        s = self.state
        own = law.hand_of(s, self.me, self.terms) if self.me >= 0 else 0
        rest = [Step(ACQUIRE, YARD, s.boneyard), *([Step(ACQUIRE, AWAY, self.away)] if self.away else [])]
        return Story((*rest, *self.steps), own, self.every & ~s.table & ~own, s.boneyard, self.away, s)


@lru_cache(maxsize=1024)
def called_before(rules: Rules, tile: int) -> int:
    """Return the mask of the tiles that the call would have found before ``tile``, by asking the call.

    Where the rules may have called for doubles or for any tile, what either call would have found.
    """
    found = rules.tiles.mask
    for doubles in _calls(rules):
        before = 0
        for other in bits(rules.tiles.mask & ~(1 << tile)):
            if law.opening_call((1 << tile | 1 << other,), doubles, True) == other:  # noqa: FBT003 - the law's form
                before |= 1 << other
        found &= before
    return found


def _calls(rules: Rules) -> set[bool]:
    """Return which calls these rules can make, in any round: for doubles (True), for any tile (False)."""
    after = {rules.next_lead} | ({rules.lead_after_tie} if rules.next_lead == "winner" else set())
    found = {True} if rules.first_lead == "highest_double" or "highest_double" in after else set()
    return found | ({False} if rules.first_lead == "highest_tile" else set()) or {True, False}


def cannot_play(
    s: law.State, t: law.Terms, every: int, seat: int, event: int = -1, cause: int = ASKED, end: int | None = None
) -> list[Step]:
    """Return the steps that say the seat to move in ``s`` can lay nothing (``end``: nothing there)."""
    ends = _numbers(s.ends)
    size = s.hands[0].bit_count()
    if t.plays == 1 or s.laid or s.table == 0:
        mask = layable(s, t, every, end)
    elif size == 1:
        mask = 0
        for tile in bits(every):
            mask |= layable(s, t, 1 << tile, end)
    else:
        graph = _pairs(_bare(s), t, every, end)
        return [Step(APART, seat, 0, event, cause, graph, ends)] if graph else []
    return [Step(DENY, seat, mask, event, cause, (), ends)] if mask else []


def layable(s: law.State, t: law.Terms, hand: int, end: int | None) -> int:
    """Return the tiles of a hand that the law lets lie now."""
    moves = law.legal(s._replace(hands=(hand, *s.hands[1:])), t)
    if end is not None:
        return law.at(moves, end)
    return moves.left | moves.right | moves.up | moves.down | moves.apart


def _bare(s: law.State) -> law.State:
    """Return a state with nothing but what decides which two tiles fit, so that the answer can be kept."""
    return law.begin((0,), (0,), 0, s.ends, 1, law.NOWHERE, 0)._replace(draws=s.draws)


@lru_cache(maxsize=2048)
def _pairs(s: law.State, t: law.Terms, every: int, end: int | None) -> Graph:
    """Return which two tiles together make a turn of two: for each tile the mask of its partners."""
    first = layable(s, t, every, end)
    partners: dict[int, int] = {}
    for one in bits(first):
        for two in bits(every & ~(1 << one)):
            if layable(s, t, 1 << one | 1 << two, end):
                partners[one] = partners.get(one, 0) | 1 << two
                partners[two] = partners.get(two, 0) | 1 << one
    return tuple(sorted(partners.items()))


def _seconds(s: law.State, t: law.Terms, every: int, move: Play) -> int:
    """Return the tiles that could follow the first tile of a turn."""
    first = 1 << move.tile.number
    found = 0
    for tile in bits(every & ~s.table & ~first):
        if allowed(law.legal(s._replace(hands=(first | 1 << tile, *s.hands[1:])), t), move):
            found |= 1 << tile
    return found


def _turned(s: law.State, seat: int, t: law.Terms) -> law.State:
    """Return the state with another seat to move: a move out of turn was let stand, passes are counted anew."""
    k = (seat - s.turn) % t.players
    hands, drawn = s.hands[k:] + s.hands[:k], s.drawn[k:] + s.drawn[:k]
    return s._replace(hands=hands, drawn=drawn, turn=seat, passes=0, draws=0, laid=0)


def _code(move: Play) -> int:
    """Return the law's number for where a tile was laid."""
    return law.APART if move.end is None else move.end.code


def _numbers(ends: law.Ends) -> tuple[int, ...]:
    """Return the different open numbers, left to right."""
    return tuple(dict.fromkeys(n for n in (ends.left, ends.right, ends.up, ends.down) if n != law.NOWHERE))


def bits(mask: int) -> list[int]:
    """Return the numbers of the tiles in a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _names(mask: int) -> str:
    """Return the tiles of a mask as text."""
    from dominolab.engine.tiles import Hand

    return str(Hand(mask))


def _illegal(number: int, event: Event) -> ImpossibleError:
    """Return the error for a move that no hand makes legal."""
    return ImpossibleError(
        say("event {n}, {event}: the rules allow this with no hand at all", n=number + 1, event=event), event
    )
