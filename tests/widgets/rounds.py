"""Rounds played by chance, for tests of what shows them."""

from __future__ import annotations

from random import Random

import dominolab as dl

PRESETS = tuple(dl.PRESETS)


def random_round(rules, seed):
    """Return the positions of a round, from the deal to the end."""
    chance = Random(seed)
    positions = [dl.start(dl.deal(rules, seed=seed))]
    while positions[-1].outcome is None:
        positions.append(positions[-1].move(chance.choice(positions[-1].legal_moves)))
    return positions


def click(controller, kind, **more):
    """Do what the reader's click does: an event with the serial of the picture shown."""
    controller.widget.handle({"kind": kind, "serial": controller.widget.serial, **more})
