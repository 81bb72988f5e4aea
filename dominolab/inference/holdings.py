"""``dl.holdings``: exactly where the hidden tiles can be, given all that one seat has seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import factorial
from typing import TYPE_CHECKING, Any, overload

from dominolab.engine import law
from dominolab.engine.moves import Draw, move_of, seat_name
from dominolab.engine.tiles import Hand, Tile, mask_of, tiles_of
from dominolab.engine.view import View
from dominolab.errors import DominoError, IllegalMoveError, ImpossibleError
from dominolab.inference import steps
from dominolab.inference.answer import Answer
from dominolab.inference.models import adapted
from dominolab.inference.sampling import Sampler, World
from dominolab.inference.steps import AWAY, DENY, HOLD, YARD, Step
from dominolab.messages import say

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.engine.deal import Deal, Tiles
    from dominolab.engine.moves import End, Move
    from dominolab.inference.estimate import Estimate
    from dominolab.inference.evidence import Fact

Place = int | str
BONEYARD, OUT_OF_PLAY = "boneyard", "out of play"
OWNER: dict[str, int] = {BONEYARD: YARD, OUT_OF_PLAY: AWAY}
PLACE: dict[int, Place] = {YARD: BONEYARD, AWAY: OUT_OF_PLAY}


@overload
def holdings(view: View, *, model: str = ..., let_stand: Collection[int] = ..., samples: None = ...) -> Holdings: ...
@overload
def holdings(
    view: View, *, model: str = ..., let_stand: Collection[int] = ..., samples: int, seed: int = ...
) -> Estimate: ...
def holdings(
    view: View,
    *,
    model: str = "exact",
    let_stand: Collection[int] = (),
    samples: int | None = None,
    seed: int = 0,
) -> Holdings | Estimate:
    """Return exactly where the hidden tiles of a view can be.

    Every ordered deal that fits the record is equally likely: a play proves possession and nothing more. ``model``
    names a wrong model to compare with (``inference.models.MODELS``); ``let_stand`` are places in ``view.log`` of
    moves that broke a rule and were let stand: no evidence is drawn from them. What happened before a given position
    (``dl.setup``) is no evidence.

    With ``samples`` (and ``seed``) an ``Estimate`` is returned instead: approximate values, each with its standard
    error, for games whose exact count is out of reach.

    Raises ``ImpossibleError`` naming the first event after which nothing fits, ``LimitError`` with the size where
    exact counting is out of reach.

    >>> import dominolab as dl
    >>> v = dl.observe(dl.rules("classic"), seat=0, hand="6-6 6-5 5-5 1-0 2-1 4-2 3-0", leader=0, opening="6-6")
    >>> h = dl.holdings(v.play(0, "6-6"))
    >>> h.count, h.probability("4-4", 1), h.can_play(1)
    (116280, Fraction(1, 3), Fraction(2621, 2907))
    """
    if not isinstance(view, View):
        raise DominoError(say("holdings are asked of a view: position.view(seat), or dl.observe(...)"))
    if samples is None:
        return Holdings(view, model=model, let_stand=let_stand)
    from dominolab.inference.estimate import Estimate

    return Estimate(view, samples, seed, let_stand=let_stand)


class Holdings:
    """Where the hidden tiles of one view can be: exact counts and fractions. Made by ``dl.holdings``.

    ``count`` is the number of deals that fit all evidence; every chance is a ``Fraction`` of it. A place is a seat's
    number, ``"boneyard"``, or, in a given position, ``"out of play"``.

    >>> import dominolab as dl
    >>> v = dl.observe(dl.rules("classic"), 0, "6-6 6-5 5-5 1-0 2-1 4-2 3-0", opening="6-6").play(0, "6-6")
    >>> h = dl.holdings(v)
    >>> h.places, h.has_suit(1, 4), h.expected_pips(1), h.joint({"4-4": 1, "3-3": "boneyard"})
    ((0, 1, 'boneyard'), Fraction(2441, 2584), Fraction(122, 3), Fraction(7, 30))
    """

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
        told = [*adapted(self.story.steps, model)]
        for fact in supposed:  # each at its time: what came in later is another matter
            at = next((i for i, step in enumerate(told) if step.event >= fact.event), len(told))
            told.insert(at, fact)
        self.answer = Answer(told, self.story.pool, newest=model == "newest-cohort")
        self.count: int = self.answer.total
        if not self.count:
            from dominolab.inference.asking import impossible

            raise impossible(self)

    # ------------------------------------------------------------------------------------------ what is asked

    @property
    def kept(self) -> int:
        """All deals that fit, the order of the boneyard counted too: ``count`` times (tiles in it)!."""
        return self.count * factorial(self.story.yard)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where a tile can be: the seats, the boneyard, and in a given position out of play."""
        away = (OUT_OF_PLAY,) if self.story.away else ()
        return (*range(self.view.rules.players), BONEYARD, *away)

    @cached_property
    def marginals(self) -> dict[Tile, dict[Place, Fraction]]:
        """For every tile that is not on the table, the probability of each place (exact, they add up to 1)."""
        found: dict[Tile, dict[Place, Fraction]] = {}
        ways = self.answer.ways
        nowhere: dict[Place, Fraction] = dict.fromkeys(self.places, Fraction(0))
        kept: dict[int, dict[Place, Fraction]] = {}  # tiles of one class share their row
        for tile in Hand(self.story.pool | self.story.own):
            number = tile.number
            if self.story.own >> number & 1:
                found[tile] = {**nowhere, self.view.seat: Fraction(1)} if self.view.seat is not None else nowhere
                continue
            row = ways[number]
            if id(row) not in kept:
                shares = {PLACE.get(owner, owner): Fraction(n, self.count) for owner, n in row.items()}
                kept[id(row)] = {**nowhere, **shares}
            found[tile] = kept[id(row)].copy()
        return found

    def probability(self, tile: Tile | str, place: Place) -> Fraction:
        """Return the probability that a tile is at a place: a seat's number, ``"boneyard"``, ``"out of play"``.

        A tile on the table is nowhere else. Raises ``DominoError`` for a tile or place that does not exist.
        """
        known = self._tile(tile)
        self.owner(place)
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
        self.owner(seat)
        if seat == self.view.seat:
            return Fraction(int(bool(self.story.own & mask)))
        return 1 - self._share([Step(DENY, seat, mask)])

    def can_play(self, seat: int, end: End | str | None = None) -> Fraction:
        """Return the probability that a seat could lay a tile on the line as it is (``end``: at that end).

        For the seat to move this is now, its draws in this turn included; for others as if they were to move.
        """
        from dominolab.inference.asking import able

        self.owner(seat)
        answer = able(self, seat, end)
        return Fraction(int(answer)) if isinstance(answer, bool) else 1 - self._share(answer)

    def expected_pips(self, seat: int) -> Fraction:
        """Return the mean number of pips in a seat's hand."""
        self.owner(seat)
        rows = self.marginals.items()
        return sum((tile.pips * row[seat] for tile, row in rows if row[seat]), Fraction(0))

    def pips(self, seat: int) -> dict[int, Fraction]:
        """Return the distribution of the pips in a seat's hand: pips -> probability, those above 0 only."""
        return self._spread(seat, {tile.number: tile.pips for tile in self.view.rules.tiles})

    def suit_count(self, seat: int, number: int) -> dict[int, Fraction]:
        """Return the distribution of how many tiles with a number a seat holds: tiles -> probability."""
        return self.count_of(seat, law.fitting(number, self.view.rules.terms))

    def count_of(self, seat: int, tiles: Tiles | int) -> dict[int, Fraction]:
        """Return the distribution of how many of some tiles (or of a mask) a seat holds: tiles -> probability."""
        return self._spread(seat, dict.fromkeys(steps.bits(self._mask(tiles)), 1))

    def _spread(self, seat: int, weights: dict[int, int]) -> dict[int, Fraction]:
        """Return the distribution of a hand's weight."""
        self.owner(seat)
        if seat == self.view.seat:
            return {sum(weights.get(tile, 0) for tile in steps.bits(self.story.own)): Fraction(1)}
        return {value: Fraction(n, self.count) for value, n in self.answer.spread(seat, weights).items()}

    def can_go_out(self, seat: int) -> Fraction:
        """Return the probability that a seat could lay all its tiles in one turn as the line is (0: it holds more)."""
        tiles, terms = self.view.counts[seat], self.view.rules.terms
        most = terms.plays - (self.view.state.laid if seat == self.view.turn else 0)
        return self.can_play(seat) if 0 < tiles <= most else Fraction(0)

    # ------------------------------------------------------------------------------------------------- words

    @cached_property
    def evidence(self) -> list[Fact]:
        """Every public fact in the order of time: its sentence, what it rules out, how much the answer changed.

        ``fact.kept`` (share of the deals left by it) and ``fact.change`` (largest change of a probability) are counted
        when asked for.

        >>> import dominolab as dl
        >>> v = dl.observe(dl.rules("common"), 0, "6-6 6-5 5-5 1-0 2-1 4-2 3-0").play(0, "6-5").draw(1)
        >>> fact = dl.holdings(v).evidence[0]
        >>> print(fact, fact.kept)
        event 2 (B +?) with 5, 6 open: B held no tile that fits 11/3876
        """
        from dominolab.inference.evidence import Reader

        return Reader(self).facts

    def explain(self, tile: Tile | str, place: Place) -> str:
        """Return, in sentences, how ``probability(tile, place)`` comes about: by hand where it has a short form."""
        from dominolab.inference.explain import explain

        self.owner(place)
        return explain(self, self._tile(tile), place)

    # ------------------------------------------------------------------------------------------------ samples

    def sample(self, n: int = 1, seed: int = 0) -> list[Deal]:
        """Return ``n`` complete deals that fit the record, each equally likely; the same for the same seed.

        Raises ``DominoError`` for a game that began with a given position (no deal leads there: ask for ``worlds``).

        >>> import dominolab as dl
        >>> v = dl.observe(dl.rules("classic"), 0, "6-6 6-5 5-5 1-0 2-1 4-2 3-0", opening="6-6").play(0, "6-6")
        >>> deal, = dl.holdings(v).sample(1, seed=3)
        >>> len(deal.boneyard), deal.opening
        (14, Tile('6-6'))
        """
        from dominolab.inference.worlds import deal_from

        if self.view.start.given:
            raise DominoError(say("this game began with a given position, not a deal: ask for worlds"))
        sampler = Sampler(self.answer, seed)
        return [deal_from(self, sampler) for _ in range(n)]

    def worlds(self, n: int = 1, seed: int = 0) -> list[World]:
        """Return ``n`` ways the hidden tiles can be now, each deal equally likely: hands (masks), boneyard in order."""
        from dominolab.inference.worlds import world_from

        sampler = Sampler(self.answer, seed)
        return [world_from(self, sampler) for _ in range(n)]

    # ------------------------------------------------------------------------------------------------ what if

    def given(
        self, placed: Mapping[Any, Place] | None = None, *, lacks: Mapping[Place, Tiles | int] | None = None
    ) -> Holdings:
        """Return the holdings if, besides, tiles are where ``placed`` says and places have none of what ``lacks`` says.

        Raises ``ImpossibleError`` where no deal has that.

        >>> import dominolab as dl
        >>> v = dl.observe(dl.rules("common"), seat=0, hand="6-6 6-5 5-5 1-0 2-1 4-2 3-0", leader=0).play(0, "6-5")
        >>> h = dl.holdings(v).given({"4-4": 1}, lacks={1: "3-3"})
        >>> h.probability("3-3", "boneyard"), h.expected_pips(1)
        (Fraction(1, 1), Fraction(800, 19))
        """
        now = len(self.view.log)
        pins = self._pins(placed or {})
        if pins is None:
            raise ImpossibleError(say("a tile that is seen cannot be where it is supposed to be"))
        more = [Step(DENY, self.owner(place), self._mask(tiles)) for place, tiles in (lacks or {}).items()]
        if any(fact.seat == self.view.seat and self.story.own & fact.what for fact in more):
            raise ImpossibleError(say("a tile that is seen cannot be where it is supposed to be"))
        facts = tuple(fact._replace(event=now) for fact in (*pins, *more) if fact.seat != self.view.seat)
        return self._again(self.view, (*self.supposed, *facts))

    def after(self, move: Move | str, tile: Tile | str | None = None) -> Holdings:
        """Return the holdings once the seat to move has made a move: what it would reveal. ``tile``: your own draw.

        Raises ``IllegalMoveError`` for a move that cannot be, ``ImpossibleError`` for one that no deal allows.
        """
        turn = self.view.turn
        if turn is None:
            raise IllegalMoveError(say("the round ended: nothing more can be done"), self.view)
        meant = move_of(move)
        if isinstance(meant, Draw) and any(fact.seat < 0 for fact in self.supposed):
            raise DominoError(say("what is supposed of the boneyard cannot be kept once a tile is drawn from it"))
        return self._again(self.view.move(turn, meant, tile), self.supposed)

    def _again(self, view: View, supposed: tuple[Step, ...]) -> Holdings:
        """Return holdings of the same kind."""
        return Holdings(view, model=self.model, let_stand=self.let_stand, supposed=supposed)

    def chance(self, move: Move | str) -> Fraction:
        """Return the share of the deals in which the seat to move may make a move that is not the viewer's."""
        after = self.after(move)
        return Fraction(after.kept, self.kept)

    def table(self, *, floats: bool = False) -> pd.DataFrame:
        """Return a DataFrame, a row for each tile not on the table and a column for each place, of fractions.

        ``floats``: of floating-point numbers instead.
        """
        import pandas as pd

        rows = {str(tile): row for tile, row in self.marginals.items()}
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(self.places), dtype=object)
        frame.index.name, frame.columns.name = "tile", "place"
        return frame.astype(float) if floats else frame

    def _share(self, extra: Sequence[Step]) -> Fraction:
        """Return the share of the deals in which more facts hold."""
        return Fraction(self.answer.total_with(extra), self.count) if extra else Fraction(1)

    # ------------------------------------------------------------------------------------------------- places

    def owner(self, place: Place) -> int:
        """Return the owner that a place means. Raises ``DominoError``."""
        if place not in self.places or isinstance(place, bool):
            known = ", ".join(map(str, self.places))
            raise DominoError(
                say("{place!r} is no place for a tile here; there are: {known}", place=place, known=known)
            )
        return OWNER[place] if isinstance(place, str) else place

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
            known, owner = self._tile(tile), self.owner(place)
            if self.story.pool >> known.number & 1 and owner != self.view.seat:
                wanted.append(Step(HOLD, owner, known.number))
            elif not (self.story.own >> known.number & 1 and owner == self.view.seat):
                return None
        return wanted

    def __repr__(self) -> str:
        """Return a short description."""
        who = say("spectator") if self.view.seat is None else seat_name(self.view.seat)
        return f"<Holdings of {who}: {self.count}>"
