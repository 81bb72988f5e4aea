"""`dominolab simulate`: many rounds between players, and what comes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.commands.targets import product_target
from dominolab.engine.presets import rules
from dominolab.messages import say
from dominolab.play.players import PLAYERS

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "rules", nargs="?", default="classic", help=say("preset and options, as in 'classic players=3'")
    )
    known = ", ".join(PLAYERS)
    parser.add_argument("--players", nargs="+", metavar="NAME", help=say("one for each seat, of: {names}", names=known))
    parser.add_argument("--games", type=int, default=100_000, help=say("how many rounds"))
    parser.add_argument("--seed", type=int, help=say("the same seed gives the same rounds"))
    parser.add_argument("--workers", type=int, default=1, help=say("processes; -1: one for each processor"))
    parser.add_argument("--duplicate", action="store_true", help=say("play each deal from every seat"))
    parser.add_argument("--folder", type=Path, help=say("keep every game there (Parquet), and go on where it stopped"))
    parser.add_argument("--parquet", type=Path, help=say("write the table of results to this file"))


def run(args: argparse.Namespace) -> int:
    """Play, and print the results."""
    from dominolab.study.runs import simulate

    played = rules(args.rules)
    parquet = None if args.parquet is None else product_target(args.parquet)
    results = simulate(
        played,
        args.players or ["random"] * played.players,
        args.games,
        args.seed,
        workers=args.workers,
        duplicate=args.duplicate,
        folder=args.folder,
    )
    print(results)
    if parquet is not None:
        results.to_parquet(parquet)
    return 1 if results.stopped else 0
