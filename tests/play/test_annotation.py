"""Annotating a record: judged by what was known, human words kept, the same file for the same seed."""

from pathlib import Path

import pytest

import dominolab as dl
from dominolab.cli import main
from dominolab.engine import chance
from dominolab.play import annotation
from dominolab.play.advice import outlook
from dominolab.play.players import PLAYERS

BUDGET = 3_000
GAMES = Path(__file__).parents[2] / "notebooks" / "games"


def played(rules, seed, rounds=1):
    """A record of rounds between greedy and random players."""
    record = dl.Record(rules, players={0: "Ana", 1: "Ben"})
    for number in range(rounds):
        pos = dl.start(dl.deal(record.rules, seed + number))
        while pos.turn is not None:
            player = PLAYERS["random" if pos.turn else "greedy"]
            pos = pos.move(player(pos.view(pos.turn), seed))
        record.add(pos)
    return record


@pytest.fixture(scope="module")
def record():
    return played("classic", 3, rounds=2)


@pytest.fixture(scope="module")
def annotated(record):
    return dl.annotate(record, budget=BUDGET)


def decisions(record):
    for round_ in record.rounds:
        for i, action in enumerate(round_.actions):
            if len(round_.positions[i].legal_moves) > 1:
                yield action


def test_every_real_decision_is_judged_and_nothing_else_changes(record, annotated):
    assert "[%" not in str(record)
    judged = list(decisions(annotated))
    assert judged
    for action in judged:
        assert 0 <= float(action.commands["wp"]) <= 1
        assert 0 <= float(action.commands["loss"]) <= 1
        assert float(action.commands["cost"]) >= 0
    assert sum("loss" in a.commands for r in annotated.rounds for a in r.actions) == len(judged)
    assert "done" not in str(annotated)
    assert annotated.check() == ()
    bare = dl.parse(str(annotated))[0]
    annotation._wipe(bare)
    bare.set_tag("Annotator", None)
    assert bare == record


def test_the_chance_is_always_seen_from_the_same_eyes(annotated):
    number, round_ = next((n, r) for n, r in enumerate(annotated.rounds) if r.positions[-1].outcome is not None)
    views = round_.views(0)
    plays = [(i, action) for i, action in enumerate(round_.actions) if isinstance(action.move, dl.Play)]
    for i, action in plays[:-1:3]:
        found = outlook(views[i + 1], annotation.PLAYED, seed=chance.key_of(0, number * 10_000 + i + 2))
        assert action.commands["wp"] == f"{found:.2f}"
    outcome = round_.positions[-1].outcome
    last = [action for action in round_.actions if not isinstance(action.move, dl.Pass)][-1]
    if last is round_.actions[-1]:
        assert float(last.commands["wp"]) == {(0,): 1, (1,): 0}.get(outcome.winners, 0.5)


def test_draws_and_the_deal_get_their_luck(annotated):
    draws = [a for r in annotated.rounds for a in r.actions if isinstance(a.move, dl.Draw)]
    assert draws
    assert all(-1 <= float(a.commands["luck"]) <= 1 for a in draws)
    assert all(set(annotation._dealt(r.root.commands["luck"])) == {0, 1} for r in annotated.rounds)


def test_the_same_seed_gives_the_same_text_and_annotating_again_changes_nothing(record, annotated):
    assert str(dl.annotate(record, budget=BUDGET)) == str(annotated)
    assert str(dl.annotate(annotated, budget=BUDGET)) == str(annotated)
    other = dl.annotate(record, budget=BUDGET, seed=1)
    assert str(other) != str(annotated)
    assert str(dl.annotate(annotated, budget=BUDGET, seed=1)) == str(other)


def test_what_was_stopped_goes_on_to_the_same_text(record, annotated):
    calls = []

    def stop():
        calls.append(1)
        return len(calls) > 9

    half = dl.annotate(record, budget=BUDGET, stop=stop)
    assert half.tag("Annotator").endswith("unfinished")
    assert str(half) != str(annotated)
    judged = []
    (again,) = dl.parse(str(half))
    whole = dl.annotate(again, budget=BUDGET, progress=lambda done, total: judged.append((done, total)))
    assert str(whole) == str(annotated)
    assert judged[-1][0] == judged[-1][1] == len(judged)


def test_words_and_glyphs_of_a_person_stay(record):
    (mine,) = dl.parse(str(record))
    chosen = list(decisions(mine))
    chosen[0].comments = ["[%wp 0.11] I was afraid of the 6"]
    for action in chosen:
        action.glyph = "!?"
    once = dl.annotate(mine, budget=BUDGET)
    calls = []
    half = dl.annotate(mine, budget=BUDGET, stop=lambda: calls.append(1) or len(calls) > 4)
    assert str(dl.annotate(dl.parse(str(half))[0], budget=BUDGET)) == str(once)
    others = [dl.annotate(before, budget=BUDGET, seed=2) for before in (once, half, mine)]
    assert str(others[0]) == str(others[1]) == str(others[2]) != str(once)
    for kept in (once, dl.annotate(once, budget=BUDGET), others[0]):
        found = list(decisions(kept))
        assert found[0].comment == "I was afraid of the 6"
        assert found[0].commands["wp"] == "0.11"
        assert {action.glyph for action in found} == {"!?"}


def test_a_glyph_that_a_person_changed_or_took_away_stays_so(record, annotated):
    (mine,) = dl.parse(str(annotated))
    marked = [action for action in decisions(mine) if "mark" in action.commands]
    assert len(marked) > 1
    assert all(action.glyph == action.commands["mark"] for action in marked)
    marked[0].glyph, marked[1].glyph = "", "!?"
    for seed in (0, 2):
        found = list(decisions(dl.annotate(mine, budget=BUDGET, seed=seed)))
        again = [found[list(decisions(mine)).index(action)] for action in marked[:2]]
        assert [action.glyph for action in again] == ["", "!?"]


