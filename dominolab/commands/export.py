"""`dominolab export FILE`: a recorded match as a page that replays it, or a position of it as a picture."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.commands.targets import product_target
from dominolab.errors import DominoError, RecordError
from dominolab.messages import say
from dominolab.records import read_all
from dominolab.records.codes import write_whole
from dominolab.show.page import record_page, record_picture

if TYPE_CHECKING:
    import argparse

    from dominolab.records import Record

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the record and what to make of it."""
    parser.add_argument("file", metavar=say("FILE"), help=say("the recorded game"))
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--html", metavar=say("TARGET"), help=say("a page that replays the match without a network"))
    kind.add_argument("--svg", metavar=say("TARGET"), help=say("a picture of one position"))
    kind.add_argument("--png", metavar=say("TARGET"), help=say("the same as pixels (needs Chromium)"))
    parser.add_argument("--match", type=int, default=1, help=say("which match of the file, from 1"))
    parser.add_argument("--round", type=int, default=1, help=say("for a picture: which round of the match, from 1"))
    parser.add_argument("--action", type=int, help=say("for a picture: after how many actions (default: at the end)"))


def run(args: argparse.Namespace) -> int:
    """Write the page or picture. Raises ``DominoError`` where that cannot be done."""
    target = product_target(args.html or args.svg or args.png, args.file)
    record = chosen(args.file, args.match)
    if args.html:
        write_whole(target, record_page(record), folders=False)
    else:
        picture = record_picture(record, args.round, args.action)
        if args.svg:
            write_whole(target, picture, folders=False)
        else:
            as_pixels(picture, target)
    print(target)
    return 0


def chosen(file: str, match: int) -> Record:
    """Return the wanted match of a file."""
    try:
        record = next(islice(read_all(file), max(0, match - 1), None), None)
    except OSError as error:
        raise RecordError(say("{file}: cannot be read: {why}", file=file, why=error.strerror or error)) from error
    if record is None or match < 1:
        raise RecordError(say("{file} has no match {n}", file=file, n=match))
    return record


def as_pixels(picture: str, target: Path) -> None:
    """Draw an SVG picture with Chromium. Raises ``DominoError`` where there is none, or where it fails."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        hint = say("install Chromium (Debian: apt-get install chromium), or export --svg")
        raise DominoError(say("a PNG is drawn by Chromium, which is not here: {hint}", hint=hint))
    width, height = (int(picture.split(f' {name}="', 1)[1].split('"', 1)[0]) for name in ("width", "height"))
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "picture.html"), Path(folder, "picture.png")
        page = f'<!doctype html><meta charset="utf-8"><style>body{{margin:0}}svg{{display:block}}</style>{picture}'
        source.write_text(page, encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=2"]
        call = [browser, *flags, f"--user-data-dir={folder}/profile", f"--screenshot={made}"]
        call += [f"--window-size={width},{height}", source.as_uri()]
        done = subprocess.run(call, capture_output=True, check=False, timeout=120)  # noqa: S603 - our own arguments
        if not made.exists():
            raise DominoError(say("Chromium drew nothing: {why}", why=done.stderr.decode(errors="replace")[-200:]))
        write_whole(target, made.read_bytes(), folders=False)
