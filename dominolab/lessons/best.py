"""Which move is best? Endgames with all tiles open, solved to the end; only those with one best move are asked."""

from __future__ import annotations

from dominolab.engine.moves import Play, seat_name
from dominolab.engine.position import Position
from dominolab.engine.setup import setup
from dominolab.lessons.answers import CHOICE
from dominolab.lessons.exercise import Exercise, Option, Text, Wrong, wrong_choices
from dominolab.lessons.material import (
    Dice,
    cached_rules,
    ends_fact,
    joined,
    line_fact,
    move_words,
    played,
    rule_words,
    seat_fact,
    tries,
)
from dominolab.messages import later
from dominolab.play.solver import solve

LEVELS = 3
NUMBER = 7
MOST_TILES = {1: 3, 2: 4, 3: 4}
FEWEST_TILES = {1: 2, 2: 3, 3: 2}
RULES = {1: "block", 2: "block", 3: "classic"}
MOST_DRAWN = 3
MOST_NODES = 200_000


def make(seed: int, level: int) -> Exercise:
    """Return a question about the best move: a few tiles each (level 1), more (2), with tiles to draw (3)."""
    for dice in tries(NUMBER, seed, level):
        positions = played(cached_rules("block"), dice)
        for position in dice.some(positions, len(positions)):
            found = _attempt(dice, position, seed, level)
            if found is not None:
                return found
    raise AssertionError


def _attempt(dice: Dice, position: Position, seed: int, level: int) -> Exercise | None:
    """Return a question about this position, or None where no single move is best or a usual mistake finds it."""
    if position.outcome is not None or not position.line.row:
        return None
    sizes = [len(hand) for hand in position.hands]
    if min(sizes) < FEWEST_TILES[level] or max(sizes) > MOST_TILES[level]:
        return None
    if level == 3:
        position = _with_boneyard(dice, position)
    plays = _different(position)
    if len(plays) < 2:
        return None
    solution = solve(position, nodes=MOST_NODES)
    if not solution.exact:
        return None
    values = {move: solution.values[move] for move in plays}
    order = sorted(plays, key=lambda move: -values[move])
    if values[order[0]] == values[order[1]]:
        return None
    wrongs = wrong_choices(str(order[0]), _mistakes(position, plays))
    if not wrongs or (level > 1 and all(wrong.model != "heaviest-first" for wrong in wrongs)):
        return None
    return _exercise(position, seed, level, values, order[0], wrongs)


def _with_boneyard(dice: Dice, position: Position) -> Position:
    """Return the same table in a draw game with a few tiles left to draw, their order known."""
    yard = dice.some(position.yard, 1 + dice.below(MOST_DRAWN))
    turn = position.state.turn
    return setup(cached_rules(RULES[3]), map(str, position.line.row), position.hands, yard, turn)


def _different(position: Position) -> list[Play]:
    """Return the legal plays, of two that come to the same (equal numbers at both ends) only the first."""
    found: dict[tuple[str, int], Play] = {}
    for move in position.legal_moves:
        if isinstance(move, Play) and move.end is not None:
            found.setdefault((str(move.tile), position.ends[move.end]), move)
    return list(found.values())


def _mistakes(position: Position, plays: list[Play]) -> list[tuple[str, str, Text]]:
    """Return what one plays by a rule of thumb instead of looking ahead."""
    other = position.hands[1 - position.state.turn]

    def answers(play: Play) -> int:
        """Count the tiles with which the other player could follow at once."""
        ends = position._after(play).ends.values()  # noqa: SLF001 - a legal play, no need to check it again
        return sum(any(number in tile for number in ends) for tile in other)

    heaviest = max(plays, key=lambda play: (play.tile.pips, play.tile.high))
    doubles = [play for play in plays if play.tile.is_double]
    fewest = min(plays, key=answers)
    models: list[tuple[str, str, Text]] = [
        ("heaviest-first", str(heaviest), later("the heaviest tile is not always best: what can the other do then?"))
    ]
    if doubles:
        heavy = max(doubles, key=lambda play: play.tile.pips)
        models.append(("double-first", str(heavy), later("a double need not go first: what can the other do then?")))
    models.append(("one-ahead", str(fewest), later("it leaves the other few answers now, but look further ahead")))
    return models


def _exercise(
    position: Position, seed: int, level: int, values: dict[Play, int], best: Play, wrongs: tuple[Wrong, ...]
) -> Exercise:
    name = seat_name(position.state.turn)
    facts: list[Text] = [
        rule_words(position.rules, "drawing"),
        rule_words(position.rules, "out"),
        rule_words(position.rules, "block"),
        line_fact(position),
        ends_fact(position),
        *(seat_fact(seat, hand) for seat, hand in enumerate(position.hands)),
    ]
    if position.rules.draw_limit != 0:
        tiles = " ".join(map(str, position.yard))
        facts.append(later("The boneyard, in the order of drawing: {tiles}", tiles=tiles))
    shown = joined([later("{play}: {n}", play=move_words(play), n=f"{value:+d}") for play, value in values.items()])
    return Exercise(
        kind="best-move",
        seed=seed,
        level=level,
        form=CHOICE,
        ask=later(
            "All tiles are open and {seat} is to move. Which move is best if both play as well as possible?",
            seat=name,
        ),
        right=str(best),
        because=later("With best play by both, {seat}'s points less the other's: {values}.", seat=name, values=shown),
        facts=tuple(facts),
        choices=tuple(
            Option(
                str(play),
                move_words(play),
                later(
                    "{play} leads to {n} with best play, another move to more", play=move_words(play), n=f"{value:+d}"
                ),
            )
            for play, value in values.items()
        ),
        wrongs=wrongs,
        steps=(
            later("For each of your moves write down what the other could answer, and what you could play then."),
            later("A player without an answer gives you another turn: who gets stuck first?"),
            later("Go on to the end of the round and count the pips that are left."),
        ),
        scene=position,
    )
