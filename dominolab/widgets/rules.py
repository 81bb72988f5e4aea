"""``RulesExplorer``: change the rules and see what becomes of one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dominolab.engine.deal import deal
from dominolab.engine.moves import Draw, Move, Pass
from dominolab.engine.outcome import score
from dominolab.engine.position import Position, start
from dominolab.engine.presets import PRESETS, preset_named
from dominolab.engine.presets import rules as rules_of
from dominolab.engine.rules import CHOICES, Rules
from dominolab.engine.setup import setup
from dominolab.errors import DominoError, RulesError
from dominolab.messages import say
from dominolab.show.options import choice_label, option_labels, value_words
from dominolab.show.scene import Button, Field, Form, Scene
from dominolab.show.speech import joined, play_words, sides
from dominolab.show.stage import scene_of, seat_names
from dominolab.widgets.board import Event
from dominolab.widgets.controller import Controller

SWITCHES = frozenset({"may_draw_when_able", "draw_ends_turn", "partners"})
ACTIONS = 9  # actions made before the sample position is shown


class RulesExplorer(Controller):
    """Choose a preset, change options, and see who leads, what may be played and what a block would pay.

    ``rules`` are the rules in force, ``refused`` what was tried last and cannot be (with the reason), ``position`` the
    sample: the same tiles under every rule, as long as they can be.

    >>> import dominolab as dl
    >>> explorer = dl.RulesExplorer("classic", seed=2)
    >>> explorer.change("draw_limit", 0)
    >>> str(explorer.rules), explorer.refused
    ('classic draw_limit=0', None)
    """

    def __init__(self, rules: Rules | str = "classic", *, seed: int = 1, projector: bool = False) -> None:
        """Make a sample position under the rules."""
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        self.seed, self.projector = seed, projector
        self.refused: tuple[str, Any, str] | None = None
        self.position = sample(self.rules, seed)
        self.changes: list[str] = []
        super().__init__()

    def preset(self, name: str) -> None:
        """Take a preset's rules, for as many players as now if it allows that. Raises ``RulesError``."""
        found = preset_named(name)
        players = self.rules.players if self.rules.players in found.players else None
        self._take(found.rules(players))

    def change(self, name: str, value: Any) -> None:
        """Change an option. What cannot be combined is kept out: ``refused`` says why, and so does the board."""
        try:
            if name == "players" and isinstance(value, int):
                changed = preset_named(self.rules.preset).rules(value)
            else:
                changed = self.rules.change(**{name: value})
        except RulesError as error:
            self.refused = (name, value, str(error))
            self.show(str(error), "error")
            return
        self._take(changed)

    def _take(self, changed: Rules) -> None:
        before, old, old_lead = self.position, self.rules, lead_words(self.rules, self.seed)
        self.rules, self.refused = changed, None
        try:
            self.position = moved_over(before, changed)
            same = True
        except DominoError:
            self.position, same = sample(changed, self.seed), False
        self.changes = [
            say(
                "{option}: {new} (was {old})",
                option=option_labels()[name],
                new=value_words(name, new),
                old=value_words(name, was),
            )
            for name, (was, new) in old.diff(changed).items()
        ]
        lead = lead_words(changed, self.seed)
        if lead != old_lead:
            self.changes.append(lead)
        self.changes += (
            compared(before, self.position) if same else [say("The tiles no longer fit: a new sample was dealt.")]
        )
        self.show(" ".join(self.changes[-2:]) if self.changes else say("Nothing changed."), moved=True)

    def other(self, seed: int | None = None) -> None:
        """Show another sample position."""
        self.seed = self.seed + 1 if seed is None else seed
        self.position, self.changes = sample(self.rules, self.seed), []
        self.show(moved=True)

    def scene(self) -> Scene:
        """Return the picture as it is now."""
        scene = scene_of(
            self.position, message=self.said, tone=self.tone, serial=self.serial, projector=self.projector,
            title=say("Rules, tried out"),
        )  # fmt: skip
        scene.pop("actions", None)
        scene["form"] = self._form()
        scene["why"] = [
            *self.changes,
            lead_words(self.rules, self.seed),
            legal_words(self.position),
            block_words(self.position),
            *self.rules.describe().splitlines(),
        ]
        return scene

    def _form(self) -> Form:
        known = PRESETS.get(self.rules.preset, PRESETS["classic"])
        presets = [(name, name) for name in PRESETS]
        fields = [Field(name="preset", label=say("preset"), type="select", value=self.rules.preset, options=presets)]
        fields += [self._field(name, label) for name, label in option_labels().items()]
        return Form(
            label=say("rules"),
            text=say(
                "{preset}: {summary} (rule text {source})",
                preset=known.name,
                summary=say(known.summary),
                source=known.source,
            ),
            fields=fields,
            buttons=[Button(kind="other", label=say("Other tiles"), enabled=True)],
        )

    def _field(self, name: str, label: str) -> Field:
        value = getattr(self.rules, name)
        refused = self.refused is not None and self.refused[0] == name
        if self.refused is not None and refused:
            value = self.refused[1]
        if name in CHOICES:
            options = [(choice, choice_label(name, choice)) for choice in CHOICES[name]]
            field = Field(name=name, label=label, type="select", value=value, options=options)
        elif name in SWITCHES:
            field = Field(name=name, label=label, type="checkbox", value=value)
        else:
            field = Field(name=name, label=label, type="number", value=value, low=0)
        if self.refused is not None and refused:
            field["error"] = self.refused[2]
        return field

    def _methods(self) -> dict[str, Callable[[Event], object]]:
        return {"form": self._changed, "other": lambda _: self.other()}

    def _changed(self, event: Event) -> None:
        name, value = str(event["name"]), event["value"]
        if name == "preset":
            self.preset(str(value))
        elif name in option_labels():
            self.change(name, None if value == "" and name == "draw_limit" else value)


