"""How the recorder looks: what is asked for, the tiles to click, the field to type in, the hidden tiles beside it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from dominolab.engine.moves import End, Play
from dominolab.engine.table import completed
from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.inference.holdings import holdings
from dominolab.messages import count, language, say
from dominolab.show.hidden import holdings_part, reasons
from dominolab.show.scene import Button, Field, Form, Hand, HandTile, Move, Moves, Scene, tile_key, words
from dominolab.show.speech import event_words, tile_words
from dominolab.show.stage import line_part, scene_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dominolab.widgets.recorder import Recorder

HAND, TURN, YOUR_DRAW, SHOWING = "hand", "turn", "draw", "show"


def recording_scene(recorder: Recorder) -> Scene:
    """Return the recorder's picture."""
    view = recorder.view
    scene = _empty(recorder) if view is None else _running(recorder, view)
    scene["title"] = say("Record of a game, round {n}", n=len(recorder.finished) + 1)
    scene["message"] = recorder.now() if recorder.said is None else recorder.said
    scene["tone"] = recorder.tone
    scene["projector"] = recorder.projector
    return scene


# ------------------------------------------------------------------------------------------------ picking the hand


def _empty(recorder: Recorder) -> Scene:
    """Return the picture in which the dealt hand is picked."""
    scene = Scene(serial=recorder.serial, language=language(), words=words(), message="", subtitle=str(recorder.rules))
    scene["form"] = _begin_form(recorder)
    full = recorder.seat is None or len(recorder.picked) == recorder.rules.hand_size
    ready = full and not recorder.asks_set_tile
    begin = Button(kind="begin", label=say("Begin the round"), enabled=ready, strong=ready, key="b")
    if not ready:
        begin["reason"] = recorder.now()
    scene["actions"] = [begin]
    if recorder.seat is not None:
        rest = [tile for tile in recorder.rules.tiles if tile not in (*recorder.picked, recorder.set_tile)]
        note = say("{n} of {size}", n=len(recorder.picked), size=recorder.rules.hand_size)
        scene["hands"] = [
            _tray("set", say("the set"), say("click the tiles you were dealt"), rest, "top"),
            _tray("hand", say("your hand"), note, recorder.picked, "bottom", again=True),
        ]
    return scene


def _begin_form(recorder: Recorder) -> Form:
    options = [(str(seat), name) for seat, name in enumerate(recorder.names)]
    fields = [Field(name="leader", label=say("who leads"), type="select", value=str(recorder.leader), options=options)]
    if recorder.rules.opening_tile == "from_boneyard":
        tiles = [("", "?"), *((str(tile), str(tile)) for tile in recorder.rules.tiles if tile not in recorder.picked)]
        chosen = str(recorder.set_tile or "")
        fields.append(Field(name="set_tile", label=say("tile turned up"), type="select", value=chosen, options=tiles))
    if recorder.seat is not None:
        typed = " ".join(map(str, recorder.picked))
        fields.append(
            Field(
                name="hand",
                label=say("your tiles"),
                type="text",
                value=typed,
                help=say("type them, such as 6-6 5-4, or click below"),
            )
        )
    return Form(label=say("start of the round"), fields=fields)


