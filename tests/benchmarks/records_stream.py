"""Many rounds as a stream and as a collection, by hand: `python tests/benchmarks/records_stream.py [rounds]`.

Prints CPU time per round and the peak memory of the process (MiB, RSS) after 1,000, 10,000 ... rounds: both should stay
flat. The rounds are the 100 recorded partnership rounds, over and over.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import dominolab as dl
from dominolab.records import read_facts

FACTS = Path(__file__).parents[1] / "records" / "data" / "partnership-full.jsonl"


def memory() -> float:
    """Return the peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def told(what: str, n: int, seconds: float) -> None:
    """Print a line."""
    print(f"{what}: {n} rounds, {1000 * seconds / n:.2f} ms CPU each, peak {memory():.0f} MiB", flush=True)


def main(rounds: int = 100_000) -> None:
    """Run."""
    texts = [str(record) for record in read_facts(FACTS)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "many.domino")
        with path.open("w", encoding="utf-8") as file:
            file.writelines(texts[i % len(texts)] + "\n\n" for i in range(rounds))
        print(f"{path.stat().st_size / 1e6:.0f} MB", flush=True)
        start = time.process_time()
        for n, _ in enumerate(dl.read_all(path), 1):
            if n in (1000, 10_000, 50_000, rounds):
                told("read", n, time.process_time() - start)
        for n in (1000, rounds):
            part = Path(folder, f"part{n}.domino")
            with part.open("w", encoding="utf-8") as file:
                file.writelines(texts[i % len(texts)] + "\n\n" for i in range(n))
            start = time.process_time()
            games = dl.Collection(part, progress=False)
            told("indexed", len(games), time.process_time() - start)
            print(f"index {games.index.stat().st_size / 1e6:.1f} MB", flush=True)
            for filters in ({"held": "6-6 5-5"}, {"line": "6-6 6-5"}, {"blocked": True}):
                start = time.process_time()
                found = games.find(**filters)
                print(f"find {filters}: {len(found)} rounds in {time.process_time() - start:.2f} s", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
