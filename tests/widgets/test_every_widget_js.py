"""Every widget's picture in a bare page: nobody is shut out, nothing sticks out, in either language."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import dominolab as dl
from tests.widgets.mounting import mount
from tests.widgets.rounds import random_round


def widgets():
    """Return one of every widget, in the language in force, with something to show."""
    positions = random_round(dl.rules("classic"), seed=6)
    record = dl.Record("classic", players={0: "Ana", 1: "Ben"})
    round_ = record.add(positions[-1])
    for n, action in enumerate(round_.actions):
        action.set_command("wp", 0.5 + 0.04 * (n % 7))
    round_.actions[3].glyph = "??"
    replay = dl.Replay(record, eye=0)
    replay.scrub(8)
    table = dl.Table("block", ["me", "greedy"], seed=5)
    table.move(table.position.legal_moves[0])
    recorder = dl.Recorder("classic", 0)
    recorder.begin("6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=0)
    recorder.enter("6-6")
    explorer = dl.RulesExplorer("classic", seed=2)
    explorer.change("draw_ends_turn", value=True)
    guess = dl.HoldingsView(positions[9].view(0), guess=True)
    guess.ask(next(iter(guess.view.unseen)), 1)
    quiz = dl.Quiz("legal-moves", seed=3)
    quiz.hint()
    study = dl.Study("block", [lambda view: view.legal_moves[0], "random"], games=40)
    study.run()
    return [
        dl.Board(positions[6]), dl.Stepper(positions[-1]), replay, dl.HoldingsView(positions[9].view(0)), guess, table,
        recorder, dl.Recorder("classic", 1), explorer, quiz, dl.Quiz("probability", seed=3), dl.Quiz("who-leads", seed=3), study,
    ]  # fmt: skip


def scenes():
    """Return a picture of every widget, in the language in force."""
    return [{**widget.widget.scene, "panel": "holdings"} for widget in widgets()]


@pytest.fixture(scope="module", params=["en", "es"])
def pictures(request):
    dl.language(request.param)
    try:
        return scenes()
    finally:
        dl.language("en")


def test_jup_11_every_widget_leaves_its_picture_and_its_words_where_no_kernel_runs():
    found = widgets()
    public = {name for name, home in dl._LATER.items() if home.startswith("dominolab.widgets")}
    assert {type(widget).__name__ for widget in found} >= {
        name for name in public if hasattr(getattr(dl, name), "scene")
    }
    for widget in found:
        data, _ = widget._repr_mimebundle_()
        assert ET.fromstring(data["image/svg+xml"]).get("aria-label")  # noqa: S314 - our own text
        assert widget.widget.scene["message"] in data["text/plain"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violations_on_any_widget(chromium, pictures, scheme):
    from axe_playwright_python.sync_playwright import Axe

    mounted = mount(chromium, *pictures, color_scheme=scheme)
    assert mounted.boards.count() == len(pictures)
    found = Axe().run(mounted.page, context=".dominolab")
    assert found.violations_count == 0, found.generate_report()
    assert mounted.page.faults == []
    mounted.page.context.close()


@pytest.mark.parametrize("width", [360, 600])  # 600: a window of 1200 px at 200 % zoom
def test_nothing_of_any_widget_sticks_out_on_a_narrow_page(chromium, pictures, width):
    mounted = mount(chromium, *pictures, width=width)
    assert mounted.page.evaluate("document.documentElement.scrollWidth") <= width
    sticking_out = mounted.page.evaluate("""() => [...document.querySelectorAll('.dominolab')].flatMap(board => {
      const edge = board.getBoundingClientRect().right;
      return [...board.querySelectorAll('button, p, li, input, select, .dl-name, .dl-scroll, .dl-bars')]
        .filter(node => node.getBoundingClientRect().right > edge + 0.5).map(node => node.outerHTML.slice(0, 90)); })""")
    assert sticking_out == []
    mounted.page.context.close()


@pytest.mark.parametrize("width", [360, 1000])
def test_no_label_of_an_end_lies_on_a_tile(chromium, pictures, width):
    mounted = mount(chromium, *pictures, width=width)
    covered = mounted.page.evaluate("""() => [...document.querySelectorAll('.dl-end-label')].flatMap(label => {
      const text = label.getBoundingClientRect();
      return [...label.closest('.dl-line').querySelectorAll('.dl-tile .dl-face')].map(tile => tile.getBoundingClientRect())
        .filter(tile => text.left < tile.right - 1 && text.right > tile.left + 1 && text.top + 3 < tile.bottom && text.bottom - 3 > tile.top)
        .map(() => label.textContent); })""")
    assert covered == []
    assert mounted.page.locator(".dl-end-label").count() > 8
    mounted.page.context.close()


def test_no_text_of_any_widget_is_smaller_than_12_px(chromium, pictures):
    mounted = mount(chromium, *pictures, width=360)
    small = mounted.page.evaluate("""() => [...document.querySelectorAll('.dominolab *')]
      .filter(node => [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim()))
      .filter(node => parseFloat(getComputedStyle(node).fontSize) < 12).map(node => node.outerHTML.slice(0, 90))""")
    assert small == []
    mounted.page.context.close()


def test_jup_24_no_ids_and_no_styles_of_their_own_on_a_page_of_all_widgets(chromium, pictures):
    mounted = mount(chromium, *pictures)
    assert mounted.page.locator(".dominolab [id], .dominolab style, .dominolab link").count() == 0
    mounted.page.context.close()


def test_in_spanish_the_pictures_are_not_in_english():
    try:
        dl.language("es")
        spanish = scenes()
    finally:
        dl.language("en")
    for here, there in zip(scenes(), spanish, strict=True):
        assert there["language"] == "es"
        assert (
            here.get("title", here["message"]) != there.get("title", there["message"])
            or here["message"] != there["message"]
        )
