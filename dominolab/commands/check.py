"""`dominolab check FILE...`: print what is wrong in records, as a compiler does."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.messages import count, say
from dominolab.records import read_all
from dominolab.records.problems import ERROR

if TYPE_CHECKING:
    import argparse

    from dominolab.records import Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the files and how to print."""
    kinds = say("records: .domino, or .jsonl for the JSON twin")
    parser.add_argument("files", nargs="+", metavar=say("FILE"), help=kinds)
    parser.add_argument("--json", action="store_true", help=say("print one line of JSON for each problem"))
    parser.epilog = say("The exit status is 1 if there is an error, 0 if there are only warnings or nothing.")


def run(args: argparse.Namespace) -> int:
    """Print every problem; return 1 if any is an error or a file cannot be read."""
    errors = matches = rounds = 0
    for name in args.files:
        try:
            for record in read_all(name):
                matches += 1
                rounds += len(record.rounds)
                for problem in record.problems:
                    errors += problem.severity == ERROR
                    print(as_json(name, problem) if args.json else as_text(name, problem))
        except BrokenPipeError:
            raise
        except OSError as error:
            errors += 1
            print(say("{file}: cannot be read: {why}", file=Path(name), why=error.strerror or error), file=sys.stderr)
    if not args.json:
        played = count("{n} round", "{n} rounds", rounds)
        recorded = count("{n} match", "{n} matches", matches)
        wrong = count("{n} error", "{n} errors", errors)
        print(f"{recorded}, {played}: {wrong}")
    return 1 if errors else 0


def as_text(name: str, problem: Problem) -> str:
    """Return a problem as lines: where and what, then what to do."""
    note = say(" (may follow from an earlier error)") if problem.consequent else ""
    lines = [f"{name}:{problem}{note}"]
    if problem.hint and not problem.consequent:
        lines.append("    " + say("hint: {hint}", hint=problem.hint))
    return "\n".join(lines)


def as_json(name: str, problem: Problem) -> str:
    """Return a problem as one line of JSON."""
    return json.dumps({"file": name, **asdict(problem)})
