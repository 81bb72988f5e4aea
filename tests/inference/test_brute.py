"""Exact equality with the replay of every deal: count, table, joints, suits, pips, who can play."""

from __future__ import annotations

import pytest

from tests.inference.brute import GAMES, differences, given_views, views

# The full run (thousands of positions, larger limits) is tests/benchmarks/holdings_brute.py.
PARTS = 8
SEEDS = 2 * len(GAMES)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_answer_equals_the_replay_of_every_deal(part):
    first, last = part * SEEDS // PARTS, (part + 1) * SEEDS // PARTS
    seen = 0
    for seed, view, chance in views(first, last, limit=900):
        seen += 1
        assert differences(view, chance) == [], (seed, view.rules, view.seat, view.log)
    assert seen > (last - first) // 3


def test_a_given_position_is_counted_with_its_tiles_out_of_play():
    seen = 0
    for seed, view, chance in given_views(0, len(GAMES), limit=400):
        seen += 1
        assert differences(view, chance) == [], (seed, view.rules, view.seat, view.start, view.log)
    assert seen > len(GAMES) // 3
