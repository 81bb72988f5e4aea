"""The short code to copy, which boards and exercises show."""

from __future__ import annotations

import pytest

import dominolab as dl
from tests.widgets.mounting import mount
from tests.widgets.rounds import PRESETS, click, random_round


def code_button(controller):
    """Return the button that copies, None where there is none."""
    return next((button for button in controller.widget.scene.get("toolbar", []) if button["kind"] == "code"), None)


@pytest.mark.parametrize("name", PRESETS)
def test_every_board_shows_the_code_of_its_position(name):
    position = random_round(dl.rules(name), seed=3)[6]
    record = dl.Record(name)
    record.add(position)
    replay = dl.Replay(record)
    replay.last()
    table = dl.Table(name, ["me", *["greedy"] * (position.rules.players - 1)], seed=3)
    while table.position.outcome is None:
        assert (table.code, code_button(table)) == (None, None), "it would tell the hidden tiles"
        table.move(table.position.legal_moves[0])
    shown = [(dl.Board(position), position), (dl.Stepper(position), position), (replay, position)]
    for controller, meant in [*shown, (table, table.position)]:
        click(controller, "code")
        assert controller.code in controller.widget.scene["message"]
        assert code_button(controller)["copy"] == controller.code
        again = dl.Board.from_code(controller.code).position
        assert (str(again.line), again.hands, again.history) == (str(meant.line), meant.hands, meant.history)


def test_the_code_follows_the_steps():
    positions = random_round(dl.rules("classic"), seed=3)
    stepper = dl.Stepper(positions[-1], eye="open")
    for index in (0, 4):
        stepper.scrub(index)
        assert dl.Board.from_code(code_button(stepper)["copy"]).position == positions[index]


def test_where_not_all_tiles_are_known_there_is_no_code():
    view = random_round(dl.rules("classic"), seed=3)[6].view(0)
    stepper = dl.Stepper(view)
    assert code_button(stepper) is None
    with pytest.raises(dl.DominoError, match="some tiles are unknown"):
        stepper.show_code()


def test_a_quiz_carries_its_progress_by_code():
    quiz = dl.Quiz("score", seed=4)
    assert code_button(quiz) is None
    quiz.answer(quiz.exercise.answer)
    click(quiz, "code")
    assert quiz.code in quiz.widget.scene["message"]
    again = dl.Quiz("score", code=code_button(quiz)["copy"])
    assert again.progress.marks == quiz.progress.marks
    assert "1 of 1 solved" in again.widget.scene["why"][-1]
    with pytest.raises(dl.DominoError, match="code"):
        dl.Quiz("score", code="DLP.zz")


@pytest.mark.parametrize("allowed", [True, False])
def test_in_the_browser_the_code_is_copied_where_that_is_allowed(chromium, allowed):
    board = dl.Board(dl.deal(dl.rules("classic"), seed=7))
    mounted = mount(chromium, board.widget.scene)
    writes = "(text) => { window.copied = text; return Promise.resolve(); }"
    refuses = "() => Promise.reject(new Error('no'))"
    write = writes if allowed else refuses
    mounted.page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{ value: {{ writeText: {write} }} }})")
    mounted.page.get_by_role("button", name="Copy code").click()
    assert mounted.page.evaluate("window.copied ?? null") == (board.code if allowed else None)
    assert mounted.kinds() == ["code"]
    assert mounted.page.faults == []
    click(board, "code")
    mounted.show(board.widget.scene)
    assert board.code in mounted.said()
