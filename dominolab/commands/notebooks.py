"""Where the notebooks are, and how a learner gets a copy without ever losing work."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from dominolab.records.codes import write_whole

PACKAGE = Path(__file__).resolve().parent.parent
RECEIPT = ".dominolab.json"
"""Beside the copied notebooks: what each file was when we copied it, so that a changed one is recognised."""


def from_checkout() -> Path | None:
    """Return the folder `notebooks/` of the checkout the package runs from; None if it is installed."""
    root = PACKAGE.parent
    folder = root / "notebooks"
    return folder if (root / "pyproject.toml").is_file() and folder.is_dir() else None


def shipped() -> Path:
    """Return the folder the notebooks came in: the checkout's, or the one inside the installed package."""
    return from_checkout() or PACKAGE / "_notebooks"


@dataclass
class Copied:
    """What `copy_notebooks` did, as paths relative to the folder."""

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Files that the learner changed and that we have a newer version of: left as they are."""


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
    receipt = _read_receipt(folder)
    done = Copied()
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        name = path.relative_to(source).as_posix()
        if any(part.startswith(".") or part == "__pycache__" for part in Path(name).parts):
            continue
        content, target = path.read_bytes(), folder / name
        theirs = _digest(target.read_bytes()) if target.is_file() else None
        ours = _digest(content)
        if theirs not in {None, ours, receipt.get(name)}:
            if receipt.get(name) != ours:
                done.kept.append(name)
            continue
        if theirs != ours:
            (done.new if theirs is None else done.updated).append(name)
            write_whole(target, content)
        receipt[name] = ours
    write_whole(folder / RECEIPT, json.dumps(receipt, indent=1, sort_keys=True).encode())
    return done


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read_receipt(folder: Path) -> dict[str, str]:
    """Return the receipt; a missing or damaged one is empty: then every differing file counts as changed."""
    try:
        found = json.loads((folder / RECEIPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): str(digest) for name, digest in found.items()}
