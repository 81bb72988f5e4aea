"""``annotate``: every decision of a record judged on what its player could know; luck apart from skill.

What is found is written as commands into the comments of a copy of the record, where any reader of the notation finds
it: ``[%wp 0.58]`` after an action is the chance that the side of seat A wins the round (a round that nobody or
everybody wins counts half), always from one seat's eyes: A's, or the first seat's whose tiles the record tells.
``[%loss 0.06]`` is what the move gave away of its player's own chance, on what that player could know, and
``[%cost 1.5]`` of the points to be expected; ``[%luck +0.12]`` what a drawn tile did for its drawer's chance; before
the first action ``[%luck A+0.08 B-0.08]`` is what the deal and the lead did for each seat.

What a person wrote is never overwritten, however often a record is annotated: ``[%mark ?!]`` names a glyph that was set
here, ``[%kept wp]`` commands that were there before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine import chance, law
from dominolab.engine.moves import Draw, Pass, seat_name
from dominolab.errors import DominoError, RecordError
from dominolab.messages import say
from dominolab.play.advice import Advice, consider, outlook
from dominolab.records.tree import Action, Node

if TYPE_CHECKING:
    import pandas as pd

    from dominolab.engine.view import View
    from dominolab.records.model import Record, Round

BUDGET = 300_000
PLAYED = 400  # deals played out for each number of luck: its standard error is about 0.03
GLYPHS = ((0.15, "??"), (0.10, "?"), (0.05, "?!"))
"""What a move must give away of its player's chance to be marked so."""
ONLY = 0.10
"""By how much every other move must be worse for a move to be marked ``!``."""
SURE = 3.0  # standard errors that a loss must exceed to be marked: the best of many moves is best by luck, too
COMMANDS = ("wp", "loss", "cost", "luck")
UNFINISHED = "unfinished"
Progress = Callable[[int, int], object]


class Task(NamedTuple):
    """One thing to judge: the start of a round, or one of its actions."""

    round: int
    at: int  # which action of the main line; -1: the start
    node: Node


def annotate(
    rec: Record,
    *,
    budget: int = BUDGET,
    seed: int = 0,
    progress: bool | Progress = False,
    stop: Callable[[], bool] | None = None,
) -> Record:
    """Return a copy of a record in which every decision is judged on what its player could know.

    Each real decision gets the chance to win after it, what it gave away, and a glyph: ``?!``, ``?``, ``??`` for 5, 10
    and 15 percentage points given away (and three standard errors), ``!`` for the only good move. Draws and the deal
    get their luck: by how much the chance changes when 400 deals that fit are played out greedily. Comments and
    glyphs that are there stay as they are. ``dl.summary`` and ``dl.moments`` read the result. Decisions of a seat whose
    tiles the record does not tell are left out, and so are moves that broke the rules.

    Args:
        rec: the record; it is not changed.
        budget: positions looked at for each judgement (see ``dl.advise``).
        seed: chooses the sampled deals. The same record, budget and seed give the same text.
        progress: True for a progress bar, or a function that is told how many of how many are done.
        stop: asked before each judgement; when it says True (or the work is interrupted from the keyboard) what is done
            so far is returned, marked as unfinished. Annotating that goes on where it stopped.

    Raises:
        RecordError: when it is no record, or its rules do not exist.
        DominoError: for a budget below 1.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=3 hand_size=4", players={0: "Ana", 1: "Ben"})
    >>> deal = dl.Deal(record.rules, ["2-2 1-0 0-0 3-1", "1-1 2-0 3-2 2-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.play_round(deal, ["greedy", "careful"]).position)
    >>> sorted(dl.annotate(record, budget=2000).rounds[0].actions[1].commands)
    ['cost', 'loss', 'mark', 'wp']
    """
    copy = _copied(rec, budget)
    label = f"dominolab budget={budget} seed={seed}"
    before = rec.tag("Annotator") or ""
    done_before = before == f"{label} {UNFINISHED}"
    if before.startswith("dominolab ") and before != label and not done_before:
        _wipe(copy, unfinished=before.endswith(UNFINISHED))
    writer = _Writer(budget, seed, first=before != label)
    tasks = list(_tasks(copy))
    finished = False
    try:
        for n, task in enumerate(_told(tasks, progress)):
            if stop is not None and stop():
                break
            if not (done_before and "done" in task.node.commands):
                writer.judge(copy.rounds[task.round], task)
            finished = n == len(tasks) - 1
    except KeyboardInterrupt:
        finished = False
    finished = finished or not tasks
    if finished:
        for task in tasks:
            task.node.set_command("done")
    copy.set_tag("Annotator", label if finished else f"{label} {UNFINISHED}")
    return copy


