"""Games on disk: one Parquet file for each chunk, so that a run can be stopped, resumed and looked into."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.study import kernel

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    from dominolab.study.tally import Rows

_NOTE = "run.json"


class Store:
    """A folder that holds the rows of a run. Raises ``DominoError`` if it holds another run.

    ``run.json`` says what was played; ``games-000000000000.parquet`` are the games from that number on, one row each:
    the columns of ``kernel.COLUMNS`` and the points of each side.
    """

    def __init__(self, folder: str | Path, run: dict[str, Any], sides: int, width: int) -> None:
        """Open the folder, or make it."""
        self.folder = Path(folder)
        self.sides, self.width = sides, width
        _pyarrow()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            note = self.folder / _NOTE
            if note.exists():
                self._check(json.loads(note.read_text(encoding="utf-8")), run)
            else:
                _atomically(note, lambda path: path.write_text(json.dumps(run, indent=1), encoding="utf-8"))
        except OSError as error:
            raise DominoError(say("{folder} cannot be used: {why}", folder=folder, why=error)) from error
        except json.JSONDecodeError as error:
            raise DominoError(say("{file} is damaged: {why}", file=self.folder / _NOTE, why=error)) from error

    def _check(self, found: object, run: dict[str, Any]) -> None:
        """Refuse a folder with another run in it."""
        theirs = found if isinstance(found, dict) else {}
        wrong = [name for name, value in run.items() if theirs.get(name) != value]
        if wrong:
            facts = "; ".join(f"{name}: {theirs.get(name)!r} ≠ {run[name]!r}" for name in wrong)
            raise DominoError(
                say("{folder} holds another run ({facts}); choose a new folder", folder=self.folder, facts=facts)
            )

    def path(self, first: int) -> Path:
        """Return the file of the chunk that begins with a game."""
        return self.folder / f"games-{first:012d}.parquet"

    def load(self, first: int, games: int) -> Rows | None:
        """Return a chunk that is complete, or None: it is missing, shorter, or damaged (then it is played again)."""
        path = self.path(first)
        if not path.exists():
            return None
        arrow, parquet = _pyarrow()
        try:
            table = parquet.read_table(path)
            columns = [table[name].to_numpy() for name in self._names()]
        except (OSError, KeyError, arrow.ArrowException):
            return None
        if table.num_rows != games:
            return None
        rows: npt.NDArray[np.int64] = np.zeros((games, self.width), np.int64)
        for i, column in enumerate(columns):
            rows[:, i] = column
        return rows

    def save(self, first: int, rows: Rows) -> None:
        """Write a chunk; the file appears under its name only when it is whole."""
        arrow, parquet = _pyarrow()
        data = {name: rows[:, i].astype(np.int32) for i, name in enumerate(self._names())}
        _atomically(self.path(first), lambda path: parquet.write_table(arrow.table(data), path))

    def _names(self) -> list[str]:
        """Return the names of the columns that are kept."""
        return [*kernel.COLUMNS, *(f"points_{side}" for side in range(self.sides))]


def write_frame(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a table to a Parquet file, at once or not at all."""
    _pyarrow()
    _atomically(Path(path), frame.to_parquet)


def _atomically(path: Path, write: Any) -> None:
    """Write a file beside its place, then move it there."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet part. Raises ``DominoError`` where it is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise DominoError(say('Parquet files need pyarrow: pip install "dominolab[parquet]"')) from error
    return pa, parquet
