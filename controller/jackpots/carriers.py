"""Which games carry the jackpots, and which hands make them (jackpots.md §2.2, §3)."""

from typing import Final

import msgspec

from controller.vocab.jackpot_terms import BeatCategory, MonthCategory, PayoutRow
from controller.vocab.profile import GameId
from evaluator_ext import Card, parse_cards


class Carrier(msgspec.Struct, frozen=True):
    """Games that carry the jackpots: for each category of the bad beat the weakest hand that a loser may have.

    `loser_own` is how many own cards his hand must be made of, `month_own` how many a hand of the month.
    """

    games: tuple[str, ...]
    first: tuple[Card, ...]
    second: tuple[Card, ...]
    month: MonthCategory
    loser_own: int = 0
    month_own: int = 0


CARRIERS: Final[tuple[Carrier, ...]] = (
    Carrier(
        ("omaha5", "omaha58", "courchevel", "courchevel8"),
        first=parse_cards("AsAhAdAc2s"),
        second=parse_cards("9s9h9d9c2s"),
        month="omaha",
    ),
    Carrier(
        ("omaha", "omaha8"),
        first=parse_cards("JsJhJdJc2s"),
        second=parse_cards("2s2h2d2c3s"),
        month="omaha",
    ),
    Carrier(
        ("holdem",),
        first=parse_cards("AsAhAdKsKh"),
        second=parse_cards("AsAhAdJsJh"),
        month="other",
        loser_own=2,
        month_own=1,
    ),
    Carrier(
        ("stud", "stud8"),
        first=parse_cards("4s4h4d4c2s"),
        second=parse_cards("AsAhAd2s2h"),
        month="other",
    ),
    Carrier(
        ("soko",),
        first=parse_cards("4s4h4d2s2h"),
        second=parse_cards("Ks5s4s3s2s"),
        month="other",
    ),
)
"""Games without a row carry no jackpot; a high-low game is one with its high game (jackpots.md §1, §2.2)."""


def carrier_of(game: GameId) -> Carrier | None:
    """The row of a game, whatever its betting structure; None where it carries no jackpot."""
    family = game.rpartition("-")[0]
    return next((row for row in CARRIERS if family in row.games), None)


MOST_PLAYERS: Final = 10
"""Games that carry the jackpot seat no more (jackpots.md §2.1)."""

_SECOND: Final[BeatCategory] = 2

PAYOUTS: Final[tuple[PayoutRow, ...]] = (
    PayoutRow(category=1, to_losers=400, to_winners=200, to_others=200),
    *(
        PayoutRow(
            category=_SECOND,
            losers=losers,
            winners=winners,
            to_losers=90 + 10 * losers,
            to_winners=40 + 10 * winners,
            each_other=10,
        )
        for losers in range(1, MOST_PLAYERS)
        for winners in range(1, MOST_PLAYERS + 1 - losers)
    ),
)
"""The tables of jackpots.md §2.3, the second as it can be rebuilt from the printed example: in all 13 % and 1 % more
for each player."""


class StudDrop(msgspec.Struct, frozen=True):
    """Where each side bet of the five-card-stud jackpot goes, in thousandths (jackpots.md §4)."""

    to_pool: int
    to_next: int
    to_house: int


class StudAward(msgspec.Struct, frozen=True):
    """What a hand wins of it: thousandths of the jackpot, or a fixed amount in minor units."""

    weakest: tuple[Card, ...]
    permille: int = 0
    amount: int = 0


STUD_DROP: Final = StudDrop(to_pool=600, to_next=300, to_house=100)

STUD_AWARDS: Final[tuple[StudAward, ...]] = (
    StudAward(parse_cards("AsKsQsJsTs"), permille=1000),
    StudAward(parse_cards("5s4s3s2sAs"), permille=100),
    StudAward(parse_cards("2s2h2d2c3s"), amount=500_00),
    StudAward(parse_cards("2s2h2d3s3h"), amount=100_00),
    StudAward(parse_cards("7s5s4s3s2s"), amount=50_00),
)
"""The customary steps, from the best hand down, each by the weakest hand that wins it; the rules print no amounts."""
