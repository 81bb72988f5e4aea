"""The front end of every widget: it shows a scene and reports what the reader does with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import anywidget
import traitlets

from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.show.scene import Scene, words
from dominolab.show.svg import scene_svg, scene_text

Event = Mapping[str, Any]
Handler = Callable[[Event], None]

_STATIC = Path(__file__).parent / "static"
# anywidget takes one module: the parts are joined in this order. They share one scope, so none imports another.
_PARTS = ("dom.js", "table.js", "hands.js", "panels.js", "playback.js", "bars.js", "board.js")
_ACTIONS = frozenset({"choose", "end", "draw", "pass", "undo"})


def front_end() -> str:
    """The board's JavaScript: one ES module with a default export ``{ render }``."""
    return "\n".join((_STATIC / part).read_text(encoding="utf-8") for part in _PARTS)


def stylesheet() -> str:
    """The board's CSS; every selector begins with ``.dominolab``."""
    return (_STATIC / "board.css").read_text(encoding="utf-8")


class BoardWidget(anywidget.AnyWidget):
    """Shows a scene (``dominolab.show.scene``) and hands the reader's events to ``handler``.

    ``show(scene)`` replaces the picture with one message to the browser. Events that were meant for a position
    which has been left (a second click, a click while the computer thought) are answered with a sentence and
    not handed on. An exception in the handler is shown to the reader and kept in ``error``; nothing is swallowed.
    Tests call ``handle(event)``.
    """

    _esm = front_end()
    _css = stylesheet()
    scene: Any = traitlets.Dict().tag(sync=True)

    def __init__(self, scene: Scene | None = None, handler: Handler | None = None) -> None:
        super().__init__()
        self.handler = handler
        self.error: Exception | None = None
        self._edition = 0
        self.show(scene or Scene(serial=0, language="en", words=words(), message=""))
        self.on_msg(self._receive)

    @property
    def serial(self) -> int:
        """The number of the position shown; events with another one came too late."""
        return int(self.scene["serial"])

    def show(self, scene: Scene) -> None:
        """Show this scene: one message to the browser, also when the scene is the same as before."""
        self._edition += 1
        self.scene = {**scene, "edition": self._edition}

    def tell(self, message: str, tone: str = "error") -> None:
        """Change only what is said ("info", "error" or "good")."""
        self.show({**self.scene, "message": message, "tone": tone})  # type: ignore[typeddict-item]

    def handle(self, event: Event) -> None:
        """Hand an event on, unless it came too late. Raises what the handler raises, after telling the reader."""
        if event.get("kind") in _ACTIONS and event.get("serial") != self.serial:
            self.tell(say("That came too late: the position has changed. Nothing was done."), "info")
            return
        if self.handler is None:
            return
        try:
            self.handler(event)
        except Exception as error:
            self.error = error
            self.tell(_in_words(error))
            raise

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        # The reader has been told of whatever is raised. A refusal is no fault and needs no traceback as well.
        if isinstance(content, Mapping) and isinstance(content.get("kind"), str):
            with contextlib.suppress(DominoError):
                self.handle(content)

    def _repr_mimebundle_(self, **_options: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live view, and beside it a picture and a line of text for where no kernel runs."""
        shown = super()._repr_mimebundle_()
        data, metadata = shown if isinstance(shown, tuple) else (shown or {}, {})
        still = {"image/svg+xml": scene_svg(self._still()), "text/plain": scene_text(self._still())}
        return {**data, **still}, metadata

    def _still(self) -> Scene:
        return cast("Scene", self.scene)


def _in_words(error: Exception) -> str:
    if isinstance(error, DominoError):
        return str(error)
    return say("Something went wrong here: {error}", error=f"{type(error).__name__}: {error}")
