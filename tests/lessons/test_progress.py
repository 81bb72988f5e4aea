"""A learner's progress: never lost, never a reason to stop."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominolab.errors import DominoError
from dominolab.lessons.kinds import KINDS, exercise
from dominolab.lessons.progress import Mark, Progress

PLACES = [(kind, level) for kind, made in KINDS.items() for level in range(1, made.levels + 1)]
MARKS = st.lists(st.integers(0, 9999), min_size=3, max_size=3).map(lambda n: Mark(*sorted(n, reverse=True)))
PROGRESS = st.dictionaries(st.sampled_from(PLACES), MARKS).map(Progress)


@given(PROGRESS)
def test_a_code_gives_the_progress_back(progress):
    assert Progress.from_code(progress.code) == progress


def test_a_code_is_short():
    full = Progress({place: Mark(20, 15, 9) for place in PLACES})
    assert len(full.code) < 350
    assert len(Progress({PLACES[0]: Mark(5, 4, 3)}).code) < 70


@given(PROGRESS, PROGRESS)
def test_merging_loses_nothing_and_counts_nothing_twice(one, other):
    both = one.merged(other)
    assert both == other.merged(one)
    assert both.merged(one) == both
    assert all(both.marks[place] >= mark or both.marks[place].tried > mark.tried for place, mark in one.marks.items())


def test_solving_is_noted_by_kind_and_level():
    first, second, third = (exercise("score", seed, 2) for seed in (1, 2, 3))
    p = Progress().noted(first, solved=True, tries=2).noted(second, solved=True, tries=1)
    p = p.noted(third, solved=False, tries=4)
    assert p.marks == {("score", 2): Mark(3, 2, 1)}


def test_a_file_gives_the_progress_back(tmp_path):
    p = Progress({("score", 1): Mark(3, 2, 1)})
    p.save(tmp_path / "deep" / "me.progress.json")
    assert Progress.load(tmp_path / "deep" / "me.progress.json") == p
    assert Progress.load(tmp_path / "none.json") == Progress()


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "p.json"
    Progress({("score", 1): Mark(3, 2, 1)}).save(path)

    def crash(*_):
        raise OSError

    monkeypatch.setattr("os.fsync", crash)
    monkeypatch.setattr("pathlib.Path.replace", crash)
    with pytest.raises(OSError):  # noqa: PT011 - made above
        Progress({("score", 1): Mark(9, 9, 9)}).save(path)
    monkeypatch.undo()
    assert Progress.load(path).marks["score", 1] == Mark(3, 2, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["p.json"]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '{"format": "other"}', '{"format": "dominolab-progress", "version": 9}',
        '{"format": "dominolab-progress", "version": 1, "marks": {"score/1": [1, 2]}}',
        '{"format": "dominolab-progress", "version": 1, "marks": {"score/1": [1, 2, 3]}}',
        '{"format": "dominolab-progress", "version": 1, "marks": {"score/1": [1e9, 0, 0]}}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_kept_aside_and_named(text, tmp_path):
    path = tmp_path / "p.json"
    for n in ("", "1"):
        path.write_text(text, encoding="utf-8")
        found = Progress.load(path)
        assert found == Progress()
        assert f"p.json.damaged{n}" in found.problem
        assert (tmp_path / f"p.json.damaged{n}").read_text(encoding="utf-8") == text
        assert not path.exists()


def test_kinds_of_a_newer_version_are_passed_over(tmp_path):
    data = {"format": "dominolab-progress", "version": 1, "marks": {"chess/1": [1, 1, 1], "score/1": [2, 1, 0]}}
    (tmp_path / "p.json").write_text(json.dumps(data), encoding="utf-8")
    assert Progress.load(tmp_path / "p.json").marks == {("score", 1): Mark(2, 1, 0)}


@pytest.mark.parametrize("code", ["", "DLP.", "DLP.AAAAAAAA", "hello", "DLS.AAAA"])
def test_a_damaged_code_is_refused(code):
    with pytest.raises(DominoError):
        Progress.from_code(code)
