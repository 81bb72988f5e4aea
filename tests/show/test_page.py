"""The page that replays a record: whole in one file, and harmless whatever the record says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.show.page import record_page, record_picture

GAMES = Path(__file__).parents[2] / "notebooks" / "games"
HOSTILE = '"><script>window.hacked=1</script><img src=x onerror="window.hacked=2">\u202eevil\x00\x07</script>'


def hostile_record():
    record = dl.Record("classic", players={0: HOSTILE, 1: "</script>"})
    record.set_tag("Event", HOSTILE)
    record.comments = [HOSTILE]
    position = dl.start(dl.deal(record.rules, 1))
    for _ in range(6):
        position = position.move(position.legal_moves[0])
    round_ = record.add(position)
    round_.actions[2].comments = [HOSTILE]
    round_.closing = [HOSTILE]
    round_.root.lost = ["A 9-9 " + HOSTILE.replace("(", "").replace(")", "")]
    round_.rest = "\n" + HOSTILE
    return record


def data_of(page):
    """The rounds of a page, their pictures put together."""
    data = json.loads(re.search(r'id="rounds">(.*?)</script>', page, re.DOTALL)[1])
    for round_ in data["rounds"]:
        for step in round_["steps"]:
            step["svg"] = "".join(data["parts"][part] for part in step["svg"])
    return data["rounds"]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.domino")), ids=lambda path: path.stem)
def test_every_shipped_game_has_a_page(path):
    for record in dl.read_all(path):
        page = record_page(record)
        rounds = data_of(page)
        assert len(rounds) == len(record.rounds)
        for found, round_ in zip(rounds, record.rounds, strict=True):
            assert len(found["steps"]) == 1 + sum(1 for _ in round_.root.walk())
            for step in found["steps"]:
                assert step["svg"].startswith("<svg ")
                assert step["svg"].count("<g ") == step["svg"].count("</g>") > 0
            main = [0]
            while found["steps"][main[-1]]["next"] is not None:
                main.append(found["steps"][main[-1]]["next"])
            assert len(main) == len(round_) + 1


def test_pictures_share_their_parts():
    """A page grows with what changes from step to step, not by a whole picture for every step."""
    page = record_page(dl.read(GAMES / "partners-1.domino"))
    pictures = [step["svg"] for round_ in data_of(page) for step in round_["steps"]]
    assert page.count(pictures[0]) == 1
    assert len(page) < sum(map(len, pictures)) / 3
    record = dl.read(GAMES / "partners-1.domino")
    assert pictures[len(record.rounds[0])] == record_picture(record)


def test_nothing_of_a_record_becomes_markup():
    page = record_page(hostile_record())
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert "\x00" not in page
    assert "\x07" not in page
    assert "window.hacked" in page  # as text


def test_the_page_needs_nothing_else():
    page = record_page(dl.read(GAMES / "first.domino"))
    assert not re.search(r"""(src|href)\s*=|url\(|@import|fetch\(|XMLHttp""", page.replace("xmlns", ""))
    assert "default-src 'none'" in page.replace("&#x27;", "'")


def test_a_graph_of_the_chance_to_win():
    record = dl.read(GAMES / "first.domino")
    for place, action in enumerate(record.rounds[0].actions):
        action.set_command("wp", round(place / 40, 2))
    page = record_page(record)
    assert "chance of Ana to win, in percent" in page
    assert "tiles in hand after each action" in page  # the other rounds


def test_rounds_that_cannot_be_followed_are_shown_as_text():
    [record] = dl.parse('[Domino "1"]\n[Rules "nonsense"]\n\n== 1 lead A\nA 6-6  B 6-5<\nend broken')
    page = record_page(record)
    assert "A 6-6 B 6-5&lt;" in page
    assert data_of(page) == []


def test_unread_text_and_problems_are_shown():
    [record] = dl.parse('[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA 6-6  B <b>what</b>\nend broken')
    page = record_page(record)
    assert "B &lt;b&gt;what&lt;/b&gt;\nend broken" in page
    assert "cannot be read" in page


def test_every_preset_has_a_page():
    for name in dl.PRESETS:
        position = dl.start(dl.deal(dl.rules(name), 2))
        while position.outcome is None:
            position = position.move(position.legal_moves[0])
        record = dl.Record(position.rules)
        record.add(position)
        record.add(position.view(0))
        assert len(data_of(record_page(record))) == 2


def test_a_picture_of_any_moment():
    record = dl.read(GAMES / "first.domino")
    assert "first tile" in record_picture(record, 1, 0)
    assert record_picture(record, 1) == record_picture(record, 1, 29) != record_picture(record, 2)
    for number, action in ((0, None), (4, None), (1, 30), (1, -1)):
        with pytest.raises(dl.RecordError, match="there is no"):
            record_picture(record, number, action)


# ------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture
def shown(chromium, tmp_path):
    """Opens a record's page with the network off; fails on any error and any request."""
    context = chromium.new_context(offline=True)
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))

    def show(record):
        path = tmp_path / "page.html"
        path.write_text(record_page(record), encoding="utf-8")
        page.goto(path.as_uri())
        return page

    yield show
    context.close()
    assert wrong == []


