"""Who sees what: the one place that decides it.

A record declares its audience; a few public records carry fields that are not for screens. Nothing else in the
project looks at audiences.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.ticket_number import last_digits
from cashier.unions import NUMBER_FIELDS
from controller.vocab import fault_records as faults
from controller.vocab import hand_records as hands
from controller.vocab import jackpot_records as jackpots
from controller.vocab import seat_records as seats
from controller.vocab import table_records as table
from controller.vocab.ids import MAX_SEATS, Seat

ViewerKind = Literal["seat", "centre", "kiosk", "staff"]

_Record = TypeVar("_Record", bound=cash.Event)


class Viewer(msgspec.Struct, frozen=True):
    """Whoever receives events: the screen of one seat, the centre, the kiosk, or the attendant's desk."""

    kind: ViewerKind
    seat: Seat | None = None

    def __post_init__(self) -> None:
        """Refuse a seat screen without its seat, and a seat on any other viewer."""
        if (self.kind == "seat") != (self.seat is not None):
            raise ValueError(f"a viewer has a seat exactly if it is a seat's screen, got {self.kind} with {self.seat}")
        if self.seat is not None and not 1 <= self.seat <= MAX_SEATS:
            raise ValueError(f"seats are 1 to {MAX_SEATS}, got {self.seat}")


def visible(event: cash.Event, viewer: Viewer) -> bool:
    """Return whether `viewer` may know of `event` at all, by the audience its record declares.

    A seat's private records are for that seat alone: not for staff either. A few of the staff's are for the kiosk's
    screen, too, and what its guest reads of himself is for it alone.
    """
    if event.to_kiosk and viewer.kind == "kiosk":
        return True
    return _AUDIENCES[event.audience](event, viewer)


def redact(event: _Record, viewer: Viewer) -> _Record | None:
    """Return `event` as `viewer` may see it, or None if he may not.

    Nobody gets more than the last four digits of a ticket's number, and nobody but staff an attendant's name.
    """
    if not visible(event, viewer):
        return None
    masks = (_FOR_NOBODY if viewer.kind == "staff" else _MASKS).get(type(event))
    if masks is None:
        return event
    return msgspec.structs.replace(event, **{name: mask(getattr(event, name)) for name, mask in masks.items()})


def _everyone(_event: cash.Event, _viewer: Viewer) -> bool:
    return True


def _own_seat(event: Any, viewer: Viewer) -> bool:
    return viewer.kind == "seat" and event.seat == viewer.seat


def _staff(_event: cash.Event, viewer: Viewer) -> bool:
    return viewer.kind == "staff"


def _nobody(_event: cash.Event, _viewer: Viewer) -> bool:
    return False


def _nothing(_text: str) -> str:
    return ""


def _no_receipt(_receipt: card.CardReceipt | None) -> None:
    """Whose card paid, and by which of the terminal's numbers, is nobody's business at the table."""


def _blank_receipt(receipt: card.CardReceipt) -> card.CardReceipt:
    return card.CardReceipt(0, 0, receipt.amount, receipt.currency)


_AUDIENCES: Final[Mapping[cash.Audience, Callable[[cash.Event, Viewer], bool]]] = {
    "everyone": _everyone,
    "seat": _own_seat,
    "staff": _staff,
    "sealed": _nobody,
}

_Masks = Mapping[type[cash.Event], Mapping[str, Callable[[Any], Any]]]

_FOR_NOBODY: Final[_Masks] = {kind: dict.fromkeys(names, last_digits) for kind, names in NUMBER_FIELDS.items()}
"""Fields of public records that nobody sees whole, and what everybody gets instead."""

FOR_STAFF: Final[_Masks] = {
    cash.DeviceConditionChanged: {"by": _nothing},
    cash.VoucherIssued: {"by": _nothing},
    cash.VoucherVoided: {"by": _nothing},
    redeem.VoucherReleased: {"by": _nothing},
    redeem.VoucherHandPaid: {"by": _nothing, "reason": _nothing},
    payout.CoinsDispensed: {"by": _nothing, "reason": _nothing},
    notes.NotesDispensed: {"by": _nothing, "reason": _nothing},
    payout.HandPaid: {"by": _nothing, "reason": _nothing},
    payout.HandPayCancelled: {"by": _nothing, "reason": _nothing},
    payout.ClaimHandPaid: {"by": _nothing, "reason": _nothing},
    hands.HandVoided: {"by": _nothing, "second": _nothing, "reason": _nothing},
    card.CardPurchased: {"receipt": _no_receipt, "by": _nothing, "reason": _nothing},
    card.CardRefundPaid: {"receipt": _no_receipt, "by": _nothing, "reason": _nothing},
    card.CardUndoing: {"receipt": _blank_receipt},
    card.CardDropped: {"by": _nothing, "reason": _nothing},
    faults.DoorOpened: {"by": _nothing},
    faults.DoorReset: {"by": _nothing},
    table.BoughtIn: {"who": _nothing},
    table.TablePaused: {"by": _nothing},
    table.TableResumed: {"by": _nothing},
    seats.PlayingOverAllowed: {"by": _nothing},
    seats.SeatAskedBack: {"by": _nothing},
    seats.SeatLocked: {"by": _nothing},
    seats.CallEnded: {"by": _nothing},
    seats.SeatUnlocked: {"by": _nothing},
    seats.ClosingAnnounced: {"by": _nothing},
    seats.TableOpened: {"by": _nothing},
    jackpots.BadBeatConfirmed: {"by": _nothing},
    jackpots.BadBeatRefused: {"by": _nothing},
    jackpots.BadBeatGranted: {"by": _nothing},
    jackpots.MonthHandPaid: {"by": _nothing},
}
"""Fields of public records that only staff see, and what everyone else gets instead."""

_MASKS: Final[_Masks] = {
    kind: {**_FOR_NOBODY.get(kind, {}), **FOR_STAFF.get(kind, {})} for kind in {**_FOR_NOBODY, **FOR_STAFF}
}
