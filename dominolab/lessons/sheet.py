"""``Sheet``: a worksheet in a learner's hands. It judges answers but does not contain them, only salted hashes.

Whoever tries out every possible answer still finds the right one: a hash keeps nobody from guessing, only from reading.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from dominolab.errors import DominoError
from dominolab.lessons.answers import FORMS, as_text, forms_of, new_tries
from dominolab.lessons.exercise import Exercise, Feedback
from dominolab.lessons.plan import Plan
from dominolab.messages import count, say, speaking
from dominolab.records.codes import pack, read_json, unpack, write_whole
from dominolab.records.files import locked

FORMAT, VERSION = "dominolab-answers", 1
SHEET_PREFIX, ANSWERS_PREFIX = "DLS", "DLA"
MOST_TRIES, LONGEST_NAME = 50, 100


def digest(salt: str, form: str) -> str:
    """Return the salted hash of a normal form."""
    return hashlib.sha256(f"{salt}|{form}".encode()).hexdigest()[:24]


def _closed_with(key: str, *texts: str) -> str:
    """Return texts that only the same key opens: what is wrong with an answer often tells the right one."""
    plain = "\0".join(texts).encode()
    return base64.b64encode(_mixed(key, plain)).decode()


def _opened_with(key: str, closed: str) -> tuple[str, str]:
    """Return two texts that were closed with a key. Raises ``DominoError`` where they are damaged."""
    try:
        model, _, why = _mixed(key, base64.b64decode(closed)).decode().partition("\0")
    except ValueError as error:
        raise DominoError(say("this worksheet is damaged: ask for a new one")) from error
    return model, why


def _mixed(key: str, content: bytes) -> bytes:
    """Return bytes mixed with a stream that the key gives; mixed twice they are as before."""
    stream = hashlib.shake_256(f"why|{key}".encode()).digest(len(content))
    return bytes(one ^ other for one, other in zip(content, stream, strict=True))


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """A question without its answer: hashes tell right from wrong, and which usual mistake it was."""

    kind: str
    level: int
    form: str
    question: str
    keys: tuple[str, ...]
    hints: tuple[str, ...]
    places: int
    salt: str
    right: tuple[str, ...]
    wrong: dict[str, str]
    """Hash of a wrong answer: name of the mistake and what is wrong with it, to be read with that answer only."""

    def check(self, answer: object) -> Feedback:
        """Return the judgement of an answer, as ``Exercise.check`` does, but without reasons that would tell it."""
        try:
            forms = forms_of(as_text(answer), self.form, self.keys, self.places)
        except DominoError as error:
            return Feedback(right=False, why=str(error), readable=False)
        found = {digest(self.salt, form): form for form in forms}
        if found.keys() & set(self.right):
            return Feedback(right=True, why=say("well done"))
        for mark in found.keys() & self.wrong.keys():
            model, why = _opened_with(f"{self.salt}|{found[mark]}", self.wrong[mark])
            return Feedback(right=False, why=why, model=model)
        return Feedback(right=False, why=say("not right; the hints help"))

    def tries(self, *given: str) -> list[str]:
        """Return the answers that count as tries, at most ``MOST_TRIES``: a right one is never left out."""
        found = new_tries(given, self.form, self.keys, self.places)
        if len(found) <= MOST_TRIES:
            return found
        kept = next((text for text in found[MOST_TRIES - 1 :] if self.check(text).right), found[-1])
        return [*found[: MOST_TRIES - 1], kept]


def seal(exercise: Exercise, salt: str) -> Sealed:
    """Return an exercise without its answer, in the language in force."""
    wrong = {
        digest(salt, form): _closed_with(f"{salt}|{form}", mistake.model, str(mistake.why))
        for mistake, forms in exercise.mistakes()
        for form in forms
    }
    return Sealed(
        kind=exercise.kind,
        level=exercise.level,
        form=exercise.form,
        question=exercise.question,
        keys=exercise.keys,
        hints=exercise.hints,
        places=exercise.places,
        salt=salt,
        right=tuple(sorted(digest(salt, form) for form in exercise.accepted)),
        wrong=dict(sorted(wrong.items())),
    )


@dataclass
class Sheet:
    """A worksheet as its learner's notebook holds it: ``check``, ``hint``, ``save``.

    Made from the text in the notebook's first cell. Answers are kept in ``file`` after every check, so that a restarted
    kernel loses nothing; a second window on the same file adds to it. The same answer given again is no new try. Raises
    ``DominoError`` for a damaged text.

    >>> from dominolab.lessons.plan import Plan
    >>> sheet = Sheet(sheet_text(Plan(kinds=(("score", 1),), number=2), learner=1))
    >>> sheet, sheet.question(1).check("no number").readable
    (0 of 2 questions solved, False)

    >>> import dominolab as dl, tempfile, pathlib
    >>> text = sheet_text(Plan(kinds=(("score", 1),), number=2, seed=7), learner=1)
    >>> sheet = dl.Sheet(text, pathlib.Path(tempfile.mkdtemp()) / "answers.json")
    >>> len(sheet.questions), sheet.check(1, "a mule").right, sheet.file.name
    (2, False, 'answers.json')
    """

    text: str
    file: Path | str | None = None
    name: str = ""
    id: str = field(init=False)
    learner: int = field(init=False)
    questions: tuple[Sealed, ...] = field(init=False)
    tries: dict[int, list[str]] = field(init=False, default_factory=dict)
    hints_seen: dict[int, int] = field(init=False, default_factory=dict)
    _told: dict[int, int] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Unpack the sheet, and go on with answers given before."""
        self.id, self.learner, self.questions = _opened(unpack(SHEET_PREFIX, self.text))
        self.file = Path(self.file or f"answers-{self.id}-{self.learner:02}.json")
        self._resume(self.file)

    def _resume(self, first: Path) -> None:
        """Take up the answers in the file; one that is not ours stays as it is, and the next free name is used."""
        file, n = first, 1
        while file.exists():
            found = self._ours(file)
            if found is not None:
                break
            n += 1
            file = first.with_name(f"{first.stem}-{n}{first.suffix}")
        else:
            found = None
        self.file = file
        if found is None:
            return
        self.name = self.name or found.name
        for number, tries in found.tries.items():
            if 1 <= number <= len(self.questions):
                self.tries[number] = self.question(number).tries(*tries, *self.tries.get(number, []))
        for number, seen in found.hints.items():
            self.hints_seen[number] = max(seen, self.hints_seen.get(number, 0))

    def _ours(self, file: Path) -> Answers | None:
        """Return the answers in a file if they belong to this sheet and learner."""
        try:
            found = Answers.read(file)
        except DominoError:
            return None
        return found if (found.sheet, found.learner) == (self.id, self.learner) else None

    def question(self, number: int) -> Sealed:
        """Return a question, numbered from 1. Raises ``DominoError``."""
        if type(number) is not int or not 1 <= number <= len(self.questions):
            raise DominoError(
                say("there is no question {n!r}: they go from 1 to {most}", n=number, most=len(self.questions))
            )
        return self.questions[number - 1]

    def check(self, number: int, answer: object) -> Feedback:
        """Return the judgement of an answer to a question and keep it; an empty answer is not counted."""
        asked = self.question(number)
        if isinstance(answer, str) and not answer.strip():
            return Feedback(
                right=False, why=say("write your answer between the quotes, then run the cell"), readable=False
            )
        feedback = asked.check(answer)
        if feedback.readable:
            self.tries[number] = asked.tries(*self.tries.get(number, []), as_text(answer))
            self.save()
        return feedback

    def hint(self, number: int) -> str:
        """Return the next hint to a question: each call goes a step further, and in a notebook run again begins anew.

        How many were read is kept with the answers.
        """
        hints = self.question(number).hints
        if not hints:
            return say("no hint")
        told = self._told[number] = min(self._told.get(number, 0) + 1, len(hints))
        if told > self.hints_seen.get(number, 0):
            self.hints_seen[number] = told
            self.save()
        return say("Hint {n} of {most}: {hint}", n=told, most=len(hints), hint=hints[told - 1])

    def save(self, name: str | None = None) -> Path:
        """Write the answers, whole or not at all; return where. Hand this file to your teacher.

        What another window has written there stays. ``name``: left out or empty, the name given before is kept.
        """
        self.name = (str(name or "").strip() or self.name)[:LONGEST_NAME]
        file = Path(self.file or "")
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(file):
            self._resume(file)
            path = Path(self.file or "")
            write_whole(path, json.dumps(self.answers.to_data(), indent=1, ensure_ascii=False) + "\n")
        return path

    @property
    def answers(self) -> Answers:
        """The answers so far."""
        return Answers(
            sheet=self.id, learner=self.learner, name=self.name, tries=dict(self.tries), hints=dict(self.hints_seen)
        )

    @property
    def code(self) -> str:
        """The answers as a text to copy, where a file cannot be handed in."""
        return pack(ANSWERS_PREFIX, self.answers.to_data())

    def __repr__(self) -> str:
        """Say how far it is done."""
        solved = sum(any(self.question(n).check(text).right for text in tries) for n, tries in self.tries.items())
        return count(
            "{solved} of {n} question solved", "{solved} of {n} questions solved", len(self.questions), solved=solved
        )


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What a learner handed in: for each question all answers in order, and how many hints were read."""

    sheet: str
    learner: int
    name: str = ""
    tries: dict[int, list[str]] = field(default_factory=dict)
    hints: dict[int, int] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """Return plain data."""
        numbers = sorted({*self.tries, *self.hints})
        answers = {str(n): {"tries": self.tries.get(n, []), "hints": self.hints.get(n, 0)} for n in numbers}
        return {
            "format": FORMAT,
            "version": VERSION,
            "sheet": self.sheet,
            "learner": self.learner,
            "name": self.name,
            "answers": answers,
        }

    @classmethod
    def read(cls, path: Path) -> Answers:
        """Return the answers in a file. Raises ``DominoError`` for a damaged or foreign one."""
        return cls.from_data(read_json(path))

    @classmethod
    def from_code(cls, code: str) -> Answers:
        """Return the answers that a code holds. Raises ``DominoError``."""
        return cls.from_data(unpack(ANSWERS_PREFIX, code))

    @classmethod
    def from_data(cls, data: object) -> Answers:
        """Return answers from plain data that a stranger may have written. Raises ``DominoError``."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise DominoError(say("this is not an answer file of dominolab"))
        if data.get("version") != VERSION:
            raise DominoError(
                say("this answer file is of version {version!r}; known is 1", version=data.get("version"))
            )
        sheet, learner, name, answers = (data.get(key) for key in ("sheet", "learner", "name", "answers"))
        if not (
            isinstance(sheet, str) and type(learner) is int and isinstance(name, str) and isinstance(answers, dict)
        ):
            raise DominoError(say("this answer file is damaged: its heading is not complete"))
        tries, hints = {}, {}
        for number, given in answers.items():
            if not (str(number).isdecimal() and len(str(number)) < 4 and _is_given(given)):
                raise DominoError(say("this answer file is damaged: question {n}", n=repr(number)[:20]))
            if given["tries"]:
                tries[int(number)] = list(given["tries"])
            if given["hints"] > 0:
                hints[int(number)] = given["hints"]
        return cls(sheet=sheet, learner=learner, name=name[:LONGEST_NAME], tries=tries, hints=hints)


