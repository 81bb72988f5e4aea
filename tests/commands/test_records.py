"""The commands on recorded games: check, convert, export."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.cli import main
from dominolab.commands import annotate, export

GAMES = Path(__file__).parents[2] / "notebooks" / "games"
FACTS = Path(__file__).parents[1] / "records" / "data" / "draw-spinner-one-view.jsonl"


def test_check_says_nothing_is_wrong(capsys):
    assert main(["check", str(GAMES / "first.domino"), str(GAMES / "partners-1.domino")]) == 0
    assert capsys.readouterr().out == "2 matches, 4 rounds: 0 errors\n"


def test_check_prints_like_a_compiler(capsys):
    path = GAMES / "partners-ended-too-early.domino"
    assert main(["check", str(path)]) == 1
    first, hint, total = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}:14:1: error: ended too early: D can go on")
    assert first.endswith("[ended-too-early]")
    assert hint == "    hint: end broken: where the recording stops"
    assert total == "1 match, 1 round: 1 error"


def test_check_in_json(capsys):
    path = GAMES / "spinner-wrong-pass.domino"
    assert main(["check", "--json", str(path)]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {key: found[0][key] for key in ("file", "line", "column", "code", "severity", "consequent")} == {
        "file": str(path), "line": 12, "column": 16, "code": "pass-while-able", "severity": "error", "consequent": False,
    }  # fmt: skip
    assert [each["consequent"] for each in found[1:]] == [True] * (len(found) - 1)


def test_warnings_alone_are_no_error(tmp_path, capsys):
    path = tmp_path / "w.domino"
    path.write_text('[Domino "1"]\n\n== lead A\nend broken\n')
    assert main(["check", str(path)]) == 0
    assert "warning" in capsys.readouterr().out


def test_a_missing_file_is_an_error(capsys):
    assert main(["check", "/nowhere.domino"]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_convert_there_and_back(tmp_path, capsys):
    twin, again = tmp_path / "a.jsonl", tmp_path / "a.domino"
    source = GAMES / "spinner-draws.domino"
    assert main(["convert", str(source), str(twin)]) == 0
    assert main(["convert", str(twin), str(again)]) == 0
    assert again.read_bytes() == source.read_bytes()
    assert "3 matches written" in capsys.readouterr().out


def test_convert_facts_keeps_what_is_damaged(tmp_path, capsys):
    target = tmp_path / "draws.domino"
    assert main(["convert", "--facts", str(FACTS), str(target)]) == 0
    assert "71 matches written" in capsys.readouterr().out
    assert sum(1 for _ in dl.read_all(target)) == 71
    assert main(["convert", "/nowhere.domino", str(target)]) == 1
    assert sum(1 for _ in dl.read_all(target)) == 71


def test_export_a_page_and_a_picture(tmp_path):
    page, picture = tmp_path / "a.html", tmp_path / "a.svg"
    source = str(GAMES / "spinner-draws.domino")
    assert main(["export", source, "--html", str(page), "--match", "2"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "draw-1-3" in page.read_text(encoding="utf-8")
    assert main(["export", source, "--svg", str(picture), "--action", "3"]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize("more", [["--match", "9"], ["--match", "0"], ["--round", "5"], ["--action", "99"]])
def test_export_of_what_is_not_there(tmp_path, capsys, more):
    assert main(["export", str(GAMES / "partners-1.domino"), "--svg", str(tmp_path / "a.svg"), *more]) == 1
    assert "no " in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()


def test_png_without_chromium_says_what_to_do(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["export", str(GAMES / "partners-1.domino"), "--png", str(tmp_path / "a.png")]) == 1
    assert "install Chromium" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["convert", "{source}", "{target}"],
        ["convert", "/nowhere.domino", "{target}"],
        ["annotate", "{source}", "{target}"],
        ["export", "{source}", "--html", "{target}"],
        ["export", "{source}", "--png", "{target}"],
        ["simulate", "--games", "10", "--parquet", "{target}"],
    ],
)
def test_a_folder_that_is_missing_is_named_before_any_work(words, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(annotate, "annotate", None)
    monkeypatch.setattr(export, "read_all", None)
    folder = tmp_path / "none"
    given = [word.format(source=GAMES / "partners-1.domino", target=folder / "a.x") for word in words]
    assert main(given) == 1
    assert capsys.readouterr().err == f"{folder / 'a.x'} cannot be written: there is no folder {folder}\n"
    folder.mkdir()
    (folder / "a.x").mkdir()
    assert main(given) == 1
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_png(tmp_path):
    if not any(shutil.which(name) for name in export.BROWSERS):
        if os.environ.get("DOMINOLAB_REQUIRE_BROWSER") == "1":
            pytest.fail("no Chromium")
        pytest.skip("no Chromium")
    target = tmp_path / "a.png"
    assert main(["export", str(GAMES / "partners-1.domino"), "--png", str(target)]) == 0
    assert target.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
