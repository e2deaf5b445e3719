"""A pay-out as it is chosen: how much, and whether on a ticket, in coins, in notes, to a card, or by an attendant."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from cashier.money import ZERO, Money
from cashier.records import CashOut, PayWay
from controller.wire.device_view import device_troubles, stopped_devices
from controller.wire.view import View
from seats.models.card_payment import card_key, refundable
from seats.models.kiosk_local import UNPROVEN, KioskLocal, ticket_of
from seats.models.own import Question
from seats.models.purchase import Stepper, money_step, stepper
from seats.models.scale import AmountScale
from seats.models.ticket import device_sentence, printer_trouble
from seats.models.words import Words

_STOPS: Final[dict[PayWay, Literal["coins-out", "notes-out"]]] = {"coins": "coins-out", "notes": "notes-out"}


class WayKey(msgspec.Struct, frozen=True):
    """One way out. `note` says what it pays in, or why it cannot be chosen now."""

    way: PayWay
    title: str
    note: str
    legal: bool
    chosen: bool


class PayOutPage(msgspec.Struct, frozen=True):
    """The page on which a pay-out is chosen. `stepper` is None when there is nothing to pay.

    `ways` are those that the table has, the first of them paper, or an attendant where no ticket can come. `rest` says
    what becomes of an amount that the way cannot pay whole, `stays` what is left of the balance.
    """

    headline: str
    prompt: str
    stepper: Stepper | None
    everything: str
    ways: tuple[WayKey, ...]
    way: PayWay
    rest: str
    stays: str
    hint: str
    key: str
    legal: bool
    back: str


def pay_out_runs(view: View) -> bool:
    """Whether a ticket or a device still has money to pay out; another pay-out waits for its end."""
    ticket = ticket_of(view)
    unproven = ticket is not None and ticket.state in UNPROVEN
    return unproven or view.coins is not None or view.notes is not None


def pay_out_page(view: View, local: KioskLocal, words: Words) -> PayOutPage:
    """Show the amount, and the ways that are open to it."""
    scale = _scale(view)
    shown = stepper(scale, local.pay, words) if scale else None
    amount = shown.amount if shown else ZERO
    ways = _ways(view, local, amount, words)
    way = next((key.way for key in ways if key.chosen), ways[0].way)
    trouble = printer_trouble(view)
    return PayOutPage(
        headline=words.say("payout.title"),
        prompt=words.say("payout.how-much"),
        stepper=shown,
        everything=words.say("payout.everything"),
        ways=ways,
        way=way,
        rest=rest_words(view, way, words),
        stays=words.say("kiosk.stays", amount=words.money(view.balance - amount)) if shown else "",
        hint="" if trouble is None else device_sentence(trouble, words),
        key=words.say("kiosk.pay-out" if way != "hand" else "payout.by-hand"),
        legal=shown is not None and local.connected and (way == "hand" or not pay_out_runs(view)),
        back=words.say("common.back"),
    )


def pay_out_question(view: View, local: KioskLocal, words: Words) -> Question | None:
    """Whether the pay-out that was pressed is meant."""
    asking = local.asking
    if not isinstance(asking, CashOut):
        return None
    rest = rest_words(view, asking.way, words)
    return Question(
        headline=words.say(f"payout.confirm.{asking.way}", amount=words.money(asking.amount)),
        lines=(rest,) if rest else (),
        yes=words.say(f"payout.confirm.{asking.way}-yes"),
        no=words.say("confirm.back"),
    )


def rest_words(view: View, way: PayWay, words: Words) -> str:
    """What becomes of the part that coins or notes cannot pay."""
    if way not in _STOPS:
        return ""
    return words.say("payout.rest-ticket" if printer_trouble(view) is None else "payout.rest-hand")


def _scale(view: View) -> AmountScale | None:
    """From the smallest note to everything, in steps of it; an odd balance can always be paid out whole."""
    if view.profile is None or view.balance <= ZERO:
        return None
    step = money_step(view.profile.cash.notes, view.profile.stakes.unit)
    return AmountScale(min(step, view.balance), view.balance, step, bent=False)


def _ways(view: View, local: KioskLocal, amount: Money, words: Words) -> tuple[WayKey, ...]:
    by_hand = _too_much(view, amount)
    first = _paper_or_person(view, by_hand=by_hand, words=words)
    keys = [first, *_device_ways(view, by_hand=by_hand, words=words)]
    if card_key(view):
        keys.append(WayKey("card", words.say("payout.to-card"), "", refundable(view), chosen=False))
    wanted = next((key.way for key in keys if key.legal and key.way == local.way), first.way)
    return tuple(msgspec.structs.replace(key, chosen=key.way == wanted) for key in keys)


def _too_much(view: View, amount: Money) -> bool:
    """Whether an attendant pays so much by hand, whatever the devices could (requirements R-MON-6)."""
    limit = view.profile.limits.hand_pay if view.profile else ZERO
    return bool(limit) and amount >= limit


def _paper_or_person(view: View, *, by_hand: bool, words: Words) -> WayKey:
    """A ticket, or an attendant where it is too much for one or the printer cannot print."""
    trouble = printer_trouble(view)
    if by_hand and view.profile is not None:
        note = words.say("payout.from", amount=words.money(view.profile.limits.hand_pay))
        return WayKey("hand", words.say("common.attendant"), note, legal=True, chosen=False)
    if trouble is not None:
        return WayKey("hand", words.say("common.attendant"), words.say("payout.no-ticket"), legal=True, chosen=False)
    return WayKey("ticket", words.say("kiosk.ticket"), words.say("payout.whole"), legal=True, chosen=False)


def _device_ways(view: View, *, by_hand: bool, words: Words) -> Iterator[WayKey]:
    """What hopper and note store of this table pay in; a device that cannot says why."""
    if view.profile is None:
        return
    stopped = stopped_devices(view)
    troubles = {trouble.role: trouble.row.shown for trouble in device_troubles(view)}
    hopper, recycler = view.profile.cash.hopper, view.profile.cash.recycler
    if recycler is not None:
        stores = recycler.stores
        open_now = "notes-out" not in stopped
        note = words.say("common.range", least=words.figure(min(stores)), most=words.money(max(stores)))
        told = note if open_now else _why(troubles.get("recycler", ""), words)
        yield WayKey("notes", words.say("kiosk.notes"), told, open_now and not by_hand, chosen=False)
    if hopper is not None:
        open_now = "coins-out" not in stopped
        told = words.money(hopper.coin) if open_now else _why(troubles.get("hopper", ""), words)
        yield WayKey("coins", words.say("payout.coins"), told, open_now and not by_hand, chosen=False)


def _why(condition: str, words: Words) -> str:
    """Why a device does not pay; what is nobody's business is only told to be so."""
    return words.say(f"condition.{condition}" if condition else "kiosk.notes-closed")
