"""The kiosk's rules: which events a command leads to, or why it is refused.

Exactly once. Each report of the validator carries the validator's own event counter, which enters the journal in the
same transaction as the credit; an old count is refused as already done, a skipped one as out of order. A count alone
cannot tell a report from one 255 events older, nor from one before a reset; the link to a device keeps its order, and
nothing on it is repeated after so long. Requests of screens carry their own id and are carried out once.
"""

from typing import Final

from cashier import records as cash
from cashier.claims import free_code, is_code
from cashier.invariant import invariant
from cashier.kiosk.cashing_out import CASH_OUT_DECIDERS
from cashier.kiosk.device_faults import fault_of
from cashier.kiosk.paying import PAYING_DECIDERS, good_for, unfit_number
from cashier.kiosk.paying_by_card import CARD_DECIDERS
from cashier.kiosk.paying_notes import NOTE_DECIDERS
from cashier.kiosk.redeeming import REDEEM_DECIDERS
from cashier.kiosk.request import Answer, Content, Request, unexplained
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.kiosk.standing import condition_of
from cashier.kiosk.state import COUNTER_TOP, Kiosk, counter_after
from cashier.money import ZERO, Money
from cashier.payout_records import HandPayLocked
from cashier.records import DeviceId, VoucherNumber
from cashier.redeem_records import VoucherHandPaid, VoucherReleased
from cashier.refusal import Code, Refusal
from cashier.terms import KioskTerms
from cashier.ticket_number import SHOWN_DIGITS
from cashier.unions import CashCommand, CashEvent
from cashier.vouchers import WAITING, Voucher


def decide(
    kiosk: Kiosk,
    command: CashCommand,
    terms: KioskTerms,
    wall_ms: int,
    taking: bool = True,
    box: Money = ZERO,
    hopper: Money = ZERO,
    store: Money = ZERO,
    in_hand: bool = False,
) -> Answer:
    """Answer a command with the events it leads to, or with a refusal; `kiosk` stays as it is.

    `taking` says whether the table takes money now: a note that comes while it does not is given back. `box`,
    `hopper` and `store` are what should be in drop box, hopper and note store by the books. `in_hand` says whether a
    hand runs at the table.
    """
    request = Request(kiosk, terms, wall_ms, taking, Content(box, hopper, store), in_hand)
    return DECIDERS[type(command)](request, command)


def open_claim(kiosk: Kiosk, seat: int, amount: Money, code: str) -> list[CashEvent]:
    """Return the events that open a claim for what a seat left behind.

    The caller has checked that `amount` is above zero and `code` is a claim code (`claims.is_code`). Where an open
    claim has the same code already, the seat is given the next free one.
    """
    invariant(is_code(code), "claim-code-whole", f"a claim code has six digits, this one {len(code)} characters")
    code = free_code(code, (claim.code for claim in kiosk.claims.values()))
    claim = kiosk.next_claim
    return [cash.ClaimOpened(claim, seat, amount), cash.ClaimCodeGiven(claim, seat, code)]


def notes_taken(kiosk: Kiosk, terms: KioskTerms) -> tuple[Money, ...]:
    """The notes that keep the balance within its limit (requirements R-MON-2)."""
    most = terms.limits.balance
    return tuple(note for note in terms.notes if not most or kiosk.balance + note <= most)


# -- the bill validator ------------------------------------------------------------------------------------------


