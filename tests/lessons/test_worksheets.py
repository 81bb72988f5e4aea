"""Worksheets from plan to class results: nothing tells the answer, nothing breaks on what strangers hand in."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dominolab import cli
from dominolab.errors import DominoError
from dominolab.lessons.kinds import KINDS
from dominolab.lessons.papers import page, printed, student_notebook, write_worksheets
from dominolab.lessons.plan import Plan, all_kinds, read_kinds
from dominolab.lessons.rehearsal import opened, rehearse
from dominolab.lessons.results import collect
from dominolab.lessons.sheet import Answers, Sheet, digest, sheet_text
from dominolab.messages import language, speaking

QUICK = ("legal-moves", "ruled-out", "probability", "score", "who-leads", "find-illegal")
NASTY = '<script>alert(1)</script> *{{7*7}}* `x` & "q" ${a}'


@pytest.fixture(scope="module")
def plan():
    return Plan(kinds=all_kinds(QUICK), number=8, seed=42, learners=3, title="Class 7b")


@pytest.fixture
def sheet(plan, tmp_path):
    return Sheet(sheet_text(plan, 2), file=tmp_path / "answers.json")


# ------------------------------------------------------------------------------------------------------ plans


def test_learners_get_the_same_kinds_with_different_questions(plan):
    first, second = plan.exercises(1), plan.exercises(2)
    assert [(e.kind, e.level) for e in first] == [(e.kind, e.level) for e in second]
    assert all(a != b for a, b in zip(first, second, strict=True))


def test_a_plan_makes_the_same_sheets_again_from_its_file(plan, tmp_path):
    plan.save(tmp_path / "plan.json")
    again = Plan.load(tmp_path / "plan.json")
    assert again == plan
    assert again.exercises(3) == plan.exercises(3)


def test_no_question_stands_twice_on_a_sheet():
    plan = Plan(kinds=(("who-leads", 1), ("score", 1)), number=40, seed=1)
    asked = [(e.question, e.given) for e in plan.exercises(1)]
    assert len(set(asked)) == 40


@pytest.mark.parametrize(
    "wrong",
    [
        {"kinds": ()}, {"kinds": (("chess", 1),)}, {"kinds": (("score", 9),)}, {"number": 0}, {"learners": 5000},
        {"language": "xx"}, {"title": "x" * 300},
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_made_is_refused(wrong):
    with pytest.raises(DominoError):
        Plan(**{"kinds": (("score", 1),), **wrong})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "dominolab-worksheet", "version": 1}', "\x00"])
def test_a_damaged_plan_is_refused(text, tmp_path):
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")
    with pytest.raises(DominoError):
        Plan.load(tmp_path / "plan.json")


def test_kinds_are_read_from_text():
    assert read_kinds("score:2, legal-moves") == (("score", 2), ("legal-moves", 1))
    for wrong in ("score:x", "scores"):
        with pytest.raises(DominoError):
            read_kinds(wrong)


# ------------------------------------------------------------------------------------------------ a sheet


def test_a_sheet_judges_as_the_exercise_does(plan, sheet):
    for number, e in enumerate(plan.exercises(2), 1):
        assert sheet.check(number, e.answer).right
        for wrong in e.wrongs:
            feedback = sheet.check(number, wrong.answer)
            assert (feedback.right, feedback.model, feedback.why) == (False, wrong.model, str(wrong.why))
        assert sheet.check(number, "?!").readable is False


def test_a_sheet_holds_no_answer_in_any_form(plan):
    """What is left when hashes and what is asked are taken away holds no right answer."""
    raw = base64.urlsafe_b64decode(sheet_text(plan, 2).removeprefix("DLS.") + "==")
    held = json.loads(zlib.decompress(raw[4:]))
    assert set(held) == {"id", "learner", "questions"}
    for question, e in zip(held["questions"], plan.exercises(2), strict=True):
        assert set(question) == {
            "kind", "level", "form", "question", "keys", "hints", "places", "salt", "right", "wrong",
        }  # fmt: skip
        assert all(re.fullmatch(r"[0-9a-f]{24}", mark) for mark in [*question["right"], *question["wrong"]])
        assert digest(question["salt"], e.right) in question["right"]
        assert str(plan.seed) not in question["salt"].split("-")[1:]
        assert e.why not in " ".join(question["hints"])
        assert all(" " not in closed for closed in question["wrong"].values())
        assert not any(str(wrong.why) in json.dumps(question) for wrong in e.wrongs)


def test_two_sheets_have_other_hashes_for_the_same_answer():
    assert digest("a-1-1", "1/2") != digest("a-1-2", "1/2")


def test_a_restarted_kernel_loses_no_answer(plan, sheet):
    sheet.check(1, "none")
    sheet.hint(1)
    sheet.check(1, plan.exercises(2)[0].answer)
    again = Sheet(sheet.text, file=sheet.file)
    assert again.tries == sheet.tries
    assert again.hints_seen == {1: 1}
    assert repr(again) == "1 of 8 questions solved"


def test_hints_go_a_step_further_each_time(sheet):
    hints = [sheet.hint(2) for _ in range(9)]
    assert len(dict.fromkeys(hints)) == len(sheet.question(2).hints)
    assert hints[-1] == hints[len(sheet.question(2).hints) - 1]


def test_a_file_of_something_else_is_never_overwritten(plan, tmp_path):
    (tmp_path / "answers.json").write_text("my diary", encoding="utf-8")
    sheet = Sheet(sheet_text(plan, 1), file=tmp_path / "answers.json")
    sheet.check(1, "none")
    assert (tmp_path / "answers.json").read_text(encoding="utf-8") == "my diary"
    assert Answers.read(tmp_path / "answers-2.json").learner == 1


def test_an_empty_answer_is_not_counted(sheet):
    assert sheet.check(1, "  ").readable is False
    assert sheet.tries == {}


@pytest.mark.parametrize("number", [0, 9, "1", True, None])
def test_a_question_that_is_not_there_is_refused(sheet, number):
    with pytest.raises(DominoError):
        sheet.check(number, "x")


@pytest.mark.parametrize("text", ["", "DLS.", "DLS.AAAA", "DLX.AAAA", "x" * 5000])
def test_a_damaged_sheet_is_refused(text):
    with pytest.raises(DominoError):
        Sheet(text)


def test_a_cut_sheet_is_refused_wherever_it_is_cut(sheet):
    for cut in range(4, len(sheet.text), 97):
        with pytest.raises(DominoError):
            Sheet(sheet.text[:cut])


def test_answers_travel_as_a_code(sheet):
    sheet.check(1, "none")
    code = sheet.code
    assert Answers.from_code("\n".join(code[i : i + 20] for i in range(0, len(code), 20))) == sheet.answers


# ------------------------------------------------------------------------------------------------ notebooks, pages


class Page(HTMLParser):
    """Collects what a page's tags load and its scripts."""

    def __init__(self):
        super().__init__()
        self.loaded, self.tags = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.loaded += [value for name, value in attrs if name in {"src", "href", "srcset"}]


