"""A release names one version everywhere, and its notes are those of the changelog."""

from __future__ import annotations

import datetime as dt
import importlib.util
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TODAY = dt.date(2030, 1, 2)


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tool, tmp_path):
    for name in [*tool.NAMED, "CHANGELOG.md"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n", encoding="utf-8"
    )
    return tmp_path


def test_all_files_name_one_version(tool):
    assert len(set(tool.versions().values())) == 1


def test_a_release_writes_version_and_date_and_closes_the_changelog(tool, copy):
    tool.cut("7.8.9", TODAY, copy)
    assert set(tool.versions(copy).values()) == {"7.8.9"}
    assert tool.problems("7.8.9", copy) == []
    assert tool.notes("7.8.9", copy) == "### Added\n\n- A thing."
    assert tool.notes("Unreleased", copy) == ""
    assert "date-released: 2030-01-02" in (copy / "CITATION.cff").read_text(encoding="utf-8")


def test_a_second_release_replaces_the_date(tool, copy):
    tool.cut("7.8.9", TODAY, copy)
    log = copy / "CHANGELOG.md"
    log.write_text(
        log.read_text(encoding="utf-8").replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n"), encoding="utf-8"
    )
    tool.cut("7.9.0", dt.date(2031, 1, 1), copy)
    assert (copy / "CITATION.cff").read_text(encoding="utf-8").count("date-released") == 1
    assert tool.notes("7.9.0", copy) == "- More."
    assert tool.notes("7.8.9", copy) == "### Added\n\n- A thing."


def test_a_tag_that_the_files_do_not_name_is_refused(tool, copy):
    tool.cut("7.8.9", TODAY, copy)
    assert len(tool.problems("7.9.0", copy)) == len(tool.NAMED) + 1


@pytest.mark.parametrize("version", ["7.8", "next", "v7.8.9"])
def test_what_is_no_version_is_not_cut(tool, copy, version):
    with pytest.raises(ValueError, match="not a version"):
        tool.cut(version, TODAY, copy)


def test_nothing_is_released_twice_or_without_a_change(tool, copy):
    tool.cut("7.8.9", TODAY, copy)
    with pytest.raises(ValueError, match="already"):
        tool.cut("7.8.9", TODAY, copy)
    with pytest.raises(ValueError, match="nothing to release"):
        tool.cut("7.9.0", TODAY, copy)
