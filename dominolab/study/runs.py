"""``simulate``: many rounds between players. Game i depends on (seed, i) alone, however the work is shared out."""

from __future__ import annotations

import hashlib
import inspect
import secrets
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dominolab.engine import chance, law
from dominolab.engine.deal import deal
from dominolab.engine.moves import Draw, Play
from dominolab.engine.position import Position, start
from dominolab.errors import DominoError
from dominolab.messages import say
from dominolab.play import policies
from dominolab.play.compiled import source_digest
from dominolab.play.players import BuiltIn, Learner, Player, PlayerLike
from dominolab.play.runner import TIME_LIMIT, finish, seats, warn_of
from dominolab.study import kernel
from dominolab.study.compiled import compiles, play_rounds, prepare
from dominolab.study.results import Results
from dominolab.study.store import Store
from dominolab.study.tally import Tally, tally_for

if TYPE_CHECKING:
    from pathlib import Path

    from dominolab.engine.rules import Rules
    from dominolab.study.tally import Rows

CHUNK = 50_000
"""Games in one piece of work, when they run compiled."""
SLOW_CHUNK = 200
"""The same, when a player is a Python function or the set is too large to compile."""


@dataclass(frozen=True)
class Job:
    """What is played; sent to every worker."""

    rules: Rules
    players: tuple[Player, ...]
    seed: int
    period: int
    limit: float | None

    @property
    def policies(self) -> tuple[int, ...] | None:
        """The numbers of the built-in players, or None where somebody else plays."""
        found = [who.policy for who in self.players if isinstance(who, BuiltIn)]
        return tuple(found) if len(found) == len(self.players) else None

    @property
    def chunk(self) -> int:
        """How many games make one piece of work: whole deals."""
        size = CHUNK if self.policies and compiles(self.rules) else SLOW_CHUNK
        return max(1, size // self.period) * self.period


@dataclass
class Part:
    """A finished piece of work."""

    first: int
    tally: Tally
    rows: Rows | None
    stored: bool = False
    """Whether it was read from disk."""


def simulate(  # noqa: PLR0913 - the first four are what is asked, the others how it is done
    rules: Rules,
    players: Sequence[PlayerLike],
    games: int = 10_000,
    seed: int | None = None,
    *,
    workers: int = 1,
    client: Any = None,
    duplicate: bool = False,
    folder: str | Path | None = None,
    limit: float | None = TIME_LIMIT,
    progress: bool = True,
) -> Results:
    """Play many rounds and count what comes out. Returns ``Results``.

    Game ``i`` is the deal ``dl.deal(rules, seed, game=i)``, and the results for a seed are the same for any number of
    workers. Built-in players run compiled, about a million rounds a second; functions of your own (``view -> move``,
    or ``(view, random) -> move``) run as they are.

    Args:
        rules: How to play.
        players: For each seat the name of a player or a function.
        games: How many rounds (with ``duplicate``: rounded up to whole deals).
        seed: Any whole number; None draws one, which ``Results.seed`` tells.
        workers: Processes on this machine (joblib); -1: one for each processor.
        client: A ``distributed.Client``: its workers play instead, here or on other machines (extra ``cluster``).
        duplicate: Play every deal once for each way of moving the players on by a seat, so that luck evens out.
        folder: Keep every game there as Parquet files; the same call again goes on where it was stopped.
        limit: Seconds that a function may take for one move.
        progress: Show a bar. Stopping (Ctrl-C, or the notebook's stop button) keeps what is done.

    Raises:
        DominoError: Unknown or too few players, no games, or a folder that holds another run.

    >>> import dominolab as dl
    >>> dl.simulate(dl.rules("block"), ["random", "random"], games=500, seed=4, progress=False).games
    500
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise DominoError(say("games = {games!r}: a whole number is wanted, 1 or more", games=games))
    seated = seats(rules, players)
    period = turns_of([who.name for who in seated], players) if duplicate else 1
    job = Job(rules, seated, secrets.randbits(53) if seed is None else seed, period, limit)
    games += -games % period
    tally = tally_for(rules, period)
    store = store_of(folder, job)
    parts = work(job, games, store, workers, client, keep=store is not None)
    with bar_of(games, progress) as bar:
        try:
            for part in parts:
                if store is not None and part.rows is not None and not part.stored:
                    store.save(part.first, part.rows)
                tally = tally.plus(part.tally)  # a new one: a stop in the middle loses the part, never half of it
                bar.update(part.tally.games)
        except KeyboardInterrupt:
            bar.write(say("Stopped: {n:,} of {games:,} games are done and counted.", n=tally.games, games=games))
        finally:
            parts.close()
    warn_of(tally.faults)
    return Results(rules, tuple(who.name for who in seated), job.seed, tally, games)


def turns_of(names: Sequence[str], players: Sequence[PlayerLike]) -> int:
    """Return by how many different shifts the players can move on: two for A B A B."""
    who = list(zip(names, (player if isinstance(player, str) else id(player) for player in players), strict=True))
    return next(n for n in range(1, len(who) + 1) if len(who) % n == 0 and who[n:] + who[:n] == who)


def note_of(job: Job) -> dict[str, Any]:
    """Return what a folder says about its run: everything that the games depend on, and the code that played them."""
    return {
        "rules": str(job.rules),
        "players": [_identity(who) for who in job.players],
        "seed": job.seed,
        "period": job.period,
        "chunk": job.chunk,
        "code": source_digest(),
    }


def _identity(who: Player) -> str:
    """Return a player's name, for a function with a mark of its source."""
    if not isinstance(who, Learner):
        return who.name
    try:
        source = inspect.getsource(who.function)
    except (OSError, TypeError):
        return who.name
    return f"{who.name} {hashlib.sha256(source.encode()).hexdigest()[:8]}"


def store_of(folder: str | Path | None, job: Job) -> Store | None:
    """Return the folder that keeps a job's games, if one was named. Raises ``DominoError`` if it holds other games."""
    if folder is None:
        return None
    return Store(folder, note_of(job), job.rules.sides, kernel.POINTS + job.rules.players)


def work(
    job: Job, games: int, store: Store | None, workers: int, client: Any, *, keep: bool
) -> Generator[Part, None, None]:
    """Go through the finished pieces of work: those on disk, then what is still to be played (``keep``: with rows)."""
    missing: list[tuple[int, int]] | Iterable[tuple[int, int]]
    missing = ((first, min(job.chunk, games - first)) for first in range(0, games, job.chunk))
    if store is not None:
        left = []
        for first, n in missing:
            rows = store.load(first, n)
            if rows is None:
                left.append((first, n))
            else:
                tally = tally_for(job.rules, job.period)
                tally.add_rows(rows, first)
                yield Part(first, tally, rows, stored=True)
        missing = left
    if job.policies is not None:
        prepare(job.rules, job.policies)
    if workers == 1 and client is None:
        for first, n in missing:
            yield play_part(job, first, n, keep=keep)
    else:
        yield from _shared(job, missing, keep=keep, workers=workers, client=client)


def _shared(
    job: Job, pieces: Iterable[tuple[int, int]], *, keep: bool, workers: int, client: Any
) -> Generator[Part, None, None]:
    """Let joblib share the work out: over processes here, or over the workers of a Dask client."""
    import joblib

    backend: dict[str, Any] = {"backend": "loky"} if client is None else {"backend": "dask", "client": client}
    try:
        with joblib.parallel_config(**backend):
            run = joblib.Parallel(
                n_jobs=workers if client is None else -1, return_as="generator", pre_dispatch="3*n_jobs"
            )
            parts = run(joblib.delayed(play_part)(job, first, n, keep=keep) for first, n in pieces)
            try:
                yield from parts
            finally:
                parts.close()
    except ImportError as error:
        raise DominoError(say('a cluster needs Dask: pip install "dominolab[cluster]"')) from error


def play_part(job: Job, first: int, games: int, *, keep: bool) -> Part:
    """Play some games of a run and count them; ``keep``: return their rows too. Runs in a worker."""
    tally = tally_for(job.rules, job.period)
    if job.policies is not None:
        rows, _ = play_rounds(job.rules, job.policies, job.seed, first, games, period=job.period)
    else:
        played = [_game(job, game, tally) for game in range(first, first + games)]
        rows = np.array(played, np.int64).reshape(games, kernel.POINTS + job.rules.players)
    tally.add_rows(rows, first)
    return Part(first, tally, rows if keep else None)


def _game(job: Job, game: int, tally: Tally) -> list[int]:
    """Play a game with views, as learners' functions need it; returns its row and counts the faults."""
    number, shift = divmod(game, job.period)
    seated = job.players[shift:] + job.players[:shift]
    key = policies.choice_key(chance.key_of(job.seed, number))
    played = finish(start(deal(job.rules, job.seed, game=number)), seated, key, job.limit)
    tally.faults.update((fault.name, fault.kind) for fault in played.faults)
    return row_of(played.position)


def row_of(position: Position) -> list[int]:
    """Return the row of a finished round, as the compiled loop writes it."""
    outcome, history = position.outcome, position.history
    if outcome is None:
        raise DominoError(say("the round is not over"))
    line = position.start.line.tiles.mask
    plays = [event.move for event in history if isinstance(event.move, Play)]
    row = [0] * (kernel.POINTS + position.rules.players)
    row[kernel.LEADER] = position.start.leader
    row[kernel.OPENED] = law.index(line) if line else plays[0].tile.number if plays else law.NOWHERE
    row[kernel.ENDED] = position.state.over
    row[kernel.SEAT] = position.state.last
    row[kernel.WINNERS] = sum(1 << side for side in outcome.winners)
    row[kernel.ACTIONS], row[kernel.PLAYS] = len(history), len(plays)
    row[kernel.DRAWS] = sum(isinstance(event.move, Draw) for event in history)
    row[kernel.POINTS : kernel.POINTS + len(outcome.points)] = outcome.points
    return row


def bar_of(games: int, progress: bool) -> Any:  # noqa: FBT001 - tqdm's bar, in a notebook a widget
    """Return a progress bar."""
    from tqdm.auto import tqdm

    return tqdm(total=games, unit=say("games"), unit_scale=True, disable=not progress, leave=False, mininterval=0.2)
