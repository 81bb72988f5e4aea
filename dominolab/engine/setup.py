"""``setup``: any position, given by what lies where; says everything that is impossible about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from dominolab.engine import law
from dominolab.engine.deal import Tiles, hand_places, tile_problems
from dominolab.engine.jokers import possible_moves
from dominolab.engine.line import Line, Placed, ends_of, placed_tiles
from dominolab.engine.moves import seat_name
from dominolab.engine.position import Position
from dominolab.engine.rules import Rules
from dominolab.engine.table import Start, start_state
from dominolab.engine.tiles import Tile, mask_of, tiles_of
from dominolab.errors import DominoError
from dominolab.messages import say


def setup(  # noqa: PLR0913 - a position has these parts
    rules: Rules,
    line: str | Iterable[str | tuple[int, int]] = "",
    hands: Sequence[Tiles] = (),
    boneyard: Tiles = "",
    turn: int = 0,
    *,
    up: str | Iterable[str | tuple[int, int]] = "",
    down: str | Iterable[str | tuple[int, int]] = "",
    spinner: Tile | str | None = None,
    drawn: int = 0,
    passes: int = 0,
    placed: int = 0,
) -> Position:
    """Return the position in which ``turn`` moves next; tiles named nowhere are out of play.

    ``line`` is the row as oriented tiles from left to right, ``up`` and ``down`` the spinner's arms outward; the first
    double from the left is the spinner unless named. ``drawn`` and ``placed`` count what the seat to move has done in
    this turn, ``passes`` the passes in a row before it. Raises ``DominoError`` that lists everything impossible.

    >>> import dominolab as dl
    >>> pos = dl.setup(dl.rules("classic"), "6-6 6-5 5-1", ["5-4 3-1", "2-2"], "4-0", turn=0)
    >>> pos.legal_moves
    (Play('3-1', 'right'),)
    """
    table = _line(rules, line, up, down, spinner)
    held = tuple(tiles_of(hand) for hand in hands)
    yard = tiles_of(boneyard)
    counts = {"drawn": drawn, "passes": passes, "placed": placed}
    problems = setup_problems(rules, table, held, yard, turn, counts)
    if problems:
        raise DominoError("; ".join(problems))
    sizes = tuple(len(hand) for hand in held)
    start = Start(sizes, len(yard), turn, None, table, given=True, **counts)
    state = given_state(rules, start, tuple(mask_of(hand) for hand in held))
    problem = pair_problem(rules, state)
    if problem:
        raise DominoError(problem)
    return Position(rules, start, state, table, yard)


def given_state(rules: Rules, start: Start, hands: tuple[int, ...]) -> law.State:
    """Return the law's state of a given position: over where its line is dead and no turn is half done."""
    state = start_state(start, hands, ends_of(start.line, rules.terms), law.NOWHERE)
    if rules.terms.dead_line and start.line.row and not start.placed and law.dead(state.ends, state.table, rules.terms):
        return state._replace(over=law.BLOCKED)
    return state


def pair_problem(rules: Rules, state: law.State) -> str | None:
    """Say why a turn cannot be half done, one tile of two laid: no second tile could follow."""
    if not state.laid or any(possible_moves(state, rules)[:5]):
        return None
    return say(
        "placed = {n}: no tile of {seat} can follow as the second of the turn, so the first could not be laid",
        n=state.laid,
        seat=seat_name(state.turn),
    )


def _line(
    rules: Rules,
    row: str | Iterable[str | tuple[int, int]],
    up: str | Iterable[str | tuple[int, int]],
    down: str | Iterable[str | tuple[int, int]],
    spinner: Tile | str | None,
) -> Line:
    """Return the line as given, with its spinner found."""
    tiles = placed_tiles(row)
    place: int | None = None
    if rules.spinner != "none":
        named = Tile(spinner) if spinner is not None else None
        doubles = [i for i, tile in enumerate(tiles) if tile.first == tile.second]
        place = next((i for i in doubles if named in (None, tiles[i].tile)), None)
        if named is not None and place is None:
            raise DominoError(say("the spinner {tile} is not a double of the row", tile=named))
    return Line(tiles, placed_tiles(up), placed_tiles(down), place)


