"""Every widget by touch in the real JupyterLab: one control of each is tapped, and Python knows of it."""

from __future__ import annotations

CELLS = [
    """
import dominolab as dl
position = dl.start(dl.deal(dl.rules("classic"), seed=7))
while len(position.history) < 8:
    position = position.move(position.legal_moves[0])
record = dl.Record("classic")
record.add(position)
stepper = dl.Stepper(position, eye=0)
stepper
""",
    "replay = dl.Replay(record, eye=0)\nreplay",
    "shown = dl.HoldingsView(position.view(0), guess=True)\nshown",
    "recorder = dl.Recorder('block set_size=3 hand_size=4')\nrecorder",
    "table = dl.Table('block', ['me', 'greedy'], seed=2)\ntable",
    "explorer = dl.RulesExplorer('classic', seed=2)\nexplorer",
    "quiz = dl.Quiz('score', seed=4)\nquiz",
    "study = dl.Study('block', ['greedy', 'random'], games=60)\nstudy",
]


def test_one_control_of_every_widget_is_tapped(open_notebook, chromium):
    context = chromium.new_context(viewport={"width": 1100, "height": 1000}, has_touch=True)
    notebook = open_notebook(CELLS, context=context)
    notebook.run_all()
    boards = notebook.page.locator(".dominolab")
    boards.nth(len(CELLS) - 1).wait_for()
    stepper, replay, shown, recorder, table, explorer, quiz, study = (boards.nth(n) for n in range(len(CELLS)))

    stepper.get_by_role("button", name="back", exact=True).tap()
    notebook.wait_value("stepper.index", 7)

    replay.locator(".dl-move").nth(2).tap()
    notebook.wait_value("replay.index", 3)

    tile = notebook.value("str(max(shown.view.unseen))")
    shown.locator(f"[data-focus='cell:1:{tile}']").tap()
    notebook.wait_value("str(shown.asked[0])", tile)

    recorder.locator("[data-tile='3-2']").tap()
    notebook.wait_value("[str(tile) for tile in recorder.picked]", ["3-2"])

    before = notebook.value("len(table.position.history)")
    table.locator(".dl-legal").first.tap()
    table.locator("[data-end]").first.tap()
    notebook.wait_value(f"len(table.position.history) > {before}", expected=True)

    explorer.get_by_role("button", name="Other tiles").tap()
    notebook.wait_value("explorer.seed", 3)

    quiz.get_by_role("button", name="Hint").tap()
    notebook.wait_value("quiz.hints", 1)

    study.get_by_role("button", name="Play", exact=True).tap()
    notebook.wait_value("study.results is not None and study.results.games", 60)
    context.close()
