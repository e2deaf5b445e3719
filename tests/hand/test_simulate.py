"""Simulated hands: the same seed tells the same run, and what is wrong is said in one line."""

import json

import pytest

from cashier.invariant import InvariantBreach
from controller.app.cli import main
from controller.app.policies import Policy, call_down
from controller.app.simulate import RAY, Run, find_rotation, simulate
from controller.hand import state
from controller.vocab.profile import GameId


def counted(report):
    return (report.hands, report.acts, report.events, report.rake)


@pytest.mark.parametrize("policy", ["random", "call"])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_the_same_seed_gives_the_same_hands(policy, seats):
    once = simulate(GameId("holdem-nl"), 200, players=seats, seed=5, policy=policy)
    again = simulate(GameId("holdem-nl"), 200, players=seats, seed=5, policy=policy)
    assert counted(once) == counted(again)
    assert once.hands_per_second > 0


def test_another_seed_gives_others():
    assert counted(simulate(GameId("holdem-nl"), 200, seed=1)) != counted(simulate(GameId("holdem-nl"), 200, seed=2))


@pytest.mark.ci
def test_memory_is_flat_over_a_long_run():
    report = simulate(GameId("holdem-nl"), 30_000)
    assert report.memory_end < report.memory_start + 2048


def test_the_command_reports_as_json(capsys):
    assert main(["simulate", "--game", "holdem-nl", "--hands", "50", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["hands"] == 50
    assert {"hands_per_second", "events_per_hand", "memory_start", "memory_end"} <= set(report)


def test_the_command_reports_in_words(capsys):
    assert main(["simulate", "--hands", "20", "--players", "2", "--seed", "3"]) == 0
    assert "20 hands of holdem-nl (ray), 2 players, random, seed 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--game", "whist"], "there is no game 'whist'; the catalogue has badugi-fl, "),
        (["--rule-set", "mine"], "there is no rule set 'mine'"),
        (["--players", "11"], "--players is 11; holdem-nl is for 2 to 10"),
        (["--hands", "0"], "--hands is 0; play at least one"),
    ],
)
def test_wrong_usage_is_one_line_and_2(arguments, line, capsys):
    assert main(["simulate", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert line in complaint
    assert complaint.count("\n") == 1


def test_an_engine_that_breaks_an_invariant_is_a_finding_with_the_seed_and_the_hand(monkeypatch, capsys):
    def robs(hand, amount):
        hand.pot -= amount

    monkeypatch.setattr(state, "pot_to_rake", robs)
    assert main(["simulate", "--hands", "50", "--seed", "9"]) == 1
    assert "chips-conserved: seed 9, 6 seats, hand " in capsys.readouterr().out


def test_a_policy_that_is_refused_is_a_breach():
    def wrong(_hand, decision, choice):
        act = call_down(decision, choice)
        return type(act)(seat=act.seat, decision=act.decision, kind="raise", to=1)

    run = Run(find_rotation("holdem-nl"), RAY, 3, Policy(wrong, wrong), 1)
    with pytest.raises(InvariantBreach, match="offer-holds"):
        run.hand(1)


def test_rows_are_counted_as_showdowns_and_by_what_each_row_makes(capsys):
    assert main(["simulate", "--game", "chinese-2-4-pts", "--players", "3", "--hands", "40", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    [game] = report["games"]
    assert (game["hands"], game["showdowns"], game["rake"]) == (40, 40, 0)
    assert sum(row["shown"] for row in report["categories"]) <= 3 * 3 * 40
    assert {row["ranking"] for row in report["categories"]} == {"chinese-rows"}
    assert all(0 <= row["won"] <= row["shown"] for row in report["categories"])
    assert sum(row["net"] for row in report["results"]) == 0
    assert game["pots"] >= sum(row["net"] for row in report["results"] if row["net"] > 0) > 0
