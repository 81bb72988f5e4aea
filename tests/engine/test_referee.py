"""Four-player block play agrees with the PyPI package ``dominoes``, written by others, over 2,000 random rounds."""

from __future__ import annotations

import random

import dominoes

import dominolab as dl

ROUNDS = 2000


def referee_of(deal):
    hands = [dominoes.Hand([dominoes.Domino(t.low, t.high) for t in hand]) for hand in deal.dealt]
    opening = tuple((domino, True) for domino in hands[deal.leader])
    return dominoes.Game(dominoes.Board(), hands, [], deal.leader, opening, deal.leader, None)


def their_moves(game):
    """Each legal tile with the number it would be laid against (None: the lead)."""
    board = game.board
    number = {True: board.left_end(), False: board.right_end()} if len(board) else {True: None}
    return {((d.first + d.second, min(d.first, d.second)), number[left]) for d, left in game.valid_moves}


def our_moves(position):
    ends = {**position.ends, None: None}
    return {((m.tile.pips, m.tile.low), ends[m.end]) for m in position.legal_moves}


def test_partners_block_agrees_with_the_referee():
    rules = dl.rules("common", players=4, hand_size=7, draw_limit=0)
    rng = random.Random(11)
    for seed in range(ROUNDS):
        deal = dl.deal(rules, seed)
        position, game = dl.start(deal), referee_of(deal)
        while position.outcome is None:
            if position.legal_moves == (dl.Pass(),):
                position = position.pass_()  # the referee passes by itself
                continue
            if game.result is not None:
                break
            assert position.turn == game.turn
            assert our_moves(position) == their_moves(game)
            move = rng.choice(position.legal_moves)
            domino = dominoes.Domino(move.tile.low, move.tile.high)
            # each lays the first tile its own way, so ends are matched by their numbers
            game.make_move(domino, move.end is None or game.board.left_end() == position.ends[move.end])
            position = position.move(move)
            if game.result is None or game.result.won:
                assert sorted(position.ends.values()) == sorted([game.board.left_end(), game.board.right_end()])
        while position.outcome is None:
            assert position.legal_moves == (dl.Pass(),)
            position = position.pass_()
        assert game.result is not None
        assert game.result.won == (position.outcome.kind == "out")
        assert list(position.outcome.pips) == [sum(d.first + d.second for d in hand) for hand in game.hands]
        if game.result.won:
            assert game.result.player == position.outcome.seat
