"""One loop, two ways to run it: the compiled games are the plain ones, action by action, and the engine's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dominolab as dl
from dominolab.engine import chance
from dominolab.play import policies
from dominolab.play.compiled import source_digest
from dominolab.play.players import PLAYERS, code_of
from dominolab.play.runner import play_round
from dominolab.study import compiled, kernel
from dominolab.study.compiled import play_rounds
from dominolab.study.runs import row_of

pytestmark = pytest.mark.xdist_group("compiled")  # one worker compiles, not both
GAMES = 200
BUILT_IN = ("random", "greedy", "suit-control", "careful")
TABLES = [(name, players) for players in (2, 3, 4) for name in dl.PRESETS if players in dl.PRESETS[name].players]
MORE = [(name, players) for players in (2, 3, 4) for name in dl.PRESETS if players not in dl.PRESETS[name].players]
LONGEST = 500


def playable(name, players):
    try:
        return dl.rules(name, players=players)
    except dl.RulesError:  # pairs are four
        return None


def traced(rules, policy, seed, game, **how):
    rows, codes = play_rounds(rules, policy, seed, game, 1, trace=LONGEST, **how)
    actions = int(rows[0, kernel.ACTIONS])
    assert actions < LONGEST
    return rows[0].tolist(), codes[:actions].tolist()


def test_numba_is_here_so_that_these_tests_compare_something():
    assert compiled.compiles(dl.rules("classic"))
    assert not compiled.compiles(dl.rules("classic", set_size=12))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_are_the_same_compiled_and_plain(name, players):
    rules = dl.rules(name, players=players)
    for game in range(GAMES):
        assert traced(rules, (0,) * players, 3, game) == traced(rules, (0,) * players, 3, game, plain=True)


@pytest.mark.parametrize(("name", "players"), [table for table in MORE if playable(*table)])
def test_presets_with_more_players_than_their_source_names_too(name, players):
    rules = playable(name, players)
    for game in range(20):
        assert traced(rules, (0,) * players, 3, game) == traced(rules, (0,) * players, 3, game, plain=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_built_in_players_are_the_same_compiled_and_plain(name, players):
    rules = dl.rules(name, players=players)
    for game in range(24):
        policy = tuple((game + seat * (1 + game // 4)) % 4 for seat in range(players))
        assert traced(rules, policy, 3, game) == traced(rules, policy, 3, game, plain=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_they_are_the_games_that_players_play_who_see_only_a_view(name, players):
    rules = dl.rules(name, players=players)
    for game in range(4):
        policy = tuple((game + seat) % 4 for seat in range(players))
        position = play_round(rules, [BUILT_IN[p] for p in policy], seed=11, game=game).position
        row, codes = traced(rules, policy, 11, game)
        assert [code_of(event.move) for event in position.history] == codes
        assert row_of(position) == row


@pytest.mark.parametrize("options", [{"set_size": 9}, {"set_size": 3, "hand_size": 4}, {"spinner": "at_once"}])
def test_other_sets_and_house_rules(options):
    rules = dl.rules("common", players=2, **options)
    for game in range(60):
        policy = (game % 4, (game // 4) % 4)
        assert traced(rules, policy, 8, game) == traced(rules, policy, 8, game, plain=True)


def test_a_set_too_large_for_a_word_runs_plain():
    rules = dl.rules("classic", players=6, set_size=12)
    rows, _ = play_rounds(rules, (0, 1, 2, 3, 0, 1), 1, 0, 5)
    assert (rows[:, kernel.ENDED] > 0).all()


def test_a_batch_is_its_games_one_by_one():
    rules = dl.rules("classic", players=3)
    batch, _ = play_rounds(rules, (1, 2, 3), 4, 10, 30, period=3)
    ones = [play_rounds(rules, (1, 2, 3), 4, game, 1, period=3)[0][0] for game in range(10, 40)]
    assert np.array_equal(batch, np.array(ones))


def test_the_deal_of_a_game_is_the_one_that_deal_shows():
    rules = dl.rules("vietnamese", players=4)
    rows, _ = play_rounds(rules, (0,) * 4, 21, 0, 50)
    for game, row in enumerate(rows.tolist()):
        assert row[kernel.LEADER] == dl.deal(rules, 21, game=game).leader


def test_rules_that_no_deal_can_satisfy_are_refused_and_not_tried_for_ever(monkeypatch):
    rules = dl.rules("latin", set_size=9, hand_size=1)
    assert play_rounds(rules, (0, 0), 1, 0, 3)[0].shape == (3, kernel.POINTS + 2)
    monkeypatch.setattr(kernel, "MOST_REDEALS", 1)
    with pytest.raises(dl.DominoError, match="could be led"):
        play_rounds(rules, (0, 0), 1, 0, 50, plain=True)


def test_chance_is_the_same_compiled_and_plain_near_the_end_of_the_word():
    numba = pytest.importorskip("numba")
    mix, key_of = numba.njit(chance.mix), numba.njit(chance.key_of)
    for value in (0, 1, 2**31 - 1, 2**31, 2**62 - 1, 2**62 + 5, 2**63 - 1, 0x1234_5678_9ABC_DEF0):
        assert mix(value) == chance.mix(value)
        assert key_of(value % 2**62, value % 2**40) == chance.key_of(value % 2**62, value % 2**40)


def test_what_players_choose_never_changes_what_is_dealt():
    rules = dl.rules("common", players=4)
    leaders = [
        play_rounds(rules, policy, 7, 0, 40)[0][:, kernel.LEADER].tolist() for policy in ((0,) * 4, (1, 2, 3, 0))
    ]
    assert leaders[0] == leaders[1]
    assert policies.choice_key(5) != 5


START = """
import sys, dominolab as dl
from dominolab.study import compiled
rows, _ = compiled.play_rounds(dl.rules("classic", players=2), (0, 0), 1, 0, 100)
print(int(rows.sum()), sum(compiled._rounds.stats.cache_hits.values()) if hasattr(compiled._rounds, "stats") else "plain")
"""


def run(code=START, folder=None, **env):
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_next_start_loads_what_was_compiled(tmp_path):
    first = run(NUMBA_CACHE_DIR=str(tmp_path))
    again = run(NUMBA_CACHE_DIR=str(tmp_path))
    assert (first[1], again[1]) == ("0", "1")
    assert first[0] == again[0]
    assert [folder.name for folder in tmp_path.iterdir()] == [source_digest()]


def test_an_edited_law_never_meets_an_old_compilation(tmp_path):
    package = Path(dl.__file__).parent
    shutil.copytree(package, tmp_path / "dominolab", ignore=shutil.ignore_patterns("__pycache__", "*.mo", "static"))
    code = "import dominolab.play.compiled as c; print(c.source_digest(), c.FOLDER.rpartition('/')[2])"
    where = {"folder": tmp_path, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(code, **where) == [source_digest()] * 2
    for name in ("engine/law.py", "engine/chance.py", "engine/dealing.py", "play/policies.py", "study/kernel.py"):
        file = tmp_path / "dominolab" / name
        before = file.read_text(encoding="utf-8")
        file.write_text(before + "\n# edited\n", encoding="utf-8")
        assert run(code, **where)[1] != source_digest(), name
        file.write_text(before, encoding="utf-8")


def test_nothing_is_kept_beside_the_source_where_the_cache_folder_cannot_be_made(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "import dominolab.play.compiled as c; print(c.FOLDER)"
    assert run(code, XDG_CACHE_HOME=str(blocked), NUMBA_CACHE_DIR="") == ["None"]


def test_without_numba_the_same_games_run_plain():
    block = "import sys; sys.modules['numba'] = None\n"
    total, how = run(block + START)
    assert how == "plain"
    rows, _ = play_rounds(dl.rules("classic", players=2), (0, 0), 1, 0, 100)
    assert int(rows.sum()) == int(total)


def test_every_built_in_player_has_a_name():
    assert tuple(name for name in PLAYERS if name in BUILT_IN) == BUILT_IN


@pytest.mark.parametrize("rules", ["block", "classic"])
@pytest.mark.parametrize("player", ["suit-control", "careful"])
def test_players_with_a_plan_beat_random_on_duplicate_deals(rules, player):
    results = dl.simulate(dl.rules(rules), [player, "random"], games=4000, duplicate=True, seed=1, progress=False)
    assert results.wins(0).low > results.wins(1).high
