"""Rounds and matches between players. A player that fails is named, counted, and a legal move is made for it."""

from __future__ import annotations

import ctypes
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from dominolab.engine import chance
from dominolab.engine.deal import Deal, deal
from dominolab.engine.match import Match, round_seed
from dominolab.engine.moves import Move, seat_name
from dominolab.engine.position import Position, start
from dominolab.engine.rules import Rules
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import count, say
from dominolab.play import policies
from dominolab.play.players import BuiltIn, Player, PlayerLike, player

T = TypeVar("T")
TIME_LIMIT = 10.0
"""Seconds that a learner's function may take for one move."""
_STAND_IN = BuiltIn("random", policies.RANDOM, "plays where another player failed")


class Fault(NamedTuple):
    """A move that a player failed to make."""

    name: str
    """The player."""
    seat: int
    kind: str
    """``"error"`` (it raised), ``"illegal"`` (no legal move came back) or ``"slow"`` (no answer in time)."""
    action: int
    """How many actions of the round came before."""
    message: str

    def __str__(self) -> str:
        """Say it in a sentence."""
        where = say("{name} ({seat}), action {n}", name=self.name, seat=seat_name(self.seat), n=self.action + 1)
        return f"{where}: {self.message}"


class FaultWarning(UserWarning):
    """Players failed to move, and random legal moves were made for them.

    >>> import dominolab as dl, warnings
    >>> with warnings.catch_warnings(record=True) as heard:
    ...     warnings.simplefilter("always")
    ...     _ = dl.simulate(dl.rules("block"), [lambda view: None, "random"], games=1, seed=1, progress=False)
    >>> [warning.category is dl.FaultWarning for warning in heard]
    [True]
    """


class _Stopped(BaseException):
    """Raised inside a player whose time is over."""


@dataclass(frozen=True)
class PlayedRound:
    """A round played to its end: the last position and the faults on the way."""

    position: Position
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class PlayedMatch:
    """A match played to its end, and the faults on the way."""

    match: Match
    faults: tuple[Fault, ...] = field(default=())


def play_round(
    what: Rules | Deal | Position,
    players: Sequence[PlayerLike],
    seed: int = 0,
    *,
    game: int = 0,
    limit: float | None = TIME_LIMIT,
) -> PlayedRound:
    """Play one round: a new deal under ``Rules`` (number ``game`` of the seed), a given deal, or on from a position.

    ``players``: one for each seat. ``limit``: seconds for one move of a learner's function (None: no limit). A move
    that fails is replaced by a random legal one, kept in ``faults``, and told in a ``FaultWarning``; who is too slow
    once is not asked again in that round. Raises ``DominoError`` where the number of players is wrong.

    >>> import dominolab as dl
    >>> played = dl.play_round(dl.rules("classic"), ["greedy", "random"], seed=3)
    >>> played.position.over, played.faults
    ('out', ())
    """
    rules = what if isinstance(what, Rules) else what.rules
    seated = seats(rules, players)
    if isinstance(what, Position):
        position = what
    else:
        position = start(deal(what, seed, game=game) if isinstance(what, Rules) else what)
    played = finish(position, seated, policies.choice_key(chance.key_of(seed, game)), limit)
    warn_of(played.faults)
    return played


def play_match(
    rules: Rules, players: Sequence[PlayerLike], seed: int = 0, *, limit: float | None = TIME_LIMIT
) -> PlayedMatch:
    """Play a match to its target; the same for the same seed. Faults as in ``play_round``.

    >>> import dominolab as dl
    >>> dl.play_match(dl.rules("classic", target=30), ["greedy", "careful"], seed=1).match.over
    True
    """
    seated = seats(rules, players)
    match = Match(rules, seed)
    faults: list[Fault] = []
    while not match.over:
        key = policies.choice_key(chance.key_of(round_seed(seed, len(match.rounds)), 0))
        played = finish(match.position, seated, key, limit)
        faults += played.faults
        for event in played.position.history[len(match.position.history) :]:
            match = match.move(event.move)
    warn_of(faults)
    return PlayedMatch(match, tuple(faults))


