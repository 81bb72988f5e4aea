"""The kinds of exercises, and ``exercise``: a kind, a seed and a level make one question, the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, cast

from dominolab.errors import DominoError
from dominolab.lessons.exercise import Exercise
from dominolab.messages import Sentence, later, say


class Kind(NamedTuple):
    """A kind of exercise: the module that makes it, how many levels it has, and its title."""

    module: str
    levels: int
    title: Sentence

    def make(self, seed: int, level: int) -> Exercise:
        """Return the question that this seed and level make."""
        maker = import_module(f"dominolab.lessons.{self.module}").make
        return cast("Callable[[int, int], Exercise]", maker)(seed, level)


KINDS: dict[str, Kind] = {
    "legal-moves": Kind("legal", 3, later("Legal moves")),
    "ruled-out": Kind("lacks", 3, later("What is ruled out?")),
    "probability": Kind("chances", 5, later("Probability")),
    "score": Kind("scoring", 3, later("Score the round")),
    "who-leads": Kind("leads", 3, later("Who leads?")),
    "find-illegal": Kind("illegal", 3, later("Find the illegal move")),
    "best-move": Kind("best", 3, later("Best move")),
}
"""Every kind by its name."""


def exercise(kind: str, seed: int, level: int = 1) -> Exercise:
    """Return an exercise: the same kind, seed and level make the same question everywhere, in either language.

    ``kind`` is one of ``KINDS``; levels start at 1 (easy). Raises ``DominoError`` for others.

    >>> import dominolab as dl
    >>> e = dl.exercise("legal-moves", seed=7)
    >>> e == dl.exercise("legal-moves", seed=7), e.form
    (True, 'several')
    """
    found = kind_named(kind)
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= found.levels:
        raise DominoError(
            say("{kind} has levels 1 to {most}, not {level!r}", kind=kind, most=found.levels, level=level)
        )
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise DominoError(say("seed = {seed!r}: a whole number is wanted", seed=seed))
    return found.make(seed, level)


def kind_named(name: str) -> Kind:
    """Return a kind; raises ``DominoError`` that lists them all."""
    if name not in KINDS:
        raise DominoError(
            say("there is no kind of exercise {name!r}; there are: {names}", name=name, names=", ".join(KINDS))
        )
    return KINDS[name]
