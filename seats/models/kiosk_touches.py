"""What a touch on the kiosk means: a command, a question first, or nothing.

A press speaks for the model that the player saw. The caller gives a fresh request id before its first try and keeps
it for every repeat, so that a request is carried out once.
"""

import msgspec

from cashier.card_records import BuyByCard, CancelCard
from cashier.money import Money
from cashier.records import CashOut, CollectClaim, RequestId, VoucherNumber
from cashier.redeem_records import RedeemTicket
from controller.vocab.player_card_records import ChoosePin, CollectByCard, EnterPin
from controller.vocab.table_records import BuyIn
from seats.models.kiosk import KioskModel
from seats.models.kiosk_local import KioskLocal
from seats.models.ticket_in import TypedNumber


def press_buy_in(seen: KioskModel, request: RequestId) -> BuyIn | None:
    """Sit down, or add chips to an occupied seat in its player's name; None while nothing can be bought.

    What the table asks for travels with it, and nothing is sent before it was shown.
    """
    shown = seen.purchase
    if shown is None or not shown.legal or shown.asks:
        return None
    name, way, token = shown.name, shown.way, shown.token
    return BuyIn(request=request, seat=shown.seat, amount=shown.amount, name=name, way=way, token=token)


def press_pay_out(seen: KioskModel, request: RequestId) -> CashOut | None:
    """The pay-out to ask about (`kiosk_local.ask_first`) and to send after a yes; None while there is none."""
    page = seen.pay_out_page
    if page is None or page.stepper is None or not page.legal:
        return None
    return CashOut(request=request, amount=page.stepper.amount, way=page.way)


def press_card_amount(seen: KioskModel, request: RequestId, place: int) -> BuyByCard | None:
    """Take the amount on a key of the card page from a card."""
    page = seen.card_page
    if page is None or place >= len(page.keys) or not page.keys[place].legal:
        return None
    return BuyByCard(request=request, amount=page.keys[place].amount)


def press_stop_card(seen: KioskModel, request: RequestId) -> CancelCard | None:
    """The player does not want to pay by card after all."""
    page = seen.card_page
    return CancelCard(request=request) if page is not None and page.stop_legal else None


def press_collect(seen: KioskModel, request: RequestId) -> CollectClaim | None:
    """Collect the claim whose code was typed; None until it is whole."""
    page = seen.claim_page
    if page is None or not page.legal:
        return None
    return CollectClaim(request=request, code="".join(page.digits))


def press_redeem(seen: KioskModel, request: RequestId, typed: TypedNumber) -> RedeemTicket | None:
    """Have the ticket checked whose number was typed; None until it can be a number."""
    page = seen.ticket_in_page
    if page is None or not page.legal:
        return None
    return RedeemTicket(request=request, number=VoucherNumber(typed.digits))


def press_identity(seen: KioskModel, request: RequestId) -> ChoosePin | EnterPin | CollectByCard | None:
    """Send the PIN that was typed, or collect what waits for the guest; None where the key sends nothing."""
    page = seen.identity_page
    if page is None or not page.legal:
        return None
    match page.does:
        case "again":
            return ChoosePin(page.pin)
        case "pin":
            return EnterPin(page.pin)
        case "collect":
            return CollectByCard(request)
    return None


def slide_purchase(local: KioskLocal, seen: KioskModel, place: int) -> KioskLocal:
    """Move the knob of the buy-in to a place on its track."""
    scale = seen.purchase.scale if seen.purchase else None
    return msgspec.structs.replace(local, amount=Money(scale.amount(place))) if scale else local


def step_purchase(local: KioskLocal, seen: KioskModel, steps: int) -> KioskLocal:
    """Press minus (-1) or plus (1) at the buy-in."""
    shown = seen.purchase
    if shown is None or shown.scale is None:
        return local
    return msgspec.structs.replace(local, amount=Money(shown.scale.stepped(shown.amount, steps)))


def slide_pay_out(local: KioskLocal, seen: KioskModel, place: int) -> KioskLocal:
    """Move the knob of the pay-out to a place on its track."""
    shown = seen.pay_out_page.stepper if seen.pay_out_page else None
    return msgspec.structs.replace(local, pay=Money(shown.scale.amount(place))) if shown else local


def step_pay_out(local: KioskLocal, seen: KioskModel, steps: int) -> KioskLocal:
    """Press minus (-1) or plus (1) at the pay-out."""
    shown = seen.pay_out_page.stepper if seen.pay_out_page else None
    if shown is None:
        return local
    return msgspec.structs.replace(local, pay=Money(shown.scale.stepped(shown.amount, steps)))


def press_everything(local: KioskLocal) -> KioskLocal:
    """Choose the whole balance."""
    return msgspec.structs.replace(local, pay=None)
