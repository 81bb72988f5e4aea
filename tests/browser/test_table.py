"""``Table`` in the real JupyterLab: a full match by keyboard alone, and one by mouse across a restart."""

from __future__ import annotations

import pytest

from tests.browser.test_play import by_keyboard, by_mouse

CELL = """
import dominolab as dl
board = dl.Table(dl.rules("block", target=25), ["me", "greedy"], seed={seed}, file="table-{seed}.json")
board
"""


@pytest.mark.parametrize(("act", "seed"), [(by_mouse, 2), (by_keyboard, 3)])
def test_a_full_match_and_a_restart_in_the_middle_of_it(open_notebook, lab, act, seed):
    (lab.root / f"table-{seed}.json").unlink(missing_ok=True)
    notebook = open_notebook([CELL.format(seed=seed)])
    notebook.page.set_viewport_size(
        {"width": 1280, "height": 1800}
    )  # the whole board, so that nothing scrolls under the mouse
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    for n in range(150):
        if notebook.value("board.match.over"):
            break
        before = notebook.value("board.serial")
        notebook.page.locator(f".dominolab[data-serial='{before}']").wait_for()
        if notebook.value("board.between") and act is by_mouse:
            board.get_by_role("button", name="Next round").click()
        elif notebook.value("board.between"):
            board.get_by_role("button", name="Next round").focus()
            notebook.page.keyboard.press("n")
        else:
            act(board)
        notebook.wait_value(f"board.serial > {before}", expected=True)
        if n == 6:
            kept = notebook.value("(board.match.scores, len(board.match.rounds), str(board.match.position.line))")
            notebook.restart_kernel()
            notebook.run_all()
            assert (
                notebook.value("(board.match.scores, len(board.match.rounds), str(board.match.position.line))") == kept
            )
    assert notebook.value("board.match.winner is not None")
    board.get_by_text("Match won by").first.wait_for()
    notebook.shot(f"match-{act.__name__}", board)
