"""Mixed games are rows of the catalogue in turn."""

import pytest

from controller.games import Mix, MixId, catalogue, find_mix, game_at, mixes, turn_length
from controller.vocab.profile import GameId


@pytest.mark.parametrize("mix", mixes(), ids=lambda mix: mix.id)
def test_every_mix_is_of_games_there_are(mix):
    assert set(mix.games) <= {game.id for game in catalogue()}
    assert find_mix(mix.id) == mix


def test_horse_changes_from_turn_to_turn_and_begins_anew():
    horse = find_mix(MixId("horse"))
    played = [game_at(horse, turn).id for turn in range(6)]
    assert played == ["holdem-fl", "omaha8-fl", "razz-fl", "stud-fl", "stud8-fl", "holdem-fl"]


def test_a_game_lasts_an_orbit_or_so_many_hands():
    two = (GameId("holdem-nl"), GameId("omaha-pl"))
    assert turn_length(Mix(MixId("two"), two), players=7) == 7
    assert turn_length(Mix(MixId("two"), two, turn="hands", hands=3), players=7) == 3


def test_a_mix_nobody_knows_is_none():
    assert find_mix(MixId("whist")) is None
