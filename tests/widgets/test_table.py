"""``Table``: full matches against players; undo, same deal, other seat; players that misbehave; kept on disk."""

from __future__ import annotations

import json
import shutil
import threading
from random import Random

import pytest

import dominolab as dl
from dominolab.play import runner
from tests.widgets.rounds import PRESETS, click


def first(view):
    return view.legal_moves[0]


def play_on(table, chance, actions=10_000):
    """Play the human's part by clicks until the match is over, or for so many actions."""
    for _ in range(actions):
        if table.match.over:
            return
        if table.between:
            click(table, "next_round")
            continue
        move = chance.choice(table.position.legal_moves)
        if isinstance(move, dl.Play):
            if move.end is None and table.position.line.row:
                click(table, "apart", value=str(move.tile))
            else:
                click(table, "end", tile=str(move.tile), end=move.end.value if move.end else "start")
        else:
            click(table, "draw" if isinstance(move, dl.Draw) else "pass")


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_of_every_preset_goes_on_to_the_target(name):
    rules = dl.rules(name, target=30)
    table = dl.Table(rules, ["me", *[first] * (rules.players - 1)], seed=2)
    play_on(table, Random(1))
    assert table.match.winner is not None
    assert max(table.match.scores) >= 30
    assert "Match won by" in table.widget.scene["message"]


def test_others_move_by_themselves_and_the_message_tells_what_they_did():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    assert table.position.turn == 0
    table.move(table.position.legal_moves[0])
    assert table.position.turn in (0, None) or table.between
    assert "greedy" in table.widget.scene["message"]


def test_only_the_own_tiles_are_shown():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    shown = json.dumps(table.widget.scene["hands"])
    assert not [tile for tile in table.position.hands[1] if f'"{tile}"' in shown]


def test_a_round_that_ended_waits_with_all_hands_open():
    table = dl.Table("block", ["me", "greedy"], seed=5)
    chance = Random(3)
    while not table.between:
        play_on(table, chance, 1)
    assert table.position.outcome is not None
    shown = {tile["key"] for hand in table.widget.scene["hands"] for tile in hand["tiles"]}
    assert shown == {str(tile) for hand in table.position.hands for tile in hand}
    with pytest.raises(dl.DominoError):
        table.pass_()
    table.next_round()
    assert table.position.outcome is None
    with pytest.raises(dl.DominoError, match="not over yet"):
        table.next_round()


def test_undo_goes_back_to_the_last_own_decision():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    before = table.position
    table.move(table.position.legal_moves[0])
    click(table, "undo")
    assert table.position == before
    with pytest.raises(dl.IllegalMoveError, match="no move to take back"):
        table.undo()


def test_undo_02_after_the_end_of_a_round_its_points_are_taken_back():
    table = dl.Table("block", ["me", "greedy"], seed=5)
    chance = Random(3)
    while not table.between:
        before, scores = table.match.position, table.match.scores
        play_on(table, chance, 1)
    table.undo()
    assert (table.match.position, table.match.scores, table.between) == (before, scores, False)


def test_the_same_deal_again_and_other_moves():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    start = table.position
    play_on(table, Random(4), 5)
    click(table, "again")
    assert table.position == start
    play_on(table, Random(8), 5)
    assert table.match.position.deal == start.deal or table.between


def test_the_same_deal_again_in_a_later_round_keeps_the_score():
    table = dl.Table("block", ["me", "greedy"], seed=5)
    chance = Random(3)
    while not table.between:
        play_on(table, chance, 1)
    table.next_round()
    scores, start = table.match.scores, table.position
    play_on(table, chance, 3)
    table.again()
    assert (table.match.scores, table.position) == (scores, start)


def test_a_new_match_has_other_deals():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    deal = table.position.deal
    click(table, "new")
    assert table.position.deal != deal


