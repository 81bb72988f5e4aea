"""``Stepper`` in the real JupyterLab: mouse, then keyboard alone."""

from __future__ import annotations

CELL = """
import dominolab as dl
position = dl.start(dl.deal(dl.rules("classic"), seed=7))
while position.outcome is None:
    position = position.move(position.legal_moves[0])
stepper = dl.Stepper(position, names=["Ana", "Ben"])
stepper
"""


def test_steps_views_branches_by_mouse_and_by_keyboard(open_notebook):
    notebook = open_notebook([CELL])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab"), notebook.page.keyboard
    board.get_by_role("button", name="first").click()
    notebook.wait_value("stepper.index", 0)
    for n in (1, 2, 3):
        board.get_by_role("button", name="next").click()
        notebook.wait_value("stepper.index", n)
    board.get_by_role("button", name="Ana", exact=True).click()
    notebook.wait_value("stepper.eye", 0)
    board.get_by_role("button", name="open table").click()
    notebook.wait_value("stepper.eye", "open")

    notebook.value("stepper.scrub(next(n for n in range(stepper.count) if len([m for m in position_at(n) if isinstance(m, dl.Play)]) > 1))"
                   .replace("position_at(n)", "stepper.reel.table(stepper._line[n], 'open').legal_moves"))  # fmt: skip
    at = notebook.value("stepper.index")
    played = notebook.value("str(stepper.node.next.move.tile)")
    other = board.locator(f".dl-legal:not([data-tile='{played}'])")
    same = other.count() == 0
    tile = board.locator(".dl-legal").first if same else other.first
    tile.click()
    board.locator("[data-end]").last.click()
    notebook.wait_value("stepper.index", at + 1)
    if notebook.value("stepper.branched"):
        board.get_by_role("button", name="Back to the round").click()
        notebook.wait_value("(stepper.index, stepper.branched)", (at, False))

    board.locator("[data-focus=slider]").focus()
    keyboard.press("Home")
    notebook.wait_value("stepper.index", 0)
    keyboard.press("ArrowRight")
    notebook.wait_value("stepper.index", 1)
    board.locator(".dl-move[tabindex='0']").focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    notebook.wait_value("stepper.index", 2)
    notebook.shot("stepper", board)
