"""Late revokes: a tile played or shown later proves that an earlier pass or draw was wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine import law
from dominolab.engine.moves import Draw, Play, seat_name
from dominolab.engine.tiles import Tile, mask_of
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.records.begin import Spot
from dominolab.records.derive import follower_of, meant
from dominolab.records.problems import ERROR, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from dominolab.records.follow import At, Follower
    from dominolab.records.model import Round
    from dominolab.records.tree import Action


class Seen(NamedTuple):
    """A hidden tile that a seat played or showed later, and where."""

    tile: Tile
    place: tuple[int, int]


def wrong_with(at: At, follower: Follower, *, drew: bool, tiles: int) -> bool:
    """Return whether a pass or draw was illegal for a seat that held these tiles among others."""
    state = at.state
    held = state.hands[0] & follower.rules.tiles.mask | tiles
    hidden = max(0, state.hands[0].bit_count() - held.bit_count())
    hand = held | ((1 << hidden) - 1) << len(follower.rules.tiles)
    moves = law.legal(state._replace(hands=(hand, *state.hands[1:])), follower.terms)
    return not (moves.draw if drew else moves.pass_)


class Late(NamedTuple):
    """A pass or draw that later tiles prove wrong: its place in the main line, the action, and the proof."""

    place: int
    action: Action
    proof: list[Seen]


def late_revokes(
    round_: Round, follower: Follower, places: dict[Spot, int], at: Callable[[int], tuple[int, int]]
) -> list[Problem]:
    """Return a problem for the first pass or draw of each seat that a later tile proves wrong."""
    shown = {
        seat: [
            Seen(tile, at(places[Spot("show", seat, i)]) if Spot("show", seat, i) in places else (0, 0))
            for i, tile in enumerate(tiles)
            if isinstance(tile, Tile)
        ]
        for seat, tiles in round_.shown.items()
    }
    first: dict[int, Late] = {}
    for late in wrong_actions(round_, follower, shown):
        first.setdefault(late.action.seat, late)
    return [_problem(late) for late in first.values()]


def let_stand(round_: Round) -> frozenset[int]:
    """Return the places in the main line of actions that broke a rule, at once or as later tiles prove.

    Raises ``RecordError`` for a round that cannot be followed.
    """
    follower, now = follower_of(round_)
    broken = set()
    for place, action in enumerate(round_.actions):
        step = follower.step(now, meant(action))
        if action.stands or any(fault.severity == ERROR for fault in step.faults):
            broken.add(place)
        now = step.at
    shown = {
        seat: [Seen(tile, (0, 0)) for tile in tiles if isinstance(tile, Tile)] for seat, tiles in round_.shown.items()
    }
    return frozenset(broken | {late.place for late in wrong_actions(round_, follower, shown)})


def wrong_actions(round_: Round, follower: Follower, shown: dict[int, list[Seen]]) -> list[Late]:
    """Return the passes and draws that later tiles prove wrong, in order; ``shown`` are hands laid open at the end.

    The tiles seen later were held at the time unless they were drawn since. If more of them than were drawn since
    would have made the action illegal, at least one of those was held.
    """
    full = follower.rules.tiles.mask
    try:
        _, now = follower_of(round_)
    except RecordError:
        return []
    unseen = any(action.tile is None for action in round_.actions if isinstance(action.move, Draw))
    if not unseen and all(hand <= full for hand in now.state.hands):
        return []
    tables: list[At] = []
    for action in round_.actions:
        tables.append(now)
        now = follower.step(now, meant(action)).at
    found: list[Late] = []
    for seat in range(follower.rules.players):
        found += _of_seat(round_, follower, tables, seat, shown.get(seat, []))
    return sorted(found, key=lambda late: late.place)


def _of_seat(round_: Round, follower: Follower, tables: list[At], seat: int, shown: list[Seen]) -> list[Late]:
    """Return the wrong actions of a seat: from the end backwards, what was seen later grows."""
    later, drawn = list(shown), 0
    found: list[Late] = []
    for place, action in reversed(list(enumerate(round_.actions))):
        if action.seat != seat:
            continue
        if isinstance(action.move, Play):
            later.append(Seen(action.move.tile, action.place))
            continue
        at, drew = tables[place], isinstance(action.move, Draw)
        if drew and action.tile is not None:
            later = [seen for seen in later if seen.tile != action.tile]
        elif drew:
            drawn += 1
        # a draw's own tile came after its decision, so it is counted before the decision is judged
        if action.stands or at.state.turn != seat or wrong_with(at, follower, drew=drew, tiles=0):
            continue
        proof = _proof(at, follower, drew=drew, later=later, drawn=drawn)
        if proof:
            found.append(Late(place, action, proof))
    return found


def _proof(at: At, follower: Follower, *, drew: bool, later: list[Seen], drawn: int) -> list[Seen]:
    """Return the tiles that prove an action wrong, at least one of them was held; or none."""
    hidden = [seen for seen in later if not at.state.hands[0] >> seen.tile.number & 1]
    guilty = [seen for seen in hidden if wrong_with(at, follower, drew=drew, tiles=1 << seen.tile.number)]
    if len(guilty) > drawn:
        return sorted(guilty, key=lambda seen: seen.place)[: drawn + 1]
    if drawn == 0 and hidden and wrong_with(at, follower, drew=drew, tiles=mask_of(seen.tile for seen in hidden)):
        return sorted(hidden, key=lambda seen: seen.place)
    return []


def _problem(late: Late) -> Problem:
    """Return the problem, at the wrong action, with the place of the tile that completes its proof."""
    line, column = late.proof[-1].place
    tiles = say(" or ").join(str(seen.tile) for seen in late.proof)
    facts = {"seat": seat_name(late.action.seat), "tile": tiles, "line": line, "column": column}
    if isinstance(late.action.move, Draw):
        why = say("{seat} drew while able: it held {tile}, as line {line}, column {column} shows", **facts)
        hint = say("one of the two places is recorded wrongly")
    else:
        why = say("{seat} passed while able: it held {tile}, as line {line}, column {column} shows", **facts)
        hint = say("if it was let stand, write pass~")
    return Problem(*late.action.place, "late-revoke", ERROR, why, hint, also=late.proof[-1].place)
