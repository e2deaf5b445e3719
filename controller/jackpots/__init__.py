"""The jackpots: what hands pay into them, what makes them, how they are divided, and what they hold (jackpots.md).

Pure decisions and data tables; the table asks `drops_for` before a hand and `after_hand` after it, and folds every
event with `evolve`.
"""

from controller.jackpots.carriers import CARRIERS, PAYOUTS, STUD_AWARDS, STUD_DROP, carrier_of
from controller.jackpots.deciding import after_hand, confirm, follow_up, grant, month_of, pay_month_hand, refuse
from controller.jackpots.finding import drops_for, find_bad_beat, find_month_hand
from controller.jackpots.holding import held_back, terms_in_force
from controller.jackpots.paying import NoPayoutRowError, month_portions, payout_row, portions
from controller.jackpots.state import Jackpots, Pool, accounts, adopt, audit, evolve

__all__ = [
    "CARRIERS",
    "PAYOUTS",
    "STUD_AWARDS",
    "STUD_DROP",
    "Jackpots",
    "NoPayoutRowError",
    "Pool",
    "accounts",
    "adopt",
    "after_hand",
    "audit",
    "carrier_of",
    "confirm",
    "drops_for",
    "evolve",
    "find_bad_beat",
    "find_month_hand",
    "follow_up",
    "grant",
    "held_back",
    "month_of",
    "month_portions",
    "pay_month_hand",
    "payout_row",
    "portions",
    "refuse",
    "terms_in_force",
]
