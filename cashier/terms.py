"""What a table's profile says of its money terminal: how long tickets are good, and how much is paid out at once."""

from typing import Final, Literal, get_args

import msgspec

from cashier.money import ZERO, Money
from cashier.records import DeviceId

Role = Literal["validator", "printer", "hopper", "recycler", "scanner", "cards", "reader"]
"""What a device of the kiosk is there for; `cards` is the card terminal, `reader` reads player cards."""

_ROLES: Final[tuple[Role, ...]] = get_args(Role)

DAY_MS: Final = 86_400_000
SECONDS_A_DAY: Final = 86_400


def fitted(*devices: DeviceId | None) -> dict[Role, DeviceId]:
    """Pair the devices with what they are there for, in the order of `Role`; None for one that there is not."""
    return {role: device for role, device in zip(_ROLES, devices, strict=True) if device is not None}


class TicketTerms(msgspec.Struct, frozen=True):
    """Whether tickets are taken back, and whether they are good to the end of a gaming day.

    Without `by_gaming_day` a ticket is good for so many times 24 hours from the second it was issued.
    """

    taken: bool = True
    by_gaming_day: bool = False


class PayLimit(msgspec.Struct, frozen=True):
    """The most that goes out at once and in one gaming day; 0 for no limit."""

    once: Money = ZERO
    day: Money = ZERO

    def allows(self, amount: int, today: int) -> bool:
        """Whether `amount` may go out where `today` already has."""
        return not (self.once and amount > self.once) and not (self.day and today + amount > self.day)

    def room(self, amount: int, today: int) -> int:
        """How much of `amount` may go out where `today` already has."""
        once = min(amount, self.once) if self.once else amount
        return max(0, min(once, self.day - today)) if self.day else once


class CashLimits(msgspec.Struct, frozen=True):
    """How much money may be in and go out; amounts in minor units, 0 for no limit.

    Notes are taken while the balance stays within `balance`. What is beyond `total` is refused. From `hand_pay` on, and
    beyond what `ticket` lets the printer pay, an attendant pays by hand; what is beyond `notes` goes out in coins, and
    beyond `coins` on a ticket.
    """

    balance: Money = ZERO
    hand_pay: Money = ZERO
    total: PayLimit = PayLimit()
    ticket: PayLimit = PayLimit()
    coins: PayLimit = PayLimit()
    notes: PayLimit = PayLimit()


class Hopper(msgspec.Struct, frozen=True):
    """The device that pays out coins, all of the same value."""

    device: DeviceId
    coin: Money


class CardTerms(msgspec.Struct, frozen=True):
    """The card terminal: its currency (ISO number) and what may be bought and paid back.

    A purchase is at least `least`, and so is a refund. One whose outcome came to be known only `late_ms` after it was
    asked for is given back to its card: whoever asked has gone.
    """

    device: DeviceId
    currency: int
    least: Money = ZERO
    purchase: PayLimit = PayLimit()
    refund: PayLimit = PayLimit()
    late_ms: int = 600_000


class KioskTerms(msgspec.Struct, frozen=True):
    """What the kiosk needs of the profile: its devices, the notes it takes, and how it pays.

    A ticket is good for `ticket_days`. Gaming days are counted from wall time (ms) by adding `day_shift`. `machine` is
    the table's id, by which it knows its own tickets. `recycler` pays out of the notes that it has stored.
    """

    validator: DeviceId
    printer: DeviceId
    notes: tuple[Money, ...]
    ticket_days: int
    scanner: DeviceId | None = None
    hopper: Hopper | None = None
    recycler: DeviceId | None = None
    tickets: TicketTerms = TicketTerms()
    limits: CashLimits = CashLimits()
    day_shift: int = 0
    machine: str = ""
    cards: CardTerms | None = None
    reader: DeviceId | None = None

    @property
    def roles(self) -> dict[Role, DeviceId]:
        """Every device that may report its condition, by what it is there for."""
        hopper = self.hopper.device if self.hopper else None
        cards = self.cards.device if self.cards else None
        return fitted(self.validator, self.printer, hopper, self.recycler, self.scanner, cards, self.reader)

    def day(self, wall_ms: int) -> int:
        """The number of the gaming day of a wall time (ms)."""
        return (wall_ms + self.day_shift) // DAY_MS

    def good_until(self, wall_ms: int) -> int:
        """When a ticket issued now expires (wall seconds): after so many days, or with the last of its gaming days."""
        if not self.tickets.by_gaming_day:
            return wall_ms // 1000 + self.ticket_days * SECONDS_A_DAY
        return ((self.day(wall_ms) + 1 + self.ticket_days) * DAY_MS - self.day_shift) // 1000