def _is_given(given: object) -> bool:
    """Whether the answers to one question are well formed."""
    if not isinstance(given, dict) or type(given.get("hints")) is not int:
        return False
    tries = given.get("tries")
    return isinstance(tries, list) and len(tries) <= MOST_TRIES and all(isinstance(text, str) for text in tries)


def sheet_text(plan: Plan, learner: int) -> str:
    """Return the text of a learner's sheet, in the plan's language and without answers, for ``Sheet``."""
    with speaking(plan.language):
        sealed = [seal(e, plan.salt(learner, n)) for n, e in enumerate(plan.exercises(learner), 1)]
    questions = [question.__dict__ for question in sealed]
    return pack(SHEET_PREFIX, {"id": plan.id, "learner": learner, "questions": questions})


def _opened(data: object) -> tuple[str, int, tuple[Sealed, ...]]:
    """Return what a sheet's text holds. Raises ``DominoError``."""
    try:
        sheet = cast("dict[str, Any]", data)
        questions = tuple(_sealed(question) for question in sheet["questions"])
        return str(sheet["id"]), int(sheet["learner"]), questions
    except (KeyError, TypeError, ValueError) as error:
        raise DominoError(say("this worksheet is damaged: ask for a new one")) from error


def _sealed(q: dict[str, Any]) -> Sealed:
    if q["form"] not in FORMS:
        raise ValueError
    return Sealed(
        kind=str(q["kind"]),
        level=int(q["level"]),
        form=q["form"],
        question=str(q["question"]),
        keys=tuple(map(str, q["keys"])),
        hints=tuple(map(str, q["hints"])),
        places=int(q["places"]),
        salt=str(q["salt"]),
        right=tuple(map(str, q["right"])),
        wrong={str(mark): str(closed) for mark, closed in q["wrong"].items()},
    )
