"""Thousands of random combinations of all options: views, records, solver and advice; prints every kind of mismatch.

Run by hand: ``python -m tests.benchmarks.any_options 5000 7`` (how many combinations, first seed).
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from tests.any_rules import any_position, any_rules, check_answers, check_records, check_views

CHECKS = (check_views, check_records, check_answers)


def main(count: int, first: int) -> int:
    """Run every check on ``count`` random rules; return how many mismatches there were."""
    found: Counter[str] = Counter()
    example: dict[str, str] = {}
    rounds = 0
    for seed in range(first, first + count):
        rng = random.Random(seed)
        rules = any_rules(rng)
        position = any_position(rng, rules)
        if position is None:
            continue
        rounds += 1
        for check in CHECKS:
            try:
                check(position)
            except Exception as error:  # noqa: BLE001 - whatever escapes is what is looked for
                kind = f"{check.__name__}: {type(error).__name__}"
                found[kind] += 1
                example.setdefault(kind, f"seed {seed}: {rules}: {str(error)[:300]}")
    print(f"{count} combinations of options, {rounds} rounds played, {sum(found.values())} mismatches")
    for kind, n in found.most_common():
        print(f"  {n} {kind}; first {example[kind]}")
    return sum(found.values())


if __name__ == "__main__":
    sys.exit(bool(main(*(int(word) for word in sys.argv[1:3] or ("5000", "0")))))
