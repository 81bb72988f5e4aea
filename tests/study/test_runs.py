"""The same games for any number of workers, after a stop, from disk, and on a cluster that loses a worker."""
# ruff: noqa: N802 - tests are named after the cases

from __future__ import annotations

import json
import os
import signal

import pytest

import dominolab as dl
from dominolab.play.compiled import source_digest
from dominolab.study import runs
from dominolab.study.runs import play_part, turns_of

pytestmark = pytest.mark.xdist_group("compiled")
CLASSIC = dl.rules("classic")
QUIET = {"progress": False}


def first(view):
    return view.legal_moves[0]


def by_chance(view, dice):
    return dice.choice(view.legal_moves)


def raises(view):
    raise ValueError


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(runs, "CHUNK", 700)
    monkeypatch.setattr(runs, "SLOW_CHUNK", 12)


@pytest.mark.parametrize("chunk", [1, 7, 299, 5000])
def test_results_do_not_depend_on_how_the_games_are_cut(monkeypatch, chunk):
    whole = dl.simulate(CLASSIC, ["greedy", "random"], 300, 5, **QUIET).tally
    monkeypatch.setattr(runs, "CHUNK", chunk)
    assert dl.simulate(CLASSIC, ["greedy", "random"], 300, 5, **QUIET).tally == whole


@pytest.mark.parametrize("workers", [2, 4])
def test_results_are_the_same_for_any_number_of_workers(small_chunks, workers):
    alone = dl.simulate(CLASSIC, ["greedy", "random"], 5000, 5, duplicate=True, **QUIET)
    shared = dl.simulate(CLASSIC, ["greedy", "random"], 5000, 5, duplicate=True, workers=workers, **QUIET)
    assert shared.tally == alone.tally


def test_learners_functions_run_in_workers_too(small_chunks):
    players = [first, by_chance]
    alone = dl.simulate(CLASSIC, players, 60, 5, **QUIET)
    assert dl.simulate(CLASSIC, players, 60, 5, workers=2, **QUIET).tally == alone.tally
    assert alone.players == ("first", "by_chance")


def test_a_dask_cluster_that_loses_a_worker_gives_the_same_results(small_chunks):
    distributed = pytest.importorskip("distributed")
    whole = dl.simulate(CLASSIC, ["greedy", "random"], 20_000, 5, **QUIET)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)
        done = []

        class Bar:
            def update(self, n):
                done.append(n)
                if len(done) == 3:
                    os.kill(next(iter(pids.values())), signal.SIGKILL)  # a worker started by this test

            def __enter__(self):
                return self

            def __exit__(self, *_):
                return None

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(runs, "bar_of", lambda *_: Bar())
            shared = dl.simulate(CLASSIC, ["greedy", "random"], 20_000, 5, client=client)
        # one died: it no longer answers, its successor may not answer yet
        assert set(client.run(os.getpid, on_error="ignore").values()) != set(pids.values())
    assert shared.tally == whole.tally


def test_a_stop_keeps_what_is_done_and_the_folder_goes_on_from_there(small_chunks, tmp_path, monkeypatch):
    whole = dl.simulate(CLASSIC, ["careful", "random"], 5000, 5, **QUIET)
    played = []

    def interrupted(job, first, games, *, keep):
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(first)
        return play_part(job, first, games, keep=keep)

    monkeypatch.setattr(runs, "play_part", interrupted)
    part = dl.simulate(CLASSIC, ["careful", "random"], 5000, 5, folder=tmp_path, **QUIET)
    assert (part.games, part.stopped, part.wanted) == (2100, True, 5000)
    assert "stopped" in str(part)
    monkeypatch.setattr(runs, "play_part", play_part)
    rest = dl.simulate(CLASSIC, ["careful", "random"], 5000, 5, folder=tmp_path, workers=2, **QUIET)
    assert rest.tally == whole.tally
    assert not rest.stopped
    assert len(list(tmp_path.glob("games-*.parquet"))) == 8


def test_a_finished_folder_is_read_not_played(small_chunks, tmp_path, monkeypatch):
    one = dl.simulate(CLASSIC, ["random", "random"], 2000, 5, folder=tmp_path, **QUIET)
    monkeypatch.setattr(runs, "play_part", None)
    assert dl.simulate(CLASSIC, ["random", "random"], 2000, 5, folder=tmp_path, **QUIET).tally == one.tally


def test_a_damaged_or_short_part_is_played_again(small_chunks, tmp_path):
    one = dl.simulate(CLASSIC, ["random", "random"], 2000, 5, folder=tmp_path, **QUIET)
    parts = sorted(tmp_path.glob("games-*.parquet"))
    parts[0].write_bytes(parts[0].read_bytes()[:100])
    parts[1].unlink()
    assert dl.simulate(CLASSIC, ["random", "random"], 2000, 5, folder=tmp_path, **QUIET).tally == one.tally
    longer = dl.simulate(CLASSIC, ["random", "random"], 2500, 5, folder=tmp_path, **QUIET)
    assert longer.tally == dl.simulate(CLASSIC, ["random", "random"], 2500, 5, **QUIET).tally
    assert not list(tmp_path.glob(".*"))