@pytest.mark.parametrize("key", [False, True])
def test_a_page_stands_alone_and_runs_nothing(plan, key):
    found = Page()
    text = page(plan, {1: printed(plan, 1)}, key=key)
    found.feed(text)
    assert found.loaded == []
    assert "script" not in found.tags
    assert ("svg" in found.tags) is not key
    assert "url(" not in text.replace("url()", "")


def test_a_title_from_anybody_is_only_text():
    plan = Plan(kinds=(("score", 1),), number=1, title=NASTY)
    text = page(plan, {1: printed(plan, 1)}, key=False)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    heading = json.loads(student_notebook(plan, 1, printed(plan, 1)))["cells"][0]["source"]
    assert "<script>" not in heading
    assert "\\*" in heading


def test_a_student_page_and_notebook_name_no_right_answer_or_seed(plan):
    for learner in (1, 2):
        questions = printed(plan, learner)
        book = json.loads(student_notebook(plan, learner, questions))
        code = "".join(cell["source"] for cell in book["cells"] if cell["cell_type"] == "code")
        assert "seed" not in code
        for text in (page(plan, {learner: questions}, key=False), json.dumps(book)):
            for question in questions:
                assert question.exercise.why not in text


def test_notebooks_are_valid_and_the_same_every_time(plan, tmp_path):
    files = write_worksheets(plan, tmp_path / "a")
    write_worksheets(plan, tmp_path / "b")
    assert len([path for path in files if path.suffix == ".ipynb"]) == 4
    for path in files:
        twin = tmp_path / "b" / path.relative_to(tmp_path / "a")
        assert path.read_bytes() == twin.read_bytes()
        if path.suffix == ".ipynb":
            nbformat.validate(nbformat.read(path, as_version=4))


