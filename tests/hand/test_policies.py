"""Simulated players: whoever looks at his cards keeps the good ones, and a run adds up for every game and mix."""

import json
import random

import pytest

from controller.app.cli import main
from controller.app.policies import _Ends, keep_the_best, strength
from controller.app.replay import replay
from controller.app.simulate import POLICIES, find_rotation, simulate
from controller.games import catalogue, mixes
from evaluator_ext import parse_cards
from tests.rules.conftest import Deal

EVERY = [*(row.id for row in catalogue()), *(mix.id for mix in mixes())]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", EVERY)
def test_every_game_and_mix_is_played_by_every_policy_and_adds_up(game, policy):
    report = simulate(game, 6, players=4, seed=3, policy=policy)
    assert sum(row.net for row in report.results) == -report.rake
    assert sum(row.hands for row in report.games) == 6
    assert all(row.won <= row.shown for row in report.categories)


def counted(report):
    return report.acts, report.events, report.results, report.categories


def test_the_tight_player_plays_the_same_hands_from_the_same_seed():
    once, again, other = (simulate("holdem-nl", 30, seed=seed, policy="tight") for seed in (5, 5, 6))
    assert counted(once) == counted(again) != counted(other)


def test_a_rotation_gives_each_game_an_orbit():
    report = simulate("horse", 50, players=5)
    assert [(row.game, row.hands) for row in report.games] == [
        (game.id, 10) for game in find_rotation("horse").games
    ]  # fmt: skip


def dealt(game, holes):
    return Deal(10_000, 10_000, game=game, holes=holes).hand


@pytest.mark.parametrize(
    ("cards", "least", "most"), [("As Ah", 0.80, 0.90), ("7s 2h", 0.28, 0.42), ("Ks Qs", 0.56, 0.70)]
)
def test_what_two_cards_are_worth_against_one_unknown_hand(cards, least, most):
    hand = dealt("holdem-nl", ["2c 2d", cards])
    ends = _Ends(hand, 2, random.Random(4))
    assert least < ends.share_of(parse_cards(cards), 2000) < most


def test_the_tight_player_keeps_his_three_kings_and_a_badugi_loses_its_pair():
    kings = Deal(10_000, 10_000, game="draw5-nl", holes=["", "Ks Kh Kd 7c 2s"]).acts("2 calls, 1 checks")
    kings.acts("1 discards")
    gone = keep_the_best(kings.hand, kings.offer, random.Random(1)).cards
    assert set(gone) <= set(parse_cards("7c 2s"))
    low = Deal(10_000, 10_000, game="badugi-nl", holes=["", "4s 3h 2d 2c"]).acts("2 calls, 1 checks, 1 discards")
    assert len(set(keep_the_best(low.hand, low.offer, random.Random(1)).cards) & set(parse_cards("2d 2c"))) == 1


def test_a_hand_that_must_still_lose_cards_is_worth_its_best_part():
    hand = dealt("irish-nl", ["", "As Ah 7c 2d"])
    assert strength(hand, 2, random.Random(2)) > 0.7


def test_the_summary_is_a_table_of_games_hands_and_players(capsys):
    assert main(["simulate", "--game", "omaha8-fl", "--hands", "30", "--policy", "call", "--players", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("30 hands of omaha8-fl (ray), 3 players, call, seed 1\n\ngame       hands  showdowns")
    assert "omaha8-fl     30    100.0 %" in out
    assert "eight-low  low" in out
    assert "seat  result" in out


def test_the_report_as_json_has_what_the_summary_says(capsys):
    assert main(["simulate", "--game", "horse", "--hands", "30", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {"showdowns_permille", "average_pot", "average_rake", "categories", "results", "games"} <= report.keys()


def test_simulated_hands_are_written_and_played_again(tmp_path, capsys):
    path = tmp_path / "horse.events"
    assert main(["simulate", "--game", "horse", "--hands", "40", "--policy", "tight", "--events", str(path)]) == 0
    assert replay(path, check=True).agreed == 40
