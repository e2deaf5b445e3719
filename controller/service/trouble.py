"""What is wrong with the table now and what is to be done about it, in plain words (R-TLT-3)."""

from collections.abc import Iterator
from datetime import tzinfo

import msgspec

from cashier.money import Currency
from controller.language import Language
from controller.service.event_log import said
from controller.service.log_rows import Fact
from controller.wire.view import View


class Trouble(msgspec.Struct, frozen=True):
    """One thing that is wrong: where (a device, a screen, or empty), what, and the remedy."""

    place: str
    what: str
    remedy: str


def troubles(view: View, language: Language, currency: Currency, zone: tzinfo | None = None) -> Iterator[Trouble]:
    """Yield everything that staff should see to, as the staff's view knows it; times are those of `zone`."""
    for place, key, facts in _found(view):
        yield Trouble(place, said(key, facts, language, currency, zone), language.text(f"remedy.{key}"))


def _found(view: View) -> Iterator[tuple[str, str, dict[str, Fact]]]:
    """Yield place, key of the log's text, and facts."""
    for fault in view.faults:
        yield "", fault.fault, {"place": fault.place, "detail": fault.detail, "since": fault.since}
    for seat in view.calls:
        yield "", "attendant-called" if seat else "attendant-called-to-kiosk", {"seat": seat}
    yield from _at_the_doors(view)
    for screen in view.lost_screens:
        if screen != "staff":
            yield screen, "screen-lost", {"screen": screen}
    for device in view.devices:
        if device.condition != "ready":
            yield device.device, f"device-{device.condition}", {}
    if view.coins is not None and view.coins.state == "unknown":
        yield view.coins.device, "coins-in-doubt", {"payout": view.coins.payout}
    if view.notes is not None and view.notes.state == "unknown":
        yield view.notes.device, "notes-in-doubt", {"payout": view.notes.payout}
    if view.card is not None and view.card.state in ("unknown", "stuck"):
        key = "card-stuck" if view.card.state == "stuck" else "card-in-doubt"
        yield view.card.device, key, {"payment": view.card.payment}
    if view.settlement is not None and (view.settlement.over or view.settlement.short):
        yield "", "cards-over", {"amount": view.settlement.over - view.settlement.short}
    for waits in view.hand_pays:
        yield "", "hand-pay-locked", {"payout": waits.payout, "amount": waits.amount, "cause": waits.cause}
    for ticket in view.vouchers:
        if ticket.state == "unknown":
            yield "", "ticket-in-doubt", {"number": ticket.number}


def _at_the_doors(view: View) -> Iterator[tuple[str, str, dict[str, Fact]]]:
    """Yield the doors that stand open, and those behind which somebody has to look."""
    for door in view.doors:
        if door.open:
            yield "", "door-alarm" if door.alarm else "door-opened", {"door": door.door, "by": door.by}
        elif door.waits:
            yield "", "door-waits", {"door": door.door}
