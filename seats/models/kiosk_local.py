"""What the kiosk screen knows beside the view: the page, what is being chosen and typed, and the latest news.

`KioskLocal` never changes; every touch and every event gives a new one.
"""

from typing import Final, Literal

import msgspec

from cashier.card_records import CardPaymentId
from cashier.claims import CODE_DIGITS
from cashier.money import ZERO, Money
from cashier.records import CashOut, ClaimId, PayoutId, PayWay, VoucherState
from cashier.refusal import Code, Refusal
from controller.vocab.care_records import StayAway
from controller.vocab.ids import Seat
from controller.vocab.player_card_records import MOST_PIN, Guest
from controller.vocab.player_records import LimitKind, Period
from controller.vocab.profile import IdentityWay
from controller.vocab.profile import Language as LanguageCode
from controller.wire.view import View, VoucherView
from controller.wire.view_payouts import HandPayView
from seats.models import identity, ticket_in
from seats.models.ticket_in import TypedNumber

Page = Literal[
    "seat", "name", "identity", "claim", "ticket-in", "pay-out", "paying", "hand-pay", "ticket", "card", "care"
]
BookName = Literal["rules", "list", "care"]
"""What can be read over any page."""

NewsKind = Literal["credited", "note-back", "collected"]

NAME_LONGEST: Final = 16
"""As many letters as a plate has room for; the table refuses more."""

RUNNING: Final[tuple[Page, ...]] = ("ticket", "card", "paying", "hand-pay")
"""Pages of what is on its way and stays there whoever takes his card out."""

UNPROVEN: Final[tuple[VoucherState, ...]] = ("reserved", "sent", "unknown")
"""A ticket in one of these states is still on its way or in doubt."""


LIMITS: Final = (Code.LOSS_LIMIT, Code.STAKE_LIMIT)
"""Refusals that tell how much of a limit is left."""


class News(msgspec.Struct, frozen=True):
    """What just happened to the money."""

    kind: NewsKind
    amount: Money = ZERO


class Seen(msgspec.Struct, frozen=True):
    """The money as of the last update, so that the next one can tell what happened."""

    balance: Money = ZERO
    note: bool = False
    claims: tuple[ClaimId, ...] = ()
    ticket: VoucherView | None = None
    card: CardPaymentId | None = None
    """The payment by card that runs."""
    payout: PayoutId | None = None
    """The pay-out by a device that runs."""
    hand_pays: tuple[HandPayView, ...] = ()
    guest: Guest | None = None
    """The player's card in the reader."""


class HandEnd(msgspec.Struct, frozen=True):
    """How the latest hand-pay ended: paid out, or put back on the balance."""

    amount: Money
    paid: bool


class Allowance(msgspec.Struct, frozen=True):
    """What a player's own limit leaves him, as the table said when it refused more, and until when (R-RG-2)."""

    left: Money
    opens: str


class TypedPin(msgspec.Struct, frozen=True):
    """A PIN that is being typed; `first` is one that is chosen and has to be typed once more, `differed` it was not."""

    digits: str = ""
    first: str = ""
    differed: bool = False


class CareWish(msgspec.Struct, frozen=True):
    """The limit that is looked at; `most` counts once it was `changed`, None is no limit."""

    limit: LimitKind = "loss"
    period: Period = "day"
    most: int | None = None
    changed: bool = False


class KioskLocal(msgspec.Struct, frozen=True):
    """The kiosk screen's own state.

    `amount` and `pay` are None as long as nothing was chosen: then the model proposes. An empty `name` means the
    proposed one; `token` is the number of a card or ticket that was shown, `number` that of a ticket to be cashed.
    `asking` is a pay-out, or an absence, that waits for a yes, `way` how it is to go out; None leaves it to the model.
    """

    page: Page = "seat"
    language: LanguageCode | None = None
    seat: Seat | None = None
    amount: Money | None = None
    name: str = ""
    token: str = ""
    code: str = ""
    number: TypedNumber = TypedNumber()
    pay: Money | None = None
    way: PayWay | None = None
    hand_end: HandEnd | None = None
    asking: CashOut | StayAway | None = None
    allowance: Allowance | None = None
    refusal: Refusal | None = None
    news: News | None = None
    seen: Seen = Seen()
    connected: bool = True
    book: BookName = "rules"
    pin: TypedPin = TypedPin()
    care: CareWish = CareWish()
    lapsed: bool = False
    """Whether the guest's card was left in the reader: nobody knows who stands here now, whatever PIN was typed."""
    spoken_before: LanguageCode | None = None
    """The language before the guest's own was spoken."""
    leaf: int | None = None
    """Which spread of the book lies open, if it does."""


