"""What a learner typed, read kindly: fractions, decimals, percentages, tiles, letters; and its normal forms.

A normal form is a short text: two answers are the same when they share one. ``"3/5"`` is exact; ``"~2:0.67"`` is
rounded to two places. Normal forms can be hashed, so that a sheet can judge an answer that it does not contain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from dominolab.engine.tiles import Tile
from dominolab.errors import DominoError
from dominolab.messages import say

NUMBER, CHOICE, SEVERAL = "number", "choice", "several"
FORMS = (NUMBER, CHOICE, SEVERAL)
"""How an answer is given: a number typed freely, one of the options, or all options that are right."""
LONGEST_ANSWER = 400
MOST_PLACES = 12
EXTRA_PLACES = 4  # a decimal may be this much finer than asked for, and is judged at its own places
NONE = "none"
_NOTHING = {"none", "nothing", "-", "ninguna", "ninguno", "nada"}
_FRACTION = re.compile(r"([+-]?\d{1,30})\s*/\s*(\d{1,30})")
_DECIMAL = re.compile(r"([+-]?)(\d{0,30})(?:[.,](\d{0,30}))?\s*(%?)")


class Entry(NamedTuple):
    """A number as it was typed: its value, and its decimal places (None: it was exact, a fraction or whole)."""

    value: Fraction
    places: int | None


def read_number(text: str) -> Entry:
    """Return the number that was typed: ``3/5``, ``0.6``, ``0,6``, ``.6``, ``60 %``. Raises ``DominoError``.

    >>> read_number("60 %"), read_number("0,67").places
    (Entry(value=Fraction(3, 5), places=2), 2)
    """
    typed = text.strip().replace("−", "-").replace("⁄", "/")
    match = _FRACTION.fullmatch(typed)
    if match:
        if int(match[2]) == 0:
            raise DominoError(say("{typed}: nothing can be divided by 0", typed=_short(typed)))
        return Entry(Fraction(int(match[1]), int(match[2])), None)
    match = _DECIMAL.fullmatch(typed)
    if not match or not (match[2] or match[3]):
        raise DominoError(say("{typed} is not a number I can read; write 3/5, 0.6 or 60 %", typed=_short(typed) or "…"))
    sign, whole, decimals, percent = match.groups()
    places = len(decimals or "") + (2 if percent else 0)
    value = Fraction(int((whole or "0") + (decimals or "")), 10 ** len(decimals or ""))
    value = value / 100 if percent else value
    return Entry(-value if sign == "-" else value, places or None)


def places_for(value: Fraction) -> int:
    """Return how many decimal places say enough: two, and more where two would make it 0 or 1.

    >>> places_for(Fraction(3, 5)), places_for(Fraction(1, 345))
    (2, 4)
    """
    places = 2
    for part in (abs(value - floor(value)), 1 - (value - floor(value))):
        while part and part * 10 ** (places - 1) < 1 and places < MOST_PLACES:
            places += 1
    return places


def number_forms(value: Fraction, places: int) -> frozenset[str]:
    """Return every normal form in which this number is accepted: exact, and rounded to ``places`` or some more.

    >>> sorted(number_forms(Fraction(2, 3), 2))[:3]
    ['2/3', '~2:0.67', '~3:0.667']
    """
    forms = {str(value)}
    for n in range(places, places + EXTRA_PLACES + 1):
        scaled = value * 10**n
        near = {floor(scaled + Fraction(1, 2)), -floor(-scaled + Fraction(1, 2))}  # a tie is rounded up or down
        forms |= {_rounded(unit, n) for unit in near}
    return frozenset(forms)


def cut_off(value: Fraction, places: int) -> str | None:
    """Return the normal form of the number cut off at ``places`` instead of rounded; None if that is the same."""
    form = _rounded(floor(value * 10**places), places)
    return None if form in number_forms(value, places) else form


def _rounded(unit: int, places: int) -> str:
    digits = str(abs(unit)).rjust(places + 1, "0")
    return f"~{places}:{'-' if unit < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def entry_forms(entry: Entry, places: int) -> frozenset[str]:
    """Return the normal forms of a typed number: its exact value and, if it is a fine enough decimal, rounded."""
    forms = {str(entry.value)}
    if entry.places is not None and entry.places >= places:
        n = min(entry.places, places + EXTRA_PLACES)
        forms.add(_rounded(floor(entry.value * 10**n + Fraction(1, 2)), n))
    return frozenset(forms)


def chosen_form(keys: Sequence[str]) -> str:
    """Return the normal form of the options that were chosen, in any order.

    >>> chosen_form(["6-5", "1-0"]), chosen_form([])
    ('1-0 6-5', 'none')
    """
    return " ".join(sorted(set(keys))) or NONE


def read_choice(text: str, keys: Sequence[str]) -> str:
    """Return the option that was named. Raises ``DominoError`` with the options if it is none of them."""
    found = _option(text.strip(), keys)
    if found is None:
        raise DominoError(
            say("{typed} is none of the options: {options}", typed=_short(text) or "…", options=", ".join(keys))
        )
    return found


def read_several(text: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the options that were named, apart by spaces or commas; ``none`` for no option. Raises ``DominoError``."""
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if len(words) == 1 and words[0].lower() in _NOTHING and _option(words[0], keys) is None:
        return ()
    if not words:
        raise DominoError(say("name the options that are right, or write none"))
    return tuple(read_choice(word, keys) for word in words)


