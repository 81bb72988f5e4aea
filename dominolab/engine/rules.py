"""``Rules``: every way to play Draw Dominoes as one frozen, readable object; what cannot be combined is refused."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from dominolab.engine import law
from dominolab.engine.tiles import LARGEST_SET, TileSet
from dominolab.errors import RulesError
from dominolab.messages import say

MOST_PLAYERS = 12  # seats A to L
UNLIMITED = 1 << 20
CHOICES: dict[str, tuple[str, ...]] = {
    "placement": ("any_end", "each_end"),
    "price_to": ("bank", "winner"),
    "spinner": ("none", "after_both", "at_once"),
    "dead_line": ("play_on", "end"),
    "first_lead": (
        "highest_double",
        "highest_tile",
        "draw_highest",
        "draw_sum",
        "odd_even",
        "dealer_left",
        "random",
    ),
    "no_double": ("redeal", "highest_tile", "draw"),
    "next_lead": ("same_call", "winner", "rotate", "same_player", "highest_double", "random"),
    "lead_after_tie": ("same_player", "highest_double", "rotate"),
    "opening_tile": ("called", "any", "set_double", "from_boneyard"),
    "scoring": ("others_minus_own", "others", "all"),
    "blocked": ("lowest", "ten_each"),
    "tie": ("share", "nobody", "blocker"),
    "match_tie": ("play_on", "share"),
}
CALLS = ("highest_double", "highest_tile")
"""The leads that ask the players for a tile, and so tell something about every hand."""
_LEAST = {
    "players": 2,
    "set_size": 1,
    "hand_size": 1,
    "tiles_per_turn": 1,
    "draw_limit": 0,
    "reserve": 0,
    "draw_price": 0,
    "double_blank": 0,
    "target": 1,
}
_MOST = {"players": MOST_PLAYERS, "set_size": LARGEST_SET, "tiles_per_turn": 2}


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """One way to play, checked. Make it with ``dl.rules("classic", players=3, target=60)``.

    Raises ``RulesError`` that names the fields and the arithmetic when the options cannot be combined. Sources: the
    numbers 000 to 004 are the five rule texts that the presets come from (``dl.PRESETS[name].source``).

    >>> import dominolab as dl
    >>> dl.rules("classic", players=3).hand_size
    5
    """

    preset: str = "classic"
    """The preset these rules started from; used by the text form, ignored when rules are compared."""
    players: int = 2
    """How many seats play (2 to 12). 000: two to four, more with larger sets."""
    set_size: int = 6
    """Highest number of pips: a double-n set has (n+1)(n+2)/2 tiles. 000, 003: larger sets for more players."""
    hand_size: int = 7
    """Tiles dealt to each player. 000, 001: 7, or 5 for three and four; 003: 7, 7, 6; 004: 6, 5, 4."""
    tiles_per_turn: int = 1
    """Tiles laid in one turn; 2 is Double Draw (004). The lead is one tile all the same."""
    placement: str = "any_end"
    """Two tiles a turn: one after the other anywhere, or one on each open end, left first (004)."""
    draw_limit: int | None = None
    """Draws in one turn: None until playable (000 to 003), 0 no drawing (block), 1 (003 draw-one), 2 (Dutch)."""
    may_draw_when_able: bool = False
    """Whether a player who could play may draw instead (001 "unwilling", 002)."""
    draw_ends_turn: bool = False
    """Whether the drawn tile may not be used in the same turn (004)."""
    reserve: int = 0
    """Boneyard tiles that nobody may draw (001, 003 Dutch: two)."""
    draw_price: int = 0
    """Points paid for each tile drawn, by the side that draws (003)."""
    price_to: str = "bank"
    """Who gets the prices: nobody, or the only winning side of the round."""
    spinner: str = "none"
    """Arms off the first double: none, after both its sides are covered (002), or at once (a house rule)."""
    dead_line: str = "play_on"
    """Whether a round ends when no tile that could follow is left off the table (004), or is drawn out."""
    first_lead: str = "highest_double"
    """Who leads round 1: a call (000, 001, 002), a lottery (003), the seat after the dealer (004), or chance."""
    no_double: str = "redeal"
    """When the call for doubles finds none: deal again (000), call the highest tile (001), or draw (Vietnamese)."""
    next_lead: str = "same_call"
    """Who leads later rounds: as in round 1, the winner (002), the next seat (003), the same seat, or a call."""
    lead_after_tie: str = "same_player"
    """With ``next_lead="winner"``: who leads when not exactly one side won."""
    opening_tile: str = "called"
    """Which tile is led: the called one (001, 002), any (003), the set's highest double, or one from the boneyard."""
    scoring: str = "others_minus_own"
    """What the winner scores: the others' pips less its own at a block (000, 003, 004), the others' (001), or all."""
    blocked: str = "lowest"
    """Who wins a block: the lowest count, or nobody and ten points to each (001)."""
    tie: str = "share"
    """Equal lowest counts at a block: each scores (000), nobody does (003), or whoever laid the last tile."""
    double_blank: int = 0
    """What 0-0 counts in a hand at the end (003 Dutch: 13)."""
    partners: bool = False
    """Four seats in pairs, 0 and 2 against 1 and 3 (003)."""
    target: int = 100
    """Points that win the match."""
    match_tie: str = "play_on"
    """Two sides at or over the target with equal scores: another round, or both win."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        for name, value in self.options().items():
            _check_value(name, value)
        for check in (_check_deal, _check_turn, _check_lead, _check_sides):
            problem = check(self)
            if problem:
                raise RulesError(problem)

    def options(self) -> dict[str, Any]:
        """Return every option with its value (the preset's name is not an option)."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "preset"}

    def __eq__(self, other: object) -> bool:
        """Rules are equal when every option is."""
        return isinstance(other, Rules) and self.options() == other.options()

    def __hash__(self) -> int:
        """Hash by the options."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.options().values()))

    def change(self, **options: Any) -> Rules:
        """Return the same rules with some options changed."""
        _known(options)
        return replace(self, **options)

    def diff(self, other: Rules) -> dict[str, tuple[Any, Any]]:
        """Return the options that differ, each with this and the other's value.

        >>> import dominolab as dl
        >>> dl.rules("classic").diff(dl.rules("block"))
        {'draw_limit': (None, 0)}
        """
        theirs = other.options()
        return {name: (mine, theirs[name]) for name, mine in self.options().items() if mine != theirs[name]}

    @cached_property
    def tiles(self) -> TileSet:
        """The set that is played with."""
        return TileSet(self.set_size)

    @property
    def sides(self) -> int:
        """How many sides score: two for partners, else one a seat."""
        return 2 if self.partners else self.players

    @property
    def boneyard_size(self) -> int:
        """Tiles left over by the deal (a tile turned up from it already taken off)."""
        turned = 1 if self.opening_tile == "from_boneyard" else 0
        return len(self.tiles) - self.players * self.hand_size - turned

    @property
    def draws_to_open(self) -> bool:
        """Whether rounds start the Vietnamese way: draw, one a turn, until the set's highest double lies."""
        return self.no_double == "draw"

    @property
    def leads_called_tile(self) -> bool:
        """Whether the called tile must be the first one laid."""
        return self.opening_tile in ("called", "set_double")

    @cached_property
    def terms(self) -> law.Terms:
        """The same rules as the law reads them."""
        suits = tuple(self.tiles.suit(number).mask for number in range(self.set_size + 1))
        return law.Terms(
            players=self.players,
            suits=suits,
            draw_limit=UNLIMITED if self.draw_limit is None else self.draw_limit,
            free_draw=int(self.may_draw_when_able),
            draw_ends_turn=int(self.draw_ends_turn),
            reserve=self.reserve,
            plays=self.tiles_per_turn,
            each_end=int(self.placement == "each_end"),
            spinner=CHOICES["spinner"].index(self.spinner),
            dead_line=int(self.dead_line == "end"),
            draw_to_open=int(self.draws_to_open),
            partners=int(self.partners),
            scoring=CHOICES["scoring"].index(self.scoring),
            ten_each=int(self.blocked == "ten_each"),
            tie=CHOICES["tie"].index(self.tie),
            double_blank=self.double_blank,
            price=self.draw_price,
            pot_to_winner=int(self.price_to == "winner"),
        )

    def __str__(self) -> str:
        """Return the text form of records: the preset and what differs from it."""
        from dominolab.engine.presets import text_of

        return text_of(self)

    def __repr__(self) -> str:
        """Return text that reads back."""
        return f"rules({str(self)!r})"

    def describe(self) -> str:
        """Return the rules in words, one sentence a line."""
        from dominolab.engine.describe import describe

        return describe(self)


def _known(options: dict[str, Any]) -> None:
    """Refuse option names that do not exist, with the nearest that do."""
    names = [f.name for f in fields(Rules) if f.name != "preset"]
    for name in options:
        if name not in names:
            near = get_close_matches(name, names, n=3, cutoff=0.5)
            hint = say("did you mean {names}?", names=", ".join(near)) if near else ""
            listed = say("the options are {names}", names=", ".join(names))
            raise RulesError(say("there is no option {name!r}; {hint}", name=name, hint=hint or listed))


def _check_value(name: str, value: object) -> None:
    """Refuse a value that an option cannot have by itself."""
    if name in CHOICES:
        if value not in CHOICES[name]:
            choices = ", ".join(CHOICES[name])
            raise RulesError(
                say("{name} = {value!r}: choose one of {choices}", name=name, value=value, choices=choices)
            )
        return
    if name in ("may_draw_when_able", "draw_ends_turn", "partners"):
        if not isinstance(value, bool):
            raise RulesError(say("{name} = {value!r}: it is either True or False", name=name, value=value))
        return
    if name == "draw_limit" and value is None:
        return
    least, most = _LEAST[name], _MOST.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most and value > most):
        span = say("{least} to {most}", least=least, most=most) if most else say("{least} or more", least=least)
        raise RulesError(say("{name} = {value!r}: a whole number is wanted, {span}", name=name, value=value, span=span))


