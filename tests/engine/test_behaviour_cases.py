"""Reported cases about who leads, matches, sets, chains and refused moves; named after their ids."""
# ruff: noqa: N802 - the tests are named after the cases

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

import dominolab as dl
from dominolab.engine import law
from dominolab.engine.match import match_winners
from tests.engine.test_cases import CASES, do, position_of


def out_round(rules, winner):
    """A finished round that seat 0 led and ``winner`` went out of."""
    hands = [f"{6 - seat}-0" if seat != winner else "1-0" for seat in range(rules.players)]
    position = dl.setup(rules, "1-1", hands, turn=winner).play("1-0", "left")
    return replace(position, start=replace(position.start, leader=0))


def test_LEAD_01_later_rounds_are_led_as_agreed():
    expected = CASES["LEAD-01"]["expected"]
    seed = 5
    for how, key in (("winner", "winner_leads"), ("rotate", "rotate"), ("same_player", "last_leader_again")):
        rules = dl.rules("common", players=4, next_lead=how, hand_size=1)
        assert dl.next_deal(out_round(rules, winner=2), seed).leader == expected[key]


def test_LEAD_02_a_tied_block_has_a_rule_for_the_lead():
    for after, leader in (("same_player", 1), ("rotate", 2)):
        rules = dl.rules("askalink", players=4, hand_size=1, lead_after_tie=after)
        tied = dl.setup(rules, "1-1", ["3-3", "6-0", "4-2", "5-4"], turn=1)
        while tied.outcome is None:
            tied = tied.draw() if dl.Draw() in tied.legal_moves else tied.pass_()
        assert tied.outcome.winners == ()
        assert dl.next_deal(tied, seed=1).leader == leader


def test_LEAD_03_highest_double_among_all_hands():
    """The case asks for a call among the tied players only; no rule text has it: the call asks everybody."""
    hands = tuple(dl.Hand(text).mask for text in ("2-2 1-0", "4-1", "6-6"))
    assert law.called(hands, doubles=True) == dl.Tile("6-6").number


@pytest.mark.parametrize("name", ["LEAD-05a", "LEAD-05b", "LEAD-05c"])
def test_LEAD_05_the_highest_double_opens(name):
    hands = tuple(dl.Hand([tuple(t) for t in hand]).mask for hand in CASES[name]["setup"]["hands"])
    seat, tile = CASES[name]["expected"]["highest_double_rule"]
    found = law.called(hands, doubles=True)
    assert (law.holder(hands, found), found) == (seat, dl.Tile(tuple(tile)).number)


def test_LEAD_06_equal_pips_the_higher_number_is_called_first():
    case = CASES["LEAD-06"]
    hands = tuple(dl.Hand([tuple(t) for t in hand]).mask for hand in case["setup"]["hands"])
    found = law.called(hands, doubles=False)
    assert found == dl.Tile(tuple(case["expected"]["recommended"]["tile"])).number
    assert law.holder(hands, found) == case["expected"]["recommended"]["player"]


def test_LEAD_09_odd_or_even_is_not_quite_fair():
    chances = dl.lead_chances(dl.rules("common", first_lead="odd_even"))
    assert chances == {0: Fraction(32, 63), 1: Fraction(31, 63)}
    three = dl.lead_chances(dl.rules("common", players=3, first_lead="draw_sum"))
    four = dl.lead_chances(dl.rules("common", players=4, first_lead="draw_sum"))
    assert sorted(three.values()) == sorted([Fraction(61, 182), Fraction(121, 364), Fraction(121, 364)])
    assert sorted(four.values()) == sorted([Fraction(341, 1365), *[Fraction(1024, 4095)] * 3])


def test_LEAD_10_the_winner_leads_and_a_tie_calls_the_highest_double():
    rules = dl.rules("puerto-rico", hand_size=1)
    assert dl.next_deal(out_round(rules, winner=1), seed=1).leader == 1
    tied = dl.setup(dl.rules("puerto-rico"), "1-1", ["3-3", "6-0"]).pass_().pass_()
    assert dl.next_deal(tied, seed=1).opening.is_double


