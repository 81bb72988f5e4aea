"""``Board``: one position, played on by clicking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Event as Done
from dominolab.engine.moves import Move
from dominolab.engine.position import Position, start
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say
from dominolab.records.sharing import code_of, position_of
from dominolab.show.scene import Button, Scene
from dominolab.show.speech import event_words
from dominolab.show.stage import Shown, scene_of, seat_names, status
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Playing


class Board(Playing):
    """A position with its legal moves marked; click a tile, then an end, to play it. Both sides are played by hand.

    ``position`` is a ``Position`` or a ``Deal``. ``seat``: show only what this seat knows (left out: all hands open).
    ``on_change(board)`` is called after every change of the position.

    >>> import dominolab as dl
    >>> board = dl.Board(dl.deal(dl.rules("classic"), seed=7))
    >>> board.choose("6-6")
    >>> board.play()
    >>> str(board.position.line), dl.Board.from_code(str(board.code)).position == board.position
    ('6-6', True)
    """

    def __init__(
        self,
        position: Position | Deal,
        *,
        names: Sequence[str] | None = None,
        seat: int | None = None,
        title: str | None = None,
        on_change: Callable[[Board], object] | None = None,
        projector: bool = False,
    ) -> None:
        """Show a position."""
        if not isinstance(position, Position | Deal):
            raise DominoError(say("a board shows a position or a deal, not {what}", what=type(position).__name__))
        self._position = start(position) if isinstance(position, Deal) else position
        self._ahead: list[Position] = []
        self._back: Done | None = None
        self.names = seat_names(names, self._position.rules.players)
        self.seat, self.title, self.on_change, self.projector = seat, title, on_change, projector
        super().__init__()

    @classmethod
    def from_code(cls, code: str) -> Board:
        """Return a board with the position of a share code (or of ``"classic seed=7"``). Raises ``DominoError``."""
        return cls(position_of(code))

    @property
    def code(self) -> str | None:
        """The position as a short code to copy; None while a seat's view hides tiles, which the code would tell."""
        return None if self.seat is not None and self._position.outcome is None else code_of(self._position)

    @property
    def position(self) -> Position:
        """The position on the board; assign another to show it."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._ahead, self.chosen = [], None
        self.names = seat_names(self.names, position.rules.players)
        self._go(position)

    def undo(self) -> None:
        """Take the last move back. Raises ``IllegalMoveError`` at the start."""
        before = self._position.before
        if before is None:
            raise IllegalMoveError(say("this is the start: there is no move to take back"), self._position)
        event = self._seen().history[-1]
        self._ahead.append(self._position)
        self._position = before
        self._go(before, taken_back(event, self._seen(), self.names))

    def redo(self) -> None:
        """Make the move again that was taken back. Raises ``IllegalMoveError`` if there is none."""
        if not self._ahead:
            raise IllegalMoveError(say("no move was taken back"), self._position)
        self._go(self._ahead.pop())

    def _do(self, move: Move) -> None:
        self._ahead = []
        self._go(self._position.move(move))

    def _go(self, position: Position, said: str | None = None) -> None:
        self._position, self.chosen = position, None
        self.show(said, moved=True)
        if self.on_change is not None:
            self.on_change(self)

    def _seen(self) -> Shown:
        return self._position if self.seat is None else self._position.view(self.seat)

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        scene = scene_of(
            self._seen(), names=self.names, chosen=self.chosen, message=self.said, tone=self.tone,
            title=self.title, serial=self.serial, below=self.seat, projector=self.projector,
        )  # fmt: skip
        scene["actions"] = [*scene.get("actions", []), *self._buttons()]
        scene["toolbar"] = self._code_button()
        return scene

    def _buttons(self) -> list[Button]:
        """Return undo, and redo with what it would do."""
        undo = Button(kind="undo", label=say("Undo"), key="u", enabled=self._position.before is not None)
        if not undo["enabled"]:
            undo["reason"] = say("This is the start: there is no move to take back.")
        if not self._ahead:
            return [undo]
        event = self._ahead[-1].event
        label = say("Redo {move}", move=event.move) if event is not None else say("Redo")
        return [undo, Button(kind="redo", label=label, key="r", enabled=True)]

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return super()._methods() | {"undo": lambda _: self.undo(), "redo": lambda _: self.redo()}


def taken_back(event: Done, now: Shown, names: Sequence[str]) -> str:
    """Return what was taken back and how things stand now, in words."""
    return say("Taken back: {what} {now}", what=event_words(event, names), now=status(now, names))
