"""Every notebook runs top to bottom, and nothing it shows is an error."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"


def faults(book: nbformat.NotebookNode) -> list[str]:
    """Return the errors in the outputs, those inside Output widgets too."""
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    widgets = book.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {})
    for model in widgets.get("state", {}).values():
        shown += model["state"].get("outputs", [])
    return [
        output.get("evalue", output.get("text", ""))
        for output in shown
        if output["output_type"] == "error" or (output.get("name") == "stderr" and "Error" in output["text"])
    ]


def run(book: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Run all cells, errors allowed (they are what is looked for)."""
    NotebookClient(book, timeout=300, allow_errors=True, resources={"metadata": {"path": str(folder)}}).execute()
    return book


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_no_error(path):
    assert faults(run(nbformat.read(path, as_version=4), path.parent)) == []


def test_an_error_in_a_cell_and_one_in_an_output_widget_are_found(tmp_path):
    hidden = "import ipywidgets\nout = ipywidgets.Output()\nwith out:\n    1 / 0\nout"
    cells = [nbformat.v4.new_code_cell(text) for text in ["undefined_name", hidden]]
    found = faults(run(nbformat.v4.new_notebook(cells=cells), tmp_path))
    assert any("undefined_name" in text for text in found)
    assert any("division by zero" in text for text in found)
