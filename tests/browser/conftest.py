"""Fixtures of the browser tests: one JupyterLab and one Chromium for all, a fresh page for each test.

    def test_something(open_notebook):
        notebook = open_notebook(["import dominolab as dl", "..."])      # or the Path of a notebook
        notebook.run_all()
        notebook.page.locator("...").click()
        notebook.wait_value("board.position.turn", 1)

Every test in this folder is marked `browser` and runs on one worker. Without Chromium they skip with a message,
unless DOMINOLAB_REQUIRE_BROWSER=1 (as in `.ci/run`): then they fail.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import CHROMIUM, FLAGS, Notebook, Server, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, and keep them together."""
    for item in items:
        if item.path.is_relative_to(HERE) and not isinstance(item, pytest.DoctestItem):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


# "package", not "session": Playwright keeps an event loop running in this thread as long as it lives, and later
# tests that start a loop of their own (nbclient, joblib, distributed) would trip over it.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Return the running Chromium."""
    if not CHROMIUM.exists():
        message = f"{CHROMIUM} is missing (Debian: apt-get install chromium)"
        if os.environ.get("DOMINOLAB_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lab(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return the running JupyterLab (started only where there is a browser to show it to)."""
    server = Server(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


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
