"""Every notebook runs top to bottom without a network, shows no error, and keeps the form of a lesson."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from dominolab.lessons.kinds import KINDS

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.name for path in BOOKS]
MOST_MEMORY = 600_000_000
"""Bytes: Binder promises 1 GB, and some of it is JupyterLab's."""
LIVE, STILL = "application/vnd.jupyter.widget-view+json", {"image/svg+xml", "text/plain"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
BEFORE = """
import socket
_connect, _look_up = socket.socket.connect, socket.getaddrinfo
def _here_only(self, address):
    if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
        raise OSError(f"Error: a notebook asked the network for {address}")
    return _connect(self, address)
def _no_look_up(host, *args, **kw):
    if host not in (None, "", "127.0.0.1", "::1", "localhost"):
        raise OSError(f"Error: a notebook asked the network for {host}")
    return _look_up(host, *args, **kw)
socket.socket.connect, socket.getaddrinfo = _here_only, _no_look_up
"""
# The kernel's own high-water mark: getrusage would count what the test process held before it started the kernel.
AFTER = """
import re, pathlib
print(1024 * int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]))
"""


def faults(book: nbformat.NotebookNode) -> list[str]:
    """Return the errors in the outputs, those inside Output widgets too."""
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    widgets = book.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {})
    for model in widgets.get("state", {}).values():
        shown += model["state"].get("outputs", [])
    return [
        output.get("evalue", output.get("text", ""))
        for output in shown
        if output["output_type"] == "error"
        or (output.get("name") == "stderr" and re.search("Error|Warning", output["text"]) is not None)
    ]


def without_a_picture(book: nbformat.NotebookNode) -> list[str]:
    """Return the widgets in the outputs of which nothing is left where no kernel runs."""
    shown = [output.get("data", {}) for cell in book.cells for output in cell.get("outputs", [])]
    return [str(data.get("text/plain")) for data in shown if LIVE in data and not set(data) >= STILL]


def saved_widgets(book: nbformat.NotebookNode) -> str:
    """Return what is wrong with a notebook that holds saved widgets; "" for one that does not."""
    if "widgets" not in book.metadata:
        return ""
    return "metadata.widgets is saved in it: it goes stale, and without its part 'state' GitHub calls it invalid"


def run(book: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Run all cells, errors allowed (they are what is looked for)."""
    NotebookClient(book, timeout=300, allow_errors=True, resources={"metadata": {"path": str(folder)}}).execute()
    return book


def texts(path: Path, kind: str) -> list[str]:
    """Return the text of a notebook's cells of a kind."""
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_a_network_shows_no_error_and_fits_into_binder(path):
    """JUP-29, JUP-35: nobody is there to answer or to click, and it ends. JUP-11: each widget leaves a picture."""
    book = nbformat.read(path, as_version=4)
    before, after = nbformat.v4.new_code_cell(BEFORE), nbformat.v4.new_code_cell(AFTER)
    book.cells = [before, *book.cells, after]
    files = {file for file in FOLDER.rglob("*") if ".ipynb_checkpoints" not in file.parts}
    began = time.perf_counter()
    run(book, path.parent)
    seconds, memory = time.perf_counter() - began, int(after.outputs[0].text)
    print(f"{path.stem}: {seconds:.1f} s, at most {memory / 1e6:.0f} MB")
    assert faults(book) == []
    assert without_a_picture(book) == []
    assert memory < MOST_MEMORY
    assert {file for file in FOLDER.rglob("*") if ".ipynb_checkpoints" not in file.parts} == files, "it left files"


def test_an_error_in_a_cell_one_in_an_output_widget_and_a_question_are_found(tmp_path):
    hidden = "import ipywidgets\nout = ipywidgets.Output()\nwith out:\n    1 / 0\nout"
    asking = BEFORE + "import urllib.request\nurllib.request.urlopen('http://192.0.2.1/x', timeout=1)"
    cells = [nbformat.v4.new_code_cell(text) for text in ["undefined_name", hidden, asking, "input()"]]
    book = run(nbformat.v4.new_notebook(cells=cells), tmp_path)
    found = faults(book)
    assert any("undefined_name" in text for text in found)
    assert any("division by zero" in text for text in found)
    assert any("asked the network" in text for text in found)
    assert any("does not support input requests" in text for text in found)
    assert without_a_picture(book) == ["Output()"]


def test_jup_10_saved_widget_state_is_found_and_every_lesson_becomes_a_page():
    damaged = {"widgets": {"application/vnd.jupyter.widget-state+json": {"version_major": 2, "version_minor": 0}}}
    assert "GitHub" in saved_widgets(nbformat.v4.new_notebook(metadata=damaged))
    for path in BOOKS:
        book = nbformat.read(path, as_version=4)
        assert saved_widgets(book) == ""
        page, _ = HTMLExporter().from_notebook_node(book)
        assert "Check yourself" in page


def test_jup_23_what_a_player_prints_is_shown_under_the_cell_that_asked_it(tmp_path):
    chatty = "def chatty(view):\n    print(f'I see {view.seat}')\n    return view.legal_moves[0]"
    texts_of = ["import dominolab as dl", chatty, "dl.play_round(dl.rules('block'), [chatty, 'greedy'], seed=1)", "1",
                "table = dl.Table('block', ['me', chatty], seed=5); table.move(table.position.legal_moves[0])", "2"]  # fmt: skip
    book = run(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts_of]), tmp_path)
    printed = ["".join(output.get("text", "") for output in cell.outputs) for cell in book.cells]
    assert [text[:5] for text in printed] == ["", "", "I see", "", "I see", ""]


