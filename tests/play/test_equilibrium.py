"""Tiny games with hidden tiles: known values, and bounds that hold against brute force."""

from fractions import Fraction
from itertools import combinations, product

import pytest

import dominolab as dl
from dominolab.play import equilibrium as module
from dominolab.play import gametree

FREE = {"opening_tile": "any", "first_lead": "random", "next_lead": "rotate"}


def tiny(set_size, hand_size):
    return dl.rules("block", set_size=set_size, hand_size=hand_size, **FREE)


def test_double_two_with_two_tiles_each_is_worth_193_90():
    found = dl.equilibrium(tiny(2, 2))
    assert found.value == Fraction(193, 90)
    for shares in found.strategy.values():
        assert sum(shares.values()) == 1
        assert min(shares.values()) >= 0


def test_double_three_with_two_tiles_each():
    found = dl.equilibrium(tiny(3, 2), 60)
    assert found.low <= found.high
    assert float(found.low) == pytest.approx(2.656, abs=2e-3)
    assert float(found.high) == pytest.approx(2.656, abs=2e-3)


def test_equal_to_every_pure_strategy_tried_where_there_are_few():
    """The leader of double-1 with one tile has no choice: the mean over all deals, counted by hand."""
    tiles = list(dl.TileSet(1))
    total = 0
    for mine, theirs in product(tiles, tiles):
        if mine != theirs:
            total += theirs.pips  # the leader is out with its only tile
    assert dl.equilibrium(tiny(1, 1)).value == Fraction(total, 6)


def test_few_iterations_still_give_bounds_that_hold():
    for iterations in (4, 20):
        found = dl.equilibrium(tiny(2, 2), iterations)
        assert found.low <= Fraction(193, 90) <= found.high


def test_the_strategy_says_what_to_do_with_every_hand_after_every_log():
    strategy = dl.equilibrium(tiny(2, 2)).strategy
    leads = {hand for seat, hand, log in strategy if seat == 0 and not log}
    assert len(leads) == 15  # two tiles out of six
    assert all(seat == ("AB".index(log[-1][0]) + 1) % 2 for seat, _, log in strategy if log)


def test_bounds_of_a_large_tree_hold_the_value_found_exactly(monkeypatch):
    monkeypatch.setattr(module, "MOST_EXACT", 100)
    found = dl.equilibrium(tiny(2, 2))
    assert found.low <= Fraction(193, 90) <= found.high
    assert found.high - found.low < Fraction(1, 10_000)


def test_the_same_tree_grows_compiled_and_plain():
    rules = tiny(2, 2)
    deals, _ = gametree._deals(rules)
    plain = getattr(gametree.grown, "py_func", gametree.grown)
    for one, other in zip(gametree.grown(deals, rules.terms, 10_000), plain(deals, rules.terms, 10_000), strict=True):
        assert (one == other).all()


def test_the_value_cannot_be_exploited_and_a_mixed_strategy_beats_every_fixed_player():
    rules = tiny(2, 2)
    found = dl.equilibrium(rules)
    floats = found.shares.astype(float)
    worst, best = (gametree.answered(found.tree, floats, seat) / 90 for seat in (1, 0))
    assert worst == pytest.approx(193 / 90)
    assert best == pytest.approx(193 / 90)


def by_hand(rules, chooses):
    """What an opponent who knows ``chooses`` wins: every pure answer is tried by going through the rounds."""
    hands = [set(hand) for hand in combinations(rules.tiles, rules.hand_size)]
    deals = [dl.Deal(rules, [one, other], leader=0) for one in hands for other in hands if not one & other]
    rounds = [dl.start(deal) for deal in deals]
    return sum(best_reply(rounds, mine, chooses) / len(rounds) for mine in (0, 1)) / 2


def until(at, mine, chooses):
    """The next position in which ``mine`` moves, or the end."""
    while at.turn not in (None, mine):
        at = at.move(chooses(at.view(at.turn)))
    return at


def best_reply(rounds, mine, chooses):
    """The points ``mine`` wins over these rounds, which look alike to it, when it always makes its best choice."""
    total, alike = 0, {}
    for at in (until(at, mine, chooses) for at in rounds):
        if at.outcome:
            total += at.outcome.points[mine] - at.outcome.points[1 - mine]
        else:
            view = at.view(mine)
            alike.setdefault((view.dealt, view.log), []).append(at)
    for group in alike.values():
        total += max(best_reply([at.move(move) for at in group], mine, chooses) for move in group[0].legal_moves)
    return total


@pytest.mark.parametrize("name", ["greedy", "careful", "suit-control"])
def test_exploitability_is_what_trying_every_answer_finds(name):
    rules = tiny(2, 2)
    assert dl.exploitability(rules, name) == pytest.approx(by_hand(rules, dl.player(name)))


def test_a_function_and_a_player_of_chance_are_judged_too():
    rules = tiny(2, 2)
    first = lambda view: dl.PLAYERS["greedy"](view, 1)  # noqa: E731
    assert dl.exploitability(rules, first, tries=2) == pytest.approx(dl.exploitability(rules, "greedy"))
    chance = lambda view, random: random.choice(view.legal_moves)  # noqa: E731
    assert dl.exploitability(rules, chance, tries=200) == pytest.approx(dl.exploitability(rules, "random"), abs=0.05)


def test_too_many_questions_for_a_player_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_ASKED", 10)
    with pytest.raises(dl.LimitError, match="72"):
        dl.exploitability(tiny(2, 2), "greedy")


def test_a_tree_that_grows_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(gametree, "MOST_NODES", 100)
    with pytest.raises(dl.LimitError, match="100"):
        dl.equilibrium(tiny(2, 2))


@pytest.mark.parametrize(
    "rules", [dl.rules("block", players=3), dl.rules("classic", set_size=2, hand_size=2), dl.rules("block")], ids=str
)
def test_what_is_too_large_is_refused(rules):
    with pytest.raises(dl.LimitError):
        module.equilibrium(rules)
