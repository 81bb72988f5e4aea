"""A folder, or a file of many matches, as a table that can be asked."""

from __future__ import annotations

import hashlib
import os
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from dominolab.engine.line import Line, placed_tiles
from dominolab.engine.moves import seat_name
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import Tile, tiles_of
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.records.files import cache_folder, is_copy, is_twin
from dominolab.records.index import connect, folded, index_file, is_records, line_key, pending
from dominolab.records.notation import SEATS, seat_of
from dominolab.records.reader import file_chunks, read_match
from dominolab.records.twin import from_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    import pandas as pd

    from dominolab.records.model import Record, Round

COLUMNS = (
    ("file", "files.path"),
    ("line", "matches.line"),
    ("date", "matches.date"),
    ("event", "matches.event"),
    ("preset", "matches.preset"),
    ("rules", "matches.rules"),
    ("view", "matches.view"),
    ("result", "matches.result"),
    ("round", "rounds.number"),
    ("lead", "rounds.lead"),
    ("actions", "rounds.actions"),
    ("end", "rounds.kind"),
    ("winners", "rounds.winners"),
    ("totals", "rounds.totals"),
    ("errors", "rounds.errors"),
)
_JOINED = "FROM rounds JOIN matches ON rounds.match = matches.id JOIN files ON matches.file = files.id"
_ORDER = " ORDER BY files.path, matches.offset, rounds.place"


@dataclass(frozen=True)
class Found:
    """A round that a collection has found: ``read()`` gives its record, ``round()`` the round."""

    path: Path
    line: int
    """The line in which its match begins."""
    place: int
    """Which round of the match it is, counted from 0."""
    offset: int

    def read(self) -> Record:
        """Return the record. Raises ``RecordError`` if the file has changed since it was indexed."""
        start = 1 if self.offset == 0 else self.line
        chunk = next(file_chunks(self.path, self.offset, start), None)
        if chunk is not None and chunk.line == self.line:
            record = from_json(chunk.text, chunk.line) if is_twin(self.path) else read_match(chunk)
            record.path = self.path
            if self.place < len(record.rounds):
                return record
        raise RecordError(say("{path} has changed: make the collection anew", path=self.path))

    def round(self) -> Round:
        """Return the round. Raises as ``read`` does."""
        return self.read().rounds[self.place]


