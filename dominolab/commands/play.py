"""`dominolab play`: a match in the terminal against players, without a browser."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from dominolab.engine.match import Match, round_seed
from dominolab.engine.moves import Draw, Pass, Play, seat_name
from dominolab.engine.presets import rules
from dominolab.errors import DominoError
from dominolab.messages import count, say
from dominolab.play.players import PLAYERS, meant, player

if TYPE_CHECKING:
    import argparse

    from dominolab.engine.match import Round
    from dominolab.engine.moves import Event, Move
    from dominolab.engine.view import View

ME = "me"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "rules", nargs="?", default="classic", help=say("preset and options, as in 'classic players=3'")
    )
    names = ", ".join((ME, *PLAYERS))
    parser.add_argument("--players", nargs="+", metavar="NAME", help=say("one for each seat, of: {names}", names=names))
    parser.add_argument("--seed", type=int, help=say("the same seed deals the same tiles"))


def run(args: argparse.Namespace) -> int:
    """Play a match, one question a decision; an empty line or the end of the input stops it."""
    played = rules(args.rules)
    who = args.players or [ME] + ["careful"] * (played.players - 1)
    if len(who) != played.players:
        message = say("{n} players are named, but the rules have {count} seats", n=len(who), count=played.players)
        raise DominoError(message)
    others = {seat: player(name) for seat, name in enumerate(who) if name != ME}
    seed = secrets.randbits(32) if args.seed is None else args.seed
    match = Match(played, seed)
    print(say("{rules}, to {target} points, seed {seed}", rules=played, target=played.target, seed=seed))
    while not match.over:
        seat = match.position.state.turn
        view = match.position.view(seat)
        if len(view.legal_moves) == 1:
            move = view.legal_moves[0]
        elif seat in others:
            move = others[seat](view, round_seed(seed, len(match.rounds)))
        else:
            asked = ask(view)
            if asked is None:
                return 0
            move = asked
        match = told(match, move)
    winners = ", ".join(seat_name(side) for side in match.winners)
    print(say("{winners} won the match.", winners=winners))
    return 0


def told(match: Match, move: Move) -> Match:
    """Make a move and say what everybody sees."""
    after = match.move(move)
    ended = len(after.rounds) > len(match.rounds)
    position = after.rounds[-1].position if ended else after.position
    print(said(position.history[-1]))
    if ended:
        print(summed(after.rounds[-1]))
    return after


def said(event: Event) -> str:
    """Say an action in words; a drawn tile stays hidden."""
    who = seat_name(event.seat)
    if isinstance(event.move, Draw):
        return say("{seat} draws a tile", seat=who)
    if isinstance(event.move, Pass):
        return say("{seat} passes", seat=who)
    if event.move.end is None:
        return say("{seat} plays {tile}", seat=who, tile=event.move.tile)
    return say("{seat} plays {tile} ({end})", seat=who, tile=event.move.tile, end=say(event.move.end.value))


def summed(finished: Round) -> str:
    """Say how a round ended."""
    points = ", ".join(f"{seat_name(side)} {n:+d}" for side, n in enumerate(finished.outcome.points))
    scores = ", ".join(f"{seat_name(side)} {n}" for side, n in enumerate(finished.scores))
    how = say("The round is over") if finished.outcome.kind == "out" else say("The round is blocked")
    return say("{how}. Points: {points}. Score: {scores}.", how=how, points=points, scores=scores)


def ask(view: View) -> Move | None:
    """Ask the person at the keyboard for a move until it is legal; None: no more."""
    counts = ", ".join(f"{seat_name(i)} {n}" for i, n in enumerate(view.counts))
    print()
    print(say("line: {line}", line=view.line if len(view.line) else "-"))
    boneyard = count("{n} in the boneyard", "{n} in the boneyard", view.boneyard)
    print(say("tiles: {counts}; {boneyard}", counts=counts, boneyard=boneyard))
    print(say("your hand: {hand}", hand=" ".join(map(str, view.own))))
    for number, move in enumerate(view.legal_moves, 1):
        print(f"  {number}  {_words(move)}")
    while True:
        try:
            answer = input(say("your move (number, or a tile such as 6-5<; empty: stop): ")).strip()
        except EOFError:
            answer = ""
        if not answer:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(view.legal_moves):
            return view.legal_moves[int(answer) - 1]
        try:
            return meant(view, answer)
        except DominoError as error:
            print(error)


def _words(move: Move) -> str:
    """Return a legal move in words."""
    if isinstance(move, Play):
        return f"{move.tile} {say(move.end.value)}" if move.end else str(move.tile)
    return say("draw") if isinstance(move, Draw) else say("pass")
