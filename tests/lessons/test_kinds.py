"""Every kind of question: right by a second opinion, the same everywhere, in both languages."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dominolab.errors import DominoError
from dominolab.lessons.kinds import KINDS, exercise
from dominolab.messages import speaking
from tests.lessons import checks

EACH = 200
BOTH = [(kind, level) for kind, made in KINDS.items() for level in range(1, made.levels + 1)]


def made(kind, level):
    return (exercise(kind, seed, level) for seed in range(1000, 1000 + EACH // KINDS[kind].levels))


@pytest.mark.parametrize(("kind", "level"), BOTH)
def test_a_second_opinion_agrees_with_every_answer_and_mistake(kind, level):
    assert [(e.seed, fault) for e in made(kind, level) for fault in checks.faults(e)] == []


@pytest.mark.parametrize(("kind", "level"), BOTH)
def test_in_spanish_the_answers_are_the_same_and_the_words_are_whole(kind, level):
    for e in made(kind, level):
        assert checks.untranslated(e) == []
        with speaking("es"):
            assert checks.text_faults(e) == []
            assert e.check(e.answer).right


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_opinion_would_notice_a_wrong_answer(kind):
    e = exercise(kind, 5)
    others = {"number": ("7/9", "1/9"), "several": ("none", *e.keys), "choice": e.keys}[e.form]
    other = next(answer for answer in others if answer != e.right)
    assert checks.faults(replace(e, right=other, wrongs=()))


@pytest.mark.parametrize(("kind", "level"), BOTH)
def test_the_same_seed_makes_the_same_question_and_another_seed_another(kind, level):
    first = exercise(kind, 77, level)
    assert exercise(kind, 77, level) == first
    assert len({(str(e.ask), e.given) for e in made(kind, level)}) > EACH / KINDS[kind].levels / 2
    assert pickle.loads(pickle.dumps(first)) == first  # noqa: S301 - made here


def test_questions_are_the_same_in_another_process():
    code = (
        f"import dominolab as dl; print([dl.exercise(k, 3).question + dl.exercise(k, 3).answer for k in {list(KINDS)}])"
    )
    here = str([exercise(kind, 3).question + exercise(kind, 3).answer for kind in KINDS])
    for start in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": start},
            cwd=Path(__file__).parents[2],
        )
        assert done.stdout.strip() == here


@pytest.mark.parametrize(("kind", "level"), BOTH)
def test_no_mistake_tells_the_answer(kind, level):
    """Sheets carry these words in plain form, so they name no tile, no number of this question."""
    for e in made(kind, level):
        assert all(not wrong.why.values for wrong in e.wrongs)


def test_known_questions_stay_what_they_are():
    """A change here changes every worksheet made before: raise its version and say so in the changelog."""
    assert [exercise(kind, 1).answer for kind in KINDS] == KNOWN


KNOWN = ["4-4", "5", "1/3", "6", "B", "3", "0-0>"]


@pytest.mark.parametrize(("kind", "level"), [("chess", 1), ("score", 0), ("score", 4), ("score", True)])
def test_a_kind_or_level_that_is_not_there_is_refused(kind, level):
    with pytest.raises(DominoError):
        exercise(kind, 1, level)


def test_a_seed_is_a_whole_number():
    with pytest.raises(DominoError, match="seed"):
        exercise("score", 1.5)
