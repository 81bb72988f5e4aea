"""Advice: exact where few tiles are unknown, sampled elsewhere, and blind to what the seat has not seen."""

from itertools import combinations, permutations

import pytest

import dominolab as dl
from dominolab.play import advice
from dominolab.play.players import PLAYERS
from dominolab.play.sampler import Sampler

from . import minimax


def halfway(rules, seed, steps):
    """A position with a choice to make, some moves into a round."""
    pos = dl.start(dl.deal(rules, seed))
    for i in range(200):
        if pos.turn is None:
            return None
        if i >= steps and len(pos.legal_moves) > 1:
            return pos
        pos = pos.move(pos.legal_moves[(seed + i) % len(pos.legal_moves)])
    return None


def endgame():
    """A two-player position with a real choice and few unknown tiles, not all of them harmless."""
    rules = dl.rules("common", set_size=3, hand_size=3)
    for seed in range(100):
        pos = halfway(rules, seed, 4)
        if pos is None or len(pos.view(pos.turn).unseen) > advice.FEW_UNKNOWN:
            continue
        found = advice.consider(pos.view(pos.turn))
        if len(set(found.points)) > 1 and 0 < found.wins[found.best] < 1:
            return pos
    raise AssertionError


def all_deals(deal, seat):
    """Every deal that the rules allow in which ``seat`` has the same tiles and the same is called (two players)."""
    rules, own = deal.rules, deal.dealt[seat]
    rest = [tile for tile in rules.tiles if tile not in own]
    for other in combinations(rest, rules.hand_size):
        for yard in permutations([t for t in rest if t not in other]):
            hands = [own, other] if seat == 0 else [other, own]
            try:
                yield dl.Deal(rules, hands, yard, deal.leader, deal.opening)
            except dl.DominoError:  # the call would have found another tile
                continue


@pytest.mark.parametrize("preset", ["common", "block", "pay-to-draw", "draw-one", "keep-two"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_few_unknown_tiles_it_is_the_exact_expectation(preset, seed):
    rules = dl.rules(preset, set_size=2, hand_size=2)
    compared = 0
    for steps in range(4):
        pos = halfway(rules, seed, steps)
        if pos is None:
            continue
        view = pos.view(pos.turn)
        total, count = {}, 0
        for deal in all_deals(pos.deal, pos.turn):
            other = dl.start(deal)
            try:
                for event in pos.history:
                    other = other.move(event.move)
            except dl.IllegalMoveError:
                continue
            if other.view(pos.turn) != view:
                continue
            count += 1
            for move, points in minimax.values(other).items():
                total[str(move)] = total.get(str(move), 0) + points
        frame = dl.advise(view)
        assert frame.attrs["exact"]
        assert (frame["points_error"] == 0).all()
        assert frame["points"].to_dict() == pytest.approx({move: points / count for move, points in total.items()})
        assert list(frame["points"]) == sorted(frame["points"], reverse=True)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    ("preset", "players"), [("classic", 2), ("partnership", 4), ("double-draw", 3), ("hidden-two", 2)]
)
def test_it_never_depends_on_tiles_the_seat_has_not_seen(preset, players):
    rules = dl.rules(preset, players=players)
    pos = halfway(rules, 5, 6)
    view = pos.view(pos.turn)
    wanted = advice.consider(view, 20_000, seed=3)
    seen = set()
    for deal in dl.holdings(view).sample(4, seed=8):
        other = dl.start(deal)
        for event in pos.history:
            other = other.move(event.move)
        assert other.view(pos.turn) == view
        seen.add(other.hands)
        assert advice.consider(other.view(pos.turn), 20_000, seed=3) == wanted
    assert len(seen) > 1


def test_the_same_budget_and_seed_give_the_same_advice_and_another_seed_other_deals():
    pos = halfway(dl.rules("classic"), 2, 4)
    view = pos.view(pos.turn)
    one = advice.consider(view, 30_000, seed=1)
    assert advice.consider(view, 30_000, seed=1) == one
    assert advice.consider(view, 30_000, seed=2).points != one.points


def test_sampling_comes_near_the_exact_expectation():
    pos = endgame()
    view = pos.view(pos.turn)
    exact = advice.consider(view)
    assert exact.exact
    judge = advice._Judge(view, 10**7, None, "points")
    sampled = advice._summed(judge, judge.sampled(dl.holdings(view), 3000, 1), exact=False)
    for got, want, error in zip(sampled.points, exact.points, sampled.points_error, strict=True):
        assert abs(got - want) <= 5 * error + 1e-9
    for got, want, error in zip(sampled.wins, exact.wins, sampled.wins_error, strict=True):
        assert abs(got - want) <= 5 * error + 1e-9


def test_a_move_whose_lead_is_within_the_error_is_too_close_to_call():
    pos = dl.setup(dl.rules("block"), "5-6 6-3 3-5", ["5-4 4-3", "2-2 4-1"], turn=0)
    found = advice.consider(pos.view(0), by="win")
    assert len(found.close) == 2  # the two ends show the same number
    assert "5-4<, 5-4>" in found.verdict


def test_a_search_too_large_is_played_out_and_says_so():
    pos = dl.start(dl.deal(dl.rules("common", set_size=9, hand_size=14), 5))
    found = advice.consider(pos.view(pos.turn), 20_000)
    assert found.played_out == found.samples > 10
    assert "played out" in found.method
    assert found.nodes < 20_000 + 30 * len(found.moves)


def test_a_time_budget_is_kept_within_a_slice():
    pos = halfway(dl.rules("partnership"), 5, 2)
    full = advice.consider(pos.view(pos.turn), 10**9, seconds=0.05, samples=10**6)
    assert 1 <= full.samples < 10**6


@pytest.mark.parametrize("by", ["", "luck"])
def test_what_best_means_is_points_or_win(by):
    pos = halfway(dl.rules("classic"), 2, 4)
    with pytest.raises(dl.DominoError, match="points or by win"):
        dl.advise(pos.view(pos.turn), by=by)


def test_only_the_seat_to_move_is_advised():
    pos = halfway(dl.rules("classic"), 2, 4)
    for seat in (1 - pos.turn, None):
        with pytest.raises(dl.DominoError, match="turn"):
            dl.advise(pos.view(seat))


def test_the_sampler_plays_what_wins_most():
    pos = endgame()
    view = pos.view(pos.turn)
    frame = dl.advise(view, by="win")
    move = Sampler()(view)
    assert frame.loc[str(move), "win"] == frame["win"].max()
    assert Sampler().choose(view, 7) == Sampler().choose(view, 7)
    assert PLAYERS["sampler"] == Sampler()


def test_what_cannot_be_advised_is_refused_with_a_reason():
    pos = dl.start(dl.deal(dl.rules("classic"), 1))
    with pytest.raises(dl.DominoError, match="advice takes what one seat knows"):
        dl.advise(pos)
    for numbers in ({"samples": 0}, {"budget": 0}):
        with pytest.raises(dl.DominoError, match="at least 1"):
            dl.advise(pos.view(pos.turn), **numbers)


def test_where_going_through_every_way_takes_too_long_deals_are_sampled_instead():
    seen = 0
    for seed in range(60):
        pos = dl.start(dl.deal(dl.rules("askalink"), seed))
        while pos.turn is not None:
            view = pos.view(pos.turn)
            if len(view.unseen) <= 6 and len(view.legal_moves) > 1:
                found = advice.consider(view, 3_000, by="win")
                assert found.exact or found.samples > 1
                seen += not found.exact
            pos = pos.move(PLAYERS["greedy"](view))
    assert seen > 3
