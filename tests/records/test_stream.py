"""Streams: memory stays flat, time grows in step with the input, whatever the input is."""

from __future__ import annotations

import gc
import time
import tracemalloc
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.records import read_facts

DATA = Path(__file__).parent / "data"
HEAD = '[Domino "1"]\n[Rules "classic players=2"]\n\n== 1 lead A\n'


@pytest.fixture(scope="module")
def rounds():
    return [str(record) for record in read_facts(DATA / "partnership-full.jsonl")]


def stream(tmp_path, rounds, n):
    path = tmp_path / f"{n}.domino"
    with path.open("w") as file:
        file.writelines(rounds[i % len(rounds)] + "\n\n" for i in range(n))
    return path


def peak(path):
    """Return the rounds read and the most memory held; garbage waits for its collector, so it is called often."""
    tracemalloc.start()
    n = 0
    for record in dl.read_all(path):
        n += len(record.rounds)
        if n % 50 == 0:
            gc.collect()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return n, most


def test_memory_is_flat(tmp_path, rounds):
    list(dl.read_all(stream(tmp_path, rounds, 100)))  # caches fill
    n, small = peak(stream(tmp_path, rounds, 100))
    m, large = peak(stream(tmp_path, rounds, 500))
    assert (n, m) == (100, 500)
    assert large < 1.2 * small + 50_000, (small, large)


def seconds(text, times=3):
    best = 1e9
    for _ in range(times):
        start = time.process_time()
        dl.parse(text)
        best = min(best, time.process_time() - start)
    return best


def test_time_grows_in_step(rounds):
    small, large = "\n\n".join(rounds[:20]), "\n\n".join(rounds[:20] * 8)
    assert seconds(large) < 8 * 3 * seconds(small)


GROWING = {
    "one word": lambda n: HEAD + "A" * n,
    "digits": lambda n: HEAD + "A " + "6" * n,
    "brackets": lambda n: HEAD + "A 6-6 " + "(" * n,
    "closing brackets": lambda n: HEAD + "A 6-6 " + ")" * n,
    "an open comment": lambda n: HEAD + "A 6-6 {" + "\\" * n,
    "a comment": lambda n: HEAD + "A 6-6 {" + "a\\}" * (n // 3) + "}\nend broken",
    "open comments": lambda n: HEAD + "A 6-6 {" * (n // 6),
    "blanks": lambda n: HEAD + "A 6-6" + " " * n + "x",
    "a tag": lambda n: '[Domino "1"]\n[Event "' + "\\\\" * (n // 2),
    "tags": lambda n: '[Domino "1"]\n' + '[A "\n' * (n // 5),
    "a hand": lambda n: HEAD + "deal A " + "6-6 " * (n // 4),
    "a line": lambda n: HEAD + "line " + "6-6 " * (n // 4),
    "an end": lambda n: HEAD + "end out " + "A +1 " * (n // 5),
    "scores": lambda n: HEAD + "end out (" + "1 " * (n // 2) + ")",
    "actions": lambda n: HEAD + "A pass " * (n // 7),
    "draws": lambda n: HEAD + "A 6-6 B " + "+?x190 " * (n // 7),
    "variations": lambda n: HEAD + "A 6-6 " + "(A 5-5) " * (n // 8),
    "glyphs": lambda n: HEAD + "A 6-6 " + "!! " * (n // 3),
    "rounds": lambda n: '[Domino "1"]\n' + "==\n" * (n // 30),
    "keywords": lambda n: HEAD + "deal " * (n // 5),
    "not UTF-8": lambda n: HEAD + "{" + "\udcff" * n + "}",
    "NUL": lambda n: HEAD + "\0" * n,
    "players": lambda n: '[Domino "1"]\n[Players "' + "A=b " * (n // 4) + '"]\n' + HEAD,
    "commands": lambda n: HEAD + "A 6-6 {" + "[%wp " * (n // 5) + "}",
}


@pytest.mark.parametrize("name", GROWING)
def test_no_input_takes_more_than_its_share(name):
    make = GROWING[name]
    dl.parse(make(1000))
    n = 8_000
    small, large = seconds(make(n)), seconds(make(4 * n))
    assert large < 4 * 3 * small + 0.01, (small, large)


@pytest.mark.parametrize("name", ["one word", "an open comment", "a comment", "brackets", "actions", "blanks", "NUL"])
def test_a_line_of_ten_million_characters(name):
    text = GROWING[name](10_000_000)
    *_, last = dl.parse(text + '\n\n[Domino "1"]\n[Event "after"]\n')
    assert last.tag("Event") == "after"
    assert all(len(p.message) < 300 for p in last.problems)


def test_a_long_comment_is_kept_whole():
    [record] = dl.parse(GROWING["a comment"](3_000_000))
    assert len(record.rounds[0].actions[0].comments[0]) == 2_000_000
    assert record.rounds[0].actions[0].commands == {}
