"""Nothing that is sent before an answer, or to one of two people, tells a hidden tile or what is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dominolab as dl
from dominolab.lessons.kinds import KINDS
from dominolab.records.sharing import code_of
from dominolab.show.scene import Button
from dominolab.widgets import play, table
from tests.widgets.rounds import click
from tests.widgets.sent import everything, listening, told

SEEDS = range(4)
ALL = [(kind, level) for kind, found in KINDS.items() for level in range(1, found.levels + 1)]


def hidden_from(position, seat):
    """Return the tiles that a seat (None: a spectator) does not see, apart from one that everybody knows is called."""
    seen = () if seat is None else position.hands[seat]
    others = [tile for n, hand in enumerate(position.hands) if n != seat for tile in hand if tile not in seen]
    return {*others, *position.boneyard}


def leaks(texts, tiles):
    return {str(tile): found for tile in tiles if (found := told(texts, tile))}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_a_tile_in_every_packing(seed, monkeypatch):
    position = dl.start(dl.deal(dl.rules("classic"), seed=seed))
    said = listening(monkeypatch)
    dl.Board(position)
    for tile in position.boneyard:
        assert told(everything([code_of(position)]), tile)
        assert told(everything([[tile.low, tile.high]]), tile)
    for tile in position.hands[1]:
        assert told(everything(said), tile)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_sends_no_hidden_tile(seed, monkeypatch):
    said = listening(monkeypatch)
    rules = dl.rules("classic", first_lead="random", opening_tile="any")
    one = dl.Table(rules, ["me", "greedy"], seed=seed)
    while one.position.outcome is None:
        found = leaks(everything(said, one), hidden_from(one.position, 0))
        assert not found
        said.clear()
        with pytest.raises(dl.DominoError, match="no share code"):
            one.show_code()
        one.move(one.position.legal_moves[0])
    assert dl.Board.from_code(one.code).position.outcome == one.position.outcome


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_seen_by_one_seat_sends_no_hidden_tile(seed, monkeypatch):
    said = listening(monkeypatch)
    position = dl.start(dl.deal(dl.rules("classic", first_lead="random", opening_tile="any"), seed=seed))
    board = dl.Board(position, seat=0)
    stepper = dl.Stepper(position, eye=0)
    assert board.code is None
    assert leaks(everything(said, board, stepper), hidden_from(position, 0)) == {}


def test_the_old_toolbar_is_found(monkeypatch):
    """With the code of the whole position in the toolbar, as it once was, the search finds what leaks."""
    said = listening(monkeypatch)
    for made in (table.Table, play.Board):
        monkeypatch.setattr(
            made,
            "_code_button",
            lambda self: [Button(kind="code", label="Copy code", enabled=True, copy=code_of(self.position))],
        )
    position = dl.start(dl.deal(dl.rules("classic"), seed=3))
    dl.Board(position, seat=0)
    assert leaks(everything(said), hidden_from(position, 0))
    said.clear()
    one = dl.Table("classic", ["me", "greedy"], seed=3)
    assert leaks(everything(said), hidden_from(one.position, 0))


@pytest.mark.parametrize("seed", SEEDS)
def test_between_two_people_a_curtain_hides_both_hands(seed, monkeypatch):
    said = listening(monkeypatch)
    rules = dl.rules("classic", first_lead="random", opening_tile="any")
    one = dl.Table(rules, ["me", "me"], names=["Ana", "Ben"], seed=seed)
    one.uncover()
    for _ in range(12):
        turn = one.position.turn
        said.clear()
        one.move(one.position.legal_moves[0])
        if one.position.outcome is not None:
            break
        if one.position.turn == turn:
            assert not one.covered
            continue
        assert one.covered
        assert leaks(everything(said, one), hidden_from(one.position, None)) == {}
        assert "sits down" in one.widget.scene["actions"][0]["label"]
        with pytest.raises(dl.DominoError, match="covered"):
            one.hint()
        click(one, "uncover")
        assert leaks(everything(said, one), hidden_from(one.position, one.position.turn)) == {}
        assert any(hand["tiles"] for hand in one.widget.scene["hands"])


@pytest.mark.parametrize(("kind", "level"), ALL)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_quiz_sends_does_not_depend_on_what_is_right(kind, level, seed, monkeypatch):
    """Other answers, reasons and unread hints in the same question: the page gets the same, letter for letter."""
    texts = []
    for changed in (False, True):
        with monkeypatch.context() as patch:
            said = listening(patch)
            asked = dl.exercise(kind, seed, level)
            if changed:
                other = [option._replace(why="another reason") for option in asked.choices]
                asked = replace(
                    asked, right="5/7", because="another reason", wrongs=(), choices=tuple(other),
                    steps=tuple("another hint" for _ in asked.steps),
                )  # fmt: skip
            patch.setattr("dominolab.lessons.quiz.exercise", lambda *_, found=asked: found)
            quiz = dl.Quiz(kind, seed, level=level)
            data, _ = quiz._repr_mimebundle_()
            data.pop("application/vnd.jupyter.widget-view+json", None)
            states = [entry[1]["state"] for entry in said if entry[1] and "state" in entry[1]]
            texts.append([str(data), [state.get("scene") for state in states]])
    assert texts[0] == texts[1]
