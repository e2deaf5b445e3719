"""Mixed games are rows of the catalogue in turn."""

import pytest

from controller.games import Mix, catalogue, find_mix, game_at, mixes
from controller.games.mixes import MixId
from controller.vocab.profile import GameId


@pytest.mark.parametrize("mix", mixes(), ids=lambda mix: mix.id)
def test_every_mix_is_of_games_there_are(mix):
    assert set(mix.games) <= {game.id for game in catalogue()}
    assert find_mix(mix.id) == mix


def test_horse_changes_with_each_orbit():
    horse = find_mix(MixId("horse"))
    played = [game_at(horse, hands=0, orbits=orbit).id for orbit in range(6)]
    assert played == ["holdem-fl", "omaha8-fl", "razz-fl", "stud-fl", "stud8-fl", "holdem-fl"]


def test_a_mix_by_hands_changes_after_so_many():
    mix = Mix(MixId("two"), (GameId("holdem-nl"), GameId("omaha-pl")), turn="hands", hands=3)
    assert [game_at(mix, hands, orbits=0).id for hands in (0, 2, 3, 5, 6)] == [
        "holdem-nl", "holdem-nl", "omaha-pl", "omaha-pl", "holdem-nl"
    ]  # fmt: skip


def test_a_mix_nobody_knows_is_none():
    assert find_mix(MixId("whist")) is None
