"""``Board``: everything a click does, done through its methods and through events."""

from __future__ import annotations

import json

import pytest

import dominolab as dl
from tests.widgets.rounds import PRESETS, click, random_round


@pytest.fixture
def board():
    return dl.Board(dl.setup(dl.rules("classic"), "2-5 5-3", ["3-2 0-0", "6-6 6-3"], "4-4 4-3", turn=0))


def test_choosing_and_playing_through_methods(board):
    board.choose("3-2")
    assert board.widget.scene["chosen"] == "3-2"
    board.play("left")
    assert str(board.position.line) == "3-2 2-5 5-3"
    assert board.widget.scene["chosen"] is None


def test_clicks_do_the_same(board):
    click(board, "choose", tile="3-2")
    click(board, "end", tile="3-2", end="right")
    assert str(board.position.line) == "2-5 5-3 3-2"


def test_an_illegal_tile_is_refused_with_the_reason(board):
    with pytest.raises(dl.IllegalMoveError, match="0-0 fits no end"):
        board.choose("0-0")
    assert board.chosen is None


def test_playing_without_a_chosen_tile_says_so(board):
    with pytest.raises(dl.DominoError, match="choose a tile first"):
        board.play("left")


def test_what_the_front_end_makes_up_is_refused_and_nothing_changes(board):
    before = board.position
    for event in (
        {"kind": "end", "tile": "9-9", "end": "left"},
        {"kind": "end", "tile": "3-2", "end": "up"},
        {"kind": "end", "tile": "<b>", "end": 7},
        {"kind": "end", "tile": "", "end": ""},
    ):
        with pytest.raises(dl.DominoError):
            click(board, **event)
    assert board.position == before
    assert board.widget.scene["tone"] == "error"


def test_jup_05_and_27_a_second_click_for_the_same_position_plays_nothing(board):
    event = {"kind": "end", "serial": board.widget.serial, "tile": "3-2", "end": "left"}
    board.widget.handle(event)
    after = board.position
    board.widget.handle(event)
    assert board.position == after
    assert "too late" in board.widget.scene["message"]


def test_draw_and_pass(board):
    board.play("3-2", "left")
    with pytest.raises(dl.IllegalMoveError):
        click(board, "draw")
    board.play("6-3", "left")
    click(board, "draw")
    assert board.position.hands[0] == dl.Hand("0-0 4-4")
    with pytest.raises(dl.IllegalMoveError, match="may not pass"):
        click(board, "pass")


def test_undo_01_undo_of_the_first_move_and_a_second_undo_is_a_clear_error(board):
    first = board.position
    board.play("3-2", "left")
    click(board, "undo")
    assert board.position == first
    with pytest.raises(dl.IllegalMoveError, match="no move to take back"):
        board.undo()


def test_undo_02_undo_after_the_end_goes_on():
    *_, before, last = random_round(dl.rules("block"), seed=4)
    board = dl.Board(last)
    board.undo()
    assert board.position == before
    assert board.position.outcome is None


@pytest.mark.parametrize("name", PRESETS)
def test_undo_03_and_04_all_taken_back_and_made_again_is_the_same_round_with_the_same_tiles_drawn(name):
    positions = random_round(dl.rules(name), seed=6)
    board = dl.Board(positions[-1])
    for earlier in reversed(positions[:-1]):
        board.undo()
        assert board.position == earlier
    for later in positions[1:]:
        board.redo()
        assert board.position == later
    assert board.position.history == positions[-1].history


def test_undo_07_the_move_taken_back_is_named_and_can_be_redone(board):
    board.play("3-2", "left")
    board.undo()
    assert board.widget.scene["message"].startswith("Taken back: A played 3-2 on the left.")
    assert [button["label"] for button in board.widget.scene["actions"] if button["kind"] == "redo"] == ["Redo 3-2<"]


def test_a_new_move_forgets_what_was_taken_back(board):
    board.play("3-2", "left")
    board.undo()
    board.play("3-2", "right")
    with pytest.raises(dl.IllegalMoveError):
        board.redo()


@pytest.mark.parametrize("name", PRESETS)
def test_a_round_of_every_preset_played_by_clicks_and_shared_as_a_code(name):
    positions = random_round(dl.rules(name), seed=8)
    board = dl.Board(positions[0])
    for later in positions[1:]:
        move = later.event.move
        if isinstance(move, dl.Play):
            end = move.end.value if move.end else "start" if not board.position.line.row else "apart"
            click(board, "choose", tile=str(move.tile))
            click(board, "apart", value=str(move.tile)) if end == "apart" else click(
                board, "end", tile=str(move.tile), end=end
            )
        else:
            click(board, "draw" if isinstance(move, dl.Draw) else "pass")
    assert board.position == positions[-1]
    assert dl.Board.from_code(board.code).position == positions[-1]


def test_a_position_that_was_set_up_is_shared_as_a_code():
    rules = dl.rules("askalink-spinner", spinner="at_once")
    given = dl.setup(rules, "2-6 6-6 6-5", ["3-2 0-0", "6-1 4-3"], "4-4", turn=1, up="6-4", spinner="6-6", passes=1)
    board = dl.Board.from_code(dl.Board(given).code)
    assert board.position == given


def test_save_05_a_code_holds_the_whole_order_not_only_a_seed():
    from dominolab.records.codes import unpack

    data = unpack("DLB", dl.Board(dl.deal(dl.rules("classic"), seed=0)).code)
    assert len(" ".join([*data["hands"], data["yard"]]).split()) == 28


