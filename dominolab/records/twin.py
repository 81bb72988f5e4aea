"""The JSON twin: one match a line, the same events as the text, with the line and column they were read at.

Reading it never raises on content: a line that is no match becomes an empty record with a problem.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dominolab.engine.moves import seat_name
from dominolab.engine.tiles import Tile
from dominolab.messages import say
from dominolab.records.model import Ending, Record, Round, Setup, Tag
from dominolab.records.notation import GLYPHS, SEATS, tile_in, tiles_in, tiles_text, word_in
from dominolab.records.problems import ERROR, Problem
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = "dominolab-record-1"
DEEPEST = 60
_SETUP = ("number", "passes", "drawn", "placed")
Json = Any


def to_json(record: Record) -> str:
    """Return a record as one line of JSON (plain ASCII, without a newline).

    >>> import dominolab as dl
    >>> to_json(dl.Record("block"))
    '{"format":"dominolab-record-1","tags":[["Domino","1"],["Rules","block"]],"rounds":[]}'
    """
    return json.dumps(data_of(record), ensure_ascii=True, separators=(",", ":"))


def data_of(record: Record, *, places: bool = True) -> dict[str, Json]:
    """Return a record as plain lists and dictionaries; ``places`` adds line and column to rounds and actions."""
    data: dict[str, Json] = {"format": FORMAT, "tags": [list(tag) for tag in record.tags]}
    data |= _some(comments=record.comments, junk=record.junk)
    data["rounds"] = [_round_data(round_, places=places) for round_ in record.rounds]
    return data


def _some(**values: Json) -> dict[str, Json]:
    """Return the values that say something."""
    return {name: value for name, value in values.items() if value not in (None, "", [], {}, (), 0, False)}


def _round_data(round_: Round, *, places: bool) -> dict[str, Json]:
    """Return a round as data."""
    setup, end = round_.setup, round_.ending
    data = _some(**{name: getattr(setup, name) for name in _SETUP})
    if setup.number == 0:
        data["number"] = 0
    if setup.leader is not None:
        data["lead"] = seat_name(setup.leader)
    data |= _some(deal={seat_name(seat): tiles_text(tiles) for seat, tiles in setup.dealt.items()})
    if setup.yard is not None:
        data["yard"] = tiles_text(setup.yard)
    tiles = {"set": setup.set_tile, "call": setup.called, "spinner": setup.spinner}
    data |= {name: str(tile) for name, tile in tiles.items() if tile is not None}
    if setup.row is not None:
        data["line"] = {"row": [list(tile) for tile in setup.row]}
        data["line"] |= _some(up=[list(tile) for tile in setup.up], down=[list(tile) for tile in setup.down])
    if setup.turn is not None:
        data["turn"] = seat_name(setup.turn)
    if setup.scores is not None:
        data["scores"] = list(setup.scores)
    data |= _point_data(round_.root)
    data["events"] = _line_data(round_.root, places=places)
    data |= _some(show={seat_name(seat): tiles_text(tiles) for seat, tiles in round_.shown.items()})
    if end is not None:
        points = {seat_name(side): n for side, n in end.points.items()}
        data["end"] = {"kind": end.kind} | _some(points=points)
        if end.totals is not None:
            data["end"]["totals"] = list(end.totals)
    data |= _some(closing=round_.closing, rest=round_.rest)
    if places and round_.place[0]:
        data["at"] = list(round_.place)
    return data


def _point_data(node: Node) -> dict[str, Json]:
    """Return what is written at a point of the tree."""
    return _some(comments=node.comments, lost=node.lost, stray=node.stray)


def _line_data(node: Node, *, places: bool) -> list[Json]:
    """Return the main line below a point, variations within."""
    found = []
    at: Node = node
    while at.next is not None:
        action = at.next
        found.append(_action_data(action, places=places))
        branches = [[_action_data(o, places=places), *_line_data(o, places=places)] for o in at.variations[1:]]
        if branches:
            found[-1]["variations"] = branches
        at = action
    return found


def _action_data(action: Action, *, places: bool) -> dict[str, Json]:
    """Return an action as data."""
    data: dict[str, Json] = {"seat": seat_name(action.seat), "do": action.text}
    data |= _some(glyph=action.glyph) | _point_data(action)
    if places and action.place[0]:
        data["at"] = list(action.place)
    return data


# ------------------------------------------------------------------------------------------------------- reading


def from_json(line: str, number: int = 1) -> Record:
    """Return the record of one line of JSON, checked as its text would be; ``number`` is the line's in its file.

    Problems of actions are placed where the actions were read first, other problems on line ``number``.
    """
    from dominolab.records.reader import parse

    try:
        record = _record(json.loads(line))
        found = parse(str(record)) or [Record(None)]  # a record that says nothing has no text
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, IndexError, OverflowError) as error:
        return _unreadable(line, number, error)
    if len(found) != 1:
        return _unreadable(line, number, ValueError(say("a record holds one match")))
    [checked] = found
    moved = _places(record, checked)
    parts: list[Record | Round] = [checked, *checked.rounds]
    for part in parts:
        part.problems = tuple(_moved(problem, moved, number) for problem in part.problems)
    checked.place = (number, 1)
    return checked


def _unreadable(line: str, number: int, error: Exception) -> Record:
    """Return a record that keeps a damaged line as the text reader keeps it."""
    from dominolab.records.reader import parse

    record = next(iter(parse(line)), Record(None))
    record.place = (number, 1)
    column = error.colno if isinstance(error, json.JSONDecodeError) else 1
    why = say("this line is no record: {why}", why=str(error)[:200])
    hint = say("each line is one match, as dominolab convert writes it")
    record.problems = (Problem(number, column, "not-json", ERROR, why, hint),)
    for round_ in record.rounds:
        round_.problems = ()
    return record


def _places(record: Record, checked: Record) -> dict[tuple[int, int], tuple[int, int]]:
    """Copy the places of the data to the checked record; return where each went."""
    moved: dict[tuple[int, int], tuple[int, int]] = {}
    for old, new in zip(record.rounds, checked.rounds, strict=False):
        moved[new.place] = old.place
        for was, action in zip(old.root.walk(), new.root.walk(), strict=False):
            moved[action.place] = was.place
            action.place = was.place
        new.place = old.place
    return moved


def _moved(problem: Problem, moved: dict[tuple[int, int], tuple[int, int]], number: int) -> Problem:
    """Return a problem at the place its action was read first, else on the line of the JSON file."""
    from dataclasses import replace

    line, column = moved.get((problem.line, problem.column), (0, 0))
    if not line:
        line, column = number, 1
    return replace(problem, line=line, column=column, also=moved.get(problem.also) if problem.also else None)


def _record(data: Json) -> Record:
    """Return a record from data."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(say("it does not say {name}", name=f'"format": "{FORMAT}"'))
    record = Record(None)
    record.tags = [Tag(_text(name), _text(value)) for name, value in data.get("tags", [])]
    record.comments = _texts(data.get("comments"))
    record.junk = _texts(data.get("junk"))
    for item in data.get("rounds", []):
        round_ = _round(item)
        round_.record = record
        record.rounds.append(round_)
    return record


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError(say("{value!r} should be a text", value=str(value)[:40]))
    return value


