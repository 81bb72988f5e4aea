"""The front end alone, in headless Chromium without JupyterLab: what it shows, what it sends, who can use it."""

from __future__ import annotations

import re

import pytest

from dominolab.widgets.board import front_end, stylesheet
from tests.widgets.mounting import mount
from tests.widgets.scenes import ROW, form_scene, long_scene, random_scene, replay_scene, table_scene


@pytest.fixture
def board(chromium):
    mounted = mount(chromium, table_scene())
    yield mounted
    assert mounted.page.faults == []
    mounted.page.context.close()


@pytest.fixture
def replay(chromium):
    mounted = mount(chromium, replay_scene())
    yield mounted
    assert mounted.page.faults == []
    mounted.page.context.close()


# ---- what is shown


def test_every_tile_of_the_line_is_drawn_and_the_last_one_marked(board):
    assert board.page.locator(".dl-line .dl-tile").count() == len(ROW)
    assert board.page.locator(".dl-line .dl-last").count() == 1
    assert board.page.locator(".dl-line .dl-last .dl-fold").count() == 1


def test_the_open_numbers_are_written_out(board):
    assert board.page.locator(".dl-end-label").all_text_contents() == ["left · 3", "right · 4"]


def test_tiles_that_can_be_played_have_a_bar_as_well_as_a_colour(board):
    assert board.page.locator(".dl-legal").count() == 3
    bars = board.page.evaluate(
        "[...document.querySelectorAll('.dl-choice')].map(e => getComputedStyle(e, '::before').height)"
    )
    assert [bar for bar in bars if bar == "5px"] == ["5px"] * 3


def test_wish_01_every_tile_of_the_hand_has_a_spoken_label(board):
    labels = [tile.get_attribute("aria-label") for tile in board.page.locator("[data-tile]").all()]
    assert labels[:2] == ["6-4, can be played right", "5-1, cannot be played"]


def test_jup_24_nothing_has_an_id(replay):
    assert replay.page.locator(".dominolab [id]").count() == 0


def test_text_from_strangers_is_shown_as_text(chromium):
    scene = table_scene()
    evil = "<img src=x onerror=window.harm=1>"
    scene |= {"title": evil, "message": evil, "why": [evil]}
    scene["hands"][0]["name"] = evil
    mounted = mount(chromium, scene)
    assert mounted.page.locator(".dominolab img").count() == 0
    assert mounted.page.evaluate("window.harm") is None
    assert evil in mounted.page.locator(".dl-title").inner_text()
    mounted.page.context.close()


def test_an_empty_scene_and_an_empty_line_are_drawn(chromium):
    mounted = mount(chromium, {"serial": 0, "words": {}, "message": "Nothing yet."}, table_scene(row=[], hand=[]))
    assert mounted.said(0) == "Nothing yet."
    assert mounted.page.locator(".dl-slot").count() == 1
    assert mounted.page.faults == []
    mounted.page.context.close()


# ---- mouse


def test_a_click_on_a_tile_shows_its_ends_and_a_click_on_an_end_lays_it(board):
    board.tile("4-3").click()
    assert board.page.locator(".dl-ghost").count() == 2
    assert board.said().startswith("4-3 fits left and right")
    board.page.locator("[data-end=right]").click()
    assert board.sent() == [
        {"kind": "choose", "serial": 1, "tile": "4-3"},
        {"kind": "end", "serial": 1, "tile": "4-3", "end": "right"},
    ]


def test_an_illegal_tile_answers_with_the_reason(board):
    board.tile("2-0").click(force=True)  # aria-disabled makes Playwright wait, not the reader
    assert board.said() == "2-0 fits neither end: the line is open at 3 and 4."
    assert board.page.locator(".dl-ghost").count() == 0
    assert board.kinds() == ["choose"]


def test_a_button_that_is_off_answers_with_the_reason_and_sends_nothing(board):
    board.page.get_by_role("button", name="Draw").click(force=True)
    assert board.said() == "You can play 4-3: no drawing now."
    assert board.sent() == []


