"""What learners type is read kindly, and judged exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominolab.errors import DominoError
from dominolab.lessons.answers import (
    chosen_form,
    cut_off,
    entry_forms,
    number_forms,
    places_for,
    read_choice,
    read_number,
    read_several,
)
from dominolab.lessons.exercise import Exercise, plain_markdown, wrong_numbers
from dominolab.lessons.kinds import exercise

SIXTY = ["3/5", "6/10", "0.6", ".6", "0,6", "0.60", "60%", "60 %", " 3 / 5 ", "+3/5", "60.0 %", "3⁄5"]


def number_question(right, wrongs=()):
    return Exercise(
        kind="probability", seed=0, level=1, form="number", ask="?", right=str(right), because="so",
        wrongs=wrong_numbers(Fraction(right), wrongs),
    )  # fmt: skip


@pytest.mark.parametrize("text", SIXTY)
def test_a_number_may_be_written_in_many_ways(text):
    assert read_number(text).value == Fraction(3, 5)
    assert number_question(Fraction(3, 5)).check(text).right


@pytest.mark.parametrize(
    "text", ["", ".", "x", "1/0", "1e5", "1/2/3", "0x1", "__import__('os')", "½", "1 1/2", "%", "3//5", "9" * 50]
)
def test_what_is_no_number_is_said_and_not_counted_as_wrong_thinking(text):
    feedback = number_question(Fraction(3, 5)).check(text)
    assert not feedback.right
    assert not feedback.readable
    assert feedback.why


@given(st.fractions(min_value=-50, max_value=50, max_denominator=2000), st.integers(2, 6))
def test_a_decimal_is_right_exactly_when_it_is_the_rounded_value(value, places):
    rounded = round(value * 10**places)
    e = number_question(value)
    text = _decimal(rounded, places)
    assert e.check(text).right == (places >= e.places or Fraction(rounded, 10**places) == value)
    off = _decimal(rounded + 2, places)
    assert not e.check(off).right


def _decimal(units, places):
    digits = str(abs(units)).rjust(places + 1, "0")
    return f"{'-' if units < 0 else ''}{digits[:-places]}.{digits[-places:]}"


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6))
def test_the_exact_fraction_is_always_right(value):
    assert number_question(value).check(f"{value.numerator}/{value.denominator}").right


@given(st.fractions(min_value=0, max_value=1, max_denominator=5000))
def test_the_places_asked_for_never_round_a_chance_to_certainty(value):
    if 0 < value < 1:
        assert {"~2:0.00", "~2:1.00"}.isdisjoint(number_forms(value, places_for(value)))
        unit = Fraction(1, 10 ** places_for(value))
        assert unit <= 10 * min(value, 1 - value)


def test_two_thirds_may_be_rounded_but_not_cut_off_or_coarse():
    e = number_question(Fraction(2, 3))
    assert [e.check(text).right for text in ("0.67", "66.7 %", "0.6667", "0.66666667")] == [True, True, True, True]
    assert e.check("0.66").model == "cut-off"
    assert "2 decimal places" in e.check("0.7").why
    assert not e.check("0.67001").right


def test_a_tie_may_be_rounded_up_or_down():
    e = number_question(Fraction(1, 8))
    assert e.check("0.12").right
    assert e.check("0.13").right
    assert cut_off(Fraction(1, 8), 2) is None


def test_a_mistake_that_rounds_to_the_right_number_is_no_mistake():
    assert (
        wrong_numbers(Fraction(1, 3), [("near", Fraction(333, 1000), "x"), ("half", Fraction(1, 2), "y")])[0].model
        == "half"
    )


def test_a_mistake_is_recognised_as_decimal_too():
    e = number_question(Fraction(1, 3), [("no-evidence", Fraction(2, 7), "evidence")])
    assert [e.check(text).model for text in ("2/7", "0.29", "28.6 %", "0.5")] == ["no-evidence"] * 3 + [None]


def test_python_values_are_answers_too():
    e = number_question(Fraction(1, 2))
    assert e.check(Fraction(1, 2)).right
    assert e.check(0.5).right
    assert e.check("9" * 1000).readable is False
    assert e.check(None).readable is False


def test_options_are_named_in_any_order_case_and_way_of_writing_tiles():
    assert chosen_form(read_several("56, 1-0", ["1-0", "6-5"])) == "1-0 6-5"
    assert read_several("NONE", ["1-0"]) == read_several("ninguna", ["1-0"]) == ()
    assert read_choice("5|6<", ["6-5<", "6-5>"]) == "6-5<"
    assert read_choice("b", ["A", "B"]) == "B"


@pytest.mark.parametrize("text", ["", "7-7", "1-0 x", "6-5<"])
def test_an_option_that_is_not_there_is_named_with_those_that_are(text):
    with pytest.raises(DominoError):
        read_several(text, ["1-0", "6-5"])


def test_a_wrong_choice_of_several_says_why_the_first_wrong_tile_is_wrong():
    e = exercise("legal-moves", 1)
    extra = next(key for key in e.keys if key not in e.right.split())
    assert e.check([*e.right.split(), extra]).right is False
    assert e.check(e.right.split()).right


@given(st.text(max_size=60))
def test_no_text_breaks_a_question(text):
    for kind in ("legal-moves", "score", "who-leads"):
        assert exercise(kind, 1).check(text).why


@given(st.text(max_size=60))
def test_text_of_strangers_is_shown_letter_by_letter_in_markdown(text):
    shown = plain_markdown(text)
    assert "<" not in shown
    assert shown.count("`") == shown.count("\\`")


def test_entry_forms_of_a_whole_number_are_exact():
    assert entry_forms(read_number("7"), 2) == {"7"}
