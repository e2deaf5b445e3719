"""Cards and hand evaluation; depends on nothing else of the project.

Importing it decides in which form the compiled modules of the project run: interpreted from their source with
JAKAJA_PURE=1, otherwise compiled, and then only when they belong to the source beside them.
"""

from evaluator_ext.build_check import install, pure_wanted, refuse_stale

if pure_wanted():
    install()
else:
    refuse_stale()

from evaluator_ext.cards import (
    RANKS,
    SUITS,
    Card,
    full_deck,
    parse_card,
    parse_cards,
    print_card,
    print_cards,
)
from evaluator_ext.categories import BEST_RANK, Category, category
from evaluator_ext.high import best_five, rank, rank_many

__all__ = [
    "BEST_RANK",
    "RANKS",
    "SUITS",
    "Card",
    "Category",
    "best_five",
    "category",
    "full_deck",
    "parse_card",
    "parse_cards",
    "print_card",
    "print_cards",
    "rank",
    "rank_many",
]
