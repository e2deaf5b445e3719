"""The rules of payments by card: from one to the balance, from the balance to one, and the end of the terminal's day.

No purchase becomes balance before the terminal has told its result and its end, and none is asked for twice. A refund
goes to the player's payment card (poker.md §2); together refunds are never more than what cards have brought since the
terminal last ended its day, so that the house pays nothing out through a bank that owes it nothing.
"""

from typing import Final

from cashier import card_records as card
from cashier.card_records import CardReceipt, DeclineCause, Undoing
from cashier.kiosk.card_desk import CardPayment, Settlement
from cashier.kiosk.paying import wrong_state
from cashier.kiosk.request import Answer, Request, unexplained
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.money import ZERO, Money
from cashier.records import CashOut, Command, DeviceId, RequestId
from cashier.refusal import Code, Refusal
from cashier.terms import CardTerms

LARGEST: Final = 999_999_999_999
"""The most that a terminal's amount field can write, in minor units (ZVT, BMP 04)."""

_SENT: Final = ("sent", "unknown", "stuck")
"""States in which the bank may have been asked, so that the terminal's word ends the payment."""


def _open_terminal(request: Request) -> CardTerms | Refusal:
    """The card terminal, if it can take an order now."""
    terms = request.terms.cards
    if terms is None or "cards" in request.stopped:
        return Refusal(Code.CARDS_NOT_TAKEN)
    return Refusal(Code.CARD_RUNNING) if request.kiosk.cards.busy else terms


def _reserve(
    request: Request, terms: CardTerms, asked: RequestId, kind: card.CardKind, amount: Money, most: int
) -> Answer:
    """Reserve a payment of `amount`, of which `most` is allowed now."""
    if amount < max(terms.least, 1):
        return Refusal(Code.BELOW_CARD_LIMIT, {"least": max(terms.least, 1)})
    if amount > most:
        return Refusal(Code.ABOVE_CARD_LIMIT, {"most": most})
    kiosk = request.kiosk
    return [
        card.CardReserved(
            request=asked,
            payment=kiosk.cards.next_payment,
            kind=kind,
            device=terms.device,
            amount=amount,
            balance=Money(kiosk.balance - (amount if kind == "refund" else ZERO)),
            currency=terms.currency,
            day=request.day,
            at=request.wall_ms,
        )
    ]


def _buy_by_card(request: Request, command: card.BuyByCard) -> Answer:
    kiosk = request.kiosk
    if command.request in kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    if not request.taking:
        return Refusal(Code.PAUSED)
    terms = _open_terminal(request)
    if isinstance(terms, Refusal):
        return terms
    return _reserve(request, terms, command.request, "purchase", command.amount, _most_bought(request, terms))


def _most_bought(request: Request, terms: CardTerms) -> int:
    """The most that may be bought now: by the limits of a payment and a day, and of what may be on the balance."""
    kiosk, whole = request.kiosk, request.terms.limits.balance
    room = max(0, whole - kiosk.balance) if whole else LARGEST
    return terms.purchase.room(min(room, LARGEST), kiosk.cards.bought.on(request.day).amount)


def refund_to_card(request: Request, command: CashOut) -> Answer:
    """Pay out to the player's card; the amount has been checked against balance and day already."""
    terms = _open_terminal(request)
    if isinstance(terms, Refusal):
        return terms
    kiosk = request.kiosk
    most = terms.refund.room(kiosk.cards.batch.amount, kiosk.paid.on(request.day).card)
    return _reserve(request, terms, command.request, "refund", command.amount, min(most, kiosk.balance))


def _cancel_card(request: Request, command: card.CancelCard) -> Answer:
    """What the terminal knows nothing of is dropped at once; anything else it is asked to break off."""
    row = request.kiosk.cards.running
    if command.request in request.kiosk.requests:
        return Refusal(Code.ALREADY_DONE)
    if row is None:
        return Refusal(Code.NO_CARD_PAYMENT)
    if row.state == "reserved":
        return [_dropped(request, row, "cancelled")]
    if row.state != "sent" or row.cancelling:
        return Refusal(Code.ALREADY_SO)
    return [card.CardCancelling(command.request, row.payment)]


