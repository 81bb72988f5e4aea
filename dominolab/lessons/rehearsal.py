"""A class rehearsed: made-up learners answer a worksheet, some wrong, some files damaged, as in a real class."""

from __future__ import annotations

import json
from pathlib import Path

from dominolab.engine import chance
from dominolab.errors import DominoError
from dominolab.lessons.answers import NUMBER, SEVERAL, chosen_form
from dominolab.lessons.exercise import Exercise
from dominolab.lessons.material import Dice
from dominolab.lessons.papers import write_worksheets
from dominolab.lessons.plan import Plan
from dominolab.lessons.results import Results, collect
from dominolab.lessons.sheet import Sheet
from dominolab.messages import say
from dominolab.records.codes import write_whole

SKILLS = (40, 60, 75, 90)
"""How often, in a hundred, a made-up learner knows the answer; each learner has one of these."""
DAMAGE = ("cut short", "foreign", "other sheet", "no text", "code")
"""What befalls the files of the last learners, one each."""


def rehearse(plan: Plan, folder: Path | str, seed: int = 1) -> Results:
    """Write a class's worksheets, let made-up learners answer them, collect and chart; return the results.

    The folder gets ``students/`` and ``teacher/``, the learners' files in ``answers/``, and ``results/``. Raises
    ``DominoError`` if there are answers in it already.
    """
    place = Path(folder)
    if (place / "answers").exists():
        raise DominoError(say("{path} holds answers already: choose another folder", path=place))
    write_worksheets(plan, place)
    for learner in range(1, plan.learners + 1):
        dice = Dice(chance.key_of(seed, learner))
        notebook = place / "students" / f"sheet-{learner:02}.ipynb"
        sheet = opened(notebook, place / "answers" / f"learner-{learner:02}.json")
        _answer(sheet, plan.exercises(learner), dice)
        last = plan.learners - learner
        if plan.learners > len(DAMAGE) and last < len(DAMAGE):
            _damage(sheet, DAMAGE[last])
    results = collect(place / "answers", plan)
    results.write(place / "results")
    return results


def opened(notebook: Path, file: Path) -> Sheet:
    """Return a student notebook's sheet without running it: its text is in the first code cell."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    source = next(cell["source"] for cell in cells if cell["cell_type"] == "code")
    return Sheet(source.split("dl.Sheet('")[1].split("'")[0], file=file)


def _answer(sheet: Sheet, exercises: tuple[Exercise, ...], dice: Dice) -> None:
    """Answer every question as well as this learner can; after a mistake some read a hint and try again."""
    skill = dice.pick(SKILLS)
    sheet.name = say("Learner {n}", n=sheet.learner)
    for number, asked in enumerate(exercises, 1):
        if not dice.below(25):  # left out
            continue
        for _ in range(1 + dice.below(3)):
            if sheet.check(number, _one_answer(asked, dice, skill)).right:
                break
            if dice.below(2):
                sheet.hint(number)
    sheet.save()


def _one_answer(asked: Exercise, dice: Dice, skill: int) -> str:
    """Return a right answer, a usual mistake, or something made up."""
    if dice.below(100) < skill:
        return asked.answer
    if asked.wrongs and dice.below(4):
        return dice.pick(asked.wrongs).answer
    if asked.form == NUMBER:
        return dice.pick(["0.5", "1/7", "33 %", "12", "about a half"])
    if asked.form == SEVERAL:
        return chosen_form(dice.some(asked.keys, 1 + dice.below(3)))
    return dice.pick(asked.keys)


def _damage(sheet: Sheet, how: str) -> None:
    """Spoil a learner's file as files are spoilt on their way to the teacher."""
    path = Path(sheet.file or "")
    text = path.read_text(encoding="utf-8")
    if how == "cut short":
        write_whole(path, text[: len(text) // 2])
    elif how == "foreign":
        write_whole(path, json.dumps({"shopping": ["milk", "bread"]}))
    elif how == "other sheet":
        write_whole(path, text.replace(sheet.id, "0000000000"))
    elif how == "no text":
        path.write_bytes(bytes(range(256)))
    else:  # not damaged: a code pasted into a text file instead of the file itself
        path.unlink()
        write_whole(path.with_suffix(".txt"), sheet.code + "\n")
