"""``sampler`` against ``greedy`` on duplicate rounds: every deal is played twice, with the seats changed.

    nice python tests/benchmarks/advice_strength.py PRESET [deals] [budget in nodes] [processes]

Prints the share of decided rounds that ``sampler`` won, with its 95 % interval (deals are the units), and the time a
move took.
"""

import multiprocessing
import sys
import time

import dominolab as dl
from dominolab.play.players import PLAYERS
from dominolab.play.sampler import Sampler


def play(deal, seat, player, other, spent):
    pos = dl.start(deal)
    while pos.turn is not None:
        view = pos.view(pos.turn)
        if len(pos.legal_moves) == 1:
            pos = pos.move(pos.legal_moves[0])
        elif pos.turn == seat:
            began = time.process_time()
            move = player(view, seed=len(pos.history))
            spent.append(time.process_time() - began)
            pos = pos.move(move)
        else:
            pos = pos.move(other(view))
    winners = pos.outcome.winners
    return (seat in winners) - (1 - seat in winners)


def interval(rows):
    """Return the share of decided rounds won and its 95 % half-width, from (won, lost) of each deal."""
    won, decided = sum(w for w, _ in rows), sum(w + lost for w, lost in rows)
    share = won / decided
    spread = sum((w - share * (w + lost)) ** 2 for w, lost in rows) ** 0.5 / decided
    return share, 1.96 * spread


def one(job):
    """Play one deal both ways; return rounds won and lost, and the time of each move."""
    preset, budget, seed = job
    player, other, spent = Sampler(budget=budget), PLAYERS["greedy"], []
    deal = dl.deal(dl.rules(preset), seed)
    results = [play(deal, seat, player, other, spent) for seat in (0, 1)]
    return results.count(1), results.count(-1), spent


def main():
    preset = sys.argv[1]
    deals, budget, workers = (int(a) for a in (*sys.argv[2:], *("1000", "200000", "1")[len(sys.argv) - 2 :]))
    one((preset, budget, 0))  # compile
    rows, spent = [], []
    with multiprocessing.Pool(workers) as pool:
        for won, lost, times in pool.imap(one, [(preset, budget, seed) for seed in range(deals)]):
            rows.append((won, lost))
            spent += times[1:] if len(rows) <= workers else times  # the first move of a worker loads the compiled code
            if len(rows) % 50 and len(rows) < deals:
                continue
            share, half = interval(rows)
            spent.sort()
            print(
                f"{preset}, {budget} nodes: {len(rows)} deals, {2 * len(rows)} rounds, "
                f"won {100 * share:.1f} % of decided, 95 %: {100 * (share - half):.1f} to {100 * (share + half):.1f}; "
                f"a move {1000 * sum(spent) / len(spent):.0f} ms mean, {1000 * spent[int(0.99 * len(spent))]:.0f} ms at 99 %, "
                f"{1000 * spent[-1]:.0f} ms most (processor time)",
                flush=True,
            )


if __name__ == "__main__":
    main()
