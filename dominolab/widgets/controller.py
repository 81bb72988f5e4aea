"""What all widgets share: one board, a method for each event, and playing by choosing a tile and an end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from dominolab.engine.moves import Draw, End, Move, Pass, Play, end_of, move_of
from dominolab.engine.table import allowed, completed
from dominolab.engine.tiles import Tile
from dominolab.engine.why import why_not
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say
from dominolab.show.scene import Button, Scene
from dominolab.show.stage import Shown, refusal
from dominolab.widgets.board import BoardWidget, Event

ENDS = frozenset({"left", "right", "up", "down", "<", ">", "^", "v", "start", "apart"})


class Controller(ABC):
    """One board, and what its events do. ``widget`` is the board; showing the controller shows it.

    Everything a reader can do is also a method; the methods raise what the reader would be told.
    """

    def __init__(self) -> None:
        """Make the board; a subclass has set its own state before."""
        self.serial = 0
        self.said: str | None = None
        """What is said instead of the usual sentence, until the next change."""
        self.tone = "info"
        self._events = {"code": lambda _: self.show_code()} | self._methods()
        self.widget = BoardWidget(self.scene(), self._handle)

    @abstractmethod
    def scene(self) -> Scene:
        """Return the whole picture as it is now."""

    @property
    def code(self) -> str | None:
        """What is shown, as a short code to copy; None where there is none, or where it would tell hidden tiles."""
        return None

    code_use = 'dl.Board.from_code("…")'
    """What brings a code back."""

    def show_code(self) -> None:
        """Say the code and what brings it back. Raises ``DominoError`` where there is none."""
        if self.code is None:
            raise DominoError(say("no share code: some tiles are unknown or hidden"))
        self.show(say("The code to copy: {code} — {use} brings it back.", code=self.code, use=self.code_use))

    def _code_button(self) -> list[Button]:
        """Return the button that shows the code and copies it."""
        code = self.code
        return [] if code is None else [Button(kind="code", label=say("Copy code"), enabled=True, copy=code)]

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        """Return what each kind of event does."""
        return {}

    def _handle(self, event: Event) -> None:
        act = self._events.get(event["kind"])
        if act is not None:
            act(event)

    def show(self, said: str | None = None, tone: str = "info", *, moved: bool = False) -> None:
        """Send the picture as it is now; ``moved``: another position is shown, so earlier clicks no longer count."""
        self.serial += moved
        self.said, self.tone = said, tone
        self.widget.show(self.scene())

    def _repr_mimebundle_(self, **_options: object) -> tuple[dict[str, Any], dict[str, Any]]:
        return self.widget._repr_mimebundle_()

    def _repr_svg_(self) -> str:
        from dominolab.show.svg import scene_svg

        return scene_svg(self.scene())

    def __repr__(self) -> str:
        """Return the picture in a few lines of text."""
        from dominolab.show.svg import scene_text

        return f"<{type(self).__name__}: {scene_text(self.scene())}>"


class Playing(Controller):
    """A board at which tiles are chosen and laid, drawn, or passed."""

    def __init__(self) -> None:
        """Begin with no tile taken up."""
        self.chosen: Tile | None = None
        super().__init__()

    @abstractmethod
    def _seen(self) -> Shown:
        """Return what is shown: the position, or the view of a seat."""

    @abstractmethod
    def _do(self, move: Move) -> None:
        """Carry out a legal move and show what came of it."""

    def choose(self, tile: Tile | str) -> None:
        """Take up a tile of the seat to move. Raises ``IllegalMoveError`` with the reason if it cannot be played."""
        known, seen = Tile(tile), self._seen()
        if not any(isinstance(move, Play) and move.tile == known for move in seen.legal_moves):
            self.chosen = None
            raise IllegalMoveError(refusal(seen, known), seen, known)
        self.chosen = known
        self.show(say("{tile} is chosen.", tile=known))

    def unchoose(self) -> None:
        """Put the tile back."""
        self.chosen = None
        self.show()

    def play(self, what: Tile | str | None = None, end: End | str | None = None) -> None:
        """Lay a tile: ``play("left")`` the chosen one, ``play("6-5", "left")`` any; the end may be left out.

        Raises ``IllegalMoveError`` with the reason, ``DominoError`` if no tile is chosen.
        """
        if what is None or (isinstance(what, str) and what in ENDS):
            tile, end = self.chosen, what if end is None else end
        else:
            tile = Tile(what)
        if tile is None:
            raise DominoError(say("choose a tile first"))
        seen = self._seen()
        if end in ("start", "apart"):
            self.move(Play(tile))
        else:
            self.move(completed(seen.moves, seen.ends, tile, end_of(end)))

    def draw(self) -> None:
        """Draw a tile. Raises ``IllegalMoveError``."""
        self.move(Draw())

    def pass_(self) -> None:
        """Pass. Raises ``IllegalMoveError``."""
        self.move(Pass())

    def move(self, move: Move | str) -> None:
        """Make any move of the seat to move. Raises ``IllegalMoveError`` with the reason."""
        meant, seen = move_of(move), self._seen()
        if not allowed(seen.moves, meant):
            raise IllegalMoveError(str(why_not(seen, seen.moves, meant)), seen, meant)
        self.chosen = None
        self._do(meant)

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {
            "choose": lambda event: self._clicked(str(event["tile"])),
            "unchoose": lambda _: setattr(self, "chosen", None),
            "end": lambda event: self.play(str(event["tile"]), str(event["end"])),
            "apart": lambda event: self.play(str(event["value"]), "apart"),
            "draw": lambda _: self.draw(),
            "pass": lambda _: self.pass_(),
        }

    def _clicked(self, tile: str) -> None:
        """A tile was taken up in the browser, which has shown it and said what can be done: nothing to send."""
        known = Tile(tile)
        legal = any(isinstance(move, Play) and move.tile == known for move in self._seen().legal_moves)
        self.chosen = known if legal else None
