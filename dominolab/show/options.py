"""The options of the rules in words, for forms."""

from __future__ import annotations

from typing import Any

from dominolab.engine.rules import CHOICES
from dominolab.messages import say


def option_labels() -> dict[str, str]:
    """Return what each option of ``Rules`` is called, in the order in which a form asks for them.

    >>> import dominolab as dl
    >>> set(option_labels()) == set(dl.rules("classic").options())
    True
    """
    return {
        "players": say("players"),
        "set_size": say("highest number of the set"),
        "hand_size": say("tiles in a hand"),
        "draw_limit": say("draws in a turn (empty: until one fits)"),
        "may_draw_when_able": say("may draw although a tile fits"),
        "draw_ends_turn": say("a drawn tile ends the turn"),
        "reserve": say("tiles nobody draws"),
        "draw_price": say("points for each draw"),
        "price_to": say("who gets that price"),
        "tiles_per_turn": say("tiles laid in a turn"),
        "placement": say("where they are laid"),
        "spinner": say("arms off the first double"),
        "dead_line": say("when no tile is left that fits"),
        "first_lead": say("who leads first"),
        "no_double": say("if nobody holds a double"),
        "next_lead": say("who leads later rounds"),
        "lead_after_tie": say("who leads after a tie"),
        "opening_tile": say("the first tile"),
        "scoring": say("the winner scores"),
        "blocked": say("a blocked round"),
        "tie": say("equal hands at a block"),
        "double_blank": say("0-0 counts"),
        "partners": say("partners"),
        "target": say("points to win"),
        "match_tie": say("equal scores at the target"),
    }


def choice_label(name: str, value: str) -> str:
    """Return what a choice of an option means.

    >>> choice_label("spinner", "at_once")
    'at once'
    """
    return _choices().get(f"{name}={value}", value.replace("_", " "))


def value_words(name: str, value: Any) -> str:
    """Return an option's value as it is shown."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if value is None:
        return say("until one fits")
    return choice_label(name, value) if name in CHOICES else str(value)


def _choices() -> dict[str, str]:
    return {
        "placement=any_end": say("at any end"),
        "placement=each_end": say("one at each end"),
        "price_to=bank": say("nobody"),
        "price_to=winner": say("the winner"),
        "spinner=none": say("none"),
        "spinner=after_both": say("after both sides"),
        "spinner=at_once": say("at once"),
        "dead_line=play_on": say("play on"),
        "dead_line=end": say("the round ends"),
        "first_lead=highest_double": say("highest double"),
        "first_lead=highest_tile": say("highest tile"),
        "first_lead=draw_highest": say("lot: highest tile drawn"),
        "first_lead=draw_sum": say("lot: highest sum drawn"),
        "first_lead=odd_even": say("lot: odd or even"),
        "first_lead=dealer_left": say("left of the dealer"),
        "first_lead=random": say("by chance"),
        "no_double=redeal": say("deal again"),
        "no_double=highest_tile": say("highest tile"),
        "no_double=draw": say("draw until it comes"),
        "next_lead=same_call": say("as in the first round"),
        "next_lead=winner": say("the winner"),
        "next_lead=rotate": say("the next seat"),
        "next_lead=same_player": say("the same player"),
        "next_lead=highest_double": say("highest double"),
        "next_lead=random": say("by chance"),
        "lead_after_tie=same_player": say("the same player"),
        "lead_after_tie=highest_double": say("highest double"),
        "lead_after_tie=rotate": say("the next seat"),
        "opening_tile=called": say("the one called"),
        "opening_tile=any": say("any tile"),
        "opening_tile=set_double": say("the set's highest double"),
        "opening_tile=from_boneyard": say("one from the boneyard"),
        "scoring=others_minus_own": say("the others' pips less its own"),
        "scoring=others": say("the others' pips"),
        "scoring=all": say("all pips"),
        "blocked=lowest": say("goes to the lowest hand"),
        "blocked=ten_each": say("ten points each"),
        "tie=share": say("each scores"),
        "tie=nobody": say("nobody scores"),
        "tie=blocker": say("who laid the last tile wins"),
        "match_tie=play_on": say("play on"),
        "match_tie=share": say("both win"),
    }
