"""Scenes for tests of the front end. They are made up: nothing here knows the rules, only which halves match."""

from __future__ import annotations

from fractions import Fraction

from dominolab.show.layout import Pair, comfortable_width, layout
from dominolab.show.placing import draw_ghosts, draw_table
from dominolab.show.scene import Scene, tile_key, words
from tests.show.lines import LONG_LINE, grow

ROW: list[Pair] = [(3, 1), (1, 1), (1, 6), (6, 6), (6, 5), (5, 5), (5, 2), (2, 2), (2, 4)]
HAND: list[Pair] = [(6, 4), (5, 1), (4, 3), (2, 0), (3, 0)]


def table_scene(
    row=ROW,
    up=(),
    down=(),
    spinner=None,
    anchor=3,
    hand=HAND,
    *,
    serial=1,
    width=14.0,
    last=("row", 0),
    projector=False,
) -> Scene:
    """A table with two seats; a tile of the hand is playable where a number matches."""
    numbers = {"left": row[0][0], "right": row[-1][1]} if row else {"start": None}
    if spinner is not None:
        numbers["up"] = up[-1][1] if up else row[spinner][0]
        numbers["down"] = down[-1][1] if down else row[spinner][0]
    plays = [(tile, end) for tile in hand for end, number in numbers.items() if number is None or number in tile]
    placed = layout(
        row, up, down, spinner, width=width, anchor=anchor if row else None, ends=list(numbers),
        ghosts=[(tuple(sorted(tile)) if not row else tile, end) for tile, end in plays],
    )  # fmt: skip
    where = {tile: [end for other, end in plays if other == tile] for tile in hand}
    line = "".join(f"[{first}|{second}]" for first, second in row)
    tiles = [
        {
            "key": tile_key(tile),
            "pair": list(tile),
            "playable": bool(where[tile]),
            "label": f"{tile_key(tile)}, "
            + (f"can be played {' or '.join(where[tile])}" if where[tile] else "cannot be played"),
            "reason": f"{tile_key(tile)} fits neither end: the line is open at {' and '.join(map(str, numbers.values()))}.",
            "chosen": f"{tile_key(tile)} fits {' and '.join(where[tile])}. Choose an end, or press ← →, then Enter.",
        }
        for tile in hand
    ]
    return Scene(
        serial=serial,
        language="en",
        words=words(),
        title="Ana – Ben, round 2",
        subtitle="classic · 2 players · to 100",
        message="Ana to play.",
        table=draw_table(
            placed, label=f"{len(row)} tiles, {line}", text=line, last=last if row else None, spinner=spinner,
            end_labels={end: end if number is None else f"{end} · {number}" for end, number in numbers.items()},
        ),
        ghosts=draw_ghosts(placed, {(tile_key(tile), end): f"{tile_key(tile)} on the {end}" for tile, end in plays}),
        chosen=None,
        hands=[
            {"seat": "1", "name": "Ben", "note": "4 tiles · 20 points", "label": "Ben's tiles", "turn": False, "place": "top",
             "tiles": [], "hidden": 4, "hidden_label": "4 tiles face down"},
            {"seat": "0", "name": "Ana", "note": "to play · 35 points", "label": "Ana's tiles", "turn": True, "place": "bottom",
             "tiles": tiles, "hidden": 0},
        ],
        boneyard={"count": 9, "drawable": 9, "label": "boneyard", "note": "9 tiles, all can be drawn"},
        actions=[
            {"kind": "draw", "label": "Draw", "key": "d", "enabled": False, "reason": "You can play 4-3: no drawing now."},
            {"kind": "pass", "label": "Pass", "key": "p", "enabled": False, "reason": "You can play 4-3: no passing now."},
            {"kind": "undo", "label": "Undo", "key": "u", "enabled": True},
            {"kind": "hint", "label": "Hint", "enabled": True},
        ],
        projector=projector,
    )  # fmt: skip


def random_scene(highest: int, seed: int, most: int, *, arms: bool, **more) -> Scene:
    row, up, down, spinner, lead = grow(highest, seed, most, arms=arms)
    count = len(row) + len(up) + len(down)
    return table_scene(
        row,
        up,
        down,
        spinner,
        lead,
        serial=count,
        width=comfortable_width(count, arms=spinner is not None),
        last=("row", len(row) - 1),
        **more,
    )


def long_scene(**more) -> Scene:
    return table_scene(LONG_LINE, anchor=14, hand=[(0, 5)], last=("row", 27), **more)


