"""Every fault that the reader knows: where it is reported, under which code, and that nothing after it is lost.

`§` marks the place of the (first) problem; it is taken out before reading.
"""

from __future__ import annotations

import sys

import pytest

import dominolab as dl

CLASSIC = '[Domino "1"]\n[Rules "classic players=2"]\n\n'
FREE = '[Domino "1"]\n[Rules "common players=2"]\n\n'  # any tile may be led
BLOCK = '[Domino "1"]\n[Rules "block set_size=2 hand_size=2 first_lead=random opening_tile=any"]\n\n'
HANDS = "deal A 6-6 6-0 6-2 5-5 5-3 3-1 4-2\ndeal B ?x7\n"
OPEN = "deal A 6-6 6-0 6-2 5-5 5-3 3-1 4-2\ndeal B 6-5 5-4 5-2 3-2 4-0 1-1 3-0\n"
YARD = "yard 0-0 1-0 2-0 2-1 2-2 3-3 4-1 4-3 4-4 5-0 5-1 6-1 6-3 6-4\n"
TWO = "deal A 2-2 1-0\ndeal B 2-1 1-1\n"

# name: (text, code, words of the message)
FAULTS = {
    "unreadable token": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §what\nend broken", "unreadable", "what"),
    "unreadable tile in a hand": (CLASSIC + "== 1 lead A\ndeal A 6-6 6-0 §6.2 5-5 5-3 3-1 4-2\nA 6-6\nend broken", "unreadable", "6.2"),
    "a tag among the rounds": (CLASSIC + '== 1 lead A\n§[Result "9 0"]\nend broken', "unreadable", "[Result"),
    "a keyword in mid-line": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §end broken", "unreadable", "end"),
    "pips outside the set, dealt": (CLASSIC + "== 1 lead A\ndeal A 6-6 §7-0 6-2 5-5 5-3 3-1 4-2\nA 6-6\nend broken", "outside-set", "7-0"),
    "pips outside the set, played": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 B §7-6<\nend broken", "outside-set", "7-6"),
    "tile fits neither end": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 B §5-4<\nend broken", "fits-neither", "open at 6 (left) and 6 (right)"),
    "wrong end named": (FREE + "== 1 lead A\n" + HANDS + "A 3-1  B §3-0<\nend broken", "wrong-end", "left end, which shows 1"),
    "no such end": (FREE + "== 1 lead A\n" + HANDS + "A 3-1  B §3-0^\nend broken", "wrong-end", "no up end"),
    "an end named for the lead": (FREE + "== 1 lead A\n" + HANDS + "A §3-1<\nend broken", "wrong-end", "lies alone"),
    "ambiguous end": (FREE + "== 1 lead B\n" + HANDS + "B 2-1  A 4-2  B §4-1\nend broken", "ambiguous-end", "left (1), right (4)"),
    "tile already on the table": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5<  A 6-0>  B §6-5>\nend broken", "on-table", "6-5"),
    "tile not held": (CLASSIC + "== 1 lead A\n" + OPEN + "A 6-6  B §6-4<\nend broken", "not-held", "B does not hold 6-4"),
    "tile held by another": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §6-2<\nend broken", "not-held", "in the hand of A"),
    "tile in the boneyard": (CLASSIC + "== 1 lead A\n" + HANDS + YARD + "A 6-6  B §6-1<\nend broken", "not-held", "in the boneyard"),
    "out of turn": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §6-2<  B pass~\nend broken", "out-of-turn", "B's turn, not A's"),
    "a seat that does not play": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  C §6-5<\nend broken", "no-such-seat", "no seat C"),
    "tile dealt twice": (CLASSIC + "== 1 lead A\ndeal A 6-6 6-0 6-2 5-5 5-3 3-1 §6-6\nA 6-6\nend broken", "dealt-twice", "6-6"),
    "tile dealt to two": (CLASSIC + "== 1 lead A\n" + HANDS.replace("?x7", "?x6 §6-0") + "A 6-6\nend broken", "dealt-twice", "hand of A and hand of B"),
    "deal size": (CLASSIC + "== 1 lead A\n" + HANDS.replace("B ?x7", "§B ?x6") + "A 6-6\nend broken", "deal-size", "6 tiles, but the rules say 7"),
    "boneyard size": (CLASSIC + "== 1 lead A\n" + HANDS + "yard §0-0 1-0\nA 6-6\nend broken", "deal-size", "2 tiles, but the rules say 14"),
    "pass with tiles to draw": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §pass\nend broken", "pass-with-draws", "play or draw may not pass"),
    "pass while able": (CLASSIC + "== 1 lead A\n" + OPEN + "A 6-6  B §pass\nend broken", "pass-while-able", "6-5"),
    "needless draw": (CLASSIC + "== 1 lead A\n" + OPEN + "A 6-6  B §+? 6-5<\nend broken", "needless-draw", "while a tile can be played"),
    "too many draws": ('[Domino "1"]\n[Rules "draw-one"]\n\n== 1 lead A\n' + HANDS + "A 6-6  B +? §+? 6-5<\nend broken", "too-many-draws", "1 of 1"),
    "drawing in a block game": ('[Domino "1"]\n[Rules "block"]\n\n== 1 lead A\n' + HANDS + "A 6-6  B §+?\nend broken", "too-many-draws", "nobody draws"),
    "reserve tiles drawn": ('[Domino "1"]\n[Rules "keep-two"]\n\n== 1 lead A\n' + HANDS + "A 6-6  B +?x12 §+? 6-5<\nend broken", "reserve-drawn", "last 2 tiles"),
    "drawing from nothing": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B +?x14 §+?\nend broken", "empty-boneyard", "empty"),
    "drawn tile against the boneyard's order": (CLASSIC + "== 1 lead A\n" + OPEN.replace("6-5", "0-0") + YARD.replace("0-0", "6-5") + "A 6-6  B §+1-0\nend broken", "wrong-draw", "says 6-5"),
    "drawn tile that lies elsewhere": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §+6-0 6-5<\nend broken", "not-drawn", "hand of A"),
    "show contradicts: on the table": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5<\nshow B 5-4 §6-6 5-2 3-2 4-0 1-1\nend broken", "show-contradicts", "on the table"),
    "show contradicts: held by another": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5<\nshow B 5-4 §6-0 5-2 3-2 4-0 1-1\nend broken", "show-contradicts", "A holds it"),
    "show contradicts: wrong number": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5<\nshow §B 5-4 5-2\nend broken", "show-contradicts", "B holds 6"),
    "late revoke, a tile played later": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §+? 6-5<  A 5-5<  B 6-4>\nend broken", "late-revoke", "line 7, column 29"),
    "late revoke, a tile shown later": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §+? 6-5<  A 5-5<\nshow B 6-4 6-3 6-1 5-2 3-2 4-0 1-1\nend broken", "late-revoke", "line 8, column 8"),
    "end out with tiles left": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<\n§end out A +2 (2 0)", "out-with-tiles", "A holds 1 tile, B holds 1 tile"),
    "ended too early": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<\n§end blocked", "ended-too-early", "A can go on: you could play 1-0 (left)"),
    "blocked, but it went out": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<  A 1-0<\n§end blocked", "wrong-end-kind", "ended out"),
    "wrong round score": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<  A 1-0<\nend out §A +3 (3 0)", "wrong-score", "A scores +2, not +3"),
    "round score of the wrong side": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<  A 1-0<\n§end out B +2 (0 2)", "wrong-score", "A scores +2, not +0"),
    "wrong running score": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<  A 1-0<\nend out A +2 (§12 0)", "wrong-total", "2 0, not 12 0"),
    "wrong running score, from given scores": (BLOCK + "== 3 lead A\n" + TWO + "scores 20 3\nA 2-2  B 2-1<  A 1-0<\nend out A +2 (§2 0)", "wrong-total", "22 3, not 2 0"),
    "unclosed comment": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §{oh  B 6-5<\nend broken", "unclosed-comment", "never closed"),
    "stray )": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §)  B 6-5<\nend broken", "stray-bracket", ") closes nothing"),
    "stray }": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §}  B 6-5<\nend broken", "stray-bracket", "} closes nothing"),
    "( with nothing before it": (CLASSIC + "== 1 lead A\n" + HANDS + "§(A 6-6)\nend broken", "stray-bracket", "no action before it"),
    "unclosed variation": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5< §(B 6-4< A 6-2<\nend broken", "unclosed-variation", "never closed"),
    "empty variation": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5< §()\nend broken", "empty-variation", "says nothing"),
    "illegal move inside a variation": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5< (B 6-4< A §5-5<) A 5-5<\nend broken", "fits-neither", "5-5"),
    "malformed tag": ('[Domino "1"]\n§[Rules classic]\n\n== 1 lead A\nend broken', "malformed-tag", "[Rules classic]"),
    "duplicate tag": ('[Domino "1"]\n[Date "1"]\n[Date §"2"]\n\n== 1\nend broken'.replace('§"', '"§'), "duplicate-tag", "Date"),
    "text in the header": ('[Domino "1"]\n§hello\n\n== 1 lead A\nend broken', "stray-text", "hello"),
    "unknown preset": ('[Domino "1"]\n[Rules "§clasic"]\n\n== 1 lead A\nA 6-6\nend broken', "unknown-rules", "clasic"),
    "unknown option": ('[Domino "1"]\n[Rules "§classic playrs=3"]\n\n== 1 lead A\nA 6-6\nend broken', "unknown-rules", "playrs"),
    "text before any header": ("\n§A 6-6  B 6-5<\n", "text-before-header", "before any header"),
    "round number gap": (CLASSIC + "== 1 lead A\nend broken\n== §3 lead A\nend broken", "round-gap", "round 3 follows round 1"),
    "a round without a number": (CLASSIC + "§== lead A\nend broken", "round-number", "no number"),
    "missing end": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6§\n\n== 2 lead A\nend broken", "missing-end", "no end"),
    "truncated file": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6§\n", "truncated", "file ends before the round"),
    "Result against scores": ('[Domino "1"]\n[Rules "block set_size=2 hand_size=2 first_lead=random opening_tile=any"]\n[Result "§3 0"]\n\n== 1 lead A\n' + TWO + "A 2-2  B 2-1<  A 1-0<\nend out A +2 (2 0)", "wrong-result", "add up to 2 0"),
    "NUL byte": (CLASSIC + "== 1 lead A\n{§\0}\nend broken", "nul", "NUL"),
    "not UTF-8": (CLASSIC + "== 1 lead A\n{§\udcff}\nend broken", "not-utf8", "0xff"),
    "wrong lead": (CLASSIC + "== 1 lead §B\n" + OPEN + "B 6-5\nend broken", "wrong-lead", "A holds 6-6"),
    "another tile led than the called one": (CLASSIC + "== 1 lead A\n" + OPEN + "A §5-5\nend broken", "wrong-lead", "must open with 6-6"),
    "a lead below the highest known double": (CLASSIC + "== 1 lead §B\n" + HANDS + "B 4-4\nend broken", "wrong-lead", "A holds 6-6"),
    "after the end of the round": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B 2-1<  A 1-0<  B §1-1<\nend out A +2 (2 0)", "after-end", "ended"),
    "after the end line": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2\nend broken\nB §2-1<", "after-end", "ended"),
    "two end lines": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2\nend broken\n§end broken", "after-end", "ended"),
    "no seat named": (CLASSIC + "== 1 lead A\n" + HANDS + "§6-6\nend broken", "no-seat", "A is to move"),
    "a deal after the first action": (CLASSIC + "== 1 lead A\ndeal A 6-6 ?x6\nA 6-6\n§deal B ?x7\nend broken", "misplaced", "too late"),
    "a seat dealt twice": (CLASSIC + "== 1 lead A\n" + HANDS + "deal §B ?x7\nA 6-6\nend broken", "duplicate-line", "twice"),
    "a line that cannot be read": (CLASSIC + "== 1 lead A\n§turn\nend broken", "bad-line", "turn"),
    "an end line that cannot be read": (CLASSIC + "== 1 lead A\nend §ouch", "bad-line", "ouch"),
    "a glyph that judges nothing": (CLASSIC + "== 1 lead A\n" + HANDS + "§!! A 6-6\nend broken", "stray-glyph", "!!"),
    "a first tile that is missing": ('[Domino "1"]\n[Rules "double-draw"]\n\n== 1 lead §A\nA 6-6\nend broken', "set-tile", "missing"),
    "a last tile laid apart that may not be": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B §5-4*\nend broken", "not-apart", "5-4"),
    "an impossible position": (CLASSIC + "== 1\n§line 6-6 5-4\nturn A\nend broken", "bad-setup", "do not match"),
    "a redeal after play": (BLOCK + "== 1 lead A\n" + TWO + "A 2-2\n§redeal", "wrong-end-kind", "before anything is played"),
    "a seat in a small letter": (CLASSIC + "== 1 lead A\n" + HANDS + "§a 6-6  b 6-5<\nend broken", "spelling", "a is read as A"),
    "a comma behind an action": (CLASSIC + "== 1 lead A\n" + HANDS + "A §6-6,  B 6-5<\nend broken", "spelling", "6-6, is read as 6-6"),
    "a pass in capitals": (FREE + "== 1 lead A\n" + HANDS + "A 3-1  B §PASS~\nend broken", "spelling", "PASS~ is read as pass~"),
    "commas in a hand": (CLASSIC + "== 1 lead A\n§deal A 6-6, 6-0, 6-2, 5-5, 5-3, 3-1, 4-2\nA 6-6\nend broken", "spelling", "deal A 6-6, 6-0"),
    "a leader in a small letter": (CLASSIC + "== 1 §lead a\nA 6-6\nend broken", "spelling", "lead a is read as lead A"),
    "a keyword in capitals": (CLASSIC + "== 1 lead A\nA 6-6\n§End Broken", "spelling", "End Broken is read as end broken"),
    "a seat that sticks to its tile": (CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6 §B6-5<\nend broken", "unreadable", "B6-5<"),
    "an unknown version": ('[Domino "§7"]\n\n== 1 lead A\nend broken', "unknown-version", "version 7"),
    "two tiles a turn: may not lie there": ('[Domino "1"]\n[Rules "double-draw set_size=3 hand_size=3"]\n\n== 1 lead A\ndeal A 3-2 3-1 0-0\nset 3-3\nA §0-0*\nend broken', "not-apart", "0-0"),
}  # fmt: skip

AFTER = (
    '\n\n== 9 lead A\n{kept}\nend broken\n\n[Domino "1"]\n[Rules "block"]\n[Event "next"]\n\n== 1 lead A\nend broken\n'
)


def place_of(text):
    """Return the text without its mark, and the line and column of the mark."""
    at = text.index("§")
    return text.replace("§", ""), (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_reported_at_its_place(name):
    marked, code, words = FAULTS[name]
    text, place = place_of(marked)
    record = dl.parse(text)[0]
    first = next(p for p in record.problems if p.code != "missing-end" or code == "missing-end")
    assert (first.code, (first.line, first.column)) == (code, place), list(map(str, record.problems))
    assert words in first.message
    assert not first.consequent


@pytest.mark.parametrize("hand", ["6-6 6-0 6-2 5-5 5-3 3-1", "6-6 6-0 6-2 5-5 5-3 3-1 4-2 0-0", "?x6", "?x8"])
def test_wish_04_a_hand_of_another_size_is_reported_unless_the_round_begins_in_the_middle(hand):
    held = 6 if hand.endswith(("3-1", "x6")) else 8
    record = dl.parse(CLASSIC + f"== 1 lead B\ndeal A {hand}\nend broken")[0]
    problem = next(p for p in record.problems if p.code == "deal-size")
    assert (problem.line, problem.severity) == (5, "error")
    assert problem.message == f"hand of A has {held} tiles, but the rules say 7"
    middle = dl.parse(CLASSIC + f"== 1\nline 4-4 4-3\ndeal A {hand}\ndeal B ?x2\nturn A\nend broken")[0]
    assert middle.problems == ()
    if "?" not in hand:
        tiles = dl.Hand(hand)
        other = dl.Hand("6-1 6-3 6-4 6-5 5-0 5-1 5-2")
        with pytest.raises(dl.DominoError, match=f"A was dealt {held} tiles, but hands have 7"):
            dl.Deal(dl.rules("classic"), [tiles, other], dl.TileSet(6) - tiles - other, 0)


@pytest.mark.parametrize("name", FAULTS)
def test_nothing_after_the_fault_is_lost(name):
    text, _ = place_of(FAULTS[name][0])
    *records, last = dl.parse(text + AFTER)
    assert last.tag("Event") == "next"
    assert last.problems == ()
    kept = records[-1].rounds[-1]
    assert kept.number == 9
    assert kept.root.comments == ["kept"]
    assert str(dl.parse(str(records[0]))[0]) == str(records[0])


@pytest.mark.parametrize("name", FAULTS)
def test_one_root_cause_a_round(name):
    text, _ = place_of(FAULTS[name][0])
    for record in dl.parse(text):
        for round_ in record.rounds:
            roots = [p for p in round_.problems if p.severity == "error" and not p.consequent]
            inside = [p for p in roots if p.code not in ("not-utf8", "nul")]
            assert len(inside) <= 1, list(map(str, roots))


def test_damaged_text_is_written_back_word_for_word():
    text = CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B what is  this\n\tend broken"
    [record] = dl.parse(text)
    assert record.rounds[0].rest == "  B what is  this\n\tend broken"
    assert "B what is  this\n\tend broken" in str(record)


def test_an_illegal_variation_keeps_the_main_line_and_its_own_good_part():
    [record] = dl.parse(CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B 6-5< (B 6-4< A 5-5< B 5-1) A 5-5<\nend broken")
    [round_] = record.rounds
    assert [str(a.event) for a in round_.actions] == ["A 6-6", "B 6-5<", "A 5-5<"]
    [main, good] = round_.actions[0].variations
    assert (main.text, good.text, good.stray) == ("6-5<", "6-4<", ["A 5-5< B 5-1"])
    assert "(B 6-4< A 5-5< B 5-1)" in str(record)


def test_late_revoke_names_both_places():
    text = CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B +? 6-5<  A 5-5<  B 6-4>\nend broken"
    [problem] = dl.parse(text)[0].problems
    assert ((problem.line, problem.column), problem.also) == ((7, 10), (7, 29))


def test_a_tile_drawn_since_proves_nothing():
    text = CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6  B +? 6-5<  A 5-3<  B +? 6-4>\nend broken"
    assert [p.code for p in dl.parse(text)[0].problems] == []


def test_a_pass_let_stand_is_no_problem():
    text = BLOCK + "== 1 lead A\n" + TWO + "A 2-2  B pass~  A pass\nend broken"
    [record] = dl.parse(text)
    assert record.problems == ()
    assert record.rounds[0].actions[1].stands


def test_an_error_spoils_no_later_score():
    text = (
        BLOCK
        + "== 1 lead A\n"
        + TWO
        + "A 2-2  B 1-1<\nend out A +2 (2 0)\n\n== 2 lead A\n"
        + TWO
        + "A 2-2 B 2-1< A 1-0<\nend out A +2 (4 0)"
    )
    [record] = dl.parse(text)
    assert [p.code for p in record.problems] == ["fits-neither"]


def test_a_match_begins_even_inside_an_unclosed_comment():
    first, second = dl.parse('[Domino "1"]\n\n== 1 lead A\nA 6-6 {never closed\n[Domino "1"]\n[Event "next"]\n')
    assert [p.code for p in first.problems] == ["unclosed-comment"]
    assert second.tag("Event") == "next"


def test_hints_and_messages_are_sentences():
    for marked, _, _ in FAULTS.values():
        text, _ = place_of(marked)
        for problem in dl.parse(text)[0].problems:
            assert problem.message
            assert not problem.message.endswith(("; ", ": ", "None"))
            assert problem.message.isprintable()
            assert problem.hint.isprintable()


def test_every_round_has_its_own_problems_in_text_and_twin():
    text = CLASSIC.replace("2]", "2]x") + "\n".join(f"== {n} lead A\nA 6-6 zz\nend broken\n" for n in (1, 2, 4))
    [record] = dl.parse(text)
    codes = [["unreadable"], ["unreadable"], ["round-gap", "unreadable"]]
    assert [[problem.code for problem in round_.problems] for round_ in record.rounds] == codes
    assert sum(len(round_.problems) for round_ in record.rounds) == len(record.problems)
    for copy in (dl.records.from_json(dl.records.to_json(record), 7), record.reveal()):
        assert [[problem.code for problem in round_.problems] for round_ in copy.rounds] == codes


def test_problems_cost_nothing_per_round_of_the_match():
    """Asking every round of a match is linear: counted in lines of Python, not in seconds."""

    def work(n):
        [record] = dl.parse(CLASSIC + "".join(f"== {i} lead A\nA 6-6 zz\nend broken\n" for i in range(1, n + 1)))
        lines = 0

        def trace(*_):
            nonlocal lines
            lines += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            assert all(round_.problems for round_ in record.rounds)
        finally:
            sys.settrace(before)
        return lines

    assert work(160) < 5 * work(40)


def test_nothing_is_done_after_hands_were_shown():
    [record] = dl.parse(CLASSIC + "== 1 lead A\n" + HANDS + "A 6-6\nshow B 1-1\nB 6-5<\nend broken")
    [first, *_] = [problem for problem in record.problems if not problem.consequent and problem.code == "after-end"]
    assert "hands were shown" in first.message
    assert record.rounds[0].rest == "\nB 6-5<\nend broken"


LEARNER = """[Domino "1"]
[Rules "block set_size=2 hand_size=2 first_lead=random opening_tile=any"]

== 1 Lead a
Deal a: 2-2, 1-0
DEAL b 2-1, 1-1
a 2-2, b: 2-1<, A. 1-0<;
Show B 1-1
End Out a +2, (2 0)
"""


def test_a_round_spelt_like_a_learner_is_read_whole_and_written_in_the_notation():
    [record] = dl.parse(LEARNER)
    assert [(p.code, p.severity, p.line) for p in record.problems] == [("spelling", "warning", 4)]
    text = str(record)
    assert text.endswith("deal A 2-2 1-0\ndeal B 2-1 1-1\nA 2-2  B 2-1<  A 1-0<\nshow B 1-1\nend out A +2 (2 0)")
    [again] = dl.parse(text)
    assert (again, again.problems) == (record, ())


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("B6-5<", "put a space behind the seat: B 6-5<"),
        ("b:pass", "put a space behind the seat: B pass"),
        ("6-5<,6-4>", "put spaces instead of commas: 6-5< 6-4>"),
        ("passes", "it is written pass"),
        ("draw,", "it is written +?"),
        ("END", "end begins a line of its own"),
        ("hm", "actions are written like A 6-5<  B +? 3-1>  A pass"),
    ],
)
def test_a_word_that_cannot_be_read_comes_with_what_to_change(word, hint):
    [record] = dl.parse(CLASSIC + "== 1 lead A\n" + HANDS + f"A 6-6 B {word}\nend broken")
    assert [p.hint for p in record.problems if p.code == "unreadable"] == [hint]


@pytest.mark.parametrize("piece", ["a ", "6-6, ", ",", "Deal\n", ", ", "end a +1", "b,", " a"])
def test_what_is_spelt_otherwise_is_written_once_and_for_all(piece):
    for n in (3, 4000):
        [record] = dl.parse(CLASSIC + "== 1 lead A\ndeal A " + piece * n)
        assert dl.parse(str(record)) == [record]