def test_a_folder_with_another_run_is_refused(tmp_path):
    dl.simulate(CLASSIC, ["random", "random"], 100, 5, folder=tmp_path, **QUIET)
    for rules, players, seed in (
        (CLASSIC, ["random", "random"], 6),
        (CLASSIC, ["greedy", "random"], 5),
        (dl.rules("block"), ["random", "random"], 5),
    ):
        with pytest.raises(dl.DominoError, match="another run"):
            dl.simulate(rules, players, 100, seed, folder=tmp_path, **QUIET)
    note = json.loads((tmp_path / "run.json").read_text())
    assert note["code"] == source_digest()
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(dl.DominoError, match="damaged"):
        dl.simulate(CLASSIC, ["random", "random"], 100, 5, folder=tmp_path, **QUIET)


def test_the_rows_on_disk_are_the_games(tmp_path):
    pandas = pytest.importorskip("pandas")
    results = dl.simulate(CLASSIC, ["random", "greedy"], 500, 5, folder=tmp_path, **QUIET)
    rows = pandas.read_parquet(next(tmp_path.glob("games-*.parquet")))
    assert len(rows) == results.games
    assert (rows["ended"] == 2).mean() == results.blocked.value
    assert rows["points_1"].mean() == pytest.approx(results.points(1).value)


def test_duplicate_plays_each_deal_from_every_seat():
    rules = dl.rules("common", players=3)
    results = dl.simulate(rules, ["greedy", "greedy", "greedy"], 40, 5, duplicate=True, **QUIET)
    assert results.tally.period == 1  # the same player everywhere: nothing to swap
    results = dl.simulate(rules, ["greedy", "random", "careful"], 40, 5, duplicate=True, **QUIET)
    assert (results.tally.period, results.games) == (3, 42)
    seats = results.to_frame().groupby("player")["seat"].nunique()
    assert set(seats) == {3}


def test_swapping_seats_makes_equal_players_equal():
    rules = dl.rules("classic")
    results = dl.simulate(rules, [first, lambda view: view.legal_moves[0]], 120, 5, duplicate=True, **QUIET)
    assert results.wins(0).value == results.wins(1).value
    assert results.points(0).value == results.points(1).value


@pytest.mark.parametrize(("players", "turns"), [("AAAA", 1), ("ABAB", 2), ("ABBA", 4), ("ABC", 3)])
def test_how_many_ways_the_players_can_sit(players, turns):
    assert turns_of(list(players), list(players)) == turns


def test_AI_06_without_a_seed_one_is_drawn_and_told():
    one, two = (dl.simulate(CLASSIC, ["random", "random"], 200, **QUIET) for _ in range(2))
    assert one.seed != two.seed
    assert dl.simulate(CLASSIC, ["random", "random"], 200, one.seed, **QUIET).tally == one.tally
    assert one.tally != two.tally
    assert str(one.seed) in str(one)


def test_AI_09_the_deals_are_the_same_for_other_players():
    runs_of = [dl.simulate(dl.rules("common", players=4), [who] * 4, 300, 5, **QUIET) for who in ("random", "greedy")]
    assert runs_of[0].leads() == runs_of[1].leads()


def test_faults_are_counted_and_told():
    with pytest.warns(dl.FaultWarning, match="raises"):
        results = dl.simulate(CLASSIC, [raises, "random"], 10, 5, **QUIET)
    assert set(results.tally.faults) == {("raises", "error")}
    assert "raises" in str(results)
    assert "raises" in results._repr_html_()


def test_nonsense_is_refused():
    for games in (0, -5, 2.5, True, "100"):
        with pytest.raises(dl.DominoError, match="games"):
            dl.simulate(CLASSIC, ["random", "random"], games, **QUIET)
    with pytest.raises(dl.DominoError, match="2 seats"):
        dl.simulate(CLASSIC, ["random"], 5, **QUIET)
    with pytest.raises(dl.DominoError, match="no player"):
        dl.simulate(CLASSIC, ["random", "nobody"], 5, **QUIET)


def test_negative_and_huge_seeds_work():
    for seed in (-1, 2**70, 0):
        assert dl.simulate(CLASSIC, ["random", "random"], 20, seed, **QUIET).games == 20


def test_a_set_too_large_to_compile_is_simulated_all_the_same():
    rules = dl.rules("classic", players=6, set_size=12)
    assert dl.simulate(rules, ["random"] * 6, 20, 1, **QUIET).games == 20
