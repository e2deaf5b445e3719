"""What happens at a kiosk, scene by scene: each is played on a terminal that stands at the table of the models."""

from collections.abc import Callable

import msgspec

from cashier import card_records as card
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
from controller.vocab.profile import CardReader, PlayerRules
from seats.screens.kiosk import IDLE_MS
from seats.screens.kiosk_frame import CARE_KEY, LIST_KEY
from seats.screens.kiosk_seat import RULES
from seats.screens.screen import LinkLost, Refused, RulesTold
from tests.ui.models.conftest import PROFILE
from tests.ui.screens.kiosk_device_scenes import DEVICE_SCENES
from tests.ui.screens.terminal import EURO, REQUEST, Terminal, pay_key, plain, plan

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


def _name(terminal: Terminal) -> None:
    plan(terminal)
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
    plan(terminal)
    terminal.tap(pay_key(terminal))
    terminal.rest()


def _question(terminal: Terminal) -> None:
    _pay_out(terminal)
    terminal.tap(pay_key(terminal))
    terminal.rest()


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
    plan(terminal)
    terminal.tell(tr.TablePaused(cause="attendant", by=""))


def _lost(terminal: Terminal) -> None:
    plan(terminal)
    terminal.notice(LinkLost())


def _door(terminal: Terminal) -> None:
    """Two doors of the kiosk: one stands open, one is closed and not looked behind yet."""
    plan(terminal)
    terminal.tell(
        fr.DoorOpened("cash-box", "kiosk", 1), fr.DoorClosed("cash-box", waits=True), fr.DoorOpened("kiosk", "kiosk", 1)
    )


def _full_seat(terminal: Terminal) -> None:
    terminal.insert(5)
    terminal.choose(4)


def _focus(terminal: Terminal) -> None:
    """Service keys have led the ring to a free seat."""
    plan(terminal)
    terminal.key_down("down", "down", "down", "down", "down", "down")


def _kept(terminal: Terminal) -> None:
    """Seat 4 is kept for the next on the list, seat 7 is out of order, two more wait."""
    for place, name in enumerate(("Liisa", "Pekka", "Matti"), start=1):
        terminal.tell(sr.ListJoined(name, (), place))
    terminal.tell(sr.SeatHeld(4, "Liisa", 300_000), sr.SeatLocked(7, ""))
    plan(terminal)


def _asked_for_card(terminal: Terminal) -> None:
    """The table wants to know who plays: the key of the purchase leads to the page."""
    players = PlayerRules(identity="card")
    terminal.tell(tr.ProfileAdopted(msgspec.structs.replace(PROFILE, players=players)))
    plan(terminal)


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
    plan(terminal)
    terminal.view.phase, terminal.view.hand = "betting", HandId(18_204)
    terminal.view.root = bytes.fromhex("7f3a91c2") + bytes(range(28))
    terminal.tell()


def _rules(terminal: Terminal) -> None:
    plan(terminal)
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
    plan(terminal)
    terminal.tell(pc.GuestTold(replace(GUEST, waiting=Money(328 * EURO), brings=328 * EURO)))


def _guest_pin(terminal: Terminal) -> None:
    _with_reader(terminal)
    terminal.tell(pc.GuestTold(replace(GUEST, pin="asked", waiting=Money(328 * EURO))))
    for digit in "258":
        terminal.press(digit)


def _guest_asked(terminal: Terminal) -> None:
    """The reader is empty, and a purchase needs a card."""
    _with_reader(terminal)
    plan(terminal)
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
    plan(terminal)
    terminal.tell(sr.AttendantCalled(0))


def _limited(terminal: Terminal) -> None:
    """A player's own limit leaves less than the least purchase."""
    plan(terminal)
    (bought,) = terminal.press(plain(terminal.screen.shown.purchase.key))
    facts: dict[str, int | str] = {"most": 300 * EURO, "left": 50 * EURO, "opens": "2026-12-01 06:00"}
    terminal.notice(Refused(bought, Refusal(Code.LOSS_LIMIT, facts)))


SCENES: dict[str, Callable[[Terminal], None]] = {
    "seat": plan,
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
    **DEVICE_SCENES,
}
