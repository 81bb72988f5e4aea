"""The named rules, each with its source; every preset is data on top of ``Rules``.

>>> import dominolab as dl
>>> dl.PRESETS["common-partners"].players, dl.PRESETS["common-partners"].rules(target=60).partners
((4,), True)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from dominolab.engine.rules import Rules, _known
from dominolab.errors import RulesError
from dominolab.messages import say

SET_SIZES = (6, 9, 12, 15, 18)
LARGE_HAND = 7  # five players and more
SEVEN_FIVE = {2: 7, 3: 5, 4: 5}
SEVEN_SIX = {2: 7, 3: 7, 4: 6}
CRIBBAGE = {2: 100, 3: 61, 4: 61}


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named way to play: for whom, how many tiles, to what target, and which options differ.

    >>> import dominolab as dl
    >>> preset = dl.PRESETS["classic"]
    >>> preset.players, preset.hands[2], str(preset.rules(3))
    ((2, 3, 4), 7, 'classic players=3')
    """

    name: str
    summary: str
    """What is special about it, in a sentence."""
    source: str
    """The rule text it comes from (000 to 004)."""
    hands: Mapping[int, int]
    """Hand size for each number of players that the source allows."""
    targets: Mapping[int, int] | int = 100
    """Target score, or one for each number of players."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the source allows."""
        return tuple(self.hands)

    def rules(self, players: int | None = None, **changes: Any) -> Rules:
        """Return the preset's rules for so many players, with changes. Raises ``RulesError``."""
        _known(changes)
        seats = self.players[0] if players is None else players
        return Rules(**{"preset": self.name, **self.defaults(seats, changes), **changes})

    def defaults(self, players: int, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the preset itself says for so many players."""
        nearest = max((n for n in self.hands if n <= players), default=self.players[0])
        hand = self.hands[nearest] if players <= max(SEVEN_SIX) else LARGE_HAND
        target = self.targets if isinstance(self.targets, int) else self.targets.get(nearest, 100)
        options: dict[str, Any] = {"players": players, "hand_size": hand, "target": target, **self.options}
        if players > max(SEVEN_SIX) and "set_size" not in changes:
            each = changes.get("hand_size", hand)
            options["set_size"] = _smallest_set(players, each if isinstance(each, int) else hand)
        return options


def _smallest_set(players: int, hand: int) -> int:
    """Return the smallest common set that leaves a tile a player in the boneyard."""
    wanted = players * (hand + 1)
    return next((n for n in SET_SIZES if (n + 1) * (n + 2) // 2 >= wanted), SET_SIZES[-1])


def _presets() -> dict[str, Preset]:
    """Return all presets; rows from text 003 start from ``common``."""
    common: dict[str, Any] = {
        "first_lead": "draw_highest",
        "opening_tile": "any",
        "next_lead": "rotate",
        "tie": "nobody",
    }
    pairs = {**common, "partners": True}
    double_lead = {"first_lead": "highest_double", "next_lead": "same_call"}
    puerto_rico = {
        **common,
        "first_lead": "highest_double",
        "opening_tile": "called",
        "next_lead": "winner",
        "lead_after_tie": "highest_double",
        "scoring": "all",
    }
    askalink = {"next_lead": "winner", "may_draw_when_able": True, "scoring": "others", "tie": "nobody"}

    def variant(name: str, summary: str, **options: Any) -> Preset:
        return Preset(
            name=name,
            summary=summary,
            source="003",
            hands=SEVEN_SIX,
            targets=CRIBBAGE,
            options={**common, **options},
        )

    found = (
        Preset(
            name="classic",
            summary="Highest double leads, draw until you can play, others' pips minus your own at a block.",
            source="000",
            hands=SEVEN_FIVE,
        ),
        Preset(
            name="classic-high-tile",
            summary="As classic, but the tile with the most pips leads.",
            source="000",
            hands=SEVEN_FIVE,
            options={"first_lead": "highest_tile"},
        ),
        Preset(
            name="hidden-two",
            summary="Two tiles stay hidden, you may draw though able, a block is a draw: ten points each; to 200.",
            source="001",
            hands=SEVEN_FIVE,
            targets=200,
            options={
                "no_double": "highest_tile",
                "may_draw_when_able": True,
                "reserve": 2,
                "scoring": "others",
                "blocked": "ten_each",
            },
        ),
        Preset(
            name="askalink",
            summary="Two players; the winner leads the next round with any tile; drawing is always allowed.",
            source="002",
            hands={2: 7},
            options=askalink,
        ),
        Preset(
            name="askalink-spinner",
            summary="As askalink, with four ends on the first double once both its sides are covered.",
            source="002",
            hands={2: 7},
            options={**askalink, "spinner": "after_both"},
        ),
        variant("common", "Draw for the lead, any tile opens, the lead rotates; a tied block pays nobody."),
        Preset(
            name="common-partners",
            summary="As common, four players in pairs, to 100.",
            source="003",
            hands={4: 6},
            options=pairs,
        ),
        variant(
            "dutch",
            "Draw one or two tiles a turn, two stay hidden, 0-0 counts 13.",
            draw_limit=2,
            reserve=2,
            double_blank=13,
        ),
        Preset(
            name="partnership",
            summary="Four players in pairs, seven tiles each, no boneyard.",
            source="003",
            hands={4: 7},
            options={**pairs, "draw_limit": 0, "scoring": "others"},
        ),
        Preset(
            name="puerto-rico",
            summary="Highest double opens, then the winner leads; the winner scores every pip left.",
            source="003",
            hands={2: 7, 3: 7},
            targets=CRIBBAGE,
            options=puerto_rico,
        ),
        Preset(
            name="puerto-rico-blocker",
            summary="As puerto-rico, but whoever blocked the game wins a tie.",
            source="003",
            hands={2: 7, 3: 7},
            targets=CRIBBAGE,
            options={**puerto_rico, "tie": "blocker"},
        ),
        Preset(
            name="south-american",
            summary="As common, with eight minus the number of players tiles each.",
            source="003",
            hands={n: 8 - n for n in (2, 3, 4)},
            targets=CRIBBAGE,
            options=common,
        ),
        Preset(
            name="vietnamese",
            summary="One tile each; draw, one a turn, until the set's highest double opens the round.",
            source="003",
            hands={2: 1, 3: 1, 4: 1},
            targets=CRIBBAGE,
            options={**common, **double_lead, "no_double": "draw", "opening_tile": "set_double"},
        ),
        variant("french", "The leader chooses the first tile (as in common; the source names it)."),
        variant(
            "latin",
            "The round must open with 6-6; dealt again if nobody holds it.",
            **double_lead,
            opening_tile="set_double",
        ),
        variant(
            "ukrainian",
            "The highest double leads every round and is led.",
            **double_lead,
            opening_tile="called",
        ),
        variant("last-leader", "Whoever led last leads again.", next_lead="same_player"),
        variant("keep-two", "The last two boneyard tiles are not drawn.", reserve=2),
        variant("pay-to-draw", "Every drawn tile costs a point.", draw_price=1),
        variant("draw-one", "One draw a turn; play it or pass.", draw_limit=1),
        Preset(
            name="block",
            summary="No drawing: who cannot play passes.",
            source="000",
            hands=SEVEN_FIVE,
            options={"draw_limit": 0},
        ),
        Preset(
            name="double-draw",
            summary="Two tiles a turn, one on each end, or draw one; a tile turned from the boneyard opens.",
            source="004",
            hands={2: 6, 3: 5, 4: 4},
            targets=CRIBBAGE,
            options={
                "tiles_per_turn": 2,
                "placement": "each_end",
                "draw_limit": 1,
                "draw_ends_turn": True,
                "opening_tile": "from_boneyard",
                "first_lead": "dealer_left",
                "next_lead": "rotate",
                "dead_line": "end",
                "tie": "nobody",
            },
        ),
    )
    return {preset.name: preset for preset in found}


PRESETS: Mapping[str, Preset] = MappingProxyType(_presets())
"""Every preset by its name, read-only: a mapping from ``str`` to ``Preset``."""


def preset_named(name: str) -> Preset:
    """Return a preset; raises ``RulesError`` that names the nearest ones."""
    if name not in PRESETS:
        near = get_close_matches(name, PRESETS, n=3, cutoff=0.4)
        hint = say("did you mean {names}?", names=", ".join(near))
        listed = say("there are {names}", names=", ".join(PRESETS))
        raise RulesError(say("there is no preset {name!r}; {hint}", name=name, hint=hint if near else listed))
    return PRESETS[name]


def rules(text: str = "classic", /, *, players: int | None = None, **changes: Any) -> Rules:
    """Return the rules of a preset, with changes, or of a text form such as ``"classic players=3 target=60"``.

    ``players`` is the fewest the preset allows if not given. Raises ``RulesError``.

    >>> import dominolab as dl
    >>> str(dl.rules("classic", players=3, target=60))
    'classic players=3 target=60'
    """
    name, *pairs = text.split() or [""]
    options: dict[str, Any] = {}
    for pair in pairs:
        match = re.fullmatch(r"(\w+)=(\S+)", pair)
        if match is None:
            raise RulesError(say("{pair!r} is not an option; write it like players=3", pair=pair))
        if match[1] in options:
            raise RulesError(say("the option {name} is given twice", name=match[1]))
        options[match[1]] = _value(match[2])
    options.update(changes)
    seats = options.pop("players", None) if players is None else players
    return preset_named(name).rules(seats, **options)


def _value(text: str) -> Any:
    """Return an option's value from its text."""
    words = {"None": None, "none": "none", "True": True, "False": False}
    if text in words:
        return words[text]
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def text_of(r: Rules) -> str:
    """Return the text form: the preset, the players where they are not its fewest, and what differs."""
    preset = PRESETS.get(r.preset, PRESETS["classic"])
    usual = {f.name: f.default for f in fields(Rules)} | preset.defaults(r.players, {"hand_size": r.hand_size})
    usual["players"] = preset.players[0]
    changed = [f"{name}={value}" for name, value in r.options().items() if usual[name] != value]
    return " ".join([preset.name, *changed])
