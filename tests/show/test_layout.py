"""The line on the table: nothing overlaps, matching halves touch, at any length, width and number of arms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominolab as dl
from dominolab.show.layout import Pair, Placed, comfortable_width, layout
from dominolab.show.stage import line_part
from tests.show.lines import LONG_LINE, grow
from tests.widgets.rounds import random_round


def overlap(one: Placed, other: Placed) -> bool:
    left, top, right, bottom = one.rectangle
    left2, top2, right2, bottom2 = other.rectangle
    return left < right2 and left2 < right and top < bottom2 and top2 < bottom


def halves(tile: Placed) -> list[tuple[int, float, float]]:
    """Each half as (number, x, y of its middle)."""
    step = (0.0, 0.5) if tile.vertical else (0.5, 0.0)
    return [(tile.pair[0], tile.x - step[0], tile.y - step[1]), (tile.pair[1], tile.x + step[0], tile.y + step[1])]


def touch(one: Placed, other: Placed) -> set[tuple[int, int]]:
    """The pairs of numbers whose halves share part of an edge (corners do not count)."""
    found = set()
    for number, x, y in halves(one):
        for number2, x2, y2 in halves(other):
            across, along = abs(x - x2), abs(y - y2)
            if (across == 1 and along < 1) or (along == 1 and across < 1):
                found.add((number, number2))
    return found


def neighbours(placed: Sequence[Placed], row: Sequence[Pair], spinner: int | None) -> list[tuple[Placed, Placed]]:
    at = {(tile.arm, tile.index): tile for tile in placed}
    found = list(pairwise(at["row", index] for index in range(len(row))))
    for arm in ("up", "down"):
        tiles = [tile for tile in placed if tile.arm == arm]
        if tiles and spinner is not None:
            found += pairwise([at["row", spinner], *tiles])
    return found


def inside(tile: Placed, box: tuple[float, ...]) -> bool:
    left, top, right, bottom = tile.rectangle
    hair = 1e-9  # edges are sums of tenths
    wide, high = box[0] + box[2] + hair, box[1] + box[3] + hair
    return box[0] <= left + hair and box[1] <= top + hair and right <= wide and bottom <= high


lines = st.builds(
    grow, st.sampled_from([6, 9, 12]), st.integers(0, 2**32), st.integers(1, 91), arms=st.booleans()
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(
    line=lines, width=st.sampled_from([6, 7, 8.5, 10, 14, 16, 20, 30]), axis=st.sampled_from(["horizontal", "vertical"])
)
def test_no_tiles_overlap_all_are_in_the_box_and_matching_halves_touch(line, width, axis):
    row, up, down, spinner, lead = line
    ends = ["left", "right"] + (["up", "down"] if spinner is not None else [])
    placed = layout(row, up, down, spinner, width=width, anchor=lead, ends=ends, axis=axis)
    everything = [*placed.tiles, *placed.ends]
    assert len(placed.tiles) == len(row) + len(up) + len(down)
    assert not [(one, other) for one, other in combinations(everything, 2) if overlap(one, other)]
    assert all(inside(tile, placed.box) for tile in placed.tiles)
    assert all(inside(tile, placed.frame) for tile in everything)
    for one, other in neighbours(placed.tiles, row, spinner):
        contacts = touch(one, other)
        assert contacts, f"{one} and {other} do not touch"
        assert all(number == number2 for number, number2 in contacts)


@settings(max_examples=60, deadline=None)
@given(line=lines, width=st.sampled_from([6, 9, 14, 22]))
def test_ghosts_lie_free_and_touch_the_end_with_the_matching_half(line, width):
    row, up, down, spinner, lead = line
    ends = {"left": (row[0][0], ("row", 0)), "right": (row[-1][1], ("row", len(row) - 1))}
    if spinner is not None:
        for end, arm in (("up", up), ("down", down)):
            ends[end] = (arm[-1][1], (end, len(arm) - 1)) if arm else (row[spinner][0], ("row", spinner))
    ghosts = [((number, other), end) for end, (number, _) in ends.items() for other in (number, 99)]
    placed = layout(row, up, down, spinner, width=width, anchor=lead, ghosts=ghosts)
    at = {(tile.arm, tile.index): tile for tile in placed.tiles}
    assert [ghost.arm for ghost in placed.ghosts] == [end for _, end in ghosts]
    for ghost in placed.ghosts:
        number, tile = ends[ghost.arm]
        assert not [other for other in placed.tiles if overlap(ghost, other)]
        assert inside(ghost, placed.frame)
        assert touch(at[tile], ghost) == {(number, number)}


def drawn(position: dl.Position) -> tuple[list[Placed], list[Placed], tuple[float, ...]]:
    """The tiles of a position as its picture has them, the ghosts of all legal plays, and the picture's frame."""
    plays = [move for move in position.legal_moves if isinstance(move, dl.Play)]
    table, ghosts = line_part(position, plays)
    line = position.line
    arms = [("row", line.row), ("up", line.up), ("down", line.down), ("apart", [line.apart] if line.apart else [])]
    places = [(name, index) for name, tiles in arms for index in range(len(tiles))]
    tiles = [
        Placed(tile["x"], tile["y"], tuple(tile["pair"]), tile["vertical"], arm, index)
        for tile, (arm, index) in zip(table["tiles"], places, strict=True)
    ]
    tried = [Placed(one["x"], one["y"], tuple(one["pair"]), one["vertical"], one["end"]) for one in ghosts]
    return tiles, tried, tuple(table["frame"])