# -- the terminal -------------------------------------------------------------------------------------------------


def _running(request: Request, payment: card.CardPaymentId, device: DeviceId | None) -> CardPayment | Refusal:
    """The running payment of this number at this device (None: an attendant speaks), or why there is none."""
    desk = request.kiosk.cards
    row = desk.running
    if row is None or row.payment != payment:
        return Refusal(Code.ALREADY_DONE if payment < desk.next_payment else Code.NO_CARD_PAYMENT)
    if device is not None and device != row.device:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": device})
    return row


def _card_sending(request: Request, command: card.CardSending) -> Answer:
    """The terminal's numbers enter the journal before it is told: later they say whether it began."""
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    return [card.CardSent(row.payment, command.mark)] if row.state == "reserved" else wrong_state(row.state)


def _card_progress(request: Request, command: card.CardProgress) -> Answer:
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    return Refusal(Code.ALREADY_SO) if row.phase == command.phase else [card.CardMoved(row.payment, command.phase)]


def _card_taken(request: Request, command: card.CardTaken) -> Answer:
    """A payment counts once, by a receipt that the terminal did not have before, and if it is the one asked for."""
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    if row.state not in _SENT:
        return wrong_state(row.state)
    receipt = command.receipt
    if receipt.trace and (receipt.trace, receipt.receipt) == (row.mark.trace, row.mark.receipt):
        return Refusal(Code.COUNTER_OUT_OF_ORDER, {"device": row.device, "counter": receipt.trace})
    wrong = _undoing(request, row, receipt)
    if wrong is not None and row.kind == "refund":
        return _stuck(row)
    if wrong is not None:
        return [card.CardUndoing(row.payment, receipt, wrong)]
    return [_through(request, row, receipt)]


def _undoing(request: Request, row: CardPayment, receipt: CardReceipt) -> Undoing | None:
    """Why what the terminal took may not stand, if it may not.

    A purchase whose outcome was unknown for long belongs to somebody who has gone: it goes back to his card, and not on
    the balance of whoever stands there now.
    """
    if receipt.currency != row.currency:
        return "currency"
    if receipt.amount != row.amount:
        return "amount"
    terms = request.terms.cards
    waited = request.wall_ms - row.at
    late = row.kind == "purchase" and row.state != "sent" and terms is not None and waited > terms.late_ms
    return "late" if late else None


def _stuck(row: CardPayment) -> Answer:
    return Refusal(Code.ALREADY_SO) if row.state == "stuck" else [card.CardUnknown(row.payment, "fault", stuck=True)]


def _through(
    request: Request, row: CardPayment, receipt: CardReceipt | None, by: str = "", reason: str = ""
) -> card.CardPurchased | card.CardRefundPaid:
    """The event that ends a payment well."""
    if row.kind == "refund":
        return card.CardRefundPaid(row.payment, row.amount, receipt, by, reason)
    return card.CardPurchased(row.payment, row.amount, Money(request.kiosk.balance + row.amount), receipt, by, reason)


def _dropped(
    request: Request, row: CardPayment, cause: DeclineCause, code: int = 0, by: str = "", reason: str = ""
) -> card.CardDropped:
    """The event that ends a payment of which nothing came: a refund's amount is balance again."""
    back = row.amount if row.kind == "refund" else ZERO
    balance = Money(request.kiosk.balance + back)
    return card.CardDropped(row.payment, row.kind, row.amount, balance, cause, code, by, reason)


def _card_refused(request: Request, command: card.CardRefused) -> Answer:
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    if row.state not in ("reserved", *_SENT):
        return wrong_state(row.state)
    return [_dropped(request, row, command.cause, command.code)]


def _card_in_doubt(request: Request, command: card.CardInDoubt) -> Answer:
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    if row.state == "reserved":
        return wrong_state(row.state)
    known = row.state == "stuck" or (not command.stuck and row.state != "sent")
    if known:
        return Refusal(Code.ALREADY_SO)
    return [card.CardUnknown(row.payment, command.condition, command.stuck)]


