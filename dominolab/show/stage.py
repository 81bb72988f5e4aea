"""A scene of a table: what the engine says of a position or view, arranged for a picture.

Whoever may not see a hand is given a ``View``: nothing here looks behind one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile

from dominolab.engine import law
from dominolab.engine.moves import Draw, End, Event, Pass, Play, seat_name
from dominolab.engine.position import Position
from dominolab.engine.table import Table, completed, listed
from dominolab.engine.tiles import Hand as TileHand
from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.engine.why import why_not
from dominolab.messages import count, language, say
from dominolab.show import scene as parts
from dominolab.show.layout import Layout, comfortable_width, layout
from dominolab.show.placing import draw_ghosts, draw_table
from dominolab.show.scene import Boneyard, Button, Hand, HandTile, Scene, tile_key, words
from dominolab.show.speech import (
    Names,
    at_end,
    either,
    ends_words,
    event_words,
    joined,
    number_word,
    outcome_words,
    sides,
    tile_words,
)  # fmt: skip

Shown = Position | View


def seat_names(names: Names | None, players: int) -> tuple[str, ...]:
    """Return a name for every seat: the given ones, then letters.

    >>> seat_names(["Ana"], 3)
    ('Ana', 'B', 'C')
    """
    given = tuple(names or ())[:players]
    return (*given, *(seat_name(seat) for seat in range(len(given), players)))


def scene_of(  # noqa: PLR0913 - a picture has these parts; all but the table have defaults
    table: Shown,
    *,
    names: Names | None = None,
    scores: Sequence[int] | None = None,
    below: int | None = None,
    act: bool = True,
    chosen: Tile | None = None,
    message: str | None = None,
    tone: str = "info",
    title: str | None = None,
    serial: int = 0,
    lit: int | None = None,
    projector: bool = False,
) -> Scene:
    """Return the scene of a position (all hands open) or of a view (others' hands face down).

    ``below`` is the seat drawn below the table (the viewer's, else seat 0); ``act``: the seat to move can play by
    clicking; ``chosen`` is the tile taken up; ``lit`` points out tiles with a number; ``message`` replaces the sentence
    about what happened last.

    >>> import dominolab as dl
    >>> scene = scene_of(dl.start(dl.deal(dl.rules("classic"), seed=7)))
    >>> [tile["label"] for hand in scene["hands"] for tile in hand["tiles"] if tile["playable"]]
    ['double six, can be played']
    """
    called = seat_names(names, table.rules.players)
    first = below if below is not None else getattr(table, "seat", 0) or 0
    plays = [move for move in table.legal_moves if isinstance(move, Play)] if act else []
    drawn = Scene(
        serial=serial,
        language=language(),
        words=words(),
        message=status(table, called) if message is None else message,
        tone=tone,
        subtitle=str(table.rules),
        chosen=str(chosen) if chosen is not None and any(play.tile == chosen for play in plays) else None,
        hands=[
            hand_part(table, seat, called, scores, act=act, below=seat == first)
            for seat in (*range(first, table.rules.players), *range(first))
        ],
        boneyard=boneyard_part(table),
        projector=projector,
    )
    line, ghosts = line_part(table, plays, lit=lit)
    drawn["table"], drawn["ghosts"] = line, ghosts
    if title is not None:
        drawn["title"] = title
    if act and table.turn is not None and table.legal_moves:
        drawn["actions"] = turn_buttons(table)
    return drawn


def status(table: Shown, names: Names, *, last: bool = True) -> str:
    """Return what happened last (unless it was told already) and who does what next, in sentences."""
    said = [event_words(table.history[-1], names)] if table.history and last else []
    if table.outcome is not None:
        return " ".join([*said, outcome_words(table.rules, table.outcome, names)])
    if table.turn is None:
        return " ".join([*said, say("The round is over.")])
    said.append(ends_words(table))
    mover = names[table.turn]
    moves = table.legal_moves
    if any(isinstance(move, Play) for move in moves) or not moves:
        said.append(say("To move: {name}.", name=mover))
    elif any(isinstance(move, Draw) for move in moves):
        said.append(say("Nothing fits: {name} must draw.", name=mover))
    else:
        said.append(say("Nothing fits: {name} can only pass.", name=mover))
    return " ".join(said)


# ------------------------------------------------------------------------------------------------------- the line


def line_part(table: Shown, plays: Sequence[Play], *, lit: int | None = None) -> tuple[parts.Table, list[parts.Ghost]]:
    """Return the line with its open ends, and the ghosts of these plays."""
    line, ends = table.line, table.ends
    tries = [(play, play.end.value if play.end else "start") for play in plays if play.end or not line.row]
    placed = layout(
        line.row, line.up, line.down, line.spinner,
        width=comfortable_width(len(table.rules.tiles), arms=table.rules.spinner != "none"),
        anchor=_anchor(table),
        ends=[end.value for end in ends] if line.row else None,
        ghosts=[(_pair(play.tile), end) for play, end in tries],
        apart=_pair(line.apart) if line.apart else None,
    )  # fmt: skip
    spoken = {tile.arm: "" for tile in placed.ends}
    spoken |= {end.value: f"{say(end.value)} · {number}" for end, number in ends.items()}
    if not line.row:
        spoken["start"] = say("first tile")
    drawn = draw_table(
        placed,
        label=_line_words(table),
        end_labels=spoken,
        text=_characters(table),
        last=_last(table),
        spinner=line.spinner,
        tile_label={(tile.arm, tile.index): tile_words(Tile(*tile.pair)) for tile in placed.tiles},
        lit=_lit(placed, lit),
    )
    return drawn, draw_ghosts(placed, {(str(play.tile), end): _ghost_words(table, play) for play, end in tries})


def _pair(tile: Tile) -> tuple[int, int]:
    return (tile.low, tile.high)


def _anchor(table: Shown) -> int | None:
    """Return the place in the row of the tile that stays in the middle: the lead, or the middle of a given line."""
    if not table.line.row:
        return None
    grown = sum(isinstance(event.move, Play) and event.move.end is End.LEFT for event in table.history)
    return len(table.start.line.row) // 2 + grown


def _last(table: Shown) -> tuple[str, int] | None:
    """Return where the last tile lies; nothing is marked in a line that was given."""
    line = table.line
    if line.apart is not None:
        return ("apart", 0)
    places = {
        End.LEFT: ("row", 0),
        End.RIGHT: ("row", len(line.row) - 1),
        End.UP: ("up", len(line.up) - 1),
        End.DOWN: ("down", len(line.down) - 1),
    }
    return places[line.last] if line.last is not None else None


def _lit(placed: Layout, number: int | None) -> list[tuple[str, int]]:
    return [(tile.arm, tile.index) for tile in placed.tiles if number in tile.pair]


def _line_words(table: Table) -> str:
    n = len(table.line)
    if not n:
        return say("no tile yet")
    return count("{n} tile: {line}. {ends}", "{n} tiles: {line}. {ends}", n, line=table.line, ends=ends_words(table))


def _characters(table: Table) -> str:
    """Return the line in characters: ``[2|5][5|1]``, arms after it."""
    line = table.line
    rows = [("", line.row), (" ^", line.up), (" v", line.down)]
    text = "".join(mark + "".join(f"[{a}|{b}]" for a, b in row) for mark, row in rows if row)
    return text + (f" [{line.apart.high}|{line.apart.low}]*" if line.apart else "")


def _ghost_words(table: Table, play: Play) -> str:
    if play.end is None:
        return say("{tile} as the first tile", tile=tile_words(play.tile))
    number = number_word(table.ends[play.end])
    return say("{tile} {where}, at the {number}", tile=tile_words(play.tile), where=at_end(play.end), number=number)


# ---------------------------------------------------------------------------------------------------------- hands


def hand_part(
    table: Shown, seat: int, names: Names, scores: Sequence[int] | None = None, *, act: bool, below: bool
) -> Hand:
    """Return a seat with the tiles that are known, in the order they came, and the number of those that are not."""
    rules = table.rules
    held = law.hand_of(table.state, seat, rules.terms)
    known = TileHand(held & rules.tiles.mask)
    hidden = held.bit_count() - len(known)
    turn = table.turn == seat
    live = act and turn and bool(table.legal_moves)
    newest = _just_drawn(table, seat)
    hand = Hand(
        seat=str(seat),
        name=names[seat],
        note=_hand_note(table, seat, len(known) + hidden, scores),
        label=say("tiles of {name}", name=names[seat]),
        turn=turn,
        place="bottom" if below else "top",
        tiles=[hand_tile(table, tile, live=live, new=tile == newest) for tile in in_order(table, seat, known)],
        hidden=hidden,
    )
    if hidden:
        hand["hidden_label"] = count("{n} tile face down", "{n} tiles face down", hidden)
    return hand


def in_order(table: Shown, seat: int, tiles: TileHand) -> list[Tile]:
    """Return a seat's tiles in the order they came to it, as far as that is known."""
    came: Iterable[Tile] = ()
    if isinstance(table, View):
        came = table.own if table.seat == seat else ()
    elif table.deal is not None:
        came = (*table.deal.dealt[seat], *(e.tile for e in table.history if e.seat == seat and e.tile is not None))
    first = [tile for tile in came if tile in tiles]
    return [*first, *(tile for tile in tiles if tile not in first)]


def _just_drawn(table: Shown, seat: int) -> Tile | None:
    """Return the tile that the seat drew with the last action."""
    event: Event | None = table.history[-1] if table.history else None
    return event.tile if event is not None and event.seat == seat and isinstance(event.move, Draw) else None


def hand_tile(table: Shown, tile: Tile, *, live: bool, new: bool = False) -> HandTile:
    """Return a tile of a hand with what can be done with it (``live``) in words."""
    spoken = tile_words(tile)
    drawn = HandTile(key=tile_key((tile.high, tile.low)), pair=[tile.high, tile.low], label=spoken, playable=None)
    if live:
        plays = [move for move in table.legal_moves if isinstance(move, Play) and move.tile == tile]
        drawn["playable"] = bool(plays)
        drawn["label"] = f"{spoken}, {_can_words(plays)}"
        if plays:
            drawn["chosen"] = _chosen_words(tile, plays)
        else:
            drawn["reason"] = refusal(table, tile)
    if new:
        drawn["new"] = True
        drawn["label"] += f", {say('just drawn')}"
    return drawn


def refusal(table: Shown, tile: Tile) -> str:
    """Return why a tile cannot be played now, as a sentence."""
    reason = why_not(table, table.moves, completed(table.moves, table.ends, tile, None))
    return _sentence(reason or "")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _can_words(plays: Sequence[Play]) -> str:
    if not plays:
        return say("cannot be played")
    where = [at_end(play.end) for play in plays if play.end]
    return say("can be played {where}", where=either(where)) if where else say("can be played")


def _chosen_words(tile: Tile, plays: Sequence[Play]) -> str:
    where = [at_end(play.end) for play in plays if play.end]
    if len(where) > 1:
        return say(
            "{tile} fits {where}. Choose an end: click it, or press ← →, then Enter.", tile=tile, where=joined(where)
        )
    if where:
        return say("{tile} fits {where}. Click that end, or press Enter, to lay it.", tile=tile, where=where[0])
    if all(play.end is None for play in plays) and plays:
        return say("{tile} can be laid. Click its place, or press Enter, to lay it.", tile=tile)
    return str(tile)


def _hand_note(table: Shown, seat: int, n: int, scores: Sequence[int] | None) -> str:
    """Return the line beside a seat's name: its tiles, its score, its draws."""
    said = [count("{n} tile", "{n} tiles", n)]
    if scores is not None:
        said.append(count("{n} point", "{n} points", scores[seat % table.rules.sides]))
    drawn = _draws_just_made(table, seat)
    if drawn:
        said.append(count("drew {n}", "drew {n}", drawn))
    if table.turn == seat:
        said.append(say("to move"))
    return " · ".join(said)


def _draws_just_made(table: Shown, seat: int) -> int:
    """Return how many tiles a seat drew in its last turn."""
    events = dropwhile(lambda event: event.seat != seat, reversed(table.history))
    return sum(isinstance(event.move, Draw) for event in takewhile(lambda event: event.seat == seat, events))


def boneyard_part(table: Shown) -> Boneyard:
    """Return the boneyard: how many tiles, and how many of them can be drawn."""
    n, free = table.state.boneyard, table.drawable
    note = count("{n} tile", "{n} tiles", n)
    if not n:
        note = say("empty")
    elif table.rules.draw_limit == 0:
        note = say("{tiles}, nobody draws", tiles=note)
    elif free < n:
        note = say("{tiles}, {free} can be drawn", tiles=note, free=free)
    return Boneyard(count=n, drawable=free, label=say("boneyard"), note=note)


# -------------------------------------------------------------------------------------------------------- buttons


def turn_buttons(table: Shown) -> list[Button]:
    """Return the buttons of a turn: draw and pass (off with a reason), and a last tile that is laid apart."""
    moves = listed(table.moves)
    found = [
        Button(
            kind="apart", value=str(play.tile), label=say("Lay {tile} apart", tile=play.tile),
            enabled=True, strong=True, key="a",
        )
        for play in moves
        if isinstance(play, Play) and play.end is None and table.line.row
    ]  # fmt: skip
    able = any(isinstance(move, Play) for move in moves)
    wanted: list[tuple[Draw | Pass, str, str, str]] = [(Pass(), "pass", say("Pass"), "p")]
    if table.rules.draw_limit != 0:
        wanted.insert(0, (Draw(), "draw", say("Draw a tile"), "d"))
    for move, kind, label, key in wanted:
        reason = why_not(table, table.moves, move)
        button = Button(kind=kind, label=label, enabled=reason is None, key=key)
        if reason is None:
            button["strong"] = not able
        else:
            button["reason"] = _sentence(reason)
        found.append(button)
    return found


def table_svg(table: Table) -> str | None:
    """Return a still picture of a position or view, for a cell's output."""
    from dominolab.show.svg import scene_svg

    return scene_svg(scene_of(table)) if isinstance(table, Position | View) else None


__all__ = ["Shown", "scene_of", "seat_names", "sides", "status", "table_svg"]
