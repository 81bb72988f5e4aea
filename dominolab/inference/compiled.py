"""The counting loops, compiled: the same programme on residues modulo primes, joined afterwards, so still exact.

Counts pass 2^63 from double-nine on. A count modulo enough primes, whose product is larger than any count can be, is
the count (Chinese remainders). A state is packed into 62 bits, each group as narrow as its room allows; where that is
too narrow, or numba is missing, the plain loops of ``counting`` are all there is. Both give the same numbers.
"""

from __future__ import annotations

from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from dominolab.inference.slots import too_many

if TYPE_CHECKING:
    from dominolab.inference.planning import Op
    from dominolab.inference.reducing import Reduced

# The largest primes below 2^31: a product of two residues stays below 2^62.
PRIMES = (
    2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543, 2147483497, 2147483489,
    2147483477, 2147483423, 2147483399, 2147483353, 2147483323, 2147483269, 2147483249, 2147483237, 2147483179,
)  # fmt: skip
BITS = 62
Array = Any  # numpy's arrays, as numba takes them


class Link(NamedTuple):
    """One step: transition ``i`` leads from state ``source[i]`` to ``target[i]`` in ``ways[choice[i]]`` ways."""

    source: Array
    choice: Array
    target: Array
    ways: Array
    """Residues: one row for each choice, one column for each prime."""


class Walk(NamedTuple):
    """A counted programme: residues of the ways to each state before each step, and the steps."""

    primes: Array
    weights: list[Array]
    links: list[Link]


@njit(cache=True)
def _valid(states, changes, guards, coming):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba's arrays
    """Return the transitions that overfill no group and leave none that cannot be filled."""
    n = 0
    source = np.empty(states.shape[0] * changes.shape[0], np.int32)
    choice = np.empty(source.shape[0], np.int32)
    target = np.empty(source.shape[0], np.int64)
    for i in range(states.shape[0]):
        for j in range(changes.shape[0]):
            state = states[i] - changes[j]
            if state & guards == guards and (coming - state) & guards == guards:
                source[n], choice[n], target[n] = i, j, state
                n += 1
    return source[:n], choice[:n], target[:n]


@njit(cache=True)
def _forth(weights, source, choice, target, ways, primes, size):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba's arrays
    """Return the residues of the ways to each state after a step."""
    after = np.zeros((size, primes.shape[0]), np.int64)
    for i in range(source.shape[0]):
        for p in range(primes.shape[0]):
            more = weights[source[i], p] * ways[choice[i], p] % primes[p]
            after[target[i], p] = (after[target[i], p] + more) % primes[p]
    return after


@njit(cache=True)
def _back(weights, source, choice, target, ways, primes, after):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba's arrays
    """Return the residues of the ways on from each state before a step, and for each choice those of all through it."""
    before = np.zeros((weights.shape[0], primes.shape[0]), np.int64)
    tally = np.zeros((ways.shape[0], primes.shape[0]), np.int64)
    for i in range(source.shape[0]):
        s, c, t = source[i], choice[i], target[i]
        for p in range(primes.shape[0]):
            value = after[t, p]
            before[s, p] = (before[s, p] + ways[c, p] * value) % primes[p]
            tally[c, p] = (tally[c, p] + weights[s, p] * value) % primes[p]
    return before, tally


