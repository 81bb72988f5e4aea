"""Data as a short text to copy, and files that are written whole or not at all."""

from __future__ import annotations

import base64
import binascii
import errno
import json
import os
import stat
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.errors import DominoError
from dominolab.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_BYTES = 4_000_000  # unpacked: a code comes from strangers


def pack(prefix: str, data: object) -> str:
    """Return plain data (what JSON can hold) as a text of letters, digits, ``-`` and ``_``, with a checksum.

    >>> unpack("DL", pack("DL", {"a": [1, 2]}))
    {'a': [1, 2]}
    """
    plain = json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    packed = zlib.compress(plain, 9)
    body = base64.urlsafe_b64encode(zlib.crc32(plain).to_bytes(4, "big") + packed).decode().rstrip("=")
    return f"{prefix}.{body}"


def unpack(prefix: str, code: str) -> object:
    """Return the data of a code, whatever spaces are in it. Raises ``DominoError`` if it is damaged."""
    body = "".join(code.split())
    if not body.startswith(f"{prefix}."):
        raise DominoError(say("this code does not begin with {prefix}", prefix=f"{prefix}."))
    body = body.removeprefix(f"{prefix}.")
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        plain = inflate.decompress(raw[4:], MOST_BYTES)
        whole = inflate.eof and zlib.crc32(plain) == int.from_bytes(raw[:4], "big")
        data: object = json.loads(plain) if whole else None
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        whole = False
    if not whole:
        raise DominoError(say("this code is damaged: copy it again, from the first letter to the last"))
    return data


def write_whole(path: Path, content: str | bytes | Iterable[str], *, folders: bool = True) -> None:
    """Write a file so that a reader, or a crash, sees the old content or the new, never a part.

    It is written beside the file and then put in its place in one step. A link keeps pointing to the file that is
    replaced, and the file keeps its rights and its owner. ``folders`` makes those that are missing. Raises ``OSError``,
    also for a file that is write-protected and for what is no plain file (a device, a pipe): neither is replaced.
    """
    target = _target(path)
    if folders:
        target.parent.mkdir(parents=True, exist_ok=True)
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    before = _before(target, path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".tmp")
    except OSError as error:
        error.filename = str(path)  # not the name of a file that nobody asked for
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in [content] if isinstance(content, str | bytes) else content:
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
        _take_over(Path(name), before)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _target(path: Path) -> Path:
    """Return the file that a path leads to, through all links. Raises ``OSError`` for links in a circle."""
    try:
        return path.resolve()
    except RuntimeError as error:  # what Python before 3.13 raises
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error


def _before(target: Path, path: Path) -> os.stat_result | None:
    """Return what is known of the file that is replaced, or None. Raises ``OSError`` where it must not be."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        code = errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.EINVAL
        why = os.strerror(code) if code == errno.EISDIR else say("not a plain file")
        raise OSError(code, why, str(path))
    if not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return found


def _take_over(new: Path, before: os.stat_result | None) -> None:
    """Give a new file the owner and the rights of the one it replaces, or the rights of any new file."""
    if before is None:
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask)
        return
    if hasattr(os, "chown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):  # only the system's owner may give files away
            os.chown(new, before.st_uid, before.st_gid)
    new.chmod(stat.S_IMODE(before.st_mode))


def read_json(path: Path, most_bytes: int = MOST_BYTES) -> object:
    """Return the data of a JSON file. Raises ``DominoError`` that says what is wrong with it."""
    try:
        if not path.is_file():
            raise DominoError(say("{path} is not a file", path=path.name))
        if path.stat().st_size > most_bytes:
            raise DominoError(say("{path} is too large: at most {n} bytes", path=path.name, n=most_bytes))
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, DominoError):
            raise
        raise DominoError(say("{path} is damaged: {why}", path=path.name, why=type(error).__name__)) from error
    return data
