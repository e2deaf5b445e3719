"""Mixed games: rows of the catalogue that follow each other, by orbits of the button or by hands."""

from typing import Final, Literal, NewType

import msgspec

from controller.games.catalogue import find_game
from controller.games.model import Game
from controller.vocab.profile import GameId

MixId = NewType("MixId", str)

Turn = Literal["orbit", "hands"]
"""A game lasts for one orbit, a hand for each player who was dealt in when it began, or for a number of hands."""


class Mix(msgspec.Struct, frozen=True):
    """A rotation: its games in order; `hands` each game lasts when it turns by hands."""

    id: MixId
    games: tuple[GameId, ...]
    turn: Turn = "orbit"
    hands: int = 0


def _mix(name: str, *games: str) -> Mix:
    return Mix(id=MixId(name), games=tuple(GameId(game) for game in games))


MIXES: Final[tuple[Mix, ...]] = (
    _mix("horse", "holdem-fl", "omaha8-fl", "razz-fl", "stud-fl", "stud8-fl"),
    _mix("hose", "holdem-fl", "omaha8-fl", "stud-fl", "stud8-fl"),
    _mix("ho", "holdem-fl", "omaha8-fl"),
    _mix(
        "eight-game", "td27-fl", "holdem-fl", "omaha8-fl", "razz-fl", "stud-fl", "stud8-fl", "holdem-nl", "omaha-pl"
    ),
)  # fmt: skip

_BY_ID: Final = {mix.id: mix for mix in MIXES}


def mixes() -> tuple[Mix, ...]:
    """Every rotation there is."""
    return MIXES


def find_mix(mix: MixId) -> Mix | None:
    """The rotation of this id, if there is one."""
    return _BY_ID.get(mix)


def turn_length(mix: Mix, players: int) -> int:
    """How many hands a game lasts that begins with so many players: an orbit is one hand for each of them."""
    return max(mix.hands if mix.turn == "hands" else players, 1)


def game_at(mix: Mix, turn: int) -> Game:
    """The game of turn number `turn`, counted from 0.

    Raises UnknownGameError for a mix with a game that is not in the catalogue.
    """
    return find_game(mix.games[turn % len(mix.games)])
