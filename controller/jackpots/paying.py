"""How a jackpot is divided, as pure arithmetic (jackpots.md §2.3, §3)."""

from collections.abc import Collection, Sequence

import msgspec

from cashier.money import Money, split_evenly
from controller.jackpots.carriers import PAYOUTS
from controller.vocab.jackpot_records import BadBeatHit, Sharer
from controller.vocab.jackpot_terms import BeatCategory, JackpotTerms, MonthCategory, PayoutRow

MONTH_UNIT = 5
"""The month's amount is divided in units of 5 cents (jackpots.md §3)."""


class Portion(msgspec.Struct, frozen=True):
    """What one player gets."""

    sharer: Sharer
    amount: Money


class NoPayoutRowError(LookupError):
    """The payout table has no row for such a hand."""


def payout_row(rows: Sequence[PayoutRow], category: BeatCategory, players: int, losers: int, winners: int) -> PayoutRow:
    """The first row that fits. Raises NoPayoutRowError; a profile is refused whose table has gaps."""
    for row in rows or PAYOUTS:
        wanted = ((row.players, players), (row.losers, losers), (row.winners, winners))
        if row.category == category and all(said in (0, given) for said, given in wanted):
            return row
    raise NoPayoutRowError(f"no payout for category {category}, {players} players, {losers} losers, {winners} winners")


def portions(base: Money, terms: JackpotTerms, hit: BadBeatHit) -> tuple[Portion, ...]:
    """What every player of the hand gets of a jackpot of `base`: whole share units, rounded down.

    What does not divide stays in the jackpot.
    """
    losers, winners = ({one.seat for one in group} for group in (hit.losers, hit.winners))
    row = payout_row(terms.payouts, hit.category, len(hit.sharers), len(losers), len(winners))
    others = len(hit.sharers) - len(losers) - len(winners)
    each = {
        "loser": _each(base, row.to_losers, len(losers), terms.share_unit),
        "winner": _each(base, row.to_winners, len(winners), terms.share_unit),
        "other": _each(base, row.to_others + row.each_other * others, others, terms.share_unit),
    }
    return tuple(
        Portion(sharer, each["loser" if sharer.seat in losers else "winner" if sharer.seat in winners else "other"])
        for sharer in hit.sharers
    )


def _each(base: Money, permille: int, among: int, unit: int) -> Money:
    return Money(base * permille // (1000 * max(among, 1) * unit) * unit)


def month_portions(amount: Money, categories: Collection[MonthCategory]) -> dict[MonthCategory, Money]:
    """What the best hand of each category gets that has one: half of the month each, or all of it (jackpots.md §3).

    The unit of 5 cents that does not divide goes to the other games; what is less than a unit stays in the jackpot.
    """
    whole = amount // MONTH_UNIT * MONTH_UNIT
    if len(categories) < 2:
        return {category: Money(whole) for category in categories}
    each, odd = split_evenly(whole, 2, MONTH_UNIT)
    return {"omaha": Money(each), "other": Money(each + odd * MONTH_UNIT)}
