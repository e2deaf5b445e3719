"""The catalogue of games: one row each, no code."""

from typing import Final

from controller.games.model import Game, Street
from controller.vocab.ids import MAX_SEATS
from controller.vocab.profile import GameId
from evaluator_ext.cards import Card, full_deck

HOLDEM_STREETS: Final = (
    Street(opener="left-of-blinds", tier="small", hole=2),
    Street(opener="left-of-button", tier="small", board=3, burn=True),
    Street(opener="left-of-button", tier="big", board=1, burn=True),
    Street(opener="left-of-button", tier="big", board=1, burn=True),
)
"""Pre-flop, flop, turn and river (poker.md §12.1)."""

CATALOGUE: Final[tuple[Game, ...]] = (
    Game(
        id=GameId("holdem-nl"),
        deck=full_deck(),
        streets=HOLDEM_STREETS,
        ranking="high",
        structure="no-limit",
        fewest=2,
        most=MAX_SEATS,
    ),
)

_BY_ID: Final = {game.id: game for game in CATALOGUE}


class UnknownGameError(LookupError):
    """No row of the catalogue has this id."""

    def __init__(self, game: GameId) -> None:
        super().__init__(f"there is no game {game!r}; the catalogue has {', '.join(sorted(_BY_ID))}")
        self.game = game


def catalogue() -> tuple[Game, ...]:
    """Every game the table can deal."""
    return CATALOGUE


def find_game(game: GameId) -> Game:
    """The catalogue's row for `game`. Raises UnknownGameError, which names the games there are."""
    row = _BY_ID.get(game)
    if row is None:
        raise UnknownGameError(game)
    return row


def find_deck(game: GameId) -> tuple[Card, ...]:
    """The cards `game` is played with, in order. Raises UnknownGameError."""
    return find_game(game).deck
