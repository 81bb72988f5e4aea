"""Everything that a kernel sends to the page, and a search in it for tiles, in every spelling and every packing."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

import comm
from comm.base_comm import BaseComm

CODE = ("_esm", "_css", "_anywidget_id", "_view_module", "_model_module")  # the same for every scene
PACKED = re.compile(r"[A-Za-z0-9_+/-]{12,}={0,2}")
WORDS = ("blank|zero|blanca|cero", "one|uno", "two|dos", "three|tres", "four|cuatro", "five|cinco", "six|seis")
BETWEEN = r"\s*[-|:/\u2010-\u2015\u2212]\s*"


class Line(BaseComm):
    """A line to a page that keeps what goes over it."""

    said: list[object]

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        self.said.append([msg_type, data, metadata, [bytes(part).hex() for part in buffers or []], str(keys)])


def listening(monkeypatch):
    """Return a list that fills with everything that widgets made from now on send."""
    said = []
    monkeypatch.setattr(comm, "create_comm", type("Listening", (Line,), {"said": said}))
    return said


def everything(said, *shown):
    """Return all texts in what was sent and in the outputs that are shown, unpacked as far as anything is packed."""
    texts, waiting = [], [json.dumps(_without_code(said)), *map(_bundle, shown)]
    while waiting:
        text = waiting.pop()
        texts.append(text)
        waiting += [inner for match in PACKED.finditer(text) for inner in _unpacked(match[0])]
    return texts


def _without_code(data):
    if isinstance(data, dict):
        return {key: _without_code(value) for key, value in data.items() if key not in CODE}
    return [_without_code(value) for value in data] if isinstance(data, list | tuple) else data


def _bundle(shown):
    data, metadata = shown._repr_mimebundle_()
    return json.dumps([data, metadata, repr(shown), shown._repr_svg_()], default=str)


def _unpacked(token):
    """Return what a token may hold: base64 in either alphabet, raw or compressed, with a checksum before it or not."""
    found = []
    try:
        raw = base64.b64decode(
            token.replace("-", "+").replace("_", "/").rstrip("=") + "=" * (-len(token.rstrip("=")) % 4)
        )
    except (binascii.Error, ValueError):
        return found
    for begin in (raw, raw[4:]):
        for open_ in (lambda data: data, zlib.decompress, lambda data: zlib.decompress(data, -15)):
            try:
                text = open_(begin).decode()
            except (zlib.error, ValueError):
                continue
            if text.isprintable() and len(text) > 8:
                found.append(text)
    return found


def told(texts, tile):
    """Return where a tile of a double-six set is told: as 6-5 or 5|6, as a pair, in words, as a domino character."""
    high, low = tile.high, tile.low
    ways = []
    for one, two in {(high, low), (low, high)}:
        ways += [
            rf"(?<![\d.]){one}{BETWEEN}{two}(?![\d.])",
            rf"\[\s*{one}\s*,\s*{two}\s*\]",
            rf"\b(?:{WORDS[one]})-(?:{WORDS[two]})\b",
            rf"\b(?:double|doble) (?:{WORDS[one]})\b" if one == two else rf"\"[a-z:_-]*{one}{two}\"",
            chr(0x1F031 + 7 * one + two),
            chr(0x1F063 + 7 * one + two),
        ]
    return [found[0] for text in texts for way in ways for found in re.finditer(way, text)]