class Collection:
    r"""All matches of a folder (``*.domino`` and JSON twins, subfolders too) or of one file, indexed in SQLite.

    The index lies beside the records (``.dominolab.sqlite``), or in the user's cache where that cannot be written.
    Files that changed are read anew, an interrupted reading goes on where it stopped; ``progress`` shows a bar. Raises
    ``RecordError`` for a path that does not exist.

    >>> import dominolab as dl, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> text = '[Domino "1"]\n[Players "A=Ana"]\n\n== 1 lead A\nA 6-6\nend broken'
    >>> dl.write(dl.parse(text), folder / "a.domino")
    >>> games = dl.Collection(folder, progress=False)
    >>> len(games), [found.round().number for found in games.find(player="Ana", held="6-6")]
    (1, [1])
    """

    def __init__(
        self, path: str | os.PathLike[str], *, index: str | os.PathLike[str] | None = None, progress: bool = True
    ) -> None:
        """Open the collection and bring its index up to date."""
        self.path = Path(path)
        if not self.path.exists():
            raise RecordError(say("{path} does not exist", path=self.path))
        self.index = Path(index) if index is not None else _place_of(self.path)
        self._base: sqlite3.Connection = connect(self.index)
        self._closing = weakref.finalize(self, self._base.close)
        self.update(progress=progress)

    @property
    def files(self) -> dict[str, Path]:
        """The files of the collection by name."""
        if self.path.is_file():
            return {self.path.name: self.path}
        found = {path.relative_to(self.path): path for path in sorted(self.path.rglob("*"))}
        own = {name.as_posix(): path for name, path in found.items() if not is_copy(name) and path.is_file()}
        return {name: path for name, path in own.items() if is_records(path)}

    def update(self, *, progress: bool = True) -> None:
        """Read what is new or has changed, with a progress bar in bytes."""
        while True:
            files = self.files
            names = pending(self._base, files)
            if not names:
                return
            from tqdm.auto import tqdm

            total = sum(files[name].stat().st_size for name in names)
            with tqdm(
                total=total, unit="B", unit_scale=True, disable=not progress, desc=say("reading records"), leave=False
            ) as bar:
                for name in names:
                    if not index_file(self._base, name, files[name], bar.update):
                        break

    def __len__(self) -> int:
        """Return the number of rounds."""
        return int(self._base.execute("SELECT count(*) FROM rounds").fetchone()[0])

    @property
    def matches(self) -> int:
        """The number of matches."""
        return int(self._base.execute("SELECT count(*) FROM matches").fetchone()[0])

    def find(self, *, limit: int | None = None, **filters: Any) -> list[Found]:
        """Return the rounds that fit all filters, by the names of their files and their places in them.

        ``player``: a name, or part of it, in capitals or not · ``preset``: its name, or whole ``Rules`` · ``date``: its
        beginning (``"2026.03"``) · ``result``: the final scores (``"70 29"``) · ``winner``: a side that scored in the
        round, by its letter or the number of its first seat (``"A"``, 0) · ``end``: ``"out"``,
        ``"blocked"``, ... · ``blocked``: True or False · ``held``: tiles one seat is known to have held (``"6-6 5-5"``,
        or ``{"A": "6-6"}``) · ``line``: a line that lay on the table (``"6-6 6-5"``, arms as in ``"6-6 6-5 / ^ 6-4"``),
        mirror images too · ``errors``: True or False. Raises ``RecordError`` for a filter that does not exist and
        for a seat that no match here has.
        """
        where, values = self._where(filters)
        cut = "" if limit is None else f" LIMIT {int(limit)}"
        rows = self._base.execute(
            f"SELECT files.path, matches.line, rounds.place, matches.offset {_JOINED}{where}{_ORDER}{cut}",
            values,
        )
        base = self.path.parent if self.path.is_file() else self.path
        return [Found(base / name, line, place, offset) for name, line, place, offset in rows]

    def to_frame(self, **filters: Any) -> pd.DataFrame:
        """Return the rounds that fit the filters of ``find`` as a table, one row a round.

        Columns: file, line, date, event, preset, rules, view, result, round, lead, actions, end, winners, totals,
        errors, then ``player A`` ... and ``points A`` ... as far as they occur.
        """
        import json

        import pandas as pd

        where, values = self._where(filters)
        columns = ", ".join(column for _, column in COLUMNS)
        rows = self._base.execute(
            f"SELECT {columns}, rounds.points, matches.id {_JOINED}{where}{_ORDER}", values
        ).fetchall()
        frame = pd.DataFrame([row[:-2] for row in rows], columns=[name for name, _ in COLUMNS])
        names: dict[int, dict[str, str]] = {}
        for match, seat, name in self._base.execute("SELECT match, seat, name FROM players"):
            names.setdefault(match, {})[seat] = name
        points = [json.loads(row[-2]) for row in rows]
        for seat in sorted({seat for row in rows for seat in names.get(row[-1], {})}):
            frame[f"player {seat}"] = [names.get(row[-1], {}).get(seat) for row in rows]
        for side in sorted({side for each in points for side in each}):
            frame[f"points {side}"] = [each.get(side, 0) for each in points]
        return frame

    def _where(self, filters: dict[str, Any]) -> tuple[str, list[Any]]:
        """Return the condition of a question and its values; values never become part of the text."""
        seats = self._base.execute("SELECT max(players) FROM matches").fetchone()[0] or len(SEATS)
        parts: list[str] = []
        values: list[Any] = []
        for name, value in filters.items():
            if name not in _FILTERS:
                known = ", ".join(_FILTERS)
                raise RecordError(say("there is no filter {name!r}; there are {known}", name=name, known=known))
            if value is not None:
                for part, more in _FILTERS[name](value, seats):
                    parts.append(part)
                    values += more
        return (" WHERE " + " AND ".join(parts) if parts else ""), values

    def close(self) -> None:
        """Close the index. In a ``with`` statement that happens by itself, and when nobody needs the collection."""
        self._closing()

    def __enter__(self) -> Self:
        """Return the collection, for a ``with`` statement."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the index."""
        self.close()

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Collection {self.path}: {self.matches} matches, {len(self)} rounds>"


