"""What questions are made from: chance from a seed, rounds played by chance, and facts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from dominolab.engine import chance
from dominolab.engine.deal import deal
from dominolab.engine.describe import sentence
from dominolab.engine.moves import End, Event, Move, Pass, Play, seat_name
from dominolab.engine.position import Position, start
from dominolab.engine.presets import rules
from dominolab.engine.rules import Rules
from dominolab.engine.table import Table
from dominolab.engine.tiles import Hand, Tile
from dominolab.errors import LimitError
from dominolab.lessons.exercise import Text
from dominolab.messages import later, say

T = TypeVar("T")
MOST_TRIES = 20_000


class Dice:
    """Chance as a stream of numbers from a key: the same on every machine."""

    def __init__(self, key: int) -> None:
        """Start at the beginning of the key's stream."""
        self.key, self.counter = key, 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        self.counter += 1
        return chance.below(n, self.key, self.counter)

    def pick(self, things: Sequence[T]) -> T:
        """Return one of the things."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], n: int) -> list[T]:
        """Return ``n`` different things (or all there are) in an order of chance."""
        order = list(range(len(things)))
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return [things[i] for i in order[:n]]


def tries(number: int, seed: int, level: int) -> Iterator[Dice]:
    """Yield chance for one attempt after another at a question of kind ``number``; raises ``LimitError`` after many."""
    key = chance.key_of(seed, number * 64 + level)
    for attempt in range(MOST_TRIES):
        yield Dice(chance.key_of(key, attempt))
    raise LimitError(say("no question of this kind could be made from seed {seed}", seed=seed), MOST_TRIES)


@lru_cache(maxsize=256)
def cached_rules(text: str) -> Rules:
    """Return rules from their text form, made once."""
    return rules(text)


def played(r: Rules, dice: Dice, stop: int | None = None) -> list[Position]:
    """Return the positions of a round played by chance, to its end or for ``stop`` actions."""
    positions = [start(deal(r, dice.below(1 << 30)))]
    while positions[-1].outcome is None and (stop is None or len(positions) <= stop):
        positions.append(positions[-1].move(dice.pick(positions[-1].legal_moves)))
    return positions


@dataclass(frozen=True)
class RuleWords:
    """What the rules say on a topic, said when it is read."""

    rules: Rules
    topic: str

    def __str__(self) -> str:
        """Say it now."""
        return sentence(self.rules, self.topic)


@dataclass(frozen=True)
class EndWords:
    """The open ends and their numbers, said when they are read."""

    ends: tuple[tuple[End, int], ...]

    def __str__(self) -> str:
        """Say it now."""
        return ", ".join(say("{end} {number}", end=say(end.value), number=number) for end, number in self.ends)


def ends_fact(table: Table) -> Text:
    """Return the open ends as a fact."""
    return later("Open ends: {ends}", ends=EndWords(tuple(table.ends.items())))


def line_fact(table: Table) -> Text:
    """Return the line as a fact."""
    if not len(table.line):
        return later("No tile is on the table yet")
    return later("The line, from left to right: {line}", line=str(table.line))


def hand_fact(hand: Sequence[Tile] | Hand) -> Text:
    """Return the learner's own hand as a fact."""
    return later("Your hand: {hand}", hand=" ".join(map(str, hand)))


def seat_fact(seat: int, hand: Sequence[Tile] | Hand) -> Text:
    """Return a seat's hand as a fact."""
    return later("{seat} holds {hand}", seat=seat_name(seat), hand=" ".join(map(str, hand)))


@dataclass(frozen=True)
class Spoken:
    """An action in words, said when it is read: who, and what was done."""

    seat: int
    move: Move

    def __str__(self) -> str:
        """Say it now."""
        return spoken(self.seat, self.move)


@dataclass(frozen=True)
class Story:
    """Actions in words, one after another, said when they are read."""

    events: tuple[Event, ...]

    def __str__(self) -> str:
        """Say it now."""
        return "; ".join(spoken(event.seat, event.move) for event in self.events)


def spoken(seat: int, move: Move) -> str:
    """Return one action in words."""
    name = seat_name(seat)
    if isinstance(move, Play):
        if move.end is None:
            return say("{seat} plays {tile}", seat=name, tile=move.tile)
        return say("{seat} plays {tile} {end}", seat=name, tile=move.tile, end=say(move.end.value))
    return say("{seat} passes", seat=name) if isinstance(move, Pass) else say("{seat} draws", seat=name)


def joined(words: Sequence[Text]) -> Text:
    """Return words as a list: "a, b and c"."""
    if len(words) < 2:  # noqa: PLR2004 - one word is no list
        return words[0] if words else later("none of them")
    some = words[0]
    for word in words[1:-1]:
        some = later("{some}, {next}", some=some, next=word)
    return later("{some} and {last}", some=some, last=words[-1])




def move_words(play: Play) -> Text:
    """Return a play as words: "6-5 left"."""
    if play.end is None:
        return str(play.tile)
    return later("{tile} {end}", tile=str(play.tile), end=later(play.end.value))
