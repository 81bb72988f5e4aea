"""``Position``: the open table, all tiles known; every move gives a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from dominolab.engine import law
from dominolab.engine.deal import Deal
from dominolab.engine.line import ends_of
from dominolab.engine.moves import Draw, End, Event, Move, Pass, Play, end_of, move_of
from dominolab.engine.outcome import Outcome, outcome_of
from dominolab.engine.table import Table, allowed, apply, completed, listed, start_state
from dominolab.engine.tiles import Hand, Tile
from dominolab.engine.why import why_not
from dominolab.errors import IllegalMoveError
from dominolab.messages import say

if TYPE_CHECKING:
    from dominolab.engine.view import View

drawers: dict[str, Callable[[Table], str | None]] = {}
"""Who draws a position or a view as ``"svg"``; registered from above, so that the engine knows no drawing."""


@dataclass(frozen=True, repr=False)
class Position(Table):
    """A round at one moment with every tile known. Frozen: ``play``, ``draw``, ``pass_`` and ``move`` return new ones.

    >>> import dominolab as dl
    >>> deal = dl.Deal(dl.rules("block", set_size=2, hand_size=2), ["2-2 1-0", "2-1 0-0"], leader=0, opening="2-2")
    >>> pos = dl.start(deal).play("2-2").play("2-1", "left")
    >>> pos.turn, {str(end): n for end, n in pos.ends.items()}, pos.legal_moves
    (0, {'left': 1, 'right': 2}, (Play('1-0', 'left'),))
    """

    yard: tuple[Tile, ...]
    """The boneyard in draw order."""
    deal: Deal | None = field(default=None, compare=False)
    before: Position | None = field(default=None, compare=False)
    event: Event | None = field(default=None, compare=False)

    @cached_property
    def moves(self) -> law.Moves:
        """The law's answer: what the seat to move may do."""
        return law.legal(self.state, self.rules.terms)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Everything the seat to move may do; empty when the round is over."""
        return listed(self.moves)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands in seat order."""
        return tuple(Hand(law.hand_of(self.state, seat, self.rules.terms)) for seat in range(self.rules.players))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The boneyard in draw order, the reserve included."""
        return self.yard

    @cached_property
    def history(self) -> tuple[Event, ...]:
        """Everything done since the start: seat, move, and the tile of each draw."""
        events: list[Event] = []
        at: Position | None = self
        while at is not None and at.event is not None:
            events.append(at.event)
            at = at.before
        return tuple(reversed(events))

    @property
    def blocked(self) -> bool:
        """Whether only passes are left, or the round has ended so (the open table sees every hand)."""
        return law.stuck(self.state, self.rules.terms)

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the round goes on, else how it ended and what it pays."""
        return outcome_of(self.state, self.rules.terms)

    def why_not(self, tile: Tile | str | Move, end: End | str | None = None) -> str | None:
        """Return None if a move is legal, else the reason in words; takes a tile and an end, or any move."""
        return why_not(self, self.moves, self._meant(tile, end))

    def _meant(self, what: Tile | str | Move, end: End | str | None = None) -> Move:
        """Return the move that was meant."""
        if isinstance(what, (Draw, Pass, Play)):
            return what
        if isinstance(what, str) and (what in ("+", "draw", "pass") or what[-1:] in "<>^v"):
            return move_of(what)
        return completed(self.moves, self.ends, Tile(what), end_of(end))

    def play(self, tile: Tile | str, end: End | str | None = None) -> Position:
        """Return the position after laying a tile; raises ``IllegalMoveError`` with the reason."""
        return self.move(self._meant(tile, end))

    def draw(self) -> Position:
        """Return the position after drawing the next tile; raises ``IllegalMoveError``."""
        return self.move(Draw())

    def pass_(self) -> Position:
        """Return the position after a pass; raises ``IllegalMoveError``."""
        return self.move(Pass())

    def move(self, move: Move | str) -> Position:
        """Return the position after any move (or its text, ``"6-5<"``); raises ``IllegalMoveError``."""
        meant = self._meant(move)
        if not allowed(self.moves, meant):
            raise IllegalMoveError(str(why_not(self, self.moves, meant)), self, meant)
        return self._after(meant)

    def _after(self, move: Move) -> Position:
        """Return the position after a move, unchecked."""
        tile = self.yard[0] if isinstance(move, Draw) else None
        number = tile.number if tile else 0
        state, line = apply(self.state, self.line, self.rules.terms, move, number)
        yard = self.yard[1:] if tile else self.yard
        event = Event(self.state.turn, move, tile)
        return Position(self.rules, self.start, state, line, yard, self.deal, self, event)

    def undo(self) -> Position:
        """Return the position before the last move; raises ``IllegalMoveError`` at the start."""
        if self.before is None:
            raise IllegalMoveError(say("this is the start: there is no move to take back"), self)
        return self.before

    def view(self, seat: int | None) -> View:
        """Return all that one seat knows (None: the spectator)."""
        from dominolab.engine.view import view_of

        return view_of(self, seat)

    def __str__(self) -> str:
        """Return the line and whose turn it is."""
        return f"{self.line or '·'} ({self.over or self.turn})"

    def __repr__(self) -> str:
        """Return text that reads back."""
        if self.deal is not None:
            moves = "".join(f".move({str(event.move)!r})" for event in self.history)
            return f"start({self.deal!r}){moves}"
        from dominolab.engine.setup import setup_text

        return setup_text(self)

    def _repr_svg_(self) -> str | None:
        return drawers["svg"](self) if "svg" in drawers else None


def start(deal: Deal) -> Position:
    """Return the position in which the leader of a deal makes the first move.

    >>> import dominolab as dl
    >>> dl.start(dl.deal(dl.rules("classic"), seed=7)).legal_moves
    (Play('6-6'),)
    """
    first = deal.start
    forced = deal.rules.leads_called_tile and deal.opening is not None
    called = deal.opening.number if forced and deal.opening is not None else law.NOWHERE
    ends = ends_of(first.line, deal.rules.terms)
    state = start_state(first, tuple(hand.mask for hand in deal.hands), ends, called)
    return Position(deal.rules, first, state, first.line, deal.boneyard, deal)


def perft(position: Position, depth: int) -> int:
    """Return the number of action sequences of exactly ``depth`` actions from a position.

    >>> import dominolab as dl
    >>> dl.perft(dl.start(dl.deal(dl.rules("classic"), seed=7)), 1)
    1
    """
    order = tuple(tile.number for tile in position.yard)
    return _count(position.state, position.rules.terms, order, depth)


def _count(s: law.State, t: law.Terms, order: tuple[int, ...], depth: int) -> int:
    """Count sequences on bare states, without the line."""
    if depth == 0:
        return 1
    moves = law.legal(s, t)
    total = 0
    for end in (law.LEFT, law.RIGHT, law.UP, law.DOWN, law.APART):
        rest = law.at(moves, end)
        while rest:
            total += _count(law.play(s, t, law.index(rest), end), t, order, depth - 1)
            rest &= rest - 1
    if moves.draw:
        total += _count(law.draw(s, t, order[0]), t, order[1:], depth - 1)
    if moves.pass_:
        total += _count(law.skip(s, t), t, order, depth - 1)
    return total
