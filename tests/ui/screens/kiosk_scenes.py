"""What happens at a kiosk, scene by scene: each is played on a terminal that stands at the table of the models."""

from collections.abc import Callable

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId, VoucherNumber
from cashier.redeem_records import NumberRefused
from cashier.refusal import Code, Refusal
from controller.app.books import table_book
from controller.vocab import care_records as care
from controller.vocab import fault_records as fr
from controller.vocab import player_card_records as pc
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import CardReader, CardTerminal, CoinHopper, NoteRecycler, PlayerRules
from controller.wire.view_payouts import CountedView
from seats.metrics import Box
from seats.screens.kiosk import IDLE_MS
from seats.screens.kiosk_frame import CARE_KEY, LIST_KEY
from seats.screens.kiosk_seat import RULES
from seats.screens.screen import LinkLost, Refused, RulesTold
from tests.ui.models.conftest import PROFILE
from tests.ui.screens.terminal import EURO, REQUEST, Terminal, plain

CARDS, FIRST = DeviceId("cards"), card.CardPaymentId(1)
HOPPER, STORE, FIRST_OUT = DeviceId("hopper"), DeviceId("recycler"), PayoutId(1)
NUMBER = VoucherNumber("2041")
READER, GUEST = DeviceId("reader"), pc.Guest(ending="2345", pin="right")
TABLE_MS = 10_000_000
MINUTE_MS = 60_000
OWN_CARE = care.OwnCareTold(
    limits=(
        care.OwnLimit("loss", "day", 100 * EURO, 40 * EURO, 200 * EURO, "2026-12-01 22:14"),
        care.OwnLimit("time", "week", None, 200 * MINUTE_MS),
    ),
    exclusions=(),
    check=0,
    began=TABLE_MS - 80 * MINUTE_MS,
    staked=120 * EURO,
    at=TABLE_MS,
)
"""What a guest reads of himself: he has sat there for 80 minutes."""

replace = msgspec.structs.replace


def _plan(terminal: Terminal) -> None:
    for note in (200, 50, 10):
        terminal.insert(note)
    terminal.seat(1, 2, 3, 5, 6, 8, 10)
    terminal.choose(9)
    minus = next(key for key in terminal.keys if key.face.sign == "minus")
    for _ in range(12):
        terminal.tap(minus.rect_mm)
    terminal.rest()


def _name(terminal: Terminal) -> None:
    _plan(terminal)
    key = next(key for key in terminal.keys if key.face.sign == "person")
    terminal.tap(key.rect_mm)
    terminal.rest()
    for letter in "KAARLO":
        terminal.press(letter)


def _claim(terminal: Terminal) -> None:
    terminal.tell(cash.ClaimOpened(ClaimId(1), 3, Money(328 * EURO)), cash.ClaimOpened(ClaimId(2), 5, Money(40 * EURO)))
    terminal.tap(next(key.rect_mm for key in terminal.keys if key.face.sign == "coin"))
    terminal.rest()
    for digit in "0471":
        terminal.press(digit)


def _typed_ticket(terminal: Terminal, number: str) -> None:
    terminal.insert(50)
    terminal.press(terminal.screen.shown.balance.ticket)
    for digit in number:
        terminal.press(digit)


def _ticket_in(terminal: Terminal) -> None:
    """A number that may be right; its last group is shown."""
    _typed_ticket(terminal, "460743176821145539")


def _half_a_number(terminal: Terminal) -> None:
    _typed_ticket(terminal, "46074317")


def _wrong_number(terminal: Terminal) -> None:
    _typed_ticket(terminal, "460743176821145593")


def _locked(terminal: Terminal) -> None:
    """Ten numbers that nobody gave out: none can be typed until tomorrow."""
    _half_a_number(terminal)
    tomorrow = 1_796_104_800_000
    refused = NumberRefused(REQUEST, "ticket", Code.NO_SUCH_VOUCHER, 10, 1, until=tomorrow)
    terminal.tell(refused)


def _pay_out(terminal: Terminal) -> None:
    _plan(terminal)
    terminal.tap(_pay_key(terminal))
    terminal.rest()


def _question(terminal: Terminal) -> None:
    _pay_out(terminal)
    terminal.tap(_pay_key(terminal))
    terminal.rest()


def _pay_key(terminal: Terminal) -> Box:
    return terminal.key(terminal.screen.shown.balance.pay_out).rect_mm


def _printing(terminal: Terminal) -> None:
    terminal.insert(200)
    terminal.reserve(200, replaces="7755")


def _paper_out(terminal: Terminal) -> None:
    for _ in range(3):
        terminal.insert(200)
    terminal.reserve(486)
    terminal.printer("paper-out")
    terminal.doubtful()


