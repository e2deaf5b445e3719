"""How payments by card change the kiosk."""

from typing import Final

import msgspec

from cashier import card_records as card
from cashier.invariant import InvariantBreach, invariant
from cashier.kiosk import card_desk as desks
from cashier.kiosk.card_desk import CardPayment, Settlement
from cashier.kiosk.rows import Evolver
from cashier.kiosk.rows import evolver_row as _row
from cashier.kiosk.state import Kiosk, move, remember
from cashier.money import ZERO, Money
from cashier.records import Event


def _reserved(kiosk: Kiosk, event: card.CardReserved) -> None:
    payment = CardPayment(
        event.payment, event.request, event.kind, event.device, event.amount, event.currency, event.day, event.at
    )
    kiosk.cards = desks.begin(kiosk.cards, payment)
    move(kiosk, Money(-event.amount) if event.kind == "refund" else ZERO, event.balance)
    remember(kiosk, event.request)


def _sent(kiosk: Kiosk, event: card.CardSent) -> None:
    kiosk.cards = desks.step(kiosk.cards, event.payment, "sent", mark=event.mark)


def _moved(kiosk: Kiosk, event: card.CardMoved) -> None:
    moved = msgspec.structs.replace(desks.running(kiosk.cards, event.payment), phase=event.phase)
    kiosk.cards = msgspec.structs.replace(kiosk.cards, running=moved)


def _cancelling(kiosk: Kiosk, event: card.CardCancelling) -> None:
    stopped = msgspec.structs.replace(desks.running(kiosk.cards, event.payment), cancelling=True)
    kiosk.cards = msgspec.structs.replace(kiosk.cards, running=stopped)
    remember(kiosk, event.request)


def _unknown(kiosk: Kiosk, event: card.CardUnknown) -> None:
    kiosk.cards = desks.step(kiosk.cards, event.payment, "stuck" if event.stuck else "unknown")


def _undoing(kiosk: Kiosk, event: card.CardUndoing) -> None:
    kiosk.cards = desks.step(kiosk.cards, event.payment, "reversing", receipt=event.receipt)


def _purchased(kiosk: Kiosk, event: card.CardPurchased) -> None:
    before = desks.end(kiosk.cards, event.payment, event.amount, "purchase")
    invariant(
        before.state in ("sent", "unknown", "stuck") or event.by != "",
        "credited-after-leave",
        f"a {before.state} purchase was credited",
    )
    today = kiosk.cards.bought.on(before.day)
    bought = desks.BoughtToday(today.day, Money(today.amount + event.amount))
    kiosk.cards = msgspec.structs.replace(desks.over(kiosk.cards, event.amount), bought=bought)
    move(kiosk, event.amount, event.balance)


def _refund_paid(kiosk: Kiosk, event: card.CardRefundPaid) -> None:
    before = desks.end(kiosk.cards, event.payment, event.amount, "refund")
    invariant(
        before.state in ("sent", "unknown", "stuck") or event.by != "",
        "paid-after-leave",
        f"a {before.state} refund was paid",
    )
    kiosk.cards = desks.over(kiosk.cards, -event.amount)
    kiosk.paid = kiosk.paid.plus(before.day, "card", event.amount)


def _dropped(kiosk: Kiosk, event: card.CardDropped) -> None:
    desks.end(kiosk.cards, event.payment, event.amount, event.kind)
    kiosk.cards = desks.over(kiosk.cards, 0)
    move(kiosk, event.amount if event.kind == "refund" else ZERO, event.balance)


# -- the end of the terminal's day --------------------------------------------------------------------------------


def _batch_reserved(kiosk: Kiosk, event: card.BatchReserved) -> None:
    desk = kiosk.cards
    invariant(not desk.busy, "one-card-payment-at-a-time", "the terminal ends its day while it is at something else")
    invariant(
        event.settlement == desk.next_settlement and event.expected == desk.batch,
        "settled-once",
        f"settlement {event.settlement} of {event.expected} begins, the books have {desk.batch}",
    )
    closing = Settlement(event.settlement, event.device, event.by, event.expected)
    after = card.SettlementId(event.settlement + 1)
    kiosk.cards = msgspec.structs.replace(desk, settlement=closing, next_settlement=after)


def _closing(kiosk: Kiosk, settlement: card.SettlementId) -> Settlement:
    """The end of day that an event speaks of."""
    closing = kiosk.cards.settlement
    if closing is None or closing.settlement != settlement:
        raise InvariantBreach("settlement-runs", f"an event speaks of settlement {settlement}, which does not run")
    return closing


def _batch_sent(kiosk: Kiosk, event: card.BatchSent) -> None:
    closing = msgspec.structs.replace(_closing(kiosk, event.settlement), totals=event.totals)
    kiosk.cards = msgspec.structs.replace(kiosk.cards, settlement=closing)


def _batch_dropped(kiosk: Kiosk, event: card.BatchDropped) -> None:
    _closing(kiosk, event.settlement)
    kiosk.cards = msgspec.structs.replace(kiosk.cards, settlement=None)


def _settled(kiosk: Kiosk, event: card.CardsSettled) -> None:
    closing = _closing(kiosk, event.settlement)
    invariant(
        closing.totals is not None and event.difference == event.totals.amount - event.expected.amount,
        "settlement-adds-up",
        f"{event.totals} against {event.expected} leave {event.difference}, the event says",
    )
    desk = kiosk.cards
    kiosk.cards = msgspec.structs.replace(
        desk,
        settlement=None,
        batch=card.BatchTotals(),
        over=Money(desk.over + max(0, event.difference)),
        short=Money(desk.short + max(0, -event.difference)),
    )


def _difference_resolved(kiosk: Kiosk, event: card.CardDifferenceResolved) -> None:
    desk = kiosk.cards
    invariant(
        (event.over, event.short) == (desk.over, desk.short),
        "difference-resolved-whole",
        f"{event.over} over and {event.short} short are booked, {desk.over} and {desk.short} were open",
    )
    kiosk.cards = msgspec.structs.replace(desk, over=ZERO, short=ZERO)


CARD_EVOLVERS: Final[tuple[tuple[type[Event], Evolver], ...]] = (
    _row(card.CardReserved, _reserved),
    _row(card.CardSent, _sent),
    _row(card.CardMoved, _moved),
    _row(card.CardCancelling, _cancelling),
    _row(card.CardUnknown, _unknown),
    _row(card.CardUndoing, _undoing),
    _row(card.CardPurchased, _purchased),
    _row(card.CardRefundPaid, _refund_paid),
    _row(card.CardDropped, _dropped),
    _row(card.BatchReserved, _batch_reserved),
    _row(card.BatchSent, _batch_sent),
    _row(card.BatchDropped, _batch_dropped),
    _row(card.CardsSettled, _settled),
    _row(card.CardDifferenceResolved, _difference_resolved),
)
