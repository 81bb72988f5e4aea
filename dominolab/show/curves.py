"""The graph of a recorded round: the chance to win where the record tells it, else how many tiles each seat holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine import law
from dominolab.messages import say
from dominolab.show.speech import sides
from dominolab.show.svg import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominolab.engine.position import Position
    from dominolab.engine.view import View
    from dominolab.records import Node

LEFT, WIDTH, TOP, HEIGHT = 44, 540, 26, 120
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9")
DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 5", "12 6")

Point = tuple["Position | View", "Node"]


def curves_of(points: Sequence[Point], names: Sequence[str]) -> str:
    """Return the graph of a round as an SVG element, or nothing for a round without actions.

    ``points`` are the tables of the main line with the point of the record at which each stands. The commands
    ``[%wp 0.58]`` in comments give the curve of the first side's chance to win; where no point has one, the curves
    count tiles in hand.
    """
    if len(points) < 2:
        return ""
    chances = [node.chance for _, node in points]
    if any(chance is not None for chance in chances):
        label = say("chance of {name} to win, in percent", name=sides(points[0][0].rules, names)[0])
        return _graph([[None if c is None else 100 * c for c in chances]], [""], label, 100)
    held = [[float(n) for n in _counts(table)] for table, _ in points]
    most = max(max(row) for row in held)
    label = say("tiles in hand after each action")
    return _graph([[row[seat] for row in held] for seat in range(len(held[0]))], names, label, most)


def _counts(table: Position | View) -> list[int]:
    """Return how many tiles each seat holds."""
    terms = table.rules.terms
    return [law.hand_of(table.state, seat, terms).bit_count() for seat in range(table.rules.players)]


def _graph(curves: Sequence[Sequence[float | None]], names: Sequence[str], label: str, most: float) -> str:
    """Return curves over the actions, with axes, labels and a legend that colour alone does not carry."""
    right, bottom = LEFT + WIDTH, TOP + HEIGHT
    steps = len(curves[0]) - 1
    parts = [f'<text x="{LEFT}" y="16">{escape(label)}</text>']
    for share in (0, 0.5, 1):
        y = bottom - HEIGHT * share
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{most * share:g}</text>')
    for place in sorted({0, steps // 2, steps}):
        x = LEFT + WIDTH * place / steps
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{place}</text>')
    parts.append(f'<text x="{right}" y="{bottom + 36}" text-anchor="end">{escape(say("action"))}</text>')
    for number, values in enumerate(curves):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        dots = [
            f"{LEFT + WIDTH * i / steps:.1f},{bottom - HEIGHT * value / most:.1f}"
            for i, value in enumerate(values)
            if value is not None
        ]
        look = f'class="curve" style="stroke:{colour};stroke-dasharray:{dash or "none"}"'
        parts.append(f'<polyline {look} points="{" ".join(dots)}"/>')
        if len(dots) == 1:
            across, up = dots[0].split(",")
            parts.append(f'<circle cx="{across}" cy="{up}" r="4" style="fill:{colour}"/>')
        if names[number]:
            x = LEFT + 130 * (number % 4)
            y = bottom + 36 + 18 * (number // 4)
            parts.append(f'<line {look} x1="{x}" x2="{x + 26}" y1="{y - 4}" y2="{y - 4}"/>')
            parts.append(f'<text x="{x + 32}" y="{y}">{escape(names[number][:12])}</text>')
    parts.append(f'<line class="now" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{bottom}"/>')
    height = bottom + 44 + 18 * ((len(curves) - 1) // 4)
    return (
        f'<svg class="graph" viewBox="0 0 {right + 20} {height}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )
