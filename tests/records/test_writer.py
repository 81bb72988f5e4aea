"""Writing: atomic, lossless, and harmless whatever a name or a comment says."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dominolab as dl

REPO = Path(__file__).parents[2]
SLOW = """
import sys, time
import dominolab as dl
def records():
    yield dl.Record("classic")
    print("half", flush=True)
    time.sleep(60)
    yield dl.Record("classic")
dl.write(records(), sys.argv[1])
"""


@pytest.mark.parametrize("suffix", [".domino", ".jsonl"])
def test_many_records_are_written_and_read_back(tmp_path, suffix):
    records = [dl.Record("block"), dl.Record("classic players=3"), dl.Record("latin")]
    records[1].comments = ['one\n== 2\n[Domino "1"]\r}']
    path = tmp_path / f"games{suffix}"
    dl.write(records, path)
    assert list(dl.read_all(path)) == records
    assert dl.read(path).path == path


def test_a_writer_killed_half_way_leaves_the_old_file_whole(tmp_path):
    path = tmp_path / "game.domino"
    path.write_text("old")
    with subprocess.Popen([sys.executable, "-c", SLOW, path], stdout=subprocess.PIPE, cwd=REPO) as writer:
        assert writer.stdout.readline() == b"half\n"
        writer.send_signal(signal.SIGKILL)
    assert path.read_text() == "old"


def test_a_record_that_cannot_be_written_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "game.domino"
    path.write_text("old")

    def records():
        yield dl.Record()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        dl.write(records(), path)
    assert [p.name for p in tmp_path.iterdir()] == ["game.domino"]
    assert path.read_text() == "old"


def test_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "game.domino", tmp_path / "link.domino"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    dl.write(dl.Record("block"), link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert dl.read(path) == dl.Record("block")
    fresh = tmp_path / "fresh.domino"
    dl.write(dl.Record("block"), fresh)
    mask = os.umask(0)
    os.umask(mask)
    assert fresh.stat().st_mode & 0o777 == 0o666 & ~mask


def test_bytes_that_are_no_text_are_written_back_as_they_were(tmp_path):
    path = tmp_path / "game.domino"
    path.write_bytes(b'[Domino "1"]\n[Event "caf\xe9 \x00"]\n\n== 1 lead A\nA 6-6 {\xff}  B \xfe\xfe\nend broken\n')
    record = dl.read(path)
    assert {p.code for p in record.problems} == {"not-utf8", "nul", "unreadable"}
    dl.write(record, tmp_path / "again.domino")
    assert (tmp_path / "again.domino").read_bytes().count(b"\xff") == 1
    assert b"caf\xe9 \x00" in (tmp_path / "again.domino").read_bytes()
    assert dl.read(tmp_path / "again.domino") == record


def test_hostile_names_and_comments_stay_text():
    hostile = '"><script>alert(1)</script>\u202e}{ \\" \\} ] [%wp 1] \n[Domino "1"]\n== 3 lead B\x07'
    record = dl.Record("block", players={0: hostile, 1: "="})
    record.comments = [hostile]
    [again] = dl.parse(str(record))
    assert again == record
    assert again.players[0] == hostile


def test_messages_show_nothing_invisible():
    for token in ("\u202e6-5", "\x1b[31mred", "a\u0000b", "\udcff", "x" * 5000):
        [record] = dl.parse(f'[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA {token}\nend broken')
        for problem in record.problems:
            assert str(problem).isprintable()
            assert len(str(problem)) < 200
