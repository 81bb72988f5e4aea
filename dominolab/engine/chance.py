"""Random numbers as a pure function of (key, counter): no generator, no hidden state.

The mixer is splitmix64's finaliser on 63 bits, so that plain Python and compiled code (signed 64-bit words that
wrap) give the same numbers on every machine. ``below`` is uniform to within ``n / 2**32``.
"""

from __future__ import annotations

_WORD = (1 << 63) - 1


def mix(value: int) -> int:
    """Return 63 well-mixed bits of any whole number."""
    value &= _WORD
    value = ((value ^ (value >> 30)) * 0x3F58476D1CE4E5B9) & _WORD
    value = ((value ^ (value >> 27)) * 0x14D049BB133111EB) & _WORD
    return value ^ (value >> 31)


def key_of(seed: int, game: int) -> int:
    """Return the key of game number ``game`` under ``seed``: all its chance depends on these two alone."""
    return mix(mix(seed + 0x1E3779B97F4A7C15) + game)


def below(n: int, key: int, counter: int) -> int:
    """Return a number from 0 to n-1: draw number ``counter`` of the stream ``key``.

    >>> [below(6, key_of(7, 0), i) for i in range(5)]
    [0, 4, 2, 2, 3]
    """
    return ((mix(key + counter * 0x1E3779B97F4A7C15) >> 31) * n) >> 32


def shuffle(order: list[int], key: int, counter: int) -> int:
    """Shuffle the list in place (Fisher-Yates) and return the next free counter."""
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, key, counter)
        counter += 1
        order[i], order[j] = order[j], order[i]
    return counter
