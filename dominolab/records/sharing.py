"""A deal or a position as a short code to copy: rules, tiles, and the moves made so far."""

from __future__ import annotations

import re
from typing import Any

from dominolab.engine.deal import Deal, deal
from dominolab.engine.line import Line
from dominolab.engine.moves import move_of
from dominolab.engine.position import Position, start
from dominolab.engine.presets import rules
from dominolab.engine.setup import setup
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.codes import pack, unpack

PREFIX = "DLB"
_SEED = re.compile(r"(.*?)\s*\bseed=(\d{1,18})\s*")


def code_of(position: Position) -> str:
    """Return a position, with everything that led to it, as a short code.

    >>> import dominolab as dl
    >>> pos = dl.start(dl.deal(dl.rules("classic"), seed=7)).play("6-6")
    >>> position_of(code_of(pos)) == pos
    True
    """
    first = position
    while first.before is not None:
        first = first.before
    data: dict[str, Any] = {"rules": str(position.rules), "moves": [str(event.move) for event in position.history]}
    if position.deal is not None:
        dealt = position.deal
        data["hands"] = [" ".join(map(str, hand)) for hand in dealt.dealt]
        data["yard"] = " ".join(map(str, dealt.boneyard))
        data["leader"] = dealt.leader
        data |= {"opening": str(dealt.opening)} if dealt.opening is not None else {}
        data |= {"set": str(dealt.set_tile)} if dealt.set_tile is not None else {}
    else:
        data["hands"] = [" ".join(map(str, hand)) for hand in first.hands]
        data["yard"] = " ".join(map(str, first.yard))
        data["given"] = _given(first)
    return pack(PREFIX, data)


def _given(first: Position) -> dict[str, Any]:
    """Return what is special about a position that was set up."""
    line: Line = first.line
    given: dict[str, Any] = {"turn": first.state.turn, "line": " ".join(map(str, line.row))}
    given |= {"up": " ".join(map(str, line.up)), "down": " ".join(map(str, line.down))}
    if line.spinner is not None:
        given["spinner"] = str(line.row[line.spinner].tile)
    return given | {"drawn": first.start.drawn, "passes": first.start.passes, "placed": first.start.placed}


def position_of(code: str) -> Position:
    """Return the position of a code, or of rules with a seed, such as ``"classic players=3 seed=7"``.

    Raises ``DominoError`` for a damaged code, and for one whose tiles or moves cannot be.

    >>> position_of("classic seed=7").legal_moves
    (Play('6-6'),)
    """
    seeded = _SEED.fullmatch(code.strip())
    if seeded is not None:
        return start(deal(rules(seeded[1] or "classic"), int(seeded[2])))
    data = unpack(PREFIX, code)
    try:
        position = _first(data)
        for move in data["moves"]:  # type: ignore[index]  # checked by what follows
            position = position.move(move_of(str(move)))
    except (KeyError, TypeError, AttributeError) as error:
        raise DominoError(say("this code holds no position")) from error
    return position


def _first(data: Any) -> Position:
    """Return the position before the moves."""
    known = rules(str(data["rules"]))
    hands = [str(hand) for hand in data["hands"]]
    if "given" not in data:
        dealt = Deal(known, hands, str(data["yard"]), data["leader"], data.get("opening"), data.get("set"))
        return start(dealt)
    given = data["given"]
    return setup(
        known, str(given["line"]), hands, str(data["yard"]), given["turn"],
        up=str(given["up"]), down=str(given["down"]), spinner=given.get("spinner"),
        drawn=given["drawn"], passes=given["passes"], placed=given["placed"],
    )  # fmt: skip