def test_LEAD_11_the_called_tile_is_led_in_a_normal_turn():
    position = dl.start(dl.deal(dl.rules("classic"), seed=4))
    assert position.legal_moves == (dl.Play(position.deal.opening),)
    after = position.play(position.deal.opening)
    assert sorted(map(len, after.hands)) == [6, 7]
    assert after.turn == (position.turn + 1) % 2


def test_LEAD_12_no_double_deals_again():
    for seed in range(300):
        deal = dl.deal(dl.rules("classic", hand_size=2), seed)
        assert any(tile.is_double for hand in deal.hands for tile in hand)


def test_LEAD_14_whether_the_called_tile_must_be_led_is_an_option():
    hands = ["6-6 1-0", "5-5 3-2"]
    yard = dl.TileSet(6) - dl.Hand("6-6 1-0 5-5 3-2")
    forced = dl.start(dl.Deal(dl.rules("classic", hand_size=2), hands, yard, 0, "6-6"))
    free = dl.start(dl.Deal(dl.rules("classic", hand_size=2, opening_tile="any"), hands, yard, 0, "6-6"))
    assert forced.legal_moves == (dl.Play("6-6"),)
    assert free.legal_moves == (dl.Play("1-0"), dl.Play("6-6"))


def test_LEAD_15_later_rounds_by_preset():
    assert dl.rules("classic").next_lead == "same_call"
    assert dl.rules("hidden-two").next_lead == "same_call"
    assert dl.rules("askalink").next_lead == "winner"
    assert dl.rules("common").next_lead == "rotate"
    assert dl.rules("puerto-rico").next_lead == "winner"
    assert dl.rules("double-draw").next_lead == "rotate"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_BLK_14_a_block_takes_one_pass_of_every_player(players):
    hands = ["6-6", "5-5", "4-4", "3-3"][:players]
    position = dl.setup(dl.rules("common", players=players, draw_limit=0), "1-1", hands)
    for made in range(players):
        assert position.outcome is None, made
        position = position.pass_()
    assert position.outcome.kind == "blocked"


def test_DRAW_02_drawing_while_able_is_an_option_and_the_turn_still_ends_with_a_play():
    position = dl.setup(dl.rules("askalink"), "5-3", ["5-2 1-0", "4-4"], "6-1")
    assert dl.Draw() in position.legal_moves
    assert dl.Pass() not in position.draw().legal_moves


def test_DRAW_12_a_draw_limit_is_a_number():
    position = dl.setup(dl.rules("common", draw_limit=3), "1-2", ["6-6", "5-5"], "0-0 3-3 4-4 6-5 5-3")
    for _ in range(3):
        position = position.draw()
    assert position.legal_moves == (dl.Pass(),)


def test_DRAW_07_the_reserve_is_not_drawable():
    position = position_of(CASES["DRAW-07"])
    assert (position.drawable, position.draw().drawable) == (1, 0)
    assert dl.setup(dl.rules("block"), "1-2", ["6-6", "5-5"], "0-0").drawable == 0


def test_PASS_04_a_refused_play_changes_nothing():
    position = dl.setup(dl.rules("classic"), "3-5", ["4-2 3-1", "6-6"])
    before = repr(position)
    with pytest.raises(dl.IllegalMoveError, match="4-2 fits no end"):
        position.play("4-2", "right")
    assert repr(position) == before


def test_MATCH_02_two_sides_level_at_the_target_play_on():
    rules = dl.rules("common", players=3, target=10)
    assert match_winners(rules, CASES["MATCH-02"]["expected"]["scores"]) == ()
    assert match_winners(rules.change(match_tie="share"), [10, 10, 5]) == (0, 1)
    assert match_winners(rules, [10, 11, 5]) == (1,)


def test_MATCH_06_scores_go_past_the_target():
    match = dl.Match(dl.rules("classic", target=5), seed=3)
    while not match.over:
        match = match.move(match.position.legal_moves[0])
    assert max(match.scores) > 5
    assert match.scores == tuple(map(sum, zip(*(r.outcome.points for r in match.rounds), strict=True)))


