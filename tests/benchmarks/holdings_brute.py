"""Thousands of positions against the replay of every deal. By hand: ``python -m tests.benchmarks.holdings_brute 3000``.

Arguments: how many positions, first seed, most deals to replay for one position. Prints how many of each kind agreed.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

from tests.inference.brute import differences, views


def main(wanted=3000, first=0, limit=4000):
    start, seen, bad = perf_counter(), Counter(), 0
    for seed, view, chance in views(first, first + 100 * wanted, limit):
        found = differences(view, chance)
        if found:
            bad += 1
            print("differs:", seed, view.rules, view.seat, [str(event) for event in view.log], found[0], flush=True)
        rules = view.rules
        seen[rules.preset] += 1
        seen[f"{rules.players} players"] += 1
        seen[f"double-{rules.set_size}"] += 1
        seen["spectator" if view.seat is None else "seat"] += 1
        seen["positions"] += 1
        if seen["positions"] >= wanted:
            break
    print(f"{seen['positions']} positions, {bad} differ, {perf_counter() - start:.0f} s")
    print(dict(sorted(seen.items())))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
