"""From filled slots to deals and to hands as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Draw
from dominolab.engine.tiles import Tile, tile_number
from dominolab.inference.sampling import Sampler, World
from dominolab.inference.steps import AWAY, YARD, bits

if TYPE_CHECKING:
    from dominolab.inference.holdings import Holdings


def world_from(h: Holdings, sampler: Sampler) -> World:
    """Return who holds what now in one drawn way."""
    filled = sampler.draw()
    hands = [0] * h.view.rules.players
    if h.view.seat is not None:
        hands[h.view.seat] = h.story.own
    yard: list[int] = []
    for owner, items in zip(sampler.slots.owners, filled, strict=True):
        if owner >= 0:
            hands[owner] |= items & h.story.pool
        elif owner == YARD:
            yard = bits(items)
    sampler.random.shuffle(yard)
    return World(tuple(hands), tuple(yard))


def deal_from(h: Holdings, sampler: Sampler) -> Deal:
    """Return the deal of one drawn way: starting hands, the boneyard in the order it was and would be drawn."""
    view, filled = h.view, sampler.draw()
    dealt: list[tuple[Tile, ...]] = [()] * view.rules.players
    if view.seat is not None and view.dealt is not None:
        dealt[view.seat] = view.dealt
    came: list[int] = []  # tiles drawn by others, in order
    yard: list[int] = []
    seen: set[int] = set()
    for owner, items in zip(sampler.slots.owners, filled, strict=True):
        if owner == YARD:
            yard = bits(items)
        elif owner not in seen and owner != AWAY:
            seen.add(owner)
            dealt[owner] = tuple(map(tile_number, bits(items)))
        else:
            came += bits(items)
    sampler.random.shuffle(yard)
    hidden = iter(came)
    drawn = [
        event.tile if event.tile is not None and event.seat == view.seat else tile_number(next(hidden))
        for event in view.log
        if isinstance(event.move, Draw)
    ]
    start = view.start
    turned = next((placed.tile for placed in start.line), None)
    rest = (*drawn, *map(tile_number, yard))
    return _trusted(view.rules, tuple(dealt), rest, start.leader, start.opening, turned)


def _trusted(*values: object) -> Deal:
    """Return a deal without checking it again: it was counted as one that fits."""
    deal = object.__new__(Deal)
    for name, value in zip(Deal.__dataclass_fields__, values, strict=True):
        object.__setattr__(deal, name, value)
    return deal
