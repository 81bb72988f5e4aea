"""Find the illegal move in a record: a round played by chance in which exactly one action breaks the rules."""

from __future__ import annotations

from typing import NamedTuple

from dominolab.engine import law
from dominolab.engine.moves import Draw, End, Event, Move, Pass, Play
from dominolab.engine.position import Position
from dominolab.engine.table import listed
from dominolab.engine.tiles import tile_number
from dominolab.lessons.answers import CHOICE
from dominolab.lessons.exercise import Exercise, Option, Saying, Text, wrong_choices
from dominolab.lessons.material import Dice, cached_rules, played, reason, rule_words, seat_fact, tries
from dominolab.messages import later
from dominolab.show.speech import event_words

LEVELS = 3
NUMBER = 4
RULES = {
    1: ("classic hand_size=5", "block hand_size=5"),
    2: ("classic", "block players=3", "draw-one hand_size=5", "dutch hand_size=5"),
    3: ("askalink-spinner", "hidden-two hand_size=5", "classic players=3", "keep-two hand_size=5"),
}
LONGEST = {1: 8, 2: 12, 3: 16}
FOLLOWING = 2  # at least so many actions come after the illegal one


class Breach(NamedTuple):
    """An illegal action: what kind of breach it is, where it stands, and the actions of the whole record."""

    kind: str
    place: int
    before: Position
    events: tuple[Event, ...]


def make(seed: int, level: int) -> Exercise:
    """Return a question about a record with one illegal action: a tile that does not fit, a wrong pass or draw."""
    for dice in tries(NUMBER, seed, level):
        breach = _breach(dice, level)
        if breach is not None:
            return _exercise(breach, seed, level)
    raise AssertionError


def _breach(dice: Dice, level: int) -> Breach | None:
    """Return a record with one breach, or None where this round offers no place for it."""
    r = cached_rules(dice.pick(RULES[level]))
    positions = played(r, dice, LONGEST[level])
    place = 1 + dice.below(max(1, len(positions) - 1 - FOLLOWING))
    before = positions[min(place, len(positions) - 1)]
    if before.outcome is not None or not before.line.row:
        return None
    kind, move = dice.pick(_illegal_moves(dice, before))
    events = (*before.history, _event(before, move), *_goes_on(dice, before, move, LONGEST[level] - place))
    if len(events) <= place + FOLLOWING:
        return None
    return Breach(kind, place, before, events)


def _event(position: Position, move: Move) -> Event:
    tile = position.yard[0] if isinstance(move, Draw) and position.yard else None
    return Event(position.state.turn, move, tile)


def _illegal_moves(dice: Dice, position: Position) -> list[tuple[str, Move]]:
    """Return one illegal action of each kind that is possible here."""
    hand, ends = position.hands[position.state.turn], position.ends
    plays = [(tile, end) for tile in hand for end in ends if tile not in position.rules.tiles.suit(ends[end])]
    fits_elsewhere = [(tile, end) for tile, end in plays if any(n in tile for n in ends.values())]
    found: list[tuple[str, Move]] = []
    if plays:
        found.append(("misfit", Play(*dice.pick(plays))))
    if fits_elsewhere:
        found.append(("wrong-end", Play(*dice.pick(fits_elsewhere))))
    if Pass() not in position.legal_moves:
        found.append(("wrong-pass", Pass()))
    if Draw() not in position.legal_moves and position.yard:
        found.append(("wrong-draw", Draw()))
    return found or [("wrong-pass", Pass())]


def _goes_on(dice: Dice, before: Position, move: Move, most: int) -> list[Event]:
    """Return legal actions after the illegal one, which was let stand: a misfit opens its other number."""
    terms, yard = before.rules.terms, [tile.number for tile in before.yard]
    state = _let_stand(before, move, yard)
    events: list[Event] = []
    while not state.over and len(events) < most:
        chosen = dice.pick(listed(law.legal(state, terms)))
        event = Event(state.turn, chosen, tile_number(yard[0]) if isinstance(chosen, Draw) else None)
        if isinstance(chosen, Play):
            end = law.APART if chosen.end is None else chosen.end.code
            state = law.play(state, terms, chosen.tile.number, end)
        elif isinstance(chosen, Draw):
            state = law.draw(state, terms, yard.pop(0))
        else:
            state = law.skip(state, terms)
        events.append(event)
    return events


