"""The errors of this package: each says what was wrong, where, and what would have been right."""

from __future__ import annotations


class DominoError(ValueError):
    """Anything that dominolab refuses; the parent of all errors below."""


class RulesError(DominoError):
    """Options that cannot be combined; the message names the fields and the arithmetic."""


class IllegalMoveError(DominoError):
    """A move the rules do not allow here.

    ``position`` and ``move`` are what was tried; the message says what was legal.
    """

    def __init__(self, message: str, position: object = None, move: object = None) -> None:
        """Keep the position and the move beside the sentence."""
        super().__init__(message)
        self.position = position
        self.move = move


class RecordError(DominoError):
    """A record that cannot be used as asked; ``problems`` lists what its reader found."""

    def __init__(self, message: str, problems: tuple[object, ...] = ()) -> None:
        """Keep the reader's problems beside the sentence."""
        super().__init__(message)
        self.problems = problems


class ImpossibleError(DominoError):
    """No deal fits what was seen; ``event`` is the first event after which nothing fits."""

    def __init__(self, message: str, event: object = None) -> None:
        """Keep the event beside the sentence."""
        super().__init__(message)
        self.event = event


class LimitError(DominoError):
    """The exact answer is out of reach; ``size`` says how large the count would be."""

    def __init__(self, message: str, size: int = 0) -> None:
        """Keep the size beside the sentence."""
        super().__init__(message)
        self.size = size
