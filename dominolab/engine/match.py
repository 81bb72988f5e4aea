"""``Match``: rounds to a target. Frozen; every move gives a new match, and a finished round deals the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dominolab.engine import chance, law
from dominolab.engine.deal import Deal, deal
from dominolab.engine.leads import Stream
from dominolab.engine.moves import Move
from dominolab.engine.outcome import Outcome
from dominolab.engine.position import Position, start
from dominolab.engine.rules import CHOICES, Rules
from dominolab.errors import DominoError, IllegalMoveError
from dominolab.messages import say


@dataclass(frozen=True)
class Round:
    """A finished round of a match: its last position, what it paid, and the scores after it."""

    position: Position
    outcome: Outcome
    scores: tuple[int, ...]


@dataclass(frozen=True, init=False, repr=False)
class Match:
    """A match: the same for the same seed and moves.

    ``position`` is the round being played (or the last one, when the match is over), ``rounds`` the finished ones.

    >>> import dominolab as dl
    >>> match = dl.Match(dl.rules("classic", target=30), seed=1)
    >>> while match.winner is None:
    ...     match = match.move(match.position.legal_moves[0])
    >>> match.over, max(match.scores) >= 30
    (True, True)
    """

    rules: Rules
    seed: int
    position: Position
    scores: tuple[int, ...]
    """Points of each side so far, prices for drawn tiles included."""
    rounds: tuple[Round, ...]
    before: Match | None = field(compare=False)

    def __init__(self, rules: Rules, seed: int = 0, *, first: Deal | None = None) -> None:
        """Deal the first round (or take a given deal for it)."""
        opening = first or deal(rules, round_seed(seed, 0))
        self._fill(rules, seed, start(opening), (0,) * rules.sides, (), None)

    def _fill(
        self,
        rules: Rules,
        seed: int,
        position: Position,
        scores: tuple[int, ...],
        rounds: tuple[Round, ...],
        before: Match | None,
    ) -> None:
        """Set the frozen fields."""
        values = (rules, seed, position, scores, rounds, before)
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, value)

    def _next(self, position: Position, scores: tuple[int, ...], rounds: tuple[Round, ...]) -> Match:
        """Return the match one action later."""
        after: Match = object.__new__(Match)
        after._fill(self.rules, self.seed, position, scores, rounds, self)
        return after

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won the match: none yet, one, or several that share a tie."""
        return match_winners(self.rules, self.scores)

    @property
    def winner(self) -> int | None:
        """The side that has won the match, the first of several; None while it goes on."""
        return self.winners[0] if self.winners else None

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.winners)

    def move(self, move: Move | str) -> Match:
        """Return the match after a move; a round that ends is scored and the next one dealt.

        Raises ``IllegalMoveError`` for a move that is not legal, or when the match is over.
        """
        if self.over:
            raise IllegalMoveError(say("the match is over"), self.position)
        position = self.position.move(move)
        if position.outcome is None:
            return self._next(position, self.scores, self.rounds)
        return self._scored(position, position.outcome)

    def _scored(self, position: Position, outcome: Outcome) -> Match:
        """Return the match after a finished round."""
        scores = tuple(a + b for a, b in zip(self.scores, outcome.points, strict=True))
        rounds = (*self.rounds, Round(position, outcome, scores))
        if match_winners(self.rules, scores):
            return self._next(position, scores, rounds)
        return self._next(start(next_deal(position, round_seed(self.seed, len(rounds)))), scores, rounds)

    def undo(self) -> Match:
        """Return the match before the last move, a round's points taken back too; ``IllegalMoveError`` at the start."""
        if self.before is None:
            raise IllegalMoveError(say("this is the start: there is no move to take back"), self.position)
        return self.before

    @classmethod
    def resume(cls, rules: Rules, rounds: Sequence[Position], seed: int = 0) -> Match:
        """Return a match from its recorded positions: finished rounds, then perhaps one still being played.

        The scores are added up again by the rules. Raises ``DominoError`` for an unfinished round before the last.
        """
        match: Match = object.__new__(cls)
        first = rounds[0] if rounds else start(deal(rules, round_seed(seed, 0)))
        match._fill(rules, seed, first, (0,) * rules.sides, (), None)
        for number, position in enumerate(rounds):
            if position.outcome is not None:
                match = match._scored(position, position.outcome)
            elif number == len(rounds) - 1:
                match = match._next(position, match.scores, match.rounds)  # noqa: SLF001 - itself
            else:
                raise DominoError(say("round {n} is not finished, but another follows", n=number + 1))
        return match

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Match {self.rules}: round {len(self.rounds) + (not self.over)}, scores {self.scores}>"


def round_seed(seed: int, number: int) -> int:
    """Return the seed of the deal of a round."""
    return chance.key_of(seed, number + 1)


def match_winners(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """Return the sides that have won with these scores: none while nobody, or nobody alone, has the target."""
    best = max(scores)
    leaders = tuple(side for side, score in enumerate(scores) if score == best)
    if best < rules.target or (len(leaders) > 1 and rules.match_tie == "play_on"):
        return ()
    return leaders


def next_deal(position: Position, seed: int) -> Deal:
    """Return the deal of the round after a finished one, led as ``next_lead`` says; the same for the same seed.

    ``position`` is the last one of the finished round.

    >>> import dominolab as dl
    >>> position = dl.start(dl.deal(dl.rules("classic"), seed=7))
    >>> while position.outcome is None:
    ...     position = position.move(position.legal_moves[0])
    >>> dl.next_deal(position, seed=8).leader in position.outcome.winners
    True
    """
    rules, state, terms = position.rules, position.state, position.rules.terms
    how, after_tie = (
        CHOICES["next_lead"].index(rules.next_lead),
        CHOICES["next_lead"].index(rules.lead_after_tie),
    )
    leader = law.leads_next(state, law.tally(state, terms), position.start.leader, how, after_tie, terms)
    if leader != law.NOWHERE:
        return deal(rules, seed, leader=leader)
    if rules.next_lead == "random":
        return deal(rules, seed, leader=Stream(chance.mix(seed)).randrange(rules.players))
    call = rules.first_lead if rules.next_lead == "same_call" else "highest_double"
    return deal(rules, seed, lead=call)
