"""How pay-outs of the note store, and what it says that it holds, change the kiosk."""

from typing import Final

import msgspec

from cashier import note_records as notes
from cashier.invariant import InvariantBreach, invariant
from cashier.kiosk.rows import Evolver
from cashier.kiosk.rows import evolver_row as _row
from cashier.kiosk.state import Kiosk, NotePayout, move, remember, take_number, take_out
from cashier.note_records import NotePile, worth
from cashier.records import Event, PayoutId, VoucherNumber


def _notes_reserved(kiosk: Kiosk, event: notes.NotesReserved) -> None:
    invariant(not kiosk.pays, "one-pay-out-at-a-time", "notes are reserved while another pay-out is not proven")
    invariant(
        0 < event.notes <= event.amount,
        "notes-within-the-amount",
        f"notes worth {event.notes} are to be paid out of {event.amount}",
    )
    take_number(kiosk, event.payout)
    take_out(kiosk, event.amount, event.balance, VoucherNumber(""))
    kiosk.notes = NotePayout(
        event.payout, event.request, event.device, event.notes, event.amount, event.number, event.day
    )
    remember(kiosk, event.request)


def _open(kiosk: Kiosk, number: PayoutId) -> NotePayout:
    """The store's pay-out, which the event must speak of."""
    running = kiosk.notes
    if running is None or running.payout != number:
        raise InvariantBreach("pay-out-runs", f"an event speaks of pay-out {number}, which does not run")
    return running


def _notes_sent(kiosk: Kiosk, event: notes.NotesSent) -> None:
    before = _open(kiosk, event.payout)
    invariant(before.state == "reserved", "pay-out-on-its-path", f"a pay-out went from {before.state} to sent")
    kiosk.notes = msgspec.structs.replace(before, state="sent", mark=event.mark)


def _notes_unknown(kiosk: Kiosk, event: notes.NotesUnknown) -> None:
    before = _open(kiosk, event.payout)
    invariant(before.state == "sent", "pay-out-on-its-path", f"a pay-out went from {before.state} to unknown")
    kiosk.notes = msgspec.structs.replace(before, state="unknown")


def _notes_dispensed(kiosk: Kiosk, event: notes.NotesDispensed) -> None:
    before = _open(kiosk, event.payout)
    told = worth(event.piles)
    invariant(
        event.amount + event.left == before.amount
        and 0 <= event.amount <= before.notes
        and (told == event.amount or (bool(event.by) and not event.piles)),
        "pay-out-adds-up",
        f"{before.amount} were to be paid, notes worth {told}, {event.amount} and {event.left} do not make it",
    )
    invariant(
        before.state != "reserved" or not event.amount,
        "paid-after-leave",
        f"notes worth {event.amount} were paid before the store was told",
    )
    kiosk.notes = None
    kiosk.is_store_told = kiosk.is_store_told and not event.by and _held(kiosk.store, event.piles)
    kiosk.store = _less(kiosk.store, event.piles)
    kiosk.paid = kiosk.paid.plus(before.day, "notes", event.amount)
    move(kiosk, event.left, event.balance)


def _held(piles: tuple[NotePile, ...], gone: tuple[NotePile, ...]) -> bool:
    """Whether the piles held what is gone: a note that came in since may have gone out before the store told of it."""
    there = {pile.amount: pile.count for pile in piles}
    return all(there.get(pile.amount, 0) >= pile.count for pile in gone)


def _less(piles: tuple[NotePile, ...], gone: tuple[NotePile, ...]) -> tuple[NotePile, ...]:
    """What is left of the piles; the store itself tells soon what it really holds."""
    out = {pile.amount: pile.count for pile in gone}
    left = (NotePile(pile.amount, pile.count - out.get(pile.amount, 0)) for pile in piles)
    return tuple(pile for pile in left if pile.count > 0)


def _store_counted(kiosk: Kiosk, event: notes.StoreCounted) -> None:
    kiosk.store = event.piles
    kiosk.is_store_told = True


NOTE_EVOLVERS: Final[tuple[tuple[type[Event], Evolver], ...]] = (
    _row(notes.NotesReserved, _notes_reserved),
    _row(notes.NotesSent, _notes_sent),
    _row(notes.NotesUnknown, _notes_unknown),
    _row(notes.NotesDispensed, _notes_dispensed),
    _row(notes.StoreCounted, _store_counted),
)
