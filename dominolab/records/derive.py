"""Positions and views of a recorded round, derived from what is written in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine import law
from dominolab.engine.deal import Deal
from dominolab.engine.jokers import hidden_from, named_in
from dominolab.engine.moves import Event, Pass, Play, seat_name
from dominolab.engine.position import Position
from dominolab.engine.tiles import Hand, Tile, mask_of
from dominolab.engine.view import View
from dominolab.errors import DominoError, RecordError
from dominolab.messages import say
from dominolab.records.begin import begin, call_of
from dominolab.records.follow import At, Follower, Meant
from dominolab.records.model import UNASKED
from dominolab.records.notation import seat_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominolab.engine.rules import Rules
    from dominolab.records.model import Round, Written
    from dominolab.records.tree import Action


def meant(action: Action) -> Meant:
    """Return an action as the follower takes it."""
    return Meant(action.seat, action.move, action.tile, action.apart, action.stands)


def follower_of(round_: Round) -> tuple[Follower, At]:
    """Return a round ready to be followed from its beginning. Raises ``RecordError`` where it cannot be."""
    actions = round_.actions
    first = next((action.move for action in actions if isinstance(action.move, Play)), None)
    leader = round_.setup.leader
    if leader is None:
        leader = actions[0].seat if actions else 0
    begun = begin(round_.rules, round_.setup, _call(round_), first, leader)
    if begun.follower is None or begun.at is None:
        raise RecordError(say("this round cannot be followed: {why}", why=begun.faults[-1][1].message))
    return begun.follower, begun.at


def _call(round_: Round) -> str | None:
    """Return the call by which the round is led, from the rounds before it in the record."""
    if round_.call != UNASKED:
        return round_.call
    rounds = round_.record.rounds if round_.record else [round_]
    before: tuple[law.State, int] | None = None
    for other in rounds:
        if other.call == UNASKED:
            other.call = call_of(round_.rules, other.number, before)
        if other is round_:
            break
        before = last_of(other)
    return round_.call


def last_of(round_: Round) -> tuple[law.State, int] | None:
    """Return the last state of a round, remaining passes made and shown hands known, and who led it."""
    if round_.rules.next_lead != "winner":
        return None  # nobody asks
    try:
        at = trail(round_, round_.actions)[-1]
    except RecordError:
        return None
    return finished(round_.rules, with_shown(at, round_)), follower_of(round_)[0].start.leader


def finished(rules: Rules, state: law.State) -> law.State:
    """Return a state in which the passes that only remain to be made are made."""
    if not state.over and law.stuck(state, rules.terms):
        while not state.over:
            state = law.skip(state, rules.terms)
    return state


def with_shown(at: At, round_: Round) -> law.State:
    """Return the last state of a round with the hands that were shown at its end."""
    state = at.state
    players, full = len(state.hands), round_.rules.tiles.mask
    for seat, tiles in round_.shown.items():
        place = (seat - state.turn) % players
        if seat < players and state.hands[place] > full:
            hand = state.hands[place]
            for tile in tiles:
                if isinstance(tile, Tile) and tile in round_.rules.tiles:
                    hand = named_in(hand, tile.number, round_.rules)
            state = state._replace(hands=(*state.hands[:place], hand, *state.hands[place + 1 :]))
    return state


def trail(round_: Round, path: Sequence[Action]) -> list[At]:
    """Return the table at the start and after each action; an action that cannot be followed ends the trail."""
    follower, at = follower_of(round_)
    found = [at]
    for action in path:
        step = follower.step(at, meant(action))
        if step.fatal:
            break
        at = step.at
        found.append(at)
    return found


def basis_of(round_: Round) -> object:
    """Return all that the positions of a round depend on: equal as long as none of it was edited, even in place."""
    try:
        rules, call = round_.rules, _call(round_)
    except RecordError:
        return None
    setup = round_.setup
    dealt = [(seat, tuple(tiles)) for seat, tiles in setup.dealt.items()]
    yard = None if setup.yard is None else tuple(setup.yard)
    return rules, call, setup, dealt, yard, list(map(meant, round_.root.line()))


def positions_of(round_: Round) -> tuple[Position, ...]:
    """Return the positions of the main line; empty where not all tiles are known."""
    return positions_on(round_, round_.actions)


def positions_on(round_: Round, path: Sequence[Action]) -> tuple[Position, ...]:
    """Return the positions along a path of actions; empty where not all tiles are known."""
    try:
        follower, at = follower_of(round_)
    except RecordError:
        return ()
    if not _open(at, round_.rules):
        return ()
    position = Position(round_.rules, follower.start, at.state, at.line, _yard(at), _deal(round_, follower))
    found = [position]
    for action in path:
        step = follower.step(at, meant(action))
        if step.fatal:
            break
        if not _open(step.at, round_.rules):
            return ()
        tile = at.yard[0] if at.yard and step.at.yard is not None and len(step.at.yard) < len(at.yard) else None
        at = step.at
        event = Event(action.seat, step.move, tile)
        before = position
        position = Position(position.rules, position.start, at.state, at.line, _yard(at), position.deal, before, event)
        found.append(position)
    return tuple(found)


def _open(at: At, rules: Rules) -> bool:
    """Return whether every tile is known."""
    return at.yard is not None and None not in at.yard and all(hand <= rules.tiles.mask for hand in at.state.hands)


def _yard(at: At) -> tuple[Tile, ...]:
    return tuple(tile for tile in at.yard or () if tile is not None)


def _deal(round_: Round, follower: Follower) -> Deal | None:
    """Return the deal, where it is one by the rules."""
    setup, start = round_.setup, follower.start
    if setup.row is not None:
        return None
    hands = [_tiles(setup.dealt.get(seat, ())) for seat in range(round_.rules.players)]
    yard = None if setup.yard is None else _tiles(setup.yard)
    if yard is None and round_.rules.draw_limit != 0:
        yard = list(round_.rules.tiles - Hand(mask_of([*(t for hand in hands for t in hand), *start.line.tiles])))
    try:
        return Deal(round_.rules, hands, yard, start.leader, start.opening, setup.set_tile)
    except DominoError:
        return None


def _tiles(written: Written) -> list[Tile]:
    """Return the tiles that are named."""
    return [tile for tile in written if isinstance(tile, Tile)]


def views_of(round_: Round, who: int | str | None, path: Sequence[Action]) -> tuple[View, ...]:
    """Return what a seat knew along a path of actions. Raises ``RecordError`` where its own tiles are not known."""
    follower, at = follower_of(round_)
    rules = round_.rules
    seat = None if who is None else seat_of(who, rules.players)
    dealt = None if seat is None else _own(round_, seat, at)
    view = View(rules, follower.start, hidden_from(at.state, seat, rules), at.line, seat, dealt)
    found = [view]
    log: list[Event] = []
    for action in path:
        before = at
        step = follower.step(at, meant(action))
        if step.fatal:
            break
        at = step.at
        tile = _drawn(before, at, action, rules) if action.seat == seat else None
        log.append(Event(action.seat, step.move, tile))
        if seat is not None and _hand_of(at.state, seat) > rules.tiles.mask:
            raise _untold(seat)
        found.append(View(rules, follower.start, hidden_from(at.state, seat, rules), at.line, seat, dealt, tuple(log)))
    if list(path) == list(round_.actions):
        found[-1] = _ended(found[-1], at, round_)
    return tuple(found)


def _ended(view: View, at: At, round_: Round) -> View:
    """Return the last view once the round is over: passes left out before ``end blocked`` made, shown hands open."""
    if round_.ending is not None and round_.ending.kind == "blocked":
        passes, end = _remaining_passes(at.state, view.rules.terms)
        if end.over:
            at = at._replace(state=end)
            hidden = hidden_from(end, view.seat, view.rules)
            view = View(view.rules, view.start, hidden, view.line, view.seat, view.dealt, (*view.log, *passes))
    return _uncovered(view, with_shown(at, round_), view.rules) if at.state.over else view


def _remaining_passes(state: law.State, terms: law.Terms) -> tuple[list[Event], law.State]:
    """Return the passes that block the round, as far as the tiles that are known allow them, and the state after."""
    passes: list[Event] = []
    while not state.over and law.closed(state, terms) and law.legal(state, terms).pass_:
        passes.append(Event(state.turn, Pass()))
        state = law.skip(state, terms)
    return passes, state


def _own(round_: Round, seat: int, at: At) -> tuple[Tile, ...]:
    """Return what a seat was dealt, in order."""
    if _hand_of(at.state, seat) > round_.rules.tiles.mask:
        raise _untold(seat)
    return tuple(_tiles(round_.setup.dealt.get(seat, ())))


def _untold(seat: int) -> RecordError:
    why = say("the record does not tell all tiles of {seat}: ask for views(None) or another seat", seat=seat_name(seat))
    return RecordError(why)


def _drawn(before: At, after: At, action: Action, rules: Rules) -> Tile | None:
    """Return the tile that an action brought into the hand."""
    new = _hand_of(after.state, action.seat) & ~_hand_of(before.state, action.seat) & rules.tiles.mask
    return next(iter(Hand(new)), None)


def _hand_of(state: law.State, seat: int) -> int:
    return state.hands[(seat - state.turn) % len(state.hands)]


def _uncovered(view: View, state: law.State, rules: Rules) -> View:
    """Return the last view of a finished round with the hands that lie open."""
    players = len(state.hands)
    shown: list[tuple[int, tuple[Tile, ...]]] = []
    hands = list(view.state.hands)
    for place, hand in enumerate(state.hands):
        seat = (state.turn + place) % players
        if seat != view.seat and hand <= rules.tiles.mask:
            shown.append((seat, tuple(Hand(hand))))
            hands[place] = hand
    open_ = view.state._replace(hands=tuple(hands))
    return View(view.rules, view.start, open_, view.line, view.seat, view.dealt, view.log, tuple(sorted(shown)))
