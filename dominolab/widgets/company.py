"""The players at a table who are no human: what they decide, and what is said when one misbehaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dominolab.engine.moves import Move, seat_name
from dominolab.engine.position import Position
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.play import runner
from dominolab.play.players import BuiltIn, Player, PlayerLike, player

HUMAN = frozenset({"me", "you", "human"})


def decider(who: object) -> Player | None:
    """Return what decides for a player: the one of that name, or a function ``view -> move``; None for a human.

    Raises ``DominoError`` for a name that nobody has, and for what is no player.
    """
    if who is None or (isinstance(who, str) and who in HUMAN):
        return None
    return player(cast("PlayerLike", who))


def names_of(players: Sequence[object]) -> list[str]:
    """Return the names by which players are shown; those of the same name get the letter of their seat."""
    plain = [_name(who) for who in players]
    if [decider(who) for who in players].count(None) > 1:  # several people at one screen: none of them is "you"
        plain = [say("Player {seat}", seat=seat_name(n)) if decider(who) is None else plain[n]
                 for n, who in enumerate(players)]  # fmt: skip
    return [f"{name} ({seat_name(seat)})" if plain.count(name) > 1 else name for seat, name in enumerate(plain)]


def _name(who: object) -> str:
    found = decider(who)
    return say("You") if found is None else found.name


def decide(who: Player, position: Position, name: str, key: int) -> tuple[Move, str | None]:
    """Return a legal move: the player's, or where that cannot be used the first legal one and what was wrong.

    ``key`` is the player's own chance. A learner's function has as long as in ``dl.play_round``: one that never ends
    must not stop the notebook.
    """
    if len(position.legal_moves) == 1:  # nothing to decide
        return position.legal_moves[0], None
    view, limit = position.view(position.turn), None if isinstance(who, BuiltIn) else runner.TIME_LIMIT
    try:
        answer = runner.within(limit, lambda: who.choose(view, key))
    except TimeoutError:
        why = say("no answer within {limit} s", limit=limit)
        return _instead(position, say("{name} made no legal move: {why}", name=name, why=why))
    except DominoError as error:
        return _instead(position, say("{name} made no legal move: {why}", name=name, why=error))
    except Exception as error:  # noqa: BLE001 - a learner's player may raise anything; it is named, never silent
        return _instead(position, say("{name} raised {error}", name=name, error=f"{type(error).__name__}: {error}"))
    if answer not in position.legal_moves:
        return _instead(position, say("{name} made no legal move: {why}", name=name, why=repr(answer)))
    return answer, None


def _instead(position: Position, problem: str) -> tuple[Move, str]:
    move = position.legal_moves[0]
    return move, say("{problem}. {move} was played instead.", problem=problem, move=move)


def seats_of(players: Sequence[object], count: int) -> list[object]:
    """Return a player for every seat. Raises ``DominoError`` where their number is wrong."""
    if len(players) != count:
        raise DominoError(say("{n} players are named, but the rules have {count} seats", n=len(players), count=count))
    return list(players)
