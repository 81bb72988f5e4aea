"""The index of a collection: tables in SQLite, filled a batch at a time: an interruption costs one batch at most.

A batch of matches and the place in the file after it are written in one transaction: whatever happens, the tables say
exactly what the file says up to that place. A file that changed is read anew from its beginning.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominolab.engine.moves import seat_name
from dominolab.engine.tiles import Tile
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.records.files import is_notation, is_twin
from dominolab.records.problems import ERROR
from dominolab.records.reader import Chunk, file_chunks, read_match
from dominolab.records.twin import FORMAT, from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dominolab.engine.line import Line
    from dominolab.records.model import Record, Round

VERSION = 2
OURS = 0x444F4D49  # written into the file, so that no other database is taken for an index
BATCH = 200  # matches in a transaction
TABLES = """
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, size INTEGER, changed INTEGER,
                    offset INTEGER DEFAULT 0, line INTEGER DEFAULT 1, done INTEGER DEFAULT 0);
CREATE TABLE matches (id INTEGER PRIMARY KEY, file INTEGER, offset INTEGER, line INTEGER, preset TEXT, rules TEXT,
                      date TEXT, event TEXT, view TEXT, result TEXT, rounds INTEGER, errors INTEGER, players INTEGER);
CREATE TABLE players (match INTEGER, seat TEXT, name TEXT, folded TEXT);
CREATE TABLE rounds (id INTEGER PRIMARY KEY, match INTEGER, place INTEGER, number INTEGER, lead TEXT, actions INTEGER,
                     kind TEXT, winners TEXT, points TEXT, totals TEXT, errors INTEGER);
CREATE TABLE hands (round INTEGER, seat TEXT, tiles TEXT);
CREATE TABLE lines (key INTEGER, round INTEGER, PRIMARY KEY (key, round)) WITHOUT ROWID;
CREATE INDEX match_file ON matches (file, offset);
CREATE INDEX round_match ON rounds (match, place);
CREATE INDEX player_match ON players (match);
CREATE INDEX hand_round ON hands (round);
CREATE INDEX line_round ON lines (round);
"""


def connect(path: Path) -> sqlite3.Connection:
    """Open an index, or make it; one that is damaged or of another version is made anew.

    Raises ``RecordError`` for a file that is something else (it is left alone), and where there can be none.
    """
    if path.is_dir():
        raise RecordError(say("{file} is a folder: name a file in it", file=path))
    if not path.parent.is_dir():
        raise RecordError(say("there is no folder {folder} to keep the index in", folder=path.parent))
    try:
        if _usable(path):
            return sqlite3.connect(path, timeout=60, isolation_level=None)
        path.unlink(missing_ok=True)
        base = sqlite3.connect(path, timeout=60, isolation_level=None)
        base.executescript(
            f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {OURS}; PRAGMA user_version = {VERSION}; COMMIT;"
        )
    except (sqlite3.Error, OSError) as error:
        raise RecordError(say("the index {path} cannot be kept: {why}", path=path, why=error)) from error
    return base


def _usable(path: Path) -> bool:
    """Return whether an index can be used as it is; False: it is missing, damaged or old, and may be made anew."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        head = file.read(72)
    if head[68:72] != OURS.to_bytes(4) or not head.startswith(b"SQLite format 3"):
        raise RecordError(say("{path} is no index of records: choose another place for it", path=path))
    try:
        with closing(sqlite3.connect(path, timeout=60)) as base:
            whole = base.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            return bool(whole and base.execute("PRAGMA user_version").fetchone()[0] == VERSION)
    except sqlite3.DatabaseError:
        return False


def line_key(line: Line) -> int:
    """Return a number for a line on the table, the same for its mirror images and for swapped arms."""
    row = [(tile.first, tile.second) for tile in line.row]
    mirrored = [(second, first) for first, second in reversed(row)]
    arms = sorted([(tile.first, tile.second) for tile in arm] for arm in (line.up, line.down))
    text = repr((min(row, mirrored), arms)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), signed=True)


def is_records(path: Path) -> bool:
    """Return whether a file holds records: by its name, or for ``.jsonl`` by its first line."""
    if not is_twin(path):
        return is_notation(path)
    with path.open("rb") as file:
        return FORMAT.encode() in file.readline(1 << 16)


def stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file does: its size, and the time it was written."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns


def pending(base: sqlite3.Connection, files: dict[str, Path]) -> list[str]:
    """Bring the list of files up to date; return the names of those that are not read to their end yet."""
    base.execute("BEGIN IMMEDIATE")
    known = {name: (size, changed, done, id_) for id_, name, size, changed, done in
             base.execute("SELECT id, path, size, changed, done FROM files")}  # fmt: skip
    found: list[str] = []
    for name, (size, changed, _, id_) in known.items():
        if name not in files or stamp(files[name]) != (size, changed):
            forget(base, id_)
    for name, path in files.items():
        now = stamp(path)
        if name not in known or known[name][:2] != now:
            base.execute("INSERT INTO files (path, size, changed) VALUES (?, ?, ?)", (name, *now))
            found.append(name)
        elif not known[name][2]:
            found.append(name)
    base.execute("COMMIT")
    return found


def forget(base: sqlite3.Connection, file: int) -> None:
    """Take a file and everything from it out of the tables."""
    rounds = "SELECT rounds.id FROM rounds JOIN matches ON rounds.match = matches.id WHERE matches.file = ?"
    for table in ("lines", "hands"):
        base.execute(f"DELETE FROM {table} WHERE round IN ({rounds})", (file,))  # noqa: S608 - our own two words
    base.execute("DELETE FROM rounds WHERE match IN (SELECT id FROM matches WHERE file = ?)", (file,))
    base.execute("DELETE FROM players WHERE match IN (SELECT id FROM matches WHERE file = ?)", (file,))
    base.execute("DELETE FROM matches WHERE file = ?", (file,))
    base.execute("DELETE FROM files WHERE id = ?", (file,))