def test_jup_06_every_tile_and_every_button_sends_its_own(board, replay):
    keys = [tile.get_attribute("data-tile") for tile in board.page.locator("[data-tile]").all()]
    for key in keys:
        board.tile(key).click(force=True)
    assert [event["tile"] for event in board.sent() if event["kind"] == "choose"] == keys
    assert len(set(keys)) == 5
    for name in ("Ana", "open table", "spectator"):
        replay.page.get_by_role("button", name=name, exact=True).click()
    assert [event["value"] for event in replay.sent()] == ["0", "open", "none"]


def test_jup_16_a_click_that_hits_no_tile_of_the_hand_plays_nothing(board):
    for place in (
        ".dl-title",
        ".dl-line .dl-tile >> nth=0",
        ".dl-line .dl-tile >> nth=4",
        "[role=status]",
        ".dl-name >> nth=0",
    ):
        board.page.locator(place).click(force=True)
    board.page.locator(".dl-line").click(position={"x": 5, "y": 5})
    assert board.sent() == []


def test_jup_27_a_double_click_plays_once(board):
    board.tile("6-4").dblclick()
    assert board.kinds() == ["choose", "end"]
    board.tile("6-4").click()
    assert board.kinds().count("end") == 1
    assert board.said() == "One moment: the last move is on its way."


def test_jup_05_after_the_answer_the_next_event_carries_the_new_serial(board):
    board.tile("6-4").dblclick()
    board.show(table_scene(row=[*ROW, (4, 6)], hand=[(5, 1), (4, 3)], serial=2))
    board.tile("4-3").click()
    assert board.sent()[-1] == {"kind": "choose", "serial": 2, "tile": "4-3"}


def test_a_refused_move_can_be_tried_again(board):
    board.tile("6-4").dblclick()
    board.show(table_scene() | {"message": "No.", "tone": "error", "edition": 2})
    board.tile("6-4").dblclick()
    assert board.kinds().count("end") == 2


def test_jup_13_a_board_whose_python_has_gone_says_so(board):
    board.page.clock.install()
    board.tile("6-4").dblclick()
    board.page.clock.run_for(9000)
    assert board.said().startswith("No answer from Python yet.")


def test_an_answer_in_time_is_not_followed_by_a_complaint(board):
    board.page.clock.install()
    board.tile("6-4").dblclick()
    board.show(table_scene(serial=2))
    board.page.clock.run_for(20000)
    assert board.said() == "Ana to play."


def test_a_click_beside_the_line_puts_the_tile_back(board):
    board.tile("4-3").click()
    board.page.locator(".dl-line").click(position={"x": 5, "y": 5})
    assert board.kinds() == ["choose", "unchoose"]
    assert board.page.locator(".dl-ghost").count() == 0


def test_a_tile_can_be_dragged_onto_an_end(board):
    start = board.tile("4-3").bounding_box()
    board.page.mouse.move(start["x"] + 15, start["y"] + 30)
    board.page.mouse.down()
    board.page.mouse.move(start["x"] + 60, start["y"] - 60, steps=4)
    assert board.page.locator(".dl-dragged").count() == 1
    end = board.page.locator("[data-end=left] .dl-target").bounding_box()
    board.page.mouse.move(end["x"] + 10, end["y"] + 10, steps=4)
    board.page.mouse.up()
    assert board.sent()[-1] == {"kind": "end", "serial": 1, "tile": "4-3", "end": "left"}
    assert board.page.locator(".dl-dragged").count() == 0


def test_a_drag_that_ends_on_the_hand_plays_nothing(board):
    start = board.tile("6-4").bounding_box()
    board.page.mouse.move(start["x"] + 15, start["y"] + 30)
    board.page.mouse.down()
    board.page.mouse.move(start["x"] + 30, start["y"] + 35, steps=3)
    board.page.mouse.move(start["x"] + 15, start["y"] + 30, steps=3)
    board.page.mouse.up()
    assert board.kinds() == ["choose"]


# ---- touch


