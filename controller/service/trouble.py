"""What is wrong with the table now and what is to be done about it, in plain words (R-TLT-3)."""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Final

import msgspec

from cashier.money import Currency
from controller.faults import DOORS
from controller.language import Language
from controller.service.event_log import said
from controller.service.log_rows import ROWS, Fact
from controller.wire.device_view import device_troubles
from controller.wire.view import View


class Trouble(msgspec.Struct, frozen=True):
    """One thing that is wrong: its code in the log or 0, where (a device, a screen, or empty), what, and the remedy."""

    code: int
    place: str
    what: str
    remedy: str


class _Found(msgspec.Struct, frozen=True):
    """Where something is wrong, the key of the log's text with its facts, and that of the remedy if it is another."""

    place: str
    key: str
    facts: dict[str, Fact]
    remedy: str = ""


_CODES: Final[Mapping[str, int]] = {row.key: row.code for row in ROWS}


def troubles(view: View, language: Language, currency: Currency, zone: tzinfo | None = None) -> Iterator[Trouble]:
    """Yield everything that staff should see to, as the staff's view knows it; times are those of `zone`."""
    for found in _found(view):
        what = said(found.key, found.facts, language, currency, zone)
        yield Trouble(_CODES.get(found.key, 0), found.place, what, language.text(f"remedy.{found.remedy or found.key}"))


def _found(view: View) -> Iterator[_Found]:
    """Yield everything that is wrong, in the order in which it is told."""
    for fault in view.faults:
        yield _Found("", fault.fault, {"place": fault.place, "detail": fault.detail, "since": fault.since})
    for seat in view.calls:
        yield _Found("", "attendant-called" if seat else "attendant-called-to-kiosk", {"seat": seat})
    yield from _at_the_doors(view)
    for screen in view.lost_screens:
        if screen != "staff":
            yield _Found(screen, "screen-lost", {"screen": screen})
    for trouble in device_troubles(view):
        if trouble.row.lamp != "off":
            yield _Found(trouble.device, trouble.row.text, {}, trouble.row.helps)
    if view.coins is not None and view.coins.state == "unknown":
        yield _Found(view.coins.device, "coins-in-doubt", {"payout": view.coins.payout})
    if view.notes is not None and view.notes.state == "unknown":
        yield _Found(view.notes.device, "notes-in-doubt", {"payout": view.notes.payout})
    if view.card is not None and view.card.state in ("unknown", "stuck"):
        key = "card-stuck" if view.card.state == "stuck" else "card-in-doubt"
        yield _Found(view.card.device, key, {"payment": view.card.payment})
    if view.settlement is not None and (view.settlement.over or view.settlement.short):
        yield _Found("", "cards-over", {"amount": view.settlement.over - view.settlement.short})
    for waits in view.hand_pays:
        yield _Found("", "hand-pay-locked", {"payout": waits.payout, "amount": waits.amount, "cause": waits.cause})
    for ticket in view.vouchers:
        if ticket.state == "unknown":
            yield _Found("", "ticket-in-doubt", {"number": ticket.number})


def _at_the_doors(view: View) -> Iterator[_Found]:
    """Yield the doors that stand open, and those behind which somebody has to look."""
    for door in view.doors:
        if door.open:
            yield _Found("", "door-alarm" if door.alarm else DOORS[door.door].text, {"door": door.door, "by": door.by})
        elif door.waits:
            yield _Found("", "door-waits", {"door": door.door})
