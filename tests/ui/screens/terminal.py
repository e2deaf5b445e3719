"""A kiosk screen under a finger: what the table tells it, what it asks for, and a clock moved by hand."""

from datetime import UTC, datetime

import pygame

from cashier import records as cash
from cashier.money import Money
from cashier.records import RequestId, VoucherNumber
from controller.language import load_languages
from controller.vocab import table_records as tr
from controller.vocab.profile import Language as LanguageCode
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent
from controller.wire.client import copy_view
from controller.wire.fold import fold
from controller.wire.view import View
from seats.kit.button import Button
from seats.kit.focus import ServiceKey
from seats.kit.pointer import Phase, Pointer
from seats.kit.widget import Widget
from seats.metrics import Box
from seats.screens.kiosk import KioskScreen
from seats.screens.kiosk_parts import SeatKey
from seats.screens.screen import Accepted, Command, Notice

EURO = 100
MOMENT = datetime(2026, 11, 30, 22, 14, tzinfo=UTC)
REQUEST = RequestId("0123456789abcdef" * 2)


class Terminal:
    """The kiosk of a table with a working note reader and printer."""

    def __init__(self, profile: Profile, speak: LanguageCode = "en") -> None:
        self.profile = profile
        self.view = View()
        self.screen = KioskScreen(load_languages(), lambda: MOMENT)
        self._surface = pygame.Surface(self.screen.size_px, 0, 32)
        self.now, self.table_ms = 10_000, 0
        for device in (profile.cash.validator, profile.cash.printer):
            fold(self.view, cash.DeviceConditionChanged(device, "ready"))
        self.tell(tr.ProfileAdopted(profile))
        self.rest()
        self.press(speak.upper())

    # -- the table's side -----------------------------------------------------------------------------------------

    def tell(self, *events: AnyEvent) -> None:
        for event in events:
            fold(self.view, event)
        self.screen.update(copy_view(self.view), self.table_ms)
        self.rest()

    def insert(self, euro: int) -> None:
        note, balance = Money(euro * EURO), Money(self.view.balance + euro * EURO)
        self.tell(cash.NoteHeld(self.profile.cash.validator, 1, note, accept=True))
        self.tell(cash.NoteCredited(self.profile.cash.validator, 1, note, balance))

    def seat(self, *numbers: int) -> None:
        """Let guests sit down with money of theirs."""
        balance = self.view.balance
        for number in numbers:
            bought = tr.BoughtIn(REQUEST, number, f"Guest {number}", Money(100 * EURO), 100 * EURO, balance)
            self.tell(bought, tr.SatIn(number, waits=False))

    def reserve(self, euro: int, digits: str = "2041", replaces: str = "") -> None:
        """Let the table take money for a ticket whose number ends in `digits`."""
        left, amount = Money(self.view.balance - euro * EURO), Money(euro * EURO)
        self.tell(cash.VoucherReserved(REQUEST, VoucherNumber(digits), amount, left, 0, 0, VoucherNumber(replaces)))

    def issued(self, euro: int, digits: str = "2041") -> None:
        """Let the printer have printed the ticket."""
        number = VoucherNumber(digits)
        self.tell(cash.VoucherSent(number), cash.VoucherIssued(number, Money(euro * EURO)))

    def doubtful(self, digits: str = "2041") -> None:
        """Let the paper end while the ticket is being printed."""
        self.tell(cash.VoucherSent(VoucherNumber(digits)), cash.VoucherUnknown(VoucherNumber(digits), "paper-out"))

    def printer(self, condition: cash.Condition) -> None:
        self.tell(cash.DeviceConditionChanged(self.profile.cash.printer, condition))

    def notice(self, notice: Notice) -> None:
        self.screen.notice(notice)
        self.rest()

    # -- the player's side ----------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        self.now += ms
        self.screen.tick(self.now)

    def rest(self) -> None:
        """Wait until every guard has run out."""
        for _ in range(3):
            self.wait(600)

    def finger(self, phase: Phase, x: float, y: float) -> None:
        self.screen.pointer(Pointer(1, phase, x, y, self.now), self.now)

    def key_down(self, *keys: ServiceKey) -> None:
        """Press service keys, one after the other."""
        for key in keys:
            self.screen.key(key, self.now)
            self.wait(20)

    def tap(self, box: Box) -> None:
        self.finger("down", *box.centre)
        self.wait(40)
        self.finger("up", *box.centre)
        self.wait(20)

    def press(self, words: str) -> list[Command]:
        """Press the key that says `words` and return what was asked for."""
        self.tap(self.key(words).rect_mm)
        asked = self.screen.asked()
        self.rest()
        return asked

    def choose(self, seat: int) -> None:
        self.tap(next(key.rect_mm for key in self.targets if isinstance(key, SeatKey) and key.seat.seat == seat))
        self.rest()

    def agree(self, command: Command) -> None:
        """Let the table accept a command."""
        self.notice(Accepted(command))

    # -- what is seen ---------------------------------------------------------------------------------------------

    @property
    def surface(self) -> pygame.Surface:
        """The picture, drawn when it is looked at: most of what happens at a terminal is looked at once, at its end."""
        self.screen.draw(self._surface)
        return self._surface

    @property
    def targets(self) -> list[Widget]:
        return self.screen.stage.targets()

    @property
    def keys(self) -> list[Button]:
        """Every key that can be seen, whether or not it can act."""
        return [widget for widget in self.screen.stage.walk() if isinstance(widget, Button)]

    def key(self, words: str) -> Button:
        found = [key for key in self.keys if plain(key.face.title) == words and not isinstance(key, SeatKey)]
        assert found, f"no key says {words!r}: {[plain(key.face.title) for key in self.keys]}"
        return found[-1]


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def plan(terminal: Terminal) -> None:
    """Notes are in, a seat is chosen, and the buy-in is smaller than at first."""
    for note in (200, 50, 10):
        terminal.insert(note)
    terminal.seat(1, 2, 3, 5, 6, 8, 10)
    terminal.choose(9)
    minus = next(key for key in terminal.keys if key.face.sign == "minus")
    for _ in range(12):
        terminal.tap(minus.rect_mm)
    terminal.rest()


def pay_key(terminal: Terminal) -> Box:
    """Where the key lies that pays out, and on the next page the one that says so."""
    return terminal.key(terminal.screen.shown.balance.pay_out).rect_mm
