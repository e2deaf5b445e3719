"""The rules of what comes back to the kiosk by a number: tickets scanned or typed, claims by their code.

Numbers may be tried, so trying is limited: after three unknown numbers on a gaming day each further one makes everybody
wait, twice as long each time, and after ten nobody may try before the next gaming day or an attendant's word. What is
no number at all, a slip of the finger against the check digits, does not count (reliability LED-9).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from cashier import redeem_records as redeem
from cashier.claims import is_code
from cashier.kiosk.request import Answer, Request
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.kiosk.state import Kiosk
from cashier.money import Money
from cashier.records import ClaimCollected, ClaimId, CollectClaim, Command, RequestId, VoucherNumber, VoucherState
from cashier.redeem_records import NumberWay
from cashier.refusal import Code, Refusal
from cashier.terms import DAY_MS
from cashier.ticket_number import is_number
from cashier.tickets import read_scan
from cashier.unions import CashEvent
from cashier.vouchers import Voucher

FREE_TRIES: Final = 3
FIRST_WAIT_MS: Final = 30_000
LAST_TRY: Final = 10

NOT_PAYABLE: Final[Mapping[VoucherState, Code]] = {
    "reserved": Code.TICKET_NOT_PROVEN,
    "sent": Code.TICKET_NOT_PROVEN,
    "unknown": Code.TICKET_NOT_PROVEN,
    "pending": Code.TICKET_PENDING,
    "redeemed": Code.TICKET_REDEEMED,
    "hand-paid": Code.TICKET_REDEEMED,
    "void": Code.TICKET_VOID,
    "expired": Code.TICKET_EXPIRED,
}
"""Why a ticket in each state but `issued` is not paid."""


def next_try(request: Request, tries: int) -> int:
    """When (wall ms) the next number may be tried after so many unknown ones; 0 for at once."""
    if tries < FREE_TRIES:
        return 0
    if tries < LAST_TRY:
        return request.wall_ms + (FIRST_WAIT_MS << tries - FREE_TRIES)
    return (request.day + 1) * DAY_MS - request.terms.day_shift


def _locked(request: Request) -> Refusal | None:
    """Refuse every number while too many were wrong."""
    tries = request.kiosk.tries
    if tries.day == request.day and request.wall_ms < tries.until:
        return Refusal(Code.NUMBERS_LOCKED, {"until": tries.until})
    return None


def _tried(request: Request) -> int:
    tries = request.kiosk.tries
    return tries.count if tries.day == request.day else 0


def _unknown(request: Request, asked: RequestId, way: NumberWay, code: Code) -> Answer:
    """Count a number that nobody here ever gave out."""
    tries = _tried(request) + 1
    return [redeem.NumberRefused(asked, way, code, tries, request.day, until=next_try(request, tries))]


def _refused(request: Request, asked: RequestId, code: Code, since: int = 0) -> Answer:
    """Write down that a ticket was shown which is not paid; whoever holds it has not guessed it."""
    return [redeem.NumberRefused(asked, "ticket", code, _tried(request), request.day, since=since * 1000)]


# -- tickets -----------------------------------------------------------------------------------------------------


def _redeem_ticket(request: Request, command: redeem.RedeemTicket) -> Answer:
    if command.request in request.kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    return _present(request, command.request, command.number)


def _ticket_scanned(request: Request, command: redeem.TicketScanned) -> Answer:
    if command.device != request.terms.scanner:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": command.device})
    if "scans" in request.stopped:
        return Refusal(Code.TICKETS_NOT_TAKEN)
    read = read_scan(command.text)
    if read is None:
        return Refusal(Code.NO_TICKET)
    if read.machine not in ("", request.terms.machine):
        return _refused(request, RequestId(""), Code.TICKET_OF_ANOTHER_TABLE)
    return _present(request, RequestId(""), read.number)


def _present(request: Request, asked: RequestId, number: VoucherNumber) -> Answer:
    """Let a ticket become pending, if it is one of ours and nobody has been paid for it."""
    if not request.terms.tickets.taken:
        return Refusal(Code.TICKETS_NOT_TAKEN)
    if not request.taking:
        return Refusal(Code.PAUSED)
    if refusal := _locked(request):
        return refusal
    if not is_number(number):
        return Refusal(Code.WRONG_CHECK_DIGITS)
    voucher = request.kiosk.vouchers.get(number)
    if voucher is None:
        return _unknown(request, asked, "ticket", Code.NO_SUCH_VOUCHER)
    if voucher.state != "issued":
        return _refused(request, asked, NOT_PAYABLE[voucher.state], voucher.ended_at)
    if _is_over(voucher, request):
        return _refused(request, asked, Code.TICKET_EXPIRED, voucher.expires)
    return [redeem.VoucherPresented(asked, number, voucher.amount)]


def _is_over(voucher: Voucher, request: Request) -> bool:
    return voucher.state == "issued" and request.seconds >= voucher.expires


def _ticket_answered(request: Request, command: redeem.TicketAnswered) -> Answer:
    """What the authority grants is paid; it may say so again after a restart."""
    kiosk = request.kiosk
    voucher = kiosk.vouchers.get(command.number)
    if voucher is None:
        return Refusal(Code.NO_SUCH_VOUCHER)
    if voucher.state != "pending":
        return Refusal(Code.WRONG_VOUCHER_STATE, {"state": voucher.state})
    if not command.granted:
        return [redeem.VoucherReleased(voucher.number, voucher.amount)]
    balance = Money(kiosk.balance + voucher.amount)
    return [redeem.VoucherRedeemed(voucher.number, voucher.amount, balance, request.seconds)]


def _expire_tickets(request: Request, _command: redeem.ExpireTickets) -> Answer:
    over = [voucher for voucher in request.kiosk.vouchers.values() if _is_over(voucher, request)]
    if not over:
        return Refusal(Code.NOT_DUE)
    return [redeem.VoucherExpired(voucher.number, voucher.amount) for voucher in over]


def _allow_numbers(request: Request, command: redeem.AllowNumbers) -> Answer:
    if not command.by:
        return Refusal(Code.NOT_ALLOWED)
    if not _tried(request):
        return Refusal(Code.ALREADY_SO)
    return [redeem.NumbersAllowed(command.by)]


# -- claims ------------------------------------------------------------------------------------------------------


def _collect_claim(request: Request, command: CollectClaim) -> Answer:
    kiosk = request.kiosk
    if command.request in kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    if refusal := _locked(request):
        return refusal
    if not is_code(command.code):
        return Refusal(Code.NO_SUCH_CLAIM)
    claim = next((claim for claim in kiosk.claims.values() if claim.code == command.code), None)
    if claim is None:
        return _unknown(request, command.request, "claim", Code.NO_SUCH_CLAIM)
    balance = Money(kiosk.balance + claim.amount)
    return [ClaimCollected(command.request, claim.claim, claim.amount, balance)]


def collect_claims(kiosk: Kiosk, request: RequestId, claims: Iterable[ClaimId]) -> Answer:
    """Make balance of these open claims at one request; the caller knows that they are the player's who asks."""
    if request in kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    balance, collected = kiosk.balance, list[CashEvent]()
    for claim in claims:
        amount = kiosk.claims[claim].amount
        balance = Money(balance + amount)
        collected.append(ClaimCollected(request, claim, amount, balance))
    return collected or Refusal(Code.NO_SUCH_CLAIM)


REDEEM_DECIDERS: Final[tuple[tuple[type[Command], Decider], ...]] = (
    _row(redeem.RedeemTicket, _redeem_ticket),
    _row(redeem.TicketScanned, _ticket_scanned),
    _row(redeem.TicketAnswered, _ticket_answered),
    _row(redeem.ExpireTickets, _expire_tickets),
    _row(redeem.AllowNumbers, _allow_numbers),
    _row(CollectClaim, _collect_claim),
)
