"""What happens at a kiosk with a card terminal, a coin hopper and a note store, scene by scene."""

from collections.abc import Callable

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId, VoucherNumber
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.profile import CardTerminal, CoinHopper, NoteRecycler
from controller.wire.view_payouts import CountedView
from tests.ui.models.conftest import PROFILE
from tests.ui.screens.terminal import EURO, REQUEST, Terminal, pay_key, plan

CARDS, FIRST = DeviceId("cards"), card.CardPaymentId(1)
HOPPER, STORE, FIRST_OUT = DeviceId("hopper"), DeviceId("recycler"), PayoutId(1)
NUMBER = VoucherNumber("2041")


def _with_cards(terminal: Terminal) -> None:
    """The kiosk has a card terminal."""
    amounts = tuple(Money(euro * EURO) for euro in (20, 50, 100, 200))
    cards = CardTerminal(CARDS, PROFILE.cash.printer_usb, 978, amounts)
    cash_devices = msgspec.structs.replace(PROFILE.cash, cards=cards)
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, cash=cash_devices)))
    terminal.tell(cash.DeviceConditionChanged(CARDS, "ready"))
    terminal.tell(cash.ClaimOpened(ClaimId(1), 3, Money(328 * EURO)))
    plan(terminal)


def _amounts(terminal: Terminal) -> None:
    _with_cards(terminal)
    terminal.press(terminal.screen.shown.balance.card)


def _asked(terminal: Terminal, kind: card.CardKind = "purchase") -> None:
    """A payment of fifty runs at the terminal."""
    _with_cards(terminal)
    balance = terminal.view.balance
    terminal.tell(card.CardReserved(REQUEST, FIRST, kind, CARDS, Money(50 * EURO), balance, 978, 1, 1))
    terminal.tell(card.CardSent(FIRST, card.CardMark()))


def _insert(terminal: Terminal) -> None:
    _asked(terminal)
    terminal.tell(card.CardMoved(FIRST, "insert-card"))


def _pin(terminal: Terminal) -> None:
    _asked(terminal)
    terminal.tell(card.CardMoved(FIRST, "pin"))


def _in_doubt(terminal: Terminal) -> None:
    _asked(terminal)
    terminal.tell(card.CardUnknown(FIRST, "absent"))


def _declined(terminal: Terminal) -> None:
    _asked(terminal)
    balance = terminal.view.balance
    terminal.tell(card.CardDropped(FIRST, "purchase", Money(50 * EURO), balance, "not-taken"))


def _refunded(terminal: Terminal) -> None:
    _asked(terminal, "refund")
    terminal.tell(card.CardRefundPaid(FIRST, Money(50 * EURO)))


def _with_devices(terminal: Terminal) -> None:
    """A kiosk with everything that pays: hopper, note store and card terminal; from 500 on an attendant does."""
    place = PROFILE.cash.printer_usb
    amounts = tuple(Money(euro * EURO) for euro in (20, 50, 100, 200))
    devices = msgspec.structs.replace(
        PROFILE.cash,
        hopper=CoinHopper(HOPPER, place, Money(2 * EURO)),
        recycler=NoteRecycler(STORE, (Money(5 * EURO), Money(20 * EURO))),
        cards=CardTerminal(CARDS, place, 978, amounts),
    )
    limits = msgspec.structs.replace(PROFILE.limits, hand_pay=Money(500 * EURO))
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, cash=devices, limits=limits)))
    for device in (HOPPER, STORE, CARDS):
        terminal.tell(cash.DeviceConditionChanged(device, "ready"))
    for note in (200, 50, 10):
        terminal.insert(note)
    terminal.tap(pay_key(terminal))
    terminal.rest()


def _in_notes(terminal: Terminal) -> None:
    """Notes are chosen; the hopper has no coins."""
    _with_devices(terminal)
    terminal.tell(cash.DeviceConditionChanged(HOPPER, "empty"))
    terminal.press(terminal.screen.shown.pay_out_page.ways[1].title)


def _notes_asked(terminal: Terminal) -> None:
    _in_notes(terminal)
    terminal.tap(pay_key(terminal))
    terminal.rest()


def _much(terminal: Terminal) -> None:
    """More than the devices may pay."""
    _with_devices(terminal)
    terminal.insert(200)
    terminal.insert(50)