def walk(reduced: Reduced, ops: list[Op], most: int, size: int) -> tuple[Walk, int, int] | None:
    """Return the counted programme, the ways to fill every group, and how many transitions that took.

    None: states are wider than a machine word. Raises ``LimitError`` with ``size`` where there are more than ``most``
    transitions.
    """
    room = _rooms(reduced, ops)
    shifts, width = [], 0
    for k in room:
        shifts.append(width)
        width += k.bit_length() + 1
    primes = _primes(reduced)
    if width > BITS or primes is None:
        return None
    guards = sum(1 << shift + k.bit_length() for shift, k in zip(shifts, room, strict=True))
    states = np.array([guards + sum(k << s for k, s in zip(reduced.room, shifts, strict=True))], np.int64)
    weights: list[Array] = [np.ones((1, len(primes)), np.int64)]
    links: list[Link] = []
    steps = 0
    for op, coming in zip(ops, _coming(reduced, ops), strict=True):
        if op.kind < 0:
            source, choice, new, ways = _merger(op, states, shifts, room)
        else:
            steps += len(states) * len(op.moves)
            if steps > most:
                raise too_many(size)
            changes = [sum(k << shifts[g] for g, k in zip(op.groups, counts, strict=True)) for _, _, counts in op.moves]
            ends = sum(min(k, m) << s for k, m, s in zip(coming, room, shifts, strict=True)) + 2 * guards
            source, choice, new = _valid(states, np.array(changes, np.int64), guards, _word(ends))
            ways = [ways for _, ways, _ in op.moves]
        if not len(new):
            return Walk(primes, weights, links), 0, steps
        states, target = np.unique(new, return_inverse=True)
        link = Link(source, choice, target.astype(np.int32).ravel(), _residues(ways, primes))
        weights.append(_forth(weights[-1], *link, primes, len(states)))
        links.append(link)
    return Walk(primes, weights, links), joined(weights[-1][0], primes), steps


def tallies(found: Walk) -> list[list[int]]:
    """Return for each step and each choice the ways of everything before and after it."""
    after = np.ones((1, len(found.primes)), np.int64)
    counted = []
    for weights, link in zip(reversed(found.weights[:-1]), reversed(found.links), strict=True):
        after, tally = _back(weights, *link, found.primes, after)
        counted.append([joined(row, found.primes) for row in tally])
    return counted[::-1]


def joined(residues: Array, primes: Array) -> int:
    """Return the number below the product of the primes that has these residues."""
    value, product = 0, 1
    for residue, prime in zip(residues.tolist(), primes.tolist(), strict=True):
        value += product * ((residue - value) * pow(product, -1, prime) % prime)
        product *= prime
    return value


def _primes(reduced: Reduced) -> Array | None:
    """Return so many primes that no count reaches their product, or None where there are too few."""
    most = factorial(sum(reduced.room)) // prod(map(factorial, reduced.room))
    product = 1
    for n, prime in enumerate(PRIMES):
        if product > most:
            return np.array(PRIMES[: max(n, 1)], np.int64)
        product *= prime
    return None


def _rooms(reduced: Reduced, ops: list[Op]) -> list[int]:
    """Return the most room that each group ever has."""
    room = list(reduced.room)
    for op in ops:
        if op.kind < 0:
            room[op.pair[0]] += room[op.pair[1]]
    return room


def _coming(reduced: Reduced, ops: list[Op]) -> list[list[int]]:
    """Return for each step how many items may still come to each group after it."""
    later = [0] * len(reduced.room)
    found = []
    for op in reversed(ops):
        found.append(list(later))
        if op.kind < 0:
            later[op.pair[1]] = later[op.pair[0]]
        for g in op.groups:
            later[g] += op.items
    return found[::-1]


def _merger(op: Op, states: Array, shifts: list[int], room: list[int]) -> tuple[Array, Array, Array, list[int]]:
    """Return the transitions that make one group of two."""
    into, gone = op.pair
    one = states >> shifts[into] & ((1 << room[into].bit_length()) - 1)
    two = states >> shifts[gone] & ((1 << room[gone].bit_length()) - 1)
    new = states + (two << shifts[into]) - (two << shifts[gone])
    span = room[gone] + 1
    ways = [comb(a + b, b) for a in range(room[into] + 1) for b in range(span)]
    return np.arange(len(states), dtype=np.int32), (one * span + two).astype(np.int32), new, ways


def _residues(ways: list[int], primes: Array) -> Array:
    """Return numbers as rows of residues."""
    rows = [[n % prime for prime in primes.tolist()] for n in ways]
    return np.array(rows, np.int64).reshape(len(ways), len(primes))


def _word(value: int) -> int:
    """Return the low 64 bits as a signed machine word: differences of such words are right."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value
