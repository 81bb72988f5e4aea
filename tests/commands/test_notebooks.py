"""Copying the notebooks: nothing that a learner wrote is ever lost."""

from __future__ import annotations

import pytest

from dominolab.commands.notebooks import copy_notebooks


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "ours"
    (folder / "games").mkdir(parents=True)
    (folder / "00-start.ipynb").write_text("first edition")
    (folder / "games" / "a.domino").write_text("a game")
    return folder


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "theirs"


def test_everything_is_copied_with_its_folders(source, folder):
    assert copy_notebooks(source, folder).new == ["00-start.ipynb", "games/a.domino"]
    assert (folder / "games" / "a.domino").read_text() == "a game"


def test_a_second_copy_changes_nothing(source, folder):
    copy_notebooks(source, folder)
    again = copy_notebooks(source, folder)
    assert (again.new, again.updated, again.kept) == ([], [], [])


def test_a_file_that_nobody_changed_is_brought_up_to_date(source, folder):
    copy_notebooks(source, folder)
    (source / "00-start.ipynb").write_text("second edition")
    assert copy_notebooks(source, folder).updated == ["00-start.ipynb"]
    assert (folder / "00-start.ipynb").read_text() == "second edition"


def test_a_changed_file_is_kept_and_named_when_ours_is_newer(source, folder):
    copy_notebooks(source, folder)
    (folder / "00-start.ipynb").write_text("my work")
    assert copy_notebooks(source, folder).kept == []
    (source / "00-start.ipynb").write_text("second edition")
    assert copy_notebooks(source, folder).kept == ["00-start.ipynb"]
    assert (folder / "00-start.ipynb").read_text() == "my work"


def test_a_file_that_was_there_before_us_is_kept(source, folder):
    folder.mkdir()
    (folder / "00-start.ipynb").write_text("not yours")
    assert copy_notebooks(source, folder).kept == ["00-start.ipynb"]
    assert (folder / "00-start.ipynb").read_text() == "not yours"


@pytest.mark.parametrize("damage", ["", "{", "[]", "\x00"])
def test_with_a_damaged_receipt_every_differing_file_counts_as_changed(source, folder, damage):
    copy_notebooks(source, folder)
    (folder / ".dominolab.json").write_text(damage)
    (source / "00-start.ipynb").write_text("second edition")
    assert copy_notebooks(source, folder).kept == ["00-start.ipynb"]
