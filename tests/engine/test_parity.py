"""The parity law: at a block with no tile hidden, the ends are equal in sets whose numbers have even many halves."""

from __future__ import annotations

import random

import dominolab as dl


def blocked_ends(rules, rounds):
    """The pairs of end numbers at the blocks of random rounds."""
    found = []
    rng = random.Random(12)
    for seed in range(rounds):
        position = dl.start(dl.deal(rules, seed))
        while position.outcome is None:
            position = position.move(rng.choice(position.legal_moves))
        if position.outcome.kind == "blocked":
            found.append(tuple(position.ends.values()))
    return found


def test_ends_are_equal_at_blocks_of_double_six_and_twelve():
    for size, rounds in ((6, 300), (12, 120)):
        ends = blocked_ends(dl.rules("common", set_size=size), rounds)
        assert len(ends) > 10
        assert all(left == right for left, right in ends)


def test_ends_differ_at_blocks_of_double_nine():
    ends = blocked_ends(dl.rules("common", set_size=9), 150)
    assert len(ends) > 10
    assert all(left != right for left, right in ends)


def test_the_law_fails_with_hidden_tiles_as_it_should():
    ends = blocked_ends(dl.rules("hidden-two"), 800)
    assert any(left != right for left, right in ends)
    assert any(left == right for left, right in ends)


def test_DD_11_a_dead_end_of_double_six_is_dead_on_both_sides():  # noqa: N802 - named after the case
    one_sided = {6: 0, 9: 0}
    for size in one_sided:
        rules = dl.rules("double-draw", set_size=size)
        for left, right in blocked_ends(rules, 250):
            one_sided[size] += left != right
    assert one_sided[9] > 0
    assert one_sided[6] == 0 or one_sided[9] > one_sided[6]
