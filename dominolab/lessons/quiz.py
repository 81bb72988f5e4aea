"""``Quiz``: exercises to answer at the board, with instant reasons, hints and progress that is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dominolab.errors import DominoError
from dominolab.lessons.answers import CHOICE, NONE, NUMBER, SEVERAL, as_text, new_tries
from dominolab.lessons.exercise import Exercise, Feedback
from dominolab.lessons.kinds import KINDS, exercise, kind_named
from dominolab.lessons.picture import scene_of
from dominolab.lessons.progress import Begun, Progress, asked_in, kept
from dominolab.messages import language, say
from dominolab.show.scene import Button, Field, Form, Scene, words
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Controller

TICK = "tick:"


class Quiz(Controller):
    """Asks one question after another; the same kind, level and seed give the same question everywhere.

    ``file`` keeps the marks in a small JSON file that several quizzes may share; ``quiz.code`` carries them to another
    machine, where ``code`` takes them in. A question counts once, and the same answer given again is no new try: a
    notebook may be run again. ``answered`` is the last judgement, ``hints`` how many hints were shown.

    >>> import dominolab as dl
    >>> quiz = dl.Quiz("score", seed=4)
    >>> quiz.answer(quiz.exercise.answer).right, quiz.progress.marks["score", 1].solved
    (True, 1)
    """

    def __init__(
        self,
        kind: str = "legal-moves",
        seed: int = 1,
        *,
        level: int = 1,
        file: Path | str | None = None,
        code: str | None = None,
        projector: bool = False,
    ) -> None:
        """Ask the question of this kind, seed and level. Raises ``DominoError`` for what is not there."""
        self.exercise: Exercise = exercise(kind, seed, level)
        self.file = Path(file) if file is not None else None
        self.progress = Progress.load(self.file) if self.file is not None else Progress()
        if code is not None:
            self.progress = self.progress.merged(Progress.from_code(code))
        self.projector = projector
        self._begin()
        super().__init__()
        if self.progress.problem:
            self.show(self.progress.problem, "error")

    code_use = 'dl.Quiz(code="…")'

    @property
    def code(self) -> str | None:
        """The progress as a short code to copy; None before the first question is done."""
        return self.progress.code if self.progress.marks else None

    def _begin(self) -> None:
        self.answered: Feedback | None = None
        before = self.progress.begun.get(asked_in(self.exercise), Begun())
        self.given = list(before.tries)
        """The different answers given to this question so far."""
        self.hints = min(before.hints, len(self.exercise.hints))
        self._told = 0  # hints that were asked for by `hint()` since: run again, it begins with the first
        self.done = asked_in(self.exercise) in self.progress.done
        """Whether the question is solved or given up."""
        self.typed = ""
        self.ticked: set[str] = set()

    # ----------------------------------------------------------------------------------------------- answering

    def answer(self, given: object = None) -> Feedback:
        """Judge an answer (left out: what was typed or ticked) and show why; after the solution it counts no more."""
        what = given if given is not None else self._entered()
        found = self.exercise.check(what)
        self.answered = found
        if found.readable and not self.done:
            asked = self.exercise
            self.given = new_tries([*self.given, as_text(what)], asked.form, asked.keys, asked.places)
            self._keep(solved=True if found.right else None)
        sign = say("Right.") if found.right else say("Not yet.")
        self.show(f"{sign} {found.why}" if found.readable else found.why, "good" if found.right else "error")
        return found

    def _entered(self) -> str:
        if self.exercise.form != SEVERAL:
            return self.typed
        return " ".join(key for key in self.exercise.keys if key in self.ticked) or NONE

    def hint(self) -> str:
        """Show the next hint and return it. Raises ``DominoError`` when there are no more."""
        if self._told == len(self.exercise.hints):
            raise DominoError(say("there are no more hints"))
        self._told += 1
        if self._told > self.hints:
            self.hints = self._told
            self._keep()
        said = self.exercise.hints[self._told - 1]
        self.show(say("Hint {n}: {hint}", n=self._told, hint=said))
        return said

    def _next_hint(self) -> None:
        """Show the hint behind those that can be read already, also behind those of an earlier session."""
        self._told = self.hints
        self.hint()

    def give_up(self) -> str:
        """Show the right answer and why, and return it; the question then counts as not solved."""
        if not self.done:
            self._keep(solved=False)
        right = self._right_words()
        self.show(say("The answer: {answer}. {why}", answer=right, why=self.exercise.why))
        return self.exercise.answer

    def _right_words(self) -> str:
        labels = dict(self.exercise.options)
        if self.exercise.form == NUMBER or not labels:
            return self.exercise.answer
        keys = self.exercise.answer.split() if self.exercise.form == SEVERAL else [self.exercise.answer]
        return ", ".join(labels.get(key, say("none of them")) for key in keys)

    def _keep(self, *, solved: bool | None = None) -> None:
        """Note what was done at the question, in the file too if there is one."""
        begun = Begun(tuple(self.given), self.hints)
        if self.file is not None:
            self.progress = kept(self.file, self.progress, self.exercise, begun, solved=solved)
        elif solved is not None:
            self.progress = self.progress.noted(self.exercise, solved=solved, tries=len(self.given))
        else:
            self.progress = self.progress.going_on(self.exercise, begun)
        self.done = asked_in(self.exercise) in self.progress.done

    @property
    def tries(self) -> int:
        """How many different answers were given to this question."""
        return len(self.given)

    def next(self) -> None:
        """Ask the next question of the kind."""
        self.ask(self.exercise.kind, self.exercise.seed + 1, self.exercise.level)

    def ask(self, kind: str, seed: int, level: int = 1) -> None:
        """Ask another question. Raises ``DominoError`` for a kind or level that is not there."""
        self.exercise = exercise(kind, seed, level)
        self._begin()
        self.show(moved=True)

    # ------------------------------------------------------------------------------------------------- picture

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        asked = self.exercise
        scene = scene_of(asked.scene) if asked.scene is not None else Scene(serial=0, language="", words={}, message="")
        scene |= {
            "serial": self.serial,
            "language": language(),
            "words": words(),
            "title": say("{kind}, level {level}", kind=kind_named(asked.kind).title, level=asked.level),
            "subtitle": say("question {seed}", seed=asked.seed),
            "message": self.said or "",
            "tone": self.tone,
            "projector": self.projector,
            "form": self._form(),
            "actions": self._buttons(),
            "toolbar": [*self._levels(), *self._code_button()],
        }
        said = [*asked.given, *(say("Hint {n}: {hint}", n=n + 1, hint=asked.hints[n]) for n in range(self.hints))]
        scene["why"] = [*said, self._marks()]
        return scene

    def _marks(self) -> str:
        mark = self.progress.marks.get((self.exercise.kind, self.exercise.level))
        if mark is None:
            return say("Your first question of this kind.")
        return say("So far: {solved} of {tried} solved, {at_once} at the first try.", **mark._asdict())

    def _form(self) -> Form:
        asked = self.exercise
        if asked.form == NUMBER:
            label = say("your answer: a fraction, decimal or percentage")
            fields = [Field(name="answer", label=label, type="text", value=self.typed)]
        elif asked.form == CHOICE:
            options = list(asked.options)
            fields = [
                Field(name="answer", label=say("your answer"), type="choice", value=self.typed or None, options=options)
            ]
        else:
            fields = [
                Field(name=f"{TICK}{key}", label=label, type="checkbox", value=key in self.ticked)
                for key, label in asked.options
            ]
        check = Button(kind="check", label=say("Check"), enabled=True, strong=not self.done)
        return Form(label=say("question"), text=asked.question, fields=fields, buttons=[check])

    def _buttons(self) -> list[Button]:
        more = self.hints < len(self.exercise.hints)
        hint = Button(kind="hint", label=say("Hint"), enabled=more, key="h")
        if not more:
            hint["reason"] = say("There are no more hints.")
        return [
            hint,
            Button(kind="give_up", label=say("Show the answer"), enabled=True),
            Button(kind="next", label=say("Next question"), enabled=True, strong=self.done, key="n"),
        ]

    def _levels(self) -> list[Button]:
        levels = range(1, KINDS[self.exercise.kind].levels + 1)
        return [
            Button(
                kind="level", value=str(level), label=say("level {n}", n=level), enabled=True,
                pressed=level == self.exercise.level,
            )
            for level in levels
        ]  # fmt: skip

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {
            "form": self._field,
            "check": lambda _: self.answer(),
            "hint": lambda _: self._next_hint(),
            "give_up": lambda _: self.give_up(),
            "next": lambda _: self.next(),
            "level": lambda event: self.ask(self.exercise.kind, self.exercise.seed, int(event["value"])),
        }

    def _field(self, event: Event) -> None:
        name, value = str(event["name"]), event["value"]
        if name.startswith(TICK):
            key = name.removeprefix(TICK)
            self.ticked = self.ticked | {key} if value else self.ticked - {key}
            return
        self.typed = str(value)
        if self.exercise.form == CHOICE:
            self.answer()
