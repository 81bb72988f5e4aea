"""Where is a hidden tile? Probability at rising difficulty; every answer is an exact fraction from ``dl.holdings``."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from dominolab.engine.moves import seat_name
from dominolab.engine.position import Position
from dominolab.engine.tiles import Hand
from dominolab.engine.view import View
from dominolab.errors import ImpossibleError
from dominolab.inference.holdings import BONEYARD, Holdings, holdings
from dominolab.lessons.answers import NUMBER as FREE
from dominolab.lessons.exercise import Exercise, Text, wrong_numbers
from dominolab.lessons.lacks import MOST_DRAWS, moments, unable
from dominolab.lessons.material import Dice, cached_rules, hand_fact, joined, played, rule_words, story, tries
from dominolab.messages import later

LEVELS = 5
NUMBER = 6
RULES = {
    1: ("common", "common players=3", "south-american players=4"),
    2: ("common", "common players=3", "south-american players=4"),
    3: ("common", "common players=3"),
    4: tuple(f"block players={n} first_lead=draw_highest opening_tile=any" for n in (2, 3, 4)),
    5: ("common hand_size=5", "draw-one hand_size=5", "common players=3 hand_size=5", "keep-two hand_size=5"),
}
MOST_ACTIONS = {1: 0, 2: 6, 3: 8, 4: 14, 5: 16}


class Asked(NamedTuple):
    """What is asked: the tiles (one, or any of several), where, and in which words."""

    tiles: Hand
    place: int | str
    words: Text
    answer: Callable[[Holdings], Fraction]


def make(seed: int, level: int) -> Exercise:
    """Return a question of probability: a tile (1), any of a number (2), can follow (3), passes (4), draws (5)."""
    for dice in tries(NUMBER, seed, level):
        r = cached_rules(dice.pick(RULES[level]))
        position = played(r, dice, dice.below(MOST_ACTIONS[level] + 1))[-1]
        if position.outcome is not None:
            continue
        seat = dice.below(r.players)
        me = (seat + 1 + dice.below(r.players - 1)) % r.players
        shown = {other: unable(position, other) for other in range(r.players) if other != me}
        if any(shown.values()) if level < 4 else not shown[seat]:
            continue
        if sum(position.state.drawn) > MOST_DRAWS:
            continue
        view = position.view(me)
        exact = holdings(view)
        asked = _asked(dice, view, seat, level)
        right = asked.answer(exact) if asked else Fraction(0)
        if asked and 0 < right < 1:
            found = _exercise(view, seed, level, asked, right, shown)
            if level < 4 or any(wrong.model == "no-evidence" for wrong in found.wrongs):
                return found
    raise AssertionError


def _asked(dice: Dice, view: View, seat: int, level: int) -> Asked | None:
    """Return what is asked about this view, or None where there is nothing to ask."""
    name = seat_name(seat)
    unseen = view.unseen
    if level == 3:
        if not view.ends:
            return None
        tiles = Hand(tile for tile in unseen if any(number in tile for number in view.ends.values()))
        words = later("What is the probability that {seat} holds a tile that can be played now?", seat=name)
        return Asked(tiles, seat, words, lambda h: h.has_any(seat, tiles))
    if level == 2 or (level == 5 and not dice.below(3)):
        number = dice.below(view.rules.set_size + 1)
        tiles = unseen.suit(number)
        words = later("What is the probability that {seat} holds at least one tile with a {n}?", seat=name, n=number)
        return Asked(tiles, seat, words, lambda h: h.has_suit(seat, number))
    tile = dice.pick(list(unseen))
    if view.boneyard and not dice.below(3):
        words = later("What is the probability that {tile} is in the boneyard?", tile=tile)
        return Asked(Hand([tile]), BONEYARD, words, lambda h: h.probability(tile, BONEYARD))
    words = later("What is the probability that {seat} holds {tile}?", seat=name, tile=tile)
    return Asked(Hand([tile]), seat, words, lambda h: h.probability(tile, seat))


def _exercise(
    view: View, seed: int, level: int, asked: Asked, right: Fraction, shown: dict[int, list[Position]]
) -> Exercise:
    counts = joined(
        [later("{seat} {n}", seat=seat_name(i), n=n) for i, n in enumerate(view.counts) if i != view.seat]
        + [later("boneyard {n}", n=view.boneyard)]
    )
    facts: list[Text] = [
        later("You are {seat}.", seat=seat_name(view.seat or 0)),
        hand_fact(view.own),
        later("Tiles in the other hands and the boneyard: {counts}", counts=counts),
    ]
    if view.log:
        facts.append(later("What happened: {story}", story=story(view.log)))
        facts.append(later("The line now, from left to right: {line}", line=str(view.line)))
    if level > 3:
        facts.insert(0, rule_words(view.rules, "drawing"))
    facts.append(
        later("Every deal that fits what you saw counts the same. Answer with a fraction, a decimal or a percentage.")
    )
    return Exercise(
        kind="probability",
        seed=seed,
        level=level,
        form=FREE,
        ask=asked.words,
        right=str(right),
        because=_because(view, level, asked, right, shown),
        facts=tuple(facts),
        wrongs=wrong_numbers(right, _mistakes(view, asked, right)),
        steps=_hints(view, level, asked, shown),
        scene=view,
    )


def _size(view: View, place: int | str) -> int:
    return view.boneyard if isinstance(place, str) else view.counts[place]


def _told(shown: dict[int, list[Position]]) -> Text:
    """Return when each seat could not play, in words."""
    return joined(
        [later("{seat} at {times}", seat=seat_name(seat), times=moments(at)) for seat, at in shown.items() if at]
    )


def _because(view: View, level: int, asked: Asked, right: Fraction, shown: dict[int, list[Position]]) -> Text:
    """Return the way to the answer."""
    hidden, there = len(view.unseen), _size(view, asked.place)
    if level == 1:
        return later(
            "{k} of the {n} hidden tiles are there, each with the same chance: {p}", k=there, n=hidden, p=right
        )
    if level in (2, 3):
        return later(
            "{m} of the {n} hidden tiles would do. The chance that not one of them is among {k} is "
            "C({rest}, {k}) / C({n}, {k}); one less that: {p}",
            m=len(asked.tiles),
            n=hidden,
            k=there,
            rest=hidden - len(asked.tiles),
            p=right,
        )
    return later("Only deals count in which these could not play: {told}. Of them, {p}.", told=_told(shown), p=right)


def _hints(view: View, level: int, asked: Asked, shown: dict[int, list[Position]]) -> tuple[Text, ...]:
    """Return the hints: what is hidden, what is known of it, how to count."""
    steps: list[Text] = [
        later("First count the hidden tiles: all of the set but your own and those on the table."),
        later("Hidden are {tiles}.", tiles=str(view.unseen)),
    ]
    if level in (2, 3):
        steps.append(later("Mark those of them that would do: {tiles}.", tiles=str(asked.tiles)))
        steps.append(later("It is easier to find the chance that none of these is there, and to take it from one."))
    if level > 3:
        steps.append(later("Who could not play, and with which ends open: {told}.", told=_told(shown)))
        steps.append(later("Cross out the deals in which they could have played then. Tiles drawn later are free."))
    return tuple(steps)


def _mistakes(view: View, asked: Asked, right: Fraction) -> list[tuple[str, Fraction | int, Text]]:
    """Return the usual wrong models, each with its number."""
    hidden, there = len(view.unseen), _size(view, asked.place)
    m = len(asked.tiles)
    models: list[tuple[str, Fraction | int, Text]] = []
    words: dict[str, Text] = {
        "no-evidence": later("that leaves out what passes and draws tell"),
        "suit-stays-denied": later("a number that was missing once may have come in by a draw since"),
        "newest-cohort": later("the tile played need not be the one drawn last"),
    }
    for model, why in words.items():
        try:
            models.append((model, asked.answer(holdings(view, model=model)), why))
        except ImpossibleError:  # the wrong model leaves no deal at all: it has no number
            continue
    models.append(("opposite", 1 - right, later("that is the chance of the opposite")))
    if m > 1:
        models += [
            (
                "chances-added",
                Fraction(m * there, hidden),
                later("chances of events that can happen together do not add up"),
            ),
            (
                "put-back",
                1 - Fraction(hidden - m, hidden) ** there,
                later("no tile is put back: the chance changes from tile to tile"),
            ),
            ("exactly-one", _exactly_one(hidden, m, there), later("at least one is asked for, not exactly one")),
        ]
    models += [
        ("one-of-hidden", Fraction(m, hidden), later("that is the chance of one hidden tile, but several are there")),
        (
            "one-of-places",
            Fraction(1, view.rules.players),
            later("the places hold different numbers of tiles, so they are not equally likely"),
        ),
        (
            "whole-set",
            Fraction(there, len(view.rules.tiles)),
            later("tiles that you see cannot be hidden: count only the others"),
        ),
        ("half", Fraction(1, 2), later("two possibilities need not be equally likely")),
    ]
    return models


def _exactly_one(hidden: int, m: int, there: int) -> Fraction:
    return Fraction(m * comb(hidden - m, there - 1), comb(hidden, there)) if there else Fraction(0)