def test_a_reader_steps_through_a_round(shown):
    page = shown(dl.read(GAMES / "first.domino"))
    first = page.locator(".round").first
    said = first.locator(".said")
    first.get_by_role("button", name="Next").click()
    assert "double five" in said.inner_text() or "5-5" in said.inner_text()
    assert first.locator("[aria-current]").inner_text() == "5-5"
    first.get_by_role("button", name="Last").click()
    assert first.locator("[aria-current]").inner_text() == "pass"
    first.get_by_role("button", name="First").click()
    assert first.locator("[aria-current]").count() == 0
    first.locator(".moves button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert first.locator("[aria-current]").inner_text() == "5-4<"
    page.keyboard.press("ArrowLeft")
    assert first.locator("[aria-current]").inner_text() == "5-5"
    first.locator("input").fill("29")
    assert first.locator("[aria-current]").inner_text() == "pass"
    graph = first.locator(".graph")
    box = graph.bounding_box()
    graph.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    assert first.locator("[aria-current]").count() == 1


def test_a_reader_looks_into_a_variation_and_comes_back(shown):
    page = shown(dl.read(GAMES / "first.domino"))
    first = page.locator(".round").first
    first.locator(".branch button").first.click()
    assert first.locator("[aria-current]").inner_text() == "6-2<"
    assert "keeps the round open" in first.locator(".said").inner_text()
    assert "6-2" in first.locator(".stage svg").get_attribute("aria-label")
    first.get_by_role("button", name="Next").click()
    assert first.locator("[aria-current]").inner_text() == "+4-2"
    first.get_by_role("button", name="Back").click()
    first.get_by_role("button", name="Back").click()
    assert first.locator("[aria-current]").inner_text() == "6-4<"
    first.get_by_role("button", name="Next").click()
    assert first.locator("[aria-current]").inner_text() == "6-0<!"


def test_a_hostile_record_is_text_in_the_browser(shown):
    page = shown(hostile_record())
    first = page.locator(".round").first
    for _ in range(7):
        first.get_by_role("button", name="Next").click()
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert "<script>window.hacked=1</script>" in page.locator("h1").inner_text()


def test_an_svg_with_hostile_names_is_text(chromium, tmp_path):
    path = tmp_path / "picture.svg"
    path.write_text(record_picture(hostile_record()), encoding="utf-8")
    page = chromium.new_page()
    page.goto(path.as_uri())
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelectorAll('script,img').length") == 0
    assert page.evaluate("document.documentElement.tagName") == "svg"
    page.close()


def test_no_faults_of_accessibility(shown):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = shown(dl.read(GAMES / "first.domino"))
    results = axe.Axe().run(page)
    assert [v["id"] for v in results.response["violations"] if v["impact"] in ("serious", "critical")] == []


def test_what_a_notebook_shows_of_a_hostile_record_is_text(chromium):
    record = hostile_record()
    assert repr(record).isprintable()
    assert repr(record.rounds[0]).isprintable()
    page = chromium.new_page()
    page.set_content(record.to_frame()._repr_html_() + record.rounds[0].position_at(record.rounds[0].root)._repr_svg_())
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelectorAll('script,img').length") == 0
    assert "<script>" in page.locator("table").inner_text()
    page.close()
