"""The errors of this package: each says what was wrong, where, and what would have been right."""

from __future__ import annotations


class DominoError(ValueError):
    """Anything that dominolab refuses; the parent of all errors below. It is a ``ValueError``.

    >>> import dominolab as dl
    >>> dl.Tile("6-x")
    Traceback (most recent call last):
    dominolab.errors.DominoError: ...
    """


class RulesError(DominoError):
    """Options that cannot be combined; the message names the fields and the arithmetic.

    >>> import dominolab as dl
    >>> dl.rules("classic", players=4, hand_size=9)
    Traceback (most recent call last):
    dominolab.errors.RulesError: ...
    """


class IllegalMoveError(DominoError):
    """A move the rules do not allow here.

    ``position`` and ``move`` are what was tried; the message says what was legal.

    >>> import dominolab as dl
    >>> dl.setup(dl.rules("block"), "6-6 6-1", ["5-4 3-1", "2-2"], turn=0).play("5-4")
    Traceback (most recent call last):
    dominolab.errors.IllegalMoveError: 5-4 fits no end: the line is open at 6 (left) and 1 (right); ...
    """

    def __init__(self, message: str, position: object = None, move: object = None) -> None:
        """Keep the position and the move beside the sentence."""
        super().__init__(message)
        self.position = position
        self.move = move


class RecordError(DominoError):
    """A record that cannot be used as asked; ``problems`` lists what its reader found.

    >>> import dominolab as dl
    >>> dl.project(dl.Record("classic"), seat=5)
    Traceback (most recent call last):
    dominolab.errors.RecordError: ...
    """

    def __init__(self, message: str, problems: tuple[object, ...] = ()) -> None:
        """Keep the reader's problems beside the sentence."""
        super().__init__(message)
        self.problems = problems


class ImpossibleError(DominoError):
    """No deal fits what was seen; ``event`` is the first event after which nothing fits.

    >>> import dominolab as dl
    >>> view = dl.observe(dl.rules("classic"), 0, "6-6 6-5 5-5 1-0 2-1 4-2 3-0", opening="6-6").play(0, "6-6")
    >>> dl.holdings(view).given(lacks={1: "0-0 1-1 2-2 3-3 4-4 3-1 4-1 5-1 6-1 2-0 4-0 5-0 6-0 3-2 5-2 6-2"})
    Traceback (most recent call last):
    dominolab.errors.ImpossibleError: ...
    """

    def __init__(self, message: str, event: object = None) -> None:
        """Keep the event beside the sentence."""
        super().__init__(message)
        self.event = event


class LimitError(DominoError):
    """The exact answer is out of reach; ``size`` says how large the count would be.

    >>> import dominolab as dl
    >>> try:
    ...     raise dl.LimitError("too many terms", size=10**12)
    ... except dl.DominoError as error:
    ...     print(error, error.size)
    too many terms 1000000000000
    """

    def __init__(self, message: str, size: int = 0) -> None:
        """Keep the size beside the sentence."""
        super().__init__(message)
        self.size = size
