"""Commands and events of the jackpots (jackpots.md)."""

from typing import Literal

import msgspec

from cashier.accounts import PoolId
from cashier.money import Money
from cashier.records import Command, Event
from controller.vocab.hand_records import HandName
from controller.vocab.ids import Chips, HandId, Seat
from controller.vocab.jackpot_terms import BeatCategory, JackpotTerms, MonthCategory
from controller.vocab.profile import GameId
from evaluator_ext import Card

Moment = Literal["last-card", "showdown"]
"""What made the jackpot: the last card of a hand that was all-in before, or a hand shown (jackpots.md §2.5)."""


class Sharer(msgspec.Struct, frozen=True):
    """A player of the hand, who has a share of the jackpot."""

    seat: Seat
    name: str


class TriggerHand(msgspec.Struct, frozen=True):
    """A hand that makes the jackpot: whose, the five cards that play, and their name."""

    seat: Seat
    plays: tuple[Card, ...]
    name: HandName


class Posting(msgspec.Struct, frozen=True):
    """What a jackpot collected in a gaming day, and what it holds with it."""

    pool: PoolId
    amount: Money
    held: Money


# -- commands ----------------------------------------------------------------------------------------------------


class ConfirmBadBeat(Command, frozen=True):
    """An attendant has verified the triggering hands (jackpots.md §2.1)."""

    by: str


class RefuseBadBeat(Command, frozen=True):
    """An attendant found that there is no jackpot, and why."""

    by: str
    reason: str


class GrantBadBeat(Command, frozen=True):
    """The jackpot's owner pays it: shares of `amount`, or of all that the table's own books hold where it is 0.

    The host adds a random claim code for each share; a desk sends none.
    """

    by: str
    amount: Money = Money(0)
    codes: tuple[str, ...] = ()


class PayMonthHand(Command, frozen=True):
    """The hand of a month and category was paid to its player by hand."""

    by: str
    month: int
    category: MonthCategory


# -- events ------------------------------------------------------------------------------------------------------


class BadBeatHit(Event, frozen=True):
    """A hand fulfils the bad beat jackpot: the table stands until an attendant has looked at it.

    `losers` and `winners` are the triggering hands, `sharers` all who took part in the hand. `at` is the wall time (ms)
    of the trigger, `worth` what the jackpot would pay now.
    """

    hand: HandId
    game: GameId
    category: BeatCategory
    losers: tuple[TriggerHand, ...]
    winners: tuple[TriggerHand, ...]
    sharers: tuple[Sharer, ...]
    moment: Moment
    at: int
    worth: Money


class BadBeatConfirmed(Event, frozen=True):
    """The triggering hands were verified."""

    hand: HandId
    by: str


class BadBeatRefused(Event, frozen=True):
    """There is no jackpot for this hand after all."""

    hand: HandId
    by: str
    reason: str


class BadBeatGranted(Event, frozen=True):
    """Shares of `base`, together `paid`, were granted; the rest stays in the jackpot."""

    hand: HandId
    base: Money
    paid: Money
    by: str


class SharePaid(Event, frozen=True):
    """A share of a jackpot became a claim at the kiosk."""

    pool: PoolId
    hand: HandId
    seat: Seat
    name: str
    amount: Money


class PoolSeeded(Event, frozen=True):
    """The house brought a jackpot up to what it guarantees (jackpots.md §2.4)."""

    pool: PoolId
    amount: Money
    held: Money


class DayPosted(Event, frozen=True):
    """A gaming day has ended: what its hands collected is added to the jackpots. `day` is the one that begins."""

    day: int
    posted: tuple[Posting, ...]


class HourPaid(Event, frozen=True):
    """A seat's part of the charge that the table pays into the bad beat jackpot up to table time `until` (ms)."""

    pool: PoolId
    seat: Seat
    amount: Chips
    stack: Chips
    until: int


class MonthHandMade(Event, frozen=True):
    """A hand is the best of its category this month so far, or equals it: the latest counts (jackpots.md §3).

    `month` is year * 100 + month, `strength` what hands are compared by, `at` a wall time (ms).
    """

    month: int
    category: MonthCategory
    hand: HandId
    game: GameId
    seat: Seat
    player: str
    cards: tuple[Card, ...]
    name: HandName
    strength: int
    at: int


class MonthHandWon(Event, frozen=True):
    """A month has ended: `amount` is for its best hand, and waits until staff have paid it."""

    month: int
    category: MonthCategory
    hand: HandId
    player: str
    amount: Money


class MonthHandPaid(Event, frozen=True):
    """The hand of a month was paid by hand."""

    month: int
    category: MonthCategory
    amount: Money
    by: str


class JackpotTermsWait(Event, frozen=True):
    """The profile that was adopted has other terms; those of the jackpot go on until it is won (R-JPT-3)."""

    terms: JackpotTerms


class JackpotTermsChanged(Event, frozen=True):
    """The jackpot was won, or nobody plays for one: what waited holds from now on."""

    terms: JackpotTerms
