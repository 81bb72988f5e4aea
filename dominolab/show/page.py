"""One self-contained HTML file that replays a record: no network, no kernel, no other file.

Everything from the record is escaped, in text and in the data for the script; a content policy lets no other script run
than the page's own. Without a script the page still shows the first picture of each round and all moves.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from dominolab.engine.moves import seat_name
from dominolab.errors import DominoError, RecordError
from dominolab.messages import language, say
from dominolab.records import Action, Node
from dominolab.show.curves import LEFT, WIDTH, curves_of
from dominolab.show.speech import event_words, outcome_words, sides
from dominolab.show.stage import scene_of, seat_names
from dominolab.show.svg import escape, scene_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dominolab.engine.position import Position
    from dominolab.engine.view import View
    from dominolab.records import Record, Round


@dataclass
class Step:
    """A point of a round: what the page shows there, and where it goes on."""

    table: Position | View
    said: str
    before: int | None
    next: int | None = None


def record_page(record: Record) -> str:
    """Return a record as one HTML page that replays it, pictures, moves, comments, variations and graph.

    A round of which all tiles are known is shown with open hands, another as the seat saw it whose view was recorded
    (``[View "A"]``), else as a spectator did. A round that cannot be followed at all is shown as its text.

    >>> import dominolab as dl
    >>> record = dl.Record("block set_size=2 hand_size=2", players={0: "<b>Ana</b>"})
    >>> deal = dl.Deal(record.rules, ["2-2 1-0", "2-1 1-1"], leader=0, opening="2-2")
    >>> round_ = record.add(dl.start(deal).play("2-2").play("2-1", "left").play("1-0"))
    >>> page = record_page(record)
    >>> page.startswith("<!doctype html>"), "<b>Ana</b>" in page, "&lt;b&gt;Ana&lt;/b&gt;" in page
    (True, False, True)
    """
    source = files("dominolab.show")
    script = source.joinpath("page.js").read_text(encoding="utf-8")
    style = source.joinpath("page.css").read_text(encoding="utf-8")
    parts: dict[str, int] = {}
    shown = [_round(round_, record, parts) for round_ in record.rounds]
    data = _for_script({"parts": list(parts), "rounds": [data for _, data in shown if data is not None]})
    title = record.tag("Event") or say("A recorded match of dominoes")
    return _PAGE.format(
        language=language(),
        policy=escape(f"default-src 'none'; style-src 'unsafe-inline'; script-src {_hash(script)}; img-src data:"),
        title=escape(title),
        style=style,
        heading=_text(title),
        facts=_facts(record),
        comments="".join(f'<p class="note">{_text(text)}</p>' for text in record.comments),
        hint=escape(say("Arrow keys, the slider, the moves and the graph all lead through a round.")),
        rounds="".join(html for html, _ in shown),
        data=data,
        script=script,
    )


_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{heading}</h1>{facts}{comments}<p class="hint">{hint}</p></header>
<main>{rounds}</main>
<script type="application/json" id="rounds">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def _hash(script: str) -> str:
    """Return the name by which a content policy allows exactly this script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _for_script(data: object) -> str:
    """Return data as JSON that cannot end the element it stands in, whatever it says."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _text(text: str) -> str:
    """Return a stranger's words: escaped, and kept from turning the writing around them."""
    return f"<bdi>{escape(text)}</bdi>"


def _facts(record: Record) -> str:
    """Return who played, when, by what rules."""
    players = [f"{seat_name(seat)}: {_text(name)}" for seat, name in sorted(record.players.items())]
    tags = (record.tag(name) for name in ("Date", "Rules", "Result"))
    facts = [*players, *(_text(value) for value in tags if value)]
    return f'<p class="facts">{" · ".join(facts)}</p>' if facts else ""


# -------------------------------------------------------------------------------------------------------- a round


