"""``Recorder``: follow a real game from one chair, by clicking or typing, and keep it as a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dominolab.engine.moves import End, Move, Pass, Play
from dominolab.engine.presets import rules as rules_of
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import Tile
from dominolab.engine.view import View, observe
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say
from dominolab.records.begin import call_of
from dominolab.records.model import Record, Round
from dominolab.records.tree import action_of
from dominolab.show.scene import Scene
from dominolab.show.speech import event_words
from dominolab.show.stage import seat_names, status
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Controller
from dominolab.widgets.ledger import Ledger
from dominolab.widgets.recording import HAND, SHOWING, TURN, YOUR_DRAW, recording_scene


class Recorder(Controller):
    """Follows a game played at a real table, of which one seat's tiles are known (``seat=None``: a spectator).

    First the dealt hand is picked, then who leads; then every play, draw and pass is entered, by clicking tiles or by
    typing (``6-5<``, ``+3-1``, ``pass``). Beside it stands where the hidden tiles may be. ``file``: the record is
    written there after every action, and a recorder opened with it again goes on from there: names, tags, comments,
    earlier rounds and other matches of the file stay.

    >>> import dominolab as dl
    >>> recorder = dl.Recorder("block set_size=2 hand_size=2", seat=0)
    >>> recorder.begin("2-2 1-0", leader=0)
    >>> recorder.enter("2-2"); recorder.enter("2-1")
    >>> print(recorder.record.rounds[0].actions)
    (<A 2-2>, <B 2-1<>)
    """

    def __init__(
        self,
        rules: Rules | str,
        seat: int | None = 0,
        *,
        names: Sequence[str] | None = None,
        file: Path | str | None = None,
        projector: bool = False,
    ) -> None:
        """Ask for the dealt hand, or go on with the record in the file."""
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        if seat is not None and not 0 <= seat < self.rules.players:
            last = self.rules.players - 1
            raise DominoError(
                say("seat {seat}: seats go from 0 to {last}; a spectator takes seat=None", seat=seat, last=last)
            )
        self.seat = seat
        given = None if names is None else seat_names(names, self.rules.players)
        self._ledger = Ledger(self.rules, seat, given, file)
        self.names = self._ledger.names
        self.projector = projector
        self.picked: list[Tile] = []
        self.leader = 0
        self.set_tile: Tile | None = None
        """The tile turned up from the boneyard to begin the line, under rules that do so."""
        self.drawing = False
        """Whether the tile that the own seat drew is being asked for."""
        self.chosen: Tile | None = None
        self.views: list[View] = []
        """The round so far: the view at its start and after every action."""
        if self._ledger.resumed is not None:
            self.views = list(self._ledger.resumed.views(seat))
        super().__init__()
        if self._ledger.opened:
            self.show(say("The record goes on. {now}", now=self.now()))

    # ------------------------------------------------------------------------------------------------- phases

    @property
    def view(self) -> View | None:
        """What has been seen of the round; None before it begins."""
        return self.views[-1] if self.views else None

    @property
    def phase(self) -> str:
        """What is asked for: ``"hand"``, ``"turn"``, ``"draw"`` (the tile drawn), ``"show"`` (hands at the end)."""
        view = self.view
        if view is None:
            return HAND
        if view.over:
            return SHOWING
        return YOUR_DRAW if self.drawing else TURN

    @property
    def asks_set_tile(self) -> bool:
        """Whether the tile that begins the line still has to be named (Double Draw)."""
        return self.rules.opening_tile == "from_boneyard" and self.set_tile is None

    def pick(self, tile: Tile | str) -> None:
        """Put a tile into the dealt hand, or take it back. Raises ``DominoError``."""
        known = Tile(tile)
        if known not in self.rules.tiles:
            raise DominoError(say("{tile} is not in a double-{n} set", tile=known, n=self.rules.set_size))
        if known in self.picked:
            self.picked.remove(known)
        elif len(self.picked) == self.rules.hand_size:
            raise DominoError(say("the hand is full: put a tile back first"))
        else:
            self.picked.append(known)
        self.show(moved=True)

    def begin(
        self, hand: str | Sequence[Tile] | None = None, leader: int | None = None,
        *, opening: Tile | str | None = None, set_tile: Tile | str | None = None,
    ) -> None:  # fmt: skip
        """Begin the round: the dealt hand (left out: the tiles picked) and who leads. Raises ``DominoError``."""
        own = self.picked if hand is None else hand
        self.leader = self.leader if leader is None else leader
        tiles = own if self.seat is not None else ""
        turned = self.set_tile if set_tile is None else set_tile
        self.views = [observe(self.rules, self.seat, tiles, self.leader, opening, turned)]
        self.picked = []
        self._done(None)

    # ------------------------------------------------------------------------------------------------ entering

    def play(self, tile: Tile | str, end: End | str | None = None) -> None:
        """The seat to move lays a tile. Raises ``IllegalMoveError`` with the reason."""
        view = self._running()
        self._add(view.play(view.turn or 0, tile, end) if view.log else self._led(view, Tile(tile)))

    def draw(self, tile: Tile | str | None = None) -> None:
        """The seat to move draws; your own seat names the tile, or is asked for it. Raises ``IllegalMoveError``."""
        view = self._running()
        if view.turn == self.seat and tile is None:
            if not view.moves.draw:
                raise IllegalMoveError(say("you may not draw now"), view)
            self.drawing = True
            self.show(say("Which tile did you draw?"), moved=True)
            return
        self._add(view.draw(view.turn or 0, tile))

    def pass_(self) -> None:
        """The seat to move passes. Raises ``IllegalMoveError``."""
        view = self._running()
        self._add(view.pass_(view.turn or 0))

    def move(self, move: Move, tile: Tile | None = None) -> None:
        """The seat to move does something."""
        if isinstance(move, Play):
            self.play(move.tile, move.end)
        elif isinstance(move, Pass):
            self.pass_()
        else:
            self.draw(tile)

    def enter(self, text: str) -> None:
        """Enter an action as it is typed: ``6-5<``, ``6-5``, ``+``, ``+3-1``, ``pass``. Raises ``DominoError``."""
        view = self._running()
        typed = text.strip().removesuffix("?")
        if typed in ("+", "draw"):
            self.draw()
            return
        action = action_of(typed, view.turn)
        if action.seat != view.turn:
            raise IllegalMoveError(say("it is the turn of {name}", name=self.names[view.turn or 0]), view)
        self.move(action.move, action.tile)

    def show_hand(self, seat: int, tiles: str | Sequence[Tile]) -> None:
        """After the end: a seat laid these tiles open. Raises ``DominoError``."""
        view = self.view
        if view is None or not view.over:
            raise DominoError(say("hands are shown when the round is over"))
        self.picked = []
        self._add(view.show(seat, tiles))

    def undo(self) -> None:
        """Take the last entry back; at the start, back to picking the hand. Raises ``DominoError`` there."""
        if self.drawing:
            self.drawing = False
        elif self.picked and self.phase == SHOWING:
            self.picked.pop()
        elif len(self.views) > 1:
            self.views.pop()
        elif self.views:
            self.picked = list(self.views[0].dealt or ())
            self.views = []
        else:
            raise DominoError(say("nothing has been entered yet"))
        self._done(say("Taken back. {now}", now=self.now()))

    def next_round(self) -> None:
        """Keep this round and begin to pick the next hand. Raises ``DominoError`` while it is being played."""
        if self.view is None or not self.view.over:
            raise DominoError(say("the round is not over yet"))
        self._ledger.close(self.view)
        self.views, self.picked, self.set_tile = [], [], None
        self.show(moved=True)

    # -------------------------------------------------------------------------------------------------- saving

    @property
    def record(self) -> Record:
        """The game so far as a record; what the file told before is in it."""
        return self._ledger.record(self.view)

    @property
    def finished(self) -> list[Round]:
        """The rounds before the one that is followed now."""
        return self._ledger.finished

    @property
    def file(self) -> Path | None:
        """The file that is written after every action."""
        return self._ledger.path

    def save(self, path: Path | str) -> Path:
        """Write the record to a new file and go on writing it there after every action. Raises ``DominoError``."""
        target = Path(path)
        self._ledger.write(self.view, target)
        self.show(say("Saved: {path}", path=target), "good")
        return target

    # ------------------------------------------------------------------------------------------------- helpers

    def _running(self) -> View:
        view = self.view
        if view is None:
            raise DominoError(say("first begin the round: pick the hand and say who leads"))
        if view.over:
            raise IllegalMoveError(say("the round is over"), view)
        return view

    def _led(self, view: View, tile: Tile) -> View:
        """Return the view after the first tile; under a call the tile led is the one called."""
        first = view.start
        if self.rules.leads_called_tile and first.opening is None and call_of(self.rules, len(self.finished) + 1, None):
            called = observe(self.rules, self.seat, view.dealt or (), first.leader, tile)
            played = called.play(view.turn or 0, tile)
            for problem in self._ledger.record(played).check():
                if problem.code == "wrong-lead":  # your own hand tells that it cannot be the called one
                    raise IllegalMoveError(problem.message, view)
            self.views[-1] = called  # only now: a tile that was refused is not the one called
            return played
        return view.play(view.turn or 0, tile)

    def _add(self, view: View) -> None:
        self.views.append(view)
        self.drawing = False
        self._done(None)

    def _done(self, said: str | None) -> None:
        self.chosen = None
        self.show(said, moved=True)
        self._ledger.write(self.view)

    def now(self) -> str:
        """Return what is wanted next, in words."""
        view = self.view
        if view is None:
            left = 0 if self.seat is None else self.rules.hand_size - len(self.picked)
            if left:
                return say("Pick the tiles you were dealt: {n} to go.", n=left)
            return say("Say which tile was turned up.") if self.asks_set_tile else say("Say who leads, then begin.")
        if self.phase == YOUR_DRAW:
            return say("Which tile did you draw?")
        if view.over and view.outcome is None:
            last = event_words(view.log[-1], self.names) if view.log else ""
            return f"{last} {say('The round is over: pick the tiles that are shown.')}"
        return status(view, self.names)

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        return recording_scene(self)

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {
            "choose": self._chose,
            "unchoose": lambda _: setattr(self, "chosen", None),
            "end": lambda event: self._laid(str(event["tile"]), str(event["end"])),
            "apart": lambda event: self.play(str(event["value"])),
            "draw": lambda _: self.draw(),
            "pass": lambda _: self.pass_(),
            "undo": lambda _: self.undo(),
            "begin": lambda _: self.begin(),
            "next_round": lambda _: self.next_round(),
            "form": self._field,
        }

    def _laid(self, tile: str, end: str) -> None:
        self.play(tile, None if end == "start" else end)

    def _chose(self, event: Event) -> None:
        """A tile was clicked: in most phases that is the entry itself."""
        if event.get("serial") != self.serial:
            return
        tile = Tile(str(event["tile"]))
        if self.phase == HAND:
            self.pick(tile)
        elif self.phase == YOUR_DRAW:
            self.draw(tile)
        elif self.phase == SHOWING:
            self._shown(tile)
        else:
            self.chosen = tile

    def _shown(self, tile: Tile) -> None:
        """Pick a tile of a hand that is laid open; a full hand is entered."""
        view = self.view
        seat = hidden_seat(view) if view is not None else None
        if view is None or seat is None:
            return
        self.picked.append(tile)
        if len(self.picked) == view.counts[seat]:
            self.show_hand(seat, list(self.picked))
        else:
            self.show(moved=True)

    def _field(self, event: Event) -> None:
        name, value = event["name"], str(event["value"]).strip()
        if not value:
            return
        if name == "leader":
            self.leader = int(value)
            self.show()
        elif name == "set_tile":
            self.set_tile = Tile(value)
            self.show()
        elif name == "hand":
            self.picked = []
            for tile in value.replace(",", " ").split():
                self.pick(tile)
        elif name == "entry":
            self.enter(value)
        elif name == "file":
            self.save(value)


def hidden_seat(view: View) -> int | None:
    """Return the first seat whose tiles are still hidden at the end."""
    open_ = {view.seat, *(seat for seat, _ in view.shown)}
    return next((seat for seat, n in enumerate(view.counts) if n and seat not in open_), None)
