"""Golden playthroughs: one random round of every preset, written out. Run this file to write them anew.

A change in them is a change in the rules, the deal or the text forms: look at the difference before you commit it.
"""

from __future__ import annotations

import random
from pathlib import Path

import dominolab as dl

FOLDER = Path(__file__).parent / "golden"


def playthrough(name, players):
    rules = dl.rules(name, players=players)
    rng = random.Random(f"{name} {players}")
    position = dl.start(dl.deal(rules, seed=players))
    lines = [str(rules), rules.describe(), repr(position.deal), ""]
    while position.outcome is None:
        moves = " ".join(map(str, position.legal_moves))
        position = position.move(rng.choice(position.legal_moves))
        ends = " ".join(f"{end}={n}" for end, n in position.ends.items())
        lines.append(f"{position.event!s:12}  of {moves:40}  ->  {ends}  boneyard={len(position.boneyard)}")
    return "\n".join([*lines, "", repr(position.outcome), str(position.line), ""])


def path_of(name, players):
    return FOLDER / f"{name}-{players}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for preset in dl.PRESETS.values():
        for n in preset.players:
            path_of(preset.name, n).write_text(playthrough(preset.name, n), "utf-8")
