"""The end of a recorded round: shown hands, passes that later tiles prove wrong, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine import law
from dominolab.engine.jokers import named_in
from dominolab.engine.moves import seat_name
from dominolab.engine.outcome import outcome_of
from dominolab.engine.tiles import Tile
from dominolab.messages import count, say
from dominolab.records.begin import Spot
from dominolab.records.derive import finished
from dominolab.records.follow import At, outside
from dominolab.records.late import late_revokes
from dominolab.records.lines import read_line
from dominolab.records.model import Round
from dominolab.records.notation import UNKNOWN
from dominolab.records.problems import printable

if TYPE_CHECKING:
    from dominolab.engine.rules import Rules
    from dominolab.records.model import Ending
    from dominolab.records.rounds import RoundReader


class Closing:
    """Checks the end of one round and hands the scores on."""

    def __init__(self, reader: RoundReader) -> None:
        """Take the reader that has read the round."""
        self.reader, self.round = reader, reader.round
        self.rules: Rules | None = reader.so_far.rules
        self.at: At | None = reader.levels[0].at
        self.state: law.State | None = self.at.state if self.at is not None else None
        self.end: Ending | None = self.round.ending

    def close(self) -> None:
        """Report what is wrong, then note number, scores and lead for the next round."""
        reader = self.reader
        self._missing()
        if self.rules is not None and self.at is not None and reader.follower is not None:
            self._shown()
            for fault in late_revokes(self.round, reader.follower, self.reader.spots, reader.places.at):
                reader.problems.append(fault if not reader.root_cause else fault.follows())
                reader.root_cause = True
            if not self.round.rest:
                self._kind()
                self._points()
        self._totals()
        self._hand_on()

    def _missing(self) -> None:
        """Notice a round without an end."""
        reader = self.reader
        if self.end is not None or self.round.rest:
            return
        hint = say("write end out, end blocked, or end broken where the recording stops")
        if reader.last:
            reader.problem(reader.mark, "truncated", say("the file ends before the round does"), hint)
        else:
            reader.problem(reader.mark, "missing-end", say("this round has no end"), hint)

    # --------------------------------------------------------------------------------------------- shown hands

    def _shown(self) -> None:
        """Check the shown hands and name their tiles."""
        assert self.state is not None and self.rules is not None  # noqa: S101, PT018 - asked by ``close``
        for seat, tiles in self.round.shown.items():
            place = (seat - self.state.turn) % self.rules.players
            if seat < self.rules.players:
                self._show(seat, place, tiles)

    def _show(self, seat: int, place: int, tiles: tuple[Tile | str, ...]) -> None:
        """Check one shown hand."""
        assert self.state is not None and self.rules is not None  # noqa: S101, PT018 - asked by ``close``
        hand, full = self.state.hands[place], self.rules.tiles.mask
        named, wrong = hand, False
        for i, tile in enumerate(tiles):
            spot = self.reader.spots.get(Spot("show", seat, i), self.reader.start)
            if isinstance(tile, str):
                if tile != UNKNOWN:
                    self.reader.problem(spot, "unreadable", say("{word} is not a tile", word=printable(tile)))
                    wrong = True
                continue
            why = self._cannot_show(seat, place, tile, tiles[:i])
            if why:
                code = "outside-set" if tile not in self.rules.tiles else "show-contradicts"
                self.reader.problem(spot, code, why, say("compare the shown hand with the round"))
                wrong = True
            else:
                named = named_in(named, tile.number, self.rules)
        if len(tiles) != hand.bit_count() and not wrong:
            spot = self.reader.spots.get(Spot("show", seat), self.reader.start)
            shown = count("{n} tile is shown", "{n} tiles are shown", len(tiles))
            why = say("{shown}, but {seat} holds {n}", shown=shown, seat=seat_name(seat), n=hand.bit_count())
            self.reader.problem(spot, "show-contradicts", why, say("compare the shown hand with the round"))
        elif not wrong and hand > full:
            hands = self.state.hands
            self.state = self.state._replace(hands=(*hands[:place], named, *hands[place + 1 :]))

    def _cannot_show(self, seat: int, place: int, tile: Tile, before: tuple[Tile | str, ...]) -> str:
        """Return why a shown tile contradicts the round, or nothing."""
        assert self.state is not None and self.rules is not None  # noqa: S101, PT018 - asked by ``close``
        assert self.at is not None  # noqa: S101 - as above
        state, hand, who = self.state, self.state.hands[place], seat_name(seat)
        if tile not in self.rules.tiles:
            return outside(tile, self.rules).message
        if tile in before:
            return say("{tile} is shown twice", tile=tile)
        if state.table >> tile.number & 1:
            return say("{tile} is shown by {seat}, but it is on the table", tile=tile, seat=who)
        if hand >> tile.number & 1:
            return ""
        for other, cards in enumerate(state.hands):
            if other != place and cards >> tile.number & 1:
                holder = seat_name((state.turn + other) % self.rules.players)
                return say("{tile} is shown by {seat}, but {holder} holds it", tile=tile, seat=who, holder=holder)
        if self.at.yard is not None and tile in self.at.yard:
            return say("{tile} is shown by {seat}, but it is in the boneyard", tile=tile, seat=who)
        if hand <= self.rules.tiles.mask:
            return say("{tile} is shown by {seat}, who never held it", tile=tile, seat=who)
        return ""

    # ------------------------------------------------------------------------------------------ kind and points

    def _kind(self) -> None:
        """Check how the round is said to have ended."""
        if self.end is None or self.state is None or self.end.kind == "broken":
            return
        place = self.reader.ended or self.reader.start
        over = (None, "out", "blocked")[self.state.over]
        if over == self.end.kind:
            return
        if self.end.kind == "redeal":
            if len(self.round):
                why = say("a deal is thrown in before anything is played")
                self.reader.problem(place, "wrong-end-kind", why, say("end broken: where the recording stops"))
        elif over is not None:
            why = say("the round ended {over}, not {said}", over=say(over), said=say(self.end.kind))
            self.reader.problem(place, "wrong-end-kind", why, say("write: end {over}", over=over))
        elif self.end.kind == "out":
            self._not_out(place)
        else:
            self._not_blocked(place)

    def _not_out(self, place: int) -> None:
        """Notice that nobody is out."""
        assert self.state is not None and self.rules is not None  # noqa: S101, PT018 - asked by ``_kind``
        players = self.rules.players
        left = [self.state.hands[(seat - self.state.turn) % players].bit_count() for seat in range(players)]
        held = ", ".join(
            count("{seat} holds {n} tile", "{seat} holds {n} tiles", n, seat=seat_name(seat))
            for seat, n in enumerate(left)
        )
        why = say("nobody is out: {held}", held=held)
        self.reader.problem(place, "out-with-tiles", why, say("a play is missing, or the round was broken off"))

    def _not_blocked(self, place: int) -> None:
        """Notice that somebody could still do something; passes that only remain to be made may be left out."""
        assert self.state is not None and self.rules is not None  # noqa: S101, PT018 - asked by ``_kind``
        assert self.at is not None and self.reader.follower is not None  # noqa: S101, PT018 - as above
        done = finished(self.rules, self.state)
        if done.over == law.BLOCKED:
            self.state = done
            return
        able = self.state
        for _ in range(self.rules.players):
            if not law.legal(able, self.rules.terms).pass_:
                break
            able = law.skip(able, self.rules.terms)
        else:  # a damaged deal in which nobody has anything to lead: it is named already
            return
        options = self.reader.follower.choices_at(At(able, self.at.line, self.at.yard))
        why = say("ended too early: {seat} can go on", seat=seat_name(able.turn))
        self.reader.problem(place, "ended-too-early", f"{why}: {options}", say("end broken: where the recording stops"))

    def _points(self) -> None:
        """Check the points against the hands."""
        if self.end is None or self.state is None or self.rules is None or self.end.kind in ("broken", "redeal"):
            return
        known = all(hand <= self.rules.tiles.mask for hand in self.state.hands)
        outcome = outcome_of(self.state, self.rules.terms) if known and self.state.over else None
        said = self.end.points
        if outcome is None or not (said or self.end.totals):
            return
        for side, right in enumerate(outcome.points):
            if said.get(side, 0) != right:
                place = self.reader.spots.get(Spot("points", side), self.reader.ended or self.reader.start)
                claim = said.get(side, 0)
                why = say("{side} scores {right:+d}, not {said:+d}", side=seat_name(side), right=right, said=claim)
                pips = ", ".join(f"{seat_name(seat)} {n}" for seat, n in enumerate(outcome.pips))
                self.reader.problem(place, "wrong-score", why, say("pips left: {pips}", pips=pips))
                return
        for side in said:
            if side >= len(outcome.points):
                why = say("there is no side {side}", side=seat_name(side))
                self.reader.problem(self.reader.spots[Spot("points", side)], "wrong-score", why, "")
                return

    def _totals(self) -> None:
        """Check the running scores against those before the round."""
        before, end = self._before(), self.end
        if end is None or end.totals is None or before is None:
            return
        want = tuple(n + end.points.get(side, 0) for side, n in enumerate(before))
        if end.totals != want:
            place = self.reader.spots.get(Spot("totals"), self.reader.start)
            said, right = (" ".join(map(str, numbers)) for numbers in (end.totals, want))
            why = say("the scores are {right}, not {said}", right=right, said=said)
            hint = say("before the round they were {before}", before=" ".join(map(str, before)))
            self.reader.problem(place, "wrong-total", why, hint)

    def _before(self) -> tuple[int, ...] | None:
        """Return the scores before the round, where they are known."""
        setup = self.round.setup
        if setup.scores is not None:
            return setup.scores
        so_far = self.reader.so_far
        if so_far.first and setup.number in (1, None) and self.rules is not None:
            return (0,) * self.rules.sides
        return so_far.totals

    def _hand_on(self) -> None:
        """Tell the next round where the match stands; what is written counts, so that one slip is one problem."""
        so_far, before, end = self.reader.so_far, self._before(), self.end
        so_far.first, so_far.totals = False, None  # unknown, as after a round that broke off without points
        if end is not None and end.totals is not None:
            so_far.totals = end.totals
        elif end is not None and before is not None and (end.points or end.kind == "redeal"):
            so_far.totals = tuple(n + end.points.get(side, 0) for side, n in enumerate(before))
        elif end is None and self.round.rest:
            so_far.totals = totals_in(self.round.rest)
        so_far.number = self.round.number if self.round.number is not None else so_far.number
        so_far.thrown_in = end is not None and end.kind == "redeal"
        so_far.before = None
        follower = self.reader.follower
        if self.state is not None and follower is not None and self.rules is not None and not self.round.rest:
            so_far.before = (finished(self.rules, self.state), follower.start.leader)


def totals_in(rest: str) -> tuple[int, ...] | None:
    """Return the scores that the last end line of unread text names, so that the next round can be checked."""
    lines = [line for line in rest.splitlines() if line.startswith("end ")]
    aside = Round()
    found = read_line(aside, "end", lines[-1][3:].partition("{")[0], 0) if lines else None
    return aside.ending.totals if isinstance(found, dict) and aside.ending is not None else None
