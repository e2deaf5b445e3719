"""Money on its way out in coins or notes, or by an attendant's hand: how far it has come, and what comes next.

The same page as a ticket's, with the device in the printer's place (visual.md §9): what happened, that the money is
safe, what comes next.
"""

from typing import Final

from cashier.money import ZERO, Money
from cashier.terms import Role
from controller.wire.device_view import DeviceTrouble, device_troubles
from controller.wire.view import View
from controller.wire.view_payouts import CoinsView, DeviceWay, HandPayView, NotesPayView
from seats.models.kiosk_local import HandEnd
from seats.models.ticket import TicketPage, TicketStep, Trouble, device_sentence, paid_steps, printer_trouble
from seats.models.words import Words

_ROLES: Final[dict[DeviceWay, Role]] = {"coins": "hopper", "notes": "recycler"}


def paying_page(view: View, words: Words) -> TicketPage:
    """Show what the note store or the hopper is paying, or has paid last."""
    running: CoinsView | NotesPayView | None = view.notes or view.coins
    paid = Money(sum(part.paid for part in view.paid_out))
    last = view.paid_out[-1] if view.paid_out else None
    way: DeviceWay = "notes" if view.notes is not None else "coins"
    if running is None and last is not None:
        way = last.way
    asked = Money(running.amount if running is not None else last.left if last is not None else ZERO)
    left = asked if running is None else ZERO
    return TicketPage(
        title=words.say("payout.title"),
        yours=words.say("payout.yours"),
        amount=words.money(paid if running is None else paid + asked),
        safe=words.say("payout.safe"),
        steps=_device_steps(view, running, way, Money(paid + asked), words),
        trouble=_trouble(view, running, way, words) if running is not None else None,
        done=running is None,
        headline=words.say(f"payout.take.{way}" if paid else "payout.cancelled-device"),
        note=words.say("payout.left-over", amount=words.money(left)) if left else "",
        replaces=_replaces(view, running, words),
        close=words.say("common.close"),
        scene=way,
    )


def _replaces(view: View, running: CoinsView | NotesPayView | None, words: Words) -> str:
    """What becomes of the rest, while the device pays."""
    if running is None:
        return ""
    return words.say("payout.rest-ticket" if printer_trouble(view) is None else "payout.rest-hand")


def _device_steps(
    view: View, running: CoinsView | NotesPayView | None, way: DeviceWay, asked: Money, words: Words
) -> tuple[TicketStep, ...]:
    taken = TicketStep("done", words.say("payout.taken"), words.money(asked))
    done = paid_steps(view, words)
    take = TicketStep("open" if running is not None else "now", words.say(f"payout.take.{way}"), "")
    if running is None:
        return (taken, *done, take)
    doubt = running.state == "unknown"
    now = TicketStep("failed" if doubt else "now", words.say(f"payout.counting.{way}"), _counting(view, running, words))
    return (taken, *done, now, take)


def _counting(view: View, running: CoinsView | NotesPayView, words: Words) -> str:
    """How much the device is to pay, and how much of it has come: `12 of 20 coins`, or notes worth so much."""
    counted = view.counted if view.counted is not None and view.counted.payout == running.payout else None
    if isinstance(running, NotesPayView):
        if counted is None:
            return words.money(running.notes)
        return words.say("payout.notes-counted", done=words.money(counted.paid), amount=words.money(running.notes))
    worth = words.money(Money(running.coins * running.coin))
    if counted is None:
        return words.say("payout.coins-of", coins=running.coins, coin=words.money(running.coin), amount=worth)
    came = counted.paid // running.coin
    return words.say("payout.coins-counted", done=came, coins=running.coins, amount=words.money(counted.paid))


def _trouble(view: View, running: CoinsView | NotesPayView, way: DeviceWay, words: Words) -> Trouble | None:
    """A device that cannot go on, or that may have paid and cannot say what."""
    obstacle = _device_trouble(view, way)
    doubt = running.state == "unknown"
    if not doubt and obstacle is None:
        return None
    told = obstacle is not None and bool(obstacle.row.shown)
    return Trouble(
        headline=words.say(f"payout.stopped.{way}" if doubt else f"payout.held-up.{way}"),
        happened=device_sentence(obstacle, words) if obstacle is not None and told else "",
        advice=words.say("payout.take-what-came") if doubt else "",
        safe=words.say("payout.untouched-rest"),
        next_step=words.say("payout.attendant-counts" if doubt else "payout.device-waits"),
        then="",
        later=(),
        back=words.say("payout.back-to-table"),
        back_note=words.say("payout.money-waits"),
    )


def _device_trouble(view: View, way: DeviceWay) -> DeviceTrouble | None:
    stop = f"{way}-out"
    return next((one for one in device_troubles(view) if one.role == _ROLES[way] and stop in one.row.paying_out), None)


def hand_page(view: View, end: HandEnd | None, words: Words) -> TicketPage | None:
    """Show the money that an attendant is to pay, or how the latest of it ended; None where there is neither."""
    if view.hand_pays:
        return _hand_waits(view, view.hand_pays[-1], words)
    return _hand_over(view, end, words) if end is not None else None


def _hand_waits(view: View, waits: HandPayView, words: Words) -> TicketPage:
    amount = words.money(waits.amount)
    called = 0 in view.calls
    trouble = Trouble(
        headline=words.say("payout.hand"),
        happened="",
        advice=words.say(f"payout.hand.{waits.cause}"),
        safe=words.say("payout.hand-safe", amount=amount),
        next_step=words.say("payout.hand-called" if called else "payout.hand-call"),
        then="",
        later=(),
        back=words.say("payout.back-to-table"),
        back_note=words.say("payout.money-waits"),
        calm=True,
    )
    coming = TicketStep("now", words.say("payout.hand-pays"), "")
    return _hand_steps(view, waits.amount, words, coming, trouble, number=words.language.number(waits.payout))


def _hand_over(view: View, end: HandEnd, words: Words) -> TicketPage:
    paid = TicketStep("done", words.say("payout.hand-paid" if end.paid else "payout.hand-back"), "")
    return _hand_steps(view, end.amount, words, paid, None)


def _hand_steps(
    view: View, amount: Money, words: Words, last: TicketStep, trouble: Trouble | None, number: str = ""
) -> TicketPage:
    note = words.say("payout.hand-number", number=number) if number else ""
    locked = TicketStep("done", words.say("payout.hand-locked"), note)
    taken = TicketStep("done", words.say("payout.taken"), words.money(amount))
    return TicketPage(
        title=words.say("payout.title"),
        yours=words.say("payout.yours"),
        amount=words.money(amount),
        safe=words.say("payout.safe"),
        steps=(taken, *paid_steps(view, words), locked, last),
        trouble=trouble,
        done=trouble is None,
        headline=last.words,
        note="",
        replaces="",
        close=words.say("common.close"),
        scene="hand",
    )