def _told(tasks: list[Task], progress: bool | Progress) -> Iterator[Task]:  # noqa: FBT001 - as the public argument
    """Go through the tasks and tell how far it went."""
    if progress is True:
        from tqdm.auto import tqdm

        yield from tqdm(tasks, desc=say("judging"), unit=say("action"))
        return
    for n, task in enumerate(tasks):
        yield task
        if callable(progress):
            progress(n + 1, len(tasks))


def _tasks(rec: Record) -> Iterator[Task]:
    """Give all that is to be judged, in order; passes are no decisions."""
    for number, round_ in enumerate(rec.rounds):
        if not round_.actions:
            continue
        yield Task(number, -1, round_.root)
        for index, action in enumerate(round_.actions):
            if not isinstance(action.move, Pass):
                yield Task(number, index, action)


def _copied(rec: Record, budget: int) -> Record:
    """Return a copy of a record. Raises ``DominoError`` for what cannot be annotated."""
    from dominolab.records.model import Record
    from dominolab.records.reader import parse

    if not isinstance(rec, Record):
        raise RecordError(say("annotate takes a record, such as dl.read(path), not a {kind}", kind=type(rec).__name__))
    if budget < 1:
        raise DominoError(say("budget must be at least 1"))
    _ = rec.rules  # raises
    return next(iter(parse(str(rec))), Record(None))


def _wipe(rec: Record, *, unfinished: bool = False) -> None:
    """Take away what an earlier annotation wrote, its glyphs too; what a person wrote or took away stays so."""
    for task in _tasks(rec):
        node = task.node
        if unfinished and "done" not in node.commands:
            continue
        mark = node.commands.get("mark")
        if isinstance(node, Action) and mark is not None and node.glyph:
            node.glyph = "" if node.glyph == mark else node.glyph
            node.set_command("mark")
        for name in ("done", *(name for name in COMMANDS if name not in _kept(node))):
            node.set_command(name)


def _kept(node: Node) -> list[str]:
    """Return the commands that a person had written before the first annotation."""
    return node.commands.get("kept", "").split()


