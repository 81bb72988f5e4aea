"""A record being edited: whether it is saved, where to, and a draft of what is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.codes import write_whole
from dominolab.records.files import locked
from dominolab.records.model import Record
from dominolab.records.reader import parse, read_all
from dominolab.records.writer import write


class Draft(NamedTuple):
    """What an earlier session did not save; ``stale``: the file has changed since."""

    path: Path
    record: Record
    stale: bool


class Manuscript:
    """A record and the file it came from. Other matches in the file are kept; what is not saved is kept as a draft."""

    def __init__(self, record: Record, path: Path | str | None = None) -> None:
        """Find the record's place in its file. Raises ``DominoError`` where a given file holds another record."""
        self.record = record
        found = path if path is not None else record.path
        self.path = Path(found) if found is not None else None
        self.index = 0
        if self.path is not None and self.path.exists():
            records = list(read_all(self.path))
            places = [n for n, other in enumerate(records) if other.place == record.place]
            self.index = places[0] if places else 0
        self.stale = False
        """Whether the changes were made to a wording that is in the file no longer."""
        self._taken: Path | None = None
        self._offered: Path | None = None  # a draft about which nobody has decided yet: it stays as it is
        self._keep(str(record))

    def _keep(self, text: str) -> None:
        """Note what the file says of the record."""
        self.saved, self._base = text, _hash(text)

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are not in the file."""
        return str(self.record) != self.saved

    @property
    def draft(self) -> Path | None:
        """Where changes are kept until they are saved: its name tells which match, in which wording, they change."""
        return None if self.path is None else self.path.with_name(f".{self.path.name}.{self.index}.{self._base}.draft")

    def changed(self) -> None:
        """Keep a draft of the changes, so that a lost kernel loses nothing."""
        if self.draft is None or self.draft == self._offered:
            return
        if self.unsaved:
            with suppress(OSError):  # a read-only folder: saving will say so
                write_whole(self.draft, str(self.record) + "\n")
        else:
            _remove(self.draft)

    def left_over(self) -> Draft | None:
        """Return the draft of an earlier session that belongs to this match, if there is one.

        A match is known by its wording, wherever it stands in the file now. A draft whose match is in the file no
        longer is offered where that match stood, as ``stale``.
        """
        if self.path is None or not self.path.exists():
            return None
        bases = [_hash(str(record)) for record in read_all(self.path)]
        mine: list[tuple[bool, bool, Path]] = []
        for path, index, base in _drafts(self.path):
            here, stale = index == self.index, base not in bases
            if (base == self._base and (here or bases.count(base) == 1)) or (stale and here):
                mine.append((stale, not here, path))
        for stale, _, path in sorted(mine):
            found = parse(path.read_text(encoding="utf-8", errors="surrogateescape"))
            if found and str(found[0]) != self.saved:
                self._offered = path
                return Draft(path, found[0], stale)
        return None

    def take_up(self, draft: Draft) -> None:
        """Go on with the record of a draft; one that changes another wording is saved under a new name only."""
        self.record, self._taken, self._offered = draft.record, draft.path, None
        if draft.stale:
            self.stale, self._base = True, draft.path.name.split(".")[-2]

    def drop_draft(self, draft: Draft | None = None) -> None:
        """Throw a draft away: that of the changes made here, or one that was left over."""
        if draft is not None:
            self._offered = None
        _remove(self.draft if draft is None else draft.path)

    def save(self, path: Path | str | None = None) -> Path:
        """Write the record to its file, or to a new one, whole or not at all; returns the file. The draft goes.

        Raises ``DominoError`` without a file's name, for a file that exists already, and where the file was changed by
        somebody else meanwhile.
        """
        drafts = [path for path in (self.draft, self._taken) if path != self._offered]
        target = self.write(path)
        self._taken = None
        for left in drafts:
            _remove(left)
        return target

    def write(self, path: Path | str | None = None) -> Path:
        """Do what ``save`` does, but leave drafts alone."""
        target = self.path if path is None else Path(path)
        if target is None:
            raise DominoError(say("give a file to save to, such as my-game.domino"))
        try:
            with locked(target):
                records = self._beside(target)
                write(records, target)
        except OSError as error:
            raise DominoError(
                say("{path} could not be written: {why}", path=target, why=error.strerror or error)
            ) from error
        self.path, self.stale = target, False
        self._keep(str(self.record))
        self.index = next(n for n, other in enumerate(records) if other is self.record)
        return target

    def _beside(self, target: Path) -> Sequence[Record]:
        """Return all records that the file shall hold."""
        if not target.exists():
            return [self.record]
        if self.path is None or target.resolve() != self.path.resolve():
            raise DominoError(say("{path} exists already: choose another name", path=target))
        if self.stale:
            raise DominoError(
                say("{path} was changed since these changes were made: save under another name", path=target)
            )
        records = list(read_all(target))
        if self.index >= len(records) or str(records[self.index]) != self.saved:
            raise DominoError(say("{path} was changed by somebody else: save under another name", path=target))
        records[self.index] = self.record
        return records


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _drafts(path: Path) -> Iterator[tuple[Path, int, str]]:
    """Give the drafts beside a file: each with the place of its match and what its wording was."""
    begun = f".{path.name}."
    for found in path.parent.iterdir():
        if found.name.startswith(begun):
            index, _, rest = found.name.removeprefix(begun).partition(".")
            base, _, ending = rest.partition(".")
            if index.isdecimal() and ending == "draft":
                yield found, int(index), base


def _remove(path: Path | None) -> None:
    if path is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)
