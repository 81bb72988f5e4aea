"""``h.explain``: how a probability comes about, as a learner would work it out by hand where that is short.

The short form exists where the places fill up in a chain: the place with the fewest candidates takes its tiles first,
the next takes from what is left, and so on. With one or two such stages (eras) this is the hypergeometric rule of
"places that are left / tiles that can be there". Otherwise the counts are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from dominolab.engine.tiles import Hand, Tile
from dominolab.inference.evidence import owner_name
from dominolab.messages import count, say

if TYPE_CHECKING:
    from dominolab.inference.counting import Count
    from dominolab.inference.holdings import Holdings, Place

MOST_ERAS = 2


@dataclass(frozen=True)
class Era:
    """Slots with the same candidates: how many tiles each owner takes from how many candidates."""

    takes: dict[int, int]
    candidates: int
    """Mask of all items that fit these slots."""

    @property
    def size(self) -> int:
        """How many items all these slots take."""
        return sum(self.takes.values())


def explain(h: Holdings, tile: Tile, place: Place) -> str:
    """Return the sentences for one tile and place."""
    answer = h.probability(tile, place)
    owner = h.owner(place)
    where = owner_name(owner)
    if h.story.own >> tile.number & 1 or not h.story.pool >> tile.number & 1:
        return say("{tile} is seen: the probability of {place} is {answer}", tile=tile, place=where, answer=answer)
    lines = [count("{n} tile is unseen", "{n} tiles are unseen", len(Hand(h.story.pool)))]
    if len(h.answer.counted) == 1:
        counted = h.answer.counted[0][1]
        fixed = _fixed(h, counted, tile, owner, answer)
        if fixed:
            return "\n".join([*lines, fixed])
        eras = eras_of(h, counted)
        if eras is not None:
            return "\n".join([*lines, *_by_hand(h, eras, counted, tile, owner)])
    held = h.answer.ways[tile.number].get(owner, 0)
    lines.append(say("no short form: the deals are counted one kind after another"))
    lines.append(
        say(
            "{held} of {all} deals have {tile} there: {answer}",
            held=held,
            all=h.count,
            tile=tile,
            answer=_worked(held, h.count),
        )
    )
    return "\n".join(lines)


def _fixed(h: Holdings, counted: Count, tile: Tile, owner: int, answer: Fraction) -> str | None:
    """Return the sentence for a tile whose place follows without counting."""
    for slot, tiles in counted.reduced.fixed:
        if tiles >> tile.number & 1:
            there = owner_name(h.answer.slots.owners[slot])
            return say(
                "{tile} can only be in one place: {there}. So the probability of {place} is {answer}",
                tile=tile,
                there=there,
                place=owner_name(owner),
                answer=answer,
            )
    return None


def eras_of(h: Holdings, counted: Count) -> list[Era] | None:
    """Return the slots still open as a chain of eras, the fewest candidates first; None if they form no chain."""
    reduced, owners = counted.reduced, h.answer.slots.owners
    found: dict[int, dict[int, int]] = {}
    for g, group in enumerate(reduced.groups):
        candidates = 0
        for mask, items in reduced.classes:
            if mask >> g & 1:
                candidates |= items
        takes = found.setdefault(candidates, {})
        for slot in group:
            takes[owners[slot]] = takes.get(owners[slot], 0) + reduced.left[slot]
    eras = [Era(takes, items) for items, takes in sorted(found.items(), key=lambda pair: pair[0].bit_count())]
    nested = all(not one.candidates & ~two.candidates for one, two in pairwise(eras))
    return eras if nested and len(eras) <= MOST_ERAS + 1 else None


def _by_hand(h: Holdings, eras: list[Era], counted: Count, tile: Tile, owner: int) -> list[str]:
    """Return the calculation: in each era the places of the owner over the tiles that can still be there."""
    lines = _settled(h, counted)
    miss, total, taken = Fraction(1), Fraction(0), 0
    terms = []
    for era in eras:
        left = era.candidates.bit_count() - taken
        taken += era.size
        if not era.candidates >> tile.number & 1:
            lines.append(
                count(
                    "{n} place can take {tiles} only, not {tile}",
                    "{n} places can take {tiles} only, not {tile}",
                    era.size,
                    tiles=Hand(era.candidates),
                    tile=tile,
                )
            )
            continue
        mine = era.takes.get(owner, 0)
        lines.append(
            say(
                "{left} tiles can fill the next {size} places; {mine} of these places belong to {place}",
                left=left,
                size=era.size,
                mine=mine,
                place=owner_name(owner),
            )
        )
        total += miss * Fraction(mine, left)
        if mine:
            terms.append(f"{mine}/{left}" if miss == 1 else f"{miss} × {mine}/{left}")
        miss *= 1 - Fraction(era.size, left)
    where, worked = owner_name(owner), " + ".join(terms) or "0"
    if worked == str(total):
        lines.append(say("{tile}, {place}: {answer}", tile=tile, place=where, answer=total))
    else:
        lines.append(say("{tile}, {place}: {sum} = {answer}", tile=tile, place=where, sum=worked, answer=total))
    return lines


def _settled(h: Holdings, counted: Count) -> list[str]:
    """Return a line for each owner whose tiles are settled before anything is counted."""
    tiles: dict[int, int] = {}
    for slot, items in counted.reduced.fixed:
        owner = h.answer.slots.owners[slot]
        tiles[owner] = tiles.get(owner, 0) | items & h.story.pool
    return [
        say("{tiles} can only be with {place}", tiles=Hand(mask), place=owner_name(owner))
        for owner, mask in tiles.items()
        if mask
    ]


def _worked(held: int, total: int) -> str:
    """Return a fraction as counted and in lowest terms."""
    share = Fraction(held, total)
    return f"{held}/{total}" if share.denominator == total else f"{held}/{total} = {share}"
