"""The kiosk's fold: how each event changes the state. The rules that decide which events happen stand in
`cashier.kiosk.rules`.
"""

from typing import Final

import msgspec

from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.claims import Claim
from cashier.invariant import invariant
from cashier.kiosk.folding_cards import CARD_EVOLVERS
from cashier.kiosk.folding_notes import NOTE_EVOLVERS
from cashier.kiosk.folding_payouts import PAYOUT_EVOLVERS
from cashier.kiosk.rows import Evolver
from cashier.kiosk.rows import evolver_row as _row
from cashier.kiosk.state import (
    Kiosk,
    Tries,
    counter_after,
    move,
    remember,
    same_amount,
    take_out,
    voucher_becomes,
)
from cashier.records import ClaimId, DeviceId
from cashier.unions import CashEvent
from cashier.vouchers import Voucher


def evolve(kiosk: Kiosk, event: CashEvent) -> None:
    """Fold one cashier event into the state. Raises `InvariantBreach` for an event that may never have happened."""
    EVOLVERS[type(event)](kiosk, event)


def _count(kiosk: Kiosk, device: DeviceId, counter: int) -> None:
    """Advance a validator by the one event that moved a note; a repeated or skipped count may never move money."""
    expected = counter_after(kiosk.counters.get(device, 0), 1)
    invariant(counter == expected, "note-counted-once", f"{device} stands at {counter}, expected {expected}")
    kiosk.counters[device] = counter


def _note_held(kiosk: Kiosk, event: cash.NoteHeld) -> None:
    invariant(kiosk.held is None, "one-note-in-escrow", "a second note is held while the first is not accounted for")
    _count(kiosk, event.device, event.counter)
    kiosk.held = event


def _note_credited(kiosk: Kiosk, event: cash.NoteCredited) -> None:
    _count(kiosk, event.device, event.counter)
    kiosk.held = None
    move(kiosk, event.amount, event.balance)


def _note_given_back(kiosk: Kiosk, event: cash.NoteGivenBack) -> None:
    _count(kiosk, event.device, event.counter)
    kiosk.held = None


def _note_unaccounted(kiosk: Kiosk, event: cash.NoteUnaccounted) -> None:
    kiosk.held = None


def _validator_counted(kiosk: Kiosk, event: cash.ValidatorCounted) -> None:
    kiosk.counters[event.device] = event.counter


def _condition_changed(kiosk: Kiosk, event: cash.DeviceConditionChanged) -> None:
    kiosk.conditions[event.device] = event.condition


def _voucher_reserved(kiosk: Kiosk, event: cash.VoucherReserved) -> None:
    invariant(event.number not in kiosk.vouchers, "number-used-once", "a voucher number was reserved before")
    invariant(not kiosk.pays, "one-pay-out-at-a-time", "a ticket is reserved while another is not proven")
    take_out(kiosk, event.amount, event.balance, event.replaces)
    kiosk.vouchers[event.number] = Voucher(
        event.number, event.amount, "reserved", event.request, event.issued_at, event.expires, event.replaces, event.day
    )
    kiosk.paying = event.number
    remember(kiosk, event.request)


def _voucher_sent(kiosk: Kiosk, event: cash.VoucherSent) -> None:
    voucher_becomes(kiosk, event.number, "sent")


def _voucher_issued(kiosk: Kiosk, event: cash.VoucherIssued) -> None:
    before = voucher_becomes(kiosk, event.number, "issued")
    invariant(before.state != "pending", "proven-once", "a ticket that was presented proved itself again")
    invariant(before.state == "sent" or event.by != "", "doubt-ends-by-attendant", "a ticket in doubt proved itself")
    same_amount(before, event.amount)
    kiosk.paid = kiosk.paid.plus(before.day, "ticket", event.amount)


def _voucher_unknown(kiosk: Kiosk, event: cash.VoucherUnknown) -> None:
    voucher_becomes(kiosk, event.number, "unknown")


def _voucher_voided(kiosk: Kiosk, event: cash.VoucherVoided) -> None:
    before = voucher_becomes(kiosk, event.number, "void", event.at)
    same_amount(before, event.amount)
    if event.balance is None:
        kiosk.owed = event.number
    else:
        invariant(
            before.state == "reserved", "only-unsent-refunded", f"a {before.state} ticket went back to the balance"
        )
        move(kiosk, event.amount, event.balance)


