"""The rules of money that goes out: on a ticket, in notes and coins with the rest on a ticket, or by hand.

One pay-out of the devices runs at a time. What an attendant is to pay is locked at once and waits beside it. Which way
an amount goes follows from what was asked, from the limits of the profile, and from what printer and hopper say.
"""

from typing import Final, Protocol, TypeVar

from cashier import payout_records as payout
from cashier import records as cash
from cashier.kiosk.request import Answer, Request, unexplained
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.kiosk.state import CoinPayout, Kiosk, counter_after
from cashier.money import Money
from cashier.payout_records import HandPayCause, PayoutState
from cashier.records import Command, DeviceId, PayoutId, RequestId, VoucherNumber
from cashier.refusal import Code, Refusal
from cashier.terms import Hopper
from cashier.ticket_number import is_number
from cashier.unions import CashEvent

MOST_COINS: Final = 255
"""A hopper counts what it is told to pay in one byte (ccTalk header 167)."""


class _Running(Protocol):
    """A pay-out of hopper or note store."""

    @property
    def payout(self) -> PayoutId: ...
    @property
    def device(self) -> DeviceId: ...
    @property
    def state(self) -> PayoutState: ...


_RunningT = TypeVar("_RunningT", bound=_Running)


def can_withdraw(kiosk: Kiosk, request: RequestId, amount: Money) -> Refusal | None:
    """Say why `amount` may not leave the balance for a seat, or None when it may."""
    if request in kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    if amount <= 0:
        return Refusal(Code.NOTHING_TO_PAY)
    if amount > kiosk.balance:
        return Refusal(Code.NOT_ENOUGH_BALANCE, {"amount": amount, "balance": kiosk.balance})
    return None


def unfit_number(kiosk: Kiosk, number: VoucherNumber) -> Refusal | None:
    """Refuse a number that the host has to draw anew."""
    if not is_number(number):
        return Refusal(Code.NUMBER_UNUSABLE)
    return Refusal(Code.NUMBER_USED) if number in kiosk.vouchers else None


def in_coins_or_on_paper(
    request: Request, asked: RequestId, number: VoucherNumber, amount: Money, held: Money
) -> list[CashEvent]:
    """Return the event that has the hopper pay of `amount` what it can, or that puts it on a ticket.

    `held` is the balance from which it goes.
    """
    hopper = request.terms.hopper
    if hopper is None or not (coins := _coins(request, hopper, amount)):
        return [on_paper(request, asked, number, amount, held)]
    return [
        payout.CoinsReserved(
            request=asked,
            payout=request.kiosk.next_payout,
            device=hopper.device,
            coin=hopper.coin,
            coins=coins,
            amount=amount,
            balance=Money(held - amount),
            number=number,
            day=request.day,
        )
    ]


