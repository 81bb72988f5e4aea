"""`dominolab selfcheck`: is this installation complete?"""

from __future__ import annotations

import importlib
import importlib.metadata
import platform
import sys
from functools import partial
from typing import TYPE_CHECKING

from dominolab.commands.lab import FIRST
from dominolab.commands.notebooks import shipped
from dominolab.messages import say

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

NEEDED = ("jupyterlab", "ipywidgets", "anywidget", "pandas", "plotly", "tqdm", "joblib", "filelock")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments: there is one check."""
    parser.epilog = say("The exit status is 1 if something is missing or wrong.")


def run(_args: argparse.Namespace) -> int:
    """Print one line for each check; return 1 if any failed."""
    print(f"Python {platform.python_version()} {sys.platform}")
    good = True
    for name, check in checks():
        try:
            result = check()
        except Exception as error:  # noqa: BLE001  whatever goes wrong here is the finding
            good = False
            print(say("WRONG  {name}: {why}", name=name, why=f"{type(error).__name__}: {error}"))
        else:
            print(say("good   {name}: {result}", name=name, result=result))
    print(say("all good") if good else say("something is missing: see above"))
    return 0 if good else 1


def checks() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the checks: a name, and a function that returns what it found or raises."""
    yield "dominolab", lambda: importlib.metadata.version("dominolab")
    for module in NEEDED:
        yield module, partial(imported, module)
    yield "numba", compiler
    yield "notebooks", first_notebook
    yield "engine", one_round


def imported(module: str) -> str:
    """Import a library and return its version."""
    importlib.import_module(module)
    return importlib.metadata.version(module)


def compiler() -> str:
    """Return numba's version, or say that loops run uncompiled: slower, with the same results."""
    try:
        return imported("numba")
    except ImportError:
        return say("not here: many games and large counts run slowly, with the same results")


def first_notebook() -> str:
    """Return where the first notebook is."""
    path = shipped() / FIRST
    if not path.is_file():
        raise FileNotFoundError(path)
    return str(path)


def one_round() -> str:
    """Play one round, always the first legal move, and check that every tile is still there."""
    import dominolab as dl

    rules = dl.rules("classic", players=2)
    position = dl.start(dl.deal(rules, seed=1))
    while position.outcome is None:
        position = position.move(position.legal_moves[0])
    tiles = [tile for hand in position.hands for tile in hand]
    tiles += [*position.boneyard, *(placed.tile for placed in position.line)]
    if sorted(map(str, tiles)) != sorted(map(str, dl.TileSet(6))):
        raise RuntimeError(say("after a round, {n} of 28 tiles are where they should be", n=len(set(tiles))))
    return say("one round played: {outcome}", outcome=position.outcome.kind)
