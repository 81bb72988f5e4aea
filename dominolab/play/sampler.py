"""The player ``sampler``: plays what ``advise`` would, within a budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominolab.errors import DominoError
from dominolab.messages import say

if TYPE_CHECKING:
    from dominolab.engine.moves import Move
    from dominolab.engine.view import View


@dataclass(frozen=True)
class Sampler:
    """A player that samples deals that fit what it has seen, and plays what wins most of them.

    ``budget`` is in positions looked at; the default takes well under a quarter of a second a move on a small machine.
    Among moves that win equally often it takes the heaviest tile.
    """

    name: str = "sampler"
    budget: int = 200_000
    by: str = "win"

    def __call__(self, view: View, seed: int = 0) -> Move:
        """Return the move for a view; raises ``DominoError`` where it is not the viewer's turn."""
        if not view.legal_moves:
            raise DominoError(say("there is no move to choose: it is not this seat's turn, or the round is over"))
        return self.choose(view, seed)

    def choose(self, view: View, key: int) -> Move:
        """Return the move for a view and a key of the player's own chance."""
        from dominolab.engine.moves import Play
        from dominolab.play.advice import consider

        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        advice = consider(view, self.budget, seed=key, by=self.by)
        least = min(gap for gap, _ in advice.gaps)
        best = [move for move, (gap, _) in zip(advice.moves, advice.gaps, strict=True) if gap <= least + 1e-9]
        return max(best, key=lambda move: move.tile.pips if isinstance(move, Play) else -1)
