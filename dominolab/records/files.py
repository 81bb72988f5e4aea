"""Files on a disk that others use too: which are copies, which are records, and one writer at a time."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.errors import DominoError
from dominolab.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTATION, TWIN = ".domino", ".jsonl"
PATIENCE = 30.0
"""Seconds to wait for another program that writes the same file."""
_LEFT = (".bak", ".tmp", ".swp", ".swo", ".orig", ".part", ".crdownload", ".lock")
_FOLDERS = frozenset({"__MACOSX", "__pycache__"})


def is_twin(path: Path) -> bool:
    """Return whether a file holds the JSON twin, by its name in any case.

    >>> from pathlib import Path
    >>> is_twin(Path("GAMES.JSONL")), is_twin(Path("games.domino"))
    (True, False)
    """
    return path.suffix.lower() == TWIN


def is_notation(path: Path) -> bool:
    """Return whether a file holds the notation, by its name in any case."""
    return path.suffix.lower() == NOTATION


def is_copy(path: Path) -> bool:
    """Return whether a path, seen from the folder that is searched, is what editors and systems leave beside a file.

    Such are hidden files and folders (``.ipynb_checkpoints``, ``._a``, ``.a.swp``), ``a~``, ``~$a``, ``#a#``, ``a.bak``
    and ``a-checkpoint.json``: older or half a copy of what stands beside them.

    >>> from pathlib import Path
    >>> [is_copy(Path(name)) for name in (".ipynb_checkpoints/a.json", "b/._a.json", "a.json~", "b/a.json")]
    [True, True, True, False]
    """
    name = path.name
    hidden = any(part.startswith(".") and part not in (".", "..") for part in path.parts)
    signed = name.startswith(("~$", "#")) or name.endswith(("~", "#", *_LEFT)) or path.stem.endswith("-checkpoint")
    return hidden or signed or not _FOLDERS.isdisjoint(path.parts)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep every other program that asks likewise from a file until it is read, added to and written.

    Raises ``DominoError`` after ``PATIENCE`` seconds.
    """
    try:
        import filelock
    except ImportError:  # the standard library alone, as in a browser's Python, where no second program is
        yield
        return
    lock = filelock.FileLock(_lock_of(path), timeout=PATIENCE)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise DominoError(say("{path} is being written by another program: try again", path=path.name)) from error
    try:
        yield
    finally:
        lock.release()


def cache_folder() -> Path:
    """Return the user's folder for what can be made anew; it is made if need be. Raises ``OSError``."""
    try:
        place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dominolab"
    except RuntimeError as error:  # a user without a home
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT)) from error
    place.mkdir(parents=True, exist_ok=True)
    return place


def _lock_of(path: Path) -> Path:
    """Return the file that stands for the lock of another: not beside it, where it would be handed in with it."""
    name = f"{hashlib.blake2b(str(path.resolve()).encode('utf-8', 'surrogateescape'), digest_size=12).hexdigest()}.lock"
    try:
        folder = cache_folder()
        if os.access(folder, os.W_OK):
            return folder / name
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"dominolab-{name}"
