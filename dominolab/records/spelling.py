"""What a beginner meant: capitals and commas that the notation does not have are read all the same, with a warning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dominolab.messages import say
from dominolab.records.notation import SEATS, Word, word_in

if TYPE_CHECKING:
    from collections.abc import Container

_SIGNS = ",;."
_COMMA = re.compile(r"(?<=[^\s,]),(?=\s|$)")
_LETTER = re.compile(r"\s*[a-l](?=:?(?:\s|$))")
_POINTS = re.compile(r"(?<=\s)[a-l](?=\s*[+\-\u2212]\d)")
_KIND = re.compile(r"\s*[A-Za-z]+")
_JOINED = re.compile(r"([A-La-l]):?([^A-La-l:].*|pass.*)", re.DOTALL)
_OTHER_WORDS = {"passes": "pass", "passed": "pass", "knock": "pass", "knocks": "pass", "draw": "+?", "draws": "+?"}


def seat_meant(word: str) -> int | None:
    """Return the seat that a word names, or None.

    >>> seat_meant("A:"), seat_meant("b,"), seat_meant("pass")
    (0, 1, None)
    """
    return SEATS.get(word.rstrip(":" + _SIGNS).upper())


def word_meant(word: str) -> Word | None:
    """Return the action that a word means if capitals and a comma behind it are overlooked, or None.

    >>> word_meant("PASS,")
    Word(move=Pass(), tile=None, times=1, glyph='', apart=False, stands=False)
    """
    return word_in(word.rstrip(_SIGNS).lower())


def line_meant(keyword: str, rest: str) -> str:
    """Return the words behind a keyword, just as long, with blanks for commas and capitals where they belong.

    >>> line_meant("deal", " a 6-6, 6-5"), line_meant("end", " OUT a +9")
    (' A 6-6  6-5', ' out A +9')
    """
    line = _COMMA.sub(" ", rest)
    if keyword in ("deal", "show", "turn"):
        letter = _LETTER.match(line)
        cut = letter.end() if letter else 0
        return line[:cut].upper() + line[cut:]
    if keyword == "end":
        kind = _KIND.match(line)
        cut = kind.end() if kind else 0
        return line[:cut].lower() + _POINTS.sub(lambda seat: seat[0].upper(), line[cut:])
    return line


def hint_for(word: str, keywords: Container[str]) -> str:
    """Return what to change about a word that cannot be read."""
    if word.startswith("[") and word[1:2].isalpha():
        return say('header lines stand before the first round; a new match begins with [Domino "1"]')
    if word == "+":
        return say("a draw that nobody saw is written +?")
    joined = _JOINED.fullmatch(word[:40])
    if joined and word_meant(joined[2]):
        return say("put a space behind the seat: {seat} {word}", seat=joined[1].upper(), word=joined[2])
    parts = [part for part in re.split("[,;]", word[:60]) if part]
    if len(parts) > 1 and all(map(word_meant, parts)):
        return say("put spaces instead of commas: {words}", words=" ".join(parts))
    other = _OTHER_WORDS.get(word.lower().rstrip(_SIGNS))
    if other:
        return say("it is written {word}", word=other)
    if word.lower() in keywords:
        return say("{word} begins a line of its own", word=word.lower())
    return say("actions are written like A 6-5<  B +? 3-1>  A pass")
