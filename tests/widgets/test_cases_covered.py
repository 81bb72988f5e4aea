"""Faults that people reported of notebooks, pictures, undo and saving: each is tested, or it is said why not.

A test names its case: ``jup_05`` in its own name, or ``JUP-05`` in its docstring. What a fault of something that the
package does not use comes to is tested here: that it is not used.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import dominolab as dl
from tests.widgets.scenes import table_scene

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
KINDS = "JUP|LAY|UNDO|SAVE|WISH"
CASES = {
    case["id"]
    for case in map(json.loads, (TESTS / "cases" / "reported.jsonl").read_text("utf-8").splitlines())
    if re.match(KINDS, case["id"])
}
# Cases that no test here can meet, each with the reason: none at present.
REASONS: dict[str, str] = {}
IN_A_NAME = re.compile(rf"(?<![A-Za-z])({KINDS})((?:(?:_and)?_\d\d(?!\d))+)", re.IGNORECASE)
IN_A_DOCSTRING = re.compile(rf"\b(?:{KINDS})-\d\d\b")


def named_by(test: ast.FunctionDef) -> set[str]:
    """Return the cases that a test names."""
    found = set(IN_A_DOCSTRING.findall(ast.get_docstring(test) or ""))
    for kind, numbers in IN_A_NAME.findall(test.name):
        found |= {f"{kind.upper()}-{number}" for number in re.findall(r"\d\d", numbers)}
    return found


def cases_of_tests() -> dict[str, list[str]]:
    """Return for each case the tests that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in named_by(node):
                    found.setdefault(name, []).append(f"{path.relative_to(TESTS)}::{node.name}")
    return found


def test_every_case_is_tested_or_has_a_reason_and_none_has_both():
    tested = cases_of_tests()
    assert sorted(CASES - set(tested) - set(REASONS)) == []
    assert sorted(set(tested) & set(REASONS)) == []
    assert sorted((set(tested) | set(REASONS)) - CASES) == [], "not in the list of cases"


@pytest.mark.parametrize(
    ("source", "cases"),
    [
        ("def test_jup_05_and_27_once(): ...", {"JUP-05", "JUP-27"}),
        ("def test_lay_05_and_lay_06_drawn(): ...", {"LAY-05", "LAY-06"}),
        ("def test_UNDO_01_and_no_further(): ...", {"UNDO-01"}),
        ("def test_it():\n    '''JUP-14, JUP-15: not used.'''", {"JUP-14", "JUP-15"}),
        ("def test_play_05(): ...", set()),
        ("def test_jup(): 'JUP-1'", set()),
    ],
)
def test_names_of_cases_are_read(source, cases):
    assert named_by(ast.parse(source).body[0]) == cases


# ---- what is not used


def sources() -> dict[str, ast.AST]:
    """Return the code of the package and of the lessons: by file, each parsed."""
    code = {path: path.read_text(encoding="utf-8") for path in (ROOT / "dominolab").rglob("*.py")}
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code[path] = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert len(code) > 100
    return {str(path.relative_to(ROOT)): ast.parse(text) for path, text in code.items()}


def using(*words: str) -> set[str]:
    """Return where a name, an attribute or an imported name is one of the words."""
    found = set()
    for path, tree in sources().items():
        for node in ast.walk(tree):
            names = {
                getattr(node, "id", None),
                getattr(node, "attr", None),
                *(part for alias in getattr(node, "names", ()) for part in str(getattr(alias, "name", "")).split(".")),
                *str(getattr(node, "module", "")).split("."),
            }
            if names & set(words):
                found.add(path)
    return found


def test_what_is_used_is_found():
    assert "dominolab/widgets/board.py" in using("AnyWidget") & using("anywidget") & using("suppress")


def test_charts_are_plain_figures_without_callbacks():
    """JUP-14, JUP-15, JUP-16: a FigureWidget needs more than plotly, dies under ``show`` and takes clicks meant for others."""
    assert using("FigureWidget") == set()
    assert {path for path in using("show") if path.endswith(".ipynb")} == set()
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert any(line.startswith("anywidget") for line in wanted), "the boards do need it"


def test_charts_are_made_without_adding_shape_by_shape():
    """JUP-17: what plotly checks again with each shape is given at once, or drawn as one trace."""
    shapes = ("add_shape", "add_annotation", "add_hline", "add_vline", "add_hrect", "add_vrect", "add_layout_image")
    assert {path for path in using(*shapes) if path.endswith(".py")} == set()


def test_nothing_is_shown_through_output_widgets():
    """JUP-21, JUP-22: what is shown is one value of one widget, which the next one replaces."""
    assert using("Output", "clear_output") == set()


def test_no_widget_starts_threads_or_processes():
    """JUP-23: others move in the callback; the one thread, around a learner's player, is waited for."""
    parallel = using("threading", "concurrent", "multiprocessing", "subprocess", "joblib", "run_in_executor")
    assert {path for path in parallel if path.startswith(("dominolab/widgets", "dominolab/show", "notebooks"))} == set()
    assert "dominolab/play/runner.py" in parallel


# ---- where widgets are not shown


def test_jup_33_a_round_can_be_played_and_seen_without_any_widget():
    code = """
import sys
sys.modules["ipywidgets"] = sys.modules["anywidget"] = None  # importing them fails
import dominolab as dl
position = dl.start(dl.deal(dl.rules("classic"), seed=7))
while position.outcome is None:
    position = position.move(position.legal_moves[0])
    assert position._repr_svg_().startswith("<svg ")
print(position.outcome.kind)
try:
    dl.Board(position)
except ImportError:
    print("no boards")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[1:] == ["no boards", ""], done.stderr


def test_jup_33_in_colab_a_board_asks_for_the_manager_of_other_widgets(monkeypatch):
    from dominolab.widgets.board import BoardWidget

    asked = []
    colab = types.SimpleNamespace(
        enable_custom_widget_manager=lambda: asked.append(1), _widgets=types.SimpleNamespace(_installed_url="https://x")
    )
    monkeypatch.setitem(sys.modules, "google.colab.output", colab)
    data, metadata = BoardWidget(table_scene())._repr_mimebundle_()
    assert asked
    assert metadata == {
        "application/vnd.jupyter.widget-view+json": {"colab": {"custom_widget_manager": {"url": "https://x"}}}
    }
    assert data["image/svg+xml"].startswith("<svg ")
    assert dl.Board(dl.deal(dl.rules("classic"), seed=7))._repr_mimebundle_()[1] == metadata
