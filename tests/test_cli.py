"""The command line: help, mistakes, and the table of commands."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from dominolab import cli
from dominolab.errors import DominoError
from dominolab.messages import VARIABLE, language


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m dominolab` as a person would."""
    return subprocess.run([sys.executable, "-m", "dominolab", *words], capture_output=True, text=True, check=False)


def test_help_lists_every_command_and_what_it_does():
    done = run("--help")
    assert done.returncode == 0
    for name, purpose in cli.commands().items():
        assert name in done.stdout
        assert purpose.split()[0] in done.stdout


@pytest.mark.parametrize("name", cli.commands())
def test_every_command_in_the_table_has_its_module_and_help(name, capsys):
    command = cli.load(name)
    command.add_arguments(argparse.ArgumentParser())
    assert callable(command.run)
    with pytest.raises(SystemExit) as stop:
        cli.main([name, "--help"])
    assert stop.value.code == 0
    assert name in capsys.readouterr().out


def test_no_command_or_an_unknown_one_is_a_misuse_that_names_the_choices():
    assert run().returncode == 2
    done = run("paly")
    assert done.returncode == 2
    assert "paly" in done.stderr
    assert "lab" in done.stderr


def test_an_unknown_argument_is_named():
    done = run("selfcheck", "--quickly")
    assert done.returncode == 2
    assert "--quickly" in done.stderr


def test_an_error_of_ours_is_a_sentence_not_a_traceback(monkeypatch, capsys):
    class Failing:
        def add_arguments(self, parser):
            pass

        def run(self, _args):
            message = "the boneyard is empty"
            raise DominoError(message)

    monkeypatch.setattr(cli, "load", lambda _name: Failing())
    assert cli.main(["selfcheck"]) == 1
    assert capsys.readouterr().err == "the boneyard is empty\n"


def test_an_error_of_the_system_is_a_sentence_too(monkeypatch, capsys):
    class Failing:
        def add_arguments(self, parser):
            pass

        def run(self, _args):
            raise FileNotFoundError(2, "No such file", "some.domino")

    monkeypatch.setattr(cli, "load", lambda _name: Failing())
    assert cli.main(["selfcheck"]) == 1
    assert capsys.readouterr().err == "some.domino: No such file\n"


@pytest.mark.parametrize("words", [["--language", "es", "check", "{file}"], ["check", "{file}", "--language=es"]])
def test_every_command_speaks_the_language_that_is_asked_for(words, monkeypatch, capsys, tmp_path):
    file = tmp_path / "a.domino"
    file.write_text('[Domino "1"]\n\n== 1 lead A\nend broken\n')
    monkeypatch.setenv(VARIABLE, "en")
    assert cli.main([word.format(file=file) for word in words]) == 0
    assert capsys.readouterr().out == "1 partida, 1 ronda: 0 errores\n"
    assert language() == "en"


def test_the_environment_chooses_the_language(monkeypatch, capsys):
    monkeypatch.setenv(VARIABLE, "es")
    done = run("--help")
    assert "Aprende" in done.stdout
    asked = "import dominolab as dl; print(dl.language())"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "es\n"
    monkeypatch.setenv(VARIABLE, "xx")
    assert cli.main(["check", "a.domino"]) == 1
    assert capsys.readouterr().err == "no language 'xx'; there are: en, es\n"
    assert run("--language", "xx", "check").returncode == 2


def test_a_reader_that_stops_reading_is_no_error_to_talk_about(tmp_path):
    file = tmp_path / "many.domino"
    file.write_text('[Domino "1"]\n\n' + "== 1 lead A\nA zz\nend broken\n" * 3000)
    words = [sys.executable, "-m", "dominolab", "check", "--json", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        assert done.stdout.readline()
        done.stdout.close()
        assert done.stderr.read() == b""
