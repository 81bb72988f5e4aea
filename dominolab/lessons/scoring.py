"""What does the round pay? The answer is the law's; the mistakes are sums that people make at the table."""

from __future__ import annotations

from fractions import Fraction

from dominolab.engine import law
from dominolab.engine.moves import seat_name
from dominolab.engine.outcome import Outcome
from dominolab.engine.position import Position
from dominolab.engine.rules import Rules
from dominolab.lessons.answers import NUMBER as FREE
from dominolab.lessons.exercise import Exercise, Text, wrong_numbers
from dominolab.lessons.material import Dice, cached_rules, joined, played, rule_words, seat_fact, tries
from dominolab.messages import later

LEVELS = 3
NUMBER = 2
RULES = {
    1: ("classic", "classic players=3", "hidden-two", "askalink"),
    2: ("block", "block players=3", "block players=4", "askalink draw_limit=0 may_draw_when_able=False"),
    3: (
        "dutch",
        "puerto-rico players=3",
        "partnership",
        "hidden-two draw_limit=0 may_draw_when_able=False",
        "block players=3 double_blank=13",
        "pay-to-draw",
        "partnership scoring=others_minus_own",
        "puerto-rico-blocker draw_limit=0",
    ),
}
ENDING = {1: "out", 2: "blocked", 3: None}


def make(seed: int, level: int) -> Exercise:
    """Return a question about the points: someone went out (level 1), a block (2), other rules and partners (3)."""
    for dice in tries(NUMBER, seed, level):
        r = cached_rules(dice.pick(RULES[level]))
        position = played(r, dice)[-1]
        outcome = position.outcome
        if outcome is None or ENDING[level] not in (None, outcome.kind) or not any(outcome.points):
            continue
        if outcome.kind == "out" and level == 3 and r.scoring != "all" and not (r.partners or r.draw_price):
            continue
        return _exercise(dice, position, outcome, seed, level)
    raise AssertionError


def _exercise(dice: Dice, position: Position, outcome: Outcome, seed: int, level: int) -> Exercise:
    r = position.rules
    side = dice.pick([side for side, points in enumerate(outcome.points) if points])
    right = Fraction(outcome.points[side])
    who = side_name(r, side)
    hands = [seat_fact(seat, hand) if hand else out_fact(seat) for seat, hand in enumerate(position.hands)]
    facts: list[Text] = [rule_words(r, "out" if outcome.kind == "out" else "block"), *hands]
    if r.partners:
        facts.insert(1, later("A and C are partners, and so are B and D."))
    if outcome.kind == "blocked" and outcome.seat is not None:
        facts.append(later("{seat} laid the last tile.", seat=seat_name(outcome.seat)))
    if r.draw_price:
        facts.insert(1, rule_words(r, "drawing"))
        facts += [
            later(
                "{seat} drew this many tiles: {n}", seat=seat_name(seat), n=law.drawn_by(position.state, seat, r.terms)
            )
            for seat in range(r.players)
        ]
    ended = (
        later("The round is over: {seat} laid the last tile.", seat=seat_name(outcome.seat or 0))
        if outcome.kind == "out"
        else later("The round is blocked: nobody can play or draw.")
    )
    pips = joined([later("{seat} {n}", seat=seat_name(seat), n=n) for seat, n in enumerate(outcome.pips)])
    return Exercise(
        kind="score",
        seed=seed,
        level=level,
        form=FREE,
        ask=later("{ended} How many points does {who} get for this round?", ended=ended, who=who),
        right=str(right),
        because=later("Pips left in the hands: {pips}. {work}", pips=pips, work=_work(position, outcome, side, who)),
        facts=tuple(facts),
        wrongs=wrong_numbers(right, _mistakes(position, outcome, side)),
        steps=(
            later("First count the pips left in every hand, 0-0 as the rules say."),
            later("Write the sum beside each hand. Whose sum decides?"),
            later("Then read the first fact again: whose pips count, and is anything taken off?"),
        ),
        scene=position,
    )


def _work(position: Position, outcome: Outcome, side: int, who: Text) -> Text:
    """Return how the points come about, with the sums."""
    r = position.rules
    mine = [seat for seat in range(r.players) if law.side_of(seat, r.terms) == side]
    own = sum(outcome.pips[seat] for seat in mine)
    price = r.draw_price * sum(law.drawn_by(position.state, seat, r.terms) for seat in mine)
    points = outcome.points[side]
    taken = own if side in outcome.winners and _subtracts(r, outcome) else 0
    parts = [str(points + price + taken), *(str(n) for n in (taken, price) if n)]
    total = " − ".join(parts)
    return later("For {who}: {sum}.", who=who, sum=f"{total} = {points}" if len(parts) > 1 else total)


def out_fact(seat: int) -> Text:
    """Return that a seat holds no tile."""
    return later("{seat} has no tile left", seat=seat_name(seat))


def side_name(r: Rules, side: int) -> Text:
    """Return the name of a side: a seat's letter, or both partners'."""
    if r.partners:
        return later("the pair {first} and {second}", first=seat_name(side), second=seat_name(side + 2))
    return seat_name(side)


def _mistakes(position: Position, outcome: Outcome, side: int) -> list[tuple[str, Fraction | int, Text]]:
    """Return wrong sums, each with the number it gives."""
    r = position.rules
    mine = [seat for seat in range(r.players) if law.side_of(seat, r.terms) == side]
    own = sum(outcome.pips[seat] for seat in mine)
    total = sum(outcome.pips)
    tiles = sum(len(hand) for seat, hand in enumerate(position.hands) if seat not in mine)
    plain = sum(hand.pips for seat, hand in enumerate(position.hands) if seat not in mine)
    price = r.draw_price * sum(law.drawn_by(position.state, seat, r.terms) for seat in mine)
    models: list[tuple[str, Fraction | int, Text]] = [
        ("counts-tiles", tiles, later("count pips, not tiles")),
        ("own-not-subtracted", total - own, _about_own(r, outcome)),
        ("own-subtracted", total - 2 * own, later("here your own pips are not taken off")),
        ("all-pips", total, later("these rules do not pay the pips of every hand")),
        ("own-counted", own, later("the winner is not paid its own pips")),
        ("lowest-only", max(outcome.pips), later("not only the heaviest hand counts")),
    ]
    if r.double_blank:
        blank = later("0-0 counts more under these rules")
        models.append(("blank-is-nothing", plain - (own if _subtracts(r, outcome) else 0), blank))
    if price:
        models.append(("price-forgotten", outcome.points[side] + price, later("take off the price of the drawn tiles")))
    if r.blocked == "ten_each":
        models.append(("nothing-at-a-draw", 0, later("a draw pays here: read the first fact")))
    return models


def _subtracts(r: Rules, outcome: Outcome) -> bool:
    return outcome.kind == "blocked" and r.scoring == "others_minus_own"


def _about_own(r: Rules, outcome: Outcome) -> Text:
    """Return what is wrong with the plain sum of the others' pips."""
    if _subtracts(r, outcome):
        return later("at a block your own pips are taken off")
    return later("the sum of the other hands is not what these rules pay")
