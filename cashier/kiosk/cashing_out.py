"""Which way money goes out that was asked for: by hand, in notes and coins with the rest on a ticket, or on paper."""

from typing import Final

from cashier import records as cash
from cashier.kiosk.paying import can_withdraw, in_coins_or_on_paper, locked, on_paper, unfit_number
from cashier.kiosk.paying_by_card import refund_to_card
from cashier.kiosk.paying_notes import in_notes
from cashier.kiosk.request import Answer, Request
from cashier.kiosk.rows import Decider
from cashier.kiosk.rows import decider_row as _row
from cashier.money import Money
from cashier.records import Command
from cashier.refusal import Code, Refusal


def _cash_out(request: Request, command: cash.CashOut) -> Answer:
    kiosk, limits = request.kiosk, request.terms.limits
    if refusal := can_withdraw(kiosk, command.request, command.amount) or _beyond(request, command.amount):
        return refusal
    if command.way == "card":
        return refund_to_card(request, command)
    if command.way == "hand":
        return [locked(request, command.request, command.amount, kiosk.balance, "asked")]
    if limits.hand_pay and command.amount >= limits.hand_pay:
        return [locked(request, command.request, command.amount, kiosk.balance, "limit")]
    if kiosk.pays:
        return Refusal(Code.PAY_OUT_RUNNING)
    if refusal := unfit_number(kiosk, command.number):
        return refusal
    if command.way == "notes" and (reserved := in_notes(request, command)) is not None:
        return [reserved]
    if command.way in ("notes", "coins"):
        return in_coins_or_on_paper(request, command.request, command.number, command.amount, kiosk.balance)
    return [on_paper(request, command.request, command.number, command.amount, kiosk.balance)]


def _beyond(request: Request, amount: Money) -> Refusal | None:
    """Refuse what is more than goes out at once, or in one gaming day."""
    total, today = request.terms.limits.total, request.kiosk.paid.on(request.day).total
    if total.allows(amount, today):
        return None
    return Refusal(Code.ABOVE_PAY_LIMIT, {"most": total.room(amount, today)})


CASH_OUT_DECIDERS: Final[tuple[tuple[type[Command], Decider], ...]] = (_row(cash.CashOut, _cash_out),)
