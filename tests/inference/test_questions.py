"""What can be asked of holdings besides the table."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import dominolab as dl
from dominolab.inference.models import MODELS
from tests.inference.brute import GAMES, Brute, views

OWN = "6-6 5-5 1-0 2-1 4-2 3-0 6-5"


def seen():
    return dl.observe(dl.rules("common"), 0, OWN).play(0, "6-5").draw(1).draw(1)


def some(n, limit=500):
    return [(view, chance) for _, view, chance in views(1000, 1000 + n, limit)]


def test_given_is_what_the_deals_with_that_say():
    asked = 0
    for view, chance in some(60):
        b, h = Brute(view), dl.holdings(view)
        tile = chance.choice(sorted(b.places()) or [None])
        if tile is None:
            continue
        place = chance.choice(list(b.places()[tile]))
        what_if = h.given({tile: place})
        part = {w: n for w, n in b.worlds.items() if tile in b.at(*w, place)}
        b.worlds.clear()
        b.worlds.update(part)
        b.count = sum(part.values())
        rows = {t: {p: f for p, f in row.items() if f} for t, row in what_if.marginals.items()}
        assert (what_if.count, rows) == (b.count, b.places())
        asked += 1
    assert asked > 20


def test_after_is_the_view_one_move_later():
    for view, _ in some(60):
        if view.turn is None or view.turn == view.seat:
            continue
        h = dl.holdings(view)
        for move in ("draw", "pass"):
            try:
                later = view.move(view.turn, move)
            except dl.IllegalMoveError:
                continue
            try:
                wanted = dl.holdings(later).marginals
            except dl.ImpossibleError:  # everybody who could be there could play
                with pytest.raises(dl.ImpossibleError):
                    h.after(move)
                continue
            assert h.after(move).marginals == wanted
            assert 0 < h.chance(move) <= 1


def test_a_supposition_is_kept_through_later_moves():
    h = dl.holdings(seen()).given({"4-4": 1})
    later = h.after("6-4")  # B lays the second drawn tile
    assert later.probability("4-4", 1) == 1
    assert [f.kind for f in h.evidence if f.kind == "supposed"] == ["supposed"]
    with pytest.raises(dl.DominoError, match="boneyard"):
        dl.holdings(seen()).given({"4-4": "boneyard"}).after("draw")


def test_chance_of_a_draw_and_of_playing_make_one():
    view = dl.observe(dl.rules("common"), 0, OWN).play(0, "6-5")
    h = dl.holdings(view)
    assert h.chance("draw") + h.can_play(1) == 1


def test_each_end_alone():
    h = dl.holdings(dl.observe(dl.rules("common"), 0, OWN).play(0, "6-5"))
    assert h.can_play(1, "left") == h.has_suit(1, 5)
    assert h.can_play(1, "right") == h.has_suit(1, 6)
    assert h.can_play(0, "left") == 1


def test_the_last_tile_can_be_laid():
    rules = dl.rules("block", set_size=2, hand_size=2)
    view = dl.observe(rules, 0, "2-1 1-0", leader=1, opening="2-2").play(1, "2-2").play(0, "2-1", "right")
    h = dl.holdings(view)
    assert h.can_go_out(1) == h.can_play(1) == h.joint({"1-1": 1}) + h.joint({"2-0": 1})
    assert h.can_go_out(0) == 0 or len(view.hand) == 1


def test_what_is_known_is_certain():
    h = dl.holdings(seen())
    assert h.probability("6-6", 0) == 1
    assert h.probability("6-6", "boneyard") == 0
    assert h.probability("6-5", 0) == 0  # on the table
    assert h.joint({"6-6": 0, "5-5": 1}) == 0
    assert h.pips(0) == {h.view.hand.pips: 1}
    assert h.has_suit(0, 6) == 1


def test_a_position_is_no_view():
    with pytest.raises(dl.DominoError, match=r"position\.view"):
        dl.holdings(dl.start(dl.deal(dl.rules("classic"), 1)))


@pytest.mark.parametrize(
    ("tile", "place", "words"),
    [("7-7", 1, "double-6"), ("6-6", 2, "there are: 0, 1, boneyard"), ("6-6", "yard", "boneyard"), ("x", 1, "tile")],
)
def test_a_tile_or_place_that_does_not_exist_is_named(tile, place, words):
    with pytest.raises(dl.DominoError, match=words):
        dl.holdings(seen()).probability(tile, place)


def test_table_is_a_frame_of_fractions_that_add_up():
    frame = dl.holdings(seen()).table()
    assert list(frame.columns) == [0, 1, "boneyard"]
    assert (frame.sum(axis=1) == 1).all()
    assert isinstance(frame.loc["4-4", 1], Fraction)
    assert dl.holdings(seen()).table(floats=True).dtypes.unique() == [float]


def test_evidence_multiplies_to_the_share_of_deals_kept():
    for view, _ in some(40):
        h = dl.holdings(view)
        kept = Fraction(1)
        for fact in h.evidence:
            assert str(fact)
            assert 0 <= fact.change <= 1
            kept *= fact.kept
        bare = [s for s in h.answer.steps if s.kind not in (1, 3, 4, 5)]
        from dominolab.inference.answer import Answer

        assert kept == Fraction(h.count, Answer(bare, h.story.pool).total)


def test_evidence_says_what_it_rules_out():
    first, second = dl.holdings(seen()).evidence
    assert str(first) == "event 2 (B +?) with 5, 6 open: B held no tile that fits"
    assert first.rules_out == dl.Hand([t for t in dl.TileSet(6) if 5 in t or 6 in t]) - dl.Hand("6-5 6-6 5-5")
    assert (first.number, first.seat, first.kind) == (1, 1, "draw")
    assert second.kept == Fraction(4, 14)  # the first drawn tile was none of the ten that fit
    assert first.change > second.change > 0


def test_a_free_draw_proves_nothing_and_says_so():
    view = dl.observe(dl.rules("askalink"), 0, OWN, opening="6-6").play(0, "6-6").draw(1)
    h = dl.holdings(view)
    assert "proves nothing" in str(h.evidence[-1])
    assert h.evidence[-1].kept == 1


def test_explanations_end_in_the_exact_probability():
    short = 0
    for view, _ in some(80):
        h = dl.holdings(view)
        for tile, row in h.marginals.items():
            for place, share in row.items():
                last = h.explain(tile, place).splitlines()[-1]
                assert last.endswith((f" {share}", f"= {share}", f": {share}")), (last, share)
                short += "candidates" in last or " × " in last or "/" in last
    assert short > 100


def test_wrong_models_go_wrong_where_they_say():
    view = seen().play(1, "6-4")
    exact = dl.holdings(view)
    assert exact.probability("6-3", 1) == 0
    assert dl.holdings(view, model="no-evidence").probability("6-3", 1) > 0
    assert set(MODELS) == {"exact", "no-evidence", "suit-stays-denied", "newest-cohort"}
    with pytest.raises(dl.DominoError, match="no-evidence"):
        dl.holdings(view, model="nonsense")


def midway(n):
    """Views of rounds with the whole double-six set, some random moves in."""
    for seed in range(n):
        chance = random.Random(seed)
        rules = dl.rules(chance.choice(["classic", "common"]), players=chance.choice([2, 3, 4]))
        position = dl.start(dl.deal(rules, seed))
        for _ in range(chance.randint(3, 25)):
            if len(position.legal_moves) == 0 or position.outcome:
                break
            position = position.move(chance.choice(position.legal_moves))
        yield (position.before if position.outcome else position).view(chance.randrange(rules.players))


def test_how_far_the_wrong_models_are_off():
    worst, impossible = dict.fromkeys(MODELS, Fraction(0)), dict.fromkeys(MODELS, 0)
    for view in midway(120):
        exact = dl.holdings(view).marginals
        for name in MODELS:
            try:
                wrong = dl.holdings(view, model=name).marginals
            except dl.ImpossibleError:
                impossible[name] += 1
                continue
            off = [abs(exact[t][p] - wrong[t][p]) for t in exact for p in exact[t]]
            worst[name] = max(worst[name], *off, Fraction(0))
    assert worst["exact"] == 0
    assert worst["no-evidence"] > Fraction(1, 2)
    assert worst["suit-stays-denied"] > Fraction(1, 5)
    assert worst["newest-cohort"] > Fraction(1, 20)
    assert impossible["exact"] == impossible["no-evidence"] == 0


def test_out_of_reach_is_refused_with_its_size():
    chance = random.Random(4)
    position = dl.start(dl.deal(dl.rules("classic", players=4, set_size=15), 4))
    for _ in range(130):
        position = position.move(chance.choice(position.legal_moves))
    with pytest.raises(dl.LimitError, match="samples") as caught:
        dl.holdings(position.view(0))
    assert caught.value.size > 1_000_000
    estimate = dl.holdings(position.view(0), samples=100, seed=1)
    truth = next(iter(position.hands[1]))
    assert 0 <= estimate.probability(truth, 1).value <= 1
    assert estimate.expected_pips(1).error > 0


def test_estimates_agree_with_the_exact_answer_within_their_errors():
    squares = n = 0
    for view, _ in some(len(GAMES) // 4):
        h, e = dl.holdings(view), dl.holdings(view, samples=400, seed=2)
        for tile, row in h.marginals.items():
            for place, share in row.items():
                found = e.probability(tile, place)
                if found.error:
                    n += 1
                    squares += ((found.value - share) / found.error) ** 2
                else:
                    assert abs(found.value - share) < 0.05
    assert n > 100
    assert 0.5 < squares / n < 2


def test_evidence_says_where_a_tile_laid_came_from():
    facts = dl.holdings(seen().play(1, "6-4")).evidence
    assert str(facts[-1]) == "event 4 (B 6-4>): the tile was drawn at event 3 (B +?)"
    first = dl.observe(dl.rules("common"), 0, OWN, leader=1).play(1, "4-4")
    assert str(dl.holdings(first).evidence[0]) == "event 1 (B 4-4): the tile was dealt"
