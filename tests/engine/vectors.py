"""Known answers made by slow independent programs, and the ways to build deals from them."""

from __future__ import annotations

import json
from pathlib import Path

import dominolab as dl

FOLDER = Path(__file__).parent.parent / "vectors"


def load(name):
    text = (FOLDER / name).read_text("utf-8")
    return json.loads(text) if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]


def pairs(tiles):
    return [tuple(tile) for tile in tiles]


def deal_of(row):
    size = len(row["hands"][0])
    rules = dl.rules(row["preset"], players=row["players"], set_size=row["set_size"], hand_size=size, **row["options"])
    opening, first = row["opening"], row["set_tile"]
    return dl.Deal(
        rules,
        [pairs(hand) for hand in row["hands"]],
        pairs(row["boneyard"]),
        row["leader"],
        tuple(opening) if opening else None,
        tuple(first) if first else None,
    )


def replayed(row):
    position = dl.start(deal_of(row))
    for seat, what, *rest in row["actions"]:
        assert position.turn == seat
        move = {"draw": dl.Draw(), "pass": dl.Pass()}.get(what) or dl.Play(*rest)
        position = position.move(move)
    return position
