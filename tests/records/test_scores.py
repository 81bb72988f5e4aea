"""The running scores of a match: carried from round to round as far as they are told."""

from __future__ import annotations

import pytest

import dominolab as dl

HEAD = '[Domino "1"]\n[Rules "block set_size=2 hand_size=2 first_lead=random opening_tile=any"]\n'
DEAL = " lead A\ndeal A 2-2 1-0\ndeal B 2-1 1-1\nA 2-2"
WON = DEAL + "  B 2-1<  A 1-0<\nend out A +2"


def codes(text):
    [record] = dl.parse(text)
    return [problem.code for problem in record.problems]


def test_after_a_round_that_broke_off_without_points_the_scores_are_unknown():
    broken = f"== 1{DEAL}\nend broken\n"
    assert codes(f'{HEAD}[Result "12 0"]\n\n{broken}') == []
    assert codes(f'{HEAD}[Result "12 0"]\n\n{broken}\n== 2{WON} (12 0)\n') == []
    assert codes(f'{HEAD}[Result "13 0"]\n\n{broken}\n== 2{WON} (12 0)\n') == ["wrong-result"]
    assert codes(f"{HEAD}\n{broken}\n== 2{WON} (12 0)\n\n== 3{WON} (12 0)\n") == ["wrong-total"]


def test_a_round_that_broke_off_with_points_hands_them_on():
    broken = f"== 1{DEAL}\nend broken A +10\n"
    assert codes(f"{HEAD}\n{broken}\n== 2{WON} (12 0)\n") == []
    assert codes(f"{HEAD}\n{broken}\n== 2{WON} (13 0)\n") == ["wrong-total"]


@pytest.mark.parametrize(("total", "wrong"), [("4 0", []), ("2 0", ["wrong-total"])])
def test_rounds_without_numbers_add_up_too(total, wrong):
    found = codes(f"{HEAD}\n=={WON} (2 0)\n\n=={WON} ({total})\n")
    assert [code for code in found if code != "round-number"] == wrong
