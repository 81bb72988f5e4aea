"""Runs the tests where programs like to fail: unusual settings, other Pythons, the oldest and the newest libraries.

    python tools/environments.py settings [tests ...]              each of the settings below, with this Python
    python tools/environments.py pythons 3.12 3.13 [-- tests ...]  each Python, in a fresh environment
    python tools/environments.py libraries lowest [tests ...]      the oldest libraries that pyproject.toml allows
    python tools/environments.py libraries newest [tests ...]      the newest there are
    python tools/environments.py lowest                            print the oldest versions, as pip's constraints

Run by hand and by the scheduled workflow: it takes minutes. Without tests named, it takes those of `QUICK`.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
QUICK = [
    "tests/engine",
    "tests/records",
    "tests/commands",
    "tests/messages",
    "tests/show",
    "tests/test_cli.py",
    "tests/test_house.py",
]
PYTEST = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not browser"]
WALK = """
import dominolab as dl
rules = dl.rules("classic", players=2)
position = dl.start(dl.deal(rules, seed=7))
while position.outcome is None:
    position = position.move(position.legal_moves[0])
table = dl.setup(rules, line="6-6 6-5 5-1", hands=["5-4 3-1 6-0", "2-2 3-3"], boneyard="4-0 5-5", turn=0)
view = table.view(0)
said = [dl.solve(table).best, dl.holdings(view).table(), dl.advise(view, budget=50, seed=1), table._repr_svg_(),
        dl.exercise("legal-moves", seed=1), dl.simulate(rules, ["greedy", "random"], games=9, progress=False).summary]
with_pages = dl.parse(dl.write(dl.parse(open("notebooks/games/first.domino", encoding="utf-8").read())[0]))
board = dl.Board(table)
dl.language("es")
table.why_not("5-4")
print("walked")
"""
"""A walk through the package for a Python that strips assertions and docstrings: tests say nothing there."""


class Setting(NamedTuple):
    """One way to start Python: a name, variables, options, and whether tests mean anything there."""

    name: str
    variables: dict[str, str]
    options: tuple[str, ...] = ()
    tests: bool = True


SETTINGS = (
    Setting(
        "PYTHONWARNDEFAULTENCODING=1", {"PYTHONWARNDEFAULTENCODING": "1"}, ("-W", "error::EncodingWarning:dominolab")
    ),
    Setting("-W error", {}, ("-W", "error")),
    Setting("-OO", {}, ("-OO",), tests=False),
    Setting("LC_ALL=C", {"LC_ALL": "C", "LANG": "C"}),
    Setting("LC_ALL=C without UTF-8", {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
)


def run(title: str, commands: list[list[str]], folder: Path = ROOT, **variables: str) -> bool:
    """Run commands one after the other until one fails; print and return whether all went well."""
    print(f"== {title}", flush=True)
    environment = {**os.environ, **variables}
    good = True
    for command in commands:
        if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:  # noqa: S603 - our own
            good = False
            break
    print(f"== {title}: {'good' if good else 'WRONG'}", flush=True)
    return good


def commands(python: list[str], tests: list[str], *, with_tests: bool = True) -> list[list[str]]:
    """Return what is run with a Python: selfcheck, a walk through the package, and tests."""
    always = [[*python, "-m", "dominolab", "selfcheck"], [*python, "-c", WALK]]
    return [*always, [*python, *PYTEST, *tests]] if with_tests else always


def settings(tests: list[str]) -> bool:
    """Run everything under each setting, from a path with blanks and accents, and with a home nobody can write to."""
    good = [
        run(
            setting.name,
            commands([sys.executable, *setting.options], tests, with_tests=setting.tests),
            **setting.variables,
        )
        for setting in SETTINGS
    ]
    with copied("ein Ordner, más ó menos") as folder:
        good.append(run(f"in {folder}", commands([sys.executable], tests), folder, PYTHONPATH=str(folder)))
    with locked_home() as home:
        good.append(run(f"home {home} cannot be written to", commands([sys.executable], tests), HOME=str(home)))
    return all(good)


@contextmanager
def copied(name: str) -> Iterator[Path]:
    """Yield a clone of the repository in a folder of that name."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / name
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)  # noqa: S603, S607 - ours
        yield folder


@contextmanager
def locked_home() -> Iterator[Path]:
    """Yield a folder in which nothing can be made; root may write everywhere but in /proc."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Path("/proc")
        return
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "home"
        folder.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
        yield folder


def pythons(versions: list[str], tests: list[str]) -> bool:
    """Run everything with each Python that is here, in a fresh environment."""
    good = []
    for version in versions:
        found = shutil.which(f"python{version}")
        if found is None:
            print(f"== Python {version} is not here")
            good.append(False)
        else:
            good.append(fresh(f"Python {version}", found, [], tests))
    return all(good)


def fresh(title: str, python: str, options: list[str], tests: list[str]) -> bool:
    """Make an environment with pip's options and run everything in it."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "environment"
        inside = made / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = [str(inside), "-m", "pip", "install", "-q", "-e", ".[test]", *options]
        return run(title, [[python, "-m", "venv", str(made)], install, *commands([str(inside)], tests)])


def lowest() -> list[str]:
    """Return the oldest version that pyproject.toml allows of each library, as pip's constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["parquet"], *extras["cluster"], *extras["tournament"]]
    return sorted({line.partition(";")[0].strip().replace(">=", "==") for line in wanted if ">=" in line})


def libraries(which: str, tests: list[str]) -> bool:
    """Run everything with the oldest or the newest libraries."""
    if which == "newest":
        return fresh(which, sys.executable, ["--upgrade", "--upgrade-strategy", "eager"], tests)
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "lowest.txt"
        constraints.write_text("\n".join(lowest()), encoding="utf-8")
        return fresh(which, sys.executable, ["-c", str(constraints)], tests)


def main(arguments: list[str]) -> int:
    """Do what was asked; return the exit status."""
    what, *rest = arguments or [""]
    if what == "lowest":
        print("\n".join(lowest()))
        return 0
    if what == "settings":
        return 0 if settings(rest or QUICK) else 1
    if what == "pythons" and rest:
        cut = rest.index("--") if "--" in rest else len(rest)
        return 0 if pythons(rest[:cut], rest[cut + 1 :] or QUICK) else 1
    if what == "libraries" and rest[:1] in (["lowest"], ["newest"]):
        return 0 if libraries(rest[0], rest[1:] or QUICK) else 1
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
