"""``HoldingsView``: where the hidden tiles may be, exactly; with the evidence, and a way to guess first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dominolab.engine.tiles import Tile
from dominolab.engine.view import View
from dominolab.errors import DominoError
from dominolab.inference.holdings import Holdings as Answer
from dominolab.inference.holdings import Place, holdings
from dominolab.messages import language, say
from dominolab.show.hidden import (
    followers,
    fraction_words,
    holdings_part,
    place_name,
    reasons,
    suit_words,
)  # fmt: skip
from dominolab.show.scene import Button, Field, Form, Holdings, Scene, words
from dominolab.show.stage import scene_of, seat_names
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Controller
from dominolab.widgets.stepper import Stepper

Guess = tuple[Tile, Place]


class HoldingsView(Controller):
    """Shows where the hidden tiles of a view can be: a triangle of the set for each place, each cell an exact chance.

    ``what`` is a ``View``, or a ``Stepper`` or ``Replay`` whose steps it follows. ``guess``: the chances are hidden
    until the learner has estimated them; ``guesses`` keeps what was guessed, in percentage points off.

    >>> import dominolab as dl
    >>> shown = dl.HoldingsView(dl.start(dl.deal(dl.rules("classic"), seed=7)).view(0))
    >>> shown.answer.count > 1, [place["place"] for place in shown.scene()["holdings"]["places"]]
    (True, ['1', 'boneyard'])
    """

    def __init__(
        self, what: View | Stepper, *, names: Sequence[str] | None = None, guess: bool = False, projector: bool = False
    ) -> None:
        """Count for the view, or for where the stepper stands."""
        if not isinstance(what, View | Stepper):
            raise DominoError(
                say("give a view, position.view(seat), or a Stepper to follow; not {what}", what=type(what).__name__)
            )
        self.stepper = what if isinstance(what, Stepper) else None
        self._view = what.view if isinstance(what, Stepper) else what
        self._stands = what.let_stand if isinstance(what, Stepper) else frozenset[int]()
        given = what.names if isinstance(what, Stepper) and names is None else names
        self.names = seat_names(given, self._view.rules.players)
        self.guessing, self.projector = guess, projector
        self.guesses: dict[Guess, Fraction] = {}
        self.asked: Guess | None = None
        self._number, self._seat = 0, self._others()[0]
        self._answer: Answer | None = None
        super().__init__()
        if self.stepper is not None:
            self.stepper.follow(self._stepped)

    def _others(self) -> list[int]:
        return [seat for seat in range(self._view.rules.players) if seat != self._view.seat]

    @property
    def view(self) -> View:
        """The view whose hidden tiles are shown; assign another to show it."""
        return self._view

    @view.setter
    def view(self, view: View) -> None:
        self._take(view, frozenset())

    def _take(self, view: View, stands: frozenset[int]) -> None:
        """Show another view, of which some actions prove nothing."""
        self._view, self._answer, self.asked, self.guesses = view, None, None, {}
        self._stands = stands
        self.names = seat_names(self.names, view.rules.players)
        if self._seat not in self._others():
            self._seat = self._others()[0]
        self.show(moved=True)

    def _stepped(self) -> None:
        if self.stepper is not None:
            self._take(self.stepper.view, self.stepper.let_stand)

    @property
    def answer(self) -> Answer:
        """The exact answer, ``dl.holdings(view)``. Raises ``DominoError`` where nothing fits or it is out of reach."""
        if self._answer is None:
            self._answer = holdings(self._view, let_stand=self._stands)
        return self._answer

    # ------------------------------------------------------------------------------------------------ guessing

    def ask(self, tile: Tile | str, place: Place) -> None:
        """Choose the cell to be guessed. Raises ``DominoError`` for a tile that lies open."""
        known = Tile(tile)
        if known not in self.answer.marginals or known in self._view.hand:
            raise DominoError(say("{tile} lies open: there is nothing to guess", tile=known))
        self.answer.probability(known, place)
        self.asked = (known, place)
        self.show(self._question())

    def guess(self, percent: float) -> Fraction:
        """Guess the chance of the cell asked about, in percent; returns how far off it was, in percentage points.

        Raises ``DominoError`` if no cell was chosen, or for a number outside 0 to 100.
        """
        if self.asked is None:
            raise DominoError(say("first choose a cell: a tile and a place"))
        if not 0 <= percent <= 100:
            raise DominoError(say("a chance lies between 0 % and 100 %"))
        exact = self.answer.probability(*self.asked)
        off = abs(Fraction(percent).limit_denominator(1000) - 100 * exact)
        self.guesses[self.asked] = off
        said = say(
            "You said {guess} %; it is {exact}: {off} percentage points off.",
            guess=f"{percent:g}", exact=fraction_words(exact), off=f"{float(off):.1f}",
        )  # fmt: skip
        self.asked = None
        self.show(said, "good" if off <= 10 else "info")
        return off

    def reveal(self, *, shown: bool = True) -> None:
        """Show all chances, or hide them again to guess."""
        self.guessing = not shown
        self.show()

    def _question(self) -> str:
        if self.asked is None:
            return say("Choose a cell, guess its chance, then see the exact one.")
        tile, place = self.asked
        return say("How likely is {tile} here: {place}?", tile=tile, place=place_name(place, self.names))

    # ------------------------------------------------------------------------------------------------- picture

    def suit(self, seat: int, number: int) -> None:
        """Show how many tiles with a number a seat may hold. Raises ``DominoError`` for a seat or number not there."""
        if seat not in self._others():
            known = ", ".join(map(str, self._others()))
            raise DominoError(say("seat {seat}: tiles are hidden with {known}", seat=seat, known=known))
        if number not in range(self._view.rules.set_size + 1):
            raise DominoError(say("number {n}: numbers go from 0 to {last}", n=number, last=self._view.rules.set_size))
        self._seat, self._number = seat, number
        self.show()

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        if self.stepper is None:
            scene = scene_of(self._view, names=self.names, act=False, serial=self.serial, projector=self.projector)
        else:
            scene = Scene(serial=self.serial, language=language(), words=words(), message="", projector=self.projector)
        scene["title"] = self._title()
        scene["message"] = self.said or (self._question() if self.guessing else "")
        scene["tone"] = self.tone
        try:
            answer = self.answer
        except DominoError as error:  # nothing fits, or it is out of reach: say so in place of numbers
            scene["message"], scene["tone"] = str(error), "error"
            return scene
        scene["form"] = self._form(answer)
        scene["holdings"] = self._holdings(answer)
        why = reasons(answer)
        if why and not self.guessing:
            scene["why"] = why
        scene["panel"] = "holdings"
        return scene

    def _title(self) -> str:
        if self._view.seat is None:
            return say("Hidden tiles, as a spectator sees it")
        return say("Hidden tiles, as {name} sees it", name=self.names[self._view.seat])

    def _holdings(self, answer: Answer) -> Holdings:
        if not self.guessing:
            about = [*followers(answer, self.names), suit_words(answer, self._seat, self._number, self.names)]
            return holdings_part(answer, self.names, summary=about)
        part = holdings_part(answer, self.names, summary=[])
        places = {str(place): place for place in answer.places}
        for row in part["places"]:
            for drawn in row["cells"]:
                tile = Tile(*drawn["pair"])
                if drawn["value"] is not None and (tile, places[row["place"]]) not in self.guesses:
                    drawn |= {
                        "value": None,
                        "text": "?",
                        "asked": True,
                        "label": say("{tile}: guess its chance", tile=tile),
                    }
        return part

    def _form(self, answer: Answer) -> Form:
        reveal = Button(
            kind="reveal", label=say("Guess first"), enabled=True, pressed=self.guessing,
        )  # fmt: skip
        if self.guessing:
            fields = [Field(name="guess", label=say("your guess in %"), type="number", value=None, low=0, high=100)]
            return Form(
                label=say("guess"), text=self._question(), fields=fields if self.asked else [], buttons=[reveal]
            )
        seats = [(str(seat), self.names[seat]) for seat in self._others()]
        numbers = [(str(n), str(n)) for n in range(answer.view.rules.set_size + 1)]
        fields = [
            Field(name="seat", label=say("player"), type="select", value=str(self._seat), options=seats),
            Field(name="number", label=say("number"), type="select", value=str(self._number), options=numbers),
        ]
        return Form(label=say("tiles with a number"), fields=fields, buttons=[reveal])

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {
            "cell": self._cell,
            "form": self._field,
            "reveal": lambda _: self.reveal(shown=self.guessing),
        }

    def _cell(self, event: Event) -> None:
        place = str(event["place"])
        if self.guessing:
            self.ask(str(event["tile"]), int(place) if place.isdecimal() else place)

    def _field(self, event: Event) -> None:
        name, value = event["name"], event["value"]
        if name == "guess" and value != "":
            self.guess(float(value))
        elif name == "seat":
            self.suit(int(value), self._number)
        elif name == "number":
            self.suit(self._seat, int(value))