def test_another_seat_plays_the_same_deal():
    table = dl.Table("classic", ["me", "greedy"], seed=5)
    deal = table.position.deal
    click(table, "form", name="seat", value="1")
    assert (table.humans, table.names) == ([1], ("greedy", "You"))
    assert table.position.deal == deal
    assert table.position.turn == 1
    with pytest.raises(dl.DominoError):
        table.sit(2)


def wrong(view):
    return 1 / 0


def nonsense(view):
    return "a banana"


def cheat(view):
    return dl.Play("6-6", "left")


@pytest.mark.parametrize("player", [wrong, nonsense, cheat])
def test_a_player_that_misbehaves_is_named_and_the_match_goes_on(player):
    table = dl.Table(dl.rules("classic", target=20), ["me", player], seed=5)
    play_on(table, Random(1))
    assert table.match.over
    assert table.faults
    assert all(player.__name__ in fault for fault in table.faults)
    assert all("was played instead" in fault for fault in table.faults)


def test_jup_23_others_have_moved_when_the_click_is_done_in_limited_time_and_leave_no_thread(monkeypatch):
    def endless(view):
        while True:
            pass

    monkeypatch.setattr(runner, "TIME_LIMIT", 0.2)
    table = dl.Table("block", ["me", endless], seed=5)
    before = len(table.faults)
    click(table, "end", tile="5-0", end="left")
    assert table.position.turn == 0
    assert table.faults[before:] == ["endless made no legal move: no answer within 0.2 s. 0-0< was played instead."]
    for thread in threading.enumerate():
        if thread.name == "dominolab-player":
            thread.join(5)  # it is told to stop, not killed
    assert "dominolab-player" not in [thread.name for thread in threading.enumerate()]


def test_the_players_cannot_see_the_hidden_tiles():
    seen = []

    def spy(view):
        seen.append(view)
        return view.legal_moves[0]

    play_on(dl.Table("block", ["me", spy], seed=5), Random(1), 6)
    assert seen
    assert all(isinstance(view, dl.View) and view.seat == 1 for view in seen)


def test_hints_name_moves_their_worth_and_what_it_rests_on():
    table = dl.Table("block", ["me", "greedy"], seed=5)
    play_on(table, Random(1), 2)
    click(table, "hint")
    why = table.widget.scene["why"]
    assert any("sampled deals" in line or "exact" in line for line in why[:2])
    moves = [str(move) for move in table.position.legal_moves]
    assert {line.split(":")[0] for line in why[2:-1]} == set(moves)
    assert all("points on average" in line and "wins" in line for line in why[2:-1])
    table.move(table.position.legal_moves[0])
    assert "why" not in table.widget.scene, "a hint is for one position"


def test_undo_07_a_hint_lists_the_legal_moves_and_the_same_view_gets_the_same_hint():
    def ask():
        table = dl.Table("block", ["me", "greedy"], seed=5)
        play_on(table, Random(1), 2)
        table.hint()
        return table.widget.scene["why"]

    assert ask() == ask()


def test_jup_13_a_table_goes_on_after_a_restart(tmp_path):
    file = tmp_path / "table.json"
    table = dl.Table("classic", ["me", "greedy"], seed=5, file=file)
    play_on(table, Random(1), 25)
    again = dl.Table("classic", ["me", "greedy"], file=file)
    assert again.match == table.match
    assert (again.match.scores, again.between) == (table.match.scores, table.between)
    assert again.widget.scene["message"].startswith("Your match goes on.")


def test_save_01_scores_rounds_and_the_next_leader_are_those_of_before(tmp_path):
    file = tmp_path / "table.json"
    rules = dl.rules("askalink", target=500)
    table = dl.Table(rules, ["me", "greedy"], seed=5, file=file)
    while len(table.match.rounds) < 3:
        play_on(table, Random(len(table.match.rounds)), 1)
        again = dl.Table(rules, ["me", "greedy"], file=file)
        assert again.match == table.match, "after every action"
    again = dl.Table(rules, ["me", "greedy"], file=shutil.copy(file, tmp_path / "copy.json"))
    for one in (table, again):
        play_on(one, Random(9), 30)
    assert again.match == table.match


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "other"}',
        '{"format": "dominolab-table", "rules": "block", "moves": []}',
        '{"format": "dominolab-table", "rules": "classic", "seed": 1, "moves": ["9-9"]}',
    ],
)
def test_save_06_a_file_that_is_no_saved_table_is_refused_and_kept(tmp_path, text):
    file = tmp_path / "table.json"
    file.write_text(text)
    with pytest.raises(dl.DominoError):
        dl.Table("classic", ["me", "greedy"], file=file)
    assert file.read_text() == text


