"""Known answers, found by replaying every deal in an independent program."""

from __future__ import annotations

import pytest

import dominolab as dl
from tests.engine.vectors import load, replayed

ROWS = load("holdings.jsonl")


@pytest.mark.parametrize("row", ROWS, ids=[f"{i}-{row['preset']}" for i, row in enumerate(ROWS)])
def test_count_and_table_are_the_known_ones(row):
    h = dl.holdings(replayed(row).view(row["seat"]))
    table = {
        str(tile): {str(place): str(share) for place, share in places.items() if share}
        for tile, places in h.marginals.items()
    }
    assert (h.count, table) == (row["count"], row["table"])
