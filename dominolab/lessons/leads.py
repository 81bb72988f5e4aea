"""Who leads? Round 1 by a call, with and without doubles; later rounds by what happened before."""

from __future__ import annotations

from dominolab.engine import chance, law
from dominolab.engine.moves import seat_name
from dominolab.engine.position import Position
from dominolab.engine.rules import CHOICES, Rules
from dominolab.engine.setup import setup
from dominolab.engine.tiles import Hand, Tile, tile_number
from dominolab.lessons.answers import CHOICE
from dominolab.lessons.exercise import Exercise, Option, Text, wrong_choices
from dominolab.lessons.material import Dice, cached_rules, played, rule_words, seat_fact, tries
from dominolab.lessons.scoring import out_fact
from dominolab.messages import later

LEVELS = 3
NUMBER = 3
AGAIN = "redeal"
RULES = {
    1: ("classic", "classic players=3", "ukrainian", "classic-high-tile"),
    2: (
        "classic",
        "classic players=3",
        "classic players=4",
        "hidden-two",
        "latin",
        "latin players=3",
        "classic-high-tile",
    ),
    3: (
        "askalink draw_limit=0 may_draw_when_able=False",
        "common players=3",
        "last-leader players=4",
        "puerto-rico players=3",
        "puerto-rico lead_after_tie=rotate draw_limit=0",
        "partnership next_lead=winner",
    ),
}


def make(seed: int, level: int) -> Exercise:
    """Return a question about the lead: a call (level 1), also without doubles (2), the round after another (3)."""
    for dice in tries(NUMBER, seed, level):
        r = cached_rules(dice.pick(RULES[level]))
        found = _next_round(dice, r, seed) if level == 3 else _first_round(dice, r, seed, level)
        if found is not None:
            return found
    raise AssertionError


def _first_round(dice: Dice, r: Rules, seed: int, level: int) -> Exercise | None:
    """Return the question who leads round 1, or None where the deal is too plain for the level."""
    order = list(range(len(r.tiles)))
    chance.shuffle(order, dice.key, 1 << 20)
    hands = [Hand(tile_number(n) for n in order[i * r.hand_size : (i + 1) * r.hand_size]) for i in range(r.players)]
    doubles = [tile for hand in hands for tile in hand if tile.is_double]
    rare = len(doubles) < 2 or r.opening_tile == "set_double"
    if (level == 1 and not doubles) or (level == 2 and not rare and dice.below(8)):
        return None
    tile = called_tile(r, hands)
    leader = law.holder(tuple(hand.mask for hand in hands), tile.number if tile else law.NOWHERE)
    right = AGAIN if leader == law.NOWHERE else seat_name(leader)
    wrongs = wrong_choices(right, _call_mistakes(r, hands))
    if not wrongs:  # every usual mistake would be right by luck
        return None
    because = (
        later("Nobody holds a tile that may be called: the tiles are dealt again.")
        if right == AGAIN
        else later("{seat} holds {tile}, which is called first.", seat=right, tile=tile)
    )
    return Exercise(
        kind="who-leads",
        seed=seed,
        level=level,
        form=CHOICE,
        ask=later("The tiles have just been dealt for the first round. Who leads?"),
        right=right,
        because=because,
        facts=(
            rule_words(r, "lead"),
            rule_words(r, "first_tile"),
            *(seat_fact(i, hand) for i, hand in enumerate(hands)),
        ),
        choices=_options(r, because, again=True),
        wrongs=wrongs,
        steps=(
            later("Read the rule: is a double called, or the tile with the most pips?"),
            later("Go down from the highest tile that may be called until somebody holds it."),
            later("Of two tiles with the same pips the one with the higher number is called first: 6-3 before 5-4.")
            if r.first_lead == "highest_tile" or r.no_double == "highest_tile"
            else later("Tiles in the boneyard are not called."),
        ),
        scene=setup(r, "", hands, " ".join(str(tile_number(n)) for n in order[r.players * r.hand_size :])),
    )


def called_tile(r: Rules, hands: list[Hand]) -> Tile | None:
    """Return the tile that is led in round 1, or None where the tiles are dealt again."""
    masks = tuple(hand.mask for hand in hands)
    if r.opening_tile == "set_double":
        top = Tile(r.set_size, r.set_size)
        return top if law.holder(masks, top.number) != law.NOWHERE else None
    number = law.opening_call(masks, r.first_lead == "highest_double", r.no_double == "highest_tile")
    return None if number == law.NOWHERE else tile_number(number)


def _options(r: Rules, because: Text, *, again: bool) -> tuple[Option, ...]:
    seats = [
        Option(seat_name(seat), later("player {seat}", seat=seat_name(seat)), because) for seat in range(r.players)
    ]
    if again:
        seats.append(Option(AGAIN, later("nobody: the tiles are dealt again"), because))
    return tuple(seats)


