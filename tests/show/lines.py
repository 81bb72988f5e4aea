"""Lines to draw: the whole double-six set in a row, and random ones with and without arms."""

from __future__ import annotations

import random

from dominolab.show.layout import Pair

# LAY-03: the whole double-six set on one line
LONG_LINE: list[Pair] = [
    (0, 0), (0, 2), (2, 1), (1, 3), (3, 2), (2, 4), (4, 3), (3, 5), (5, 4), (4, 6), (6, 5), (5, 0), (0, 6), (6, 1),
    (1, 1), (1, 4), (4, 4), (4, 0), (0, 3), (3, 3), (3, 6), (6, 6), (6, 2), (2, 2), (2, 5), (5, 5), (5, 1), (1, 0),
]  # fmt: skip


def grow(
    highest: int, seed: int, most: int, *, arms: bool
) -> tuple[list[Pair], list[Pair], list[Pair], int | None, int]:
    """A random line: (row, up, down, spinner, anchor), laid tile by tile at a random end, as long as any tile fits."""
    rng = random.Random(seed)
    left_over = [(low, high) for low in range(highest + 1) for high in range(low, highest + 1)]
    rng.shuffle(left_over)
    row, up, down = [left_over.pop()], [], []
    lead = 0
    spinner = 0 if row[0][0] == row[0][1] and arms else None
    while len(row) + len(up) + len(down) < most:
        numbers = {"left": row[0][0], "right": row[-1][1]}
        if spinner is not None and 0 < spinner < len(row) - 1:
            numbers["up"] = up[-1][1] if up else row[spinner][0]
            numbers["down"] = down[-1][1] if down else row[spinner][0]
        fits = [(tile, end) for tile in left_over for end, number in numbers.items() if number in tile]
        if not fits:
            break
        tile, end = rng.choice(fits)
        left_over.remove(tile)
        inner = numbers[end]
        outer = tile[1] if tile[0] == inner else tile[0]
        if end == "right":
            row.append((inner, outer))
        elif end == "left":
            row.insert(0, (outer, inner))
            lead += 1
            spinner = None if spinner is None else spinner + 1
        else:
            {"up": up, "down": down}[end].append((inner, outer))
        if arms and spinner is None and inner == outer:
            spinner = 0 if end == "left" else len(row) - 1
    return row, up, down, spinner, lead