def test_a_tap_chooses_and_a_tap_on_an_end_plays(chromium):
    mounted = mount(chromium, table_scene(), width=376, height=800, has_touch=True, is_mobile=True)
    mounted.tile("4-3").tap()
    mounted.page.locator("[data-end=left]").tap()
    assert mounted.kinds() == ["choose", "end"]
    sizes = [ghost.bounding_box() for ghost in mounted.page.locator(".dl-ghost").all()]
    assert all(size["width"] >= 24 and size["height"] >= 24 for size in sizes)
    mounted.page.context.close()


def test_a_finger_can_drag_a_tile_onto_an_end(chromium):
    mounted = mount(chromium, table_scene(), width=376, height=800, has_touch=True, is_mobile=True)
    finger = mounted.page.context.new_cdp_session(mounted.page)

    def touch(kind, x, y):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start = mounted.tile("4-3").bounding_box()
    x, y = start["x"] + 15, start["y"] + 30
    touch("touchStart", x, y)
    touch("touchMove", x + 5, y - 40)
    end = mounted.page.locator("[data-end=right] .dl-target").bounding_box()
    touch("touchMove", end["x"] + 20, end["y"] + 10)
    touch("touchEnd", 0, 0)
    assert mounted.sent()[-1] == {"kind": "end", "serial": 1, "tile": "4-3", "end": "right"}
    mounted.page.context.close()


# ---- keyboard


def test_the_hand_is_one_tab_stop_and_arrows_move_in_it(board):
    assert board.page.locator("[data-tile][tabindex='0']").count() == 1
    board.tile("6-4").focus()
    for key, expected in (
        ("ArrowRight", "5-1"),
        ("End", "3-0"),
        ("ArrowRight", "6-4"),
        ("ArrowLeft", "3-0"),
        ("Home", "6-4"),
    ):
        board.page.keyboard.press(key)
        assert board.focused() == f"tile:{expected}"


def test_enter_takes_a_tile_to_its_ends_and_enter_lays_it(board):
    board.tile("6-4").focus()
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press("Enter")
    assert board.focused() == "end:left"
    board.page.keyboard.press("ArrowRight")
    assert board.focused() == "end:right"
    board.page.keyboard.press("Space")
    assert board.sent()[-1] == {"kind": "end", "serial": 1, "tile": "4-3", "end": "right"}


def test_escape_puts_the_tile_back_and_the_focus_on_it(board):
    board.tile("4-3").focus()
    board.page.keyboard.press("Enter")
    board.page.keyboard.press("Escape")
    assert board.focused() == "tile:4-3"
    assert board.kinds() == ["choose", "unchoose"]
    assert board.said() == "Ana to play."


def test_letters_do_what_the_buttons_do(board):
    board.tile("4-3").focus()
    board.page.keyboard.press("u")
    assert board.kinds() == ["undo"]
    board.page.keyboard.press("d")
    assert board.said() == "You can play 4-3: no drawing now."


def test_no_plain_key_reaches_the_notebook_but_its_own_shortcuts_do(board):
    board.page.evaluate("window.heard = []; document.addEventListener('keydown', event => heard.push(event.key))")
    board.tile("4-3").focus()
    for key in ("b", "a", "x", "Enter", "Escape", "ArrowDown", "d", "Control+s", "Shift+Enter"):
        board.page.keyboard.press(key)
    assert [key for key in board.page.evaluate("heard") if key not in ("Control", "Shift")] == ["s", "Enter"]


def test_the_focus_is_kept_over_a_redraw_and_goes_to_the_hand_when_its_tile_is_gone(board):
    board.tile("3-0").focus()
    board.show(table_scene(serial=2, row=ROW[1:], anchor=2))
    assert board.focused() == "tile:3-0"
    board.show(table_scene(serial=3, row=[(0, 3), *ROW], anchor=4, hand=[(6, 4), (5, 1)]))
    assert board.focused() == "tile:6-4"
    board.show(table_scene(serial=4, hand=[]))
    assert board.focused() == "button:undo:"


def test_the_scene_can_choose_a_tile(board):
    board.show(table_scene() | {"chosen": "4-3"})
    assert board.page.locator(".dl-ghost").count() == 2
    assert board.tile("4-3").get_attribute("aria-pressed") == "true"


