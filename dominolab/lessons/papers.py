"""Worksheets on paper and on screen: student notebooks, the answer key, printable pages; all from a ``Plan``."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominolab.errors import DominoError
from dominolab.lessons.answers import NONE, NUMBER, SEVERAL
from dominolab.lessons.exercise import Exercise, plain_markdown
from dominolab.lessons.kinds import kind_named
from dominolab.lessons.picture import picture
from dominolab.lessons.plan import Plan
from dominolab.lessons.sheet import sheet_text
from dominolab.messages import say, speaking
from dominolab.records.codes import write_whole

if TYPE_CHECKING:
    from markupsafe import Markup


PLAN = "plan.json"


@dataclass(frozen=True)
class Printed:
    """A question as a page or a notebook shows it, in the language in force."""

    number: int
    exercise: Exercise
    svg: str | None

    @property
    def title(self) -> str:
        """The kind's title."""
        return str(kind_named(self.exercise.kind).title)

    @property
    def how(self) -> str:
        """How to answer."""
        if self.exercise.form == NUMBER and self.exercise.kind == "score":
            return say("Answer with a whole number.")
        if self.exercise.form == NUMBER:
            return say("Answer with a number: whole, a fraction, a decimal or a percentage.")
        if self.exercise.form == SEVERAL:
            return say("Name all that are right, apart by spaces, or none.")
        return say("Name one of them.")

    @property
    def answer(self) -> str:
        """The right answer, a fraction also as a decimal."""
        exercise = self.exercise
        if exercise.form == NUMBER and "/" in exercise.right:
            decimal = float(Fraction(exercise.right))
            return f"{exercise.right} ≈ {decimal:.{exercise.places}f}"
        return say("none") if exercise.right == NONE else exercise.right

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The usual wrong answers, each with what is wrong with it; those with the same fault together."""
        found: dict[str, list[str]] = {}
        for wrong in self.exercise.wrongs:
            found.setdefault(str(wrong.why), []).append(say("none") if wrong.answer == NONE else wrong.answer)
        return [("; ".join(answers), why) for why, answers in found.items()]

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options: what to type, and its words where they say more than that."""
        return [(key, "" if label == key else label.removeprefix(f"{key}. ")) for key, label in self.exercise.options]


def printed(plan: Plan, learner: int) -> list[Printed]:
    """Return a learner's questions ready for paper."""
    return [Printed(n, e, picture(e)) for n, e in enumerate(plan.exercises(learner), 1)]


def write_worksheets(plan: Plan, folder: Path | str) -> list[Path]:
    """Write a class's worksheets into a folder and return the files.

    ``students/`` gets a notebook and a printable page for each learner, without answers; ``teacher/`` the plan, and the
    answer key as a notebook and as a page. A file that was changed since is kept as it is, and is not among the files
    returned. Raises ``DominoError`` where the folder holds another worksheet, or files of these names and no plan.
    """
    place = Path(folder)
    again = _made_before(plan, place)
    files: dict[Path, str] = {}
    with speaking(plan.language):
        sheets = {learner: printed(plan, learner) for learner in range(1, plan.learners + 1)}
        for learner, questions in sheets.items():
            name = f"sheet-{learner:02}"
            files[place / "students" / f"{name}.ipynb"] = student_notebook(plan, learner, questions)
            files[place / "students" / f"{name}.html"] = page(plan, {learner: questions}, key=False)
        files[place / "teacher" / "answer-key.ipynb"] = key_notebook(plan, sheets)
        files[place / "teacher" / "answer-key.html"] = page(plan, sheets, key=True)
    there = [path for path in files if path.exists()]
    if there and not again:
        raise DominoError(say("{path} is there already: choose another folder", path=there[0]))
    plan.save(place / "teacher" / PLAN)  # first: the same command can then go on where it was stopped
    for path in files.keys() - set(there):
        write_whole(path, files[path])
    touched = {path for path in there if path.read_bytes() != files[path].encode()}
    return [path for path in (*files, place / "teacher" / PLAN) if path not in touched]


def _made_before(plan: Plan, folder: Path) -> bool:
    """Return whether this very worksheet was made in a folder before. Raises ``DominoError`` for another one."""
    path = folder / "teacher" / PLAN
    if not path.exists():
        return False
    if Plan.load(path) != plan:
        why = say(
            "{folder} holds another worksheet, which its answers still need: choose another folder", folder=folder
        )
        raise DominoError(why)
    return True


# ------------------------------------------------------------------------------------------------------ notebooks


