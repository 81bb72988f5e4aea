"""The command line: help, mistakes, and the table of commands."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from dominolab import cli
from dominolab.errors import DominoError


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
