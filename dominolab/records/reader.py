"""The reader: from text to records, one match at a time. It never raises on content and loses nothing.

A file is cut into matches at every line that begins with ``[Domino``, and a match into rounds at every line that begins
with ``==``, whatever stands around: damage in one can never reach the next. ``rounds.py`` reads one round.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dominolab.engine import law
from dominolab.engine.presets import rules as rules_of
from dominolab.errors import RecordError, RulesError
from dominolab.messages import say
from dominolab.records.files import is_twin
from dominolab.records.model import VERSION, Record, Tag
from dominolab.records.notation import MATCH_LINE, unescaped
from dominolab.records.problems import ERROR, WARNING, Problem, printable

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from dominolab.engine.rules import Rules

_ROUND = re.compile(r"^[ \t]*==", re.MULTILINE)
_TAG = re.compile(r'[ \t]*\[[ \t]*(Player[ \t]+[A-L]|[A-Za-z]\w*)[ \t]+"((?:[^"\\]++|\\.)*+)"[ \t]*\][ \t]*')
_COMMENT = re.compile(r"\s*\{((?:[^}\\]++|\\.)*+)\}", re.DOTALL)
MOST_JUNK = 20  # so many unreadable lines of a header are reported, all are kept
_BLANKS = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(r"[^\n]*\n?")
_TOTALS = re.compile(r"-?\d{1,6}")


class Chunk(NamedTuple):
    """The text of one match, its first line, whether it is the last of its source; in a file also its bytes."""

    text: str
    line: int
    last: bool
    offset: int = 0
    end: int = 0


class Places:
    """Turns a place in a text into line and column."""

    def __init__(self, text: str, line: int) -> None:
        """Note where the lines begin."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._line = line

    def at(self, place: int) -> tuple[int, int]:
        """Return line and column of a place, both from 1."""
        i = bisect_right(self._starts, place) - 1
        return self._line + i, place - self._starts[i] + 1


def parse(text: str) -> list[Record]:
    r"""Return all matches of a text, with their problems; never raises on content.

    >>> import dominolab as dl
    >>> [record] = dl.parse('[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA 6-6\nend broken')
    >>> record.rounds[0].actions, record.problems
    ((<A 6-6>,), ())
    """
    lines = (match[0] for match in _LINE.finditer(text.removeprefix("\ufeff")) if match[0])
    return [read_match(chunk) for chunk in chunks(lines)]


def read(path: str | os.PathLike[str]) -> Record:
    """Return the first match of a file (``.jsonl``: the JSON twin).

    What is wrong in it is in ``record.problems``, never raised. Raises ``OSError`` for a file that cannot be read and
    ``RecordError`` for one without a match.

    >>> import dominolab as dl, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "lesson.domino"
    >>> dl.write(dl.Record("classic players=3"), path)
    >>> dl.read(path).rules.players
    3
    """
    record = next(read_all(path), None)
    if record is None:
        raise RecordError(say("{path} holds no match", path=path))
    return record