def sample(rules: Rules, seed: int) -> Position:
    """Return a position some actions into a round, as one that is given: it can be put under other rules."""
    at = start(deal(rules, seed))
    for n in range(ACTIONS):
        moves = at.legal_moves
        after = at.move(moves[n % len(moves)]) if moves else at
        if after.outcome is not None:
            break
        at = after
    return moved_over(at, rules)


def moved_over(at: Position, rules: Rules) -> Position:
    """Return the same tiles in the same places under other rules. Raises ``DominoError`` where they cannot be."""
    line = at.line
    arms = rules.spinner != "none"
    return setup(
        rules,
        " ".join(map(str, line.row)),
        [tuple(hand) for hand in at.hands],
        at.boneyard,
        at.state.turn,
        up=" ".join(map(str, line.up)) if arms else "",
        down=" ".join(map(str, line.down)) if arms else "",
    )


def lead_words(rules: Rules, seed: int) -> str:
    """Return who leads the deal of a seed, and with which tile."""
    names = seat_names(None, rules.players)
    try:
        dealt = deal(rules, seed)
    except DominoError as error:
        return str(error)
    leader = names[dealt.leader]
    if dealt.opening is not None and rules.leads_called_tile:
        return say("In the deal of this seed {name} leads, with {tile}.", name=leader, tile=dealt.opening)
    return say("In the deal of this seed {name} leads, with any tile.", name=leader)


def _words(move: Move) -> str:
    if isinstance(move, Draw):
        return say("draw")
    return say("pass") if isinstance(move, Pass) else play_words(move)


def legal_words(at: Position) -> str:
    """Return what may be done in a position, in words."""
    moves = [_words(move) for move in at.legal_moves]
    name = seat_names(None, at.rules.players)[at.state.turn]
    if not moves:
        return say("Here the round is over.")
    return say("Here {name} may: {moves}.", name=name, moves="; ".join(moves))


def block_words(at: Position) -> str:
    """Return what a block in a position would pay."""
    names = seat_names(None, at.rules.players)
    found = score(at.rules, [tuple(hand) for hand in at.hands], last=(at.state.turn - 1) % at.rules.players)
    paid = [
        say("{name} {n:+d}", name=team, n=n) for team, n in zip(sides(at.rules, names), found.points, strict=True) if n
    ]
    pips = joined(say("{name} {n}", name=name, n=n) for name, n in zip(names, found.pips, strict=True))
    if not paid:
        return say("If the round were blocked now (pips: {pips}), nobody would score.", pips=pips)
    return say(
        "If the round were blocked now (pips: {pips}), the points would be: {paid}.", pips=pips, paid=joined(paid)
    )


def compared(before: Position, after: Position) -> list[str]:
    """Return what changed between the same tiles under two rules: legal moves, and what a block pays."""
    old, new = before.legal_moves, after.legal_moves
    said = []
    more = [_words(move) for move in new if move not in old]
    less = [_words(move) for move in old if move not in new]
    if more:
        said.append(say("Now also legal: {moves}.", moves="; ".join(more)))
    if less:
        said.append(say("No longer legal: {moves}.", moves="; ".join(less)))
    if not more and not less:
        said.append(say("The legal moves here are the same."))
    paid = block_words(after)
    return [*said, paid] if paid != block_words(before) else said