def _no_printer(terminal: Terminal) -> None:
    _with_devices(terminal)
    terminal.printer("paper-out")


def _coins(terminal: Terminal) -> None:
    """Twelve coins are being counted out of twenty-five."""
    _with_devices(terminal)
    terminal.tell(
        payout.CoinsReserved(REQUEST, FIRST_OUT, HOPPER, Money(200), 12, Money(2_500), Money(23_500), NUMBER, 1)
    )
    terminal.tell(payout.CoinsSent(FIRST_OUT, HOPPER, 7))


def _coins_counted(terminal: Terminal) -> None:
    """Seven of twelve coins lie in the tray."""
    _coins(terminal)
    terminal.view.counted = CountedView(FIRST_OUT, Money(1_400))
    terminal.tell()


def _coins_stopped(terminal: Terminal) -> None:
    """The hopper has jammed after the seventh."""
    _coins_counted(terminal)
    terminal.tell(cash.DeviceConditionChanged(HOPPER, "jam"))
    terminal.tell(payout.CoinsUnknown(FIRST_OUT, HOPPER, "jam"))


def _coins_stuck(terminal: Terminal) -> None:
    _coins(terminal)
    terminal.tell(cash.DeviceConditionChanged(HOPPER, "jam"))
    terminal.tell(payout.CoinsUnknown(FIRST_OUT, HOPPER, "jam"))


def _coins_short(terminal: Terminal) -> None:
    """Eight coins came, and the rest goes on a ticket."""
    _coins(terminal)
    left = Money(900)
    terminal.tell(
        payout.CoinsDispensed(FIRST_OUT, HOPPER, 8, Money(1_600), left, Money(24_400)),
        cash.VoucherReserved(REQUEST, NUMBER, left, Money(23_500), 0, 0),
    )


def _notes_out(terminal: Terminal) -> None:
    _with_devices(terminal)
    terminal.tell(
        notes.NotesReserved(REQUEST, FIRST_OUT, STORE, Money(12_000), Money(12_300), Money(13_700), NUMBER, 1)
    )


def _notes_done(terminal: Terminal) -> None:
    _notes_out(terminal)
    terminal.tell(notes.NotesDispensed(FIRST_OUT, STORE, (), Money(12_000), Money(300), Money(14_000)))


def _by_hand(terminal: Terminal) -> None:
    _much(terminal)
    amount = Money(510 * EURO)
    terminal.tell(payout.HandPayLocked(REQUEST, FIRST_OUT, amount, Money(0), "limit", 1))


def _hand_called(terminal: Terminal) -> None:
    _by_hand(terminal)
    terminal.tell(sr.AttendantCalled(0))


def _hand_paid(terminal: Terminal) -> None:
    _by_hand(terminal)
    terminal.tell(payout.HandPaid(FIRST_OUT, Money(510 * EURO), "eve", "counted"))


def _hand_left(terminal: Terminal) -> None:
    """The player has gone back to the table while an attendant is awaited."""
    _by_hand(terminal)
    terminal.tap(next(key.rect_mm for key in terminal.keys if key.face.sign == "person"))
    terminal.rest()


def _to_card(terminal: Terminal) -> None:
    """A pay-out that may go to a card."""
    _with_cards(terminal)
    terminal.tap(pay_key(terminal))
    terminal.rest()


DEVICE_SCENES: dict[str, Callable[[Terminal], None]] = {
    "with-cards": _with_cards,
    "card-amounts": _amounts,
    "card-insert": _insert,
    "card-pin": _pin,
    "card-doubt": _in_doubt,
    "card-declined": _declined,
    "card-refunded": _refunded,
    "to-card": _to_card,
    "ways": _with_devices,
    "in-notes": _in_notes,
    "notes-asked": _notes_asked,
    "much": _much,
    "no-printer": _no_printer,
    "coins": _coins,
    "coins-counted": _coins_counted,
    "coins-stopped": _coins_stopped,
    "coins-stuck": _coins_stuck,
    "coins-short": _coins_short,
    "notes-out": _notes_out,
    "notes-done": _notes_done,
    "hand": _by_hand,
    "hand-called": _hand_called,
    "hand-paid": _hand_paid,
    "hand-left": _hand_left,
}
