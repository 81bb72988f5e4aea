"""Less and more: a record as one seat saw it, and unknown tiles that later ones prove."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dominolab.engine.moves import Draw, Play, seat_name
from dominolab.engine.tiles import Tile
from dominolab.errors import RecordError
from dominolab.records.begin import told_call
from dominolab.records.model import Ending, Record, Round, Written
from dominolab.records.notation import UNKNOWN, seat_of
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dominolab.records.follow import At, Follower

PUBLIC = ("Domino", "Rules", "Players", "Date", "Event", "Site", "Round", "Result")
"""Tags that say nothing about hidden tiles; others (a seed, say) might."""


def project(record: Record, seat: int | str | None) -> Record:
    """Return the record as one seat (0 or ``"A"``, ...; None: a spectator) saw it; no tile leaks that it did not see.

    Other hands, their draws and the boneyard become unknown. Comments, glyphs, variations, unknown tags and unread
    text are left out: they may have been written by someone who saw more. Hands shown at the end stay. Raises
    ``RecordError`` for a seat that does not play.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=2 hand_size=2")
    >>> deal = dl.Deal(record.rules, ["2-2 1-0", "2-1 1-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.start(deal).play("2-2"))
    >>> print(dl.project(record, seat=1))
    [Domino "1"]
    [Rules "block set_size=2 hand_size=2"]
    [View "B"]
    <BLANKLINE>
    == 1 lead A
    deal A ?x2
    deal B 2-1 1-1
    A 2-2
    end broken
    """
    own = None if seat is None else seat_of(seat, record.rules.players)
    seen = Record(None)
    seen.tags = [tag for tag in record.tags if tag.name in PUBLIC or tag.name.startswith("Player ")]
    seen.set_tag("View", "none" if own is None else seat_name(own))
    for round_ in record.rounds:
        part = _seen(round_, own)
        part.record = seen
        seen.rounds.append(part)
    return seen


def _seen(round_: Round, seat: int | None) -> Round:
    """Return a round as one seat saw it."""
    setup = round_.setup
    dealt = {who: hand if who == seat else (UNKNOWN,) * len(hand) for who, hand in setup.dealt.items()}
    yard = None
    if setup.row is not None and setup.yard is not None:
        yard = (UNKNOWN,) * len(setup.yard)  # how many there are is public
    part = Round(replace(setup, dealt=dealt, yard=yard, called=_call_found(round_)), round_.ending)
    at: Node = part.root
    for action in round_.actions:
        tile = action.tile if action.seat == seat else None
        if action.seat == seat and isinstance(action.move, Draw) and tile is None:
            tile = _drawn(round_, action)
        at = at.add(Action(action.seat, action.move, tile, apart=action.apart, stands=action.stands))
    part.shown = dict(round_.shown)
    if round_.rest:
        part.ending = Ending("broken")
    return part


def _call_found(round_: Round) -> Tile | None:
    """Return the called tile, which everybody heard, if the record of one seat must tell it."""
    from dominolab.records.derive import follower_of

    try:
        opening = follower_of(round_)[0].start.opening
    except RecordError:
        return round_.setup.called
    led = any(isinstance(action.move, Play) for action in round_.actions)
    return told_call(round_.rules, opening, led=led)


def _drawn(round_: Round, action: Action) -> Tile | None:
    """Return the tile of a draw that the record writes as unknown although its boneyard tells it."""
    n = sum(isinstance(before.move, Draw) for before in action.path[:-1])
    yard = round_.setup.yard or ()
    tile = yard[n] if n < len(yard) else None
    return tile if isinstance(tile, Tile) else None


# ---------------------------------------------------------------------------------------------------- what is proven


def revealed(record: Record) -> Record:
    """Return a copy in which unknown tiles are named where later plays and shown hands prove them."""
    from dominolab.records.twin import _record, data_of

    copy = _record(data_of(record))
    copy.problems = record.problems
    for part, whole in zip(copy.rounds, record.rounds, strict=True):
        part.problems = whole.problems
    for round_ in copy.rounds:
        try:
            copy.rules  # noqa: B018 - asked only whether there are any
        except RecordError:
            return copy
        for seat in range(copy.rules.players):
            _reveal(round_, seat)
    return copy


def _reveal(round_: Round, seat: int) -> None:
    """Name the tiles of a seat whose arrival is proven: when a tile came is between two unknown draws, or the deal."""
    from dominolab.records.derive import follower_of, meant

    dealt = round_.setup.dealt.get(seat, (UNKNOWN,) * round_.rules.hand_size)
    try:
        follower, at = follower_of(round_)
    except RecordError:
        return
    draws: list[Action] = []
    moments: list[tuple[int, At, bool]] = []  # before each pass or draw: unknown draws made so far, the table, drew
    span: dict[Tile, tuple[int, int]] = {}
    own = {tile for tile in dealt if isinstance(tile, Tile)}
    own |= {a.tile for a in round_.actions if a.seat == seat and a.tile is not None}
    for action in round_.actions:
        if action.seat == seat and isinstance(action.move, Play) and action.move.tile not in own:
            span[action.move.tile] = (0, len(draws))
        elif action.seat == seat and not isinstance(action.move, Play):
            drew = isinstance(action.move, Draw)
            if not action.stands and at.state.turn == seat:
                moments.append((len(draws), at, drew))
            if drew and action.tile is None:
                draws.append(action)
        step = follower.step(at, meant(action))
        if step.fatal:
            break
        at = step.at
    for tile in round_.shown.get(seat, ()):
        if isinstance(tile, Tile) and tile not in own:
            span.setdefault(tile, (0, len(draws)))
    slots = [dealt.count(UNKNOWN), *(1 for _ in draws)]
    spans = {tile: (_earliest(tile, last, moments, follower), last) for tile, (_, last) in span.items()}
    _name(round_, seat, dealt, draws, dict(_settled(spans, slots)))


def _earliest(tile: Tile, last: int, moments: list[tuple[int, At, bool]], follower: Follower) -> int:
    """Return the first slot in which a tile can have come: after every pass or draw it would have made wrong."""
    from dominolab.records.late import wrong_with

    first = 0
    for draws, at, drew in moments:
        proven = wrong_with(at, follower, drew=drew, tiles=1 << tile.number)
        if draws < last and proven and not wrong_with(at, follower, drew=drew, tiles=0):
            first = max(first, draws + 1)
    return first


def _settled(spans: dict[Tile, tuple[int, int]], slots: list[int]) -> Iterator[tuple[Tile, int]]:
    """Give the tiles whose slot is certain; slot 0 is the deal, the others are draws, one tile each."""
    free = list(slots)
    waiting = dict(spans)
    while True:
        options = {tile: [s for s in range(first, last + 1) if free[s] > 0] for tile, (first, last) in waiting.items()}
        certain = [(tile, found[0]) for tile, found in options.items() if len(found) == 1]
        if not certain:
            return
        for tile, slot in certain:
            if free[slot] > 0:
                free[slot] -= 1
                yield tile, slot
            del waiting[tile]


def _name(round_: Round, seat: int, dealt: Written, draws: list[Action], found: dict[Tile, int]) -> None:
    """Write the proven tiles into the deal and the draws."""
    proven = sorted(tile for tile, slot in found.items() if slot == 0)
    hand = list(dealt)
    for tile in proven:
        hand[hand.index(UNKNOWN)] = tile
    if proven:
        round_.setup = replace(round_.setup, dealt={**round_.setup.dealt, seat: tuple(hand)})
    for tile, slot in found.items():
        if slot:
            draws[slot - 1].tile = tile