def _tray(seat: str, name: str, note: str, tiles: Iterable[Tile], place: str, *, again: bool = False) -> Hand:
    """Return tiles to click."""
    can = say("put it back") if again else say("pick it")
    return Hand(
        seat=seat, name=name, note=note, label=name, turn=False, place=place, hidden=0,
        tiles=[
            HandTile(
                key=tile_key((tile.high, tile.low)), pair=[tile.high, tile.low], playable=True,
                label=f"{tile_words(tile)}, {can}", chosen=str(tile),
            )
            for tile in tiles
        ],
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------------- the round


def _running(recorder: Recorder, view: View) -> Scene:
    """Return the picture of a round being followed."""
    own = recorder.phase == TURN and view.turn == view.seat
    scene = scene_of(
        view, names=recorder.names, act=own, chosen=recorder.chosen, serial=recorder.serial, below=view.seat or 0
    )
    others = recorder.phase == TURN and not own
    scene["actions"] = scene.get("actions", [])
    if others:
        _others_turn(recorder, view, scene)
    if recorder.phase == YOUR_DRAW:
        scene["hands"].append(_tray("drawn", say("hidden tiles"), say("which one did you draw?"), view.unseen, "top"))
        scene["actions"] = []
    if recorder.phase == SHOWING:
        _add_showing(recorder, view, scene)
    undo = Button(kind="undo", label=say("Undo"), enabled=True, key="u")
    scene["actions"] = [*scene["actions"], undo]
    scene["form"] = _entry_form(recorder, view)
    if view.log:
        scene["moves"] = Moves(line=_listed(recorder, view))
        scene["moves"]["line"][-1]["current"] = True
    _add_chances(recorder, view, scene)
    scene["panel"] = "holdings"
    return scene


def possible(view: View, tile: Tile) -> list[Play]:
    """Return where the seat to move could lay a tile, if it has it: the engine is asked for each end."""
    turn = view.turn or 0
    ends: list[End | None] = list(view.ends) or [None]
    found = []
    for end in ends:
        try:
            view.play(turn, tile, end)
        except DominoError:
            continue
        found.append(Play(tile, end) if end else completed(view.moves, view.ends, tile, None))
    return found


def _others_turn(recorder: Recorder, view: View, scene: Scene) -> None:
    """Lay out every tile that the seat to move may lay, as if it were its hand."""
    turn = view.turn or 0
    name = recorder.names[turn]
    places = {tile: possible(view, tile) for tile in view.unseen}
    plays = [play for found in places.values() for play in found]
    scene["table"], scene["ghosts"] = line_part(view, plays)
    fit = [tile for tile, found in places.items() if found]
    tray = _tray(
        "turn", say("what {name} may lay", name=name), count("{n} tile fits", "{n} tiles fit", len(fit)), fit, "top"
    )
    for drawn in tray["tiles"]:
        found = places[Tile(drawn["key"])]
        ends = ", ".join(say(play.end.value) for play in found if play.end)
        drawn["label"] = f"{tile_words(Tile(drawn['key']))} {ends}".strip()
        drawn["chosen"] = say("{tile}: choose the end, or press Enter.", tile=drawn["key"])
    if recorder.chosen in fit:
        scene["chosen"] = str(recorder.chosen)
    scene["hands"].insert(0, tray)
    scene["actions"] = [
        _try(view, "draw", say("{name} draws", name=name), "d"),
        _try(view, "pass", say("{name} passes", name=name), "p"),
    ]


def _try(view: View, kind: str, label: str, key: str) -> Button:
    """Return the button for a draw or pass of another seat, off with the engine's reason."""
    turn = view.turn or 0
    button = Button(kind=kind, label=label, enabled=True, key=key)
    try:
        _ = view.draw(turn) if kind == "draw" else view.pass_(turn)
    except DominoError as error:
        button |= {"enabled": False, "reason": str(error)}
    return button


def _add_showing(recorder: Recorder, view: View, scene: Scene) -> None:
    """Ask for the tiles that are laid open at the end."""
    from dominolab.widgets.recorder import hidden_seat

    seat = hidden_seat(view)
    if seat is not None:
        rest = [tile for tile in view.unseen if tile not in recorder.picked]
        note = say("{n} of {size}", n=len(recorder.picked), size=view.counts[seat])
        scene["hands"].append(
            _tray("shown", say("tiles that {name} shows", name=recorder.names[seat]), note, rest, "top")
        )
    scene["actions"] = [Button(kind="next_round", label=say("Next round"), enabled=True, strong=seat is None, key="n")]


def _entry_form(recorder: Recorder, view: View) -> Form:
    fields = []
    if recorder.phase == TURN:
        name = recorder.names[view.turn or 0]
        label = say("action {n}: {name}", n=len(view.log) + 1, name=name)
        fields.append(
            Field(name="entry", label=label, type="text", value="", help=say("such as 6-5, 6-5<, +, +3-1 or pass"))
        )
    if recorder.file is None:
        fields.append(Field(name="file", label=say("save as"), type="text", value="", help=say("such as game.domino")))
        return Form(label=say("entries"), fields=fields)
    return Form(label=say("entries"), fields=fields, text=say("Saved after every action: {path}", path=recorder.file))


def _listed(recorder: Recorder, view: View) -> list[Move]:
    return [
        Move(id=f"e{n}", text=str(event), label=event_words(event, recorder.names)) for n, event in enumerate(view.log)
    ]


def _add_chances(recorder: Recorder, view: View, scene: Scene) -> None:
    round_ = recorder.record.rounds[-1]
    marked = [place for place, action in enumerate(round_.actions) if action.stands]
    try:
        answer = holdings(view, let_stand=marked)
        why = reasons(answer)
    except (
        DominoError
    ) as error:  # what was entered cannot be: say which event, and count without it if it was let stand
        why = [str(error)]
        with suppress(DominoError):
            answer = holdings(view, let_stand=round_.let_stand)
            scene["holdings"] = holdings_part(answer, recorder.names)
    else:
        scene["holdings"] = holdings_part(answer, recorder.names)
    if why:
        scene["why"] = why