def _check_deal(r: Rules) -> str | None:
    """Say why the tiles cannot be dealt."""
    total, dealt = len(r.tiles), r.players * r.hand_size
    if dealt > total:
        return say(
            "{players} players × {hand_size} tiles = {dealt}, but a double-{set_size} set has {total} tiles "
            "(players, hand_size, set_size)",
            players=r.players,
            hand_size=r.hand_size,
            dealt=dealt,
            set_size=r.set_size,
            total=total,
        )
    if r.opening_tile == "from_boneyard" and dealt == total:
        return say(
            "opening_tile = from_boneyard needs a tile in the boneyard, but {players} × {hand_size} = {total} deals "
            "the whole set",
            players=r.players,
            hand_size=r.hand_size,
            total=total,
        )
    return None


def _check_turn(r: Rules) -> str | None:
    """Say why the turns cannot be played so."""
    if r.draw_ends_turn and r.draw_limit != 1:
        return say("draw_ends_turn wants draw_limit = 1, not {limit}: one draw is all a turn has", limit=r.draw_limit)
    if r.placement == "each_end" and r.tiles_per_turn == 1:
        return say("placement = each_end wants tiles_per_turn = 2: one tile cannot cover both ends")
    if r.placement == "each_end" and r.spinner != "none":
        return say("placement = each_end wants spinner = none: two tiles cannot cover four ends")
    return None


