"""Exact equality with the replay of every deal: count, table, joints, suits, pips, who can play."""

from __future__ import annotations

import pytest

from tests.inference.brute import GAMES, differences, views

# The full run (thousands of positions, larger limits) is tests/benchmarks/holdings_brute.py.
PARTS = 8
SEEDS = 3 * len(GAMES)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_answer_equals_the_replay_of_every_deal(part):
    first, last = part * SEEDS // PARTS, (part + 1) * SEEDS // PARTS
    seen = 0
    for seed, view, chance in views(first, last, limit=900):
        seen += 1
        assert differences(view, chance) == [], (seed, view.rules, view.seat, view.log)
    assert seen > (last - first) // 3
