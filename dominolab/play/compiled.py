"""The law for compiled code: the very functions of ``engine.law``, and a decorator that compiles and caches safely.

Without numba everything here runs as plain Python, with the same results. A cached compilation is kept in a folder
named after the source of every file it may stand on, so that an edited law can never meet an old compilation.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from inspect import isfunction
from pathlib import Path
from typing import TypeVar

from dominolab.engine import chance, law

try:
    import numba
    from numba.extending import register_jitable
except ImportError:  # pragma: no cover - where numba cannot be installed, the same code runs uncompiled
    numba = None

F = TypeVar("F", bound=Callable[..., object])
COMPILES = numba is not None
LARGEST_WORD = 63
"""Sets with more tiles than this do not fit a machine word and run plain."""
NUMBERS = 10
"""Numbers in the largest set that fits (double-nine); ``suits`` is filled up to it, so that one compilation serves all."""


def _digest() -> str:
    """Return a name for the source of everything that may be compiled."""
    package = Path(__file__).parent.parent
    found = sha256()
    for file in sorted([*package.glob("engine/*.py"), *package.glob("*/compiled.py"), *package.glob("*/kernel.py")]):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _cache_folder() -> str:
    """Return where compilations are kept: the user's choice, else the usual cache folder of the user."""
    base = numba.config.CACHE_DIR or os.path.join(  # noqa: PTH118 - XDG names are plain text
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dominolab"
    )
    return str(Path(base) / _digest())


def helper(function: F) -> F:
    """Return the function itself, usable from compiled code too."""
    return register_jitable(function) if COMPILES else function  # type: ignore[no-any-return]


def compiled(function: F) -> F:
    """Compile a function on first use and keep the result on disk; ``.py_func`` is the plain function."""
    if not COMPILES:
        function.py_func = function  # type: ignore[attr-defined]
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = _FOLDER
    try:
        return numba.njit(cache=True)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder can be written: compile anew each time
        return numba.njit(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def padded(t: law.Terms) -> law.Terms:
    """Return the terms with ``suits`` filled up to a fixed length (empty suits: no tile bears such a number)."""
    return t._replace(suits=t.suits + (0,) * (NUMBERS - len(t.suits)))


if COMPILES:
    _FOLDER = _cache_folder()
    for _function in [*vars(law).values(), *vars(chance).values()]:
        if isfunction(_function):
            register_jitable(_function)
