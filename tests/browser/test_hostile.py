"""A record from a stranger in the real JupyterLab, and as a page: its names and comments are text wherever they stand."""

from __future__ import annotations

import dominolab as dl
from dominolab.show.page import record_page

EVIL = '"></title><script>window.struck = 1</script><img src=x onerror="window.struck = 1">\u202e\x07\' &amp;'
SHOWN = "<script>window.struck = 1</script>"

CELLS = [
    "import dominolab as dl\n[record] = dl.read_all('hostile.domino')\nreplay = dl.Replay(record, eye='open')\nreplay.scrub(1)\nreplay",
    "record",
    "record.rounds[0].positions[1]",
    "dl.Collection('hostile.domino', progress=False).to_frame()",
    "dl.summary(record)",
    "dl.Table('block', [lambda view: view.legal_moves[0], 'me'], names=record.players.values(), seed=1)",
    "dl.HoldingsView(replay)",
]


def hostile():
    """Return a played round in which every text that a person can write is hostile."""
    position = dl.start(dl.deal(dl.rules("classic"), seed=7))
    while position.outcome is None:
        position = position.move(position.legal_moves[0])
    record = dl.Record("classic", players={0: EVIL, 1: f"B {EVIL}"})
    round_ = record.add(position)
    for name in ("Event", "Site", "Date", "Annotator"):
        record.set_tag(name, EVIL)
    record.comments.append(EVIL)
    round_.actions[0].comments = [EVIL, f"[%wp 0.5] {EVIL}"]
    round_.actions[1].parent.add_variation("A 6-6" if round_.actions[1].seat == 0 else "B 6-6").comments.append(EVIL)
    round_.closing.append(EVIL)
    round_.rest = f"\n{EVIL}"
    return record


def test_a_stranger_s_record_is_text_in_jupyterlab(open_notebook, lab):
    dl.write(hostile(), lab.root / "hostile.domino")
    notebook = open_notebook(CELLS)
    notebook.run_all()
    assert notebook.cell_errors() == []
    page = notebook.page
    page.locator(".dominolab").nth(2).wait_for()
    assert page.locator(".dominolab").first.get_by_text(SHOWN).count() > 0, "the names are shown"
    assert page.locator(".dominolab").first.locator("textarea").input_value().count(SHOWN) > 0, "the comment is shown"
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.struck") is None


def test_a_stranger_s_record_is_text_in_an_exported_page(chromium, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(record_page(hostile()), encoding="utf-8", errors="surrogateescape")
    page = chromium.new_page()
    page.goto(path.as_uri())
    page.keyboard.press("ArrowRight")
    assert SHOWN in page.locator("body").inner_text()
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.struck") is None
    page.close()