def _held_up(terminal: Terminal) -> None:
    terminal.insert(200)
    terminal.printer("paper-out")
    terminal.reserve(200)


def _done(terminal: Terminal) -> None:
    terminal.insert(200)
    terminal.reserve(200)
    terminal.issued(200)


def _paused(terminal: Terminal) -> None:
    _plan(terminal)
    terminal.tell(tr.TablePaused(cause="attendant", by=""))


def _lost(terminal: Terminal) -> None:
    _plan(terminal)
    terminal.notice(LinkLost())


def _door(terminal: Terminal) -> None:
    """Two doors of the kiosk: one stands open, one is closed and not looked behind yet."""
    _plan(terminal)
    terminal.tell(
        fr.DoorOpened("cash-box", "kiosk", 1), fr.DoorClosed("cash-box", waits=True), fr.DoorOpened("kiosk", "kiosk", 1)
    )


def _full_seat(terminal: Terminal) -> None:
    terminal.insert(5)
    terminal.choose(4)


def _focus(terminal: Terminal) -> None:
    """Service keys have led the ring to a free seat."""
    _plan(terminal)
    terminal.key_down("down", "down", "down", "down", "down", "down")


def _kept(terminal: Terminal) -> None:
    """Seat 4 is kept for the next on the list, seat 7 is out of order, two more wait."""
    for place, name in enumerate(("Liisa", "Pekka", "Matti"), start=1):
        terminal.tell(sr.ListJoined(name, (), place))
    terminal.tell(sr.SeatHeld(4, "Liisa", 300_000), sr.SeatLocked(7, ""))
    _plan(terminal)


def _asked_for_card(terminal: Terminal) -> None:
    """The table wants to know who plays: the key of the purchase leads to the page."""
    players = PlayerRules(identity="card")
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, players=players)))
    _plan(terminal)


def _card(terminal: Terminal) -> None:
    _asked_for_card(terminal)
    terminal.press(plain(terminal.screen.shown.purchase.key))
    for digit in "308155012345":
        terminal.press(digit)


def _card_shown(terminal: Terminal) -> None:
    _card(terminal)
    terminal.press(terminal.screen.shown.identity_page.key)


def _hand_runs(terminal: Terminal) -> None:
    """The commitment of the running hand stands beside the rules."""
    _plan(terminal)
    terminal.view.phase, terminal.view.hand = "betting", HandId(18_204)
    terminal.view.root = bytes.fromhex("7f3a91c2") + bytes(range(28))
    terminal.tell()


def _rules(terminal: Terminal) -> None:
    _plan(terminal)
    key = next(key for key in terminal.keys if key.rect_mm == RULES)
    terminal.tap(key.rect_mm)
    terminal.rest()
    game = terminal.profile.game
    terminal.notice(RulesTold(game, table_book(terminal.profile, game)))


def _list(terminal: Terminal) -> None:
    _kept(terminal)
    terminal.tap(LIST_KEY)
    terminal.rest()


def _care(terminal: Terminal) -> None:
    players = PlayerRules(identity="card")
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, players=players)))
    terminal.tap(CARE_KEY)
    terminal.rest()


def _with_reader(terminal: Terminal) -> None:
    """A table that asks for a card, and a reader to put it into."""
    cash_devices = msgspec.structs.replace(PROFILE.cash, reader=CardReader(READER, PROFILE.cash.printer_usb))
    players = PlayerRules(identity="card")
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, players=players, cash=cash_devices)))
    terminal.tell(cash.DeviceConditionChanged(READER, "ready"))


def _guest(terminal: Terminal) -> None:
    """A card whose player has been at seat 3 and has money waiting."""
    _with_reader(terminal)
    _plan(terminal)
    terminal.tell(pc.GuestTold(replace(GUEST, waiting=Money(328 * EURO), brings=328 * EURO)))


def _guest_pin(terminal: Terminal) -> None:
    _with_reader(terminal)
    terminal.tell(pc.GuestTold(replace(GUEST, pin="asked", waiting=Money(328 * EURO))))
    for digit in "258":
        terminal.press(digit)


def _guest_asked(terminal: Terminal) -> None:
    """The reader is empty, and a purchase needs a card."""
    _with_reader(terminal)
    _plan(terminal)
    terminal.press(plain(terminal.screen.shown.purchase.key))


def _bounds(terminal: Terminal) -> None:
    """A guest looks at his own limits: one has been widened, and waits."""
    _with_reader(terminal)
    terminal.table_ms = TABLE_MS
    terminal.tell(pc.GuestTold(replace(GUEST, seat=3)))
    terminal.tap(next(key.rect_mm for key in terminal.keys if key.rect_mm == CARE_KEY))
    terminal.screen.asked()
    terminal.agree(care.ReadOwnCare())
    terminal.tell(OWN_CARE)


