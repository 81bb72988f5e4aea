"""What questions are made from: chance from a seed, rounds played by chance, and facts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from dominolab.engine import chance
from dominolab.engine.deal import deal
from dominolab.engine.describe import sentence
from dominolab.engine.moves import End, Event, Move, Play, seat_name
from dominolab.engine.position import Position, start
from dominolab.engine.presets import rules
from dominolab.engine.rules import Rules
from dominolab.engine.table import Table
from dominolab.engine.tiles import Hand, Tile
from dominolab.errors import LimitError
from dominolab.lessons.exercise import Saying, Text
from dominolab.messages import later, say
from dominolab.show.speech import event_words, play_words

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


def rule_words(r: Rules, topic: str) -> Text:
    """Return what the rules say on a topic (``engine.describe.TOPICS``)."""
    return Saying(sentence, (r, topic))


def end_words(ends: Mapping[End, int]) -> Text:
    """Return open ends and their numbers in words."""
    return Saying(_ends, tuple(ends.items()))


def _ends(*ends: tuple[End, int]) -> str:
    return ", ".join(say("{end} {number}", end=say(end.value), number=number) for end, number in ends)


def story(events: Sequence[Event]) -> Text:
    """Return actions in words, one after another."""
    return Saying(_story, tuple(events))


def _story(*events: Event) -> str:
    return " ".join(event_words(event) for event in events)


def reason(position: Position, move: Move | Tile) -> Text:
    """Return why a move is not legal, in the law's own words."""
    return Saying(_reason, (position, move))


def _reason(position: Position, move: Move | Tile) -> str:
    return str(position.why_not(move))


def move_words(play: Play) -> Text:
    """Return a play as words: "6-5 on the left"."""
    return Saying(play_words, (play,))


def ends_fact(table: Table) -> Text:
    """Return the open ends as a fact."""
    return later("Open ends: {ends}", ends=end_words(table.ends))


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


def joined(words: Sequence[Text]) -> Text:
    """Return words as a list: "a, b and c"."""
    if not words:
        return later("none of them")
    some = words[0]
    for word in words[1:-1]:
        some = later("{some}, {last}", some=some, last=word)
    return later("{some} and {last}", some=some, last=words[-1]) if len(words) > 1 else some


def one_after_another(words: Sequence[Text]) -> Text:
    """Return words in their order in time: "a; then b; then c"."""
    some = words[0] if words else later("none of them")
    for word in words[1:]:
        some = later("{some}; then {last}", some=some, last=word)
    return some
