"""The first notebook, as a learner meets it: Run All, then play by mouse and by keyboard."""

from __future__ import annotations

from pathlib import Path

START = Path(__file__).resolve().parents[2] / "notebooks" / "00-start.ipynb"


def first_board(notebook):
    """Run all cells and return the board that the notebook plays on."""
    notebook.run_all()
    assert notebook.cell_errors() == []
    board = notebook.page.locator(".jp-Cell").filter(has=notebook.page.get_by_text("board = dl.Board(deal)"))
    board = board.locator(".dominolab")
    board.scroll_into_view_if_needed()
    return board


def line_of(board):
    """Return how many tiles lie on the line that the page shows."""
    return board.locator(".dl-line .dl-tile").count()


def test_a_click_on_a_tile_and_an_end_makes_the_line_grow_here_and_in_the_kernel(open_notebook):
    notebook = open_notebook(START)
    board = first_board(notebook)
    assert line_of(board) == 0
    board.locator("[data-tile='6-6']").click()
    board.locator("[data-end]").first.click()
    board.locator(".dl-line .dl-tile").first.wait_for()
    notebook.wait_value("str(board.position.line)", "6-6")

    assert notebook.value("[str(m) for m in board.position.legal_moves if str(m)[:3] == '3-3']") == []
    board.locator("[data-tile='3-3']").click(force=True)  # aria-disabled: Playwright would wait for it
    said = board.get_by_text("3-3 fits no end")
    said.first.wait_for()
    notebook.wait_value("str(board.position.line)", "6-6")

    board.locator("[data-tile='6-4']").click()
    board.locator("[data-end=right]").click()
    board.locator(".dl-line .dl-tile").nth(1).wait_for()
    notebook.wait_value("str(board.position.line)", "6-6 6-4")
    assert line_of(board) == 2
    notebook.shot("start", board)


def test_the_keyboard_does_the_same(open_notebook):
    notebook = open_notebook(START)
    board = first_board(notebook)
    cells = len(notebook.cells())
    keyboard = notebook.page.keyboard
    board.locator("[data-tile='6-6']").focus()
    keyboard.press("Enter")
    keyboard.press("Enter")
    notebook.wait_value("str(board.position.line)", "6-6")
    board.locator(".dl-line .dl-tile").first.wait_for()

    board.locator("[data-tile='3-3']").focus()
    keyboard.press("Enter")
    board.get_by_text("3-3 fits no end").first.wait_for()
    for _ in range(7):  # go on to a tile that fits, by the arrow keys
        if "can be played" in (notebook.page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    keyboard.press("Enter")
    board.locator(".dl-line .dl-tile").nth(1).wait_for()
    notebook.wait_value("len(board.position.line)", 2)

    keyboard.press("u")
    notebook.wait_value("str(board.position.line)", "6-6")
    assert len(notebook.cells()) == cells, "a key reached JupyterLab"
