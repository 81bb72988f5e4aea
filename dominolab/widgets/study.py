"""``Study``: choose rules, players and a number of games; see the rates with their error bars, and what differs."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from dominolab.engine.presets import PRESETS, preset_named
from dominolab.engine.presets import rules as rules_of
from dominolab.engine.rules import Rules
from dominolab.errors import DominoError
from dominolab.messages import count, language, say
from dominolab.play.players import PLAYERS, PlayerLike, player
from dominolab.play.runner import TIME_LIMIT, seats, tell
from dominolab.show.scene import Bar, Bars, Button, Field, Form, Progress, Scene, words
from dominolab.study.compiled import prepare
from dominolab.study.intervals import rates_differ
from dominolab.study.results import Figure, Results
from dominolab.study.runs import Job, play_part, turns_of
from dominolab.study.tally import tally_for
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Controller

MOST_GAMES = 100_000_000
SECONDS = 0.25  # between two pictures of the progress
PIECE = 2_000  # games before the first look at the clock; then as many as fit between two pictures


class Study(Controller):
    """Plays many rounds and shows what came out, each figure with its 95 % interval, beside the run before.

    ``players`` are names or functions ``view -> move``, one for each seat. ``run()`` plays to the end; in a notebook
    the button plays on while the board stays alive, and can be stopped. ``results`` is what ``dl.simulate`` returns for
    the same rules, players, games and seed.

    >>> import dominolab as dl
    >>> study = dl.Study("block", ["greedy", "random"], games=400, seed=1)
    >>> study.run()
    >>> study.results.games, study.widget.scene["bars"]["bars"][0]["label"]
    (400, 'greedy wins')
    """

    def __init__(
        self,
        rules: Rules | str = "classic",
        players: Sequence[PlayerLike] | None = None,
        *,
        games: int = 10_000,
        seed: int = 1,
        projector: bool = False,
    ) -> None:
        """Show the form; nothing is played yet. Raises ``DominoError`` for players that do not exist."""
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        self.players: list[PlayerLike] = list(players or ["random"] * self.rules.players)
        self.known = {name: name for name in PLAYERS} | {player(who).name: who for who in self.players}
        seats(self.rules, self.players)
        self.games, self.seed, self.duplicate, self.projector = games, seed, False, projector
        self.what = "rates"
        self.results: Results | None = None
        self.before: Results | None = None
        """The results of the run before, to compare with."""
        self.done: int | None = None
        """How many games of the run under way are played; None while nothing runs."""
        self._stop = False
        self._task: asyncio.Task[None] | None = None
        super().__init__()

    # ------------------------------------------------------------------------------------------------- playing

    def run(self) -> None:
        """Play all games now. Raises ``DominoError`` for what cannot be played."""
        for _ in self._pieces():
            pass

    def start(self) -> None:
        """Play in the background of the notebook, so that the board can be used and the run stopped."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no notebook: play it all
            self.run()
            return
        pieces = self._pieces()
        next(pieces, None)  # what cannot be played is refused here, where the reader is told

        async def go_on() -> None:
            try:
                for _ in pieces:
                    await asyncio.sleep(0.01)  # let the notebook handle a click
            except Exception as error:  # noqa: BLE001 - nobody awaits the task: the reader is told
                self.done = None
                self.show(str(error) or repr(error), "error")

        self._task = loop.create_task(go_on())

    def cancel(self) -> None:
        """Stop the run that is under way; what was played counts."""
        self._stop = True

    def _pieces(self) -> Iterator[int]:
        """Play piece by piece, showing how far it is."""
        if self.done is not None:
            raise DominoError(say("a run is under way: stop it first"))
        if not isinstance(self.games, int) or not 1 <= self.games <= MOST_GAMES:
            raise DominoError(say("the number of games goes from 1 to {most}", most=f"{MOST_GAMES:,}"))
        seated = seats(self.rules, self.players)
        period = turns_of([who.name for who in seated], self.players) if self.duplicate else 1
        job = Job(self.rules, seated, self.seed, period, TIME_LIMIT)
        games = self.games + -self.games % period
        self._stop, self.done = False, 0
        return self._played(job, games)

    def _played(self, job: Job, games: int) -> Iterator[int]:
        tally = tally_for(job.rules, job.period)
        slow = job.policies is None
        piece = max(1, (20 if slow else PIECE) // job.period) * job.period
        try:
            if job.policies is not None:
                self.show(say("Getting ready: the first run of a set of rules takes some seconds."))
                prepare(job.rules, job.policies)
            while (self.done or 0) < games and not self._stop:
                first, begun = self.done or 0, time.perf_counter()
                tally.add(play_part(job, first, min(piece, games - first), keep=False).tally)
                self.done = tally.games
                spent = max(time.perf_counter() - begun, 1e-4)
                piece = max(1, min(int(piece * SECONDS / spent), 4 * piece, 200_000) // job.period) * job.period
                if self.done < games:
                    self.show()
                yield self.done
        finally:
            self.done = None
        self.before = self.results
        self.results = Results(job.rules, tuple(who.name for who in job.players), job.seed, tally, games)
        self.show(self._verdict())

    # ------------------------------------------------------------------------------------------------ choosing

    def choose(self, name: str, value: object) -> None:
        """Change a field of the form: preset, players, games, seed, duplicate, what, or ``seat 0`` and so on.

        Raises ``DominoError`` for a field or a value that there is not.
        """
        chairs = [f"seat {seat}" for seat in range(self.rules.players)]
        _one_of(say("field"), name, ["preset", "players", *chairs, "games", "seed", "duplicate", "what"])
        if name == "preset":
            found = preset_named(str(value))
            self._seated(found.rules(self.rules.players if self.rules.players in found.players else None))
        elif name == "players":
            self._seated(preset_named(self.rules.preset).rules(_whole(name, value)))
        elif name in chairs:
            self.players[chairs.index(name)] = self.known[_one_of(name, value, self.known)]
        elif name == "duplicate":
            self.duplicate = bool(value)
        elif name == "what":
            self.what = _one_of(name, value, ["rates", "points", "lengths"])
        else:
            setattr(self, name, _whole(name, value))
        self.show()

    def _seated(self, rules: Rules) -> None:
        """Take other rules; seats that are new are taken by the last player."""
        self.rules = rules
        self.players = [*self.players, *([self.players[-1]] * rules.players)][: rules.players]

    # ------------------------------------------------------------------------------------------------- picture

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        scene = Scene(
            serial=self.serial,
            language=language(),
            words=words(),
            title=say("Many games"),
            subtitle=str(self.rules),
            message=self.said or "",
            tone=self.tone,
            projector=self.projector,
            form=self._form(),
        )
        if self.done is not None:
            label = say("{done} of {all} games", done=f"{self.done:,}", all=f"{self.games:,}")
            scene["progress"] = Progress(done=self.done, all=self.games, label=label)
        if self.results is not None:
            scene["bars"] = self._bars(self.results)
            faults = self.results.tally.faults
            failed = [tell(faults)] if faults else []
            scene["why"] = [*failed, *map(figure_words, self.results.figures()), *self._compared()]
        return scene

    def _form(self) -> Form:
        presets = [(name, name) for name in PRESETS]
        numbers = [(str(n), str(n)) for n in preset_named(self.rules.preset).players]
        who = [(name, name) for name in self.known]
        fields = [
            Field(name="preset", label=say("preset"), type="select", value=self.rules.preset, options=presets),
            Field(name="players", label=say("players"), type="select", value=str(self.rules.players), options=numbers),
        ]
        for seat, playing in enumerate(self.players):
            label = say("seat {letter}", letter="ABCDEFGHIJKL"[seat])
            fields.append(
                Field(name=f"seat {seat}", label=label, type="select", value=player(playing).name, options=who)
            )
        fields += [
            Field(name="games", label=say("games"), type="number", value=self.games, low=1, high=MOST_GAMES),
            Field(name="seed", label=say("seed"), type="number", value=self.seed),
            Field(
                name="duplicate", label=say("each deal from every seat"), type="checkbox", value=self.duplicate,
                help=say("luck of the deal evens out"),
            ),
            Field(
                name="what", label=say("show"), type="select", value=self.what,
                options=[
                    ("rates", say("who wins, how rounds end")), ("points", say("points")), ("lengths", say("lengths")),
                ],
            ),
        ]  # fmt: skip
        running = self.done is not None
        buttons = [Button(kind="run", label=say("Play"), enabled=not running, strong=not running)]
        if running:
            buttons[0]["reason"] = say("A run is under way: stop it first.")
            buttons.append(Button(kind="cancel", label=say("Stop"), enabled=True))
        return Form(label=say("what is played"), fields=fields, buttons=buttons)

    def _bars(self, results: Results) -> Bars:
        kinds = {say("points a round"): "points", say("a round"): "lengths"}
        figures = [figure for figure in results.figures() if kinds.get(figure.unit, "rates") == self.what]
        bars = [
            Bar(
                label=figure.name,
                value=figure.estimate.value,
                low=figure.estimate.low,
                high=figure.estimate.high,
                short=_shown(figure, figure.estimate.value),
                text=figure_words(figure),
            )
            for figure in figures
            if not math.isnan(figure.estimate.value)
        ]
        low, high = _axis(bars, rates=self.what == "rates")
        return Bars(label=say("results"), unit=self._unit(), low=low, high=high, bars=bars)

    def _unit(self) -> str:
        units = {"rates": say("share of rounds"), "points": say("points a round"), "lengths": say("actions a round")}
        return say("{unit}; whiskers: 95 % interval", unit=units.get(self.what, ""))

    def _verdict(self) -> str:
        """Return in a sentence what was played and what can be said."""
        if self.results is None:
            return ""
        games = self.results.games
        said = [count("{number} game played.", "{number} games played.", games, number=f"{games:,}")]
        if self.results.stopped:
            said.append(say("The run was stopped; what was played counts."))
        if not self.rules.partners and len(self.results.players) == 2:
            said.append(leading_words(self.results))
        return " ".join(said)

    def _compared(self) -> list[str]:
        """Return the difference from the run before, figure by figure, and whether chance alone could explain it."""
        if self.results is None or self.before is None:
            return []
        frame = self.results.difference(self.before)
        told = self._seats_compared(self.results, self.before)
        title = say(
            "Against the run before ({rules}; {players}):",
            rules=self.before.rules,
            players=", ".join(self.before.players),
        )
        rows = ((str(name), row["difference"], row["low"], row["high"]) for name, row in frame.iterrows())
        return [title, *told, *(difference_words(*row) for row in rows)]

    def _seats_compared(self, now: Results, before: Results) -> list[str]:
        """Return how a seat does whose player was changed."""
        if now.rules.sides != before.rules.sides:
            return []
        return [
            difference_words(
                say("{player} in place of {other}, wins", player=now.labels[i], other=before.labels[i]),
                *rates_differ(now.wins(i), before.wins(i))[:3],
            )
            for i in range(now.rules.sides)
            if now.labels[i] != before.labels[i]
        ]

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {
            "form": lambda event: self.choose(str(event["name"]), event["value"]),
            "run": lambda _: self.start(),
            "cancel": lambda _: self.cancel(),
        }


def _one_of(name: str, value: object, known: Iterable[str]) -> str:
    """Return a value that is known. Raises ``DominoError`` with those that are."""
    names = list(known)
    if value not in names:
        raise DominoError(say("{name} is {value!r}; there are {known}", name=name, value=value, known=", ".join(names)))
    return str(value)


def _whole(name: str, value: object) -> int:
    """Return a whole number. Raises ``DominoError`` for anything else."""
    try:
        return int(str(value))
    except ValueError as error:
        raise DominoError(say("{name} is {value!r}; give a whole number", name=name, value=value)) from error


def _axis(bars: Sequence[Bar], *, rates: bool) -> tuple[float, float]:
    """Return where the axis of some bars begins and ends."""
    if rates or not bars:
        return 0.0, 1.0
    low, high = min(0.0, *(bar["low"] for bar in bars)), max(0.0, *(bar["high"] for bar in bars))
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9)))
    return step * math.floor(low / step), step * max(1, math.ceil(high / step))


