"""`dominolab play`: the same match as in the notebook and in a script, only asked for with `input()`."""

from __future__ import annotations

import argparse
import ast
from pathlib import Path

import dominolab as dl
from dominolab.commands import play
from tests.widgets.rounds import click

PACKAGE = Path(dl.__file__).parent


def in_the_terminal(monkeypatch, capsys, rules, seed):
    """Play seat A by typing 1 each time; return what was said of the moves."""
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    monkeypatch.setattr("builtins.input", lambda _question: "1")
    assert play.run(parser.parse_args([rules, "--players", "me", "greedy", "--seed", str(seed)])) == 0
    lines = capsys.readouterr().out.splitlines()
    return [line for line in lines if line.startswith(("A ", "B ")) and not line.endswith("match.")]


def in_a_notebook(rules, seed):
    """Play seat A by clicks, each time the first legal move; return the finished rounds."""
    table = dl.Table(rules, ["me", "greedy"], seed=seed)
    while not table.match.over:
        if table.between:
            click(table, "next_round")
            continue
        move = table.position.legal_moves[0]
        if isinstance(move, dl.Play):
            click(table, "end", tile=str(move.tile), end=move.end.value if move.end else "start")
        else:
            click(table, "draw" if isinstance(move, dl.Draw) else "pass")
    return table.match.rounds


def in_a_script(rules, seed):
    """Play both seats; return the finished rounds."""
    match = dl.Match(dl.rules(rules), seed)
    while not match.over:
        view = match.position.view(match.position.turn)
        match = match.move(view.legal_moves[0] if view.seat == 0 else dl.PLAYERS["greedy"](view))
    return match.rounds


def test_jup_36_terminal_notebook_and_script_play_the_same_match(monkeypatch, capsys):
    rules, seed = "classic target=40", 5
    said = in_the_terminal(monkeypatch, capsys, rules, seed)
    rounds = in_a_script(rules, seed)
    assert in_a_notebook(rules, seed) == rounds
    assert said == [play.said(event) for finished in rounds for event in finished.position.history]
    assert len(rounds) > 1


def test_jup_36_only_the_terminal_asks_with_input():
    asking = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "input"
    ]
    assert asking == ["commands/play.py"]
