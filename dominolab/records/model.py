"""The data of a record: a match, its rounds, and how each began and ended."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine.moves import seat_name
from dominolab.engine.presets import rules as rules_of
from dominolab.engine.tiles import Tile, tiles_of
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.records.notation import SEATS, UNKNOWN
from dominolab.records.problems import printable
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pandas as pd

    from dominolab.engine.line import Line
    from dominolab.engine.position import Position
    from dominolab.engine.rules import Rules
    from dominolab.engine.view import View
    from dominolab.records.problems import Problem

Written = tuple[Tile | str, ...]
"""Tiles as written: a ``Tile``, ``"?"`` for an unknown one, or a word that could not be read."""
VERSION = "1"
TAG_NAME = re.compile(r"Player [A-L]|[A-Za-z]\w*")
UNASKED = "?"


class Tag(NamedTuple):
    """One line of a header, ``[Name "value"]``."""

    name: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Setup:
    """How a round begins: what was dealt, or (with ``line``) the position from which the record starts."""

    number: int | None = None
    leader: int | None = None
    """The seat that leads; None where the record does not say."""
    dealt: dict[int, Written] = field(default_factory=dict)
    """What each seat was dealt; a seat that is not named was dealt unknown tiles."""
    yard: Written | None = None
    """The boneyard in draw order, or None where it is not known."""
    set_tile: Tile | None = None
    """Double Draw's first tile."""
    called: Tile | None = None
    """The tile that the call for the lead found, where neither the hands nor the first play show it."""
    row: tuple[tuple[int, int], ...] | None = None
    """The row from which a position starts, as oriented tiles from left to right; None: it starts with the lead."""
    up: tuple[tuple[int, int], ...] = ()
    down: tuple[tuple[int, int], ...] = ()
    spinner: Tile | None = None
    turn: int | None = None
    scores: tuple[int, ...] | None = None
    """Scores of the sides before the round, where the record does not begin with the match."""
    passes: int = 0
    drawn: int = 0
    placed: int = 0


@dataclass(frozen=True)
class Ending:
    """What a record says about the end of a round."""

    kind: str
    """``"out"``, ``"blocked"``, ``"broken"`` (the recording stops) or ``"redeal"`` (the deal was thrown in)."""
    points: dict[int, int] = field(default_factory=dict)
    """Points of every side (by its number) whose score changed."""
    totals: tuple[int, ...] | None = None
    """Scores of all sides after the round."""


