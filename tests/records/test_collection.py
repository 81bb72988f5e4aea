"""Collections: the index says what the files say, whatever interrupted it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.records import collection as module
from dominolab.records import index, read_facts

DATA = Path(__file__).parent / "data"


@pytest.fixture
def folder(tmp_path):
    dl.write(read_facts(DATA / "partnership-full.jsonl"), tmp_path / "partners.domino")
    (tmp_path / "deep").mkdir()
    dl.write(read_facts(DATA / "draw-spinner-one-view.jsonl"), tmp_path / "deep" / "draws.jsonl")
    match = dl.Match(dl.rules("classic", target=60), seed=5)
    while not match.over:
        match = match.move(match.position.legal_moves[0])
    record = dl.Record(match.rules, players={0: "Ana María", 1: "Ben_100%"})
    record.set_tag("Date", "2026.03.14")
    for finished in match.rounds:
        record.add(finished.position)
    dl.write(record, tmp_path / "match.domino")
    (tmp_path / "notes.txt").write_text("no record")
    (tmp_path / "facts.jsonl").write_text('{"id": 1}\n')
    return tmp_path


def rows(games):
    """Everything in the tables that is told of the rounds."""
    return games.to_frame().to_dict("records")


def test_a_folder_becomes_a_table(folder):
    games = dl.Collection(folder, progress=False)
    rounds = len(dl.read(folder / "match.domino").rounds)
    assert (games.matches, len(games)) == (172, 171 + rounds)
    assert sorted(games.files) == ["deep/draws.jsonl", "match.domino", "partners.domino"]
    frame = games.to_frame()
    assert len(frame) == len(games)
    assert {"file", "round", "end", "player A", "points A"} <= set(frame.columns)
    assert (frame["errors"] > 0).sum() == 14


def test_find_by_everything(folder):
    games = dl.Collection(folder, progress=False)
    record = dl.read(folder / "match.domino")
    assert len(games.find(player="ana")) == len(record.rounds)
    assert len(games.find(player="Ben_1")) == len(record.rounds)
    assert games.find(player="B%1") == []
    assert len(games.find(preset="partnership", end="out")) == 63
    assert len(games.find(preset="partnership", blocked=True, errors=False)) == 26
    assert len(games.find(preset="partnership", blocked=False)) == 63
    assert len(games.find(date="2026.03")) == len(games.find(date="2026.03.14")) == len(record.rounds)
    assert len(games.find(result=" ".join(map(str, record.rounds[-1].ending.totals)))) == len(record.rounds)
    assert len(games.find(winner="A", preset="partnership")) + len(games.find(winner="B", preset="partnership")) >= 63
    assert len(games.find(limit=3)) == 3
    with pytest.raises(dl.RecordError, match="no filter 'colour'"):
        games.find(colour="red")


def test_find_by_tiles_and_lines_agrees_with_reading_everything(folder):
    games = dl.Collection(folder, progress=False)
    held = games.find(preset="partnership", held="6-6 5-5")
    want = [
        r
        for r in dl.read_all(folder / "partners.domino")
        if any({dl.Tile("6-6"), dl.Tile("5-5")} <= set(hand) for hand in r.rounds[0].setup.dealt.values())
    ]
    assert [found.read() for found in held] == want
    assert games.find(preset="partnership", held={"A": "6-6"}) == games.find(preset="partnership", held={0: "6-6"})
    one = want[0].rounds[0]
    line = one.positions[6].line
    found = games.find(line=line)
    assert want[0] in [each.read() for each in found]
    mirrored = " ".join(f"{tile.second}-{tile.first}" for tile in reversed(line.row))
    assert games.find(line=mirrored) == found
    draw = next(r for r in dl.read_all(folder / "deep" / "draws.jsonl") if r.rounds[0].views(None)[-1].line.up)
    assert draw in [each.read() for each in games.find(line=str(draw.rounds[0].views(None)[-1].line))]


def test_a_changed_file_is_read_anew_and_a_vanished_one_forgotten(folder):
    games = dl.Collection(folder, progress=False)
    dl.write([dl.Record("block"), *dl.read_all(folder / "match.domino")], folder / "match.domino")
    (folder / "partners.domino").unlink()
    games.update(progress=False)
    fresh = dl.Collection(folder, index=folder / "other.sqlite", progress=False)
    assert games.matches == fresh.matches == 73
    assert rows(games) == rows(fresh)
    assert len(games.find(player="Ana")) == len(dl.Collection(folder, progress=False).find(player="Ana"))


@pytest.mark.parametrize("stop", [1, 3, 9])
def test_an_interrupted_index_is_resumed_and_never_wrong(folder, monkeypatch, stop):
    monkeypatch.setattr(index, "BATCH", 10)
    calls = 0
    real = index._match

    def interrupted(*args):
        nonlocal calls
        calls += 1
        if calls == stop * 7:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(index, "_match", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dl.Collection(folder, progress=False)
    with sqlite3.connect(folder / ".dominolab.sqlite") as base:
        kept = base.execute("SELECT count(*) FROM matches").fetchone()[0]
    assert kept == stop * 7 // 10 * 10
    monkeypatch.setattr(index, "_match", real)
    read = []
    real_read = index.read_match
    monkeypatch.setattr(index, "read_match", lambda chunk: read.append(chunk) or real_read(chunk))
    resumed = dl.Collection(folder, progress=False)
    fresh = dl.Collection(folder, index=folder / "other.sqlite", progress=False)
    by_place = lambda row: (row["file"], row["line"], row["round"])  # noqa: E731
    assert sorted(rows(resumed), key=by_place) == sorted(rows(fresh), key=by_place)
    assert [found.read() for found in resumed.find(held="6-6")] != []


def test_resuming_skips_what_was_read(tmp_path, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 10)
    path = tmp_path / "partners.domino"
    dl.write(read_facts(DATA / "partnership-full.jsonl"), path)
    base = index.connect(tmp_path / "i.sqlite")
    assert index.pending(base, {"partners.domino": path}) == ["partners.domino"]
    seen = 0

    def tell(_n):
        nonlocal seen
        seen += 1
        if seen == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.index_file(base, "partners.domino", path, tell)
    read = []
    monkeypatch.setattr(index, "read_match", lambda chunk, real=index.read_match: read.append(chunk) or real(chunk))
    assert index.index_file(base, "partners.domino", path, lambda _n: None)
    assert len(read) == 100 - 40
    assert base.execute("SELECT count(*), max(line) FROM matches").fetchone() == (100, read[-1].line)


def test_one_file_and_a_damaged_or_foreign_index(folder):
    path = folder / "partners.domino"
    games = dl.Collection(path, progress=False)
    assert (games.matches, games.index.name) == (100, ".partners.domino.sqlite")
    games.close()
    whole = bytearray(games.index.read_bytes())
    whole[4096:] = b"x" * (len(whole) - 4096)
    games.index.write_bytes(whole)
    assert dl.Collection(path, progress=False).matches == 100
    other = folder / "precious.sqlite"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    with pytest.raises(dl.RecordError, match="no index of records"):
        dl.Collection(path, index=other, progress=False)
    assert other.exists()
    with pytest.raises(dl.RecordError, match="does not exist"):
        dl.Collection(folder / "nowhere")


def test_a_hit_notices_that_its_file_has_changed(folder):
    games = dl.Collection(folder, progress=False)
    found = games.find(player="Ana")[0]
    (folder / "match.domino").write_text("")
    with pytest.raises(dl.RecordError, match="has changed"):
        found.read()


def test_a_folder_that_cannot_be_written_gets_its_index_in_the_cache(folder, monkeypatch, tmp_path):
    monkeypatch.setattr(module.os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert dl.Collection(folder, progress=False).index.parent == tmp_path / "cache" / "dominolab"


def test_hostile_text_goes_in_and_comes_out(tmp_path):
    record = dl.Record("block", players={0: "'; DROP TABLE rounds; --", 1: "\udcff"})
    record.add(dl.start(dl.deal(record.rules, 1)))
    dl.write(record, tmp_path / "x.domino")
    games = dl.Collection(tmp_path, progress=False)
    assert [found.read() for found in games.find(player="'; DROP")] == [record]


def test_found_rounds_stand_in_the_order_of_the_files_after_an_update_too(tmp_path):
    block, classic = dl.parse('[Domino "1"]\n\n== 1 lead A\nA 6-6\nend broken')[0], dl.Record("classic")
    for name in ("b.domino", "a.domino", "c.jsonl"):
        dl.write([block, classic, block], tmp_path / name)
    games = dl.Collection(tmp_path, progress=False)
    dl.write([classic, block, block, block], tmp_path / "a.domino")
    games.update(progress=False)
    names = [found.path.name for found in games.find()]
    assert names == ["a.domino"] * 3 + ["b.domino"] * 2 + ["c.jsonl"] * 2
    assert games.to_frame()["file"].to_list() == names
    lines = [found.line for found in games.find()]
    assert lines[:3] == sorted(lines[:3])
    assert games.find(limit=4) == games.find()[:4]


@pytest.mark.parametrize("asked", ["MARÍA", "maría", "Mari\u0301a", "ANA M"])
def test_a_player_is_found_in_capitals_too(folder, asked):
    games = dl.Collection(folder, progress=False)
    assert len(games.find(player=asked)) == len(games.find(player="Ana María")) > 0
    assert games.find(player="Maria") == []
    assert games.find(player="\udcff") == []


def test_rules_and_seats_may_be_given_as_they_are_elsewhere(folder):
    games = dl.Collection(folder, progress=False)
    record = dl.read(folder / "match.domino")
    assert len(games.find(preset=record.rules)) == len(record.rounds)
    assert games.find(preset=dl.rules("classic", target=61)) == []
    assert games.find(winner=0) == games.find(winner="A") != []
    assert games.find(held={"B": "6-6"}) == games.find(held={1: "6-6"}) != []


@pytest.mark.parametrize("asked", [{"winner": 9}, {"winner": "Ana"}, {"held": {7: "6-6"}}, {"held": {"a": "6-6"}}])
def test_a_seat_that_no_match_has_is_refused(folder, asked):
    with pytest.raises(dl.RecordError, match=r"seats go from 0 to 3, or from A to D"):
        dl.Collection(folder, progress=False).find(**asked)


@pytest.mark.parametrize("asked", [{"preset": 3}, {"result": (70, 29)}, {"end": True}])
def test_a_filter_of_another_kind_is_refused(folder, asked):
    with pytest.raises(dl.RecordError, match="give a text"):
        dl.Collection(folder, progress=False).find(**asked)


def test_an_index_that_cannot_be_there_is_refused_in_words(folder):
    with pytest.raises(dl.RecordError, match=r"no folder .*none"):
        dl.Collection(folder, index=folder / "none" / "i.sqlite", progress=False)
    with pytest.raises(dl.RecordError, match="is a folder"):
        dl.Collection(folder, index=folder / "deep", progress=False)
