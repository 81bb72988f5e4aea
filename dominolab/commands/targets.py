"""Where a command writes: looked at before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

from dominolab.errors import DominoError
from dominolab.messages import say


def target_of(name: str | Path) -> Path:
    """Return the file to write. Raises ``DominoError`` where it cannot be written: it names the file and why.

    >>> target_of("games/none/a.domino")
    Traceback (most recent call last):
    dominolab.errors.DominoError: games/none/a.domino cannot be written: there is no folder games/none
    """
    target = Path(name)
    folder = target.parent
    if target.is_dir():
        raise DominoError(say("{file} is a folder: name a file in it", file=target))
    if not folder.is_dir():
        raise DominoError(say("{file} cannot be written: there is no folder {folder}", file=target, folder=folder))
    if not os.access(target.resolve().parent, os.W_OK):
        raise DominoError(say("{file} cannot be written: the folder {folder} is read-only", file=target, folder=folder))
    return target
