"""Questions that need the law or the record once more: who could play now, and where a record becomes impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominolab.engine import law
from dominolab.engine.moves import end_of, seat_name
from dominolab.errors import ImpossibleError
from dominolab.inference import steps
from dominolab.inference.answer import Answer
from dominolab.inference.models import adapted
from dominolab.inference.steps import Step
from dominolab.messages import say

if TYPE_CHECKING:
    from dominolab.engine.moves import End
    from dominolab.inference.holdings import Holdings


def able(h: Holdings, seat: int, end: End | str | None) -> bool | list[Step]:
    """Return whether a seat can lay a tile, where that is known; else the facts that say it cannot."""
    rules = h.view.rules
    where = end_of(end)
    code = None if where is None else where.code
    state = seated(h.story.state, seat, rules.terms)
    if seat == h.view.seat:
        return bool(steps.layable(state, rules.terms, state.hands[0], code))
    return steps.cannot_play(state, rules.terms, rules.tiles.mask, seat, end=code)


def seated(state: law.State, seat: int, t: law.Terms) -> law.State:
    """Return the state with a seat to move; another than the one to move has done nothing in its turn yet."""
    if seat == state.turn and not state.over:
        return state
    k = (seat - state.turn) % t.players
    hands, drawn = state.hands[k:] + state.hands[:k], state.drawn[k:] + state.drawn[:k]
    return state._replace(hands=hands, drawn=drawn, turn=seat, draws=0, laid=0, over=law.RUNNING)


def impossible(h: Holdings) -> ImpossibleError:
    """Return the error for a record that no deal fits, naming the first event after which nothing does."""
    log = h.view.log
    if h.supposed and _fits(h, None, ()):
        return ImpossibleError(say("no deal that fits the record has the tiles where they are supposed to be"))
    low, high = -1, len(log) + 1  # nothing fits after ``high`` events (one more than there are: after the showing)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _fits(h, middle, ()) else (low, middle)
    if high == 0:
        return ImpossibleError(say("no deal fits the start: the viewer's tiles and the call contradict each other"))
    stop = None if high > len(log) else high
    what = say("the tiles shown at the end") if stop is None else _named(h, high - 1)
    event = log[high - 1] if stop is not None else "show"
    for step in steps.read(h.view, stop, h.let_stand).steps:
        if step.kind in (steps.DENY, steps.APART) and 0 <= step.event < high - 1 and _fits(h, stop, (step,)):
            earlier = _named(h, step.event)
            text = say(
                "no deal fits {event}: it contradicts {earlier}, after which {seat} cannot have held what it showed",
                event=what,
                earlier=earlier,
                seat=seat_name(step.seat),
            )
            return ImpossibleError(text, event)
    return ImpossibleError(say("no deal fits the record from {event} on", event=what), event)


def _named(h: Holdings, number: int) -> str:
    """Return an event of the log with its number, counted from 1."""
    return say("event {n} ({event})", n=number + 1, event=h.view.log[number])


def _fits(h: Holdings, events: int | None, without: tuple[Step, ...]) -> bool:
    """Return whether any deal fits the first so many events (None: and the tiles shown), some facts left out."""
    story = steps.read(h.view, events, h.let_stand)
    kept = [step for step in adapted(story.steps, h.model) if step not in without]
    return Answer(kept, story.pool, newest=h.model == "newest-cohort").total > 0
