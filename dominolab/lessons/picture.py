"""The picture of a question: the line, and the hands that the learner may see. It marks nothing that would tell."""

from __future__ import annotations

from dominolab.engine.moves import seat_name
from dominolab.engine.position import Position
from dominolab.engine.table import Table
from dominolab.engine.tiles import Hand
from dominolab.engine.view import View
from dominolab.lessons.exercise import Exercise
from dominolab.messages import count, language, say
from dominolab.show.layout import layout
from dominolab.show.placing import draw_table
from dominolab.show.scene import Hand as DrawnHand
from dominolab.show.scene import HandTile, Scene, tile_key
from dominolab.show.svg import scene_svg


def picture(exercise: Exercise) -> str | None:
    """Return the question's picture as SVG, or None where there is nothing to see."""
    return scene_svg(scene_of(exercise.scene)) if exercise.scene is not None else None


def scene_of(table: Table) -> Scene:
    """Return what is drawn: no open ends, no legal moves, no one's turn."""
    line = table.line
    placed = layout(line.row, line.up, line.down, line.spinner, ends=())
    spoken = say("The line, from left to right: {line}", line=line) if line.row else say("No tile is on the table yet")
    scene = Scene(serial=0, language=language(), words={}, message="", hands=[_drawn(*hand) for hand in _hands(table)])
    if line.row:
        scene["table"] = draw_table(placed, label=spoken, end_labels={}, spinner=line.spinner)
    return scene


def _hands(table: Table) -> list[tuple[str, Hand, int]]:
    """Return the hands: name, tiles that are seen, number of tiles that are not."""
    if isinstance(table, View):
        own = [(say("your hand"), table.hand, 0)] if table.seat is not None else []
        others = [(seat_name(i), Hand(), n) for i, n in enumerate(table.counts) if i != table.seat]
        return [*others, *own]
    if isinstance(table, Position):
        return [(seat_name(i), hand, 0) for i, hand in enumerate(table.hands)]
    return []


def _drawn(name: str, hand: Hand, hidden: int) -> DrawnHand:
    """Return a hand as it is drawn; the learner's own below the table."""
    tiles = [HandTile(key=tile_key((t.high, t.low)), pair=[t.high, t.low], label=str(t), playable=None) for t in hand]
    note = count("{n} tile", "{n} tiles", len(hand) + hidden)
    return DrawnHand(
        seat=name,
        name=name,
        note=note,
        label=f"{name}: {hand or note}",
        turn=False,
        place="top" if hidden or not hand else "bottom",
        tiles=tiles,
        hidden=hidden,
        hidden_label=note,
    )
