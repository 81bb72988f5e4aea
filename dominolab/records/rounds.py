"""Reading one round: words into a tree of actions, each followed by the law as it is read.

What cannot be followed any further is kept as ``rest``, word for word; a variation of which that is true keeps its
good part, or is kept whole as it was written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dominolab.engine.moves import Pass, Play, seat_name
from dominolab.messages import say
from dominolab.records.begin import Spot, begin, call_of
from dominolab.records.closing import Closing
from dominolab.records.follow import Fault, Follower, Meant
from dominolab.records.levels import Level, Stop
from dominolab.records.lines import KEYWORDS, Bad, read_line
from dominolab.records.model import Record, Round, Setup
from dominolab.records.notation import GLYPHS, SEATS, Word, unescaped, word_in
from dominolab.records.problems import ERROR, WARNING, Problem, printable
from dominolab.records.spelling import hint_for, line_meant, seat_meant, word_meant
from dominolab.records.tree import Action

if TYPE_CHECKING:
    from dominolab.records.reader import Places, Standing

_TOKEN = re.compile(
    r"(?P<comment>\{(?:[^}\\]++|\\.)*+\})|(?P<brace>\{)|(?P<open>\()|(?P<close>[)}])|(?P<word>[^\s{}()]+)", re.DOTALL
)
_HEAD = re.compile(r"[ \t]*==[ \t]*+(?:(\d{1,6})(?![^\s{}()]))?(?:[ \t]*+((?i:lead))[ \t]+([A-La-l]):?(?![^\s{}()]))?")
_LINE_END = re.compile(r"[^\n]*")
DEEPEST = 40  # variations inside variations
MOST_STRAY = 20  # words after one action that belong nowhere
LONGEST = 20_000  # actions in a round, variations included


class RoundReader:
    """Reads one round of a match."""

    def __init__(
        self, record: Record, text: str, start: int, end: int, places: Places, so_far: Standing, *, last: bool
    ) -> None:
        """Take the text from ``start`` to ``end``; ``last``: nothing follows in the file."""
        self.record, self.text, self.start, self.end = record, text, start, end
        self.places, self.so_far, self.last = places, so_far, last
        self.round = Round()
        self.round.record = record
        self.problems: list[Problem] = []
        self.spots: dict[Spot, int] = {}
        self.mark = start
        """Where the text begins that is not taken in yet."""
        self.follower: Follower | None = None
        self.begun = False
        self.nodes = 0
        self.levels = [Level(self.round.root, None, None)]
        self.ended: int | None = None
        self.root_cause = self.spelt = False

    # ------------------------------------------------------------------------------------------------ problems

    def problem(
        self,
        place: int,
        code: str,
        message: str,
        hint: str = "",
        severity: str = ERROR,
        also: tuple[int, int] | None = None,
    ) -> None:
        """Note a problem; after the first error of the round the others may only follow from it."""
        consequent = self.root_cause
        self.root_cause = self.root_cause or (severity == ERROR and len(self.levels) == 1)
        self.problems.append(Problem(*self.places.at(place), code, severity, message, hint, consequent, also))

    def faults(self, place: int, faults: tuple[Fault, ...]) -> None:
        """Note what the follower found, at the place of the action."""
        for fault in faults:
            self.problem(place, fault.code, fault.message, fault.hint, fault.severity)

    def stop(self, place: int, code: str, message: str, hint: str = "") -> Stop:
        """Note a problem after which this line of play cannot be read."""
        self.problem(place, code, message, hint)
        return Stop()

    # ---------------------------------------------------------------------------------------------- the whole

    def read(self) -> Round:
        """Return the round."""
        self.round.place = self.places.at(self.start)
        pos = self._head()
        try:
            pos = self._words(pos)
            if len(self.levels) > 1:
                raise self._unclosed()
            self.begin()
        except Stop:
            self._keep_rest()
        Closing(self).close()
        return self.round

    def _keep_rest(self) -> None:
        """Keep everything that was not taken in, without the blanks at its end.

        What stands before it may be written anew: it must not grow together with its last word.
        """
        rest = self._from_mark(self.end).rstrip()
        if rest and not rest[0].isspace():
            rest = " " + rest
        self.round.rest = rest

    def _from_mark(self, end: int) -> str:
        """Return the text that is not taken in; the letter of its seat may stand further up."""
        named = self.levels[-1].named
        seat = f"\n{named[0]} " if named is not None and named.start() < self.mark < end else ""
        return seat + self.text[self.mark : end]

    def _head(self) -> int:
        """Read ``== 1 lead A``."""
        match = _HEAD.match(self.text, self.start)
        assert match is not None  # noqa: S101 - rounds are cut at this sign
        number = int(match[1]) if match[1] else None
        leader = SEATS[match[3].upper()] if match[3] else None
        self.round.setup = Setup(number=number, leader=leader)
        self.spots[Spot("lead")] = match.start(3) if match[3] else self.start
        if leader is not None and (match[2], match[3]) != ("lead", seat_name(leader)):
            self._spelt(match.start(2), f"{match[2]} {match[3]}", f"lead {seat_name(leader)}")
        self.mark = match.end()
        before = self.so_far
        if number is None:
            why = say("this round has no number")
            self.problem(self.start, "round-number", why, say("write: == 1 lead A"), WARNING)
        elif (
            before.number is not None
            and number != before.number + 1
            and not (before.thrown_in and number == before.number)
        ):
            why = say("round {n} follows round {before}", n=number, before=before.number)
            self.problem(match.start(1), "round-gap", why, say("a round is missing, or the number is wrong"), WARNING)
        return match.end()

    def _words(self, pos: int) -> int:
        """Read words until the end of the round."""
        while True:
            match = _TOKEN.search(self.text, pos, self.end)
            if match is None:
                return pos
            try:
                pos = self._token(match)
            except Stop:
                if len(self.levels) == 1:
                    raise
                pos = self._lose(match.start())

    def _token(self, match: re.Match[str]) -> int:
        """Take in one word, comment or bracket; return where to go on."""
        kind, place, level = match.lastgroup, match.start(), self.levels[-1]
        if kind == "comment":
            self._comment(unescaped(match[0][1:-1]))
        elif kind == "brace":
            if len(self.levels) > 1:
                self._drop_variation()
            raise self.stop(place, "unclosed-comment", say("this comment is never closed"), say("close it with }}"))
        elif kind == "open":
            self._open(place)
        elif kind == "close":
            self._close(match)
        elif len(self.levels) == 1 and match[0].lower() in KEYWORDS and self._begins_line(place):
            return self._keyword(match)
        elif (seat := seat_meant(match[0])) is not None:
            if match[0].rstrip(":") != seat_name(seat):
                self._spelt(place, match[0], seat_name(seat))
            level.seat, level.named = seat, match
            return match.end()
        elif match[0] in GLYPHS:
            self._glyph(match)
        else:
            self._action(match)
        self.mark = match.end()
        return match.end()

    def _spelt(self, place: int, written: str, meant: str) -> None:
        """Notice that a word is read although it is written otherwise; once in a round is enough."""
        if not self.spelt:
            why = say("{word} is read as {meant}", word=printable(written), meant=printable(meant))
            hint = say("seats are capital letters, other words small ones, and no commas stand between them")
            self.problem(place, "spelling", why, hint, WARNING)
        self.spelt = True

    def _begins_line(self, place: int) -> bool:
        """Return whether only blanks stand before a place in its line."""
        return not self.text[self.text.rfind("\n", 0, place) + 1 : place].strip()

    def _comment(self, text: str) -> None:
        """Attach a comment to the last action, or (after shown hands) to the end."""
        if (self.ended is not None or self.round.shown) and len(self.levels) == 1:
            self.round.closing.append(text)
        elif self.levels[-1].empty:
            self.levels[-1].waiting.append(text)
        else:
            self.levels[-1].node.comments.append(text)

    def _glyph(self, match: re.Match[str]) -> None:
        """Attach a glyph that stands alone."""
        node = self.levels[-1].node
        judges = isinstance(node, Action) and node is not self.levels[-1].start and self.ended is None
        if isinstance(node, Action) and judges and not node.glyph and not self.round.shown:
            node.glyph = match[0]
            return
        self.problem(match.start(), "stray-glyph", say("{glyph} judges no action", glyph=match[0]), severity=WARNING)
        self._stray(match[0])

    def _stray(self, word: str) -> None:
        """Keep a word that belongs nowhere."""
        if self.ended is not None or self.round.shown or self.levels[-1].empty:
            raise self.stop_silently()
        stray = self.levels[-1].node.stray
        if len(stray) >= MOST_STRAY:
            raise self.stop_silently()
        stray.append(word)

    def _going_on(self, place: int) -> None:
        """Refuse what stands behind the end of the round, or behind hands that were shown at its end."""
        if self.ended is not None:
            raise self.stop(place, "after-end", say("the round ended: nothing more can be done"))
        if self.round.shown and len(self.levels) == 1:
            why = say("hands were shown, as at the end of a round: nothing more can be done")
            raise self.stop(place, "after-end", why, say("show lines stand just before the end line"))

    def stop_silently(self) -> Stop:
        """End the round here: the problem is noted already."""
        return Stop()

    # --------------------------------------------------------------------------------------------- variations

    def _open(self, place: int) -> None:
        """Begin a variation: it replaces the last action."""
        level = self.levels[-1]
        action = level.node
        self._going_on(place)
        if not isinstance(action, Action) or action is level.start:
            hint = say("a variation in ( ) follows the action that it replaces")
            raise self.stop(place, "stray-bracket", say("( with no action before it"), hint)
        if len(self.levels) > DEEPEST:
            raise self.stop(place, "too-deep", say("variations are nested more than {n} deep", n=DEEPEST))
        parent = action.parent
        assert parent is not None  # noqa: S101 - actions are read into a tree
        inner = Level(parent, level.before, action.seat, place)
        inner.mark = self.mark
        inner.problems, inner.lost = len(self.problems), len(parent.lost)
        self.levels.append(inner)

    def _close(self, match: re.Match[str]) -> None:
        """End a variation, or keep a bracket that closes nothing."""
        sign = match[0]
        if sign == ")" and len(self.levels) > 1:
            level = self.levels.pop()
            if level.empty:
                level.start.lost.append(self.text[level.opened + 1 : match.start()].strip())
                self.problem(level.opened, "empty-variation", say("this variation says nothing"), severity=WARNING)
            return
        self.problem(match.start(), "stray-bracket", say("{sign} closes nothing", sign=sign), say("take it out"))
        self._stray(sign)

    def _lose(self, place: int) -> int:
        """Keep the rest of a variation as it was written, up to its closing bracket; return where to go on."""
        depth, pos = 1, place
        while depth:
            match = _TOKEN.search(self.text, pos, self.end)
            if match is None or match.lastgroup == "brace":
                raise self._unclosed()
            depth += (match[0] == "(") - (match[0] == ")")
            pos = match.end()
        lost = self._from_mark(pos - 1).strip()
        level = self.levels.pop()
        if level.empty:
            level.start.lost.append(self.text[level.opened + 1 : pos - 1].strip())
        else:
            level.node.stray.append(lost)
        self.mark = pos
        return pos

    def _drop_variation(self) -> None:
        """Take back the outermost open variation: the text from its bracket on is kept as it is."""
        outer = self.levels[1]
        del self.levels[1:]
        del self.problems[outer.problems :]
        node = self.levels[0].node
        parent = node.parent
        if parent is not None:
            siblings = parent.variations
            while siblings and self._opened_later(siblings[-1], outer.opened):
                siblings.pop()
            del parent.lost[outer.lost :]
        self.mark = outer.mark

    def _opened_later(self, action: Action, opened: int) -> bool:
        return action.place > self.places.at(opened)

    def _unclosed(self) -> Stop:
        """Take back the open variation and note it, at its bracket."""
        place = self.levels[1].opened
        self._drop_variation()
        return self.stop(place, "unclosed-variation", say("this variation is never closed"), say("close it with )"))

    # ------------------------------------------------------------------------------------------------ keywords

    def _keyword(self, match: re.Match[str]) -> int:
        """Read a line that begins with a keyword."""
        word, place = match[0].lower(), match.start()
        line = _LINE_END.match(self.text, match.end(), self.end)
        assert line is not None  # noqa: S101 - it matches nothing too
        brace = line[0].find("{")
        rest = line[0] if brace < 0 else line[0][:brace]
        if word in ("show", "end", "redeal"):
            self.begin()
            if word != "show" and self.ended is not None:
                raise self.stop(place, "after-end", say("the round ended: nothing more can be done"))
        elif self.begun:
            hint = say("it belongs before the first action")
            raise self.stop(place, "misplaced", say("the line {word} comes too late", word=word), hint)
        meant = line_meant(word, rest)
        if (word, meant) != (match[0], rest):
            self._spelt(place, f"{match[0]}{rest}".strip(), f"{word}{meant}".strip())
        found = read_line(self.round, word, meant, match.end())
        if isinstance(found, Bad):
            raise self.stop(found.place if found.place >= 0 else place, found.code, found.message, found.hint)
        self.spots.update(found)
        self.spots.setdefault(Spot(word), place)
        self.mark = match.end() + len(rest)
        if word in ("end", "redeal"):
            self.ended = place
        return self.mark

    # ------------------------------------------------------------------------------------------------- actions

    def begin(self, first: Action | None = None) -> None:
        """Begin to follow the round, once: tiles and lead are known now."""
        if self.begun:
            return
        self.begun = True
        rules = self.so_far.rules
        if rules is None:
            return
        setup = self.round.setup
        self.round.call = call_of(rules, setup.number, self.so_far.before)
        leader = setup.leader if setup.leader is not None else first.seat if first else 0
        play = first.move if first is not None and isinstance(first.move, Play) else None
        begun = begin(rules, setup, self.round.call, play, leader)
        for spot, fault in begun.faults:
            near = (spot, Spot(spot.keyword, spot.seat), Spot(spot.keyword), Spot("lead"))
            place = next(self.spots[other] for other in near if other in self.spots)
            self.problem(place, fault.code, fault.message, fault.hint, fault.severity)
        self.follower = begun.follower
        if begun.at is None:
            raise self.stop_silently()
        self.levels[0].at = self.levels[0].before = begun.at

    def _action(self, match: re.Match[str]) -> None:
        """Read an action."""
        place, level = match.start(), self.levels[-1]
        word = word_in(match[0]) or word_meant(match[0])
        if word is None:
            why = say("{word} cannot be read", word=printable(match[0]))
            raise self.stop(place, "unreadable", why, hint_for(match[0], KEYWORDS))
        self._going_on(place)
        if word_in(match[0]) is None:
            self._spelt(place, match[0], match[0].rstrip(",;.").lower())
        seat = self._seat(level, place)
        if not self.begun:
            self.begin(Action(seat, word.move))
        before = level.node
        try:
            for _ in range(word.times):
                self._act(level, word, seat, place)
        except Stop:
            if level.node is not before:  # a counted draw that broke off is kept as it was written, whole
                before.remove(before.variations[-1])
                level.node = before
            raise
        level.named = None

    def _seat(self, level: Level, place: int) -> int:
        """Return the seat that acts."""
        if level.seat is not None:
            return level.seat
        if level.at is not None:
            seat = level.at.state.turn
        else:
            seat = self.round.setup.turn if self.round.setup.turn is not None else self.round.setup.leader or 0
        why = say("no seat is named: {seat} is to move", seat=seat_name(seat))
        self.problem(place, "no-seat", why, say("write the seat before the action, like A 6-5<"), WARNING)
        level.seat = seat
        return seat

    def _act(self, level: Level, word: Word, seat: int, place: int) -> None:
        """Follow one action and hang it into the tree."""
        move = word.move
        self.nodes += 1
        if self.nodes > LONGEST:
            raise self.stop(place, "too-long", say("more than {n} actions in one round", n=LONGEST))
        before = level.at
        if self.follower is not None and before is not None:
            step = self.follower.step(before, Meant(seat, move, word.tile, word.apart, word.stands))
            self.faults(place, step.faults)
            if step.fatal:
                raise self.stop_silently()
            level.at, move = step.at, step.move
            if len(self.levels) == 1 and isinstance(move, Play):
                self.round.lines.append(step.at.line)
        apart = word.apart and isinstance(move, Play)
        if self.follower is not None and isinstance(move, Play):
            apart = move.end is None and before is not None and before.state.table != 0
        stands = word.stands and isinstance(move, Pass)
        action = Action(
            seat, move, word.tile, glyph=word.glyph, apart=apart, stands=stands, place=self.places.at(place)
        )
        level.before = before
        level.node = level.node.add(action)
        action.comments, level.waiting = level.waiting, []