def test_all_eleven_lessons_are_there():
    assert [name[:3] for name in NAMES] == [f"{n:02}-" for n in range(11)]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_the_form_of_a_lesson(path):
    book = nbformat.read(path, as_version=4)
    words = texts(path, "markdown")
    assert re.match(r"# .+\n\n\*About \d+ minutes\. After it ", words[0]), (
        "opens with the time and what one can do then"
    )
    headings = [line for text in words for line in text.splitlines() if line.startswith("#")]
    assert headings[-2:] == ["## Check yourself", "## Go further"], "ends with exercises and where to go on"
    last = next(i for i, cell in enumerate(book.cells) if "## Check yourself" in cell.source)
    assert sum("dl.Quiz(" in cell.source for cell in book.cells[last:]) >= 2
    assert not saved_widgets(book)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in book.cells)
    assert len({cell.id for cell in book.cells}) == len(book.cells)
    long = [line for text in texts(path, "code") for line in text.splitlines() if len(line) > 120]
    assert long == [], "a reader must not scroll sideways"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere_and_every_chart_has_a_title_and_named_axes(path):
    words = texts(path, "markdown")
    targets = [target for text in words for target in LINK.findall(text) if "://" not in target]
    assert [target for target in targets if not (FOLDER / target.partition("#")[0]).is_file()] == []
    assert {target for target in targets if target.endswith(".ipynb")} & (set(NAMES) - {path.name})
    named = re.compile(r'chart\(\s*figure,\s*f?"[^"]+",\s*"[^"]+",\s*"[^"]+"')  # title, x, y
    for text in texts(path, "code"):
        assert text.count("go.Figure(") == len(named.findall(text)), text


def test_every_lesson_is_linked_from_another_and_the_levels_asked_for_exist():
    linked = {target for path in BOOKS for text in texts(path, "markdown") for target in LINK.findall(text)}
    assert set(NAMES) - {"00-start.ipynb"} <= linked
    code = "\n".join(text for path in BOOKS for text in texts(path, "code"))
    asked = re.findall(r'dl\.Quiz\("([^"]+)", seed=\d+(?:, level=(\d+))?', code)
    assert len(asked) >= 30
    assert [(kind, level) for kind, level in asked if not 1 <= int(level or 1) <= KINDS[kind].levels] == []
    assert {kind for kind, _ in asked} == set(KINDS), "a kind of question that no lesson asks"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_spelling_is_right(path, tmp_path):
    text = tmp_path / f"{path.stem}.md"
    text.write_text("\n\n".join(texts(path, "markdown") + texts(path, "code")), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "codespell_lib", str(text)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_spelling_test_finds_a_mistake(tmp_path):
    text = tmp_path / "wrong.md"
    text.write_text("How likley is it that he recieves a tile?", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "codespell_lib", str(text)], capture_output=True, text=True, check=False
    )
    assert found.returncode != 0
    assert "likley" in found.stdout
