"""High hands of a 52-card deck in look-up tables, for what compares hands in bulk: the same ranks as `high`.

Source of the order: RAY 2011 and Hungarian rules, section 1 (poker.md §11.1).
"""

from functools import cache
from typing import Final

from evaluator_ext.rankings.orders import ACE_HIGH, NO_OPTIONS, STANDARD, NoOptions, Order, runs
from evaluator_ext.rankings.table_judge import TableJudge

HIGH: Final = Order(ladder=STANDARD, straights=runs(ACE_HIGH, 5, ace_low=True))


@cache
def judge(options: NoOptions = NO_OPTIONS) -> TableJudge:
    """High hands of five to seven cards: 1 the worst to 7462, a royal flush."""
    return TableJudge(HIGH, (5,), more=2)
