"""What a reader finds wrong: each problem has a place, a code, a sentence and a hint."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

ERROR, WARNING = "error", "warning"
_SHOWN = 40  # characters of a stranger's text that a message repeats


@dataclass(frozen=True)
class Problem:
    r"""One thing that is wrong in a record, and where: ``str(problem)`` is a line as a compiler prints it.

    Places count from 1; a column counts characters. ``severity`` is ``"error"`` or ``"warning"``.

    >>> import dominolab as dl
    >>> [record] = dl.parse('[Domino "1"]\n== 1 lead A\nA 6-7\nend broken')
    >>> print(record.problems[0])
    3:3: error: 7-6 is not in a double-6 set [outside-set]
    """

    line: int
    column: int
    code: str
    """A short name for the kind of problem, the same in every language."""
    severity: str
    message: str
    hint: str = ""
    """What to do about it; may be empty."""
    consequent: bool = False
    """Whether it may only follow from an earlier problem of the same round."""
    also: tuple[int, int] | None = None
    """A second place (line, column) that belongs to it, such as the tile that proves a pass wrong."""

    def __str__(self) -> str:
        """Return ``line:column: severity: message [code]``."""
        return f"{self.line}:{self.column}: {self.severity}: {self.message} [{self.code}]"

    def follows(self) -> Problem:
        """Return the same problem, marked as one that may only follow from an earlier one."""
        return replace(self, consequent=True)


def printable(text: str, most: int = _SHOWN) -> str:
    r"""Return a stranger's text as it can be shown: nothing invisible, nothing that turns the writing direction.

    >>> printable("a\u202eb\x00")
    'a\\u202eb\\x00'
    """
    cut = text[:most]
    shown = "".join(char if _plain(char) else ascii(char)[1:-1] for char in cut)
    return shown + ("…" if len(text) > most else "")


def _plain(char: str) -> bool:
    """Return whether a character shows as itself: letters, signs and spaces, no controls and no surrogates."""
    return char == " " or unicodedata.category(char)[0] not in "CZ"
