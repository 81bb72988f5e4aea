"""From a layout to the parts of a scene: the table with its open ends, and the ghosts of the tile taken up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from dominolab.show.layout import Layout, Placed
from dominolab.show.scene import EndPlace, Ghost, PlacedTile, Table, tile_key


def draw_table(
    placed: Layout,
    *,
    label: str,
    end_labels: Mapping[str, str],
    text: str = "",
    last: tuple[str, int] | None = None,
    spinner: int | None = None,
    tile_label: Mapping[tuple[str, int], str] | None = None,
    lit: Iterable[tuple[str, int]] = (),
) -> Table:
    """Turn a layout into the scene's table.

    ``label``: the line, spoken; ``text``: in characters. ``end_labels``: what is written at each open end. ``last``:
    the tile laid last as (arm, index), with arm "row", "up", "down" or "apart"; ``spinner``: its index in the row;
    ``tile_label``: spoken names where "5-4" will not do; ``lit``: tiles to point out.
    """
    lit = set(lit)
    tiles = []
    for tile in placed.tiles:
        where = (tile.arm, tile.index)
        name = (tile_label or {}).get(where, tile_key(tile.pair))
        drawn = PlacedTile(x=tile.x, y=tile.y, vertical=tile.vertical, pair=list(tile.pair), label=name)
        if where == last:
            drawn["last"] = True
        if where == ("row", spinner):
            drawn["spinner"] = True
        if where in lit:
            drawn["lit"] = True
        tiles.append(drawn)
    ends = [
        EndPlace(
            **_spot(place), end=place.arm, label=end_labels.get(place.arm, ""),
            label_x=place.label_x, label_y=place.label_y,
        )
        for place in placed.ends
    ]  # fmt: skip
    return Table(frame=list(placed.frame), label=label, text=text, tiles=tiles, ends=ends)


def draw_ghosts(placed: Layout, labels: Mapping[tuple[str, str], str]) -> list[Ghost]:
    """Turn the ghosts of a layout into the scene's; ``labels``: spoken, by (tile key, end)."""
    return [
        Ghost(
            **_spot(ghost), tile=tile_key(ghost.pair), end=ghost.arm, pair=list(ghost.pair),
            label=labels[tile_key(ghost.pair), ghost.arm], label_x=ghost.label_x, label_y=ghost.label_y,
        )
        for ghost in placed.ghosts
    ]  # fmt: skip


class _Spot(TypedDict):
    x: float
    y: float
    vertical: bool


def _spot(tile: Placed) -> _Spot:
    return _Spot(x=tile.x, y=tile.y, vertical=tile.vertical)
