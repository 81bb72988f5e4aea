"""What the engine says of a position, as a scene: labels, reasons, what is hidden, what is said."""

from __future__ import annotations

import json

import pytest

import dominolab as dl
from dominolab.show.stage import scene_of, status, table_svg
from dominolab.show.svg import scene_svg, scene_text
from tests.widgets.rounds import PRESETS, random_round


def tiles_of(scene, name):
    hand = next(hand for hand in scene["hands"] if hand["name"] == name)
    return {tile["key"]: tile for tile in hand["tiles"]}


@pytest.fixture
def position():
    return dl.setup(dl.rules("classic"), "2-5 5-3", ["3-2 0-0", "6-6 6-5"], "4-4 4-3", turn=0)


def test_wish_01_tiles_are_labelled_with_where_they_can_be_played(position):
    tiles = tiles_of(scene_of(position), "A")
    assert tiles["3-2"]["label"] == "three-two, can be played on the left or on the right"
    assert tiles["0-0"]["label"] == "double blank, cannot be played"


def test_wish_01_after_a_play_the_status_says_what_happened_and_what_is_open(position):
    assert status(position.play("3-2", "left"), ["Ana", "Ben"]) == (
        "Ana played 3-2 on the left. Open: 3 (left) and 3 (right). Nothing fits: Ben must draw."
    )


def test_wish_03_a_tile_that_cannot_be_played_says_why(position):
    reason = tiles_of(scene_of(position), "A")["0-0"]["reason"]
    assert reason == "0-0 fits no end: the line is open at 2 (left) and 3 (right); you could play 3-2 (left or right)."


def test_wish_03_draw_and_pass_say_why_not(position):
    buttons = {button["kind"]: button for button in scene_of(position)["actions"]}
    assert not buttons["draw"]["enabled"]
    assert buttons["draw"]["reason"].startswith("Drawing is not allowed while a tile can be played")
    assert buttons["pass"]["reason"].startswith("A player who can play may not pass")


def test_ghosts_lie_where_the_tile_would(position):
    ghosts = {ghost["end"]: ghost for ghost in scene_of(position)["ghosts"]}
    assert ghosts["left"]["pair"] == [3, 2]
    assert ghosts["right"]["pair"] == [3, 2]
    assert ghosts["left"]["label"] == "three-two on the left, at the two"


def test_lay_11_the_last_tile_is_the_one_played_last_not_the_last_of_the_row(position):
    tiles = scene_of(position.play("3-2", "left"))["table"]["tiles"]
    assert [tile["pair"] for tile in tiles if tile.get("last")] == [[3, 2]]


def test_lay_11_tiles_with_a_number_can_be_pointed_out(position):
    tiles = scene_of(position, lit=2)["table"]["tiles"]
    assert [tile.get("lit", False) for tile in tiles] == [True, False]


def test_lay_05_and_06_an_empty_line_and_an_empty_hand_are_drawn():
    deal = dl.deal(dl.rules("classic"), seed=7)
    assert scene_of(dl.start(deal))["table"]["tiles"] == []
    out = dl.setup(dl.rules("classic"), "6-6", ["6-5", "0-0"], turn=0).play("6-5")
    scene = scene_of(out)
    assert tiles_of(scene, "A") == {}
    assert "A went out" in scene["message"]
    assert scene.get("actions") is None


def test_lay_10_the_text_form_writes_tiles_of_any_set_in_plain_letters():
    """The characters for domino tiles are not used: fonts lack them, and they end at the double-six set."""
    rules = dl.rules("classic", set_size=12)
    nine = dl.setup(rules, [(9, 7), (7, 12)], ["10-7 6-3", "0-0"], turn=0)
    text = scene_text(scene_of(nine))
    assert "[9|7][7|12]" in text.splitlines()
    assert "A: 6-3 10-7 (2 tiles · to move)" in text.splitlines()
    assert "[6|3]" in scene_text(scene_of(dl.setup(dl.rules("classic"), [(6, 3)], ["6-6", "0-0"])))
    for name in PRESETS:
        scene = scene_of(random_round(dl.rules(name), seed=4)[-1])
        assert not [letter for letter in scene_text(scene) + scene_svg(scene) if 0x1F030 <= ord(letter) <= 0x1F09F]


def test_a_view_shows_no_hidden_tile():
    for name in PRESETS:
        for position in random_round(dl.rules(name), seed=5):
            if position.over:
                continue
            seen = json.dumps(scene_of(position.view(0))["hands"])
            assert not [tile for tile in position.hands[1] if f'"{tile}"' in seen]


@pytest.mark.parametrize("name", PRESETS)
def test_every_point_of_a_round_can_be_drawn_and_travels_as_json(name):
    for players in dl.PRESETS[name].players:
        for position in random_round(dl.rules(name, players=players), seed=players):
            for table in (position, position.view(0), position.view(None)):
                json.dumps(scene_of(table))


@pytest.mark.parametrize("name", PRESETS)
def test_playable_tiles_and_ghosts_are_the_legal_plays(name):
    for position in random_round(dl.rules(name), seed=3):
        scene = scene_of(position)
        plays = [move for move in position.legal_moves if isinstance(move, dl.Play)]
        marked = {tile["key"] for hand in scene["hands"] for tile in hand["tiles"] if tile["playable"]}
        assert marked == {str(play.tile) for play in plays}
        laid = {(str(play.tile), str(play.end or "start")) for play in plays if play.end or not position.line.row}
        assert {(ghost["tile"], ghost["end"]) for ghost in scene["ghosts"]} == laid


def test_a_tile_that_lies_never_moves_while_the_line_grows():
    before = {}
    for position in random_round(dl.rules("block", players=4), seed=2):
        scene = scene_of(position)
        now = {tuple(sorted(tile["pair"])): (tile["x"], tile["y"]) for tile in scene["table"]["tiles"]}
        assert before.items() <= now.items()
        before = now


def test_a_position_draws_itself_without_a_widget():
    position = dl.start(dl.deal(dl.rules("classic"), seed=7))
    assert position._repr_svg_().startswith("<svg ")
    assert position.view(1)._repr_svg_() == table_svg(position.view(1))


def test_names_from_strangers_are_escaped_in_the_picture(position):
    assert "<img" not in scene_svg(scene_of(position, names=["<img src=x>", "B"]))
