"""Positions of a round are worked out once, and anew after any edit that they depend on."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import event, given, settings
from hypothesis import strategies as st

import dominolab as dl
from dominolab.records import derive

RULES = "classic set_size=4 hand_size=4"


def played(seed):
    """A round to its end, in a record of its own."""
    position = dl.start(dl.deal(dl.rules(RULES), seed))
    rng = random.Random(seed)
    while position.outcome is None:
        position = position.move(rng.choice(position.legal_moves))
    return dl.Record(RULES).add(position)


def edit(rng, round_):
    """Change something about a round, in one of the ways in which it can be done."""
    line = round_.actions
    node = rng.choice([round_.root, *line])
    setup = round_.setup
    kind = rng.randrange(9)
    if kind == 0 and node.next is not None:
        node.remove(node.next)
    elif kind == 1 and node.variations:
        node.promote(rng.choice(node.variations))
    elif kind == 2:
        position = round_.position_at(node)
        if position is not None and position.legal_moves:
            node.promote(node.add(dl.records.Action(position.turn, rng.choice(position.legal_moves))))
    elif kind == 3:
        node.add_variation(f"{rng.choice('AB')} pass~")
    elif kind == 4 and line:
        rng.choice(line).seat ^= 1
    elif kind == 5:
        seat = rng.choice([0, 1])
        setup.dealt[seat] = tuple(rng.sample(setup.dealt[seat], len(setup.dealt[seat])))
    elif kind == 6:
        setup.dealt[0], setup.dealt[1] = setup.dealt[1], setup.dealt[0]
    elif kind == 7:
        round_.setup = replace(setup, yard=tuple(reversed(setup.yard)))
    else:
        round_.record.set_tag("Rules", rng.choice([RULES, "block set_size=4 hand_size=4", "no such rules", "classic"]))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 20), st.randoms(use_true_random=False))
def test_positions_are_never_stale(seed, rng):
    round_ = played(seed)
    for _ in range(rng.randint(1, 12)):
        before = round_.positions
        edit(rng, round_)
        now = round_.positions
        assert now == derive.positions_of(round_)
        event(f"changed: {now != before}")
        assert round_.positions is now


def test_positions_are_worked_out_once(monkeypatch):
    round_ = played(3)
    calls = []
    real = derive.positions_of
    monkeypatch.setattr(derive, "positions_of", lambda round_: calls.append(1) or real(round_))
    assert [round_.positions[i].line for i in range(len(round_) + 1)]
    assert len(calls) == 1
    round_.actions[1].comments.append("well played")
    assert round_.positions
    assert len(calls) == 1
    last = round_.actions[-1]
    last.parent.remove(last)
    assert len(round_.positions) == len(round_) + 1
    assert len(calls) == 2
