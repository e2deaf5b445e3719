"""Rankings of hands: what beats what in every game of the table, as data, and the numbers that follow.

`RANKINGS` has a row for each. Ask a row's judge for the dense rank of a hand (higher is better, 0 is no hand), for many
at once, for the name of a rank, and for the cards that play.
"""

from evaluator_ext.rankings.catalogue import RANKINGS, Ranking, RankingId
from evaluator_ext.rankings.chinese import mis_set
from evaluator_ext.rankings.hungarian_draw import HungarianDrawOptions
from evaluator_ext.rankings.hungarian_holdem import HungarianHoldemOptions
from evaluator_ext.rankings.low import EightLowOptions
from evaluator_ext.rankings.orders import Judge, Kind, Name, NoOptions
from evaluator_ext.rankings.short_deck import ShortDeckOptions
from evaluator_ext.rankings.soko import SokoOptions
from evaluator_ext.rankings.three_cards import ThreeCardOptions
from evaluator_ext.rankings.up_cards import UpCardOptions, best_showing, lowest_showing

__all__ = [
    "RANKINGS",
    "EightLowOptions",
    "HungarianDrawOptions",
    "HungarianHoldemOptions",
    "Judge",
    "Kind",
    "Name",
    "NoOptions",
    "Ranking",
    "RankingId",
    "ShortDeckOptions",
    "SokoOptions",
    "ThreeCardOptions",
    "UpCardOptions",
    "best_showing",
    "lowest_showing",
    "mis_set",
]
