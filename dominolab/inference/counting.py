"""Exact counting: ways to fill the slots, by dynamic programming over the room that is left.

The number of ways is a coefficient of a product of sums: [prod z_g^c_g] prod over items (sum of z_g over the groups g
that may take the item). Items that may go to the same groups are placed together, with multinomial weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dominolab.errors import LimitError
from dominolab.inference.planning import guards_of, merged, plan, start_of, supplies
from dominolab.inference.reducing import Reduced, reduce
from dominolab.inference.slots import Classes, too_many

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dominolab.inference.compiled import Walk
    from dominolab.inference.planning import Op

MOST_STEPS = 1_200_000  # transitions of all forward passes of an answer: three seconds, tables included
FEW_STEPS = 20_000  # up to so many the plain loops are quicker than the compiled ones
COMPILED_STEP = 5  # so many compiled transitions, tables included, take as long as a plain one
CASE_STEPS = 300  # what planning a case costs, in transitions

States = dict[int, int]


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
class Count:
    """A counted case: ``total`` ways; the states before each step."""

    reduced: Reduced
    total: int
    ops: list[Op] = field(default_factory=list)
    forward: list[States] = field(default_factory=list)
    final: int = 0
    walk: Walk | None = None
    """The compiled count instead of ``forward``."""


def count(
    sizes: Sequence[int], classes: Classes, owners: Sequence[int], budget: Budget, *, plain: bool = False
) -> Count | None:
    """Return the number of ways to fill the slots, with what is needed for more; None if there is none.

    Long counts use the compiled loops, unless ``plain`` is asked for. Raises ``LimitError`` where that takes longer
    than the budget allows.
    """
    reduced = reduce(sizes, classes, owners)
    if reduced is None:
        return None
    if not reduced.classes:
        return Count(reduced, reduced.ways)
    ops = plan(reduced)
    if plain or budget.steps <= FEW_STEPS:
        return _plain(reduced, ops, budget, budget.steps)
    try:
        return _plain(reduced, ops, budget, FEW_STEPS)
    except LimitError:
        budget.steps -= FEW_STEPS
    found = _compiled(reduced, ops, budget)
    if found is None:
        return _plain(reduced, ops, budget, budget.steps)
    return found if found.total else None


def _plain(reduced: Reduced, ops: list[Op], budget: Budget, most: int) -> Count | None:
    """Count with plain loops, in at most so many transitions."""
    part = Budget(most)
    forward, ways = _forward(reduced, ops, part)
    budget.spend(most - part.steps, 0)
    return Count(reduced, ways * reduced.ways, ops, forward, guards_of(reduced)) if ways else None


def _compiled(reduced: Reduced, ops: list[Op], budget: Budget) -> Count | None:
    """Count with compiled loops, or return None where they cannot be used."""
    try:
        from dominolab.inference import compiled
    except (ImportError, RuntimeError):  # no numba here, or nowhere to keep what it compiles
        return None
    size = estimate(reduced, ops)
    found = compiled.walk(reduced, ops, budget.steps * COMPILED_STEP, size)
    if found is None:
        return None
    walk, ways, steps = found
    budget.spend(steps // COMPILED_STEP, size)
    return Count(reduced, ways * reduced.ways, ops, [], guards_of(reduced), walk)


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
    for i, tally in _tallies(counted):
        op = ops[i]
        if op.kind < 0 or (i and ops[i - 1].kind == op.kind):
            continue  # a merger; or another item of the class was placed before, which tells the same
        sums = found[op.kind]
        for (_, ways, counts), amount in zip(op.moves, tally, strict=True):
            for g, k in zip(op.groups, counts, strict=True):
                if k and amount:
                    sums[g] = sums.get(g, 0) + ways * amount * k
        for g in sums:
            sums[g] = sums[g] * reduced.ways // op.items
    return found


def _tallies(counted: Count) -> Iterator[tuple[int, list[int]]]:
    """Yield steps, the last first, each with the ways of everything before and after each of its moves."""
    if counted.walk is not None:
        from dominolab.inference import compiled

        yield from enumerate(compiled.tallies(counted.walk))
        return
    ops, after = counted.ops, {counted.final: 1}
    tally: list[int] = []
    for i in range(len(ops) - 1, -1, -1):
        op, states = ops[i], counted.forward[i]
        if op.kind < 0:
            after = _parted(op, states, after)
        elif i and ops[i - 1].kind == op.kind:
            after = _before(op, states, after)
        else:
            after, tally = _tallied(op, states, after)
        yield i, tally


def _parted(op: Op, states: States, after: States) -> States:
    """Return the ways to go on from each state before a merger."""
    before: States = {}
    for state in states:
        new, ways = merged(state, op.pair)
        value = after.get(new)
        if value:
            before[state] = ways * value
    return before


def _before(op: Op, states: States, after: States) -> States:
    """Return the ways to go on from each state before a placement."""
    before: States = {}
    get = after.get
    for state in states:
        total = 0
        for change, ways, _ in op.moves:
            value = get(state - change)
            if value:
                total += ways * value
        if total:
            before[state] = total
    return before


def _tallied(op: Op, states: States, after: States) -> tuple[States, list[int]]:
    """Return the same, and for each move the ways of everything before and after it."""
    before: States = {}
    tally = [0] * len(op.moves)
    get = after.get
    for state, weight in states.items():
        total = 0
        for j, (change, ways, _) in enumerate(op.moves):
            value = get(state - change)
            if value:
                total += ways * value
                tally[j] += weight * value
        if total:
            before[state] = total
    return before, tally
