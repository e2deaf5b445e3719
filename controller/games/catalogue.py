"""The catalogue of games: one row each, no code.

A new game is a row of `FAMILIES`, dealt with every structure it lists. Where its streets are new, they are a row of
`streets`; where its hands compare in a new way, that is a row of `ranking.RANKINGS`. The hand asks for nothing else.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.games import streets as rows
from controller.games.model import Discard, Game, Recycle, RowPoints, Share, Street, Structure
from controller.vocab.ids import MAX_SEATS
from controller.vocab.profile import GameId
from evaluator_ext import Card, full_deck

ANY: Final[tuple[Structure, ...]] = ("no-limit", "pot-limit", "fixed-limit")
POT: Final[tuple[Structure, ...]] = ("pot-limit",)
POINTS: Final[tuple[Structure, ...]] = ("points",)
SUFFIX: Final[Mapping[Structure, str]] = {"no-limit": "nl", "pot-limit": "pl", "fixed-limit": "fl", "points": "pts"}
"""What a structure adds to the id of a family."""

FULL: Final = full_deck()
FROM_SIX: Final = tuple(card for card in FULL if card >> 2 >= 4)
FROM_SEVEN: Final = tuple(card for card in FULL if card >> 2 >= 5)

HIGH: Final = (Share("high"),)
OMAHA: Final = (Share("high", use="two-of-hand"),)
OMAHA_HIGH_LOW: Final = (Share("high", use="two-of-hand"), Share("eight-low", use="two-of-hand"))
STUD: Final = (Share("high", odd_chips="high-card"),)
STUD_HIGH_LOW: Final = (Share("high", odd_chips="high-card"), Share("eight-low", odd_chips="low-card"))
DEUCE_TO_SEVEN: Final = (Share("deuce-to-seven"),)
ACE_TO_FIVE: Final = (Share("ace-to-five"),)
ROWS: Final = (Share("chinese-rows"),)


class Family(msgspec.Struct, frozen=True):
    """A game with every structure it can be played with: the fields are those of `Game`."""

    id: str
    streets: tuple[Street, ...]
    shares: tuple[Share, ...]
    most: int = MAX_SEATS
    structures: tuple[Structure, ...] = ANY
    deck: tuple[Card, ...] = FULL
    blinds: bool = True
    boards: int = 1
    recycle: Recycle = "nothing"
    sit_out: int = 0
    rows: RowPoints | None = None

    def games(self) -> tuple[Game, ...]:
        """One row for each structure."""
        return tuple(
            Game(
                id=GameId(f"{self.id}-{SUFFIX[structure]}"),
                deck=self.deck,
                streets=self.streets,
                shares=self.shares,
                structure=structure,
                fewest=2,
                most=self.most,
                blinds=self.blinds,
                boards=self.boards,
                recycle=self.recycle,
                sit_out=self.sit_out,
                rows=self.rows,
            )
            for structure in self.structures
        )


def aviation(hole: int, before: int, on_flop: int) -> Family:
    """Helsinki Hold'em with so many cards, of which some go before the first betting and the others on the flop.

    The books give its name alone (poker.md §12.9), so the numbers are part of its id and an operator chooses them.
    """
    return Family(f"aviation-{hole}-{before}-{on_flop}", rows.aviation_streets(hole, before, on_flop), HIGH)


_AFTER: Final = Discard(count=1, moment="after-betting")
_TWO_AFTER: Final = Discard(count=2, moment="after-betting")

FAMILIES: Final[tuple[Family, ...]] = (
    Family("holdem", rows.flop_streets(2), HIGH),
    Family("holdem32", rows.flop_streets(2), (Share("hungarian-holdem"),), deck=FROM_SEVEN),
    Family("short-deck", rows.flop_streets(2), (Share("short-deck"),), deck=FROM_SIX),
    Family("double-flop", rows.flop_streets(2), (Share("high"), Share("high", board=1)), boards=2),
    Family("pineapple", rows.pineapple_streets(3, street=0, discard=_AFTER), HIGH),
    Family("crazy-pineapple", rows.pineapple_streets(3, street=1, discard=_AFTER), HIGH),
    Family("irish", rows.pineapple_streets(4, street=1, discard=_TWO_AFTER), HIGH),
    Family("omaha", rows.flop_streets(4), OMAHA),
    Family("omaha8", rows.flop_streets(4), OMAHA_HIGH_LOW),
    Family("omaha5", rows.flop_streets(5), OMAHA, most=9),
    Family("omaha58", rows.flop_streets(5), OMAHA_HIGH_LOW, most=9),
    Family("omaha6", rows.flop_streets(6), OMAHA, most=7),
    Family("courchevel", rows.COURCHEVEL, OMAHA, most=9),
    Family("courchevel8", rows.COURCHEVEL, OMAHA_HIGH_LOW, most=9),
    Family("stud", rows.SEVEN_CARD_STUD, STUD, blinds=False, recycle="burns"),
    Family("stud8", rows.STUD_HIGH_LOW, STUD_HIGH_LOW, blinds=False, recycle="burns"),
    Family("razz", rows.RAZZ, (Share("ace-to-five", odd_chips="low-card"),), blinds=False, recycle="burns"),
    Family("stud5", rows.FIVE_CARD_STUD, STUD, blinds=False),
    Family("soko", rows.SOKO, (Share("soko", odd_chips="high-card"),), blinds=False),
    Family("draw5", rows.draw_streets(5, 1), HIGH, most=8, recycle="burns-and-discards"),
    Family(
        "hungarian-draw", rows.HUNGARIAN_DRAW, (Share("hungarian-draw"),), most=4, structures=POT, deck=FROM_SEVEN,
        blinds=False, recycle="burns", sit_out=1,
    ),
    Family("sd27", rows.draw_streets(5, 1), DEUCE_TO_SEVEN, most=8, recycle="burns-and-discards"),
    Family("td27", rows.draw_streets(5, 3), DEUCE_TO_SEVEN, most=8, recycle="burns-and-discards"),
    Family("sdA5", rows.draw_streets(5, 1), ACE_TO_FIVE, most=8, recycle="burns-and-discards"),
    Family("tdA5", rows.draw_streets(5, 3), ACE_TO_FIVE, most=8, recycle="burns-and-discards"),
    Family(
        "chinese-1-6", rows.THIRTEEN, ROWS, most=4, structures=POINTS, blinds=False, rows=RowPoints(scoop=3)
    ),
    Family(
        "chinese-2-4", rows.THIRTEEN, ROWS, most=4, structures=POINTS, blinds=False, rows=RowPoints(majority=1)
    ),
    Family("badugi", rows.draw_streets(4, 3), (Share("badugi"),), most=8, recycle="burns-and-discards"),
)  # fmt: skip

CATALOGUE: Final[tuple[Game, ...]] = tuple(game for family in FAMILIES for game in family.games())

UNCONFIRMED: Final[tuple[Game, ...]] = tuple(
    game
    for hole in (3, 4, 5)
    for before in range(hole - 1)
    for game in aviation(hole, before, hole - 2 - before).games()
)
"""Helsinki Hold'em by every rule that leaves two cards: dealt where an operator names one, and listed nowhere."""

_BY_ID: Final = {game.id: game for game in (*CATALOGUE, *UNCONFIRMED)}


class UnknownGameError(LookupError):
    """No row of the catalogue has this id."""

    def __init__(self, game: GameId) -> None:
        super().__init__(
            f"there is no game {game!r}; the catalogue has {', '.join(sorted(row.id for row in CATALOGUE))}"
        )
        self.game = game


def catalogue() -> tuple[Game, ...]:
    """Every game the table can deal, but for those whose rule is unconfirmed."""
    return CATALOGUE


def unconfirmed() -> tuple[Game, ...]:
    """The games whose rule the books do not give: a table deals one if its operator names it."""
    return UNCONFIRMED


def find_game(game: GameId) -> Game:
    """The catalogue's row for `game`. Raises UnknownGameError, which names the games there are."""
    row = _BY_ID.get(game)
    if row is None:
        raise UnknownGameError(game)
    return row


def find_deck(game: GameId) -> tuple[Card, ...]:
    """The cards `game` is played with, in order. Raises UnknownGameError."""
    return find_game(game).deck
