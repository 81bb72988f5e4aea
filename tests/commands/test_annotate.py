"""`dominolab annotate`: what a stopped run left is taken up again only where it belongs to the source."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.cli import main
from dominolab.commands import annotate as command

GAME = """[Domino "1"]
[Rules "block set_size=3 hand_size=4"]

== 1 lead A
deal A 2-2 1-0 0-0 3-1
deal B 1-1 2-0 3-2 2-1
A 2-2 {a  lead [%wp 0.5] [%new x]}  B 2-1< (B 2-0< {or so})
end broken
"""
OTHER = GAME.replace("B 2-1< (B 2-0< {or so})", "B 2-0<")
EDITED = GAME.replace("a  lead", "the only lead")
BUDGET = 50


@pytest.fixture
def stopped(tmp_path):
    """A source, and its target as a run leaves it that was stopped after a judgement or two."""
    source, target = tmp_path / "source.domino", tmp_path / "target.domino"
    source.write_text(GAME, encoding="utf-8")
    calls = []
    half = dl.annotate(dl.read(source), budget=BUDGET, stop=lambda: calls.append(1) or len(calls) > 2)
    assert half.tag("Annotator").endswith("unfinished")
    dl.write(half, target)
    return source, target


def annotate(source, target):
    return main(["annotate", str(source), str(target), "--budget", str(BUDGET), "--quiet"])


def test_a_stopped_run_goes_on_with_its_own_source(stopped):
    source, target = stopped
    assert annotate(source, target) == 0
    assert str(dl.read(target)) == str(dl.annotate(dl.read(source), budget=BUDGET))


@pytest.mark.parametrize("other", [OTHER, EDITED, GAME + "\n" + GAME])
def test_other_games_or_edited_ones_are_not_mixed_up_with_it(stopped, capsys, other):
    source, target = stopped
    before = target.read_bytes()
    source.write_text(other, encoding="utf-8")
    assert annotate(source, target) == 1
    said = capsys.readouterr().err
    assert str(source) in said
    assert str(target) in said
    assert target.read_bytes() == before
    target.unlink()
    assert annotate(source, target) == 0


def test_a_finished_target_is_written_anew(stopped):
    source, target = stopped
    assert annotate(source, target) == 0
    source.write_text(OTHER, encoding="utf-8")
    assert annotate(source, target) == 0
    assert [action.text for action in dl.read(target).rounds[0].actions] == ["2-2", "2-0<"]


def test_what_a_stopped_run_has_finished_is_not_done_again(tmp_path, monkeypatch):
    source, target = tmp_path / "source.domino", tmp_path / "target.domino"
    source.write_text(GAME + "\n" + OTHER, encoding="utf-8")
    first, second = dl.read_all(source)
    whole = [dl.annotate(record, budget=BUDGET) for record in (first, second)]
    dl.write([whole[0], dl.annotate(second, budget=BUDGET, stop=lambda: True)], target)
    judged = []
    monkeypatch.setattr(
        command, "annotate", lambda record, **more: judged.append(record) or dl.annotate(record, **more)
    )
    assert annotate(source, target) == 0
    assert len(judged) == 1
    assert list(dl.read_all(target)) == whole
