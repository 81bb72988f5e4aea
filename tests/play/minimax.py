"""The plainest minimax there is, over ``Position`` objects: nothing shared with the solver but the rules."""

import dominolab as dl

SMALL = {"set_size": 3}


def side(rules, seat):
    return seat % 2 if rules.partners else seat


def worth(outcome, hero):
    others = [points for i, points in enumerate(outcome.points) if i != hero]
    return outcome.points[hero] - max(others)


def value(pos, hero, seen):
    """The value for ``hero``: its points less the most another side gets, all others against it."""
    if pos.turn is None:
        return worth(pos.outcome, hero)
    state = (pos.state, len(pos.yard))
    if state not in seen:
        found = [value(pos._after(move), hero, seen) for move in pos.legal_moves]
        seen[state] = max(found) if side(pos.rules, pos.turn) == hero else min(found)
    return seen[state]


def values(pos):
    hero, seen = side(pos.rules, pos.turn), {}
    return {move: value(pos._after(move), hero, seen) for move in pos.legal_moves}


def win(pos, hero, seen):
    """The same for 1 (only the hero's side wins), -1 (only another does) or 0."""
    if pos.turn is None:
        winners = pos.outcome.winners
        return (hero in winners) - any(w != hero for w in winners)
    state = (pos.state, len(pos.yard))
    if state not in seen:
        found = [win(pos._after(move), hero, seen) for move in pos.legal_moves]
        seen[state] = max(found) if side(pos.rules, pos.turn) == hero else min(found)
    return seen[state]


def wins(pos):
    hero, seen = side(pos.rules, pos.turn), {}
    return {move: win(pos._after(move), hero, seen) for move in pos.legal_moves}


def small_rules():
    """Every preset (and options that no preset has) on a set small enough for minimax."""
    sizes = {2: 3, 3: 2, 4: 2}
    found = []
    for name, preset in dl.PRESETS.items():
        for players in preset.players:
            hand = 1 if name == "vietnamese" else sizes[players]
            found.append(dl.rules(name, players=players, set_size=3, hand_size=hand))
    found += [
        dl.rules("pay-to-draw", set_size=3, hand_size=3, price_to="winner", draw_price=3),
        dl.rules("pay-to-draw", players=4, set_size=3, hand_size=2, price_to="winner", partners=True),
        dl.rules("double-draw", set_size=3, hand_size=3, placement="any_end"),
        dl.rules("classic", set_size=3, hand_size=3, spinner="at_once", dead_line="end"),
        dl.rules("askalink-spinner", players=4, set_size=3, hand_size=2, partners=True, tie="blocker"),
        dl.rules("double-draw", set_size=3, hand_size=3, placement="any_end", spinner="at_once"),
        dl.rules("puerto-rico-blocker", players=3, set_size=3, hand_size=3),
        dl.rules("block", players=4, set_size=3, hand_size=2, partners=True, tie="share", scoring="all"),
    ]
    return found


def some_position(rules, seed):
    """A deal, played on for a few moves (fewer where the tree would be large)."""
    pos = dl.start(dl.deal(rules, seed))
    skipped = seed % 4 + (4 if rules.may_draw_when_able else 0)
    for i in range(skipped):
        moves = pos.legal_moves
        after = pos.move(moves[(seed * 7 + i * 3) % len(moves)])
        if after.turn is None:
            break
        pos = after
    return pos
