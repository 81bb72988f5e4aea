"""A scene as one picture without any script: for a cell's output, a saved notebook, a printed page.

The picture has no ids (two on a page cannot disturb each other), brings its own light and dark colours, and all text
in it is escaped. It knows no rules: what can be played is marked in the scene.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from html import escape as escape_markup

from dominolab.messages import say
from dominolab.show.scene import Boneyard, Hand, HandTile, PlacedTile, Scene, Table

UNIT = 34  # px: half the length of a tile
MARGIN = 16.0  # px
NARROWEST = 480  # px
LINE = 20  # px between lines of text
LETTER = 7.0  # px: a letter of 14 px text takes about so much

_STYLE = """
.dominolab-svg{--ink:#1d2433;--soft:#596377;--bg:#fff;--felt:#f6f8fb;--edge:#d5dbe5;--blue:#0072b2;--red:#b84a00;--back:#5b6b82;
--ivory:#fffdf4;--rim:#8f8a7c;--pip:#1d2433;--tint:#d9edf9;font-family:system-ui,sans-serif;font-size:14px}
@media (prefers-color-scheme:dark){.dominolab-svg{--ink:#e8ebf1;--soft:#a9b3c4;--bg:#171c26;--felt:#1e2531;
--edge:#3b4557;--blue:#5cb8f0;--red:#ff9a5c;--back:#66768f;--ivory:#f2eddc;--rim:#0b0e14;--pip:#171c26;--tint:#b9def5}}
.dominolab-svg .paper{fill:var(--bg);stroke:var(--edge)}
.dominolab-svg .felt{fill:var(--felt)}
.dominolab-svg text{fill:var(--ink)}
.dominolab-svg .strong{font-weight:650}
.dominolab-svg .soft{fill:var(--soft)}
.dominolab-svg .turn{fill:var(--blue)}
.dominolab-svg .small{font-size:13px}
.dominolab-svg .middle{text-anchor:middle}
.dominolab-svg .face{fill:var(--ivory);stroke:var(--rim)}
.dominolab-svg .bar{stroke:#b3ad9c}
.dominolab-svg .pip,.dominolab-svg .numeral{fill:var(--pip)}
.dominolab-svg .numeral{text-anchor:middle;font-weight:650}
.dominolab-svg .back{fill:var(--back);stroke:var(--bg)}
.dominolab-svg .legal .face{stroke:var(--blue);stroke-width:2.5}
.dominolab-svg .lit .face,.dominolab-svg .chosen .face{fill:var(--tint)}
.dominolab-svg .lit .face{stroke:var(--blue);stroke-width:2.5}
.dominolab-svg .under{fill:var(--blue)}
.dominolab-svg .not{opacity:.5}
.dominolab-svg .last .face{stroke:var(--red);stroke-width:3}
.dominolab-svg .fold,.dominolab-svg .spinner{fill:#b84a00}
.dominolab-svg .slot{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-dasharray:2 5;stroke-linecap:round}
""".strip().replace("\n", "")

# Pips of a half, as (column, row) from -1 to 1, on a tile that stands upright.
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SIDES = ((-1, 0), (1, 0))
_TOPS = ((0, -1), (0, 1))
_PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    _CORNERS,
    (*_CORNERS, (0, 0)),
    (*_CORNERS, *_SIDES),
    (*_CORNERS, *_SIDES, (0, 0)),
    (*_CORNERS, *_SIDES, *_TOPS),
    (*_CORNERS, *_SIDES, *_TOPS, (0, 0)),
)


# What XML cannot hold at all: control characters and lone surrogates.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    """Return the text as it may stand in an element or a quoted attribute; what XML cannot hold becomes a mark."""
    return escape_markup(_UNPRINTABLE.sub("\ufffd", text), quote=True)


def scene_svg(scene: Scene) -> str:
    """Return the scene as a standalone SVG document (text), at least 480 px wide, no text below 12 px.

    >>> from dominolab.show.scene import Scene
    >>> picture = scene_svg(Scene(serial=0, language="en", words={}, message="Ana & Ben", title="<b>"))
    >>> "<title>&lt;b&gt;</title>" in picture, "Ana &amp; Ben" in picture
    (True, True)
    """
    table = scene.get("table")
    inner = max(NARROWEST - 2 * MARGIN, round(table["frame"][2] * UNIT) if table else 0)
    above = [hand for hand in scene.get("hands", []) if hand["place"] != "bottom"]
    below = [hand for hand in scene.get("hands", []) if hand["place"] == "bottom"]
    heading, y = _heading(scene, MARGIN)
    far_side, y = _seats(above, scene.get("boneyard"), inner, y)
    line, y = _table(table, inner, y) if table else ([], y)
    near_side, y = _seats(below, None, inner, y, scene.get("chosen"))
    message, y = _paragraph(scene["message"], inner, y)
    parts = [*heading, *far_side, *line, *near_side, *message]
    width, height = round(inner + 2 * MARGIN), round(y + MARGIN / 2)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg", "class": "dominolab-svg", "role": "img", "lang": scene["language"],
        "aria-label": _one_line(scene), "width": width, "height": height, "viewBox": f"0 0 {width} {height}",
    }  # fmt: skip
    return (
        "<svg " + " ".join(f'{name}="{escape(str(value))}"' for name, value in attributes.items()) + ">"
        f"<title>{escape(scene.get('title') or say('the table'))}</title><desc>{escape(scene_text(scene))}</desc>"
        f"<style>{_STYLE}</style>"
        f'<rect class="paper" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10"/>'
        + "".join(parts)
        + "</svg>"
    )


def scene_text(scene: Scene) -> str:
    """Return the scene in a few lines of text: title, seats, the line, the message.

    >>> from dominolab.show.scene import Scene
    >>> print(scene_text(Scene(serial=0, language="en", words={}, message="Ana to play.", title="Round 2")))
    Round 2
    Ana to play.
    """
    lines = [" · ".join(filter(None, [scene.get("title"), scene.get("subtitle")]))]
    table = scene.get("table")
    if table:
        lines.append(table.get("text") or table["label"])
    for hand in scene.get("hands", []):
        tiles = " ".join(tile["key"] for tile in hand["tiles"])
        lines.append(f"{hand['name']}: {tiles or hand.get('hidden_label', '')} ({hand['note']})")
    boneyard = scene.get("boneyard")
    if boneyard:
        lines.append(f"{boneyard['label']}: {boneyard['note']}")
    lines.append(scene["message"])
    return "\n".join(line for line in lines if line)


def _one_line(scene: Scene) -> str:
    table = scene.get("table")
    parts = filter(None, [scene.get("title"), table["label"] if table else "", scene["message"]])
    return ". ".join(part.removesuffix(".") for part in parts) + "."


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(words: str, x: float, y: float, classes: str = "") -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}" class="{classes}">{escape(words)}</text>'


def _heading(scene: Scene, y: float) -> tuple[list[str], float]:
    title, subtitle = scene.get("title", ""), scene.get("subtitle", "")
    if not title and not subtitle:
        return [], y
    return [f'<g transform="translate({MARGIN} {_number(y)})">{_name(title, subtitle, "strong")}</g>'], y + 30


def _paragraph(words: str, width: float, y: float) -> tuple[list[str], float]:
    lines = textwrap.wrap(words, int(width / LETTER))
    return [_text(line, MARGIN, y + 16 + LINE * row) for row, line in enumerate(lines)], y + LINE * len(lines) + 6


def _seats(
    hands: Sequence[Hand], boneyard: Boneyard | None, width: float, y: float, chosen: str | None = None
) -> tuple[list[str], float]:
    """Seats beside each other as far as they fit, then in the next row."""
    blocks = [_hand(hand, width, chosen) for hand in hands]
    if boneyard:
        title = _name(boneyard["label"], boneyard["note"], "strong")
        backs = _backs(boneyard["count"], 0, 24)
        wide = LETTER * (len(boneyard["label"]) + len(boneyard["note"])) + 8
        blocks.append((title + backs, wide, 24 + (1.3 * UNIT if boneyard["count"] else 0)))
    drawn: list[str] = []
    x, row_height = MARGIN, 0.0
    for content, wide, high in blocks:
        if x > MARGIN and x + wide > width + MARGIN:
            x, y, row_height = MARGIN, y + row_height + 10, 0.0
        drawn.append(f'<g transform="translate({_number(x)} {_number(y)})">{content}</g>')
        x, row_height = x + wide + 28, max(row_height, high)
    return drawn, y + row_height + (10 if blocks else 0)


def _name(name: str, note: str, classes: str) -> str:
    """Name and note in one line of text: the reader of the picture measures it, not we."""
    return (
        f'<text y="14"><tspan class="{classes}">{escape(name)}</tspan>'
        f'<tspan dx="8" class="soft small">{escape(note)}</tspan></text>'
    )


def _hand(hand: Hand, width: float, chosen: str | None) -> tuple[str, float, float]:
    """Return a seat's drawing with its width and height."""
    unit = UNIT if hand["place"] == "bottom" else 0.75 * UNIT
    name = ("▸ " if hand["turn"] else "") + hand["name"]
    drawn = [_name(name, hand["note"], "strong turn" if hand["turn"] else "strong")]
    step, high = unit + 9, 2 * unit + 12
    a_row = max(1, int(width // step))
    for index, tile in enumerate(hand["tiles"]):
        row, column = divmod(index, a_row)
        at = (column * step + unit / 2 + 2, 26 + row * high + unit)
        drawn.append(_hand_tile(tile, at, unit, chosen=tile["key"] == chosen))
    rows = -(-len(hand["tiles"]) // a_row)
    if hand["hidden"]:
        drawn.append(_backs(hand["hidden"], len(hand["tiles"]) % a_row * step, 24))
    wide = max(
        LETTER * (len(name) + len(hand["note"])) + 8,
        min(len(hand["tiles"]), a_row) * step,
        0.6 * UNIT * (0.45 * min(hand["hidden"], 14) + 0.6),
    )
    return "".join(drawn), wide, 24 + max(rows * high, 1.3 * UNIT if hand["hidden"] else 0)


def _hand_tile(tile: HandTile, at: tuple[float, float], unit: float, *, chosen: bool) -> str:
    classes = {True: "legal", False: "not", None: ""}[tile["playable"]] + (" chosen" if chosen else "")
    under = ""
    if tile["playable"]:
        x, y = _number(-unit / 2), _number(unit + 3)
        under = f'<rect class="under" x="{x}" y="{y}" width="{_number(unit)}" height="5" rx="2.5"/>'
    return _tile(tile["pair"], *at, unit, vertical=True, classes=classes, label=tile["label"], more=under)


def _backs(count: int, x: float, y: float, most: int = 14) -> str:
    unit = 0.6 * UNIT
    return "".join(
        f'<rect class="back" x="{_number(x + index * 0.45 * unit)}" y="{_number(y)}" '
        f'width="{_number(unit)}" height="{_number(2 * unit)}" rx="3"/>'
        for index in range(min(count, most))
    )


def _table(table: Table, width: float, y: float) -> tuple[list[str], float]:
    left, top, wide, high = (side * UNIT for side in table["frame"])
    move = f"translate({_number(MARGIN + (width - wide) / 2 - left)} {_number(y + 6 - top)})"
    felt = (
        f'<rect class="felt" x="{MARGIN}" y="{_number(y)}" rx="10" '
        f'width="{_number(width)}" height="{_number(high + 12)}"/>'
    )
    ends = []
    for place in table["ends"]:
        across, along = (UNIT / 2, UNIT) if place["vertical"] else (UNIT, UNIT / 2)
        ends.append(
            f'<rect class="slot" x="{_number(place["x"] * UNIT - across + 2)}" '
            f'y="{_number(place["y"] * UNIT - along + 2)}" '
            f'width="{_number(2 * across - 4)}" height="{_number(2 * along - 4)}" rx="5"/>'
        )
        half = LETTER * len(place["label"]) / 2
        x = max(left + half, min(left + wide - half, place["label_x"] * UNIT))
        ends.append(_text(place["label"], x, place["label_y"] * UNIT + 5, "soft small middle"))
    tiles = (_placed(tile) for tile in table["tiles"])
    return [felt, f'<g transform="{move}">', *ends, *tiles, "</g>"], y + high + 22


def _placed(tile: PlacedTile) -> str:
    across, along = (UNIT / 2, UNIT) if tile["vertical"] else (UNIT, UNIT / 2)
    more, classes = "", [name for name in ("last", "lit") if tile.get(name)]
    if tile.get("last"):
        fold = _number(0.28 * UNIT)
        corner = f"{_number(0.72 * UNIT - 1 - UNIT + across)} {_number(1 - along)}"
        more += f'<path class="fold" d="M{corner}h{fold}v{fold}z"/>'
    if tile.get("spinner"):
        size = _number(0.2 * UNIT)
        more += f'<path class="spinner" d="M0 -{size}L{size} 0L0 {size}L-{size} 0z"/>'
    return _tile(
        tile["pair"], tile["x"] * UNIT, tile["y"] * UNIT, UNIT,
        vertical=tile["vertical"], classes=" ".join(classes), label=tile["label"], more=more,
    )  # fmt: skip


def _tile(
    pair: Iterable[int], x: float, y: float, unit: float, *, vertical: bool, classes: str, label: str, more: str
) -> str:
    across, along = (unit / 2, unit) if vertical else (unit, unit / 2)
    bar = (0.36 * unit, 0.0) if vertical else (0.0, 0.36 * unit)
    step = (0.0, unit / 2) if vertical else (unit / 2, 0.0)
    first, second = pair
    return (
        f'<g class="{classes}" transform="translate({_number(x)} {_number(y)})"><title>{escape(label)}</title>'
        f'<rect class="face" x="{_number(1 - across)}" y="{_number(1 - along)}" width="{_number(2 * across - 2)}" '
        f'height="{_number(2 * along - 2)}" rx="{_number(0.15 * unit)}"/>'
        f'<path class="bar" d="M{_number(-bar[0])} {_number(-bar[1])}L{_number(bar[0])} {_number(bar[1])}"/>'
        + _half(first, -step[0], -step[1], unit, vertical=vertical)
        + _half(second, step[0], step[1], unit, vertical=vertical)
        + more
        + "</g>"
    )


def _half(number: int, x: float, y: float, unit: float, *, vertical: bool) -> str:
    if number >= len(_PIPS):
        size = max(12.0, 0.55 * unit)
        return (
            f'<text class="numeral" x="{_number(x)}" y="{_number(y + 0.36 * size)}" '
            f'font-size="{_number(size)}">{number}</text>'
        )
    drawn = ""
    for column, row in _PIPS[number]:
        right, down = (column, row) if vertical else (-row, column)
        drawn += (
            f'<circle class="pip" cx="{_number(x + right * 0.27 * unit)}" cy="{_number(y + down * 0.27 * unit)}" '
            f'r="{_number(0.09 * unit)}"/>'
        )
    return drawn
