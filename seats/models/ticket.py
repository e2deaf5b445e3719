"""A ticket on its way out of the kiosk: where it stands, and what to do when it does not come.

What happened, that the money is safe, what comes next: in this order (visual.md §12).
"""

from typing import Literal

import msgspec

from cashier.money import Money
from controller.wire.device_view import DeviceTrouble, device_troubles
from controller.wire.view import View, VoucherView
from controller.wire.view_payouts import PaidView
from seats.models.words import Words

StepState = Literal["done", "now", "failed", "open"]

Scene = Literal["printer", "coins", "notes", "hand"]
"""What pays: it is drawn beside the words."""


class TicketStep(msgspec.Struct, frozen=True):
    """One step of a pay-out and how far it has come."""

    state: StepState
    words: str
    note: str


class Trouble(msgspec.Struct, frozen=True):
    """Why no ticket comes: what happened, that the money is safe, what comes next, and what can be chosen then."""

    headline: str
    happened: str
    advice: str
    safe: str
    next_step: str
    then: str
    later: tuple[str, ...]
    back: str
    back_note: str
    calm: bool = False
    """Nothing has failed; somebody has to come all the same."""


class TicketPage(msgspec.Struct, frozen=True):
    """The page of money on its way: a ticket, cash from a device, or an attendant's hand.

    `done` says that it can be taken or that nothing more is to come.
    """

    title: str
    yours: str
    amount: str
    safe: str
    steps: tuple[TicketStep, ...]
    trouble: Trouble | None
    done: bool
    headline: str
    note: str
    replaces: str
    close: str
    scene: Scene = "printer"


def ticket_page(view: View, voucher: VoucherView, words: Words) -> TicketPage:
    """Show where the latest ticket stands."""
    done = voucher.state not in ("reserved", "sent", "unknown")
    good = done and voucher.state != "void"
    return TicketPage(
        title=words.say("payout.title"),
        yours=words.say("payout.yours"),
        amount=words.money(voucher.amount),
        safe=words.say("payout.safe"),
        steps=_steps(view, voucher, words),
        trouble=_trouble(view, voucher, words),
        done=done,
        headline=words.say("payout.done" if good else "payout.cancelled") if done else "",
        note=words.say("payout.done-note" if good else "payout.cancelled-note") if done else "",
        replaces=words.say("payout.replaces", digits=voucher.replaces) if voucher.replaces else "",
        close=words.say("common.close"),
    )


def printer_trouble(view: View) -> DeviceTrouble | None:
    """What keeps the printer from printing; None where nothing does."""
    return next((trouble for trouble in device_troubles(view) if "tickets-out" in trouble.row.paying_out), None)


def device_sentence(trouble: DeviceTrouble, words: Words) -> str:
    """A device and its condition in one line: `Ticket printer: paper has run out`."""
    name, state = words.say(f"device.{trouble.role}"), words.say(f"condition.{trouble.row.shown}")
    return words.say("device.says", device=name, condition=state)


def _steps(view: View, voucher: VoucherView, words: Words) -> tuple[TicketStep, ...]:
    number = words.say("payout.number-ends", digits=voucher.number)
    whole = Money(voucher.amount + sum(part.paid for part in view.paid_out))
    taken = TicketStep("done", words.say("payout.taken"), words.money(whole))
    recorded = TicketStep("done", words.say("payout.recorded"), number)
    printed, take = _last_steps(view, voucher, words)
    return (taken, *paid_steps(view, words), recorded, printed, take)


def paid_steps(view: View, words: Words) -> tuple[TicketStep, ...]:
    """What devices have paid of this pay-out, each as a step that is done; less than was meant is told."""
    return tuple(_paid_step(part, words) for part in view.paid_out)


def _paid_step(part: PaidView, words: Words) -> TicketStep:
    if not part.paid:
        return TicketStep("failed", words.say(f"payout.none.{part.way}"), "")
    note = words.say("payout.paid-and-left", paid=words.money(part.paid), left=words.money(part.left))
    return TicketStep("done", words.say(f"payout.paid.{part.way}"), note if part.left else words.money(part.paid))


def _last_steps(view: View, voucher: VoucherView, words: Words) -> tuple[TicketStep, TicketStep]:
    trouble = printer_trouble(view)
    say_condition = "" if trouble is None else words.say(f"condition.{trouble.row.shown}")
    take = words.say("payout.take-ticket")
    if voucher.state in ("reserved", "sent"):
        return TicketStep("now", words.say("payout.printing"), say_condition), TicketStep("open", take, "")
    if voucher.state in ("unknown", "void"):
        failed = TicketStep("failed", words.say("payout.not-printed"), say_condition)
        return failed, TicketStep("open", take, "")
    return TicketStep("done", words.say("payout.printed"), ""), TicketStep("now", take, "")


def _trouble(view: View, voucher: VoucherView, words: Words) -> Trouble | None:
    obstacle = printer_trouble(view)
    stuck = voucher.state in ("reserved", "sent") and obstacle is not None
    if voucher.state != "unknown" and not stuck:
        return None
    halfway = voucher.state == "unknown"
    later = ("payout.new-ticket", "payout.cash") if halfway else ()
    return Trouble(
        headline=words.say("payout.stopped" if halfway else "payout.held-up"),
        happened="" if obstacle is None else device_sentence(obstacle, words),
        advice=words.say("payout.stopped-note") if halfway else "",
        safe=words.say("payout.untouched", amount=words.money(voucher.amount)),
        next_step=words.say("payout.attendant-first" if halfway else "payout.printer-waits"),
        then=words.say("payout.then") if later else "",
        later=tuple(words.say(key) for key in later),
        back=words.say("payout.back-to-table"),
        back_note=words.say("payout.money-waits"),
    )