def setup_problems(
    rules: Rules,
    line: Line,
    hands: Sequence[Sequence[Tile]],
    yard: Sequence[Tile],
    turn: int,
    counts: dict[str, int],
) -> list[str]:
    """Return everything that is impossible about a position, a sentence each."""
    problems = []
    if len(hands) != rules.players:
        problems.append(say("{players} players but {hands} hands", players=rules.players, hands=len(hands)))
    if not isinstance(turn, int) or not 0 <= turn < rules.players:
        problems.append(say("turn = {turn!r}: seats go from 0 to {last}", turn=turn, last=rules.players - 1))
    groups = [(say("line"), [p.tile for p in line]), *hand_places(hands), (say("boneyard"), yard)]
    problems += tile_problems(rules, groups)
    problems += chain_problems(line)
    problems += [
        say("{place} is empty: the round is over", place=name) for name, hand in hand_places(hands) if not hand
    ]
    problems += [
        say("{name} = {n!r}: a whole number from 0 is wanted", name=name, n=n)
        for name, n in counts.items()
        if not isinstance(n, int) or n < 0
    ]
    if problems:
        return problems
    if counts["placed"] >= rules.tiles_per_turn or (counts["placed"] and not line.row):
        problems.append(say("placed = {n}: the turn would be over", n=counts["placed"]))
    if counts["passes"] >= rules.players:
        problems.append(say("passes = {n}: the round would be blocked", n=counts["passes"]))
    if rules.draw_limit is not None and counts["drawn"] > rules.draw_limit:
        problems.append(say("drawn = {n}: a turn has {limit} draws", n=counts["drawn"], limit=rules.draw_limit))
    return problems + arm_problems(rules, line)


def chain_problems(line: Line) -> list[str]:
    """Return where neighbouring tiles do not match."""
    root = [line.row[line.spinner]] if line.spinner is not None else []
    chains: list[Sequence[Placed]] = [line.row, [*root, *line.up], [*root, *line.down]]
    return [
        say("{one} and {two} do not match in the line", one=one, two=two)
        for chain in chains
        for one, two in pairwise(chain)
        if one.second != two.first
    ]


def arm_problems(rules: Rules, line: Line) -> list[str]:
    """Return what is impossible about the spinner's arms."""
    if not line.up and not line.down:
        return []
    if line.spinner is None:
        return [say("there are arms but no spinner (rules.spinner = {value})", value=rules.spinner)]
    covered = 0 < line.spinner < len(line.row) - 1
    if rules.spinner == "after_both" and not covered:
        return [say("the arms open only after both sides of the spinner are covered")]
    return []


def setup_text(position: Position) -> str:
    """Return text that reads back for a position that began with ``setup``."""
    start, first = position.start, position
    while first.before is not None:
        first = first.before
    line = start.line
    hands = [str(hand) for hand in first.hands]
    row = " ".join(map(str, line.row))
    parts = [
        repr(position.rules),
        repr(row),
        repr(hands),
        repr(" ".join(map(str, first.yard))),
        str(start.leader),
    ]
    parts += [f"{name}={' '.join(map(str, arm))!r}" for name, arm in (("up", line.up), ("down", line.down)) if arm]
    if line.spinner is not None:
        parts.append(f"spinner={str(line.row[line.spinner].tile)!r}")
    counts = (("drawn", start.drawn), ("passes", start.passes), ("placed", start.placed))
    parts += [f"{name}={n}" for name, n in counts if n]
    moves = "".join(f".move({str(event.move)!r})" for event in position.history)
    return f"setup({', '.join(parts)}){moves}"
