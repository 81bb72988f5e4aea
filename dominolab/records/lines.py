"""The lines of a round that begin with a keyword: what was dealt, how it starts, what was shown, how it ended."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from dominolab.engine.line import Placed, placed_tiles
from dominolab.engine.moves import seat_name
from dominolab.engine.tiles import Tile
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.begin import Spot
from dominolab.records.model import Ending, Round
from dominolab.records.notation import SEATS, UNKNOWN, tile_in, tiles_in
from dominolab.records.problems import printable

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"\S+")
_END = re.compile(r"\s+(out|blocked|broken)((?:\s+[A-L]\s*[+\-\u2212]\d{1,6}(?!\S))*+)\s*(?:\(([^()]*)\)\s*)?")
_POINT = re.compile(r"([A-L])\s*([+\-\u2212])(\d{1,6})")
_PAIR = re.compile(r"(\d{1,6})-(\d{1,6})")
_NUMBER = re.compile(r"[+-]?\d{1,6}")
MOST_TILES = 400  # in one line; the largest set has 190


class Bad(NamedTuple):
    """A line that cannot be read; ``place`` -1 is its beginning."""

    code: str
    message: str
    hint: str
    place: int = -1


class Words:
    """The words of a line after its keyword, with their places in the text."""

    def __init__(self, text: str, offset: int) -> None:
        """Split the line; a line with absurdly many words is cut, its reader refuses it."""
        found = []
        for match in _WORD.finditer(text):
            found.append(match)
            if len(found) > MOST_TILES:
                break
        self.texts = [match[0] for match in found]
        self.places = [offset + match.start() for match in found]
        self.raw, self.offset = text, offset


Found = dict[Spot, int] | Bad


def read_line(round_: Round, keyword: str, text: str, offset: int) -> Found:
    """Take a line into the round; return the places of its words, or why it cannot be read."""
    words = Words(text, offset)
    if len(words.texts) > MOST_TILES:
        return Bad("bad-line", say("this line has more than {n} words", n=MOST_TILES), "")
    return KEYWORDS[keyword](round_, keyword, words)


def _bad(keyword: str, words: Words, example: str, place: int = -1) -> Bad:
    """Return that a line cannot be read, with an example of a good one."""
    text = printable(f"{keyword} {words.raw.strip()}")
    hint = say("it is written like: {example}", example=example)
    return Bad("bad-line", say("{text} cannot be read", text=text), hint, place)


def _hand(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``deal A 6-6 6-0`` or ``show A 6-6``."""
    letter = words.texts[0].rstrip(":") if words.texts else ""
    if letter not in SEATS:
        return _bad(keyword, words, f"{keyword} A 6-5 3-1", words.places[0] if words.places else -1)
    seat, tiles = SEATS[letter], tiles_in(words.texts[1:])
    known = round_.setup.dealt if keyword == "deal" else round_.shown
    try:
        players = round_.rules.players
    except DominoError:
        players = len(SEATS)
    if seat >= players:
        why = say("{n} players: there is no seat {seat}", n=players, seat=letter)
        return Bad("no-such-seat", why, say("seats are named A, B, ... in turn order"), words.places[0])
    if seat in known:
        why = say("{keyword} {seat} is there twice", keyword=keyword, seat=letter)
        return Bad("duplicate-line", why, say("one line for each seat"), words.places[0])
    if keyword == "deal":
        round_.setup = replace(round_.setup, dealt={**known, seat: tiles})
    else:
        round_.shown = {**known, seat: tiles}
    return _spots(keyword, seat, words, 1)


def _spots(keyword: str, seat: int, words: Words, first: int) -> dict[Spot, int]:
    """Return the places of the tiles of a line, counted words taken apart."""
    spots = {Spot(keyword, seat): words.places[0] if words.places else words.offset}
    i = 0
    for text, place in zip(words.texts[first:], words.places[first:], strict=True):
        for _ in range(sum(tile == UNKNOWN for tile in tiles_in([text])) or 1):
            spots[Spot(keyword, seat, i)] = place
            i += 1
    return spots


