"""The rules of notes that go out: how many the store can pay of an amount, and how such a pay-out ends.

What notes cannot pay goes on to the coins and the ticket. What the store says of its notes moves money between the
drop box and the store in the books: a note that comes in lies in the box until the store says that it has it.
"""

from math import gcd
from typing import Final

from cashier import note_records as notes
from cashier.kiosk.paying import (
    in_coins_or_on_paper,
    running_of,
    unfit_to_doubt,
    unfit_to_resolve,
    unfit_to_send,
    wrong_state,
)
from cashier.kiosk.request import Answer, Request
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.kiosk.state import NotePayout
from cashier.money import ZERO, Money
from cashier.note_records import NotePile, worth
from cashier.records import CashOut, Command, DeviceId, PayoutId
from cashier.refusal import Code, Refusal
from cashier.unions import CashEvent


def payable(piles: tuple[NotePile, ...], most: int) -> Money:
    """The largest sum of whole notes of these piles that is not above `most`."""
    unit = gcd(*(pile.amount for pile in piles))
    if not unit:
        return ZERO
    # Bit n stands for the sum of n units.
    sums = 1
    for pile in piles:
        for _note in range(pile.count):
            sums |= sums << pile.amount // unit
    return Money(unit * max(total for total in range(most // unit + 1) if sums >> total & 1))


def in_notes(request: Request, asked: CashOut) -> CashEvent | None:
    """The pay-out in notes of what was asked; None where the store can pay none of it."""
    kiosk, recycler = request.kiosk, request.terms.recycler
    if recycler is None or "notes-out" in request.stopped:
        return None
    allowed = request.terms.limits.notes.room(asked.amount, kiosk.paid.on(request.day).notes)
    part = payable(kiosk.store, min(allowed, request.content.store))
    if not part:
        return None
    return notes.NotesReserved(
        request=asked.request,
        payout=kiosk.next_payout,
        device=recycler,
        notes=part,
        amount=asked.amount,
        balance=Money(kiosk.balance - asked.amount),
        number=asked.number,
        day=request.day,
    )


def _running(request: Request, number: PayoutId) -> NotePayout | Refusal:
    return running_of(request.kiosk.notes, number, request.kiosk.next_payout)


def _notes_sending(request: Request, command: notes.NotesSending) -> Answer:
    """The store's mark enters the journal before it is told: later it can be asked what has come out since."""
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_send(running, command.device):
        return refusal
    return [notes.NotesSent(running.payout, running.device, command.mark)]


def _notes_paid(request: Request, command: notes.NotesPaid) -> Answer:
    """The store's own word counts whenever it comes, if it is about this one pay-out.

    Notes out mean that its count has gone on, and by as many; none means that it has not. Before it was told to pay it
    may say that it cannot.
    """
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    paid, count = worth(command.piles), sum(pile.count for pile in command.piles)
    if running.mark is None:
        if command.piles:
            return wrong_state(running.state)
        return _followed(request, running, _dispensed(request, running, (), ZERO))
    if command.counter != running.mark.counter + count:
        facts: dict[str, int | str] = {
            "device": running.device, "counter": command.counter, "last": running.mark.counter
        }  # fmt: skip
        return Refusal(Code.COUNTER_OUT_OF_ORDER, facts)
    if paid > running.notes or not _are_notes(command.piles):
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": paid})
    return _followed(request, running, _dispensed(request, running, command.piles, paid))


def _are_notes(piles: tuple[NotePile, ...]) -> bool:
    """Whether every pile holds at least a note that is worth something."""
    return all(pile.amount > 0 and pile.count > 0 for pile in piles)


def _notes_in_doubt(request: Request, command: notes.NotesInDoubt) -> Answer:
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_doubt(running):
        return refusal
    return [notes.NotesUnknown(running.payout, running.device, command.condition)]


def _dispensed(
    request: Request, running: NotePayout, piles: tuple[NotePile, ...], paid: Money, by: str = "", reason: str = ""
) -> notes.NotesDispensed:
    """The event that ends the store's part, of which notes worth `paid` went out."""
    left = Money(running.amount - paid)
    held = Money(request.kiosk.balance + left)
    return notes.NotesDispensed(running.payout, running.device, piles, paid, left, held, by, reason)


def _followed(request: Request, running: NotePayout, dispensed: notes.NotesDispensed) -> Answer:
    """What the store has not paid goes out in coins and on a ticket."""
    if not dispensed.left:
        return [dispensed]
    rest = in_coins_or_on_paper(request, running.request, running.number, dispensed.left, dispensed.balance)
    return [dispensed, *rest]


def _resolve_notes(request: Request, command: notes.ResolveNotes) -> Answer:
    """What the store cannot tell itself an attendant tells; what it never heard of goes back to the balance."""
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_resolve(running, command.by, command.reason, has_paid=bool(command.paid)):
        return refusal
    if not 0 <= command.paid <= running.notes:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": command.paid})
    dispensed = _dispensed(request, running, (), command.paid, command.by, command.reason)
    return [dispensed] if running.state == "reserved" else _followed(request, running, dispensed)


def _store_seen(request: Request, command: notes.StoreSeen) -> Answer:
    """The device knows its notes: the books follow, out of the drop box or into it.

    A note on its way in is counted nowhere yet, so nothing is shifted before it has arrived; nor while notes go out.
    """
    kiosk = request.kiosk
    if refusal := _not_now(request, command.device):
        return refusal
    if not _are_notes(command.piles):
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": worth(command.piles)})
    more = worth(command.piles) - request.content.store
    if command.piles == kiosk.store and kiosk.is_store_told and not more:
        return Refusal(Code.ALREADY_SO)
    shifted = min(more, request.content.box)
    return [notes.StoreCounted(command.device, command.piles, Money(shifted), Money(more - shifted))]


def _not_now(request: Request, device: DeviceId) -> Refusal | None:
    if device != request.terms.recycler:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": device})
    if request.kiosk.notes is not None:
        return Refusal(Code.PAY_OUT_RUNNING)
    return Refusal(Code.TAKES_NOTES) if request.kiosk.held is not None else None


NOTE_DECIDERS: Final[tuple[tuple[type[Command], Decider], ...]] = (
    _row(notes.NotesSending, _notes_sending),
    _row(notes.NotesPaid, _notes_paid),
    _row(notes.NotesInDoubt, _notes_in_doubt),
    _row(notes.ResolveNotes, _resolve_notes),
    _row(notes.StoreSeen, _store_seen),
)
