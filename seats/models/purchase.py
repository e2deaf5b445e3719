"""Buying in and adding chips: how much may go from the balance to a seat (poker.md §7.2).

The limits here only set the slider's ends; the table decides.
"""

from collections.abc import Sequence

import msgspec

from cashier.money import ZERO, Money
from controller.vocab.ids import Seat
from controller.vocab.profile import IdentityWay, Profile
from controller.wire.view import SeatView, View
from seats.models.guest import guest_of, has_reader
from seats.models.identity import ask_key, ending, is_whole, way_of
from seats.models.kiosk_local import Allowance, KioskLocal
from seats.models.scale import AmountScale
from seats.models.words import Words


class Purchase(msgspec.Struct, frozen=True):
    """The panel that moves money to a seat. `scale` is None while nothing can be bought; then `hint` says why.

    `way` and `token` are what was shown; while the table asks for something that is still missing, `asks` says that the
    key leads there. `adds` says that somebody sits there already and gets more chips; `amount` is 0 without a scale.
    """

    seat: Seat
    name: str
    name_words: str
    adds: bool
    words: str
    amount: Money
    amount_text: str
    scale: AmountScale | None
    place: int
    fewer: bool
    more: bool
    least: str
    most: str
    stays: str
    hint: str
    key: str
    legal: bool
    way: IdentityWay
    token: str
    ends: str
    asks: bool


class Stepper(msgspec.Struct, frozen=True):
    """An amount with minus, plus and a slider."""

    amount: Money
    amount_text: str
    scale: AmountScale
    place: int
    fewer: bool
    more: bool


def money_step(notes: Sequence[Money], unit: int) -> int:
    """The step of the kiosk's sliders: the smallest note that can be made of whole chips, or one chip."""
    return min((note for note in notes if note % unit == 0), default=unit)


def stepper(scale: AmountScale, chosen: Money | None, words: Words) -> Stepper:
    """Show `chosen` on a scale, or its largest amount where nothing was chosen."""
    amount = Money(scale.most if chosen is None else scale.snap(chosen))
    return Stepper(
        amount=amount,
        amount_text=words.money(amount),
        scale=scale,
        place=scale.place(amount),
        fewer=amount > scale.least,
        more=amount < scale.most,
    )


def _asks(view: View, way: IdentityWay, local: KioskLocal) -> bool:
    """Whether a card or a ticket has to be shown first; a card in the reader is, once it has its PIN."""
    if way == "anonymous":
        return False
    if way == "card" and has_reader(view):
        guest = guest_of(view)
        return guest is None or guest.pin == "none"
    return not is_whole(way, local.token)


def _brings(view: View, *, adds: bool) -> int:
    """The stack that the guest has to bring back, 0 for none (poker.md §7.3)."""
    guest = guest_of(view)
    return 0 if guest is None or adds else guest.brings


def purchase_scale(
    profile: Profile, seat: SeatView, balance: Money, allowance: Allowance | None = None, brings: int = 0
) -> AmountScale | None:
    """What can be bought for a seat: from the least purchase to the table's limit, his own, or the whole balance.

    Whoever `brings` his stack back buys just that.
    """
    if brings:
        allowed = balance if allowance is None else min(balance, allowance.left)
        return AmountScale(brings, brings, brings, bent=False) if brings <= allowed else None
    unit, step = profile.stakes.unit, money_step(profile.cash.notes, profile.stakes.unit)
    held = seat.stack + seat.reserved
    most = min(balance, profile.buy_in.most - held)
    if allowance is not None:
        most = min(most, allowance.left)
    most -= most % unit
    least = min(step, most) if held else profile.buy_in.least
    return AmountScale(least, most, step, bent=False) if 0 < least <= most else None


def purchase(view: View, local: KioskLocal, words: Words) -> Purchase | None:
    """Show the panel for the chosen seat, or None before one is chosen."""
    profile = view.profile
    if profile is None or local.seat is None:
        return None
    seat = view.at(local.seat)
    adds = seat.status != "empty"
    brings = _brings(view, adds=adds)
    scale = purchase_scale(profile, seat, view.balance, local.allowance, brings)
    shown = stepper(scale, local.amount, words) if scale else None
    amount = shown.amount if shown else ZERO
    text = words.money(amount)
    guest = guest_of(view)
    way = way_of(view) if guest is None else "card"
    asks = scale is not None and _asks(view, way, local)
    key = words.say("kiosk.top-up", amount=text, seat=seat.seat) if adds else words.say("kiosk.sit-down", amount=text)
    return Purchase(
        seat=seat.seat,
        name=seat.name if adds else local.name.strip() or guest_name(seat.seat, words),
        name_words=words.say("kiosk.your-name"),
        adds=adds,
        words=words.say("kiosk.take-to-seat", seat=seat.seat),
        amount=amount,
        amount_text=text,
        scale=scale,
        place=shown.place if shown else 0,
        fewer=shown is not None and shown.fewer,
        more=shown is not None and shown.more,
        least=words.money(scale.least) if scale else "",
        most=words.money(scale.most) if scale else "",
        stays=words.say("kiosk.stays", amount=words.money(view.balance - amount)) if scale else "",
        hint=_hint(profile, seat, scale, local.allowance, brings, words),
        key=ask_key(way, words) if asks else key,
        legal=scale is not None and not (view.paused or view.closed) and local.connected,
        way=way,
        token=local.token if way != "anonymous" and guest is None else "",
        ends=ending(way, local.token if guest is None else guest.ending, words),
        asks=asks,
    )


def guest_name(seat: Seat, words: Words) -> str:
    """The name that is proposed for a seat: `Guest 4`."""
    return words.say("kiosk.guest", seat=seat)


def _hint(
    profile: Profile, seat: SeatView, scale: AmountScale | None, allowance: Allowance | None, brings: int, words: Words
) -> str:
    held = seat.stack + seat.reserved
    if brings:
        return words.say("guest.brings", amount=words.money(brings))
    if allowance is not None:
        return _limit_hint(profile, held, scale, allowance, words)
    if scale is not None:
        return words.say("kiosk.after-hand") if seat.status in ("in-hand", "folded", "all-in") else ""
    if held >= profile.buy_in.most:
        return words.say("kiosk.seat-full", most=words.money(profile.buy_in.most))
    if held:
        return words.say("kiosk.insert-note")
    return words.say("kiosk.more-needed", least=words.money(profile.buy_in.least))


def _limit_hint(profile: Profile, held: int, scale: AmountScale | None, allowance: Allowance, words: Words) -> str:
    """What the player's own limit leaves, with its figures (R-RG-2)."""
    left = words.money(allowance.left)
    if scale is not None:
        return words.say("kiosk.limit-leaves", left=left)
    if allowance.left and not held:
        return words.say("kiosk.limit-below", left=left, least=words.money(profile.buy_in.least), opens=allowance.opens)
    return words.say("kiosk.limit-used", opens=allowance.opens)
