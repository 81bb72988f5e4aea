"""Where a command writes: looked at before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.records.files import is_notation, is_twin
from dominolab.records.notation import MATCH_LINE
from dominolab.records.twin import FORMAT

LOOKED_AT = 1 << 16  # bytes at the beginning of a file that tell what it is


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
    if target.exists() and not target.is_file():
        raise DominoError(say("{file} is not a plain file: name another one", file=target))
    if not folder.is_dir():
        raise DominoError(say("{file} cannot be written: there is no folder {folder}", file=target, folder=folder))
    if not os.access(target.resolve().parent, os.W_OK):
        raise DominoError(say("{file} cannot be written: the folder {folder} is read-only", file=target, folder=folder))
    return target


def product_target(name: str | Path, source: str | Path | None = None) -> Path:
    """Return the file for what is made from records. Raises ``DominoError`` as ``target_of`` does, and for a record.

    >>> product_target("a.domino", "b.domino")
    Traceback (most recent call last):
    dominolab.errors.DominoError: a.domino is the name of a record: name another file
    """
    target = target_of(name)
    if source is not None and same_file(target, source):
        raise DominoError(say("{file} is the record itself: name another file", file=target))
    if is_notation(target) or is_twin(target):
        raise DominoError(say("{file} is the name of a record: name another file", file=target))
    if _holds_records(target):
        raise DominoError(say("{file} holds recorded games: name another file", file=target))
    return target


def same_file(one: str | Path, other: str | Path) -> bool:
    """Return whether two names are one file, through links too."""
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _holds_records(path: Path) -> bool:
    """Return whether a file that is there holds recorded games, whatever it is called."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        begun = file.read(LOOKED_AT).decode("utf-8", "replace").removeprefix("\ufeff")
    return FORMAT in begun.partition("\n")[0][:200] or any(map(MATCH_LINE.match, begun.splitlines()))
