"""Every sentence that a person reads, in English or Spanish (gettext catalogues).

The English sentence is the key. ``say`` fills in named places, ``count`` chooses between one and many; ``later`` and
``later_count`` keep a sentence, to be said in whatever language is in force when it is read.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dominolab.errors import DominoError

LANGUAGES = ("en", "es")
VARIABLE = "DOMINOLAB_LANGUAGE"
"""The environment variable that chooses the language from the start."""
_FOLDER = Path(__file__).parent
_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_current = "en"


def language(code: str | None = None) -> str:
    """Choose the language of every sentence (``"en"`` or ``"es"``), or ask which it is.

    From the start it is what the environment variable ``DOMINOLAB_LANGUAGE`` says, else English. Returns the code in
    force. Raises ``DominoError`` (a ``ValueError``) for a language that has no catalogue.

    >>> import dominolab as dl
    >>> dl.language()
    'en'
    """
    global _catalogue, _current  # noqa: PLW0603 - the chosen language belongs to the process, like a locale
    if code is not None:
        if code not in LANGUAGES:
            message = say("no language {code!r}; there are: {known}", code=code, known=", ".join(LANGUAGES))
            raise DominoError(message)
        _catalogue = gettext.translation("dominolab", _FOLDER, [code], fallback=code == "en")
        _current = code
    return _current


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use another language for a while, such as that of a worksheet.

    >>> with speaking("es"):
    ...     language()
    'es'
    """
    before = language()
    language(code)
    try:
        yield
    finally:
        language(before)


def say(sentence: str, /, **values: object) -> str:
    """Return the sentence in the chosen language with its ``{places}`` filled in.

    >>> say("{tile} is on the table", tile="6-5")
    '6-5 is on the table'
    """
    return _catalogue.gettext(sentence).format(**values)


def count(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the sentence that fits the number ``n``, which fills ``{n}``.

    >>> count("{n} tile", "{n} tiles", 1), count("{n} tile", "{n} tiles", 3)
    ('1 tile', '3 tiles')
    """
    return _catalogue.ngettext(one, many, n).format(n=n, **values)


@dataclass(frozen=True)
class Sentence:
    """A sentence kept for later: ``str()`` says it in the language in force then. Its values may be sentences too."""

    one: str
    many: str | None
    n: int
    values: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        """Say it now."""
        if self.many is None:
            return say(self.one, **dict(self.values))
        return count(self.one, self.many, self.n, **dict(self.values))


def later(sentence: str, /, **values: object) -> Sentence:
    """Return a sentence that ``say`` will say when it is read.

    >>> str(later("{tile} is on the table", tile="6-5"))
    '6-5 is on the table'
    """
    return Sentence(sentence, None, 0, tuple(values.items()))


def later_count(one: str, many: str, n: int, /, **values: object) -> Sentence:
    """Return a sentence that ``count`` will say when it is read.

    >>> str(later_count("{n} tile", "{n} tiles", 3))
    '3 tiles'
    """
    return Sentence(one, many, n, tuple(values.items()))


if os.environ.get(VARIABLE) in LANGUAGES:  # any other word is refused by the command line, not by every import
    language(os.environ[VARIABLE])
