"""A long fuzz of the record reader, by hand: `python tests/benchmarks/fuzz_records.py [inputs] [first seed] [seconds] [full]`.

Each input is a random record (any preset, annotations, one seat's view) with random wounds. Checked for every input: no
exception, no reading slower than 5 s, and the match after it is read whole. For one input in `full` (25) also: written text is a
fixed point, and the JSON twin gives the same record. A failing input is written beside the report.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import dominolab as dl
from dominolab.records import from_json, to_json
from tests.records.made import damaged, random_record

TAIL = '\n\n[Domino "1"]\n[Rules "block"]\n[Event "tail"]\n\n== 1 lead A\nend broken\n'
EACH = 200  # damaged inputs made from one record
FULL = 25


def one(text: str, *, full: bool, codes: Counter[str]) -> float:
    """Check one input; return how long reading took."""
    start = time.process_time()
    *records, last = dl.parse(text + TAIL)
    took = time.process_time() - start
    assert (last.tag("Event"), last.problems) == ("tail", ()), "what follows is lost"
    codes.update(p.code for r in records for p in r.problems)
    assert took < 5, f"reading took {took:.1f} s"
    if full:
        out = "\n\n".join(map(str, records))
        assert "\n\n".join(map(str, dl.parse(out))) == out, "not a fixed point"
        for record in records:
            assert from_json(to_json(record)) == record, "the JSON twin differs"
    return took


def main(inputs: int = 1_000_000, seed: int = 0, seconds: float = 1e9, every: int = FULL) -> int:
    """Run; return 1 if anything failed."""
    start, done, failed, slowest = time.monotonic(), 0, 0, 0.0
    codes: Counter[str] = Counter()
    while done < inputs and time.monotonic() - start < seconds:
        rng = random.Random(seed)
        record = random_record(rng)
        if seed % 4:
            del record.rounds[1:]  # short inputs, more of them
        whole = str(record)
        for _ in range(EACH):
            text = damaged(rng, whole)
            done += 1
            try:
                slowest = max(slowest, one(text, full=done % every == 0, codes=codes))
            except Exception as error:  # noqa: BLE001 - whatever is raised is a finding
                failed += 1
                path = Path(f"fuzz-{seed}-{done}.domino")
                path.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
                print(f"FAILED {path}: {type(error).__name__}: {error}", flush=True)
        seed += 1
        if seed % 50 == 0:
            print(
                f"{done} inputs, {failed} failed, {time.monotonic() - start:.0f} s, slowest {slowest:.3f} s", flush=True
            )
    print(
        f"{done} inputs, next seed {seed}, {failed} failed, {time.monotonic() - start:.0f} s, slowest {slowest:.3f} s"
    )
    print(dict(codes.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*(float(word) if i == 2 else int(word) for i, word in enumerate(sys.argv[1:]))))
