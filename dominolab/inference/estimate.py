"""Where exact counting is out of reach: samples with their errors, and only when asked for.

Independent random walks go through the deals that fit: two tiles change places where each fits the other's (sometimes
three in a ring), which leaves every deal equally likely. The samples of one walk are not independent of each other, so
errors come from the spread between the walks. An estimate is approximate and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from dominolab.engine import law
from dominolab.engine.moves import End, end_of
from dominolab.engine.tiles import Hand, Tile
from dominolab.errors import DominoError, ImpossibleError
from dominolab.inference import slots, steps
from dominolab.inference.asking import seated
from dominolab.inference.sampling import Filled, covered
from dominolab.inference.slots import Check, Layout
from dominolab.inference.steps import APART, NEED, bits
from dominolab.inference.worlds import Held, held_now
from dominolab.messages import say

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.engine.view import View

WALKS = 20  # independent walks; their spread gives the errors
BURN_IN, BETWEEN = 60, 4  # exchanges tried for each item before the first sample, and between two samples
THREE = 0.25  # how often three items are tried in a ring instead of two
MENDING = 2000  # rounds of exchanges to find a way that breaks no "no pair"
Place = int | str


class Estimated(NamedTuple):
    """An estimated share or mean, with its standard error."""

    value: float
    error: float


class Estimate:
    """Where the hidden tiles of a view can be, by samples. Made by ``dl.holdings(view, samples=...)``.

    Every answer is an ``Estimated(value, error)``: approximate, and it says by how much. An error of 0 means that all
    samples agreed: what they never saw may still happen, about once in ``samples`` deals or less.

    >>> import dominolab as dl
    >>> v = dl.observe(dl.rules("classic"), 0, "6-6 6-5 5-5 1-0 2-1 4-2 3-0", opening="6-6").play(0, "6-6")
    >>> estimate = dl.holdings(v, samples=400, seed=1).probability("4-4", 1)  # exactly 1/3
    >>> abs(estimate.value - 1 / 3) < 5 * estimate.error < 0.5
    True
    """

    def __init__(self, view: View, samples: int, seed: int = 0, *, let_stand: Collection[int] = ()) -> None:
        """Draw the samples. Raises ``ImpossibleError`` where none fits."""
        if samples < 2 * WALKS:
            raise DominoError(
                say("samples = {n}: at least {least} are needed for an error", n=samples, least=2 * WALKS)
            )
        self.view, self.samples = view, samples
        self.story = steps.read(view, None, let_stand)
        problem = _Problem(self.story)
        random = Random(seed)
        self.walks: list[list[Held]] = []
        for number in range(WALKS):
            walk = _Chain(problem, random)
            worlds = []
            for _ in range(samples // WALKS + (number < samples % WALKS)):
                walk.walk(BETWEEN * len(problem.items))
                worlds.append(held_now(view, self.story, problem.slots, walk.filled()))
            self.walks.append(worlds)

    def mean(self, value: Callable[[Held], float]) -> Estimated:
        """Return the mean of a value of (hands, boneyard, away) over the deals that fit."""
        sums = [sum(map(value, worlds)) for worlds in self.walks]
        middle = sum(sums) / self.samples
        off = sum((total - middle * len(worlds)) ** 2 for total, worlds in zip(sums, self.walks, strict=True))
        return Estimated(middle, sqrt(off * WALKS / (WALKS - 1)) / self.samples)

    def probability(self, tile: Tile | str, place: Place) -> Estimated:
        """Return the probability that a tile is at a place: a seat, ``"boneyard"`` or ``"out of play"``."""
        return self.joint({tile: place})

    def joint(self, placed: Mapping[Any, Place]) -> Estimated:
        """Return the probability that several tiles are all where they are said to be."""
        wanted = [(1 << Tile(tile).number, _reader(place)) for tile, place in placed.items()]
        return self.mean(lambda world: float(all(read(world) & bit for bit, read in wanted)))

    def has_suit(self, seat: int, number: int) -> Estimated:
        """Return the probability that a seat holds a tile with a number."""
        suit = law.fitting(number, self.view.rules.terms)
        return self.mean(lambda world: float(bool(world.hands[seat] & suit)))

    def can_play(self, seat: int, end: End | str | None = None) -> Estimated:
        """Return the probability that a seat could lay a tile on the line as it is."""
        terms, where = self.view.rules.terms, end_of(end)
        code = None if where is None else where.code
        state = seated(self.story.state, seat, terms)
        return self.mean(lambda world: float(bool(steps.layable(state, terms, world.hands[seat], code))))

    def expected_pips(self, seat: int) -> Estimated:
        """Return the mean number of pips in a seat's hand."""
        return self.mean(lambda world: float(Hand(world.hands[seat]).pips))

    @cached_property
    def marginals(self) -> dict[Tile, dict[Place, Estimated]]:
        """For every tile that is not on the table, the estimated probability of each place."""
        places: list[Place] = [*range(self.view.rules.players), "boneyard"]
        places += ["out of play"] if self.story.away else []
        tiles = Hand(self.story.pool | self.story.own)
        return {tile: {place: self.probability(tile, place) for place in places} for tile in tiles}

    def table(self, *, errors: bool = False) -> pd.DataFrame:
        """Return a DataFrame, tile x place, of the estimates (``errors``: of their standard errors)."""
        import pandas as pd

        rows = {
            str(t): {p: e.error if errors else e.value for p, e in row.items()} for t, row in self.marginals.items()
        }
        frame = pd.DataFrame.from_dict(rows, orient="index")
        frame.index.name, frame.columns.name = "tile", "place"
        return frame