def _shown(figure: Figure, value: float) -> str:
    return f"{100 * value:.1f} %" if figure.unit not in (say("points a round"), say("a round")) else f"{value:.2f}"


def figure_words(figure: Figure) -> str:
    """Return a figure with its interval in words."""
    value, low, high = (_shown(figure, x) for x in figure.estimate[:3])
    return say("{figure}: {value} (95 % interval {low} to {high})", figure=figure.name, value=value, low=low, high=high)


def leading_words(results: Results) -> str:
    """Return who of two wins more, if that is more than chance explains."""
    first, second = results.wins(0), results.wins(1)
    one, other = results.labels
    if first.low > second.high:
        return say("{one} wins more than {other}: the intervals do not overlap.", one=one, other=other)
    if second.low > first.high:
        return say("{one} wins more than {other}: the intervals do not overlap.", one=other, other=one)
    return say("The intervals overlap: so few games do not tell who is better.")


def difference_words(name: str, difference: float, low: float, high: float) -> str:
    """Return a difference with its interval, and what it means.

    >>> difference_words("greedy wins", 0.1, 0.05, 0.15)
    'greedy wins: +0.100 (+0.050 to +0.150), more than chance alone explains'
    """
    meaning = say("chance alone could explain it") if low <= 0 <= high else say("more than chance alone explains")
    return say(
        "{figure}: {difference} ({low} to {high}), {meaning}",
        figure=name, difference=f"{difference:+.3f}", low=f"{low:+.3f}", high=f"{high:+.3f}", meaning=meaning,
    )  # fmt: skip
