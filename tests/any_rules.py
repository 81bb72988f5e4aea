"""Random rules over every option, and what must hold for a round under any of them; for the tests and the long run."""

from __future__ import annotations

import random

import dominolab as dl
from dominolab.engine.rules import CHOICES

OTHERS = {
    "players": (2, 3, 4),
    "set_size": (1, 2, 3, 4),
    "hand_size": (1, 2, 3, 4, 5),
    "tiles_per_turn": (1, 2),
    "draw_limit": (None, 0, 1, 2),
    "may_draw_when_able": (False, True),
    "draw_ends_turn": (False, True),
    "reserve": (0, 1, 2),
    "draw_price": (0, 1, 2),
    "double_blank": (0, 13),
    "partners": (False, True),
    "target": (1, 100),
    "match_tie": CHOICES["match_tie"],
}
OPTIONS = CHOICES | OTHERS


def any_rules(rng: random.Random) -> dl.Rules:
    """Rules with every option drawn, until a combination can be played; a refused one says why."""
    while True:
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        try:
            return dl.rules("classic", **options)
        except dl.RulesError:
            continue


def any_deal(rng: random.Random, rules: dl.Rules) -> dl.Deal | None:
    """A fair deal; None where these rules ask for a tile that is hardly ever dealt."""
    try:
        return dl.deal(rules, rng.randrange(10**6))
    except dl.DominoError:
        return None


def any_position(rng: random.Random, rules: dl.Rules) -> dl.Position | None:
    """A position some random moves into a round, often its end."""
    deal = any_deal(rng, rules)
    if deal is None:
        return None
    position = dl.start(deal)
    for _ in range(rng.choice((3, 8, 400))):
        if position.outcome is not None:
            break
        position = position.move(rng.choice(position.legal_moves))
    return position


def followed(position: dl.Position, seat: int | None) -> dl.View:
    """The view built up action by action, as at a real table."""
    deal = position.deal
    hand = () if seat is None else deal.dealt[seat]
    view = dl.observe(position.rules, seat, hand, deal.leader, deal.opening, deal.set_tile)
    for event in position.history:
        view = view.move(event.seat, event.move, event.tile if event.seat == seat else None)
    return view


def check_views(position: dl.Position) -> None:
    """Every seat's view of a position is the view folded from what happened."""
    for seat in (None, *range(position.rules.players)):
        view, seen = followed(position, seat), position.view(seat)
        if position.outcome is not None:
            for other in range(position.rules.players):
                view = view if other == seat else view.show(other, position.hands[other])
        assert view == seen, (seat, view, seen)


def check_records(position: dl.Position) -> None:
    """A record, written and read, whole or as one seat saw it, gives the same views and positions."""
    record = dl.Record(position.rules)
    record.add(position)
    [read] = dl.parse(str(record))
    assert read == record, "the record reads back"
    assert not read.problems, read.problems
    check_read(read, position, [None, *range(position.rules.players)])
    for seat in (None, *range(position.rules.players)):
        for seen in (dl.project(record, seat), seen_by(position, seat)):
            [again] = dl.parse(str(seen))
            assert not again.problems, (seat, str(seen), again.problems)
            check_read(again, position, [seat])


def seen_by(position: dl.Position, seat: int | None) -> dl.Record:
    """A record made from one seat's view."""
    record = dl.Record(position.rules)
    record.add(position.view(seat))
    return record


def check_read(record: dl.Record, position: dl.Position, seats: list[int | None]) -> None:
    """The round of a record gives these seats the views that the position gives; the ends of rounds may show less."""
    [round_] = record.rounds
    for seat in seats:
        views = round_.views(seat)
        at = position
        for view in reversed(views):
            seen = at.view(seat)
            if at.outcome is None:
                assert view == seen, (seat, at, str(record))
            else:
                assert (view.log, view.line, view.hand, view.start) == (seen.log, seen.line, seen.hand, seen.start)
            at = at.before
        assert at is None