def _let_stand(before: Position, move: Move, yard: list[int]) -> law.State:
    """Return the state after an illegal action that nobody noticed."""
    state, terms = before.state, before.rules.terms
    if isinstance(move, Pass):
        return law.skip(state, terms)
    if isinstance(move, Draw):
        return law.draw(state, terms, yard.pop(0))
    end = move.end or End.RIGHT
    after = law.play(state, terms, move.tile.number, end.code)
    return after._replace(ends=state.ends._replace(**{end.value: move.tile.high}))


def _exercise(breach: Breach, seed: int, level: int) -> Exercise:
    before, place = breach.before, breach.place
    first = before
    while first.before is not None:
        first = first.before
    options = tuple(
        Option(str(i + 1), later("{n}. {action}", n=i + 1, action=Saying(event_words, (event,))), _why(breach, i))
        for i, event in enumerate(breach.events)
    )
    facts: list[Text] = [rule_words(before.rules, "drawing"), rule_words(before.rules, "ends")]
    facts = [fact for fact in facts if str(fact)]
    facts += [seat_fact(seat, hand) for seat, hand in enumerate(first.hands)]
    if first.yard and before.rules.draw_limit != 0:
        facts.append(later("The boneyard, in the order of drawing: {tiles}", tiles=" ".join(map(str, first.yard))))
    opening = breach.events[0].move
    if isinstance(opening, Play) and not opening.tile.is_double:
        facts.append(later("The first tile lies with its lower number on the left."))
    right = str(place + 1)
    return Exercise(
        kind="find-illegal",
        seed=seed,
        level=level,
        form=CHOICE,
        ask=later("In this record one action breaks the rules. Which is the first that does? Give its number."),
        right=right,
        because=later("Number {n}: {why}", n=right, why=reason(before, breach.events[place].move)),
        facts=tuple(facts),
        choices=options,
        wrongs=wrong_choices(right, _mistakes(breach)),
        steps=(
            later("Lay the tiles on the table one by one and write down the open ends after each."),
            later("At every pass and draw look into the hand: could a tile have been played?"),
            _last_hint(breach),
        ),
        scene=first,
    )


def _last_hint(breach: Breach) -> Text:
    """Return what sort of action to look at."""
    if breach.kind in ("misfit", "wrong-end"):
        return later("It is a tile that does not fit where it was laid.")
    return later("It is a pass or a draw that was not allowed.")


def _why(breach: Breach, i: int) -> Text:
    """Return why another action than the right one is no answer."""
    if i > breach.place:
        return later("an earlier action breaks the rules already")
    return later("{action} That is legal: go on to the next.", action=Saying(event_words, (breach.events[i],)))


def _mistakes(breach: Breach) -> list[tuple[str, str, Text]]:
    """Return what somebody would name who takes something legal for forbidden."""
    positions, at = [], breach.before
    while at.before is not None:
        at = at.before
        positions.append(at)
    positions.reverse()
    models: list[tuple[str, str, Text]] = []
    for i, (position, event) in enumerate(zip(positions, breach.events, strict=False)):
        move = event.move
        if isinstance(move, Pass):
            models.append(("pass-forbidden", str(i + 1), later("this pass is right: nothing else was left")))
        elif isinstance(move, Draw):
            models.append(("draw-forbidden", str(i + 1), later("this draw is allowed by the rules above")))
        elif move.end is not None and move.end != position.line.last and len(position.line) > 1:
            models.append(
                ("other-end-forbidden", str(i + 1), later("a tile may go to any open end, not only to the newest"))
            )
    return models