def _call_mistakes(r: Rules, hands: list[Hand]) -> list[tuple[str, str, Text]]:
    """Return wrong ways to find the first leader, each with the seat it names."""

    def who(tile: Tile) -> str:
        return seat_name(next(i for i, hand in enumerate(hands) if tile in hand))

    tiles = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in tiles if tile.is_double]
    heaviest = max(tiles, key=lambda tile: (tile.pips, tile.high))
    sums = [hand.pips for hand in hands]
    calls_doubles = r.first_lead == "highest_double"
    models: list[tuple[str, str, Text]] = []
    if calls_doubles and (doubles or r.opening_tile == "set_double"):
        models.append(("heaviest-tile", who(heaviest), later("a double is called, not the tile with the most pips")))
    if doubles and not calls_doubles:
        models.append(
            ("highest-double", who(max(doubles)), later("here the tile with the most pips is called, double or not"))
        )
    if doubles and r.opening_tile == "set_double":
        models.append(("any-double", who(max(doubles)), later("only the highest double of the set may open")))
    if not doubles:
        models.append(("no-double-redeal", AGAIN, later("without a double the tile with the most pips leads here")))
        models.append(("no-double-heaviest", who(heaviest), later("without a double these rules deal again")))
        low = max(tiles, key=lambda tile: (tile.pips, -tile.high))
        models.append(
            ("tie-to-lower", who(low), later("of two tiles with the same pips the higher number is called first"))
        )
    models.append(
        ("most-pips-in-hand", seat_name(sums.index(max(sums))), later("one tile decides, not the sum of a hand"))
    )
    models.append(("first-seat", "A", later("the first seat has no right to lead")))
    return models


def _next_round(dice: Dice, r: Rules, seed: int) -> Exercise | None:
    """Return the question who leads after a round played by chance."""
    position = played(r, dice)[-1]
    outcome, state = position.outcome, position.state
    how, after_tie = CHOICES["next_lead"].index(r.next_lead), CHOICES["next_lead"].index(r.lead_after_tie)
    leader = law.leads_next(state, law.tally(state, r.terms), position.start.leader, how, after_tie, r.terms)
    if outcome is None or leader == law.NOWHERE or (outcome.kind == "out" and dice.below(2)):
        return None
    right = seat_name(leader)
    last = later("{seat} led this round.", seat=seat_name(position.start.leader))
    ended = (
        later("{seat} went out.", seat=seat_name(outcome.seat or 0))
        if outcome.kind == "out"
        else later("The round was blocked; {seat} laid the last tile.", seat=seat_name(outcome.seat or 0))
    )
    rule: list[Text] = [rule_words(r, "lead")]
    if outcome.kind == "blocked":
        rule.append(rule_words(r, "block"))
    if r.partners:
        rule.append(later("A and C are partners, and so are B and D."))
        rule.append(later("For a pair that won a block, the one who laid the last tile leads, or else its first seat."))
    because = later("By these rules {seat} leads the next round.", seat=right)
    return Exercise(
        kind="who-leads",
        seed=seed,
        level=3,
        form=CHOICE,
        ask=later("This round is over. Who leads the next one?"),
        right=right,
        because=because,
        facts=(
            *rule,
            last,
            ended,
            *(seat_fact(i, hand) if hand else out_fact(i) for i, hand in enumerate(position.hands)),
        ),
        choices=_options(r, later("read the rule about the next lead again"), again=False),
        wrongs=wrong_choices(right, _later_mistakes(position)),
        steps=(
            later("Read the rule: the winner, the next seat, or the same player?"),
            later("At a block the lowest count wins; with equal lowest counts read what the rules say."),
        ),
        scene=position,
    )


def _later_mistakes(position: Position) -> list[tuple[str, str, Text]]:
    """Return wrong ways to find the next leader."""
    r, outcome = position.rules, position.outcome
    leader = position.start.leader
    models: list[tuple[str, str, Text]] = []
    if outcome is not None and outcome.seat is not None:
        models.append(
            ("last-tile-leads", seat_name(outcome.seat), later("laying the last tile is not what counts here"))
        )
    if outcome is not None and len(outcome.winners) == 1 and not r.partners:
        models.append(
            ("winner-leads", seat_name(outcome.winners[0]), later("under these rules winning does not give the lead"))
        )
    return [
        *models,
        ("same-leader", seat_name(leader), later("the lead does not stay with the same player here")),
        (
            "lead-rotates",
            seat_name((leader + 1) % r.players),
            later("the lead does not simply go to the next seat here"),
        ),
    ]
