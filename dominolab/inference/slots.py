"""Steps become slots: how many tiles came in when, and which tiles each of them cannot be.

A slot is a cohort of tiles that came into one hand together (the dealt tiles; each drawn tile), the boneyard, or what
is out of play. "No two of these were held together" and "one of these was held" are no unary facts. They are written
exactly as a signed sum of facts "none of these was held" (inclusion and exclusion), so that a hand has several
branches, each with a whole-number weight; all other evidence leaves a single branch of weight 1.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from dominolab.errors import LimitError
from dominolab.inference.steps import ACQUIRE, APART, DENY, HOLD, NEED, NOTHING, PLAY, Graph, Step, bits
from dominolab.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_BRANCHES = 20_000

Forbidden = tuple[int, ...]
Placed = tuple[tuple[int, int], ...]
Branch = tuple[Forbidden, Placed, Placed]  # forbidden tiles per slot; (tile, slots) played; (tile, slots) held
Classes = dict[int, int]  # slots (mask) -> the items that may fill just these (mask of tiles, hidden or laid)
Check = tuple[int, int, tuple[int, ...]]  # slots (mask), tiles gone from them, covers: what "no pair" asks of a hand


class Layout(NamedTuple):
    """The slots in the order they came: whose they are, how many tiles each takes."""

    owners: tuple[int, ...]
    sizes: tuple[int, ...]


class Case(NamedTuple):
    """One unary problem of the signed sum: ``weight`` times the ways to fill the slots."""

    weight: int
    classes: Classes


def layout(steps: Iterable[Step]) -> Layout:
    """Return the slots that the steps acquire."""
    slots = [(step.seat, step.what) for step in steps if step.kind == ACQUIRE]
    return Layout(tuple(owner for owner, _ in slots), tuple(size for _, size in slots))


def cases(
    steps: Sequence[Step], slots: Layout, pool: int, *, newest: bool = False, checks: list[Check] | None = None
) -> list[Case]:
    """Return the unary problems whose weighted counts add up to the number of deals that fit the steps.

    ``newest``: the wrong model that gives every play to the newest cohort. With a list for ``checks`` no weight is
    negative: the problems overlap, a deal is in as many as the product, over the checks that are appended, of the
    covers that its hand has nothing of. Raises ``LimitError`` where "no pair" splits into too many.
    """
    hands: list[tuple[list[int], dict[Branch, int]]] = []
    for owner in dict.fromkeys(slots.owners):
        mine = [step for step in steps if step.seat == owner]
        where = [i for i, who in enumerate(slots.owners) if who == owner]
        hands.append((where, _branches(_last_words(mine), where, pool, checks, slots.sizes if newest else None)))
    size = 1
    for _, branches in hands:
        size *= len(branches)
    if size > MOST_BRANCHES:
        raise too_many(size)
    found = []
    for combination in product(*(branches.items() for _, branches in hands)):
        weight = 1
        forbidden = [0] * len(slots.owners)
        placed: list[tuple[int, int]] = []
        held: list[tuple[int, int]] = []
        for (where, _), ((denied, played, kept), factor) in zip(hands, combination, strict=True):
            weight *= factor
            for slot, mask in zip(where, denied, strict=True):
                forbidden[slot] = mask
            placed += played
            held += kept
        classes = _classes(forbidden, placed, held, pool)
        if classes is not None:
            found.append(Case(weight, classes))
    return found


def too_many(size: int) -> LimitError:
    """Return the error for a count that is out of reach."""
    return LimitError(
        say("an exact count would take about {n} terms; ask for samples: dl.holdings(view, samples=4_000)", n=size),
        size,
    )


def _last_words(steps: list[Step]) -> list[Step]:
    """Return the steps of a hand without a "no pair" that a later one repeats for a hand that only grew."""
    kept: list[Step] = []
    said: Graph = ()
    for step in reversed(steps):
        if step.kind == APART:
            if step.graph == said:
                continue
            said = step.graph
        elif step.kind == PLAY:
            said = ()
        kept.append(step)
    return kept[::-1]


def _branches(
    steps: list[Step], where: list[int], pool: int, checks: list[Check] | None, newest: Sequence[int] | None
) -> dict[Branch, int]:
    """Return the weighted branches of one hand."""
    steps = [step for step in steps if step.kind != NOTHING]
    relevant = pool | _named(steps)
    gone = 0
    base: Forbidden = ()  # what is forbidden in every branch
    live: dict[Branch, int] = {((), (), ()): 1}
    for step in steps:
        if step.kind == ACQUIRE:
            base = (*base, 0)
            live = {((*denied, 0), played, held): w for (denied, played, held), w in live.items()}
        elif step.kind == DENY:
            mask = step.what & relevant
            base = tuple(d | mask for d in base)
            live = _add(((tuple(d | mask for d in b[0]), b[1], b[2]), w) for b, w in live.items())
        elif step.kind == PLAY:
            live = _add(_moved(live, step.what, where, newest))
            relevant &= ~(1 << step.what)
            gone |= 1 << step.what
        elif step.kind == HOLD:
            live = _add(_held(live, step.what, where))
        elif checks is None:
            live = _add(_joint(live, step, relevant))
        elif step.kind == NEED:
            live = _add(_any_of(live, step.what & relevant, where))
        else:
            parts = covers(step.graph, _possible(base, relevant))
            checks.append((sum(1 << slot for slot in where[: len(base)]), gone, parts))
            live = _add(_overlapping(live, parts))
        if len(live) > MOST_BRANCHES:
            raise too_many(len(live))
    return live


def _named(steps: list[Step]) -> int:
    """Return the tiles (mask) that the hand is known to have held."""
    found = 0
    for step in steps:
        if step.kind in (PLAY, HOLD):
            found |= 1 << step.what
    return found


def _add(terms: Iterable[tuple[Branch, int]]) -> dict[Branch, int]:
    """Return the sum of weighted branches, those that cancel left out."""
    total: dict[Branch, int] = {}
    for branch, weight in terms:
        total[branch] = total.get(branch, 0) + weight
    return {branch: weight for branch, weight in total.items() if weight}


def _open(denied: Forbidden, tile: int, where: list[int]) -> int:
    """Return the slots (mask) that may hold a tile."""
    slots = 0
    for slot, mask in zip(where, denied, strict=False):
        if not mask >> tile & 1:
            slots |= 1 << slot
    return slots


def _moved(
    live: dict[Branch, int], tile: int, where: list[int], sizes: Sequence[int] | None
) -> Iterable[tuple[Branch, int]]:
    """Let a tile leave the hand from wherever it may have been (``sizes``: only from the newest slot with room)."""
    bit = 1 << tile
    for (denied, played, held), weight in live.items():
        slots = _open(denied, tile, where)
        rest = tuple(pair for pair in held if pair[0] != tile)
        for other, kept in held:
            if other == tile:
                slots &= kept
        if sizes is not None:
            slots = _newest(slots, played, sizes)
        if slots:
            yield (tuple(mask & ~bit for mask in denied), (*played, (tile, slots)), rest), weight


def _newest(slots: int, played: Placed, sizes: Sequence[int]) -> int:
    """Return the newest of some slots that has not given all its tiles away."""
    for slot in reversed(bits(slots)):
        if sum(gave == 1 << slot for _, gave in played) < sizes[slot]:
            return 1 << slot
    return 0


def _held(live: dict[Branch, int], tile: int, where: list[int]) -> Iterable[tuple[Branch, int]]:
    """Keep the branches in which a tile may be in the hand, there only."""
    for (denied, played, held), weight in live.items():
        slots = _open(denied, tile, where)
        if slots:
            yield (denied, played, (*held, (tile, slots))), weight


def _joint(live: dict[Branch, int], step: Step, relevant: int) -> Iterable[tuple[Branch, int]]:
    """Split every branch by a fact about two tiles (APART) or about any of several (NEED)."""
    for (denied, played, held), weight in live.items():
        possible = _possible(denied, relevant)
        if step.kind == NEED:
            terms: Iterable[tuple[int, int]] = ((0, 1), (step.what & possible, -1))
        else:
            terms = signed(step.graph, possible)
        for mask, sign in terms:
            yield (tuple(d | mask for d in denied), played, held), weight * sign


def _any_of(live: dict[Branch, int], tiles: int, where: list[int]) -> Iterable[tuple[Branch, int]]:
    """Split every branch by the first of some tiles that is held."""
    for tile in bits(tiles):
        before = tiles & ((1 << tile) - 1)
        denied = {(tuple(d | before for d in b[0]), b[1], b[2]): w for b, w in live.items()}
        yield from _held(denied, tile, where)


def _overlapping(live: dict[Branch, int], parts: tuple[int, ...]) -> Iterable[tuple[Branch, int]]:
    """Split every branch by covers, of which a hand may have several."""
    for (denied, played, held), weight in live.items():
        for part in parts:
            yield (tuple(d | part for d in denied), played, held), weight


def _possible(denied: Forbidden, relevant: int) -> int:
    """Return the tiles that a hand may hold."""
    closed = relevant
    for mask in denied:
        closed &= mask
    return relevant & ~closed


@lru_cache(maxsize=4096)
def signed(graph: Graph, possible: int) -> tuple[tuple[int, int], ...]:
    """Return "no two joined tiles" as a signed sum of "none of this mask": pairs (mask, weight)."""
    total: dict[int, int] = {}
    for cover in covers(graph, possible):
        after = dict(total)
        after[cover] = after.get(cover, 0) + 1
        for mask, weight in total.items():
            after[mask | cover] = after.get(mask | cover, 0) - weight
        total = {mask: weight for mask, weight in after.items() if weight}
        if len(total) > MOST_BRANCHES:
            raise too_many(len(total))
    return tuple(total.items())


@lru_cache(maxsize=4096)
def covers(graph: Graph, possible: int) -> tuple[int, ...]:
    """Return every smallest mask whose absence leaves no two joined tiles among the possible ones."""
    partners = {tile: mask & possible for tile, mask in graph if possible >> tile & 1 and mask & possible}
    every = 0
    for tile in partners:
        every |= 1 << tile
    kept = _independent(partners, every)
    return tuple(every & ~mask for mask in kept)


def _independent(partners: dict[int, int], every: int) -> list[int]:
    """Return all largest sets without a joined pair (Bron and Kerbosch, with pivots, on the complement)."""
    found: list[int] = []

    def grow(chosen: int, able: int, done: int) -> None:
        if not able and not done:
            found.append(chosen)
            if len(found) > MOST_BRANCHES:
                raise too_many(len(found))
            return
        both = able | done
        pivot = max(bits(both), key=lambda v: (able & ~partners[v] & ~(1 << v)).bit_count())
        for v in bits(able & (partners[pivot] | 1 << pivot)):
            bit = 1 << v
            free = every & ~partners[v] & ~bit
            grow(chosen | bit, able & free, done & free)
            able &= ~bit
            done |= bit

    grow(0, every, 0)
    return found


def _classes(
    forbidden: list[int], placed: list[tuple[int, int]], held: list[tuple[int, int]], pool: int
) -> Classes | None:
    """Return the items by the slots they may fill, or None if a held tile can be nowhere."""
    parts = {0: pool}
    for slot, mask in enumerate(forbidden):
        bit = 1 << slot
        split: dict[int, int] = {}
        for slots, tiles in parts.items():
            if tiles & ~mask:
                split[slots | bit] = tiles & ~mask
            if tiles & mask:
                split[slots] = tiles & mask
        parts = split
    for tile, slots in held:
        if not pool >> tile & 1:
            return None
        for open_, tiles in parts.items():
            if tiles >> tile & 1:
                parts[open_] = tiles & ~(1 << tile)
                parts[open_ & slots] = parts.get(open_ & slots, 0) | 1 << tile
                break
    for tile, slots in placed:
        parts[slots] = parts.get(slots, 0) | 1 << tile
    found = {slots: items for slots, items in parts.items() if items}
    return None if 0 in found else found