def read_all(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Go through the matches of a file, one in memory at a time. Raises ``OSError`` for a file that cannot be read.

    >>> import dominolab as dl, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "class.domino"
    >>> dl.write([dl.Record("classic"), dl.Record("block")], path)
    >>> [str(record.rules) for record in dl.read_all(path)]
    ['classic', 'block']
    """
    from dominolab.records.twin import from_json

    source = Path(path)
    for chunk in file_chunks(source):
        record = from_json(chunk.text, chunk.line) if is_twin(source) else read_match(chunk)
        record.path = source
        yield record


def file_chunks(source: Path, offset: int = 0, line: int = 1) -> Iterator[Chunk]:
    """Cut a file into matches (``.jsonl``: into lines) from a byte on where one begins, in line ``line``."""
    ends: list[int] = [offset]

    def lines(file: BinaryIO) -> Iterator[str]:
        for raw in file:
            ends.append(ends[-1] + len(raw))
            text = raw.decode("utf-8", "surrogateescape")
            yield text.removeprefix("\ufeff") if ends[-2] == 0 else text

    with source.open("rb") as file:
        file.seek(offset)
        if is_twin(source):
            for number, text in enumerate(lines(file), line):
                if text.strip():
                    yield Chunk(text, number, last=False, offset=ends[-2], end=ends[-1])
                del ends[:-1]
            return
        for chunk in chunks(lines(file), line):
            cut = len(ends) - 1 if chunk.last else len(ends) - 2  # the line that begins the next match was read already
            yield chunk._replace(offset=ends[0], end=ends[cut])
            del ends[:cut]


def chunks(lines: Iterable[str], line: int = 1) -> Iterator[Chunk]:
    """Cut lines into matches: each begins at a line ``[Domino``; blank lines before the first are no match."""
    held: list[str] = []
    first = line
    for number, raw in enumerate(lines, line):
        text = raw.rstrip("\r\n") + "\n" if raw.endswith("\n") else raw
        if MATCH_LINE.match(text):
            if held and (len(held) > 1 or held[0].strip()):
                yield Chunk("".join(held), first, last=False)
            held, first = [], number
        if held or text.strip():
            if not held:
                first = number
            held.append(text)
    if held:
        yield Chunk("".join(held), first, last=True)


def read_match(chunk: Chunk) -> Record:
    """Return the record of one match."""
    from dominolab.records.rounds import RoundReader

    text = chunk.text
    places = Places(text, chunk.line)
    record = Record(None)
    record.place = (chunk.line, 1)
    starts = [match.start() for match in _ROUND.finditer(text)]
    header = Header(record, text[: starts[0]] if starts else text, places)
    rules = header.read()
    problems = header.problems + _damaged_bytes(text, places)
    so_far = Standing(rules)
    for i, start in enumerate(starts):
        end = starts[i + 1] if i + 1 < len(starts) else len(text)
        reader = RoundReader(record, text, start, end, places, so_far, last=chunk.last and end == len(text))
        record.rounds.append(reader.read())
        problems += reader.problems
    problems += header.result(so_far.totals)
    record.problems = tuple(sorted(problems, key=lambda problem: (problem.line, problem.column)))
    _share(record)
    return record


def _share(record: Record) -> None:
    """Give every round the problems that stand in its text."""
    places = [round_.place for round_ in record.rounds]
    shares: list[list[Problem]] = [[] for _ in places]
    for problem in record.problems:
        i = bisect_right(places, (problem.line, problem.column)) - 1
        if i >= 0:
            shares[i].append(problem)
    for round_, share in zip(record.rounds, shares, strict=True):
        round_.problems = tuple(share)


class Standing:
    """What one round hands to the next: the scores, the number, and how the last one ended."""

    def __init__(self, rules: Rules | None) -> None:
        """Begin a match."""
        self.rules = rules
        self.first = True
        self.number: int | None = None
        self.thrown_in = False
        self.totals: tuple[int, ...] | None = None
        self.before: tuple[law.State, int] | None = None


def _damaged_bytes(text: str, places: Places) -> list[Problem]:
    """Return a problem for the first byte of a match that is not UTF-8, and for the first NUL."""
    found: list[Problem] = []
    bad = re.search("[\udc80-\udcff]", text)
    if bad:
        byte = f"0x{ord(bad[0]) - 0xDC00:02x}"
        why, hint = say("the byte {byte} is not UTF-8", byte=byte), say("save the file as UTF-8")
        found.append(Problem(*places.at(bad.start()), "not-utf8", ERROR, why, hint))
    nul = text.find("\0")
    if nul >= 0:
        hint = say("the file was damaged, or it is not a text")
        found.append(Problem(*places.at(nul), "nul", ERROR, say("a NUL byte"), hint))
    return found


class Header:
    """Reads what stands before the first round of a match."""

    def __init__(self, record: Record, text: str, places: Places) -> None:
        """Take the record to fill, and the text."""
        self.record, self.text, self.places = record, text, places
        self.problems: list[Problem] = []
        self._result: tuple[int, str] | None = None

    def problem(self, place: int, code: str, message: str, hint: str = "", severity: str = ERROR) -> None:
        """Note a problem at a place in the text."""
        self.problems.append(Problem(*self.places.at(place), code, severity, message, hint))

    def read(self) -> Rules | None:
        """Fill the record's tags, comments and junk; return its rules, or None where they do not exist."""
        headed = bool(MATCH_LINE.match(self.text))
        if not headed:
            start = len(self.text) - len(self.text.lstrip())
            why = say("text before any header")
            self.problem(start, "text-before-header", why, say('a match begins with a line [Domino "1"]'))
        seen: set[str] = set()
        rules: Rules | None = rules_of("classic")
        at = 0
        while at < len(self.text):
            comment = _COMMENT.match(self.text, at)
            if comment and self._alone(comment.end()):
                self.record.comments.append(unescaped(comment[1]))
                at = comment.end()
                continue
            at = self._skip(at)
            line = _LINE.match(self.text, at)
            if line is None or not line[0]:
                break
            at = line.end()
            tag = _TAG.fullmatch(line[0].rstrip())
            if tag is None:
                at = self._junk(line, quiet=not headed)
            elif self._tag(Tag(" ".join(tag[1].split()), unescaped(tag[2])), line.start() + tag.start(2), seen):
                rules = self._rules(line.start() + tag.start(2))
        return rules

    def _alone(self, at: int) -> bool:
        """Return whether nothing but other comments follows a comment in its line."""
        line = _LINE.match(self.text, at)
        return line is None or line[0].strip()[:1] in ("", "{")

    def _skip(self, at: int) -> int:
        """Return the place of the next text that is not blank (rare blanks before a match's sign must stay there)."""
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at

    def _junk(self, line: re.Match[str], *, quiet: bool) -> int:
        """Keep a line that is no tag as it is; an open comment takes everything up to the first round."""
        raw, at = line[0].rstrip(), line.end()
        if not raw:
            return at
        comment = _COMMENT.match(self.text, line.start())
        if comment:  # with words behind it: they stay together, or the words might begin a line that means something
            at = self.text.find("\n", comment.end()) + 1 or len(self.text)
            raw = self.text[line.start() : at].rstrip()
        if raw.startswith("{") and not comment:
            raw, at = self.text[line.start() :].rstrip(), len(self.text)
            self.problem(line.start(), "unclosed-comment", say("this comment is never closed"), say("close it with }}"))
        elif not quiet and len(self.record.junk) < MOST_JUNK:
            code = "malformed-tag" if raw.startswith("[") else "stray-text"
            why = say("{text} is no header line", text=printable(raw))
            self.problem(line.start(), code, why, say('a header line looks like [Date "2026.03.14"]'))
        self.record.junk.append(raw)
        return at

    def _tag(self, tag: Tag, place: int, seen: set[str]) -> bool:
        """Keep a tag, notice a second one of its name, and return whether it names the rules."""
        if tag.name in seen:
            why = say("the tag {name} is there twice", name=tag.name)
            self.problem(place, "duplicate-tag", why, say("the last one counts"))
        seen.add(tag.name)
        self.record.tags.append(tag)
        if tag.name == "Domino" and tag.value != VERSION:
            why = say("version {version} of the notation is not known here", version=printable(tag.value))
            self.problem(place, "unknown-version", why, say("it is read as version 1"), WARNING)
        if tag.name == "Result":
            self._result = (place, tag.value)
        return tag.name == "Rules"

    def _rules(self, place: int) -> Rules | None:
        """Return the rules that the header names."""
        try:
            return self.record.rules
        except (RecordError, RulesError) as error:
            hint = say("the rounds are kept, but not followed")
            self.problem(place, "unknown-rules", printable(str(error), 300), hint)
            return None

    def result(self, totals: tuple[int, ...] | None) -> list[Problem]:
        """Return a problem if the Result tag says other scores than the rounds."""
        if self._result is None or totals is None:
            return []
        place, value = self._result
        said = tuple(int(n) for n in re.findall(r"\d{1,9}", value))
        signed = tuple(int(n) for n in _TOTALS.findall(value))
        if totals in (said, signed) or not said:
            return []
        scores = " ".join(map(str, totals))
        why = say("the result is {said}, but the rounds add up to {totals}", said=printable(value), totals=scores)
        return [Problem(*self.places.at(place), "wrong-result", ERROR, why, say("check the scores of each round"))]
