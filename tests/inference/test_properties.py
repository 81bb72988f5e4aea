"""What holds for every preset and position, with the whole set."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dominolab as dl
from tests.strategies import played, preset_rules

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def seen(draw):
    """A position of any preset, and a view of it."""
    position = draw(played(draw(preset_rules()), most=30))
    return position, position.view(draw(st.sampled_from([None, *range(position.rules.players)])))


@SLOW
@given(seen())
def test_shares_add_up_and_the_truth_is_possible(both):
    position, view = both
    try:
        h = dl.holdings(view)
    except dl.LimitError:
        return
    for tile, row in h.marginals.items():
        assert sum(row.values()) == 1
        place = next((s for s, hand in enumerate(position.hands) if tile in hand), "boneyard")
        assert 0 < row[place] <= 1
    for place in h.places:
        size = view.boneyard if place == "boneyard" else view.counts[place]
        assert sum(row[place] for row in h.marginals.values()) == size


@SLOW
@given(seen(), st.data())
def test_distributions_agree_with_each_other(both, data):
    _, view = both
    seat = data.draw(st.sampled_from(range(view.rules.players)))
    number = data.draw(st.integers(0, view.rules.set_size))
    try:
        h = dl.holdings(view)
        pips, suit = h.pips(seat), h.suit_count(seat, number)
        able, ends = h.can_play(seat), [h.can_play(seat, end) for end in view.ends]
    except dl.LimitError:
        return
    assert sum(pips.values()) == sum(suit.values()) == 1
    assert sum(k * p for k, p in pips.items()) == h.expected_pips(seat)
    assert 1 - suit.get(0, Fraction(0)) == h.has_suit(seat, number)
    assert able >= max(ends, default=Fraction(0))


@SLOW
@given(seen())
def test_hiding_other_tiles_changes_nothing(both):
    """Two positions with the same view have the same answer: it never looks at what is hidden."""
    _, view = both
    if view.state.over or view.start.given:
        return
    try:
        h = dl.holdings(view)
        deal = h.sample(1, seed=1)[0]
    except dl.LimitError:
        return
    position = dl.start(deal)
    for event in view.log:
        position = position.move(event.move)
    assert dl.holdings(position.view(view.seat)).marginals == h.marginals
