"""What a learner has done so far: a small file, and a short code to carry it to another machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from dominolab.errors import DominoError
from dominolab.lessons.answers import LONGEST_ANSWER
from dominolab.lessons.exercise import Exercise
from dominolab.lessons.kinds import KINDS
from dominolab.messages import say
from dominolab.records.codes import pack, read_json, unpack, write_whole
from dominolab.records.files import locked

FORMAT, VERSION, PREFIX = "dominolab-progress", 1, "DLP"
MOST = 1_000_000
MOST_TRIES = 50  # different answers to one question
MOST_OPEN, MOST_DONE = 200, 50_000  # questions that a file remembers: the oldest are forgotten first
Asked = tuple[str, int, int]
"""A question: its kind, level and seed."""


class Mark(NamedTuple):
    """Questions of one kind and level: how many were tried, how many solved, how many of those at the first try."""

    tried: int = 0
    solved: int = 0
    at_once: int = 0


class Begun(NamedTuple):
    """A question that is not done yet: the different answers given to it so far, and how many hints were read."""

    tries: tuple[str, ...] = ()
    hints: int = 0


@dataclass(frozen=True)
class Progress:
    """A learner's marks by (kind, level). Frozen: ``noted`` returns a new one.

    >>> import dominolab as dl
    >>> p = Progress().noted(dl.exercise("score", seed=1), solved=True, tries=1)
    >>> Progress.from_code(p.code).marks == p.marks, p.marks["score", 1]
    (True, Mark(tried=1, solved=1, at_once=1))
    """

    marks: Mapping[tuple[str, int], Mark] = field(default_factory=dict)
    begun: Mapping[Asked, Begun] = field(default_factory=dict)
    """Questions that are not done: a notebook that is run again goes on with them."""
    done: Mapping[Asked, None] = field(default_factory=dict)
    """Questions that count already, the newest last: the same one answered again counts no more."""
    problem: str | None = field(default=None, compare=False)
    """What was wrong with the file this was read from, if anything; what could not be read was set aside."""

    def noted(self, done: Exercise, *, solved: bool, tries: int) -> Progress:
        """Return the progress with one more question, solved or given up; one that counts already changes nothing."""
        asked = asked_in(done)
        if asked in self.done:
            return self
        old = self.marks.get((done.kind, done.level), Mark())
        mark = Mark(old.tried + 1, old.solved + solved, old.at_once + (solved and tries == 1))
        begun = {other: state for other, state in self.begun.items() if other != asked}
        return replace(
            self, marks={**self.marks, (done.kind, done.level): mark}, begun=begun, done={**self.done, asked: None}
        )

    def going_on(self, asked: Exercise, begun: Begun) -> Progress:
        """Return the progress with what was tried at a question that is not done."""
        key = asked_in(asked)
        if key in self.done:
            return self
        old = self.begun.get(key, Begun())
        state = Begun((*old.tries, *(text for text in begun.tries if text not in old.tries))[:MOST_TRIES],
                      max(old.hints, begun.hints))  # fmt: skip
        return replace(self, begun={**{k: v for k, v in self.begun.items() if k != key}, key: state})

    def merged(self, other: Progress) -> Progress:
        """Return the better of two for each kind and level (two copies of one learner's work, so not the sum)."""
        marks = dict(self.marks)
        for place, mark in other.marks.items():
            marks[place] = max(marks.get(place, Mark()), mark, key=lambda m: (m.tried, m.solved, m.at_once))
        done = {**other.done, **self.done}
        begun = {key: state for key, state in {**other.begun, **self.begun}.items() if key not in done}
        return replace(self, marks=marks, done=done, begun=begun)

    def to_data(self) -> dict[str, list[int]]:
        """Return the marks as plain data."""
        return {f"{kind}/{level}": list(mark) for (kind, level), mark in sorted(self.marks.items())}

    @property
    def code(self) -> str:
        """The marks as a short text to copy."""
        return pack(PREFIX, self.to_data())

    @classmethod
    def from_code(cls, code: str) -> Progress:
        """Return the marks that a code holds. Raises ``DominoError`` if the code is damaged."""
        return cls(_marks(unpack(PREFIX, code)))

    def save(self, path: Path | str) -> None:
        """Write the file, whole or not at all."""
        done: dict[str, list[int]] = {}
        for kind, level, seed in list(self.done)[-MOST_DONE:]:
            done.setdefault(f"{kind}/{level}", []).append(seed)
        begun = {
            f"{kind}/{level}/{seed}": [list(state.tries), state.hints]
            for (kind, level, seed), state in list(self.begun.items())[-MOST_OPEN:]
        }
        data = {"format": FORMAT, "version": VERSION, "marks": self.to_data(), "done": done, "begun": begun}
        write_whole(Path(path), json.dumps(data, separators=(",", ":")) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Progress:
        """Return the progress in a file: empty if there is none yet.

        A damaged file is set aside as ``NAME.damaged`` (never lost, never a reason to stop) and ``problem`` says so.
        """
        place = Path(path)
        if not place.exists():
            return cls()
        try:
            return _from_file(read_json(place))
        except DominoError as error:
            if not place.is_file():
                raise
            aside = _free(place)
            place.replace(aside)
            return cls(problem=say("{why}; it was kept as {name}", why=error, name=aside.name))


def kept(path: Path, ours: Progress, asked: Exercise, begun: Begun, *, solved: bool | None) -> Progress:
    """Add what was done at one question to the file, and return what the file holds then.

    ``solved``: True or False when the question is done, else None. What other windows have written meanwhile stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        now = Progress.load(path)
        both = now.merged(ours).going_on(asked, begun)
        if solved is not None:
            tries = both.begun[asked_in(asked)].tries if asked_in(asked) in both.begun else begun.tries
            both = both.noted(asked, solved=solved, tries=len(tries))
        if both != now or now.problem:
            both.save(path)
    return both


def asked_in(question: Exercise) -> Asked:
    """Return which question an exercise is."""
    return question.kind, question.level, question.seed


def _free(path: Path) -> Path:
    """Return a name beside the file under which it can be kept."""
    n = 0
    while (aside := path.with_name(f"{path.name}.damaged{n or ''}")).exists():
        n += 1
    return aside


def _from_file(data: object) -> Progress:
    """Return the progress from a file's data. Raises ``DominoError`` for anything that is not such data."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DominoError(say("this is not a progress file of dominolab"))
    if data.get("version") != VERSION:
        raise DominoError(say("this progress file is of version {version!r}; known is 1", version=data.get("version")))
    done, begun = data.get("done", {}), data.get("begun", {})
    if not isinstance(done, dict) or not isinstance(begun, dict):
        raise _no_progress()
    return Progress(_marks(data.get("marks")), dict(_begun(begun)), dict.fromkeys(_done(done)))


def _no_progress() -> DominoError:
    return DominoError(say("this is not progress of dominolab"))


def _marks(data: object) -> dict[tuple[str, int], Mark]:
    """Return marks from plain data; raises ``DominoError`` for anything that is not such data."""
    if not isinstance(data, dict):
        raise _no_progress()
    marks = {}
    for name, numbers in data.items():
        place = _place(str(name))
        if place is None:
            continue  # a kind that a newer version knows
        if not isinstance(numbers, list) or len(numbers) != len(Mark._fields):
            raise _no_progress()
        if not all(type(n) is int and 0 <= n <= MOST for n in numbers) or sorted(numbers, reverse=True) != numbers:
            raise _no_progress()
        marks[place] = Mark(*numbers)
    return marks


def _place(name: str) -> tuple[str, int] | None:
    """Return kind and level from ``score/1``, or None where there are no such exercises."""
    kind, _, level = name.partition("/")
    if kind not in KINDS or not (level.isascii() and level.isdecimal() and len(level) < 3):
        return None
    return (kind, int(level)) if 1 <= int(level) <= KINDS[kind].levels else None


def _done(data: Mapping[str, object]) -> Iterable[Asked]:
    """Give the questions that are done."""
    for name, seeds in data.items():
        place = _place(name)
        if not isinstance(seeds, list) or not all(type(seed) is int for seed in seeds):
            raise _no_progress()
        if place is not None:
            yield from ((*place, seed) for seed in seeds)


def _begun(data: Mapping[str, object]) -> Iterable[tuple[Asked, Begun]]:
    """Give the questions that are not done."""
    for name, state in data.items():
        head, _, seed = name.rpartition("/")
        if not (isinstance(state, list) and len(state) == 2 and seed.removeprefix("-").isdecimal() and len(seed) < 40):
            raise _no_progress()
        tries, hints = state
        if not (isinstance(tries, list) and len(tries) <= MOST_TRIES and type(hints) is int and 0 <= hints <= MOST):
            raise _no_progress()
        if not all(isinstance(text, str) and len(text) <= LONGEST_ANSWER for text in tries):
            raise _no_progress()
        place = _place(head)
        if place is not None:
            yield (*place, int(seed)), Begun(tuple(tries), hints)
