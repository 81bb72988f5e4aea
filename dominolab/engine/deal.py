"""``Deal``: who was dealt what and who leads; ``deal``: a fair one from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dominolab.engine import chance, law
from dominolab.engine.dealing import CALL_DOUBLE, LEADS, MOST_REDEALS, Dealing, dealt
from dominolab.engine.line import Line
from dominolab.engine.moves import seat_name
from dominolab.engine.rules import Rules
from dominolab.engine.table import Start
from dominolab.engine.tiles import Hand, Tile, mask_of, tile_number, tiles_of
from dominolab.errors import DominoError
from dominolab.messages import say

Tiles: TypeAlias = str | Iterable[Tile | str | tuple[int, int]]


@dataclass(frozen=True, init=False)
class Deal:
    """One deal: hands in seat order, the boneyard in draw order, who leads, and the called tile if there is one.

    ``hands`` and ``boneyard`` take text or tiles. The boneyard may be left out where nobody draws. Raises
    ``DominoError`` for tiles outside the set, tiles dealt twice, hands of the wrong size, and a call that finds
    another tile.

    >>> import dominolab as dl
    >>> d = dl.Deal(dl.rules("block", set_size=2, hand_size=2), ["2-2 1-0", "2-1 0-0"], leader=0, opening="2-2")
    >>> str(d.hands[0]), d.opening
    ('1-0 2-2', Tile('2-2'))
    """

    rules: Rules
    dealt: tuple[tuple[Tile, ...], ...]
    """The hands as dealt, each in the order given."""
    boneyard: tuple[Tile, ...]
    leader: int
    opening: Tile | None
    set_tile: Tile | None

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Tiles],
        boneyard: Tiles | None = None,
        leader: int = 0,
        opening: Tile | str | None = None,
        set_tile: Tile | str | None = None,
    ) -> None:
        """Check the deal and keep it."""
        dealt = tuple(tiles_of(hand) for hand in hands)
        turned = Tile(set_tile) if set_tile is not None else None
        seen = [tile for hand in dealt for tile in hand] + ([turned] if turned else [])
        if boneyard is None:
            yard = tuple(rules.tiles - Hand(seen)) if rules.draw_limit == 0 else ()
        else:
            yard = tiles_of(boneyard)
        values = (rules, dealt, yard, leader, opening_of(rules, opening), turned)
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, value)
        problem = _tiles_problem(self) or _lead_problem(self)
        if problem:
            raise DominoError(problem)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands as sets of tiles."""
        return tuple(Hand(hand) for hand in self.dealt)

    @property
    def start(self) -> Start:
        """The public facts."""
        line = Line()
        if self.set_tile is not None:
            spins = self.rules.spinner != "none" and self.set_tile.is_double
            line = line.with_tile(self.set_tile, None, law.NOWHERE, spins=spins)
        sizes = tuple(len(hand) for hand in self.dealt)
        return Start(sizes, len(self.boneyard), self.leader, self.opening, line)

    def __repr__(self) -> str:
        """Return text that reads back."""
        hands = [" ".join(map(str, hand)) for hand in self.dealt]
        parts = [
            repr(self.rules),
            repr(hands),
            repr(" ".join(map(str, self.boneyard))),
            f"leader={self.leader}",
        ]
        parts += [f"opening={str(self.opening)!r}"] if self.opening is not None else []
        parts += [f"set_tile={str(self.set_tile)!r}"] if self.set_tile is not None else []
        return f"Deal({', '.join(parts)})"


def opening_of(rules: Rules, opening: Tile | str | None) -> Tile | None:
    """Return the called tile as given; where only the set's highest double may open a round it need not be given."""
    if opening is None and (rules.draws_to_open or rules.opening_tile == "set_double"):
        return Tile(rules.set_size, rules.set_size)
    return Tile(opening) if opening is not None else None


def tile_problems(rules: Rules, groups: Iterable[tuple[str, Sequence[Tile]]]) -> list[str]:
    """Return what is wrong with tiles in named places: outside the set, or in two places."""
    problems: list[str] = []
    place_of: dict[Tile, str] = {}
    for place, tiles in groups:
        for tile in tiles:
            if tile not in rules.tiles:
                problems.append(
                    say(
                        "{tile} ({place}) is not in a double-{n} set",
                        tile=tile,
                        place=place,
                        n=rules.set_size,
                    )
                )
            elif tile in place_of:
                problems.append(
                    say(
                        "{tile} is there twice: {first} and {second}",
                        tile=tile,
                        first=place_of[tile],
                        second=place,
                    )
                )
            place_of.setdefault(tile, place)
    return problems


def hand_places(hands: Sequence[Sequence[Tile]]) -> list[tuple[str, Sequence[Tile]]]:
    """Return the hands with the name of their place."""
    return [(say("hand of {seat}", seat=seat_name(i)), hand) for i, hand in enumerate(hands)]