def seats(rules: Rules, players: Sequence[PlayerLike]) -> tuple[Player, ...]:
    """Return the players by seat. Raises ``DominoError`` where their number is wrong."""
    if isinstance(players, str) or len(players) != rules.players:
        named = 1 if isinstance(players, str) else len(players)
        raise DominoError(say("{n} players are named, but the rules have {count} seats", n=named, count=rules.players))
    return tuple(player(who) for who in players)


def finish(position: Position, seated: Sequence[Player], key: int, limit: float | None) -> PlayedRound:
    """Play a round on to its end; ``key`` is the players' own chance."""
    faults: list[Fault] = []
    slow: set[int] = set()
    while position.turn is not None:
        seat = position.turn
        if len(position.legal_moves) == 1:  # nothing to decide
            position = position._after(position.legal_moves[0])  # noqa: SLF001 - the law has just listed it
            continue
        move, fault = _asked(position, seated[seat], key, None if seat in slow else limit, ask=seat not in slow)
        if fault is not None:
            faults.append(fault)
            slow |= {seat} if fault.kind == "slow" else set()
        position = position._after(move)  # noqa: SLF001 - checked when it was asked for
    return PlayedRound(position, tuple(faults))


def _asked(position: Position, who: Player, key: int, limit: float | None, *, ask: bool) -> tuple[Move, Fault | None]:
    """Return a player's move, or the stand-in's and the reason."""
    view = position.view(position.turn)
    seat, action = position.state.turn, len(view.log)
    if isinstance(who, BuiltIn):
        return who.choose(view, key), None
    kind, message = "slow", say("was too slow before and is not asked again in this round")
    if ask:
        try:
            move = within(limit, lambda: who.choose(view, key))
            reason = position.why_not(move)
            if reason is None:
                return move, None
            kind, message = "illegal", reason
        except TimeoutError:
            kind, message = "slow", say("no answer within {limit} s", limit=limit)
        except IllegalMoveError as error:
            kind, message = "illegal", str(error)
        except Exception as error:  # noqa: BLE001 - a learner's function may raise anything; it is named, not hidden
            kind, message = "error", f"{type(error).__name__}: {error}"
    return _STAND_IN.choose(view, key), Fault(who.name, seat, kind, action, message)


def within(limit: float | None, call: Callable[[], T]) -> T:
    """Return what a call returns; raises ``TimeoutError`` after ``limit`` seconds, and what the call raises.

    The call runs in a thread of its own, which is told to stop when its time is over.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(call())
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            errors.append(error)

    if limit is None or sys.platform == "emscripten":  # no threads in a browser: nobody watches the clock there
        work()
    else:
        thread = threading.Thread(target=work, name="dominolab-player", daemon=True)
        thread.start()
        try:
            thread.join(limit)
        finally:
            if thread.is_alive():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_Stopped)
                )
        if not answers and not errors:
            raise TimeoutError
    if answers:
        return answers[0]
    error = errors[0]
    if isinstance(error, Exception):
        raise error
    if limit is None and isinstance(error, KeyboardInterrupt):
        raise error
    raise RuntimeError(type(error).__name__) from error  # a player's sys.exit() ends the player, not the session


def tell(faults: Sequence[Fault] | Counter[tuple[str, str]]) -> str:
    """Say who failed how often."""
    counted = faults if isinstance(faults, Counter) else Counter((fault.name, fault.kind) for fault in faults)
    parts = [f"{name} {KINDS[kind]()} ({n})" for (name, kind), n in sorted(counted.items())]
    total = sum(counted.values())
    return count(
        "{n} move was made at random because its player failed: {who}",
        "{n} moves were made at random because their players failed: {who}",
        total,
        who=", ".join(parts),
    )


KINDS: dict[str, Callable[[], str]] = {
    "error": lambda: say("raised an error"),
    "illegal": lambda: say("answered no legal move"),
    "slow": lambda: say("was too slow"),
}


def warn_of(faults: Sequence[Fault] | Counter[tuple[str, str]]) -> None:
    """Warn of faults, with the first one as an example."""
    if faults:
        example = f"\n{faults[0]}" if not isinstance(faults, Counter) else ""
        warnings.warn(tell(faults) + example, FaultWarning, stacklevel=3)
