"""Following a round as it was recorded, action by action, with the engine's law.

A hidden tile in a hand is a joker, as in ``View``. A breach that leaves the table determinate is reported and let
stand; a tile that cannot lie is a *fatal* fault: nobody can say how the table looks after it. No rule is written
here: what is legal, what it leads to and when it is over is asked of ``law``.
"""

from __future__ import annotations

from typing import NamedTuple

from dominolab.engine import law
from dominolab.engine.jokers import next_joker, possible_moves, revealed
from dominolab.engine.line import Line, numbers
from dominolab.engine.moves import Draw, End, Move, Pass, Play, seat_name
from dominolab.engine.rules import Rules
from dominolab.engine.table import Start, Table, allowed, apply
from dominolab.engine.tiles import Tile, tile_number
from dominolab.engine.why import choices, reason
from dominolab.messages import say
from dominolab.records.problems import ERROR


class Fault(NamedTuple):
    """What is wrong with an action or a tile; the reader adds the place."""

    code: str
    message: str
    hint: str = ""
    fatal: bool = False
    severity: str = ERROR


class At(NamedTuple):
    """The table at one point of a round: the law's state, the line, and what is left of the boneyard's order."""

    state: law.State
    line: Line
    yard: tuple[Tile | None, ...] | None


class Meant(NamedTuple):
    """An action as written: ``end`` None may be a mark that was left out."""

    seat: int
    move: Move
    tile: Tile | None = None
    apart: bool = False
    stands: bool = False


class Step(NamedTuple):
    """What an action leads to. ``move`` is the action with its end found; after a fatal fault ``at`` is unchanged."""

    at: At
    move: Move
    faults: tuple[Fault, ...] = ()

    @property
    def fatal(self) -> bool:
        """Whether the round cannot be followed any further."""
        return any(fault.fatal for fault in self.faults)


