"""A class's answer files as tables and charts: who solved what, which questions were hard, which mistakes were common.

Nothing in an answer file is believed but the answers themselves: they are judged again from the teacher's plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dominolab.errors import DominoError
from dominolab.lessons.answers import new_tries
from dominolab.lessons.exercise import Exercise, Feedback
from dominolab.lessons.kinds import kind_named
from dominolab.lessons.plan import Plan
from dominolab.lessons.sheet import Answers
from dominolab.messages import say
from dominolab.records.files import is_copy
from dominolab.study.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

BLUE, VERMILION = "#0072b2", "#b84a00"
MOST_FILES = 5000


class Problem(NamedTuple):
    """A file that was skipped, and why."""

    file: str
    why: str

    def __str__(self) -> str:
        """Return it as a line."""
        return f"{self.file}: {self.why}"


class Row(NamedTuple):
    """One question of one learner."""

    file: str
    learner: int
    name: str
    question: int
    kind: str
    level: int
    answer: str | None
    """The last answer; None if there is none."""
    right: bool
    right_at_once: bool
    tries: int
    hints: int
    mistakes: tuple[tuple[str, str], ...]
    """Wrong answers that fit a usual mistake: its name, and what is wrong with it."""


class Item(NamedTuple):
    """How a kind and level went: answered questions, how many of them solved, and solved at the first try.

    ``low`` and ``high`` are Wilson's 95 % interval of the share solved at the first try.
    """

    kind: str
    level: int
    answered: int
    solved: int
    at_once: int
    low: float
    high: float


class Common(NamedTuple):
    """A usual mistake: how many learners made it at least once, and what is wrong with it."""

    kind: str
    mistake: str
    learners: int
    why: str


@dataclass(frozen=True)
class Results:
    """What a class handed in: ``rows`` are all questions of all learners read, ``problems`` the files skipped."""

    plan: Plan
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    def table(self) -> pd.DataFrame:
        """Return a row for each learner and question: the fields of ``Row``, of the mistakes the last."""
        import pandas as pd

        columns = [*Row._fields[:-1], "mistake"]
        rows = [[*row[:-1], row.mistakes[-1][0] if row.mistakes else None] for row in self.rows]
        return pd.DataFrame(rows, columns=columns)

    def learners(self) -> pd.DataFrame:
        """Return a row for each learner: questions answered, solved, solved at once, and hints read."""
        table = self.table()
        table["answered"] = table["answer"].notna()
        kept = table.groupby(["learner", "name"], as_index=False)
        return kept.agg(
            answered=("answered", "sum"),
            solved=("right", "sum"),
            solved_at_once=("right_at_once", "sum"),
            hints=("hints", "sum"),
        )

    def items(self) -> list[Item]:
        """Return how each kind and level went."""
        found = []
        for kind, level in dict.fromkeys((row.kind, row.level) for row in self.rows):
            rows = [row for row in self.rows if (row.kind, row.level) == (kind, level) and row.answer is not None]
            n, at_once = len(rows), sum(row.right_at_once for row in rows)
            rate = wilson(at_once, n)
            found.append(Item(kind, level, n, sum(row.right for row in rows), at_once, rate.low, rate.high))
        return found

    def difficulty(self) -> pd.DataFrame:
        """Return ``items`` as a table: a row for each kind and level."""
        import pandas as pd

        return pd.DataFrame(self.items(), columns=Item._fields)

    def common(self) -> list[Common]:
        """Return the usual mistakes, most frequent first."""
        who: dict[tuple[str, str], set[int]] = {}
        words: dict[tuple[str, str], str] = {}
        for row in self.rows:
            for model, why in row.mistakes:
                who.setdefault((row.kind, model), set()).add(row.learner)
                words[row.kind, model] = why
        order = sorted(who, key=lambda made: (-len(who[made]), made))
        return [Common(*made, len(who[made]), words[made]) for made in order]

    def mistakes(self) -> pd.DataFrame:
        """Return ``common`` as a table: a row for each mistake."""
        import pandas as pd

        return pd.DataFrame(self.common(), columns=Common._fields)

    def difficulty_chart(self) -> go.Figure:
        """Return a bar chart of the share solved at once by kind and level, with 95 % intervals."""
        import plotly.graph_objects as go

        items = [item for item in self.items() if item.answered]
        shares = [100 * item.at_once / item.answered for item in items]
        figure = go.Figure(
            go.Bar(
                x=[_kind_words(item.kind, item.level) for item in items],
                y=shares,
                marker={"color": BLUE},
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": [100 * item.high - share for item, share in zip(items, shares, strict=True)],
                    "arrayminus": [share - 100 * item.low for item, share in zip(items, shares, strict=True)],
                },
                customdata=[item.answered for item in items],
                hovertemplate=say("{share} of {n} answers", share="%{y:.0f} %", n="%{customdata}") + "<extra></extra>",
            )
        )
        figure.update_layout(
            title=say("Solved at the first try (bars: 95 % interval)"),
            xaxis_title=say("kind of question and level"),
            yaxis={"title": say("share of answered questions (%)"), "range": [0, 100]},
            template="plotly_white",
        )
        return figure

    def mistakes_chart(self, most: int = 12) -> go.Figure:
        """Return a bar chart of the most frequent mistakes: how many learners made each at least once."""
        import plotly.graph_objects as go

        made = self.common()[:most][::-1]
        names = [f"{_plain(mistake.why)} ({kind_named(mistake.kind).title})" for mistake in made]
        figure = go.Figure(
            go.Bar(
                x=[mistake.learners for mistake in made],
                y=names,
                orientation="h",
                marker={"color": VERMILION, "pattern": {"shape": "/"}},
                hovertemplate="%{y}: %{x}<extra></extra>",
            )
        )
        figure.update_layout(
            title=say("Common mistakes, of {n} learners", n=len({row.learner for row in self.rows})),
            xaxis={"title": say("learners who made it"), "rangemode": "tozero", "tickformat": "d"},
            yaxis={"automargin": True},
            height=160 + 34 * max(1, len(made)),
            template="plotly_white",
        )
        return figure

    def write(self, folder: Path | str) -> list[Path]:
        """Write the tables as CSV and the charts as pages that need no network; return the files.

        They may be written again as more answers come in. Raises ``DominoError`` where one was changed since (a column
        added to a table, say): that file is left as it is, and the others are written.
        """
        from dominolab.records.receipts import write_own

        place = Path(folder)
        files = {
            "answers.csv": _csv(self.table()),
            "learners.csv": _csv(self.learners()),
            "difficulty.csv": _csv(self.difficulty()),
            "mistakes.csv": _csv(self.mistakes()),
            "problems.txt": "".join(f"{problem}\n" for problem in self.problems),
            "difficulty.html": self.difficulty_chart().to_html(include_plotlyjs=True),
            "mistakes.html": self.mistakes_chart().to_html(include_plotlyjs=True),
        }
        kept = write_own(place, {name: text.encode("utf-8", "replace") for name, text in files.items()}).kept
        if kept:
            names = ", ".join(kept)
            why = say(
                "{files} in {folder} changed since: left as it is. Choose another folder", files=names, folder=place
            )
            raise DominoError(why)
        return [place / name for name in files]


def collect(folder: Path | str, plan: Plan) -> Results:
    """Return what a class handed in: every ``.json`` file of a folder, or every file with a code in it (``.txt``).

    Damaged and foreign files, files of other sheets and second files of one learner are skipped and named in
    ``problems``; copies that editors and systems leave beside a file are not looked at. Raises ``DominoError`` if there
    is no such folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise DominoError(say("there is no folder {path}", path=place))
    files = sorted(path for path in place.rglob("*") if _is_answers(path.relative_to(place)) and path.is_file())
    rows: list[Row] = []
    problems: list[Problem] = []
    seen: dict[int, str] = {}
    for path in files[:MOST_FILES]:
        name = path.relative_to(place).as_posix()
        try:
            answers = _read(path)
            _belongs(answers, plan, seen)
            rows += _judged(name, answers, plan.exercises(answers.learner))
            seen[answers.learner] = name
        except DominoError as error:
            problems.append(Problem(name, str(error)))
    problems += [Problem(path.name, say("not read: too many files")) for path in files[MOST_FILES:]]
    return Results(plan, tuple(rows), tuple(problems))