def _yard(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``yard 3-1 4-0``."""
    if round_.setup.yard is not None:
        return Bad("duplicate-line", say("the line {word} is there twice", word=keyword), "")
    round_.setup = replace(round_.setup, yard=tiles_in(words.texts))
    return _spots(keyword, -1, words, 0)


def _tile(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``set 4-2``, ``call 6-6`` or ``spinner 5-5``."""
    tile = tile_in(words.texts[0]) if len(words.texts) == 1 else None
    if tile is None:
        return _bad(keyword, words, f"{keyword} 4-4", words.places[0] if words.places else -1)
    name = {"set": "set_tile", "call": "called", "spinner": "spinner"}[keyword]
    changes: dict[str, Any] = {name: tile}
    round_.setup = replace(round_.setup, **changes)
    return {Spot(keyword, -1, 0): words.places[0]}


def _row(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``line 6-6 6-5 / ^ 6-4 / v``."""
    row, *arms = words.raw.split("/")
    parts = {"up": "", "down": ""}
    for arm in arms:
        name = {"^": "up", "v": "down"}.get(arm.strip()[:1])
        if name is None or parts[name]:
            return _bad(keyword, words, "line 6-6 6-5 / ^ 6-4 / v 6-1")
        parts[name] = arm.strip()[1:]
    try:
        laid, up, down = (tuple(map(_pair, placed_tiles(text))) for text in (row, parts["up"], parts["down"]))
    except DominoError:
        return _bad(keyword, words, "line 6-6 6-5 / ^ 6-4 / v 6-1")
    round_.setup = replace(round_.setup, row=laid, up=up, down=down)
    return {}


def _pair(placed: Placed) -> tuple[int, int]:
    """Return the two numbers of a tile as it lies. Raises ``DominoError`` if there is no such tile."""
    Tile(placed.first, placed.second)
    return placed.first, placed.second


def _seat(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``turn B``."""
    if len(words.texts) != 1 or words.texts[0] not in SEATS:
        return _bad(keyword, words, "turn B")
    seat = SEATS[words.texts[0]]
    try:
        if seat >= round_.rules.players:
            why = say("{n} players: there is no seat {seat}", n=round_.rules.players, seat=seat_name(seat))
            return Bad("no-such-seat", why, "", words.places[0])
    except DominoError:
        pass
    round_.setup = replace(round_.setup, turn=seat)
    return {}


def _scores(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``scores 20 3``."""
    numbers = numbers_in(words.raw)
    if not numbers:
        return _bad(keyword, words, "scores 20 3")
    round_.setup = replace(round_.setup, scores=numbers)
    return {}


def _count(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``passes 1``, ``drawn 1`` or ``placed 1``."""
    if len(words.texts) != 1 or not re.fullmatch(r"\d{1,3}", words.texts[0]):
        return _bad(keyword, words, f"{keyword} 1")
    n = int(words.texts[0])
    if keyword == "passes":
        round_.setup = replace(round_.setup, passes=n)
    elif keyword == "drawn":
        round_.setup = replace(round_.setup, drawn=n)
    else:
        round_.setup = replace(round_.setup, placed=n)
    return {}


def numbers_in(text: str) -> tuple[int, ...]:
    """Return whole numbers from ``9 0`` or ``9-0``; nothing where there is anything else."""
    pair = _PAIR.fullmatch(text.strip())
    if pair:
        return int(pair[1]), int(pair[2])
    words = text.split()[:20]
    return tuple(map(int, words)) if words and all(_NUMBER.fullmatch(word) for word in words) else ()


def _end(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``end out A +9 (9 0)``."""
    example = "end out A +9 (9 0)"
    match = _END.fullmatch(words.raw) if len(words.texts) <= 60 else None
    if match is None:
        return _bad(keyword, words, example, words.places[0] if words.places else -1)
    totals = None
    if match[3] is not None:
        totals = numbers_in(match[3])
        if not totals:
            return _bad(keyword, words, example, words.offset + match.start(3))
    spots: dict[Spot, int] = {Spot("totals"): words.offset + match.start(3)}
    points: dict[int, int] = {}
    for pair in _POINT.finditer(match[2]):
        side, place = SEATS[pair[1]], words.offset + match.start(2) + pair.start()
        if side in points:
            return Bad("bad-line", say("{seat} scores twice", seat=pair[1]), "", place)
        points[side] = int(pair[3]) * (1 if pair[2] == "+" else -1)
        spots[Spot("points", side)] = place
    round_.ending = Ending(match[1], points, totals)
    return spots


def _redeal(round_: Round, keyword: str, words: Words) -> Found:
    """Read ``redeal``."""
    if words.texts:
        return _bad(keyword, words, "redeal", words.places[0])
    round_.ending = Ending("redeal")
    return {}


KEYWORDS: dict[str, Callable[[Round, str, Words], Found]] = {
    "deal": _hand,
    "yard": _yard,
    "set": _tile,
    "call": _tile,
    "line": _row,
    "spinner": _tile,
    "turn": _seat,
    "scores": _scores,
    "passes": _count,
    "drawn": _count,
    "placed": _count,
    "show": _hand,
    "end": _end,
    "redeal": _redeal,
}
