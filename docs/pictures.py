# ruff: noqa: INP001 - a script beside the pages, no package
"""Make the pictures of the README and these pages from real positions, records and counts.

Run it in a checkout with the [test] extra and Chromium: `python -m docs.pictures`. Look at what it made, then commit.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import dominolab as dl
from dominolab.show.scene import Scene
from dominolab.show.stage import scene_of
from dominolab.show.svg import scene_svg
from tests.browser.lab import CHROMIUM, FLAGS
from tests.widgets.mounting import mount

FOLDER = Path(__file__).parent / "pictures"
GAME = Path(__file__).parent.parent / "notebooks" / "games" / "first.domino"
SHARP = 1.15  # pixels of the picture for one on the page


def board() -> Scene:
    """Return the recorded match where Ana can first play two different tiles in a line of five tiles or more."""
    views = [view for played in dl.read(GAME).rounds for view in played.views(0)]
    choice = next(view for view in views if view.turn == 0 and len(view.line) >= 5 and len(playable(view)) > 1)
    return scene_of(choice, names=["Ana", "Ben"], title="Ana's chair")


def playable(view: dl.View) -> set[dl.Tile]:
    """Return the tiles that the viewer can lay."""
    return {move.tile for move in view.legal_moves if isinstance(move, dl.Play)}


def holdings() -> Scene:
    """Return where the hidden tiles may be in round 1 after Ben's six draws, as Ana sees it."""
    view = next(view for view in dl.read(GAME).rounds[0].views(0) if len(view.line) == 7)
    return dl.HoldingsView(view, names=["Ana", "Ben"]).scene()


def replay() -> Scene:
    """Return the replay of the match at the move that closes the line."""
    shown = dl.Replay(GAME)
    while getattr(shown.node, "glyph", "") != "!":
        shown.next()
    return shown.scene()


def photograph(chromium: Browser, scene: Scene, path: Path, width: int) -> None:
    """Write a PNG of the widget as JupyterLab would show it."""
    page = mount(chromium, scene, width=width, height=600, device_scale_factor=SHARP).page
    page.locator(".dominolab").screenshot(path=path)
    page.context.close()


def main() -> None:
    """Make all pictures and print how large they are."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "board.svg").write_text(scene_svg(board()) + "\n", encoding="utf-8")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        photograph(chromium, holdings(), FOLDER / "holdings.png", 980)
        photograph(chromium, replay(), FOLDER / "replay.png", 980)
        chromium.close()
    for path in sorted(FOLDER.iterdir()):
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
