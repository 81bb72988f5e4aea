"""Which moves are legal? The question, and the usual mistakes. The answer is the law's."""

from __future__ import annotations

from dominolab.engine.moves import Draw, Move, Pass, Play
from dominolab.engine.position import Position
from dominolab.engine.tiles import Tile
from dominolab.lessons.answers import SEVERAL, chosen_form
from dominolab.lessons.exercise import Exercise, Option, Text, Wrong, wrong_choices
from dominolab.lessons.material import (
    Dice,
    cached_rules,
    end_words,
    ends_fact,
    hand_fact,
    line_fact,
    move_words,
    played,
    reason,
    rule_words,
    tries,
)
from dominolab.messages import later

LEVELS = 3
NUMBER = 1
RULES = {
    1: ("classic", "classic players=3", "block"),
    2: ("classic", "hidden-two", "draw-one", "dutch", "block players=3", "askalink", "keep-two"),
    3: ("askalink-spinner", "classic spinner=at_once", "askalink-spinner draw_limit=0 may_draw_when_able=False"),
}
MOST_TILES, MOST_ILLEGAL = 9, 5
FEWEST = 3


def make(seed: int, level: int) -> Exercise:
    """Return a question about the legal moves: which tiles (level 1), drawing and passing (2), which ends (3)."""
    for dice in tries(NUMBER, seed, level):
        found = _attempt(dice, seed, level)
        if found is not None:
            return found
    raise AssertionError


def _attempt(dice: Dice, seed: int, level: int) -> Exercise | None:
    r = cached_rules(dice.pick(RULES[level]))
    position = played(r, dice, 4 + dice.below(14))[-1]
    if position.outcome is not None or position.turn is None or not position.line.row:
        return None
    hand = position.hands[position.turn]
    if not FEWEST <= len(hand) <= MOST_TILES:
        return None
    if level == 3:
        return _with_ends(dice, position, seed)
    right = _keys(position)
    plays = [key for key in right if key not in ("draw", "pass")]
    if level == 1 and not 0 < len(plays) < len(hand):
        return None
    if level == 2 and plays and dice.below(3):  # questions about drawing and passing are worth more here
        return None
    tiles = tuple(Option(str(tile), str(tile), _tile_why(position, tile)) for tile in hand)
    options = tiles if level == 1 else (*tiles, *_other_options(position))
    right = plays if level == 1 else right
    ask = (
        later("Which of your tiles can you play now?")
        if level == 1
        else later("What may you do now? Name every tile you could play, and draw or pass if that is allowed.")
    )
    return _exercise(position, seed, level, ask, right, options)


def _with_ends(dice: Dice, position: Position, seed: int) -> Exercise | None:
    """Return the question with an end to every tile; None where it would be too easy."""
    hand = position.hands[position.turn or 0]
    if position.ends.keys() and len(position.ends) < 4 and dice.below(3):  # mostly four arms
        return None
    legal = [move for move in position.legal_moves if isinstance(move, Play)]
    all_plays = [Play(tile, end) for end in position.ends for tile in hand]
    illegal = [move for move in all_plays if move not in legal]
    if not legal or len(legal) > MOST_ILLEGAL or len(illegal) < FEWEST:
        return None
    shown = sorted(legal + dice.some(illegal, MOST_ILLEGAL), key=all_plays.index)
    options = tuple(Option(str(m), move_words(m), _move_why(position, m)) for m in shown)
    ask = later("What may you do now? Name every play that is legal, and draw or pass if that is allowed.")
    return _exercise(position, seed, 3, ask, _keys(position, ends=True), (*options, *_other_options(position)))


def _exercise(
    position: Position, seed: int, level: int, ask: Text, right: list[str], options: tuple[Option, ...]
) -> Exercise:
    """Return the question with its mistakes and hints."""
    seat = position.turn or 0
    facts: list[Text] = [line_fact(position), hand_fact(position.hands[seat])]
    if level > 1:
        facts = [rule_words(position.rules, "drawing"), *facts]
        facts.append(later("Tiles left in the boneyard: {n}", n=position.state.boneyard))
        if position.draws:
            facts.append(later("Draws made in this turn: {n}", n=position.draws))
    if level == 3:
        facts.insert(0, rule_words(position.rules, "ends"))
        facts.append(ends_fact(position))
    return Exercise(
        kind="legal-moves",
        seed=seed,
        level=level,
        form=SEVERAL,
        ask=ask,
        right=chosen_form(right),
        because=later("The line is open at {ends}: only tiles with such a number fit.", ends=_ends(position)),
        facts=tuple(facts),
        choices=options,
        wrongs=_mistakes(position, level, right, options),
        steps=_hints(position, level),
        scene=position.view(seat),
    )


