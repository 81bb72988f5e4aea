"""Where the notebooks are, and how a learner gets a copy without ever losing work."""

from __future__ import annotations

from pathlib import Path

from dominolab.records.receipts import Copied, write_own

PACKAGE = Path(__file__).resolve().parent.parent


def from_checkout() -> Path | None:
    """Return the folder `notebooks/` of the checkout the package runs from; None if it is installed."""
    root = PACKAGE.parent
    folder = root / "notebooks"
    return folder if (root / "pyproject.toml").is_file() and folder.is_dir() else None


def shipped() -> Path:
    """Return the folder the notebooks came in: the checkout's, or the one inside the installed package."""
    return from_checkout() or PACKAGE / "_notebooks"


def copy_notebooks(source: Path, folder: Path) -> Copied:
    """Copy all files under `source` into `folder`, replacing only files unchanged since we copied them.

    Every file is written whole or not at all.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     source, folder = Path(name, "ours"), Path(name, "yours")
    ...     source.mkdir(); _ = (source / "a.ipynb").write_text("first")
    ...     copy_notebooks(source, folder).new
    ...     _ = (folder / "a.ipynb").write_text("my work"); _ = (source / "a.ipynb").write_text("second")
    ...     copy_notebooks(source, folder).kept, (folder / "a.ipynb").read_text()
    ['a.ipynb']
    (['a.ipynb'], 'my work')
    """
    files: dict[str, bytes] = {}
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        name = path.relative_to(source)
        if not any(part.startswith(".") or part == "__pycache__" for part in name.parts):
            files[name.as_posix()] = path.read_bytes()
    return write_own(folder, files)
