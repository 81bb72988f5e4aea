"""The counted answer to one list of steps: totals, ways per tile and owner, distributions."""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from dominolab.inference import counting, planning
from dominolab.inference.counting import Count, States
from dominolab.inference.reducing import reduce
from dominolab.inference.slots import Case, cases, layout
from dominolab.inference.steps import Step, bits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Polynomial = dict[int, int]  # value -> ways


class Answer:
    """How many deals fit some steps (``total``), and in how many of them each hidden tile is with each owner."""

    def __init__(self, steps: Sequence[Step], pool: int, *, newest: bool = False) -> None:
        """Count. Raises ``LimitError``."""
        self.steps, self.pool, self.newest = steps, pool, newest
        self.slots = layout(steps)
        self.cases = cases(steps, self.slots, pool, newest=newest)
        self.counted: list[tuple[int, Count]] = []
        budget = counting.Budget()
        for case in self.cases:
            counted = counting.count(self.slots.sizes, case.classes, self.slots.owners, budget)
            if counted is not None:
                self.counted.append((case.weight, counted))
        self.total = sum(weight * counted.total for weight, counted in self.counted)

    def total_with(self, extra: Sequence[Step]) -> int:
        """Return how many deals fit more facts about the hands now."""
        found = cases([*self.steps, *extra], self.slots, self.pool, newest=self.newest)
        budget = counting.Budget()
        owners, sizes = self.slots
        counts = ((case.weight, counting.count(sizes, case.classes, owners, budget)) for case in found)
        return sum(weight * counted.total for weight, counted in counts if counted is not None)

    @cached_property
    def ways(self) -> dict[int, dict[int, int]]:
        """For each hidden tile: owner -> number of deals."""
        found: dict[int, dict[int, int]] = {}
        for weight, counted in self.counted:
            for tiles, row in self._rows(counted):
                scaled = {owner: weight * n for owner, n in row.items()}
                for tile in bits(tiles & self.pool):
                    if tile not in found:
                        found[tile] = scaled
                    else:
                        old = found[tile]
                        found[tile] = {o: old.get(o, 0) + scaled.get(o, 0) for o in (*old, *scaled)}
        return found

    def _rows(self, counted: Count) -> list[tuple[int, dict[int, int]]]:
        """Return a case's tiles (masks) with the number of deals for each owner."""
        reduced, owners = counted.reduced, self.slots.owners
        rows = [(tiles, {owners[slot]: counted.total}) for slot, tiles in reduced.fixed]
        if not reduced.classes:
            return rows
        room: list[dict[int, int]] = []
        for group in reduced.groups:
            shares: dict[int, int] = {}
            for slot in group:
                shares[owners[slot]] = shares.get(owners[slot], 0) + reduced.left[slot]
            room.append(shares)
        for (_, tiles), by_group in zip(reduced.classes, counting.backward(counted), strict=True):
            row: dict[int, int] = {}
            for g, amount in by_group.items():
                for owner, k in room[g].items():
                    row[owner] = row.get(owner, 0) + amount * k // reduced.room[g]
            rows.append((tiles, row))
        return rows

    def spread(self, owner: int, weights: Mapping[int, int]) -> Polynomial:
        """Return in how many deals an owner's hidden tiles weigh how much together (``weights``: tile -> weight).

        Raises ``LimitError`` where that takes too long.
        """
        found: Polynomial = {}
        apart = sum(1 << slot for slot, who in enumerate(self.slots.owners) if who == owner)
        budget = counting.Budget()
        for case in self.cases:
            for value, n in self._weighed(case, apart, weights, budget).items():
                found[value] = found.get(value, 0) + case.weight * n
        return {value: n for value, n in sorted(found.items()) if n}

    def _weighed(self, case: Case, apart: int, weights: Mapping[int, int], budget: counting.Budget) -> Polynomial:
        """Return a case's distribution: the count again, with every number a polynomial packed into one integer."""
        reduced = reduce(self.slots.sizes, case.classes, self.slots.owners, apart)
        if reduced is None:
            return {}
        settled = sum(
            weights.get(tile, 0)
            for slot, tiles in reduced.fixed
            if apart >> slot & 1
            for tile in bits(tiles & self.pool)
        )
        if not reduced.classes:
            return {settled: reduced.ways}
        width = sum(reduced.room) * len(reduced.groups).bit_length() + 2  # no coefficient is wider
        mine = {g for g, group in enumerate(reduced.groups) if apart >> group[0] & 1}
        states: States = {planning.start_of(reduced): 1}
        final = guards = planning.guards_of(reduced)
        ops = planning.plan(reduced)
        size = counting.estimate(reduced, ops)
        budget.spend(counting.CASE_STEPS, size)
        queues = [bits(tiles) for _, tiles in reduced.classes]
        for op, coming in zip(ops, planning.supplies(reduced, ops), strict=True):
            after: States = {}
            if op.kind < 0:
                for state, value in states.items():
                    new, ways = planning.merged(state, op.pair)
                    after[new] = after.get(new, 0) + value * ways
                states = after
                continue
            tiles = [queues[op.kind].pop() for _ in range(op.items)]
            budget.spend(len(states) * len(op.moves), size)
            sums = _choices([weights.get(t, 0) if self.pool >> t & 1 else 0 for t in tiles], width)
            for change, ways, counts in op.moves:
                k = sum(n for g, n in zip(op.groups, counts, strict=True) if g in mine)
                factor = sums[k] * (ways // comb(op.items, k))
                for state, value in states.items():
                    new = state - change
                    if new & guards == guards and (coming - new) & guards == guards:
                        after[new] = after.get(new, 0) + value * factor
            states = after
        return _unpacked(states.get(final, 0), width, settled, reduced.ways)


def _choices(weights: Sequence[int], width: int) -> list[int]:
    """Return for k = 0, 1, ... the sum, over every choice of k items, of X to the weight chosen (X = 2^width)."""
    sums = [1] + [0] * len(weights)
    for done, weight in enumerate(weights, 1):
        for k in range(done, 0, -1):
            sums[k] += sums[k - 1] << weight * width
    return sums


def _unpacked(packed: int, width: int, offset: int, factor: int) -> Polynomial:
    """Return the coefficients of a packed polynomial, shifted and scaled."""
    found: Polynomial = {}
    value, mask = offset, (1 << width) - 1
    while packed:
        if packed & mask:
            found[value] = (packed & mask) * factor
        packed >>= width
        value += 1
    return found