def test_a_message_said_twice_changes_the_live_region(board):
    before = board.page.locator("[role=status]").evaluate("node => node.textContent")
    board.show(table_scene() | {"edition": 2})
    after = board.page.locator("[role=status]").evaluate("node => node.textContent")
    assert before != after
    assert before.strip() == after.strip()


# ---- panels


def test_the_controls_send_steps_and_places(replay):
    for name in ("first", "back", "next", "last"):
        replay.page.get_by_role("button", name=name, exact=True).click()
    replay.page.get_by_role("slider").focus()
    replay.page.keyboard.press("ArrowLeft")
    assert replay.kinds() == ["first", "back", "next", "last", "scrub"]
    assert replay.sent()[-1]["index"] == 9


def test_play_goes_on_by_itself_and_stops_at_the_end(replay):
    replay.page.clock.install()
    replay.page.get_by_role("button", name="play on").click()
    assert replay.kinds() == ["next"]
    replay.page.clock.run_for(1300)
    assert replay.kinds() == ["next", "next"]
    scene = replay_scene()
    scene["controls"] |= {"index": 14}
    replay.show(scene)
    replay.page.clock.run_for(5000)
    assert replay.kinds() == ["next", "next"]
    assert replay.page.get_by_role("button", name="play on").count() == 1


def test_moves_variations_and_points_of_the_graph_can_be_clicked(replay):
    replay.page.get_by_role("tab", name="Moves").click()
    replay.page.get_by_role("button", name="B 4-1<").click()
    replay.page.locator("[data-focus='point:m8']").click()
    gone = [message["id"] for message in replay.sent() if message["kind"] == "goto"]
    assert gone == ["v1", "m8"]


def test_comment_and_glyph_are_sent_when_edited(replay):
    replay.page.get_by_role("tab", name="Moves").click()
    replay.page.get_by_label("comment", exact=True).fill("forced & sad")
    replay.page.get_by_label("comment", exact=True).blur()
    replay.page.get_by_label("glyph").select_option("?")
    sent = [message for message in replay.sent() if message["kind"] in ("comment", "glyph")]
    assert [(message["kind"], message.get("text"), message.get("glyph")) for message in sent] == [
        ("comment", "forced & sad", None), ("glyph", None, "?"),
    ]  # fmt: skip
    assert replay.page.locator(".dl-unsaved").inner_text() == "unsaved"


def test_typing_in_a_comment_is_never_a_command(replay):
    replay.page.get_by_role("tab", name="Moves").click()
    replay.page.get_by_label("comment", exact=True).press_sequentially("undo")
    assert "undo" not in replay.kinds()


def test_a_comment_half_written_survives_a_redraw_and_is_sent_when_its_move_is_left(replay):
    replay.page.get_by_role("tab", name="Moves").click()
    field = replay.page.get_by_label("comment", exact=True)
    field.fill("half a sen")
    scene = replay_scene()
    scene["moves"]["line"][0]["comment"] = "changed elsewhere"
    replay.show(scene)
    field.press_sequentially("tence")
    assert field.input_value() == "half a sentence"
    scene = replay_scene()
    scene["moves"]["editor"] |= {"id": "m3", "comment": "another"}
    replay.show(scene)
    assert field.input_value() == "another"
    assert replay.sent()[-1] == {"kind": "comment", "serial": 1, "id": "m10", "text": "half a sentence"}


