"""The card terminal's part of the evening: everything that a power cut could hurt in payments by card."""

from cashier import card_records as card
from cashier.card_records import BatchTotals, CardMark, CardPaymentId, CardReceipt
from cashier.money import Money
from cashier.records import DeviceReported
from tests.machine.kiosk_deeds import CARDS
from tests.machine.room import Room, changed


def cards(room: Room) -> None:
    """Cards buy, decline, are reversed and get money back; the day is settled with a difference that is explained."""
    room.do(DeviceReported(CARDS, "ready"))
    bought = _asked(room, 5_000)
    room.do(card.CardProgress(CARDS, bought, "pin"))
    room.do(card.CardTaken(CARDS, bought, _receipt(5_000, 1)))
    lost = _asked(room, 2_000)
    room.do(card.CardInDoubt(CARDS, lost, "absent"))
    room.do(card.CardRefused(CARDS, lost, "not-taken"))
    wrong = _asked(room, 2_000)
    room.do(card.CancelCard(room.request()))
    room.do(card.CardTaken(CARDS, wrong, _receipt(2_100, 2)))
    room.do(card.CardReversed(CARDS, wrong, 2))
    refund = room.machine.kiosk.cards.next_payment
    room.do(changed(room.cash_out(2_000), way="card"))
    room.do(card.CardSending(CARDS, refund, CardMark()))
    room.do(card.CardTaken(CARDS, refund, _receipt(2_000, 3)))
    for totals, closed in ((BatchTotals(2, Money(3_000)), False), (BatchTotals(2, Money(2_900)), True)):
        settlement = room.machine.kiosk.cards.next_settlement
        room.do(card.SettleCards("attendant"))
        room.do(card.BatchSending(CARDS, settlement, totals))
        if closed:
            room.do(card.BatchClosed(CARDS, settlement, totals))
        else:
            room.do(card.BatchRefused(CARDS, settlement, 0xA3))
    room.do(card.ResolveCardDifference("attendant", "the bank kept a fee"))


def _asked(room: Room, amount: int) -> CardPaymentId:
    """A purchase that has been given leave."""
    payment = room.machine.kiosk.cards.next_payment
    room.do(card.BuyByCard(room.request(), Money(amount)))
    room.do(card.CardSending(CARDS, payment, CardMark()))
    return payment


def _receipt(amount: int, number: int) -> CardReceipt:
    return CardReceipt(trace=number, receipt=number, amount=Money(amount), currency=978)