@pytest.mark.parametrize("set_size", [6, 9, 12])
@pytest.mark.parametrize("name", dl.PRESETS)
def test_in_rounds_of_every_preset_no_tiles_overlap_and_matching_halves_touch(name, set_size):
    rules = dl.rules(name, set_size=set_size)
    for seed in range(8):
        positions = random_round(rules, seed=seed)
        for position in [*positions[3::9], positions[-1]]:
            tiles, ghosts, frame = drawn(position)
            line = position.line
            assert sorted(tuple(sorted(tile.pair)) for tile in tiles) == sorted((t.low, t.high) for t in line.tiles)
            assert not [(one, other) for one, other in combinations(tiles, 2) if overlap(one, other)]
            assert not [(ghost, tile) for ghost in ghosts for tile in tiles if overlap(ghost, tile)]
            assert all(inside(tile, frame) for tile in (*tiles, *ghosts))
            for one, other in neighbours(tiles, line.row, line.spinner):
                contacts = touch(one, other)
                assert contacts, f"{one} and {other} do not touch"
                assert all(number == number2 for number, number2 in contacts)


@settings(max_examples=30, deadline=None)
@given(line=lines)
def test_rows_never_grow_with_the_width(line):
    row, up, down, spinner, lead = line
    rows = [layout(row, up, down, spinner, width=width, anchor=lead).rows for width in range(6, 40)]
    assert rows == sorted(rows, reverse=True)


@pytest.mark.parametrize("arms", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_a_tile_that_lies_never_moves_while_the_line_grows(seed, arms):
    row, _, _, spinner, lead = grow(6, seed, 28, arms=arms)
    middle = lead if spinner is None else spinner
    width = comfortable_width(28, arms=arms)
    spots = set()
    for left, right in zip(range(middle, -1, -1), range(middle, middle + middle + 1), strict=True):
        part = row[left : right + 1]
        at = middle - left
        placed = layout(part, spinner=None if spinner is None else at, anchor=at, width=width)
        now = {(tile.pair, tile.x, tile.y) for tile in placed.tiles}
        assert spots <= now
        spots = now


def test_adding_at_the_left_moves_no_other_tile_on_the_usual_table():
    for count in range(1, len(LONG_LINE)):
        shorter = layout(LONG_LINE[-count:], anchor=count - 1)
        longer = layout(LONG_LINE[-count - 1 :], anchor=count)
        spots = {(tile.pair, tile.x, tile.y) for tile in shorter.tiles}
        assert spots <= {(tile.pair, tile.x, tile.y) for tile in longer.tiles}


def test_lay_03_the_whole_set_fits_every_width():
    rows = [layout(LONG_LINE, width=width).rows for width in (6, 7, 8, 10, 16, 30)]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] > rows[-1] >= 2


def test_lay_04_a_double_lies_across_the_axis():
    assert layout([(6, 6)]).tiles[0].vertical
    assert not layout([(6, 6)], axis="vertical").tiles[0].vertical


def test_lay_05_an_empty_line_has_a_place_to_start_and_no_box():
    placed = layout([])
    assert placed.tiles == ()
    assert placed.box == (0, 0, 0, 0)
    assert [place.arm for place in placed.ends] == ["start"]
    assert layout([], ghosts=[((6, 6), "start")]).ghosts[0].vertical


def test_lay_07_layout_is_pure():
    line = list(LONG_LINE)
    assert layout(line) == layout(line)
    assert line == LONG_LINE


def test_a_tile_laid_apart_touches_nothing():
    placed = layout(LONG_LINE, apart=(3, 4))
    apart = placed.tiles[-1]
    assert apart.arm == "apart"
    assert not [tile for tile in (*placed.tiles[:-1], *placed.ends) if overlap(apart, tile) or touch(apart, tile)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"width": 5}, "at least 6"),
        ({"anchor": 3}, "outside a row of 1"),
        ({"up": [(6, 1)]}, "need a spinner"),
        ({"ends": ["north"]}, "no end 'north'"),
        ({"ghosts": [((1, 2), "left")]}, "1-2 has no 6"),
        ({"axis": "slanting"}, "slanting"),
    ],
)
def test_what_cannot_be_laid_out_is_said(arguments, words):
    with pytest.raises(ValueError, match=words):
        layout([(6, 6)], **arguments)
