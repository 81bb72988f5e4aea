"""What a learner has done so far: a small file, and a short code to carry it to another machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from dominolab.errors import DominoError
from dominolab.lessons.exercise import Exercise
from dominolab.lessons.kinds import KINDS
from dominolab.messages import say
from dominolab.records.codes import pack, read_json, unpack, write_whole

FORMAT, VERSION, PREFIX = "dominolab-progress", 1, "DLP"
MOST = 1_000_000


class Mark(NamedTuple):
    """Questions of one kind and level: how many were tried, how many solved, how many of those at the first try."""

    tried: int = 0
    solved: int = 0
    at_once: int = 0


@dataclass(frozen=True)
class Progress:
    """A learner's marks by (kind, level). Frozen: ``noted`` returns a new one.

    >>> import dominolab as dl
    >>> p = Progress().noted(dl.exercise("score", seed=1), solved=True, tries=1)
    >>> Progress.from_code(p.code) == p, p.marks["score", 1]
    (True, Mark(tried=1, solved=1, at_once=1))
    """

    marks: Mapping[tuple[str, int], Mark] = field(default_factory=dict)
    problem: str | None = field(default=None, compare=False)
    """What was wrong with the file this was read from, if anything; what could not be read was set aside."""

    def noted(self, done: Exercise, *, solved: bool, tries: int) -> Progress:
        """Return the progress with one more question: call it once for each, when it is solved or given up."""
        old = self.marks.get((done.kind, done.level), Mark())
        mark = Mark(old.tried + 1, old.solved + solved, old.at_once + (solved and tries == 1))
        return replace(self, marks={**self.marks, (done.kind, done.level): mark})

    def merged(self, other: Progress) -> Progress:
        """Return the better of two for each kind and level (two copies of one learner's work, so not the sum)."""
        marks = dict(self.marks)
        for place, mark in other.marks.items():
            marks[place] = max(marks.get(place, Mark()), mark, key=lambda m: (m.tried, m.solved, m.at_once))
        return replace(self, marks=marks)

    def to_data(self) -> dict[str, list[int]]:
        """Return plain data for a file or a code."""
        return {f"{kind}/{level}": list(mark) for (kind, level), mark in sorted(self.marks.items())}

    @property
    def code(self) -> str:
        """The progress as a short text to copy."""
        return pack(PREFIX, self.to_data())

    @classmethod
    def from_code(cls, code: str) -> Progress:
        """Return the progress that a code holds. Raises ``DominoError`` if the code is damaged."""
        return cls(_marks(unpack(PREFIX, code)))

    def save(self, path: Path | str) -> None:
        """Write the file, whole or not at all."""
        data = {"format": FORMAT, "version": VERSION, "marks": self.to_data()}
        write_whole(Path(path), json.dumps(data, indent=1) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Progress:
        """Return the progress in a file: empty if there is none yet.

        A damaged file is set aside as ``NAME.damaged`` (never lost, never a reason to stop) and ``problem`` says so.
        """
        place = Path(path)
        if not place.exists():
            return cls()
        try:
            return cls(_file_marks(read_json(place)))
        except DominoError as error:
            aside = _free(place)
            place.replace(aside)
            return cls(problem=say("{why}; it was kept as {name}", why=error, name=aside.name))


def _free(path: Path) -> Path:
    """Return a name beside the file under which it can be kept."""
    n = 0
    while (aside := path.with_name(f"{path.name}.damaged{n or ''}")).exists():
        n += 1
    return aside


def _file_marks(data: object) -> dict[tuple[str, int], Mark]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DominoError(say("this is not a progress file of dominolab"))
    if data.get("version") != VERSION:
        raise DominoError(say("this progress file is of version {version!r}; known is 1", version=data.get("version")))
    return _marks(data.get("marks"))


def _marks(data: object) -> dict[tuple[str, int], Mark]:
    """Return marks from plain data; raises ``DominoError`` for anything that is not such data."""
    bad = DominoError(say("this is not progress of dominolab"))
    if not isinstance(data, dict):
        raise bad
    marks = {}
    for name, numbers in data.items():
        kind, _, level = str(name).partition("/")
        if kind not in KINDS or not level.isdecimal() or not 1 <= int(level) <= KINDS[kind].levels:
            continue  # a kind that a newer version knows
        if not isinstance(numbers, list) or len(numbers) != len(Mark._fields):
            raise bad
        if not all(type(n) is int and 0 <= n <= MOST for n in numbers) or sorted(numbers, reverse=True) != numbers:
            raise bad
        marks[kind, int(level)] = Mark(*numbers)
    return marks
