"""Commands and events of the cashier, and what it wants of its devices.

Commands are imperative, events past tense; both are frozen and tagged by their class name. A device's own event
counter travels in every command that comes from it, so that a repeated report changes nothing.

No record of either kind can come to hold itself, so that the collector of cycles need not look at them (`gc=False`).
"""

from typing import ClassVar, Literal, NewType

import msgspec

from cashier.money import Money

DeviceId = NewType("DeviceId", str)
"""A device's name in the profile: `validator`, `printer`."""

VoucherNumber = NewType("VoucherNumber", str)
"""18 decimal digits, printed as ITF and in the QR; never used twice. Whoever has them is paid, so that fields of this
type are sealed at rest and masked on every line (`cashier.unions.NUMBER_FIELDS`)."""

ClaimId = NewType("ClaimId", int)
PayoutId = NewType("PayoutId", int)
"""A pay-out by the hopper or by hand; both count on together, from 1."""

RequestId = NewType("RequestId", str)
"""32 hex digits chosen by the screen before its first try; the same id is carried out once."""

Audience = Literal["everyone", "seat", "staff", "sealed"]
"""Who may see a record. `seat` is the seat named in it; `sealed` is nobody: the journal alone keeps it, sealed."""

VoucherState = Literal["reserved", "sent", "unknown", "issued", "pending", "redeemed", "void", "expired", "hand-paid"]
Verdict = Literal["issued", "void", "hand-paid"]
PayWay = Literal["ticket", "coins", "notes", "hand", "card"]
"""How a pay-out is asked for: on a ticket, in coins or notes with the rest on a ticket, by hand, or to a card."""

Condition = Literal[
    "absent",
    "wrong-device",
    "ready",
    "paper-low",
    "low",
    "paper-out",
    "cover-open",
    "jam",
    "cutter",
    "stacker-full",
    "stacker-removed",
    "fraud",
    "empty",
    "runaway",
    "fault",
    "events-lost",
]
"""What a device says of itself; `absent` until it has answered once, `wrong-device` where one answers that is not the
one of the profile, or may not be used. A hopper that paid more than it was told has run away: `runaway`."""


