"""Wrong models that people use, to be compared with the exact one: each with where it goes wrong."""

from __future__ import annotations

from collections.abc import Sequence

from dominolab.errors import DominoError
from dominolab.inference.steps import APART, DENY, DRAW, HOLD, NEED, PASS, SHOWN, Step
from dominolab.messages import Sentence, later, say

MODELS: dict[str, Sentence] = {
    "exact": later("Every deal that fits the record is equally likely."),
    "no-evidence": later(
        "Passes, draws and the call are ignored: only counts and tiles seen. Wrong as soon as anybody drew or passed: "
        "it gives a seat tiles that it has just shown it does not hold."
    ),
    "suit-stays-denied": later(
        "A number that a seat could not play is held to be missing for ever. Wrong after the seat draws: "
        "the tiles drawn since may bear it; sometimes no deal at all is left."
    ),
    "newest-cohort": later(
        "A tile laid is held to be the newest that it can have been. Wrong after the seat draws: it may "
        "have kept a drawn tile and laid an older one."
    ),
}
"""Name of each model: what it assumes and where it goes wrong."""


def adapted(steps: Sequence[Step], model: str) -> list[Step]:
    """Return the steps as a model sees them. Raises ``DominoError`` for a model that does not exist."""
    if model not in MODELS:
        raise DominoError(say("there is no model {name!r}; there are: {known}", name=model, known=", ".join(MODELS)))
    if model == "no-evidence":
        return [s for s in steps if s.kind not in (DENY, APART, NEED) and (s.kind != HOLD or s.cause == SHOWN)]
    if model == "suit-stays-denied":
        return _staying(steps)
    return list(steps)


def _staying(steps: Sequence[Step]) -> list[Step]:
    """Repeat at the end, when the hands are as they are now, whatever a hand could not play before."""
    return [*steps, *(step for step in steps if step.kind == DENY and step.cause in (DRAW, PASS))]