def _hints(position: Position, level: int) -> tuple[Text, ...]:
    """Return the hints: where to look, then the open numbers, then how drawing stands."""
    steps: list[Text] = [
        later("Look at the open ends of the line only: what lies between them does not matter."),
        later("The line is open at {ends}.", ends=_ends(position)),
    ]
    if level > 1:
        steps.append(later("Then read what the rules above say about drawing, and count the boneyard."))
    return tuple(steps)


def _ends(position: Position) -> Text:
    return end_words(position.ends)


def _keys(position: Position, *, ends: bool = False) -> list[str]:
    """Return the keys of all that is legal: tiles (or plays with their end), ``draw``, ``pass``."""
    found = []
    for move in position.legal_moves:
        if isinstance(move, Play):
            key = str(move) if ends else str(move.tile)
        else:
            key = "draw" if isinstance(move, Draw) else "pass"
        if key not in found:
            found.append(key)
    return found


def _other_options(position: Position) -> tuple[Option, ...]:
    return (
        Option("draw", later("draw a tile"), _move_why(position, Draw())),
        Option("pass", later("pass"), _move_why(position, Pass())),
    )


def _move_why(position: Position, move: Move) -> Text:
    """Return why a move is right or wrong here."""
    if move not in position.legal_moves:
        return reason(position, move)
    if isinstance(move, Play):
        return later("{play} is legal too: the number fits that end", play=move_words(move))
    return later("drawing is allowed here") if isinstance(move, Draw) else later("here a pass is all that is left")


def _tile_why(position: Position, tile: Tile) -> Text:
    """Return why a tile can or cannot be played."""
    if any(isinstance(move, Play) and move.tile == tile for move in position.legal_moves):
        return later("{tile} can be played: it has the number of an open end", tile=tile)
    return reason(position, tile)


def _mistakes(position: Position, level: int, right: list[str], options: tuple[Option, ...]) -> tuple[Wrong, ...]:
    """Return what one would answer with one of the usual misunderstandings."""
    keys = [option.key for option in options]
    plays = [key for key in keys if key not in ("draw", "pass")]
    others = [key for key in right if key in ("draw", "pass")]
    open_right = [key for key in right if key in plays]
    tile_of = {key: Tile(key.rstrip("<>^v")) for key in plays}
    line_numbers = {number for placed in position.line for number in placed}
    inner = [key for key in plays if tile_of[key].numbers & line_numbers]
    models: list[tuple[str, list[str], Text]] = [
        ("inner-numbers", [*inner, *others], later("only the open ends count, not every number on the table")),
        (
            "doubles-barred",
            [*(key for key in open_right if not tile_of[key].is_double), *others],
            later("a double fits like any other tile with that number"),
        ),
    ]
    last = position.line.last
    if last is not None and last in position.ends and level < 3:
        number = position.ends[last]
        at_last = [key for key in plays if number in tile_of[key]]
        models.append(
            ("last-tile-only", [*at_last, *others], later("every open end may be used, not only the one played last"))
        )
    if level > 1:
        models += _drawing_mistakes(open_right, others)
    return wrong_choices(chosen_form(right), [(name, chosen_form(answer), why) for name, answer, why in models])


def _drawing_mistakes(plays: list[str], others: list[str]) -> list[tuple[str, list[str], Text]]:
    """Return the misunderstandings about drawing and passing."""
    found: list[tuple[str, list[str], Text]] = []
    if "draw" in others and not plays:
        found.append(("pass-not-draw", ["pass"], later("a player who may draw cannot pass")))
        found.append(("draw-or-pass", ["draw", "pass"], later("a pass comes only when nothing else is left")))
    if "draw" in others and plays:
        found.append(("no-free-draw", plays, later("these rules let a player draw who could play")))
    if "pass" in others:
        found.append(("reserve-drawn", ["draw"], later("no tile may be drawn now: only a pass is left")))
    if plays and "draw" not in others:
        found.append(("free-draw", [*plays, "draw"], later("no draw is allowed here")))
        found.append(("free-pass", [*plays, "pass"], later("a player who can play may not pass")))
    return found
