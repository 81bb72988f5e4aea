"""The command line: `dominolab <command> ...`.

A command is a module in `dominolab/commands/` with two functions, and one line in `COMMANDS`:

    def add_arguments(parser: argparse.ArgumentParser) -> None: ...
    def run(args: argparse.Namespace) -> int: ...       # the exit status: 0 when all went well

Only the module of the command that was asked for is imported, so `dominolab --help` is quick. A module that
says `TAKES_MORE = True` gets the arguments it did not declare as the list `args.more`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

from dominolab.errors import DominoError
from dominolab.messages import LANGUAGES, VARIABLE, language, say, speaking

if TYPE_CHECKING:
    from collections.abc import Sequence


class Command(Protocol):
    """What a module in `dominolab/commands/` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; return the exit status."""


def commands() -> dict[str, str]:
    """Return every command's name and what it does, in the order in which help lists them.

    >>> "lab" in commands()
    True
    """
    return {
        "lab": say("open JupyterLab on the first notebook"),
        "play": say("play a match in the terminal"),
        "simulate": say("play many rounds between players and count what comes out"),
        "check": say("print what is wrong in recorded games"),
        "convert": say("turn recorded games into another format"),
        "export": say("make a page or a picture of a recorded game"),
        "annotate": say("judge every decision of recorded games; luck apart from skill"),
        "worksheet": say("make worksheets and answer keys, collect a class's answers"),
        "selfcheck": say("check that this installation is complete"),
    }


def load(name: str) -> Command:
    """Import the module behind a command's name."""
    return cast("Command", importlib.import_module(f"dominolab.commands.{name}"))


def language_parser() -> argparse.ArgumentParser:
    """Return the parser of the one option that every command has."""
    parser = argparse.ArgumentParser(prog="dominolab", add_help=False, allow_abbrev=False)
    words = say("the language of all that is said (left out: {variable}, else en)", variable=VARIABLE)
    parser.add_argument("--language", choices=LANGUAGES, help=words)
    return parser


def build_parser(chosen: str | None = None) -> argparse.ArgumentParser:
    """Return the parser: all names, and the arguments of the chosen command only."""
    purpose = say("Learn and explore Draw Dominoes in a notebook.")
    parser = argparse.ArgumentParser(prog="dominolab", description=purpose, parents=[language_parser()])
    names = parser.add_subparsers(dest="command", required=True, metavar=say("command"))
    for name, purpose in commands().items():
        sub = names.add_parser(name, help=purpose, description=purpose)
        if name == chosen:
            load(name).add_arguments(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 an error of ours (said in words), 2 misused."""
    given, arguments = language_parser().parse_known_args(sys.argv[1:] if argv is None else argv)
    if given.language:
        os.environ[VARIABLE] = given.language  # for the processes that a command starts
    try:
        with speaking(os.environ.get(VARIABLE) or language()):
            return run(arguments)
    except DominoError as error:
        print(error, file=sys.stderr)
        return 1


def run(arguments: list[str]) -> int:
    """Run one command in the language that is spoken now. Raises ``DominoError``."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = build_parser(chosen)
    args, more = parser.parse_known_args(arguments)
    command = load(args.command)
    if more and not getattr(command, "TAKES_MORE", False):
        parser.error(say("{command} does not know: {words}", command=args.command, words=" ".join(more)))
    args.more = more
    try:
        status = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads our output has enough, as in: dominolab check FILE | head
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        return 1
    except OSError as error:
        why = error.strerror or str(error)
        raise DominoError(say("{file}: {why}", file=error.filename, why=why) if error.filename else why) from error
    return status
