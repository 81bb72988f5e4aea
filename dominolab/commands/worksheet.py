"""`dominolab worksheet`: make a class's worksheets, collect the answers, or rehearse both with a made-up class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.messages import LANGUAGES, count, language, say

if TYPE_CHECKING:
    import argparse

    from dominolab.lessons.plan import Plan
    from dominolab.lessons.results import Results

DEFAULT_KINDS = "legal-moves:1,score:1,who-leads:1,ruled-out:1,probability:1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is to be done: kinds, make, collect, rehearse."""
    todo = parser.add_subparsers(dest="todo", required=True, metavar=say("what"))
    todo.add_parser("kinds", help=say("list the kinds of exercises"))
    make = todo.add_parser("make", help=say("write student notebooks, printable pages and the answer key"))
    _add_plan(make, learners=1)
    collect = todo.add_parser("collect", help=say("read the answers of a class: tables and charts"))
    collect.add_argument("answers", type=Path, help=say("the folder with the files that the class handed in"))
    collect.add_argument("--plan", type=Path, required=True, help=say("the file plan.json beside the answer key"))
    collect.add_argument("--out", type=Path, default=Path("results"), help=say("where tables and charts go"))
    rehearse = todo.add_parser("rehearse", help=say("do it all with a made-up class, to see how it works"))
    _add_plan(rehearse, learners=30)


def _add_plan(parser: argparse.ArgumentParser, learners: int) -> None:
    parser.add_argument("--kinds", default=DEFAULT_KINDS, help=say("kinds and levels, such as score:2,probability:3"))
    parser.add_argument("--number", type=int, default=10, help=say("questions a sheet"))
    parser.add_argument("--seed", type=int, default=1, help=say("the same seed makes the same sheets"))
    parser.add_argument(
        "--learners", type=int, default=learners, help=say("how many sheets, each with its own questions")
    )
    parser.add_argument("--language", choices=LANGUAGES, default=language(), help=say("the language of the sheets"))
    parser.add_argument("--title", default="", help=say("what stands at the top"))
    parser.add_argument("--out", type=Path, default=Path("worksheets"), help=say("the folder for the files"))


def run(args: argparse.Namespace) -> int:
    """Do it; return 0, or 1 where files had to be skipped."""
    if args.todo == "kinds":
        return _kinds()
    if args.todo == "make":
        return _make(args)
    if args.todo == "collect":
        from dominolab.lessons.plan import Plan
        from dominolab.lessons.results import collect

        results = collect(args.answers, Plan.load(args.plan))
        results.write(args.out)
        _report(results, args.out)
        return 1 if results.problems else 0
    from dominolab.lessons.rehearsal import rehearse

    _report(rehearse(_plan(args), args.out, seed=args.seed), args.out / "results")
    return 0


def _kinds() -> int:
    from dominolab.lessons.kinds import KINDS

    for name, kind in KINDS.items():
        print(f"{name:14} {say('levels 1 to {n}', n=kind.levels):14} {kind.title}")
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    from dominolab.lessons.plan import Plan, read_kinds

    return Plan(
        kinds=read_kinds(args.kinds),
        number=args.number,
        seed=args.seed,
        learners=args.learners,
        language=args.language,
        title=args.title,
    )


def _make(args: argparse.Namespace) -> int:
    from dominolab.lessons.papers import write_worksheets

    made = set(write_worksheets(_plan(args), args.out))
    names = [f"sheet-{n:02}.{ending}" for n in range(1, args.learners + 1) for ending in ("ipynb", "html")]
    for path in (args.out / "students" / name for name in names):
        if path not in made:
            print(say("{file} was changed since it was made: left as it is", file=path))
    print(count("{n} sheet in {folder}", "{n} sheets in {folder}", args.learners, folder=args.out / "students"))
    print(say("The answers are in {folder}: keep them there.", folder=args.out / "teacher"))
    return 0


def _report(results: Results, folder: Path) -> None:
    """Print what a class did, in short."""
    learners = len({row.learner for row in results.rows})
    print(count("{n} learner read", "{n} learners read", learners))
    print(count("{n} file skipped", "{n} files skipped", len(results.problems)))
    for problem in results.problems:
        print(f"  {problem}")
    for item in results.items():
        share = f"{100 * item.at_once / item.answered:.0f} %" if item.answered else "–"
        print(say("{kind}, level {n}: {share} at the first try", kind=item.kind, n=item.level, share=share))
    print(say("Most common mistakes:"))
    for mistake in results.common()[:5]:
        print(count("  {n} learner: {why}", "  {n} learners: {why}", mistake.learners, why=mistake.why))
    print(say("Tables and charts are in {folder}", folder=folder))
