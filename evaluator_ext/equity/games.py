"""The games whose hands can be compared before all cards are there: one row each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from evaluator_ext.rankings.catalogue import RANKINGS, Ranking

EquityGameId: TypeAlias = Literal[
    "holdem",
    "short-deck-holdem",
    "hungarian-holdem",
    "omaha",
    "omaha-5",
    "omaha-6",
    "omaha-hi-lo",
    "omaha-5-hi-lo",
    "stud",
    "stud-hi-lo",
    "razz",
    "soko",
    "five-card-draw",
    "hungarian-draw",
    "deuce-to-seven",
    "badugi",
]

Uses: TypeAlias = Literal["any", "two", "own"]
"""Which cards play: any of the hole and the board, exactly two of the hole, or the player's own, among which one that
all share may stand."""


@dataclass(frozen=True, slots=True)
class EquityGame:
    """`hole` cards come to each player and `board` to the middle; half of a pot goes to the best `low` where it is."""

    id: EquityGameId
    hole: int
    board: int
    uses: Uses
    high: Ranking[Any]
    low: Ranking[Any] | None = None


_HIGH: Final = RANKINGS["high"]
_LOW: Final = RANKINGS["eight-low"]

_ROWS: Final = (
    EquityGame("holdem", 2, 5, "any", _HIGH),
    EquityGame("short-deck-holdem", 2, 5, "any", RANKINGS["short-deck"]),
    EquityGame("hungarian-holdem", 2, 5, "any", RANKINGS["hungarian-holdem"]),
    EquityGame("omaha", 4, 5, "two", _HIGH),
    EquityGame("omaha-5", 5, 5, "two", _HIGH),
    EquityGame("omaha-6", 6, 5, "two", _HIGH),
    EquityGame("omaha-hi-lo", 4, 5, "two", _HIGH, _LOW),
    EquityGame("omaha-5-hi-lo", 5, 5, "two", _HIGH, _LOW),
    EquityGame("stud", 7, 0, "own", _HIGH),
    EquityGame("stud-hi-lo", 7, 0, "own", _HIGH, _LOW),
    EquityGame("razz", 7, 0, "own", RANKINGS["ace-to-five"]),
    EquityGame("soko", 5, 0, "own", RANKINGS["soko"]),
    EquityGame("five-card-draw", 5, 0, "own", _HIGH),
    EquityGame("hungarian-draw", 5, 0, "own", RANKINGS["hungarian-draw"]),
    EquityGame("deuce-to-seven", 5, 0, "own", RANKINGS["deuce-to-seven"]),
    EquityGame("badugi", 4, 0, "own", RANKINGS["badugi"]),
)

EQUITY_GAMES: Final[Mapping[EquityGameId, EquityGame]] = {row.id: row for row in _ROWS}
"""The rows by their word."""
