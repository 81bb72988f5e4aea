"""Exact counting: ways to fill the slots, by reducing, merging equal slots, and dynamic programming.

The number of ways is a coefficient of a product of sums: [prod z_g^c_g] prod over items (sum of z_g over the groups g
that may take the item). Items that may go to the same groups are placed together, with multinomial weights. A state
(how much room each group has left) is packed into one whole number. As soon as two groups of a hand can take the same
items from then on, they become one: only their room together matters, with a binomial weight for who gets what.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from dominolab.inference.slots import Classes, too_many

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 9  # bits for one group: 190 tiles at most, and a guard bit
GUARD = 1 << (WIDTH - 1)
MOST_STEPS = 1_500_000  # transitions of all forward passes of an answer: about a second, and two with the tables
CASE_STEPS = 600  # what planning a case costs, in transitions
MIXED = -9  # the "owner" of a group whose slots belong to several

States = dict[int, int]
Moves = tuple[tuple[int, int, tuple[int, ...]], ...]  # (packed change, ways, items to each group)


class Budget:
    """Counts transitions, so that an answer that would take too long is refused instead of awaited."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        """Allow so many."""
        self.steps = steps

    def spend(self, steps: int, size: int) -> None:
        """Use up some; raises ``LimitError`` with the size of the whole count when they are gone."""
        self.steps -= steps
        if self.steps < 0:
            raise too_many(size)


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


class Op(NamedTuple):
    """One step of the programme: place items of a class (``kind`` >= 0), or merge group ``pair[1]`` into ``pair[0]``."""

    kind: int
    items: int
    groups: tuple[int, ...]
    moves: Moves
    pair: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Count:
    """A counted case: ``total`` ways; the states before each step."""

    reduced: Reduced
    total: int
    ops: list[Op] = field(default_factory=list)
    forward: list[States] = field(default_factory=list)
    final: int = 0


# --------------------------------------------------------------------------------------------------------- reducing


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
        sizes = [(slots, items.bit_count()) for slots, items in live.items()]
        for slot, room in enumerate(left):
            if room:
                bit = 1 << slot
                able = sum(n for slots, n in sizes if slots & bit)
                if able < room:
                    return False
                if able == room:
                    for slots in [s for s in live if s & bit]:
                        fixed.append((slot, live.pop(slots)))
                    left[slot] = 0
                    changed = True
                    break
    return True


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
    ways, rooms, whose = 1, [], []
    for group in groups:
        total = 0
        owner = owners[group[0]]
        for slot in group:
            total += left[slot]
            ways *= comb(total, left[slot])
            if owners[slot] != owner:
                owner = MIXED
        rooms.append(total)
        whose.append(owner)
    masks = [0] * len(live)
    for g, key in enumerate(candidates):
        for i in range(len(live)):
            if key >> i & 1:
                masks[i] |= 1 << g
    classes = [(mask, items) for mask, (_, items) in zip(masks, live, strict=True)]
    return Reduced(fixed, groups, whose, rooms, left, classes, ways)


# --------------------------------------------------------------------------------------------------------- planning


@lru_cache(maxsize=16384)
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


class _Plan:
    """Chooses the order of the classes so that as few states as possible arise, and merges groups on the way."""

    def __init__(self, reduced: Reduced) -> None:
        """Start with nothing placed."""
        self.classes = [(mask, items.bit_count()) for mask, items in reduced.classes]
        self.owners, self.room = reduced.owners, list(reduced.room)
        self.brought = [0] * len(self.room)  # items that may have come to each group so far
        self.wanted = [0] * len(self.room)  # classes still to come, as a mask
        for i, (mask, _) in enumerate(self.classes):
            for g in range(len(self.room)):
                if mask >> g & 1:
                    self.wanted[g] |= 1 << i
        self.alive = list(range(len(self.room)))
        self.ops: list[Op] = []

    def run(self) -> list[Op]:
        """Return the steps."""
        todo = list(range(len(self.classes)))
        while todo:
            self._merge()
            if len(todo) < 3:
                best = min(todo, key=lambda i: self.classes[i][0].bit_count())
            else:
                best = min(todo, key=self._size_after)
            todo.remove(best)
            self._place(best)
        return self.ops

    def _merge(self) -> None:
        """Merge groups of one owner that want the same classes."""
        seen: dict[tuple[int, int], int] = {}
        for g in list(self.alive):
            if self.owners[g] == MIXED:
                continue
            key = (self.owners[g], self.wanted[g])
            if key not in seen:
                seen[key] = g
                continue
            into = seen[key]
            self.ops.append(Op(-1, 0, (), (), (into, g)))
            self.room[into] += self.room[g]
            self.brought[into] += self.brought[g]
            self.alive.remove(g)
            for i, (mask, n) in enumerate(self.classes):
                if mask >> g & 1:
                    self.classes[i] = (mask & ~(1 << g), n)

    def _size_after(self, i: int) -> tuple[float, int]:
        """Return about how many states there are once a class is placed."""
        mask, n = self.classes[i]
        bit = ~(1 << i)
        size = 1.0
        merged: dict[tuple[int, int], int] = {}
        for g in self.alive:
            wanted = self.wanted[g] & bit
            if not wanted:
                continue
            brought = self.brought[g] + (n if mask >> g & 1 else 0)
            spread = min(brought, self.room[g])
            if self.owners[g] == MIXED:
                size *= spread + 1
            else:
                key = (self.owners[g], wanted)
                merged[key] = merged.get(key, 0) + spread
        for spread in merged.values():
            size *= spread + 1
        return size, mask.bit_count()

    def _place(self, i: int) -> None:
        """Place a class: whole, or item by item where it has too many moves."""
        mask, n = self.classes[i]
        groups = tuple(g for g in self.alive if mask >> g & 1)
        room = tuple(self.room[g] for g in groups)
        m = len(groups)
        if 2 * comb(n + m - 1, m - 1) <= 3 * n * m:
            self.ops.append(Op(i, n, groups, _moves(groups, room, n)))
        else:
            self.ops += [Op(i, 1, groups, _moves(groups, room, 1))] * n
        for g in groups:
            self.brought[g] += n
            self.wanted[g] &= ~(1 << i)
        self.alive = [g for g in self.alive if self.wanted[g]]


def plan(reduced: Reduced) -> list[Op]:
    """Return the steps of the dynamic programme."""
    return _Plan(reduced).run()


def start_of(reduced: Reduced) -> int:
    """Return the state with nothing placed: the room of every group, each with its guard bit set."""
    return sum((GUARD + room) << WIDTH * g for g, room in enumerate(reduced.room))


def guards_of(reduced: Reduced) -> int:
    """Return the guard bits of all groups; also the state in which no room is left."""
    return sum(GUARD << WIDTH * g for g in range(len(reduced.room)))


def supplies(reduced: Reduced, ops: list[Op]) -> list[int]:
    """Return for each step what may still come to each group after it, packed, with two guards for subtracting."""
    coming = 2 * guards_of(reduced)
    found = []
    for op in reversed(ops):
        found.append(coming)
        if op.kind < 0:
            into, gone = op.pair
            field_ = (coming >> WIDTH * into) & (GUARD - 1)
            coming += field_ << WIDTH * gone  # before they merged, each could get it all
        else:
            for g in op.groups:
                there = (coming >> WIDTH * g) & (GUARD - 1)
                coming += (min(op.items + there, GUARD - 1) - there) << WIDTH * g
    return found[::-1]


def merged(state: int, pair: tuple[int, int]) -> tuple[int, int]:
    """Return the state once two groups are one, and the ways to tell their items apart."""
    into, gone = pair
    one = (state >> WIDTH * into) & (GUARD - 1)
    two = (state >> WIDTH * gone) & (GUARD - 1)
    return state + (two << WIDTH * into) - (two << WIDTH * gone), comb(one + two, two)


# --------------------------------------------------------------------------------------------------------- counting


def count(sizes: Sequence[int], classes: Classes, owners: Sequence[int], budget: Budget) -> Count | None:
    """Return the number of ways to fill the slots, with what is needed for more; None if there is none.

    Raises ``LimitError`` where that takes longer than the budget allows.
    """
    reduced = reduce(sizes, classes, owners)
    if reduced is None:
        return None
    if not reduced.classes:
        return Count(reduced, reduced.ways)
    ops = plan(reduced)
    forward, ways = _forward(reduced, ops, budget)
    return Count(reduced, ways * reduced.ways, ops, forward, guards_of(reduced)) if ways else None


def _forward(reduced: Reduced, ops: list[Op], budget: Budget) -> tuple[list[States], int]:
    """Return the states before each step, and the ways to end with every group full."""
    guards = guards_of(reduced)
    states: States = {start_of(reduced): 1}
    forward = [states]
    size = estimate(reduced, ops)
    budget.spend(CASE_STEPS, size)
    for op, coming in zip(ops[:-1], supplies(reduced, ops), strict=False):
        after: States = {}
        get = after.get
        if op.kind < 0:
            for state, weight in states.items():
                new, ways = merged(state, op.pair)
                after[new] = get(new, 0) + weight * ways
        else:
            budget.spend(len(states) * len(op.moves), size)
            for state, weight in states.items():
                for change, ways, _ in op.moves:
                    new = state - change
                    if new & guards == guards and (coming - new) & guards == guards:
                        after[new] = get(new, 0) + weight * ways
        states = after
        forward.append(states)
    last = {change: ways for change, ways, _ in ops[-1].moves}
    return forward, sum(weight * last.get(state - guards, 0) for state, weight in states.items())


def estimate(reduced: Reduced, ops: list[Op]) -> int:
    """Return an upper bound for the number of transitions of one pass."""
    box = 1
    for room in sorted(reduced.room)[:-1]:
        box *= room + 1
    return box * sum(len(op.moves) for op in ops)


def backward(counted: Count) -> list[dict[int, int]]:
    """Return for each class the ways in which one given item of it goes to each group: [{group: ways}]."""
    reduced, ops = counted.reduced, counted.ops
    found: list[dict[int, int]] = [{} for _ in reduced.classes]
    after: States = {counted.final: 1}
    for i in range(len(ops) - 1, -1, -1):
        op, states = ops[i], counted.forward[i]
        before: States = {}
        get = after.get
        if op.kind < 0:
            for state in states:
                new, ways = merged(state, op.pair)
                value = get(new)
                if value:
                    before[state] = ways * value
            after = before
            continue
        first = i == 0 or ops[i - 1].kind != op.kind
        tally = [0] * len(op.moves)
        for state, weight in states.items():
            total = 0
            for j, (change, ways, _) in enumerate(op.moves):
                value = get(state - change)
                if value:
                    total += ways * value
                    if first:
                        tally[j] += weight * value
            if total:
                before[state] = total
        after = before
        if first:
            sums = found[op.kind]
            for (_, ways, counts), amount in zip(op.moves, tally, strict=True):
                if amount:
                    for g, k in zip(op.groups, counts, strict=True):
                        if k:
                            sums[g] = sums.get(g, 0) + ways * amount * k
            for g in sums:
                sums[g] = sums[g] * reduced.ways // op.items
    return found
