"""Tickets that come back: what a scanner or a keypad says of them, and what becomes of them.

A ticket is paid in two steps. First it is *pending*: its money waits, and nobody else can be paid for it. Then the
authority that keeps the vouchers, here the table's own ledger, says whether it is to be paid. Scanned or typed, a
number is a claim to be checked and never a proof.
"""

from typing import ClassVar, Literal

from cashier.money import Money
from cashier.records import Audience, Command, DeviceId, Event, RequestId, VoucherNumber, Want
from cashier.refusal import Code, Refusal

NumberWay = Literal["ticket", "claim"]
"""What a number was said to be: a ticket's 18 digits or a claim's six."""


# -- commands ----------------------------------------------------------------------------------------------------


class TicketScanned(Command, frozen=True):
    """The scanner read `text`: a ticket's barcode or QR, or anything else that was held before it."""

    device: DeviceId
    text: str


class RedeemTicket(Command, frozen=True):
    """Somebody typed the number of a ticket and wants its money on the balance."""

    request: RequestId
    number: VoucherNumber


class TicketAnswered(Command, frozen=True):
    """The authority has looked: the pending ticket is to be paid (`granted`), or its owner gets it back."""

    number: VoucherNumber
    granted: bool


class ExpireTickets(Command, frozen=True):
    """The wall clock has passed the day of some tickets. Sent by the host when `TicketsExpire` is due."""


class AllowNumbers(Command, frozen=True):
    """An attendant lets numbers be typed again after too many wrong ones."""

    by: str


# -- events ------------------------------------------------------------------------------------------------------


class NumberRefused(Event, frozen=True):
    """A number opened nothing. `code` says why; a repeat of `request` is not another try.

    `tries` is how many unknown numbers there were on this gaming day, and `until` when (wall ms) the next may be
    tried; 0 for at once. `since` is when (wall ms) the ticket was paid or expired, 0 where that is not the reason.
    """

    request: RequestId
    way: NumberWay
    code: Code
    tries: int
    day: int
    until: int = 0
    since: int = 0

    @property
    def refusal(self) -> Refusal:
        """What the one who asked is told."""
        facts = {"until": self.until, "since": self.since}
        return Refusal(self.code, {name: fact for name, fact in facts.items() if fact})


class NumbersAllowed(Event, frozen=True):
    """Wrong numbers are forgiven."""

    audience: ClassVar[Audience] = "staff"
    by: str


class VoucherPresented(Event, frozen=True):
    """A ticket came back and is pending. `request` is empty where a scanner read it."""

    request: RequestId
    number: VoucherNumber
    amount: Money


class VoucherRedeemed(Event, frozen=True):
    """A pending ticket is paid, once and for all: `balance` is the balance after it, `at` wall seconds."""

    number: VoucherNumber
    amount: Money
    balance: Money
    at: int


class VoucherReleased(Event, frozen=True):
    """A pending ticket is not paid and good again: the authority said so, or an attendant (`by`)."""

    number: VoucherNumber
    amount: Money
    by: str = ""


class VoucherExpired(Event, frozen=True):
    """A ticket's day has passed; its money falls to the house."""

    number: VoucherNumber
    amount: Money


class VoucherHandPaid(Event, frozen=True):
    """An attendant has paid a good ticket by hand and taken it in; `at` wall seconds."""

    number: VoucherNumber
    amount: Money
    by: str
    reason: str
    at: int


# -- wants -------------------------------------------------------------------------------------------------------


class AskAuthority(Want, frozen=True):
    """Ask whether this pending ticket is to be paid; the answer is a `TicketAnswered`."""

    number: VoucherNumber
    amount: Money


class TicketsExpire(Want, frozen=True):
    """Send `ExpireTickets` once the wall clock (seconds) has reached `at`."""

    at: int
