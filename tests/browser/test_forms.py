"""``RulesExplorer``, ``Quiz`` and ``Study`` in real notebooks: mouse and keyboard, and 360 px wide."""

from __future__ import annotations

import pytest

RULES = "import dominolab as dl\nexplorer = dl.RulesExplorer('classic', seed=2)\nexplorer"
QUIZ = "import dominolab as dl\nquiz = dl.Quiz('score', seed=4, file='progress.json')\nquiz"
STUDY = (
    "import dominolab as dl\nstudy = dl.Study('block', [lambda view: view.legal_moves[0], 'random'], games=60)\nstudy"
)


@pytest.fixture
def narrow(chromium):
    context = chromium.new_context(viewport={"width": 360, "height": 900})
    yield context
    context.close()


def test_rules_are_changed_and_an_impossible_combination_is_explained(open_notebook):
    notebook = open_notebook([RULES])
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    board.locator("[data-focus='field:draw_ends_turn']").focus()
    notebook.page.keyboard.press("Space")
    board.get_by_text("draw_ends_turn wants draw_limit = 1").first.wait_for()
    notebook.wait_value("explorer.refused[0]", "draw_ends_turn")
    board.locator("[data-focus='field:draw_limit']").fill("1")
    board.locator("[data-focus='field:draw_limit']").press("Tab")
    notebook.wait_value("explorer.rules.draw_limit", 1)
    board.locator("[data-focus='field:preset']").select_option("dutch")
    notebook.wait_value("explorer.rules.preset", "dutch")
    notebook.shot("rules", board)


def test_a_question_is_answered_by_keyboard_and_the_mark_is_kept_after_a_restart(open_notebook, lab):
    (lab.root / "progress.json").unlink(missing_ok=True)
    notebook = open_notebook([QUIZ])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab"), notebook.page.keyboard
    board.get_by_role("button", name="Hint").click()
    notebook.wait_value("quiz.hints", 1)
    answer = notebook.value("quiz.exercise.answer")
    board.locator("[data-focus='field:answer']").focus()
    keyboard.type("-77")
    keyboard.press("Enter")
    board.get_by_text("Not yet.").first.wait_for()
    board.locator("[data-focus='field:answer']").fill(answer)
    keyboard.press("Enter")
    board.get_by_text("Right.").first.wait_for()
    notebook.shot("quiz", board)
    notebook.restart_kernel()
    notebook.run_all()
    board.get_by_text("So far: 1 of 1 solved").wait_for()


def test_a_study_runs_in_the_background_can_be_stopped_and_fits_a_narrow_page(open_notebook, narrow):
    notebook = open_notebook([STUDY], context=narrow, app="notebook")  # JupyterLab has side bars: too wide for 360 px
    notebook.run_all()
    board = notebook.page.locator(".dominolab")
    assert board.evaluate("board => board.scrollWidth <= board.clientWidth + 1")
    board.get_by_role("button", name="Play", exact=True).click()
    notebook.wait_value("study.results.games if study.results else 0", 60)
    board.locator(".dl-part.dl-bars").wait_for()
    board.locator("[data-focus='field:games']").fill("100000")
    board.locator("[data-focus='field:games']").press("Tab")
    notebook.wait_value("study.games", 100000)
    board.get_by_role("button", name="Play", exact=True).click()
    board.get_by_role("button", name="Stop").click()
    notebook.wait_value("study.results.stopped", expected=True)
    board.get_by_text("The run was stopped").first.wait_for()
    notebook.shot("study", board)
