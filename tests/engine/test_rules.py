"""Rules: what cannot be combined is refused with the fields and the arithmetic; the rest gives rounds that end."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from dominolab.engine.leads import quotient_names_no_seat
from tests.strategies import any_options


@given(any_options(), st.integers(0, 1000))
@settings(max_examples=400, deadline=None)
def test_any_options_give_rounds_that_end_or_an_error(options, seed):
    try:
        rules = dl.Rules(**options)
    except dl.RulesError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert any(name in refused for name in options), refused
        return
    assert dl.rules(str(rules)) == rules
    assert rules.describe()
    position = dl.start(dl.deal(rules, seed))
    rng = random.Random(seed)
    for _ in range(40 * len(rules.tiles)):
        if position.outcome is not None:
            break
        position = position.move(rng.choice(position.legal_moves))
    assert position.outcome is not None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 6, "hand_size": 5}, "6 players × 5 tiles = 30, but a double-6 set has 28"),
        ({"draw_ends_turn": True}, "draw_limit = 1"),
        ({"first_lead": "odd_even", "players": 3}, "two players, not 3"),
        ({"no_double": "draw", "reserve": 2}, "reserve = 0"),
        ({"no_double": "draw", "draw_limit": 0}, "draw_limit"),
        ({"partners": True}, "four players, not 2"),
        ({"opening_tile": "from_boneyard", "hand_size": 14}, "deals the whole set"),
        ({"opening_tile": "set_double", "no_double": "highest_tile"}, "no_double"),
        ({"opening_tile": "set_double", "next_lead": "rotate"}, "next_lead"),
        ({"placement": "each_end"}, "tiles_per_turn"),
        ({"placement": "each_end", "tiles_per_turn": 2, "spinner": "at_once"}, "spinner"),
        ({"players": 1}, "2 to 12"),
        ({"players": 13, "set_size": 18}, "2 to 12"),
        ({"set_size": 19}, "1 to 18"),
        ({"reserve": -1}, "reserve"),
        ({"tie": "share-alike"}, "share, nobody, blocker"),
        ({"partners": "yes"}, "True or False"),
        ({"draw_limit": 1.5}, "whole number"),
    ],
)
def test_impossible_options_are_refused_with_the_reason(options, words):
    with pytest.raises(dl.RulesError) as caught:
        dl.Rules(**options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clasic", "did you mean classic"),
        ("classic hand=5", "there is no option 'hand'; did you mean hand_size?"),
        ("classic players", "write it like players=3"),
        ("classic target=50 target=60", "target is given twice"),
        ("", "there is no preset ''"),
    ],
)
def test_a_wrong_text_form_is_explained(text, words):
    with pytest.raises(dl.RulesError) as caught:
        dl.rules(text)
    assert words in str(caught.value)


def test_wish_02_an_unknown_option_or_preset_is_named_with_those_near_it():
    with pytest.raises(ValueError, match="no option 'hand_siz'; did you mean hand_size"):
        dl.rules("classic", hand_siz=5)
    with pytest.raises(ValueError, match=r"no option 'xyz'; the options are players, set_size, .*, match_tie"):
        dl.rules("classic", xyz=1)
    with pytest.raises(ValueError, match="no preset 'qqq'") as caught:
        dl.rules("qqq")
    assert all(name in str(caught.value) for name in dl.PRESETS), "near nothing: all are listed"


def test_the_text_form_names_what_differs():
    assert str(dl.rules("classic", players=3, target=60)) == "classic players=3 target=60"
    assert str(dl.rules("common-partners")) == "common-partners"
    assert dl.rules("classic").diff(dl.rules("block")) == {"draw_limit": (None, 0)}
    assert dl.rules("french") == dl.rules("common")
    assert hash(dl.rules("french")) == hash(dl.rules("common"))


def test_lotteries_match_their_exact_distribution():
    for lead, players in (("draw_sum", 3), ("odd_even", 2), ("draw_highest", 4), ("random", 3)):
        rules = dl.rules("common", players=players, first_lead=lead)
        chances = dl.lead_chances(rules)
        assert sum(chances.values()) == 1
        rng = random.Random(5)
        n = 20_000
        counts = [0] * players
        for _ in range(n):
            counts[dl.lottery(rules, rng)] += 1
        for seat, p in chances.items():
            error = (float(p * (1 - p)) / n) ** 0.5
            assert abs(counts[seat] / n - p) < 4.5 * error


def test_the_printed_quotient_names_nobody_most_of_the_time():
    assert quotient_names_no_seat(dl.rules("common", players=2)) > Fraction(93, 100)


def test_a_call_is_not_a_lottery():
    with pytest.raises(dl.RulesError, match="called, not drawn"):
        dl.lead_chances(dl.rules("classic"))