@pytest.mark.parametrize("code", ["", "DLB.", "DLB.AAAA", "hello", "classic seed=x", "nonsense seed=3"])
def test_save_06_a_damaged_code_is_refused(code):
    with pytest.raises(dl.DominoError):
        dl.Board.from_code(code)


def test_save_06_a_code_with_an_impossible_position_is_refused():
    from dominolab.records.codes import pack, unpack

    data = unpack("DLB", dl.Board(dl.deal(dl.rules("classic"), seed=0)).code)
    twice = {**data, "hands": [data["hands"][0], data["hands"][0]]}
    for bad in (twice, {}, [], {**data, "moves": ["6-6<"]}, {**data, "moves": 3}, {**data, "leader": "x"}):
        with pytest.raises(dl.DominoError):
            dl.Board.from_code(pack("DLB", bad))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": ["2-1 2-1", "6-6 5-3"]}, "2-1 is there twice"),
        ({"given": {"line": "2-1 4-3"}}, "do not match"),
        ({"hands": ["7-7 3-2", "6-6 5-3"]}, "7-7"),
        ({"given": {"turn": 5}}, "turn = 5: seats go from 0 to 1"),
    ],
)
def test_save_06_each_thing_wrong_with_a_position_is_named(change, words):
    from dominolab.records.codes import pack, unpack

    data = unpack("DLB", dl.Board(dl.setup(dl.rules("classic"), "2-5", ["3-2 1-0", "6-6 5-3"])).code)
    bad = {**data, **change, "given": data["given"] | change.get("given", {})}
    with pytest.raises(ValueError, match=words):
        dl.Board.from_code(pack("DLB", bad))


def test_save_06_a_deal_of_27_tiles_is_refused():
    from dominolab.records.codes import pack, unpack

    data = unpack("DLB", dl.Board(dl.deal(dl.rules("classic"), seed=0)).code)
    with pytest.raises(dl.DominoError, match="nowhere: 4-1"):
        dl.Board.from_code(pack("DLB", {**data, "yard": " ".join(data["yard"].split()[:-1])}))


def test_readable_codes_of_rules_and_seed():
    assert dl.Board.from_code("classic players=3 seed=7").position == dl.start(
        dl.deal(dl.rules("classic", players=3), 7)
    )


def test_jup_28_two_boards_share_nothing(board):
    other = dl.Board(board.position)
    other.play("3-2", "left")
    assert len(board.position.line) == 2
    assert board.widget is not other.widget


def test_jup_07_running_the_cell_again_makes_one_board_that_plays_once():
    calls = []
    for _ in range(3):
        board = dl.Board(dl.deal(dl.rules("classic"), seed=7), on_change=calls.append)
    click(board, "end", tile="6-6", end="start")
    assert calls == [board]


def test_jup_04_an_error_in_what_a_change_calls_stops_the_run():
    def broken(_board):
        raise ZeroDivisionError

    board = dl.Board(dl.deal(dl.rules("classic"), seed=7), on_change=broken)
    with pytest.raises(ZeroDivisionError):
        board.play("6-6")
    with pytest.raises(ZeroDivisionError):
        click(board, "undo")
    stepper = dl.Stepper(random_round(dl.rules("block"), seed=4)[-1])
    stepper.follow(lambda: broken(stepper))
    with pytest.raises(ZeroDivisionError):
        stepper.back()
    board.widget.observe(broken, "scene")
    with pytest.raises(ZeroDivisionError):
        board.widget.tell("Anything.")


def test_jup_06_each_tile_and_each_end_does_its_own_thing():
    start = dl.setup(dl.rules("classic"), "2-5 5-3", ["3-2 2-0 3-3 5-1", "6-6 6-3"], "4-4", turn=0)
    for move in start.legal_moves:
        board = dl.Board(start)
        click(board, "end", tile=str(move.tile), end=move.end.value)
        assert board.position.event.move == move
    assert len(start.legal_moves) == 4


def test_jup_08_playing_makes_no_new_widgets(board):
    from ipywidgets.widgets.widget import _instances

    before = len(_instances)
    for _ in range(20):
        board.play("3-2", "left")
        board.undo()
    assert len(_instances) == before


def test_jup_09_a_saved_notebook_keeps_picture_and_line(board):
    data, _ = board._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg ")
    assert "[2|5][5|3]" in data["text/plain"]


def test_each_change_is_one_message(board):
    """JUP-22: nothing is cleared and displayed again, one value is replaced."""
    sent = []
    board.widget.observe(lambda change: sent.append(change["name"]), "scene")
    click(board, "choose", tile="3-2")  # the browser has shown it: nothing to send
    click(board, "end", tile="3-2", end="left")
    assert sent == ["scene"]


def test_seen_from_one_seat_the_others_are_hidden_and_their_turn_is_not_played(board):
    hidden = dl.Board(board.position, seat=1)
    assert not [tile for hand in hidden.widget.scene["hands"] for tile in hand["tiles"] if tile["playable"] is not None]
    assert "3-2" not in json.dumps(hidden.widget.scene["hands"])


def test_a_board_speaks_spanish(board):
    try:
        dl.language("es")
        spoken = dl.Board(board.position).widget.scene
    finally:
        dl.language("en")
    assert spoken["language"] == "es"


def test_a_board_of_something_else_is_refused():
    with pytest.raises(dl.DominoError, match="a position or a deal"):
        dl.Board("6-6")
