"""Players: whoever chooses a move from what one seat knows. Built in, from a registry, or a learner's own function.

>>> import dominolab as dl
>>> sorted(dl.PLAYERS)[:3]
['careful', 'greedy', 'random']
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol, TypeAlias

from dominolab.engine import chance, law
from dominolab.engine.line import ends_of
from dominolab.engine.moves import ENDS, Draw, Move, Pass, Play, end_of
from dominolab.engine.table import allowed, completed
from dominolab.engine.tiles import Tile, tile_number
from dominolab.engine.view import View
from dominolab.engine.why import why_not
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say
from dominolab.play import policies
from dominolab.play.sampler import Sampler

_ENDS = (*ENDS, None)


class Player(Protocol):
    """Whoever chooses moves; ``name`` is what results and faults call it."""

    @property
    def name(self) -> str:
        """The player's name."""

    def choose(self, view: View, key: int) -> Move:
        """Return a move for the seat whose view it is; equal views and keys get the same move."""

    def __call__(self, view: View, seed: int = 0) -> Move:
        """Return a move for a view; the seed is the player's own chance."""


@dataclass(frozen=True)
class BuiltIn:
    """A player of the package; the compiled games of ``dl.simulate`` play the same moves.

    Call it with a view (and a seed, for ``random``) to ask for a move.

    >>> import dominolab as dl
    >>> view = dl.setup(dl.rules("block"), "6-5", hands=["5-4 6-1", "6-2 3-1"]).view(0)
    >>> dl.PLAYERS["greedy"](view)
    Play('5-4', 'right')
    """

    name: str
    policy: int
    summary: str

    def __call__(self, view: View, seed: int = 0) -> Move:
        """Return the move for a view; raises ``DominoError`` where it is not the viewer's turn."""
        if not any(view.moves):
            raise DominoError(say("there is no move to choose: it is not this seat's turn, or the round is over"))
        return self.choose(view, chance.key_of(seed, 0))

    def choose(self, view: View, key: int) -> Move:
        """Return the move for a view and a key of the player's own chance."""
        barred = barred_by(view)
        code = policies.decide(self.policy, view.state, view.rules.terms, view.moves, barred, key, len(view.log))
        return move_from(code)


@dataclass(frozen=True)
class Learner:
    """A learner's function ``view -> move``, or ``(view, random) -> move`` with a ``random.Random`` of its own."""

    name: str
    function: Callable[..., Any]
    wants_chance: bool = False

    def __call__(self, view: View, seed: int = 0) -> Move:
        """Return the function's move for a view."""
        return self.choose(view, chance.key_of(seed, 0))

    def choose(self, view: View, key: int) -> Move:
        """Ask the function; raises ``IllegalMoveError`` for an answer that is no legal move here."""
        chances = [random.Random(chance.mix(key ^ len(view.log)))] if self.wants_chance else []
        return meant(view, self.function(view, *chances))


PlayerLike: TypeAlias = "str | Player | Callable[..., Any]"

PLAYERS: dict[str, Player] = {
    known.name: known
    for known in (
        BuiltIn("random", policies.RANDOM, "any legal move, each as likely"),
        BuiltIn("greedy", policies.GREEDY, "the tile with the most pips"),
        BuiltIn("suit-control", policies.SUIT_CONTROL, "keeps the numbers it holds most of on the ends (text 003)"),
        BuiltIn("careful", policies.CAREFUL, "keeps its own choices and leaves what the others cannot follow"),
        Sampler(),
    )
}
"""The players that have names, for ``dl.simulate``, ``dl.play_round`` and the table; ``dl.add_player`` adds one."""


