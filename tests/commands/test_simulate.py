"""`dominolab simulate` prints results; `dominolab play` is a match at the terminal."""

from __future__ import annotations

import pytest

from dominolab.cli import main

pytestmark = pytest.mark.xdist_group("compiled")


def test_simulate_prints_the_results(capsys):
    arguments = ["simulate", "classic players=2", "--players", "greedy", "random", "--games", "200", "--seed", "3"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "200 rounds of classic: greedy, random; seed 3" in said
    assert "greedy wins" in said


def test_simulate_writes_its_table(tmp_path, capsys):
    file = tmp_path / "results.parquet"
    assert main(["simulate", "block", "--games", "50", "--parquet", str(file)]) == 0
    assert file.stat().st_size > 0
    assert "random (A)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["simulate", "clasic"], ["simulate", "--players", "greedy"], ["simulate", "--games", "0"]]
)
def test_mistakes_are_told_in_words(arguments, capsys):
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.err
    assert "Traceback" not in said.err


def test_players_can_play_without_a_person(capsys):
    assert main(["play", "block target=30", "--players", "greedy", "careful", "--seed", "4"]) == 0
    assert "won the match" in capsys.readouterr().out


def test_a_person_is_asked_told_why_not_and_may_stop(monkeypatch, capsys):
    answers = iter(["0-0<", "what", "1", ""])
    monkeypatch.setattr("builtins.input", lambda _question: next(answers))
    assert main(["play", "classic", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "your hand" in said
    assert "what" in said
    assert "1  " in said


def test_the_end_of_the_input_stops_the_match(monkeypatch, capsys):
    def ended(_question):
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    assert main(["play", "--seed", "3"]) == 0
    assert capsys.readouterr().out
