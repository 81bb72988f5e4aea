"""The writer: canonical text, lossless and atomic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dominolab.engine.line import Placed
from dominolab.engine.moves import Draw, seat_name
from dominolab.records.codes import write_whole
from dominolab.records.files import is_twin
from dominolab.records.model import Record, Round, Setup, Tag
from dominolab.records.notation import MATCH_LINE, counted, escaped, quoted, tiles_text

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from dominolab.records.tree import Action, Node

WIDTH = 100  # a line is broken between turns when it grows longer


def text_of(record: Record) -> str:
    """Return the canonical text of a record, without a newline at its end."""
    damaged = [line for line in record.junk if MATCH_LINE.match(line)]  # it begins a match all the same
    junk = [line for line in record.junk if line not in damaged]
    parts = ["\n".join([*damaged, *map(_tag, record.tags), *map(_comment, record.comments), *junk])]
    parts += [_round(round_) for round_ in record.rounds]
    return "\n\n".join(part for part in parts if part)


def write(records: Record | Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a record, or several, to a file: the old file stays whole until the new one is complete.

    A name that ends in ``.jsonl`` gets the JSON twin, one match a line; any other the notation. Raises ``OSError``.

    >>> import dominolab as dl, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "empty.domino"
    >>> dl.write(dl.Record("classic"), path)
    >>> print(path.read_text(encoding="utf-8"), end="")
    [Domino "1"]
    [Rules "classic"]
    """
    from dominolab.records.twin import to_json

    target = Path(path)
    several = [records] if isinstance(records, Record) else records
    if is_twin(target):
        pieces = (to_json(record) + "\n" for record in several)
    else:
        pieces = (("\n" if i else "") + text_of(record) + "\n" for i, record in enumerate(several))
    write_whole(target, pieces, folders=False)


def _tag(tag: Tag) -> str:
    return f"[{tag.name} {quoted(tag.value)}]"


def _comment(text: str) -> str:
    return "{" + escaped(text) + "}"


def _round(round_: Round) -> str:
    """Return the text of a round."""
    lines = [*_opening(round_.setup), *map(_comment, round_.root.comments), *round_.root.stray]
    lines += _wrapped(_turns(round_.root))
    lines += [f"show {seat_name(seat)} {tiles_text(tiles)}".rstrip() for seat, tiles in round_.shown.items()]
    if round_.ending is not None:
        lines.append(_ending(round_))
    lines += map(_comment, round_.closing)
    return "\n".join(lines) + round_.rest


def _opening(setup: Setup) -> Iterator[str]:
    """Give the lines before the first action."""
    number = "" if setup.number is None else f" {setup.number}"
    yield f"=={number}" + ("" if setup.leader is None else f" lead {seat_name(setup.leader)}")
    for seat, tiles in setup.dealt.items():
        yield f"deal {seat_name(seat)} {tiles_text(tiles)}".rstrip()
    told = (("set", setup.set_tile), ("call", setup.called))
    yield from (f"{word} {tile}" for word, tile in told if tile is not None)
    if setup.yard is not None:
        yield f"yard {tiles_text(setup.yard)}".rstrip()
    if setup.row is not None:
        arms = [f" / {mark} {_row(arm)}" for mark, arm in (("^", setup.up), ("v", setup.down)) if arm]
        yield f"line {_row(setup.row)}".rstrip() + "".join(arms)
    if setup.spinner is not None:
        yield f"spinner {setup.spinner}"
    if setup.turn is not None:
        yield f"turn {seat_name(setup.turn)}"
    if setup.scores is not None:
        yield f"scores {' '.join(map(str, setup.scores))}"
    for name in ("passes", "drawn", "placed"):
        if getattr(setup, name):
            yield f"{name} {getattr(setup, name)}"


def _row(tiles: Iterable[tuple[int, int]]) -> str:
    return " ".join(str(Placed(*tile)) for tile in tiles)


def _ending(round_: Round) -> str:
    """Return the end line."""
    end = round_.ending
    if end is None or end.kind == "redeal":
        return "redeal"
    points = "".join(f" {seat_name(side)} {n:+d}" for side, n in end.points.items())
    totals = "" if end.totals is None else f" ({' '.join(map(str, end.totals))})"
    return f"end {end.kind}{points}{totals}"


def _turns(root: Node) -> Iterator[str]:
    """Give a line of play a turn at a time: the seat and what it did, with everything said about it."""
    words: list[str] = []
    seat: int | None = None
    at, action = root, root.next
    while action is not None:
        if action.seat != seat:
            if words:
                yield " ".join(words)
            seat, words = action.seat, [seat_name(action.seat)]
        last, n = _run(action)
        words += [f"+{counted(n)}" if n > 1 else _word(last)]
        words += [_comment(text) for text in last.comments]
        branches = [f"({_branch(other)})" for other in at.variations[1:]] + [f"({text})" for text in at.lost]
        words += branches + last.stray
        if branches:
            seat = None
        at, action = last, last.next
    if words:
        yield " ".join(words)


def _run(action: Action) -> tuple[Action, int]:
    """Return the last of several unknown draws in a row about which nothing is said, and how many they are."""
    n, at = 1, action
    while _silent(at) and at.next is not None and _silent(at.next) and at.next.seat == at.seat:
        n, at = n + 1, at.next
    return at, n


def _silent(action: Action) -> bool:
    """Return whether an action is an unknown draw that can be counted together with its neighbours."""
    if not isinstance(action.move, Draw) or action.tile is not None:
        return False
    node = action.parent
    alone = node is not None and len(node.variations) == 1 and not node.lost
    return alone and not (action.glyph or action.comments or action.stray)


def _word(action: Action) -> str:
    """Return an action's word with its glyph; after a draw the glyph stands behind a space."""
    space = " " if action.glyph and isinstance(action.move, Draw) else ""
    return f"{action.text}{space}{action.glyph}"


def _branch(first: Action) -> str:
    """Return a variation from its first action on."""
    words = [seat_name(first.seat), _word(first), *map(_comment, first.comments), *first.stray]
    turns = list(_turns(first))
    if turns and first.next is not None and first.next.seat == first.seat:
        turns[0] = turns[0][2:]
        return " ".join(words + turns)
    return " ".join([" ".join(words), *turns])


def _wrapped(turns: Iterable[str]) -> list[str]:
    """Return turns as lines of a readable length."""
    lines: list[str] = []
    for turn in turns:
        last = lines[-1].rpartition("\n")[2] if lines else ""
        if lines and not last.endswith(")") and len(last) + 2 + len(turn.partition("\n")[0]) <= WIDTH:
            lines[-1] += "  " + turn
        else:
            lines.append(turn)
    return lines