class _Writer:
    """Judges one action after another and writes down what it finds."""

    def __init__(self, budget: int, seed: int, *, first: bool) -> None:
        """``first``: what is written in points not judged yet was written by a person."""
        self.budget, self.seed, self.first = budget, seed, first
        self.round: Round | None = None
        self.views: dict[int, tuple[View, ...] | None] = {}
        self.stands: tuple[int, ...] = ()

    def judge(self, round_: Round, task: Task) -> None:
        """Judge one task and mark it as done; what cannot be judged stays without numbers."""
        if round_ is not self.round:
            self.round, self.views = round_, {}
            try:
                self.stands = tuple(round_.let_stand)
            except RecordError:
                self.stands = ()
        node = task.node
        names = COMMANDS if self.first else _kept(node)
        held = {name: node.commands[name] for name in names if name in node.commands}
        try:
            if isinstance(node, Action):
                self._action(round_, node, task)
            else:
                self._deal(round_, task)
        except DominoError:  # an impossible record, or exact counting out of reach: no numbers here
            node.set_command("done", "")
            return
        for name, value in held.items():
            node.set_command(name, value)
        if held:
            node.set_command("kept", " ".join(held))
        for name in reversed((*COMMANDS, "mark", "kept")):  # always in the same order
            if name in node.commands:
                node.set_command(name, node.commands[name])
        node.set_command("done", "")

    def view(self, seat: int, index: int) -> View | None:
        """Return what a seat knew after so many actions, or None where the record does not tell its tiles."""
        if seat not in self.views:
            try:
                self.views[seat] = self.round.views(seat) if self.round is not None else None
            except RecordError:
                self.views[seat] = None
        views = self.views[seat]
        return None if views is None or index >= len(views) else views[index]

    def _seed(self, number: int, index: int) -> int:
        return chance.key_of(self.seed, number * 10_000 + index + 1)

    def outlook(self, seat: int, index: int, number: int) -> float | None:
        """Return a seat's chance after so many actions, or None where its tiles are not told or the round is over."""
        view = self.view(seat, index)
        if view is None or view.turn is None:
            return None
        stands = [i for i in self.stands if i < index]
        return outlook(view, PLAYED, seed=self._seed(number, index), let_stand=stands)

    def _deal(self, round_: Round, task: Task) -> None:
        """Write what the deal and the lead did for each seat."""
        parts = []
        for seat in range(round_.rules.players):
            found = self.outlook(seat, 0, task.round)
            if found is not None:
                parts.append(f"{seat_name(seat)}{found - 1 / round_.rules.sides:+.2f}")
        if parts:
            task.node.set_command("luck", " ".join(parts))
        self._chance(round_, task)

    def _action(self, round_: Round, action: Action, task: Task) -> None:
        """Write what a play or a draw did, as far as its seat's tiles are told and it was legal."""
        with suppress(DominoError):  # one seat's view may be impossible, another's not
            self._chance(round_, task)
        view = self.view(action.seat, task.at)
        if view is None or action.move not in view.legal_moves:
            return
        if isinstance(action.move, Draw):
            before = self.outlook(action.seat, task.at, task.round)
            after = self.outlook(action.seat, task.at + 1, task.round)
            if before is not None and after is not None:
                action.set_command("luck", f"{after - before:+.2f}")
        if len(view.legal_moves) > 1:
            stands = [i for i in self.stands if i < task.at]
            seed = self._seed(task.round, task.at)
            advice = consider(view, self.budget, seed=seed, samples=200, let_stand=stands)
            place = advice.moves.index(action.move)
            self._decision(action, advice, place)

    def _decision(self, action: Action, before: Advice, place: int) -> None:
        """Write what a decision gave away, and its glyph."""
        (loss, error), (cost, _) = before.behind["win"][place], before.behind["points"][place]
        if not math.isfinite(error):  # a single deal says nothing
            return
        action.set_command("cost", f"{cost:.1f}")
        action.set_command("loss", f"{loss:.2f}")
        if action.glyph or "mark" in action.commands:
            return
        others = [gap for i, gap in enumerate(before.behind["win"]) if i != place]
        if loss == 0 and all(gap >= ONLY and gap > SURE * error for gap, error in others):
            action.glyph = "!"
        elif loss > SURE * error:
            action.glyph = _glyph(round(loss, 2))
        if action.glyph:
            action.set_command("mark", action.glyph)

    def _chance(self, round_: Round, task: Task) -> None:
        """Write the chance of seat A's side at a point, always from the same eyes: events move it, not seats."""
        t = round_.rules.terms
        eye = next((seat for seat in range(round_.rules.players) if self.view(seat, 0) is not None), None)
        if eye is None or (law.side_of(eye, t) != 0 and law.sides(t) > 2):
            return
        view = self.view(eye, task.at + 1)
        if view is not None and view.outcome is not None:
            won, lost = 0 in view.outcome.winners, any(side != 0 for side in view.outcome.winners)
            task.node.set_command("wp", f"{(won - lost + 1) / 2:.2f}")
            return
        found = self.outlook(eye, task.at + 1, task.round)
        if found is not None:
            task.node.set_command("wp", f"{found if law.side_of(eye, t) == 0 else 1 - found:.2f}")


def _glyph(loss: float) -> str:
    """Return the glyph for what a move gave away."""
    return next((glyph for least, glyph in GLYPHS if loss >= least), "")


@dataclass(frozen=True)
class Moment:
    """A turning point: a round's number, the action, and what happened in words."""

    round: int
    action: Action
    swing: float
    """How much of the player's chance it cost (negative) or brought."""
    words: str