SAVED = {"format": "dominolab-table", "rules": "block", "seed": 2, "moves": [], "seats": [0, 1], "between": False}


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": "abc"},
        {"seed": None},
        {"seed": True},
        {"seed": 1.5},
        {"moves": ["zz"]},
        {"moves": [1]},
        {"moves": ["9-9"]},
        {"moves": "6-6"},
        {"moves": None},
        {"between": True},
        {"between": 1},
        {"seats": [0, 0]},
        {"seats": [[], 1]},
        {"seats": None},
        {"seats": "01"},
        {"seats": [False, True]},
    ],
)
def test_a_damaged_saved_table_names_the_file_and_what_to_do(tmp_path, wrong):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(SAVED | wrong))
    with pytest.raises(dl.DominoError, match=r"table\.json: .*; move the file away"):
        dl.Table("block", ["me", "greedy"], file=file)
    file.write_text(json.dumps(SAVED))
    assert dl.Table("block", ["me", "greedy"], file=file).humans == [0]
    file.write_text("{")
    with pytest.raises(dl.DominoError, match="move the file away"):
        dl.Table("block", ["me", "greedy"], file=file)


def test_after_a_restart_everybody_sits_where_they_sat(tmp_path):
    file = tmp_path / "table.json"
    table = dl.Table("block players=3", ["me", "greedy", "random"], seed=2, file=file)
    table.sit(1)
    table.sit(2)
    again = dl.Table("block players=3", ["me", "greedy", "random"], seed=2, file=file)
    assert (again.humans, again.names) == (table.humans, table.names) == ([2], ("greedy", "random", "You"))
    assert again.match == table.match


def test_only_a_human_alone_can_change_seats():
    with pytest.raises(dl.DominoError, match="0 seats are played by hand"):
        dl.Table("block", ["greedy", "random"], seed=1).sit(1)
    with pytest.raises(dl.DominoError, match="2 seats are played by hand"):
        dl.Table("block", ["me", "me"], seed=1).sit(1)


def test_two_humans_share_a_board_and_each_sees_only_its_own():
    table = dl.Table("block", ["me", "me"], seed=5)
    for _ in range(4):
        turn = table.position.turn
        shown = {hand["name"]: hand for hand in table.widget.scene["hands"]}
        assert shown[table.names[turn]]["hidden"] == 0
        assert shown[table.names[1 - turn]]["hidden"] > 0
        table.move(table.position.legal_moves[0])
        assert table.covered
        click(table, "uncover")


def test_players_alone_are_watched_move_by_move():
    table = dl.Table(dl.rules("partnership", target=10), ["greedy", "random", "careful", "suit-control"], seed=5)
    while not table.match.over:
        click(table, "next_round" if table.between else "step")
    assert table.match.winner is not None
    assert table.faults == []


def test_the_match_can_be_kept_as_a_record():
    table = dl.Table(dl.rules("classic", target=30), ["me", first], seed=2)
    play_on(table, Random(1))
    record = table.record()
    assert len(record.rounds) == len(table.match.rounds)
    assert record.check() == ()
    assert record.rounds[-1].ending.totals == table.match.scores


def test_players_that_do_not_fit_are_refused():
    with pytest.raises(dl.DominoError, match="2 seats"):
        dl.Table("classic", ["me"])
    with pytest.raises(dl.DominoError, match="no player"):
        dl.Table("classic", ["me", "gredy"])
