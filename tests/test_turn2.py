"""What people reported of files, secrets, text and input (cases/turn2.jsonl): each right value, by its id."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.cli import main
from dominolab.errors import DominoError
from dominolab.lessons.plan import Plan, read_kinds
from dominolab.lessons.rehearsal import rehearse
from dominolab.lessons.results import collect
from dominolab.lessons.sheet import Answers, sheet_text

CASES = Path(__file__).parent / "cases" / "turn2.jsonl"
GAMES = Path(__file__).parents[1] / "notebooks" / "games"
PLAN = Plan(kinds=read_kinds("score:2,probability:2,legal-moves:2"), number=4, seed=5, learners=3)


def tried(folder, *arguments, **variables):
    """Run the command line in a folder, in a process of its own."""
    environment = {**os.environ, **variables, "PYTHONPATH": str(Path(dl.__file__).parents[1])}
    call = [sys.executable, "-m", "dominolab", *map(str, arguments)]
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, check=False, timeout=120)


# ------------------------------------------------------------------------------------------------ nothing is lost


def test_n_collect_01_the_folder_of_older_copies_is_not_looked_into(tmp_path):
    rehearse(PLAN, tmp_path / "wr", seed=5)
    real = tmp_path / "wr" / "answers" / "learner-01.json"
    folder = tmp_path / "an"
    (folder / ".ipynb_checkpoints").mkdir(parents=True)
    shutil.copy(real, folder)
    alone = collect(folder, PLAN).learners().to_dict("records")
    old = json.loads(real.read_text(encoding="utf-8")) | {"answers": {"1": {"tries": ["6"], "hints": 0}}}
    for name in (".ipynb_checkpoints/learner-01-checkpoint.json", "._learner-01.json", "learner-01.json~",
                 "learner-01.json.bak", "learner-01-checkpoint.json"):  # fmt: skip
        (folder / name).write_text(json.dumps(old), encoding="utf-8")
    results = collect(folder, PLAN)
    assert results.learners().to_dict("records") == alone
    assert results.problems == ()


def test_n_sheet_01_the_same_answer_again_is_no_new_try(tmp_path):
    text, file = sheet_text(PLAN, 1), tmp_path / "a.json"
    right = PLAN.exercises(1)[0].answer
    for _ in range(60):
        dl.Sheet(text, file).check(1, "1")
    sheet = dl.Sheet(text, file)
    assert sheet.check(1, right).right
    assert str(sheet) == "1 of 4 questions solved"
    for _ in range(3):
        dl.Sheet(text, file).check(1, right)
    assert Answers.read(file).tries[1] == ["1", right]


def test_a_right_answer_after_more_than_fifty_wrong_ones_is_kept(tmp_path):
    sheet = dl.Sheet(sheet_text(PLAN, 1), tmp_path / "a.json")
    right = PLAN.exercises(1)[0].answer
    for n in range(60):
        sheet.check(1, f"{1000 + n}")
    sheet.check(1, right)
    sheet.check(1, "2000")
    assert len(Answers.read(sheet.file).tries[1]) == 50
    assert right in Answers.read(sheet.file).tries[1]
    assert str(dl.Sheet(sheet.text, sheet.file)) == "1 of 4 questions solved"


def test_hints_that_were_read_are_kept_and_running_again_takes_no_more(tmp_path):
    text, file = sheet_text(PLAN, 1), tmp_path / "a.json"
    said = [dl.Sheet(text, file).hint(1) for _ in range(3)]
    assert len(set(said)) == 1
    assert Answers.read(file).hints == {1: 1}
    sheet = dl.Sheet(text, file)
    assert sheet.hint(1) == said[0]
    assert sheet.hint(1) != said[0]
    assert Answers.read(file).hints == {1: 2}


def test_n_file_01_two_quizzes_on_one_file_keep_both_marks(tmp_path):
    file = tmp_path / "p.json"
    one, other = dl.Quiz("score", seed=4, file=file), dl.Quiz("legal-moves", seed=4, file=file)
    one.answer(one.exercise.answer)
    other.answer(other.exercise.answer)
    marks = dl.Quiz("score", file=file).progress.marks
    assert {place: mark.solved for place, mark in marks.items()} == {("score", 1): 1, ("legal-moves", 1): 1}


def test_n_file_01_two_windows_on_one_worksheet_keep_both_answers(tmp_path):
    text, file = sheet_text(PLAN, 1), tmp_path / "w.json"
    one, other = dl.Sheet(text, file), dl.Sheet(text, file)
    one.check(3, PLAN.exercises(1)[2].answer)
    other.check(4, "10")
    one.save(name="Ana")
    other.hint(4)
    kept = Answers.read(file)
    assert sorted(kept.tries) == [3, 4]
    assert kept.hints == {4: 1}
    assert kept.name == "Ana"


def test_a_quiz_that_is_run_again_counts_a_question_once(tmp_path):
    file = tmp_path / "p.json"
    for _ in range(3):
        quiz = dl.Quiz("score", seed=4, file=file)
        quiz.answer("-999")
        quiz.hint()
        quiz.answer(quiz.exercise.answer)
    assert quiz.progress.marks["score", 1] == (1, 1, 0)


def test_a_quiz_goes_on_after_a_restart_with_its_tries_and_hints(tmp_path):
    file = tmp_path / "p.json"
    quiz = dl.Quiz("score", seed=4, file=file)
    quiz.answer("-999")
    quiz.hint()
    again = dl.Quiz("score", seed=4, file=file)
    assert (again.tries, again.hints) == (1, 1)
    again.answer(again.exercise.answer)
    assert again.progress.marks["score", 1].at_once == 0


TWO_WINDOWS = """
import sys
import dominolab as dl
for seed in range(int(sys.argv[1]), int(sys.argv[2])):
    quiz = dl.Quiz("score", seed=seed, file=sys.argv[3])
    quiz.answer(quiz.exercise.answer)