def replay_scene(**more) -> Scene:
    """Everything at once, as a replay shows it."""
    scene = table_scene(**more)
    open_tiles = {tuple(sorted(tile)) for tile in ROW + HAND}
    places = []
    for place, title, factor in (("1", "Ben holds (4 tiles)", 1), ("boneyard", "boneyard (9 tiles)", 2)):
        cells = []
        for high in range(7):
            for low in range(high + 1):
                if (low, high) in open_tiles:
                    cells.append({"pair": [low, high], "value": None, "text": "", "label": f"{high}-{low} lies open"})
                    continue
                share = Fraction((low * 5 + high * 3) % 14, 13)
                share = min(share, Fraction(1)) if factor == 1 else 1 - min(share, Fraction(1))
                text = str(int(share)) if share in (0, 1) else f"{float(share):.2f}".lstrip("0")
                cells.append(
                    {
                        "pair": [low, high],
                        "value": float(share),
                        "text": text,
                        "label": f"{high}-{low}, {title}: {share} ({float(share):.3f})",
                    }
                )
        places.append({"place": place, "title": title, "cells": cells})
    moves = [("m1", "A 6-6"), ("m2", "B 6-5>"), ("m3", "A 5-5>"), ("m4", "B 6-1<"), ("m5", "A 1-1<"), ("m6", "B 5-2>"),
             ("m7", "A 2-2>"), ("m8", "B 4-2>"), ("m9", "A +? +?"), ("m10", "B 3-1<"), ("m11", "A 4-3<")]  # fmt: skip
    line = [{"id": name, "text": text} for name, text in moves]
    line[3] |= {"glyph": "!", "comment": "keeps both fours"}
    line[7] |= {"glyph": "??", "bad": True, "comment": "gives the end away", "variations": [
        [{"id": "v1", "text": "B 4-1<"}, {"id": "v2", "text": "A pass", "comment": "nothing fits"}]]}  # fmt: skip
    line[9]["current"] = True
    scene |= {
        "toolbar": [
            {"kind": "view", "value": "0", "label": "Ana", "enabled": True, "pressed": True},
            {"kind": "view", "value": "open", "label": "open table", "enabled": True, "pressed": False},
            {"kind": "view", "value": "none", "label": "spectator", "enabled": True, "pressed": False},
        ],
        "controls": {"index": 10, "count": 14, "label": "action 10 of 14",
                     "extra": [{"kind": "branch", "label": "Branch", "enabled": True}]},
        "moves": {"line": line, "editor": {"id": "m10", "comment": "the only 3", "glyph": "", "note": "unsaved",
                  "glyphs": [("", "no glyph"), ("!", "! good"), ("?", "? mistake"), ("??", "?? blunder")],
                  "buttons": [{"kind": "save", "label": "Save", "enabled": True, "strong": True}]}},
        "holdings": {"size": 6, "places": places, "note": "715 deals fit what Ana has seen.",
                     "summary": ["Ben can follow left (3): 0 · right (4): 0"]},
        "why": ["Ben drew twice with 3 and 4 open: then he held no 3 and no 4.", "The second tile he drew was the 3-1 he played.",
                "Ana holds 4-3; nobody else can have it."],
        "panel": "holdings",
        "graph": {"label": "Ana's chance to win the round, action by action", "top": "Ana wins the round", "bottom": "Ben wins the round",
                  "points": [
                      {"id": f"m{index + 1}", "value": value, "label": f"action {index + 1}, {text}: {round(100 * value)} %"}
                      for index, (value, (_, text)) in enumerate(zip([.5, .52, .5, .55, .6, .57, .62, .4, .44, .52, .54], moves, strict=True))]},
    }  # fmt: skip
    scene["graph"]["points"][7] |= {"bad": True, "glyph": "?? B 4-2"}
    scene["graph"]["points"][9]["current"] = True
    return scene


def form_scene() -> Scene:
    scene = table_scene(row=[], hand=[(6, 6), (6, 5)])
    scene["form"] = {
        "label": "rules",
        "text": "Choose a preset and change an option.",
        "fields": [
            {
                "name": "preset",
                "label": "preset",
                "type": "select",
                "value": "classic",
                "options": [("classic", "classic"), ("block", "block")],
            },
            {
                "name": "players",
                "label": "players",
                "type": "number",
                "value": 6,
                "low": 2,
                "high": 12,
                "error": "6 × 5 = 30, but the set has 28",
            },
            {"name": "spinner", "label": "spinner", "type": "checkbox", "value": True, "help": "four arms"},
            {
                "name": "answer",
                "label": "Who leads?",
                "type": "choice",
                "value": "a",
                "options": [("a", "Ana"), ("b", "Ben")],
            },
            {"name": "name", "label": "name", "type": "text", "value": "Ana"},
        ],
        "buttons": [{"kind": "check", "label": "Check", "enabled": True, "strong": True}],
    }
    return scene
