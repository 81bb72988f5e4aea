"""Tiny games with hidden tiles: known values, and bounds that hold against brute force."""

from fractions import Fraction
from itertools import product

import pytest

import dominolab as dl
from dominolab.play import equilibrium as module

FREE = {"opening_tile": "any", "first_lead": "random", "next_lead": "rotate"}


def tiny(set_size, hand_size):
    return dl.rules("block", set_size=set_size, hand_size=hand_size, **FREE)


def test_double_two_with_two_tiles_each_is_worth_193_90():
    found = dl.equilibrium(tiny(2, 2))
    assert found.value == Fraction(193, 90)
    for shares in found.strategy.values():
        assert sum(shares.values()) == 1
        assert min(shares.values()) >= 0


def test_double_three_with_two_tiles_each():
    found = dl.equilibrium(tiny(3, 2), 60)
    assert found.low <= found.high
    assert float(found.low) == pytest.approx(2.656, abs=2e-3)
    assert float(found.high) == pytest.approx(2.656, abs=2e-3)


def test_equal_to_every_pure_strategy_tried_where_there_are_few():
    """The leader of double-1 with one tile has no choice: the mean over all deals, counted by hand."""
    tiles = list(dl.TileSet(1))
    total = 0
    for mine, theirs in product(tiles, tiles):
        if mine != theirs:
            total += theirs.pips  # the leader is out with its only tile
    assert dl.equilibrium(tiny(1, 1)).value == Fraction(total, 6)


def test_few_iterations_still_give_bounds_that_hold():
    for iterations in (4, 20):
        found = dl.equilibrium(tiny(2, 2), iterations)
        assert found.low <= Fraction(193, 90) <= found.high


@pytest.mark.parametrize(
    "rules", [dl.rules("block", players=3), dl.rules("classic", set_size=2, hand_size=2), dl.rules("block")], ids=str
)
def test_what_is_too_large_is_refused(rules):
    with pytest.raises(dl.LimitError):
        module.equilibrium(rules)
