"""What is ruled out? Passes and draws tell what a player cannot hold. The answer is the exact count's: chance zero."""

from __future__ import annotations

from dominolab.engine.moves import Draw, Pass, seat_name
from dominolab.engine.position import Position
from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.inference.holdings import Holdings, holdings
from dominolab.lessons.answers import SEVERAL, chosen_form
from dominolab.lessons.exercise import Exercise, Option, Text, Wrong, wrong_choices
from dominolab.lessons.material import (
    Dice,
    cached_rules,
    end_words,
    hand_fact,
    one_after_another,
    played,
    rule_words,
    story,
    tries,
)
from dominolab.messages import later

LEVELS = 3
NUMBER = 5
RULES = {
    1: ("block",),
    2: ("classic hand_size=5", "draw-one hand_size=5", "block players=3"),
    3: ("draw-one hand_size=5", "draw-one players=3 hand_size=4", "dutch hand_size=5"),
}
MOST_ACTIONS = {1: 18, 2: 18, 3: 26}
MOST_DRAWS = 10  # longer stories are work, not thought
MOST_OPTIONS = 6


def make(seed: int, level: int) -> Exercise:
    """Return a question about what a player cannot hold: numbers after passes (level 1), tiles after draws (2, 3)."""
    for dice in tries(NUMBER, seed, level):
        r = cached_rules(dice.pick(RULES[level]))
        positions = played(r, dice, MOST_ACTIONS[level])
        for position in dice.some(positions, len(positions)):  # a round has few telling moments: look at all
            found = _attempt(dice, position, seed, level)
            if found is not None:
                return found
    raise AssertionError


def unable(position: Position, seat: int) -> list[Position]:
    """Return the positions in which a seat showed that it could not play: it passed, or had to draw."""
    found = []
    at = position
    while at.before is not None and at.event is not None:
        if at.event.seat == seat and isinstance(at.event.move, (Draw, Pass)):
            found.append(at.before)
        at = at.before
    return found[::-1]


def moments(shown: list[Position]) -> Text:
    """Return the open ends at these moments in words, each once."""
    ends = {tuple(position.ends.items()): position.ends for position in shown if position.ends}
    return one_after_another([end_words(one) for one in ends.values()])


def _attempt(dice: Dice, position: Position, seed: int, level: int) -> Exercise | None:
    """Return a question about this position, or None where too little or too much is known."""
    r = position.rules
    if position.outcome is not None or sum(position.state.drawn) > MOST_DRAWS:
        return None
    shown_by = {seat: unable(position, seat) for seat in range(r.players)}
    telling = [seat for seat, shown in shown_by.items() if (_came_in_since(shown) if level == 3 else shown)]
    if not telling:
        return None
    seat = dice.pick(telling)
    shown = shown_by[seat]
    me = (seat + 1 + dice.below(r.players - 1)) % r.players
    view = position.view(me)
    exact = holdings(view)
    keys = _numbers(view) if level == 1 else _tiles(dice, view, exact, seat, shown)
    right = _ruled_out(exact, seat, keys)
    if not right or len(right) == len(keys):
        return None
    models = _mistakes(view, keys, shown)
    wrongs = wrong_choices(chosen_form(right), [(name, chosen_form(answer), why) for name, answer, why in models])
    if level == 3 and all(wrong.model != "suit-stays-denied" for wrong in wrongs):
        return None
    return _exercise(view, seat, seed, level, keys, right, shown, wrongs)


def _came_in_since(shown: list[Position]) -> bool:
    """Whether a seat drew under other ends than earlier ones: then numbers it lacked may have come in."""
    ends = [set(position.ends.values()) for position in shown]
    return any(early - late for i, late in enumerate(ends) for early in ends[:i])


def _numbers(view: View) -> list[str]:
    return [str(number) for number in range(view.rules.set_size + 1)]


def _tiles(dice: Dice, view: View, exact: Holdings, seat: int, shown: list[Position]) -> list[str]:
    """Return some unseen tiles, of both sorts as far as there are."""
    unseen = list(view.unseen)
    out = [tile for tile in unseen if not exact.probability(tile, seat)]
    may = [tile for tile in unseen if exact.probability(tile, seat)]
    once = {number for position in shown for number in position.ends.values()}
    traps = [tile for tile in may if tile.numbers & once]  # a careless reader would rule these out
    half = MOST_OPTIONS // 2
    chosen = dice.some(out, half) + dice.some(traps, half - 1)
    chosen += dice.some([tile for tile in may if tile not in chosen], MOST_OPTIONS - len(chosen))
    return [str(tile) for tile in sorted(chosen)]


