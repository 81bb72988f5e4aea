"""A round to step through: a tree of actions, and the table at every point of it, as anybody saw it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Event
from dominolab.engine.position import Position, start
from dominolab.engine.rules import Rules
from dominolab.engine.view import View, observe
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.model import Record, Round
from dominolab.records.tree import Action, Node, action_of

Eye = int | str
"""Who looks: a seat's number, ``"open"`` (all tiles) or ``"spectator"``."""
OPEN, SPECTATOR = "open", "spectator"


class Reel(ABC):
    """A round: ``root`` of its tree, and ``table`` at any point of it."""

    rules: Rules
    root: Node
    eyes: tuple[Eye, ...]
    """From where it can be seen."""

    @abstractmethod
    def table(self, node: Node, eye: Eye) -> Position | View:
        """Return the table at a point as someone sees it."""

    def let_stand(self, node: Node) -> frozenset[int]:  # noqa: ARG002 - what was played here was checked
        """Return the places, on the way to a point, of actions that broke a rule and prove nothing."""
        return frozenset()

    def add(self, node: Node, event: Event) -> Action:
        """Return the continuation of a point by an action: the one that is there, or a new one."""
        for other in node.variations:
            if other.seat == event.seat and other.move == event.move:
                return other
        return node.add(action_of(event))


class PlayedReel(Reel):
    """A round from a position: its history, and what is played on from there."""

    def __init__(self, position: Position) -> None:
        """Lay out the position's history as a line."""
        line = [position]
        while line[-1].before is not None:
            line.append(line[-1].before)
        line.reverse()
        self.rules, self.root = position.rules, Node()
        self.eyes = (OPEN, *range(self.rules.players), SPECTATOR)
        self._at: dict[Node, Position] = {self.root: line[0]}
        at = self.root
        for later in line[1:]:
            if later.event is not None:
                at = at.add(action_of(later.event))
                self._at[at] = later

    def table(self, node: Node, eye: Eye) -> Position | View:
        """Return the table at a point as someone sees it."""
        position = self._position(node)
        return position if eye == OPEN else position.view(_seat(eye))

    def _position(self, node: Node) -> Position:
        if node not in self._at and isinstance(node, Action) and node.parent is not None:
            self._at[node] = self._position(node.parent).move(node.move)
        return self._at[node]


class SeenReel(Reel):
    """A round as one seat followed it: nothing else can be shown."""

    def __init__(self, view: View) -> None:
        """Follow the view's log again from its start."""
        first = view.start
        if first.given:
            raise DominoError(say("a view of a given position has no earlier points to step through"))
        turned = first.line.row[0].tile if first.line.row else None
        at = observe(view.rules, view.seat, view.dealt or (), first.leader, first.opening, turned, first.hand_sizes)
        self.rules, self.root = view.rules, Node()
        self.eyes = (SPECTATOR if view.seat is None else view.seat,)
        self._at: dict[Node, View] = {self.root: at}
        node: Node = self.root
        for event in view.log:
            node, at = node.add(action_of(event)), at.move(event.seat, event.move, event.tile)
            self._at[node] = at
        self._at[node] = view

    def table(self, node: Node, eye: Eye) -> View:  # noqa: ARG002 - there is only one eye
        """Return the table at a point."""
        if node not in self._at and isinstance(node, Action) and node.parent is not None:
            self._at[node] = self.table(node.parent, "").move(node.seat, node.move, node.tile)
        return self._at[node]


class RecordedReel(Reel):
    """A recorded round: open where all its tiles are known, else from the seats that are known."""

    def __init__(self, round_: Round) -> None:
        """Find out from where the round can be seen."""
        self.round, self.rules, self.root = round_, round_.rules, round_.root
        open_ = (OPEN,) if round_.positions else ()
        seats = tuple(seat for seat in range(self.rules.players) if self._can_be_seen(seat))
        self.eyes = (*open_, *seats, SPECTATOR)
        self._kept = lru_cache(maxsize=2000)(self._table)
        self._wrong: frozenset[int] | None = None

    def table(self, node: Node, eye: Eye) -> Position | View:
        """Return the table at a point as someone sees it."""
        return self._kept(node, eye)

    def forget(self) -> None:
        """Forget what was kept: the tree has changed."""
        self._kept.cache_clear()
        self._wrong = None

    def let_stand(self, node: Node) -> frozenset[int]:
        """Return the places, on the way to a point, of actions that broke a rule and prove nothing."""
        if self._wrong is None:
            try:
                self._wrong = self.round.let_stand
            except DominoError:  # it cannot be followed: only the marks are known
                self._wrong = frozenset()
        path, main = node.path if isinstance(node, Action) else (), self.round.actions
        shared = sum(1 for action, other in zip(path, main, strict=False) if action is other)
        marked = {place for place, action in enumerate(path) if action.stands}
        return frozenset(marked | {place for place in self._wrong if place < shared})

    def _table(self, node: Node, eye: Eye) -> Position | View:
        if eye != OPEN:
            return self.round.view_at(node, _seat(eye))
        position = self.round.position_at(node)
        if position is None:
            raise DominoError(say("not all tiles are known here: look from a seat"))
        return position

    def _can_be_seen(self, seat: int) -> bool:
        try:
            self.round.views(seat)
        except DominoError:
            return False
        return True


def _seat(eye: Eye) -> int | None:
    return eye if isinstance(eye, int) else None


def reels_of(what: Record | Round | Deal | Position | View) -> list[Reel]:
    """Return the rounds of what is to be stepped through (records are copied). Raises ``DominoError``."""
    if isinstance(what, Deal):
        return [PlayedReel(start(what))]
    if isinstance(what, Position):
        return [PlayedReel(what)]
    if isinstance(what, View):
        return [SeenReel(what)]
    if isinstance(what, Round) and what.record is not None:
        return [recorded(_copy(what.record))[what.record.rounds.index(what)]]
    if isinstance(what, Record):
        return recorded(_copy(what))
    raise DominoError(
        say("a deal, position, view or record can be stepped through, not {what}", what=type(what).__name__)
    )


def recorded(record: Record) -> list[Reel]:
    """Return the rounds of a record itself: what is added to them is added to the record."""
    if not record.rounds:
        raise DominoError(say("this record has no rounds"))
    return [RecordedReel(round_) for round_ in record.rounds]


def _copy(record: Record) -> Record:
    """Return the same record, so that branches tried out do not change the one that was given."""
    from dominolab.records.reader import parse

    return next(iter(parse(str(record))))
