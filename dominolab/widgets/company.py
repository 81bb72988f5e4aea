"""The players at a table who are no human: what they decide, and what is said when one misbehaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from dominolab.engine.moves import Draw, Move, Pass, Play, move_of, seat_name
from dominolab.engine.position import Position
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.messages import say

Player: TypeAlias = Callable[[View], object]
"""Sees a view, returns a move."""
HUMAN = frozenset({"me", "you", "human"})


def decider(who: object) -> Player | None:
    """Return what decides for a player: a function, a named player's; None for a human.

    Raises ``DominoError`` for a name that nobody has.
    """
    if who is None or (isinstance(who, str) and who in HUMAN):
        return None
    if isinstance(who, str):
        from dominolab.play.players import player

        return player(who)
    if callable(who):
        return who
    raise DominoError(say('{who!r} is no player: give a name, a function view -> move, or "me"', who=who))


def names_of(players: Sequence[object]) -> list[str]:
    """Return the names by which players are shown; those of the same name get the letter of their seat."""
    plain = [_name(who) for who in players]
    return [f"{name} ({seat_name(seat)})" if plain.count(name) > 1 else name for seat, name in enumerate(plain)]


def _name(who: object) -> str:
    if decider(who) is None:
        return say("You")
    return who if isinstance(who, str) else str(getattr(who, "__name__", type(who).__name__))


def decide(player: Player, position: Position, name: str) -> tuple[Move, str | None]:
    """Return a legal move: the player's, or where that cannot be used the first legal one and what was wrong."""
    if len(position.legal_moves) == 1:  # nothing to decide
        return position.legal_moves[0], None
    try:
        answer = player(position.view(position.turn))
    except Exception as error:  # noqa: BLE001 - a learner's player may raise anything; it is named, never silent
        return _instead(position, say("{name} raised {error}", name=name, error=f"{type(error).__name__}: {error}"))
    try:
        move = move_of(answer) if isinstance(answer, str) else answer
    except DominoError:
        move = None
    if not isinstance(move, Play | Draw | Pass):
        return _instead(position, say("{name} answered {answer!r}, which is no move", name=name, answer=answer))
    reason = position.why_not(move)
    if reason is not None:
        return _instead(position, say("{name} tried {move}: {reason}", name=name, move=move, reason=reason))
    return move, None


def _instead(position: Position, problem: str) -> tuple[Move, str]:
    move = position.legal_moves[0]
    return move, say("{problem}. {move} was played instead.", problem=problem, move=move)


def seats_of(players: Sequence[object], count: int) -> list[object]:
    """Return a player for every seat. Raises ``DominoError`` where their number is wrong."""
    if len(players) != count:
        raise DominoError(say("{n} players are named, but the rules have {count} seats", n=len(players), count=count))
    return list(players)
