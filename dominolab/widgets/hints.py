"""Hints: what each legal move is worth, how sure that is, and what it rests on."""

from __future__ import annotations

import math

from dominolab.messages import say
from dominolab.play.advice import Advice
from dominolab.show.scene import Bar, Bars

WIDE = 1.96  # standard errors to each side of a 95 % interval


def hint_words(advice: Advice) -> list[str]:
    """Return the advice in sentences: the verdict, then how it was found, then each move, best first."""
    lines = [_sentence(advice.verdict), _sentence(advice.method)]
    best_first = sorted(range(len(advice.moves)), key=lambda i: advice.gaps[i][0])
    lines += [say("{move}: {worth}", move=advice.moves[i], worth=_worth(advice, i)) for i in best_first]
    return [*lines, say("The hidden tiles are treated as if everybody would see them from now on.")]


def _worth(advice: Advice, place: int) -> str:
    wins = say("wins {n} %", n=round(100 * advice.wins[place]))
    if math.isnan(advice.points[place]):
        return wins
    points = say("{n} points on average", n=f"{advice.points[place]:+.1f}")
    if advice.exact:
        return f"{points}, {wins}"
    return say(
        "{points} (± {error}), {wins}", points=points, error=f"{WIDE * advice.points_error[place]:.1f}", wins=wins
    )


def hint_bars(advice: Advice) -> Bars | None:
    """Return a bar for each move: mean points with a 95 % interval; None where there is one move only."""
    if len(advice.moves) < 2 or any(map(math.isnan, advice.points)):
        return None
    bars = []
    for place in sorted(range(len(advice.moves)), key=lambda i: advice.gaps[i][0]):
        value, error = advice.points[place], 0.0 if advice.exact else WIDE * advice.points_error[place]
        bars.append(
            Bar(
                label=str(advice.moves[place]), value=value, low=value - error, high=value + error,
                short=f"{value:+.1f}", text=_worth(advice, place),
            )
        )  # fmt: skip
    low, high = min(0.0, *(bar["low"] for bar in bars)), max(0.0, *(bar["high"] for bar in bars))
    step = 5.0
    return Bars(
        label=say("what each move is worth"),
        unit=say("points, your side's less the other's; whiskers: 95 % interval"),
        low=step * math.floor(low / step),
        high=step * max(1, math.ceil(high / step)),
        bars=bars,
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
