"""`dominolab selfcheck` tells a complete installation from an incomplete one."""

from __future__ import annotations

import argparse

from dominolab.commands import selfcheck


def test_every_check_is_good_here(capsys):
    assert selfcheck.run(argparse.Namespace()) == 0
    assert "WRONG" not in capsys.readouterr().out


def test_a_missing_library_is_named_and_the_rest_is_still_checked(monkeypatch, capsys):
    monkeypatch.setattr(selfcheck, "NEEDED", ("no_such_library", "pandas"))
    assert selfcheck.run(argparse.Namespace()) == 1
    said = capsys.readouterr().out
    assert "WRONG  no_such_library" in said
    assert "good   pandas" in said


def test_without_numba_it_is_said_what_that_means(monkeypatch):
    monkeypatch.setattr(selfcheck, "imported", lambda _module: (_ for _ in ()).throw(ImportError))
    assert "slow" in selfcheck.compiler()
