"""Rules in words: one sentence for each thing a player at the table would ask."""

from __future__ import annotations

from dominolab.engine.rules import CALLS, Rules
from dominolab.messages import count, say


def describe(r: Rules) -> str:
    """Return the rules in words, a sentence a line."""
    return "\n".join(part for part in (sentence(r, topic) for topic in TOPICS) if part)


TOPICS = ("table", "lead", "first_tile", "turn", "drawing", "ends", "out", "block", "match")


def sentence(r: Rules, topic: str) -> str:
    """Return what the rules say on one of ``TOPICS``; empty where there is nothing to say.

    >>> import dominolab as dl
    >>> sentence(dl.rules("block"), "drawing")
    'Nobody draws: who cannot play passes.'
    """
    parts = (_table, _lead, _first_tile, _turn, _drawing, _ends, _out, _block, _match)
    return dict(zip(TOPICS, parts, strict=True))[topic](r)


def _table(r: Rules) -> str:
    left = r.boneyard_size
    seats = (
        say("{n} players in pairs, a and c against b and d", n=r.players)
        if r.partners
        else say("{n} players", n=r.players)
    )
    yard = count("{n} tile stays in the boneyard", "{n} tiles stay in the boneyard", left)
    hands = count("{n} tile each", "{n} tiles each", r.hand_size)
    return say("{seats}, a double-{set} set, {hands}; {yard}.", seats=seats, set=r.set_size, hands=hands, yard=yard)


def _lead(r: Rules) -> str:
    first = {
        "highest_double": say("Whoever holds the highest double leads the first round"),
        "highest_tile": say("Whoever holds the tile with the most pips leads the first round"),
        "draw_highest": say("Each draws a tile; the heaviest leads the first round"),
        "draw_sum": say("Each draws a tile; the remainder of all pips names the first leader"),
        "odd_even": say("One calls odd; two drawn tiles decide who leads the first round"),
        "dealer_left": say("The seat after the dealer leads the first round"),
        "random": say("Chance decides who leads the first round"),
    }[r.first_lead]
    later = {
        "same_call": say("and so in every round"),
        "winner": say("then the winner leads"),
        "rotate": say("then the lead goes round"),
        "same_player": say("then the same player leads again"),
        "highest_double": say("then the highest double leads"),
        "random": say("then chance decides again"),
    }[r.next_lead]
    tied = {
        "same_player": say("after a round without one winner the last leader leads"),
        "highest_double": say("after a round without one winner the highest double leads"),
        "rotate": say("after a round without one winner the next seat leads"),
    }[r.lead_after_tie]
    return f"{first}, {later}; {tied}." if r.next_lead == "winner" else f"{first}, {later}."


def _first_tile(r: Rules) -> str:
    if r.draws_to_open:
        return say(
            "The round opens with {n}-{n}: until it lies, each turn is one draw and no other tile.",
            n=r.set_size,
        )
    opening = {
        "called": _called(r),
        "any": say("Any tile may be led."),
        "set_double": say("Only {n}-{n} may be led; deal again if nobody holds it.", n=r.set_size),
        "from_boneyard": say("A tile turned from the boneyard lies first."),
    }[r.opening_tile]
    if r.first_lead != "highest_double" or r.opening_tile != "called":
        return opening
    none = {
        "redeal": say("If nobody has a double, deal again."),
        "highest_tile": say("If nobody has a double, the tile with the most pips leads."),
        "draw": "",
    }[r.no_double]
    return f"{opening} {none}"


def _called(r: Rules) -> str:
    """Say in which rounds the called tile must be led."""
    first, later = (
        r.first_lead in CALLS,
        r.next_lead == "highest_double" or (r.next_lead == "same_call" and r.first_lead in CALLS),
    )
    if first and later:
        return say("The called tile must be led.")
    if first:
        return say("The called tile must be led; a round without a call opens with any tile.")
    return say("A called tile must be led, else any tile.") if later else say("Any tile may be led.")


def _turn(r: Rules) -> str:
    if r.tiles_per_turn == 1:
        return say("A turn lays one tile at an open end.")
    where = (
        say("A turn lays two tiles, one on each open end.")
        if r.placement == "each_end"
        else say("A turn lays two tiles, anywhere.")
    )
    last = say("With one tile left and nothing to draw, it is laid whatever its numbers.")
    return f"{where} {last}"


def _drawing(r: Rules) -> str:
    if r.draw_limit == 0:
        return say("Nobody draws: who cannot play passes.")
    if r.draw_limit is None:
        base = say("Who cannot play draws until a tile fits.")
    else:
        base = count("Who cannot play draws {n} tile.", "Who cannot play draws up to {n} tiles.", r.draw_limit)
    parts = [base]
    if r.draw_ends_turn:
        parts.append(say("A draw ends the turn."))
    if r.may_draw_when_able:
        parts.append(say("A player who could play may draw instead."))
    if r.reserve:
        parts.append(count("The last tile stays hidden.", "The last {n} tiles stay hidden.", r.reserve))
    if r.draw_price:
        price = count("Each drawn tile costs {n} point", "Each drawn tile costs {n} points", r.draw_price)
        to = say("paid to the round's only winner") if r.price_to == "winner" else say("paid to nobody")
        parts.append(f"{price}, {to}.")
    return " ".join(parts)


def _ends(r: Rules) -> str:
    spinner = {
        "none": "",
        "after_both": say("The first double grows two more arms once both its sides are covered."),
        "at_once": say("The first double has four open ends at once."),
    }[r.spinner]
    dead = say("The round ends when no tile that could follow is left off the table.") if r.dead_line == "end" else ""
    return f"{spinner} {dead}".strip()


def _out(r: Rules) -> str:
    if r.scoring == "all":
        return say("Whoever lays the last tile wins all pips left in every hand.")
    return say("Whoever lays the last tile wins the pips left in the other hands.")


def _block(r: Rules) -> str:
    if r.blocked == "ten_each":
        return say("A blocked round is a draw: ten points each.")
    gain = {
        "others_minus_own": say("the others' pips less its own"),
        "others": say("the others' pips"),
        "all": say("all pips"),
    }[r.scoring]
    tie = {
        "share": say("equal lowest hands each score, the other left out"),
        "nobody": say("equal lowest hands score nothing"),
        "blocker": say("of equal lowest hands the one that laid the last tile wins"),
    }[r.tie]
    blank = say(" 0-0 counts {n}.", n=r.double_blank) if r.double_blank else ""
    return say("A blocked round goes to the lowest count, for {gain}; {tie}.", gain=gain, tie=tie) + blank


def _match(r: Rules) -> str:
    tie = say("both win") if r.match_tie == "share" else say("play another round")
    return say("The first to {n} points wins; if two have the same score there, {tie}.", n=r.target, tie=tie)
