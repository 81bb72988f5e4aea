"""The static picture: escaped, free of ids, readable by a screen reader, and drawn from the scene alone."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree as ET

import pytest

from dominolab.show.layout import comfortable_width
from dominolab.show.scene import Scene
from dominolab.show.svg import scene_svg, scene_text
from tests.show.lines import LONG_LINE, grow
from tests.widgets.scenes import ROW, form_scene, long_scene, random_scene, replay_scene, table_scene

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "</title><script>alert(1)</script>\"'&"


def drawn(scene):
    return ET.fromstring(scene_svg(scene))  # noqa: S314 - our own text


def of_class(tree, name):
    return [node for node in tree.iter() if name in node.get("class", "").split()]


@pytest.mark.parametrize(
    "make", [table_scene, long_scene, replay_scene, form_scene, lambda: random_scene(12, 2, 91, arms=True)]
)
def test_the_picture_is_well_formed_and_has_no_ids_and_no_links(make):
    tree = drawn(make())
    names = {name for node in tree.iter() for name in node.attrib}
    assert not [name for name in names if name == "id" or "href" in name or name.startswith("on")]
    assert not [node for node in tree.iter() if node.tag in (SVG + "script", SVG + "image", SVG + "foreignObject")]


def test_jup_25_every_selector_begins_with_dominolab():
    style = drawn(table_scene()).find(SVG + "style").text
    selectors = re.findall(r"([^{}]+)\{", style)
    assert len(selectors) > 15
    assert {text for text in selectors if not text.startswith(".dominolab")} == {"@media (prefers-color-scheme:dark)"}
    assert all(part.startswith(".dominolab") for text in selectors if text[0] == "." for part in text.split(","))


def test_text_from_strangers_is_escaped_everywhere():
    scene = table_scene()
    scene |= {"title": EVIL, "subtitle": EVIL, "message": EVIL, "language": EVIL}
    for hand in scene["hands"]:
        hand |= {"name": EVIL, "note": EVIL, "label": EVIL}
        for tile in hand["tiles"]:
            tile["label"] = EVIL
    scene["boneyard"] |= {"label": EVIL, "note": EVIL}
    scene["table"]["label"] = scene["table"]["text"] = EVIL
    for thing in (*scene["table"]["tiles"], *scene["table"]["ends"]):
        thing["label"] = EVIL
    assert "<script" not in scene_svg(scene)
    assert drawn(scene).find(SVG + "title").text == EVIL


def test_characters_that_xml_cannot_hold_become_a_mark():
    scene = table_scene() | {"title": "Ana\x00\x1b[31m\ud800"}
    assert drawn(scene).find(SVG + "title").text == "Ana\ufffd\ufffd[31m\ufffd"


def test_a_screen_reader_gets_a_title_a_description_and_a_label():
    tree = drawn(table_scene())
    assert tree.get("role") == "img"
    assert tree.find(SVG + "title").text == "Ana – Ben, round 2"
    assert "[3|1][1|1]" in tree.find(SVG + "desc").text
    assert "Ana to play." in tree.get("aria-label")


def test_it_follows_the_readers_light_or_dark():
    assert "@media (prefers-color-scheme:dark)" in scene_svg(table_scene())


def test_every_tile_is_drawn_with_all_its_pips():
    tree = drawn(table_scene(hand=[]))
    assert len(of_class(tree, "face")) == len(ROW)
    assert len(of_class(tree, "pip")) == sum(map(sum, ROW))


def test_numbers_from_ten_up_are_written():
    tree = drawn(table_scene(row=[(12, 9), (9, 10)], anchor=0, hand=[]))
    assert [node.text for node in of_class(tree, "numeral")] == ["12", "10"]
    assert len(of_class(tree, "pip")) == 18


def test_what_can_be_played_has_a_bar_and_the_last_tile_a_fold():
    tree = drawn(table_scene())
    assert len(of_class(tree, "legal")) == len(of_class(tree, "under")) == 3
    assert len(of_class(tree, "not")) == 2
    assert len(of_class(tree, "last")) == len(of_class(tree, "fold")) == 1


def test_the_spinner_is_marked():
    assert len(of_class(drawn(table_scene(spinner=3)), "spinner")) == 1


def test_no_text_is_smaller_than_12_px():
    sizes = re.findall(r"font-size[:=]\"?([\d.]+)", scene_svg(random_scene(12, 2, 91, arms=True)))
    assert sizes
    assert min(map(float, sizes)) >= 12


def test_lay_05_and_lay_06_an_empty_line_and_an_empty_hand_are_drawn():
    for scene in (
        table_scene(row=[], hand=[]),
        table_scene(hand=[]),
        Scene(serial=0, language="en", words={}, message=""),
    ):
        assert drawn(scene).tag == SVG + "svg"


def test_lay_11_the_text_form_shows_the_line_as_it_lies():
    text = scene_text(table_scene(row=[(2, 3), (3, 5)], anchor=0, hand=[(5, 1)]))
    assert "[2|3][3|5]" in text.splitlines()
    assert "Ana: 5-1 (to play · 35 points)" in text.splitlines()


def test_jup_17_the_work_of_a_picture_grows_with_its_tiles_and_not_with_their_square():
    row, *_ = grow(12, 2, 80, arms=False)

    def work(tiles):
        """Count calls: unlike seconds they are the same on every machine."""
        calls = [0]
        sys.setprofile(lambda *_: calls.__setitem__(0, calls[0] + 1))
        try:
            width = comfortable_width(tiles, arms=False)
            scene_svg(table_scene(row=row[:tiles], anchor=0, hand=[], width=width))
        finally:
            sys.setprofile(None)
        return calls[0]

    few, some, many = map(work, (20, 40, 80))
    assert len(row) == 80
    # Twice as many tiles more are twice the work; they would be four times as much if it were the square.
    assert many - some < 2.2 * (some - few)


def test_the_picture_has_room_for_all_it_shows():
    tree = drawn(long_scene())
    width, height = float(tree.get("width")), float(tree.get("height"))
    assert len(of_class(tree, "face")) == len(LONG_LINE) + 1
    spots = [
        re.findall(r"-?[\d.]+", node.get("transform", "")) for node in tree.iter(SVG + "g") if "class" in node.attrib
    ]
    assert all(0 <= float(x) + 300 <= 2 * width and float(y) <= height for x, y in spots)
