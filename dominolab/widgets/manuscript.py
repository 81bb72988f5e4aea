"""A record being edited: whether it is saved, where to, and a draft of what is not."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.model import Record
from dominolab.records.reader import parse, read_all
from dominolab.records.writer import write, write_atomically


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
        self.saved = str(record)

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are not in the file."""
        return str(self.record) != self.saved

    @property
    def draft(self) -> Path | None:
        """Where changes are kept until they are saved."""
        return None if self.path is None else self.path.with_name(f".{self.path.name}.{self.index}.draft")

    def changed(self) -> None:
        """Keep a draft of the changes, so that a lost kernel loses nothing."""
        if self.draft is None:
            return
        if self.unsaved:
            with suppress(OSError):  # a read-only folder: saving will say so
                write_atomically([str(self.record) + "\n"], self.draft)
        else:
            self.drop_draft()

    def left_over(self) -> Record | None:
        """Return the draft of an earlier session, if there is one that says something else than the file."""
        if self.draft is None or not self.draft.exists():
            return None
        found = parse(self.draft.read_text(encoding="utf-8", errors="surrogateescape"))
        return found[0] if found and str(found[0]) != self.saved else None

    def drop_draft(self) -> None:
        """Throw the draft away."""
        _remove(self.draft)

    def save(self, path: Path | str | None = None) -> Path:
        """Write the record to its file, or to a new one, whole or not at all; returns the file. The draft goes.

        Raises ``DominoError`` without a file's name, for a file that exists already, and where the file was changed by
        somebody else meanwhile.
        """
        draft = self.draft
        target = self.write(path)
        for left in (draft, self.draft):
            _remove(left)
        return target

    def write(self, path: Path | str | None = None) -> Path:
        """Do what ``save`` does, but leave drafts alone."""
        target = self.path if path is None else Path(path)
        if target is None:
            raise DominoError(say("give a file to save to, such as my-game.domino"))
        records = self._beside(target)
        try:
            write(records, target)
        except OSError as error:
            raise DominoError(
                say("{path} could not be written: {why}", path=target, why=error.strerror or error)
            ) from error
        self.path, self.saved = target, str(self.record)
        self.index = next(n for n, other in enumerate(records) if other is self.record)
        return target

    def _beside(self, target: Path) -> Sequence[Record]:
        """Return all records that the file shall hold."""
        if not target.exists():
            return [self.record]
        if self.path is None or target.resolve() != self.path.resolve():
            raise DominoError(say("{path} exists already: choose another name", path=target))
        records = list(read_all(target))
        if self.index >= len(records) or str(records[self.index]) != self.saved:
            raise DominoError(say("{path} was changed by somebody else: save under another name", path=target))
        records[self.index] = self.record
        return records


def _remove(path: Path | None) -> None:
    if path is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)
