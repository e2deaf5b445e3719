"""A ticket onto paper."""

from cashier import records as cash
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import Money
from cashier.records import DeviceId, RequestId
from cashier.usb import open_printer
from cashier.vouchers import make_number
from firmware.virtual.adapters import Adapter
from firmware.virtual.local import Kind
from firmware.virtual.printer import PrinterSettings, printer_device
from tests.devices.near import Near
from tests.devices.scenes import KioskHost

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
