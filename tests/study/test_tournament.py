"""Round robins: the same deals for every pairing, counted as by hand, stopped, resumed and shared out."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

import dominolab as dl
from dominolab.study import runs
from dominolab.study import tournament as module
from dominolab.study.tournament import Pairing, Sums, summed

pytestmark = pytest.mark.xdist_group("compiled")
BLOCK = dl.rules("block")
QUIET = {"progress": False}


def first(view):
    return view.legal_moves[0]


def heaviest(view):
    return dl.PLAYERS["greedy"](view)


def by_hand(rules, names, deals, seed):
    """Decided rounds, those the first player won, and its points, from rounds played one by one."""
    won = decided = points = 0
    n = rules.players
    mixes = [[0, 1] * (n // 2)] if n % 2 == 0 else [[s % 2 for s in range(n)], [1 - s % 2 for s in range(n)]]
    for mix in mixes:
        for game in range(deals):
            for shift in range(2 if n % 2 == 0 else n):
                who = [mix[(seat + shift) % n] for seat in range(n)]
                deal = dl.deal(rules, seed, game=game)
                outcome = dl.play_round(deal, [names[w] for w in who]).position.outcome
                ours = {side for side in range(rules.sides) if who[side] == 0}
                us, them = bool(ours & set(outcome.winners)), bool(set(outcome.winners) - ours)
                decided += us != them
                won += us and not them
                points += sum(p if side in ours else -p for side, p in enumerate(outcome.points))
    return won, decided, points


@pytest.mark.parametrize(
    "rules",
    [BLOCK, dl.rules("classic", players=3), dl.rules("partnership"), dl.rules("block", players=4)],
    ids=["two", "three", "partners", "four"],
)
def test_a_pairing_is_what_rounds_played_one_by_one_add_up_to(rules):
    sums = dl.tournament(["greedy", "careful"], rules, deals=12, seed=8, **QUIET).pairings[0].sums
    assert (sums.won, sums.decided, sums.points) == by_hand(rules, ["greedy", "careful"], 12, 8)


def test_every_pairing_plays_the_same_deals_and_can_be_asked_from_both_sides():
    held = dl.tournament(["greedy", first, heaviest], BLOCK, deals=20, seed=2, **QUIET)
    twins = held.pairing("greedy", "heaviest")
    assert twins.share.value == 0.5  # the same player under two names: every deal is won once by each
    assert twins.margin.value == 0
    one, other = held.pairing("greedy", "first"), held.pairing("first", "greedy")
    assert one.share.value == pytest.approx(1 - other.share.value)
    assert one.share.low == pytest.approx(1 - other.share.high)
    assert one.margin.value == -other.margin.value
    assert held.pairing("heaviest", "first").sums == one.sums


def test_workers_folders_and_stops_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "CHUNK", 40)
    entered = ["greedy", "careful", "random"]
    whole = dl.tournament(entered, BLOCK, deals=100, seed=2, **QUIET)
    assert dl.tournament(entered, BLOCK, deals=100, seed=2, workers=2, **QUIET) == whole

    real, made = module.bar_of, []

    def impatient(total, progress):
        bar = real(total, progress)
        update = bar.update

        def counted(n):
            made.append(n)
            update(n)
            if len(made) == 7:
                raise KeyboardInterrupt

        bar.update = counted
        return bar

    with monkeypatch.context() as patch:
        patch.setattr(module, "bar_of", impatient)
        part = dl.tournament(entered, BLOCK, deals=100, seed=2, folder=tmp_path, **QUIET)
    assert part.stopped
    assert len(part.table()) == 3  # a pairing that never met has a rating with a wide interval, not none
    assert part.table().loc["random", "rating_high"] > part.table().loc["random", "rating_low"]
    again = dl.tournament(entered, BLOCK, deals=100, seed=2, folder=tmp_path, **QUIET)
    assert again == whole
    assert not again.stopped


def test_ratings_say_the_odds():
    """Two players: the gap is the logarithm of the odds, 400 points for ten to one."""
    held = dl.tournament(["greedy", "random"], BLOCK, deals=4000, seed=1, **QUIET)
    table, share = held.table(), held.pairing("greedy", "random").share.value
    gap = table.loc["greedy", "rating"] - table.loc["random", "rating"]
    assert gap == pytest.approx(400 * log(share / (1 - share)) / log(10), rel=0.01)
    assert table["rating"].sum() == pytest.approx(0, abs=1e-6)
    assert table.loc["greedy", "rating_low"] > table.loc["random", "rating_high"]


def test_intervals_of_small_tournaments_hold_the_share_of_a_large_one():
    true = dl.tournament(["greedy", "random"], BLOCK, deals=200_000, seed=77, **QUIET).pairings[0]
    held = margins = 0
    for seed in range(100):
        small = dl.tournament(["greedy", "random"], BLOCK, deals=200, seed=seed, **QUIET).pairings[0]
        held += small.share.low <= true.share.value <= small.share.high
        margins += small.margin.low <= true.margin.value <= small.margin.high
    assert 88 <= held <= 100
    assert 88 <= margins <= 100


def test_nothing_decided_is_said_so():
    share = Pairing("a", "b", 4, Sums(deals=2)).share
    assert np.isnan(share.value)
    assert (share.low, share.high) == (0, 1)


def test_a_round_without_a_single_winner_decides_nothing():
    rows = np.zeros((2, module.kernel.POINTS + 2), np.int64)
    rows[0, module.kernel.WINNERS] = 0b11  # shared: both won
    rows[1, module.kernel.WINNERS] = 0b10  # seats moved on: seat 1 is the first player
    assert summed(rows, BLOCK, (0, 1))[:3] == (1, 1, 1)


@pytest.mark.parametrize(
    ("players", "deals", "said"),
    [
        (["greedy"], 10, "two players or more"),
        ("greedy", 10, "two players or more"),
        (["greedy", "greedy"], 10, "greedy"),
        (["greedy", "random"], 0, "deals = 0"),
        (["greedy", "nobody"], 10, "nobody"),
    ],
)
def test_what_is_no_tournament_is_refused(players, deals, said):
    with pytest.raises(dl.DominoError, match=said):
        dl.tournament(players, BLOCK, deals=deals, seed=1, **QUIET)


def test_who_did_not_play_is_named():
    held = dl.tournament(["greedy", "random"], BLOCK, deals=2, seed=1, **QUIET)
    with pytest.raises(dl.DominoError, match="careful"):
        held.pairing("careful", "random")
    assert "2 deals a pairing" in str(held)
    assert "<table" in held._repr_html_()
