"""A record that no deal fits says from which event on, and what it contradicts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import dominolab as dl
from dominolab.engine.moves import Event

OWN = "6-6 5-5 1-0 2-1 4-2 3-0 6-5"


def seen():
    return dl.observe(dl.rules("common"), 0, OWN).play(0, "6-5")


def impossible(view, **options):
    with pytest.raises(dl.ImpossibleError) as caught:
        dl.holdings(view, **options)
    return caught.value


def test_a_tile_laid_that_was_denied_before_names_both_events():
    view = seen().draw(1).play(1, "5-4").play(0, "6-6")  # B had no 5 and no 6 before; the drawn tile may be 5-4
    assert dl.holdings(view).count > 0
    wrong = view.play(1, "6-4", "right")  # two such tiles from one draw: impossible
    error = impossible(wrong)
    assert error.event == wrong.log[4]
    assert "event 5 (B 6-4>)" in str(error)
    assert "event 2 (B +?)" in str(error)


def test_only_the_first_event_after_which_nothing_fits_is_named():
    view = seen().draw(1).play(1, "5-4").play(0, "6-6").play(1, "6-4", "right").play(0, "4-2", "left")
    assert impossible(view).event == view.log[4]


def test_tiles_shown_at_the_end_that_contradict_a_pass_are_reported_not_averaged():
    rules = dl.rules("block", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-2 1-0", opening="2-2").play(0, "2-2").pass_(1).pass_(0)
    assert dl.holdings(view).probability("2-1", 1) == 0
    error = impossible(view.show(1, "2-1 0-0"))
    assert error.event == "show"
    assert "event 2 (B pass)" in str(error)


def test_the_viewers_own_wrong_pass_is_no_deal():
    rules = dl.rules("block", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-1 1-0", leader=1, opening="2-2").play(1, "2-2")
    wrong = replace(view, log=(*view.log, Event(0, dl.Pass())))
    assert impossible(wrong).event == wrong.log[1]


def test_a_pass_with_tiles_to_draw_is_named():
    view = seen()
    wrong = replace(view, log=(*view.log, Event(1, dl.Pass())))
    error = impossible(wrong)
    assert error.event == wrong.log[1]
    assert "event 2" in str(error)


def test_a_move_out_of_turn_is_named():
    view = seen()
    wrong = replace(view, log=(*view.log, Event(0, dl.Draw())))
    assert "not A's turn" in str(impossible(wrong))


def test_a_wrong_pass_that_was_let_stand_proves_nothing():
    view = seen()
    wrong = replace(view, log=(*view.log, Event(1, dl.Pass())))
    h = dl.holdings(wrong, let_stand=[1])
    assert h.count == dl.holdings(view).count
    assert [str(f) for f in h.evidence] == ["event 2 (B pass) broke a rule and was let stand: it proves nothing"]


def test_own_tiles_that_the_call_contradicts():
    error = impossible(dl.observe(dl.rules("classic"), 0, OWN, leader=1, opening="4-4"))
    assert "5-5" in str(error)
    assert error.event is None


def test_what_is_supposed_may_be_impossible():
    h = dl.holdings(seen().draw(1))
    with pytest.raises(dl.ImpossibleError, match="supposed"):
        h.given({"6-4": 1, "6-3": 1})
    with pytest.raises(dl.ImpossibleError, match="supposed"):
        h.given({"6-6": 1})


def test_a_model_may_find_nothing_possible():
    rules = dl.rules("common", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-0 1-1", leader=1).play(1, "1-0").play(0, "2-0").draw(1)
    assert dl.holdings(view).probability("2-2", 1) == Fraction(1, 2)  # B held 0-0 and drew 2-1 or 2-2
    impossible(view, model="suit-stays-denied")


def test_passes_left_out_before_end_blocked_count_as_made():
    text = """[Domino "1"]
[Rules "block set_size=2 hand_size=2"]
[View "A"]

== 1 lead A
deal A 2-2 1-0
deal B ?x2
A 2-2
end blocked
"""
    view = dl.parse(text)[0].rounds[0].views(0)[-1]
    assert view.over == "blocked"
    assert {str(tile) for tile, row in dl.holdings(view).marginals.items() if row[1]} == {"0-0", "1-1"}
    shown = dl.parse(text.replace("end blocked", "show B 2-1 0-0\nend blocked"))[0].rounds[0].views(0)[-1]
    with pytest.raises(dl.ImpossibleError, match="event 2"):
        dl.holdings(shown)
