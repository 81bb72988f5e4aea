"""Many games: the compiled loop, workers, tables of results, and exact answers for tiny games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

drawers: dict[str, Callable[..., Any]] = {}
"""Who draws ``"results"``; registered from above, so that counting knows no drawing."""
