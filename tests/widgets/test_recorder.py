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


RULES = "block set_size=3 hand_size=4"


def begun(file, **more):
    """Return a recorder with one action, and a file to which somebody has added words and another match."""
    recorder = dl.Recorder(RULES, 0, names=["Ana María", "Ben"], file=file, **more)
    recorder.begin("3-3 3-2 1-1 2-0", leader=0)
    recorder.enter("3-3")
    record = dl.read(file)
    record.set_tag("Date", "2026.11.30")
    record.comments = ["played at school"]
    action = record.rounds[0].actions[0]
    action.comments, action.glyph = ["bold!"], "!"
    record.rounds[0].root.comments = ["cold hands"]
    dl.write([record, dl.Record("classic", players={0: "Other"})], file)
    return recorder


def test_a_file_opened_again_keeps_all_that_was_in_it(tmp_path):
    file = tmp_path / "real.domino"
    begun(file)
    before, other = dl.read_all(file)
    again = dl.Recorder(RULES, 0, file=file)
    assert again.names == ("Ana María", "Ben")
    again.enter("3-1")
    after, kept = dl.read_all(file)
    assert str(kept) == str(other)
    assert after.tags == before.tags
    assert after.comments == ["played at school"]
    assert after.rounds[0].root.comments == ["cold hands"]
    first, second = after.rounds[0].actions
    assert (first.comments, first.glyph, str(second)) == (["bold!"], "!", "<B 3-1<>")
    again.undo()
    again.undo()
    again.enter("3-3")
    assert list(dl.read_all(file)) == [before, other]


def test_a_variation_and_an_ending_written_by_hand_stay(tmp_path):
    file = tmp_path / "real.domino"
    begun(file)
    text = file.read_text().replace(
        "A 3-3! {bold!}", "A 3-3  B 3-1< (B 3-0< {or} A 2-0< B pass (B 2-1<))  A 1-1<  B pass"
    )
    text = text.replace("end broken", "end broken {then it rained}")
    file.write_text(text)
    again = dl.Recorder(RULES, 0, file=file)
    again.enter("3-2")
    round_ = dl.read(file).rounds[0]
    assert [str(one) for one in round_.actions] == ["<A 3-3>", "<B 3-1<>", "<A 1-1<>", "<B pass>", "<A 3-2>>"]
    [other] = round_.actions[1].alternatives
    assert (other.comments, [str(one) for one in other.line()]) == (["or"], ["<A 2-0<>", "<B pass>"])
    assert len(other.next.variations[0].alternatives) == 1
    assert round_.closing == ["then it rained"]
    with_names = dl.Recorder(RULES, 0, names=["Ana", "Ben"], file=file)
    with_names.enter("2-2")
    assert dl.read(file).players == {0: "Ana", 1: "Ben"}


@pytest.mark.parametrize(
    ("change", "seat", "told"),
    [
        (lambda text: text, None, "recorded from seat A: open it with seat=0"),
        (lambda text: text, 1, "recorded from seat A: open it with seat=0"),
        (lambda text: text.replace('[View "A"]\n', ""), 0, "tells every hand: open it with Replay"),
        (lambda text: text.replace('[View "A"]', '[View "none"]'), 0, "by a spectator: open it with seat=None"),
        (lambda text: text.replace('[View "A"]', '[View "moon"]'), 0, "'moon', which is no seat"),
        (lambda text: text.replace("end broken", "B 9-9 what A 3-2>"), 0, "line 14, column 3: .*Mend the file first"),
        (lambda _: "", 0, "holds no match"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_and_stays_as_it_is(tmp_path, change, seat, told):
    file = tmp_path / "real.domino"
    begun(file)
    file.write_text(change(file.read_text()))
    before = file.read_text()
    with pytest.raises(dl.DominoError, match=told):
        dl.Recorder(RULES, seat, file=file)
    assert file.read_text() == before


def test_a_mistake_at_the_table_does_not_shut_the_file(tmp_path):
    file = tmp_path / "real.domino"
    recorder = dl.Recorder(RULES, 0, file=file)
    recorder.begin("3-3 3-2 1-1 2-0", leader=0)
    for typed_in in ("3-3", "pass", "3-2>", "3-1<"):  # B held the 3-1 when it passed
        recorder.enter(typed_in)
    assert [problem.code for problem in dl.read(file).problems] == ["late-revoke"]
    assert dl.Recorder(RULES, 0, file=file).view.log == recorder.view.log


def test_two_recorders_of_one_file_do_not_overwrite_each_other(tmp_path):
    file = tmp_path / "real.domino"
    begun(file)
    one, two = dl.Recorder(RULES, 0, file=file), dl.Recorder(RULES, 0, file=file)
    one.enter("3-1")
    before = file.read_text()
    with pytest.raises(dl.DominoError, match="changed by somebody else"):
        two.enter("3-0")
    assert file.read_text() == before
    two.save(tmp_path / "mine.domino")
    assert len(dl.read(tmp_path / "mine.domino").rounds[0]) == 2


@pytest.mark.parametrize("name", PRESETS)
def test_at_every_action_of_a_match_the_file_can_be_opened_again(tmp_path, name):
    rules, file = dl.rules(name), tmp_path / "real.domino"
    recorder = dl.Recorder(rules, 1, file=file)
    for seed in (3, 4):
        positions = random_round(rules, seed=seed)
        if recorder.views:
            recorder.next_round()
        recorder.set_tile = positions[0].deal.set_tile
        recorder.begin(positions[0].deal.dealt[1], positions[0].deal.leader)
        for n, later in enumerate(positions[1:]):
            recorder.enter(typed(later.event, 1))
            if n % 7 == seed:
                recorder = dl.Recorder(rules, 1, file=file)
        assert recorder.view.log == positions[-1].view(1).log
    assert len(dl.Recorder(rules, 1, file=file).finished) == 1


def test_a_slip_at_the_first_tile_spoils_nothing():
    recorder = dl.Recorder("classic", 0)
    recorder.begin("6-6 5-5 4-4 3-3 2-2 1-1 0-0", leader=0)
    for wrong in ("6-5", "5-5<", "A 9-9"):
        with pytest.raises(dl.DominoError):
            recorder.enter(wrong)
    assert recorder.view.start.opening is None
    recorder.enter("6-6")
    assert str(recorder.view.line) == "6-6"


@pytest.mark.parametrize("seat", [7, -1, 2])
def test_a_seat_that_is_not_there_is_refused(seat):
    with pytest.raises(dl.DominoError, match="seats go from 0 to 1; a spectator takes seat=None"):
        dl.Recorder("classic", seat)


def test_after_a_mistake_at_the_table_the_tiles_are_counted_without_it():
    recorder = dl.Recorder(RULES, 0)
    recorder.begin("3-3 3-2 1-1 2-0", leader=0)
    for typed_in in ("3-3", "pass", "3-2>", "3-1<"):  # B held the 3-1 when it passed
        recorder.enter(typed_in)
    assert "holdings" in recorder.widget.scene
    assert recorder.widget.scene["why"][0].startswith("no deal fits event 4 (B 3-1<)")
