"""The compiled loops give the plain loops' numbers, and come in by themselves where counts are long."""

from __future__ import annotations

import random
import sys

import pytest

import dominolab as dl
from dominolab import inference
from dominolab.inference import compiled, counting
from tests.inference.brute import views


def both(view, monkeypatch):
    """Return the table by plain and by compiled loops, and whether the latter were used."""
    monkeypatch.setattr(counting, "FEW_STEPS", 10**9)
    plain = dl.holdings(view)
    tables = [(plain.count, plain.marginals)]
    monkeypatch.setattr(counting, "FEW_STEPS", -1)
    quick = dl.holdings(view)
    tables.append((quick.count, quick.marginals))
    return *tables, any(counted.walk is not None for _, counted in quick.answer.counted)


def late(rules, seed, moves):
    """A view late in a random round."""
    chance = random.Random(seed)
    position = dl.start(dl.deal(rules, seed))
    for _ in range(moves):
        if len(position.legal_moves) == 0:
            break
        position = position.move(chance.choice(position.legal_moves))
    return (position.before if position.state.over else position).view(0)


@pytest.mark.parametrize(("players", "size"), [(2, 6), (4, 6), (4, 9), (2, 12), (3, 12)])
def test_compiled_and_plain_counts_are_equal_on_large_sets(players, size, monkeypatch):
    used = 0
    for seed in range(6):
        view = late(dl.rules("classic", players=players, set_size=size), seed, 12 + 9 * seed)
        plain, quick, ran = both(view, monkeypatch)
        assert plain == quick
        used += ran
    assert used > 0


def test_compiled_and_plain_counts_are_equal_for_every_kind_of_game(monkeypatch):
    used = 0
    for seed, view, _ in views(0, 190, 5000):
        plain, quick, ran = both(view, monkeypatch)
        assert plain == quick, (seed, view.rules, view.log)
        used += ran
    assert used > 30


def test_residues_join_to_the_number():
    primes = compiled.np.array(compiled.PRIMES[:6], compiled.np.int64)
    for number in (0, 1, 2**62, 472_518_347_558_400, 10**50 + 7):
        residues = compiled.np.array([number % p for p in compiled.PRIMES[:6]], compiled.np.int64)
        assert compiled.joined(residues, primes) == number


def test_the_primes_are_prime_and_small_enough_to_multiply():
    for prime in compiled.PRIMES:
        assert prime < 2**31
        assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7, 11, 13))
    assert len(set(compiled.PRIMES)) == len(compiled.PRIMES)


def test_without_numba_the_plain_loops_answer(monkeypatch):
    view = late(dl.rules("classic", players=4, set_size=9), 3, 40)
    wanted = dl.holdings(view).count
    monkeypatch.delattr(inference, "compiled")
    monkeypatch.setitem(sys.modules, "dominolab.inference.compiled", None)
    monkeypatch.setattr(counting, "FEW_STEPS", -1)
    h = dl.holdings(view)
    assert h.count == wanted
    assert all(counted.walk is None for _, counted in h.answer.counted)