def add_player(name: str, who: Player | Callable[..., Any]) -> Player:
    """Give a player (or a function ``view -> move``) a name; returns it. Raises ``DominoError`` for a name in use.

    >>> import dominolab as dl
    >>> dl.add_player("first", lambda view: view.legal_moves[0]).name
    'first'
    >>> del dl.PLAYERS["first"]
    """
    if name in PLAYERS:
        raise DominoError(say("there is a player called {name} already", name=name))
    found = player(who)
    PLAYERS[name] = Learner(name, found.function, found.wants_chance) if isinstance(found, Learner) else found
    return PLAYERS[name]


def player(what: PlayerLike) -> Player:
    """Return the player that a name, a player or a function stands for. Raises ``DominoError``.

    >>> import dominolab as dl
    >>> dl.player("greedy").name, dl.player(lambda view: view.legal_moves[0]).name
    ('greedy', '<lambda>')
    """
    if isinstance(what, str):
        if what not in PLAYERS:
            near = get_close_matches(what, PLAYERS, n=3, cutoff=0.4)
            hint = say("did you mean {names}?", names=", ".join(near))
            listed = say("there are {names}", names=", ".join(PLAYERS))
            raise DominoError(say("there is no player {name!r}; {hint}", name=what, hint=hint if near else listed))
        return PLAYERS[what]
    if not isinstance(what, type) and hasattr(what, "choose") and hasattr(what, "name"):
        return what
    if callable(what):
        return Learner(getattr(what, "__name__", type(what).__name__), what, _wants_chance(what))
    raise DominoError(
        say("{what!r} is no player: give a name, or a function that takes a view and returns a move", what=what)
    )


def _wants_chance(function: Callable[..., Any]) -> bool:
    """Return whether a function asks for a generator as its second argument."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in callables tell nothing
        return False
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in places and p.default is p.empty for p in parameters) > 1


def move_from(code: int) -> Move:
    """Return the move of a policy's code."""
    if code < 0:
        return Draw() if code == policies.DRAW else Pass()
    return Play(tile_number(code >> 3), _ENDS[code & 7])


def code_of(move: Move) -> int:
    """Return the policy code of a move."""
    if isinstance(move, Play):
        return 8 * move.tile.number + (law.APART if move.end is None else move.end.code)
    return policies.DRAW if isinstance(move, Draw) else policies.PASS


def meant(view: View, answer: object) -> Move:
    """Return the legal move a player's answer stands for: a move, or its text. Raises ``IllegalMoveError``."""
    move = _read(view, answer)
    if not allowed(view.moves, move):
        raise IllegalMoveError(str(why_not(view, view.moves, move)), view, move)
    return move


def _read(view: View, answer: object) -> Move:
    """Return the move an answer stands for; an end may be left out where it makes no difference."""
    if isinstance(answer, str):
        if answer in ("+", "draw"):
            return Draw()
        if answer == "pass":
            return Pass()
        marked = answer[-1:] in tuple("<>^v")
        answer = Play(Tile(answer[:-1]), end_of(answer[-1])) if marked else Play(Tile(answer))
    if isinstance(answer, Tile):
        answer = Play(answer)
    if not isinstance(answer, (Play, Draw, Pass)):
        raise IllegalMoveError(say("{answer!r} is no move: return one of view.legal_moves", answer=answer), view)
    if isinstance(answer, Play) and answer.end is None:
        return completed(view.moves, view.ends, answer.tile, None)
    return answer


def barred_by(view: View) -> tuple[int, ...]:
    """Return, for each seat from the viewer's on, the tiles that its passes and draws rule out (``policies.bars``)."""
    t = view.rules.terms
    barred = [0] * t.players
    ends, laid = ends_of(view.start.line, t), len(view.start.line) > 0
    for event in view.log:
        move = event.move
        if isinstance(move, Play):
            if not laid:
                ends, laid = law.opened(t, move.tile.number), True
            elif move.end is not None:
                ends = law.extended(ends, t, move.tile.number, move.end.code)
        else:
            barred[event.seat] = policies.bars(ends, t, barred[event.seat] if isinstance(move, Pass) else 0)
    seat = view.seat or 0
    return tuple(barred[seat:] + barred[:seat])