def test_the_exact_fraction_is_shown_on_hover_and_on_focus(replay):
    cell = replay.page.locator("[data-focus='cell:1:6-3']")
    cell.hover()
    assert replay.page.locator(".dl-detail").inner_text() == cell.get_attribute("aria-label")
    replay.page.mouse.move(5, 5)
    replay.page.locator("[data-focus='cell:1:0-0']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
        replay.page.keyboard.press(key)
    assert replay.focused() == "cell:1:1-1"  # there is no 0-1 above the diagonal
    assert replay.page.locator(".dl-detail").inner_text() == "1-1 lies open"


def test_a_cell_to_be_guessed_does_not_give_its_value_away_and_can_be_picked(replay):
    scene = replay_scene()
    scene["holdings"]["places"][0]["cells"][0] |= {
        "value": 0.25,
        "asked": True,
        "text": "?",
        "label": "0-0 with Ben: your guess?",
    }
    replay.show(scene)
    cell = replay.page.locator("[data-focus='cell:1:0-0']")
    assert "25" not in cell.evaluate("node => node.outerHTML")
    cell.click()
    assert replay.sent()[-1] == {"kind": "cell", "serial": 1, "tile": "0-0", "place": "1"}


def test_a_form_sends_what_was_filled_in(chromium):
    mounted = mount(chromium, form_scene())
    mounted.page.get_by_label("preset").select_option("block")
    mounted.page.get_by_label(re.compile("^players")).fill("3")
    mounted.page.get_by_label(re.compile("^players")).press("Tab")
    mounted.page.get_by_label(re.compile("^spinner")).uncheck()
    mounted.page.get_by_role("button", name="Ben").click()
    sent = [(message["name"], message["value"]) for message in mounted.sent() if message["kind"] == "form"]
    assert sent == [("preset", "block"), ("players", 3), ("spinner", False), ("answer", "b")]
    mounted.page.context.close()


# ---- living together


def test_jup_24_two_boards_on_a_page_do_not_disturb_each_other(chromium):
    mounted = mount(chromium, table_scene(), table_scene(serial=7))
    second = mounted.boards.nth(1)
    second.locator("[data-tile='4-3']").click()
    assert mounted.sent(0) == []
    assert mounted.sent(1) == [{"kind": "choose", "serial": 7, "tile": "4-3"}]
    assert mounted.boards.nth(0).locator(".dl-ghost").count() == 0
    mounted.page.context.close()


def test_jup_08_a_thousand_redraws_leave_no_elements_and_no_listeners_behind(board):
    scenes = [table_scene(serial=1), table_scene(serial=2, row=ROW[1:], anchor=2)]
    count = "document.querySelectorAll('*').length"
    board.show(scenes[0])
    before = board.page.evaluate(count)
    board.page.evaluate(
        "scenes => { for (let i = 0; i < 1000; i += 1) models[0].show({...scenes[i % 2], edition: i}); models[0].show(scenes[0]); }",
        scenes,
    )
    assert board.page.evaluate(count) == before
    assert board.page.evaluate("models[0].listeners.size") == 1


def test_jup_22_no_frame_without_its_tiles_is_painted_while_the_board_is_redrawn(board):
    least = board.page.evaluate(
        """scenes => new Promise(done => {
          const seen = [];
          let left = 20;
          const frame = () => {
            seen.push(document.querySelectorAll(".dl-line .dl-tile").length);
            if (left === 0) { done(Math.min(...seen)); return; }
            left -= 1;
            setTimeout(() => models[0].show({...scenes[left % 2], edition: left}));
            requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame); })""",
        [table_scene(serial=1), table_scene(serial=2, row=ROW[1:], anchor=2)],
    )
    assert least == len(ROW) - 1


def test_closing_a_view_removes_it_and_its_listeners(board):
    board.page.evaluate("models[0].cleanup()")
    assert board.page.locator(".dominolab").count() == 0
    assert board.page.evaluate("models[0].listeners.size") == 0


def test_jup_25_every_selector_of_the_style_sheet_begins_with_dominolab(board):
    selectors = board.page.evaluate(
        """css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); const found = [];
      const walk = rules => { for (const rule of rules) { if (rule.selectorText) found.push(...rule.selectorText.split(/,(?![^(]*\\))/)); if (rule.cssRules) walk(rule.cssRules); } };
      walk(sheet.cssRules); return found.map(text => text.trim()); }""",
        stylesheet(),
    )
    assert len(selectors) > 80
    assert [selector for selector in selectors if not selector.startswith(".dominolab")] == []


def test_nothing_is_fetched_from_anywhere():
    assert (
        re.findall(
            r"https?://(?!www\.w3\.org)\S+|\bimport\s*\(|\bimport .* from|@import|url\(", front_end() + stylesheet()
        )
        == []
    )


# ---- everyone


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["moves", "holdings", "why", "form", "chosen"])
def test_axe_finds_no_violations(chromium, scheme, name):
    from axe_playwright_python.sync_playwright import Axe

    scene = {"form": form_scene, "chosen": table_scene}.get(name, replay_scene)()
    scene |= {"chosen": "4-3"} if name == "chosen" else {"panel": name}
    mounted = mount(chromium, scene, color_scheme=scheme)
    found = Axe().run(mounted.page, context=".dominolab")
    assert found.violations_count == 0, found.generate_report()
    mounted.page.context.close()