def index_file(base: sqlite3.Connection, name: str, path: Path, tell: Callable[[int], None]) -> bool:
    """Read a file on from where its index ends; ``tell`` hears how many bytes were read.

    Returns False if the file changed meanwhile or somebody else went on with it: then the list must be made anew.
    """
    row = base.execute("SELECT id, offset, line, size, changed FROM files WHERE path = ?", (name,)).fetchone()
    if row is None:
        return False
    file, offset, line, size, changed = row
    tell(offset)
    batch: list[tuple[Chunk, Record]] = []
    for chunk in file_chunks(path, offset, line):
        batch.append((chunk, from_json(chunk.text, chunk.line) if is_twin(path) else read_match(chunk)))
        if len(batch) == BATCH:
            if not _store(base, file, offset, batch):
                return False
            tell(chunk.end - offset)
            offset, batch = chunk.end, []
    if stamp(path) != (size, changed):
        return False
    if batch and not _store(base, file, offset, batch):
        return False
    tell(size - offset)
    base.execute("UPDATE files SET done = 1 WHERE id = ?", (file,))
    return True


def _store(base: sqlite3.Connection, file: int, offset: int, batch: list[tuple[Chunk, Record]]) -> bool:
    """Write a batch and the place after it in one transaction, unless the place is not ``offset`` any more."""
    last = batch[-1][0]
    line = last.line + max(1, last.text.count("\n"))
    base.execute("BEGIN IMMEDIATE")
    try:
        moved = base.execute(
            "UPDATE files SET offset = ?, line = ? WHERE id = ? AND offset = ?", (last.end, line, file, offset)
        )
        if moved.rowcount != 1:
            base.execute("ROLLBACK")
            return False
        for chunk, record in batch:
            _match(base, file, chunk, record)
    except BaseException:
        base.execute("ROLLBACK")
        raise
    base.execute("COMMIT")
    return True


def _plain(text: str | None) -> str | None:
    """Return text that SQLite can keep."""
    return None if text is None else text.encode("utf-8", "replace").decode()


def folded(name: str) -> str:
    """Return a name as it is compared: without regard to capitals, and to how an accent is put on its letter.

    >>> folded("MARÍA") == folded("Mari\u0301a")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", _plain(name) or "").casefold())


def _rules(record: Record) -> tuple[str, int | None]:
    """Return the rules of a match as they are always written, and how many players; None where they do not exist."""
    try:
        return str(record.rules), record.rules.players
    except RecordError:
        return _plain(record.tag("Rules")) or "classic", None


def _match(base: sqlite3.Connection, file: int, chunk: Chunk, record: Record) -> None:
    """Write one match into the tables."""
    rules, players = _rules(record)
    errors = sum(problem.severity == ERROR for problem in record.problems)
    facts = [_plain(record.tag(name)) for name in ("Date", "Event")]
    values: tuple[Any, ...] = (file, chunk.offset, chunk.line, rules.split()[0] if rules.split() else "", rules, *facts)
    values += (_plain(record.view), _result(record), len(record.rounds), errors, players)
    match = base.execute("INSERT INTO matches VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values).lastrowid
    names = [(match, seat_name(seat), _plain(name), folded(name)) for seat, name in record.players.items()]
    base.executemany("INSERT INTO players VALUES (?, ?, ?, ?)", names)
    for place, round_ in enumerate(record.rounds):
        _round(base, match, place, round_, sum(problem.severity == ERROR for problem in round_.problems))


def _result(record: Record) -> str | None:
    """Return the last scores of a match as text, ``"70 29"``: as the header says them, else from the last round."""
    said = _plain(record.tag("Result"))
    totals = record.rounds[-1].ending.totals if record.rounds and record.rounds[-1].ending else None
    return said or (" ".join(map(str, totals)) if totals else None)


def _round(base: sqlite3.Connection, match: int | None, place: int, round_: Round, errors: int) -> None:
    """Write one round into the tables."""
    setup, end = round_.setup, round_.ending
    points: dict[str, int] = {} if end is None else {seat_name(side): n for side, n in end.points.items()}
    winners = "".join(side for side, n in points.items() if n > 0)
    totals = None if end is None or end.totals is None else json.dumps(end.totals)
    lead = None if setup.leader is None else seat_name(setup.leader)
    kind = None if end is None else end.kind
    values: tuple[Any, ...] = (match, place, setup.number, lead, len(round_), kind, winners, json.dumps(points), totals)
    values += (errors,)
    id_ = base.execute("INSERT INTO rounds VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values).lastrowid
    base.executemany("INSERT INTO hands VALUES (?, ?, ?)", ((id_, seat, tiles) for seat, tiles in _held(round_)))
    base.executemany("INSERT OR IGNORE INTO lines VALUES (?, ?)", ((line_key(line), id_) for line in round_.lines))


def _held(round_: Round) -> Iterator[tuple[str, str]]:
    """Give every seat with the tiles it is known to have held: dealt, drawn, played or shown."""
    held: dict[int, set[Tile]] = {}
    for seat, tiles in (*round_.setup.dealt.items(), *round_.shown.items()):
        held.setdefault(seat, set()).update(tile for tile in tiles if isinstance(tile, Tile))
    for action in round_.actions:
        tile = getattr(action.move, "tile", action.tile)
        if tile is not None:
            held.setdefault(action.seat, set()).add(tile)
    for seat, known in held.items():
        yield seat_name(seat), " " + " ".join(map(str, sorted(known))) + " "
