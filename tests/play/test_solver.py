"""The solver against plain minimax, printed answers, and another program's alpha-beta."""

import json
from pathlib import Path

import pytest

import dominolab as dl
from dominolab.engine import law
from dominolab.play import kernel, solver

from . import minimax

VECTORS = Path(__file__).parent.parent / "vectors"
DEALS = 34  # for each of 64 rules: 2,176 positions


@pytest.mark.parametrize("rules", minimax.small_rules(), ids=str)
def test_equal_to_plain_minimax(rules):
    for seed in range(DEALS):
        pos = minimax.some_position(rules, seed)
        solution = dl.solve(pos)
        assert solution.exact
        assert solution.values == minimax.values(pos), repr(pos)
        assert solution.wins == minimax.wins(pos), repr(pos)
        assert solution.value == max(solution.values.values())
        at = pos
        for event in solution.line:
            assert event.seat == at.turn
            at = at.move(event.move)
        assert minimax.worth(at.outcome, law.side_of(pos.turn, rules.terms)) == solution.value, repr(pos)


def test_there_are_two_thousand_small_deals():
    rules = minimax.small_rules()
    assert len(rules) * DEALS >= 2000
    assert {r.preset for r in rules} == set(dl.PRESETS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plain_and_compiled_code_agree(players):
    rules = dl.rules("classic", players=players, set_size=3, hand_size=2)
    plain = solver.Searcher(rules)
    plain.plain, plain.terms, plain._run, plain._table = True, rules.terms, kernel.values.py_func, [0] * (2 << 12)
    for seed in range(3):
        pos = dl.start(dl.deal(rules, seed))
        pos = pos.move(pos.legal_moves[0])
        codes = [solver.code_of(move) for move in pos.legal_moves]
        hero = law.side_of(pos.turn, rules.terms)
        order = [tile.number for tile in pos.yard]
        plain.fresh()
        lows, highs, _ = plain.bounds(pos.state, order, codes, hero)
        assert lows == highs
        assert [solver.points_of(low) for low in lows] == [dl.solve(pos).values[move] for move in pos.legal_moves]


def test_a_set_beyond_the_machine_word_runs_plain():
    rules = dl.rules("block", set_size=12, hand_size=3)
    pos = dl.start(dl.deal(rules, 4))
    assert solver.searcher(rules).plain
    assert dl.solve(pos).values == minimax.values(pos)


def printed_position(scoring):
    row = json.loads((VECTORS / "solver.json").read_text())
    rules = dl.rules(row["preset"], scoring=scoring)
    pos = dl.start(dl.Deal(rules, [[tuple(tile) for tile in hand] for hand in row["hands"]], "", row["leader"]))
    for seat, kind, *rest in row["actions"]:
        assert pos.turn == seat
        pos = pos.play(*rest) if kind == "play" else pos.pass_()
    want = {tuple(text.split()): points for text, points in row["values_by_scoring"][scoring].items()}
    return pos, {dl.Play(tile, end): points for (tile, end), points in want.items()}


@pytest.mark.parametrize("scoring", ["others_minus_own", "others", "all"])
def test_a_deal_annotated_in_print(scoring):
    pos, want = printed_position(scoring)
    assert dl.solve(pos).values == want


def other_program(pos):
    """The same position as a game of the package ``dominoes`` (four players in pairs, no boneyard)."""
    dominoes = pytest.importorskip("dominoes")
    while pos.legal_moves == (dl.Pass(),):
        pos = pos.pass_()
    hands = [dominoes.Hand([dominoes.Domino(t.low, t.high) for t in hand]) for hand in pos.hands]
    hands += [dominoes.Hand([]) for _ in range(4 - len(hands))]  # two players: the other two seats always pass
    board = dominoes.Board()
    for placed in pos.line.row:
        board.add(dominoes.Domino(placed.first, placed.second), left=False)
    game = dominoes.Game(board, hands, [], pos.turn, (), 0, None)
    game._update_valid_moves()
    return game


def endgame(seed, tiles):
    """A four-player position with at most ``tiles`` left and a choice to make, or None."""
    pos = dl.start(dl.deal(dl.rules("partnership", scoring="all"), seed))
    step = 0
    while pos.turn is not None and (sum(map(len, pos.hands)) > tiles or len(pos.legal_moves) < 2):
        moves = pos.legal_moves
        step += 1
        pos = pos.move(moves[(seed + step) % len(moves)])
    return None if pos.turn is None else pos


def test_equal_to_the_alphabeta_of_another_program():
    dominoes = pytest.importorskip("dominoes")
    compared = 0
    for seed in range(2000):
        pos = endgame(seed, 13)
        if pos is None:
            continue
        sign = 1 if pos.turn % 2 == 0 else -1
        for move, points in dl.solve(pos).values.items():
            game = other_program(pos)
            if move.end is dl.End.RIGHT and pos.ends[dl.End.LEFT] == pos.ends[dl.End.RIGHT]:
                continue  # the other program offers one of two equal ends
            game.make_move(dominoes.Domino(move.tile.low, move.tile.high), move.end is dl.End.LEFT)
            assert sign * dominoes.search.alphabeta(game)[1] == points, repr(pos)
        compared += 1
        if compared == 200:
            break
    assert compared == 200


@pytest.mark.parametrize("seed", range(5))
def test_full_deals_by_two_methods(seed):
    """Two players, seven tiles each, from the lead: the other program searches without a table."""
    dominoes = pytest.importorskip("dominoes")
    rules = dl.rules("block", scoring="all", tie="nobody", first_lead="random", opening_tile="any")
    pos = dl.start(dl.deal(rules, seed))
    sign = 1 if pos.turn == 0 else -1
    for move, points in dl.solve(pos).values.items():
        game = other_program(pos.move(move))
        assert sign * dominoes.search.alphabeta(game)[1] == points, repr(pos)


def test_ties_are_shown_as_ties_and_mirror_images_share_a_value():
    pos = dl.setup(dl.rules("block"), "5-6 6-3 3-5", ["5-4 4-3", "2-2 4-1"], turn=0)
    solution = dl.solve(pos)
    assert solution.best == (dl.Play("5-4", "left"), dl.Play("5-4", "right"))
    assert len(set(solution.values.values())) == 1


def test_a_budget_that_runs_out_gives_bounds_that_hold():
    rules = dl.rules("classic", players=2)
    pos = dl.start(dl.deal(rules, 11))
    pos = pos.move(pos.legal_moves[0])
    while len(pos.legal_moves) < 3:
        pos = pos.move(pos.legal_moves[0])
    full = dl.solve(pos)
    short = dl.solve(pos, nodes=60)
    assert not short.exact
    assert short.kind == "bound"
    assert short.nodes == 60
    assert short.line == ()
    assert all(low <= full.values[move] <= high for move, (low, high) in short.bounds.items())
    again = dl.solve(pos, nodes=60)
    assert (again.bounds, again.nodes) == (short.bounds, short.nodes)
    assert "bound" in repr(short)
    assert str(short).startswith("bound")


def test_a_time_budget_stops_the_search():
    pos = dl.start(dl.deal(dl.rules("common", set_size=9, hand_size=14), 5))
    solution = dl.solve(pos, seconds=0.05)
    assert not solution.exact
    assert solution.nodes > 0


def test_values_of_three_sides_are_called_paranoid():
    pos = dl.start(dl.deal(dl.rules("block", players=3, set_size=3, hand_size=2), 1))
    assert dl.solve(pos).kind == "paranoid value"


def test_a_finished_round_cannot_be_solved():
    pos = dl.setup(dl.rules("block"), "6-6 6-5", ["5-4", "2-2"]).play("5-4")
    with pytest.raises(dl.DominoError, match="over"):
        dl.solve(pos)


def test_the_frame_has_a_row_for_each_move():
    pos, want = printed_position("others")
    frame = dl.solve(pos).to_frame()
    assert len(frame) == len(want)
    assert frame.loc["6-4<", ["low", "high", "win", "best"]].tolist() == [46, 46, 1, True]


def test_what_cannot_be_solved_is_refused_with_a_reason():
    deal = dl.deal(dl.rules("classic"), 1)
    for what in (deal, dl.start(deal).view(0), "6-6"):
        with pytest.raises(dl.DominoError, match="solve takes a position"):
            dl.solve(what)
