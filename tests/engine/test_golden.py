"""Every preset plays as in its golden playthrough (written anew with ``python -m tests.engine.golden``)."""

from __future__ import annotations

import pytest

from tests.engine.golden import path_of, playthrough
from tests.strategies import PRESET_PLAYERS


@pytest.mark.parametrize(("name", "players"), PRESET_PLAYERS)
def test_golden(name, players):
    assert playthrough(name, players) == path_of(name, players).read_text("utf-8")
