"""``Stepper`` in the real JupyterLab: mouse, then keyboard alone."""

from __future__ import annotations

CELL = """
import dominolab as dl
position = dl.start(dl.deal(dl.rules("classic"), seed=7))
while position.outcome is None:
    position = position.move(position.legal_moves[0])
stepper = dl.Stepper(position, names=["Ana", "Ben"])

def go_to_a_choice():
    # the first point where another tile than the one played can be laid; returns that tile
    for index in range(stepper.count):
        stepper.scrub(index)
        legal = {str(move.tile) for move in stepper.table.legal_moves if isinstance(move, dl.Play)}
        others = legal - {str(getattr(stepper.node.next.move, "tile", ""))}
        if others:
            return min(others)

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

    other = notebook.value("go_to_a_choice()")
    at = notebook.value("stepper.index")
    board.locator(f"[data-tile='{other}']").click()
    board.locator("[data-end]").last.click()
    notebook.wait_value("(stepper.index, stepper.branched)", (at + 1, True))
    board.get_by_text("You left the round here: a branch.").wait_for()
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
