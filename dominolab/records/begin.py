"""How a recorded round begins: its tiles and its lead, checked, as the law's first state."""

from __future__ import annotations

from typing import NamedTuple

from dominolab.engine import law
from dominolab.engine.jokers import next_joker
from dominolab.engine.line import Line, Placed, ends_of
from dominolab.engine.moves import Play, seat_name
from dominolab.engine.rules import CHOICES, Rules
from dominolab.engine.setup import arm_problems, chain_problems, given_state, pair_problem
from dominolab.engine.table import Start, start_state
from dominolab.engine.tiles import Tile, mask_of, tile_number
from dominolab.messages import count, say
from dominolab.records.follow import At, Fault, Follower, outside
from dominolab.records.model import Setup, Written
from dominolab.records.notation import UNKNOWN
from dominolab.records.problems import printable

CALLS = ("highest_double", "highest_tile")


class Spot(NamedTuple):
    """A word of the lines before the first action: the line's keyword, its seat, and the place of the tile."""

    keyword: str
    seat: int = -1
    tile: int = -1


class Begun(NamedTuple):
    """A round ready to be followed (``follower`` None: it cannot be), and what is wrong with its beginning."""

    follower: Follower | None
    at: At | None
    faults: list[tuple[Spot, Fault]]


class Tiles:
    """Takes the tiles of a round one place after the other and notices what cannot be."""

    def __init__(self, rules: Rules) -> None:
        """Begin with nothing taken."""
        self.rules = rules
        self.places: dict[Tile, str] = {}
        self.faults: list[tuple[Spot, Fault]] = []

    def take(self, tiles: Written, keyword: str, seat: int, place: str) -> tuple[Tile | None, ...]:
        """Return the tiles with None for each that is unknown, unreadable, or cannot be there."""
        return tuple(self._one(tile, Spot(keyword, seat, i), place) for i, tile in enumerate(tiles))

    def _one(self, tile: Tile | str, spot: Spot, place: str) -> Tile | None:
        if isinstance(tile, str):
            if tile != UNKNOWN:
                why = say("{word} is not a tile", word=printable(tile))
                self.faults.append((spot, Fault("unreadable", why, say("write tiles like 6-5, unknown ones like ?x7"))))
            return None
        if tile not in self.rules.tiles:
            self.faults.append((spot, outside(tile, self.rules)))
            return None
        if tile in self.places:
            first = self.places[tile]
            why = (
                say("{tile} is there twice: {first}", tile=tile, first=place)
                if first == place
                else say("{tile} is there twice: {first} and {second}", tile=tile, first=first, second=place)
            )
            self.faults.append((spot, Fault("dealt-twice", why, say("write ? for the tile that is not known"))))
            return None
        self.places[tile] = place
        return tile

    def size(self, tiles: Written, want: int, spot: Spot, place: str) -> None:
        """Notice a wrong number of tiles."""
        if len(tiles) != want:
            why = count(
                "{place} has {n} tile, but the rules say {want}",
                "{place} has {n} tiles, but the rules say {want}",
                len(tiles),
                place=place,
                want=want,
            )
            self.faults.append((spot, Fault("deal-size", why, say("unknown tiles are written like ?x{n}", n=want))))


def begin(rules: Rules, setup: Setup, call: str | None, first: Play | None, leader: int) -> Begun:
    """Return a round at its beginning; ``first`` is its first play, ``leader`` the seat that acts first."""
    tiles = Tiles(rules)
    line = _line(rules, setup, tiles)
    if line is None:
        return Begun(None, None, tiles.faults)
    hands = [tiles.take(_dealt(rules, setup, seat), "deal", seat, _hand(seat)) for seat in range(rules.players)]
    sizes = tuple(map(len, hands))
    given = setup.row is not None
    if not given:
        for seat, hand in setup.dealt.items():
            tiles.size(hand, rules.hand_size, Spot("deal", seat), _hand(seat))
    left = max(0, len(rules.tiles) - sum(sizes) - len(line))
    yard = _yard(rules, setup, tiles, left, given=given)
    if yard is not None and given:
        left = len(yard)
    masks = tuple(_mask(hand, rules) for hand in hands)
    leads = setup.turn if setup.turn is not None else leader
    opening = None if given or setup.set_tile is not None else _opening(rules, masks, call, first, leads, tiles)
    start = Start(
        sizes, left, leads, opening, line, given=given, drawn=setup.drawn, passes=setup.passes, placed=setup.placed
    )
    forced = opening is not None and rules.leads_called_tile
    called = opening.number if opening is not None and forced else law.NOWHERE
    if given:
        state = given_state(rules, start, masks)
        problem = pair_problem(rules, state)
        if problem:
            return Begun(None, None, [*tiles.faults, (Spot("placed"), Fault("bad-setup", problem, fatal=True))])
    else:
        state = start_state(start, masks, ends_of(line, rules.terms), called)
    return Begun(Follower(rules, start), At(state, line, yard), tiles.faults)


def _hand(seat: int) -> str:
    return say("hand of {seat}", seat=seat_name(seat))


def _dealt(rules: Rules, setup: Setup, seat: int) -> Written:
    """Return what a seat was dealt: unknown tiles where the record does not say."""
    return setup.dealt.get(seat, (UNKNOWN,) * rules.hand_size)


def _mask(hand: tuple[Tile | None, ...], rules: Rules) -> int:
    """Return a hand for the law, a joker for each unknown tile."""
    mask = mask_of(tile for tile in hand if tile is not None)
    for _ in range(sum(tile is None for tile in hand)):
        mask |= 1 << next_joker(mask, rules)
    return mask


