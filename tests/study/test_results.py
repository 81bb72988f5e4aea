"""What is counted, and how sure it is."""
# ruff: noqa: N802 - tests are named after the cases

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominolab as dl
from dominolab.engine.leads import lead_chances
from dominolab.play.runner import play_round
from dominolab.study.intervals import clustered, mean, rates_differ, wilson

pytestmark = pytest.mark.xdist_group("compiled")


def simulated(rules, players, games=20_000, seed=1, **how):
    return dl.simulate(rules, players, games, seed, progress=False, **how)


def test_wilson_known_values():
    # Newcombe 1998: 81 of 263 -> 0.2553 to 0.3662; 0 of 20 -> 0 to 0.1611; 1 of 29 -> 0.0061 to 0.1718
    for count, of, low, high in ((81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):
        rate = wilson(count, of)
        assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)


def test_newcombe_known_value():
    # Newcombe 1998, method 10: 56/70 - 48/80 -> 0.0524 to 0.3339
    d = rates_differ(wilson(56, 70), wilson(48, 80))
    assert (round(d.low, 4), round(d.high, 4)) == (0.0524, 0.3339)


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_an_interval_holds_its_rate(count, of):
    rate = wilson(min(count, of), of)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_games_of_one_deal_are_not_counted_as_independent():
    # each deal is won once of twice: no spread at all between deals, so the rate is far surer than Wilson says
    sure = clustered(60, 58 + 4 * 1, 60, 2)
    assert sure.high - sure.low < wilson(60, 120).high - wilson(60, 120).low
    # both games of a deal go the same way: half as much is known
    alike = clustered(60, 120, 60, 2)
    assert alike.high - alike.low > 1.3 * (wilson(60, 120).high - wilson(60, 120).low)


def test_mean_and_its_error():
    m = mean(10, 30, 4)  # 1 2 3 4
    assert (m.value, m.error) == (2.5, pytest.approx(math.sqrt(5 / 3 / 4)))


def test_results_are_what_the_single_rounds_say():
    rules, names = dl.rules("classic", players=3), ["careful", "greedy", "random"]
    results = simulated(rules, names, 60, seed=4)
    ends = [play_round(rules, names, seed=4, game=game).position for game in range(60)]
    outcomes = [end.outcome for end in ends]
    assert results.blocked.value == sum(o.kind == "blocked" for o in outcomes) / 60
    assert [results.wins(i).value for i in range(3)] == [sum(i in o.winners for o in outcomes) / 60 for i in range(3)]
    assert [results.points(i).value for i in range(3)] == [sum(o.points[i] for o in outcomes) / 60 for i in range(3)]
    assert results.average("actions").value == sum(len(end.history) for end in ends) / 60
    decided = [(end, o) for end, o in zip(ends, outcomes, strict=True) if len(o.winners) == 1]
    assert results.leader_wins.value == sum(o.winners[0] == end.start.leader for end, o in decided) / len(decided)
    frame = results.to_frame()
    assert frame["games"].sum() == 180
    assert frame.groupby("player")["wins"].sum()["greedy"] == sum(1 in o.winners for o in outcomes)


def test_partners_win_and_score_together():
    rules = dl.rules("partnership")
    results = simulated(rules, ["careful", "random", "careful", "random"], 400)
    assert results.wins(0) == results.wins(2)
    assert results.points(1) == results.points(3)
    assert len(results.summary) == 2 + 2 + 7
    assert "careful (A)" in results.summary.index[0]


def test_duplicate_seats_and_partners_are_told_apart():
    rules, names = dl.rules("partnership"), ["careful", "random", "careful", "random"]
    results = simulated(rules, names, 60, seed=4, duplicate=True)
    assert results.tally.period == 2
    total = results.tally.squares[1, "points", 0] + results.tally.squares[1, "points", 1]
    assert total == sum(results.tally.points.values())


def test_a_difference_of_two_runs_has_an_interval():
    one = simulated(dl.rules("classic"), ["careful", "random"])
    two = simulated(dl.rules("block"), ["careful", "random"], seed=2)
    table = one.difference(two)
    blocked = table.loc["blocked"]
    assert blocked["low"] < blocked["difference"] < blocked["high"] < 0
    assert table.loc["points of careful", "difference"] == pytest.approx(one.points(0).value - two.points(0).value)
    same = one.difference(one)
    assert ((same["low"] < 0) & (same["high"] > 0)).all()


def test_the_interval_holds_the_truth_about_95_times_of_100():
    rules = dl.rules("block", set_size=2, hand_size=2, first_lead="dealer_left", opening_tile="any")
    truth = float(dl.exact_rounds(rules).probability(winner=0))
    rates = [simulated(rules, ["random", "random"], 1000, seed).wins(0) for seed in range(200)]
    held = sum(rate.low <= truth <= rate.high for rate in rates)
    assert 180 <= held <= 199  # binomial(200, 0.95): 190, 3 standard deviations are 9.2


