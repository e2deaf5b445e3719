"""How tickets that come back, the hopper and hand-pays change what a screen shows."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import redeem_records as redeem
from cashier.money import Money
from cashier.records import Event, RequestId, VoucherNumber, VoucherState
from cashier.vouchers import allowed
from controller.wire.view import View
from controller.wire.view_payouts import CoinsView, DeviceWay, HandPayView, NotesPayView, PaidView


def ticket_moved(state: VoucherState) -> Callable[[View, Any], None]:
    """Return the fold that takes a ticket, if the view still knows it, to `state`."""

    def moved(view: View, event: Any) -> None:
        _move_ticket(view, event.number, state)

    return moved


def _move_ticket(view: View, number: VoucherNumber, state: VoucherState) -> None:
    """Screens know four digits of a number: of two that look alike the later is meant that can come to this state."""
    for place in reversed(range(len(view.vouchers))):
        voucher = view.vouchers[place]
        if voucher.number == number and allowed(voucher.state, state):
            moved = msgspec.structs.replace(voucher, state=state)
            view.vouchers = (*view.vouchers[:place], moved, *view.vouchers[place + 1 :])
            return


def _number_refused(view: View, event: redeem.NumberRefused) -> None:
    view.numbers_until = event.until


def _numbers_allowed(view: View, _event: redeem.NumbersAllowed) -> None:
    view.numbers_until = 0


def _voucher_redeemed(view: View, event: redeem.VoucherRedeemed) -> None:
    _move_ticket(view, event.number, "redeemed")
    view.balance = event.balance


def goes_on(view: View, request: RequestId) -> None:
    """The pay-out of `request` goes on: what devices paid for an earlier one is shown no more."""
    view.paid_out = tuple(part for part in view.paid_out if part.request == request)


def _paid(view: View, request: RequestId, way: DeviceWay, paid: Money, left: Money) -> None:
    view.paid_out = (*view.paid_out, PaidView(request, way, paid, left))


def _coins_reserved(view: View, event: payout.CoinsReserved) -> None:
    goes_on(view, event.request)
    view.coins = CoinsView(event.payout, event.device, event.coin, event.coins, event.amount, request=event.request)
    view.balance = event.balance


def _coins_become(state: payout.PayoutState) -> Callable[[View, Any], None]:
    def become(view: View, _event: Event) -> None:
        if view.coins is not None:
            view.coins = msgspec.structs.replace(view.coins, state=state)

    return become


def _coins_dispensed(view: View, event: payout.CoinsDispensed) -> None:
    if view.coins is not None:
        _paid(view, view.coins.request, "coins", event.amount, event.left)
    view.coins = None
    view.balance = event.balance


def _notes_reserved(view: View, event: notes.NotesReserved) -> None:
    goes_on(view, event.request)
    view.notes = NotesPayView(event.payout, event.device, event.notes, event.amount, request=event.request)
    view.balance = event.balance


def _notes_become(state: payout.PayoutState) -> Callable[[View, Any], None]:
    def become(view: View, _event: Event) -> None:
        if view.notes is not None:
            view.notes = msgspec.structs.replace(view.notes, state=state)

    return become


def _notes_dispensed(view: View, event: notes.NotesDispensed) -> None:
    if view.notes is not None:
        _paid(view, view.notes.request, "notes", event.amount, event.left)
    view.notes = None
    view.balance = event.balance


def _store_counted(view: View, event: notes.StoreCounted) -> None:
    view.store = event.piles


def _hand_pay_locked(view: View, event: payout.HandPayLocked) -> None:
    goes_on(view, event.request)
    view.hand_pays = (*view.hand_pays, HandPayView(event.payout, event.amount, event.cause))
    view.balance = event.balance


def _hand_pay_over(view: View, event: payout.HandPaid | payout.HandPayCancelled) -> None:
    view.hand_pays = tuple(waits for waits in view.hand_pays if waits.payout != event.payout)
    if isinstance(event, payout.HandPayCancelled):
        view.balance = event.balance


def _claim_hand_paid(view: View, event: payout.ClaimHandPaid) -> None:
    view.claims = tuple(claim for claim in view.claims if claim.claim != event.claim)


def _unmoved(_view: View, _event: Event) -> None:
    """Staff read this event in the log; no view shows it."""


FOLD_PAYOUTS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    redeem.NumberRefused: _number_refused,
    redeem.NumbersAllowed: _numbers_allowed,
    redeem.VoucherPresented: ticket_moved("pending"),
    redeem.VoucherRedeemed: _voucher_redeemed,
    redeem.VoucherReleased: ticket_moved("issued"),
    redeem.VoucherExpired: ticket_moved("expired"),
    redeem.VoucherHandPaid: ticket_moved("hand-paid"),
    payout.CoinsReserved: _coins_reserved,
    payout.CoinsSent: _coins_become("sent"),
    payout.CoinsNotTaken: _coins_become("reserved"),
    payout.CoinsUnknown: _coins_become("unknown"),
    payout.CoinsDispensed: _coins_dispensed,
    notes.NotesReserved: _notes_reserved,
    notes.NotesSent: _notes_become("sent"),
    notes.NotesUnknown: _notes_become("unknown"),
    notes.NotesDispensed: _notes_dispensed,
    notes.StoreCounted: _store_counted,
    payout.HandPayLocked: _hand_pay_locked,
    payout.HandPaid: _hand_pay_over,
    payout.HandPayCancelled: _hand_pay_over,
    payout.ClaimHandPaid: _claim_hand_paid,
    payout.HopperFilled: _unmoved,
    payout.HopperCounted: _unmoved,
}
