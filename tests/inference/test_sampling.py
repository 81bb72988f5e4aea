"""Samples are drawn exactly in proportion: chi-squared over many positions, with a fixed seed."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

import dominolab as dl
from tests.inference.brute import GAMES, Brute, given_views, views


def squares(view, seed):
    """Chi-squared of sampled worlds against the replay of every deal, with the degrees of freedom."""
    b = Brute(view)
    wanted = {
        (tuple(dl.Hand(hand).mask for hand in hands), dl.Hand(rest).mask): n for (hands, rest), n in b.worlds.items()
    }
    if not 1 < len(wanted) <= 120:
        return None
    n = 12 * len(wanted)
    found = Counter((w.hands, sum(1 << t for t in w.boneyard)) for w in dl.holdings(view).worlds(n, seed))
    assert set(found) <= set(wanted)
    expected = {world: n * k / b.count for world, k in wanted.items()}
    return sum((found[world] - e) ** 2 / e for world, e in expected.items()), len(wanted) - 1


@pytest.mark.parametrize("kind", ["all", "two tiles a turn", "given"])
def test_chi_squared_over_many_positions(kind):
    if kind == "given":
        chosen = given_views(0, 60, 400)
    else:
        doubled = [i for i, game in enumerate(GAMES) if game[0] == "double-draw"]
        if kind == "two tiles a turn":
            seeds = [i + k * len(GAMES) for k in range(3) for i in doubled]
        else:
            seeds = range(0, len(GAMES), 3)
        chosen = (v for seed in seeds for v in views(seed, seed + 1, 300))
    total = freedom = positions = 0
    for seed, view, _ in chosen:
        result = squares(view, seed)
        if result is not None:
            total, freedom, positions = total + result[0], freedom + result[1], positions + 1
    assert positions >= 12
    assert abs(total - freedom) < 4 * sqrt(2 * freedom), (total, freedom, positions)


@pytest.mark.parametrize("seed", range(0, len(GAMES), 9))
def test_every_sampled_deal_can_be_replayed(seed):
    for _, view, _ in views(seed, seed + 1, 10**9):
        for deal in dl.holdings(view).sample(5, seed):
            position = dl.start(
                dl.Deal(view.rules, deal.dealt, deal.boneyard, deal.leader, deal.opening, deal.set_tile)
            )
            for event in view.log:
                position = position.move(event.move)
            again = position.view(view.seat)
            assert (again.log, again.hand, again.counts) == (view.log, view.hand, view.counts)


def test_the_same_seed_gives_the_same_deals():
    h = dl.holdings(dl.start(dl.deal(dl.rules("classic"), 5)).view(0))
    assert h.sample(5, seed=3) == h.sample(5, seed=3)
    assert h.sample(5, seed=3) != h.sample(5, seed=4)


def test_a_given_position_has_worlds_but_no_deals():
    view = dl.setup(dl.rules("classic"), "6-6 6-5", ["5-4 3-1", "2-2"], "4-0", 0).view(0)
    world = dl.holdings(view).worlds(1, seed=1)[0]
    assert [len(dl.Hand(hand)) for hand in world.hands] == [2, 1]
    assert len(world.boneyard) == 1
    with pytest.raises(dl.DominoError, match="ask for worlds"):
        dl.holdings(view).sample(1)