LET_STAND = """[Domino "1"]
[Rules "block first_lead=random opening_tile=any"]

== 1 lead A
deal A 3-1 1-1 6-2 4-1 5-3 5-2 6-1
deal B 4-4 3-2 5-5 6-0 5-0 6-5 6-4
A 1-1  B pass  A 3-1<  B pass  A 5-3<  B 5-0<  A 4-1>
end broken"""


def test_a_wrong_pass_that_was_let_stand_does_not_stop_the_judging():
    [wrong] = dl.parse(LET_STAND)
    [round_] = wrong.rounds
    assert round_.let_stand == {3}
    assert "loss" in dl.annotate(wrong, budget=2000).rounds[0].actions[5].commands


def test_what_cannot_be_annotated_is_refused_with_a_reason(record):
    for what in ("game.domino", record.rounds[0].positions[0]):
        with pytest.raises(dl.RecordError, match="annotate takes a record"):
            dl.annotate(what)
    with pytest.raises(dl.DominoError, match="budget"):
        dl.annotate(record, budget=0)
    with pytest.raises(dl.RecordError, match="nosuch"):
        dl.annotate(dl.parse('[Domino "1"]\n[Rules "nosuch"]')[0])
    assert dl.annotate(dl.Record(None)).rounds == []


def test_a_losing_blunder_is_marked_and_the_only_good_move_too():
    rules = dl.rules("block", set_size=2, hand_size=2)
    record = dl.Record(rules)
    pos = dl.setup(rules, "2-2 2-1", ["1-1 2-0", "1-0"], "0-0")
    for tile in ("2-0", "1-1"):
        after = pos.play(tile)
        while after.turn is not None:
            after = after.move(after.legal_moves[0])
        record.add(after, points=False)
    first, second = (round_.actions[0] for round_ in dl.annotate(record).rounds)
    assert (first.glyph, first.commands["loss"], first.commands["cost"]) == ("??", "0.50", "1.0")
    assert (second.glyph, second.commands["loss"]) == ("!", "0.00")


def test_only_the_seat_whose_tiles_are_told_is_judged(record):
    seen = dl.annotate(dl.project(record, 0), budget=BUDGET)
    judged = {a.seat for r in seen.rounds for a in r.actions if "loss" in a.commands}
    assert judged == {0}
    assert seen.check() == dl.project(record, 0).check()


def test_the_judgement_depends_on_what_its_player_knew_alone(record, annotated):
    seen = dl.annotate(dl.project(record, 0), budget=BUDGET)
    for mine, full in zip(seen.rounds, annotated.rounds, strict=True):
        for a, b in zip(mine.actions, full.actions, strict=True):
            if a.seat == 0:
                assert (a.glyph, a.commands.get("loss"), a.commands.get("cost")) == (
                    b.glyph,
                    b.commands.get("loss"),
                    b.commands.get("cost"),
                )


def test_summary_and_moments_read_the_record(annotated):
    table = dl.summary(annotated)
    assert table["player"].to_list() == ["Ana", "Ben"]
    assert table["decisions"].sum() == len(list(decisions(annotated)))
    losses = [float(a.commands["loss"]) for a in decisions(annotated) if a.seat == 0]
    assert table.loc["A", "accuracy"] == pytest.approx(100 - 100 * sum(losses) / len(losses), abs=0.06)
    found = dl.moments(annotated, 4)
    swings = [abs(moment.swing) for moment in found]
    assert len(found) == 4
    assert swings == sorted(swings, reverse=True)
    assert swings[0] >= max(losses)
    assert all("Ana" in moment.words or "Ben" in moment.words for moment in found)


def test_three_single_players_are_judged_too():
    record = played("block players=3 set_size=4 hand_size=4", 5)
    annotated = dl.annotate(record, budget=BUDGET)
    assert list(dl.summary(annotated).index) == ["A", "B", "C"]
    assert dl.summary(annotated)["decisions"].sum() == len(list(decisions(annotated)))


def test_an_unreadable_or_empty_record_comes_back_as_it_is():
    assert dl.annotate(dl.Record("classic")).rounds == []
    (damaged,) = dl.parse('[Domino "1"]\n[Rules "classic"]\n\n== 1 lead A\nA 6-6  B 9-9<\nend out\n')
    assert dl.annotate(damaged, budget=BUDGET).rounds[0].rest == damaged.rounds[0].rest


def test_the_command_writes_the_file_and_says_who_lost_what(record, annotated, tmp_path, capsys):
    source, target = tmp_path / "in.domino", tmp_path / "out.domino"
    dl.write(record, source)
    assert main(["annotate", str(source), str(target), "--budget", str(BUDGET)]) == 0
    assert dl.read(target) == annotated
    printed = capsys.readouterr().out
    assert "accuracy" in printed
    assert "Ana" in printed
    assert main(["annotate", str(tmp_path / "none.domino"), str(target), "--quiet"]) == 1


def test_the_command_takes_up_a_file_that_was_stopped(record, annotated, tmp_path):
    source, target = tmp_path / "in.domino", tmp_path / "out.domino"
    dl.write(record, source)
    calls = []
    half = dl.annotate(record, budget=BUDGET, stop=lambda: calls.append(1) or len(calls) > 5)
    dl.write(half, target)
    assert main(["annotate", str(source), str(target), "--budget", str(BUDGET), "--quiet"]) == 0
    assert dl.read(target) == annotated
