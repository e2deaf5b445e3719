"""One whole transaction of each device, and what must be true of the money after any single mishap in it.

A scene sets a device, its driver and a host up, carries one transaction through and settles. The host is durable where
a table's journal is: what it has been told survives the death of its process, what it has not been told does not.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec

from cashier import card_records as card
from cashier import records as cash
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.devices.bill_validator import BillValidator
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.driver import Driver
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.note_acceptor import NoteAcceptor
from cashier.devices.note_payer import NotePayer
from cashier.devices.payout import Dispensed, Incomplete, OrderId, PayInDoubt, PayOrder, PayOutcome, PayReady
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.devices.zvt_line import Timeouts
from cashier.kiosk import Kiosk, KioskTerms, decide, evolve, wants
from cashier.ledger import Ledger
from cashier.money import EUR, Money
from cashier.records import DeviceId, RequestId
from cashier.refusal import Refusal
from cashier.terms import CardTerms
from cashier.unions import CashCommand
from cashier.usb import open_printer
from cashier.vouchers import make_number
from controller.accounting import book, transfers
from controller.app.cash_drivers import NotesDriver
from firmware.virtual.adapters import Adapter
from firmware.virtual.bill_validator import BillValidator as ValidatorEmulator
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.card_settings import TerminalSettings, Trick
from firmware.virtual.card_terminal import CardTerminal as TerminalEmulator
from firmware.virtual.card_terminal import terminal_device
from firmware.virtual.coin_hopper import CoinHopper as HopperEmulator
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.local import HostKilled, Kind, Mishap
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings, recycler_device
from firmware.virtual.printer import PrinterSettings, printer_device
from tests.devices.near import Near

STEP_S = 0.1
CARDS, EURO = DeviceId("cards"), 978
MOST_STEPS = 400
POWER: frozenset[Kind] = frozenset({"cut-before", "cut-after"})


class Scene(Protocol):
    """One transaction with one device."""

    near: Near

    def step(self) -> None:
        """One step of the driver; the host makes durable what it says. May raise `HostKilled`."""

    def restart(self) -> None:
        """A new process takes over with what is durable."""

    def ended(self) -> bool:
        """Whether the transaction has come to its end, good or bad."""

    def check(self, kind: Kind | None) -> None:
        """Assert that no money is lost, doubled or made up."""


def run(scene: Scene, mishap: Mishap | None = None) -> int:
    """Carry a transaction through with one mishap, settle, check; return how many transfers it took to its end."""
    host = scene.near.host
    host.set_mishap(mishap)
    for _ in range(MOST_STEPS):
        if scene.ended():
            break
        try:
            scene.step()
        except HostKilled:
            scene.near.new_process()
            scene.restart()
        host.wait(STEP_S)
    transfers = host.transfers
    assert scene.ended(), "the transaction never ends"
    scene.check(mishap.kind if mishap else None)
    for _ in range(8):
        try:
            scene.step()
        except HostKilled:
            scene.near.new_process()
            scene.restart()
        host.wait(1.0)
    scene.check(mishap.kind if mishap else None)
    return transfers


# -- the coin hopper ----------------------------------------------------------------------------------------------


class Payout:
    """Five coins out of a hopper."""

    coin, coins = Money(200), 5

    def __init__(self, adapter: Adapter, start_counter: int = 7, holds: int = 500) -> None:
        self.near = Near(hopper=hopper_device(HopperSettings(coins=holds, timeout_ms=1000), adapter=adapter))
        body = self.near.bus.device("hopper").function.body()
        assert isinstance(body, HopperEmulator)
        self.hopper = body
        for _ in range(start_counter):
            self.hopper.receive(bytes.fromhex("03 01 01 a4 a5 b2 03 04 01 a7 df d7 0a 01 90"), self.near.host.at)
            self.near.host.wait(0.2)
        self.hopper.transmit(4096)
        self.before = self.hopper.paid_out
        self.order = PayOrder(OrderId("a1"), Money(self.coin * self.coins))
        self.outcome: PayOutcome | None = None
        self.restart()

    def restart(self) -> None:
        address = self.near.address("hopper")
        self.driver = CoinHopper(DeviceId("hopper"), lambda: open_serial(address, self.near.backend), self.coin)

    def step(self) -> None:
        orders = [] if self.outcome is not None else [self.order]
        for word in self.driver.step(orders):
            if isinstance(word, PayReady) and self.order.mark is None:
                self.order = msgspec.structs.replace(self.order, mark=word.mark)
            elif isinstance(word, Dispensed | Incomplete | PayInDoubt):
                self.outcome = word

    def ended(self) -> bool:
        return self.outcome is not None

    def check(self, kind: Kind | None) -> None:
        paid = self.coin * (self.hopper.paid_out - self.before)
        assert paid <= self.order.amount
        match self.outcome:
            case Dispensed():
                assert paid == self.order.amount
            case Incomplete():
                assert paid == self.outcome.paid
                assert self.outcome.paid + self.outcome.unpaid == self.order.amount
                assert kind in POWER or self.hopper.coins == 0
            case _:
                raise AssertionError(f"counters that survive leave no doubt, but the driver said {self.outcome}")


# -- the devices of the kiosk's own rules -------------------------------------------------------------------------


class KioskHost:
    """A kiosk's durable state, and a driver that asks it what is wanted."""

    def __init__(self) -> None:
        self.kiosk = Kiosk()
        self.terms = KioskTerms(
            DeviceId("validator"),
            DeviceId("printer"),
            (Money(1000), Money(2000)),
            ticket_days=30,
            cards=CardTerms(CARDS, EURO),
        )
        self.events: list[cash.CashEvent] = []

    def do(self, command: CashCommand) -> None:
        answer = decide(self.kiosk, command, self.terms, 1_800_000_000_500)
        if not isinstance(answer, Refusal):
            for event in answer:
                evolve(self.kiosk, event)
            self.events += answer

    def step(self, driver: Driver) -> None:
        for command in driver.step(wants(self.kiosk, self.terms, True)):
            self.do(command)  # type: ignore[arg-type]


