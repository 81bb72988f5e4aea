"""``Recorder`` in the real JupyterLab: a real game typed in by keyboard alone, saved and replayed; and clicked in."""

from __future__ import annotations

from pathlib import Path

import dominolab as dl

CELL = """
import dominolab as dl
recorder = dl.Recorder("block set_size=3 hand_size=4", seat=0, names=["Ana", "Ben"])
recorder
"""


REAL = Path(__file__).parents[2] / "notebooks" / "games" / "partners-2.domino"
REAL_CELL = """
import dominolab as dl
recorder = dl.Recorder("partnership", seat=0, names=["Ana", "Ben", "Cleo", "Dan"])
recorder
"""
REPLAY_CELL = """
from pathlib import Path
replay = dl.Replay("typed.domino", eye=0) if Path("typed.domino").exists() else None
replay
"""


def test_a_real_game_is_typed_in_by_keyboard_alone_saved_and_replayed(open_notebook, lab):
    [real] = dl.read(REAL).rounds
    (lab.root / "typed.domino").unlink(missing_ok=True)
    notebook = open_notebook([REAL_CELL, REPLAY_CELL])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab").first, notebook.page.keyboard
    board.locator("[data-focus='field:leader']").focus()
    for seat in range(real.setup.leader):
        keyboard.press("ArrowDown")
        notebook.wait_value("recorder.leader", seat + 1)
    keyboard.press("Tab")
    keyboard.type(" ".join(map(str, real.setup.dealt[0])))
    keyboard.press("Tab")
    notebook.wait_value("len(recorder.picked)", 7)
    board.get_by_role("button", name="Begin the round").focus()
    keyboard.press("Enter")
    notebook.wait_value("recorder.phase", "turn")
    for n, action in enumerate(real.actions, start=1):
        entry = board.locator("[data-focus='field:entry']")
        entry.wait_for()
        if n == 1:
            entry.focus()
        keyboard.type(str(action.move))
        keyboard.press("Enter")
        notebook.wait_value("len(recorder.view.log)", n)
        if n < len(real.actions):
            board.get_by_text(f"action {n + 1}:").wait_for()
    assert notebook.value("recorder.view.over")
    board.locator("[data-focus='field:file']").focus()
    keyboard.type("typed.domino")
    keyboard.press("Enter")
    notebook.wait_value("str(recorder.file)", "typed.domino")
    notebook.shot("recorder", board)
    [saved] = dl.read(lab.root / "typed.domino").rounds
    assert [str(action.event) for action in saved.actions] == [str(action.event) for action in real.actions]
    notebook.run_all()
    replay = notebook.page.locator(".dominolab").nth(1)
    replay.get_by_role("button", name="Last").focus()
    keyboard.press("Enter")
    laid = sum(isinstance(action.move, dl.Play) for action in real.actions)
    replay.locator(".dl-line .dl-tile").nth(laid - 1).wait_for()
    assert replay.locator(".dl-line .dl-tile").count() == laid


def test_tiles_are_clicked_and_an_impossible_entry_says_why(open_notebook):
    notebook = open_notebook([CELL])
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    for n, tile in enumerate(("3-3", "3-2", "1-1", "2-0"), start=1):
        board.locator(f"[data-tile='{tile}']").click()
        notebook.wait_value("len(recorder.picked)", n)
        board.get_by_text(f"{n} of 4").wait_for()
    board.get_by_role("button", name="Begin the round").click()
    notebook.wait_value("recorder.phase", "turn")
    board.locator("[data-tile='3-3']").click()
    board.locator("[data-end]").click()
    notebook.wait_value("len(recorder.view.log)", 1)
    board.get_by_text("what Ben may lay").wait_for()
    board.locator("[data-focus='field:entry']").fill("2-1")
    board.locator("[data-focus='field:entry']").press("Enter")
    board.get_by_text("2-1 fits no end").first.wait_for()
    assert notebook.value("len(recorder.view.log)") == 1