def _coins(request: Request, hopper: Hopper, amount: Money) -> int:
    """How many coins of `amount` the hopper can pay: none while it says that it cannot."""
    if "coins-out" in request.stopped:
        return 0
    allowed = request.terms.limits.coins.room(amount, request.kiosk.paid.on(request.day).coins)
    return min(allowed // hopper.coin, request.content.hopper // hopper.coin, MOST_COINS)


def on_paper(request: Request, asked: RequestId, number: VoucherNumber, amount: Money, held: Money) -> CashEvent:
    """Return the event that puts `amount` on a ticket, or that locks it for an attendant where no ticket may be.

    `held` is the balance from which it goes.
    """
    if "tickets-out" in request.stopped:
        return locked(request, asked, amount, held, "no-device")
    if not request.terms.limits.ticket.allows(amount, request.kiosk.paid.on(request.day).ticket):
        return locked(request, asked, amount, held, "limit")
    issued_at, expires = good_for(request)
    return cash.VoucherReserved(asked, number, amount, Money(held - amount), issued_at, expires, day=request.day)


def good_for(request: Request) -> tuple[int, int]:
    """When a ticket reserved now is issued and when it expires, in seconds since the epoch."""
    return request.seconds, request.terms.good_until(request.wall_ms)


def locked(request: Request, asked: RequestId, amount: Money, held: Money, cause: HandPayCause) -> payout.HandPayLocked:
    """Lock an amount out of a balance of `held` until an attendant has paid it (requirements R-TLT-4)."""
    return payout.HandPayLocked(asked, request.kiosk.next_payout, amount, Money(held - amount), cause, request.day)


# -- the hopper --------------------------------------------------------------------------------------------------


def running_of(running: _RunningT | None, number: PayoutId, following: PayoutId) -> _RunningT | Refusal:
    """The pay-out that runs, if it is the one of this number, or why it is not; `following` is the next number."""
    if running is not None and running.payout == number:
        return running
    return Refusal(Code.ALREADY_DONE if number < following else Code.NO_SUCH_PAY_OUT, {"pay_out": number})


def wrong_state(state: str) -> Refusal:
    """Refuse what a pay-out or a payment in this state does not allow."""
    return Refusal(Code.WRONG_VOUCHER_STATE, {"state": state})


def unfit_to_send(running: _Running, device: DeviceId) -> Refusal | None:
    """Say why `device` may not begin this pay-out, or None when it may."""
    if device != running.device:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": device})
    return None if running.state == "reserved" else wrong_state(running.state)


def unfit_to_doubt(running: _Running) -> Refusal | None:
    """Say why nobody can lose sight of this pay-out now, or None when it may be in doubt."""
    if running.state == "sent":
        return None
    return Refusal(Code.ALREADY_DONE) if running.state == "unknown" else wrong_state(running.state)


def unfit_to_resolve(running: _Running, by: str, reason: str, *, has_paid: bool) -> Refusal | None:
    """Say why an attendant may not tell how this pay-out ended; one that was never sent has paid nothing."""
    if refusal := unexplained(by, reason):
        return refusal
    if running.state == "sent" or (running.state == "reserved" and has_paid):
        return wrong_state(running.state)
    return None


def _running(request: Request, number: PayoutId) -> CoinPayout | Refusal:
    return running_of(request.kiosk.payout, number, request.kiosk.next_payout)


def _coins_sending(request: Request, command: payout.CoinsSending) -> Answer:
    """The hopper's count enters the journal before the hopper is told: later it can be asked which of the two it is."""
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_send(running, command.device):
        return refusal
    return [payout.CoinsSent(running.payout, running.device, command.counter)]


def _coins_paid(request: Request, command: payout.CoinsPaid) -> Answer:
    """The hopper's own word counts whenever it comes, if its count has gone on by this one pay-out.

    A count that has not moved says that it refused to pay, and nothing fell.
    """
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if running.state == "reserved":
        return wrong_state(running.state)
    refused = command.counter == running.counter and not command.paid
    if command.counter != counter_after(running.counter, 1) and not refused:
        return _miscounted(running, command.counter)
    if command.paid < 0:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": command.paid})
    return _over(request, running, command.paid)


def _coins_untaken(request: Request, command: payout.CoinsUntaken) -> Answer:
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if running.state == "reserved":
        return Refusal(Code.ALREADY_SO)
    if command.counter != running.counter:
        return _miscounted(running, command.counter)
    return [payout.CoinsNotTaken(running.payout, running.device)]


def _miscounted(running: CoinPayout, counter: int) -> Refusal:
    facts: dict[str, int | str] = {"device": running.device, "counter": counter, "last": running.counter}
    return Refusal(Code.COUNTER_OUT_OF_ORDER, facts)


def _coins_in_doubt(request: Request, command: payout.CoinsInDoubt) -> Answer:
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_doubt(running):
        return refusal
    return [payout.CoinsUnknown(running.payout, running.device, command.condition)]


def _over(request: Request, running: CoinPayout, paid: int, by: str = "", reason: str = "") -> Answer:
    """End a pay-out of which `paid` coins fell: the rest goes on a ticket, or to an attendant.

    What fell beyond what was asked for is the house's loss, and the hopper stays shut until somebody has looked.
    """
    counted = min(paid, running.coins)
    amount = Money(counted * running.coin)
    left, extra = Money(running.amount - amount), Money((paid - counted) * running.coin)
    held = Money(request.kiosk.balance + left)
    found = Money(max(0, extra - (request.content.hopper - amount)))
    dispensed = payout.CoinsDispensed(
        running.payout, running.device, counted, amount, left, held, extra, found, by, reason
    )
    rest = (
        [on_paper(request, running.request, running.number, left, held)] if left and running.state != "reserved" else []
    )
    ran_away = [cash.DeviceConditionChanged(running.device, "runaway")] if extra and not by else []
    return [dispensed, *rest, *ran_away]


def _resolve_payout(request: Request, command: payout.ResolvePayout) -> Answer:
    """What the hopper cannot tell itself an attendant tells; a pay-out that it never heard of may be taken back."""
    running = _running(request, command.payout)
    if isinstance(running, Refusal):
        return running
    if refusal := unfit_to_resolve(running, command.by, command.reason, has_paid=bool(command.paid)):
        return refusal
    if command.paid < 0:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": command.paid})
    return _over(request, running, command.paid, command.by, command.reason)


# -- by hand -----------------------------------------------------------------------------------------------------


def _settle_hand_pay(request: Request, command: payout.SettleHandPay) -> Answer:
    kiosk = request.kiosk
    if refusal := unexplained(command.by, command.reason):
        return refusal
    waits = kiosk.hand_pays.get(command.payout)
    if waits is None:
        is_old = command.payout < kiosk.next_payout
        return Refusal(Code.ALREADY_DONE if is_old else Code.NO_SUCH_PAY_OUT, {"pay_out": command.payout})
    if command.verdict == "paid":
        return [payout.HandPaid(waits.payout, waits.amount, command.by, command.reason)]
    balance = Money(kiosk.balance + waits.amount)
    return [payout.HandPayCancelled(waits.payout, waits.amount, balance, command.by, command.reason)]


def _pay_claim(request: Request, command: payout.PayClaim) -> Answer:
    if refusal := unexplained(command.by, command.reason):
        return refusal
    claim = request.kiosk.claims.get(command.claim)
    if claim is None:
        return Refusal(Code.NO_SUCH_CLAIM)
    return [payout.ClaimHandPaid(claim.claim, claim.amount, command.by, command.reason)]


# -- what is in the hopper ---------------------------------------------------------------------------------------


def _fill_hopper(request: Request, command: payout.FillHopper) -> Answer:
    hopper = _opened(request, command.by, command.coins)
    if isinstance(hopper, Refusal):
        return hopper
    if not command.coins:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": command.coins})
    return [payout.HopperFilled(command.by, command.coins, Money(command.coins * hopper.coin))]


def _count_hopper(request: Request, command: payout.CountHopper) -> Answer:
    hopper = _opened(request, command.by, command.coins)
    if isinstance(hopper, Refusal):
        return hopper
    counted = Money(command.coins * hopper.coin)
    return [payout.HopperCounted(command.by, counted, request.content.hopper, command.emptied)]


def _opened(request: Request, by: str, coins: int) -> Hopper | Refusal:
    """The hopper, if somebody may reach into it: not while it owes coins."""
    hopper = request.terms.hopper
    if hopper is None:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": "hopper"})
    if not by:
        return Refusal(Code.NOT_ALLOWED)
    if coins < 0:
        return Refusal(Code.AMOUNT_UNUSABLE, {"amount": coins})
    return Refusal(Code.PAY_OUT_RUNNING) if request.kiosk.payout is not None else hopper


PAYING_DECIDERS: Final[tuple[tuple[type[Command], Decider], ...]] = (
    _row(payout.CoinsSending, _coins_sending),
    _row(payout.CoinsPaid, _coins_paid),
    _row(payout.CoinsUntaken, _coins_untaken),
    _row(payout.CoinsInDoubt, _coins_in_doubt),
    _row(payout.ResolvePayout, _resolve_payout),
    _row(payout.SettleHandPay, _settle_hand_pay),
    _row(payout.PayClaim, _pay_claim),
    _row(payout.FillHopper, _fill_hopper),
    _row(payout.CountHopper, _count_hopper),
)
