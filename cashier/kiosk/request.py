"""What a rule of the kiosk may look at, and what it may answer."""

import msgspec

from cashier.fault_rows import Stop
from cashier.kiosk.standing import stopped
from cashier.kiosk.state import Kiosk
from cashier.money import ZERO, Money
from cashier.refusal import Code, Refusal
from cashier.terms import KioskTerms
from cashier.unions import CashEvent

Answer = list[CashEvent] | Refusal


class Content(msgspec.Struct, frozen=True):
    """What should be in drop box, hopper and note store by the books."""

    box: Money = ZERO
    hopper: Money = ZERO
    store: Money = ZERO


class Request(msgspec.Struct, frozen=True):
    """Everything beside the command that a rule may look at.

    `wall_ms` is milliseconds since the epoch, `taking` whether the table moves money in and out now, `in_hand` whether
    a hand runs at it.
    """

    kiosk: Kiosk
    terms: KioskTerms
    wall_ms: int
    taking: bool
    content: Content
    in_hand: bool

    @property
    def stopped(self) -> frozenset[Stop]:
        """What stands still because of the kiosk's devices."""
        return stopped(self.kiosk, self.terms, in_hand=self.in_hand)

    @property
    def day(self) -> int:
        """The gaming day."""
        return self.terms.day(self.wall_ms)

    @property
    def seconds(self) -> int:
        """Seconds since the epoch."""
        return self.wall_ms // 1000


def unexplained(by: str, reason: str) -> Refusal | None:
    """Refuse what nobody answers for: money that people move has a name and a reason (requirements R-MTR-9)."""
    if not by:
        return Refusal(Code.NOT_ALLOWED)
    return None if reason.strip() else Refusal(Code.REASON_NEEDED)
