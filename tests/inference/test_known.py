"""Published numbers and reported cases of probability, each named by its case; computed with the library."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, sqrt
from pathlib import Path

import numpy as np
import pytest

import dominolab as dl

CASES = {
    case["id"]: case
    for case in map(
        json.loads, (Path(__file__).parent.parent / "cases" / "reported.jsonl").read_text("utf-8").splitlines()
    )
}
DOUBLES = dl.Hand([t for t in dl.TileSet(6) if t.is_double])


def expected(name):
    return CASES[name]["expected"]


def nothing_seen(players, size, set_size=6):
    """Holdings of a spectator before anything happened."""
    rules = dl.rules("common", players=players, hand_size=size, set_size=set_size)
    return dl.holdings(dl.observe(rules))


def without(h, lacks):
    """Share of the deals in which places have none of some tiles."""
    try:
        return Fraction(h.given(lacks=lacks).count, h.count)
    except dl.ImpossibleError:
        return Fraction(0)


def doubles(n):
    return dl.Hand([t for t in dl.TileSet(n) if t.is_double])


def no_double(players, size, set_size=6):
    return without(nothing_seen(players, size, set_size), dict.fromkeys(range(players), doubles(set_size)))


DEALS = {
    "2x7": (2, 7), "3x5": (3, 5), "4x5": (4, 5), "3x7": (3, 7), "4x6": (4, 6), "4x7": (4, 7), "2x9": (2, 9),
    "double9_2x10": (2, 10, 9), "double9_4x7": (4, 7, 9), "double12_2x12": (2, 12, 12), "double12_4x10": (4, 10, 12),
}  # fmt: skip


@pytest.mark.parametrize("name", expected("DEAL-04"))
def test_deal_04_nobody_has_a_double(name):
    assert no_double(*DEALS[name]) == Fraction(expected("DEAL-04")[name])


def test_nobody_has_a_double_of_two_hands_of_five():
    assert no_double(2, 5) == Fraction(34, 1265)


def test_lead_12_opening_double_missing():
    case = expected("LEAD-12")
    assert (no_double(2, 7), no_double(2, 9)) == (Fraction(case["P_needed"]), Fraction(case["P_needed_9_tiles"]))


@pytest.mark.parametrize("name", expected("DEAL-05"))
def test_deal_05_which_double_opens(name):
    players, size = DEALS[name]
    h = nothing_seen(players, size)
    for key, (share, _) in expected("DEAL-05")[name].items():
        if key == "none":
            assert no_double(players, size) == Fraction(share)
            continue
        higher = dl.Hand([t for t in DOUBLES if t.high > int(key)])
        among = [
            without(h, dict.fromkeys(range(players), tiles))
            for tiles in (higher, higher | dl.Hand([(int(key), int(key))]))
        ]
        assert among[0] - among[1] == Fraction(share)


@pytest.mark.parametrize("size", [5, 6, 7, 9])
def test_deal_17_doubles_in_a_hand(size):
    found = nothing_seen(2, size).count_of(0, DOUBLES)
    assert {str(k): str(p) for k, p in found.items()} == {k: p for k, (p, _) in expected("DEAL-17")[str(size)].items()}


def five_doubles(h, seat=0):
    return sum(p for k, p in h.count_of(seat, DOUBLES).items() if k >= 5)


def test_deal_01_five_doubles_in_a_hand():
    case = expected("DEAL-01")
    assert five_doubles(nothing_seen(2, 7)) == Fraction(case["one_hand"])
    for name, (players, size) in {"2x7": (2, 7), "4x7": (4, 7)}.items():  # two hands cannot both have five of seven
        h = nothing_seen(players, size)
        assert sum(five_doubles(h, seat) for seat in range(players)) == Fraction(case[name])


def test_deal_02_five_doubles_or_six_of_a_number():
    h = nothing_seen(2, 7)  # no hand of seven is two of these at once: 5 + 6 - 1 and 6 + 6 - 1 are more than 7
    six = sum(p for n in range(7) for k, p in h.suit_count(0, n).items() if k >= 6)
    assert five_doubles(h) + six == Fraction(expected("DEAL-02")["fraction"])


def test_deal_08_pips_of_seven_tiles():
    case, h = expected("DEAL-08"), nothing_seen(2, 7)
    found = {k: p * comb(28, 7) for k, p in h.pips(0).items()}
    mode = max(found, key=found.get)
    assert (min(found), found[min(found)]) == (case["min"], case["min_count"])
    assert (max(found), found[max(found)]) == (case["max"], case["max_count"])
    assert (mode, found[mode], sum(found.values())) == (case["mode"], case["mode_count"], case["sum"])
    assert all(found[k] == found[84 - k] for k in found)


def test_seven_tiles_have_42_pips_and_standard_deviation_7():
    pips = nothing_seen(2, 7).pips(0)  # prints say 42.5, 16.3 and at most 70: wrong
    mean = sum(k * p for k, p in pips.items())
    assert (mean, sqrt(sum(p * (k - mean) ** 2 for k, p in pips.items())), max(pips)) == (42, 7, 69)


def test_deal_13_four_doubles_of_eleven_tiles_of_double_twelve():
    found = nothing_seen(2, 11, 12).count_of(0, doubles(12))
    assert found[4] == Fraction(expected("DEAL-13")["fraction"])


def test_deal_15_two_tiles_share_a_number():
    pairs = list(combinations(dl.TileSet(6), 2))
    share = Fraction(sum(bool(one.numbers & two.numbers) for one, two in pairs), len(pairs))
    assert share == Fraction(expected("DEAL-15")["fraction"])


def test_deal_18_half_seen_tiles_share_a_number():
    tiles = list(dl.TileSet(6))
    looked = [(tile, half, tile.other(half)) for tile in tiles for half in (tile.low, tile.high)]
    fit = seen = 0
    for one, first, other in looked:
        for two, second, rest in looked:
            if one != two and (first, second) == (1, 2):
                seen += 1
                fit += bool({first, other} & {second, rest})
    assert (Fraction(fit, seen), seen) == (Fraction(expected("DEAL-18")["fraction"]), 63)


def closes(tiles):
    """Whether tiles close to a ring: every number even, all connected."""
    degree = dict.fromkeys(range(7), 0)
    for t in tiles:
        degree[t.low] += 1
        degree[t.high] += 1
    seen, todo = set(), [tiles[0].low]
    while todo:
        n = todo.pop()
        if n not in seen:
            seen.add(n)
            todo += [t.other(n) for t in tiles if n in t]
    return all(k % 2 == 0 for k in degree.values()) and all(n in seen for n, k in degree.items() if k)


@pytest.mark.parametrize("k", [3, 4, 25, 26, 27])
def test_deal_19_closed_polygons(k):
    sets = list(combinations(dl.TileSet(6), k))
    assert Fraction(sum(map(closes, sets)), len(sets)) == Fraction(expected("DEAL-19")[str(k)])


@pytest.mark.parametrize("name", expected("LEAD-07"))
def test_lead_07_highest_total_in_two_hands(name):
    players, size = DEALS[name]
    h, seats = nothing_seen(players, size), range(players)
    total = Fraction(0)
    for pips in range(13):
        above = dl.Hand([t for t in dl.TileSet(6) if t.pips > pips])
        these = dl.Hand([t for t in dl.TileSet(6) if t.pips == pips])
        free = without(h, dict.fromkeys(seats, above))
        nowhere = without(h, dict.fromkeys(seats, above | these))
        alone = [without(h, {s: above if s == seat else above | these for s in seats}) - nowhere for seat in seats]
        total += free - nowhere - sum(alone)
    assert total == Fraction(expected("LEAD-07")[name])


def test_lead_09_odd_or_even_is_not_fair():
    shares = dl.lead_chances(dl.rules("common"), "odd_even")
    assert [str(shares[1]), str(shares[0])] == [expected("LEAD-09")["P_even"], expected("LEAD-09")["P_odd"]]
    three, four = (dl.lead_chances(dl.rules("common", players=n), "draw_sum") for n in (3, 4))
    assert sorted(three.values()) == [Fraction(121, 364), Fraction(121, 364), Fraction(61, 182)]
    assert sorted(four.values()) == [Fraction(341, 1365), *[Fraction(1024, 4095)] * 3]


def test_draw_17_eight_draws_in_a_row():
    case = CASES["DRAW-17"]
    view = dl.observe(dl.rules("common"), 0, "6-6 5-5 1-0 2-1 4-2 3-0 4-4").play(0, "6-6")
    before = dl.holdings(view)
    assert 1 - before.can_play(1) == before.chance("draw") == Fraction(case["extra"]["P_at_least_one_draw"])
    for _ in range(8):
        view = view.draw(1)
    assert Fraction(dl.holdings(view).kept, before.kept) == Fraction(case["expected"]["fraction"])
    assert Fraction(comb(11, 8), comb(12, 8)) == Fraction(case["extra"]["s12_m1_first8_miss"])


def test_set_07_one_tile_start():
    case = expected("SET-07")
    for players, share in case["P_dealt"].items():
        h = nothing_seen(int(players), 1)
        assert 1 - h.probability("6-6", "boneyard") == Fraction(share)
        places = [h.probability("6-6", seat) for seat in range(int(players))]
        yard = 28 - int(players)
        mean = sum(p * (k + 1) for k, p in enumerate(places))
        mean += h.probability("6-6", "boneyard") * Fraction(int(players) + 1 + 28, 2)
        assert (mean, yard) == (Fraction(case["mean_position_of_66"]), case["terminates_after_at_most"] - int(players))


def deal_12():
    view = dl.observe(dl.rules("common"), 0, "6-6 5-5 1-0 2-1 4-2 3-0 6-5").play(0, "6-5")
    return view.draw(1).draw(1).play(1, "6-4")


def test_deal_12_double_four_after_a_useless_draw():
    h = dl.holdings(deal_12())
    assert h.probability("4-4", 1) == Fraction(8, 11)
    assert h.explain("4-4", 1).splitlines()[-1].endswith("8/11")


def test_ai_08_no_sample_contradicts_what_was_seen():
    h, case = dl.holdings(deal_12()), expected("AI-08")
    worlds = h.worlds(20_000, seed=8)
    share = sum(world.hands[1] >> dl.Tile("4-4").number & 1 for world in worlds) / len(worlds)
    assert abs(share - Fraction(case["marginal_44"])) < 0.0142
    fitting = dl.Hand([t for t in dl.TileSet(6) if 6 in t or 5 in t]).mask
    assert not any(world.hands[1] & fitting for world in worlds)


def test_four_player_deals():
    partnership = dl.rules("partnership")
    assert dl.holdings(dl.observe(partnership)).count == 472_518_347_558_400
    seen = dl.observe(partnership, 0, "6-6 5-5 1-0 2-1 4-2 3-0 6-5")
    assert dl.holdings(seen).count == factorial(21) // factorial(7) ** 3 == 399_072_960  # a print says 3.4e9: wrong


def test_all_seven_numbers_in_a_hand():
    h, total = nothing_seen(2, 7), 0
    for k in range(8):
        for numbers in combinations(range(7), k):
            tiles = dl.Hand([t for t in dl.TileSet(6) if t.numbers & set(numbers)])
            total += (-1) ** k * without(h, {0: tiles})
    assert total * comb(28, 7) == 501_015  # a print says 546060: wrong


def test_longest_suit_of_seven_tiles():
    hands = np.array(list(combinations(range(28), 7)), dtype=np.int8)
    longest = np.zeros(len(hands), dtype=np.int8)
    for number in range(7):
        bears = np.array([number in tile for tile in dl.TileSet(6)])
        longest = np.maximum(longest, bears[hands].sum(axis=1))
    shares = {k: float((longest >= k).mean()) for k in (3, 4, 5, 6)}
    assert [round(shares[3], 4), round(shares[4], 4)] == [0.9298, 0.2951]
    assert [round(1 / shares[5], 1), round(1 / shares[6])] == [37.1, 1143]
    h = nothing_seen(2, 7)
    six = sum(p for n in range(7) for k, p in h.suit_count(0, n).items() if k >= 6)
    assert float(six) == pytest.approx(shares[6])
