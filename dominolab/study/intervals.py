"""Rates and means with their 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


class Rate(NamedTuple):
    """A share of games with its 95 % Wilson interval."""

    value: float
    low: float
    high: float
    of: float
    """The number of games it is a share of (fewer, or more, where games of one deal are not independent)."""


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float
    error: float
    """Its standard error."""


def wilson(count: float, of: float) -> Rate:
    """Return a rate with its Wilson interval: right for rates near 0 and 1, and for few games.

    >>> wilson(8, 10)
    Rate(value=0.8, low=0.49..., high=0.94..., of=10)
    """
    if of <= 0:
        return Rate(float("nan"), 0.0, 1.0, 0)
    p = count / of
    centre = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * sqrt(p * (1 - p) / of + Z * Z / (4 * of * of))
    return Rate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)), of)


def clustered(total: int, squares: int, clusters: int, size: int) -> Rate:
    """Return a rate over games that come in clusters (one deal played ``size`` times).

    ``total`` counts the games won, ``squares`` adds up each cluster's count squared. The interval is Wilson's for as
    many independent games as would be worth the same.
    """
    games = clusters * size
    p = total / games if games else float("nan")
    error = mean(total, squares, clusters).error / size
    if size == 1 or not 0 < p < 1 or not error > 0:
        return wilson(total, games)
    worth = p * (1 - p) / error**2
    return wilson(p * worth, worth)._replace(value=p)


def mean(total: float, squares: float, n: int) -> Mean:
    """Return the mean of ``n`` numbers from their sum and the sum of their squares.

    >>> mean(6, 14, 3).value
    2.0
    """
    if n <= 0:
        return Mean(*(float("nan"),) * 4)
    value = total / n
    spread = max(0.0, squares / n - value * value) * n / (n - 1) if n > 1 else float("nan")
    error = sqrt(spread / n)
    return Mean(value, value - Z * error, value + Z * error, error)


def rates_differ(a: Rate, b: Rate) -> Mean:
    """Return ``a - b`` for two independent rates with Newcombe's interval, which is made from Wilson's two."""
    d = a.value - b.value
    low = d - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    high = d + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Mean(d, low, high, (high - low) / (2 * Z))


def means_differ(a: Mean, b: Mean) -> Mean:
    """Return ``a - b`` for two independent means."""
    d, error = a.value - b.value, sqrt(a.error**2 + b.error**2)
    return Mean(d, d - Z * error, d + Z * error, error)