class OneNote:
    """A note of ten that is pushed into a slot as soon as it takes notes, up to where nothing of it moves any more."""

    near: Near
    slot: ValidatorEmulator | NoteRecycler
    driver: Driver

    def __init__(self) -> None:
        self.host = KioskHost()
        self.quiet = 0
        self.inserted = False

    def step(self) -> None:
        facts = self.slot.facts()
        if facts["accepting"] and not self.inserted:
            self.slot.insert_note(10, self.near.host.at)
            self.inserted = True
        before = len(self.host.events)
        self.host.step(self.driver)
        moving = facts["note_at"] in ("escrow", "moving") or not self.inserted
        self.quiet = 0 if moving or len(self.host.events) > before else self.quiet + 1

    def ended(self) -> bool:
        return self.quiet > 12


class NoteIn(OneNote):
    """A note of ten from the slot over escrow into the stacker."""

    def __init__(self, adapter: Adapter, after_power_cut: str = "stacked") -> None:
        super().__init__()
        settings = msgspec.convert({"stack_ms": 250, "after_power_cut": after_power_cut}, ValidatorSettings)
        self.near = Near(validator=validator_device(settings, adapter=adapter))
        body = self.near.bus.device("validator").function.body()
        assert isinstance(body, ValidatorEmulator)
        self.slot = body
        self.restart()

    def restart(self) -> None:
        address = self.near.address("validator")
        self.driver = BillValidator(
            DeviceId("validator"),
            lambda: open_serial(address, self.near.backend),
            EUR,
            last_counter=self.host.kiosk.counters.get(DeviceId("validator")),
        )

    def check(self, kind: Kind | None) -> None:
        credited, stacked = self.host.kiosk.balance, 100 * int(self.slot.facts()["stacked_value"])
        told = [event for event in self.host.events if isinstance(event, cash.NoteUnaccounted)]
        assert credited <= stacked
        assert credited == stacked or (kind in POWER and len(told) == 1)
        assert self.host.kiosk.held is None


