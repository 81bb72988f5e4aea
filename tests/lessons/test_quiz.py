"""``Quiz``: the same seed asks the same; answers get reasons; marks are kept."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.lessons.kinds import KINDS
from tests.widgets.rounds import click

ALL = [(kind, level) for kind, found in KINDS.items() for level in range(1, found.levels + 1)]


@pytest.mark.parametrize(("kind", "level"), ALL)
def test_the_right_answer_given_through_the_form_is_right(kind, level):
    quiz = dl.Quiz(kind, seed=3, level=level)
    asked = quiz.exercise
    if asked.form == "several":
        for key in asked.answer.split():
            if key != "none":
                click(quiz, "form", name=f"tick:{key}", value=True)
        click(quiz, "check")
    else:
        click(quiz, "form", name="answer", value=asked.answer)
        if asked.form == "number":
            click(quiz, "check")
    assert quiz.answered.right
    assert quiz.widget.scene["tone"] == "good"
    assert quiz.progress.marks[kind, level].at_once == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_asks_the_same_question(kind):
    assert dl.Quiz(kind, seed=5).widget.scene["form"] == dl.Quiz(kind, seed=5).widget.scene["form"]


def test_a_wrong_answer_says_why_and_can_be_tried_again():
    quiz = dl.Quiz("score", seed=4)
    found = quiz.answer("-999")
    assert not found.right
    assert quiz.widget.scene["message"].startswith("Not yet. ")
    assert quiz.answer(quiz.exercise.answer).right
    mark = quiz.progress.marks["score", 1]
    assert (mark.tried, mark.solved, mark.at_once) == (1, 1, 0)


def test_what_cannot_be_read_is_no_try():
    quiz = dl.Quiz("score", seed=4)
    quiz.answer("half a cat")
    assert quiz.tries == 0
    quiz.answer(quiz.exercise.answer)
    assert quiz.progress.marks["score", 1].at_once == 1


def test_hints_come_one_by_one_and_stay():
    quiz = dl.Quiz("score", seed=4)
    for n, hint in enumerate(quiz.exercise.hints, start=1):
        click(quiz, "hint")
        assert quiz.widget.scene["message"] == f"Hint {n}: {hint}"
        assert f"Hint {n}: {hint}" in quiz.widget.scene["why"]
    with pytest.raises(dl.DominoError, match="no more hints"):
        quiz.hint()


def test_giving_up_shows_the_answer_and_does_not_count_as_solved():
    quiz = dl.Quiz("score", seed=4)
    click(quiz, "give_up")
    assert quiz.exercise.answer in quiz.widget.scene["message"]
    quiz.answer(quiz.exercise.answer)
    assert quiz.progress.marks["score", 1].solved == 0


def test_the_question_shows_no_answer_before_it_is_answered():
    for kind in KINDS:
        scene = dl.Quiz(kind, seed=3).widget.scene
        assert not [
            tile for hand in scene.get("hands", []) for tile in hand["tiles"] if tile.get("playable") is not None
        ]
        assert "ghosts" not in scene


def test_next_and_level():
    quiz = dl.Quiz("score", seed=4)
    click(quiz, "next")
    assert (quiz.exercise.seed, quiz.exercise.level) == (5, 1)
    click(quiz, "level", value="2")
    assert (quiz.exercise.seed, quiz.exercise.level) == (5, 2)
    with pytest.raises(dl.DominoError):
        quiz.ask("score", 1, 99)


def test_jup_13_marks_are_kept_in_a_file_and_as_a_code(tmp_path):
    file = tmp_path / "progress.json"
    quiz = dl.Quiz("score", seed=4, file=file)
    quiz.answer(quiz.exercise.answer)
    again = dl.Quiz("score", seed=5, file=file)
    assert again.progress == quiz.progress
    assert "1 of 1 solved" in again.widget.scene["why"][-1]


def test_a_damaged_progress_file_is_set_aside_and_said(tmp_path):
    file = tmp_path / "progress.json"
    file.write_text("{ broken")
    quiz = dl.Quiz("score", seed=4, file=file)
    assert "was kept as" in quiz.widget.scene["message"]
    assert (tmp_path / "progress.json.damaged").read_text() == "{ broken"