class Follower:
    """Follows the actions of one round; holds what does not change in it."""

    def __init__(self, rules: Rules, start: Start) -> None:
        """Take the rules and the public facts of the start."""
        self.rules, self.start, self.terms = rules, start, rules.terms
        self._real = rules.tiles.mask

    def step(self, at: At, act: Meant) -> Step:
        """Return what an action leads to, with everything that is wrong about it."""
        if at.state.over:
            fault = Fault("after-end", say("the round ended: nothing more can be done"), fatal=True)
            return Step(at, act.move, (fault,))
        if act.seat >= self.rules.players:
            fault = Fault(
                "no-such-seat",
                say("{n} players: there is no seat {seat}", n=self.rules.players, seat=seat_name(act.seat)),
                fatal=True,
            )
            return Step(at, act.move, (fault,))
        found: list[Fault] = []
        now = at
        if act.seat != at.state.turn:
            found.append(self._out_of_turn(at, act.seat))
            now = at._replace(state=turned_to(at.state, act.seat))
        if isinstance(act.move, Play):
            step = self._play(now, act.move, apart=act.apart)
        elif isinstance(act.move, Draw):
            step = self._draw(now, act.tile)
        else:
            step = self._pass(now, stands=act.stands)
        after = at if step.fatal else step.at
        return Step(after, step.move, (*found, *step.faults))

    # ------------------------------------------------------------------------------------------------- plays

    def _play(self, at: At, play: Play, *, apart: bool) -> Step:
        """Lay a tile."""
        state, tile = at.state, play.tile
        fault = self._cannot_hold(at, tile)
        if fault is not None:
            return Step(at, play, (fault,))
        now = at._replace(state=revealed(state, tile.number, self.rules))
        if state.table == 0:
            return self._lead(now, play, marked=apart or play.end is not None)
        if apart:
            return self._apart(now, play)
        end, fault = self._end(now, play)
        if fault is not None and fault.fatal:
            return Step(at, play, (fault,))
        faults = () if fault is None else (fault,)
        return self._laid(now, Play(tile, end), faults)

    def _lead(self, at: At, play: Play, *, marked: bool) -> Step:
        """Lay the first tile of the line."""
        lead = Play(play.tile)
        faults: list[Fault] = []
        if marked:
            faults.append(
                Fault(
                    "wrong-end",
                    say("the first tile lies alone: {tile} has no end to be laid at", tile=play.tile),
                    say("leave the mark out"),
                    severity="warning",
                )
            )
        if not allowed(law.legal(at.state, self.terms), lead):
            faults.append(self._not_allowed(at, lead))
        return self._laid(at, lead, tuple(faults))

    def _apart(self, at: At, play: Play) -> Step:
        """Lay a last tile beside the line."""
        last = Play(play.tile)
        if allowed(possible_moves(at.state, self.rules), last):
            return self._laid(at, last, ())
        why = self._reason(at, last)
        hint = say("the sign * is for the last tile of a hand in a game of two tiles a turn")
        return Step(at, play, (Fault("not-apart", why, hint, fatal=True),))

    def _end(self, at: At, play: Play) -> tuple[End | None, Fault | None]:
        """Return the end at which a tile was laid, and what is wrong about it."""
        shown, tile = numbers(at.state.ends), play.tile
        moves = possible_moves(at.state, self.rules)
        fitting = [end for end, n in shown.items() if law.fitting(n, self.terms) >> tile.number & 1]
        good = [end for end in fitting if law.at(moves, end.code) >> tile.number & 1]
        if play.end is None:
            return self._unmarked(at, tile, fitting, good, apart=bool(moves.apart >> tile.number & 1))
        if play.end in good:
            return play.end, None
        if play.end in fitting:
            return play.end, self._not_allowed(at, play)
        if not fitting:
            return None, self._misfit(at, play)
        marks = say(" or ").join(f"{tile}{end.mark}" for end in fitting)
        hint = say("it fits elsewhere: {marks}", marks=marks)
        if play.end not in shown:
            why = say("there is no {end} end on the table", end=say(play.end.value))
            return None, Fault("wrong-end", why, hint, fatal=True)
        why = say(
            "{tile} does not fit the {end} end, which shows {number}",
            tile=tile,
            end=say(play.end.value),
            number=shown[play.end],
        )
        return None, Fault("wrong-end", why, hint, fatal=True)

    def _unmarked(
        self, at: At, tile: Tile, fitting: list[End], good: list[End], *, apart: bool
    ) -> tuple[End | None, Fault | None]:
        """Return the end that was meant where no mark names it."""
        if apart:
            return None, None
        if not fitting:
            return None, self._misfit(at, Play(tile))
        shown = numbers(at.state.ends)
        choice = good or fitting
        if len({shown[end] for end in choice}) > 1:
            places = ", ".join(f"{say(end.value)} ({shown[end]})" for end in choice)
            why = say("{tile} fits at several ends: {places}", tile=tile, places=places)
            hint = say("name the end: {marks}", marks=say(" or ").join(f"{tile}{end.mark}" for end in choice))
            return None, Fault("ambiguous-end", why, hint, fatal=True)
        return choice[0], None if good else self._not_allowed(at, Play(tile, choice[0]))

    def _misfit(self, at: At, play: Play) -> Fault:
        """Return the fault that a tile fits nowhere."""
        shown = numbers(at.state.ends)
        ends = say(" and ").join(f"{n} ({say(end.value)})" for end, n in shown.items())
        why = say("{tile} fits no end: the line is open at {ends}", tile=play.tile, ends=ends)
        return Fault("fits-neither", why, self.choices_at(at), fatal=True)

    def _not_allowed(self, at: At, play: Play) -> Fault:
        """Return the fault of a tile that can lie there but may not."""
        code = "wrong-lead" if at.state.table == 0 else "not-allowed"
        return Fault(code, self._reason(at, play), self.choices_at(at))

    def _laid(self, at: At, play: Play, faults: tuple[Fault, ...]) -> Step:
        """Return the table with one tile more."""
        state, line = apply(at.state, at.line, self.terms, play, 0)
        return Step(At(state, line, at.yard), play, faults)

    def _cannot_hold(self, at: At, tile: Tile) -> Fault | None:
        """Return why the seat to move cannot lay a tile from its hand, or None."""
        state, rules, who = at.state, self.rules, seat_name(at.state.turn)
        bit = 1 << tile.number
        if tile not in rules.tiles:
            return outside(tile, rules, fatal=True)
        if state.table & bit:
            hint = say("each tile is there once: one of the two is another tile")
            return Fault("on-table", say("{tile} is on the table already", tile=tile), hint, fatal=True)
        hand = state.hands[0]
        if hand & bit:
            return None
        place = self.place_of(at, tile)
        if place:
            why = say("{seat} does not hold {tile}: it is {place}", seat=who, tile=tile, place=place)
        elif hand & ~self._real:
            return None
        else:
            held = " ".join(map(str, (tile_number(n) for n in _bits(hand)))) or say("nothing")
            why = say("{seat} does not hold {tile}: the hand is {hand}", seat=who, tile=tile, hand=held)
        hint = say("a tile that was drawn before is written like +{tile}", tile=tile)
        return Fault("not-held", why, hint, fatal=True)

    def place_of(self, at: At, tile: Tile) -> str:
        """Return where a tile is known to be outside the hand of the seat to move, in words, or nothing."""
        state = at.state
        for place in range(1, self.rules.players):
            if state.hands[place] >> tile.number & 1:
                seat = seat_name((state.turn + place) % self.rules.players)
                return say("in the hand of {seat}", seat=seat)
        return say("in the boneyard") if at.yard is not None and tile in at.yard else ""

    # ------------------------------------------------------------------------------------- draws and passes

    def _draw(self, at: At, tile: Tile | None) -> Step:
        """Take a tile from the boneyard."""
        state = at.state
        faults: list[Fault] = []
        if state.boneyard <= 0:
            why = say("the boneyard is empty: {seat} cannot draw", seat=seat_name(state.turn))
            return Step(at, Draw(), (Fault("empty-boneyard", why, fatal=True),))
        if not law.legal(state, self.terms).draw:
            faults.append(self._draw_fault(at))
        next_, yard = None, at.yard
        if yard:
            next_, yard = yard[0], yard[1:]
        if tile is not None:
            fault = self._wrong_draw(at, tile, next_)
            if fault is not None:
                faults.append(fault)
                tile = None
        drawn = tile or next_
        if drawn is not None and state.hands[0] >> drawn.number & 1:
            drawn = None
        bit = drawn.number if drawn is not None else next_joker(state.hands[0], self.rules)
        after, line = apply(state, at.line, self.terms, Draw(), bit)
        return Step(At(after, line, yard), Draw(), tuple(faults))

    def _draw_fault(self, at: At) -> Fault:
        """Return why no tile may be drawn."""
        state, rules = at.state, self.rules
        why = self._reason(at, Draw())
        if law.drawable(state, self.terms) == 0 and rules.draw_limit != 0:
            return Fault("reserve-drawn", why, self.choices_at(at))
        if state.draws >= self.terms.draw_limit:
            return Fault("too-many-draws", why, self.choices_at(at))
        return Fault("needless-draw", why, self.choices_at(at))

    def _wrong_draw(self, at: At, tile: Tile, next_: Tile | None) -> Fault | None:
        """Return why a tile cannot have been drawn now."""
        if tile not in self.rules.tiles:
            return outside(tile, self.rules)
        if next_ is not None and tile != next_:
            why = say("{tile} was not the next tile: the boneyard's order says {next}", tile=tile, next=next_)
            return Fault("wrong-draw", why)
        place = say("on the table") if at.state.table >> tile.number & 1 else ""
        if at.state.hands[0] >> tile.number & 1:
            place = say("in the hand of {seat}", seat=seat_name(at.state.turn))
        if next_ is None:
            place = place or self.place_of(at, tile)
        if place:
            return Fault("not-drawn", say("{tile} cannot be drawn: it is {place}", tile=tile, place=place))
        return None

    def _pass(self, at: At, *, stands: bool) -> Step:
        """End a turn without laying a tile."""
        state = at.state
        moves = law.legal(state, self.terms)
        faults: tuple[Fault, ...] = ()
        if not moves.pass_ and not stands:
            code = "pass-with-draws" if moves.draw and not _able(moves) else "pass-while-able"
            hint = say("if it was let stand, write pass~")
            why = "; ".join(filter(None, (self._reason(at, Pass()), self.choices_at(at))))
            faults = (Fault(code, why, hint),)
        after, line = apply(state, at.line, self.terms, Pass(), 0)
        return Step(At(after, line, at.yard), Pass(), faults)

    # -------------------------------------------------------------------------------------------------- words

    def _out_of_turn(self, at: At, seat: int) -> Fault:
        """Return the fault of an action by a seat that is not to move."""
        turn = seat_name(at.state.turn)
        why = say("it is {turn}'s turn, not {seat}'s", turn=turn, seat=seat_name(seat))
        return Fault("out-of-turn", why, say("if {turn} passed, write {turn} pass", turn=turn))

    def _known(self, state: law.State) -> law.Moves:
        """Return what may be done with the tiles that are known to be held."""
        moves = law.legal(state, self.terms)
        return moves._replace(
            left=moves.left & self._real,
            right=moves.right & self._real,
            up=moves.up & self._real,
            down=moves.down & self._real,
            apart=moves.apart & self._real,
        )

    def _reason(self, at: At, move: Move) -> str:
        """Return why a move is not allowed, without what could be done instead."""
        return reason(Table(self.rules, self.start, at.state, at.line), self._known(at.state), move)

    def choices_at(self, at: At) -> str:
        """Return what could have been done instead, as far as it is known."""
        table = Table(self.rules, self.start, at.state, at.line)
        moves = self._known(at.state)
        if at.state.hands[0] & ~self._real and not _able(moves):
            return ""
        return choices(table, moves)


def _able(moves: law.Moves) -> bool:
    """Return whether any tile can be laid."""
    return any(moves[:5])


def _bits(mask: int) -> list[int]:
    """Return the numbers of the set bits."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


def outside(tile: Tile, rules: Rules, *, fatal: bool = False) -> Fault:
    """Return the fault of a tile that the set does not have."""
    why = say("{tile} is not in a double-{n} set", tile=tile, n=rules.set_size)
    return Fault("outside-set", why, say("its numbers go from 0 to {n}", n=rules.set_size), fatal=fatal)


def turned_to(state: law.State, seat: int) -> law.State:
    """Return a state in which another seat moves next: its turn begins, and passes in a row are counted anew."""
    k = (seat - state.turn) % len(state.hands)
    hands, drawn = state.hands[k:] + state.hands[:k], state.drawn[k:] + state.drawn[:k]
    return state._replace(hands=hands, drawn=drawn, turn=seat, passes=0, draws=0, laid=0)
