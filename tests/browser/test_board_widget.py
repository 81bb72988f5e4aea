"""The bare board in the real JupyterLab: events reach Python, keys stay inside, the theme is followed."""

from __future__ import annotations

CELL = """
from dominolab.widgets.board import BoardWidget
from tests.widgets.scenes import ROW, table_scene
events = []
def handler(event):
    events.append(event["kind"])
    if event["kind"] == "end":
        board.show(table_scene(row=[*ROW, (4, 6)], hand=[(5, 1), (4, 3)], serial=2))
board = BoardWidget(table_scene(), handler)
board
"""


def test_a_tile_is_laid_by_mouse_and_by_keyboard_and_no_key_leaks(open_notebook):
    notebook = open_notebook([CELL])
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    board.locator("[data-tile='6-4']").click()
    board.locator("[data-end=right]").click()
    board.locator(".dl-line .dl-tile").nth(9).wait_for()
    notebook.wait_value("events", ["choose", "end"])
    cells = len(notebook.cells())
    board.locator("[data-tile='4-3']").focus()
    for key in ("b", "a", "x", "m", "ArrowLeft", "ArrowRight", "Escape", "u"):
        notebook.page.keyboard.press(key)
    notebook.wait_value("events", ["choose", "end", "undo"])
    assert len(notebook.cells()) == cells
    assert notebook.page.evaluate("document.activeElement.dataset.tile") == "4-3"
    notebook.shot("board", board)


def test_the_board_follows_the_theme(open_notebook, lab):
    lab.theme("JupyterLab Dark")
    try:
        notebook = open_notebook([CELL])
        notebook.run_all()
        notebook.page.locator(".dominolab.dl-dark").wait_for()
        notebook.shot("board-dark", notebook.page.locator(".dominolab"))
    finally:
        lab.theme("JupyterLab Light")


def test_jup_09_a_notebook_opened_again_without_its_python_shows_the_last_board(open_notebook, lab):
    notebook = open_notebook([CELL])
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    board.locator("[data-tile='6-4']").click()
    board.locator("[data-end=right]").click()
    board.locator(".dl-line .dl-tile").nth(9).wait_for()
    notebook.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    lab.shut_kernels()
    again = notebook.page.context.new_page()
    again.goto(notebook.page.url)
    again.locator(".dominolab .dl-line .dl-tile").nth(9).wait_for()
    assert "Error displaying widget" not in again.locator(".jp-Notebook").inner_text()