def _claim_opened(kiosk: Kiosk, event: cash.ClaimOpened) -> None:
    invariant(
        event.claim == kiosk.next_claim and event.amount > 0,
        "claim-opened-once",
        f"claim {event.claim} of {event.amount} opened, the next is {kiosk.next_claim}",
    )
    kiosk.claims[event.claim] = Claim(event.claim, event.seat, event.amount)
    kiosk.next_claim = ClaimId(event.claim + 1)


def _claim_code_given(kiosk: Kiosk, event: cash.ClaimCodeGiven) -> None:
    kiosk.claims[event.claim] = msgspec.structs.replace(kiosk.claims[event.claim], code=event.code)


def _claim_collected(kiosk: Kiosk, event: cash.ClaimCollected) -> None:
    claim = kiosk.claims.pop(event.claim, None)
    invariant(
        claim is not None and claim.amount == event.amount,
        "claim-collected-once",
        f"claim {event.claim} of {event.amount} was collected, the books have {claim}",
    )
    move(kiosk, event.amount, event.balance)
    remember(kiosk, event.request)


def _number_refused(kiosk: Kiosk, event: redeem.NumberRefused) -> None:
    kiosk.tries = Tries(event.day, event.tries, event.until)
    if event.request:
        remember(kiosk, event.request)


def _numbers_allowed(kiosk: Kiosk, _event: redeem.NumbersAllowed) -> None:
    kiosk.tries = Tries(kiosk.tries.day)


def _voucher_presented(kiosk: Kiosk, event: redeem.VoucherPresented) -> None:
    same_amount(voucher_becomes(kiosk, event.number, "pending"), event.amount)
    if event.request:
        remember(kiosk, event.request)


def _voucher_redeemed(kiosk: Kiosk, event: redeem.VoucherRedeemed) -> None:
    same_amount(voucher_becomes(kiosk, event.number, "redeemed", event.at), event.amount)
    move(kiosk, event.amount, event.balance)


def _voucher_released(kiosk: Kiosk, event: redeem.VoucherReleased) -> None:
    before = voucher_becomes(kiosk, event.number, "issued")
    invariant(before.state == "pending", "released-from-pending", f"a {before.state} ticket was released")
    same_amount(before, event.amount)


def _voucher_expired(kiosk: Kiosk, event: redeem.VoucherExpired) -> None:
    before = voucher_becomes(kiosk, event.number, "expired", kiosk.vouchers[event.number].expires)
    same_amount(before, event.amount)


def _voucher_hand_paid(kiosk: Kiosk, event: redeem.VoucherHandPaid) -> None:
    same_amount(voucher_becomes(kiosk, event.number, "hand-paid", event.at), event.amount)


def _drop_counted(_kiosk: Kiosk, _event: cash.DropCounted) -> None:
    """The content of the box stands in the ledger alone."""


EVOLVERS: Final[dict[type[cash.Event], Evolver]] = dict(
    (
        _row(cash.NoteHeld, _note_held),
        _row(cash.NoteCredited, _note_credited),
        _row(cash.NoteGivenBack, _note_given_back),
        _row(cash.NoteUnaccounted, _note_unaccounted),
        _row(cash.ValidatorCounted, _validator_counted),
        _row(cash.DeviceConditionChanged, _condition_changed),
        _row(cash.VoucherReserved, _voucher_reserved),
        _row(cash.VoucherSent, _voucher_sent),
        _row(cash.VoucherIssued, _voucher_issued),
        _row(cash.VoucherUnknown, _voucher_unknown),
        _row(cash.VoucherVoided, _voucher_voided),
        _row(cash.ClaimOpened, _claim_opened),
        _row(cash.ClaimCodeGiven, _claim_code_given),
        _row(cash.ClaimCollected, _claim_collected),
        _row(cash.DropCounted, _drop_counted),
        _row(redeem.NumberRefused, _number_refused),
        _row(redeem.NumbersAllowed, _numbers_allowed),
        _row(redeem.VoucherPresented, _voucher_presented),
        _row(redeem.VoucherRedeemed, _voucher_redeemed),
        _row(redeem.VoucherReleased, _voucher_released),
        _row(redeem.VoucherExpired, _voucher_expired),
        _row(redeem.VoucherHandPaid, _voucher_hand_paid),
        *PAYOUT_EVOLVERS,
        *NOTE_EVOLVERS,
        *CARD_EVOLVERS,
    )
)
"""How each event changes the kiosk; a test compares the keys with the union."""