@pytest.mark.parametrize("lead", ["draw_highest", "draw_sum", "odd_even", "random"])
def test_LEAD_09_lotteries_are_as_fair_as_their_exact_chances(lead):
    rules = dl.rules("common", players=2 if lead == "odd_even" else 3, first_lead=lead)
    results = simulated(rules, ["random"] * rules.players, 100_000)
    for seat, exact in lead_chances(rules).items():
        p = float(exact)
        assert abs(results.leads()[seat].value - p) < 4 * math.sqrt(p * (1 - p) / results.games)


def test_every_tile_opens_as_often_where_any_deal_is_as_likely():
    results = simulated(dl.rules("double-draw"), ["random", "random"], 56_000)
    counts = list(results.tally.opened.values())
    assert len(counts) == 28
    assert sum((c - 2000) ** 2 / 2000 for c in counts) < 55.5  # chi-square, 27 degrees of freedom, p = 0.001


# Random play, two players, seven tiles, any tile leads: another program's figures (a million rounds each).
def test_random_block_rounds_match_another_program():
    results = simulated(dl.rules("block", first_lead="random", opening_tile="any"), ["random", "random"], 200_000)
    # Its 56.8 % are the leader's wins among all rounds, ties (2.6 %) among them; of the decided rounds it is 58.2 %.
    won = sum(n for kind, n in results.tally.kinds.items() if kind.winners == 1 << kind.leader)
    assert won / results.games == pytest.approx(0.568, abs=0.005)
    assert results.leader_wins.value == pytest.approx(0.582, abs=0.005)
    assert results.blocked.value == pytest.approx(0.703, abs=0.005)


def test_random_draw_rounds_match_another_program():
    results = simulated(dl.rules("classic", first_lead="random", opening_tile="any"), ["random", "random"], 200_000)
    assert results.leader_wins.value == pytest.approx(0.535, abs=0.006)
    assert results.blocked.value == pytest.approx(0.201, abs=0.005)
    assert results.average("draws").value == pytest.approx(8.3, abs=0.06)


def test_names_that_are_used_twice_get_a_letter_and_unknown_ones_an_answer():
    results = simulated(dl.rules("block"), ["random", "random"], 100)
    assert results.labels == ("random (A)", "random (B)")
    with pytest.raises(dl.DominoError, match="nobody"):
        results.wins("greedy")
    with pytest.raises(dl.DominoError, match="draws"):
        results.average("tears")


def test_tables_and_texts(tmp_path):
    pandas = pytest.importorskip("pandas")
    results = simulated(dl.rules("classic"), ["greedy", "random"], 500)
    results.to_parquet(tmp_path / "table.parquet")
    assert pandas.read_parquet(tmp_path / "table.parquet").equals(results.to_frame())
    assert results.lengths()["actions"].sum() == 500
    assert results.openings()["games"].sum() == 500
    assert results.summary.loc["blocked", "low"] <= results.blocked.value


def test_a_players_name_is_text_wherever_it_is_shown():
    dl.add_player("<b>x", lambda view: view.legal_moves[0])
    try:
        results = simulated(dl.rules("block"), ["<b>x", "random"], 20)
        assert "<b>x" not in results._repr_html_()
        assert "<b>x" not in results.plot("wins").to_json()
    finally:
        del dl.PLAYERS["<b>x"]


@pytest.mark.parametrize("what", ["wins", "points", "leads", "lengths", "draws"])
def test_every_chart_has_words_units_and_error_bars(what):
    results = simulated(dl.rules("classic", players=3), ["greedy", "random", "careful"], 2000, duplicate=True)
    figure = results.plot(what)
    assert figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text
    assert "2,001" in figure.layout.title.text
    for trace in figure.data:
        assert len(trace.error_y.array) == len(trace.y) > 0
        assert all(bar >= 0 for bar in (*trace.error_y.array, *trace.error_y.arrayminus))


def test_a_chart_that_does_not_exist_is_answered_with_those_that_do():
    with pytest.raises(dl.DominoError, match="lengths"):
        simulated(dl.rules("block"), ["random", "random"], 10).plot("pie")


def test_sums_are_whole_numbers():
    results = simulated(dl.rules("pay-to-draw"), ["random", "greedy"], 1000)
    assert all(isinstance(value, int) for value in (*results.tally.points.values(), *results.tally.squares.values()))
    assert Fraction(results.tally.squares[1, "points", 0], results.games) == Fraction(
        results.points(0).value
    ).limit_denominator(1000)