class EsspNoteIn(OneNote):
    """A note of ten through escrow into a recycler's store or cash box."""

    def __init__(self, adapter: Adapter, **build: object) -> None:
        super().__init__()
        settings = msgspec.convert({"stack_ms": 250} | build, RecyclerSettings)
        self.near = Near(recycler=recycler_device(settings, adapter=adapter))
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.slot = self.recycler = body
        self.restart()

    def restart(self) -> None:
        last = self.host.kiosk.counters.get(DeviceId("validator"))
        self.driver = NoteAcceptor(DeviceId("validator"), essp_unit(self.near), last_counter=last)

    def check(self, kind: Kind | None) -> None:
        assert self.host.kiosk.balance == 1000 * (self.recycler.stacked + self.recycler.stored)
        assert self.host.kiosk.held is None
        assert self.host.kiosk.condition(DeviceId("validator")) != "events-lost"
        assert kind is not None or self.host.kiosk.balance == 1000


class BookedHost(KioskHost):
    """A kiosk whose every event is booked, so that it knows what is in drop box and note store."""

    def __init__(self) -> None:
        super().__init__()
        self.terms = msgspec.structs.replace(self.terms, recycler=DeviceId("recycler"))
        self.ledger = Ledger()

    def do(self, command: CashCommand) -> None:
        box, store = (self.ledger.balance(Account(kind)) for kind in (AccountKind.DROP_BOX, AccountKind.NOTE_STORE))
        answer = decide(self.kiosk, command, self.terms, 1_800_000_000_500, box=box, store=store)
        for event in [] if isinstance(answer, Refusal) else answer:
            evolve(self.kiosk, event)
            self.events.append(event)
            book(self.ledger, event, transfers(event, "scene", len(self.events)))


class NotesOut:
    """A pay-out of 30 by the kiosk's own rules, out of a store that holds tens and a twenty; the rest is a ticket's."""

    amount = Money(3000)

    def __init__(self, adapter: Adapter) -> None:
        self.near = Near(recycler=recycler_device(RecyclerSettings(stored=(0, 2, 1, 0, 0)), adapter=adapter))
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.recycler = body
        self.host = BookedHost()
        for counter, note in ((1, 2000), (3, 1000)):
            self.host.do(cash.NoteEscrowed(DeviceId("validator"), counter, Money(note)))
            self.host.do(cash.NoteStacked(DeviceId("validator"), counter + 1, Money(note)))
        self.asked = False
        self.restart()

    def restart(self) -> None:
        self.driver = NotesDriver(NotePayer(DeviceId("recycler"), essp_unit(self.near)))

    def step(self) -> None:
        self.host.step(self.driver)
        if not self.asked and self.host.kiosk.store and self.host.kiosk.condition(DeviceId("recycler")) == "ready":
            self.asked = True
            number = make_number(bytes(16))
            self.host.do(cash.CashOut(RequestId("a" * 32), self.amount, number, way="notes"))
            assert self.host.kiosk.notes is not None

    def ended(self) -> bool:
        return self.asked and self.host.kiosk.notes is None

    def check(self, kind: Kind | None) -> None:
        out = 100 * self.recycler.store.paid_out
        booked = self.host.ledger.meter(TransferCode.NOTES_OUT).amount
        rest = sum(voucher.amount for voucher in self.host.kiosk.vouchers.values())
        assert booked == out
        assert booked + rest + self.host.kiosk.balance == self.amount
        assert rest == 0 or kind in POWER


