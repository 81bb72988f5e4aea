"""The first notebook, as a learner meets it."""

from __future__ import annotations

from pathlib import Path

START = Path(__file__).resolve().parents[2] / "notebooks" / "00-start.ipynb"


def test_run_all_plays_a_hand_without_an_error(open_notebook):
    notebook = open_notebook(START)
    notebook.run_all()
    assert notebook.cell_errors() == []
    assert notebook.value("dl.__name__") == "dominolab"
