"""What a table asks of whoever buys chips: nothing, the number of a ticket, or that of a card (R-RG-1).

A number stays on the kiosk's screen only until its purchase is made, and no more than its end is ever shown.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from cashier.refusal import Code
from controller.vocab.profile import IdentityWay
from controller.wire.view import View
from seats.models.words import Words

_TICKET_DIGITS: Final = 18

LONGEST: Final[Mapping[IdentityWay, int]] = {"anonymous": 0, "ticket": _TICKET_DIGITS, "card": 20}
SHORTEST: Final[Mapping[IdentityWay, int]] = {"anonymous": 0, "ticket": _TICKET_DIGITS, "card": 4}
"""Digits of what may be shown; a card's number is as long as its maker wants."""

SHOWN_DIGITS: Final = 4
HIDDEN: Final = "•"

UNKNOWN: Final = (Code.IDENTITY_NEEDED, Code.NOT_REGISTERED, Code.NO_SUCH_PLAYER, Code.EXCLUDED, Code.ONE_SEAT_ONLY)
"""Refusals after which another number has to be typed."""


Does = Literal["done", "first", "again", "pin", "collect"]
"""What the key of the page does: go on, take a new PIN, compare it, send it or the one that was asked for, collect."""


class IdentityPage(msgspec.Struct, frozen=True):
    """The page on which a card or a ticket is shown: `shown` is what was typed, all but its end hidden.

    Where the card lies in a reader a PIN is typed, if anything (`pad`); `lines` are what waits for its player.
    """

    headline: str
    note: str
    prompt: str
    shown: str
    erase: str
    key: str
    legal: bool
    back: str
    lines: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    """What a card opens, under a headline; where no PIN is typed there is room to say so."""
    pad: bool = True
    does: Does = "done"
    pin: str = ""


def way_of(view: View) -> IdentityWay:
    """What this table asks for."""
    return view.profile.players.identity if view.profile else "anonymous"


def is_whole(way: IdentityWay, token: str) -> bool:
    """Whether a number may be sent."""
    return SHORTEST[way] <= len(token) <= LONGEST[way]


def hidden(token: str) -> str:
    """A number as others may see it, in groups of four: `•••• •••• 1234`."""
    shown = HIDDEN * (len(token) - SHOWN_DIGITS) + token[-SHOWN_DIGITS:]
    return " ".join(shown[start : start + 4] for start in range(0, len(shown), 4))


def ending(way: IdentityWay, token: str, words: Words) -> str:
    """Whose money it will be, once a whole number was typed: `Card ends 1234`."""
    if way == "anonymous" or not is_whole(way, token):
        return ""
    return words.say(f"identity.{way}-ends", digits=token[-SHOWN_DIGITS:])


def ask_key(way: IdentityWay, words: Words) -> str:
    """The key that leads to the page."""
    return words.say(f"identity.{way}-show")


def identity_page(view: View, token: str, words: Words) -> IdentityPage | None:
    """Show the page, or None at a table that asks for nothing."""
    way = way_of(view)
    if way == "anonymous":
        return None
    return IdentityPage(
        headline=words.say(f"identity.{way}-show"),
        note=words.say("identity.note"),
        prompt=words.say(f"identity.{way}-number"),
        shown=hidden(token),
        erase=words.say("bet.erase"),
        key=words.say("common.ok"),
        legal=is_whole(way, token),
        back=words.say("common.back"),
    )
