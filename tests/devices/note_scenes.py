"""Notes into a validator or a recycler, and out of its store."""

import msgspec

from cashier import records as cash
from cashier.accounts import TransferCode
from cashier.devices.bill_validator import BillValidator
from cashier.devices.driver import Driver
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.note_acceptor import NoteAcceptor
from cashier.devices.note_payer import NotePayer
from cashier.devices.payout import Dispensed, Incomplete, OrderId, PayInDoubt, PayOrder, PayOutcome, PayReady
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.money import EUR, Money
from cashier.records import DeviceId, RequestId
from cashier.vouchers import make_number
from controller.app.cash_drivers import NotesDriver
from firmware.virtual.adapters import Adapter
from firmware.virtual.bill_validator import BillValidator as ValidatorEmulator
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.local import Kind
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings, recycler_device
from tests.devices.near import Near
from tests.devices.scenes import POWER, BookedHost, KioskHost


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
