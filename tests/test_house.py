"""The house rules that no other tool checks."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dominolab"
HEAVY = {"numpy", "pandas", "numba", "plotly", "ipywidgets", "anywidget", "joblib", "tqdm", "jupyterlab"}
LONGEST = 600


def tracked(*patterns: str) -> list[Path]:
    """Return the files under version control that fit the patterns and still exist."""
    names = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def modules() -> list[Path]:
    """Return every Python file of the package."""
    found = sorted(PACKAGE.rglob("*.py"))
    assert found
    return found


def imports(tree: ast.AST, *, top_only: bool) -> set[str]:
    """Return the top-level packages a module imports: when it is loaded, or at any time."""
    names: set[str] = set()
    pending = [tree]
    while pending:
        for node in ast.iter_child_nodes(pending.pop()):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                continue
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
            if not (top_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)):
                pending.append(node)
    return names


def test_import_dominolab_loads_nothing_heavy():
    code = "import sys, dominolab; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "dominolab" in loaded.split()
    assert not HEAVY & set(loaded.split())


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_libraries_are_imported_only_where_they_belong(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    area = path.relative_to(PACKAGE).parts[0]
    if path.name not in {"compiled.py", "kernel.py"}:
        anywhere = {"selfcheck.py"}
        assert path.name in anywhere or "numba" not in imports(tree, top_only=False)
    if area != "widgets":
        assert not {"ipywidgets", "anywidget"} & imports(tree, top_only=False)
    assert not {"pandas", "plotly"} & imports(tree, top_only=True)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_below_the_face_imports_the_face(path):
    if path.relative_to(PACKAGE).parts[0] in {"commands", "cli.py"}:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    origins = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    assert "dominolab" not in [*named, *origins]


def test_notebooks_in_git_have_no_outputs_and_no_widget_state():
    for path in tracked("*.ipynb"):
        book = json.loads(path.read_text(encoding="utf-8"))
        assert "widgets" not in book["metadata"], path
        for cell in book["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path


def test_no_file_is_longer_than_a_sitting():
    ours = tracked("*.py", "*.js", "*.css") or pytest.fail("git lists no files: run the tests in a clone")
    long = {str(path.relative_to(ROOT)): lines for path in ours if (lines := count_lines(path)) > LONGEST}
    assert not long


def count_lines(path: Path) -> int:
    """Return the number of lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def test_the_package_never_reads_from_outside_the_repository():
    assert [path for path in modules() if "/work/" in path.read_text(encoding="utf-8")] == []