def test_a_student_notebook_runs_and_keeps_its_answers(plan, tmp_path):
    write_worksheets(plan, tmp_path)
    book = nbformat.read(tmp_path / "students" / "sheet-01.ipynb", as_version=4)
    right = plan.exercises(1)[0].answer
    for cell in book.cells:
        cell.source = cell.source.replace('sheet.check(1, "")', f"sheet.check(1, {right!r})").replace(
            'name=""', 'name="Ana"'
        )
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = json.dumps([cell.get("outputs") for cell in book.cells])
    assert "Right." in shown
    results = collect(tmp_path, plan)
    assert [row.right for row in results.rows] == [True] + [False] * 7
    assert results.rows[0].name == "Ana"


def test_in_spanish_a_sheet_speaks_spanish_and_leaves_the_language_alone(plan):
    spanish = Plan(kinds=plan.kinds, number=3, seed=42, language="es")
    english = Plan(kinds=plan.kinds, number=3, seed=42)
    assert language() == "en"
    assert spanish.exercises(1) == english.exercises(1)
    with speaking("es"):
        there = page(spanish, {1: printed(spanish, 1)}, key=True)
    assert language() == "en"
    assert 'lang="es"' in there
    assert "Sheet" not in there


# ------------------------------------------------------------------------------------------------ a class


def test_a_class_of_thirty_rehearsed(tmp_path, capsys):
    arguments = [
        "rehearse",
        "--kinds",
        "legal-moves:1,score:1,who-leads:2",
        "--number",
        "6",
        "--out",
        str(tmp_path / "class"),
    ]
    assert cli.main(["worksheet", *arguments]) == 0
    told = capsys.readouterr().out
    assert "26 learners read" in told
    assert "4 files skipped" in told
    made = sorted(path.name for path in (tmp_path / "class" / "results").glob("[!.]*"))
    assert made == [
        "answers.csv", "difficulty.csv", "difficulty.html", "learners.csv", "mistakes.csv", "mistakes.html", "problems.txt",
    ]  # fmt: skip
    assert len(list((tmp_path / "class" / "students").iterdir())) == 60
    with pytest.raises(DominoError):
        rehearse(Plan(kinds=(("score", 1),)), tmp_path / "class")


def test_collecting_counts_what_was_answered(plan, tmp_path):
    for learner in (1, 2, 3):
        sheet = Sheet(sheet_text(plan, learner), file=tmp_path / f"{learner}.json", name=f"=cmd|{learner}")
        exercises = plan.exercises(learner)
        sheet.check(1, exercises[0].wrongs[0].answer)
        sheet.hint(1)
        sheet.check(1, exercises[0].answer)
        sheet.check(2, exercises[1].answer)
    results = collect(tmp_path, plan)
    assert results.problems == ()
    first = [row for row in results.rows if row.question == 1]
    assert [(row.right, row.right_at_once, row.tries, row.hints) for row in first] == [(True, False, 2, 1)] * 3
    assert results.items()[0].answered == 3
    assert results.common()[0].learners >= 1
    assert list(results.learners()["solved"]) == [2, 2, 2]
    assert results.table().shape[0] == 24
    results.write(tmp_path / "out")
    assert "\n1.json,1,'=cmd|1," in (tmp_path / "out" / "answers.csv").read_text(encoding="utf-8")


