"""The kiosk screen as records: money in, a seat, claims, and money out (visual.md §9)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec

from controller.language import Language
from controller.vocab.care_records import StayAway
from controller.vocab.ids import Seat
from controller.vocab.profile import Language as LanguageCode
from controller.wire.device_view import stopped_devices
from controller.wire.view import SeatView, View
from seats.models.card_payment import CardPage, card_key, card_page, card_ready
from seats.models.claim import ClaimPage, claim_page
from seats.models.guest import guest_page, has_reader
from seats.models.identity import IdentityPage, identity_page
from seats.models.kiosk_care import CarePage, away_question, care_open, care_page
from seats.models.kiosk_local import UNPROVEN, KioskLocal, Page, ticket_of
from seats.models.own import Question
from seats.models.pay_out import PayOutPage, pay_out_page, pay_out_question, pay_out_runs
from seats.models.paying import hand_page, paying_page
from seats.models.proof import fingerprint, root_in_play, root_payload
from seats.models.purchase import Purchase, purchase
from seats.models.stops import banner, closing, troubled_devices
from seats.models.ticket import TicketPage, ticket_page
from seats.models.ticket_in import TicketInPage, ticket_in_page, tickets_open, tickets_taken
from seats.models.welcome import table_facts
from seats.models.words import Banner, Fact, Header, Words, header, holders, words_for

PlanState = Literal["free", "kept", "locked", "taken"]
"""`kept` is free for the one on the waiting list whose turn it is; `locked` is out of order."""

LETTERS: Final = ("1234567890", "QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNM")
"""The keys of the name page, row by row: the letters of Finnish and Swedish names, English ones included."""


_SHORT: Final = len("7F3A 91C2")
"""As much of a fingerprint as has room beside the code."""


class LanguageKey(msgspec.Struct, frozen=True):
    """One language's key, labelled in that language."""

    code: LanguageCode
    label: str
    chosen: bool


class PlanSeat(msgspec.Struct, frozen=True):
    """A seat on the plan. It shows no name: only whoever chooses it learns whom he adds chips for."""

    seat: Seat
    state: PlanState
    words: str
    chosen: bool


class Plan(msgspec.Struct, frozen=True):
    """The plan of the table, and how many play."""

    headline: str
    seats: tuple[PlanSeat, ...]
    occupancy: str


class Balance(msgspec.Struct, frozen=True):
    """The money at the kiosk. `news` is what just happened to it; `notes_open` whether the note slot takes notes."""

    words: str
    amount: str
    news: str
    notes_words: str
    notes: str
    notes_open: bool
    pay_out: str
    pay_out_legal: bool
    card: str = ""
    """The words of the key for payments by card; empty where there is no terminal."""
    card_legal: bool = False
    ticket: str = ""
    """The words of the key for tickets; empty where none are taken back."""
    ticket_legal: bool = False


class NamePage(msgspec.Struct, frozen=True):
    """The page on which a player writes his name at the table. `typed` is empty while the proposal stands."""

    headline: str
    typed: str
    proposal: str
    letters: tuple[str, ...]
    erase: str
    done: str


class ShortProof(msgspec.Struct, frozen=True):
    """The commitment to the order of the cards: its label, what the QR code says, and how its fingerprint begins."""

    words: str
    payload: str
    digits: str


class Waiting(msgspec.Struct, frozen=True):
    """Money on its way out whose page does not lie open: what to say, and the key that leads to it."""

    words: str
    key: str
    page: Page


class CareKey(msgspec.Struct, frozen=True):
    """The key that leads to the page about playing with care, or to the book about it; without words there is none."""

    words: str = ""
    book: bool = False


class KioskModel(msgspec.Struct, frozen=True):
    """The kiosk screen. Only the page named by `page` is drawn in full; fields that are None or empty are not."""

    page: Page
    header: Header
    title: str
    subtitle: str
    clock: str
    languages: tuple[LanguageKey, ...]
    plan: Plan
    facts: tuple[Fact, ...]
    balance: Balance
    proof: ShortProof | None
    """The commitment of the running hand."""
    purchase: Purchase | None
    claims: str
    claims_legal: bool
    name_page: NamePage | None
    identity_page: IdentityPage | None
    care_page: CarePage | None
    care_key: CareKey
    claim_page: ClaimPage | None
    ticket_in_page: TicketInPage | None
    pay_out_page: PayOutPage | None
    card_page: CardPage | None
    ticket_page: TicketPage | None
    waits: Waiting | None
    devices: tuple[str, ...]
    question: Question | None
    refusal: str
    banner: Banner | None


