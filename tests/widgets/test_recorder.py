"""``Recorder``: a real game followed by clicking or typing."""

from __future__ import annotations

import pytest

import dominolab as dl
from tests.widgets.rounds import PRESETS, click, random_round


def begin_by_clicks(recorder, position, leader):
    """Pick the dealt hand and the leader as a reader does."""
    for tile in position.deal.dealt[recorder.seat]:
        click(recorder, "choose", tile=str(tile))
    click(recorder, "form", name="leader", value=str(leader))
    click(recorder, "begin")


def typed(event, seat):
    """Return an action as it is typed."""
    if isinstance(event.move, dl.Draw):
        return f"+{event.tile}" if event.seat == seat else "+"
    return str(event.move)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "double-draw"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_typed_in_is_the_game_that_was_seen(name, seat):
    positions = random_round(dl.rules(name), seed=3)
    recorder = dl.Recorder(dl.rules(name), seat)
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    for later in positions[1:]:
        recorder.enter(typed(later.event, seat))
        assert recorder.view.log == later.view(seat).log
        assert recorder.view.hand == later.view(seat).hand
        assert recorder.view.line == later.line
    assert [str(action) for action in recorder.record.rounds[0].actions] == [
        f"<{'ABCD'[e.seat]} {'+?' if e.tile is None and isinstance(e.move, dl.Draw) else e.move if e.tile is None else f'+{e.tile}'}>"
        for e in positions[-1].view(seat).log
    ]


@pytest.mark.parametrize("name", ["classic", "askalink-spinner", "block", "vietnamese"])
def test_a_game_clicked_in_is_the_game_that_was_seen(name):
    positions = random_round(dl.rules(name), seed=4)
    recorder = dl.Recorder(name, 0)
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    for later in positions[1:]:
        move = later.event.move
        if isinstance(move, dl.Play):
            click(recorder, "choose", tile=str(move.tile))
            click(recorder, "end", tile=str(move.tile), end=move.end.value if move.end else "start")
        else:
            click(recorder, "draw" if isinstance(move, dl.Draw) else "pass")
            if recorder.drawing:
                click(recorder, "choose", tile=str(later.event.tile))
    assert recorder.view.log == positions[-1].view(0).log


def test_the_tiles_offered_for_another_seat_are_those_it_may_lay():
    positions = random_round(dl.rules("classic"), seed=6)
    at = next(n for n, position in enumerate(positions) if position.turn == 1 and n > 4)
    recorder = dl.Recorder("classic", 0)
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    for later in positions[1 : at + 1]:
        recorder.enter(typed(later.event, 0))
    tray = next(hand for hand in recorder.widget.scene["hands"] if hand["seat"] == "turn")
    ends = set(positions[at].ends.values())
    assert {tile["key"] for tile in tray["tiles"]} == {str(t) for t in recorder.view.unseen if t.numbers & ends}


def test_the_hidden_tiles_stand_beside_it():
    positions = random_round(dl.rules("classic"), seed=6)
    recorder = dl.Recorder("classic", 0, names=["Ana", "Ben"])
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    for later in positions[1:8]:
        recorder.enter(typed(later.event, 0))
    assert f"{dl.holdings(positions[7].view(0)).count:,} deal" in recorder.widget.scene["holdings"]["note"]


