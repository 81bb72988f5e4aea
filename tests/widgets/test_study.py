"""``Study``: the same figures as ``dl.simulate``, progress, stopping, and what a difference means."""

from __future__ import annotations

import asyncio

import pytest

import dominolab as dl
from tests.widgets.rounds import click


def test_a_run_is_the_simulation_of_the_same_seed():
    study = dl.Study("block", ["greedy", "random"], games=3000, seed=4)
    study.run()
    same = dl.simulate(dl.rules("block"), ["greedy", "random"], 3000, 4, progress=False)
    assert study.results.tally == same.tally
    bars = {bar["label"]: bar for bar in study.widget.scene["bars"]["bars"]}
    rate = same.wins("greedy")
    assert (bars["greedy wins"]["value"], bars["greedy wins"]["low"], bars["greedy wins"]["high"]) == rate[:3]


def test_every_figure_is_said_with_its_interval():
    study = dl.Study("block", ["greedy", "random"], games=500)
    study.run()
    said = study.widget.scene["why"]
    assert len(said) == len(list(study.results.figures()))
    assert all("95 % interval" in line for line in said)


def test_two_runs_are_compared_and_chance_is_named():
    study = dl.Study("block", ["random", "random"], games=2000)
    study.run()
    study.choose("seat 0", "greedy")
    study.run()
    compared = study.widget.scene["why"][-len(study.results.difference(study.before)) :]
    frame = study.results.difference(study.before)
    for line, (_, row) in zip(compared, frame.iterrows(), strict=True):
        assert ("chance alone could" in line) == (row["low"] <= 0 <= row["high"])


def test_progress_is_shown_and_a_run_can_be_stopped_keeping_what_is_done():
    study = dl.Study("block", [lambda view: view.legal_moves[0], "random"], games=5000, seed=1)
    seen = []

    def watch(change):
        progress = change["new"].get("progress")
        if progress:
            seen.append(progress["done"])
            if progress["done"]:
                click(study, "cancel")

    study.widget.observe(watch, "scene")
    study.run()
    assert seen
    assert 0 < study.results.games < 5000
    assert study.results.stopped
    assert "stopped" in study.widget.scene["message"]


def test_in_a_notebook_it_plays_in_the_background_and_the_board_stays_alive():
    async def use():
        study = dl.Study("block", [lambda view: view.legal_moves[0], "random"], games=100_000)
        click(study, "run")
        await asyncio.sleep(0.05)
        with pytest.raises(dl.DominoError, match="under way"):
            click(study, "run")
        click(study, "cancel")
        await study._task
        return study

    study = asyncio.run(use())
    assert 0 < study.results.games < 100_000


def test_duplicate_deals_are_played_from_every_seat():
    study = dl.Study("block", ["greedy", "random"], games=1001)
    click(study, "form", name="duplicate", value=True)
    study.run()
    assert study.results.games == 1002
    assert (
        study.results.tally
        == dl.simulate(dl.rules("block"), ["greedy", "random"], 1001, 1, duplicate=True, progress=False).tally
    )


def test_the_form_changes_what_is_played():
    study = dl.Study("classic")
    for name, value in (
        ("preset", "partnership"),
        ("seat 3", "careful"),
        ("games", 300),
        ("seed", 9),
        ("what", "points"),
    ):
        click(study, "form", name=name, value=value)
    assert (study.rules.preset, len(study.players), study.games, study.seed) == ("partnership", 4, 300, 9)
    study.run()
    assert study.results.players == ("random", "random", "random", "careful")
    assert study.widget.scene["bars"]["unit"].startswith("points")


@pytest.mark.parametrize("games", [0, -1, 10**12])
def test_an_impossible_number_of_games_is_refused(games):
    study = dl.Study("classic")
    study.choose("games", games)
    with pytest.raises(dl.DominoError, match="number of games"):
        study.run()
    assert study.done is None


def test_unknown_players_are_refused():
    with pytest.raises(dl.DominoError, match="no player"):
        dl.Study("classic", ["gredy", "random"])


def test_a_player_that_misbehaves_is_counted():
    study = dl.Study("block", [lambda _view: "6-6>", "random"], games=20)
    study.run()
    assert sum(study.results.tally.faults.values()) > 0
    assert any("illegal" in line or "legal" in line for line in study.widget.scene["why"])


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("games", "abc", "games is 'abc'; give a whole number"),
        ("seed", None, "seed is None; give a whole number"),
        ("seed", 1.5, "give a whole number"),
        ("players", "many", "give a whole number"),
        ("nosuch", 1, "field is 'nosuch'; there are preset, players, seat 0, seat 1, games"),
        ("seat 9", "greedy", "field is 'seat 9'"),
        ("seat 0", "gredy", "there are .*greedy"),
        ("what", "moon", "there are rates, points, lengths"),
        ("preset", "clasic", "classic"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_can(name, value, told):
    study = dl.Study("block")
    before = study.scene()
    with pytest.raises(dl.DominoError, match=told):
        study.choose(name, value)
    assert study.scene() == before