def kiosk_model(
    view: View,
    languages: Mapping[LanguageCode, Language],
    local: KioskLocal,
    moment: datetime | None = None,
    table_ms: int = 0,
) -> KioskModel:
    """Show the kiosk in the language chosen at it, or the table's; `moment` is the time of day, if it is shown."""
    language = _language(view, languages, local)
    words = words_for(language, view)
    shown = purchase(view, local, words)
    page = _page(view, local)
    return KioskModel(
        page=page,
        header=header(view, words),
        title=_title(local.page, words),
        subtitle=words.say("kiosk.subtitle", table=view.profile.table) if view.profile else "",
        clock=language.time(moment) if moment else "",
        languages=tuple(LanguageKey(code, one.locale.label, one is language) for code, one in languages.items()),
        plan=_plan(view, local, words),
        facts=table_facts(view, words),
        balance=_balance(view, local, words),
        proof=_proof(view, words),
        purchase=shown,
        claims=words.say("claim.count", count=len(view.claims)) if view.claims else "",
        claims_legal=bool(view.claims) and local.connected,
        name_page=_name_page(local, shown, words) if local.page == "name" and shown else None,
        identity_page=_identity_page(view, local, words) if page == "identity" else None,
        care_page=care_page(view, local, words, table_ms) if page == "care" else None,
        care_key=_care_key(view, local, words),
        claim_page=claim_page(view, local, words, moment) if local.page == "claim" else None,
        ticket_in_page=_ticket_in_page(view, local, words, moment) if local.page == "ticket-in" else None,
        pay_out_page=pay_out_page(view, local, words) if local.page == "pay-out" else None,
        card_page=card_page(view, local.connected, words) if local.page == "card" else None,
        ticket_page=_paying(view, local, words),
        waits=_waits(view, local, words),
        devices=_devices(view, words),
        question=_question(view, local, words),
        refusal=language.refusal(local.refusal, words.currency) if local.refusal else "",
        banner=banner(view, words, local.connected, kiosk=True),
    )


def _page(view: View, local: KioskLocal) -> Page:
    """The page that lies open: that of a guest's own bounds begins with his card and his PIN."""
    return "identity" if local.page == "care" and not care_open(view, local) else local.page


def _care_key(view: View, local: KioskLocal, words: Words) -> CareKey:
    """On the first page, on that of a card, and as the way to the book on the page itself."""
    reader = has_reader(view)
    if local.page == "care":
        return CareKey(words.say("care.how"), book=True)
    if local.page == "seat" or (local.page == "identity" and reader):
        return CareKey(words.say("care-book.title"), book=not reader)
    return CareKey()


def _question(view: View, local: KioskLocal, words: Words) -> Question | None:
    asking = local.asking
    if isinstance(asking, StayAway):
        return away_question(view, asking, words)
    return pay_out_question(view, local, words)


def _identity_page(view: View, local: KioskLocal, words: Words) -> IdentityPage | None:
    return guest_page(view, local, words) if has_reader(view) else identity_page(view, local.token, words)


def _language(view: View, languages: Mapping[LanguageCode, Language], local: KioskLocal) -> Language:
    wanted = (local.language, view.profile.language if view.profile else None)
    spoken = [languages[code] for code in wanted if code is not None and code in languages]
    return (spoken or list(languages.values()))[0]


def _title(page: Page, words: Words) -> str:
    titles: Mapping[Page, str] = {
        "claim": "claim.title",
        "ticket-in": "ticket-in.title",
        "pay-out": "payout.title",
        "ticket": "payout.title",
        "paying": "payout.title",
        "hand-pay": "payout.title",
        "card": "card.title",
        "care": "care-book.title",
    }
    return words.say(titles.get(page, "kiosk.title"))


def _plan(view: View, local: KioskLocal, words: Words) -> Plan:
    if view.profile is None:
        return Plan(words.say("kiosk.choose-seat"), (), "")
    seats = [view.at(number) for number in holders(view.profile)]
    free = sum(seat.status == "empty" for seat in seats)
    return Plan(
        headline=words.say("kiosk.choose-seat" if free else "kiosk.table-full"),
        seats=tuple(_plan_seat(view, seat, local, words) for seat in seats),
        occupancy=_occupancy(view, len(seats) - free, free, words),
    )


def _plan_seat(view: View, seat: SeatView, local: KioskLocal, words: Words) -> PlanSeat:
    state: PlanState = "free"
    if seat.status != "empty":
        state = "taken"
    elif seat.locked:
        state = "locked"
    elif any(waiter.seat == seat.seat for waiter in view.waiting):
        state = "kept"
    said = words.say(f"kiosk.{state}") if state in ("free", "kept") else ""
    return PlanSeat(seat=seat.seat, state=state, words=said, chosen=seat.seat == local.seat)


