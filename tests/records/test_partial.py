"""Less and more: `project` never leaks a tile, `reveal` names only what is proven."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from tests.records.made import random_record

HANDS = "deal A 6-6 6-0 6-2 5-5 5-3 3-1 4-2\n"
HEAD = '[Domino "1"]\n[Rules "classic players=2"]\n\n== 1 lead A\n'


def seen_tiles(record, seat):
    """The tiles that a projection may name: the seat's own, what was called, what was played, what was shown."""
    tiles = set()
    for round_ in record.rounds:
        yard = list(round_.setup.yard or ())
        tiles |= set(round_.setup.dealt.get(seat, ()))
        for action in round_.actions:
            if isinstance(action.move, dl.Play):
                tiles.add(action.move.tile)
            elif isinstance(action.move, dl.Draw):
                drawn = action.tile or (yard[0] if yard else None)
                yard = yard[1:]
                if action.seat == seat:
                    tiles.add(drawn)
        tiles |= {tile for hand in round_.shown.values() for tile in hand}
        tiles |= {round_.setup.set_tile, round_.views(None)[0].start.opening}
        tiles |= {dl.Tile(*pair) for pair in (*(round_.setup.row or ()), *round_.setup.up, *round_.setup.down)}
    return {str(tile) for tile in tiles if isinstance(tile, dl.Tile)}


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_projection_names_no_tile_that_was_not_seen(rng):
    record = random_record(rng)
    for seat in (None, *range(record.rules.players)):
        part = dl.project(record, seat)
        named = {str(tile) for tile in dl.TileSet(record.rules.set_size) if str(tile) in body(part)}
        assert named <= seen_tiles(record, seat)
        for action in (a for r in part.rounds for a in r.root.walk()):
            assert not action.comments
            assert not action.glyph
            assert not action.alternatives


def body(record):
    """The words of the rounds' text; in the header, names may look like tiles."""
    return set(
        str(record)
        .partition("\n==")[2]
        .replace("+", " ")
        .replace("<", " ")
        .replace(">", " ")
        .replace("^", " ")
        .replace("v", " ")
        .replace("*", " ")
        .split()
    )


def test_a_projection_gives_the_same_views():
    for seed in range(12):
        name = random.Random(seed).choice(sorted(dl.PRESETS))
        position = dl.start(dl.deal(dl.rules(name), seed))
        while position.outcome is None:
            position = position.move(random.Random(seed).choice(position.legal_moves))
        record = dl.Record(position.rules)
        whole = record.add(position)
        for seat in (None, 0, 1):
            [part] = dl.project(record, seat).rounds
            assert [v.log for v in part.views(seat)] == [v.log for v in whole.views(seat)]
            assert part.views(seat)[0].start == whole.views(seat)[0].start


def test_a_projection_drops_what_someone_who_saw_more_may_have_written():
    text = (
        HEAD.replace("\n\n", '\n[Seed "7"]\n[Event "club"]\n\n')
        + HANDS
        + "A 6-6 {B has 6-5} (A 5-5) B 6-5<!! ) oops\nend broken"
    )
    part = dl.project(dl.parse(text)[0], 1)
    assert (part.tag("Seed"), part.tag("Event"), part.tag("View")) == (None, "club", "B")
    assert "{" not in str(part)
    assert "oops" not in str(part)
    assert dl.project(dl.parse(text)[0], "B") == part
    for stranger in (5, "C", "Ana", 0.5):
        with pytest.raises(dl.RecordError, match="seats go from 0 to 1, or from A to B"):
            dl.project(part, stranger)


def test_reveal_names_what_was_played_before_any_draw():
    [record] = dl.parse(HEAD + HANDS + "deal B ?x7\nA 6-6  B 6-5<  A 5-3<  B +? 6-3>\nend broken")
    [round_] = record.reveal().rounds
    # 6-5 came with the deal; 6-3 would have made the draw needless, so it was drawn
    assert str(dl.Hand([t for t in round_.setup.dealt[1] if t != "?"])) == "6-5"
    assert len(round_.setup.dealt[1]) == 7
    assert round_.actions[3].text == "+6-3"


def test_reveal_leaves_open_what_is_open():
    [record] = dl.parse(HEAD + HANDS + "deal B ?x7\nA 6-6  B +?x2 6-5<\nend broken")
    [round_] = record.reveal().rounds
    # the second draw must be the 6-5, or the first draw would not have been followed by another; the first is unknown
    assert [a.text for a in round_.actions] == ["6-6", "+?", "+6-5", "6-5<"]
    assert round_.setup.dealt[1] == ("?",) * 7


def test_reveal_undoes_a_projection_as_far_as_it_is_proven():
    for seed in range(10):
        position = dl.start(dl.deal(dl.rules("classic"), seed))
        while position.outcome is None:
            position = position.move(position.legal_moves[0])
        record = dl.Record(position.rules)
        record.add(position)
        [known] = record.rounds
        [again] = dl.project(record, 0).reveal().rounds
        named = [t for t in again.setup.dealt[1] if t != "?"]
        assert set(named) <= set(known.setup.dealt[1])
        for was, now in zip(known.actions, again.actions, strict=True):
            assert now.tile in (None, was.tile)


def test_wrong_passes_let_stand_prove_nothing():
    rules = "block set_size=3 hand_size=3 first_lead=random opening_tile=any"
    [record] = dl.parse(
        f'[Domino "1"]\n[Rules "{rules}"]\n\n== 1 lead A\ndeal A 3-3 3-1 1-0\nA 3-3  B pass~  A 3-1<  B 3-2>\nend broken'
    )
    assert record.problems == ()
    assert record.rounds[0].actions[1].stands


@pytest.mark.parametrize("seed", range(25))
def test_honest_games_are_never_doubted_and_reveal_tells_the_truth(seed):
    rng = random.Random(seed)
    name = rng.choice(sorted(dl.PRESETS))
    position = dl.start(dl.deal(dl.rules(name), seed))
    while position.outcome is None:
        position = position.move(rng.choice(position.legal_moves))
    record = dl.Record(position.rules)
    known = record.add(position)
    for seat in (None, *range(position.rules.players)):
        seen = dl.Record(position.rules)
        round_ = seen.add(position.view(seat), points=False)
        assert seen.check() == ()
        assert round_.let_stand == frozenset()
        [told] = seen.reveal().rounds
        assert seen.reveal().check() == ()
        for who, hand in told.setup.dealt.items():
            assert {tile for tile in hand if tile != "?"} <= set(known.setup.dealt[who])
        assert all(a.tile in (None, b.tile) for a, b in zip(told.actions, known.actions, strict=True))


def test_let_stand_names_what_proves_nothing():
    [record] = dl.parse(HEAD + HANDS + "deal B ?x7\nA 6-6  B +? 6-5<  A 5-5<  B 6-4>\nend broken")
    [round_] = record.rounds
    assert round_.let_stand == {1}  # two 6s were held or drawn, and only one tile was drawn
    view = round_.views(0)[-1]
    with pytest.raises(dl.ImpossibleError):
        dl.holdings(view)
    assert dl.holdings(view, let_stand=round_.let_stand).count > 0
