"""Slow and independent: every deal is replayed through the law, move by move, and kept if everything was legal."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import dominolab as dl
from dominolab.engine import law
from dominolab.engine.line import ends_of
from dominolab.engine.table import allowed, listed, start_state

# preset, players, set size, hand size, changed options
HANDS = {2: {2: 2, 3: 1, 4: 1}, 3: {2: 3, 3: 2, 4: 2}, 4: {2: 3, 3: 2, 4: 2}}  # set size -> players -> hand size
GAMES = [
    *[
        (name, n, size, min(preset.hands[n], HANDS[size][n]), {})
        for name, preset in dl.PRESETS.items()
        for n in preset.players
        for size in (2, 3, 4)
    ],
    *[(name, 2, 4, 4, {}) for name in ("classic", "common", "block", "double-draw", "hidden-two", "askalink-spinner")],
    ("askalink", 2, 3, 3, {"spinner": "at_once"}),
    ("classic", 2, 3, 3, {"spinner": "after_both", "draw_limit": 2}),
    ("common", 2, 3, 3, {"may_draw_when_able": True, "draw_limit": 1}),
    ("common", 3, 3, 2, {"may_draw_when_able": True, "draw_limit": 2, "reserve": 1}),
    ("double-draw", 2, 3, 3, {"placement": "any_end"}),
    ("double-draw", 2, 4, 4, {"placement": "any_end", "dead_line": "play_on"}),
    ("double-draw", 3, 3, 2, {"placement": "any_end", "spinner": "at_once"}),
    ("double-draw", 2, 3, 3, {"draw_ends_turn": False}),
    ("double-draw", 2, 3, 3, {"draw_ends_turn": False, "draw_limit": None, "may_draw_when_able": True}),
    ("common", 2, 3, 3, {"tiles_per_turn": 2}),
    ("draw-one", 2, 3, 3, {"draw_ends_turn": True}),
    ("common", 2, 3, 3, {"draw_ends_turn": True, "draw_limit": 1, "may_draw_when_able": True}),
    ("latin", 2, 3, 3, {"reserve": 1}),
    ("vietnamese", 2, 3, 3, {}),
    ("vietnamese", 3, 3, 2, {"draw_limit": 1}),
    ("puerto-rico", 2, 3, 3, {"opening_tile": "any"}),
]


def game(which, seed):
    """Return a position some random legal moves into a random round."""
    name, players, size, hand, options = GAMES[which]
    chance = random.Random(seed)
    rules = dl.rules(name, players=players, set_size=size, hand_size=hand, **options)
    position = dl.start(
        dl.deal(rules, seed, lead="highest_double") if chance.random() < 0.2 and _calls(rules) else dl.deal(rules, seed)
    )
    for _ in range(chance.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30])):
        moves = listed(position.moves)
        if not moves:
            break
        position = position.move(chance.choice(moves))
    return position


def given(which, seed):
    """Return a position some moves after one that was given: a line, hands, part of the rest as the boneyard."""
    first, chance = game(which, seed), random.Random(seed)
    if first.state.over or first.state.laid or not first.line.row:
        return None
    line = first.line
    yard = first.yard[: chance.randint(max(0, len(first.yard) - 2), len(first.yard))]
    spinner = str(line.row[line.spinner].tile) if line.spinner is not None else None
    position = dl.setup(
        first.rules, line.row, first.hands, yard, first.turn, up=line.up, down=line.down, spinner=spinner
    )
    for _ in range(chance.randint(0, 5)):
        moves = listed(position.moves)
        if not moves:
            break
        position = position.move(chance.choice(moves))
    return position


def _calls(rules):
    return (
        rules.first_lead != "highest_tile"
        and rules.no_double != "draw"
        and rules.opening_tile not in ("from_boneyard", "set_double")
    )


def size(view):
    """Return an upper bound for the deals that must be replayed."""
    rest = len(view.rules.tiles) - len(view.start.line)
    total = 1
    for seat, n in enumerate(view.start.hand_sizes):
        if seat != view.seat:
            total *= comb(rest - (len(view.dealt) if view.dealt else 0), n)
            rest -= n
    hidden = sum(1 for e in view.log if isinstance(e.move, dl.Draw) and e.tile is None)
    if view.start.given:
        rest = len(view.rules.tiles) - len(view.start.line) - sum(view.start.hand_sizes)
        total *= comb(rest, view.start.boneyard)
    for i in range(hidden):
        total *= max(1, rest - i - 4)
    return total


class Brute:
    """All deals that fit a view: ``worlds`` counts them by who holds what at the end."""

    def __init__(self, view):
        self.view, self.rules, self.terms = view, view.rules, view.rules.terms
        self.shown = dict(view.shown)
        self.worlds = Counter()
        self.states = {}
        lying = set(view.start.line.tiles)
        tiles = [t for t in self.rules.tiles if t not in lying and t not in set(view.dealt or ())]
        mine = {e.tile for e in view.log if e.seat == view.seat and e.tile is not None}
        self.deal([], 0, tiles, mine)
        self.count = sum(self.worlds.values())

    def deal(self, hands, seat, rest, mine):
        """Give each hidden seat every possible hand."""
        if seat == self.rules.players:
            self.begin(hands, rest)
            return
        if seat == self.view.seat:
            self.deal([*hands, self.view.dealt], seat + 1, rest, mine)
            return
        able = [t for t in rest if t not in mine]
        for hand in combinations(able, self.view.start.hand_sizes[seat]):
            self.deal([*hands, hand], seat + 1, [t for t in rest if t not in hand], mine)

    def begin(self, hands, rest):
        """Start the round if such a deal can be led so."""
        start = self.view.start
        first = next((p.tile for p in start.line), None) if not start.given else None
        if not start.given:
            if self.rules.first_lead == "highest_tile":
                held = tuple(dl.Hand(hand).mask for hand in hands)
                if law.called(held, doubles=False) != start.opening.number:
                    return
            try:
                deal = dl.Deal(self.rules, hands, rest, start.leader, start.opening, first)
            except dl.DominoError:
                return
            state = dl.start(deal).state
            self.replay(state, 0, frozenset(rest))
            return
        masks = tuple(dl.Hand(hand).mask for hand in hands)
        state = start_state(start, masks, ends_of(start.line, self.terms), law.NOWHERE)
        for yard in combinations(rest, start.boneyard):
            self.replay(state, 0, frozenset(yard))

    def replay(self, state, number, rest):
        """Go on from an event; a hidden draw may be any tile left."""
        if number == len(self.view.log):
            self.keep(state, rest)
            return
        event = self.view.log[number]
        move = event.move
        if state.turn != event.seat or not allowed(law.legal(state, self.terms), move):
            return
        if isinstance(move, dl.Pass):
            self.replay(law.skip(state, self.terms), number + 1, rest)
        elif isinstance(move, dl.Draw):
            for tile in [event.tile] if event.tile is not None else sorted(rest):
                if tile in rest:
                    self.replay(law.draw(state, self.terms, tile.number), number + 1, rest - {tile})
        else:
            end = law.APART if move.end is None else move.end.code
            self.replay(law.play(state, self.terms, move.tile.number, end), number + 1, rest)

    def keep(self, state, rest):
        """Count a deal that fits."""
        hands = tuple(frozenset(dl.Hand(law.hand_of(state, s, self.terms))) for s in range(self.rules.players))
        for seat, tiles in self.shown.items():
            if hands[seat] != set(tiles):
                return
        self.worlds[hands, rest] += 1
        self.states[hands] = state

    def share(self, test):
        """Return the share of the deals that pass a test of (hands, boneyard)."""
        return Fraction(sum(n for (hands, rest), n in self.worlds.items() if test(hands, rest)), self.count)

    def spread(self, value):
        """Return the distribution of a value of the hands."""
        found = Counter()
        for (hands, _), n in self.worlds.items():
            found[value(hands)] += n
        return {v: Fraction(n, self.count) for v, n in found.items()}

    def places(self):
        """Return tile -> place -> share for all tiles not on the table."""
        found = {}
        for (hands, rest), n in self.worlds.items():
            for place in (*range(len(hands)), "boneyard", "out of play"):
                tiles = self.at(hands, rest, place)
                for tile in tiles:
                    row = found.setdefault(tile, Counter())
                    row[place] += n
        return {t: {p: Fraction(n, self.count) for p, n in row.items()} for t, row in found.items()}

    def at(self, hands, rest, place):
        """Return the tiles at a place."""
        if place == "out of play":
            return set(self.rules.tiles) - rest - set(self.view.line.tiles).union(*hands)
        return rest if place == "boneyard" else hands[place]

    def able(self, hands, seat, end=None):
        """Return whether a seat can lay a tile if it is its turn (its draws in this turn included)."""
        state = self.states[hands]
        if seat != state.turn or state.over:
            turned = [
                law.hand_of(state, (seat + k) % self.rules.players, self.terms) for k in range(self.rules.players)
            ]
            state = state._replace(hands=tuple(turned), turn=seat, draws=0, laid=0, over=0)
        moves = law.legal(state, self.terms)
        masks = moves[:5] if end is None else [law.at(moves, end)]
        return any(masks)


def differences(view, chance):
    """Return everything in which the exact answer and the replay of all deals differ."""
    b, found = Brute(view), []
    h = dl.holdings(view)
    seats, rules = range(view.rules.players), view.rules

    def check(what, got, want):
        if got != want:
            found.append((what, got, want))

    check("count", h.count, b.count)
    rows = {t: {p: f for p, f in row.items() if f} for t, row in h.marginals.items()}
    check("marginals", rows, b.places())
    places = b.places()
    pool = sorted(places)
    for k in (2, 2, 3):
        if len(pool) >= k:
            asked = {t: chance.choice(list(places[t])) for t in chance.sample(pool, k)}
            want = b.share(lambda hands, rest, a=asked: all(t in b.at(hands, rest, p) for t, p in a.items()))
            check(("joint", asked), h.joint(asked), want)
    for seat in seats:
        check(
            ("pips", seat),
            h.pips(seat),
            dict(sorted(b.spread(lambda hands, s=seat: sum(t.pips for t in hands[s])).items())),
        )
        check(("mean", seat), h.expected_pips(seat), sum(v * p for v, p in h.pips(seat).items()))
        check(("play", seat), h.can_play(seat), b.share(lambda hands, _, s=seat: b.able(hands, s)))
        for number in chance.sample(range(rules.set_size + 1), 2):
            spread = b.spread(lambda hands, s=seat, n=number: sum(n in t for t in hands[s]))
            check(("suit", seat, number), h.suit_count(seat, number), dict(sorted(spread.items())))
            check(("has", seat, number), h.has_suit(seat, number), 1 - spread.get(0, 0))
    seat = chance.choice(seats)
    for end in view.ends:
        check(("end", seat, end), h.can_play(seat, end), b.share(lambda hands, _, e=end: b.able(hands, seat, e.code)))
    return found


def views(first, last, limit):
    """Go through views of random rounds of every kind, none with more deals to replay than ``limit``."""
    for seed in range(first, last):
        chance = random.Random(seed * 7 + 1)
        for _ in range(40):
            position = game(seed % len(GAMES), chance.randrange(10**6))
            seat = chance.choice([None, *range(position.rules.players)])
            view = position.view(seat)
            if position.state.over and chance.random() < 0.7:
                view = position.before.view(seat)
            if size(view) <= limit:
                yield seed, view, chance
                break


def given_views(first, last, limit):
    """Go through views of rounds that began with a given position."""
    for seed in range(first, last):
        chance = random.Random(seed * 7 + 2)
        for _ in range(40):
            position = given(seed % len(GAMES), chance.randrange(10**6))
            if position is None:
                continue
            view = position.view(chance.choice([None, *range(position.rules.players)]))
            if size(view) <= limit:
                yield seed, view, chance
                break
