"""The catalogue of sentences: what the code says, what Spanish has for it, and the compiled form that runs.

    python tools/catalogue.py update    take new sentences into the Spanish catalogue, and compile it
    python tools/catalogue.py check     say what is missing; the exit status is 1 if anything is

Sentences are found as the first arguments of ``say``, ``later``, ``count`` and ``later_count``. One that is not written
there as text, but chosen at run time, is named in ``chosen``. Needs Babel.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dominolab"
FOLDER = PACKAGE / "messages" / "es" / "LC_MESSAGES"
PO, MO = FOLDER / "dominolab.po", FOLDER / "dominolab.mo"
ONE, MANY = {"say", "later"}, {"count", "later_count"}
HEADER = "# Spanish for dominolab. Made by tools/catalogue.py; the translations are written by hand.\n#"


class Found(NamedTuple):
    """A sentence in the code: one form or two, and where it stands."""

    message: str | tuple[str, str]
    place: str


def sentences() -> list[Found]:
    """Return every sentence of the package, in the order of the files; raises ``ValueError`` for one that is hidden."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        found += [Found(message, f"{name}:{line}") for message, line in _in_file(path)]
    for path in sorted(PACKAGE.rglob("*.jinja")):
        name = path.relative_to(ROOT).as_posix()
        found += [Found(message, name) for message in _in_template(path.read_text(encoding="utf-8"))]
    return [*found, *chosen()]


def _in_file(path: Path) -> Iterator[tuple[str | tuple[str, str], int]]:
    """Yield the sentences of a file with their lines."""
    if path == PACKAGE / "messages" / "__init__.py":
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if _name(node) == "say" and _texts(node, 1)]
    else:
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _name(node)]
    for node in sorted(calls, key=lambda node: node.lineno):
        texts = _texts(node, 2 if _name(node) in MANY else 1)
        if texts:
            yield (texts[0] if len(texts) == 1 else (texts[0], texts[1])), node.lineno


def _name(node: ast.AST) -> str:
    """Return the name of the function that a node calls if it is one of ours."""
    called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return called if called in ONE | MANY else ""


def _texts(node: ast.Call, n: int) -> list[str]:
    """Return the first ``n`` arguments if they are written as text."""
    values = [arg.value for arg in node.args[:n] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return values if len(values) == n else []


def _in_template(text: str) -> Iterator[str]:
    """Yield the sentences of a page template."""
    import re

    for match in re.finditer(r"""\bsay\((["'])(.*?)\1""", text):
        yield match[2]


def hidden() -> list[str]:
    """Return the places where a sentence is not written as text; each must be covered by ``chosen``."""
    places = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path == PACKAGE / "messages" / "__init__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if _name(node) and not _texts(node, 2 if _name(node) in MANY else 1):
                places.append(f"{path.relative_to(ROOT).as_posix()}: {ast.unparse(node)}")  # noqa: PERF401 - readable
    return places


def chosen() -> list[Found]:
    """Return the sentences that are chosen at run time: those that the places of ``hidden`` say."""
    from dominolab.engine.moves import End
    from dominolab.engine.presets import PRESETS

    words: list[tuple[str | tuple[str, str], str]] = [(end.value, "dominolab/engine/moves.py") for end in End]
    words += [(preset.summary, "dominolab/engine/presets.py") for preset in PRESETS.values()]
    words += [(kind, "dominolab/records/closing.py") for kind in ("out", "blocked", "broken", "redeal")]
    return [Found(message, place) for message, place in words]


def places_in(text: str) -> list[str]:
    """Return the places of a sentence that are filled in, with their formats, in order of the alphabet."""
    return sorted(f"{name}!{convert}:{form}" for _, name, form, convert in Formatter().parse(text) if name is not None)


def load() -> Catalog:
    """Return the Spanish catalogue as it is."""
    if not PO.exists():
        return Catalog(locale="es", domain="dominolab", header_comment=HEADER)
    with PO.open("rb") as file:
        return read_po(file, locale="es", domain="dominolab")


def fresh(old: Catalog) -> Catalog:
    """Return the catalogue of the code's sentences with the translations there are; others stand empty."""
    new = Catalog(
        locale="es", domain="dominolab", header_comment=HEADER, project="dominolab", version="1", fuzzy=False,
        creation_date=old.creation_date, revision_date=old.revision_date, last_translator="dominolab",
        language_team="es", copyright_holder="dominolab authors", charset="utf-8",
    )  # fmt: skip
    new.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]  # Babel's third form is for millions
    for found in sentences():
        kept = old.get(found.message)
        string = kept.string if kept and isinstance(kept.string, str) == isinstance(found.message, str) else ""
        new.add(found.message, string)
    return new


def compiled(catalogue: Catalog) -> bytes:
    """Return the catalogue in the form that gettext reads."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def written(catalogue: Catalog) -> bytes:
    """Return the catalogue as a PO file, in the order of the alphabet: moving code about changes nothing here."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=0, sort_output=True)
    return buffer.getvalue()


def problems() -> list[str]:
    """Return what is wrong: sentences without Spanish, with other places than the English, files that are not fresh."""
    old = load()
    found = []
    for sentence in {found.message: found for found in sentences()}.values():
        entry = old.get(sentence.message)
        english = [sentence.message] if isinstance(sentence.message, str) else list(sentence.message)
        spanish = [] if entry is None else [entry.string] if isinstance(entry.string, str) else list(entry.string)
        if not spanish or not all(spanish):
            found.append(f"{sentence.place}: no Spanish for {sentence.message!r}")
            continue
        wanted = places_in(english[-1])
        found += [
            f"{sentence.place}: {text!r} has other places than {english[-1]!r}"
            for text in spanish
            if places_in(text) != wanted and not (len(spanish) > 1 and places_in(text) == places_in(english[0]))
        ]
    if not found and written(fresh(old)) != PO.read_bytes():
        found.append(f"{PO.relative_to(ROOT)} is not what the code says: run tools/catalogue.py update")
    if not MO.exists() or MO.read_bytes() != compiled(old):
        found.append(f"{MO.relative_to(ROOT)} is not compiled from the catalogue: run tools/catalogue.py update")
    return found


def update() -> None:
    """Write the catalogue with all sentences of the code, and compile it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    PO.write_bytes(written(fresh(load())))
    MO.write_bytes(compiled(load()))


def main(arguments: list[str]) -> int:
    """Do what was asked; return the exit status."""
    if arguments not in (["update"], ["check"]):
        print(__doc__)
        return 2
    if arguments == ["update"]:
        update()
    found = problems()
    print("\n".join(found) or "complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
