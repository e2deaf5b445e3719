"""Mixed games: rows of the catalogue that follow each other, by orbits of the button or by hands."""

from typing import Final, Literal, NewType

import msgspec

from controller.games.catalogue import find_game
from controller.games.model import Game
from controller.vocab.profile import GameId

MixId = NewType("MixId", str)

Turn = Literal["orbit", "hands"]
"""A game lasts until the button has been once around, or for a number of hands."""


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


def game_at(mix: Mix, hands: int, orbits: int) -> Game:
    """The game that is played when so many hands and whole orbits of the rotation lie behind.

    Raises UnknownGameError for a rotation with a game that is not in the catalogue.
    """
    turns = orbits if mix.turn == "orbit" else hands // max(mix.hands, 1)
    return find_game(mix.games[turns % len(mix.games)])