def _line(rules: Rules, setup: Setup, tiles: Tiles) -> Line | None:
    """Return what lies on the table at the start, or None where that cannot be."""
    if setup.row is not None:
        return _given(rules, setup, tiles)
    if (rules.opening_tile == "from_boneyard") != (setup.set_tile is not None):
        why = (
            say("these rules turn no first tile from the boneyard")
            if setup.set_tile is not None
            else say("the first tile, turned from the boneyard, is missing")
        )
        tiles.faults.append((Spot("set"), Fault("set-tile", why, say("it is written like: set 4-2"), fatal=True)))
        return None
    if setup.set_tile is None:
        return Line()
    [tile] = tiles.take((setup.set_tile,), "set", -1, say("line"))
    if tile is None:
        return None
    return Line().with_tile(tile, None, law.NOWHERE, spins=rules.spinner != "none" and tile.is_double)


def _given(rules: Rules, setup: Setup, tiles: Tiles) -> Line | None:
    """Return the line from which a record starts."""
    row = tuple(Placed(*pair) for pair in setup.row or ())
    up, down = (tuple(Placed(*pair) for pair in arm) for arm in (setup.up, setup.down))
    place: int | None = None
    if rules.spinner != "none":
        place = next(
            (i for i, tile in enumerate(row) if tile.first == tile.second and setup.spinner in (None, tile.tile)), None
        )
    line = Line(row, up, down, place)
    before = len(tiles.faults)
    tiles.take(tuple(placed.tile for placed in line), "line", -1, say("line"))
    problems = [*chain_problems(line), *arm_problems(rules, line)]
    if setup.placed >= rules.tiles_per_turn:
        problems.append(say("placed = {n}: the turn would be over", n=setup.placed))
    if setup.passes >= rules.players:
        problems.append(say("passes = {n}: the round would be blocked", n=setup.passes))
    tiles.faults += [(Spot("line"), Fault("bad-setup", why, fatal=True)) for why in problems]
    return line if len(tiles.faults) == before else None


def _yard(rules: Rules, setup: Setup, tiles: Tiles, left: int, *, given: bool) -> tuple[Tile | None, ...] | None:
    """Return the boneyard in draw order, or None where it is not known."""
    if setup.yard is not None:
        yard = tiles.take(setup.yard, "yard", -1, say("boneyard"))
        if not given:
            tiles.size(setup.yard, left, Spot("yard"), say("boneyard"))
            return yard if len(yard) == left else None
        return yard
    rest = tuple(tile for tile in rules.tiles if tile not in tiles.places)
    known = len(rest) == left  # every hand is known, so the others are in the boneyard
    return rest if known and (rules.draw_limit == 0 or left <= 1) else None


def call_of(rules: Rules, number: int | None, before: tuple[law.State, int] | None) -> str | None:
    """Return the call by which a round is led, or None; ``before``: last state and leader of the round before."""
    if number == 1:
        return rules.first_lead if rules.first_lead in CALLS else None
    how, after_tie = (CHOICES["next_lead"].index(name) for name in (rules.next_lead, rules.lead_after_tie))
    if how in (law.SAME_CALL, law.HIGHEST_DOUBLE):
        call = rules.first_lead if how == law.SAME_CALL else "highest_double"
        return call if call in CALLS else None
    if how != law.WINNER or before is None:
        return None
    state, leader = before
    hidden = any(hand > rules.tiles.mask for hand in state.hands)
    if not state.over or (hidden and state.over != law.OUT):
        return None
    counts = (0,) * rules.players if hidden else law.tally(state, rules.terms)
    led = law.leads_next(state, counts, leader, how, after_tie, rules.terms)
    return "highest_double" if led == law.NOWHERE else None


def _opening(
    rules: Rules, masks: tuple[int, ...], call: str | None, first: Play | None, leader: int, tiles: Tiles
) -> Tile | None:
    """Return the called tile where there was a call, and notice a lead that does not answer it."""
    if rules.draws_to_open or (call is not None and rules.opening_tile == "set_double"):
        return Tile(rules.set_size, rules.set_size)
    if call is None:
        return None
    known = tuple(mask & rules.tiles.mask for mask in masks)
    doubles, then_tiles = call == "highest_double", rules.no_double == "highest_tile"
    found = law.opening_call(known, doubles, then_tiles)
    if known == masks:
        return _called(found, law.holder(masks, found), leader, tiles)
    led = first.tile.number if first is not None else law.NOWHERE
    if led == law.NOWHERE or (doubles and not then_tiles and not law.calls(led, doubles)):
        return None
    rank, best = law.calls(led, doubles), law.calls(found, doubles) if found >= 0 else 0
    if found >= 0 and found != led and best > rank:
        return _called(found, law.holder(known, found), leader, tiles, led=tile_number(led))
    return tile_number(led)


def _called(found: int, holder: int, leader: int, tiles: Tiles, led: Tile | None = None) -> Tile | None:
    """Return the called tile if the seat that leads holds it."""
    if found < 0:
        why = say("nobody holds a tile that is called: these rules deal again")
        tiles.faults.append((Spot("lead"), Fault("wrong-lead", why, say("close a thrown-in deal with: redeal"))))
        return None
    if holder != leader or led is not None:
        why = say("{seat} holds {tile}, the called tile, and leads", seat=seat_name(holder), tile=tile_number(found))
        tiles.faults.append((Spot("lead"), Fault("wrong-lead", why)))
        return None
    return tile_number(found)
