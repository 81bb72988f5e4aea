"""Bad input: each a clear error of ours, and nothing is lost."""

from __future__ import annotations

import pytest

import dominolab as dl

BLOCK = dl.rules("block", set_size=2, hand_size=2)


@pytest.mark.parametrize("text", ["", "6", "6-", "x-y", "6_5", "6-5-4", "19-0", "-1-0", None, 3, (1,), ("a", "b")])
def test_what_is_no_tile(text):
    with pytest.raises(dl.DominoError, match="is not a tile"):
        dl.Tile(text)


@pytest.mark.parametrize("text", ["6-5", "5-6", "65", "56", "6|5", "6:5", "[6|5]", (6, 5), (5, 6)])
def test_ways_to_write_a_tile(text):
    assert dl.Tile(text) == dl.Tile("6-5")
    assert repr(dl.Tile(text)) == "Tile('6-5')"


@pytest.mark.parametrize(
    ("hands", "yard", "words"),
    [
        (["2-2 1-0", "2-1 3-0"], None, "3-0 .hand of B. is not in a double-2 set"),
        (["2-2 1-0", "2-1 2-2"], None, "2-2 is there twice: hand of A and hand of B"),
        (["2-2 1-0"], None, "2 players but 1 hands"),
        (["2-2 1-0", "2-1"], None, "B was dealt 1 tiles, but hands have 2"),
        (["2-2 1-0", "2-1 0-0"], "2-0", "these tiles of the set are nowhere: 1-1"),
    ],
)
def test_what_is_no_deal(hands, yard, words):
    with pytest.raises(dl.DominoError, match=words):
        dl.Deal(BLOCK, hands, yard, 0)


def test_a_lead_that_cannot_be():
    with pytest.raises(dl.DominoError, match="seats go from 0 to 1"):
        dl.Deal(BLOCK, ["2-2 1-0", "2-1 0-0"], None, 2)
    with pytest.raises(dl.DominoError, match="the call finds 2-2 with A, not 0-0"):
        dl.Deal(BLOCK, ["2-2 1-0", "2-1 0-0"], None, 1, "0-0")
    with pytest.raises(dl.DominoError, match="set_tile is given exactly when"):
        dl.Deal(BLOCK, ["2-2 1-0", "2-1 0-0"], "1-1", 0, None, "2-0")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"line": "1-2 3-4"}, "1-2 and 3-4 do not match"),
        ({"line": "1-2 2-1"}, "2-1 is there twice"),
        ({"line": "7-7"}, "7-7 .line. is not in a double-6 set"),
        ({"turn": 5}, "turn = 5: seats go from 0 to 1"),
        ({"hands": ["6-6"]}, "2 players but 1 hands"),
        ({"hands": ["6-6", ""]}, "hand of B is empty"),
        ({"passes": 2}, "passes = 2: the round would be blocked"),
        ({"placed": 1}, "placed = 1: the turn would be over"),
        ({"up": "1-3"}, "there are arms but no spinner"),
        ({"drawn": -1}, "drawn = -1"),
    ],
)
def test_what_is_no_position(given, words):
    with pytest.raises(dl.DominoError, match=words):
        dl.setup(dl.rules("classic"), **{"line": "1-2", "hands": ["6-6", "5-5"], **given})


def test_a_position_lists_everything_that_is_impossible_about_it():
    with pytest.raises(dl.DominoError) as caught:
        dl.setup(dl.rules("classic"), "1-2 3-4", ["6-6", "6-6"], "7-7", turn=3)
    assert len(str(caught.value).split("; ")) == 4


def test_arms_open_only_when_both_sides_are_covered():
    with pytest.raises(dl.DominoError, match="both sides"):
        dl.setup(dl.rules("askalink-spinner"), "5-5 5-1", ["6-6", "0-0"], up="5-2")
    with pytest.raises(dl.DominoError, match="the spinner 4-4 is not a double of the row"):
        dl.setup(dl.rules("askalink-spinner"), "5-5 5-1", ["6-6", "0-0"], spinner="4-4")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("6-0>", "6-0 fits no end: the line is open at 1 .left. and 2 .right."),
        ("2-0<", "2-0 does not fit the left end, which shows 1"),
        ("2-0^", "there is no up end"),
        ("5-5", "A does not hold 5-5"),
        ("2-1>", "2-1 is on the table already"),
        ("draw", "drawing is not allowed while a tile can be played; you could play 2-0 .right."),
        ("pass", "a player who can play may not pass"),
    ],
)
def test_a_refused_move_says_why_and_what_was_legal(move, words):
    position = dl.setup(dl.rules("classic"), "1-2", ["6-0 2-0", "5-5"], "3-3")
    with pytest.raises(dl.IllegalMoveError, match=words) as caught:
        position.move(move)
    assert caught.value.position is position
    assert "2-0 (right)" in str(caught.value)


def test_a_finished_round_takes_no_more_moves():
    position = dl.setup(dl.rules("classic"), "1-2", ["2-0", "5-5"]).play("2-0")
    with pytest.raises(dl.IllegalMoveError, match="the round ended"):
        position.play("5-5", "left")


def test_what_is_no_end():
    with pytest.raises(dl.DominoError, match="left, right, up or down"):
        dl.Play("6-5", "north")


def test_hands_behave_like_sets():
    hand = dl.Hand("6-5 1-1")
    assert dl.Tile("6-5") in hand
    assert "1-1" in hand
    assert hand | dl.Hand("6-6") == {dl.Tile("6-5"), dl.Tile("1-1"), dl.Tile("6-6")}
    assert hand.pips == 13
    with pytest.raises(dl.DominoError, match="choose from 1 to 18"):
        dl.TileSet(19)


def test_either_call_may_find_the_opening_tile_where_rounds_call_differently():
    rules = dl.rules("classic-high-tile", set_size=2, hand_size=2, draw_limit=0, next_lead="highest_double")
    hands = ["1-1 2-1", "0-0 1-0"]
    for opening in ("2-1", "1-1"):
        assert dl.Deal(rules, hands, None, 0, opening).opening == dl.Tile(opening)
    with pytest.raises(dl.DominoError, match="the call finds 2-1 with A, not 0-0"):
        dl.Deal(rules, hands, None, 1, "0-0")
    with pytest.raises(dl.DominoError, match="A holds 2-1 and leads"):
        dl.Deal(rules, hands, None, 1, "2-1")


def test_the_only_tile_that_may_open_need_not_be_named():
    latin = dl.rules("latin", set_size=2, hand_size=2, draw_limit=0)
    assert dl.start(dl.Deal(latin, ["2-2 1-0", "2-1 0-0"], None, 0)).legal_moves == (dl.Play("2-2"),)
    with pytest.raises(dl.DominoError, match="A holds 2-2 and leads"):
        dl.Deal(latin, ["2-2 1-0", "2-1 0-0"], None, 1)
    viet = dl.rules("vietnamese", set_size=2)
    assert dl.observe(viet, 0, "1-0", leader=0).legal_moves == (dl.Draw(),)
