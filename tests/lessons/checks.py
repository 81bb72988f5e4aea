"""A second opinion on every kind of question: the answer worked out again from what the learner reads.

Nothing here calls the makers, ``dl.holdings`` or ``dl.solve``: rules by hand, deals counted one slot at a time, endgames
searched plainly.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from dominolab.engine import law
from dominolab.engine.moves import ENDS, Draw, End, Pass, Play
from dominolab.engine.tiles import Hand, Tile, tiles_of
from dominolab.errors import IllegalMoveError
from dominolab.messages import speaking

SEATS = "ABCDEFGHIJKL"


# ------------------------------------------------------------------------------------------------- legal moves


def ends_by_hand(line, rules):
    """Return the open ends of a line as a person reads them off."""
    ends = {"<": line.row[0].first, ">": line.row[-1].second}
    place = line.spinner
    if rules.spinner != "none" and place is not None:
        covered = 0 < place < len(line.row) - 1
        if covered or rules.spinner == "at_once":
            number = line.row[place].first
            ends["^"] = line.up[-1].second if line.up else number
            ends["v"] = line.down[-1].second if line.down else number
    return ends


def legal_moves(exercise):
    """Return the right answer to a question about legal moves."""
    view, rules = exercise.scene, exercise.scene.rules
    ends = ends_by_hand(view.line, rules)
    fits = {f"{tile}{mark}" for tile in view.hand for mark, number in ends.items() if number in (tile.high, tile.low)}
    found = fits if exercise.level == 3 else {key.rstrip("<>^v") for key in fits}
    if exercise.level > 1:
        drawable = 0 if rules.draw_limit == 0 else max(0, view.boneyard - rules.reserve)
        left = drawable and (rules.draw_limit is None or view.draws < rules.draw_limit)
        draws = left and (rules.may_draw_when_able or not fits)
        found |= {"draw"} if draws else set()
        found |= {"pass"} if not draws and not fits else set()
    return " ".join(sorted(found)) or "none"


# ------------------------------------------------------------------------------------------------ hidden tiles


class Slots:
    """The hidden tiles and the places they may have been in, counted tile by tile."""

    def __init__(self, view):
        rules, me = view.rules, view.seat
        self.rules = rules
        slots = []  # [owner, time of acquisition]
        denied = {seat: [] for seat in range(rules.players)}  # (time, numbers open)
        played = []  # (seat, tile, time)
        ends = {}
        line = None
        for seat in range(rules.players):
            if seat != me:
                slots += [(seat, -1)] * view.start.hand_sizes[seat]
        for time, event in enumerate(view.log):
            if isinstance(event.move, Play):
                tile, end = event.move.tile, event.move.end
                if line is None:
                    ends, line = {End.LEFT: tile.low, End.RIGHT: tile.high}, [tile]
                else:
                    ends[end] = tile.high + tile.low - ends[end]
                if event.seat != me:
                    played.append((event.seat, tile, time))
            else:
                denied[event.seat].append((time, set(ends.values())))
                if isinstance(event.move, Draw) and event.seat != me:
                    slots.append((event.seat, time))
        yard = view.boneyard
        slots += [("boneyard", 0)] * yard
        self.slots, self.denied, self.played = slots, denied, played
        self.hidden = list(view.unseen)
        self.opening = view.start.opening if rules.leads_called_tile else None

    def fits(self, tile, slot, until=None):
        """Whether a tile may have been in a slot (and left it at a time)."""
        owner, acquired = slot
        if owner == "boneyard":
            return until is None
        if self.opening and acquired < 0 and tile.is_double and tile.high > self.opening.high:
            return False
        for time, numbers in self.denied[owner]:
            held = time > acquired and (until is None or time < until)
            if held and {tile.high, tile.low} & numbers:
                return False
        return True

    def ways(self, banned=frozenset(), owner=None):
        """Return the number of deals that fit, with ``banned`` tiles kept out of an owner's slots."""
        items = [(tile, None, None) for tile in self.hidden] + [(tile, seat, time) for seat, tile, time in self.played]
        rows = []
        for tile, seat, time in items:
            row = []
            for slot in self.slots:
                ok = (seat is None or slot[0] == seat) and self.fits(tile, slot, time)
                if seat is not None and slot[1] > time:
                    ok = False
                if seat is None and tile in banned and slot[0] == owner:
                    ok = False
                row.append(ok)
            rows.append(row)
        columns = list(zip(*rows, strict=True))
        groups = {}
        for column in columns:
            groups[column] = groups.get(column, 0) + 1
        kinds, sizes = list(groups), tuple(groups.values())
        order = sorted(range(len(rows)), key=lambda i: sum(rows[i]))
        states = {sizes: 1}
        for i in order:
            after = {}
            for left, n in states.items():
                for g, room in enumerate(left):
                    if room and kinds[g][i]:
                        key = (*left[:g], room - 1, *left[g + 1 :])
                        after[key] = after.get(key, 0) + n * room
            states = after
        return sum(states.values())