def ticket_of(view: View) -> VoucherView | None:
    """The latest ticket."""
    return view.vouchers[-1] if view.vouchers else None


def update(local: KioskLocal, view: View) -> KioskLocal:
    """Take note of what the latest events did, and drop what they have made untrue.

    A new ticket or payment by card brings its page up; a note, a card or a claim that became balance is said once.
    """
    now = Seen(
        balance=view.balance,
        note=view.note is not None,
        claims=tuple(claim.claim for claim in view.claims),
        ticket=ticket_of(view),
        card=view.card.payment if view.card is not None else None,
        payout=_running(view),
        hand_pays=view.hand_pays,
        guest=view.guest,
    )
    if now == local.seen:
        return local
    news = _news(local.seen, now)
    kept = local.news if now.balance == local.seen.balance else None
    changed = msgspec.structs.replace(local, seen=now, news=news or kept, refusal=None)
    if news is not None and news.kind == "collected":
        changed = msgspec.structs.replace(changed, page="seat", code="")
    if _is_new(local.seen, now.ticket):
        changed = _turned(changed, "ticket")
    changed = _follow_payouts(changed, local.seen, now)
    if now.card is not None and now.card != local.seen.card:
        changed = _turned(changed, "card")
    if now.guest != local.seen.guest:
        changed = _follow_guest(changed, local.seen.guest, now.guest)
    if isinstance(changed.asking, CashOut) and changed.asking.amount > view.balance:
        changed = msgspec.structs.replace(changed, asking=None)
    return _seat_still_there(changed, view)


def _turned(local: KioskLocal, page: Page) -> KioskLocal:
    """The table's doing brings a page up, whatever lay open."""
    return msgspec.structs.replace(local, page=page, asking=None, pay=None, way=None, leaf=None)


def _running(view: View) -> PayoutId | None:
    running = view.notes or view.coins
    return running.payout if running is not None else None


def _follow_payouts(local: KioskLocal, before: Seen, now: Seen) -> KioskLocal:
    """Show what a device begins to pay, what waits for an attendant, and how that ended."""
    if now.payout is not None and now.payout != before.payout:
        local = _turned(local, "paying")
    if [waits for waits in now.hand_pays if waits not in before.hand_pays]:
        return msgspec.structs.replace(_turned(local, "hand-pay"), hand_end=None)
    ended = [waits for waits in before.hand_pays if waits not in now.hand_pays]
    if not ended:
        return local
    end = HandEnd(ended[-1].amount, paid=now.balance <= before.balance)
    return msgspec.structs.replace(local, hand_end=end)


def _follow_guest(local: KioskLocal, before: Guest | None, guest: Guest | None) -> KioskLocal:
    """A card that is shown brings its page up, in its player's language; one that is taken out takes all typed along.

    A ticket or a payment by card that is on its way stays before everyone's eyes.
    """
    if guest is None:
        gone = KioskLocal(language=local.spoken_before, seen=local.seen, connected=local.connected, news=local.news)
        running = local.page in RUNNING
        return msgspec.structs.replace(gone, page=local.page, hand_end=local.hand_end) if running else gone
    changed = msgspec.structs.replace(local, pin=TypedPin(), lapsed=local.lapsed and guest.pin == "right")
    if before is None or before.ending != guest.ending or before.trouble != guest.trouble:
        spoken = local.language if before is None else local.spoken_before
        changed = KioskLocal(
            page=local.page if local.page in (*RUNNING, "care") else "identity",
            language=guest.taste.speak or spoken,
            spoken_before=spoken,
            seen=local.seen,
            connected=local.connected,
            news=local.news,
            hand_end=local.hand_end,
        )
    return changed


