"""``View``: all that one seat knows, and the only way to it. ``observe``: a real game followed from one chair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dominolab.engine import law
from dominolab.engine.deal import Tiles, opening_of, tile_problems
from dominolab.engine.jokers import hidden_from, joker_bits, next_joker, possible_moves, revealed
from dominolab.engine.line import ends_of
from dominolab.engine.moves import Draw, End, Event, Move, Pass, Play, end_of, move_of, seat_name
from dominolab.engine.outcome import Outcome, outcome_of
from dominolab.engine.position import Position, drawers
from dominolab.engine.rules import Rules
from dominolab.engine.table import Start, Table, allowed, apply, completed, listed, start_state
from dominolab.engine.tiles import Hand, Tile, mask_of, tiles_of
from dominolab.engine.why import reason, why_not
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say


@dataclass(frozen=True, repr=False)
class View(Table):
    """What one seat (None: a spectator) knows of a round: its own tiles, the line, counts, and the public log.

    Frozen; for a game followed with ``dl.observe``, ``play``, ``draw`` and ``pass_`` return the view one action later.

    >>> import dominolab as dl
    >>> v = dl.observe(dl.rules("classic"), seat=0, hand="6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=0, opening="6-6")
    >>> v = v.play(0, "6-6").draw(1)
    >>> v.counts, v.boneyard, v.turn, [str(event) for event in v.log]
    ((6, 8), 13, 1, ['A 6-6', 'B +?'])
    """

    seat: int | None
    """Whose view it is; None is the spectator's."""
    dealt: tuple[Tile, ...] | None
    """The viewer's tiles at the start, in order; None for a spectator."""
    log: tuple[Event, ...] = ()
    """What everybody saw, the viewer's own draws with their tiles, other draws without."""
    shown: tuple[tuple[int, tuple[Tile, ...]], ...] = ()
    """Hands laid open at the end of the round: (seat, tiles)."""

    @property
    def hand(self) -> Hand:
        """The viewer's own tiles (empty for a spectator)."""
        return Hand() if self.seat is None else Hand(law.hand_of(self.state, self.seat, self.rules.terms))

    @property
    def own(self) -> tuple[Tile, ...]:
        """The viewer's tiles in the order they came: dealt, then drawn."""
        drawn = [e.tile for e in self.log if e.seat == self.seat and e.tile is not None]
        return tuple(tile for tile in (*(self.dealt or ()), *drawn) if tile in self.hand)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        terms = self.rules.terms
        return tuple(law.hand_of(self.state, seat, terms).bit_count() for seat in range(self.rules.players))

    @property
    def boneyard(self) -> int:
        """How many tiles are in the boneyard, the reserve included."""
        return self.state.boneyard

    @property
    def history(self) -> tuple[Event, ...]:
        """The public log (the same as ``log``)."""
        return self.log

    @cached_property
    def unseen(self) -> Hand:
        """The tiles whose place the viewer has not seen."""
        known = self.hand.mask | self.state.table | mask_of(t for _, tiles in self.shown for t in tiles)
        return Hand(self.rules.tiles.mask & ~known)

    @cached_property
    def moves(self) -> law.Moves:
        """What the viewer may do now: nothing unless it is the viewer's turn."""
        if self.seat is None or self.turn != self.seat:
            return law.Moves(0, 0, 0, 0, 0, 0, 0)
        return law.legal(self.state, self.rules.terms)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the viewer may do now; empty when it is another's turn or the round is over."""
        return listed(self.moves)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the round ended, once it has and every hand is known; else None."""
        known = self.state
        if not known.over or any(hand > self.rules.tiles.mask for hand in known.hands):
            return None
        return outcome_of(known, self.rules.terms)

    def play(self, seat: int, tile: Tile | str, end: End | str | None = None) -> View:
        """Return the view after a seat lays a tile; raises ``IllegalMoveError`` with the reason."""
        known = Tile(tile)
        self._check_seat(seat)
        self._check_tile(seat, known)
        state = revealed(self.state, known.number, self.rules)
        return self._act(seat, completed(possible_moves(state, self.rules), self.ends, known, end_of(end)), None, state)

    def draw(self, seat: int, tile: Tile | str | None = None) -> View:
        """Return the view after a seat draws; the tile if it is the viewer who draws. Raises ``IllegalMoveError``."""
        self._check_seat(seat)
        drawn = Tile(tile) if tile is not None and tile != "?" else None
        if seat == self.seat and drawn is None:
            raise IllegalMoveError(say("{seat} is your own seat: name the tile you drew", seat=seat_name(seat)), self)
        if seat != self.seat and drawn is not None:
            raise IllegalMoveError(
                say("what {seat} draws is hidden from this view: leave the tile out", seat=seat_name(seat)), self
            )
        if drawn is not None:
            self._check_new(drawn)
        return self._act(seat, Draw(), drawn, self.state)

    def pass_(self, seat: int) -> View:
        """Return the view after a seat passes; raises ``IllegalMoveError``."""
        self._check_seat(seat)
        return self._act(seat, Pass(), None, self.state)

    def move(self, seat: int, move: Move | str, tile: Tile | str | None = None) -> View:
        """Return the view after any move of a seat (``tile``: of the viewer's own draw)."""
        meant = move_of(move)
        if isinstance(meant, Play):
            return self.play(seat, meant.tile, meant.end)
        return self.draw(seat, tile) if isinstance(meant, Draw) else self.pass_(seat)

    def show(self, seat: int, tiles: Tiles) -> View:
        """Return the view after a hand is laid open at the end; raises ``DominoError`` where the count is wrong."""
        hand = tiles_of(tiles)
        if len(hand) != self.counts[seat]:
            raise DominoError(
                say(
                    "{seat} holds {n} tiles, not {shown}",
                    seat=seat_name(seat),
                    n=self.counts[seat],
                    shown=len(hand),
                )
            )
        terms = self.rules.terms
        place = (seat - self.state.turn + terms.players) % terms.players
        hands = (*self.state.hands[:place], mask_of(hand), *self.state.hands[place + 1 :])
        return replace(self, state=self.state._replace(hands=hands), shown=(*self.shown, (seat, hand)))

    def _act(self, seat: int, move: Move, drawn: Tile | None, state: law.State) -> View:
        """Return the view after a move that the law can allow."""
        knows = state.hands[0] <= self.rules.tiles.mask
        moves = possible_moves(state, self.rules)
        if not allowed(moves, move):
            at = replace(self, state=state)
            words = why_not(at, self.moves, move) if knows else reason(at, moves, move)
            raise IllegalMoveError(str(words), self, move)
        bit = drawn.number if drawn else next_joker(state.hands[0], self.rules)
        after, line = apply(state, self.line, self.rules.terms, move, bit)
        return replace(self, state=after, line=line, log=(*self.log, Event(seat, move, drawn)))

    def _check_seat(self, seat: int) -> None:
        """Refuse an action out of turn."""
        if self.state.over:
            raise IllegalMoveError(say("the round ended: nothing more can be done"), self)
        if seat != self.state.turn:
            raise IllegalMoveError(
                say("it is {turn}'s turn, not {seat}'s", turn=seat_name(self.state.turn), seat=seat_name(seat)),
                self,
            )

    def _check_tile(self, seat: int, tile: Tile) -> None:
        """Refuse a play of a tile that the seat cannot hold."""
        if self.state.hands[0] >> tile.number & 1:
            return
        if seat == self.seat:
            reason = (
                say("{tile} is on the table already", tile=tile)
                if self.state.table >> tile.number & 1
                else say("you do not hold {tile}: you hold {hand}", tile=tile, hand=self.hand)
            )
            raise IllegalMoveError(reason, self)
        self._check_new(tile)

    def _check_new(self, tile: Tile) -> None:
        """Refuse a tile whose place is known already, or that is not in the set."""
        problems = tile_problems(
            self.rules, [(say("line"), [p.tile for p in self.line]), (say("your hand"), tuple(self.hand))]
        )
        known = self.state.table | self.hand.mask | mask_of(t for _, tiles in self.shown for t in tiles)
        if tile not in self.rules.tiles:
            problems += [say("{tile} is not in a double-{n} set", tile=tile, n=self.rules.set_size)]
        elif known >> tile.number & 1:
            place = say("on the table") if self.state.table >> tile.number & 1 else say("in a known hand")
            problems += [say("{tile} cannot be there: it is {place}", tile=tile, place=place)]
        if problems:
            raise IllegalMoveError("; ".join(problems), self)

    def __repr__(self) -> str:
        """Return a short description."""
        who = say("spectator") if self.seat is None else seat_name(self.seat)
        return f"<View of {who}: {self.line or '·'}; {' '.join(map(str, self.log[-3:]))}>"

    def _repr_svg_(self) -> str | None:
        return drawers["svg"](self) if "svg" in drawers else None


def view_of(position: Position, seat: int | None) -> View:
    """Return what a seat knows of a position; at the end of the round all hands lie open."""
    rules, state = position.rules, position.state
    first = position
    while first.before is not None:
        first = first.before
    dealt: tuple[Tile, ...] | None = None
    if seat is not None:
        if not 0 <= seat < rules.players:
            raise DominoError(say("seat {seat}: seats go from 0 to {last}", seat=seat, last=rules.players - 1))
        dealt = position.deal.dealt[seat] if position.deal else tuple(first.hands[seat])
    log = tuple(e if e.seat == seat else e._replace(tile=None) for e in position.history)
    shown: tuple[tuple[int, tuple[Tile, ...]], ...] = ()
    if state.over:
        shown = tuple((i, tuple(hand)) for i, hand in enumerate(position.hands) if i != seat)
    else:
        state = hidden_from(state, seat, rules)
    return View(rules, position.start, state, position.line, seat, dealt, log, shown)


def observe(
    rules: Rules,
    seat: int | None = None,
    hand: Tiles = "",
    leader: int = 0,
    opening: Tile | str | None = None,
    set_tile: Tile | str | None = None,
    hand_sizes: Sequence[int] | None = None,
) -> View:
    """Return the view of a real game at its start: your tiles, who leads, the called tile if one was called.

    Raises ``DominoError`` for tiles outside the set, twice, or of the wrong number.

    >>> import dominolab as dl
    >>> dl.observe(dl.rules("common"), seat=0, hand="6-6 5-4 4-1 3-0 2-2 2-0 1-1", leader=1).play(1, "5-5").turn
    0
    """
    own = tiles_of(hand)
    sizes = tuple(hand_sizes) if hand_sizes is not None else (rules.hand_size,) * rules.players
    turned = Tile(set_tile) if set_tile is not None else None
    called = opening_of(rules, opening)
    _check_observed(rules, seat, own, sizes, leader, turned)
    start = _observed_start(rules, sizes, leader, called, turned)
    hands = tuple(mask_of(own) if i == seat else joker_bits(n, rules) for i, n in enumerate(sizes))
    forced = called.number if rules.leads_called_tile and called is not None else law.NOWHERE
    state = start_state(start, hands, ends_of(start.line, rules.terms), forced)
    return View(rules, start, state, start.line, seat, None if seat is None else own)


def _observed_start(
    rules: Rules, sizes: tuple[int, ...], leader: int, called: Tile | None, turned: Tile | None
) -> Start:
    """Return the public facts of an observed round."""
    plain = Start(sizes, len(rules.tiles) - sum(sizes) - (turned is not None), leader, called)
    if turned is None:
        return plain
    spins = rules.spinner != "none" and turned.is_double
    return replace(plain, line=plain.line.with_tile(turned, None, law.NOWHERE, spins=spins))


def _check_observed(
    rules: Rules,
    seat: int | None,
    own: tuple[Tile, ...],
    sizes: tuple[int, ...],
    leader: int,
    turned: Tile | None,
) -> None:
    """Refuse a start that cannot be."""
    problems = tile_problems(rules, [(say("your hand"), own), (say("the first tile"), [turned] if turned else [])])
    seats = range(rules.players)
    if leader not in seats or (seat is not None and seat not in seats):
        problems.append(say("seats go from 0 to {last}", last=rules.players - 1))
    elif seat is not None and len(own) != sizes[seat]:
        problems.append(say("you were dealt {n} tiles, but hands have {size}", n=len(own), size=sizes[seat]))
    if (rules.opening_tile == "from_boneyard") != (turned is not None):
        problems.append(say("set_tile is given exactly when opening_tile = from_boneyard"))
    if problems:
        raise DominoError("; ".join(problems))