def test_what_cannot_be_is_refused_and_nothing_is_lost():
    recorder = dl.Recorder("classic", 0)
    with pytest.raises(dl.DominoError, match="first begin"):
        recorder.enter("6-6")
    with pytest.raises(dl.DominoError):
        recorder.begin("6-6", leader=0)
    recorder.begin("6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=0)
    recorder.enter("6-6")
    for wrong in ("6-6", "5-4", "5-5", "7-7", "hello", "A 6-5", "+3-0", "6-1^"):
        before = recorder.view
        with pytest.raises(dl.DominoError):
            recorder.enter(wrong)
        assert recorder.view == before


def test_an_own_draw_asks_for_the_tile():
    recorder = dl.Recorder("classic", 0)
    recorder.begin("5-5 5-4 4-1 3-0 2-2 2-0 1-1", leader=1)
    recorder.enter("6-6")
    click(recorder, "draw")
    assert recorder.phase == "draw"
    assert recorder.widget.scene["message"] == "Which tile did you draw?"
    click(recorder, "choose", tile="6-3")
    assert dl.Tile("6-3") in recorder.view.hand
    assert recorder.phase == "turn"


def test_undo_takes_back_entry_by_entry_to_picking_the_hand():
    recorder = dl.Recorder("classic", 0)
    recorder.begin("6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=0)
    recorder.enter("6-6")
    recorder.enter("6-5")
    for _ in range(3):
        click(recorder, "undo")
    assert recorder.phase == "hand"
    assert len(recorder.picked) == 7
    with pytest.raises(dl.DominoError, match="nothing has been entered"):
        recorder.undo()


def test_hands_shown_at_the_end_are_picked_and_a_next_round_begins(tmp_path):
    positions = random_round(dl.rules("block"), seed=5)
    recorder = dl.Recorder("block", 0, file=tmp_path / "real.domino")
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    for later in positions[1:]:
        recorder.enter(typed(later.event, 0))
    assert recorder.phase == "show"
    for tile in positions[-1].hands[1]:
        click(recorder, "choose", tile=str(tile))
    assert recorder.view.shown == ((1, tuple(positions[-1].hands[1])),) or not positions[-1].hands[1]
    click(recorder, "next_round")
    assert recorder.phase == "hand"
    second = random_round(dl.rules("block"), seed=6)
    begin_by_clicks(recorder, second[0], second[0].deal.leader)
    recorder.enter(typed(second[1].event, 0))
    record = dl.read(tmp_path / "real.domino")
    assert [len(round_) for round_ in record.rounds] == [len(positions) - 1, 1]


def test_jup_13_it_is_saved_after_every_action_and_goes_on_after_a_restart(tmp_path):
    file = tmp_path / "real.domino"
    positions = random_round(dl.rules("classic"), seed=6)
    recorder = dl.Recorder("classic", 0)
    begin_by_clicks(recorder, positions[0], positions[0].deal.leader)
    recorder.enter(typed(positions[1].event, 0))
    click(recorder, "form", name="file", value=str(file))
    for later in positions[2:9]:
        recorder.enter(typed(later.event, 0))
    again = dl.Recorder("classic", 0, file=file)
    assert again.view.log == recorder.view.log
    assert again.view.hand == recorder.view.hand
    for later in positions[9:]:
        again.enter(typed(later.event, 0))
    assert again.view.log == positions[-1].view(0).log
    replay = dl.Replay(file)
    replay.look(0)
    replay.last()
    assert replay.table.line == positions[-1].line


def test_an_existing_file_is_not_overwritten(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("keep me")
    recorder = dl.Recorder("classic", 0)
    with pytest.raises(dl.DominoError, match="exists already"):
        recorder.save(file)
    assert file.read_text() == "keep me"


def test_a_stale_click_picks_nothing():
    recorder = dl.Recorder("classic", 0)
    event = {"kind": "choose", "serial": recorder.widget.serial, "tile": "6-6"}
    recorder.widget.handle(event)
    recorder.widget.handle(event)
    assert recorder.picked == [dl.Tile("6-6")]


def test_a_spectator_records_without_a_hand():
    positions = random_round(dl.rules("block"), seed=5)
    recorder = dl.Recorder("block", None)
    recorder.begin(leader=positions[0].deal.leader)
    for later in positions[1:]:
        recorder.enter(typed(later.event, None))
    assert recorder.view.log == positions[-1].view(None).log


def test_double_draw_with_its_first_tile():
    positions = random_round(dl.rules("double-draw"), seed=5)
    deal = positions[0].deal
    recorder = dl.Recorder("double-draw", 0)
    for tile in deal.dealt[0]:
        click(recorder, "choose", tile=str(tile))
    [begin] = recorder.scene()["actions"]
    assert (begin["enabled"], begin["reason"]) == (False, "Say which tile was turned up.")
    [_, field, _] = recorder.scene()["form"]["fields"]
    assert (field["name"], len(field["options"])) == ("set_tile", 1 + 28 - len(deal.dealt[0]))
    click(recorder, "form", name="set_tile", value=str(deal.set_tile))
    click(recorder, "form", name="leader", value=str(deal.leader))
    click(recorder, "begin")
    assert recorder.view.line == positions[0].line
    for later in positions[1:]:
        recorder.enter(typed(later.event, 0))
    assert recorder.view.log == positions[-1].view(0).log
