"""What a seat knows: nothing hidden leaks, and a real game can be followed from one chair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from tests.strategies import played, preset_rules


def followed(position, seat):
    """The same view, built up action by action as at a real table."""
    deal = position.deal
    hand = deal.dealt[seat] if seat is not None else ()
    view = dl.observe(position.rules, seat, hand, deal.leader, deal.opening, deal.set_tile)
    for event in position.history:
        view = view.move(event.seat, event.move, event.tile if event.seat == seat else None)
    return view


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_game_followed_from_one_chair_gives_the_same_view(data):
    rules = data.draw(preset_rules())
    position = data.draw(played(rules))
    seat = data.draw(st.sampled_from([None, *range(rules.players)]))
    view, seen = followed(position, seat), position.view(seat)
    assert (view.log, view.line, view.ends, view.turn, view.counts) == (
        seen.log,
        seen.line,
        seen.ends,
        seen.turn,
        seen.counts,
    )
    assert (view.hand, view.boneyard, view.drawable, view.over) == (seen.hand, seen.boneyard, seen.drawable, seen.over)
    assert view.legal_moves == seen.legal_moves
    if position.outcome is None:
        assert view == seen


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_hands_shown_at_the_end_complete_an_observed_round(data):
    rules = data.draw(preset_rules())
    position = data.draw(played(rules, 300, 300))
    view = followed(position, 0)
    for seat in range(1, rules.players):
        view = view.show(seat, position.hands[seat])
    assert view.outcome == position.outcome


def observed():
    return dl.observe(dl.rules("common"), 0, "6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=1)


def test_out_of_turn_is_refused():
    with pytest.raises(dl.IllegalMoveError, match="it is B's turn, not A's"):
        observed().play(0, "6-6")


def test_another_seat_cannot_play_a_tile_of_mine():
    with pytest.raises(dl.IllegalMoveError, match="6-6 cannot be there: it is in a known hand"):
        observed().play(1, "6-6")


def test_a_tile_that_fits_no_end_is_refused_with_the_open_numbers():
    view = observed().play(1, "5-5").play(0, "5-4")
    with pytest.raises(dl.IllegalMoveError, match=r"^6-0 fits no end: the line is open at 4 \(left\) and 5 \(right\)$"):
        view.play(1, "6-0")


def test_my_own_draw_must_be_named():
    view = observed().play(1, "6-3").play(0, "3-0").play(1, "6-0", "left").play(0, "6-6").play(1, "6-5")
    view = view.play(0, "5-4").play(1, "4-4").play(0, "4-1").play(1, "3-1", "left")
    assert view.legal_moves == (dl.Draw(),)
    with pytest.raises(dl.IllegalMoveError, match="name the tile you drew"):
        view.draw(0)
    assert dl.Tile("6-4") in view.draw(0, "6-4").hand


def test_a_wrong_start_is_explained():
    with pytest.raises(dl.DominoError, match="hands have 7"):
        dl.observe(dl.rules("common"), 0, "6-6 5-4", leader=1)
    with pytest.raises(dl.DominoError, match="6-6 is there twice"):
        dl.observe(dl.rules("common"), 0, "6-6 6-6 4-1 3-0 2-2 2-0 1-1", leader=1)
    with pytest.raises(dl.DominoError, match="not in a double-6 set"):
        dl.observe(dl.rules("common"), 0, "7-6 6-6 4-1 3-0 2-2 2-0 1-1", leader=1)
    with pytest.raises(dl.DominoError, match="seats go from 0 to 1"):
        dl.observe(dl.rules("common"), 0, "6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=2)


def test_a_hand_shown_with_the_wrong_number_of_tiles_is_refused():
    with pytest.raises(dl.DominoError, match="B holds 7 tiles, not 1"):
        observed().show(1, "5-5")


def test_a_draw_of_another_seat_is_hidden():
    view = dl.observe(dl.rules("common"), 0, "6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=0).play(0, "6-6")
    with pytest.raises(dl.IllegalMoveError, match="what B draws is hidden from this view"):
        view.draw(1, "6-5")
    assert view.draw(1).log[-1].tile is None
