"""Random numbers as a pure function of (key, counter): no generator, no hidden state.

No product here reaches 2**63, so that plain Python and compiled code (whose words of 64 bits must not overflow) give
the same numbers on every machine. ``below`` is uniform to within ``n / 2**31``.
"""

from __future__ import annotations

_HALF = (1 << 31) - 1
_STEP = 0x9E3779B97F  # an odd number below 2**40: streams of up to four million numbers do not overflow


def mix(value: int) -> int:
    """Return 62 well-mixed bits of any whole number, different ones for numbers that differ in their last 62 bits.

    A Feistel network: each half is changed by the middle digits of the other one times a constant, in turn.
    """
    high, low = value >> 31 & _HALF, value & _HALF
    high ^= (low ^ 0x1B873593) * 0x5851F42D >> 16 & _HALF
    low ^= (high ^ 0x3C6EF372) * 0x6C078965 >> 16 & _HALF
    high ^= (low ^ 0x165667B1) * 0x4C957F2D >> 16 & _HALF
    low ^= (high ^ 0x27D4EB2F) * 0x7FEB352D >> 16 & _HALF
    high ^= (low ^ 0x1B873593) * 0x2C1B3C6D >> 16 & _HALF
    return high << 31 | low


def key_of(seed: int, game: int) -> int:
    """Return the key of game number ``game`` under ``seed``: all its chance depends on these two alone."""
    return mix(mix(seed) + game)


def below(n: int, key: int, counter: int) -> int:
    """Return a number from 0 to n-1: draw number ``counter`` of the stream ``key``.

    >>> [below(6, key_of(7, 0), i) for i in range(5)]
    [3, 1, 2, 3, 4]
    """
    return (mix(key + counter * _STEP) >> 31) * n >> 31


def shuffle(order: list[int], key: int, counter: int) -> int:
    """Shuffle the list in place (Fisher-Yates) and return the next free counter."""
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, key, counter)
        counter += 1
        order[i], order[j] = order[j], order[i]
    return counter
