"""The programme that counts a reduced problem: in which order classes are placed, and when groups become one.

As soon as two groups of one owner can take the same items from then on, only their room together matters, with a
binomial weight for who gets what. A state (how much room each group has left) is packed into one whole number.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from dominolab.inference.reducing import MIXED

if TYPE_CHECKING:
    from dominolab.inference.reducing import Reduced

WIDTH = 9  # bits for one group: 190 tiles at most, and a guard bit
GUARD = 1 << (WIDTH - 1)

Moves = tuple[tuple[int, int, tuple[int, ...]], ...]  # (packed change, ways, items to each group)


class Op(NamedTuple):
    """One step: place items of a class (``kind`` >= 0), or merge group ``pair[1]`` into ``pair[0]`` (``kind`` -1)."""

    kind: int
    items: int
    groups: tuple[int, ...]
    moves: Moves
    pair: tuple[int, int] = (0, 0)


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
