"""How fast and how flat many games are. By hand: python tests/benchmarks/many_games.py [speed|start|flat|strength] ...

speed     rounds a second of every preset, as multiples of the PyPI package `dominoes` playing random four-player
          rounds in the same process (processor time of one thread, both measured in turn)
start     the first compilation, and the next start from the cache
flat      seconds a game and memory from 10,000 games on; `flat 100000000` up to that many
strength  the built-in players against each other, each deal from both seats
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time

import dominolab as dl
from dominolab.study.compiled import play_rounds

BUILT_IN = {"random": 0, "greedy": 1, "suit-control": 2, "careful": 3}


def dominoes_rate(seconds: float) -> float:
    """Random four-player rounds a second of the package `dominoes`."""
    import dominoes

    started, n = time.process_time(), 0
    while time.process_time() - started < seconds:
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        n += 1
    return n / (time.process_time() - started)


def our_rate(rules: dl.Rules, policy: int, games: int = 40_000) -> float:
    """Rounds a second of our compiled loop, the best of three."""
    players = (policy,) * rules.players
    play_rounds(rules, players, 1, 0, 10)
    best = 1e9
    for _ in range(3):
        started = time.process_time()
        play_rounds(rules, players, 1, 0, games)
        best = min(best, time.process_time() - started)
    return games / best


def speed() -> None:
    print(f"{'preset':<22} players " + " ".join(f"{name:>14}" for name in BUILT_IN) + "   (times dominoes; k rounds/s)")
    for players in (2, 3, 4):
        for name, preset in dl.PRESETS.items():
            if players not in preset.players:
                continue
            rules = dl.rules(name, players=players)
            base = dominoes_rate(0.7)
            cells = []
            for policy in BUILT_IN.values():
                rate = our_rate(rules, policy)
                cells.append(f"{rate / base:6.0f} {rate / 1000:7.0f}")
            print(f"{name:<22} {players:>7} " + " ".join(cells) + f"   dominoes {base:.0f}/s", flush=True)


def start() -> None:
    code = (
        "import time; w, c = time.perf_counter(), time.process_time(); import dominolab as dl;"
        "dl.simulate(dl.rules('classic', players={n}), [{who!r}] * {n}, games=1, seed=1, progress=False);"
        "print(f'{{time.perf_counter() - w:.1f}} s, {{time.process_time() - c:.1f}} s of processor time')"
    )
    for players in (2, 3, 4):
        for who in ("random", "greedy"):
            with tempfile.TemporaryDirectory() as folder:
                for turn in ("first", "next"):
                    done = subprocess.run(
                        [sys.executable, "-c", code.format(n=players, who=who)],
                        env={"NUMBA_CACHE_DIR": folder, "PATH": "/usr/bin", "PYTHONPATH": "."},
                        capture_output=True, text=True, check=True,
                    )  # fmt: skip
                    print(f"{players} players, {who}: {turn} start {done.stdout.strip()}", flush=True)


def flat(most: int) -> None:
    games = 10_000
    while games <= most:
        started = time.process_time()
        results = dl.simulate(dl.rules("classic"), ["random", "random"], games, 1, progress=False)
        spent = time.process_time() - started
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{games:>12,} games: {spent / games * 1e6:.2f} µs a game, {memory:.0f} MB at most; {results.leader_wins}",
            flush=True,
        )
        games *= 10


def strength() -> None:
    for preset in ("classic", "block", "askalink-spinner"):
        for one, rank in BUILT_IN.items():
            for other, below in BUILT_IN.items():
                if rank > below:
                    r = dl.simulate(dl.rules(preset), [one, other], 200_000, 1, duplicate=True, progress=False)
                    wins = " ".join(
                        f"{name} {r.wins(i).value:.2%} [{r.wins(i).low:.2%}, {r.wins(i).high:.2%}]"
                        for i, name in enumerate((one, other))
                    )
                    print(f"{preset:<18} {wins}; points {r.points(0).value - r.points(1).value:+.3f}", flush=True)


if __name__ == "__main__":
    what, *more = sys.argv[1:] or ["speed"]
    {"speed": speed, "start": start, "strength": strength}.get(
        what, lambda: flat(int(more[0]) if more else 10_000_000)
    )()
