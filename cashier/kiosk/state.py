"""The kiosk's state and its fold: balance, escrow, device counters, vouchers and claims.

`evolve` alone changes the state; the rules that decide which events happen stand in `cashier.kiosk.rules`. Each event
tells its result (the balance after it), and the fold checks what it is told: what may never happen stops here.
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

import msgspec

from cashier import records as cash
from cashier.claims import Claim
from cashier.invariant import invariant
from cashier.money import ZERO, Money
from cashier.records import CashEvent, ClaimId, Condition, DeviceId, RequestId, VoucherNumber, VoucherState
from cashier.vouchers import UNPROVEN, Voucher, allowed

REQUESTS_KEPT: Final = 256
"""How many completed requests are remembered. A screen has one request open at a time, so none can be repeated after so
many others."""

COUNTER_TOP: Final = 255
"""A validator counts 1 to 255 and again from 1; 0 comes only with a reset (ccTalk header 159)."""


class Kiosk(msgspec.Struct):
    """The money terminal.

    `held` is the note in escrow, `paying` the ticket that is reserved and not yet proven, `owed` a torn-up ticket whose
    replacement is still to be reserved (never longer than one decision), `requests` those carried out last.
    """

    balance: Money = ZERO
    held: cash.NoteHeld | None = None
    counters: dict[DeviceId, int] = {}
    conditions: dict[DeviceId, Condition] = {}
    vouchers: dict[VoucherNumber, Voucher] = {}
    paying: VoucherNumber | None = None
    owed: VoucherNumber | None = None
    claims: dict[ClaimId, Claim] = {}
    next_claim: ClaimId = ClaimId(1)
    requests: list[RequestId] = []

    def copy(self) -> "Kiosk":
        """Return a kiosk that can evolve without touching this one."""
        return Kiosk(
            self.balance,
            self.held,
            dict(self.counters),
            dict(self.conditions),
            dict(self.vouchers),
            self.paying,
            self.owed,
            dict(self.claims),
            self.next_claim,
            list(self.requests),
        )

    def condition(self, device: DeviceId) -> Condition:
        """What a device last said of itself; `absent` before it has answered."""
        return self.conditions.get(device, "absent")


def counter_after(counter: int, events: int) -> int:
    """Return where a validator that stood at `counter` stands after so many events (at least one)."""
    return (counter + events - 1) % COUNTER_TOP + 1


def evolve(kiosk: Kiosk, event: CashEvent) -> None:
    """Fold one cashier event into the state. Raises `InvariantBreach` for an event that may never have happened."""
    EVOLVERS[type(event)](kiosk, event)


def evolve_withdrawal(kiosk: Kiosk, request: RequestId, amount: Money, balance: Money) -> None:
    """Fold a purchase of chips: `amount` left for a seat, `balance` is what remains (BoughtIn, ChipsReserved)."""
    _remember(kiosk, request)
    _move(kiosk, Money(-amount), balance)


def _move(kiosk: Kiosk, amount: Money, balance: Money) -> None:
    """Change the balance by `amount`: the only function that does. `balance` is what the event says remains."""
    after = Money(kiosk.balance + amount)
    invariant(after == balance, "balance-as-told", f"the balance becomes {after}, the event says {balance}")
    invariant(after >= 0, "balance-not-below-zero", f"the balance would become {after}")
    kiosk.balance = after


def _remember(kiosk: Kiosk, request: RequestId) -> None:
    """Mark a request as carried out."""
    if request not in kiosk.requests:
        kiosk.requests.append(request)
        del kiosk.requests[:-REQUESTS_KEPT]


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
    _move(kiosk, event.amount, event.balance)


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
    invariant(kiosk.paying is None, "one-pay-out-at-a-time", "a ticket is reserved while another is not proven")
    invariant(
        event.replaces == (kiosk.owed or ""),
        "replaced-once",
        "a ticket replaces one that was not just torn up, or leaves a torn-up one unpaid",
    )
    if kiosk.owed is None:
        _move(kiosk, Money(-event.amount), event.balance)
    else:
        _same_amount(kiosk.vouchers[kiosk.owed], event.amount)
        _move(kiosk, ZERO, event.balance)
        kiosk.owed = None
    kiosk.vouchers[event.number] = Voucher(
        event.number, event.amount, "reserved", event.request, event.issued_at, event.expires, event.replaces
    )
    kiosk.paying = event.number
    _remember(kiosk, event.request)


def _voucher_becomes(kiosk: Kiosk, number: VoucherNumber, state: VoucherState) -> Voucher:
    """Take a voucher one step along its paths; when it is proven or void the pay-out is over."""
    before = kiosk.vouchers[number]
    invariant(
        allowed(before.state, state),
        "voucher-on-its-path",
        f"a {before.state} voucher of {before.amount} became {state}",
    )
    kiosk.vouchers[number] = msgspec.structs.replace(before, state=state)
    if state not in UNPROVEN and kiosk.paying == number:
        kiosk.paying = None
    return before


def _voucher_sent(kiosk: Kiosk, event: cash.VoucherSent) -> None:
    _voucher_becomes(kiosk, event.number, "sent")


def _voucher_issued(kiosk: Kiosk, event: cash.VoucherIssued) -> None:
    before = _voucher_becomes(kiosk, event.number, "issued")
    invariant(before.state == "sent" or event.by != "", "doubt-ends-by-attendant", "a ticket in doubt proved itself")
    _same_amount(before, event.amount)


def _voucher_unknown(kiosk: Kiosk, event: cash.VoucherUnknown) -> None:
    _voucher_becomes(kiosk, event.number, "unknown")


def _voucher_voided(kiosk: Kiosk, event: cash.VoucherVoided) -> None:
    before = _voucher_becomes(kiosk, event.number, "void")
    _same_amount(before, event.amount)
    if event.balance is None:
        kiosk.owed = event.number
    else:
        invariant(
            before.state == "reserved", "only-unsent-refunded", f"a {before.state} ticket went back to the balance"
        )
        _move(kiosk, event.amount, event.balance)


def _same_amount(voucher: Voucher, amount: Money) -> None:
    """A voucher keeps its amount from reservation to the end."""
    invariant(
        voucher.amount == amount, "voucher-keeps-its-amount", f"reserved for {voucher.amount}, now said to be {amount}"
    )


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
    _move(kiosk, event.amount, event.balance)
    _remember(kiosk, event.request)


def _drop_counted(_kiosk: Kiosk, _event: cash.DropCounted) -> None:
    """The content of the box stands in the ledger alone."""


_E = TypeVar("_E", bound=cash.Event)
_Evolver = Callable[[Kiosk, cash.Event], None]


def _row(kind: type[_E], evolver: Callable[[Kiosk, _E], None]) -> tuple[type[cash.Event], _Evolver]:
    """Pair an event type with its own evolver: the type checker sees that the two belong together."""
    return kind, cast(_Evolver, evolver)


EVOLVERS: Final[dict[type[cash.Event], _Evolver]] = dict(
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
    )
)
"""How each event changes the kiosk; a test compares the keys with the union."""
