"""Matches: scores, leads, undo, and going on from what was recorded."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from tests.strategies import PRESET_PLAYERS


def played_match(rules, seed, moves=10_000):
    rng = random.Random(seed)
    match = dl.Match(rules, seed=seed)
    while not match.over and moves:
        match = match.move(rng.choice(match.position.legal_moves))
        moves -= 1
    return match


@pytest.mark.parametrize(("name", "players"), PRESET_PLAYERS)
def test_every_preset_plays_a_match_to_its_target(name, players):
    rules = dl.rules(name, players=players, target=40)
    match = played_match(rules, seed=players)
    assert match.over
    assert match.scores[match.winner] == max(match.scores) >= 40
    totals = [0] * rules.sides
    for one in match.rounds:
        totals = [a + b for a, b in zip(totals, one.outcome.points, strict=True)]
        assert one.scores == tuple(totals)


@given(st.sampled_from(PRESET_PLAYERS), st.integers(0, 500), st.integers(0, 400))
@settings(max_examples=40, deadline=None)
def test_a_match_goes_on_from_its_recorded_rounds(which, seed, moves):
    rules = dl.rules(which[0], players=which[1], target=60)
    match = played_match(rules, seed, moves)
    positions = [one.position for one in match.rounds]
    if not match.over:
        positions.append(match.position)
    resumed = dl.Match.resume(rules, positions, seed)
    assert resumed == match
    if match.before is not None:
        assert match.undo().move(match.rounds[-1].position.event.move if _just_ended(match) else _last(match)) == match


def _just_ended(match):
    return match.before is not None and len(match.before.rounds) < len(match.rounds)


def _last(match):
    return match.position.event.move


def test_an_unfinished_round_before_the_last_is_refused():
    rules = dl.rules("classic")
    position = dl.start(dl.deal(rules, seed=1))
    with pytest.raises(dl.DominoError, match="round 1 is not finished"):
        dl.Match.resume(rules, [position, position])


def test_prices_for_drawn_tiles_are_in_the_scores():
    rules = dl.rules("pay-to-draw")
    position = dl.setup(rules, "1-2", ["6-6", "5-5"], "0-0 2-2").draw().draw().play("2-2")
    while position.outcome is None:
        position = position.move(position.legal_moves[0])
    assert position.outcome.points == (-2, 12 - 10)
    to_winner = dl.setup(rules.change(price_to="winner"), "1-2", ["6-6", "5-5"], "0-0 2-2").draw().draw().play("2-2")
    while to_winner.outcome is None:
        to_winner = to_winner.move(to_winner.legal_moves[0])
    assert to_winner.outcome.points == (-2, 12 - 10 + 2)
