"""A table's small file: read back, and refused where it tells of no such match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dominolab.engine.match import Match
from dominolab.engine.moves import move_of
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.problems import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominolab.engine.rules import Rules

FORMAT = "dominolab-table"


def checked(data: object, rules: Rules, seats: Sequence[int]) -> dict[str, Any]:
    """Return what a file holds. Raises ``DominoError`` where that is no table under these rules with these seats."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DominoError(say("this is no saved table"))
    if str(data.get("rules")) != str(rules):
        raise DominoError(say("this is a match under other rules: {rules}", rules=_short(data.get("rules"))))
    for name, kind in (("seed", int), ("moves", list), ("between", bool)):
        if type(data.get(name)) is not kind:
            raise DominoError(say("{name} is {value}", name=name, value=_short(data.get(name))))
    found = data.get("seats", list(seats))
    if not isinstance(found, list) or sorted(map(repr, found)) != sorted(map(repr, seats)):
        raise DominoError(say("{name} is {value}", name="seats", value=_short(found)))
    return data


def played(data: dict[str, Any], rules: Rules) -> Match:
    """Return the match that its moves lead to. Raises ``DominoError`` where they cannot have been made."""
    match = Match(rules, data["seed"])
    for move in data["moves"]:
        match = match.move(move_of(str(move)))
    if data["between"] and not (match.rounds and (match.over or not match.position.history)):
        raise DominoError(say("no round has just ended in it"))
    return match


def _short(value: object) -> str:
    """Return what stands in a file as it can be told."""
    return printable(json.dumps(value))
