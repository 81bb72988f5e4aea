"""The loop of ``kernel.py`` compiled by numba, from the very functions that run plain; without numba it runs plain."""

from __future__ import annotations

import sys
from inspect import isfunction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dominolab.engine import dealing
from dominolab.engine.deal import dealing_of
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.play import policies
from dominolab.play.compiled import COMPILES, FOLDER, LARGEST_WORD, compiled, padded
from dominolab.study import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from dominolab.engine.rules import Rules

if COMPILES:
    from numba.extending import register_jitable

    for _module in (dealing, policies, kernel):
        for _function in vars(_module).values():
            if isfunction(_function) and _function.__module__ == _module.__name__:
                register_jitable(forceinline=True)(_function)

_SEED = (1 << 62) - 1
# Without _nrt nothing counts references to arrays, a quarter of the time; the caller holds all of them.
_rounds: Callable[..., int] = compiled(kernel.rounds, _nrt=False) if COMPILES else kernel.rounds


def compiles(rules: Rules) -> bool:
    """Return whether rounds under these rules run compiled: numba is there and the set fits a machine word."""
    return COMPILES and len(rules.tiles) <= LARGEST_WORD


def play_rounds(
    rules: Rules,
    policy: tuple[int, ...],
    seed: int,
    first: int,
    games: int,
    *,
    period: int = 1,
    trace: int = 0,
    plain: bool = False,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Play games ``first`` to ``first + games - 1`` with built-in players, one policy number a seat.

    Returns one row a game (``kernel.COLUMNS``, then the points of each side; unused places are 0) and the codes of the
    first ``trace`` actions of the last game. Raises ``DominoError`` where a game cannot be dealt.
    """
    width = kernel.POINTS + rules.players
    players = None if set(policy) == {policies.RANDOM} else policy
    blank = (0,) * rules.players
    d, seed = dealing_of(rules), seed & _SEED
    rows = np.zeros((games, width), np.int64)
    codes = np.zeros(trace, np.int64)
    if compiles(rules) and not plain:
        t = padded(rules.terms)
        suits: Any = np.array(t.suits)  # an array is quicker to look up than a tuple
        t = t._replace(suits=suits)
        order = np.zeros(d.tiles, np.int64)
        played = _rounds(first, seed, period, d, t, players, blank, order, rows, codes)
    else:
        listed, trail = rows.tolist(), codes.tolist()
        played = kernel.rounds(first, seed, period, d, rules.terms, players, blank, [0] * d.tiles, listed, trail)
        rows, codes = np.array(listed, np.int64).reshape(games, width), np.array(trail, np.int64)
    if played < games:
        raise DominoError(say("no deal under these rules could be led"))
    return rows, codes


def prepare(rules: Rules, policy: tuple[int, ...]) -> None:
    """Compile what these games need, or load what was compiled before; say so where it takes a while."""
    if not compiles(rules):
        return
    kind = "random" if set(policy) == {policies.RANDOM} else "policies"
    mark = Path(FOLDER) / f"rounds-{rules.players}-{kind}" if FOLDER else None
    if mark is None or not mark.exists():
        notice = say("Compiling the game for {n} players: this takes some seconds, once.", n=rules.players)
        sys.stderr.write(f"{notice}\n")
    play_rounds(rules, policy, 0, 0, 1)
    if mark is not None:
        mark.touch()
