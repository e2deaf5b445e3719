"""Notes that the recycler pays out of its store, and what the store says it holds.

The store counts for life the notes it has ever paid out and ever moved to the drop box, and knows its notes by their
amounts. These are committed as a mark before it is told to pay; asked afterwards, the difference is what went out.
"""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from cashier.money import Money
from cashier.payout_records import PayoutState
from cashier.records import Audience, Command, Condition, DeviceId, Event, PayoutId, RequestId, VoucherNumber, Want


class NotePile(msgspec.Struct, frozen=True):
    """So many notes of one amount."""

    amount: Money
    count: int


class StoreMark(msgspec.Struct, frozen=True):
    """A store before an order: notes ever paid out, notes ever moved to the drop box, and those that it holds."""

    counter: int
    moved: int
    piles: tuple[NotePile, ...]


def worth(piles: Iterable[NotePile]) -> Money:
    """What piles of notes are worth together."""
    return Money(sum(pile.amount * pile.count for pile in piles))


# -- commands ----------------------------------------------------------------------------------------------------


class NotesSending(Command, frozen=True):
    """The store stands ready at `mark`, and the driver asks leave to have it pay."""

    device: DeviceId
    payout: PayoutId
    mark: StoreMark


class NotesPaid(Command, frozen=True):
    """The store has ended this pay-out, standing at `counter`: these notes are out, no others will come."""

    device: DeviceId
    payout: PayoutId
    counter: int
    piles: tuple[NotePile, ...]


class NotesInDoubt(Command, frozen=True):
    """The store may have paid and its counters do not tell what."""

    device: DeviceId
    payout: PayoutId
    condition: Condition


class StoreSeen(Command, frozen=True):
    """The store holds these notes, and no pay-out is under way."""

    device: DeviceId
    piles: tuple[NotePile, ...]


class ResolveNotes(Command, frozen=True):
    """An attendant has counted what the store gave: notes worth `paid`. 0 takes back what it never heard of."""

    payout: PayoutId
    paid: Money
    by: str
    reason: str


# -- events ------------------------------------------------------------------------------------------------------


class NotesReserved(Event, frozen=True):
    """The store is to pay `notes` out of `amount`; the rest goes out in coins and on ticket `number`."""

    request: RequestId
    payout: PayoutId
    device: DeviceId
    notes: Money
    amount: Money
    balance: Money
    number: VoucherNumber
    day: int


class NotesSent(Event, frozen=True):
    """From here on notes may come out. The store stood at `mark` before."""

    payout: PayoutId
    device: DeviceId
    mark: StoreMark


class NotesUnknown(Event, frozen=True):
    """Nobody knows which notes came out; the store is asked when it answers again, or an attendant counts."""

    payout: PayoutId
    device: DeviceId
    condition: Condition


class NotesDispensed(Event, frozen=True):
    """The store's part is over: notes worth `amount` went out, and `left` is back on the balance.

    `piles` are the notes by their amounts; where an attendant has told the sum alone, there are none.
    """

    payout: PayoutId
    device: DeviceId
    piles: tuple[NotePile, ...]
    amount: Money
    left: Money
    balance: Money
    by: str = ""
    reason: str = ""


class StoreCounted(Event, frozen=True):
    """The store holds `piles`: `shifted` came into it from the drop box, or went there where that is below zero.

    `found` is what neither the drop box nor anybody else accounts for.
    """

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    piles: tuple[NotePile, ...]
    shifted: Money
    found: Money


# -- wants -------------------------------------------------------------------------------------------------------


class DispenseNotes(Want, frozen=True):
    """Pay notes worth `amount`, asking leave with `NotesSending` before the store is told.

    `mark` is how the store stood when leave was given, None before. `halt`: stop the motor at once and tell what came
    out until then; what the store has not been told of yet it is not told now.
    """

    device: DeviceId
    payout: PayoutId
    amount: Money
    state: PayoutState
    mark: StoreMark | None = None
    halt: bool = False


class WatchStore(Want, frozen=True):
    """Say with `StoreSeen` when the store holds other notes than these.

    With `anew` say what it holds in any case: after what it has paid nobody knows which notes are left.
    """

    device: DeviceId
    piles: tuple[NotePile, ...]
    anew: bool = False


class StandReady(Want, frozen=True):
    """The host holds this device to be in order: if it is not, somebody has just looked, and it may start anew."""

    device: DeviceId