def _round(round_: Round, record: Record, parts: dict[str, int]) -> tuple[str, object]:
    """Return a round's section and its data for the script (None for a round that cannot be followed)."""
    title = say("Round {n}", n="?" if round_.number is None else round_.number)
    problems = "".join(
        f'<p class="problem">{escape(str(problem))}</p>' for problem in round_.problems if not problem.consequent
    )
    rest = f'<p class="rest">{escape(round_.rest.strip())}</p>' if round_.rest else ""
    try:
        players = record.rules.players
        names = seat_names([record.players.get(seat) or seat_name(seat) for seat in range(players)], players)
        steps, ids = _steps(round_, names)
    except (DominoError, RecordError):
        words = " ".join(f"{seat_name(action.seat)} {action.text}" for action in round_.actions)
        return f"<article><h2>{escape(title)}</h2>{problems}<p>{escape(words)}</p>{rest}</article>", None
    pictures = [_picture(step, names, title) for step in steps]
    values = [(step.table, node) for step, node in _main(round_, steps, ids)]
    graph = curves_of(values, names)
    moves = "".join(_moves(round_.root, ids))
    ending = _ending(round_, steps[0].table, names)
    closing = "".join(f'<p class="note">{_text(text)}</p>' for text in round_.closing)
    html = _SECTION.format(
        title=escape(title),
        picture=pictures[0],
        first=escape(say("First")),
        back=escape(say("Back")),
        next=escape(say("Next")),
        last=escape(say("Last")),
        slider=escape(say("place in the round")),
        moves_label=escape(say("moves")),
        said=escape(steps[0].said),
        graph=graph,
        moves=moves,
        after=ending + closing + problems + rest,
    )
    found = [
        {"svg": _shared(picture, parts), "said": step.said, "before": step.before, "next": step.next}
        for step, picture in zip(steps, pictures, strict=True)
    ]
    return html, {"steps": found, "main": max(1, len(values) - 1), "left": LEFT, "width": WIDTH}


def _shared(picture: str, parts: dict[str, int]) -> list[int]:
    """Return a picture as numbers of ``parts``; new ones are added. From step to step most tiles stay as they are."""
    return [parts.setdefault(part, len(parts)) for part in _PARTS.split(picture) if part]


_PARTS = re.compile(r"(?=<g |<style>|<title>)|(?<=</style>)|(?<=</g>)")
"""Where a picture is cut: a tile's place from what is drawn there, and the style from both."""


_SECTION = """<section class="round"><h2>{title}</h2><div>
<div class="stage">{picture}</div>
<div class="controls"><button data-go="first">{first}</button><button data-go="back">{back}</button>
<input type="range" min="0" max="0" value="0" aria-label="{slider}">
<button data-go="next">{next}</button><button data-go="last">{last}</button></div>
<p class="said" aria-live="polite">{said}</p>{graph}</div>
<div><div class="moves" role="group" aria-label="{moves_label}">{moves}</div>{after}</div></section>
"""


def _steps(round_: Round, names: tuple[str, ...]) -> tuple[list[Step], dict[int, int]]:
    """Return the points of a round, the start first, and the number of each action's point."""
    tables = _Tables(round_)
    steps = [Step(tables.at(round_.root), say("The round begins."), None)]
    ids: dict[int, int] = {id(round_.root): 0}
    for action in round_.root.walk():
        assert action.parent is not None  # noqa: S101 - actions hang in a tree
        before = ids.get(id(action.parent))
        if before is None:
            continue
        table = tables.at(action)
        if table is None:
            continue
        said = " ".join(filter(None, [event_words(action.event, names), action.comment]))
        ids[id(action)] = len(steps)
        if action.parent.next is action:
            steps[before].next = len(steps)
        steps.append(Step(table, said, before))
    return steps, ids


class _Tables:
    """Finds the table at any point of a round as far as the record tells it."""

    def __init__(self, round_: Round) -> None:
        """Choose whose view is shown."""
        self.round = round_
        self.open = bool(round_.positions)
        letter = round_.record.view if round_.record is not None else "full"
        self.seat = ord(letter) - ord("A") if len(letter) == 1 and "A" <= letter <= "L" else None
        if not self.open:
            try:
                round_.views(self.seat)
            except RecordError:
                self.seat = None
        self._main = {id(action): place for place, action in enumerate(round_.actions, 1)}
        self._line = round_.positions if self.open else round_.views(self.seat)

    def at(self, node: Node) -> Position | View:
        """Return the position or the view at a point; at one that cannot be followed, the last before it."""
        place = 0 if node is self.round.root else self._main.get(id(node))
        if place is not None:
            return self._line[min(place, len(self._line) - 1)]
        position = self.round.position_at(node) if self.open else None
        if position is not None:
            return position
        return self.round.view_at(node, None if self.open else self.seat)


