"""Rounds under random combinations of all options: what holds for the presets holds for them all."""

from __future__ import annotations

import random

import pytest

import dominolab as dl
from tests.any_rules import any_position, any_rules, check_views

SEEDS = range(300)


@pytest.mark.parametrize("start", range(0, len(SEEDS), 50))
def test_under_any_options_every_view_is_the_view_folded_from_what_happened(start):
    for seed in SEEDS[start : start + 50]:
        rng = random.Random(seed)
        position = any_position(rng, any_rules(rng))
        if position is not None:
            check_views(position)


def test_two_tiles_anywhere_can_be_followed_from_every_seat():
    rules = dl.rules("double-draw", placement="any_end")
    for seed in range(40):
        rng = random.Random(seed)
        position = dl.start(dl.deal(rules, seed))
        while position.outcome is None:
            position = position.move(rng.choice(position.legal_moves))
        check_views(position)


def test_a_first_tile_after_which_no_unseen_tile_could_follow_is_refused():
    rules = dl.rules("double-draw", placement="any_end", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-1 2-0", leader=1, set_tile="2-2")  # every other tile with a 2 is A's
    with pytest.raises(dl.IllegalMoveError, match="1-0 fits no end"):
        view.play(1, "1-0", "left")


def test_a_first_tile_that_one_unseen_tile_could_follow_is_taken():
    rules = dl.rules("double-draw", placement="any_end", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-2 1-1", leader=1, set_tile="2-1")
    after = view.play(1, "1-0", "left").play(1, "2-0", "right")
    assert after.line.tiles == dl.Hand("2-0 2-1 1-0")


def test_setup_refuses_a_turn_half_done_that_no_second_tile_completes():
    rules = dl.rules("double-draw")
    with pytest.raises(dl.DominoError, match="placed = 1: no tile of A can follow as the second of the turn"):
        dl.setup(rules, "0-1 1-2", ["3-3 4-4", "5-5"], "6-6", placed=1)


def test_setup_takes_a_turn_half_done_whose_covered_end_is_dead_already():
    rules = dl.rules("double-draw", set_size=3, hand_size=2)
    position = dl.setup(rules, "0-1 1-2 2-0 0-0 0-3", ["3-3 1-1", "2-2"], placed=1)
    assert position.legal_moves == (dl.Play("3-3", "right"),)