class Command(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A request to the machine."""


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that has happened and is durable before anyone is told.

    `to_kiosk`: the kiosk's own screen hears of it as well, although it is for staff or for nobody.
    """

    audience: ClassVar[Audience] = "everyone"
    to_kiosk: ClassVar[bool] = False


class Want(msgspec.Struct, frozen=True, tag=True):
    """An open request to a device or an authority, derived from the state (architecture §1.3)."""


# -- commands from the bill validator ----------------------------------------------------------------------------


class NoteEscrowed(Command, frozen=True):
    """The validator holds a note of `amount` and waits to be told where to put it."""

    device: DeviceId
    counter: int
    amount: Money


class NoteStacked(Command, frozen=True):
    """The held note lies in the stacker; only now is it money."""

    device: DeviceId
    counter: int
    amount: Money


class NoteReturned(Command, frozen=True):
    """The held note went back to the player."""

    device: DeviceId
    counter: int
    amount: Money


class ValidatorMoved(Command, frozen=True):
    """The validator counted an event that moves no money (a reject, an inhibited note)."""

    device: DeviceId
    counter: int
    code: int


class ValidatorReset(Command, frozen=True):
    """The validator started anew and counts from 0; a note it held is no longer known to it."""

    device: DeviceId


class EventsLost(Command, frozen=True):
    """More than five events passed unseen: the validator's ring no longer tells what happened."""

    device: DeviceId
    counter: int
    missed: int


class DeviceReported(Command, frozen=True):
    """A device's condition changed. `by` names the attendant who has looked at it, where he and not the device says so.

    `events-lost` ends only by an attendant's `ready`.
    """

    device: DeviceId
    condition: Condition
    by: str = ""


# -- commands from the ticket printer ----------------------------------------------------------------------------


class TicketSending(Command, frozen=True):
    """The printer is ready and the driver asks leave to send the ticket's first byte."""

    number: VoucherNumber


class TicketPrinted(Command, frozen=True):
    """The printer has answered that everything of this ticket is on paper."""

    number: VoucherNumber


class TicketInDoubt(Command, frozen=True):
    """Bytes went out and no proof of print came back."""

    number: VoucherNumber
    condition: Condition


# -- commands from the kiosk screen and the attendant ------------------------------------------------------------


class CashOut(Command, frozen=True):
    """Pay `amount` of the balance out. The host adds the random `number` of a ticket; a screen sends it empty."""

    request: RequestId
    amount: Money
    number: VoucherNumber = VoucherNumber("")
    way: PayWay = "ticket"


class CollectClaim(Command, frozen=True):
    """Move the claim opened by `code` to the balance."""

    request: RequestId
    code: str


class ResolveVoucher(Command, frozen=True):
    """An attendant has looked at the paper: the ticket is good (`issued`), torn up (`void`), or paid by hand.

    After `void` the amount goes to a replacement ticket with its own random `replacement` number, which the host adds.
    A ticket of which no byte has gone out yet is cancelled by `void` and its amount goes back to the balance.
    `hand-paid` has a `reason`: a ticket in doubt is torn up and its amount waits for an attendant, a good one is paid
    and taken in. `issued` gives a pending ticket back to its owner.

    Of `number` the last four digits will do where no other ticket is meant by them, but not to pay a good ticket: that
    takes the paper.
    """

    number: VoucherNumber
    verdict: Verdict
    by: str
    replacement: VoucherNumber = VoucherNumber("")
    reason: str = ""


class CountDropBox(Command, frozen=True):
    """Staff have taken the drop box out, emptied it and counted `amount` in it."""

    by: str
    amount: Money


# -- events ------------------------------------------------------------------------------------------------------


class NoteHeld(Event, frozen=True):
    """A note lies in escrow; `accept` says whether it is to be stacked or given back."""

    device: DeviceId
    counter: int
    amount: Money
    accept: bool


class NoteCredited(Event, frozen=True):
    """A stacked note became balance; `balance` is the balance after it."""

    device: DeviceId
    counter: int
    amount: Money
    balance: Money


class NoteGivenBack(Event, frozen=True):
    """The note in escrow went back to the player."""

    device: DeviceId
    counter: int
    amount: Money


class NoteUnaccounted(Event, frozen=True):
    """The validator lost a held note out of its memory; an attendant looks where it lies."""

    device: DeviceId
    amount: Money


class ValidatorCounted(Event, frozen=True):
    """The validator's counter stands at `counter`."""

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    counter: int
    code: int


class DeviceConditionChanged(Event, frozen=True):
    """A device's condition, as it last reported it, or as the attendant `by` found it."""

    device: DeviceId
    condition: Condition
    by: str = ""


class VoucherReserved(Event, frozen=True):
    """A number and an amount are bound together before anything is printed.

    `expires` is a wall-clock stamp in seconds since the epoch; `replaces` names the torn-up ticket, if any; `day` is
    the gaming day in which it counts as paid out.
    """

    request: RequestId
    number: VoucherNumber
    amount: Money
    balance: Money
    issued_at: int
    expires: int
    replaces: VoucherNumber = VoucherNumber("")
    day: int = 0


class VoucherSent(Event, frozen=True):
    """From here on paper may exist."""

    number: VoucherNumber


class VoucherIssued(Event, frozen=True):
    """The ticket is proven, by the printer or (`by`) by an attendant."""

    number: VoucherNumber
    amount: Money
    by: str = ""


class VoucherUnknown(Event, frozen=True):
    """Nobody knows what is on the paper; an attendant must look."""

    number: VoucherNumber
    condition: Condition


class VoucherVoided(Event, frozen=True):
    """The ticket is torn up and its number worth nothing.

    `balance` is the balance after the amount went back to it; None when a replacement takes the amount, a ticket or an
    attendant's hand. `at` is wall seconds, 0 in the oldest records.
    """

    number: VoucherNumber
    amount: Money
    by: str
    balance: Money | None = None
    at: int = 0


class ClaimOpened(Event, frozen=True):
    """What a seat left behind waits at the kiosk."""

    claim: ClaimId
    seat: int
    amount: Money


class ClaimCodeGiven(Event, frozen=True):
    """The code that opens a claim, for the seat's own screen."""

    audience: ClassVar[Audience] = "seat"
    claim: ClaimId
    seat: int
    code: str


class ClaimCollected(Event, frozen=True):
    """A claim became balance."""

    request: RequestId
    claim: ClaimId
    amount: Money
    balance: Money


class DropCounted(Event, frozen=True):
    """The drop box is empty again: `counted` was found in it and `expected` stood in the books."""

    audience: ClassVar[Audience] = "staff"
    by: str
    counted: Money
    expected: Money


# -- what the cashier wants of its devices -----------------------------------------------------------------------


class StackNote(Want, frozen=True):
    """Put the held note into the stacker."""

    device: DeviceId
    counter: int


class ReturnNote(Want, frozen=True):
    """Give the held note back."""

    device: DeviceId
    counter: int


class TakeNotes(Want, frozen=True):
    """Accept notes of these amounts; anything else is inhibited. An empty tuple closes the slot."""

    device: DeviceId
    amounts: tuple[Money, ...]


class PrintTicket(Want, frozen=True):
    """Print this voucher, asking leave with `TicketSending` before the first byte."""

    number: VoucherNumber
    amount: Money
    issued_at: int
    expires: int
    state: VoucherState