def summary(rec: Record) -> pd.DataFrame:
    """Return a row for each player of an annotated record: skill (decisions, accuracy, losses) and luck, apart.

    Columns: ``decisions`` (choices that could be judged), ``accuracy`` (100 less the mean loss of winning chance, in
    percentage points), ``chance_lost`` (all those losses, in rounds), ``points_lost``, the number of each glyph,
    ``draw_luck`` and ``deal_luck`` (in rounds; the deal's is a side's, lead included). Sums of rounded estimates: the
    standard error of a single one is about 0.03 where deals were sampled.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=3 hand_size=4", players={0: "Ana", 1: "Ben"})
    >>> deal = dl.Deal(record.rules, ["2-2 1-0 0-0 3-1", "1-1 2-0 3-2 2-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.play_round(deal, ["greedy", "careful"]).position)
    >>> dl.summary(dl.annotate(record, budget=2000))["player"].to_list()
    ['Ana', 'Ben']
    """
    import pandas as pd

    rows = []
    for seat in range(rec.rules.players):
        actions = [a for r in rec.rounds for a in r.actions if a.seat == seat]
        judged = [a for a in actions if _number(a, "loss") is not None]
        lost = sum(_number(a, "loss") or 0.0 for a in judged)
        row: dict[str, object] = {
            "player": rec.players.get(seat, seat_name(seat)),
            "decisions": len(judged),
            "accuracy": round(100 - 100 * lost / len(judged), 1) if judged else None,
            "chance_lost": round(lost, 2),
            "points_lost": round(sum(_number(a, "cost") or 0.0 for a in judged), 1),
        }
        row |= {glyph: sum(a.glyph == glyph for a in actions) for glyph in ("!", "?!", "?", "??")}
        row["draw_luck"] = round(sum(_number(a, "luck") or 0.0 for a in actions), 2)
        row["deal_luck"] = round(sum(_dealt(r.root.commands.get("luck", "")).get(seat, 0.0) for r in rec.rounds), 2)
        rows.append(row)
    return pd.DataFrame(rows, index=pd.Index([seat_name(s) for s in range(rec.rules.players)], name="seat"))


def moments(rec: Record, n: int = 3) -> list[Moment]:
    """Return the ``n`` key moments of an annotated record: the dearest mistakes, the luckiest and unluckiest draws.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=3 hand_size=4", players={0: "Ana", 1: "Ben"})
    >>> deal = dl.Deal(record.rules, ["2-2 1-0 0-0 3-1", "1-1 2-0 3-2 2-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.play_round(deal, ["greedy", "careful"]).position)
    >>> found = dl.moments(dl.annotate(record, budget=2000))
    >>> len(found) <= 3, found == sorted(found, key=lambda moment: -abs(moment.swing))
    (True, True)
    """
    found = []
    for number, round_ in enumerate(rec.rounds, 1):
        for action in round_.actions:
            who = rec.players.get(action.seat, seat_name(action.seat))
            loss, luck = _number(action, "loss"), _number(action, "luck")
            if loss:
                words = say(
                    "{who} plays {move}: about {n} percentage points given away",
                    who=who,
                    move=action.text,
                    n=round(100 * loss),
                )
                found.append(Moment(number, action, -loss, words))
            if luck:
                words = say(
                    "{who} draws {tile}: about {n} percentage points of luck",
                    who=who,
                    tile=action.tile or "?",
                    n=f"{round(100 * luck):+d}",
                )
                found.append(Moment(number, action, luck, words))
    found.sort(key=lambda moment: -abs(moment.swing))
    return found[:n]


def _number(node: Node, name: str) -> float | None:
    """Return a command's number, or None where there is none."""
    try:
        return float(node.commands[name])
    except (KeyError, ValueError):
        return None


def _dealt(text: str) -> dict[int, float]:
    """Return what a deal did for each seat, from ``"A+0.08 B-0.08"``."""
    found = {}
    for part in text.split():
        try:
            found[ord(part[0]) - ord("A")] = float(part[1:])
        except ValueError:
            continue
    return found
