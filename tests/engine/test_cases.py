"""Faults and disputes that people reported in other programs (tests/cases/reported.jsonl), each with the right outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dominolab as dl

CASES = {
    case["id"]: case
    for case in map(
        json.loads, (Path(__file__).parent.parent / "cases" / "reported.jsonl").read_text("utf-8").splitlines()
    )
}
ENDS = {"L": "left", "R": "right", "N": "up", "S": "down"}
PRESET_OF = {
    "seed000": "classic",
    "seed001": "hidden-two",
    "seed002": "askalink",
    "seed003": "common",
    "seed003_puerto_rico": "puerto-rico",
}


def ids(*kinds):
    return [name for name, case in CASES.items() if case["kind"] in kinds and name not in READINGS]


# Cases that follow a reading which no option of design/rules.md has; each with the reason.
READINGS = {
    "TIE-05": "breaks ties by the lightest tile; the rule texts know share, nobody and blocker only (nobody is tested)",
    "TIE-08": "pays whoever caused the block whatever the counts; all five texts pay the lowest count (tested)",
    "TIE-09": "a tie costs the third player his own pips: no text has negative pay at a block",
    "TIE-10": "pays every pair of hands the difference: no text has it (the lowest hand's pay is tested)",
    "SCORE-11": "adds the boneyard's pips to the pay: no text has it (the pay without it is tested)",
}


def rules_of(case, players, preset=None, **more):
    given = case["rules"]
    name = preset or given["preset"]
    if name == "askalink" and case["id"].startswith("SPIN"):
        name = "askalink-spinner"  # the case file's own convention
    options = {**given.get("options", {}), **more}
    options.pop("players", None)
    return dl.rules(name, players=players, **options)


def position_of(case, preset=None, **more):
    setup = case["setup"]
    rules = rules_of(case, len(setup["hands"]), preset, **more)
    hands = [[tuple(tile) for tile in hand] for hand in setup["hands"]]
    yard = [tuple(tile) for tile in setup["boneyard"]]
    return dl.setup(rules, [tuple(tile) for tile in setup["line"]], hands, yard, setup["turn"])


def only_pass(position):
    return position.legal_moves == (dl.Pass(),)


def do(position, action):
    """One recorded action; the file leaves out the pass after limited draws."""
    if action[0] != "pass":
        while only_pass(position):
            position = position.pass_()
    if action[0] == "play2":
        left, right = (tuple(tile) for tile in action[1:])
        return position.play(left, "left").play(right, "right")
    if action[0] == "play":
        if not position.line.row:
            return position.play(tuple(action[1]))
        if position.legal_moves == (dl.Play(tuple(action[1])),):
            return position.play(tuple(action[1]))  # Double Draw's last tile, written as a play on the right
        return position.play(tuple(action[1]), ENDS[action[2]])
    return position.draw() if action[0] == "draw" else position.pass_()


def finished(position):
    """All passes that end a blocked round."""
    while position.outcome is None and only_pass(position):
        position = position.pass_()
    return position


def per_seat(outcome, rules):
    side = [seat % 2 if rules.partners else seat for seat in range(rules.players)]
    points = [outcome.points[s] for s in side]
    winners = [seat for seat in range(rules.players) if side[seat] in outcome.winners]
    return winners, points


def moves_of(legal):
    found = []
    for move in legal:
        if isinstance(move, dl.Play):
            code = {v: k for k, v in ENDS.items()}[move.end.value] if move.end else "R"
            found.append(("play", (move.tile.low, move.tile.high), code))
        else:
            found.append(("draw",) if isinstance(move, dl.Draw) else ("pass",))
    return sorted(found, key=str)


def expected_moves(listed):
    return sorted((tuple(tuple(sorted(p)) if isinstance(p, list) else p for p in move) for move in listed), key=str)


def check_result(position, expected):
    outcome = finished(position).outcome
    winners, points = per_seat(outcome, position.rules)
    assert {"domino": "out"}.get(expected["end"], expected["end"]) == outcome.kind
    assert winners == expected["winners"]
    assert points == expected["points"]
    assert list(outcome.pips) == expected["pips"]


@pytest.mark.parametrize("name", [n for n in ids("position", "replay") if n not in ("DRAW-01", "DD-08")])
def test_position_or_replay(name):
    case = CASES[name]
    expected = case["expected"]
    position = position_of(case)
    for action in case["actions"]:
        position = do(position, action)
    if expected.get("to_move", position.turn) != position.turn:
        assert only_pass(position)
        position = position.pass_()
    check_table(name, position, expected)
    if "result" in expected:
        check_result(position, expected["result"])


def check_table(name, position, expected):
    if "over" in expected:
        assert (("blocked" if position.blocked else None) or position.over) == expected["over"]
    if "to_move" in expected:
        assert position.turn == expected["to_move"]
    if expected.get("legal") == [["pass"]]:
        assert only_pass(position)
    elif "legal" in expected:
        assert moves_of(position.legal_moves) == expected_moves(expected["legal"])
    if "hands" in expected:
        hands = [{dl.Tile(tuple(tile)) for tile in hand} for hand in expected["hands"]]
        assert [set(hand) for hand in position.hands] == hands
    if "boneyard_left" in expected:
        assert len(position.boneyard) == expected["boneyard_left"]
    if name == "DD-02":  # there a last tile changes the ends; here it lies apart
        return
    if "ends" in expected:
        shown = {end.value: n for end, n in position.ends.items()}
        assert shown == {ENDS[e]: n for e, n in expected["ends"].items()}
    if "line" in expected:
        assert [list(placed) for placed in position.line] == expected["line"]


def test_DRAW_01_drawing_with_a_playable_tile():  # noqa: N802 - named after the case
    case = CASES["DRAW-01"]
    for seed, legal in case["expected"]["legal_by_preset"].items():
        assert moves_of(position_of(case, PRESET_OF[seed]).legal_moves) == expected_moves(legal)


def test_DD_08_a_tile_that_fits_both_ends():  # noqa: N802
    position = position_of(CASES["DD-08"])
    assert position.legal_moves == (dl.Play("2-1", "left"),)
    assert position.play("2-1", "left").legal_moves == (dl.Play("4-2", "right"),)


def test_BLK_06_pays_by_each_scoring():  # noqa: N802
    expected = CASES["BLK-06"]["expected"]["points_by_score_option"]
    for scoring, key in (("others_minus_own", "sum_minus_own"), ("others", "sum_others"), ("all", "all_pips")):
        position = do(position_of(CASES["BLK-06"], scoring=scoring), CASES["BLK-06"]["actions"][0])
        assert list(finished(position).outcome.points) == expected[key]


def test_BLK_08_the_dead_line_ends_the_round_where_agreed():  # noqa: N802
    case = CASES["BLK-08"]
    expected = case["expected"]["if_dead_line_is_called"]
    position = position_of(case, dead_line="end")
    for action in case["actions"][: expected["at_action"] + 1]:
        position = do(position, action)
    assert position.outcome.kind == "blocked"
    assert list(position.outcome.pips) == expected["pips"]
    assert position.outcome.points[expected["winner"]] == expected["points"]


@pytest.mark.parametrize("name", ["TIE-03", "TIE-04"])
def test_a_tie_pays_nobody_where_agreed(name):
    position = position_of(CASES[name], tie="nobody")
    for action in CASES[name]["actions"]:
        position = do(position, action)
    assert list(finished(position).outcome.points) == CASES[name]["expected"]["points_tie_nobody"]


def test_TIE_12_going_out_wins_against_a_hand_worth_nothing():  # noqa: N802
    position = position_of(CASES["TIE-12"], double_blank=13)
    for action in CASES["TIE-12"]["actions"]:
        position = do(position, action)
    assert list(position.outcome.points) == CASES["TIE-12"]["expected"]["points_blank_13"]


def test_SCORE_07_the_double_blank_turns_the_result():  # noqa: N802
    position = position_of(CASES["SCORE-07"], double_blank=0)
    for action in CASES["SCORE-07"]["actions"]:
        position = do(position, action)
    assert list(finished(position).outcome.pips) == CASES["SCORE-07"]["expected"]["pips_blank_0"]


def test_SPIN_01_four_ends_at_once_as_a_house_rule():  # noqa: N802
    position = position_of(CASES["SPIN-01"], spinner="at_once")
    assert sorted(position.ends.values()) == [4, 4, 4, 4]
    assert len(position.legal_moves) == 4


def test_ORI_07_two_different_results():  # noqa: N802
    expected = CASES["ORI-07"]["expected"]
    position = position_of(CASES["ORI-07"])
    assert list(position.play("3-2", "left").ends.values()) == expected["after_L"]
    assert list(position.play("3-2", "right").ends.values()) == expected["after_R"]
    with pytest.raises(dl.DominoError, match="name one"):
        position.play("3-2")


def test_DD_15_the_other_reading_is_an_option():  # noqa: N802
    position = position_of(CASES["DD-15"], dead_line="play_on")
    assert list(position.play("5-3").outcome.points) == CASES["DD-15"]["expected"]["other_reading_points"]


SCORED = [
    (name, key) for name in ("TIE-01", "TIE-06", "SCORE-03a", "DD-14") for key in CASES[name]["rules"]["by_preset"]
]


@pytest.mark.parametrize(("name", "key"), SCORED)
def test_score(name, key):
    case = CASES[name]
    setup, given = case["setup"], case["rules"]["by_preset"][key]
    hands = [[tuple(tile) for tile in hand] for hand in setup["final_hands"]]
    options = {k: v for k, v in given["options"].items() if k != "players"}
    rules = dl.rules(given["preset"], players=len(hands), **options)
    outcome = dl.score(rules, hands, out=setup["player_out"], last=setup.get("last_player"))
    winners, points = per_seat(outcome, rules)
    expected = case["expected"][key]
    if isinstance(expected, int):
        assert points[setup["player_out"]] == expected
    else:
        assert (winners, points) == (expected["winners"], expected["points"])


def test_TIE_05_nobody_wins_a_tie_in_common():  # noqa: N802 - its other keys break ties by the lightest tile
    hands = [[tuple(t) for t in hand] for hand in CASES["TIE-05"]["setup"]["final_hands"]]
    assert dl.score(dl.rules("common"), hands).points == (0, 0)


def test_TIE_06_equal_totals_and_then_the_highest_double_leads():  # noqa: N802
    rules = dl.rules("puerto-rico")
    tied = dl.setup(rules, "1-1", ["3-3", "6-0"]).pass_().pass_()
    assert tied.outcome.winners == ()
    following = dl.next_deal(tied, seed=3)
    doubles = [tile for hand in following.hands for tile in hand if tile.is_double]
    assert following.opening == max(doubles)
    assert following.opening in following.hands[following.leader]


def test_TIE_08_the_lowest_count_wins_whoever_blocked():  # noqa: N802
    expected = CASES["TIE-08"]["expected"]
    hands = ["6-6 5-3", "5-4"]  # 20 and 9 pips
    minus_own = dl.score(dl.rules("common"), hands, last=0)
    others = dl.score(dl.rules("common", scoring="others"), hands, last=0)
    assert list(minus_own.points) == expected["lowest_wins_option_sum_minus_own"]
    assert list(others.points) == expected["lowest_wins_option_sum_others"]


def test_TIE_10_the_lowest_of_four_hands():  # noqa: N802
    hands = ["4-1", "5-4", "6-6 5-3", "6-5 6-3"]  # 5, 9, 20, 20 pips
    outcome = dl.score(dl.rules("common", players=4), hands)
    assert list(outcome.points) == CASES["TIE-10"]["expected"]["sum_minus_own"]


def test_SCORE_02_the_winner_takes_the_others_pips():  # noqa: N802
    hands = ["6-0", "", "6-6 5-5 4-1"]  # 6, 0, 27 pips
    for scoring in ("others_minus_own", "others", "all"):
        rules = dl.rules("common", players=3, scoring=scoring)
        assert list(dl.score(rules, hands, out=1).points) == CASES["SCORE-02"]["expected"]["points"]


def test_SCORE_11_the_boneyard_is_not_counted():  # noqa: N802
    outcome = dl.score(dl.rules("common"), ["", "4-3"], out=0)
    assert outcome.points[0] == CASES["SCORE-11"]["expected"]["without_stock"]


def test_SCORE_12_the_award_goes_to_the_right_pair_for_every_seat():  # noqa: N802
    rules = dl.rules("partnership")
    signs = []
    for seat in range(4):
        hands = ["" if i == seat else "6-6" if i == (seat + 1) % 4 else "1-0" for i in range(4)]
        outcome = dl.score(rules, hands, out=seat)
        signs.append(1 if outcome.winners == (0,) else -1)
    assert signs == CASES["SCORE-12"]["expected"]["correct"]


def test_SCORE_17_the_losers_pips_count_when_a_round_ends_by_going_out():  # noqa: N802
    assert list(dl.score(dl.rules("classic"), ["", "3-2 6-6"], out=0).points) == [17, 0]


TESTED_ELSEWHERE = {"TIE-01", "TIE-06", "SCORE-02", "SCORE-03a", "SCORE-12", "SCORE-14", "SCORE-17", "DD-14"}


def test_every_positional_replay_and_scoring_case_is_tested_or_has_a_reason():
    mine = set(ids("position", "replay")) | TESTED_ELSEWHERE | set(READINGS)
    kinds = ("position", "replay", "score")
    assert {name for name, case in CASES.items() if case["kind"] in kinds} == mine