class EsspPayout:
    """85 out of a recycler's store in five notes, and then 25 more in two."""

    amounts = (Money(8500), Money(2500))

    def __init__(self, adapter: Adapter) -> None:
        self.near = Near(recycler=recycler_device(RecyclerSettings(), adapter=adapter))
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.recycler = body
        self.orders = [PayOrder(OrderId(f"a{place}"), amount) for place, amount in enumerate(self.amounts)]
        self.outcomes: list[PayOutcome] = []
        self.restart()

    def restart(self) -> None:
        self.driver = NotePayer(DeviceId("payer"), essp_unit(self.near))

    def step(self) -> None:
        place = len(self.outcomes)
        for word in self.driver.step(self.orders[place : place + 1]):
            if isinstance(word, PayReady) and self.orders[place].mark is None:
                self.orders[place] = msgspec.structs.replace(self.orders[place], mark=word.mark)
            elif isinstance(word, Dispensed | Incomplete | PayInDoubt):
                self.outcomes.append(word)

    def ended(self) -> bool:
        return len(self.outcomes) == len(self.orders)

    def check(self, kind: Kind | None) -> None:
        paid = Money(0)
        for order, outcome in zip(self.orders, self.outcomes, strict=True):
            match outcome:
                case Dispensed():
                    assert outcome.paid == order.amount
                case Incomplete():
                    assert outcome.paid + outcome.unpaid == order.amount
                    assert kind in POWER
                case _:
                    raise AssertionError(f"counters that survive leave no doubt, but the driver said {outcome}")
            paid = Money(paid + outcome.paid)
        assert paid == 100 * self.recycler.store.paid_out


def essp_unit(near: Near) -> EsspUnit:
    """A new process's view of the recycler."""
    address = near.address("recycler")
    return EsspUnit(lambda: open_serial(address, near.backend, LineSetting(stop_bits=2)))


TEXT = TicketText(
    house="Jakaja",
    title="Ticket",
    amount="10,00 €",
    number_label="Number",
    issued="30.11.2026 12:00",
    expires="30.12.2026",
    machine="Kiosk 1",
    currency="EUR",
    no_value="",
)


class TicketOut:
    """A ticket for ten out of the balance onto paper."""

    number = make_number(bytes(range(16)))

    def __init__(self, adapter: Adapter) -> None:
        self.near = Near(printer=printer_device(PrinterSettings(dots_per_second=4000)))
        self.printer = self.near.bus.device("printer").function
        self.host = KioskHost()
        self.host.do(cash.DeviceReported(DeviceId("validator"), "ready"))
        self.host.do(cash.NoteEscrowed(DeviceId("validator"), 1, Money(1000)))
        self.host.do(cash.NoteStacked(DeviceId("validator"), 2, Money(1000)))
        self.host.do(cash.CashOut(RequestId("1" * 32), Money(1000), self.number))
        assert self.number in self.host.kiosk.vouchers
        self.restart()

    def restart(self) -> None:
        address = self.near.address("printer")
        self.driver = TicketPrinter(
            DeviceId("printer"), lambda: open_printer(address, self.near.backend), lambda ticket: TEXT, patience=20
        )

    def step(self) -> None:
        self.host.step(self.driver)

    def ended(self) -> bool:
        return self.host.kiosk.vouchers[self.number].state in ("issued", "unknown")

    def check(self, kind: Kind | None) -> None:
        state, tickets = self.host.kiosk.vouchers[self.number].state, int(self.printer.facts()["tickets"])
        assert tickets <= 1
        assert tickets == 1 or state == "unknown"
        assert kind is not None or state == "issued"


# -- the card terminal --------------------------------------------------------------------------------------------

WAITS = Timeouts(t2_s=3.0, t3_s=1.0, t4_s=6.0)
"""Shorter than the specification's, so that a scene ends within its steps."""


