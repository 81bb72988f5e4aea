"""Charts of results (plotly): every estimate with its 95 % interval, axes with units, marks of different shapes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from dominolab.engine.moves import seat_name
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.study.intervals import Mean, Rate, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    import plotly.graph_objects as go

    from dominolab.study.results import Results

COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#E69F00",
)  # Okabe and Ito: safe for colour-blind eyes
SYMBOLS = ("circle", "square", "diamond", "cross", "triangle-up", "x")
_TAIL = 1e-4  # the longest rounds, fewer than this share of all, are left out of histograms


def results_figure(results: Results, what: str = "wins") -> go.Figure:
    """Return the chart ``what`` of a run. Raises ``DominoError`` for a chart that does not exist."""
    charts: dict[str, Callable[[Results], go.Figure]] = {
        "wins": wins_figure,
        "points": points_figure,
        "leads": leads_figure,
        "lengths": lambda r: histogram_figure(r, "actions", say("actions in the round (plays, draws, passes)")),
        "draws": lambda r: histogram_figure(r, "draws", say("tiles drawn in the round")),
    }
    if what not in charts:
        raise DominoError(say("there is no chart {what!r}; there are: {names}", what=what, names=", ".join(charts)))
    return charts[what](results)


def wins_figure(results: Results) -> go.Figure:
    """Return how often each player wins."""
    estimates = {label: results.wins(i) for i, label in enumerate(results.labels)}
    figure = _figure(results, say("Who wins?"), say("player"), say("share of rounds won"))
    figure.add_trace(_dots(list(estimates), list(estimates.values()), 0))
    figure.update_yaxes(tickformat=".0%")
    return figure


def points_figure(results: Results) -> go.Figure:
    """Return the mean points a round of each player's side."""
    estimates = {label: results.points(i) for i, label in enumerate(results.labels)}
    figure = _figure(results, say("Points a round"), say("player"), say("points a round (mean)"))
    figure.add_trace(_dots(list(estimates), list(estimates.values()), 0))
    return figure


def leads_figure(results: Results) -> go.Figure:
    """Return how often each player wins, by the seat that leads."""
    frame = results.to_frame()
    figure = _figure(results, say("Who wins when who leads?"), say("seat that leads"), say("share of rounds won"))
    for i, label in enumerate(results.labels):
        mine = frame[frame["player"] == label]
        for seat in sorted(set(mine["seat"].tolist())):
            part = mine[mine["seat"] == seat]
            name = (
                label
                if mine["seat"].nunique() == 1
                else say("{player} in seat {seat}", player=label, seat=seat_name(seat))
            )
            leads = [seat_name(int(leader)) for leader in part["leader"].tolist()]
            rates = [
                Rate(value, low, high, 0)
                for value, low, high in zip(*(part[name].tolist() for name in ("rate", "low", "high")), strict=True)
            ]
            figure.add_trace(_dots(leads, rates, i, name=name))
    figure.update_layout(showlegend=True, scattermode="group")
    figure.update_yaxes(tickformat=".0%")
    return figure


def histogram_figure(results: Results, what: str, label: str) -> go.Figure:
    """Return how many rounds had so many actions or draws."""
    counts = {n: c for n, c in sorted(results.tally.histograms.get(what, {}).items()) if c >= _TAIL * results.games}
    rates = [wilson(c, results.games) for c in counts.values()]
    figure = _figure(results, say("How long is a round?"), label, say("share of rounds"))
    figure.add_trace(
        _graph().Bar(x=list(counts), y=[r.value for r in rates], error_y=_bars(rates), marker_color=COLOURS[0])
    )
    figure.update_yaxes(tickformat=".0%")
    return figure


def _figure(results: Results, title: str, x: str, y: str) -> go.Figure:
    """Return an empty chart with its words."""
    below = say("{rules}, {n:,} rounds; error bars: 95 % intervals", rules=results.rules, n=results.games)
    figure = _graph().Figure()
    figure.update_layout(
        title={"text": f"{title}<br><sup>{escape(below)}</sup>"},
        xaxis_title=x,
        yaxis_title=y,
        template="plotly_white",
        showlegend=False,
    )
    figure.update_yaxes(rangemode="tozero")
    return figure


def _dots(x: list[str], estimates: list[Rate] | list[Mean], i: int, name: str = "") -> Any:
    """Return dots with error bars."""
    return _graph().Scatter(
        x=[escape(label) for label in x],
        y=[e.value for e in estimates],
        error_y=_bars(estimates),
        mode="markers",
        name=escape(name),
        marker={"color": COLOURS[i % len(COLOURS)], "symbol": SYMBOLS[i % len(SYMBOLS)], "size": 10},
    )


def _bars(estimates: list[Rate] | list[Mean]) -> dict[str, Any]:
    """Return error bars, up and down by their own lengths."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [e.high - e.value for e in estimates],
        "arrayminus": [e.value - e.low for e in estimates],
    }


def _graph() -> Any:
    """Return plotly's graph objects, loaded with the first chart."""
    import plotly.graph_objects as go

    return go
