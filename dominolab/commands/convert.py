"""`dominolab convert SOURCE TARGET`: between the notation and its JSON twin, and from facts of other games."""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.commands.targets import same_file, target_of
from dominolab.errors import DominoError
from dominolab.messages import count, say
from dominolab.records import read_all, read_facts, write
from dominolab.records.problems import ERROR

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from dominolab.records import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare source and target."""
    parser.add_argument("source", metavar=say("SOURCE"), help=say("records: .domino, or .jsonl for the JSON twin"))
    parser.add_argument("target", metavar=say("TARGET"), help=say("the file to write: .domino or .jsonl"))
    parser.add_argument("--facts", action="store_true", help=say("the source holds facts, one game a line"))
    parser.add_argument("--replace", action="store_true", help=say("write over a target that holds something else"))
    parser.add_argument("--rules", help=say("with --facts: the rules, such as 'classic players=3'"))


def run(args: argparse.Namespace) -> int:
    """Write the target; errors in the source are counted, and everything is kept."""
    tally = {"matches": 0, "errors": 0}
    target = target_of(args.target)
    if not args.replace:
        _spare(target, args)
    write(_counted(_source(args), tally), target)
    print(count("{n} match written to {file}", "{n} matches written to {file}", tally["matches"], file=args.target))
    if tally["errors"]:
        note = count("{n} error in it: see dominolab check", "{n} errors in it: see dominolab check", tally["errors"])
        print(note, file=sys.stderr)
    return 0


def _source(args: argparse.Namespace) -> Iterator[Record]:
    """Return the games to write, one in memory at a time."""
    return read_facts(args.source, args.rules) if args.facts else read_all(args.source)


def _spare(target: Path, args: argparse.Namespace) -> None:
    """Raise ``DominoError`` where the target is there and is neither the source nor the same games already."""
    if not target.exists() or target.stat().st_size == 0 or same_file(args.source, target):
        return
    if not Path(args.source).is_file():  # reading it says what is wrong
        return
    if any(str(old) != str(new) for old, new in zip_longest(read_all(target), _source(args))):
        why = say("{file} exists already and holds something else: name another target, or add --replace", file=target)
        raise DominoError(why)


def _counted(records: Iterator[Record], tally: dict[str, int]) -> Iterator[Record]:
    """Pass records on and count them."""
    for record in records:
        tally["matches"] += 1
        tally["errors"] += sum(problem.severity == ERROR for problem in record.problems)
        yield record
