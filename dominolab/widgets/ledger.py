"""What a recorder keeps: the record with all that was in its file, and the round being followed put into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dominolab.engine.moves import seat_name
from dominolab.engine.rules import Rules
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.model import Record, Round, Setup
from dominolab.records.notation import UNKNOWN
from dominolab.records.problems import ERROR
from dominolab.records.reader import read
from dominolab.records.tree import Action, Node
from dominolab.widgets.manuscript import Manuscript

STANDING = frozenset({"late-revoke", "pass-while-able", "needless-draw", "missing-end"})
"""What may be wrong in a record that goes on: a mistake at the table, and that the round has no end yet."""


class Ledger:
    """A record that is written round by round. What a file told before stays: tags, comments, rounds, other matches.

    ``resumed`` is the last round of the file, to go on with; ``finished`` are the rounds before the one followed now.
    """

    def __init__(self, rules: Rules, seat: int | None, names: Sequence[str] | None, file: Path | str | None) -> None:
        """Begin a record, or open the one in the file. Raises ``DominoError`` where it cannot go on from this seat."""
        path = Path(file) if file is not None else None
        self.opened = path is not None and path.exists()
        record = _read(path, rules, seat) if path is not None and self.opened else Record(rules)
        known = [record.players.get(n, seat_name(n)) for n in range(rules.players)]
        self.names = tuple(known if names is None else names)
        if not self.opened or self.names != tuple(known):
            record.set_players(dict(enumerate(self.names)))
        record.set_tag("View", _seen_by(seat))
        self.finished: list[Round] = list(record.rounds)
        self.resumed: Round | None = self.finished.pop() if self.finished else None
        self._manuscript = Manuscript(record, path)
        if self.opened and path is not None:
            self._manuscript.saved = str(read(path))  # names and view may be new

    @property
    def path(self) -> Path | None:
        """The file that is written, if there is one."""
        return self._manuscript.path

    def record(self, view: View | None) -> Record:
        """Return the record with the round that a view has followed."""
        base = self._manuscript.record
        record = Record(None)
        record.tags, record.comments, record.junk = list(base.tags), list(base.comments), list(base.junk)
        for round_ in self.finished:
            record.add(round_)
        if view is not None:
            added = record.add(view)
            if self.resumed is not None:
                _carry(self.resumed, added)
        return record

    def close(self, view: View) -> None:
        """Put the round away: another one follows."""
        self.finished = self.record(view).rounds
        self.resumed = None

    def write(self, view: View | None, path: Path | None = None) -> None:
        """Write the file, or a new one. Raises ``DominoError`` where that is not possible."""
        if self.path is None and path is None:
            return
        self._manuscript.record = self.record(view)
        self._manuscript.write(path)


def _seen_by(seat: int | None) -> str:
    return "none" if seat is None else seat_name(seat)


def _read(path: Path, rules: Rules, seat: int | None) -> Record:
    """Return the first match of a file. Raises ``DominoError`` where a recorder cannot go on with it."""
    try:
        record = read(path)
    except OSError as error:
        raise DominoError(say("{path} could not be read: {why}", path=path, why=error.strerror or error)) from error
    if str(record.rules) != str(rules):
        raise DominoError(say("{path} holds a game under other rules: {rules}", path=path, rules=record.rules))
    if record.view != _seen_by(seat) and (record.rounds or record.tag("View")):
        raise DominoError(_other_view(path, record.view))
    bad = next((p for p in record.problems if p.severity == ERROR and p.code not in STANDING), None)
    if bad is not None:
        raise DominoError(
            say(
                "{path}, line {line}, column {column}: {why}. Mend the file first, or record to another one",
                path=path, line=bad.line, column=bad.column, why=bad.message,
            )
        )  # fmt: skip
    return record


def _other_view(path: Path, view: str) -> str:
    if view == "full":
        return say("{path} tells every hand: open it with Replay, or record to another file", path=path)
    if view == "none":
        return say("{path} was recorded by a spectator: open it with seat=None, or record to another file", path=path)
    seat = "ABCDEFGHIJKL".find(view)
    if seat < 0:
        return say("{path} was seen by {view}, which is no seat: mend its View tag first", path=path, view=repr(view))
    return say(
        "{path} was recorded from seat {letter}: open it with seat={seat}, or record to another file",
        path=path, letter=view, seat=seat,
    )  # fmt: skip


def _carry(old: Round, new: Round) -> None:
    """Take over what was written about a round (beginning, comments, signs, variations) as far as it is the same."""
    if _begins_alike(old.setup, new.setup):
        new.setup = old.setup
    new.closing = list(old.closing)
    was: Node = old.root
    now: Node = new.root
    while True:
        now.comments, now.stray, now.lost = list(was.comments), list(was.stray), list(was.lost)
        before, after = was.next, now.next
        if after is None:
            break
        for other in was.variations[1:]:
            if (other.seat, other.move) != (after.seat, after.move):
                _graft(other, now)
        if before is None or (before.seat, before.move) != (after.seat, after.move):
            return
        after.glyph, after.apart, after.stands = before.glyph, before.apart, before.stands
        after.tile = after.tile if before.tile is None else before.tile
        was, now = before, after
    if was.next is None and old.ending is not None and new.ending is not None and old.ending.kind == new.ending.kind:
        new.shown = {**old.shown, **new.shown}
        new.ending = new.ending if new.ending.points else old.ending


def _begins_alike(old: Setup, new: Setup) -> bool:
    """Return whether two beginnings agree in all that the new one tells."""
    same = (old.set_tile, old.row, old.turn) == (new.set_tile, new.row, new.turn)
    told = ((seat, tiles) for seat, tiles in new.dealt.items() if UNKNOWN not in tiles)
    hands = all(set(old.dealt.get(seat, ())) == set(tiles) for seat, tiles in told)
    return same and hands and old.leader in (None, new.leader)


def _graft(branch: Action, node: Node) -> None:
    """Add a copy of a variation to a point."""
    waiting: list[tuple[Action, Node]] = [(branch, node)]
    while waiting:
        one, at = waiting.pop()
        twin = at.add(Action(one.seat, one.move, one.tile, glyph=one.glyph, apart=one.apart, stands=one.stands))
        twin.comments, twin.stray, twin.lost = list(one.comments), list(one.stray), list(one.lost)
        waiting += [(other, twin) for other in reversed(one.variations)]
