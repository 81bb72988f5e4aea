"""Rounds and matches go on whatever a player does."""
# ruff: noqa: N802 - tests are named after the cases

from __future__ import annotations

import sys
import threading
import time
import warnings

import pytest

import dominolab as dl
from dominolab.play.runner import within


def raises(view):
    raise KeyError


def nonsense(view):
    return 42


def illegal(view):
    return dl.Play("0-0", "left") if dl.Tile("0-0") not in view.hand else "pass"


def leaves(view):
    sys.exit(3)


def hangs(view):
    while True:
        time.sleep(0.001)


def first(view):
    return view.legal_moves[0]


@pytest.mark.parametrize(
    ("who", "kind"),
    [(raises, "error"), (nonsense, "illegal"), (illegal, "illegal"), (leaves, "error"), (hangs, "slow")],
)
def test_a_player_that_fails_is_named_counted_and_replaced(who, kind):
    with pytest.warns(dl.FaultWarning, match=who.__name__) as caught:
        played = dl.play_round(dl.rules("classic"), [who, "greedy"], seed=4, limit=0.2)
    assert played.position.outcome is not None
    assert played.faults
    assert {(f.name, f.seat, f.kind) for f in played.faults} == {(who.__name__, 0, kind)}
    assert str(len(played.faults)) in str(caught[0].message)


def test_who_is_too_slow_is_asked_once_a_round_and_its_thread_ends():
    calls = []

    def sleeper(view):
        calls.append(1)
        while True:
            time.sleep(0.001)

    with pytest.warns(dl.FaultWarning):
        played = dl.play_round(dl.rules("classic"), [sleeper, "greedy"], seed=4, limit=0.1)
    assert len(calls) == 1 < len(played.faults)
    deadline = time.monotonic() + 5
    while any(t.name == "dominolab-player" for t in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not [t for t in threading.enumerate() if t.name == "dominolab-player"]


def test_good_players_cause_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dl.play_round(dl.rules("classic"), [first, "greedy"], seed=4).faults == ()


def test_the_stand_in_keeps_the_round_the_same_every_time():
    with pytest.warns(dl.FaultWarning):
        one, two = (dl.play_round(dl.rules("common"), [raises, nonsense], seed=9).position for _ in range(2))
    assert one == two


def test_AI_04_a_match_depends_on_its_seed_alone():
    def scores(seed):
        return [r.scores for r in dl.play_match(dl.rules("classic"), ["random", "careful"], seed=seed).match.rounds]

    assert scores(7) == scores(7)
    assert scores(7) != scores(8)


def test_AI_09_the_deals_of_a_match_are_the_same_for_other_players():
    def first_deals(who):
        match = dl.play_match(dl.rules("ukrainian", target=300), [who, "random"], seed=7).match
        return [r.position.deal for r in match.rounds[:4]]

    assert first_deals("random") == first_deals("greedy")


def test_a_match_ends_and_tells_its_faults():
    with pytest.warns(dl.FaultWarning, match="raises"):
        played = dl.play_match(dl.rules("classic", target=20), [raises, "greedy"], seed=2)
    assert played.match.over
    assert all(fault.name == "raises" for fault in played.faults)


def test_a_round_can_go_on_from_a_position_and_from_a_deal():
    deal = dl.deal(dl.rules("classic"), 5)
    position = dl.start(deal)
    position = position.move(position.legal_moves[0])
    assert dl.play_round(position, ["greedy", "greedy"]).position.history[:1] == position.history
    assert dl.play_round(deal, ["greedy", "greedy"]).position.deal == deal


def test_every_seat_needs_a_player():
    for players in (["greedy"], "greedy", ["greedy"] * 3):
        with pytest.raises(dl.DominoError, match="2 seats"):
            dl.play_round(dl.rules("classic"), players)


def test_what_a_call_raises_comes_out_and_a_late_answer_does_not():
    assert within(5, lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)
    with pytest.raises(TimeoutError):
        within(0.05, lambda: [time.sleep(0.001) for _ in range(10_000)])