def _occupancy(view: View, playing: int, free: int, words: Words) -> str:
    """`7 playing, 3 free`, and how many wait."""
    said = words.say("kiosk.occupancy", playing=playing, free=free)
    waiting = sum(not waiter.seat for waiter in view.waiting)
    return f"{said}, {words.say('kiosk.waiting', count=waiting)}" if waiting else said


def _balance(view: View, local: KioskLocal, words: Words) -> Balance:
    return Balance(
        words=words.say("kiosk.your-balance"),
        amount=words.money(view.balance),
        news=_news(view, local, words),
        notes_words=words.say("kiosk.notes"),
        notes=_notes(view, words),
        notes_open=_notes_open(view),
        pay_out=words.say("kiosk.pay-out"),
        pay_out_legal=view.balance > 0 and local.connected and not pay_out_runs(view),
        card=words.say("kiosk.by-card") if card_key(view) else "",
        card_legal=(card_ready(view) or view.card is not None) and local.connected,
        ticket=words.say("kiosk.ticket") if tickets_taken(view) else "",
        ticket_legal=tickets_open(view) and local.connected,
    )


def _news(view: View, local: KioskLocal, words: Words) -> str:
    if view.note is not None:
        held = "kiosk.note-held" if view.note.accept else "kiosk.note-back"
        return words.say(held, amount=words.money(view.note.amount))
    if any(voucher.state == "pending" for voucher in view.vouchers):
        return words.say("ticket-in.checking")
    news = local.news
    if news is None:
        return "" if view.balance else words.say("kiosk.insert-note")
    key = {"credited": "kiosk.credited", "note-back": "kiosk.note-back", "collected": "claim.collected"}[news.kind]
    return words.say(key, amount=words.money(news.amount))


def _notes_open(view: View) -> bool:
    return "notes-in" not in stopped_devices(view) and not view.paused


def _notes(view: View, words: Words) -> str:
    if view.profile is None or not view.profile.cash.notes:
        return ""
    notes = view.profile.cash.notes
    if not _notes_open(view):
        return words.say("kiosk.notes-closed")
    return words.say("common.range", least=words.figure(min(notes)), most=words.money(max(notes)))


def _name_page(local: KioskLocal, shown: Purchase, words: Words) -> NamePage:
    return NamePage(
        headline=words.say("kiosk.your-name"),
        typed=local.name,
        proposal=shown.name,
        letters=LETTERS,
        erase=words.say("bet.erase"),
        done=words.say("common.ok"),
    )


def _paying(view: View, local: KioskLocal, words: Words) -> TicketPage | None:
    """The page of money on its way out, if one of the three lies open."""
    ticket = ticket_of(view)
    match local.page:
        case "ticket" if ticket is not None:
            return ticket_page(view, ticket, words)
        case "paying":
            return paying_page(view, words)
        case "hand-pay":
            return hand_page(view, local.hand_end, words)
        case _:
            return None


def _waits(view: View, local: KioskLocal, words: Words) -> Waiting | None:
    """What is on its way out, if another page lies open; a device before an attendant."""
    ticket = ticket_of(view)
    waits: Waiting | None = None
    if view.notes is not None or view.coins is not None:
        way = "notes" if view.notes is not None else "coins"
        waits = Waiting(words.say(f"payout.counting.{way}"), words.say("payout.show"), "paying")
    elif ticket is not None and ticket.state in UNPROVEN:
        waits = Waiting(words.say("refusal.pay-out-running"), words.say("payout.recorded"), "ticket")
    elif view.hand_pays:
        waits = Waiting(words.say("payout.hand-pays"), words.say("payout.show"), "hand-pay")
    return waits if waits is not None and waits.page != local.page else None


def _proof(view: View, words: Words) -> ShortProof | None:
    """The commitment of the hand in play; the whole fingerprint stands on centre and seats."""
    root = root_in_play(view)
    if not root:
        return None
    return ShortProof(words.say("common.proof"), root_payload(root), fingerprint(root)[:_SHORT])


def _ticket_in_page(view: View, local: KioskLocal, words: Words, moment: datetime | None) -> TicketInPage:
    return ticket_in_page(view, local.number, words, connected=local.connected, moment=moment)


def _devices(view: View, words: Words) -> tuple[str, ...]:
    """A table that is closed, and the kiosk's devices that need somebody; paper that is low needs him soon."""
    if view.profile is None:
        return ()
    said = [closing(view, words)] if view.closed else []
    return (*said, *troubled_devices(view, words))