def test_MATCH_07_a_new_match_starts_from_nothing():
    rules = dl.rules("classic", target=5)
    match = dl.Match(rules, seed=3)
    while not match.over:
        match = match.move(match.position.legal_moves[0])
    with pytest.raises(dl.IllegalMoveError, match="over"):
        match.move("pass")
    fresh = dl.Match(rules, seed=4)
    assert fresh.scores == (0, 0)
    assert not fresh.position.line


def test_SET_01_sets_have_every_tile_once():
    for n, want in CASES["SET-01"]["expected"].items():
        tiles = dl.TileSet(int(n))
        assert len(tiles) == want["tiles"]
        assert tiles.pips == want["pips"]
        assert sum(t.is_double for t in tiles) == want["doubles"]
        assert {len(tiles.suit(k)) for k in range(int(n) + 1)} == {want["tiles_per_number"]}
        halves = Counter(half for t in tiles for half in (t.low, t.high))
        assert set(halves.values()) == {want["halves_per_number"]}


def test_SET_03_hands_must_fit_the_set():
    for players, hand, size in ((6, 5, 6), (8, 7, 9)):
        with pytest.raises(dl.RulesError, match=str(players * hand)):
            dl.rules("classic", players=players, hand_size=hand, set_size=size)
    for players, hand, size, left in ((5, 5, 6, 3), (7, 7, 9, 6), (12, 7, 12, 7), (4, 7, 6, 0)):
        assert dl.rules("classic", players=players, hand_size=hand, set_size=size).boneyard_size == left


def test_SET_05_two_hands_leave_half_the_set():
    assert dl.rules("classic").boneyard_size == CASES["SET-05"]["expected"]["left"]


def test_SET_07_the_vietnamese_start_always_ends():
    longest = 0
    for seed in range(200):
        position = dl.start(dl.deal(dl.rules("vietnamese"), seed))
        taken = 2
        while not position.line:
            position = position.move(position.legal_moves[0])
            taken += isinstance(position.event.move, dl.Draw)
        longest = max(longest, taken)
    assert longest <= 28


def test_CHAIN_05_a_line_of_the_whole_set():
    line = [tuple(tile) for tile in CASES["CHAIN-05"]["setup"]["line"]]
    *rest, last = line
    one, *middle = rest
    position = dl.setup(dl.rules("block"), middle, [[one], [last]])
    full = position.play(one, "left")
    assert full.outcome.kind == "out"
    assert len(full.line) == 27
    assert list(full.ends.values()) == [line[0][0], last[0]]


@pytest.mark.parametrize("n", [2, 4])
def test_CHAIN_06_lines_that_use_the_whole_set(n):
    want = CASES["CHAIN-06"]["expected"][{2: "double_two", 4: "double_four"}[n]]
    tiles = list(dl.TileSet(n))

    def ways(end, left):
        if not left:
            return 1
        total = 0
        for tile in left:
            if end in tile:
                total += ways(tile.other(end), left - {tile})
        return total

    found = 0
    for tile in tiles:
        rest = frozenset(tiles) - {tile}
        found += ways(tile.high, rest)
        if not tile.is_double:
            found += ways(tile.low, rest)
    assert found == want


def test_CHAIN_08_laying_one_way_from_6_6_ends_at_6():
    rng = random.Random(8)
    for _ in range(300):
        left, end = set(dl.TileSet(6)) - {dl.Tile("6-6")}, 6
        while fits := sorted(t for t in left if end in t):
            tile = rng.choice(fits)
            left.remove(tile)
            end = tile.other(end)
        assert end == 6


def test_ORI_09_a_move_is_its_tile_and_end_not_a_number_in_a_list():
    assert dl.Play("6-5", "left") == dl.Play((5, 6), dl.End.LEFT)
    assert len({dl.Play(t, e) for t in dl.TileSet(6) for e in ("left", "right")} | {dl.Draw(), dl.Pass()}) == 58


def test_ORI_11_an_end_that_has_moved_on():
    position = dl.setup(dl.rules("classic"), "3-5", ["5-1 4-4", "5-2 1-1"]).play("5-1", "right")
    with pytest.raises(dl.IllegalMoveError, match=r"5-2 fits no end: the line is open at 3 \(left\) and 1 \(right\)"):
        position.play("5-2", "right")
    assert list(position.ends.values()) == [3, 1]


