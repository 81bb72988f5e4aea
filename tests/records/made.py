"""Random records with every feature of the notation, and random damage; used by the tests and the long fuzz."""

from __future__ import annotations

import dominolab as dl
from dominolab.records import Action, Ending, Tag, project
from dominolab.records.notation import GLYPHS

PRESETS = [(name, n) for name, preset in dl.PRESETS.items() for n in preset.players]
PIECES = [
    "a", "good move", "}", "{", "\\", '"', "(", ")", "[", "]", "[%wp 0.58]", "[%x]", "\n", "\r", "\n== 2 lead A", '\n[Domino "1"]',
    "\\n", "\\", "=", "==", "[Domino ", "<script>alert(1)</script>", "&amp;", "'", "\u202e", "\u2028", "\x85", "\x0b", "\0", "é", "🁫",
    "\udc80", "end out", "A 6-6", " ", "\t", "?", "!!", "×",
]  # fmt: skip


def text(rng, least=0, most=6):
    """Text that tries to break out of wherever it stands."""
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(least, most)))


def random_record(rng, presets=PRESETS):
    """A match of up to three rounds, some seen from one seat only, with annotations everywhere."""
    name, players = rng.choice(presets)
    rules = dl.rules(name, players=players)
    record = dl.Record(rules)
    if rng.random() < 0.5:
        record.set_players({seat: text(rng, 1, 3) for seat in range(players) if rng.random() < 0.7})
    for _ in range(rng.randint(0, 2)):
        record.tags.append(Tag(rng.choice(["Date", "Event", "X1", "Place"]), text(rng)))
    record.comments = [text(rng) for _ in range(rng.choice([0, 0, 1, 2]))]
    if rng.random() < 0.2:
        record.junk = ["what is this", "[No value]"][: rng.randint(1, 2)]
    for _ in range(rng.randint(0, 3)):
        record.add(random_round(rng, rules), points=rng.random() < 0.8)
    if rng.random() < 0.4:
        seat = rng.choice([None, *range(players)])
        record = project(record, seat)
        if rng.random() < 0.5:
            record = record.reveal()
    for round_ in record.rounds:
        annotate(rng, round_)
    return record


def random_round(rng, rules):
    """A position some way into a round, or at its end; sometimes a view of it."""
    position = dl.start(dl.deal(rules, rng.randint(0, 10_000)))
    for _ in range(rng.choice([0, 3, 10, 200])):
        if position.outcome is not None:
            break
        position = position.move(rng.choice(position.legal_moves))
    if rng.random() < 0.15 and position.outcome is None and position.line.row and all(position.hands):
        line = position.line
        given = dl.setup(
            rules,
            [tuple(tile) for tile in line.row],
            [list(hand) for hand in position.hands],
            list(position.yard),
            position.turn,
            up=[tuple(tile) for tile in line.up],
            down=[tuple(tile) for tile in line.down],
            spinner=line.row[line.spinner].tile if line.spinner is not None else None,
            passes=position.passes,
            drawn=position.draws,
            placed=position.laid,
        )
        return given.move(rng.choice(given.legal_moves)) if given.legal_moves else given
    return position.view(rng.choice([None, *range(rules.players)])) if rng.random() < 0.2 else position


def annotate(rng, round_):
    """Comments, glyphs, commands, variations, wrong passes."""
    if rng.random() < 0.3:
        round_.root.comments = [text(rng) for _ in range(rng.randint(1, 2))]
    for action in round_.actions:
        mark(rng, action)
        if rng.random() < 0.15:
            branch(rng, round_, action.parent, 2)
    if rng.random() < 0.1:
        round_.ending = rng.choice([None, Ending("broken")])
    if rng.random() < 0.2 and round_.ending is not None:
        round_.closing = [text(rng)]


def mark(rng, action):
    """Say something about an action."""
    if rng.random() < 0.15:
        action.comments = [text(rng) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.15:
        action.glyph = rng.choice(GLYPHS)
    if rng.random() < 0.1:
        action.set_command("wp", round(rng.random(), 2))
    if isinstance(action.move, dl.Pass) and rng.random() < 0.1:
        action.stands = True


def branch(rng, round_, node, depth):
    """Hang another legal line of play beside the main one."""
    position = round_.position_at(node)
    if position is None:
        return
    for _ in range(rng.randint(1, 4)):
        if not position.legal_moves:
            return
        move = rng.choice(position.legal_moves)
        tile = position.yard[0] if isinstance(move, dl.Draw) and rng.random() < 0.7 else None
        apart = isinstance(move, dl.Play) and move.end is None and bool(position.line.row)
        node = node.add(Action(position.turn, move, tile, apart=apart))
        mark(rng, node)
        if depth and rng.random() < 0.2:
            branch(rng, round_, node.parent, depth - 1)
        position = position.move(move)


WORDS = [
    "A", "B", "C", "6-6", "6-5<", "5-5>", "1-0^", "3-3v", "4-2*", "+?", "+3-1", "+?x3", "+?x999", "pass", "pass~", "deal", "yard", "set",
    "show", "end", "out", "blocked", "broken", "redeal", "line", "turn", "scores", "passes", "placed", "drawn", "spinner", "lead", "==", "== 2 lead B",
    '[Domino "1"]', "[Rules ", '[Rules "vietnamese players=3"]', "{", "}", "(", ")", "!?", "??", "7-7", "18-18", "99", "x", "\0", "\udc80",
    "a", "b,", "a.", "6-6,", ",", "PASS", "5-5V;", "Deal", "SHOW b", "End Out a +9,", "== 2 Lead c",
    "\n", "\n\n", " ", "\\", '"', "?", "?x7", "/ ^ 6-4", "/ v", "+9", "(9 0)", "-1", "999999", "\u202e", '[Players "A=x"]', '[Result "1 2"]',
]  # fmt: skip


def damaged(rng, whole):
    """The text with a few random wounds: cut, doubled, swapped, scratched, or with words thrown in."""
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        a = rng.randint(0, len(whole))
        b = min(len(whole), a + rng.choice([0, 1, 1, 2, 5, 30, 300]))
        kind = rng.randint(0, 6)
        if kind == 0:
            whole = whole[:a] + whole[b:]
        elif kind == 1:
            whole = whole[:a] + whole[a:b] * 2 + whole[b:]
        elif kind == 2:
            whole = whole[:a] + rng.choice(WORDS) + whole[b:]
        elif kind == 3:
            whole = whole[:a] + " " + rng.choice(WORDS) + " " + whole[a:]
        elif kind == 4:
            whole = whole[:a] + chr(rng.choice([rng.randint(0, 127), rng.randint(0, 0xFFF)])) + whole[b:]
        elif kind == 5:
            whole = whole[:a] + "\n" + rng.choice(WORDS) + " " + rng.choice(WORDS) + "\n" + whole[a:]
        else:
            c = rng.randint(0, len(whole))
            whole = whole[:a] + whole[c : c + 20] + whole[a:]
    return whole
