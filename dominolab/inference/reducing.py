"""From slots and items to a smaller problem: settle what must be so, then merge slots with the same candidates."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominolab.inference.slots import Classes

NONE, SHORT = -1, -2
MIXED = -9  # the "owner" of a group whose slots belong to several


@dataclass(slots=True)
class Reduced:
    """What is left to count: items that are settled, and classes of items over merged groups of slots."""

    fixed: list[tuple[int, int]]
    """(slot, mask of items) that can be in no other slot."""
    groups: list[list[int]]
    """Slots with equal candidates, merged."""
    owners: list[int]
    """Whose each group is, or MIXED."""
    room: list[int]
    """How many items each group takes."""
    left: list[int]
    """How many items each slot still takes."""
    classes: list[tuple[int, int]]
    """(groups as a mask, mask of the items)."""
    ways: int
    """Ways to split each group's items among its slots."""


def reduce(sizes: Sequence[int], classes: Classes, owners: Sequence[int], apart: int = 0) -> Reduced | None:
    """Settle what must be so, then merge; None if the items do not fit.

    ``apart``: slots (mask) that are merged among themselves only.
    """
    left = list(sizes)
    live = dict(classes)
    fixed: list[tuple[int, int]] = []
    if not _settle(left, live, fixed):
        return None
    return _merged(left, list(live.items()), fixed, owners, apart)


def _settle(left: list[int], live: Classes, fixed: list[tuple[int, int]]) -> bool:
    """Put items that fit one slot there, and fill slots that need all their candidates, until nothing changes."""
    while True:
        _close(left, live)
        if 0 in live:
            return False
        single = [slots for slots in live if not slots & (slots - 1)]
        for slots in single:
            items = live.pop(slots)
            slot = slots.bit_length() - 1
            left[slot] -= items.bit_count()
            fixed.append((slot, items))
            if left[slot] < 0:
                return False
        if not single:
            slot = _needy(left, live)
            if slot < 0:
                return slot == NONE
            for slots in [s for s in live if s >> slot & 1]:
                fixed.append((slot, live.pop(slots)))  # noqa: PERF401 - the classes change on the way
            left[slot] = 0


def _close(left: list[int], live: Classes) -> None:
    """Take slots without room out of every class."""
    full = sum(1 << slot for slot, room in enumerate(left) if not room)
    for slots in [s for s in live if s & full]:
        items = live.pop(slots)
        live[slots & ~full] = live.get(slots & ~full, 0) | items


def _needy(left: list[int], live: Classes) -> int:
    """Return a slot that needs all its candidates, NONE if there is none, or SHORT if one has too few."""
    sizes = [(slots, items.bit_count()) for slots, items in live.items()]
    for slot, room in enumerate(left):
        if room:
            able = sum(n for slots, n in sizes if slots >> slot & 1)
            if able <= room:
                return slot if able == room else SHORT
    return NONE


def _merged(
    left: list[int], live: list[tuple[int, int]], fixed: list[tuple[int, int]], owners: Sequence[int], apart: int
) -> Reduced:
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
    whose = [owners[group[0]] if len({owners[slot] for slot in group}) == 1 else MIXED for group in groups]
    rooms = [sum(left[slot] for slot in group) for group in groups]
    classes = [
        (sum(1 << g for g, key in enumerate(candidates) if key >> i & 1), items) for i, (_, items) in enumerate(live)
    ]
    return Reduced(fixed, groups, whose, rooms, left, classes, _splits(groups, left))


def _splits(groups: list[list[int]], left: list[int]) -> int:
    """Return the ways to split each group's items among its slots."""
    ways = 1
    for group in groups:
        total = 0
        for slot in group:
            total += left[slot]
            ways *= comb(total, left[slot])
    return ways