def _news(before: Seen, now: Seen) -> News | None:
    gained = Money(now.balance - before.balance)
    if before.note and not now.note:
        return News("credited", gained) if gained > 0 else News("note-back")
    if before.card is not None and now.card is None and gained > 0:
        return News("credited", gained)
    if set(before.claims) - set(now.claims) and gained > 0:
        return News("collected", gained)
    return News("credited", gained) if gained > 0 and before != Seen() else None


def _is_new(seen: Seen, now: VoucherView | None) -> bool:
    """Whether a ticket is on its way that was not; it may be on paper before the screen hears of it."""
    before, looked = seen.ticket, seen != Seen()
    if now is None or not (now.state in UNPROVEN or (now.state == "issued" and looked)):
        return False
    # A screen knows four digits of a number: a ticket is another one if it went back to its first state, too.
    return before is None or before.number != now.number or (now.state == "reserved" and before.state != "reserved")


def _seat_still_there(local: KioskLocal, view: View) -> KioskLocal:
    if local.seat is not None and (view.profile is None or not 1 <= local.seat <= view.profile.seats):
        return msgspec.structs.replace(local, seat=None, amount=None, name="")
    return local


# -- touches that send nothing -----------------------------------------------------------------------------------


def open_book(local: KioskLocal, book: BookName) -> KioskLocal:
    """Lay a book over the page, at its beginning."""
    return msgspec.structs.replace(local, book=book, leaf=0)


def turn_leaf(local: KioskLocal, by: int) -> KioskLocal:
    """Turn the book to a later spread, or an earlier one."""
    return msgspec.structs.replace(local, leaf=max(0, (local.leaf or 0) + by))


def close_book(local: KioskLocal) -> KioskLocal:
    """Put the book away."""
    return msgspec.structs.replace(local, leaf=None)


def turn_to(local: KioskLocal, page: Page) -> KioskLocal:
    """Turn to a page, with nothing typed or asked on it yet; claims of a guest wait on the page of his card."""
    if page == "claim" and local.seen.guest is not None and local.seen.guest.waiting:
        page = "identity"
    blank = msgspec.structs.replace(local, code="", number=TypedNumber(), pay=None, way=None, hand_end=None)
    return msgspec.structs.replace(blank, page=page, asking=None, refusal=None)


def choose_language(local: KioskLocal, code: LanguageCode) -> KioskLocal:
    """Speak this language on this screen; no other screen changes (requirements R-UI-11)."""
    return msgspec.structs.replace(local, language=code)


def choose_seat(local: KioskLocal, seat: Seat) -> KioskLocal:
    """Choose a seat to sit down at, or an occupied one to add chips to."""
    return msgspec.structs.replace(
        local, page="seat", seat=seat, amount=None, name="", token="", allowance=None, refusal=None
    )


def type_letter(local: KioskLocal, letter: str) -> KioskLocal:
    """Type one letter of a name: words begin with a capital, and a blank stands only between words."""
    name = local.name
    first = not name or name[-1] == " "
    if len(name) >= NAME_LONGEST or (letter == " " and first):
        return local
    return msgspec.structs.replace(local, name=name + (letter.upper() if first else letter.lower()))


def erase_letter(local: KioskLocal) -> KioskLocal:
    """Take the last letter back; without any left the proposed name stands again."""
    return msgspec.structs.replace(local, name=local.name[:-1])


def type_code_digit(local: KioskLocal, digit: int) -> KioskLocal:
    """Type one digit of a claim's code."""
    if len(local.code) >= CODE_DIGITS:
        return local
    return msgspec.structs.replace(local, code=f"{local.code}{digit}", refusal=None)


def erase_code_digit(local: KioskLocal) -> KioskLocal:
    """Take the last digit of the code back."""
    return msgspec.structs.replace(local, code=local.code[:-1])


def type_number_digit(local: KioskLocal, digit: int) -> KioskLocal:
    """Type one digit of a ticket's number."""
    return msgspec.structs.replace(local, number=ticket_in.type_digit(local.number, digit), refusal=None)


def erase_number_digit(local: KioskLocal) -> KioskLocal:
    """Take the last digit back."""
    return msgspec.structs.replace(local, number=ticket_in.erase_digit(local.number), refusal=None)


