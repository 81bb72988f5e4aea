"""The law gives the known answers of tests/vectors: counts of action sequences, and whole rounds with their pay."""

from __future__ import annotations

from collections import defaultdict

import pytest

import dominolab as dl
from tests.engine.vectors import deal_of, load, replayed

MOST = 3000  # action sequences counted in CI; all of perft.json, counted by hand, takes 71 s
PERFT = load("perft.json")
ROUNDS = defaultdict(list)
for _row in load("rounds.jsonl"):
    ROUNDS[_row["preset"], _row["players"], _row["set_size"]].append(_row)


@pytest.mark.parametrize("row", PERFT, ids=[f"{i}-{r['preset']}-{r['players']}" for i, r in enumerate(PERFT)])
def test_perft(row):
    position = dl.start(deal_of(row))
    for depth, known in enumerate(row["perft"], 1):
        if known > MOST:
            break
        assert dl.perft(position, depth) == known, f"depth {depth}"


@pytest.mark.parametrize("key", ROUNDS, ids=lambda key: "-".join(map(str, key)))
def test_rounds(key):
    for row in ROUNDS[key]:
        position = replayed(row)
        outcome = position.outcome
        assert (outcome.kind, outcome.seat) == (row["end"]["kind"], row["end"]["seat"])
        assert list(outcome.pips) == row["pips"]
        assert dict(enumerate(outcome.points)) == {int(side): n for side, n in row["points"].items()}
        shown = {end.value: number for end, number in position.ends.items()}
        assert [shown.get(end) for end in ("left", "right", "up", "down")] == row["ends"]
        assert [sorted(map(str, hand)) for hand in position.hands] == [sorted(hand) for hand in row["left"]]
        assert len(position.boneyard) == row["boneyard_left"]