class Round:
    r"""One round: its ``setup``, the tree of actions below ``root``, what was shown, and its ``ending``.

    ``len(round)`` is the number of actions in the main line.

    >>> import dominolab as dl
    >>> [record] = dl.parse('[Domino "1"]\n\n== 1 lead A\nA 6-6  B 6-5< (B 6-4< {or so})\nend broken')
    >>> [round_] = record.rounds
    >>> round_.actions, round_.actions[1].alternatives, str(round_.views(None)[-1].line)
    ((<A 6-6>, <B 6-5<>), (<B 6-4<>,), '5-6 6-6')
    """

    def __init__(self, setup: Setup | None = None, ending: Ending | None = None) -> None:
        """Make a round without actions."""
        self.record: Record | None = None
        self.setup = setup or Setup()
        self.root = Node()
        self.shown: dict[int, Written] = {}
        """Hands laid open at the end."""
        self.ending = ending
        self.closing: list[str] = []
        """Comments after the end."""
        self.rest = ""
        """Text after the point where the round could not be followed any further, as it was written."""
        self.place = (0, 0)
        """Where it was read (line and column)."""
        self.call: str | None = UNASKED
        """The call by which it is led (``"highest_double"``, None: no call); worked out when it is first needed."""
        self.lines: list[Line] = []
        """The line after each tile of the main line, as the reader saw it (for indexes; not kept up with edits)."""
        self.problems: tuple[Problem, ...] = ()
        """The problems that the reader found in this round."""
        self._positions: tuple[object, tuple[Position, ...]] | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the main line."""
        return tuple(self.root.line())

    def __len__(self) -> int:
        """Return the number of actions in the main line."""
        return sum(1 for _ in self.root.line())

    @property
    def number(self) -> int | None:
        """The round's number in the match."""
        return self.setup.number

    @property
    def rules(self) -> Rules:
        """The rules of the match. Raises ``RecordError`` where its header names none that exist."""
        if self.record is None:
            raise RecordError(say("this round belongs to no record yet"))
        return self.record.rules

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the main line: index ``i`` is after ``i`` actions.

        Empty where not all tiles are known: some hand, or the order of a boneyard that can be drawn from. Worked out
        again only after what they depend on was edited.
        """
        from dominolab.records.derive import basis_of, positions_of

        basis = basis_of(self)
        if self._positions is None or self._positions[0] != basis:
            self._positions = basis, positions_of(self)
        return self._positions[1]

    def views(self, seat: int | str | None) -> tuple[View, ...]:
        """Return what a seat (0 or ``"A"``, ...; None: a spectator) knew.

        Index ``i`` is after ``i`` actions of the main line. Raises ``RecordError`` where the record does not tell the
        seat's own tiles.
        """
        from dominolab.records.derive import views_of

        return views_of(self, seat, self.actions)

    @property
    def let_stand(self) -> frozenset[int]:
        """The places (from 0) of actions that broke a rule and were let stand: no evidence is drawn from them.

        Marked so (``pass~``), plainly wrong, or proven wrong by later tiles; ``dl.holdings(view, let_stand=...)`` takes
        them. Raises ``RecordError`` for a round that cannot be followed.
        """
        from dominolab.records.late import let_stand

        return let_stand(self)

    def position_at(self, node: Node) -> Position | None:
        """Return the position at any point of the tree, or None where not all tiles are known."""
        from dominolab.records.derive import positions_on

        path = node.path if isinstance(node, Action) else ()
        found = positions_on(self, path)
        return found[-1] if found else None

    def view_at(self, node: Node, seat: int | str | None) -> View:
        """Return what a seat knew (or would have known) at any point of the tree. Raises as ``views`` does."""
        from dominolab.records.derive import views_of

        return views_of(self, seat, node.path if isinstance(node, Action) else ())[-1]

    def __repr__(self) -> str:
        """Return a short description."""
        end = self.ending.kind if self.ending else say("no end")
        return f"<Round {self.number}: {len(self)} actions, {end}>"


class Record:
    """A recorded match: ``tags`` of its header, ``rounds``, comments, and the ``problems`` its reader found.

    ``str(record)`` is its canonical text. Two records are equal when everything written in them is; where they were
    read, and what was wrong with them, does not count.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=2 hand_size=2", players={0: "Ana", 1: "Ben"})
    >>> deal = dl.Deal(record.rules, ["2-2 1-0", "2-1 1-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.start(deal).play("2-2").play("2-1", "left").play("1-0"))
    >>> print(record)
    [Domino "1"]
    [Rules "block set_size=2 hand_size=2"]
    [Players "A=Ana B=Ben"]
    <BLANKLINE>
    == 1 lead A
    deal A 2-2 1-0
    deal B 2-1 1-1
    yard 0-0 2-0
    A 2-2  B 2-1<  A 1-0<
    end out A +2 (2 0)
    """

    __hash__ = None  # type: ignore[assignment]  # records can be edited

    def __init__(self, rules: Rules | str | None = "classic", players: dict[int, str] | None = None) -> None:
        """Make a record without rounds; ``rules`` None leaves the header empty."""
        self.tags: list[Tag] = []
        self.comments: list[str] = []
        """Comments before the first round."""
        self.junk: list[str] = []
        """Lines of the header that could not be read, as they were written."""
        self.rounds: list[Round] = []
        self.problems: tuple[Problem, ...] = ()
        self.place = (0, 0)
        self.path: Path | None = None
        self._rules: tuple[str | None, Rules] | None = None
        if rules is not None:
            checked = rules_of(rules) if isinstance(rules, str) else rules
            self.tags = [Tag("Domino", VERSION), Tag("Rules", str(checked))]
        if players:
            self.set_players(players)

    def tag(self, name: str) -> str | None:
        """Return the value of a tag (the last of that name), or None."""
        return next((tag.value for tag in reversed(self.tags) if tag.name == name), None)

    def set_tag(self, name: str, value: str | None) -> None:
        """Set a tag in its place, add it, or take it away with None. Raises ``RecordError`` for a name that is none."""
        if not TAG_NAME.fullmatch(name):
            raise RecordError(say("{name!r} is no name for a tag: letters and digits, like Date", name=name))
        places = [i for i, tag in enumerate(self.tags) if tag.name == name]
        if value is None:
            self.tags = [tag for tag in self.tags if tag.name != name]
        elif places:
            self.tags[places[0]] = Tag(name, value)
            self.tags = [tag for i, tag in enumerate(self.tags) if tag.name != name or i == places[0]]
        else:
            self.tags.append(Tag(name, value))

    @property
    def rules(self) -> Rules:
        """The rules by the header (``classic`` without a tag). Raises ``RecordError`` where they do not exist."""
        text = self.tag("Rules")
        if self._rules is None or self._rules[0] != text:
            try:
                self._rules = (text, rules_of(text or "classic"))
            except (ValueError, TypeError) as error:
                raise RecordError(str(error), self.problems) from error
        return self._rules[1]

    @property
    def players(self) -> dict[int, str]:
        """Names by seat, from ``[Players "A=Ana B=Ben"]`` and ``[Player A "Ana María"]``."""
        found: dict[int, str] = {}
        for tag in self.tags:
            if tag.name == "Players":
                pairs = [word.partition("=") for word in tag.value.split()]
                found |= {SEATS[seat]: name for seat, sign, name in pairs if sign and seat in SEATS}
            elif tag.name.startswith("Player ") and tag.name[7:] in SEATS:
                found[SEATS[tag.name[7:]]] = tag.value
        return found

    def set_players(self, players: dict[int, str]) -> None:
        """Set the names by seat."""
        self.tags = [tag for tag in self.tags if tag.name != "Players" and not tag.name.startswith("Player ")]
        plain = {seat: name for seat, name in players.items() if name and not any(c.isspace() for c in name)}
        if plain:
            self.tags.append(Tag("Players", " ".join(f"{seat_name(seat)}={name}" for seat, name in plain.items())))
        self.tags += [Tag(f"Player {seat_name(seat)}", name) for seat, name in players.items() if seat not in plain]

    @property
    def view(self) -> str:
        """Whose view was recorded: ``"full"``, a seat's letter, or ``"none"`` (a spectator's)."""
        return self.tag("View") or "full"

    def add(self, what: Round | Position | View, points: bool = True) -> Round:  # noqa: FBT001, FBT002 - one plain switch
        """Append a round, or a round as it was played (a ``Position`` or ``View`` with its history), and return it.

        ``points`` adds what the round paid and the running scores, where all hands are known.
        """
        from dominolab.records.played import round_of

        added = what if isinstance(what, Round) else round_of(what, self, points=points)
        added.record = self
        self.rounds.append(added)
        return added

    def check(self) -> tuple[Problem, ...]:
        """Return the problems of the record as it is now; places are those of ``str(record)``."""
        from dominolab.records.reader import parse

        return tuple(problem for record in parse(str(self)) for problem in record.problems)

    def reveal(self) -> Record:
        r"""Return a copy in which unknown tiles are named where later plays and shown hands prove them.

        >>> import dominolab as dl
        >>> text = '[Domino "1"]\n\n== 1 lead A\ndeal B ?x7\nA 6-6  B +? 6-5<\nend broken'
        >>> dl.parse(text)[0].reveal().rounds[0].actions  # an able seat may not draw: the 6-5 is what it drew
        (<A 6-6>, <B +6-5>, <B 6-5<>)
        """
        from dominolab.records.partial import revealed

        return revealed(self)

    def to_frame(self) -> pd.DataFrame:
        """Return the actions of the main lines as a table, one row an action.

        Columns: round, action (from 1 in each round), seat, player, kind, tile, end, glyph, comment, the commands by
        name, line and column.
        """
        from dominolab.records.played import frame_of

        return frame_of(self)

    def __eq__(self, other: object) -> bool:
        """Compare everything that is written in the records."""
        from dominolab.records.twin import data_of

        return isinstance(other, Record) and data_of(self, places=False) == data_of(other, places=False)

    def __str__(self) -> str:
        """Return the canonical text."""
        from dominolab.records.writer import text_of

        return text_of(self)

    def __repr__(self) -> str:
        """Return a short description."""
        names = ", ".join(f"{seat_name(seat)}={printable(name)}" for seat, name in sorted(self.players.items()))
        rules, rounds, problems = self.tag("Rules") or "classic", len(self.rounds), len(self.problems)
        return f"<Record {printable(rules)}: {names or '-'}, {rounds} rounds, {problems} problems>"


def written(tiles: str | Iterable[Tile | str]) -> Written:
    """Return tiles as they are kept in a record from text or tiles (``"?"`` for unknown ones)."""
    parts = tiles.split() if isinstance(tiles, str) else tiles
    return tuple(UNKNOWN if part == UNKNOWN else tiles_of([part])[0] for part in parts)
