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
from typing import Any, TypeVar

from dominolab.engine import chance, law

try:
    import numba
    from numba import types
    from numba.extending import intrinsic, overload_method, register_jitable
except ImportError:  # pragma: no cover - where numba cannot be installed, the same code runs uncompiled
    numba = None

F = TypeVar("F", bound=Callable[..., object])
COMPILES = numba is not None
LARGEST_WORD = 63
"""Sets with more tiles than this do not fit a machine word and run plain."""
NUMBERS = 10
"""Numbers in the largest set that fits (double-nine); ``suits`` is filled up to it: one compilation serves all."""


def source_digest() -> str:
    """Return a name for the source of everything that may be compiled."""
    package = Path(__file__).parent.parent
    found = sha256()
    engine = ("engine/law.py", "engine/chance.py", "engine/dealing.py")
    names = (*engine, "*/compiled.py", "*/kernel.py", "play/policies.py", "play/gametree.py")
    for file in sorted(file for name in names for file in package.glob(name)):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _cache_folder() -> str | None:
    """Return where compilations are kept: the user's choice, else the user's cache folder; None if neither is ours.

    Never beside the source: numba would not notice there that another file has changed.
    """
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dominolab")
    folder = Path(numba.config.CACHE_DIR or usual) / source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


def helper(function: F) -> F:
    """Return the function itself, usable from compiled code too."""
    return register_jitable(function) if COMPILES else function


def compiled(function: F, **options: bool) -> F:
    """Compile a function on first use and keep the result on disk; ``.py_func`` is the plain function."""
    if not COMPILES:
        function.py_func = function  # type: ignore[attr-defined]
        return function
    if FOLDER is None:  # nothing can be kept: compile anew each time
        return numba.njit(**options)(function)  # type: ignore[no-any-return]
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = FOLDER
    try:
        return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def padded(t: law.Terms) -> law.Terms:
    """Return the terms with ``suits`` filled up to a fixed length (empty suits: no tile bears such a number)."""
    return t._replace(suits=t.suits + (0,) * (NUMBERS - len(t.suits)))


def _teach() -> None:
    """Teach numba the two methods of whole numbers that the law uses; each is an instruction of the processor."""

    def instruction(name: str) -> Callable[[int], int]:
        @intrinsic
        def counted(_context: Any, number: Any) -> Any:  # noqa: ARG001 - numba asks for its type
            def lowered(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                flag = [context.get_constant(types.boolean, 0)] if name == "ctlz" else []
                return getattr(builder, name)(args[0], *flag)

            return types.int64(types.int64), lowered

        return counted  # type: ignore[no-any-return]

    ones: Callable[[int], int] = instruction("ctpop")
    zeros_before: Callable[[int], int] = instruction("ctlz")

    def bit_count(number: int) -> Callable[[int], int]:  # noqa: ARG001 - numba compares both lists of arguments
        def counted(number: int) -> int:
            return ones(number)

        return counted

    def bit_length(number: int) -> Callable[[int], int]:  # noqa: ARG001 - as above
        def counted(number: int) -> int:
            return 64 - zeros_before(number)

        return counted

    overload_method(types.Integer, "bit_count")(bit_count)
    overload_method(types.Integer, "bit_length")(bit_length)


FOLDER = _cache_folder() if COMPILES else None
"""The folder of this version's compilations, or None where nothing can be kept."""
if COMPILES:
    _teach()
    for _function in [*vars(law).values(), *vars(chance).values()]:
        if isfunction(_function):
            register_jitable(forceinline=True)(_function)
