"""How long the full table takes, as a ratio to ``sum(i*i for i in range(100_000))`` in the same run.

Both are processor time, so that other work on the machine does not count; the longest is by the clock on the wall.

Run by hand: ``python -m tests.benchmarks.holdings_speed``. Prints median, 95 % and worst for each kind of game.
"""

from __future__ import annotations

import random
import sys
from time import perf_counter, process_time

import dominolab as dl
from dominolab.engine.table import listed

GAMES = [
    (
        "double-six 2 players",
        [("classic", 2, 6), ("common", 2, 6), ("dutch", 2, 6), ("hidden-two", 2, 6), ("askalink-spinner", 2, 6)],
        250,
    ),
    ("double-six 3 players", [("classic", 3, 6), ("common", 3, 6), ("draw-one", 3, 6)], 250),
    ("double-six 4 players", [("classic", 4, 6), ("common", 4, 6), ("partnership", 4, 6), ("block", 4, 6)], 250),
    ("vietnamese", [("vietnamese", n, 6) for n in (2, 3, 4)], 150),
    ("double-draw", [("double-draw", n, 6) for n in (2, 3, 4)], 150),
    ("double-nine 4 players", [("classic", 4, 9), ("common", 4, 9)], 250),
    ("double-twelve 2 players", [("classic", 2, 12), ("common", 2, 12)], 150),
    ("double-twelve 4 players", [("classic", 4, 12)], 40),
    ("double-fifteen 4 players", [("classic", 4, 15)], 10),
]


def views(games, n, seed=1):
    """Views of a random seat at a random moment of random rounds."""
    chance = random.Random(seed)
    for i in range(n):
        name, players, size = games[i % len(games)]
        position = dl.start(dl.deal(dl.rules(name, players=players, set_size=size), chance.randrange(10**6)))
        line = [position]
        while position.legal_moves:
            position = position.move(chance.choice(listed(position.moves)))
            line.append(position)
        yield chance.choice(line[:-1]).view(chance.randrange(players))


def unit():
    """Time the yardstick once."""
    start = process_time()
    sum(i * i for i in range(100_000))
    return process_time() - start


def main(words):
    for name, games, n in GAMES:
        if words and not any(word in name for word in words):
            continue
        ratios, refused, longest = [], 0, 0.0
        for view in views(games, n):
            yardstick = sorted(unit() for _ in range(3))[1]
            start, cpu = perf_counter(), process_time()
            try:
                dl.holdings(view).marginals  # noqa: B018 - the work is what is timed
            except dl.LimitError:
                refused += 1
            longest = max(longest, perf_counter() - start)
            ratios.append((process_time() - cpu) / yardstick)
        ratios.sort()
        middle, high = ratios[len(ratios) // 2], ratios[int(0.95 * len(ratios))]
        print(
            f"{name}: {len(ratios)} tables, median {middle:.3f}, 95 % {high:.3f}, worst {ratios[-1]:.2f} "
            f"({longest:.3f} s), refused {refused}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
