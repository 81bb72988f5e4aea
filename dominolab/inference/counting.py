"""Exact counting: ways to fill the slots, by reducing, merging equal slots, and dynamic programming.

The number of ways is a coefficient of a product of sums: [prod z_g^c_g] prod over items (sum of z_g over the groups g
that may take the item). Items that may go to the same groups are taken together, with multinomial weights. A state
(how full each group is) is packed into one whole number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, factorial
from typing import TYPE_CHECKING

from dominolab.inference.slots import Classes, too_many

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 9  # bits for one group: 190 tiles at most, and a guard bit
GUARD = 1 << (WIDTH - 1)
MOST_STEPS = 2_500_000  # transitions of one forward pass; about a second and a half

States = dict[int, int]
Moves = tuple[tuple[int, int, tuple[int, ...]], ...]  # (packed change, ways, tiles to each group)


@dataclass(slots=True)
class Reduced:
    """What is left to count: items that are settled, and classes of items over merged groups of slots."""

    fixed: list[tuple[int, int]]
    """(slot, mask of items) that can be in no other slot."""
    groups: list[list[int]]
    """Slots with equal candidates, merged."""
    room: list[int]
    """How many items each group takes."""
    left: list[int]
    """How many items each slot still takes."""
    classes: list[tuple[int, int]]
    """(groups as a mask, mask of the items)."""
    ways: int
    """Ways to split each group's items among its slots."""


@dataclass(slots=True)
class Chunk:
    """Some items of a class that are placed in one step."""

    kind: int
    items: int
    groups: tuple[int, ...]
    moves: Moves


@dataclass(slots=True)
class Count:
    """A counted case: ``total`` ways; forward states before each chunk."""

    reduced: Reduced
    total: int
    chunks: list[Chunk] = field(default_factory=list)
    forward: list[States] = field(default_factory=list)
    final: int = 0


def reduce(sizes: Sequence[int], classes: Classes, apart: int = 0) -> Reduced | None:
    """Settle what must be so, then merge; None if the items do not fit.

    ``apart``: slots (mask) that are merged among themselves only.
    """
    left = list(sizes)
    live = dict(classes)
    fixed: list[tuple[int, int]] = []
    if not _settle(left, live, fixed):
        return None
    return _merged(left, list(live.items()), fixed, apart)


def _settle(left: list[int], live: Classes, fixed: list[tuple[int, int]]) -> bool:
    """Put items that fit one slot there, and fill slots that need all their candidates, until nothing changes."""
    changed = True
    while changed:
        changed = False
        full = 0
        for slot, room in enumerate(left):
            if not room:
                full |= 1 << slot
        for slots in [s for s in live if s & full]:
            items = live.pop(slots)
            live[slots & ~full] = live.get(slots & ~full, 0) | items
        if 0 in live:
            return False
        for slots in [s for s in live if not s & (s - 1)]:
            items = live.pop(slots)
            slot = slots.bit_length() - 1
            left[slot] -= items.bit_count()
            if left[slot] < 0:
                return False
            fixed.append((slot, items))
            changed = True
        if changed:
            continue
        for slot, room in enumerate(left):
            if room:
                bit = 1 << slot
                able = sum(items.bit_count() for slots, items in live.items() if slots & bit)
                if able < room:
                    return False
                if able == room:
                    for slots in [s for s in live if s & bit]:
                        fixed.append((slot, live.pop(slots)))
                    left[slot] = 0
                    changed = True
                    break
    return True


def _merged(left: list[int], live: list[tuple[int, int]], fixed: list[tuple[int, int]], apart: int) -> Reduced:
    """Merge slots with the same candidates, even of different hands."""
    candidates: dict[int, list[int]] = {}
    for slot, room in enumerate(left):
        if room:
            bit = 1 << slot
            key = 1 << len(live) if apart & bit else 0
            for i, (slots, _) in enumerate(live):
                if slots & bit:
                    key |= 1 << i
            candidates.setdefault(key, []).append(slot)
    groups = list(candidates.values())
    room = [sum(left[slot] for slot in group) for group in groups]
    ways = 1
    for group in groups:
        total = 0
        for slot in group:
            total += left[slot]
            ways *= comb(total, left[slot])
    masks = [0] * len(live)
    for g, key in enumerate(candidates):
        for i in range(len(live)):
            if key >> i & 1:
                masks[i] |= 1 << g
    classes = [(mask, items) for mask, (_, items) in zip(masks, live, strict=True)]
    classes.sort(key=lambda c: (c[0].bit_count(), c[0]))
    return Reduced(fixed, groups, room, left, classes, ways)