def student_notebook(plan: Plan, learner: int, questions: list[Printed]) -> str:
    """Return a learner's notebook as text: questions with pictures, cells to answer in, and no answers."""
    text = sheet_text(plan, learner)
    opening = f"import dominolab as dl\n\ndl.language({plan.language!r})\nsheet = dl.Sheet({text!r})\nsheet"
    cells: list[dict[str, Any]] = [
        _text(f"# {plain_markdown(_title(plan))}\n\n{plain_markdown(say('Sheet {n}', n=learner))}"),
        _text(
            plain_markdown(
                say(
                    "Run the first cell. Then write each answer between the quotes and run its cell: you learn at once "
                    "whether it is right, and may try again. sheet.hint(1) gives a hint to question 1."
                )
            )
        ),
        _code(opening, hidden=True),
    ]
    for question in questions:
        cells.append(_text(question_markdown(question)))
        cells.append(_code(f'sheet.check({question.number}, "")'))
    cells.append(
        _text(
            plain_markdown(
                say("Done? Write your name between the quotes, run the cell, and hand in the file it names.")
            )
        )
    )
    cells.append(_code('print(sheet.save(name=""))'))
    cells.append(_text(plain_markdown(say("If you cannot hand in a file, copy this code instead."))))
    cells.append(_code("print(sheet.code)"))
    return _notebook(cells)


def question_markdown(question: Printed) -> str:
    """Return a question as Markdown: title, question, picture, facts, options."""
    exercise = question.exercise
    parts = [f"## {question.number}. {plain_markdown(question.title)}", f"**{plain_markdown(exercise.question)}**"]
    if question.svg:
        data = base64.b64encode(question.svg.encode()).decode()
        alt = escape(" ".join(exercise.given), quote=True)
        parts.append(f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}">')
    parts.append("\n".join(f"- {plain_markdown(fact)}" for fact in exercise.given))
    if question.options:
        parts.append("\n".join(f"- `{key}` {plain_markdown(words)}".rstrip() for key, words in question.options))
    parts.append(f"*{plain_markdown(question.how)}*")
    return "\n\n".join(parts)


def key_notebook(plan: Plan, sheets: dict[int, list[Printed]]) -> str:
    """Return the teacher's notebook: every right answer with its reason, and a cell that collects the class."""
    kinds = ", ".join(f"{kind}:{level}" for kind, level in plan.kinds)
    made = say("Seed {seed}, {n} questions of {kinds}.", seed=plan.seed, n=plan.number, kinds=kinds)
    cells = [
        _text(f"# {plain_markdown(_title(plan))}: {plain_markdown(say('answer key'))}\n\n{plain_markdown(made)}"),
        _text(
            plain_markdown(
                say("Put the files that the class hands in into one folder, name it here, and run the cells.")
            )
        ),
        _code(
            "from dominolab.lessons.plan import Plan\nfrom dominolab.lessons.results import collect\n\n"
            'results = collect("../answers", Plan.load("plan.json"))\nresults.problems'
        ),
        _code("results.learners()"),
        _code("results.difficulty_chart()"),
        _code("results.mistakes_chart()"),
    ]
    for learner, questions in sheets.items():
        rows = [f"## {plain_markdown(say('Sheet {n}', n=learner))}"]
        for question in questions:
            rows.append(f"**{question.number}.** {plain_markdown(question.exercise.question)}")
            right = plain_markdown(say("Right: {answer}", answer=question.answer))
            rows.append(f"- {right}. {plain_markdown(question.exercise.why)}")
            rows += [f"- ✗ {plain_markdown(answer)}: {plain_markdown(why)}" for answer, why in question.mistakes]
            rows.append("")
        cells.append(_text("\n".join(rows)))
    return _notebook(cells)


def _title(plan: Plan) -> str:
    return " ".join(plan.title.split()) or say("Domino worksheet")


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str, *, hidden: bool = False) -> dict[str, Any]:
    metadata = {"jupyter": {"source_hidden": True}} if hidden else {}
    return {"cell_type": "code", "execution_count": None, "metadata": metadata, "outputs": [], "source": source}


def _notebook(cells: list[dict[str, Any]]) -> str:
    """Return a notebook as text, the same for the same cells."""
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    book = {
        "cells": [{**cell, "id": f"cell-{number}"} for number, cell in enumerate(cells)],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


# ----------------------------------------------------------------------------------------------------------- pages


def page(plan: Plan, sheets: dict[int, list[Printed]], *, key: bool) -> str:
    """Return one self-contained page that prints well: a sheet with room to write, or with ``key`` all the answers."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("dominolab.lessons", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("worksheet.html.jinja").render(
        plan=plan, title=_title(plan), sheets=list(sheets.items()), key=key, say=say, drawn=_drawn
    )


def _drawn(question: Printed) -> Iterator[Markup]:
    """Yield the picture as markup that need not be escaped: our own drawing escapes every text in it."""
    from markupsafe import Markup

    if question.svg:
        yield Markup(question.svg)  # noqa: S704 - as the docstring says
