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
        self.fillers: list[Filler] = []
        weights, budget = [], counting.Budget()
        for case in cases(answer.steps, self.slots, self.pool, newest=answer.newest, checks=self.checks):
            counted = counting.count(self.slots.sizes, case.classes, self.slots.owners, budget, plain=True)
            if counted is not None:
                self.fillers.append(Filler(counted, len(self.slots.owners), self.random))
                weights.append(case.weight * counted.total)
        self.sums = list(accumulate(weights))

    def draw(self) -> Filled:
        """Return one way: for each slot the mask of the tiles that came into it."""
        while True:
            which = bisect_right(self.sums, self.random.randrange(self.sums[-1]))
            filled = self.fillers[which].draw()
            cases_of = 1
            for check in self.checks:
                cases_of *= covered(filled, check)
            if cases_of == 1 or not self.random.randrange(cases_of):
                return filled


def covered(filled: Filled, check: Check) -> int:
    """Return how many covers a hand has nothing of; 0: it broke the check."""
    slots, gone, covers = check
    hand = 0
    for slot in bits(slots):
        hand |= filled[slot]
    return sum(1 for cover in covers if not hand & ~gone & cover)


class Filler:
    """Draws ways to fill the slots of one counted problem, each equally likely, by walking backward."""

    def __init__(self, counted: Count, slots: int, random: Random) -> None:
        """Take the counts; ``slots`` is how many slots there are."""
        self.counted, self.slots, self.random = counted, slots, random
        self.known: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def draw(self) -> Filled:
        """Return one way: for each slot the mask of its items."""
        reduced, ops = self.counted.reduced, self.counted.ops
        filled = [0] * self.slots
        for slot, items in reduced.fixed:
            filled[slot] |= items
        queues = [bits(items) for _, items in reduced.classes]
        for queue in queues:
            self.random.shuffle(queue)
        groups: list[list[int]] = [[] for _ in reduced.groups]
        state = self.counted.final
        for i in range(len(ops) - 1, -1, -1):
            op = ops[i]
            choice = self._choice(i, state)
            if op.kind < 0:
                state = choice
                self._part(groups, op, state)
            else:
                change, _, counts = op.moves[choice]
                state += change
                for g, k in zip(op.groups, counts, strict=True):
                    groups[g] += [queues[op.kind].pop() for _ in range(k)]
        for slots, held in zip(reduced.groups, groups, strict=True):
            self._split(filled, slots, held)
        return filled

    def _choice(self, i: int, state: int) -> int:
        """Draw what led to a state after step ``i``: a move, or for a merger the state before."""
        if (i, state) not in self.known:
            self.known[i, state] = _choices(self.counted.forward[i], self.counted.ops[i], state)
        sums, choices = self.known[i, state]
        return choices[bisect_right(sums, self.random.randrange(sums[-1]))]

    def _split(self, filled: Filled, slots: list[int], held: list[int]) -> None:
        """Put a group's items into its slots, by lot."""
        if len(slots) > 1:
            self.random.shuffle(held)
        for slot in slots:
            for _ in range(self.counted.reduced.left[slot]):
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