class CardScene:
    """Errands of a card terminal, one after the other; `wanted` are their commands."""

    wanted: tuple[CashCommand, ...]
    started_with = 0

    def __init__(self, adapter: Adapter, trick: Trick | None = None, **build: object) -> None:
        settings = msgspec.convert({"patience_ms": 500} | build, TerminalSettings)
        self.near = Near(cards=terminal_device(settings, adapter=adapter))
        body = self.near.bus.device("cards").function.body()
        assert isinstance(body, TerminalEmulator)
        self.terminal = body
        self.trick = trick
        self.host = KioskHost()
        self.asked = 0
        self.restart()
        self.prepare()
        self.ordered = self.terminal.authorisations

    def prepare(self) -> None:
        """What has happened before the scene begins."""

    def restart(self) -> None:
        address = self.near.address("cards")
        self.driver = CardTerminal(
            CARDS,
            lambda: open_serial(address, self.near.backend, LineSetting(stop_bits=2)),
            EURO,
            timeouts=WAITS,
            clock=lambda: self.near.host.at,
        )

    def step(self) -> None:
        desk = self.host.kiosk.cards
        ready = self.host.kiosk.condition(CARDS) == "ready"
        if not desk.busy and ready and self.asked < len(self.wanted):
            self.terminal.play(self.trick)
            self.host.do(self.wanted[self.asked])
            self.asked += 1
        self.host.step(self.driver)

    def ended(self) -> bool:
        desk = self.host.kiosk.cards
        stuck = desk.running is not None and desk.running.state == "stuck"
        return stuck or (self.asked == len(self.wanted) and not desk.busy)

    def through(self, *commands: CashCommand) -> None:
        """Carry these out to their ends, undisturbed."""
        for command in commands:
            while self.host.kiosk.condition(CARDS) != "ready":
                self.host.step(self.driver)
                self.near.host.wait(STEP_S)
            self.host.do(command)
            while self.host.kiosk.cards.busy:
                self.host.step(self.driver)
                self.near.host.wait(STEP_S)

    def check(self, kind: Kind | None) -> None:
        desk, charged = self.host.kiosk.cards, self.terminal.book.charged
        assert self.terminal.authorisations - self.ordered <= len(self.wanted), "the bank was asked twice for one id"
        if desk.running is not None:
            return
        assert self.host.kiosk.balance == charged
        assert desk.batch.amount + self.settled() == charged
        assert kind is not None or self.trick is not None or charged == self.clean()

    def settled(self) -> int:
        return sum(event.settled for event in self.host.events if isinstance(event, card.CardsSettled))

    def clean(self) -> int:
        """What cards are charged in all when nothing goes wrong."""
        raise NotImplementedError


class CardPurchase(CardScene):
    """Twenty euro from a card."""

    wanted = (card.BuyByCard(RequestId("1" * 32), Money(2000)),)

    def clean(self) -> int:
        return 2000


class CardRefund(CardScene):
    """Twenty euro from a card, which is there already, and fifteen of them back to it."""

    wanted = (cash.CashOut(RequestId("2" * 32), Money(1500), way="card"),)

    def prepare(self) -> None:
        self.through(*CardPurchase.wanted)

    def clean(self) -> int:
        return 500


class CardDay(CardScene):
    """The end of a day with a purchase in it, and the first purchase of the next day."""

    wanted = (card.SettleCards("eve"), card.BuyByCard(RequestId("3" * 32), Money(1000)))

    def prepare(self) -> None:
        self.through(*CardPurchase.wanted)

    def clean(self) -> int:
        return 3000

    def check(self, kind: Kind | None) -> None:
        super().check(kind)
        desk = self.host.kiosk.cards
        assert not desk.over
        assert not desk.short
        if desk.running is None:
            assert desk.batch.amount == sum(row.charged for row in self.terminal.book.day)


SCENES: dict[str, Callable[[Adapter], Scene]] = {
    "hopper": Payout,
    "hopper runs empty": lambda adapter: Payout(adapter, holds=10),
    "validator": NoteIn,
    "validator gives back": lambda adapter: NoteIn(adapter, "returned"),
    "printer": TicketOut,
    "recycler takes": EsspNoteIn,
    "recycler gives back": lambda adapter: EsspNoteIn(adapter, after_power_cut="returned"),
    "recycler pays": EsspPayout,
    "recycler pays for the kiosk": NotesOut,
    "card purchase": CardPurchase,
    "card purchase taken back": lambda adapter: CardPurchase(adapter, unanswered="reverses"),
    "card of another amount": lambda adapter: CardPurchase(adapter, "wrong-amount"),
    "card refund": CardRefund,
    "card settlement": lambda adapter: CardDay(adapter, forgets_receipts=True),
}
"""What is tried; the printer hangs on no adapter, whatever it is given."""
