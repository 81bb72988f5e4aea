"""``Plan``: which questions a class gets. From the plan alone a teacher can make every sheet again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dominolab.engine import chance
from dominolab.errors import DominoError
from dominolab.lessons.exercise import Exercise
from dominolab.lessons.kinds import exercise, kind_named
from dominolab.messages import LANGUAGES, say
from dominolab.records.codes import read_json, write_whole

FORMAT, VERSION = "dominolab-worksheet", 1
MOST_QUESTIONS, MOST_LEARNERS, LONGEST_TITLE = 100, 1000, 200


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A worksheet for a class: kinds with their levels, questions a sheet, seed, learners, language, title.

    Every learner gets the same kinds in the same order with other numbers; learner 1 is the first. The kinds take turns
    until there are enough questions. Raises ``DominoError`` for anything that cannot be made.

    >>> plan = Plan(kinds=(("score", 1),), number=2, seed=7, learners=2)
    >>> [e.kind for e in plan.exercises(1)], plan.exercises(1) != plan.exercises(2)
    (['score', 'score'], True)
    """

    kinds: tuple[tuple[str, int], ...]
    number: int = 10
    seed: int = 1
    learners: int = 1
    language: str = "en"
    title: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be made."""
        if not self.kinds:
            raise DominoError(say("a worksheet needs at least one kind of exercise"))
        for kind, level in self.kinds:
            if not 1 <= level <= kind_named(kind).levels:
                raise DominoError(
                    say(
                        "{kind} has levels 1 to {most}, not {level!r}",
                        kind=kind,
                        most=kind_named(kind).levels,
                        level=level,
                    )
                )
        for name, value, most in (("number", self.number, MOST_QUESTIONS), ("learners", self.learners, MOST_LEARNERS)):
            if not 1 <= value <= most:
                raise DominoError(say("{name} = {value}: it goes from 1 to {most}", name=name, value=value, most=most))
        if self.language not in LANGUAGES:
            raise DominoError(
                say("no language {code!r}; there are: {known}", code=self.language, known=", ".join(LANGUAGES))
            )
        if len(self.title) > LONGEST_TITLE:
            raise DominoError(say("the title is too long: at most {n} characters", n=LONGEST_TITLE))

    @property
    def id(self) -> str:
        """A short name of this plan, the same for the same questions: it tells answer files of other sheets apart."""
        return hashlib.sha256(json.dumps([self.kinds, self.number, self.seed]).encode()).hexdigest()[:10]

    def kind_of(self, number: int) -> tuple[str, int]:
        """Return kind and level of a question; questions are numbered from 1."""
        return self.kinds[(number - 1) % len(self.kinds)]

    def exercises(self, learner: int) -> tuple[Exercise, ...]:
        """Return the questions of a learner (from 1), no two of them alike. Raises ``DominoError``."""
        if not 1 <= learner <= self.learners:
            raise DominoError(say("there is no learner {n}: they go from 1 to {most}", n=learner, most=self.learners))
        found: list[Exercise] = []
        key = chance.key_of(self.seed, learner)
        for number in range(1, self.number + 1):
            kind, level = self.kind_of(number)
            for attempt in range(20):  # small kinds repeat themselves now and then
                made = exercise(kind, chance.key_of(key, number * 1000 + attempt), level)
                if all((made.ask, made.facts) != (other.ask, other.facts) for other in found):
                    break
            found.append(made)
        return tuple(found)

    def salt(self, learner: int, number: int) -> str:
        """Return the salt of a question's hashes."""
        return f"{self.id}-{learner}-{number}"

    def to_data(self) -> dict[str, object]:
        """Return plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kinds": [list(pair) for pair in self.kinds],
            "number": self.number,
            "seed": self.seed,
            "learners": self.learners,
            "language": self.language,
            "title": self.title,
        }

    def save(self, path: Path | str) -> None:
        """Write the plan: keep it with the teacher, for it holds every answer."""
        write_whole(Path(path), json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Plan:
        """Return the plan in a file. Raises ``DominoError`` for a damaged or foreign one."""
        data = read_json(Path(path))
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
            raise DominoError(say("{path} is not a worksheet plan of dominolab", path=Path(path).name))
        try:
            kinds = tuple((str(kind), int(level)) for kind, level in data["kinds"])
            numbers = {name: int(data[name]) for name in ("number", "seed", "learners")}
            return cls(kinds=kinds, language=str(data["language"]), title=str(data["title"]), **numbers)
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, DominoError):
                raise
            raise DominoError(say("{path} is damaged: {why}", path=Path(path).name, why=repr(error))) from error


def read_kinds(text: str) -> tuple[tuple[str, int], ...]:
    """Return kinds from text such as ``"legal-moves, score:2"`` (level 1 where none is named). Raises ``DominoError``.

    >>> read_kinds("legal-moves, score:2")
    (('legal-moves', 1), ('score', 2))
    """
    return tuple(_read_kind(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def _read_kind(word: str) -> tuple[str, int]:
    name, colon, level = word.partition(":")
    if colon and not level.isdecimal():
        raise DominoError(say("{word}: write a kind and its level like score:2", word=word))
    kind_named(name)
    return name, int(level or 1)


def all_kinds(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return every level of these kinds, easy ones first."""
    levels = max(kind_named(name).levels for name in names)
    return tuple((name, level) for level in range(1, levels + 1) for name in names if level <= kind_named(name).levels)