def _reader(place: Place) -> Callable[[Held], int]:
    """Return what reads the mask of a place. Raises ``DominoError``."""
    if place == "boneyard":
        return lambda world: world.boneyard
    if place == "out of play":
        return lambda world: world.away
    if not isinstance(place, int):
        raise DominoError(say("{place!r} is no place for a tile", place=place))
    return lambda world: world.hands[place]


class _Chain:
    """A random walk through the ways to fill the slots: items change places where both fit (or three in a ring)."""

    def __init__(self, view: _Problem, random: Random) -> None:
        """Start from one way, shuffle it well, and mend what breaks a "no pair" on the way."""
        self.problem, self.random = view, random
        self.slot_of = list(view.first)
        self.broken = self._broken()
        self.walk(BURN_IN * len(self.slot_of))
        for _ in range(MENDING):
            if not self.broken:
                return
            self.walk(len(self.slot_of))
        raise ImpossibleError(say("no deal that fits the record was found by chance; it may be impossible"))

    def walk(self, moves: int) -> None:
        """Try so many exchanges."""
        random, slot_of, masks = self.random.random, self.slot_of, self.problem.masks
        n = len(slot_of)
        for _ in range(moves):
            i, j = int(random() * n), int(random() * n)
            here, there = slot_of[i], slot_of[j]
            if here == there:
                continue
            if random() < THREE:
                self._ring(i, j, int(random() * n))
            elif masks[i] >> there & 1 and masks[j] >> here & 1:
                self._exchange([(i, there), (j, here)])

    def _ring(self, i: int, j: int, k: int) -> None:
        """Try to move three items in a ring."""
        slot_of, masks = self.slot_of, self.problem.masks
        one, two, three = slot_of[i], slot_of[j], slot_of[k]
        if three in (one, two):
            return
        if masks[i] >> two & 1 and masks[j] >> three & 1 and masks[k] >> one & 1:
            self._exchange([(i, two), (j, three), (k, one)])

    def _exchange(self, change: list[tuple[int, int]]) -> None:
        """Put items into slots, unless that breaks more "no pairs" than are broken."""
        old = [(item, self.slot_of[item]) for item, _ in change]
        for item, slot in change:
            self.slot_of[item] = slot
        broken = self._broken()
        if broken > self.broken:
            for item, slot in old:
                self.slot_of[item] = slot
        else:
            self.broken = broken

    def filled(self) -> Filled:
        """Return for each slot the mask of its items."""
        filled = [0] * len(self.problem.slots.owners)
        for item, slot in zip(self.problem.items, self.slot_of, strict=True):
            filled[slot] |= 1 << item
        return filled

    def _broken(self) -> int:
        """Return how many facts about two or more tiles do not hold."""
        if not (self.problem.checks or self.problem.needs):
            return 0
        filled = self.filled()
        wrong = sum(not covered(filled, check) for check in self.problem.checks)
        return wrong + sum(not _has(filled, need) for need in self.problem.needs)


class _Problem:
    """The unary problem: items, the slots each may fill, one way to fill them; and what is asked besides."""

    def __init__(self, story: steps.Story) -> None:
        """Find one way. Raises ``ImpossibleError`` if there is none."""
        self.slots = slots.layout(story.steps)
        unary = [step for step in story.steps if step.kind not in (APART, NEED)]
        found = slots.cases(unary, self.slots, story.pool)
        if not found:
            raise ImpossibleError(say("no deal fits the record"))
        pairs = [(item, mask) for mask, items in found[0].classes.items() for item in bits(items)]
        self.items = [item for item, _ in pairs]
        self.masks = [mask for _, mask in pairs]
        self.checks, self.needs = _checks(story, self.slots)
        self.first = self._matched()

    def _matched(self) -> list[int]:
        """Return a slot for every item, by augmenting paths."""
        room = list(self.slots.sizes)
        slot_of = [-1] * len(self.items)
        for item in sorted(range(len(self.items)), key=lambda i: self.masks[i].bit_count()):
            came: dict[int, tuple[int, int]] = {}  # slot -> (item that wants it, slot it would leave)
            queue = [(item, slot, -1) for slot in bits(self.masks[item])]
            end = -1
            for one, slot, left in queue:
                if slot in came:
                    continue
                came[slot] = (one, left)
                if room[slot]:
                    end = slot
                    break
                for other, at in enumerate(slot_of):
                    if at == slot:
                        queue += [(other, new, slot) for new in bits(self.masks[other]) if new not in came]
            if end < 0:
                raise ImpossibleError(say("no deal fits the record"))
            room[end] -= 1
            while end >= 0:
                one, left = came[end]
                slot_of[one] = end
                end = left
        return slot_of


def _has(filled: Filled, need: tuple[int, int]) -> bool:
    """Return whether any of the slots (mask) holds any of the tiles (mask)."""
    return any(filled[slot] & need[1] for slot in bits(need[0]))


def _checks(story: steps.Story, layout: Layout) -> tuple[list[Check], list[tuple[int, int]]]:
    """Return what "no pair" asks of the hands, as checks of filled slots; and what "a second tile" asks."""
    found: list[Check] = []
    needs: list[tuple[int, int]] = []
    have = dict.fromkeys(layout.owners, 0)  # slots acquired so far, and tiles gone
    gone = dict.fromkeys(layout.owners, 0)
    slot = 0
    for step in story.steps:
        if step.kind == steps.ACQUIRE:
            have[step.seat] |= 1 << slot
            slot += 1
        elif step.kind == steps.PLAY:
            gone[step.seat] |= 1 << step.what
        elif step.kind == APART:
            every = sum(1 << tile for tile, _ in step.graph)
            found.append((have[step.seat], gone[step.seat], slots.covers(step.graph, every)))
        elif step.kind == NEED:
            needs.append((have[step.seat], step.what & ~gone[step.seat]))
    return found, needs
