"""`dominolab annotate SOURCE TARGET`: judge every decision of recorded games on what its player could know."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.commands.targets import same_file, target_of
from dominolab.errors import RecordError
from dominolab.messages import say
from dominolab.play.annotation import BUDGET, COMMANDS, UNFINISHED, annotate, moments, summary
from dominolab.records import Action, Record, parse, read_all, write

if TYPE_CHECKING:
    import argparse
    from types import FrameType

OURS = (*COMMANDS, "done", "mark", "kept")
"""The commands in comments that annotating writes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare source, target and budget."""
    kinds = say("records: .domino, or .jsonl for the JSON twin")
    parser.add_argument("source", metavar=say("SOURCE"), help=kinds)
    parser.add_argument("target", metavar=say("TARGET"), help=say("the file to write; a stopped one is taken up again"))
    parser.add_argument("--budget", type=int, default=BUDGET, help=say("positions to look at for each judgement"))
    parser.add_argument(
        "--seed", type=int, default=0, help=say("chooses the sampled deals; the same seed, the same file")
    )
    parser.add_argument("--quiet", action="store_true", help=say("no progress bar, no summary"))
    parser.epilog = say("Ctrl-C stops and writes what is done; the same command then goes on from there.")


def run(args: argparse.Namespace) -> int:
    """Write the annotated records; return 0, or 130 where the work was stopped."""
    stopped: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(number)

    target = target_of(args.target)
    before = signal.signal(signal.SIGINT, note)
    try:
        done = _annotated(args, stopped)
        write(done, target)
    finally:
        signal.signal(signal.SIGINT, before)
    if not args.quiet:
        for record in done:
            print(summary(record).to_string())
            for moment in moments(record):
                print(say("round {n}: {words}", n=moment.round, words=moment.words))
    if stopped:
        print(say("stopped; the same command goes on from {file}", file=args.target), file=sys.stderr)
        return 130
    return 0


def _annotated(args: argparse.Namespace, stopped: list[int]) -> list[Record]:
    """Return all records annotated, those that a stopped run left half done taken up again."""
    records, half = _begun(Path(args.source), Path(args.target))
    label = f"dominolab budget={args.budget} seed={args.seed}"
    return [
        begun
        if half and begun.tag("Annotator") == label
        else annotate(begun, budget=args.budget, seed=args.seed, progress=not args.quiet, stop=lambda: bool(stopped))
        for begun in records
    ]


def _begun(source: Path, target: Path) -> tuple[list[Record], bool]:
    """Return the records to annotate: as a stopped run left them in the target (and True), else those of the source.

    Raises ``RecordError`` where the stopped run was about other records: they are not ours to write over.
    """
    records = list(read_all(source))
    half = list(read_all(target)) if target.exists() else []
    if half and not same_file(source, target) and not all(map(_annotated_here, half)):
        raise RecordError(say("{file} holds games that are not annotated: choose another target", file=target))
    if not any((record.tag("Annotator") or "").endswith(UNFINISHED) for record in half):
        return records, False
    if [*map(_unjudged, half)] != [*map(_unjudged, records)]:
        why = say(
            "{target} holds a stopped annotation of other games than {source}, or of games edited since: "
            "choose another target, or delete {target} to begin anew",
            target=target,
            source=source,
        )
        raise RecordError(why)
    return half, True


def _annotated_here(record: Record) -> bool:
    """Return whether this command wrote a record, whole or half."""
    return (record.tag("Annotator") or "").startswith("dominolab ")


def _unjudged(record: Record) -> Record:
    """Return a copy of a record without anything that annotating writes, spaces and the order of commands made one."""
    copy = next(iter(parse(str(record))), Record(None))
    copy.set_tag("Annotator", None)
    for round_ in copy.rounds:
        for node in (round_.root, *round_.root.walk()):
            said = node.commands
            if isinstance(node, Action) and node.glyph == said.get("mark"):
                node.glyph = ""
            kept = sorted((name, value) for name, value in said.items() if name not in OURS)
            node.comments = [" ".join(node.comment.split()), *map(str, kept)]
    return copy