"""


def test_two_processes_on_one_file_keep_every_answer(tmp_path):
    file = tmp_path / "p.json"
    calls = [[sys.executable, "-c", TWO_WINDOWS, str(first), str(first + 20), str(file)] for first in (0, 1000)]
    running = [subprocess.Popen(call) for call in calls]
    assert [process.wait(timeout=300) for process in running] == [0, 0]
    assert dl.Quiz("score", file=file).progress.marks["score", 1] == (40, 40, 40)


def test_n_file_02_a_second_worksheet_does_not_replace_the_first(tmp_path, capsys):
    words = ["worksheet", "make", "--kinds", "score:2", "--number", "3", "--learners", "2", "--out", str(tmp_path)]
    assert main([*words, "--seed", "5"]) == 0
    book = tmp_path / "students" / "sheet-01.ipynb"
    book.write_text(
        book.read_text(encoding="utf-8").replace('check(1, \\"\\")', 'check(1, \\"13\\")'), encoding="utf-8"
    )
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main([*words, "--seed", "6"]) == 1
    assert "choose another folder" in capsys.readouterr().err
    assert main([*words, "--seed", "5"]) == 0
    assert f"{book} was changed" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_table_of_results_that_the_teacher_changed_is_not_replaced(tmp_path):
    results = rehearse(PLAN, tmp_path / "w", seed=5)
    folder = tmp_path / "w" / "results"
    results.write(folder)
    (folder / "learners.csv").write_text("my own grades", encoding="utf-8")
    other = type(results)(PLAN, results.rows[:4], ())
    with pytest.raises(DominoError, match=r"learners\.csv"):
        other.write(folder)
    assert (folder / "learners.csv").read_text(encoding="utf-8") == "my own grades"


def test_n_lab_02_started_in_its_own_folder_the_lab_opens_it(tmp_path, monkeypatch):
    from dominolab.commands import lab

    monkeypatch.setattr(lab, "from_checkout", lambda: None)
    monkeypatch.chdir(tmp_path)
    first = lab.prepare(None)
    monkeypatch.chdir(first)
    assert lab.prepare(None) == first
    assert not (first / "dominolab-notebooks").exists()


def test_n_close_01_a_collection_closes_its_index(tmp_path):
    shutil.copy(GAMES / "first.domino", tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        games = dl.Collection(tmp_path, progress=False)
        base = games._base
        del games
        gc.collect()
        with pytest.raises(Exception, match="closed"):
            base.execute("SELECT 1")
        with dl.Collection(tmp_path, progress=False) as games:
            assert len(games) > 0


def test_n_write_01_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "a.domino", tmp_path / "link.domino"
    dl.write(dl.Record("classic"), path)
    path.chmod(0o640)
    link.symlink_to(path)
    dl.write(dl.Record("block"), link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o7777 == 0o640
    assert str(dl.read(path).rules) == "block"


def test_what_is_no_plain_file_is_not_replaced(tmp_path):
    pipe, circle = tmp_path / "pipe.domino", tmp_path / "circle.domino"
    os.mkfifo(pipe)
    circle.symlink_to(circle)
    for path in (pipe, circle):
        with pytest.raises(OSError, match=path.name):
            dl.write(dl.Record("classic"), path)
    assert pipe.is_fifo()
    assert main(["convert", str(GAMES / "first.domino"), str(pipe)]) == 1


@pytest.mark.parametrize("name", ["game.domino", "link.html", "other.DOMINO", "new.jsonl", "notes.txt"])
def test_export_writes_over_no_record(tmp_path, capsys, name):
    shutil.copy(GAMES / "first.domino", tmp_path / "game.domino")
    shutil.copy(GAMES / "spinner-draws.domino", tmp_path / "other.DOMINO")
    shutil.copy(GAMES / "spinner-draws.domino", tmp_path / "notes.txt")
    (tmp_path / "link.html").symlink_to(tmp_path / "game.domino")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["export", str(tmp_path / "game.domino"), "--html", str(tmp_path / name)]) == 1
    assert "name another file" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_convert_and_annotate_write_over_no_other_games(tmp_path, capsys):
    source, other = tmp_path / "a.domino", tmp_path / "b.domino"
    shutil.copy(GAMES / "first.domino", source)
    shutil.copy(GAMES / "spinner-draws.domino", other)
    before = other.read_bytes()
    assert main(["convert", str(source), str(other)]) == 1
    assert main(["annotate", str(source), str(other), "--quiet"]) == 1
    assert other.read_bytes() == before
    assert main(["convert", str(source), str(other), "--replace"]) == 0
    assert main(["convert", str(source), str(other)]) == 0
    assert [str(record) for record in dl.read_all(other)] == [str(record) for record in dl.read_all(source)]


def test_a_collection_counts_copies_once_and_knows_capitals(tmp_path):
    (tmp_path / ".ipynb_checkpoints").mkdir()
    names = ("A.DOMINO", ".ipynb_checkpoints/A-checkpoint.domino", "._A.domino", "A.domino~", "A.domino.bak")
    for name in names:
        shutil.copy(GAMES / "first.domino", tmp_path / name)
    with dl.Collection(tmp_path, progress=False) as games:
        assert list(games.files) == ["A.DOMINO"]
        assert games.matches == 1


def test_a_table_open_in_two_windows_loses_no_move(tmp_path):
    file = tmp_path / "t.json"
    one = dl.Table("block", ["me", "greedy"], seed=3, file=file)
    one.move(one.position.legal_moves[0])
    other = dl.Table("block", ["me", "greedy"], seed=3, file=file)
    one.move(one.position.legal_moves[0])
    kept = file.read_bytes()
    with pytest.raises(DominoError, match="another window"):
        other.move(other.position.legal_moves[-1])
    assert file.read_bytes() == kept


# --------------------------------------------------------------------------------------------- nothing hidden leaks


def test_n_hotseat_01_a_curtain_falls_before_the_other_tiles_are_shown():
    table = dl.Table("classic", ["me", "me"], seed=3)
    assert table.names == ("Player A", "Player B")
    table.move(table.position.legal_moves[0])
    assert table.covered
    assert all(hand["tiles"] == [] for hand in table.widget.scene["hands"])
    table.uncover()
    assert [bool(hand["tiles"]) for hand in table.widget.scene["hands"]].count(True) == 1


def test_n_leak_01_a_hidden_game_has_no_code():
    table = dl.Table("classic", ["me", "greedy"], seed=3)
    assert table.code is None
    assert "code" not in [button["kind"] for button in table.widget.scene["toolbar"]]


def test_n_widget_01_boards_stand_side_by_side_by_their_widgets():
    import ipywidgets

    boards = [dl.Board(dl.deal(dl.rules("classic"), seed=seed)) for seed in (1, 2)]
    assert len(ipywidgets.HBox([board.widget for board in boards]).children) == 2
    assert "HBox([one.widget, other.widget])" in (GAMES.parents[1] / "docs" / "widgets.md").read_text(encoding="utf-8")
