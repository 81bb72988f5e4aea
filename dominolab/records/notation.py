"""The words of the notation: tiles, actions, escapes. What a word means at the table is not decided here."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dominolab.engine.moves import Draw, Move, Pass, Play, end_of, seat_name
from dominolab.engine.tiles import LARGEST_SET, Tile
from dominolab.errors import RecordError
from dominolab.messages import say

GLYPHS = ("!!", "!", "!?", "?!", "?", "??")
"""Judgements of an action: brilliant, good, interesting, dubious, mistake, blunder."""
SEATS = {letter: seat for seat, letter in enumerate("ABCDEFGHIJKL")}
UNKNOWN = "?"
MOST_COUNTED = 190  # as many tiles as the largest set has: `?x191` is no count of tiles

MATCH_LINE = re.compile(r"[ \t]*\[Domino(?=[\s\]\"]|$)")
"""How the line begins that begins a match, wherever it stands."""

_TILE = r"(?:\[(\d{1,2})[-|:\u2010-\u2015\u2212](\d{1,2})\]|(\d{1,2})[-|:\u2010-\u2015\u2212](\d{1,2})|(\d)(\d))"
_ONLY_TILE = re.compile(_TILE)
_PLAY = re.compile(_TILE + r"([<>^v*]?)(!!|!\?|!|\?!|\?\?|\?)?")
_DRAW = re.compile(r"\+(?:" + _TILE + r"(!!|!\?|!|\?!|\?\?|\?)?|\?(?:x(\d{1,3}))?)")
_PASS = re.compile(r"pass(~?)(!!|!\?|!|\?!|\?\?|\?)?")
_COUNT = re.compile(r"\?(?:x(\d{1,3}))?")
_ESCAPED = re.compile(r"\\([^\w\s]|[nr])")
_STARTS = re.compile(r"^([ \t]*)(==|\[Domino)", re.MULTILINE)
_COMMAND = re.compile(r"\[%(\w+)(?:[ \t]+([^\[\]]*))?\]")


class Word(NamedTuple):
    """What an action word says: the move, a drawn tile where it is named, and the signs on it."""

    move: Move
    tile: Tile | None = None
    times: int = 1
    glyph: str = ""
    apart: bool = False
    stands: bool = False


def seat_of(seat: int | str, players: int) -> int:
    """Return a seat from its number or its letter. Raises ``RecordError`` for one that does not play.

    >>> seat_of("B", players=2), seat_of(1, players=2)
    (1, 1)
    """
    number = SEATS.get(seat) if isinstance(seat, str) else seat
    if not isinstance(number, int) or not 0 <= number < players:
        last = players - 1
        why = say(
            "seat {seat!r}: seats go from 0 to {last}, or from A to {letter}",
            seat=seat,
            last=last,
            letter=seat_name(last),
        )
        raise RecordError(why)
    return number


@lru_cache(maxsize=4096)
def tile_in(text: str) -> Tile | None:
    """Return the tile that a word names, or None (also for numbers that no set has)."""
    match = _ONLY_TILE.fullmatch(text)
    return _tile(match.groups()) if match else None


def _tile(groups: tuple[str | None, ...]) -> Tile | None:
    """Return the tile of the matched numbers."""
    first, second = (int(part) for part in groups[:6] if part is not None)
    return Tile(first, second) if max(first, second) <= LARGEST_SET else None


def tiles_in(words: list[str]) -> tuple[Tile | str, ...]:
    """Return a hand from its words: tiles, ``"?"`` for each unknown one, and unreadable words as they are."""
    found: list[Tile | str] = []
    for word in words:
        tile = tile_in(word)
        counted = _COUNT.fullmatch(word) if tile is None else None
        n = int(counted[1] or 1) if counted else 0
        if tile is None and 0 < n <= MOST_COUNTED:
            found += [UNKNOWN] * n
        else:
            found.append(word if tile is None else tile)
    return tuple(found)


def tiles_text(tiles: tuple[Tile | str, ...]) -> str:
    """Return a hand as words, unknown tiles together at their place: ``6-6 ?x6``."""
    words: list[str] = []
    i = 0
    while i < len(tiles):
        n = i
        while n < len(tiles) and tiles[n] == UNKNOWN:
            n += 1
        words.append(counted(n - i) if n > i else str(tiles[i]))
        i = max(n, i + 1)
    return " ".join(words)


def counted(n: int) -> str:
    """Return the word for so many unknown tiles."""
    return UNKNOWN if n == 1 else f"{UNKNOWN}x{n}"


@lru_cache(maxsize=4096)
def word_in(text: str) -> Word | None:
    """Return what an action word says, or None where it says nothing readable.

    >>> word_in("5-6<!?")
    Word(move=Play('6-5', 'left'), tile=None, times=1, glyph='!?', apart=False, stands=False)
    """
    if match := _PLAY.fullmatch(text):
        tile, mark, glyph = _tile(match.groups()), match[7], match[8]
        if tile is None:
            return None
        return Word(Play(tile, end_of(mark) if mark and mark != "*" else None), glyph=glyph or "", apart=mark == "*")
    if match := _PASS.fullmatch(text):
        return Word(Pass(), glyph=match[2] or "", stands=bool(match[1]))
    if match := _DRAW.fullmatch(text):
        if any(match.groups()[:6]):
            tile = _tile(match.groups())
            return None if tile is None else Word(Draw(), tile, glyph=match[7] or "")
        n = int(match[8] or 1)
        return Word(Draw(), times=n) if 0 < n <= MOST_COUNTED else None
    return None


def escaped(comment: str) -> str:
    """Return a comment's text so that it can stand between braces."""
    text = comment.replace("\\", "\\\\").replace("}", "\\}").replace("\r", "\\r")
    return _STARTS.sub(r"\1\\\2", text)


def quoted(value: str) -> str:
    """Return a tag's value between quotation marks, on one line."""
    text = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{text}"'


def unescaped(text: str) -> str:
    """Return what an escaped text means; a backslash before a letter other than n and r is itself."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


def commands_in(comments: list[str]) -> dict[str, str]:
    """Return the commands in comments, ``{"wp": "0.58"}``; the last of a name counts."""
    return {name: value.strip() for text in comments for name, value in _COMMAND.findall(text)}


def without_commands(text: str, name: str | None = None) -> str:
    """Return a comment's text without its commands, or without those of one name."""
    kept = _COMMAND.sub(lambda match: "" if name in (None, match[1]) else match[0], text)
    return kept if kept == text else re.sub(r"[ \t]{2,}", " ", kept).strip()


def only_commands(text: str) -> str:
    """Return the commands of a comment as they were written, without its words.

    >>> only_commands("[%wp 0.58] keeps the 6 [%new x]")
    '[%wp 0.58] [%new x]'
    """
    return " ".join(match[0] for match in _COMMAND.finditer(text))
