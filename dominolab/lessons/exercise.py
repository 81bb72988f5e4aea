"""``Exercise``: one question with exactly one right answer, its hints, and what is wrong with the usual mistakes."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dominolab.engine.table import Table
from dominolab.errors import DominoError
from dominolab.lessons.answers import (
    CHOICE,
    NONE,
    NUMBER,
    as_text,
    cut_off,
    entry_forms,
    forms_of,
    number_forms,
    places_for,
    read_number,
    read_several,
)
from dominolab.messages import later, say

Text: TypeAlias = object
"""Anything whose ``str()`` is a sentence in the language in force."""


@dataclass(frozen=True)
class Saying:
    """Words that a function makes when they are read, so in the language in force then."""

    speak: Callable[..., str]
    about: tuple[object, ...]

    def __str__(self) -> str:
        """Say it now."""
        return self.speak(*self.about)


class Option(NamedTuple):
    """One possible answer: what to type, its words, and why it is right or wrong."""

    key: str
    label: Text
    why: Text = ""


class Wrong(NamedTuple):
    """A wrong way to think: its name, the answer it leads to (a normal form), and what is wrong with it."""

    model: str
    answer: str
    why: Text


class Feedback(NamedTuple):
    """What an answer gets: right or not, why, which wrong way of thinking it fits, and whether it could be read."""

    right: bool
    why: str
    model: str | None = None
    readable: bool = True

    def _repr_markdown_(self) -> str:
        if not self.readable:
            return f"… {plain_markdown(self.why)}"
        sign = f"✓ **{say('Right.')}**" if self.right else f"✗ **{say('Not yet.')}**"
        return f"{sign} {plain_markdown(self.why)}"


def plain_markdown(text: str) -> str:
    r"""Return text as Markdown that shows it letter by letter: no markup in it works, no HTML.

    >>> plain_markdown("<b>*6-5*")
    '&lt;b&gt;\\*6-5\\*'
    """
    return re.sub(r"([\\\\`*_{}\[\]()#!|~$])", r"\\\1", html.escape(text, quote=False))


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A question. The same kind, seed and level make the same one everywhere; its words follow the language in force.

    ``form`` is ``"number"``, ``"choice"`` or ``"several"``; ``scene`` is a position or view that a picture can show
    (or None); ``places`` how many decimals a rounded answer needs.

    >>> import dominolab as dl
    >>> e = dl.exercise("score", seed=4)
    >>> e.check(e.answer).right, e.check("0.5 cats").readable
    (True, False)
    """

    kind: str
    seed: int
    level: int
    form: str
    ask: Text
    right: str
    """The right answer's normal form: an exact number, a key, or keys in order."""
    because: Text
    """Why it is right."""
    facts: tuple[Text, ...] = ()
    """What one has to know, line by line, for a reader who sees no picture."""
    choices: tuple[Option, ...] = ()
    wrongs: tuple[Wrong, ...] = ()
    steps: tuple[Text, ...] = ()
    scene: Table | None = None

    @property
    def question(self) -> str:
        """The question in the language in force."""
        return str(self.ask)

    @property
    def given(self) -> tuple[str, ...]:
        """The facts in the language in force."""
        return tuple(str(fact) for fact in self.facts)

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints, each a step further, in the language in force."""
        return tuple(str(step) for step in self.steps)

    @property
    def why(self) -> str:
        """Why the right answer is right."""
        return str(self.because)

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options as (key, words); empty where a number is asked for."""
        return tuple((option.key, str(option.label)) for option in self.choices)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the options."""
        return tuple(option.key for option in self.choices)

    @property
    def answer(self) -> str:
        """The right answer as one would type it."""
        return self.right

    @property
    def places(self) -> int:
        """How many decimal places a rounded answer needs at least."""
        return places_for(Fraction(self.right)) if self.form == NUMBER else 0

    @property
    def accepted(self) -> frozenset[str]:
        """Every normal form of the right answer."""
        return number_forms(Fraction(self.right), self.places) if self.form == NUMBER else frozenset((self.right,))

    def mistakes(self) -> tuple[tuple[Wrong, frozenset[str]], ...]:
        """Return the wrong ways of thinking, each with all normal forms of the answer it leads to."""
        found = []
        taken = self.accepted
        for wrong in self.wrongs:
            forms = number_forms(Fraction(wrong.answer), self.places) if self.form == NUMBER else {wrong.answer}
            found.append((wrong, frozenset(forms) - taken))
            taken |= forms
        cut = cut_off(Fraction(self.right), self.places) if self.form == NUMBER else None
        if cut is not None and cut not in taken:
            found.append(
                (Wrong("cut-off", cut, later("round the last place instead of cutting it off")), frozenset((cut,)))
            )
        return tuple(found)

    def check(self, answer: object) -> Feedback:
        """Return the judgement of an answer: text as typed, or a number, fraction, tile or list of tiles.

        Raises nothing: an answer that cannot be read is not right, and ``readable`` is False.
        """
        try:
            text = as_text(answer)
            forms = forms_of(text, self.form, self.keys, self.places)
        except DominoError as error:
            return Feedback(right=False, why=str(error), readable=False)
        if forms & self.accepted:
            return Feedback(right=True, why=self.why)
        for wrong, theirs in self.mistakes():
            if forms & theirs:
                return Feedback(right=False, why=str(wrong.why), model=wrong.model)
        return Feedback(right=False, why=self._why_not(text))

    def _why_not(self, text: str) -> str:
        """Return what can be said about a wrong answer that fits no known mistake."""
        if self.form == NUMBER:
            return coarse(text, Fraction(self.right), self.places) or say("not right; the hints help")
        by_key = {option.key: option for option in self.choices}
        if self.form == CHOICE:
            picked = next(iter(forms_of(text, CHOICE, self.keys, 0)))
            return str(by_key[picked].why) or say("not right; the hints help")
        chosen = set(read_several(text, self.keys))
        wanted = set() if self.right == NONE else set(self.right.split())
        missed = [option for option in self.choices if (option.key in chosen) != (option.key in wanted)]
        return str(missed[0].why) or say("not right; the hints help")


def coarse(text: str, exact: Fraction, places: int) -> str | None:
    """Return that a decimal is rounded too coarsely, if it is and would round to the right number."""
    entry = read_number(text)
    if entry.places is None or entry.places >= places:
        return None
    near = number_forms(exact, entry.places) & entry_forms(entry, entry.places)
    return say("too coarse: give {n} decimal places, or a fraction", n=places) if near else None


def wrong_numbers(right: Fraction, models: Iterable[tuple[str, Fraction | int, Text]]) -> tuple[Wrong, ...]:
    """Return the wrong ways of thinking that lead to a number told apart from the right one and from each other."""
    places = places_for(right)
    taken = set(number_forms(right, places))
    found = []
    for model, value, why in models:
        forms = number_forms(Fraction(value), places)
        if not forms & taken:
            taken |= forms
            found.append(Wrong(model, str(Fraction(value)), why))
    return tuple(found)


def wrong_choices(right: str, models: Iterable[tuple[str, str, Text]]) -> tuple[Wrong, ...]:
    """Return the wrong ways of thinking that lead to other options than the right one, each option once."""
    taken = {right}
    found = []
    for model, answer, why in models:
        if answer not in taken:
            taken.add(answer)
            found.append(Wrong(model, answer, why))
    return tuple(found)
