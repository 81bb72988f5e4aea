"""From play to record and from record to table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dominolab.engine.moves import Draw, Play, seat_name
from dominolab.engine.position import Position
from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.records.begin import told_call
from dominolab.records.model import Ending, Record, Round, Setup, Written
from dominolab.records.notation import UNKNOWN
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    import pandas as pd


def round_of(table: Position | View, record: Record, *, points: bool = True) -> Round:
    """Return a round as it was played, numbered after the last round of ``record``."""
    number = 1 + max((round_.number or 0 for round_ in record.rounds), default=0)
    setup = _dealt(table, number) if isinstance(table, Position) else _seen(table, number)
    round_ = Round(setup)
    opening = table.start.opening
    if opening is None:
        round_.call = None
    at: Node = round_.root
    begun = bool(table.start.line)
    for event in table.history:
        apart = isinstance(event.move, Play) and event.move.end is None and begun
        at = at.add(Action(event.seat, event.move, event.tile, apart=apart))
        begun = begun or isinstance(event.move, Play)
    if isinstance(table, View):
        round_.shown = dict(table.shown)
    round_.ending = _ending(table, record, points=points)
    return round_


def _dealt(position: Position, number: int) -> Setup:
    """Return the beginning of a round of which every tile is known."""
    first = position
    while first.before is not None:
        first = first.before
    deal = position.deal
    hands = deal.dealt if deal is not None else tuple(tuple(hand) for hand in first.hands)
    return _setup(position, number, dict(enumerate(hands)), first.boneyard)


def _seen(view: View, number: int) -> Setup:
    """Return the beginning of a round of which one seat's tiles are known, or none."""
    sizes = view.start.hand_sizes
    hands: dict[int, Written] = {seat: (UNKNOWN,) * n for seat, n in enumerate(sizes)}
    if view.seat is not None and view.dealt is not None:
        hands[view.seat] = view.dealt
    led = any(isinstance(event.move, Play) for event in view.log)
    return replace(_setup(view, number, hands, None), called=told_call(view.rules, view.start.opening, led=led))


def _setup(table: Position | View, number: int, hands: dict[int, Any], yard: Written | None) -> Setup:
    """Return the beginning of a round."""
    start, line = table.start, table.start.line
    if not start.given:
        turned = line.row[0].tile if line.row else None
        return Setup(number=number, leader=start.leader, dealt=hands, yard=yard, set_tile=turned)
    return Setup(
        number=number,
        dealt=hands,
        yard=yard,
        row=tuple((tile.first, tile.second) for tile in line.row),
        up=tuple((tile.first, tile.second) for tile in line.up),
        down=tuple((tile.first, tile.second) for tile in line.down),
        spinner=line.row[line.spinner].tile if line.spinner is not None else None,
        turn=start.leader,
        passes=start.passes,
        drawn=start.drawn,
        placed=start.placed,
    )


def _ending(table: Position | View, record: Record, *, points: bool) -> Ending:
    """Return how a round ended, with scores where they are wanted and known."""
    kind = table.over or ("blocked" if isinstance(table, Position) and table.blocked else "broken")
    outcome = table.outcome
    if not points or outcome is None:
        return Ending(kind)
    last = record.rounds[-1].ending if record.rounds else None
    before = last.totals if last is not None else (0,) * record.rules.sides
    scored = {side: n for side, n in enumerate(outcome.points) if n}
    totals = None if before is None else tuple(n + outcome.points[side] for side, n in enumerate(before))
    return Ending(kind, scored, totals)


def frame_of(record: Record) -> pd.DataFrame:
    """Return the actions of the main lines as a table (see ``Record.to_frame``)."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    commands: list[str] = []
    players = record.players
    for round_ in record.rounds:
        for number, action in enumerate(round_.actions, 1):
            move, tile = action.move, action.tile
            kind = "play" if isinstance(move, Play) else "draw" if isinstance(move, Draw) else "pass"
            if isinstance(move, Play):
                tile = move.tile
            row = {
                "round": round_.number,
                "action": number,
                "seat": seat_name(action.seat),
                "player": players.get(action.seat, ""),
                "kind": kind,
                "tile": str(tile) if isinstance(tile, Tile) else None,
                "end": move.end.value if isinstance(move, Play) and move.end else None,
                "glyph": action.glyph,
                "comment": action.comment,
            }
            commands += [name for name in action.commands if name not in commands]
            rows.append(row | {f"%{name}": value for name, value in action.commands.items()})
            rows[-1] |= {"line": action.place[0], "column": action.place[1]}
    names = ["round", "action", "seat", "player", "kind", "tile", "end", "glyph", "comment"]
    return pd.DataFrame(rows, columns=[*names, *(f"%{name}" for name in commands), "line", "column"])
