"""``Replay`` in the real JupyterLab: a comment and a variation edited, saved, the kernel restarted, nothing lost."""

from __future__ import annotations

CELL = """
import dominolab as dl
from pathlib import Path
path = Path("kept.domino")
if not path.exists():
    position = dl.start(dl.deal(dl.rules("classic"), seed=7))
    while position.outcome is None:
        position = position.move(position.legal_moves[0])
    record = dl.Record("classic", players={0: "Ana", 1: "Ben"})
    record.add(position)
    dl.write(record, path)
replay = dl.Replay(path, eye="open")
replay
"""


def test_a_comment_and_a_variation_are_edited_saved_and_survive_a_restart(open_notebook, lab):
    (lab.root / "kept.domino").unlink(missing_ok=True)
    notebook = open_notebook([CELL])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab"), notebook.page.keyboard
    board.get_by_role("tab", name="Moves").wait_for()
    board.get_by_role("button", name="next").click()
    notebook.wait_value("replay.index", 1)
    board.locator("textarea").fill("the only lead {and} <b>nothing</b> else")
    board.locator("select[aria-label=glyph]").select_option("!")
    notebook.wait_value("(replay.node.comment, replay.node.glyph)", ("the only lead {and} <b>nothing</b> else", "!"))
    board.get_by_text("unsaved").wait_for()

    notebook.value(
        "replay.scrub(next(n for n, node in enumerate(replay._line[:-1]) if any(isinstance(m, dl.Play) and m != node.next.move for m in replay.reel.table(node, 'open').legal_moves)))"
    )
    move = notebook.value(
        "next((str(m.tile), m.end.value) for m in replay.table.legal_moves if m != replay.node.next.move and isinstance(m, dl.Play))"
    )
    tile = board.locator(f"[data-tile='{move[0]}']")
    tile.wait_for()
    tile.focus()
    keyboard.press("Enter")
    board.locator(f"[data-end={move[1]}]").focus()
    keyboard.press("Enter")
    notebook.wait_value("replay.branched", expected=True)
    board.get_by_role("button", name="Save").click()
    notebook.wait_value("replay.unsaved", expected=False)
    board.get_by_text("Saved: kept.domino").wait_for()
    board.locator("textarea").fill("not saved yet")
    board.locator("textarea").blur()
    notebook.wait_value("replay.node.comment", "not saved yet")
    text = notebook.value("path.read_text()")
    notebook.shot("replay", board)

    notebook.restart_kernel()
    notebook.run_all()
    assert notebook.value("path.read_text()") == text
    assert notebook.value("replay.record.rounds[0].actions[0].comment") == "the only lead {and} <b>nothing</b> else"
    assert notebook.value("sum(len(a.alternatives) for a in replay.record.rounds[0].actions)") == 1
    board.get_by_text("Changes of an earlier session were not saved.").first.wait_for()
    board.get_by_role("button", name="Take up the unsaved changes").click()
    notebook.wait_value(
        "any(node.comment == 'not saved yet' for node in replay.record.rounds[0].root.walk())", expected=True
    )
    assert board.locator(".dl-comment b").count() == 0, "a comment is shown as text"


def test_the_hidden_tiles_and_the_reasons_are_reached_by_keyboard(open_notebook):
    notebook = open_notebook([CELL.removesuffix("replay\n"), "replay.look(0)\nreplay.scrub(6)\nreplay"])
    notebook.run_all()
    board, keyboard = notebook.page.locator(".dominolab"), notebook.page.keyboard
    board.get_by_role("tab", name="Moves").focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    cell = board.locator("td[tabindex='0']").first
    cell.focus()
    said = board.locator(".dl-detail").inner_text()
    assert said == cell.get_attribute("aria-label")
    keyboard.press("ArrowDown")
    assert board.locator(".dl-detail").inner_text() != said
    notebook.shot("replay-holdings", board)