def _place_of(path: Path) -> Path:
    """Return where the index of a path lies."""
    folder, name = (path.parent, f".{path.name}.sqlite") if path.is_file() else (path, ".dominolab.sqlite")
    if os.access(folder, os.W_OK):
        return folder / name
    return cache_folder() / f"{hashlib.blake2b(str(path.resolve()).encode(), digest_size=12).hexdigest()}.sqlite"


Part = tuple[str, list[Any]]


def _player(value: str, _seats: int) -> Iterable[Part]:
    yield (
        "matches.id IN (SELECT match FROM players WHERE folded LIKE ? ESCAPE '!')",
        [f"%{_like(folded(str(value)))}%"],
    )


def _preset(value: str | Rules, _seats: int) -> Iterable[Part]:
    if isinstance(value, Rules):
        yield "matches.rules = ?", [str(value)]
    else:
        yield "matches.preset = ?", [_text("preset", value)]


def _winner(value: str | int, seats: int) -> Iterable[Part]:
    yield "rounds.winners LIKE ?", [f"%{seat_name(seat_of(value, seats))}%"]


def _text(name: str, value: object) -> str:
    """Return a value that is a text. Raises ``RecordError`` for any other."""
    if not isinstance(value, str):
        raise RecordError(say("{name} is {value!r}; give a text", name=name, value=value))
    return value.encode("utf-8", "replace").decode()


def _like(text: str) -> str:
    """Return text in which the signs of a pattern stand for themselves."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _held(value: str | dict[str | int, str] | Iterable[Tile], seats: int) -> Iterable[Part]:
    by_seat = value if isinstance(value, dict) else {None: value}
    for seat, tiles in by_seat.items():
        condition, found = "1", []
        for tile in tiles_of(tiles):
            condition += " AND tiles LIKE ?"
            found.append(f"% {tile} %")
        if seat is not None:
            condition += " AND seat = ?"
            found.append(seat_name(seat_of(seat, seats)))
        part = f"rounds.id IN (SELECT round FROM hands WHERE {condition})"  # noqa: S608 - values go in as values
        yield part, found


def _line(value: str | Line, _seats: int) -> Iterable[Part]:
    line = value
    if isinstance(line, str):
        row, *arms = line.split("/")
        laid = {arm.strip()[:1]: placed_tiles(arm.strip()[1:]) for arm in arms}
        line = Line(placed_tiles(row), laid.get("^", ()), laid.get("v", ()))
    yield "rounds.id IN (SELECT round FROM lines WHERE key = ?)", [line_key(line)]


def _equals(name: str, column: str) -> Callable[[str, int], Iterable[Part]]:
    return lambda value, _seats: [(f"{column} = ?", [_text(name, value)])]


_FILTERS: dict[str, Any] = {
    "player": _player,
    "preset": _preset,
    "date": lambda value, _seats: [("matches.date LIKE ? ESCAPE '!'", [f"{_like(_text('date', str(value)))}%"])],
    "result": _equals("result", "matches.result"),
    "winner": _winner,
    "end": _equals("end", "rounds.kind"),
    "blocked": lambda value, _seats: [(f"ifnull(rounds.kind, '') {'=' if value else '<>'} 'blocked'", [])],
    "held": _held,
    "line": _line,
    "errors": lambda value, _seats: [(f"rounds.errors {'>' if value else '='} 0", [])],
}
