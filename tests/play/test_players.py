"""Players see a view and nothing else."""
# ruff: noqa: N802 - tests are named after the cases

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from dominolab.engine import chance
from dominolab.engine.tiles import Hand, tile_number
from dominolab.play.players import barred_by, code_of, meant, move_from, player

BUILT_IN = ("random", "greedy", "suit-control", "careful")


def positions(rules, seed):
    """Every position of a random round in which there is something to choose."""
    position, dice = dl.start(dl.deal(rules, seed)), random.Random(seed)
    while position.turn is not None:
        if len(position.legal_moves) > 1:
            yield position
        position = position.move(dice.choice(position.legal_moves))


def with_other_hidden_tiles(position, dice):
    """The same table as its seat to move sees it, the hidden tiles dealt again."""
    state = position.state
    hidden = [tile.number for hand in state.hands[1:] for tile in Hand(hand)]
    hidden += [tile.number for tile in position.yard]
    dice.shuffle(hidden)
    others = [sum(1 << hidden.pop() for _ in range(hand.bit_count())) for hand in state.hands[1:]]
    hands = [state.hands[0], *others]
    return replace(
        position, state=state._replace(hands=tuple(hands)), yard=tuple(tile_number(n) for n in reversed(hidden))
    )


@pytest.mark.parametrize("name", BUILT_IN)
@given(preset=st.sampled_from(sorted(dl.PRESETS)), seed=st.integers(0, 500))
@settings(max_examples=12, deadline=None)
def test_AI_07_the_same_view_gets_the_same_move_whatever_is_hidden(name, preset, seed):
    rules = dl.rules(preset)
    dice = random.Random(seed)
    for position in positions(rules, seed):
        other = with_other_hidden_tiles(position, dice)
        view, same = position.view(position.turn), other.view(position.turn)
        assert view == same
        assert dl.PLAYERS[name](view, seed=5) == dl.PLAYERS[name](same, seed=5)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_move_is_legal_in_every_preset(name):
    for preset in dl.PRESETS:
        for position in positions(dl.rules(preset), 3):
            assert dl.PLAYERS[name](position.view(position.turn), 1) in position.legal_moves


def test_random_plays_every_legal_move_alike():
    position = dl.setup(dl.rules("hidden-two"), "5-4", hands=["5-5 4-4 5-0", "6-1"], boneyard="2-2 3-3 1-1 0-0")
    view = position.view(0)
    assert len(view.legal_moves) == 4  # three plays and a draw
    n = 4000
    counts = [0] * 4
    for seed in range(n):
        counts[view.legal_moves.index(dl.PLAYERS["random"](view, seed))] += 1
    assert sum((c - n / 4) ** 2 / (n / 4) for c in counts) < 16.3  # chi-square, 3 degrees of freedom, p = 0.001


def test_greedy_lays_the_heaviest_tile():
    view = dl.setup(dl.rules("block"), "6-5", hands=["5-4 6-1 6-2", "3-1"]).view(0)
    assert dl.PLAYERS["greedy"](view) == dl.Play("5-4", "right")


def test_AI_02_suit_control_leaves_the_number_it_holds_most_of():
    view = dl.setup(dl.rules("block"), "4-4", hands=["4-1 4-2 5-4 2-2 6-2 3-1", "3-3"]).view(0)
    assert dl.PLAYERS["suit-control"](view).tile == dl.Tile("4-2")


def test_careful_leaves_numbers_that_the_other_lacks():
    view = dl.observe(dl.rules("block", hand_size=4), seat=0, hand="6-2 2-2 6-1 5-5", leader=1)
    view = view.play(1, "6-6").play(0, "6-2", "left").pass_(1)
    assert barred_by(view)[1] == view.rules.terms.suits[2] | view.rules.terms.suits[6]
    assert dl.PLAYERS["greedy"](view) == dl.Play("6-1", "right")
    assert dl.PLAYERS["careful"](view) == dl.Play("2-2", "left")


def test_what_draws_and_passes_rule_out_is_true_in_every_round():
    for preset in (
        "classic",
        "block",
        "draw-one",
        "dutch",
        "hidden-two",
        "double-draw",
        "vietnamese",
        "askalink-spinner",
    ):
        for seed in range(25):
            position, dice = dl.start(dl.deal(dl.rules(preset), seed)), random.Random(seed)
            while position.turn is not None:
                barred = barred_by(position.view(position.turn))
                mid_turn = position.state.draws > 0
                for place, mask in enumerate(barred):
                    if place or not mid_turn:
                        assert position.state.hands[place] & mask == 0, (preset, seed)
                position = position.move(dice.choice(position.legal_moves))


def test_moves_and_codes_are_the_same_thing():
    for move in (dl.Play("6-5", "left"), dl.Play("0-0", "down"), dl.Play("9-9"), dl.Draw(), dl.Pass()):
        assert move_from(code_of(move)) == move


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        (dl.Play("5-4", "right"), dl.Play("5-4", "right")),
        ("5-4", dl.Play("5-4", "right")),
        ("5-4>", dl.Play("5-4", "right")),
        (dl.Tile("5-4"), dl.Play("5-4", "right")),
        (dl.Play("5-4"), dl.Play("5-4", "right")),
    ],
)
def test_a_learner_may_answer_in_several_forms(answer, move):
    view = dl.setup(dl.rules("block"), "6-5", hands=["5-4 6-1", "3-1"]).view(0)
    assert meant(view, answer) == move


@pytest.mark.parametrize(
    "answer",
    [None, 42, "x", "", "9-9", "pass", "+", dl.Pass(), dl.Draw(), dl.Play("3-1", "left"), "5-4<", [], object()],
)
def test_nonsense_is_refused_with_a_reason(answer):
    view = dl.setup(dl.rules("block"), "6-5", hands=["5-4 6-1", "3-1"]).view(0)
    with pytest.raises(dl.DominoError, match=r".+"):
        meant(view, answer)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(dl.DominoError, match="greedy"):
        player("gredy")
    with pytest.raises(dl.DominoError, match="no player"):
        player(7)


def test_a_name_can_be_given_once():
    dl.add_player("last-legal", lambda view: view.legal_moves[-1])
    try:
        assert player("last-legal").name == "last-legal"
        with pytest.raises(dl.DominoError, match="last-legal"):
            dl.add_player("last-legal", lambda view: view.legal_moves[0])
    finally:
        del dl.PLAYERS["last-legal"]


def test_a_player_is_not_asked_out_of_turn():
    view = dl.start(dl.deal(dl.rules("classic"), 1)).view(1)
    other = view if view.turn != 1 else dl.start(dl.deal(dl.rules("classic"), 1)).view(0)
    with pytest.raises(dl.DominoError, match="turn"):
        dl.PLAYERS["greedy"](other)


def test_a_function_that_asks_for_chance_gets_its_own_from_the_seed():
    def mine(view, dice):
        return dice.choice(view.legal_moves)

    view = dl.start(dl.deal(dl.rules("common"), 1))
    view = view.view(view.turn)
    who = player(mine)
    random.seed(1)
    one = [who.choose(view, chance.key_of(seed, 0)) for seed in range(20)]
    random.seed(2)
    assert one == [who.choose(view, chance.key_of(seed, 0)) for seed in range(20)]
    assert len(set(one)) > 1