def test_charts_have_titles_axes_and_error_bars(plan, tmp_path):
    sheet = Sheet(sheet_text(plan, 1), file=tmp_path / "1.json")
    sheet.check(1, plan.exercises(1)[0].wrongs[0].answer)
    results = collect(tmp_path, plan)
    for chart in (results.difficulty_chart(), results.mistakes_chart()):
        assert chart.layout.title.text
        assert chart.layout.xaxis.title.text
    assert results.difficulty_chart().data[0].error_y.array
    assert list(results.mistakes_chart().data[0].x) == [1]


def test_a_class_that_handed_in_nothing_has_empty_charts(plan, tmp_path):
    results = collect(tmp_path, plan)
    assert results.rows == ()
    results.write(tmp_path / "out")


def strange_files(plan):
    good = Answers(sheet=plan.id, learner=1).to_data()
    yield "empty", ""
    yield "list", "[]"
    yield "foreign", '{"a": 1}'
    yield "version", json.dumps({**good, "version": 2})
    yield "sheet", json.dumps({**good, "sheet": "0000000000"})
    yield "learner", json.dumps({**good, "learner": 999})
    yield "learner-text", json.dumps({**good, "learner": "1"})
    yield "answers", json.dumps({**good, "answers": [1]})
    yield "tries", json.dumps({**good, "answers": {"1": {"tries": "no", "hints": 0}}})
    yield "many", json.dumps({**good, "answers": {"1": {"tries": ["x"] * 51, "hints": 0}}})
    yield "number", json.dumps({**good, "answers": {"x": {"tries": [], "hints": 0}}})
    yield "deep", "[" * 100_000
    yield "nan", '{"format": NaN'


def test_every_strange_file_is_named_and_skipped(plan, tmp_path):
    expected = []
    for name, text in strange_files(plan):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
        expected.append(f"{name}.json")
    (tmp_path / "bytes.json").write_bytes(bytes(range(256)))
    (tmp_path / "code.txt").write_text("DLA.not a code", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    good = Sheet(sheet_text(plan, 2), file=tmp_path / "good.json")
    good.check(1, "none")
    (tmp_path / "second.json").write_bytes((tmp_path / "good.json").read_bytes())
    results = collect(tmp_path, plan)
    assert sorted(problem.file for problem in results.problems) == sorted(
        [*expected, "bytes.json", "code.txt", "second.json"]
    )
    assert all(problem.why for problem in results.problems)
    assert {row.learner for row in results.rows} == {2}


def test_answers_of_a_stranger_are_judged_never_believed(plan, tmp_path):
    data = Answers(sheet=plan.id, learner=1, tries={1: ["x" * 10_000, "<b>"], 99: ["1"]}, hints={1: -5}).to_data()
    data["answers"]["1"]["right"] = True
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    assert not any(row.right for row in collect(tmp_path, plan).rows)


def test_a_folder_that_is_not_there_is_named(plan, tmp_path):
    with pytest.raises(DominoError, match="nowhere"):
        collect(tmp_path / "nowhere", plan)


def test_the_command_lists_kinds_makes_and_collects(tmp_path, capsys):
    assert cli.main(["worksheet", "kinds"]) == 0
    assert all(kind in capsys.readouterr().out or kind for kind in KINDS)
    out = tmp_path / "w"
    assert cli.main(["worksheet", "make", "--kinds", "score", "--number", "2", "--out", str(out)]) == 0
    sheet = opened(out / "students" / "sheet-01.ipynb", tmp_path / "in" / "a.json")
    sheet.check(1, "0")
    plan_file = str(out / "teacher" / "plan.json")
    assert (
        cli.main(["worksheet", "collect", str(tmp_path / "in"), "--plan", plan_file, "--out", str(tmp_path / "r")]) == 0
    )
    (tmp_path / "in" / "b.json").write_text("{", encoding="utf-8")
    assert (
        cli.main(["worksheet", "collect", str(tmp_path / "in"), "--plan", plan_file, "--out", str(tmp_path / "r")]) == 1
    )
    assert "b.json" in capsys.readouterr().out
    assert cli.main(["worksheet", "make", "--kinds", "chess", "--out", str(out)]) == 1
    assert Path(out).is_dir()
