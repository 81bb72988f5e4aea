"""Change a rule in a copy of engine/law.py, one at a time, and see the engine's tests fail. Run by hand:

python tests/benchmarks/mutate_law.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTANTS = [
    (
        "the reserve may be drawn",
        "s.boneyard <= t.reserve:\n        return 0\n    return s.boneyard - t.reserve",
        "s.boneyard <= 0:\n        return 0\n    return s.boneyard",
    ),
    ("a limit allows one draw more", "s.draws < t.draw_limit and", "s.draws <= t.draw_limit and"),
    ("drawing while able is always allowed", "(t.free_draw or able == 0)", "True"),
    (
        "the arms open when one side is covered",
        "(bare == 0 or t.spinner == AT_ONCE)",
        "(bare != 3 or t.spinner == AT_ONCE)",
    ),
    (
        "a play does not reset the passes",
        "following(s.turn, t),\n        0,\n        0,\n        0,\n        s.turn,",
        "following(s.turn, t),\n        s.passes,\n        0,\n        0,\n        s.turn,",
    ),
    ("a pass after a draw counts in Double Draw", "and not (t.draw_ends_turn and s.draws > 0)", ""),
    ("one tile can be both of a pair", "return left & ~right if right & (right - 1) == 0 else left", "return left"),
    ("a block takes one pass less", "BLOCKED if passes >= t.players", "BLOCKED if passes >= t.players - 1"),
    (
        "own pips are subtracted when going out too",
        "if t.scoring == OTHERS_MINUS_OWN and s.over == BLOCKED else",
        "if t.scoring == OTHERS_MINUS_OWN else",
    ),
    ("tied sides' pips are paid too", "pay = pay if t.scoring == ALL else 0", "pay = pay"),
    ("0-0 counts nothing in the Dutch game", "total = t.double_blank if hand & 1 else 0", "total = 0"),
    ("5-4 is called before 6-3", "* 32 + HIGH[tile]", "* 32 - HIGH[tile]"),
    ("the last tile apart needs no empty boneyard", "apart = 0 if drawable(s, t) else hand", "apart = hand"),
    (
        "a dead line counts both ends in Double Draw",
        "return fitting(e.left, t) & ~table == 0 or fitting(e.right",
        "return fitting(e.left, t) & ~table == 0 and fitting(e.right",
    ),
    (
        "the blocker wins a tie also without being tied",
        "if count(counts, side, t) != low:",
        "if count(counts, side, t) != low and t.tie != BLOCKER:",
    ),
    (
        "the price is paid by the next seat",
        "price = t.price * drawn_by(s, seat, t)",
        "price = t.price * drawn_by(s, (seat + 1) % t.players, t)",
    ),
]


def caught(old: str, new: str) -> str:
    """The first test that fails with the changed law, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("dominolab", "tests", "pyproject.toml"):
            source = ROOT / name
            target = Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "shots"))
            else:
                shutil.copy(source, target)
        law = Path(folder) / "dominolab" / "engine" / "law.py"
        text = law.read_text("utf-8")
        if text.count(old) != 1:
            return f"NOT APPLIED ({text.count(old)} places)"
        law.write_text(text.replace(old, new), "utf-8")
        run = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-n",
                "0",
                "tests/engine",
                "--deselect",
                "tests/engine/test_golden.py",
            ],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": folder},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode not in (0, 1):
            return f"DID NOT RUN: {run.stderr[-300:] or run.stdout[-300:]}"
        failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0][:110] if failed else ""


if __name__ == "__main__":
    survivors = 0
    for what, old, new in MUTANTS[: int(sys.argv[1]) if len(sys.argv) > 1 else None]:
        found = caught(old, new)
        survivors += not found
        print(f"{what:52} {found or 'SURVIVED'}", flush=True)
    sys.exit(survivors > 0)
