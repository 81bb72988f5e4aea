"""`dominolab lab`: open JupyterLab on the first notebook."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.commands.notebooks import PACKAGE, copy_notebooks, from_checkout, shipped
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.receipts import RECEIPT, Copied

if TYPE_CHECKING:
    import argparse

TAKES_MORE = True
FIRST = "00-start.ipynb"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; all others go on to JupyterLab."""
    parser.epilog = say("Further arguments are passed on to JupyterLab.")
    parser.add_argument("--folder", type=Path, help=say("copy the notebooks there and open the copy"))
    only_serve = say("only start the server and print its address")
    parser.add_argument("--no-browser", action="store_true", help=only_serve)
    parser.add_argument("--port", type=int, help=say("the port to listen on (8888 if free)"))


def run(args: argparse.Namespace) -> int:
    """Prepare the notebooks, then become JupyterLab until it is stopped."""
    folder = prepare(args.folder)
    os.environ.update(environment())
    from jupyterlab.labapp import LabApp

    arguments = jupyter_arguments(folder, first=FIRST, port=args.port, browser=not args.no_browser)
    LabApp.launch_instance(argv=[*arguments, *args.more])
    return 0


def prepare(folder: Path | None) -> Path:
    """Return the folder to open: the checkout's own notebooks, or a copy that is never written over.

    Started in such a copy, it is that copy.

    Raises:
        DominoError: the folder cannot be written, or the first notebook is not in it.
    """
    if folder is None and (checkout := from_checkout()):
        chosen = checkout
    else:
        here = Path() if (Path(RECEIPT).is_file() and Path(FIRST).is_file()) else Path("dominolab-notebooks")
        chosen = (folder or here).expanduser().resolve()
        try:
            report(chosen, copy_notebooks(shipped(), chosen))
        except OSError as error:
            why = error.strerror or str(error)
            message = say("the notebooks cannot be copied to {folder}: {why}", folder=chosen, why=why)
            raise DominoError(message) from error
    if not (chosen / FIRST).is_file():
        message = say("{file} is not in {folder}: is the installation complete?", file=FIRST, folder=chosen)
        raise DominoError(message)
    return chosen


def report(folder: Path, copied: Copied) -> None:
    """Say what was copied, and which of the learner's files were left alone."""
    if copied.new or copied.updated:
        print(say("Notebooks copied to {folder}", folder=folder))
    for name in copied.kept:
        print(say("{file} has changes of yours: left as it is (ours is newer)", file=name))


def environment() -> dict[str, str]:
    """Return the variables that lay our defaults under the user's own settings.

    Our folder only changes *defaults* (no news pop-up, no update check over the first notebook): what the
    user has set in JupyterLab still wins, and nothing is written to the user's own settings.
    """
    ours = str(PACKAGE / "commands" / "jupyter")
    theirs = os.environ.get("JUPYTER_CONFIG_PATH", "")
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join([theirs, ours]) if theirs else ours}


def jupyter_arguments(folder: Path, *, first: str = "", port: int | None = None, browser: bool = True) -> list[str]:
    """Return JupyterLab's arguments for a folder of notebooks.

    >>> jupyter_arguments(Path("notebooks"), port=9999, browser=False)[-2:]
    ['--ServerApp.port=9999', '--no-browser']
    """
    arguments = [
        "--allow-root",  # containers and fresh virtual machines are often used as root
        f"--ServerApp.root_dir={folder}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        "--LabApp.extension_manager=readonly",  # the other one asks a package index at every start
    ]
    if first:
        arguments.append(f"--LabApp.default_url=/lab/tree/{first}")
    if port is not None:
        arguments.append(f"--ServerApp.port={port}")
    if not browser:
        arguments.append("--no-browser")
    return arguments