def _tiles_problem(d: Deal) -> str | None:
    """Say what is wrong with the tiles of a deal."""
    rules = d.rules
    if len(d.dealt) != rules.players:
        return say("{players} players but {hands} hands", players=rules.players, hands=len(d.dealt))
    turned = [(say("the first tile"), [d.set_tile])] if d.set_tile else []
    problems = tile_problems(rules, [*hand_places(d.dealt), (say("boneyard"), d.boneyard), *turned])
    if problems:
        return "; ".join(problems)
    for seat, hand in enumerate(d.dealt):
        if len(hand) != rules.hand_size:
            return say(
                "{seat} was dealt {n} tiles, but hands have {size}",
                seat=seat_name(seat),
                n=len(hand),
                size=rules.hand_size,
            )
    missing = rules.tiles - Hand(mask_of([*(t for hand in d.dealt for t in hand), *d.boneyard]))
    missing -= Hand([d.set_tile] if d.set_tile else [])
    if missing:
        return say("these tiles of the set are nowhere: {tiles}", tiles=missing)
    if (rules.opening_tile == "from_boneyard") != (d.set_tile is not None):
        return say("set_tile is given exactly when opening_tile = from_boneyard")
    return None


def _lead_problem(d: Deal) -> str | None:
    """Say what is wrong with the lead of a deal."""
    rules, opening = d.rules, d.opening
    if not isinstance(d.leader, int) or not 0 <= d.leader < rules.players:
        return say("leader = {leader!r}: seats go from 0 to {last}", leader=d.leader, last=rules.players - 1)
    masks = tuple(hand.mask for hand in d.hands)
    if rules.draws_to_open:
        double = Tile(rules.set_size, rules.set_size)
        if opening != double:
            return say("this round opens with {tile}: opening = {tile}", tile=double)
        seat = law.holder(masks, double.number)
        if seat not in (law.NOWHERE, d.leader):
            return say("{seat} holds {tile} and leads", seat=seat_name(seat), tile=double)
        return None
    if opening is None:
        return None
    doubles, tiles = law.called(masks, doubles=True), law.called(masks, doubles=False)
    answers = {tiles} if doubles < 0 else {doubles}
    if rules.first_lead == "highest_tile":  # its later rounds may call doubles
        answers.add(tiles)
    seat = law.holder(masks, opening.number)
    if opening.number not in answers:
        found = max(answers)
        who = seat_name(law.holder(masks, found))
        return say("the call finds {tile} with {seat}, not {other}", tile=tile_number(found), seat=who, other=opening)
    if seat != d.leader:
        return say("{seat} holds {tile} and leads", seat=seat_name(seat), tile=opening)
    return None


def dealing_of(rules: Rules, lead: str | None = None) -> Dealing:
    """Return how rounds are dealt and led under these rules, as numbers; ``lead`` replaces ``rules.first_lead``."""
    how = LEADS.index(lead or rules.first_lead)
    fixed = rules.draws_to_open or (rules.opening_tile == "set_double" and how == CALL_DOUBLE)
    return Dealing(
        tiles=len(rules.tiles),
        hand_size=rules.hand_size,
        turned=int(rules.opening_tile == "from_boneyard"),
        lead=how,
        then_tiles=int(rules.no_double == "highest_tile"),
        set_double=len(rules.tiles) - 1 if fixed else law.NOWHERE,  # the last tile of the set's order
        forced=int(rules.leads_called_tile),
        draws_to_open=int(rules.draws_to_open),
    )


def deal(rules: Rules, seed: int, *, game: int = 0, lead: str | None = None, leader: int | None = None) -> Deal:
    """Return a fair deal, the same for the same seed on every machine; deals again where the rules say so.

    ``game`` is the number of a game under that seed (``dl.simulate`` plays 0, 1, 2, ...). ``lead`` is how the leader
    is found (default: ``rules.first_lead``); ``leader`` names the seat instead. Raises ``DominoError`` if no deal in
    100,000 can be led (the rules ask for a tile that is never dealt).

    >>> import dominolab as dl
    >>> d = dl.deal(dl.rules("classic"), seed=7)
    >>> len(d.boneyard), d.opening in d.hands[d.leader]
    (14, True)
    """
    key = chance.key_of(seed, game)
    how = dealing_of(rules, lead)
    blank = (0,) * rules.players
    counter = 0
    for _ in range(MOST_REDEALS):
        order = list(range(len(rules.tiles)))
        counter = chance.shuffle(order, key, counter)
        if leader is not None:
            return _laid_out(rules, order, leader, law.NOWHERE)
        found = dealt(order, key, counter, blank, how)
        if found.leader >= 0:
            return _laid_out(rules, order, found.leader, found.opening)
    raise DominoError(say("no deal under these rules could be led"))


def _laid_out(rules: Rules, order: list[int], leader: int, opening: int) -> Deal:
    """Return the deal of a shuffled set."""
    size, seats = rules.hand_size, rules.players
    hands = [[tile_number(n) for n in order[seat * size : (seat + 1) * size]] for seat in range(seats)]
    rest = [tile_number(n) for n in order[seats * size :]]
    turned = rest.pop(0) if rules.opening_tile == "from_boneyard" else None
    return Deal(rules, hands, rest, leader, tile_number(opening) if opening >= 0 else None, turned)