def _main(round_: Round, steps: list[Step], ids: dict[int, int]) -> Iterator[tuple[Step, Node]]:
    """Give the points of the main line with their nodes in the record."""
    yield steps[0], round_.root
    for action in round_.actions:
        if id(action) in ids:
            yield steps[ids[id(action)]], action


def _picture(step: Step, names: tuple[str, ...], title: str) -> str:
    """Return the picture of a point; the page itself names the rules."""
    scene = scene_of(step.table, names=names, act=False, title=title)
    scene["subtitle"] = ""
    return scene_svg(scene)


def _moves(node: Node, ids: dict[int, int]) -> Iterator[str]:
    """Give the words of a line of play: a button for each action, notes, variations."""
    seat: int | None = None
    at = node
    yield from _notes(node) if not isinstance(node, Action) else ()
    while at.next is not None:
        action = at.next
        if action.seat != seat:
            yield f'<span class="seat">{seat_name(action.seat)}</span> '
            seat = action.seat
        yield _button(action, ids)
        yield from _notes(action)
        for other in at.variations[1:]:
            yield f'<span class="branch">({_branch(other, ids)})</span>'
            seat = None
        for text in at.lost:
            yield f'<span class="branch problem">({escape(text)})</span>'
        at = action


def _branch(first: Action, ids: dict[int, int]) -> str:
    """Return a variation."""
    start = f'<span class="seat">{seat_name(first.seat)}</span> {_button(first, ids)}'
    return start + "".join(_notes(first)) + "".join(_moves(first, ids))


def _button(action: Action, ids: dict[int, int]) -> str:
    """Return the button that shows an action."""
    words = escape(action.text + action.glyph)
    step = ids.get(id(action))
    return f"<span>{words}</span> " if step is None else f'<button data-step="{step}">{words}</button> '


def _notes(node: Node) -> Iterator[str]:
    """Give the comments at a point."""
    if node.comment:
        yield f'<span class="note">{_text(node.comment)}</span> '
    for word in node.stray:
        yield f'<span class="problem">{escape(word)}</span> '


def _ending(round_: Round, table: Position | View, names: tuple[str, ...]) -> str:
    """Return how the round ended and what it paid."""
    end = round_.ending
    if end is None:
        return ""
    last = (round_.positions or (None,))[-1]
    outcome = last.outcome if last is not None else None
    words = (
        outcome_words(table.rules, outcome, names)
        if outcome is not None
        else {"out": say("A player went out."), "blocked": say("The round is blocked.")}.get(
            end.kind, say("The recording stops here.")
        )
    )
    called = sides(table.rules, names)
    points = [f"{called[side]} {n:+d}" for side, n in end.points.items() if side < len(called) and outcome is None]
    totals = say("scores: {totals}", totals=" ".join(map(str, end.totals))) if end.totals is not None else ""
    return f"<p>{escape(' · '.join(filter(None, [words, *points, totals])))}</p>"


def record_picture(record: Record, number: int = 1, action: int | None = None) -> str:
    """Return a picture (SVG) of a round (counted from 1) after so many actions, at its end if none are given.

    Raises ``RecordError`` for a round or an action that is not there.

    >>> import dominolab as dl
    >>> record = dl.Record("block")
    >>> position = dl.start(dl.deal(record.rules, seed=7))
    >>> round_ = record.add(position.move(position.legal_moves[0]))
    >>> record_picture(record, 1, 1).startswith("<svg ")
    True
    """
    if not 1 <= number <= len(record.rounds):
        raise RecordError(say("there is no round {n}: the match has {rounds}", n=number, rounds=len(record.rounds)))
    round_ = record.rounds[number - 1]
    players = record.rules.players
    names = seat_names([record.players.get(seat) or seat_name(seat) for seat in range(players)], players)
    actions = round_.actions
    if action is not None and not 0 <= action <= len(actions):
        raise RecordError(say("there is no action {n}: the round has {actions}", n=action, actions=len(actions)))
    place = len(actions) if action is None else action
    table = _Tables(round_).at(actions[place - 1] if place else round_.root)
    title = say("Round {n}", n="?" if round_.number is None else round_.number)
    return _picture(Step(table, "", None), names, title)
