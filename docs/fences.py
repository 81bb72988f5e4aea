"""Show the examples of docstrings as code: a bare `>>>` is a quotation in Markdown."""
# ruff: noqa: INP001 - a script beside the pages, no package

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class FencedExamples(griffe.Extension):
    """Puts a fence around every example."""

    def on_object(self, *, obj: griffe.Object, **_more: Any) -> None:
        """Change the docstring of an object that was just read."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(r"```python\n\g<0>\n```", obj.docstring.value)
