"""Hypothesis strategies for rules, deals and positions, in one place."""

from __future__ import annotations

from hypothesis import strategies as st

import dominolab as dl
from dominolab.engine.rules import CHOICES

PRESET_PLAYERS = [(name, n) for name, preset in dl.PRESETS.items() for n in preset.players]


@st.composite
def preset_rules(draw, set_sizes=(6,), most_players=4):
    """Rules of a preset for a number of players that its source allows."""
    name, players = draw(st.sampled_from([p for p in PRESET_PLAYERS if p[1] <= most_players]))
    return dl.rules(name, players=players, set_size=draw(st.sampled_from(set_sizes)))


@st.composite
def any_options(draw):
    """Any options at all; most combinations are impossible."""
    options = {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}
    options |= {
        "players": draw(st.integers(2, 5)),
        "set_size": draw(st.integers(1, 7)),
        "hand_size": draw(st.integers(1, 7)),
        "tiles_per_turn": draw(st.integers(1, 2)),
        "draw_limit": draw(st.sampled_from([None, 0, 1, 2, 3])),
        "may_draw_when_able": draw(st.booleans()),
        "draw_ends_turn": draw(st.booleans()),
        "reserve": draw(st.integers(0, 3)),
        "draw_price": draw(st.integers(0, 2)),
        "double_blank": draw(st.sampled_from([0, 13])),
        "partners": draw(st.booleans()),
        "target": draw(st.integers(1, 200)),
    }
    # one option in three keeps its default, so that a fair share of the combinations can be played
    defaults = dl.rules("classic").options()
    return {name: defaults[name] if draw(st.integers(0, 2)) else value for name, value in options.items()}


@st.composite
def played(draw, rules, least=0, most=80):
    """A position some random legal moves into a round."""
    position = dl.start(dl.deal(rules, draw(st.integers(0, 10_000))))
    for _ in range(draw(st.integers(least, most))):
        if position.outcome is not None:
            break
        position = position.move(draw(st.sampled_from(position.legal_moves)))
    return position