def _texts(values: Json) -> list[str]:
    return [_text(value) for value in values or []]


def _number(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 1_000_000:
        raise TypeError(say("{value!r} should be a whole number", value=str(value)[:40]))
    return value


def _round(data: Json) -> Round:
    """Return a round from data."""
    line = data.get("line")
    rows = {
        name: tuple((_number(a), _number(b)) for a, b in (line or {}).get(name, [])) for name in ("row", "up", "down")
    }
    setup = Setup(
        number=_number(data["number"]) if "number" in data else None,
        leader=SEATS[data["lead"]] if "lead" in data else None,
        dealt=_hands(data.get("deal")),
        yard=tiles_in(_text(data["yard"]).split()) if "yard" in data else None,
        set_tile=_tile(data.get("set")),
        called=_tile(data.get("call")),
        spinner=_tile(data.get("spinner")),
        row=rows["row"] if line is not None else None,
        up=rows["up"],
        down=rows["down"],
        turn=SEATS[data["turn"]] if "turn" in data else None,
        scores=tuple(map(_number, data["scores"])) if "scores" in data else None,
        passes=_number(data.get("passes", 0)),
        drawn=_number(data.get("drawn", 0)),
        placed=_number(data.get("placed", 0)),
    )
    round_ = Round(setup, _ending(data.get("end")))
    _point(round_.root, data)
    _line(round_.root, data.get("events", []), 0)
    round_.shown = _hands(data.get("show"))
    round_.closing = _texts(data.get("closing"))
    round_.rest = _text(data.get("rest", ""))
    round_.place = _place(data)
    return round_


def _hands(data: Json) -> dict[int, tuple[Any, ...]]:
    return {SEATS[seat]: tiles_in(_text(tiles).split()) for seat, tiles in (data or {}).items()}


def _tile(text: Json) -> Tile | None:
    if text is None:
        return None
    tile = tile_in(_text(text))
    if tile is None:
        raise ValueError(say("{word} is not a tile", word=repr(text[:20])))
    return tile


def _place(data: Json) -> tuple[int, int]:
    line, column = data.get("at", (0, 0))
    return _number(line), _number(column)


def _ending(data: Json) -> Ending | None:
    """Return an ending from data."""
    if data is None:
        return None
    if data["kind"] not in ("out", "blocked", "broken", "redeal"):
        raise ValueError(say("{value!r} is no end of a round", value=str(data["kind"])[:40]))
    points = {SEATS[side]: _number(n) for side, n in data.get("points", {}).items()}
    totals = tuple(map(_number, data["totals"])) if "totals" in data else None
    return Ending(data["kind"], points, totals)


def _point(node: Node, data: Json) -> None:
    """Take what is written at a point of the tree."""
    node.comments, node.lost, node.stray = (_texts(data.get(name)) for name in ("comments", "lost", "stray"))


def _line(node: Node, items: Json, depth: int) -> None:
    """Hang a main line below a point, variations within."""
    if depth > DEEPEST:
        raise ValueError(say("variations are nested more than {n} deep", n=DEEPEST))
    grow: Callable[[Node, Json], Action] = lambda at, item: at.add(_action(item))  # noqa: E731 - said once, used twice
    for item in items:
        action = grow(node, item)
        for first, *others in item.get("variations", []):
            _line(grow(node, first), others, depth + 1)
        node = action


def _action(data: Json) -> Action:
    """Return an action from data."""
    word = word_in(_text(data["do"]))
    glyph = data.get("glyph", "")
    if word is None or word.glyph or word.times != 1 or (glyph and glyph not in GLYPHS):
        raise ValueError(say("{word!r} is no action", word=data["do"][:40]))
    action = Action(
        SEATS[data["seat"]],
        word.move,
        word.tile,
        glyph=glyph,
        apart=word.apart,
        stands=word.stands,
        place=_place(data),
    )
    _point(action, data)
    return action
