"""What a table's profile says of its jackpots (jackpots.md)."""

from typing import Literal

import msgspec

from cashier.money import Money

BeatCategory = Literal[1, 2]
"""Which of the two lines of the bad beat table was reached (jackpots.md §2.2)."""

MonthCategory = Literal["omaha", "other"]
"""Whose hand of the month: the Omaha games', or that of all others (jackpots.md §3)."""


class PayoutRow(msgspec.Struct, frozen=True):
    """Who gets which thousandths of the bad beat jackpot, for so many players, losers and winners; 0 fits any number.

    `losers` and `winners` each divide their part equally, and so do all others with `others`; `each_other` is what
    every other gets for himself.
    """

    category: BeatCategory
    to_losers: int
    to_winners: int
    to_others: int = 0
    each_other: int = 0
    losers: int = 0
    winners: int = 0
    players: int = 0


class Hourly(msgspec.Struct, frozen=True):
    """What a table pays into the bad beat jackpot for each `minutes` begun, where all agree to pay by time."""

    amount: Money = Money(0)
    minutes: int = 60


class JackpotTerms(msgspec.Struct, frozen=True):
    """Which jackpots the table feeds, and how they pay; amounts in minor units, 0 for a jackpot it does not feed.

    A hand pays `bad_beat` and `month_hand` when at least `players` begin it and it gets to its second betting round
    (jackpots.md §1). Shares come in whole `share_unit`s, and a paid jackpot begins again with at least `guaranteed`
    (§2.3, §2.4). Where `payouts` is empty those of jackpots.md §2.3 hold.
    """

    bad_beat: Money = Money(0)
    month_hand: Money = Money(0)
    players: int = 6
    guaranteed: Money = Money(0)
    share_unit: int = 5
    payouts: tuple[PayoutRow, ...] = ()
    hourly: Hourly = Hourly()
    hotm_requires_showdown: bool = True

    @property
    def feeds(self) -> bool:
        """Whether the table has a jackpot at all."""
        return bool(self.bad_beat or self.month_hand)
