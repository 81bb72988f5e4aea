"""``Replay``: a recorded match to step through, with what each player could know, and room for comments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dominolab.engine.deal import Deal
from dominolab.engine.moves import Move, seat_name
from dominolab.engine.position import Position
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.inference.holdings import holdings
from dominolab.messages import count, say
from dominolab.records.model import Record, Round
from dominolab.records.notation import GLYPHS, only_commands
from dominolab.records.reader import read
from dominolab.records.tree import Action, Node
from dominolab.show.hidden import holdings_part, reasons
from dominolab.show.scene import Button, Editor, Field, Form, Graph, Moves, Point, Scene
from dominolab.show.speech import sides
from dominolab.show.stage import seat_names
from dominolab.widgets.board import Event
from dominolab.widgets.manuscript import Draft, Manuscript
from dominolab.widgets.reel import Eye, RecordedReel, Reel, recorded
from dominolab.widgets.stepper import BAD_GLYPHS, Stepper


class Replay(Stepper):
    """Replays a record (or the first match of a file): moves, variations, comments, chances; edits them and saves.

    What is tried out at the board becomes a variation of the record. ``save()`` writes the file that the record came
    from, whole or not at all; until then ``unsaved`` is True and a draft beside the file keeps the changes.

    >>> import dominolab as dl
    >>> record = dl.Record("classic", players={0: "Ana", 1: "Ben"})
    >>> round_ = record.add(dl.start(dl.deal(record.rules, seed=7)).play("6-6"))
    >>> replay = dl.Replay(record)
    >>> replay.next()
    >>> replay.comment("the only lead")
    >>> replay.unsaved, round_.actions[0].comment
    (True, 'the only lead')
    """

    def __init__(
        self,
        record: Record | Path | str,
        *,
        eye: Eye | None = None,
        title: str | None = None,
        chances: bool = True,
        projector: bool = False,
    ) -> None:
        """Show the start of the first round. ``chances``: count where the hidden tiles may be, at every step."""
        known = record if isinstance(record, Record) else read(record)
        self._manuscript = Manuscript(known, None if isinstance(record, Record) else record)
        self._draft = self._manuscript.left_over()
        self.chances = chances
        super().__init__(known, names=_names(known), eye=eye, title=title, projector=projector)
        if self._draft is not None:
            self.show(self._offer(self._draft), "error")

    def _reels(self, what: Record | Round | Deal | Position | View) -> list[Reel]:
        """Return the rounds of the record itself: what is tried out becomes part of it."""
        return recorded(what) if isinstance(what, Record) else super()._reels(what)

    def _offer(self, draft: Draft) -> str:
        asked = say("Changes of an earlier session were not saved. Take them up, or throw them away?")
        if not draft.stale:
            return asked
        return f"{asked} {say('The file was changed since: they can only be saved under another name.')}"

    @property
    def record(self) -> Record:
        """The record with all changes."""
        return self._manuscript.record

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are not in the file."""
        return self._manuscript.unsaved

    @property
    def path(self) -> Path | None:
        """The file that ``save`` writes."""
        return self._manuscript.path

    def round(self, number: int) -> None:
        """Go to the start of a round, counted from 1. Raises ``DominoError`` if there is no such round."""
        if not 1 <= number <= len(self.reels):
            raise DominoError(say("this record has the rounds 1 to {n}", n=len(self.reels)))
        self.number = number - 1
        if self.eye not in self.reel.eyes:
            self.eye = self.reel.eyes[0]
        self._line, self._index = self._line_through(self.reel.root), 0
        self._moved()

    # ------------------------------------------------------------------------------------------------- editing

    def comment(self, text: str, node: Node | None = None) -> None:
        """Write the comment of a point (of the one shown, if none is named); commands such as ``[%wp 0.5]`` stay."""
        where = self.node if node is None else node
        if text.strip() == where.comment:
            return
        parts = [*filter(None, map(only_commands, where.comments)), text.strip()]
        where.comments = [joined] if (joined := " ".join(filter(None, parts))) else []
        self._edited(say("The comment was changed."))

    def glyph(self, glyph: str, node: Node | None = None) -> None:
        """Judge an action: ``"!"``, ``"?!"`` and so on, ``""`` for none. Raises ``DominoError`` for other signs."""
        where = self.node if node is None else node
        if not isinstance(where, Action):
            raise DominoError(say("the start is no move: only moves are judged"))
        where.glyph = glyph
        self._edited(say("The sign was changed."))

    def remove(self) -> None:
        """Take away the variation that the point shown belongs to. Raises ``DominoError`` on the main line."""
        first = self._first_of_variation()
        at = first.parent
        if at is None:
            raise DominoError(say("this variation is gone already"))
        at.remove(first)
        self._line = self._line_through(at)
        self._index = self._line.index(at)
        self._edited(say("The variation was removed."))

    def promote(self) -> None:
        """Make the variation that the point shown belongs to the line it leaves. Raises ``DominoError`` there."""
        first = self._first_of_variation()
        if first.parent is not None:
            first.parent.promote(first)
        self._line = self._line_through(self.node)
        self._edited(say("The variation is the main line now."))

    def _first_of_variation(self) -> Action:
        path = self.node.path if isinstance(self.node, Action) else ()
        for action in reversed(path):
            if action.parent is not None and action.parent.next is not action:
                return action
        raise DominoError(say("this is the main line, not a variation"))

    def save(self, path: Path | str | None = None) -> Path:
        """Write the record to its file, or to a new one; returns the file.

        Raises ``DominoError`` without a name, for a file that exists already or was changed by somebody else.
        """
        target = self._manuscript.save(path)
        self.show(say("Saved: {path}", path=target), "good")
        return target

    def take_up(self) -> None:
        """Go on with the changes that an earlier session did not save."""
        if self._draft is None:
            raise DominoError(say("there are no unsaved changes of an earlier session"))
        self._manuscript.take_up(self._draft)
        self._draft = None
        self.reels = recorded(self.record)
        self.names = _names(self.record)
        self.round(min(self.number + 1, len(self.reels)))

    def throw_away(self) -> None:
        """Forget the changes that an earlier session did not save."""
        self._manuscript.drop_draft(self._draft)
        self._draft = None
        self.show(say("The unsaved changes were thrown away."))

    def _do(self, move: Move) -> None:
        super()._do(move)
        self._manuscript.changed()

    def _edited(self, said: str) -> None:
        if isinstance(self.reel, RecordedReel):
            self.reel.forget()
        self._manuscript.changed()
        self._moved(said)

    # ------------------------------------------------------------------------------------------------- picture

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        scene = super().scene()
        scene["moves"] = self._moves()
        if self.chances:
            self._add_chances(scene)
        graph = self._graph()
        if len(graph["points"]) > 1:
            scene["graph"] = graph
        form = self._form()
        if form is not None:
            scene["form"] = form
        scene["panel"] = "moves"
        return scene

    def _add_chances(self, scene: Scene) -> None:
        """Add the hidden tiles and the evidence as whoever looks can know them."""
        try:
            answer = holdings(self.view, let_stand=self.let_stand)
            part = holdings_part(answer, self.names)
        except DominoError as error:  # nothing fits (a faulty record), or counting is out of reach
            scene["why"] = [str(error)]
            return
        scene["holdings"] = part
        facts = reasons(answer)
        if facts:
            scene["why"] = facts

    def _title(self) -> str | None:
        if self.title is not None:
            return self.title
        number = self.record.rounds[self.number].number or self.number + 1
        return say("{names}, round {n}", names=" – ".join(self.names), n=number)

    def _scores(self) -> tuple[int, ...] | None:
        """Return the scores before the round, where the record tells them."""
        round_ = self.record.rounds[self.number]
        if round_.setup.scores is not None:
            return round_.setup.scores
        if self.number == 0:
            return (0,) * self.reel.rules.sides
        ending = self.record.rounds[self.number - 1].ending
        return ending.totals if ending is not None else None

    def _form(self) -> Form | None:
        fields: list[Field] = []
        if len(self.reels) > 1:
            options = [(str(n + 1), str(self.record.rounds[n].number or n + 1)) for n in range(len(self.reels))]
            fields.append(
                Field(name="round", label=say("round"), type="select", value=str(self.number + 1), options=options)
            )
        if (self.path is None or self._manuscript.stale) and self.unsaved:
            fields.append(
                Field(name="file", label=say("save as"), type="text", value="", help=say("such as game.domino"))
            )
        buttons = []
        if self._draft is not None:
            buttons = [
                Button(kind="take_up", label=say("Take up the unsaved changes"), enabled=True, strong=True),
                Button(kind="throw_away", label=say("Throw them away"), enabled=True),
            ]
        form = Form(label=say("record"), fields=fields, buttons=buttons)
        begun = self.record.rounds[0].place
        header = [problem for problem in self.record.problems if (problem.line, problem.column) < begun]
        problems = [*header, *self.record.rounds[self.number].problems]
        if problems:
            first = f"{problems[0].line}:{problems[0].column} {problems[0].message}"
            form["text"] = count(
                "{n} problem here: {first}", "{n} problems here; the first: {first}",
                len(problems), first=first,
            )  # fmt: skip
        return form if fields or buttons or problems else None

    def _moves(self) -> Moves:
        moves = Moves(line=self._listed(self.reel.root))
        node = self.node
        labels = [
            say("no sign"),
            say("brilliant"),
            say("good"),
            say("interesting"),
            say("dubious"),
            say("mistake"),
            say("blunder"),
        ]
        glyphs = [("", labels[0])] + [
            (glyph, f"{glyph} {label}") for glyph, label in zip(GLYPHS, labels[1:], strict=True)
        ]
        save = Button(kind="save", label=say("Save"), enabled=self.unsaved, strong=self.unsaved)
        if not self.unsaved:
            save["reason"] = say("Everything is saved.")
        buttons = [save]
        if self.branched:
            buttons.append(Button(kind="promote", label=say("Make it the main line"), enabled=True))
            buttons.append(Button(kind="remove", label=say("Remove the variation"), enabled=True))
        glyph = node.glyph if isinstance(node, Action) else ""
        moves["editor"] = Editor(id=self._id(node), comment=node.comment, glyph=glyph, glyphs=glyphs, buttons=buttons)
        if self.unsaved:
            moves["editor"]["note"] = say("unsaved")
        return moves

    def _graph(self) -> Graph:
        """Return the chance to win after each action of the round that has one written beside it (``[%wp 0.58]``)."""
        points: list[Point] = []
        for node in self._line_through(self.reel.root):
            value = node.chance
            if value is None:
                continue
            what = self.letters(node) if isinstance(node, Action) else say("start")
            point = Point(id=self._id(node), value=value, label=f"{what}: {round(100 * value)} %")
            if node is self.node:
                point["current"] = True
            if isinstance(node, Action) and node.glyph:
                point["glyph"] = node.glyph
                point["bad"] = node.glyph in BAD_GLYPHS
            points.append(point)
        first = sides(self.reel.rules, self.names)[0]
        return Graph(
            label=say("chance that {name} wins, action by action", name=first),
            top=say("{name} wins", name=first),
            bottom=say("{name} does not win", name=first),
            points=points,
        )

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return super()._methods() | {
            "comment": lambda event: self.comment(str(event["text"]), self._node_named(event)),
            "glyph": lambda event: self.glyph(str(event["glyph"]), self._node_named(event)),
            "save": lambda _: self.save(),
            "promote": lambda _: self.promote(),
            "remove": lambda _: self.remove(),
            "take_up": lambda _: self.take_up(),
            "throw_away": lambda _: self.throw_away(),
            "form": self._field,
        }

    def _field(self, event: Event) -> None:
        if event["name"] == "round":
            self.round(int(event["value"]))
        elif event["name"] == "file" and str(event["value"]).strip():
            self.save(str(event["value"]).strip())


def _names(record: Record) -> tuple[str, ...]:
    """Return the names of the players, letters where the record has none."""
    players = record.rules.players
    return seat_names([record.players.get(seat, seat_name(seat)) for seat in range(players)], players)
