"""Tiny games in full: fractions from other programs, and the simulated rates around them."""
# ruff: noqa: N802 - tests are named after the cases

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

import dominolab as dl

pytestmark = pytest.mark.xdist_group("compiled")
CASES = {
    case["id"]: case
    for line in (Path(__file__).parent.parent / "cases" / "reported.jsonl").read_text("utf-8").splitlines()
    if (case := json.loads(line))["id"].startswith("EXACT-")
}
TINY = {"set_size": 2, "hand_size": 2, "first_lead": "dealer_left", "opening_tile": "any"}
RULES = {
    "EXACT-seed000_d2_2x2": dl.rules("classic", **TINY),
    "EXACT-seed002_nospinner_d2_2x2": dl.rules("askalink", may_draw_when_able=False, **TINY),
    "EXACT-seed001_reserve2_d2_2x2": dl.rules("hidden-two", may_draw_when_able=False, no_double="redeal", **TINY),
}


def test_every_case_is_here():
    assert set(CASES) == set(RULES)


@pytest.mark.parametrize("name", RULES)
def test_EXACT_the_enumeration_gives_the_same_fractions(name):
    expected, exact = CASES[name]["expected"], dl.exact_rounds(RULES[name])
    for key, (fraction, _) in expected["outcome"].items():
        kind, who = eval(key)  # noqa: S307 - our own test file
        if kind == "domino":
            assert exact.probability("out", seat=who) == Fraction(fraction)
        else:
            share = sum(p for end, p in exact.ends.items() if end.kind == "blocked" and end.winners == who)
            assert share == Fraction(fraction)
    assert exact.points == tuple(map(Fraction, expected["E_points"]))
    # The cases leave out the two passes that end a blocked round; here they are actions.
    assert exact.actions - 2 * exact.probability("blocked") == Fraction(expected["E_len"])
    assert sum(exact.ends.values()) == 1


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_AI_03_EXACT_simulated_rates_are_within_4_standard_errors(name, seed):
    exact = dl.exact_rounds(RULES[name])
    results = dl.simulate(RULES[name], ["random", "random"], 20_000, seed, progress=False)
    for estimate, truth in (
        (results.wins(0), exact.probability(winner=0)),
        (results.wins(1), exact.probability(winner=1)),
        (results.blocked, exact.probability("blocked")),
    ):
        p = float(truth)
        assert abs(estimate.value - p) <= 4 * math.sqrt(p * (1 - p) / results.games)
    for side in range(2):
        points = results.points(side)
        assert abs(points.value - float(exact.points[side])) <= 4 * points.error
    actions = results.average("actions")
    assert abs(actions.value - float(exact.actions)) <= 4 * actions.error


@pytest.mark.parametrize("name", sorted(dl.PRESETS))
def test_the_enumeration_agrees_with_simulated_rounds_in_every_preset(name):
    preset = dl.PRESETS[name]
    players = preset.players[0]
    if players == 4:  # three numbers, four players: one or two tiles each
        options = {"set_size": 2, "hand_size": 1}
    else:
        options = {"set_size": 2, "hand_size": 1 if name == "vietnamese" else 2}
    rules = dl.rules(name, players=players, **options)
    exact = dl.exact_rounds(rules)
    results = dl.simulate(rules, ["random"] * players, 20_000, 9, progress=False)
    for side in range(rules.sides):
        p = float(exact.probability(winner=side))
        assert abs(results.wins(side).value - p) <= 4.5 * math.sqrt(p * (1 - p) / results.games) + 1e-12
        assert abs(results.points(side).value - float(exact.points[side])) <= 4.5 * results.points(side).error + 1e-12
    assert (
        abs(results.average("actions").value - float(exact.actions)) <= 4.5 * results.average("actions").error + 1e-12
    )


def test_a_game_that_is_too_large_says_so():
    with pytest.raises(dl.LimitError, match="too many") as caught:
        dl.exact_rounds(dl.rules("block"))
    assert caught.value.size == math.comb(28, 7) * math.comb(21, 7)
