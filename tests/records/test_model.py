"""The data of a record: tags, players, the tree, commands, rounds made from play, tables."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.records import Ending, Round, Setup

TEXT = """[Domino "1"]
[Rules "classic players=2 target=100"]
[Players "A=Ana B=Ben"]
[Player B "Ben the 2nd"]
[View "A"]

== 1 lead A
deal A 6-6 6-0 6-2 5-5 5-3 3-1 4-2
deal B ?x7
A 6-6  B +? 6-5<  A 5-5<!? {[%wp 0.58] keeps the 6} (A 6-2> {more room} B 5-4<)
B 5-4<  A 6-2>  B 5-2>  A 5-3>  B 3-2>  A 4-2>  B 4-0<  A 6-0<  B +? 4-3>  A 3-1>
show B 1-1 3-0 2-2
end out A +9 (9 0)"""


@pytest.fixture
def record():
    [record] = dl.parse(TEXT)
    assert record.problems == ()
    return record


def test_the_example_of_the_specification_reads_without_problems(record):
    [round_] = record.rounds
    assert len(round_) == 15
    assert (round_.number, round_.setup.leader, round_.ending) == (1, 0, Ending("out", {0: 9}, (9, 0)))
    assert str(record) == TEXT


def test_tags_and_players(record):
    assert record.players == {0: "Ana", 1: "Ben the 2nd"}
    assert (record.view, record.tag("Rules"), record.tag("Nothing")) == ("A", "classic players=2 target=100", None)
    record.set_tag("Date", "2026.03.14")
    record.set_tag("Date", "2026.03.15")
    record.set_tag("View", None)
    record.set_players({0: "Ana María", 1: "Ben"})
    assert [tag.name for tag in record.tags] == ["Domino", "Rules", "Date", "Players", "Player A"]
    assert dl.parse(str(record))[0].players == {0: "Ana María", 1: "Ben"}


def test_next_variations_and_path(record):
    root = record.rounds[0].root
    third = record.rounds[0].actions[3]
    assert root.next.text == "6-6"
    assert third.text == "5-5<"
    assert [a.text for a in third.parent.variations] == ["5-5<", "6-2>"]
    assert [a.text for a in third.alternatives] == ["6-2>"]
    assert [a.text for a in third.alternatives[0].next.path] == ["6-6", "+?", "6-5<", "6-2>", "5-4<"]
    assert sum(1 for _ in root.walk()) == 17


def test_promote_makes_a_variation_the_main_line(record):
    third = record.rounds[0].actions[3]
    node = third.parent
    node.promote(third.alternatives[0])
    assert [a.text for a in record.rounds[0].actions] == ["6-6", "+?", "6-5<", "6-2>", "5-4<"]
    node.promote(third)
    assert str(record) == TEXT


def test_remove_takes_a_line_away(record):
    third = record.rounds[0].actions[3]
    third.parent.remove(third.alternatives[0])
    assert "(" not in str(record).splitlines()[9]


def test_add_variation_from_text(record):
    last = record.rounds[0].actions[-1]
    added = last.parent.add_variation("A 3-1>")
    assert added.parent is last.parent
    assert last.parent.add_variation("+3-3").seat == 0  # the seat of the main line
    for bad in ("", "A", "A 19-9", "+?x3", "A B 6-5", "hello"):
        with pytest.raises(dl.RecordError):
            last.parent.add_variation(bad)


def test_check_follows_what_was_edited(record):
    assert record.check() == ()
    record.rounds[0].actions[-1].parent.add_variation("A 6-6<")
    assert [p.code for p in record.check()] == ["on-table"]


def test_commands_and_comments(record):
    action = record.rounds[0].actions[3]
    assert (action.glyph, action.comment, action.commands) == ("!?", "keeps the 6", {"wp": "0.58"})
    action.set_command("ev", "+3.2")
    action.set_command("wp", 0.6)
    assert action.commands == {"wp": "0.6", "ev": "+3.2"}
    assert action.comment == "keeps the 6"
    action.set_command("wp")
    assert action.commands == {"ev": "+3.2"}
    with pytest.raises(dl.RecordError, match="no glyph"):
        action.glyph = "???"


def test_positions_only_where_all_tiles_are_known(record):
    [round_] = record.rounds
    assert round_.positions == ()
    assert round_.position_at(round_.root) is None


def test_views_know_what_the_seat_knew(record):
    [round_] = record.rounds
    views = round_.views(0)
    assert len(views) == 16
    observed = dl.observe(record.rules, seat=0, hand="6-6 6-0 6-2 5-5 5-3 3-1 4-2", leader=0, opening="6-6")
    assert views[0] == observed
    assert views[2] == observed.play(0, "6-6").draw(1)
    assert views[-1].outcome.points == (9, 0)
    assert views[-1].shown == ((1, dl.observe(record.rules, 1, "1-1 2-2 3-0 4-4 5-0 5-1 6-1").dealt[:3]),)
    assert round_.views(None)[5].hand == dl.Hand()
    assert round_.views("A") == round_.views(0)
    with pytest.raises(dl.RecordError, match="tiles of B"):
        round_.views(1)
    with pytest.raises(dl.RecordError, match="seats go from"):
        round_.views(2)


def test_a_view_inside_a_variation(record):
    [round_] = record.rounds
    branch = round_.actions[3].alternatives[0]
    assert str(round_.view_at(branch, 0).line) == "5-6 6-6 6-2"
    assert str(round_.view_at(round_.root, 0).line) == ""


def test_to_frame_has_one_row_an_action(record):
    frame = record.to_frame()
    assert len(frame) == 15
    assert frame.iloc[3].to_dict() == {
        "round": 1, "action": 4, "seat": "A", "player": "Ana", "kind": "play", "tile": "5-5", "end": "left", "glyph": "!?",
        "comment": "keeps the 6", "%wp": "0.58", "line": 10, "column": 21,
    }  # fmt: skip
    assert list(dl.Record().to_frame().columns)[:3] == ["round", "action", "seat"]


def test_played_rounds_become_a_match_with_running_scores():
    match = dl.Match(dl.rules("classic", target=60), seed=5)
    while not match.over:
        match = match.move(match.position.legal_moves[0])
    record = dl.Record(match.rules)
    for finished in match.rounds:
        record.add(finished.position)
    assert record.rounds[-1].ending.totals == match.scores
    assert record.check() == ()
    [again] = dl.parse(str(record))
    assert [r.positions[-1] for r in again.rounds] == [r.position for r in match.rounds]
    assert dl.Match.resume(match.rules, [r.positions[-1] for r in again.rounds], seed=5).scores == match.scores


def test_a_record_may_start_anywhere():
    text = (
        '[Domino "1"]\n[Rules "askalink-spinner reserve=2"]\n\n== 4\ndeal A 6-1 5-5\ndeal B ?x3\nyard 2-1 3-3 4-4\n'
        "line 4-6 6-6 6-5 / ^ 6-2 / v\nturn B\nscores 20 3\npasses 1\nB 2-0^  A 5-5>\nend broken (20 3)"
    )
    [record] = dl.parse(text)
    assert record.problems == ()
    setup = record.rounds[0].setup
    assert (setup.row, setup.up, setup.down, setup.turn, setup.scores, setup.passes) == (
        ((4, 6), (6, 6), (6, 5)), ((6, 2),), (), 1, (20, 3), 1,
    )  # fmt: skip
    view = record.rounds[0].views(0)[-1]
    assert str(view.line) == "4-6 6-6 6-5 5-5 / ^ 6-2 2-0"
    assert str(dl.parse(str(record))[0]) == str(record)


def test_a_given_position_is_recorded_and_read_back():
    rules = dl.rules("classic", players=2)
    position = dl.setup(rules, "6-6 6-5 5-1", ["5-4 3-1", "2-2 1-1"], "4-0", turn=0).play("3-1")
    record = dl.Record(rules)
    record.add(position)
    assert dl.parse(str(record))[0].rounds[0].positions[-1] == position


def test_redeal_is_a_round_without_play():
    text = '[Domino "1"]\n[Rules "classic"]\n\n== 1\nredeal\n\n== 1 lead A\nA 6-6\nend broken'
    [record] = dl.parse(text)
    assert record.problems == ()
    assert record.rounds[0].ending == Ending("redeal")


def test_passes_that_only_remain_to_be_made_may_be_left_out():
    rules = dl.rules("block", set_size=2, hand_size=2, first_lead="random", opening_tile="any")
    position = dl.start(dl.Deal(rules, ["2-2 0-0", "1-1 1-0"], leader=0)).play("2-2")
    record = dl.Record(rules)
    record.add(position)
    assert record.rounds[0].ending == Ending("blocked")
    record.rounds[0].ending = Ending("blocked", {0: 3}, (3, 0))
    assert record.check() == ()
    record.rounds[0].ending = Ending("blocked", {0: 4}, (4, 0))
    assert [p.code for p in record.check()] == ["wrong-score"]


def test_tiles_and_signs_that_people_write():
    text = '[Domino "1"]\n[Rules "common"]\n\n== 1 lead A\ndeal A 65 5-6 0|1 1:2 [3|3] 4–4 2-2\ndeal B: ?x7\nA: 21\nB 2|6>\nend broken\n'
    [record] = dl.parse(text.replace("65 5-6", "65 5-4"))
    assert [str(t) for t in record.rounds[0].setup.dealt[0]] == ["6-5", "5-4", "1-0", "2-1", "3-3", "4-4", "2-2"]
    assert [a.text for a in record.rounds[0].actions] == ["2-1", "6-2>"]
    assert record.problems == ()
    assert dl.parse(text)[0].problems[0].code == "dealt-twice"


def test_an_end_may_be_left_out_where_it_makes_no_difference():
    [record] = dl.parse('[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA 6-6  B 6-5  A 5-1\nend broken')
    assert [a.text for a in record.rounds[0].actions] == ["6-6", "6-5<", "5-1<"]


def test_large_sets_have_two_digits():
    [record] = dl.parse(
        '[Domino "1"]\n[Rules "classic players=4 set_size=12"]\n\n== 1 lead A\nA 12-12  B 12-10<\nend broken'
    )
    assert record.problems == ()
    assert record.rounds[0].actions[1].text == "12-10<"


def test_windows_lines_a_byte_order_mark_and_tabs_change_nothing():
    assert dl.parse("\ufeff" + TEXT.replace("\n", "\r\n").replace("  ", "\t"))[0] == dl.parse(TEXT)[0]


def test_records_compare_by_what_is_written():
    assert dl.Record("block") == dl.Record("block")
    assert dl.Record("block") != dl.Record("classic")
    assert dl.Record("block") != "block"
    with pytest.raises(TypeError):
        hash(dl.Record())


def test_rules_that_do_not_exist_raise_only_when_asked_for():
    [record] = dl.parse('[Domino "1"]\n[Rules "nonsense"]\n\n== 1 lead A\nA 6-6  B 6-5\nend broken')
    assert [p.code for p in record.problems] == ["unknown-rules"]
    assert len(record.rounds[0]) == 2
    assert str(dl.parse(str(record))[0]) == str(record)
    for ask in (lambda: record.rules, lambda: record.rounds[0].views(0)):
        with pytest.raises(dl.RecordError):
            ask()
    with pytest.raises(dl.RecordError):
        _ = Round(Setup()).rules


def test_the_caller_decides_whether_a_file_without_matches_is_wrong(tmp_path):
    (tmp_path / "empty.domino").write_text("\n\n")
    assert list(dl.read_all(tmp_path / "empty.domino")) == []
    with pytest.raises(dl.RecordError, match="no match"):
        dl.read(tmp_path / "empty.domino")
    with pytest.raises(OSError, match="No such file"):
        dl.read(tmp_path / "nowhere.domino")