def test_ORI_13_a_lead_lies_low_number_left_however_it_is_named():
    deal = dl.deal(dl.rules("common"), seed=3)
    tile = next(t for t in deal.hands[deal.leader] if not t.is_double)
    one = dl.start(deal).play(f"{tile.low}-{tile.high}")
    two = dl.start(deal).play(f"{tile.high}-{tile.low}")
    assert one == two
    assert list(one.ends.values()) == [tile.low, tile.high]


def test_SPIN_07_a_new_round_has_no_spinner():
    rules = dl.rules("askalink-spinner", target=500)
    match = dl.Match(rules, seed=2)
    while not match.rounds:
        match = match.move(match.position.legal_moves[0])
    assert match.position.line.spinner is None
    assert match.position.state.ends.spinner == law.NOWHERE


def test_DD_12_the_seat_after_the_dealer_begins_and_the_deal_goes_round():
    rules = dl.rules("double-draw", players=3, target=500)
    match = dl.Match(rules, seed=1)
    first = match.position.start.leader
    while not match.rounds:
        match = match.move(match.position.legal_moves[0])
    assert match.position.start.leader == (first + 1) % 3


def test_DD_16_one_tile_on_each_end_or_anywhere():
    hands = ["3-1 3-3 5-4 6-5", "0-0 2-0 2-2 6-6"]
    each = dl.setup(dl.rules("double-draw", hand_size=4), "1-4", hands, "2-1")
    assert each.legal_moves == (dl.Play("3-1", "left"),)
    assert each.play("3-1", "left").legal_moves == (dl.Play("5-4", "right"),)
    free = dl.setup(dl.rules("double-draw", hand_size=4, placement="any_end"), "1-4", hands, "2-1")
    assert set(free.legal_moves) == {dl.Play("3-1", "left"), dl.Play("5-4", "right")}
    assert dl.Play("3-3", "left") in free.play("3-1", "left").legal_moves


def test_AI_04_a_match_depends_on_its_seed_alone():
    def log(seed):
        match = dl.Match(dl.rules("classic"), seed=seed)
        random.seed(99)
        while len(match.rounds) < 3:
            match = match.move(match.position.legal_moves[-1])
        return [str(e) for r in match.rounds for e in r.position.history]

    assert log(7) == log(7)
    assert log(7) != log(8)


def test_SAVE_04_what_is_legal_depends_on_the_state_not_on_the_history():
    case = CASES["BLK-13"]
    position = position_of(case)
    for action in case["actions"][:-3]:
        position = do(position, action)
    bare = replace(position, before=None, event=None)
    assert bare.legal_moves == position.legal_moves
    assert bare.blocked == position.blocked


def test_SAVE_05_a_seed_gives_the_same_deal_on_every_machine():
    deal = dl.deal(dl.rules("common"), seed=0)
    assert str(deal.dealt[0][0]) == "5-3"
    assert repr(eval(repr(deal), vars(dl))) == repr(deal)  # noqa: S307 - our own repr


def test_UNDO_01_undo_of_the_first_move_and_no_further():
    position = dl.start(dl.deal(dl.rules("common"), seed=1))
    after = position.move(position.legal_moves[0])
    assert after.undo() == position
    with pytest.raises(dl.IllegalMoveError, match="no move to take back"):
        after.undo().undo()


def test_UNDO_02_undo_after_the_end_takes_the_points_back():
    match = dl.Match(dl.rules("classic", target=5), seed=3)
    while not match.over:
        match = match.move(match.position.legal_moves[0])
    before = match.undo()
    assert before.position.outcome is None
    assert before.scores != match.scores
    assert len(before.rounds) == len(match.rounds) - 1


def test_UNDO_03_the_same_tiles_are_drawn_again_in_the_same_order():
    position = dl.setup(dl.rules("classic"), "1-2", ["6-6", "5-5"], "0-0 3-3 4-4 6-5 5-3")
    drawn = position.draw().draw().draw()
    again = drawn.undo().undo().undo().draw().draw().draw()
    assert again == drawn
    assert [str(e.tile) for e in again.history] == ["0-0", "3-3", "4-4"]
