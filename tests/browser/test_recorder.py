"""``Recorder`` in the real JupyterLab: a real game typed in by keyboard alone, saved and replayed; and clicked in."""

from __future__ import annotations

CELL = """
import dominolab as dl
recorder = dl.Recorder("block set_size=3 hand_size=4", seat=0, names=["Ana", "Ben"])
recorder
"""


def test_a_game_is_typed_in_by_keyboard_alone_saved_and_replayed(open_notebook, lab):
    (lab.root / "typed.domino").unlink(missing_ok=True)
    notebook = open_notebook([CELL, 'replay = dl.Replay("typed.domino", eye=0) if recorder.file else None'])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab"), notebook.page.keyboard
    board.locator("[data-focus='field:hand']").focus()
    keyboard.type("3-3 3-2 1-1 2-0")
    keyboard.press("Tab")
    notebook.wait_value("len(recorder.picked)", 4)
    keyboard.press("Shift+Tab")
    board.get_by_role("button", name="Begin the round").focus()
    keyboard.press("Enter")
    notebook.wait_value("recorder.phase", "turn")
    for n, action in enumerate(["3-3", "3-1", "1-1", "2-1"], start=1):
        entry = board.locator("[data-focus='field:entry']")
        entry.wait_for()
        if n == 1:
            entry.focus()
        keyboard.type(action)
        keyboard.press("Enter")
        notebook.wait_value("len(recorder.view.log)", n)
        board.get_by_text(f"action {n + 1}:").wait_for()
    entry.focus()
    keyboard.press("Tab")
    keyboard.type("typed.domino")
    keyboard.press("Enter")
    notebook.wait_value("str(recorder.file)", "typed.domino")
    notebook.shot("recorder", board)
    keyboard_only = notebook.value("[str(e) for e in recorder.view.log]")
    assert notebook.value(
        "[f'{e.seat} {e.move}' for e in (a.event for a in dl.read('typed.domino').rounds[0].actions)]"
    ) == [line.replace("A ", "0 ").replace("B ", "1 ") for line in keyboard_only]


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
