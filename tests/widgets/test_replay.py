"""``Replay``: a record with its variations, comments and chances; edited, saved, and nothing lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import dominolab as dl
from tests.widgets.rounds import click, random_round


def recorded(seed=6, rules="classic", rounds=2):
    record = dl.Record(rules, players={0: "Ana María", 1: "Ben"})
    for n in range(rounds):
        record.add(random_round(record.rules, seed=seed + n)[-1])
    return record


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "game.domino"
    dl.write([recorded(1), recorded(6), recorded(11)], path)
    return path


@pytest.fixture
def replay():
    return dl.Replay(recorded())


def branch_point(replay):
    """Go to a point where another move than the recorded one is legal; return that move."""
    replay.look("open")
    for index in range(replay.count):
        replay.scrub(index)
        played = replay.node.next.move
        others = [move for move in replay.table.legal_moves if isinstance(move, dl.Play) and move != played]
        if others:
            return others[0]
    raise AssertionError


def test_rounds_can_be_chosen_and_names_and_scores_are_shown(replay):
    click(replay, "form", name="round", value="2")
    assert replay.widget.scene["title"] == "Ana María – Ben, round 2"
    notes = [hand["note"] for hand in replay.widget.scene["hands"]]
    assert all("point" in note for note in notes)
    assert replay.index == 0


def test_every_step_has_the_hidden_tiles_as_the_seat_saw_them(replay):
    replay.look(0)
    for index in range(replay.count):
        replay.scrub(index)
        answer = dl.holdings(replay.record.rounds[0].views(0)[index])
        cells = {tuple(cell["pair"]): cell["value"] for cell in replay.widget.scene["holdings"]["places"][0]["cells"]}
        for tile in answer.marginals:
            if tile not in answer.view.hand:
                assert cells[tile.low, tile.high] == float(answer.probability(tile, 1))


def test_what_is_tried_out_becomes_a_variation_of_the_record(replay):
    other = branch_point(replay)
    at = replay.index
    replay.move(other)
    assert replay.unsaved
    assert len(replay.record.rounds[0].actions[at].alternatives) == 1
    assert [button["kind"] for button in replay.widget.scene["moves"]["editor"]["buttons"]] == [
        "save",
        "promote",
        "remove",
    ]
    click(replay, "remove")
    assert not replay.unsaved
    assert replay.index == at


def test_a_variation_can_become_the_main_line(replay):
    other = branch_point(replay)
    at = replay.index
    replay.move(other)
    click(replay, "promote")
    assert replay.record.rounds[0].actions[at].move == other
    assert not replay.branched
    assert (replay.index, replay.count) == (at + 1, at + 1)


def test_comments_and_signs_are_edited_by_events(replay):
    replay.scrub(2)
    name = replay.widget.scene["moves"]["editor"]["id"]
    click(replay, "comment", id=name, text="keeps } both [4s] <b>")
    click(replay, "glyph", id=name, glyph="?!")
    action = replay.record.rounds[0].actions[1]
    assert (action.comment, action.glyph) == ("keeps } both [4s] <b>", "?!")
    assert replay.widget.scene["moves"]["editor"]["note"] == "unsaved"
    (again,) = dl.parse(str(replay.record))
    assert again.rounds[0].actions[1].comment == "keeps } both [4s] <b>"
    with pytest.raises(dl.DominoError):
        click(replay, "glyph", id=name, glyph="???")
    with pytest.raises(dl.DominoError, match="no longer there"):
        click(replay, "comment", id="n999", text="x")


def test_a_comment_on_the_start_is_kept_and_a_sign_there_is_refused(replay):
    replay.first()
    replay.comment("a deal with six doubles")
    assert dl.parse(str(replay.record))[0].rounds[0].root.comment == "a deal with six doubles"
    with pytest.raises(dl.DominoError, match="the start is no move"):
        replay.glyph("!")


def test_editing_words_keeps_commands_also_unknown_ones(replay):
    action = replay.record.rounds[0].actions[0]
    action.comments = ["[%wp 0.58] old words [%new x]"]
    replay.scrub(1)
    replay.comment("new words")
    assert action.comments == ["[%wp 0.58] [%new x] new words"]
    replay.comment("")
    assert action.comments == ["[%wp 0.58] [%new x]"]


def test_the_graph_shows_written_chances_and_leads_to_their_moves(replay):
    for n, action in enumerate(replay.record.rounds[0].actions):
        action.set_command("wp", 0.5 + 0.01 * (n % 9))
    replay.record.rounds[0].actions[3].glyph = "??"
    replay.scrub(4)
    graph = replay.widget.scene["graph"]
    assert len(graph["points"]) == replay.count
    assert [point["id"] for point in graph["points"] if point.get("current")] == [graph["points"][3]["id"]]
    assert graph["points"][3]["bad"]
    click(replay, "goto", id=graph["points"][0]["id"])
    assert replay.index == 1


@pytest.mark.parametrize("wp", ["1.5", "-0.1", "nan", "x", ""])
def test_chances_that_are_none_are_not_drawn(replay, wp):
    for action in replay.record.rounds[0].actions:
        action.comments = [f"[%wp {wp}]"]
    replay.first()
    assert "graph" not in replay.widget.scene


def test_edited_saved_and_opened_again_nothing_is_lost(path):
    replay = dl.Replay(path)
    other = branch_point(replay)
    at = replay.index
    replay.move(other)
    replay.comment("what if?")
    replay.main_line()
    replay.next()
    replay.comment("as played")
    click(replay, "save")
    assert not replay.unsaved
    assert replay.widget.scene["tone"] == "good"
    again = dl.Replay(path)
    action = again.record.rounds[0].actions[at]
    assert action.comment == "as played"
    assert [(one.move, one.comment) for one in action.alternatives] == [(other, "what if?")]
    assert str(again.record) == str(replay.record)


def test_saving_keeps_the_other_matches_of_the_file(path):
    first, second, third = dl.read_all(path)
    replay = dl.Replay(second)
    replay.next()
    replay.comment("only here")
    replay.save()
    kept = list(dl.read_all(path))
    assert [str(kept[0]), str(kept[2])] == [str(first), str(third)]
    assert kept[1].rounds[0].actions[0].comment == "only here"


def test_two_replays_of_one_file_each_save_their_own_match(path):
    first, second, _ = dl.read_all(path)
    one, two = dl.Replay(first), dl.Replay(second)
    for replay in (one, two):
        replay.next()
        replay.comment("a comment\nof several lines")
        replay.save()
    assert [record.rounds[0].actions[0].comment for record in dl.read_all(path)][:2] == [
        "a comment\nof several lines"
    ] * 2


def test_a_file_changed_by_somebody_else_is_not_overwritten(path):
    replay = dl.Replay(path)
    replay.next()
    replay.comment("mine")
    dl.write(recorded(20), path)
    theirs = path.read_text()
    with pytest.raises(dl.DominoError, match="changed by somebody else"):
        replay.save()
    assert path.read_text() == theirs
    assert replay.unsaved
    replay.save(path.with_name("mine.domino"))
    assert not replay.unsaved


def test_an_existing_file_of_another_name_is_not_overwritten(path, tmp_path):
    other = tmp_path / "other.domino"
    other.write_text("keep me")
    replay = dl.Replay(path)
    with pytest.raises(dl.DominoError, match="exists already"):
        replay.save(other)
    assert other.read_text() == "keep me"


def test_a_record_without_a_file_asks_for_a_name(replay, tmp_path):
    replay.next()
    replay.comment("new")
    with pytest.raises(dl.DominoError, match="give a file"):
        replay.save()
    click(replay, "form", name="file", value=str(tmp_path / "new.domino"))
    assert dl.read(tmp_path / "new.domino") == replay.record


def test_jup_13_after_a_lost_kernel_what_was_not_saved_is_named_and_can_be_taken_up(path):
    replay = dl.Replay(path)
    replay.next()
    replay.comment("lost?")
    again = dl.Replay(path)  # another kernel: the file, and a draft beside it
    assert again.record.rounds[0].actions[0].comment == ""
    assert "not saved" in again.widget.scene["message"]
    click(again, "take_up")
    assert again.record.rounds[0].actions[0].comment == "lost?"
    assert again.unsaved
    again.save()
    assert "not saved" not in dl.Replay(path).widget.scene["message"]
    assert dl.read(path).rounds[0].actions[0].comment == "lost?"
    assert list(path.parent.iterdir()) == [path], "no draft is left"


def test_unsaved_changes_can_be_thrown_away(path):
    replay = dl.Replay(path)
    replay.next()
    replay.comment("never mind")
    again = dl.Replay(path)
    click(again, "throw_away")
    assert list(path.parent.iterdir()) == [path]
    assert "not saved" not in dl.Replay(path).widget.scene["message"]


def test_a_record_that_only_one_seat_knows_is_replayed_from_there():
    view = random_round(dl.rules("classic"), seed=6)[-1].view(0)
    record = dl.Record("classic")
    record.set_tag("View", "A")
    record.add(view)
    replay = dl.Replay(record)
    assert 0 in replay.reel.eyes
    replay.look(0)
    for index in range(replay.count + 1):
        replay.scrub(index)
    assert replay.table.hand == view.hand


def test_a_faulty_record_says_what_is_wrong_and_can_still_be_replayed():
    (record,) = dl.parse(str(recorded(rounds=1)).replace("[Player A", "[Bad tag\n[Player A"))
    assert record.problems
    replay = dl.Replay(record)
    assert "problem" in replay.widget.scene["form"]["text"]
    replay.last()
    replay.first()


def test_names_and_comments_from_strangers_stay_text(replay):
    replay.next()
    replay.comment("<img src=x onerror=alert(1)>")
    data, _ = replay._repr_mimebundle_()
    assert "<img" not in data["image/svg+xml"]


def test_a_draft_does_not_overwrite_what_was_written_into_the_file_since(path):
    replay = dl.Replay(path)
    replay.next()
    replay.comment("draft words")
    first, *others = dl.read_all(path)
    first.rounds[0].actions[3].comments = ["teacher's remark"]
    dl.write([first, *others], path)
    theirs = path.read_text()
    again = dl.Replay(path)
    assert "changed since" in again.widget.scene["message"]
    click(again, "take_up")
    with pytest.raises(dl.DominoError, match="save under another name"):
        again.save()
    assert path.read_text() == theirs
    again.back()
    again.comment("and more")
    assert "changed since" in dl.Replay(path).widget.scene["message"], "still kept, still told"
    other = path.with_name("mine.domino")
    click(again, "form", name="file", value=str(other))
    assert "draft words" in other.read_text()
    assert sorted(one.name for one in path.parent.iterdir()) == ["game.domino", "mine.domino"]
    again.comment("on it goes")
    again.save()


def test_a_draft_follows_its_match_when_another_is_put_before_it(path):
    replay = dl.Replay(list(dl.read_all(path))[1])
    replay.next()
    replay.comment("about the second")
    matches = list(dl.read_all(path))
    dl.write([recorded(30), *matches], path)
    for place, match in enumerate(dl.read_all(path)):
        again = dl.Replay(match)
        assert ("not saved" in again.widget.scene["message"]) == (place == 2)
        if place == 2:
            again.take_up()
            again.save()
    texts = [str(match) for match in dl.read_all(path)]
    assert texts[:2] + texts[3:] == [str(recorded(30)), str(matches[0]), str(matches[2])]
    assert "about the second" in texts[2]
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_no_file_to_save_to(path, tmp_path):
    with pytest.raises(dl.DominoError, match="exists already"):
        dl.Replay(path).save(tmp_path)


LET_STAND = """[Domino "1"]
[Rules "block set_size=2 hand_size=2 first_lead=random opening_tile=any"]
[View "A"]

