"""A scene: all that a picture of the table says, as plain data that travels as JSON.

Whoever knows the rules fills in a scene; ``svg.py`` and the browser's ``board.js`` only draw it. A scene
says which tiles can be played, where, and in which words; nothing that draws ever works it out.

A tile is named by its key, high number first: ``"6-5"``. An end is ``"start"`` (empty line), ``"left"``, ``"right"``,
``"up"`` or ``"down"``. All texts are plain text, shown as they are: drawing escapes them.

What a reader does comes back as an event, a dict with ``kind`` and the scene's ``serial``:

=============  ==========================  =====================================================
kind           with                        when
=============  ==========================  =====================================================
choose         tile                        a tile was taken up (also one that cannot be played)
unchoose                                   it was put back
end            tile, end                   it is laid
draw pass undo (any ``Button.kind``)       a button or its key; ``value`` if the button has one
 scrub         index                       the slider of the controls (also first/back/next/last)
goto           id                          a move in the list, or a point of the graph
cell           tile, place                 a cell of the hidden tiles
comment        id, text                    a comment was edited
glyph          id, glyph                   a glyph was picked
form           name, value                 a field was changed
tab            value                       a panel was opened
=============  ==========================  =====================================================

``serial`` is the number of the position, not of the message: raise it whenever a position is left, keep it when only
a tile was chosen or a message changed. An event that carries an old one came too late and must not act.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from dominolab.messages import say

PairList = list[int]


class PlacedTile(TypedDict):
    """A tile on the table. ``x, y``: its middle in tile units; ``pair`` in drawing order; ``label`` as it is spoken."""

    x: float
    y: float
    vertical: bool
    pair: PairList
    label: str
    last: NotRequired[bool]
    spinner: NotRequired[bool]
    lit: NotRequired[bool]
    """Pointed out, e.g. because it shows a number asked about."""


class EndPlace(TypedDict):
    """An open end: where the next tile goes, and what is written there (``"left · 3"``)."""

    end: str
    x: float
    y: float
    vertical: bool
    label: str
    label_x: float
    label_y: float


class Ghost(TypedDict):
    """A legal play: the tile as it would lie. ``label`` is spoken: ``"6-5 on the left, next to 5-1"``."""

    tile: str
    end: str
    x: float
    y: float
    vertical: bool
    pair: PairList
    label: str
    label_x: float
    label_y: float


class Table(TypedDict):
    """The line.

    ``frame``: left, top, width, height of the picture in tile units; ``label``: the line, spoken; ``text``: in
    characters, ``"[2|5][5|1]"``.
    """

    frame: list[float]
    label: str
    text: NotRequired[str]
    tiles: list[PlacedTile]
    ends: list[EndPlace]


class HandTile(TypedDict):
    """A tile face up in a hand.

    ``playable``: True (it is marked and can be taken up), False (it answers with ``reason``), None (only shown).
    ``label`` is spoken: ``"six-five, can be played on the left"``; ``chosen`` is said when it is taken up.
    """

    key: str
    pair: PairList
    label: str
    playable: bool | None
    reason: NotRequired[str]
    chosen: NotRequired[str]
    new: NotRequired[bool]
    """Just drawn."""


class Hand(TypedDict):
    """A seat.

    ``note`` stands beside the name (``"4 tiles · 20 points"``). ``place``: "top" or "bottom", above or below the
    table. ``hidden``: number of tiles lying face down, described by ``hidden_label``.
    """

    seat: str
    name: str
    note: str
    label: str
    turn: bool
    place: str
    tiles: list[HandTile]
    hidden: int
    hidden_label: NotRequired[str]


class Boneyard(TypedDict):
    """``label``: ``"boneyard"``; ``note``: ``"9 tiles, 7 can be drawn"``."""

    count: int
    drawable: int
    label: str
    note: str


class Button(TypedDict):
    """``kind`` is the event's. If not enabled it answers with ``reason``. ``pressed``: a switch. ``key``: a letter."""

    kind: str
    label: str
    enabled: bool
    reason: NotRequired[str]
    value: NotRequired[str]
    pressed: NotRequired[bool]
    key: NotRequired[str]
    strong: NotRequired[bool]
    """The thing to do next."""
    copy: NotRequired[str]
    """A text that is put on the clipboard as well, where the browser allows it."""


class Controls(TypedDict):
    """Playback: ``index`` of ``count`` actions, in words in ``label``; ``extra``: buttons beside (branch, hint)."""

    index: int
    count: int
    label: str
    extra: NotRequired[list[Button]]


class Move(TypedDict):
    """A move. ``text``: in notation; ``label``: spoken. ``variations``: other lines from the position before it."""

    id: str
    text: str
    label: NotRequired[str]
    current: NotRequired[bool]
    glyph: NotRequired[str]
    bad: NotRequired[bool]
    comment: NotRequired[str]
    variations: NotRequired[list[list[Move]]]


class Editor(TypedDict):
    """The comment and glyph of the current move; ``glyphs``: (value, label) to choose from; ``note``: ``"unsaved"``."""

    id: str
    comment: str
    glyph: str
    glyphs: list[tuple[str, str]]
    note: NotRequired[str]
    buttons: NotRequired[list[Button]]