def _is_answers(name: Path) -> bool:
    """Return whether a file in the folder may have been handed in, by its name."""
    return name.suffix.lower() in (".json", ".txt") and not is_copy(name)


def _read(path: Path) -> Answers:
    """Return the answers in a file or in a code that was pasted into a file."""
    if path.suffix.lower() == ".json":
        return Answers.read(path)
    try:
        with path.open(encoding="utf-8") as file:
            return Answers.from_code(file.read(100_000))
    except (OSError, UnicodeDecodeError) as error:
        raise DominoError(say("{path} is damaged: {why}", path=path.name, why=type(error).__name__)) from error


def _belongs(answers: Answers, plan: Plan, seen: Mapping[int, str]) -> None:
    """Refuse answers to another worksheet, and a learner's second file."""
    if answers.sheet != plan.id:
        raise DominoError(
            say("these are answers to another worksheet ({other}, not {ours})", other=answers.sheet[:20], ours=plan.id)
        )
    if not 1 <= answers.learner <= plan.learners:
        raise DominoError(
            say("there is no learner {n}: they go from 1 to {most}", n=answers.learner, most=plan.learners)
        )

    if answers.learner in seen:
        first = seen[answers.learner]
        raise DominoError(say("learner {n} has handed in already: {file}", n=answers.learner, file=first))


def _judged(file: str, answers: Answers, exercises: Sequence[Exercise]) -> list[Row]:
    """Return a learner's rows, judged from the exercises themselves."""
    rows = []
    for number, asked in enumerate(exercises, 1):
        tries = new_tries(answers.tries.get(number, []), asked.form, asked.keys, asked.places)
        judged: list[Feedback] = [asked.check(text) for text in tries]
        rows.append(
            Row(
                file=file,
                learner=answers.learner,
                name=answers.name,
                question=number,
                kind=asked.kind,
                level=asked.level,
                answer=tries[-1] if tries else None,
                right=any(feedback.right for feedback in judged),
                right_at_once=bool(judged) and judged[0].right,
                tries=len(tries),
                hints=answers.hints.get(number, 0),
                mistakes=tuple((feedback.model, feedback.why) for feedback in judged if feedback.model),
            )
        )
    return rows


def _kind_words(kind: str, level: int) -> str:
    return say("{kind}, level {n}", kind=kind_named(kind).title, n=level)


def _plain(text: str) -> str:
    """Return text that plotly shows letter by letter: it reads a few HTML tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _csv(table: pd.DataFrame) -> str:
    """Return a table as CSV in which no cell is a formula to a spreadsheet: names and answers come from strangers."""
    safe = table.map(lambda cell: f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t\r" and cell else cell)
    return str(safe.to_csv(index=False, lineterminator="\n"))