def _option(word: str, keys: Sequence[str]) -> str | None:
    """Return the key that a word means: the key itself in any case, or a tile written otherwise (56, 5|6)."""
    for key in keys:
        if key.lower() == word.lower():
            return key
    stem, mark = (word[:-1], word[-1]) if word[-1:] in "<>^v" and word else (word, "")
    try:
        named = f"{Tile(stem)}{mark}"
    except DominoError:
        return None
    return named if named in keys else None


def as_text(answer: object) -> str:
    """Return an answer given in Python (number, fraction, tile, list of them, text) as text. Raises ``DominoError``."""
    if isinstance(answer, (list, tuple, set, frozenset)):
        text = " ".join(str(part) for part in answer) or NONE
    elif isinstance(answer, float):
        text = format(answer, f".{MOST_PLACES}f").rstrip("0").rstrip(".")
    else:
        text = str(answer)
    if len(text) > LONGEST_ANSWER:
        raise DominoError(
            say("the answer is too long: {n} characters, at most {most}", n=len(text), most=LONGEST_ANSWER)
        )
    return text


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def meant_by(text: str, form: str, keys: Sequence[str], places: int) -> str:
    """Return what a typed answer says, one text for all ways to write it; one that cannot be read says itself.

    >>> meant_by("50 %", NUMBER, (), 2) == meant_by("1/2", NUMBER, (), 2)
    True
    """
    try:
        if form == NUMBER:
            return str(read_number(text).value)
        return min(forms_of(text, form, keys, places))
    except DominoError:
        return text.strip()


def new_tries(tries: Sequence[str], form: str, keys: Sequence[str], places: int) -> list[str]:
    """Return the answers that count as tries, in order: the same one given again, however written, is no new try.

    >>> new_tries(["1", "13", "13", " 1 "], NUMBER, (), 2)
    ['1', '13']
    """
    found: dict[str, str] = {}
    for text in tries:
        found.setdefault(meant_by(text, form, keys, places), text)
    return list(found.values())


def forms_of(text: str, form: str, keys: Sequence[str], places: int) -> frozenset[str]:
    """Return the normal forms of a typed answer to a question of this form. Raises ``DominoError`` if unreadable."""
    if form == NUMBER:
        return entry_forms(read_number(text), places)
    if form == CHOICE:
        return frozenset((read_choice(text, keys),))
    return frozenset((chosen_form(read_several(text, keys)),))