@pytest.mark.parametrize(
    "make", [table_scene, long_scene, replay_scene, form_scene, lambda: random_scene(12, 3, 91, arms=True)]
)
@pytest.mark.parametrize("width", [360, 600])  # 600: a window of 1200 px at 200 % zoom
def test_nothing_sticks_out_on_a_narrow_page(chromium, make, width):
    mounted = mount(chromium, make(), width=width)
    assert mounted.page.evaluate("document.documentElement.scrollWidth") <= width
    sticking_out = mounted.page.evaluate("""() => { const edge = document.querySelector('.dominolab').getBoundingClientRect().right;
      return [...document.querySelectorAll('.dominolab button, .dominolab p, .dominolab input, .dominolab .dl-name, .dominolab .dl-scroll')]
        .filter(node => node.getBoundingClientRect().right > edge + 0.5).map(node => node.outerHTML.slice(0, 80)); }""")
    assert sticking_out == []
    mounted.page.context.close()


@pytest.mark.parametrize("make", [table_scene, replay_scene, form_scene, lambda: random_scene(12, 3, 91, arms=False)])
@pytest.mark.parametrize("width", [360, 1200])
def test_no_text_is_smaller_than_12_px(chromium, make, width):
    mounted = mount(chromium, make(), width=width)
    small = mounted.page.evaluate("""() => { const walk = document.createTreeWalker(document.querySelector('.dominolab'), NodeFilter.SHOW_TEXT); const found = [];
      while (walk.nextNode()) { const parent = walk.currentNode.parentElement; if (parent.closest('title') || !walk.currentNode.data.trim()) continue;
        const svg = parent.closest('svg.dl-graph'); const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        if (parseFloat(getComputedStyle(parent).fontSize) * scale < 12) found.push(parent.outerHTML.slice(0, 90)); } return found; }""")
    assert small == []
    mounted.page.context.close()


def test_a_table_wider_than_the_page_is_scrolled_to_the_last_tile_and_then_to_the_ghosts(chromium):
    scene = random_scene(12, 3, 91, arms=True)
    mounted = mount(chromium, scene, width=360)

    def in_view(selector):
        view = mounted.page.locator(".dl-table .dl-scroll").bounding_box()
        thing = mounted.page.locator(selector).first.bounding_box()
        return view["x"] <= thing["x"] and thing["x"] + thing["width"] <= view["x"] + view["width"]

    assert mounted.page.locator(".dl-table .dl-scroll").get_attribute("tabindex") == "0"
    assert in_view(".dl-last .dl-face")
    mounted.show(scene | {"chosen": scene["ghosts"][0]["tile"], "edition": 2})
    assert in_view(".dl-target")
    mounted.page.context.close()


def test_a_reader_who_wants_no_motion_gets_none(chromium):
    mounted = mount(chromium, table_scene(), reduced_motion="reduce")
    assert (
        mounted.page.evaluate("getComputedStyle(document.querySelector('.dl-choice svg')).transitionDuration") == "0s"
    )
    mounted.page.context.close()


def test_the_notebooks_theme_decides_between_light_and_dark(board):
    dark = "document.querySelector('.dominolab').classList.contains('dl-dark')"
    board.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    board.page.wait_for_function(dark)
    board.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    board.page.wait_for_function(f"!{dark}")
