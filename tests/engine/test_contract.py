"""One contract that every preset keeps, for every number of players it allows and sets 6 and 9."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import dominolab as dl
from tests.strategies import PRESET_PLAYERS

ROUNDS = {6: 4, 9: 2}
CONTRACT = [(name, n, size) for name, n in PRESET_PLAYERS for size in (6, 9)]
EVERY_END = [*dl.End, None]


def all_moves(rules):
    plays = [dl.Play(tile, end) for tile in rules.tiles for end in EVERY_END]
    return [*plays, dl.Draw(), dl.Pass()]


def swapped(position, seat, rng):
    """The same position with the tiles that ``seat`` cannot see dealt otherwise."""
    start = position
    while start.before is not None:
        start = start.before
    hidden = [t for i, hand in enumerate(position.hands) if i != seat for t in hand] + list(position.boneyard)
    rng.shuffle(hidden)
    state = position.state
    hands = []
    for i in range(position.rules.players):
        own = position.hands[i]
        hands.append(own if i == seat else dl.Hand([hidden.pop() for _ in own]))
    turned = tuple(hand.mask for hand in hands[state.turn :] + hands[: state.turn])
    return replace(position, state=state._replace(hands=turned), yard=tuple(hidden))


@pytest.mark.parametrize(("name", "players", "size"), CONTRACT)
def test_contract(name, players, size):
    rules = dl.rules(name, players=players, set_size=size)
    assert dl.rules(str(rules)) == rules
    assert eval(repr(rules), vars(dl)) == rules  # noqa: S307 - our own repr
    everything = all_moves(rules)
    for seed in range(ROUNDS[size]):
        rng = random.Random(f"{name}{players}{size}{seed}")
        deal = dl.deal(rules, seed)
        assert eval(repr(deal), vars(dl)) == deal  # noqa: S307
        position = dl.start(deal)
        steps = 0
        while position.outcome is None:
            check_position(position, everything if steps % 9 == 0 else [], rng)
            before = position
            position = position.move(rng.choice(position.legal_moves))
            assert position.undo() == before
            steps += 1
            assert steps < 10 * len(rules.tiles)
        check_end(position)
        assert eval(repr(position), vars(dl)) == position  # noqa: S307


def check_position(position, everything, rng):
    rules = position.rules
    on_table = [placed.tile for placed in position.line]
    places = [*on_table, *(t for hand in position.hands for t in hand), *position.boneyard]
    assert len(places) == len(set(places)) == len(rules.tiles)
    assert position.legal_moves
    legal = set(position.legal_moves)
    for move in everything:
        assert (position.why_not(move) is None) == (move in legal), move
        if move not in legal:
            with pytest.raises(dl.IllegalMoveError):
                position.move(move)
    for seat in (None, *range(rules.players)):
        view = position.view(seat)
        assert view == swapped(position, seat, rng).view(seat)
        assert view.legal_moves == (position.legal_moves if seat == position.turn else ())
        assert view.counts == tuple(map(len, position.hands))


def check_end(position):
    rules, outcome = position.rules, position.outcome
    assert position.legal_moves == ()
    assert position.turn is None
    if outcome.kind == "out":
        assert not position.hands[outcome.seat]
        assert outcome.winners == (outcome.seat % 2 if rules.partners else outcome.seat,)
    else:
        assert all(position.hands)
    for side, points in enumerate(outcome.points):
        paid = rules.draw_price * sum(
            isinstance(e.move, dl.Draw) for e in position.history if (e.seat % 2 if rules.partners else e.seat) == side
        )
        if side not in outcome.winners and rules.blocked == "lowest":
            assert points == -paid
        if side in outcome.winners:
            assert points >= -paid
    if outcome.kind == "out" and not rules.draw_price:
        winner = outcome.winners[0]
        partner = sum(n for seat, n in enumerate(outcome.pips) if rules.partners and seat % 2 == winner)
        assert outcome.points[winner] == sum(outcome.pips) - (0 if rules.scoring == "all" else partner)


def test_every_preset_is_there_with_summary_and_source():
    assert len(dl.PRESETS) == 22
    for preset in dl.PRESETS.values():
        assert preset.summary.endswith(".")
        assert preset.source in {"000", "001", "002", "003", "004"}
        assert preset.rules().describe()


@pytest.mark.parametrize("players", range(5, 13))
def test_more_players_get_a_larger_set(players):
    rules = dl.rules("classic", players=players)
    assert rules.hand_size == 7
    assert rules.boneyard_size >= players
    position = dl.start(dl.deal(rules, seed=players))
    rng = random.Random(players)
    while position.outcome is None:
        position = position.move(rng.choice(position.legal_moves))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 10, 12, 15, 18])
def test_sets_from_double_two_to_double_eighteen(size):
    for name in ("classic", "askalink-spinner", "double-draw", "vietnamese"):
        rules = dl.rules(name, players=2, set_size=size, hand_size=1 if size == 2 else 2)
        rng = random.Random(size)
        position = dl.start(dl.deal(rules, seed=size))
        while position.outcome is None:
            position = position.move(rng.choice(position.legal_moves))
