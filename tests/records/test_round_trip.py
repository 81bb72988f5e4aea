"""Reading, writing and the JSON twin lose nothing; damaged text is kept, and nothing after the damage is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from dominolab.records import from_json, to_json
from tests.records.made import PRESETS, damaged, random_record

TAIL = '\n\n[Domino "1"]\n[Rules "block"]\n[Event "tail"]\n\n== 1 lead A\nend broken\n'
HARMLESS = {"nul", "not-utf8", "duplicate-tag", "missing-end", "truncated", "wrong-total"}
seeds = st.randoms(use_true_random=False)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_a_record_survives_text_and_json(rng):
    record = random_record(rng)
    text = str(record)
    [again] = dl.parse(text)
    assert again == record or record.junk
    assert str(again) == text
    assert from_json(to_json(again)) == again
    errors = {p.code for p in again.problems if p.severity == "error"}
    assert errors <= HARMLESS or record.junk


def test_every_preset_survives():
    for name, players in PRESETS:
        position = dl.start(dl.deal(dl.rules(name, players=players), 3))
        while position.outcome is None:
            position = position.move(position.legal_moves[-1])
        record = dl.Record(position.rules)
        record.add(position)
        for seat in (None, *range(players)):
            record.add(position.view(seat))
        [again] = dl.parse(str(record))
        assert again == record, name
        assert again.problems == (), (name, list(map(str, again.problems)))
        assert from_json(to_json(record)) == record
        first, *views = again.rounds
        assert first.positions[-1] == position, name
        for seat, round_ in zip((None, *range(players)), views, strict=True):
            assert round_.views(seat)[-1].log == position.view(seat).log, (name, seat)


@settings(max_examples=120, deadline=None)
@given(seeds)
def test_damage_raises_nothing_and_hides_nothing(rng):
    text = damaged(rng, str(random_record(rng)))
    *records, last = dl.parse(text + TAIL)
    assert (last.tag("Event"), last.problems) == ("tail", ())
    assert all(p.line >= 1 and p.column >= 1 for r in records for p in r.problems)
    out = "\n\n".join(map(str, records))
    again = dl.parse(out)
    assert "\n\n".join(map(str, again)) == out
    for record in records:
        assert from_json(to_json(record)) == record


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text):
    records = dl.parse(text)
    out = "\n\n".join(map(str, records))
    assert "\n\n".join(map(str, dl.parse(out))) == out


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=50).map(repr))
def test_any_line_can_be_read_as_json(line):
    assert from_json(line, 7).problems[0].line == 7


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_damaged_json_raises_nothing(rng):
    line = damaged(rng, to_json(random_record(rng))).replace("\n", " ")
    record = from_json(line, 3)
    assert from_json(to_json(record)) == record


def test_a_record_that_says_nothing_survives_json():
    empty = from_json("", 3)
    assert empty.problems[0].code == "not-json"
    assert from_json(to_json(empty)) == empty


def test_a_comment_on_a_shown_hand_stays_behind_it():
    text = '[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA 6-6 {one}\nshow B 5-5 {two}  what\nend broken'
    [record] = dl.parse(text)
    [round_] = record.rounds
    assert (round_.actions[0].comments, round_.closing) == (["one"], ["two"])
    assert str(dl.parse(str(record))[0]) == str(record)


def test_words_behind_a_comment_in_the_header_stay_behind_it():
    for words in ("== 2 lead A", '[Domino "1"]', "oops", '[Date "1"]'):
        text = '[Domino "1"]\n{one} {two}\n{three\nlines} ' + words + "\n\n== 1 lead A\nend broken"
        [record] = dl.parse(text)
        assert (len(record.rounds), record.comments, record.junk) == (1, ["one", "two"], ["{three\nlines} " + words])
        assert dl.parse(str(record)) == [record]
        assert [p.code for p in record.problems] == ["stray-text"]


def test_a_deal_in_which_nobody_can_lead_is_read_to_its_end():
    nobody = "== 1 lead A\ndeal A 5-2 pass\ndeal B 6-3 5-3\ndeal C 5-1 pass\nend blocked B +38 (0 38 0)"
    [record] = dl.parse('[Domino "1"]\n[Rules "latin players=3"]\n\n' + nobody)
    assert [p.code for p in record.problems if not p.consequent] == ["unreadable"]


def test_found_by_long_fuzzing():
    head = '[Domino "1"]\n[Rules "block players=3"]\n\n== 1 lead A\n'
    cut_off = "oops\n[Domino \ndeal 3-3"  # the line that begins a match lost its end, blanks behind it
    rare_blank = '[Domino "1"]\n\x85[Domino }\n== 1 lead A\nend broken'
    blank_line = '[Domino "1"]\n{one}\x0b\nC 6-5'
    counted = head + "+?x99 what"
    named_above = head.replace("lead A", "lead A B") + "deal C 6-6\n6-5 6-5"
    for text in (
        rare_blank,
        blank_line,
        counted,
        named_above,
        head + "A 6-6\nshow C\n( 6-5",
        head + "show A\nA 3-1 1-1 4-2\nend broken",
        cut_off,
    ):
        records = dl.parse(text)
        out = "\n\n".join(map(str, records))
        again = dl.parse(out)
        assert again == records
        assert "\n\n".join(map(str, again)) == out
        assert [from_json(to_json(record)) for record in records] == records
