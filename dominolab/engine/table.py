"""What ``Position`` and ``View`` share: rules, the line, the law's state, and how one action changes them."""

from __future__ import annotations

from dataclasses import dataclass

from dominolab.engine import law
from dominolab.engine.line import Line, numbers
from dominolab.engine.moves import ENDS, Draw, End, Move, Pass, Play
from dominolab.engine.rules import Rules
from dominolab.engine.tiles import Hand, Tile
from dominolab.errors import DominoError
from dominolab.messages import say

NO_LINE = Line()


@dataclass(frozen=True)
class Start:
    """The public facts with which a round (or a given position) begins.

    ``hand_sizes`` and ``boneyard`` count tiles; ``leader`` is the seat to move first; ``opening`` the called tile;
    ``line`` is what lies on the table already: nothing, Double Draw's first tile, or a given position. ``drawn`` and
    ``placed`` count what the seat to move has done in its turn, ``passes`` the passes in a row before it.
    """

    hand_sizes: tuple[int, ...]
    boneyard: int
    leader: int
    opening: Tile | None = None
    line: Line = NO_LINE
    given: bool = False
    drawn: int = 0
    passes: int = 0
    placed: int = 0


@dataclass(frozen=True)
class Table:
    """A round at one moment as far as it is public; the parent of ``Position`` and ``View``."""

    rules: Rules
    start: Start
    state: law.State
    line: Line

    @property
    def turn(self) -> int | None:
        """The seat to move, or None when the round is over."""
        return None if self.state.over else self.state.turn

    @property
    def ends(self) -> dict[End, int]:
        """The open ends and the numbers they show."""
        return numbers(self.state.ends)

    @property
    def over(self) -> str | None:
        """How the round ended, ``"out"`` or ``"blocked"``, or None while it goes on."""
        return (None, "out", "blocked")[self.state.over]

    @property
    def drawable(self) -> int:
        """How many tiles of the boneyard may still be drawn."""
        return law.drawable(self.state, self.rules.terms)

    @property
    def draws(self) -> int:
        """Draws made in this turn."""
        return self.state.draws

    @property
    def passes(self) -> int:
        """Passes in a row that count towards a block."""
        return self.state.passes

    @property
    def laid(self) -> int:
        """Tiles laid in this turn so far (two tiles a turn)."""
        return self.state.laid


def start_state(start: Start, hands: tuple[int, ...], ends: law.Ends, called: int) -> law.State:
    """Return the law's state at the beginning; ``hands`` in seat order."""
    leader = start.leader
    turned = hands[leader:] + hands[:leader]
    table = start.line.tiles.mask
    state = law.begin(turned, (0,) * len(hands), start.boneyard, ends, table, called, leader)
    return state._replace(draws=start.drawn, passes=start.passes, laid=start.placed)


def apply(state: law.State, line: Line, t: law.Terms, move: Move, drawn: int) -> tuple[law.State, Line]:
    """Return state and line after a move, unchecked; ``drawn`` is the number (or joker bit) of a drawn tile."""
    if isinstance(move, Draw):
        return law.draw(state, t, drawn), line
    if isinstance(move, Pass):
        return law.skip(state, t), line
    end = law.APART if move.end is None else move.end.code
    after = law.play(state, t, move.tile.number, end)
    number = law.NOWHERE if move.end is None else numbers(state.ends)[move.end]
    spins = after.ends.spinner != law.NOWHERE and state.ends.spinner == law.NOWHERE
    return after, line.with_tile(move.tile, move.end, number, spins=spins)


def listed(moves: law.Moves) -> tuple[Move, ...]:
    """Return the law's moves as objects: plays in the order of the ends and the set, then Draw, then Pass."""
    found: list[Move] = []
    for end in ENDS:
        found += [Play(tile, end) for tile in Hand(law.at(moves, end.code))]
    found += [Play(tile) for tile in Hand(moves.apart)]
    if moves.draw:
        found.append(Draw())
    if moves.pass_:
        found.append(Pass())
    return tuple(found)


def allowed(moves: law.Moves, move: Move) -> bool:
    """Return whether a move is among the law's moves."""
    if isinstance(move, Draw):
        return bool(moves.draw)
    if isinstance(move, Pass):
        return bool(moves.pass_)
    return bool(law.at(moves, law.APART if move.end is None else move.end.code) >> move.tile.number & 1)


def completed(moves: law.Moves, ends: dict[End, int], tile: Tile, end: End | None) -> Play:
    """Return the play that was meant: the end may be left out where it makes no difference to the numbers."""
    if end is not None:
        return Play(tile, end)
    fits = [e for e in ENDS if law.at(moves, e.code) >> tile.number & 1]
    if not fits or moves.apart >> tile.number & 1:
        return Play(tile) if moves.apart >> tile.number & 1 or not ends else Play(tile, _closest(ends, tile))
    if len({ends[e] for e in fits}) > 1:
        places = ", ".join(f"{say(e.value)} ({ends[e]})" for e in fits)
        raise DominoError(say("{tile} fits at several ends, name one: {places}", tile=tile, places=places))
    return Play(tile, fits[0])


def _closest(ends: dict[End, int], tile: Tile) -> End:
    """Return the end a tile that may not be played was most likely meant for."""
    return next((end for end, number in ends.items() if number in tile), next(iter(ends)))