def _behind(last: int, counter: int) -> bool:
    """Whether a count was reached before: half of the counter's circle lies behind `last`, half before it.

    At 0, after a reset, nothing lies behind.
    """
    ahead = (counter - last) % COUNTER_TOP
    return last != 0 and (ahead == 0 or ahead > COUNTER_TOP // 2)


def _out_of_turn(request: Request, device: DeviceId, counter: int) -> Refusal | None:
    """Refuse a report that is not the validator's very next one."""
    if device != request.terms.validator:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": device})
    last = request.kiosk.counters.get(device, 0)
    if counter == counter_after(last, 1):
        return None
    return _not_next(device, counter, last)


def _not_next(device: DeviceId, counter: int, last: int) -> Refusal:
    """Refuse a report that does not follow the last one: it is old, or others are missing before it."""
    code = Code.ALREADY_DONE if _behind(last, counter) else Code.COUNTER_OUT_OF_ORDER
    return Refusal(code, {"device": device, "counter": counter, "last": last})


def _lost_from_escrow(kiosk: Kiosk) -> list[CashEvent]:
    """The held note, where the validator no longer knows of it."""
    return [] if kiosk.held is None else [cash.NoteUnaccounted(kiosk.held.device, kiosk.held.amount)]


def _note_escrowed(request: Request, command: cash.NoteEscrowed) -> Answer:
    if refusal := _out_of_turn(request, command.device, command.counter):
        return refusal
    accept = request.taking and command.amount in notes_taken(request.kiosk, request.terms)
    held = cash.NoteHeld(command.device, command.counter, command.amount, accept)
    return [*_lost_from_escrow(request.kiosk), held]


def _note_stacked(request: Request, command: cash.NoteStacked) -> Answer:
    """What lies in the stacker is money, also where a power cut swallowed the report of its escrow."""
    if refusal := _out_of_turn(request, command.device, command.counter):
        return refusal
    if command.amount <= 0:
        return Refusal(Code.NOTE_NOT_ACCEPTED, {"amount": command.amount})
    kiosk = request.kiosk
    other = kiosk.held is not None and kiosk.held.amount != command.amount
    balance = Money(kiosk.balance + command.amount)
    credited = cash.NoteCredited(command.device, command.counter, command.amount, balance)
    return [*(_lost_from_escrow(kiosk) if other else []), credited]


def _note_returned(request: Request, command: cash.NoteReturned) -> Answer:
    if refusal := _out_of_turn(request, command.device, command.counter):
        return refusal
    return [cash.NoteGivenBack(command.device, command.counter, command.amount)]


def _validator_moved(request: Request, command: cash.ValidatorMoved) -> Answer:
    if refusal := _out_of_turn(request, command.device, command.counter):
        return refusal
    return [cash.ValidatorCounted(command.device, command.counter, command.code)]


def _validator_reset(request: Request, command: cash.ValidatorReset) -> Answer:
    kiosk = request.kiosk
    if command.device != request.terms.validator:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": command.device})
    if kiosk.held is None and kiosk.counters.get(command.device, 0) == 0:
        return Refusal(Code.ALREADY_SO)
    return [*_lost_from_escrow(kiosk), cash.ValidatorCounted(command.device, 0, 0)]


def _events_lost(request: Request, command: cash.EventsLost) -> Answer:
    """Notes may have been stacked unseen: the slot closes until an attendant has counted (devices: ccTalk).

    The count must lie `missed` events after the last one; so the report of an older loss never sets it back.
    """
    kiosk = request.kiosk
    if command.device != request.terms.validator:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": command.device})
    last = kiosk.counters.get(command.device, 0)
    if command.missed < 1 or command.counter != counter_after(last, command.missed):
        return _not_next(command.device, command.counter, last)
    return [
        *_lost_from_escrow(kiosk),
        cash.ValidatorCounted(command.device, command.counter, 0),
        cash.DeviceConditionChanged(command.device, "events-lost"),
    ]


def _device_reported(request: Request, command: cash.DeviceReported) -> Answer:
    """Some faults a device may not end by its own word: an attendant has to look first."""
    before = request.kiosk.condition(command.device)
    role = next((role for role, device in request.terms.roles.items() if device == command.device), None)
    if role is None:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": command.device})
    if before == command.condition == condition_of(request.kiosk, request.terms, role):
        return Refusal(Code.ALREADY_SO)
    row = fault_of(role, before)
    if row is not None and row.ends == "attendant" and not command.by:
        return Refusal(Code.NOT_ALLOWED)
    return [cash.DeviceConditionChanged(command.device, command.condition, command.by)]


# -- the ticket printer ------------------------------------------------------------------------------------------


def _wrong_state(voucher: Voucher) -> Refusal:
    return Refusal(Code.WRONG_VOUCHER_STATE, {"state": voucher.state})


def _ticket_sending(request: Request, command: cash.TicketSending) -> Answer:
    voucher = request.kiosk.vouchers.get(command.number)
    if voucher is None:
        return Refusal(Code.NO_SUCH_VOUCHER)
    if voucher.state == "sent":
        return Refusal(Code.ALREADY_DONE)
    return [cash.VoucherSent(command.number)] if voucher.state == "reserved" else _wrong_state(voucher)


def _ticket_printed(request: Request, command: cash.TicketPrinted) -> Answer:
    """Out of doubt only an attendant leads, so a late proof of print is refused."""
    voucher = request.kiosk.vouchers.get(command.number)
    if voucher is None:
        return Refusal(Code.NO_SUCH_VOUCHER)
    if voucher.state == "issued":
        return Refusal(Code.ALREADY_DONE)
    return [cash.VoucherIssued(command.number, voucher.amount)] if voucher.state == "sent" else _wrong_state(voucher)


def _ticket_in_doubt(request: Request, command: cash.TicketInDoubt) -> Answer:
    voucher = request.kiosk.vouchers.get(command.number)
    if voucher is None:
        return Refusal(Code.NO_SUCH_VOUCHER)
    if voucher.state == "unknown":
        return Refusal(Code.ALREADY_DONE)
    if voucher.state != "sent":
        return _wrong_state(voucher)
    return [cash.VoucherUnknown(command.number, command.condition)]


# -- the kiosk screen and the attendant --------------------------------------------------------------------------


def _ticket_meant(kiosk: Kiosk, number: str) -> Voucher | Refusal:
    """The ticket of a whole number, or the one that ends so: one that waits for a word is meant before all others."""
    if number in kiosk.vouchers:
        return kiosk.vouchers[VoucherNumber(number)]
    ends = [voucher for voucher in kiosk.vouchers.values() if voucher.number.endswith(number)]
    if len(number) < SHOWN_DIGITS or not ends:
        return Refusal(Code.NO_SUCH_VOUCHER)
    meant = [voucher for voucher in ends if voucher.state in WAITING] or ends
    return meant[0] if len(meant) == 1 else Refusal(Code.WHOLE_NUMBER_NEEDED)


def _resolve_voucher(request: Request, command: cash.ResolveVoucher) -> Answer:
    voucher = _ticket_meant(request.kiosk, command.number)
    if isinstance(voucher, Refusal):
        return voucher
    if not command.by:
        return Refusal(Code.NOT_ALLOWED)
    if voucher.state == command.verdict:
        return Refusal(Code.ALREADY_DONE)
    if voucher.state == "unknown" and command.verdict == "issued":
        return [cash.VoucherIssued(voucher.number, voucher.amount, command.by)]
    if command.verdict == "hand-paid":
        return _pay_by_hand(request, voucher, command)
    if voucher.state == "unknown":
        return _tear_up(request, voucher, command)
    if voucher.state == "reserved" and command.verdict == "void":
        balance = Money(request.kiosk.balance + voucher.amount)
        return [cash.VoucherVoided(voucher.number, voucher.amount, command.by, balance, request.seconds)]
    if voucher.state == "pending" and command.verdict == "issued":
        return [VoucherReleased(voucher.number, voucher.amount, command.by)]
    return _wrong_state(voucher)


def _pay_by_hand(request: Request, voucher: Voucher, command: cash.ResolveVoucher) -> Answer:
    """A ticket in doubt is torn up and its money waits for an attendant; a good one is paid and taken in by him."""
    if refusal := unexplained(command.by, command.reason):
        return refusal
    kiosk, at = request.kiosk, request.seconds
    if voucher.state == "issued":
        if command.number != voucher.number:
            return Refusal(Code.WHOLE_NUMBER_NEEDED)
        return [VoucherHandPaid(voucher.number, voucher.amount, command.by, command.reason, at)]
    if voucher.state != "unknown":
        return _wrong_state(voucher)
    waits = HandPayLocked(
        voucher.request, kiosk.next_payout, voucher.amount, kiosk.balance, "in-doubt", request.day, voucher.number
    )
    return [cash.VoucherVoided(voucher.number, voucher.amount, command.by, at=at), waits]


def _tear_up(request: Request, voucher: Voucher, command: cash.ResolveVoucher) -> Answer:
    """Void a ticket in doubt and reserve its replacement, under a number of its own."""
    if refusal := unfit_number(request.kiosk, command.replacement):
        return refusal
    issued_at, expires = good_for(request)
    return [
        cash.VoucherVoided(voucher.number, voucher.amount, command.by, at=request.seconds),
        cash.VoucherReserved(
            voucher.request,
            command.replacement,
            voucher.amount,
            request.kiosk.balance,
            issued_at,
            expires,
            replaces=voucher.number,
            day=voucher.day,
        ),
    ]


def _count_drop_box(request: Request, command: cash.CountDropBox) -> Answer:
    """The box is counted while nothing can fall into it: a note on its way belongs to neither count."""
    if not command.by:
        return Refusal(Code.NOT_ALLOWED)
    if command.amount < 0:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": command.amount})
    if request.taking or request.kiosk.held is not None:
        return Refusal(Code.TAKES_NOTES)
    return [cash.DropCounted(command.by, command.amount, request.content.box)]


DECIDERS: Final[dict[type[cash.Command], Decider]] = dict(
    (
        _row(cash.NoteEscrowed, _note_escrowed),
        _row(cash.NoteStacked, _note_stacked),
        _row(cash.NoteReturned, _note_returned),
        _row(cash.ValidatorMoved, _validator_moved),
        _row(cash.ValidatorReset, _validator_reset),
        _row(cash.EventsLost, _events_lost),
        _row(cash.DeviceReported, _device_reported),
        _row(cash.TicketSending, _ticket_sending),
        _row(cash.TicketPrinted, _ticket_printed),
        _row(cash.TicketInDoubt, _ticket_in_doubt),
        _row(cash.ResolveVoucher, _resolve_voucher),
        _row(cash.CountDropBox, _count_drop_box),
        *REDEEM_DECIDERS,
        *CASH_OUT_DECIDERS,
        *PAYING_DECIDERS,
        *NOTE_DECIDERS,
        *CARD_DECIDERS,
    )
)
"""How each command is answered; a test compares the keys with the union."""