def ruled_out(exercise):
    """Return the right answer to a question about what a player cannot hold."""
    match = re.search(r"can (\w) not hold|none of (\w)'s", exercise.question)
    seat = SEATS.index(match[1] or match[2])
    slots = Slots(exercise.scene)
    total = slots.ways()
    assert total
    found = []
    for key in exercise.keys:
        tiles = [Tile(key)] if "-" in key else [tile for tile in slots.hidden if int(key) in tile]
        if slots.ways(frozenset(tiles), seat) == total:
            found.append(key)
    return " ".join(sorted(found)) or "none"


def probability(exercise):
    """Return the right answer to a question of probability, from its words."""
    slots = Slots(exercise.scene)
    words = exercise.question
    if match := re.search(r"that (\S+) is in the boneyard", words):
        owner, tiles = "boneyard", [Tile(match[1])]
    elif match := re.search(r"that (\w) holds at least one tile with a (\d+)", words):
        owner, tiles = SEATS.index(match[1]), [tile for tile in slots.hidden if int(match[2]) in tile]
    elif match := re.search(r"that (\w) holds a tile that can be played now", words):
        line = exercise.scene.line
        ends = (line.row[0].first, line.row[-1].second)
        owner, tiles = SEATS.index(match[1]), [t for t in slots.hidden if t.high in ends or t.low in ends]
    else:
        match = re.search(r"that (\w) holds (\S+)\?", words)
        owner, tiles = SEATS.index(match[1]), [Tile(match[2])]
    return str(1 - Fraction(slots.ways(frozenset(tiles), owner), slots.ways()))


# ------------------------------------------------------------------------------------------------------ points


def points_by_hand(rules, hands, out, last, drawn):
    """Return the points of every side, as one adds them up at the table, and the winning sides."""
    seats = range(rules.players)
    counts = [sum(t.high + t.low for t in hand) + (rules.double_blank if Tile("0-0") in hand else 0) for hand in hands]
    sides = 2 if rules.partners else rules.players
    of = [seat % 2 if rules.partners else seat for seat in seats]
    each = [sum(counts[seat] for seat in seats if of[seat] == side) for side in range(sides)]
    points = [0] * sides
    if out is not None:
        winners = [of[out]]
    elif rules.blocked == "ten_each":
        winners, points = [], [10] * sides
    else:
        low = min(each)
        winners = [side for side in range(sides) if each[side] == low]
        if len(winners) > 1 and rules.tie == "nobody":
            winners = []
        if len(winners) > 1 and rules.tie == "blocker":
            winners = [of[last]] if of[last] in winners else []
    for side in winners:
        others = sum(n for other, n in enumerate(each) if other != side and (out is not None or other not in winners))
        if rules.scoring == "all":
            points[side] = sum(each)
        elif rules.scoring == "others" or out is not None:
            points[side] = others
        else:
            points[side] = others - each[side]
        if len(winners) == sides:
            points[side] = 0
    for seat in seats:
        points[of[seat]] -= rules.draw_price * drawn[seat]
    return points, winners


def finished(position):
    """Return what ended a round: hands, who went out, who laid the last tile, how many tiles each drew."""
    out = next((seat for seat, hand in enumerate(position.hands) if not hand), None)
    plays = [event.seat for event in position.history if isinstance(event.move, Play)]
    drawn = [
        sum(e.seat == s and isinstance(e.move, Draw) for e in position.history) for s in range(len(position.hands))
    ]
    return position.hands, out, plays[-1], drawn


def score(exercise):
    """Return the right answer to a question about points, from its words."""
    rules = exercise.scene.rules
    points, _ = points_by_hand(rules, *finished(exercise.scene))
    match = re.search(r"does (?:the pair )?(\w)(?: and \w)? get", exercise.question)
    return str(points[SEATS.index(match[1])])


# ------------------------------------------------------------------------------------------------------ leads


def who_leads(exercise):
    """Return the right answer to a question about the lead, from the hands as they are told."""
    position = exercise.scene
    rules = position.rules
    if exercise.level == 3:
        return _next_leader(position, rules)
    told = [re.fullmatch(r"(\w) holds (.*)", fact) for fact in exercise.given]
    hands = {match[1]: tiles_of(match[2]) for match in told if match}
    everything = [(tile, seat) for seat, hand in hands.items() for tile in hand]
    if rules.opening_tile == "set_double":
        return next((seat for tile, seat in everything if tile == Tile("6-6")), "redeal")
    if rules.first_lead == "highest_double":
        doubles = [(tile.high, seat) for tile, seat in everything if tile.high == tile.low]
        if doubles:
            return max(doubles)[1]
        if rules.no_double == "redeal":
            return "redeal"
    return max((tile.high + tile.low, tile.high, seat) for tile, seat in everything)[2]