def _card_reversed(request: Request, command: card.CardReversed) -> Answer:
    row = _running(request, command.payment, command.device)
    if isinstance(row, Refusal):
        return row
    if row.receipt is None or row.receipt.receipt != command.receipt:
        return wrong_state(row.state)
    return [_dropped(request, row, "reversed")]


# -- the attendant ------------------------------------------------------------------------------------------------


def _resolve_card(request: Request, command: card.ResolveCard) -> Answer:
    """What the terminal cannot tell, its paper tells an attendant. A payment that runs well is not his to end."""
    row = _running(request, command.payment, None)
    if isinstance(row, Refusal):
        return row
    if refusal := unexplained(command.by, command.reason):
        return refusal
    if row.state == "sent" or (row.state == "reserved" and command.taken):
        return wrong_state(row.state)
    if command.taken:
        return [_through(request, row, row.receipt, command.by, command.reason)]
    return [_dropped(request, row, "attendant", by=command.by, reason=command.reason)]


def _settle_cards(request: Request, command: card.SettleCards) -> Answer:
    if not command.by:
        return Refusal(Code.NOT_ALLOWED)
    terms = _open_terminal(request)
    if isinstance(terms, Refusal):
        return terms
    desk = request.kiosk.cards
    return [card.BatchReserved(desk.next_settlement, terms.device, command.by, desk.batch)]


def _closing(request: Request, settlement: card.SettlementId, device: DeviceId) -> Settlement | Refusal:
    """The end of day that runs under this number at this device."""
    desk = request.kiosk.cards
    closing = desk.settlement
    if closing is None or closing.settlement != settlement:
        return Refusal(Code.ALREADY_DONE if settlement < desk.next_settlement else Code.NO_CARD_PAYMENT)
    return closing if device == closing.device else Refusal(Code.NO_SUCH_DEVICE, {"device": device})


def _batch_sending(request: Request, command: card.BatchSending) -> Answer:
    closing = _closing(request, command.settlement, command.device)
    if isinstance(closing, Refusal):
        return closing
    if closing.totals is not None:
        return Refusal(Code.ALREADY_SO)
    return [card.BatchSent(closing.settlement, command.totals)]


def _batch_closed(request: Request, command: card.BatchClosed) -> Answer:
    """What both sides agree on goes to the house at once; the rest stays open until somebody has explained it."""
    closing = _closing(request, command.settlement, command.device)
    if isinstance(closing, Refusal):
        return closing
    if closing.totals is None:
        return Refusal(Code.COUNTER_OUT_OF_ORDER, {"device": command.device, "counter": command.totals.count})
    settled = Money(min(command.totals.amount, closing.expected.amount))
    difference = Money(command.totals.amount - closing.expected.amount)
    return [card.CardsSettled(closing.settlement, closing.by, closing.expected, command.totals, settled, difference)]


def _batch_refused(request: Request, command: card.BatchRefused) -> Answer:
    closing = _closing(request, command.settlement, command.device)
    return closing if isinstance(closing, Refusal) else [card.BatchDropped(closing.settlement, command.code)]


def _resolve_difference(request: Request, command: card.ResolveCardDifference) -> Answer:
    if refusal := unexplained(command.by, command.reason):
        return refusal
    desk = request.kiosk.cards
    if not desk.over and not desk.short:
        return Refusal(Code.NO_CARD_DIFFERENCE)
    return [card.CardDifferenceResolved(command.by, command.reason, desk.over, desk.short)]


CARD_DECIDERS: Final[tuple[tuple[type[Command], Decider], ...]] = (
    _row(card.BuyByCard, _buy_by_card),
    _row(card.CancelCard, _cancel_card),
    _row(card.CardSending, _card_sending),
    _row(card.CardProgress, _card_progress),
    _row(card.CardTaken, _card_taken),
    _row(card.CardRefused, _card_refused),
    _row(card.CardInDoubt, _card_in_doubt),
    _row(card.CardReversed, _card_reversed),
    _row(card.ResolveCard, _resolve_card),
    _row(card.SettleCards, _settle_cards),
    _row(card.BatchSending, _batch_sending),
    _row(card.BatchClosed, _batch_closed),
    _row(card.BatchRefused, _batch_refused),
    _row(card.ResolveCardDifference, _resolve_difference),
)
