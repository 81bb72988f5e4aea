"""The widget's Python side: what it sends, which events it hands on, what a reader is told when something goes wrong."""

from __future__ import annotations

import pytest

from dominolab.errors import DominoError
from dominolab.widgets.board import BoardWidget
from tests.widgets.scenes import table_scene


@pytest.fixture
def events():
    return []


@pytest.fixture
def widget(events):
    return BoardWidget(table_scene(serial=12), handler=events.append)


def test_an_event_for_this_position_is_handed_on(widget, events):
    widget.handle({"kind": "end", "serial": 12, "tile": "6-4", "end": "right"})
    assert events == [{"kind": "end", "serial": 12, "tile": "6-4", "end": "right"}]


def test_jup_05_an_event_for_an_earlier_position_is_answered_but_not_handed_on(widget, events):
    click = {"kind": "end", "serial": 12, "tile": "6-4", "end": "right"}
    widget.handle(click)
    widget.show(table_scene(serial=13))
    widget.handle(click)
    assert events == [click]
    assert "too late" in widget.scene["message"]


def test_steps_of_a_replay_are_never_too_late(widget, events):
    widget.handle({"kind": "next", "serial": 3})
    assert [event["kind"] for event in events] == ["next"]


def test_jup_01_an_error_in_the_handler_reaches_the_reader_and_the_caller():
    def refuse(_event):
        message = "6-4 is not in your hand"
        raise DominoError(message)

    widget = BoardWidget(table_scene(serial=1), handler=refuse)
    with pytest.raises(DominoError):
        widget.handle({"kind": "draw", "serial": 1})
    assert (widget.scene["message"], widget.scene["tone"]) == ("6-4 is not in your hand", "error")


def test_an_unexpected_error_is_told_and_kept():
    widget = BoardWidget(table_scene(serial=1), handler=lambda _event: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        widget._receive(widget, {"kind": "draw", "serial": 1}, [])
    assert "ZeroDivisionError" in widget.scene["message"]
    assert isinstance(widget.error, ZeroDivisionError)


@pytest.mark.parametrize("content", [None, "draw", [], {}, {"kind": 3}])
def test_a_message_that_is_no_event_is_ignored(widget, events, content):
    widget._receive(widget, content, [])
    assert events == []


def test_each_picture_is_one_message(widget):
    changes = []
    widget.observe(lambda change: changes.append(change["new"]["message"]), "scene")
    widget.show(table_scene(serial=13))
    widget.show(table_scene(serial=13))  # the same again must still be told: it answers something
    widget.tell("No.")
    assert changes == ["Ana to play.", "Ana to play.", "No."]


def test_jup_08_showing_makes_no_new_widgets(widget):
    from ipywidgets.widgets.widget import _instances

    before = len(_instances)
    for serial in range(20):
        widget.show(table_scene(serial=serial))
    after = len(_instances)
    assert after == before


def test_jup_09_a_saved_notebook_keeps_a_picture_and_a_readable_line(widget):
    data, _ = widget._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert data["image/svg+xml"].startswith("<svg ")
    assert "[3|1][1|1]" in data["text/plain"]


def test_jup_28_two_boards_share_nothing(widget):
    other = BoardWidget(table_scene(serial=1))
    other.tell("Only here.")
    assert widget.scene["message"] == "Ana to play."
