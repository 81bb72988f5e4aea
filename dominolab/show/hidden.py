"""Where the hidden tiles may be, for a picture: a triangle of the set for each place, and the chances in words."""

from __future__ import annotations

from fractions import Fraction

from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.inference.holdings import Holdings as Answer
from dominolab.inference.holdings import Place
from dominolab.messages import count, say
from dominolab.show import scene as parts
from dominolab.show.speech import Names

MANY = 10_000_000


def holdings_part(answer: Answer, names: Names, *, summary: list[str] | None = None) -> parts.Holdings:
    """Return the triangles of every place but the viewer's own hand, and what they rest on.

    ``summary`` replaces the sentences about who can follow.
    """
    view = answer.view
    places = [place for place in answer.places if place != view.seat]
    return parts.Holdings(
        size=view.rules.set_size,
        places=[_place(answer, place, names) for place in places],
        note=counted(answer, names),
        summary=followers(answer, names) if summary is None else summary,
    )


def _place(answer: Answer, place: Place, names: Names) -> parts.Place:
    n = tiles_at(answer.view, place)
    tiles = count("{n} tile", "{n} tiles", n)
    title = say("{name} holds ({tiles})", name=names[place], tiles=tiles) if isinstance(place, int) else ""
    title = title or say("{place} ({tiles})", place=place_name(place, names), tiles=tiles)
    cells = [cell(answer, tile, place, names) for tile in answer.view.rules.tiles]
    return parts.Place(place=str(place), title=title, cells=cells)


def place_name(place: Place, names: Names) -> str:
    """Return a place in words."""
    if isinstance(place, int):
        return names[place]
    return say("boneyard") if place == "boneyard" else say("out of play")


def tiles_at(view: View, place: Place) -> int:
    """Return how many tiles lie at a place."""
    if isinstance(place, int):
        return view.counts[place]
    if place == "boneyard":
        return view.boneyard
    return len(view.rules.tiles) - len(view.line) - sum(view.counts) - view.boneyard


def cell(answer: Answer, tile: Tile, place: Place, names: Names) -> parts.Cell:
    """Return one cell: the chance that a tile is at a place, None where the tile lies open."""
    pair = [tile.low, tile.high]
    where = place_name(place, names)
    if tile in answer.view.hand:
        return parts.Cell(pair=pair, value=None, text="", label=say("{tile}: you hold it", tile=tile))
    if tile not in answer.marginals:
        return parts.Cell(pair=pair, value=None, text="", label=say("{tile} is on the table", tile=tile))
    chance = answer.probability(tile, place)
    label = (
        say("{tile} in the boneyard: {chance}", tile=tile, chance=fraction_words(chance))
        if place == "boneyard"
        else say("{tile} with {name}: {chance}", tile=tile, name=where, chance=fraction_words(chance))
    )
    return parts.Cell(pair=pair, value=float(chance), text=short(chance), label=label)


def short(chance: Fraction) -> str:
    """Return a chance in three characters or so; 0 and 1 only where it is certain.

    >>> [short(Fraction(n, 1000)) for n in (0, 1, 312, 999, 1000)]
    ['0', '<.01', '.31', '>.99', '1']
    """
    if chance in (0, 1):
        return str(chance)
    if chance < Fraction(5, 1000):
        return "<.01"
    if chance >= Fraction(995, 1000):
        return ">.99"
    return f"{float(chance):.2f}"[1:]


def fraction_words(chance: Fraction) -> str:
    """Return a chance exactly and as a decimal; a very long fraction as a decimal alone.

    >>> fraction_words(Fraction(5, 16)), fraction_words(Fraction(1))
    ('5/16 (0.3125)', '1, certain')
    """
    if chance == 0:
        return say("0, impossible")
    if chance == 1:
        return say("1, certain")
    decimal = f"{float(chance):.4g}"
    if chance.denominator > MANY:
        return say("about {decimal}, exactly {fraction}", decimal=decimal, fraction=chance)
    return f"{chance} ({decimal})"


def counted(answer: Answer, names: Names) -> str:
    """Return how many deals the chances rest on, and what is assumed."""
    seat = answer.view.seat
    number = f"{answer.count:,}"
    basis = say("How players choose among legal moves is not used as evidence.")
    if seat is None:
        said = count(
            "{number} deal fits what everybody has seen.",
            "{number} deals fit what everybody has seen.",
            answer.count,
            number=number,
        )
    else:
        said = count(
            "{number} deal fits what {name} has seen.",
            "{number} deals fit what {name} has seen; each is equally likely.",
            answer.count,
            number=number,
            name=names[seat],
        )
    return f"{said} {basis}"


def followers(answer: Answer, names: Names) -> list[str]:
    """Return for every other seat the chance that it can play, at each end."""
    view = answer.view
    if view.turn is None or not view.ends:
        return []
    said = []
    for seat in range(view.rules.players):
        if seat == view.seat:
            continue
        ends = [
            say(
                "{end} ({number}) {chance}",
                end=say(end.value),
                number=number,
                chance=percent(answer.can_play(seat, end)),
            )
            for end, number in view.ends.items()
        ]
        all_ = percent(answer.can_play(seat))
        said.append(say("{name} can play: {all}. By end: {ends}.", name=names[seat], all=all_, ends=", ".join(ends)))
    return said


def percent(chance: Fraction) -> str:
    """Return a chance in percent; 0 % and 100 % only where it is certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 3000)), percent(Fraction(1))
    ('33 %', '<1 %', '100 %')
    """
    if 0 < chance < Fraction(1, 100):
        return say("<{n} %", n=1)
    if Fraction(99, 100) < chance < 1:
        return say(">{n} %", n=99)
    return say("{n} %", n=round(100 * chance))


def suit_words(answer: Answer, seat: int, number: int, names: Names) -> str:
    """Return how many tiles with a number a seat holds: the chance of each count."""
    spread = [
        say("{k}: {chance}", k=k, chance=fraction_words(chance))
        for k, chance in answer.suit_count(seat, number).items()
        if chance
    ]
    return say(
        "{name} holds so many tiles with {number}: {spread}.", name=names[seat], number=number, spread="; ".join(spread)
    )


def reasons(answer: Answer) -> list[str]:
    """Return the evidence, a sentence each."""
    return [str(fact) for fact in getattr(answer, "evidence", ())]
