"""``Table``: a match against players, round after round, to the target."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.engine import chance
from dominolab.engine.match import Match
from dominolab.engine.moves import Move
from dominolab.engine.position import Position
from dominolab.engine.presets import rules as rules_of
from dominolab.engine.rules import Rules
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say
from dominolab.play.players import Player
from dominolab.records.codes import read_json, write_whole
from dominolab.records.files import locked
from dominolab.records.model import Record
from dominolab.records.sharing import code_of
from dominolab.show.scene import Button, Field, Form, Scene
from dominolab.show.speech import joined, outcome_words, sides, story
from dominolab.show.stage import Shown, scene_of, seat_names, status
from dominolab.widgets.board import Event
from dominolab.widgets.company import decide, decider, names_of, seats_of
from dominolab.widgets.controller import Playing
from dominolab.widgets.saved import FORMAT, checked, played

if TYPE_CHECKING:
    from dominolab.play.advice import Advice


class Table(Playing):
    """A match at the table. ``players``: for each seat ``"me"``, the name of a player, or a function ``view -> move``.

    Others move by themselves; a player that raises, answers nonsense or does not answer in time is named in ``faults``
    and a legal move is made for it. ``file``: a small JSON file, written after every move; a table opened with it again
    goes on from there.

    >>> import dominolab as dl
    >>> table = dl.Table(dl.rules("classic"), ["me", lambda view: view.legal_moves[0]], seed=3)
    >>> table.match.position.turn, table.names
    (0, ('You', '<lambda>'))
    """

    def __init__(
        self,
        rules: Rules | str,
        players: Sequence[object],
        *,
        seed: int = 1,
        names: Sequence[str] | None = None,
        file: Path | str | None = None,
        projector: bool = False,
    ) -> None:
        """Deal the first round (or go on with a saved match) and let the others move until a human is to move."""
        known = rules_of(rules) if isinstance(rules, str) else rules
        self._named = seats_of(players, known.players)
        self._seat(range(known.players))
        self._given, self.projector = names, projector
        self.match = Match(known, seed)
        self.between = False
        """Whether a round has just ended and the next has not been begun."""
        self.faults: list[str] = []
        self._news: list[str] = []
        self._looking: int | None = None
        self._advice: Advice | None = None
        self.file = Path(file) if file is not None else None
        self._in_file = ""  # what this table has read from it, or written
        found = self._load() if self.file is not None else None
        if found is not None:
            self.match = found
        told = self._others_move()
        self._looking = self.match.position.turn
        super().__init__()
        self.show(say("Your match goes on. {now}", now=self._now()) if found else told or None)

    # --------------------------------------------------------------------------------------------- who is who

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    @property
    def humans(self) -> list[int]:
        """The seats that are played by hand."""
        return [seat for seat, who in enumerate(self.players) if decider(who) is None]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seat_names(self._given or names_of(self.players), self.rules.players)

    @property
    def position(self) -> Position:
        """The round on the table: after its end the finished one, until the next is begun."""
        return self.match.rounds[-1].position if self.between or self.match.over else self.match.position

    @property
    def code(self) -> str | None:
        """The round on the table as a short code to copy; None while it hides tiles, which the code would tell."""
        return code_of(self.position) if self.position.outcome is not None or not self.humans else None

    @property
    def seat(self) -> int | None:
        """Whose tiles are open: the human's to move, else the first human's; None where no human plays."""
        turn = self.match.position.turn
        return turn if turn in self.humans else self.humans[0] if self.humans else None

    @property
    def covered(self) -> bool:
        """Whether a curtain hides the tiles: another human is to move than the one who looked last."""
        turn = None if self.between or self.match.over else self.match.position.turn
        return len(self.humans) > 1 and turn in self.humans and turn != self._looking

    def uncover(self) -> None:
        """Open the tiles of the human who is to move, and who sits at the screen now."""
        self._looking = self.match.position.turn
        self.show(self._now())

    def _seen(self) -> Shown:
        return self.position if self.seat is None else self.position.view(self.seat)

    def _open(self) -> Shown:
        """Return what may be shown and said: what the human at the screen sees, or behind the curtain what all see."""
        return self.position.view(None) if self.covered else self._seen()

    # ------------------------------------------------------------------------------------------------- playing

    def _do(self, move: Move) -> None:
        if self.between or self.match.over:
            raise IllegalMoveError(say("the round is over"), self.position)
        before = len(self.position.history)
        self._make(move)
        self._others_move()
        self._shown(self._told(before))

    def _make(self, move: Move) -> None:
        rounds = len(self.match.rounds)
        self.match = self.match.move(move)
        self.between = len(self.match.rounds) > rounds

    def _others_move(self) -> str:
        """Let the others move until a human is to move or the round ends; return what they did."""
        before = len(self.position.history)
        while not (self.between or self.match.over) and self.humans:
            player = decider(self.players[self.match.position.turn or 0])
            if player is None:
                break
            self._let_move(player)
        return self._told(before)

    def _let_move(self, player: Player) -> None:
        turn = self.match.position.turn or 0
        key = chance.key_of(self.match.seed, len(self.match.rounds))
        move, problem = decide(player, self.match.position, self.names[turn], key)
        if problem:
            self.faults.append(problem)
            self._news.append(problem)
        self._make(move)

    def step(self) -> None:
        """Let the seat to move make one move (where no human plays)."""
        player = decider(self.players[self.match.position.turn or 0])
        if player is None or self.between or self.match.over:
            raise DominoError(say("nobody else is to move"))
        self._let_move(player)
        self._shown(None)

    def _told(self, before: int) -> str:
        """Return what happened since an action of the round, then how things stand."""
        seen = self._open()
        events = seen.history[before:]
        said = [story(events, self.names)]
        said.append(self._now() if seen.outcome else status(seen, self.names, last=False))
        said += self._news
        self._news = []
        return " ".join(filter(None, said))

    def _now(self) -> str:
        """Return how things stand."""
        seen = self._open()
        if seen.outcome is None:
            return status(seen, self.names)
        said = [outcome_words(self.rules, seen.outcome, self.names)]
        team = sides(self.rules, self.names)
        if self.match.over:
            said.append(say("Match won by {name}.", name=joined(team[side] for side in self.match.winners)))
        return " ".join(said)

    def _shown(self, said: str | None) -> None:
        self._advice = None
        self._save()
        self.show(said, moved=True)

    def next_round(self) -> None:
        """Begin the next round. Raises ``DominoError`` while one is being played, or when the match is over."""
        if not self.between or self.match.over:
            raise DominoError(say("the match is over") if self.match.over else say("the round is not over yet"))
        self.between, self._looking = False, None
        told = self._others_move()
        self._shown(say("Round {n}. {told}", n=len(self.match.rounds) + 1, told=told))

    def undo(self) -> None:
        """Take back to the last decision of a human, a round's points too. Raises ``IllegalMoveError`` at the start."""
        at: Match | None = self.match.before
        while at is not None and self.humans and at.position.turn not in self.humans:
            at = at.before
        if at is None:
            raise IllegalMoveError(say("this is the start: there is no move to take back"), self.position)
        self.match, self.between = at, False
        self._shown(say("Taken back. {now}", now=self._now()))

    def again(self) -> None:
        """Play the same deal again: back to the start of this round."""
        rounds = len(self.match.rounds) - (self.between or self.match.over)
        at = self.match
        while at.before is not None and (len(at.rounds) > rounds or at.position.history):
            at = at.before
        self.match, self.between = at, False
        told = self._others_move()
        self._shown(say("The same deal again. {told}", told=told))

    def new_match(self, seed: int | None = None) -> None:
        """Begin a new match with other deals (the next seed, if none is given)."""
        self.match, self.between = Match(self.rules, self.match.seed + 1 if seed is None else seed), False
        told = self._others_move()
        self._shown(say("A new match. {told}", told=told))

    def sit(self, seat: int) -> None:
        """Change seats with the player at a seat, and play the same deal again. Raises ``DominoError``."""
        if len(self.humans) != 1:
            raise DominoError(
                say("{n} seats are played by hand: only one that sits alone can change its seat", n=len(self.humans))
            )
        if not 0 <= seat < self.rules.players:
            raise DominoError(say("seat {seat}: seats go from 0 to {last}", seat=seat, last=self.rules.players - 1))
        seats, mine = self._seats, self.humans[0]
        seats[mine], seats[seat] = seats[seat], seats[mine]
        self._seat(seats)
        self.again()

    def hint(self) -> None:
        """Say which moves are best, what they are worth and what that rests on."""
        from dominolab.play.advice import consider
        from dominolab.widgets.hints import hint_words

        if self.between or self.match.over or self.position.turn not in self.humans:
            raise DominoError(say("it is not your turn"))
        if self.covered:
            raise DominoError(say("the tiles are covered: show them first"))
        self.widget.tell(say("Looking at many ways in which the hidden tiles can lie…"), "info")
        self._advice = consider(self.position.view(self.position.turn))
        self.show(" ".join(hint_words(self._advice)[:2]))

    def record(self) -> Record:
        """Return the match so far as a record, to save or replay."""
        record = Record(self.rules, dict(enumerate(self.names)))
        for finished in self.match.rounds:
            record.add(finished.position)
        if not (self.between or self.match.over) and self.match.position.history:
            record.add(self.match.position)
        return record

    # -------------------------------------------------------------------------------------------------- saving

    def _save(self) -> None:
        if self.file is not None:
            data = {"format": FORMAT, "rules": str(self.rules), "seed": self.match.seed, "moves": self._moves()}
            text = json.dumps(data | {"seats": self._seats, "between": self.between}) + "\n"
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.file):
                if self.file.exists() and self.file.read_text(encoding="utf-8") != self._in_file:
                    why = say(
                        "{path} was changed in another window: open the table again to go on there", path=self.file
                    )
                    raise DominoError(why)
                write_whole(self.file, text)
            self._in_file = text

    def _moves(self) -> list[str]:
        rounds = [finished.position for finished in self.match.rounds]
        if not self.match.over:
            rounds.append(self.match.position)
        return [str(event.move) for position in rounds for event in position.history]

    def _load(self) -> Match | None:
        """Return the saved match, None if there is none yet. Raises ``DominoError`` for a file of something else."""
        if self.file is None or not self.file.exists():
            return None
        try:
            self._in_file = self.file.read_text(encoding="utf-8", errors="replace")
            data = checked(read_json(self.file), self.rules, self._seats)
            match = played(data, self.rules)
        except DominoError as error:
            advice = say("move the file away to begin a new match, or name another one")
            raise DominoError(say("{path}: {why}; {advice}", path=self.file, why=error, advice=advice)) from error
        self.between = data["between"]
        self._seat(data.get("seats", self._seats))
        return match

    def _seat(self, seats: Sequence[int]) -> None:
        """Let the players who were named sit in this order."""
        self._seats = list(seats)
        self.players = [self._named[place] for place in seats]

    # ------------------------------------------------------------------------------------------------- picture

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        finished = self.between or self.match.over
        scores = self.match.scores
        scene = scene_of(
            self._open(),
            names=self.names,
            scores=scores,
            below=self.seat,
            act=not finished and bool(self.humans) and not self.covered,
            chosen=None if self.covered else self.chosen,
            message=self.said if self.said is not None else self._now(),
            tone=self.tone,
            title=say(
                "Round {n} · to {target} points", n=len(self.match.rounds) + (not finished), target=self.rules.target
            ),
            serial=self.serial,
            projector=self.projector,
        )
        scene["actions"] = [*scene.get("actions", []), *self._buttons(finished=finished)]
        scene["toolbar"] = [
            Button(kind="again", label=say("Same deal again"), enabled=True),
            Button(kind="new", label=say("New match"), enabled=True),
            *self._code_button(),
        ]
        if len(self.humans) == 1:
            options = [(str(seat), say("seat {n}", n=seat + 1)) for seat in range(self.rules.players)]
            seat = Field(
                name="seat", label=say("you sit at"), type="select", value=str(self.humans[0]), options=options
            )
            scene["form"] = Form(label=say("seat"), fields=[seat])
        if self._advice is not None:
            self._add_advice(scene, self._advice)
        return scene

    def _add_advice(self, scene: Scene, advice: Advice) -> None:
        from dominolab.widgets.hints import hint_bars, hint_words

        scene["why"] = hint_words(advice)
        bars = hint_bars(advice)
        if bars is not None:
            scene["bars"] = bars

    def _buttons(self, *, finished: bool) -> list[Button]:
        if self.match.over:
            return [Button(kind="new", label=say("New match"), enabled=True, strong=True), self._undo_button()]
        if finished:
            return [
                Button(kind="next_round", label=say("Next round"), enabled=True, strong=True, key="n"),
                self._undo_button(),
            ]
        if not self.humans:
            return [Button(kind="step", label=say("Next move"), enabled=True, strong=True, key="n")]
        if self.covered:
            name = self.names[self.match.position.turn or 0]
            show = Button(kind="uncover", label=say("{name} sits down: show the tiles", name=name), enabled=True)
            return [show | {"strong": True, "key": "n"}, self._undo_button()]
        return [Button(kind="hint", label=say("Hint"), enabled=True, key="h"), self._undo_button()]

    def _undo_button(self) -> Button:
        return Button(kind="undo", label=say("Undo"), enabled=True, key="u")

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return super()._methods() | {
            "undo": lambda _: self.undo(),
            "hint": lambda _: self.hint(),
            "uncover": lambda _: self.uncover(),
            "step": lambda _: self.step(),
            "next_round": lambda _: self.next_round(),
            "again": lambda _: self.again(),
            "new": lambda _: self.new_match(),
            "form": lambda event: self.sit(int(event["value"])),
        }