def _next_leader(position, rules):
    """Return who leads after a finished round, for rules that name a seat."""
    _, _, last, _ = finished(position)
    _, winners = points_by_hand(rules, *finished(position))
    leader = position.history[0].seat if isinstance(position.history[0].move, Play) else None
    how = rules.next_lead
    if how == "winner" and len(winners) == 1:
        side = winners[0]
        return SEATS[last if (last % 2 if rules.partners else last) == side else side]
    if how == "winner":
        how = rules.lead_after_tie
    return {"rotate": SEATS[(leader + 1) % rules.players], "same_player": SEATS[leader]}[how]


# ---------------------------------------------------------------------------------------------- illegal moves


def find_illegal(exercise):
    """Return the right answer: the first action of the record that a position refuses."""
    position = exercise.scene
    where = {"on the left": "<", "on the right": ">", "on the upper arm": "^", "on the lower arm": "v", "": ""}
    for key, label in exercise.options:
        match = re.fullmatch(r"\d+\. (\w) (?:played (\S+?)(?: (on .+))?|drew.*|passed)\.", label)
        move = Draw() if " drew" in label else Pass() if " passed" in label else f"{match[2]}{where[match[3] or '']}"
        if position.turn != SEATS.index(match[1]):
            return key
        try:
            position = position.move(move)
        except IllegalMoveError:
            return key
    return "nothing"


# -------------------------------------------------------------------------------------------------- best moves


def best_move(exercise):
    """Return the right answer: the best of the options by plain search to the end, and that none is as good."""
    position = exercise.scene
    order = tuple(tile.number for tile in position.yard)
    values = {key: _value(position._after(_play(key)), order, position.state.turn) for key in exercise.keys}
    best = max(values.values())
    named = [key for key, value in values.items() if value == best]
    assert len(named) == 1, values
    assert all(_play(key) in position.legal_moves for key in exercise.keys)
    return named[0]


def _play(key):
    return Play(Tile(key[:-1]), ENDS["<>^v".index(key[-1])])


def _value(position, order, me):
    """Return the points of seat ``me`` less the other's with best play."""
    used = len(order) - len(position.yard)
    return _search(position.state, position.rules.terms, order[used:], me)


@lru_cache(maxsize=200_000)
def _search(s, t, order, me):
    if s.over:
        counts = law.tally(s, t)
        return law.points(counts, s, me, t) - law.points(counts, s, 1 - me, t)
    moves = law.legal(s, t)
    found = [
        _search(law.play(s, t, tile.number, end.code), t, order, me)
        for end in ENDS
        for tile in Hand(law.at(moves, end.code))
    ]
    if moves.draw:
        found.append(_search(law.draw(s, t, order[0]), t, order[1:], me))
    if moves.pass_:
        found.append(_search(law.skip(s, t), t, order, me))
    return max(found) if s.turn == me else min(found)


CHECKS = {
    "legal-moves": legal_moves,
    "ruled-out": ruled_out,
    "probability": probability,
    "score": score,
    "who-leads": who_leads,
    "find-illegal": find_illegal,
    "best-move": best_move,
}


def faults(exercise):
    """Return everything that is wrong with a question; its language must be English."""
    found = []
    right = CHECKS[exercise.kind](exercise)
    if exercise.right != right:
        found.append(f"right is {right}, not {exercise.right}")
    if not exercise.check(exercise.answer).right:
        found.append("its own answer is refused")
    if len(set(exercise.keys)) != len(exercise.keys) or len({label for _, label in exercise.options}) != len(
        exercise.keys
    ):
        found.append(f"two options are equal: {exercise.options}")
    if exercise.form == "choice" and [key for key in exercise.keys if exercise.check(key).right] != [exercise.right]:
        found.append("not exactly one option is right")
    seen = set()
    for wrong in exercise.wrongs:
        feedback = exercise.check(wrong.answer)
        if feedback.right or not feedback.readable or feedback.model != wrong.model or wrong.answer in seen:
            found.append(f"the mistake {wrong.model} ({wrong.answer}) is judged {feedback}")
        seen.add(wrong.answer)
    if exercise.form == "number" and Fraction(exercise.right) in {Fraction(wrong.answer) for wrong in exercise.wrongs}:
        found.append("a mistake has the right number")
    return found + text_faults(exercise)


def texts(exercise):
    """Return all that a learner may read of a question, in the language in force."""
    feedback = [
        exercise.check(answer) for answer in (*exercise.keys, *(wrong.answer for wrong in exercise.wrongs), "999999")
    ]
    return [
        exercise.question, exercise.why, *exercise.given, *exercise.hints, *(label for _, label in exercise.options),
        *(part.why for part in feedback),
    ]  # fmt: skip


def text_faults(exercise):
    """Return what is wrong with the words, in whatever language they are."""
    wrong = r"[{}]|\bNone\b|\b1 (tiles|points|fichas|puntos|tantos)\b"
    return [f"bad words: {text!r}" for text in texts(exercise) if not text.strip() or re.search(wrong, text)]


def untranslated(exercise):
    """Return what is said in the same words in English and Spanish."""
    english = texts(exercise)
    with speaking("es"):
        spanish = texts(exercise)
    pairs = zip(english, spanish, strict=True)
    return [here for here, there in pairs if here == there and re.search(r"[a-z]{3,}", here)]
