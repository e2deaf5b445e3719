"""Every ranking, one row each: what the rest of the program may ask for by its word."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from evaluator_ext.cards import Card, full_deck
from evaluator_ext.rankings import (
    badugi,
    chinese,
    high_cards,
    hungarian_draw,
    hungarian_holdem,
    low,
    short_deck,
    soko,
    three_cards,
    up_cards,
)
from evaluator_ext.rankings.orders import NO_OPTIONS, Judge, Name, deck_of

RankingId: TypeAlias = Literal[
    "high",
    "soko",
    "hungarian-holdem",
    "hungarian-draw",
    "short-deck",
    "ace-to-five",
    "deuce-to-seven",
    "eight-low",
    "badugi",
    "three-cards",
    "up-cards",
    "chinese-rows",
]

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Options]):
    """A way to rank hands.

    `sizes` are the numbers of cards a hand may have and `deck` the cards there are. `options` are the ones that hold
    where a rule set says nothing else, a frozen dataclass whose fields are the questions that rule books leave open.
    `judge` makes the judge of hands under certain options, once for each; the first call for some lays out its tables,
    which takes up to a quarter of a second. The text that says a hand has the language key `key`, a dot and its kind.
    """

    id: RankingId
    sizes: tuple[int, ...]
    deck: tuple[Card, ...]
    options: Options
    judge: Callable[[Options], Judge]
    key: str

    def rank(self, cards: Sequence[Card], options: Options | None = None) -> int:
        """Dense rank of a hand, higher is better and 0 no hand. Raises ValueError for bad cards."""
        return self._judge(options).rank(cards)

    def name(self, cards: Sequence[Card], options: Options | None = None) -> Name:
        """What a hand is and the ranks that tell it from others. Raises ValueError for bad cards."""
        judge = self._judge(options)
        return judge.name(judge.rank(cards))

    def plays(self, cards: Sequence[Card], options: Options | None = None) -> tuple[Card, ...]:
        """The cards that count, made part first; none for no hand. Raises ValueError for bad cards."""
        return self._judge(options).plays(cards)

    def _judge(self, options: Options | None) -> Judge:
        return self.judge(self.options if options is None else options)


_FIVE: Final = (5,)
_FIVE_TO_SEVEN: Final = (5, 6, 7)
_FULL: Final = full_deck()

ROWS: Final[tuple[Ranking[Any], ...]] = (
    Ranking("high", _FIVE_TO_SEVEN, _FULL, NO_OPTIONS, high_cards.judge, "hand"),
    Ranking("soko", _FIVE, _FULL, soko.RAY, soko.judge, "hand"),
    Ranking("hungarian-holdem", _FIVE_TO_SEVEN, deck_of(hungarian_holdem.RANKS), hungarian_holdem.CUSTOMARY,
            hungarian_holdem.judge, "hand"),
    Ranking("hungarian-draw", _FIVE, deck_of(hungarian_holdem.RANKS), hungarian_draw.PRINTED, hungarian_draw.judge,
            "hand"),
    Ranking("short-deck", _FIVE_TO_SEVEN, deck_of(short_deck.RANKS), short_deck.CUSTOMARY, short_deck.judge, "hand"),
    Ranking("ace-to-five", _FIVE_TO_SEVEN, _FULL, NO_OPTIONS, low.ace_to_five_judge, "low"),
    Ranking("deuce-to-seven", _FIVE_TO_SEVEN, _FULL, NO_OPTIONS, low.deuce_to_seven_judge, "low"),
    Ranking("eight-low", _FIVE_TO_SEVEN, _FULL, low.RAY, low.eight_low_judge, "low"),
    Ranking("badugi", (4,), _FULL, NO_OPTIONS, badugi.judge, "badugi"),
    Ranking("three-cards", (3,), _FULL, three_cards.RAY, three_cards.judge, "hand"),
    Ranking("up-cards", (1, 2, 3, 4), _FULL, up_cards.SEVEN_CARD_STUD, up_cards.judge, "hand"),
    Ranking("chinese-rows", (chinese.FRONT, chinese.ROW), _FULL, NO_OPTIONS, chinese.judge, "hand"),
)  # fmt: skip

RANKINGS: Final[Mapping[RankingId, Ranking[Any]]] = {row.id: row for row in ROWS}
"""The rows by their word."""
