"""``Stepper``: every point of a round, from any chair, with branches."""

from __future__ import annotations

import json

import pytest

import dominolab as dl
from tests.widgets.rounds import PRESETS, click, random_round


@pytest.fixture
def positions():
    return random_round(dl.rules("classic"), seed=6)


@pytest.fixture
def stepper(positions):
    return dl.Stepper(positions[-1])


def test_undo_08_first_next_and_last_show_the_prefixes(stepper, positions):
    stepper.first()
    assert stepper.index == 0
    for position in positions:
        assert stepper.table == position
        click(stepper, "next")
    assert stepper.index == stepper.count == len(positions) - 1
    click(stepper, "back")
    assert stepper.table == positions[-2]
    click(stepper, "scrub", index=3)
    assert stepper.table == positions[3]
    click(stepper, "last")
    assert stepper.table == positions[-1]


def test_stepping_beyond_an_end_stays_there(stepper):
    stepper.last()
    stepper.next()
    assert stepper.index == stepper.count
    stepper.scrub(-5)
    assert stepper.index == 0


def test_a_seat_sees_only_its_own_tiles(stepper, positions):
    stepper.look(0)
    stepper.scrub(5)
    assert stepper.table == positions[5].view(0)
    shown = json.dumps(stepper.widget.scene["hands"])
    assert not [tile for tile in positions[5].hands[1] if f'"{tile}"' in shown]


def test_the_move_list_hides_what_others_drew(stepper, positions):
    stepper.look(0)
    texts = [move["text"] for move in stepper.widget.scene["moves"]["line"]]
    for event, text in zip(positions[-1].history, texts, strict=True):
        if isinstance(event.move, dl.Draw):
            assert text == (f"A +{event.tile}" if event.seat == 0 else "B +?")


def test_another_move_is_a_branch_and_one_comes_back(stepper, positions):
    at = next(n for n, position in enumerate(positions) if len(position.legal_moves) > 1)
    stepper.scrub(at)
    played = positions[at + 1].event.move
    other = next(move for move in positions[at].legal_moves if move != played)
    stepper.move(other)
    assert stepper.branched
    assert stepper.table == positions[at].move(other)
    assert stepper.widget.scene["message"].startswith("You left the round here: a branch.")
    assert stepper.widget.scene["controls"]["extra"][0]["kind"] == "main"
    click(stepper, "main")
    assert (stepper.index, stepper.table, stepper.branched) == (at, positions[at], False)
    stepper.last()
    assert stepper.table == positions[-1]


def test_a_branch_stays_in_the_list_and_can_be_clicked(stepper, positions):
    at = next(n for n, position in enumerate(positions) if len(position.legal_moves) > 1)
    stepper.scrub(at)
    other = next(move for move in positions[at].legal_moves if move != positions[at + 1].event.move)
    stepper.move(other)
    branch = stepper.node
    stepper.main_line()
    name = next(
        move["variations"][0][0]["id"] for move in stepper.widget.scene["moves"]["line"] if "variations" in move
    )
    click(stepper, "goto", id=name)
    assert stepper.node is branch


def test_the_next_move_of_the_round_is_no_branch(stepper, positions):
    stepper.scrub(3)
    stepper.move(positions[4].event.move)
    assert not stepper.branched
    assert stepper.index == 4


def test_a_deal_is_played_on_from_its_start():
    stepper = dl.Stepper(dl.deal(dl.rules("classic"), seed=7))
    click(stepper, "end", tile="6-6", end="start")
    assert (stepper.index, stepper.count, stepper.branched) == (1, 1, False)


def test_a_view_can_be_stepped_through(positions):
    view = positions[12].view(1)
    stepper = dl.Stepper(view)
    assert stepper.table == view
    for n in range(13):
        stepper.scrub(n)
        assert stepper.table.log == positions[n].view(1).log
        assert stepper.table.hand == positions[n].view(1).hand
    with pytest.raises(dl.DominoError, match="cannot be seen"):
        stepper.look("open")


@pytest.mark.parametrize("name", PRESETS)
def test_a_record_of_every_preset_can_be_stepped_through_from_every_chair(name):
    rules = dl.rules(name)
    positions = random_round(rules, seed=9)
    record = dl.Record(rules)
    record.add(positions[-1])
    before = str(record)
    stepper = dl.Stepper(record)
    for eye in ("open", 0, 1, "spectator"):
        stepper.look(eye)
        for n, position in enumerate(positions):
            stepper.scrub(n)
            assert stepper.table.line == position.line
    branch = next((n for n, position in enumerate(positions) if len(position.legal_moves) > 1), None)
    if branch is not None:
        stepper.look("open")
        stepper.scrub(branch)
        for move in positions[branch].legal_moves:
            stepper.scrub(branch)
            stepper.move(move)
    assert str(record) == before, "trying out moves must not change the record"


def test_steps_are_never_too_late_but_moves_are(stepper):
    stepper.first()
    stepper.widget.handle({"kind": "next", "serial": -1})
    assert stepper.index == 1
    stepper.widget.handle({"kind": "draw", "serial": -1})
    assert stepper.index == 1


def test_whoever_follows_is_called_after_each_step(stepper):
    calls = []
    stepper.follow(lambda: calls.append(stepper.index))
    stepper.first()
    stepper.next()
    assert calls == [0, 1]


def test_something_else_cannot_be_stepped_through():
    with pytest.raises(dl.DominoError, match="can be stepped through"):
        dl.Stepper("classic")
