"""``Stepper``: go through a round step by step, see it from any chair, try another move and come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Draw, Move
from dominolab.engine.moves import Event as Done
from dominolab.engine.position import Position
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.model import Record, Round
from dominolab.records.sharing import code_of
from dominolab.records.tree import Action, Node
from dominolab.show.scene import Button, Controls, Moves, Scene
from dominolab.show.scene import Move as Listed
from dominolab.show.speech import event_words
from dominolab.show.stage import Shown, scene_of, seat_names, status
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Playing
from dominolab.widgets.reel import OPEN, SPECTATOR, Eye, Reel, reels_of

BAD_GLYPHS = frozenset({"?!", "?", "??"})


class Stepper(Playing):
    """Steps through a deal, a position's history, a view or a record; playing a tile branches off, or goes on.

    ``eye`` is who looks: ``"open"``, a seat's number or ``"spectator"`` (left out: the most that can be seen).
    ``index`` is the place in the line, 0 the start; ``table`` what is shown there.

    >>> import dominolab as dl
    >>> pos = dl.start(dl.deal(dl.rules("classic"), seed=7)).play("6-6")
    >>> stepper = dl.Stepper(pos)
    >>> stepper.first()
    >>> stepper.index, stepper.count, len(stepper.table.line)
    (0, 1, 0)
    """

    def __init__(
        self,
        what: Record | Round | Deal | Position | View,
        *,
        names: Sequence[str] | None = None,
        eye: Eye | None = None,
        title: str | None = None,
        projector: bool = False,
    ) -> None:
        """Show the last point of a position or view, the first of anything else."""
        self.reels = self._reels(what)
        self.number = 0
        self.names = seat_names(names, self.reel.rules.players)
        self.title, self.projector = title, projector
        self.eye = self._checked(self.reel.eyes[0] if eye is None else eye)
        self._follow: list[Callable[[], object]] = []
        self._ids: dict[Node, str] = {}
        self._named: dict[str, Node] = {}
        self._line = self._line_through(self.reel.root)
        self._index = len(self._line) - 1 if isinstance(what, Position | View) else 0
        super().__init__()

    def _reels(self, what: Record | Round | Deal | Position | View) -> list[Reel]:
        """Return the rounds to step through; branches are the stepper's own."""
        return reels_of(what)

    # ------------------------------------------------------------------------------------------- where we are

    @property
    def reel(self) -> Reel:
        """The round that is shown."""
        return self.reels[self.number]

    @property
    def index(self) -> int:
        """The place in the line: so many actions have been made."""
        return self._index

    @property
    def count(self) -> int:
        """How many actions the line has."""
        return len(self._line) - 1

    @property
    def node(self) -> Node:
        """The point that is shown."""
        return self._line[self._index]

    @property
    def table(self) -> Shown:
        """What is shown: a position, or the view of whoever looks."""
        return self.reel.table(self.node, self.eye)

    @property
    def view(self) -> View:
        """What whoever looks knows; with all hands open, what the seat to move knows."""
        table = self.table
        if isinstance(table, View):
            return table
        return table.view(table.state.turn)

    @property
    def let_stand(self) -> frozenset[int]:
        """The places in ``view.log`` of actions that broke a rule and were let stand, for ``dl.holdings``."""
        return self.reel.let_stand(self.node)

    @property
    def code(self) -> str | None:
        """The position as a short code to copy; None where not all tiles are shown, or a broken rule led to it."""
        if self.eye != OPEN or self.let_stand:
            return None
        position = self.reel.table(self.node, OPEN)
        return code_of(position) if isinstance(position, Position) else None

    @property
    def branched(self) -> bool:
        """Whether the point lies off the main line."""
        return self.node not in self._line_through(self.reel.root)

    def _line_through(self, node: Node) -> list[Node]:
        """Return the points from the start through one, and on along its main continuation."""
        path = node.path if isinstance(node, Action) else ()
        return [self.reel.root, *path, *node.line()]

    # ------------------------------------------------------------------------------------------------ stepping

    def first(self) -> None:
        """Go to the start."""
        self.scrub(0)

    def back(self) -> None:
        """Go one action back; at the start nothing happens."""
        self.scrub(self._index - 1)

    def next(self) -> None:
        """Go one action on; at the end nothing happens."""
        self.scrub(self._index + 1)

    def last(self) -> None:
        """Go to the end of the line."""
        self.scrub(self.count)

    def scrub(self, index: int) -> None:
        """Go to a place in the line (kept within it)."""
        self._index = max(0, min(self.count, index))
        self._moved()

    def goto(self, node: Node) -> None:
        """Go to any point of the tree; the line is then the one through it."""
        if node not in self._line:
            self._line = self._line_through(node)
        self._index = self._line.index(node)
        self._moved()

    def main_line(self) -> None:
        """Come back from a branch to the point where it left the main line."""
        main = self._line_through(self.reel.root)
        shared = [node for node in self._line[: self._index + 1] if node in main]
        self._line, self._index = main, len(shared) - 1
        self._moved()

    def look(self, eye: Eye) -> None:
        """Look from elsewhere: ``"open"``, a seat, ``"spectator"``. Raises ``DominoError`` where that is not known."""
        self.eye = self._checked(eye)
        self._moved()

    def follow(self, call: Callable[[], object]) -> None:
        """Call this after every step."""
        self._follow.append(call)

    def _moved(self, said: str | None = None) -> None:
        self.chosen = None
        self.show(said, moved=True)
        for call in self._follow:
            call()

    def _checked(self, eye: Eye) -> Eye:
        if eye not in self.reel.eyes:
            known = ", ".join(map(str, self.reel.eyes))
            raise DominoError(say("this round cannot be seen from {eye!r}; it can from {known}", eye=eye, known=known))
        return eye

    # ----------------------------------------------------------------------------------------------- branching

    def _seen(self) -> Shown:
        return self.table

    def _do(self, move: Move) -> None:
        """Make a move here: the next one of the line, another line that is there, or a new branch."""
        table = self.table
        drawn = table.yard[0] if isinstance(move, Draw) and isinstance(table, Position) else None
        if isinstance(move, Draw) and not isinstance(table, Position) and OPEN not in self.reel.eyes:
            raise DominoError(say("the tile that would be drawn is not known"))
        was_off = self.branched
        new = self.reel.add(self.node, Done(table.state.turn, move, drawn))
        if self._line[self._index + 1 : self._index + 2] != [new]:
            self._line = self._line_through(new)
        self._index = self._line.index(new)
        left = self.branched and not was_off
        self._moved(f"{say('You left the round here: a branch.')} {status(self.table, self.names)}" if left else None)

    # ------------------------------------------------------------------------------------------------- picture

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        scene = scene_of(
            self.table,
            names=self.names,
            scores=self._scores(),
            chosen=self.chosen,
            message=self.said,
            tone=self.tone,
            title=self._title(),
            serial=self.serial,
            below=self.eye if isinstance(self.eye, int) else 0,
            projector=self.projector,
        )
        scene["controls"] = self._controls()
        eyes = self.reel.eyes if len(self.reel.eyes) > 1 else ()
        toolbar = [*map(self._eye_button, eyes), *self._code_button()]
        if toolbar:
            scene["toolbar"] = toolbar
        if self.reel.root.variations:
            scene["moves"] = self._moves()
        return scene

    def _title(self) -> str | None:
        return self.title

    def _scores(self) -> Sequence[int] | None:
        return None

    def _eye_button(self, eye: Eye) -> Button:
        labels = {OPEN: say("open table"), SPECTATOR: say("spectator")}
        label = self.names[eye] if isinstance(eye, int) else labels[eye]
        return Button(kind="view", value=str(eye), label=label, enabled=True, pressed=eye == self.eye)

    def _controls(self) -> Controls:
        node = self.node
        label = say("action {n} of {all}", n=self._index, all=self.count)
        if isinstance(node, Action):
            label += f": {self.letters(node)}"
        controls = Controls(index=self._index, count=self.count, label=label)
        if self.branched:
            back = Button(kind="main", label=say("Back to the round"), enabled=True, strong=True)
            controls["label"] = say("branch, {label}", label=label)
            controls["extra"] = [back]
        return controls

    def letters(self, action: Action) -> str:
        """Return an action in notation, as far as whoever looks may know it."""
        event = self._known(action)
        return str(event) if isinstance(event.move, Draw) else f"{str(event)[:1]} {action.text}"

    def _known(self, action: Action) -> Done:
        event = action.event
        return event if self.eye in (OPEN, event.seat) else event._replace(tile=None)

    def _moves(self) -> Moves:
        return Moves(line=self._listed(self.reel.root))

    def _listed(self, node: Node) -> list[Listed]:
        """Return the list of moves from a point on, variations beside the move they replace."""
        found: list[Listed] = []
        while node.next is not None:
            action, *others = node.variations
            listed = self._move(action)
            if others:
                listed["variations"] = [[self._move(other), *self._listed(other)] for other in others]
            found.append(listed)
            node = action
        return found

    def _move(self, action: Action) -> Listed:
        move = Listed(
            id=self._id(action), text=self.letters(action), label=event_words(self._known(action), self.names)
        )
        if action is self.node:
            move["current"] = True
        if action.glyph:
            move["glyph"] = action.glyph
            move["bad"] = action.glyph in BAD_GLYPHS
        if action.comment:
            move["comment"] = action.comment
        return move

    def _id(self, node: Node) -> str:
        """Return the name of a point in events: it keeps it as long as it is there."""
        if node not in self._ids:
            name = f"n{len(self._ids)}"
            self._ids[node], self._named[name] = name, node
        return self._ids[node]

    def _node_named(self, event: Event) -> Node:
        """Return the point an event means. Raises ``DominoError`` if it is gone."""
        node = self._named.get(str(event.get("id")))
        if node is None:
            raise DominoError(say("that move is no longer there"))
        return node

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return super()._methods() | {
            "first": lambda _: self.first(),
            "back": lambda _: self.back(),
            "next": lambda _: self.next(),
            "last": lambda _: self.last(),
            "scrub": lambda event: self.scrub(int(event["index"])),
            "goto": lambda event: self.goto(self._node_named(event)),
            "main": lambda _: self.main_line(),
            "view": lambda event: self.look(_eye_of(str(event["value"]))),
        }


def _eye_of(text: str) -> Eye:
    return int(text) if text.isdecimal() else text
