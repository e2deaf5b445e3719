"""How payments by card change what a screen shows."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier import card_records as card
from cashier.card_records import CardState
from cashier.records import Event
from controller.wire.view import View
from controller.wire.view_payouts import CardEndView, CardView, SettlementView


def _reserved(view: View, event: card.CardReserved) -> None:
    view.card = CardView(event.payment, event.kind, event.device, event.amount)
    view.card_end = None
    view.balance = event.balance


def _becomes(state: CardState) -> Callable[[View, Any], None]:
    """Return the fold that takes the running payment to `state`."""

    def become(view: View, _event: Event) -> None:
        _change(view, state=state, phase="wait")

    return become


def _change(view: View, **changes: Any) -> None:
    if view.card is not None:
        view.card = msgspec.structs.replace(view.card, **changes)


def _unknown(view: View, event: card.CardUnknown) -> None:
    _change(view, state="stuck" if event.stuck else "unknown", phase="wait")


def _moved(view: View, event: card.CardMoved) -> None:
    _change(view, phase=event.phase)


def _cancelling(view: View, _event: card.CardCancelling) -> None:
    _change(view, cancelling=True)


def _purchased(view: View, event: card.CardPurchased) -> None:
    view.card = None
    view.card_end = CardEndView(event.payment, "purchase", event.amount)
    view.balance = event.balance


def _refund_paid(view: View, event: card.CardRefundPaid) -> None:
    view.card = None
    view.card_end = CardEndView(event.payment, "refund", event.amount)


def _dropped(view: View, event: card.CardDropped) -> None:
    view.card = None
    view.card_end = CardEndView(event.payment, event.kind, event.amount, event.cause)
    view.balance = event.balance


def _batch_reserved(view: View, event: card.BatchReserved) -> None:
    before = view.settlement or SettlementView()
    view.settlement = msgspec.structs.replace(before, running=True, expected=event.expected, totals=None)


def _batch_sent(view: View, event: card.BatchSent) -> None:
    view.settlement = msgspec.structs.replace(view.settlement or SettlementView(), totals=event.totals)


def _batch_dropped(view: View, _event: card.BatchDropped) -> None:
    view.settlement = msgspec.structs.replace(view.settlement or SettlementView(), running=False)


def _settled(view: View, event: card.CardsSettled) -> None:
    before = view.settlement or SettlementView()
    view.settlement = msgspec.structs.replace(
        before,
        running=False,
        expected=event.expected,
        totals=event.totals,
        over=before.over + max(0, event.difference),
        short=before.short + max(0, -event.difference),
    )


def _difference_resolved(view: View, _event: card.CardDifferenceResolved) -> None:
    view.settlement = msgspec.structs.replace(view.settlement or SettlementView(), over=0, short=0)


FOLD_CARDS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    card.CardReserved: _reserved,
    card.CardSent: _becomes("sent"),
    card.CardMoved: _moved,
    card.CardCancelling: _cancelling,
    card.CardUnknown: _unknown,
    card.CardUndoing: _becomes("reversing"),
    card.CardPurchased: _purchased,
    card.CardRefundPaid: _refund_paid,
    card.CardDropped: _dropped,
    card.BatchReserved: _batch_reserved,
    card.BatchSent: _batch_sent,
    card.BatchDropped: _batch_dropped,
    card.CardsSettled: _settled,
    card.CardDifferenceResolved: _difference_resolved,
}
