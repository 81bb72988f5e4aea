"""What a seat can do (``Play``, ``Draw``, ``Pass``), where (``End``), and what was done (``Event``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from dominolab.engine.tiles import Tile
from dominolab.errors import DominoError
from dominolab.messages import say


class End(Enum):
    """An open end of the line; ``str(end)`` is its word, ``end.mark`` its sign in a record.

    >>> import dominolab as dl
    >>> dl.End("left"), str(dl.End.LEFT), dl.End.LEFT.mark
    (End('left'), 'left', '<')
    """

    LEFT = "left"
    """The left end of the row."""
    RIGHT = "right"
    """The right end of the row."""
    UP = "up"
    """The upper arm of the spinner."""
    DOWN = "down"
    """The lower arm of the spinner."""

    @property
    def mark(self) -> str:
        """The sign in the notation: ``<``, ``>``, ``^`` or ``v``."""
        return "<>^v"[self.code]

    @property
    def code(self) -> int:
        """The law's number for this end."""
        return ("left", "right", "up", "down").index(self.value)

    def __str__(self) -> str:
        """Return the word."""
        return str(self.value)

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"End({self.value!r})"


ENDS = tuple(End)


def end_of(what: End | str | None) -> End | None:
    """Return an end from itself, its word or its mark. Raises ``DominoError``."""
    if what is None or isinstance(what, End):
        return what
    for end in ENDS:
        if what in (end.value, end.mark):
            return end
    raise DominoError(say("{what!r} is no end of the line: left, right, up or down", what=what))


@dataclass(frozen=True)
class Play:
    """Lay a tile at an end; ``end`` is None for a lead and for a last tile laid apart.

    Tile and end may be text. Raises ``DominoError`` for what is no tile or no end.

    >>> import dominolab as dl
    >>> move = dl.Play("5-6", "<")
    >>> move, str(move), move.tile.pips
    (Play('6-5', 'left'), '6-5<', 11)
    """

    tile: Tile
    end: End | None = None

    def __post_init__(self) -> None:
        """Take text too."""
        object.__setattr__(self, "tile", Tile(self.tile))
        object.__setattr__(self, "end", end_of(self.end))

    def __str__(self) -> str:
        """Return the notation, ``6-5<``."""
        return f"{self.tile}{self.end.mark if self.end else ''}"

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"Play({str(self.tile)!r}, {self.end.value!r})" if self.end else f"Play({str(self.tile)!r})"


@dataclass(frozen=True)
class Draw:
    """Take the next tile of the boneyard. All draws are equal.

    >>> import dominolab as dl
    >>> dl.Draw(), str(dl.Draw()), dl.Draw() == dl.Draw()
    (Draw(), '+', True)
    """

    def __str__(self) -> str:
        """Return the notation."""
        return "+"


@dataclass(frozen=True)
class Pass:
    """End the turn without laying a tile, or, after the first of two tiles, without a second. All passes are equal.

    >>> import dominolab as dl
    >>> dl.Pass(), str(dl.Pass())
    (Pass(), 'pass')
    """

    def __str__(self) -> str:
        """Return the notation."""
        return "pass"


Move: TypeAlias = Play | Draw | Pass


def move_of(what: Move | str) -> Move:
    """Return a move from itself or its text: ``"6-5<"``, ``"6-5"``, ``"+"`` or ``"draw"``, ``"pass"``."""
    if not isinstance(what, str):
        return what
    if what in ("+", "draw"):
        return Draw()
    if what == "pass":
        return Pass()
    return Play(Tile(what[:-1]), end_of(what[-1])) if what[-1:] in "<>^v" and what else Play(Tile(what))


class Event(NamedTuple):
    """One action that was made: who (a seat's number), what, and for a draw the tile where it is known.

    >>> import dominolab as dl
    >>> [str(event) for event in dl.start(dl.deal(dl.rules("classic"), seed=7)).play("6-6").history]
    ['A 6-6']
    """

    seat: int
    move: Move
    tile: Tile | None = None

    def __str__(self) -> str:
        """Return the notation with the seat's letter, ``A 6-5<`` or ``B +?``."""
        drawn = (str(self.tile) if self.tile else "?") if isinstance(self.move, Draw) else ""
        return f"{seat_name(self.seat)} {self.move}{drawn}"


def seat_name(seat: int) -> str:
    """Return a seat's letter: A, B, ..."""
    return chr(ord("A") + seat)
