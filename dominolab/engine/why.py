"""Why a move is not allowed, in words a beginner can use. The verdict is the law's; here it is only explained."""

from __future__ import annotations

from dominolab.engine import law
from dominolab.engine.line import numbers
from dominolab.engine.moves import Draw, End, Move, Pass, Play, seat_name
from dominolab.engine.table import Table, allowed, listed
from dominolab.engine.tiles import Hand, Tile
from dominolab.messages import say


def why_not(table: Table, moves: law.Moves, move: Move) -> str | None:
    """Return None if the move is among the legal ``moves``, else the reason with what was legal."""
    if allowed(moves, move):
        return None
    return f"{reason(table, moves, move)}; {choices(table, moves)}"


def choices(table: Table, moves: law.Moves) -> str:
    """Return what could be done instead, in words."""
    options = listed(moves)
    if not options:
        return say("the round is over")
    plays: dict[Tile, list[End]] = {}
    for option in options:
        if isinstance(option, Play):
            plays.setdefault(option.tile, []).extend([option.end] if option.end else [])
    spoken = [
        f"{tile} ({_joined([say(e.value) for e in ends])})" if ends else str(tile) for tile, ends in plays.items()
    ]
    if any(isinstance(option, Pass) for option in options):
        return say("{seat} can only pass", seat=seat_name(table.state.turn))
    drawing = any(isinstance(option, Draw) for option in options)
    if not spoken:
        return say("{seat} must draw", seat=seat_name(table.state.turn))
    if drawing:
        return say("you could play {plays}, or draw", plays=_joined(spoken))
    return say("you could play {plays}", plays=_joined(spoken))


def _joined(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return words[0] if len(words) == 1 else say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def reason(table: Table, moves: law.Moves, move: Move) -> str:
    """Return why this move is refused."""
    if table.state.over:
        return say("the round ended: nothing more can be done")
    if isinstance(move, Draw):
        return _no_draw(table, moves)
    if isinstance(move, Pass):
        return (
            say("a player who can play or draw may not pass")
            if moves.draw
            else say("a player who can play may not pass")
        )
    return _no_play(table, moves, move)


def _no_draw(table: Table, moves: law.Moves) -> str:
    """Return why no tile may be drawn."""
    rules, state = table.rules, table.state
    if state.laid:
        return say("no draw between the two tiles of a turn")
    if rules.draw_limit == 0:
        return say("nobody draws in this game")
    if table.drawable == 0 and state.boneyard:
        return say("the last {n} tiles of the boneyard are not drawn", n=state.boneyard)
    if table.drawable == 0:
        return say("the boneyard is empty")
    if rules.draw_limit is not None and state.draws >= rules.draw_limit:
        return say("the draws of this turn are used up ({n} of {limit})", n=state.draws, limit=rules.draw_limit)
    if state.table == 0:
        return (
            say("the round opens with a tile: nobody draws before it")
            if moves.apart
            else say("one tile a turn is drawn until the round opens")
        )
    return say("drawing is not allowed while a tile can be played")


def _no_play(table: Table, moves: law.Moves, move: Play) -> str:
    """Return why this tile cannot be laid there."""
    state, tile, ends = table.state, move.tile, table.ends
    if not state.hands[0] >> tile.number & 1:
        if state.table >> tile.number & 1:
            return say("{tile} is on the table already", tile=tile)
        return say("{seat} does not hold {tile}", seat=seat_name(state.turn), tile=tile)
    if table.rules.draw_ends_turn and state.draws:
        return say("the tile drawn this turn ends the turn")
    if state.table == 0:
        return _no_lead(table, move)
    if move.end is None:
        return _nowhere(table, tile)
    if move.end not in ends:
        return say("there is no {end} end", end=say(move.end.value))
    if tile not in table.rules.tiles.suit(ends[move.end]):
        return misfit(ends, tile, move.end)
    return _no_pair(table, moves, move)


def _nowhere(table: Table, tile: Tile) -> str:
    """Return why a tile cannot be laid apart from the line."""
    if any(number in tile for number in table.ends.values()):
        return say("{tile} must be laid at an end of the line", tile=tile)
    return misfit(table.ends, tile, None)


def _no_lead(table: Table, move: Play) -> str:
    """Return why this tile cannot open the round so."""
    if table.state.called != law.NOWHERE:
        return say("the round must open with {tile}", tile=next(iter(Hand(1 << table.state.called))))
    return say("the first tile lies alone: name no end for {tile}", tile=move.tile)


def misfit(ends: dict[End, int], tile: Tile, end: End | None) -> str:
    """Return the sentence that a tile does not fit, with the open numbers."""
    shown = _joined_and([say("{number} ({end})", number=n, end=say(e.value)) for e, n in ends.items()])
    if not any(number in tile for number in ends.values()) or end is None:
        return say("{tile} fits no end: the line is open at {ends}", tile=tile, ends=shown)
    return say(
        "{tile} does not fit the {end} end, which shows {number}",
        tile=tile,
        end=say(end.value),
        number=ends[end],
    )


def _joined_and(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return words[0] if len(words) == 1 else say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


def _no_pair(table: Table, moves: law.Moves, move: Play) -> str:
    """Return why a fitting tile may not be laid in a game of two tiles a turn."""
    rules, tile = table.rules, move.tile
    if rules.placement == "each_end" and move.end is not End.LEFT and not table.state.laid:
        return say("the first tile of a turn goes to the left end, the second to the right")
    if rules.placement == "each_end" and table.state.laid:
        return say("the second tile of a turn goes to the right end")
    if moves.apart >> tile.number & 1:
        return say("{tile} is the last tile: it is laid apart (name no end)", tile=tile)
    return say("after {tile} no second tile could complete the turn", tile=tile)


def open_numbers(table: Table) -> str:
    """Return the open ends in words, for a status line."""
    if not numbers(table.state.ends):
        return say("no tile on the table yet")
    return ", ".join(say("{end} {number}", end=say(e.value), number=n) for e, n in table.ends.items())