class Moves(TypedDict):
    """The move list, with an editor if it may be changed."""

    line: list[Move]
    editor: NotRequired[Editor]


class Cell(TypedDict):
    """A tile at a place.

    ``value``: probability 0…1, None where it lies open; ``text``: short (``".31"``); ``label``: spoken and shown
    on focus: ``"6-5 with Ben: 5/16 (0.31)"``.
    """

    pair: PairList
    value: float | None
    text: str
    label: str
    asked: NotRequired[bool]
    """To be guessed first: drawn as a question, whatever ``value`` is; ``label`` must not give it away."""


class Place(TypedDict):
    """A hand or the boneyard with its triangle of cells: rows by high number, columns by low number."""

    place: str
    title: str
    cells: list[Cell]


class Holdings(TypedDict):
    """Where the hidden tiles may be. ``size``: highest number of the set; ``note``: e.g. how many deals fit."""

    size: int
    places: list[Place]
    note: NotRequired[str]
    summary: NotRequired[list[str]]


class Point(TypedDict):
    """``value``: 0…1 (chance of the side named at the top); ``label``: spoken; ``glyph``, ``bad`` as in a move."""

    id: str
    value: float
    label: str
    current: NotRequired[bool]
    glyph: NotRequired[str]
    bad: NotRequired[bool]


class Graph(TypedDict):
    """The win probability from action to action. ``top``, ``bottom``: what 100 % and 0 % mean."""

    label: str
    top: str
    bottom: str
    points: list[Point]


class Bar(TypedDict):
    """A figure with its interval ``low`` to ``high``; ``short`` is written beside the bar, ``text`` spoken."""

    label: str
    value: float
    low: float
    high: float
    short: str
    text: str


class Bars(TypedDict):
    """Figures to compare, on an axis from ``low`` to ``high`` in ``unit``."""

    label: str
    unit: str
    low: float
    high: float
    bars: list[Bar]


class Progress(TypedDict):
    """How far a long run has come: ``done`` of ``all``, in words in ``label``."""

    done: int
    all: int
    label: str


class Field(TypedDict):
    """A field of a form. ``type``: select, number, checkbox, text, choice (buttons); ``options``: (value, label)."""

    name: str
    label: str
    type: str
    value: str | float | bool | None
    options: NotRequired[list[tuple[str, str]]]
    low: NotRequired[float]
    high: NotRequired[float]
    help: NotRequired[str]
    error: NotRequired[str]


class Form(TypedDict):
    """Fields and buttons above the table (rule options, a quiz's answer)."""

    label: str
    fields: list[Field]
    text: NotRequired[str]
    buttons: NotRequired[list[Button]]


class Scene(TypedDict):
    """The whole picture; every part that is left out is not drawn.

    ``message``: said in the live region; ``tone``: "info", "error" or "good". ``chosen``: key of the tile taken up.
    ``why``: sentences. ``panel``: which of moves, holdings, why is open at first. ``projector``: larger.
    """

    serial: int
    language: str
    words: dict[str, str]
    message: str
    tone: NotRequired[str]
    title: NotRequired[str]
    subtitle: NotRequired[str]
    toolbar: NotRequired[list[Button]]
    form: NotRequired[Form]
    table: NotRequired[Table]
    hands: NotRequired[list[Hand]]
    boneyard: NotRequired[Boneyard]
    ghosts: NotRequired[list[Ghost]]
    chosen: NotRequired[str | None]
    actions: NotRequired[list[Button]]
    controls: NotRequired[Controls]
    moves: NotRequired[Moves]
    holdings: NotRequired[Holdings]
    why: NotRequired[list[str]]
    graph: NotRequired[Graph]
    bars: NotRequired[Bars]
    progress: NotRequired[Progress]
    panel: NotRequired[str]
    projector: NotRequired[bool]


def tile_key(pair: Iterable[int]) -> str:
    """The name of a tile in events.

    >>> from dominolab.show.scene import tile_key
    >>> tile_key((5, 6))
    '6-5'
    """
    low, high = sorted(pair)
    return f"{high}-{low}"


def words() -> dict[str, str]:
    """The fixed words of the drawing, in the language chosen with ``dl.language``."""
    return {
        "table": say("the table"),
        "scroll": say("the table; scroll sideways to see all of it"),
        "panels": say("about this position"),
        "moves": say("Moves"),
        "holdings": say("Hidden tiles"),
        "why": say("Why"),
        "first": say("first"),
        "back": say("back"),
        "next": say("next"),
        "last": say("last"),
        "play": say("play on"),
        "pause": say("pause"),
        "position": say("position in the round"),
        "actions": say("actions"),
        "views": say("views"),
        "comment": say("comment"),
        "glyph": say("glyph"),
        "point": say("Point at a cell, or move to it with the arrow keys, to see the exact fraction."),
        "certain": say("certain"),
        "impossible": say("impossible"),
        "open": say("lies open"),
        "sent": say("One moment: the last move is on its way."),
        "silent": say("No answer from Python yet. If it was restarted, run this cell again to go on."),
    }