def _bounds_tighter(terminal: Terminal) -> None:
    _bounds(terminal)
    for _ in range(2):
        terminal.tap(next(key for key in terminal.keys if key.face.sign == "minus").rect_mm)
    terminal.rest()


def _bounds_time(terminal: Terminal) -> None:
    """No limit of time yet, and he keeps himself out already."""
    _bounds(terminal)
    terminal.tell(replace(OWN_CARE, exclusions=(care.OwnExclusion("self", "2026-12-07 22:14"),), check=60))
    terminal.press(terminal.screen.shown.care_page.kinds[2].words)
    terminal.press(terminal.screen.shown.care_page.periods[1].words)


def _away_asked(terminal: Terminal) -> None:
    _bounds(terminal)
    terminal.press(plain(terminal.screen.shown.care_page.aways[1].words))


def _left(terminal: Terminal) -> None:
    """A guest has gone and has left his card in the reader."""
    _bounds(terminal)
    terminal.wait(IDLE_MS)
    terminal.rest()
    terminal.tap(CARE_KEY)
    terminal.rest()


def _care_card(terminal: Terminal) -> None:
    """Whose limits they are is asked first."""
    _with_reader(terminal)
    terminal.tap(CARE_KEY)
    terminal.rest()


def _care_unknown(terminal: Terminal) -> None:
    """A table that asks nobody who he is."""
    terminal.tap(CARE_KEY)
    terminal.rest()


def _called(terminal: Terminal) -> None:
    _plan(terminal)
    terminal.tell(sr.AttendantCalled(0))


def _limited(terminal: Terminal) -> None:
    """A player's own limit leaves less than the least purchase."""
    _plan(terminal)
    (bought,) = terminal.press(plain(terminal.screen.shown.purchase.key))
    facts: dict[str, int | str] = {"most": 300 * EURO, "left": 50 * EURO, "opens": "2026-12-01 06:00"}
    terminal.notice(Refused(bought, Refusal(Code.LOSS_LIMIT, facts)))


def _with_cards(terminal: Terminal) -> None:
    """The kiosk has a card terminal."""
    amounts = tuple(Money(euro * EURO) for euro in (20, 50, 100, 200))
    cards = CardTerminal(CARDS, PROFILE.cash.printer_usb, 978, amounts)
    cash_devices = msgspec.structs.replace(PROFILE.cash, cards=cards)
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, cash=cash_devices)))
    terminal.tell(cash.DeviceConditionChanged(CARDS, "ready"))
    terminal.tell(cash.ClaimOpened(ClaimId(1), 3, Money(328 * EURO)))
    _plan(terminal)


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
    terminal.tap(_pay_key(terminal))
    terminal.rest()


def _in_notes(terminal: Terminal) -> None:
    """Notes are chosen; the hopper has no coins."""
    _with_devices(terminal)
    terminal.tell(cash.DeviceConditionChanged(HOPPER, "empty"))
    terminal.press(terminal.screen.shown.pay_out_page.ways[1].title)


def _notes_asked(terminal: Terminal) -> None:
    _in_notes(terminal)
    terminal.tap(_pay_key(terminal))
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
    terminal.tap(_pay_key(terminal))
    terminal.rest()


SCENES: dict[str, Callable[[Terminal], None]] = {
    "seat": _plan,
    "name": _name,
    "claim": _claim,
    "ticket-in": _ticket_in,
    "ticket-half": _half_a_number,
    "ticket-wrong": _wrong_number,
    "ticket-locked": _locked,
    "payout": _pay_out,
    "question": _question,
    "printing": _printing,
    "paper-out": _paper_out,
    "held-up": _held_up,
    "done": _done,
    "paused": _paused,
    "lost": _lost,
    "door": _door,
    "too-little": _full_seat,
    "kept": _kept,
    "focus": _focus,
    "card-asked": _asked_for_card,
    "card": _card,
    "card-shown": _card_shown,
    "limited": _limited,
    "hand-runs": _hand_runs,
    "rules": _rules,
    "list": _list,
    "care": _care,
    "care-unknown": _care_unknown,
    "care-card": _care_card,
    "bounds": _bounds,
    "bounds-tighter": _bounds_tighter,
    "bounds-time": _bounds_time,
    "away": _away_asked,
    "left": _left,
    "guest": _guest,
    "guest-pin": _guest_pin,
    "guest-asked": _guest_asked,
    "called": _called,
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
