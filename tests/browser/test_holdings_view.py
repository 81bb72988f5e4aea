"""``HoldingsView`` in the real JupyterLab: pointing, guessing, following a stepper."""

from __future__ import annotations

CELL = """
import dominolab as dl
position = dl.start(dl.deal(dl.rules("classic"), seed=7))
while len(position.history) < 8:
    position = position.move(position.legal_moves[0])
stepper = dl.Stepper(position, eye=0)
shown = dl.HoldingsView(stepper, guess=True)
stepper
"""


def test_a_learner_guesses_by_mouse_and_keyboard_and_the_view_follows(open_notebook):
    notebook = open_notebook([CELL, "shown"])
    notebook.run_all()
    stepper, shown = notebook.page.locator(".dominolab").nth(0), notebook.page.locator(".dominolab").nth(1)
    keyboard = notebook.page.keyboard
    shown.get_by_text("?", exact=True).first.click()
    notebook.wait_value("shown.asked is not None", expected=True)
    shown.locator("[data-focus='field:guess']").fill("30")
    keyboard.press("Enter")
    notebook.wait_value("len(shown.guesses)", 1)
    shown.get_by_text("percentage points off").first.wait_for()

    shown.get_by_role("button", name="Guess first").focus()
    keyboard.press("Enter")
    notebook.wait_value("shown.guessing", expected=False)
    cell = shown.locator("td.dl-maybe").first
    cell.hover()
    assert shown.locator(".dl-detail").inner_text() == cell.get_attribute("aria-label")
    notebook.shot("holdings", shown)

    stepper.get_by_role("button", name="first").click()
    notebook.wait_value("len(shown.view.log)", 0)
    shown.get_by_text("deals fit what A has seen").first.wait_for()
