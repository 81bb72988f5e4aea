"""Mount the board's JavaScript in a bare page of headless Chromium, with a stand-in for the widget model."""

from __future__ import annotations

import json
from typing import Any

from dominolab.widgets.board import front_end, stylesheet

PAGE = """<!doctype html><html lang="en"><head><title>board</title><style>body{margin:8px}@media(prefers-color-scheme:dark){body{background:#10141c}}
%(css)s</style></head><body><main></main><script type="module">
const source = %(esm)s;
const { default: board } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
window.models = [];
for (const scene of %(scenes)s) {
  const listeners = new Set();
  const model = {
    sent: [], scene, get: () => model.scene, send: (message) => model.sent.push(message),
    on: (name, call) => listeners.add(call), off: (name, call) => listeners.delete(call), listeners,
    show(next) { model.scene = next; listeners.forEach((call) => call()); },
  };
  const el = document.createElement("div");
  el.style.marginBottom = "8px";
  document.querySelector("main").append(el);
  model.cleanup = board.render({ model, el });
  models.push(model);
}
window.ready = 1;
</script></body></html>"""


class Mounted:
    """A page with one board per scene."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.boards = page.locator(".dominolab")

    def sent(self, board: int = 0) -> list[dict[str, Any]]:
        return self.page.evaluate("board => models[board].sent", board)

    def kinds(self, board: int = 0) -> list[str]:
        return [message["kind"] for message in self.sent(board)]

    def show(self, scene: Any, board: int = 0) -> None:
        self.page.evaluate("([board, scene]) => models[board].show(scene)", [board, scene])

    def said(self, board: int = 0) -> str:
        return self.boards.nth(board).locator("[role=status]").inner_text().strip()

    def tile(self, key: str) -> Any:
        return self.page.locator(f'[data-tile="{key}"]')

    def focused(self) -> str | None:
        return self.page.evaluate("document.activeElement.getAttribute('data-focus')")


def mount(running: Any, *scenes: Any, width: int = 1200, height: int = 900, **context: Any) -> Mounted:
    page = running.new_context(viewport={"width": width, "height": height}, **context).new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.set_content(
        PAGE
        % {
            "css": stylesheet(),
            "esm": json.dumps(front_end()).replace("</", "<\\/"),
            "scenes": json.dumps(scenes).replace("</", "<\\/"),
        }
    )
    page.wait_for_function("window.ready", timeout=8000)
    page.wait_for_timeout(60)  # the first measuring of the width
    return Mounted(page)
