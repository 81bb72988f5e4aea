"""Files of ours in somebody's folder: written anew only where nobody has changed them since."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dominolab.records.codes import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RECEIPT = ".dominolab.json"
"""Beside the files: what each was when we wrote it, so that a changed one is recognised."""


@dataclass
class Copied:
    """What ``write_own`` did, as names in the folder."""

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Files that somebody changed and that we have a newer version of: left as they are."""


def write_own(folder: Path, files: Mapping[str, bytes]) -> Copied:
    """Write files by name into a folder, each whole or not at all, but none that was changed since we wrote it.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = pathlib.Path(name)
    ...     _ = write_own(folder, {"a.csv": b"ours"}), (folder / "a.csv").write_bytes(b"theirs")
    ...     write_own(folder, {"a.csv": b"newer"}).kept
    ['a.csv']
    """
    receipt = _read_receipt(folder)
    done = Copied()
    for name, content in files.items():
        target = folder / name
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