def _check_lead(r: Rules) -> str | None:
    """Say why the round cannot be led so."""
    if r.first_lead == "odd_even" and r.players != 2:
        return say("first_lead = odd_even is for two players, not {players}", players=r.players)
    if r.no_double == "draw":
        if r.reserve or r.draw_limit == 0:
            return say(
                "no_double = draw wants reserve = 0 and draw_limit other than 0, so that the opening double can be "
                "drawn (reserve = {reserve}, draw_limit = {limit})",
                reserve=r.reserve,
                limit=r.draw_limit,
            )
        if r.opening_tile not in ("called", "set_double"):
            return say("no_double = draw wants opening_tile = set_double, not {value}", value=r.opening_tile)
    if r.opening_tile == "set_double" and r.no_double == "highest_tile":
        return say("opening_tile = set_double wants no_double = redeal or draw: no other tile may be led")
    if r.opening_tile == "set_double" or r.no_double == "draw":
        if r.first_lead != "highest_double":
            return say("a round that must open with the highest double wants first_lead = highest_double")
        if r.next_lead not in ("same_call", "highest_double"):
            return say("a round that must open with the highest double wants next_lead = same_call")
    return None


def _check_sides(r: Rules) -> str | None:
    """Say why these sides cannot play."""
    if r.partners and r.players != 4:
        return say("partners = True is for four players, not {players}", players=r.players)
    return None
