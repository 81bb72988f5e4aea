"""From filled slots to deals and to hands as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Draw
from dominolab.engine.tiles import Tile, tile_number
from dominolab.inference.sampling import Sampler, World
from dominolab.inference.steps import AWAY, YARD, bits

if TYPE_CHECKING:
    from dominolab.engine.view import View
    from dominolab.inference.holdings import Holdings
    from dominolab.inference.sampling import Filled
    from dominolab.inference.slots import Layout
    from dominolab.inference.steps import Story


def world_from(h: Holdings, sampler: Sampler) -> World:
    """Return who holds what now in one drawn way."""
    world = held_now(h.view, h.story, sampler.slots, sampler.draw())
    yard = bits(world.boneyard)
    sampler.random.shuffle(yard)
    return World(world.hands, tuple(yard))


class Held(NamedTuple):
    """Who holds what now, as masks."""

    hands: tuple[int, ...]
    boneyard: int
    away: int


def held_now(view: View, story: Story, slots: Layout, filled: Filled) -> Held:
    """Return who holds what once the slots are filled."""
    hands = [0] * view.rules.players
    places = {YARD: 0, AWAY: 0}
    if view.seat is not None:
        hands[view.seat] = story.own
    for owner, items in zip(slots.owners, filled, strict=True):
        if owner >= 0:
            hands[owner] |= items & story.pool
        else:
            places[owner] |= items
    return Held(tuple(hands), places[YARD], places[AWAY])


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
