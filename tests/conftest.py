"""Fixtures for every test: a Chromium, for those that ask for one.

Every test that asks for `chromium` is marked `browser` and runs on one worker with the others. Where Chromium is
missing it skips with a message, unless DOMINOLAB_REQUIRE_BROWSER=1 (as in `.ci/run`): then it fails.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, and keep it together."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


# Not "session": Playwright keeps an event loop running in this thread as long as it lives, and later tests that
# start a loop of their own (nbclient, joblib, distributed) would trip over it.
@pytest.fixture(scope="module")
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
