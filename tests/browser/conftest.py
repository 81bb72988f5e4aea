"""Fixtures of the browser tests: one JupyterLab for all, a fresh page for each test (`chromium`: tests/conftest.py).

def test_something(open_notebook):
    notebook = open_notebook(["import dominolab as dl", "..."])      # or the Path of a notebook
    notebook.run_all()
    notebook.page.locator("...").click()
    notebook.wait_value("board.position.turn", 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import Notebook, Server, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return the running JupyterLab."""
    server = Server(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture
def lab(chromium: Browser, request: pytest.FixtureRequest) -> Server:
    """Return the running JupyterLab, started only where there is a browser to show it to."""
    return request.getfixturevalue("lab_server")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Return a fresh browser profile, 1280 x 1000."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    yield context
    context.close()


@pytest.fixture
def open_notebook(lab: Server, context: BrowserContext) -> Iterator[Callable[..., Notebook]]:
    """Return a function that opens a copy of a notebook (a path, or a list of code cells).

    `app="notebook"` opens it in Notebook 7; `context=` takes another browser profile (narrow, touch, Spanish).
    When the test is over, fails it if the page logged an error or asked for anything beyond this machine.
    """
    opened: list[Notebook] = []

    def open_one(source: Path | Sequence[str], *, app: str = "lab", context: BrowserContext = context) -> Notebook:
        notebook = Notebook(lab, context, place(lab, source), app)
        opened.append(notebook)
        return notebook

    yield open_one
    for notebook in opened:
        notebook.close()
    assert not [url for notebook in opened for url in notebook.outside], "asked beyond this machine"
    assert not [error for notebook in opened for error in notebook.errors], "errors in the browser's console"