def _ruled_out(exact: Holdings, seat: int, keys: list[str]) -> list[str]:
    """Return the numbers or tiles that the seat cannot hold."""
    if "-" in keys[0]:
        return [key for key in keys if not exact.probability(key, seat)]
    return [key for key in keys if not exact.has_suit(seat, int(key))]


def _mistakes(view: View, keys: list[str], shown: list[Position]) -> list[tuple[str, list[str], Text]]:
    """Return what one would answer with the usual wrong models, and with half-read evidence."""
    ends = shown[-1].ends
    one = next(iter(ends.values()), -1)
    once = {number for position in shown for number in position.ends.values()}
    open_now = set(view.ends.values())
    nothing = [] if "-" in keys[0] else [key for key in keys if not view.unseen.suit(int(key))]
    stays = [key for key in keys if {int(number) for number in key.split("-")} & once]
    models: list[tuple[str, list[str], Text]] = [
        ("no-evidence", nothing, later("passes and draws tell something: read what happened again")),
        ("suit-stays-denied", stays, later("tiles that came in after the pass or draw may have that number")),
    ]
    if "-" in keys[0]:
        tiles = {key: Tile(key) for key in keys}
        both = [key for key, tile in tiles.items() if tile.numbers <= set(ends.values())]
        models.append(("both-numbers", both, later("one matching number is enough to be able to play a tile")))
        models.append(
            ("one-end", [key for key, tile in tiles.items() if one in tile], later("both ends were open, not only one"))
        )
        at_ends = [key for key, tile in tiles.items() if tile.numbers & open_now]
    else:
        models.append(("one-end", [str(one)], later("both ends were open, not only one")))
        at_ends = [key for key in keys if int(key) in open_now]
    models.append(
        ("ends-of-now", at_ends, later("what counts are the ends at the time of the pass or draw, not those of now"))
    )
    return models


def _exercise(
    view: View,
    seat: int,
    seed: int,
    level: int,
    keys: list[str],
    right: list[str],
    shown: list[Position],
    wrongs: tuple[Wrong, ...],
) -> Exercise:
    name = seat_name(seat)
    times = moments(shown)
    tiles = level > 1
    ask = (
        later("Which of these tiles can {seat} not hold now?", seat=name)
        if tiles
        else later("Which numbers are on none of {seat}'s tiles now, for certain?", seat=name)
    )
    return Exercise(
        kind="ruled-out",
        seed=seed,
        level=level,
        form=SEVERAL,
        ask=ask,
        right=chosen_form(right),
        because=later(
            "{seat} could not play when the line was open at {times}; what came in since counts too.",
            seat=name,
            times=times,
        ),
        facts=(
            rule_words(view.rules, "drawing"),
            later("You are {seat}.", seat=seat_name(view.seat or 0)),
            hand_fact(view.own),
            later("What happened: {story}", story=story(view.log)),
            later("The line now, from left to right: {line}", line=str(view.line)),
            later("{seat} holds this many tiles: {n}", seat=name, n=view.counts[seat]),
        ),
        choices=tuple(
            Option(key, key if tiles else later("number {n}", n=key), _why(key, right, view, name)) for key in keys
        ),
        wrongs=wrongs,
        steps=(
            later("Look for {seat}'s passes and draws. Which numbers were at the ends then?", seat=name),
            later("{seat} could not play when the line was open at {times}.", seat=name, times=times),
            later("Has {seat} drawn tiles since? A tile that came in later may have any number.", seat=name)
            if tiles
            else later("A number is also out when you see all its tiles."),
        ),
        scene=view,
    )


def _why(key: str, right: list[str], view: View, name: str) -> Text:
    """Return why a number or tile is ruled out or not."""
    if key not in right:
        return later("{seat} may still hold {what}: nothing that happened rules it out", seat=name, what=key)
    if "-" not in key and not view.unseen.suit(int(key)):
        return later("you see every tile with the number {what}", what=key)
    return later("{seat} cannot hold {what}: it would have been played", seat=name, what=key)
