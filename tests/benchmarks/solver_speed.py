"""The solver beside the alpha-beta of the package ``dominoes``, in one run, by processor time.

    python tests/benchmarks/solver_speed.py [other program's deals] [our deals]

Both solve the same deals. The other program gives one value a search: its time is given for one search from the
position ("one value"), and for one search after each move ("all moves"), which is what the solver answers.
"""

import copy
import sys
import time

import dominoes

import dominolab as dl

THEIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
OURS = int(sys.argv[2]) if len(sys.argv) > 2 else 300


def theirs(pos):
    hands = [dominoes.Hand([dominoes.Domino(t.low, t.high) for t in hand]) for hand in pos.hands]
    hands += [dominoes.Hand([]) for _ in range(4 - len(hands))]  # two players: the other two seats always pass
    board = dominoes.Board()
    for placed in pos.line.row:
        board.add(dominoes.Domino(placed.first, placed.second), left=False)
    moves = () if pos.line.row else tuple((d, True) for d in hands[pos.turn])
    game = dominoes.Game(board, hands, [], pos.turn, moves, 0, None)
    if pos.line.row:
        game._update_valid_moves()
    return game


def timed(work):
    began = time.process_time()
    result = work()
    return (time.process_time() - began) * 1000, result


def compare(pos):
    """Return milliseconds: other program for one value, and for all moves."""
    game = theirs(pos)
    moves = game.valid_moves
    once, _ = timed(lambda: dominoes.search.alphabeta(copy.deepcopy(game)))
    sign = 1 if pos.turn % 2 == 0 else -1
    ours = dl.solve(pos).values
    everything = 0.0
    for domino, left in moves:
        after = copy.deepcopy(game)
        after.make_move(domino, left)
        spent, (_, value) = timed(lambda after=after: dominoes.search.alphabeta(after))
        everything += spent
        end = None if not pos.line.row else "left" if left else "right"
        tile = (domino.first, domino.second)
        assert ours[dl.Play(tile, end)] == sign * value, repr(pos)
    return once, everything


def mean(numbers):
    return sum(numbers) / len(numbers)


def at(numbers, part):
    return sorted(numbers)[int(part * (len(numbers) - 1))]


def four(seed):
    rules = dl.rules(
        "partnership", scoring="all", first_lead="highest_double", next_lead="same_call", opening_tile="called"
    )
    pos = dl.start(dl.deal(rules, seed))
    pos = pos.move(pos.legal_moves[0])
    while pos.legal_moves == (dl.Pass(),):
        pos = pos.pass_()
    return pos


def two(seed):
    return dl.start(
        dl.deal(dl.rules("block", scoring="all", tie="nobody", first_lead="random", opening_tile="any"), seed)
    )


def drawing(seed):
    return dl.start(dl.deal(dl.rules("common", first_lead="random"), seed))


def ours(name, make):
    dl.solve(make(0))  # compile
    spent, nodes = [], 0
    for seed in range(OURS):
        pos = make(seed)
        t, solution = timed(lambda pos=pos: dl.solve(pos))
        spent.append(t)
        nodes += solution.nodes
    print(
        f"{name}: mean {mean(spent):.3f} ms, median {at(spent, 0.5):.3f}, 95 % {at(spent, 0.95):.3f}, most {max(spent):.2f}; "
        f"{nodes / OURS:.0f} nodes, {nodes / sum(spent) / 1000:.2f} million a second ({OURS} deals)",
        flush=True,
    )
    return spent


def main():
    spent = {}
    for name, make in (("4 players in pairs, 27 tiles left", four), ("2 players, block, full deal", two)):
        spent[name] = mean(ours(name, make))
        once, everything = zip(*(compare(make(seed)) for seed in range(THEIRS)), strict=True)
        print(
            f"   dominoes: one value {mean(once):.1f} ms ({mean(once) / spent[name]:.0f} times ours), "
            f"all moves {mean(everything):.1f} ms ({mean(everything) / spent[name]:.0f} times ours), {THEIRS} deals"
        )
    draws = ours("2 players, draw, boneyard known, 7 tiles each", drawing)
    limit = 4 * spent["4 players in pairs, 27 tiles left"]
    print(
        f"   within 4 times the mean of four players ({limit:.1f} ms): {100 * mean([t <= limit for t in draws]):.1f} %"
    )


if __name__ == "__main__":
    main()
