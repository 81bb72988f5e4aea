"""What happens at the table in words: tiles as they are spoken, moves, ends, how a round ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from dominolab.engine.moves import Draw, End, Event, Pass, Play, seat_name
from dominolab.engine.outcome import Outcome
from dominolab.engine.rules import Rules
from dominolab.engine.table import Table
from dominolab.engine.tiles import Tile
from dominolab.messages import count, say

Names = Sequence[str]


def number_word(number: int) -> str:
    """Return a number of pips as it is spoken; digits from ten up.

    >>> number_word(0), number_word(6), number_word(12)
    ('blank', 'six', '12')
    """
    spoken = (
        say("blank"), say("one"), say("two"), say("three"), say("four"),
        say("five"), say("six"), say("seven"), say("eight"), say("nine"),
    )  # fmt: skip
    return spoken[number] if number < len(spoken) else str(number)


def tile_words(tile: Tile) -> str:
    """Return a tile as it is spoken.

    >>> import dominolab as dl
    >>> tile_words(dl.Tile("6-5")), tile_words(dl.Tile("0-0"))
    ('six-five', 'double blank')
    """
    if tile.is_double:
        return say("double {number}", number=number_word(tile.high))
    return f"{number_word(tile.high)}-{number_word(tile.low)}"


def joined(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "left, up and down".

    >>> joined(["left", "up", "down"])
    'left, up and down'
    """
    *some, last = words
    return say("{some} and {last}", some=", ".join(some), last=last) if some else last


def either(words: Iterable[str]) -> str:
    """Return words as a choice in a sentence: "left or right".

    >>> either(["left", "right"])
    'left or right'
    """
    *some, last = words
    return say("{some} or {last}", some=", ".join(some), last=last) if some else last


def at_end(end: End) -> str:
    """Return where an end is, to be put into a sentence.

    >>> import dominolab as dl
    >>> at_end(dl.End.LEFT)
    'on the left'
    """
    return {
        End.LEFT: say("on the left"),
        End.RIGHT: say("on the right"),
        End.UP: say("on the upper arm"),
        End.DOWN: say("on the lower arm"),
    }[end]


def ends_words(table: Table) -> str:
    """Return the open ends as a sentence.

    >>> import dominolab as dl
    >>> ends_words(dl.setup(dl.rules("classic"), "6-6 6-5", ["5-4", "2-2"]))
    'Open: 6 (left) and 5 (right).'
    """
    if not table.ends:
        return say("No tile on the table yet.")
    shown = [say("{number} ({end})", number=n, end=say(end.value)) for end, n in table.ends.items()]
    return say("Open: {ends}.", ends=joined(shown))


def event_words(event: Event, names: Names | None = None) -> str:
    """Return an action as a sentence.

    >>> import dominolab as dl
    >>> event_words(dl.Event(1, dl.Play("6-5", "left")), ["Ana", "Ben"])
    'Ben played 6-5 on the left.'
    """
    name = names[event.seat] if names else seat_name(event.seat)
    move = event.move
    if isinstance(move, Pass):
        return say("{name} passed.", name=name)
    if isinstance(move, Draw):
        return (
            say("{name} drew {tile}.", name=name, tile=event.tile)
            if event.tile
            else say("{name} drew a tile.", name=name)
        )
    if move.end is None:
        return say("{name} played {tile}.", name=name, tile=move.tile)
    return say("{name} played {tile} {where}.", name=name, tile=move.tile, where=at_end(move.end))


def story(events: Sequence[Event], names: Names) -> str:
    """Return several actions as sentences; draws in a row become one.

    >>> import dominolab as dl
    >>> story([dl.Event(1, dl.Draw()), dl.Event(1, dl.Draw()), dl.Event(1, dl.Pass())], ["Ana", "Ben"])
    'Ben drew 2 tiles. Ben passed.'
    """
    said = []
    for (seat, drawing), group in groupby(events, lambda event: (event.seat, isinstance(event.move, Draw))):
        done = list(group)
        if drawing and len(done) > 1:
            said.append(count("{name} drew {n} tile.", "{name} drew {n} tiles.", len(done), name=names[seat]))
        else:
            said += [event_words(event, names) for event in done]
    return " ".join(said)


def play_words(play: Play) -> str:
    """Return a play as a thing to do: "6-5 on the left"."""
    return f"{play.tile} {at_end(play.end)}" if play.end else str(play.tile)


def sides(rules: Rules, names: Names) -> list[str]:
    """Return the names of the sides that score: partners together."""
    if rules.sides == rules.players:
        return list(names)
    return [say("{one} and {other}", one=names[side], other=names[side + rules.sides]) for side in range(rules.sides)]


def outcome_words(rules: Rules, outcome: Outcome, names: Names) -> str:
    """Return how a round ended and what it paid, in a sentence or two."""
    if outcome.kind == "out" and outcome.seat is not None:
        ended = say("{name} went out.", name=names[outcome.seat])
    else:
        pips = joined(say("{name} {n}", name=name, n=n) for name, n in zip(names, outcome.pips, strict=True))
        ended = say("The round is blocked; pips left: {pips}.", pips=pips)
    team = sides(rules, names)
    paid = [
        count("{name} {n:+d} point", "{name} {n:+d} points", n, name=team[side])
        for side, n in enumerate(outcome.points)
        if n
    ]
    return f"{ended} {say('Score: {paid}.', paid=joined(paid)) if paid else say('Nobody scores.')}"
