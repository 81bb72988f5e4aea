"""``dl.holdings``: exactly where the hidden tiles can be, given all that one seat has seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dominolab.engine import law
from dominolab.engine.moves import seat_name
from dominolab.engine.tiles import Hand, Tile, mask_of, tile_number, tiles_of
from dominolab.errors import DominoError, ImpossibleError
from dominolab.inference import counting, slots, steps
from dominolab.inference.models import adapted
from dominolab.inference.steps import AWAY, DENY, HOLD, YARD, Step, Story
from dominolab.messages import say

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.engine.deal import Tiles
    from dominolab.engine.moves import End, Move
    from dominolab.engine.view import View

Place = int | str
BONEYARD, OUT_OF_PLAY = "boneyard", "out of play"


def holdings(view: View, *, model: str = "exact", let_stand: Collection[int] = ()) -> Holdings:
    """Return exactly where the hidden tiles of a view can be.

    Every ordered deal that fits the record is equally likely: a play proves possession and nothing more. ``model``
    names a wrong model to compare with (``inference.models.MODELS``); ``let_stand`` are places in ``view.log`` of
    moves that broke a rule and were let stand: no evidence is drawn from them. What happened before a given position
    (``dl.setup``) is no evidence.

    Raises ``ImpossibleError`` naming the first event after which nothing fits, ``LimitError`` where exact counting is
    out of reach.

    >>> import dominolab as dl
    >>> v = dl.observe(dl.rules("classic"), seat=0, hand="6-6 6-5 5-5 1-0 2-1 4-2 3-0", leader=0, opening="6-6")
    >>> h = dl.holdings(v.play(0, "6-6"))
    >>> h.count, h.probability("4-4", 1), h.can_play(1)
    (116280, Fraction(1, 3), Fraction(2621, 2907))
    """
    return Holdings(view, model=model, let_stand=let_stand)


class Holdings:
    """Where the hidden tiles of one view can be: exact counts and fractions. Made by ``dl.holdings``."""

    def __init__(
        self,
        view: View,
        *,
        model: str = "exact",
        let_stand: Collection[int] = (),
        supposed: tuple[Step, ...] = (),
    ) -> None:
        """Read the view and count. ``supposed`` are what-if facts about the hands now (made by ``given``)."""
        self.view, self.model = view, model
        self.let_stand, self.supposed = frozenset(let_stand), supposed
        self.story = steps.read(view, None, let_stand)
        self._steps = [*adapted(self.story.steps, model), *supposed]
        self._slots = slots.layout(self._steps)
        self._counted = self._counts(())
        self.count: int = sum(weight * counted.total for weight, counted in self._counted)
        if not self.count:
            raise self._impossible()

    # ------------------------------------------------------------------------------------------ what is asked

    @property
    def kept(self) -> int:
        """All deals that fit, the order of the boneyard counted too: ``count`` times (tiles in it)!."""
        return self.count * counting.multinomial([1] * self.story.yard)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where a tile can be: the seats, the boneyard, and in a given position out of play."""
        away = (OUT_OF_PLAY,) if self.story.away else ()
        return (*range(self.view.rules.players), BONEYARD, *away)

    @cached_property
    def marginals(self) -> dict[Tile, dict[Place, Fraction]]:
        """For every tile that is not on the table, the probability of each place (exact, they add up to 1)."""
        found: dict[Tile, dict[Place, Fraction]] = {}
        ways: dict[int, dict[int, int]] = {}
        for weight, counted in self._counted:
            self._tally(weight, counted, ways)
        kept: dict[tuple[tuple[int, int], ...], dict[Place, Fraction]] = {}
        places = {owner: self._place(owner) for owner in set(self._slots.owners)}
        for tile in Hand(self.story.pool | self.story.own):
            if self.story.own >> tile.number & 1:
                found[tile] = {place: Fraction(int(place == self.view.seat)) for place in self.places}
                continue
            key = tuple(ways.get(tile.number, {}).items())
            if key not in kept:
                row: dict[Place, Fraction] = dict.fromkeys(self.places, Fraction(0))
                for owner, n in key:
                    row[places[owner]] = Fraction(n, self.count)
                kept[key] = row
            found[tile] = dict(kept[key])
        return found

    def probability(self, tile: Tile | str, place: Place) -> Fraction:
        """Return the probability that a tile is at a place: a seat's number, ``"boneyard"``, ``"out of play"``.

        A tile on the table is nowhere else. Raises ``DominoError`` for a tile or place that does not exist.
        """
        known = self._tile(tile)
        self._owner(place)
        return self.marginals.get(known, {}).get(place, Fraction(0))

    def joint(self, placed: Mapping[Any, Place]) -> Fraction:
        """Return the probability that several tiles are all where they are said to be: ``{"6-6": 1, "5-5": 0}``."""
        wanted = self._pins(placed)
        return Fraction(0) if wanted is None else self._share(wanted)

    def has_suit(self, seat: int, number: int) -> Fraction:
        """Return the probability that a seat holds a tile with a number."""
        return self.has_any(seat, law.fitting(number, self.view.rules.terms))

    def has_any(self, seat: int, tiles: Tiles | int) -> Fraction:
        """Return the probability that a seat holds any of some tiles (or of a mask)."""
        mask = self._mask(tiles)
        self._owner(seat)
        if seat == self.view.seat:
            return Fraction(int(bool(self.story.own & mask)))
        return 1 - self._share([Step(DENY, seat, mask)])

    def can_play(self, seat: int, end: End | str | None = None) -> Fraction:
        """Return the probability that a seat could lay a tile on the line as it is (``end``: at that end).

        For the seat to move this is now, its draws in this turn included; for others as if they were to move.
        """
        from dominolab.inference.asking import able

        self._owner(seat)
        answer = able(self, seat, end)
        return Fraction(int(answer)) if isinstance(answer, bool) else 1 - self._share(answer)

    def expected_pips(self, seat: int) -> Fraction:
        """Return the mean number of pips in a seat's hand."""
        self._owner(seat)
        rows = self.marginals.items()
        return sum((tile.pips * row[seat] for tile, row in rows if row[seat]), Fraction(0))

    def table(self, *, floats: bool = False) -> pd.DataFrame:
        """Return a DataFrame, a row for each tile not on the table and a column for each place, of fractions.

        ``floats``: of floating-point numbers instead.
        """
        import pandas as pd

        rows = {str(tile): row for tile, row in self.marginals.items()}
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(self.places), dtype=object)
        frame.index.name, frame.columns.name = "tile", "place"
        return frame.astype(float) if floats else frame

    # ------------------------------------------------------------------------------------------------ counting

    def _counts(self, extra: Collection[Step]) -> list[tuple[int, counting.Count]]:
        """Return the counted cases under more facts about the hands now."""
        newest = self.model == "newest-cohort"
        found = []
        for case in slots.cases([*self._steps, *extra], self._slots, self.story.pool, newest=newest):
            counted = counting.count(self._slots.sizes, case.classes)
            if counted is not None:
                found.append((case.weight, counted))
        return found

    def _share(self, extra: Collection[Step]) -> Fraction:
        """Return the share of the deals in which more facts hold."""
        if not extra:
            return Fraction(1)
        return Fraction(sum(weight * counted.total for weight, counted in self._counts(extra)), self.count)

    def _tally(self, weight: int, counted: counting.Count, ways: dict[int, dict[int, int]]) -> None:
        """Add a case's number of deals for each hidden tile and owner."""
        reduced, owners = counted.reduced, self._slots.owners
        for slot, tiles in reduced.fixed:
            for tile in steps.bits(tiles):
                row = ways.setdefault(tile, {})
                row[owners[slot]] = row.get(owners[slot], 0) + weight * counted.total
        for (_, _, tiles), by_group in zip(reduced.classes, counting.backward(counted), strict=True):
            shares: dict[int, int] = {}
            for g, amount in by_group.items():
                room: dict[int, int] = {}
                for slot in reduced.groups[g]:
                    room[owners[slot]] = room.get(owners[slot], 0) + reduced.left[slot]
                for owner, k in room.items():
                    shares[owner] = shares.get(owner, 0) + amount * k // reduced.room[g]
            for tile in steps.bits(tiles):
                row = ways.setdefault(tile, {})
                for owner, n in shares.items():
                    row[owner] = row.get(owner, 0) + weight * n

    def _impossible(self) -> ImpossibleError:
        """Return the error that names the first event after which nothing fits."""
        from dominolab.inference.asking import impossible

        return impossible(self)

    # ------------------------------------------------------------------------------------------------- places

    def _place(self, owner: int) -> Place:
        """Return the public name of an owner of slots."""
        return {YARD: BONEYARD, AWAY: OUT_OF_PLAY}.get(owner, owner)

    def _owner(self, place: Place) -> int:
        """Return the owner that a place means. Raises ``DominoError``."""
        if place not in self.places or isinstance(place, bool):
            known = ", ".join(map(str, self.places))
            raise DominoError(say("{place!r} is no place for a tile here; there are: {known}", place=place, known=known))
        return {BONEYARD: YARD, OUT_OF_PLAY: AWAY}[place] if isinstance(place, str) else place

    def _tile(self, tile: Tile | str) -> Tile:
        """Return a tile of the set. Raises ``DominoError``."""
        known = Tile(tile)
        if known not in self.view.rules.tiles:
            size = self.view.rules.set_size
            raise DominoError(say("{tile} is not in a double-{n} set", tile=known, n=size))
        return known

    def _mask(self, tiles: Tiles | int) -> int:
        """Return the mask of tiles given as text, tiles, or a mask."""
        return tiles if isinstance(tiles, int) else mask_of(self._tile(tile) for tile in tiles_of(tiles))

    def _pins(self, placed: Mapping[Any, Place]) -> list[Step] | None:
        """Return the facts that put hidden tiles in places, or None where a known tile is elsewhere."""
        wanted = []
        for tile, place in placed.items():
            known, owner = self._tile(tile), self._owner(place)
            if self.story.pool >> known.number & 1 and owner != self.view.seat:
                wanted.append(Step(HOLD, owner, known.number))
            elif not (self.story.own >> known.number & 1 and owner == self.view.seat):
                return None
        return wanted

    def __repr__(self) -> str:
        """Return a short description."""
        who = say("spectator") if self.view.seat is None else seat_name(self.view.seat)
        return f"<Holdings of {who}: {self.count}>"
