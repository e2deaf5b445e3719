"""The kiosk's guest: whoever's card lies in the reader, his PIN, and what waits for him (R-RG-1; poker.md §7.3)."""

from typing import Final

from controller.vocab.player_card_records import LEAST_PIN, CardTrouble, Guest
from controller.wire.view import View
from seats.models.identity import HIDDEN, Does, IdentityPage
from seats.models.kiosk_local import KioskLocal
from seats.models.words import Words

MENDED_ALONE: Final[tuple[CardTrouble, ...]] = ("two-cards", "too-soon")
"""What a player can set right himself; for everything else there are attendants."""


def has_reader(view: View) -> bool:
    """Whether cards are put into a reader at this kiosk, so that no number of one is typed."""
    return view.profile is not None and view.profile.cash.reader is not None


def guest_of(view: View) -> Guest | None:
    """The guest whose card opens something."""
    guest = view.guest
    return guest if guest is not None and guest.trouble is None else None


def guest_page(view: View, local: KioskLocal, words: Words) -> IdentityPage:
    """Show the card that lies in the reader, or ask for it."""
    shown = view.guest
    if shown is None:
        title = "care-book.title" if local.page == "care" else "identity.card-show"
        return _told(words, "guest.insert-note", title, "guest.insert")
    if shown.trouble is not None:
        note = "" if shown.trouble in MENDED_ALONE else "guest.ask-staff"
        return _told(words, note, "guest.your-card", f"guest.{shown.trouble}")
    if shown.pin == "none":
        return _chosen(local, words)
    if local.lapsed:
        return _told(words, "guest.left-note", "guest.your-card", "guest.left")
    wanted = bool(shown.waiting) or local.page == "care"
    if shown.pin == "locked" and wanted:
        return _told(words, "guest.ask-staff", "guest.your-card", "guest.pin-locked")
    if shown.pin == "asked" and wanted:
        note = "care.behind-pin" if local.page == "care" else "guest.enter-note"
        return _pin_page(local, words, "guest.enter-pin", note, "pin")
    return _welcome(shown, local, words)


def _chosen(local: KioskLocal, words: Words) -> IdentityPage:
    """A new PIN is typed twice."""
    if local.pin.first:
        return _pin_page(local, words, "guest.again", "guest.choose-note", "again")
    note = "guest.differs" if local.pin.differed else "guest.choose-note"
    return _pin_page(local, words, "guest.choose-pin", note, "first")


def _pin_page(local: KioskLocal, words: Words, prompt: str, note: str, does: Does) -> IdentityPage:
    digits = local.pin.digits
    return IdentityPage(
        headline=words.say("guest.your-card"),
        note=words.say(note),
        prompt=words.say(prompt),
        shown=HIDDEN * len(digits),
        erase=words.say("bet.erase"),
        key=words.say("common.ok"),
        legal=len(digits) >= LEAST_PIN and local.connected,
        back=words.say("common.back"),
        does=does,
        pin=digits,
    )


def _welcome(guest: Guest, local: KioskLocal, words: Words) -> IdentityPage:
    """Where he plays, what he has to bring back, and what waits for him."""
    money = words.money(guest.waiting)
    lines = [words.say("guest.waiting", amount=money) if guest.waiting else words.say("guest.nothing")]
    lines += [words.say("guest.seat", seat=guest.seat)] if guest.seat else []
    lines += [words.say("guest.brings", amount=words.money(guest.brings))] if guest.brings else []
    return IdentityPage(
        headline=words.say("guest.your-card"),
        note=words.say("guest.insert-note"),
        prompt=words.say("identity.card-ends", digits=guest.ending),
        shown="",
        erase="",
        key=words.say("guest.collect", amount=money) if guest.waiting else words.say("guest.on"),
        legal=local.connected,
        back=words.say("common.back"),
        lines=tuple(lines),
        opens=_opens(words),
        pad=False,
        does="collect" if guest.waiting else "done",
    )


def _told(words: Words, note: str, headline: str, prompt: str) -> IdentityPage:
    """A page on which nothing can be done but going back."""
    return IdentityPage(
        headline=words.say(headline),
        note=words.say(note) if note else "",
        prompt=words.say(prompt),
        shown="",
        erase="",
        key=words.say("common.ok"),
        legal=False,
        back=words.say("common.back"),
        opens=_opens(words),
        pad=False,
    )


def _opens(words: Words) -> tuple[str, ...]:
    return tuple(words.say(f"guest.{key}") for key in ("opens", "opens-money", "opens-limits", "opens-screen"))
