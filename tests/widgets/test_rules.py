"""``RulesExplorer``: presets and options on one position."""

from __future__ import annotations

import pytest

import dominolab as dl
from tests.widgets.rounds import PRESETS, click


@pytest.fixture
def explorer():
    return dl.RulesExplorer("classic", seed=2)


def test_every_option_of_the_rules_is_a_field(explorer):
    names = {field["name"] for field in explorer.widget.scene["form"]["fields"]}
    assert names == {"preset", *dl.rules("classic").options()}


def test_an_option_changes_the_legal_moves_of_the_same_tiles(explorer):
    hands, line = explorer.position.hands, explorer.position.line
    click(explorer, "form", name="may_draw_when_able", value=True)
    assert (explorer.position.hands, explorer.position.line) == (hands, line)
    assert dl.Draw() in explorer.position.legal_moves
    assert any("Now also legal: draw" in line for line in explorer.widget.scene["why"])
    click(explorer, "form", name="may_draw_when_able", value=False)
    assert any("No longer legal: draw" in line for line in explorer.widget.scene["why"])


def test_a_combination_that_cannot_be_is_explained_and_kept_out(explorer):
    before = explorer.rules
    click(explorer, "form", name="draw_ends_turn", value=True)
    assert explorer.rules == before
    field = next(field for field in explorer.widget.scene["form"]["fields"] if field["name"] == "draw_ends_turn")
    assert "draw_ends_turn wants draw_limit = 1" in field["error"]
    assert field["value"] is True
    assert explorer.widget.scene["tone"] == "error"
    explorer.change("draw_limit", 1)
    explorer.change("draw_ends_turn", True)
    assert explorer.refused is None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_chosen_and_shows_its_source(explorer, name):
    click(explorer, "form", name="preset", value=name)
    assert explorer.rules.preset == name
    assert dl.PRESETS[name].source in explorer.widget.scene["form"]["text"]
    assert explorer.rules.describe().splitlines()[-1] in explorer.widget.scene["why"]


def test_what_a_block_would_pay_follows_the_scoring(explorer):
    while len({hand.pips for hand in explorer.position.hands}) == 1:
        explorer.other()
    found = dl.score(explorer.rules, [tuple(hand) for hand in explorer.position.hands], last=0)
    assert any(f"{max(found.points):+d}" in line for line in explorer.widget.scene["why"] if "blocked now" in line)
    explorer.change("blocked", "ten_each")
    assert any("A +10" in line and "B +10" in line for line in explorer.widget.scene["why"] if "blocked now" in line)


def test_who_leads_is_said(explorer):
    deal = dl.deal(explorer.rules, 2)
    assert any(f"leads, with {deal.opening}" in line for line in explorer.widget.scene["why"])


def test_an_empty_draw_limit_means_until_one_fits(explorer):
    click(explorer, "form", name="draw_limit", value=0)
    assert explorer.rules.draw_limit == 0
    click(explorer, "form", name="draw_limit", value="")
    assert explorer.rules.draw_limit is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 99), ("hand_size", 15), ("set_size", ""), ("scoring", "x"), ("players", None), ("target", 0)],
)
def test_impossible_values_are_explained(explorer, name, value):
    before = explorer.rules
    click(explorer, "form", name=name, value=value)
    assert explorer.rules == before
    assert explorer.refused[0] == name


def test_more_players_get_a_new_sample(explorer):
    click(explorer, "form", name="players", value=4)
    assert len(explorer.position.hands) == 4
    assert "The tiles no longer fit: a new sample was dealt." in explorer.widget.scene["why"]


def test_other_tiles(explorer):
    before = explorer.position
    click(explorer, "other")
    assert explorer.position != before
