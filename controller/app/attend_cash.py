"""The desk's words for money: drop box and hopper, tickets in doubt, pay-outs, cards, claims and wrong numbers."""

import argparse
from typing import Final

from cashier.card_records import CardPaymentId, ResolveCard, ResolveCardDifference, SettleCards
from cashier.note_records import ResolveNotes
from cashier.payout_records import CountHopper, FillHopper, PayClaim, ResolvePayout, SettleHandPay
from cashier.records import ClaimId, CountDropBox, DeviceId, DeviceReported, PayoutId, ResolveVoucher
from cashier.redeem_records import AllowNumbers
from controller.app.attend_words import Argument, Word, amount_of, ticket_number
from controller.wire.messages import AskedCommand
from controller.wire.view import View

_REASON: Final = Argument("--reason", "why; it stands in the journal", default="")
_PAYOUT: Final = Argument("payout", "the pay-out's number, as status lists it", int)


def _resolve(told: argparse.Namespace, _view: View) -> AskedCommand:
    return ResolveVoucher(number=ticket_number(told.number), verdict=told.verdict, by=told.by, reason=told.reason)


def _hopper(told: argparse.Namespace, _view: View) -> AskedCommand:
    if told.deed == "fill":
        return FillHopper(coins=told.coins, by=told.by)
    return CountHopper(coins=told.coins, by=told.by, emptied=told.deed == "empty")


def _settle(told: argparse.Namespace, _view: View) -> AskedCommand:
    if told.deed == "cards":
        return SettleCards(by=told.by)
    return ResolveCardDifference(by=told.by, reason=told.reason)


CASH_WORDS: Final[tuple[Word, ...]] = (
    Word(
        "ready",
        "say that you have looked at a device that waits for it, and it is in order",
        (Argument("device", "the device's name, as status lists it"),),
        lambda told, _view: DeviceReported(device=DeviceId(told.device), condition="ready", by=told.by),
    ),
    Word(
        "drop",
        "say that the drop box was emptied, and how much was in it",
        (Argument("amount", "what was counted, as on a note: 480 or 480.00"),),
        lambda told, view: CountDropBox(by=told.by, amount=amount_of(told.amount, view)),
    ),
    Word(
        "hopper",
        "say that you have filled, counted or emptied the hopper, and how many coins it was",
        (
            Argument("deed", "what you have done", choices=("fill", "count", "empty")),
            Argument("coins", "how many coins", int),
        ),
        _hopper,
    ),
    Word(
        "resolve",
        "say what became of a ticket: issued, void with a replacement, or hand-paid",
        (
            Argument("number", "the ticket's last four digits, or all 18, which it takes to pay a good one by hand"),
            Argument("verdict", "what is to become of it", choices=("issued", "void", "hand-paid")),
            _REASON,
        ),
        _resolve,
    ),
    Word(
        "coins",
        "say how many coins the hopper has paid, where it cannot say so itself",
        (_PAYOUT, Argument("paid", "how many coins fell", int), _REASON),
        lambda told, _view: ResolvePayout(payout=PayoutId(told.payout), paid=told.paid, by=told.by, reason=told.reason),
    ),
    Word(
        "notes",
        "say how much the recycler has paid in notes, where it cannot say so itself",
        (_PAYOUT, Argument("amount", "what came out, as on a note: 80 or 80.00"), _REASON),
        lambda told, view: ResolveNotes(
            payout=PayoutId(told.payout), paid=amount_of(told.amount, view), by=told.by, reason=told.reason
        ),
    ),
    Word(
        "hand-pay",
        "say that you have paid what waits for you, or that it goes back to the balance",
        (_PAYOUT, Argument("verdict", "what you have done", choices=("paid", "cancelled")), _REASON),
        lambda told, _view: SettleHandPay(
            payout=PayoutId(told.payout), verdict=told.verdict, by=told.by, reason=told.reason
        ),
    ),
    Word(
        "card",
        "say what became of a payment by card, where its terminal cannot say so itself",
        (
            Argument("payment", "the payment's number, as status lists it", int),
            Argument("verdict", "what the terminal's slips say", choices=("taken", "not-taken")),
            _REASON,
        ),
        lambda told, _view: ResolveCard(
            payment=CardPaymentId(told.payment), taken=told.verdict == "taken", by=told.by, reason=told.reason
        ),
    ),
    Word(
        "settle",
        "have the card terminal end its day (cards), or say why its sums differ from the books (resolve)",
        (Argument("deed", "what is to be done", choices=("cards", "resolve")), _REASON),
        _settle,
    ),
    Word(
        "claim",
        "say that you have paid a claim that nobody collected at the kiosk",
        (Argument("claim", "the claim's number, as status lists it", int), _REASON),
        lambda told, _view: PayClaim(claim=ClaimId(told.claim), by=told.by, reason=told.reason),
    ),
    Word(
        "numbers",
        "let tickets and codes be typed again after too many wrong ones",
        command=lambda told, _view: AllowNumbers(by=told.by),
    ),
)