== 1 lead A
deal A 2-2 1-0
deal B ?x2
A 2-2  B pass~  A pass
end broken
"""


@pytest.fixture
def wrong_pass(tmp_path):
    game = Path(__file__).parents[2] / "notebooks" / "games" / "spinner-wrong-pass.domino"
    return dl.read(shutil.copy(game, tmp_path))


def test_a_wrong_pass_hides_no_tiles_from_then_on(wrong_pass):
    replay = dl.Replay(wrong_pass, eye=0)
    follower = dl.HoldingsView(replay)
    round_ = wrong_pass.rounds[0]
    assert round_.let_stand
    for index, view in enumerate(round_.views(0)[: replay.count + 1]):
        replay.scrub(index)
        answer = dl.holdings(view, let_stand=round_.let_stand)
        assert follower.answer.count == answer.count
        for scene in (replay.widget.scene, follower.widget.scene):
            assert f"{answer.count:,} deal" in scene["holdings"]["note"]


def test_a_pass_that_was_let_stand_proves_nothing_to_who_follows():
    (record,) = dl.parse(LET_STAND)
    replay = dl.Replay(record, eye=0)
    follower = dl.HoldingsView(replay)
    replay.last()
    assert follower.answer.count == dl.holdings(record.rounds[0].views(0)[2], let_stand={1}).count == 6
    follower.view = record.rounds[0].views(0)[2]
    assert follower.answer.count == 1, "a view by itself tells of nothing let stand"


def test_in_a_branch_only_what_was_wrong_before_it_is_let_stand(wrong_pass):
    replay = dl.Replay(wrong_pass, eye=0)
    wrong = sorted(replay.record.rounds[0].let_stand)
    replay.scrub(wrong[0] + 1)
    assert replay.let_stand == {wrong[0]}
    replay.scrub(wrong[0])
    move = next(move for move in replay.table.legal_moves if move != replay.node.next.move)
    replay.move(move)
    assert replay.branched
    assert replay.let_stand == frozenset()


def test_a_draft_about_which_nobody_decided_is_not_written_over(path):
    replay = dl.Replay(path)
    replay.next()
    replay.comment("lost?")
    again = dl.Replay(path)
    again.scrub(2)
    again.comment("another")
    third = dl.Replay(path)
    third.take_up()
    assert third.record.rounds[0].actions[0].comment == "lost?"
    again.save()
    assert "changed since" in dl.Replay(path).widget.scene["message"], "still there, for another name"
    again.throw_away()
    assert list(path.parent.iterdir()) == [path]
