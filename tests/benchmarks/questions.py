"""Check many questions of each kind by a second opinion, in both languages: python tests/benchmarks/questions.py [n] [kinds]

By default 10,000 of each kind, its levels in turn. Prints a line for each kind and exits with 1 if anything was wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from dominolab.lessons.kinds import KINDS, exercise
from dominolab.messages import speaking
from tests.lessons import checks


def main(arguments: list[str]) -> int:
    n = int(arguments[0]) if arguments else 10_000
    wrong = 0
    for kind in arguments[1:] or KINDS:
        levels = KINDS[kind].levels
        began, faults, different, forms = time.perf_counter(), 0, set(), Counter()
        for seed in range(n):
            e = exercise(kind, seed, 1 + seed % levels)
            found = checks.faults(e) + [f"not in Spanish: {text}" for text in checks.untranslated(e)]
            with speaking("es"):
                found += [f"es: {fault}" for fault in checks.text_faults(e)]
                found += [] if e.check(e.answer).right else ["es: its own answer is refused"]
            for fault in found[:3]:
                print(f"{kind} seed {seed} level {e.level}: {fault}")
            faults += len(found)
            different.add((str(e.ask), e.given))
            forms.update([len(e.wrongs)])
        seconds = time.perf_counter() - began
        mistakes = sum(k * v for k, v in forms.items()) / n
        print(
            f"{kind:14} {n} questions, {len(different)} different, {mistakes:.1f} mistakes each, {faults} faults, {seconds:.0f} s",
            flush=True,
        )
        wrong += faults
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