@lru_cache(maxsize=8192)
def _moves(groups: tuple[int, ...], room: tuple[int, ...], n: int) -> Moves:
    """Return every way to spread ``n`` items over groups: packed change, number of ways, items to each group."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    last = len(groups) - 1

    def spread(i: int, rest: int, packed: int, ways: int, counts: tuple[int, ...]) -> None:
        if i == last:
            if rest <= room[i]:
                found.append((packed + (rest << WIDTH * groups[i]), ways, (*counts, rest)))
            return
        for k in range(min(rest, room[i]) + 1):
            spread(i + 1, rest - k, packed + (k << WIDTH * groups[i]), ways * comb(rest, k), (*counts, k))

    spread(0, n, 0, 1, ())
    return tuple(found)


def chunks_of(reduced: Reduced) -> list[Chunk]:
    """Return the steps of the dynamic programme: whole classes, or single items where a class has too many moves."""
    chunks = []
    for kind, (mask, items) in enumerate(reduced.classes):
        n = items.bit_count()
        groups = tuple(g for g in range(len(reduced.groups)) if mask >> g & 1)
        room = tuple(reduced.room[g] for g in groups)
        m = len(groups)
        if 2 * comb(n + m - 1, m - 1) <= 3 * n * m:
            chunks.append(Chunk(kind, n, groups, _moves(groups, room, n)))
        else:
            chunks += [Chunk(kind, 1, groups, _moves(groups, room, 1))] * n
    return chunks


def count(sizes: Sequence[int], classes: Classes) -> Count | None:
    """Return the number of ways to fill the slots, with what is needed for more; None if there is none.

    Raises ``LimitError`` where that takes too long.
    """
    reduced = reduce(sizes, classes)
    if reduced is None:
        return None
    if not reduced.classes:
        return Count(reduced, reduced.ways)
    chunks = chunks_of(reduced)
    final = full(reduced)
    forward, ways = _forward(reduced, chunks, final)
    return Count(reduced, ways * reduced.ways, chunks, forward, final) if ways else None


def empty(reduced: Reduced) -> int:
    """Return the state with nothing placed: a group of room c starts at GUARD - 1 - c, so that its guard bit shows
    when it overflows."""
    return sum(GUARD - 1 - c << WIDTH * g for g, c in enumerate(reduced.room))


def full(reduced: Reduced) -> int:
    """Return the state with every group full."""
    return sum(GUARD - 1 << WIDTH * g for g in range(len(reduced.room)))


def items_of(reduced: Reduced) -> int:
    """Return how many items are to be placed."""
    return sum(reduced.room)


def bounds(reduced: Reduced, chunks: list[Chunk]) -> tuple[list[int], int]:
    """Return for each chunk what to add to a state after it so that guard bits show which groups can still be
    filled, and the mask of the guard bits."""
    guards = sum(GUARD << WIDTH * g for g in range(len(reduced.room)))
    slack, slacks = guards - full(reduced), []  # one in every group
    for chunk in reversed(chunks):
        slacks.append(slack)
        for g in chunk.groups:
            slack += min(chunk.items, reduced.room[g]) << WIDTH * g
    return slacks[::-1], guards


def _forward(reduced: Reduced, chunks: list[Chunk], final: int) -> tuple[list[States], int]:
    """Return the states before each chunk, and the ways to end with every group full."""
    slacks, guards = bounds(reduced, chunks)
    states: States = {empty(reduced): 1}
    forward = [states]
    steps = 0
    for chunk, low in zip(chunks[:-1], slacks, strict=False):
        after: States = {}
        steps += len(states) * len(chunk.moves)
        if steps > MOST_STEPS:
            raise too_many(estimate(reduced, chunks))
        get = after.get
        for state, weight in states.items():
            for change, ways, _ in chunk.moves:
                new = state + change
                if not new & guards and (new + low) & guards == guards:
                    after[new] = get(new, 0) + weight * ways
        states = after
        forward.append(states)
    last = {change: ways for change, ways, _ in chunks[-1].moves}
    return forward, sum(weight * last.get(final - state, 0) for state, weight in states.items())


def estimate(reduced: Reduced, chunks: list[Chunk]) -> int:
    """Return an upper bound for the number of transitions of one pass."""
    box = 1
    for room in sorted(reduced.room)[:-1]:
        box *= room + 1
    return box * sum(len(chunk.moves) for chunk in chunks)


def backward(counted: Count) -> list[dict[int, int]]:
    """Return for each class the ways in which one given item of it goes to each group: [{group: ways}]."""
    reduced, final = counted.reduced, counted.final
    found: list[dict[int, int]] = [{} for _ in reduced.classes]
    after: States = {final: 1}
    last = len(counted.chunks) - 1
    for i in range(last, -1, -1):
        chunk, states = counted.chunks[i], counted.forward[i]
        first = i == 0 or counted.chunks[i - 1].kind != chunk.kind
        before: States = {}
        tally = [0] * len(chunk.moves)
        get = after.get
        for state, weight in states.items():
            total = 0
            for j, (change, ways, _) in enumerate(chunk.moves):
                value = get(state + change)
                if value:
                    total += ways * value
                    if first:
                        tally[j] += weight * value
            if total:
                before[state] = total
        after = before
        if first:
            sums = found[chunk.kind]
            for (_, ways, counts), amount in zip(chunk.moves, tally, strict=True):
                for g, k in zip(chunk.groups, counts, strict=True):
                    if k and amount:
                        sums[g] = sums.get(g, 0) + ways * amount * k
            for g in sums:
                sums[g] = sums[g] * reduced.ways // chunk.items
    return found


def multinomial(counts: Sequence[int]) -> int:
    """Return the ways to deal a sum of items into piles of these sizes."""
    ways = factorial(sum(counts))
    for k in counts:
        ways //= factorial(k)
    return ways
