"""Deals drawn exactly in proportion: every deal that fits the record is equally likely."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from dominolab.inference import counting, planning
from dominolab.inference.counting import Count, States
from dominolab.inference.slots import Check, cases
from dominolab.inference.steps import bits

if TYPE_CHECKING:
    from dominolab.inference.answer import Answer

Filled = list[int]  # for each slot the mask of its items


class World(NamedTuple):
    """One way the hidden tiles can be: who holds what now (masks), the boneyard in a random order (tile numbers)."""

    hands: tuple[int, ...]
    boneyard: tuple[int, ...]


class Sampler:
    """Draws ways to fill the slots of an answer.

    A way is walked backward through the counts. Where "no pair" splits a hand into covers, the counted cases overlap:
    a case is chosen in proportion to its count and the way kept with probability 1 / (number of cases it is in), which
    makes every way equally likely.
    """

    def __init__(self, answer: Answer, seed: int) -> None:
        """Count the overlapping cases. Raises ``LimitError``."""
        self.random = Random(seed)
        self.slots, self.pool = answer.slots, answer.pool
        self.checks: list[Check] = []
        self.counts: list[Count] = []
        weights, budget = [], counting.Budget()
        for case in cases(answer.steps, self.slots, self.pool, newest=answer.newest, checks=self.checks):
            counted = counting.count(self.slots.sizes, case.classes, self.slots.owners, budget)
            if counted is not None:
                self.counts.append(counted)
                weights.append(case.weight * counted.total)
        self.sums = list(accumulate(weights))
        self.steps: list[dict[tuple[int, int], tuple[list[int], list[int]]]] = [{} for _ in self.counts]

    def draw(self) -> Filled:
        """Return one way: for each slot the mask of the tiles that came into it."""
        while True:
            which = bisect_right(self.sums, self.random.randrange(self.sums[-1]))
            filled = self._filled(self.counts[which], self.steps[which])
            cases_of = 1
            for slots, gone, covers in self.checks:
                hand = 0
                for slot in bits(slots):
                    hand |= filled[slot]
                cases_of *= sum(1 for cover in covers if not hand & ~gone & cover)
            if cases_of == 1 or not self.random.randrange(cases_of):
                return filled

    def _filled(self, counted: Count, known: dict[tuple[int, int], tuple[list[int], list[int]]]) -> Filled:
        """Return one way of a counted case."""
        reduced = counted.reduced
        filled = [0] * len(self.slots.owners)
        for slot, items in reduced.fixed:
            filled[slot] |= items
        queues = [bits(items) for _, items in reduced.classes]
        for queue in queues:
            self.random.shuffle(queue)
        groups: list[list[int]] = [[] for _ in reduced.groups]
        state = counted.final
        for i in range(len(counted.ops) - 1, -1, -1):
            op = counted.ops[i]
            if (i, state) not in known:
                known[i, state] = _choices(counted.forward[i], op, state)
            sums, choices = known[i, state]
            choice = choices[bisect_right(sums, self.random.randrange(sums[-1]))]
            if op.kind < 0:
                state = choice
                self._part(groups, op, state)
            else:
                change, _, counts = op.moves[choice]
                state += change
                for g, k in zip(op.groups, counts, strict=True):
                    groups[g] += [queues[op.kind].pop() for _ in range(k)]
        for slots, held in zip(reduced.groups, groups, strict=True):
            self._split(filled, slots, held, reduced.left)
        return filled

    def _split(self, filled: Filled, slots: list[int], held: list[int], left: list[int]) -> None:
        """Put a group's items into its slots, by lot."""
        if len(slots) > 1:
            self.random.shuffle(held)
        for slot in slots:
            for _ in range(left[slot]):
                filled[slot] |= 1 << held.pop()

    def _part(self, groups: list[list[int]], op: planning.Op, state: int) -> None:
        """Let two groups part again: each gets as many items as it had room for, by lot."""
        into, gone = op.pair
        self.random.shuffle(groups[into])
        k = (state >> planning.WIDTH * gone) & (planning.GUARD - 1)
        groups[gone] = [groups[into].pop() for _ in range(k)]


def _choices(states: States, op: planning.Op, state: int) -> tuple[list[int], list[int]]:
    """Return what can lead to a state (moves, or for a merger states), with running sums of the weights."""
    found: list[tuple[int, int]] = []
    if op.kind < 0:
        for before, weight in states.items():
            after, ways = planning.merged(before, op.pair)
            if after == state:
                found.append((before, weight * ways))
    else:
        for j, (change, ways, _) in enumerate(op.moves):
            if state + change in states:
                found.append((j, states[state + change] * ways))
    return list(accumulate(weight for _, weight in found)), [choice for choice, _ in found]
