"""Importers: from games that were written down elsewhere to records.

**Writing one.** An importer makes a ``Record``, one ``Round`` for each deal with a ``Setup``, and hangs an ``Action``
on ``round.root`` for each thing that was done. It decides nothing about the rules: what it cannot know it leaves out
(``"?"`` for tiles, ``Ending("broken")`` where the source stops), and ``parse(str(record))`` follows the round by the
law, finds the ends and reports what is wrong. ``from_facts`` below is a whole one, for lines of JSON such as::

    {"id": "x-1", "view": "A", "players": 2, "lead": "B", "deal": {"A": ["6-5", ...], "B": 7}, "events":
     [["B", "play", "4-4", null, "left=4"], ["A", "draw", "6-1"], ["B", "draw", "?"], ["A", "play", "6-4", "left"],
      ["B", "pass"], ["A", "skip_round"]]}

``left=N`` says which number of the first tile lies to the left there. Records lay the first tile low number left, so
a round whose source lays it the other way round is mirrored: left and right change places.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominolab.engine import law
from dominolab.engine.moves import Draw, End, Move, Pass, Play
from dominolab.engine.outcome import outcome_of
from dominolab.engine.tiles import Tile
from dominolab.errors import DominoError, RecordError
from dominolab.messages import say
from dominolab.records.model import Ending, Record, Round, Setup, Written
from dominolab.records.notation import SEATS, UNKNOWN, tile_in
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

FACT_RULES = {
    True: "partnership",
    False: "askalink-spinner may_draw_when_able=False reserve=2 opening_tile=any first_lead=random",
}
"""By what rules the games of the facts were played: partners, and two players."""
_MIRROR = {End.LEFT: End.RIGHT, End.RIGHT: End.LEFT}


def read_facts(path: str | os.PathLike[str], rules: str | None = None) -> Iterator[Record]:
    """Go through the games of a file of facts, one line each. Raises ``RecordError`` that names the line."""
    with Path(path).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield from_facts(json.loads(line), rules)
                except (ValueError, KeyError, TypeError) as error:
                    raise RecordError(say("{path}, line {n}: {why}", path=path, n=number, why=error)) from error


def from_facts(facts: dict[str, Any], rules: str | None = None) -> Record:
    """Return the record of one game of the facts, checked: ``problems`` says what is wrong with it.

    How the round ended is not among the facts; it is found by following them. A round that neither went out nor is
    blocked is ``end blocked`` where its last actions are passes of all other players (the source took it for a block),
    else ``end broken``.

    >>> record = from_facts({"id": "x", "view": "A", "players": 2, "deal": {"A": ["6-5"], "B": 7}, "events": []})
    >>> record.tag("Event"), record.rounds[0].ending.kind
    ('x', 'broken')
    """
    from dominolab.records.reader import parse

    record = Record(rules or FACT_RULES[bool(facts.get("partners"))])
    record.set_tag("Event", str(facts["id"]))
    if facts.get("view", "full") != "full":
        record.set_tag("View", str(facts["view"]))
    round_ = Round(_setup(facts))
    stopped = _actions(round_, facts["events"])
    record.add(round_)
    round_.ending = _ending(round_, stopped=stopped)
    [checked] = parse(str(record))
    return checked


def _setup(facts: dict[str, Any]) -> Setup:
    """Return who was dealt what, and who leads."""
    dealt: dict[int, Written] = {
        SEATS[seat]: (UNKNOWN,) * tiles if isinstance(tiles, int) else tuple(map(Tile, tiles))
        for seat, tiles in facts["deal"].items()
    }
    events = facts["events"]
    first = facts.get("lead") or (events[0][0] if events else "A")
    return Setup(number=1, leader=SEATS[first], dealt=dealt)


def _actions(round_: Round, events: list[list[Any]]) -> bool:
    """Hang the actions into the round; return whether the recording says that it stopped."""
    at: Node = round_.root
    mirrored = False
    for place, (seat, what, *more) in enumerate(events):
        move: Move = Pass()
        tile: Tile | None = None
        if what == "skip_round":
            if place == len(events) - 1:
                return True
            continue
        if what == "play":
            laid = Tile(more[0])
            end = End(more[1]) if more[1] else None
            if len(more) > 2:
                mirrored = int(more[2].removeprefix("left=")) != laid.low
            move = Play(laid, _MIRROR.get(end, end) if mirrored and end else end)
        elif what == "draw":
            move, tile = Draw(), tile_in(more[0])
        elif what != "pass":
            raise ValueError(say("{what!r} is no action", what=what))
        at = at.add(Action(SEATS[seat], move, tile))
    return False


def _ending(round_: Round, *, stopped: bool) -> Ending:
    """Return how the round ended, found by following it, with the points where all hands are known."""
    from dominolab.records.derive import finished, trail

    actions = round_.actions
    try:
        last = trail(round_, actions)
    except DominoError:
        return Ending("broken")
    rules = round_.rules
    state = last[-1].state if stopped else finished(rules, last[-1].state)
    if len(last) <= len(actions):
        return Ending("broken")
    if state.over:
        known = all(hand <= rules.tiles.mask for hand in state.hands)
        outcome = outcome_of(state, rules.terms) if known else None
        points = {side: n for side, n in enumerate(outcome.points) if n} if outcome else {}
        return Ending("out" if state.over == law.OUT else "blocked", points, outcome.points if outcome else None)
    passes = next((n for n, action in enumerate(reversed(actions)) if not isinstance(action.move, Pass)), 0)
    return Ending("blocked" if passes >= rules.players - 1 and not stopped else "broken")
