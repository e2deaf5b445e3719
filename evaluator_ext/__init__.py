"""Cards and hand evaluation; depends on nothing else of the project.

Importing it decides in which form the compiled modules of the project run: interpreted from their source where
JAKAJA_PURE asks for it, otherwise compiled, and then only when they belong to the source beside them.
"""

from evaluator_ext.build_check import StaleBuildError, interpret, pure_rooms, unfit

if rooms := pure_rooms():
    interpret(*rooms)
if sentence := unfit():
    raise StaleBuildError(sentence)

from evaluator_ext.batch import (
    KERNEL,
    check_hands,
    low_many,
    omaha,
    omaha_hilo_many,
    omaha_low,
    omaha_low_many,
    omaha_many,
    rank,
    rank_many,
    rank_mask,
)
from evaluator_ext.cards import (
    DECK_SIZE,
    RANKS,
    SUITS,
    Card,
    full_deck,
    parse_card,
    parse_cards,
    print_card,
    print_cards,
)
from evaluator_ext.categories import BEST_RANK, Category, category, high_ranks
from evaluator_ext.eight_or_better import BEST_LOW, NO_LOW, low, low_five, low_ranks
from evaluator_ext.high import best_five
from evaluator_ext.omaha import omaha_five, omaha_low_five

__all__ = [
    "BEST_LOW",
    "BEST_RANK",
    "DECK_SIZE",
    "KERNEL",
    "NO_LOW",
    "RANKS",
    "SUITS",
    "Card",
    "Category",
    "best_five",
    "category",
    "check_hands",
    "full_deck",
    "high_ranks",
    "low",
    "low_five",
    "low_many",
    "low_ranks",
    "omaha",
    "omaha_five",
    "omaha_hilo_many",
    "omaha_low",
    "omaha_low_five",
    "omaha_low_many",
    "omaha_many",
    "parse_card",
    "parse_cards",
    "print_card",
    "print_cards",
    "rank",
    "rank_many",
    "rank_mask",
]
