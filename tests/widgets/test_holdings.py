"""``HoldingsView``: every cell the exact fraction; guesses; following a stepper."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dominolab as dl
from tests.widgets.rounds import PRESETS, click, random_round


@pytest.fixture
def view():
    return random_round(dl.rules("classic"), seed=6)[9].view(0)


def cells(widget, place):
    row = next(row for row in widget.widget.scene["holdings"]["places"] if row["place"] == str(place))
    return {f"{max(cell['pair'])}-{min(cell['pair'])}": cell for cell in row["cells"]}


@pytest.mark.parametrize("name", PRESETS)
def test_every_cell_is_the_exact_chance(name):
    for position in random_round(dl.rules(name), seed=4)[:-1:5]:
        view = position.view(0)
        answer, shown = dl.holdings(view), dl.HoldingsView(view)
        for place in (1, "boneyard"):
            for tile, cell in cells(shown, place).items():
                lies_open = dl.Tile(tile) in view.hand or dl.Tile(tile) in view.line.tiles
                assert cell["value"] == (None if lies_open else float(answer.probability(tile, place)))


def test_a_cell_says_the_exact_fraction(view):
    answer, shown = dl.holdings(view), dl.HoldingsView(view, names=["Ana", "Ben"])
    tile = next(tile for tile in view.unseen if 0 < answer.probability(tile, 1) < 1)
    chance = answer.probability(tile, 1)
    assert cells(shown, 1)[str(tile)]["label"].startswith(f"{tile} with Ben: {chance} (")


def test_who_can_follow_and_how_many_of_a_suit(view):
    shown = dl.HoldingsView(view, names=["Ana", "Ben"])
    click(shown, "form", name="number", value="5")
    summary = shown.widget.scene["holdings"]["summary"]
    assert summary[0].startswith("Ben can play: ")
    spread = shown.answer.suit_count(1, 5)
    assert sum(spread.values()) == 1
    assert summary[-1].startswith("Ben holds so many tiles with 5: ")
    assert str(next(chance for chance in spread.values() if chance)) in summary[-1]


def test_guess_first_hides_the_chances_until_they_are_guessed(view):
    shown = dl.HoldingsView(view, guess=True)
    tile = next(tile for tile in view.unseen if 0 < shown.answer.probability(tile, 1) < 1)
    assert {cell["text"] for cell in cells(shown, 1).values()} == {"", "?"}
    assert all(cell["value"] is None for cell in cells(shown, 1).values())
    click(shown, "cell", tile=str(tile), place="1")
    click(shown, "form", name="guess", value=30)
    exact = shown.answer.probability(tile, 1)
    assert shown.guesses[tile, 1] == abs(30 - 100 * exact)
    assert cells(shown, 1)[str(tile)]["value"] == float(exact)
    assert str(exact) in shown.widget.scene["message"]


def test_guesses_are_checked(view):
    shown = dl.HoldingsView(view, guess=True)
    with pytest.raises(dl.DominoError, match="choose a cell"):
        shown.guess(50)
    shown.ask(next(iter(view.unseen)), "boneyard")
    for wrong in (-1, 101, float("nan")):
        with pytest.raises(dl.DominoError, match="between 0 % and 100 %"):
            shown.guess(wrong)
    with pytest.raises(dl.DominoError, match="nothing to guess"):
        shown.ask(next(iter(view.hand)), 1)
    assert shown.guesses == {}


def test_show_all_and_guess_again(view):
    shown = dl.HoldingsView(view, guess=True)
    click(shown, "reveal")
    assert not shown.guessing
    click(shown, "reveal")
    assert shown.guessing


def test_it_follows_a_stepper():
    positions = random_round(dl.rules("classic"), seed=6)
    stepper = dl.Stepper(positions[-1], eye=0)
    shown = dl.HoldingsView(stepper)
    for index in (0, 5, 9):
        stepper.scrub(index)
        assert shown.view == positions[index].view(0)
        assert shown.answer.count == dl.holdings(positions[index].view(0)).count
    stepper.look(1)
    assert shown.widget.scene["title"] == "Hidden tiles, as B sees it"


def test_an_impossible_view_is_told_and_nothing_is_averaged():
    view = dl.observe(dl.rules("block"), 0, "6-6 6-5 1-0 1-1 2-0 2-1 2-2", 0)
    view = view.play(0, "6-6").pass_(1).play(0, "6-5", "right").play(1, "6-4", "left")
    shown = dl.HoldingsView(view)
    with pytest.raises(dl.ImpossibleError) as error:
        _ = shown.answer
    assert shown.widget.scene["message"] == str(error.value)
    assert "holdings" not in shown.widget.scene


def test_a_spectator_has_every_hand_as_a_place(view):
    position = random_round(dl.rules("classic"), seed=6)[9]
    shown = dl.HoldingsView(position.view(None))
    assert [row["place"] for row in shown.widget.scene["holdings"]["places"]] == ["0", "1", "boneyard"]


def test_short_forms_round_nothing_to_certainty():
    from dominolab.show.hidden import percent, short

    for n in range(1, 1000):
        assert short(Fraction(n, 1000)) not in ("0", "1")
        assert percent(Fraction(n, 1000)) not in ("0 %", "100 %")


def test_something_else_is_refused():
    with pytest.raises(dl.DominoError, match="give a view"):
        dl.HoldingsView("classic")


@pytest.mark.parametrize(
    ("seat", "number", "told"), [(9, 9, "hidden with 1"), (0, 1, "hidden with 1"), (1, 9, "0 to 6")]
)
def test_a_suit_that_nobody_can_hold_is_refused(view, seat, number, told):
    shown = dl.HoldingsView(view)
    with pytest.raises(dl.DominoError, match=told):
        shown.suit(seat, number)
    assert "holdings" in shown.scene()
