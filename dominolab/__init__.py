"""dominolab: learn and explore Draw Dominoes in a notebook.

``import dominolab as dl`` loads the engine only; everything else loads when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dominolab.engine.deal import Deal, deal
from dominolab.engine.leads import lead_chances, lottery
from dominolab.engine.line import Line
from dominolab.engine.match import Match, next_deal
from dominolab.engine.moves import Draw, End, Event, Pass, Play
from dominolab.engine.outcome import Outcome, score
from dominolab.engine.position import Position, perft, start
from dominolab.engine.position import drawers as _drawers
from dominolab.engine.presets import PRESETS, Preset, rules
from dominolab.engine.rules import Rules
from dominolab.engine.setup import setup
from dominolab.engine.table import Table as _Table
from dominolab.engine.tiles import Hand, Tile, TileSet
from dominolab.engine.view import View, observe
from dominolab.errors import (
    DominoError,
    IllegalMoveError,
    ImpossibleError,
    LimitError,
    RecordError,
    RulesError,
)
from dominolab.messages import language
from dominolab.study import drawers as _study_drawers

if TYPE_CHECKING:
    from dominolab.inference.holdings import Holdings as Holdings
    from dominolab.inference.holdings import holdings as holdings
    from dominolab.lessons.kinds import exercise as exercise
    from dominolab.lessons.quiz import Quiz as Quiz
    from dominolab.lessons.sheet import Sheet as Sheet
    from dominolab.play.advice import advise as advise
    from dominolab.play.annotation import annotate as annotate
    from dominolab.play.annotation import moments as moments
    from dominolab.play.annotation import summary as summary
    from dominolab.play.equilibrium import equilibrium as equilibrium
    from dominolab.play.equilibrium import exploitability as exploitability
    from dominolab.play.players import PLAYERS as PLAYERS
    from dominolab.play.players import add_player as add_player
    from dominolab.play.players import player as player
    from dominolab.play.runner import FaultWarning as FaultWarning
    from dominolab.play.runner import play_match as play_match
    from dominolab.play.runner import play_round as play_round
    from dominolab.play.solver import Solution as Solution
    from dominolab.play.solver import solve as solve
    from dominolab.records.collection import Collection as Collection
    from dominolab.records.model import Record as Record
    from dominolab.records.partial import project as project
    from dominolab.records.problems import Problem as Problem
    from dominolab.records.reader import parse as parse
    from dominolab.records.reader import read as read
    from dominolab.records.reader import read_all as read_all
    from dominolab.records.writer import write as write
    from dominolab.study.exact import exact_rounds as exact_rounds
    from dominolab.study.results import Results as Results
    from dominolab.study.runs import simulate as simulate
    from dominolab.study.tournament import Tournament as Tournament
    from dominolab.study.tournament import tournament as tournament
    from dominolab.widgets.holdings import HoldingsView as HoldingsView
    from dominolab.widgets.play import Board as Board
    from dominolab.widgets.recorder import Recorder as Recorder
    from dominolab.widgets.replay import Replay as Replay
    from dominolab.widgets.rules import RulesExplorer as RulesExplorer
    from dominolab.widgets.stepper import Stepper as Stepper
    from dominolab.widgets.study import Study as Study
    from dominolab.widgets.table import Table as Table

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Deal",
    "DominoError",
    "Draw",
    "End",
    "Event",
    "Hand",
    "IllegalMoveError",
    "ImpossibleError",
    "LimitError",
    "Line",
    "Match",
    "Outcome",
    "Pass",
    "Play",
    "Position",
    "Preset",
    "RecordError",
    "Rules",
    "RulesError",
    "Tile",
    "TileSet",
    "View",
    "deal",
    "language",
    "lead_chances",
    "lottery",
    "next_deal",
    "observe",
    "perft",
    "rules",
    "score",
    "setup",
    "start",
]

_LATER: dict[str, str] = {
    "advise": "dominolab.play.advice",
    "annotate": "dominolab.play.annotation",
    "equilibrium": "dominolab.play.equilibrium",
    "exploitability": "dominolab.play.equilibrium",
    "moments": "dominolab.play.annotation",
    "summary": "dominolab.play.annotation",
    "Solution": "dominolab.play.solver",
    "solve": "dominolab.play.solver",
    "PLAYERS": "dominolab.play.players",
    "add_player": "dominolab.play.players",
    "player": "dominolab.play.players",
    "play_match": "dominolab.play.runner",
    "play_round": "dominolab.play.runner",
    "FaultWarning": "dominolab.play.runner",
    "Results": "dominolab.study.results",
    "simulate": "dominolab.study.runs",
    "Tournament": "dominolab.study.tournament",
    "tournament": "dominolab.study.tournament",
    "exact_rounds": "dominolab.study.exact",
    "Collection": "dominolab.records.collection",
    "Problem": "dominolab.records.problems",
    "Record": "dominolab.records.model",
    "parse": "dominolab.records.reader",
    "project": "dominolab.records.partial",
    "read": "dominolab.records.reader",
    "read_all": "dominolab.records.reader",
    "write": "dominolab.records.writer",
    "Board": "dominolab.widgets.play",
    "Replay": "dominolab.widgets.replay",
    "Quiz": "dominolab.lessons.quiz",
    "Recorder": "dominolab.widgets.recorder",
    "RulesExplorer": "dominolab.widgets.rules",
    "Stepper": "dominolab.widgets.stepper",
    "Study": "dominolab.widgets.study",
    "Table": "dominolab.widgets.table",
    "HoldingsView": "dominolab.widgets.holdings",
    "holdings": "dominolab.inference.holdings",
    "Holdings": "dominolab.inference.holdings",
    "Sheet": "dominolab.lessons.sheet",
    "exercise": "dominolab.lessons.kinds",
}


def __getattr__(name: str) -> object:
    """Load a heavy part on first use (PEP 562)."""
    if name in _LATER:
        value = getattr(import_module(_LATER[name]), name)
        globals()[name] = value
        return value
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    """Name everything that is offered."""
    return sorted([*(n for n in globals() if not n.startswith("_")), *_LATER])


def _svg(table: _Table) -> str | None:
    """Draw a position or view; the drawing is loaded with the first picture."""
    from dominolab.show.stage import table_svg

    return table_svg(table)


def _chart(results: Results, what: str) -> object:
    """Draw a chart of results; plotly is loaded with the first one."""
    from dominolab.show.charts import results_figure

    return results_figure(results, what)


_drawers["svg"] = _svg
_study_drawers["results"] = _chart
