"""Money that was left at the table and is collected at the kiosk by the code of the seat's screen."""

from datetime import datetime

import msgspec

from cashier.claims import CODE_DIGITS
from controller.wire.view import View
from seats.models.kiosk_local import KioskLocal
from seats.models.ticket_in import locked_words
from seats.models.words import Words


class ClaimPage(msgspec.Struct, frozen=True):
    """The page on which a claim is collected: one place per digit, blank where nothing is typed.

    `locked` says that too many wrong numbers were typed, and until when none can be; then `types` is false.
    """

    headline: str
    note: str
    prompt: str
    digits: tuple[str, ...]
    waiting: str
    locked: str
    types: bool
    erase: str
    key: str
    legal: bool
    back: str


def claim_page(view: View, local: KioskLocal, words: Words, moment: datetime | None) -> ClaimPage:
    """Show the page, with what was typed of the code."""
    locked = locked_words(view, words, moment)
    return ClaimPage(
        headline=words.say("claim.title"),
        note=words.say("claim.note"),
        prompt=words.say("claim.enter-code"),
        digits=tuple(local.code.ljust(CODE_DIGITS)),
        waiting=words.language.plural("claim.waiting", len(view.claims)),
        locked=locked,
        types=not locked and local.connected,
        erase=words.say("bet.erase"),
        key=words.say("claim.collect"),
        legal=len(local.code) == CODE_DIGITS and not locked and local.connected,
        back=words.say("common.back"),
    )