def open_number_group(local: KioskLocal, at: int) -> KioskLocal:
    """Show one group of the number, to be read or typed again."""
    return msgspec.structs.replace(local, number=ticket_in.open_group(local.number, at))


def clear_number(local: KioskLocal) -> KioskLocal:
    """Take every digit back."""
    return msgspec.structs.replace(local, number=TypedNumber(), refusal=None)


def presented(local: KioskLocal) -> KioskLocal:
    """The ticket is being checked: its number is not needed any more."""
    return msgspec.structs.replace(local, page="seat", number=TypedNumber())


def type_token_digit(local: KioskLocal, digit: int, way: IdentityWay) -> KioskLocal:
    """Type one digit of what is shown."""
    if len(local.token) >= identity.LONGEST[way]:
        return local
    return msgspec.structs.replace(local, token=f"{local.token}{digit}", allowance=None, refusal=None)


def erase_token_digit(local: KioskLocal) -> KioskLocal:
    """Take the last digit back."""
    return msgspec.structs.replace(local, token=local.token[:-1], allowance=None)


def choose_way(local: KioskLocal, way: PayWay) -> KioskLocal:
    """Choose how the money is to go out."""
    return msgspec.structs.replace(local, way=way)


def type_pin_digit(local: KioskLocal, digit: int) -> KioskLocal:
    """Type one digit of a PIN."""
    if len(local.pin.digits) >= MOST_PIN:
        return local
    pin = msgspec.structs.replace(local.pin, digits=f"{local.pin.digits}{digit}", differed=False)
    return msgspec.structs.replace(local, pin=pin, refusal=None)


def erase_pin_digit(local: KioskLocal) -> KioskLocal:
    """Take the last digit back."""
    return msgspec.structs.replace(local, pin=msgspec.structs.replace(local.pin, digits=local.pin.digits[:-1]))


def keep_pin(local: KioskLocal) -> KioskLocal:
    """A new PIN was typed: have it typed once more."""
    return msgspec.structs.replace(local, pin=TypedPin(first=local.pin.digits))


def forget_pin(local: KioskLocal) -> KioskLocal:
    """The second time it was another one: begin anew."""
    return msgspec.structs.replace(local, pin=TypedPin(differed=True))


def ask_first(local: KioskLocal, request: CashOut | StayAway) -> KioskLocal:
    """Ask before a ticket is printed, or a player keeps himself out."""
    return msgspec.structs.replace(local, asking=request)


def dismiss(local: KioskLocal) -> KioskLocal:
    """Take the question, the refusal and the news away."""
    return msgspec.structs.replace(local, asking=None, refusal=None, news=None)


def refused(local: KioskLocal, refusal: Refusal) -> KioskLocal:
    """The machine said no: say why. A limit also bounds what can be chosen from now on."""
    token = "" if refusal.code in identity.UNKNOWN else local.token
    refused = msgspec.structs.replace(local, asking=None, token=token, refusal=refusal, pin=TypedPin())
    left = refusal.facts.get("left")
    if refusal.code not in LIMITS or not isinstance(left, int):
        return refused
    allowance = Allowance(Money(left), str(refusal.facts.get("opens", "")))
    return msgspec.structs.replace(refused, allowance=allowance, amount=None)


def bought_in(local: KioskLocal) -> KioskLocal:
    """The chips are on their way to the seat: begin anew for whoever comes next, in the language chosen."""
    return KioskLocal(
        language=local.language,
        spoken_before=local.spoken_before,
        seen=local.seen,
        connected=local.connected,
        lapsed=local.lapsed,
    )


def left_alone(local: KioskLocal, language: LanguageCode | None) -> KioskLocal:
    """Nobody has touched anything for long: begin anew for whoever comes next, also where a card was left behind."""
    proved = local.seen.guest is not None and local.seen.guest.pin == "right"
    return KioskLocal(
        language=language, spoken_before=language, seen=local.seen, connected=local.connected, lapsed=proved
    )


def link(local: KioskLocal, connected: bool) -> KioskLocal:
    """The link to the table is lost or back."""
    return msgspec.structs.replace(local, connected=connected, asking=None)
