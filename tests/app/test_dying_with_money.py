"""The table dies at every word of its devices: no note is credited twice or lost, no ticket is printed or paid twice.

A note or a ticket goes over the virtual bus; the process dies just before or just after a report of the device is
durable, and where the power fails for the whole table, the devices lose theirs too (reliability §2, case table).
"""

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Literal

import pytest
import zxingcpp
from PIL import Image

from cashier.devices.driver import Driver
from cashier.money import Money
from cashier.records import (
    CashOut,
    Command,
    DeviceConditionChanged,
    Event,
    NoteCredited,
    NoteEscrowed,
    NoteStacked,
    NoteUnaccounted,
    ResolveVoucher,
    TicketPrinted,
    TicketSending,
    VoucherNumber,
    VoucherSent,
    Want,
)
from controller import machine as machines
from controller.app.core import Committed
from controller.app.devices import fit, make_drivers
from firmware.virtual.backend import get_backend
from firmware.virtual.bill_validator import ValidatorSettings
from firmware.virtual.config import BusConfig, PrinterConfig, ValidatorConfig
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import BusProcess, start_bus
from tests.app.house import House

NOTE = Money(2_000)
MOST_STEPS = 300
QUIET_STEPS = 12
"""Steps without a word after which nothing more is to come."""

Moment = Literal["before", "after"]
"""Whether the process dies before or after the report is durable."""

Power = Literal["kept", "lost", "driver"]
"""Whether the devices keep their power; `driver`: the table goes on, and its drivers alone have fallen."""


class DiedError(Exception):
    """The process is gone."""


class Site:
    """A table with its devices on a bus, whose process can die and start again."""

    def __init__(self, folder: Path, bus: BusProcess) -> None:
        self.house = House(folder / "table")
        self.tickets = folder / "tickets"
        self.hands = bus.control()
        self._backend = get_backend(bus.address)
        self.drivers: list[Driver] = []
        self._start()

    def _start(self) -> None:
        self.drivers = make_drivers(fit(self.house.core, self._backend, UTC))

    def restart(self, power: Power) -> None:
        """Start again from the journal; what the drivers knew is gone, and perhaps the devices' power was."""
        for driver in self.drivers:
            driver.close()
        if power == "driver":
            for cable in fit(self.house.core, self._backend, UTC):
                for command in cable.gone:
                    self.house.core.submit(command)  # type: ignore[arg-type]
        else:
            self._start_the_program_again(power)
        self._start()

    def _start_the_program_again(self, power: Power) -> None:
        if power == "lost":
            for device in (self.house.profile.cash.validator, self.house.profile.cash.printer):
                self.hands.power_cut(device)
                self.hands.replug(device)
        self.house.restart()

    def step(self, dying_at: type[Command] | None = None, moment: Moment = "before") -> bool:
        """Step every driver once; return whether anything was committed. Dies at a report of the given kind."""
        said = False
        for driver in self.drivers:
            wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
            for command in driver.step(wants):
                if type(command) is dying_at and moment == "before":
                    raise DiedError
                said |= isinstance(self.house.core.submit(command), Committed)  # type: ignore[arg-type]
                if type(command) is dying_at:
                    raise DiedError
        return said

    def settle(self) -> None:
        """Step until the devices have nothing more to say."""
        quiet = 0
        for _step in range(MOST_STEPS):
            quiet = 0 if self.step() else quiet + 1
            if quiet == QUIET_STEPS:
                return
        raise AssertionError("the devices never come to rest")

    def run_until_it_dies(self, dying_at: type[Command], moment: Moment) -> None:
        for _step in range(MOST_STEPS):
            try:
                self.step(dying_at, moment)
            except DiedError:
                return
        raise AssertionError(f"no device ever said {dying_at.__name__}")

    def events(self, *kinds: type[Event]) -> list[Event]:
        found = [event for record in self.house.journal.iter_records() for event in record.events]
        return [event for event in found if isinstance(event, kinds)]

    def printed(self) -> list[VoucherNumber]:
        """The number on every whole ticket, as a scanner reads it."""
        numbers = []
        for picture in sorted(self.tickets.glob("*.png")):
            with Image.open(picture) as image:
                numbers += [
                    VoucherNumber(code.text) for code in zxingcpp.read_barcodes(image) if code.format.name == "ITF"
                ]
        return numbers

    def close(self) -> None:
        for driver in self.drivers:
            driver.close()
        self.hands.close()
        self.house.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    tickets = tmp_path / "tickets"
    tickets.mkdir()
    validator = ValidatorConfig(settings=ValidatorSettings(stack_ms=0))
    devices = (validator, PrinterConfig(settings=PrinterSettings(tickets=str(tickets))))
    with start_bus(BusConfig(f"unix:{tmp_path}/bus", f"unix:{tmp_path}/ctl", devices)) as bus:
        site = Site(tmp_path, bus)
        site.settle()
        yield site
        site.close()


POWER = pytest.mark.parametrize("power", ["kept", "lost", "driver"])
MOMENT = pytest.mark.parametrize("moment", ["before", "after"])


@POWER
@MOMENT
@pytest.mark.parametrize("dying_at", [NoteEscrowed, NoteStacked])
def test_a_note_is_credited_once_whenever_the_table_dies(
    site: Site, dying_at: type[Command], moment: Moment, power: Power
) -> None:
    validator = site.house.profile.cash.validator
    assert site.hands.insert_note(validator, NOTE // 100) == "escrow"
    site.run_until_it_dies(dying_at, moment)
    site.restart(power)
    site.settle()
    stacked = Money(int(site.hands.status(validator).facts["stacked_value"]) * 100)
    credited = sum(event.amount for event in site.events(NoteCredited) if isinstance(event, NoteCredited))
    looked_for = site.events(NoteUnaccounted) or [
        event
        for event in site.events(DeviceConditionChanged)
        if isinstance(event, DeviceConditionChanged) and event.condition == "events-lost"
    ]
    assert credited <= stacked, "a note was credited that does not lie in the stacker"
    assert credited == stacked or looked_for, "a stacked note is neither credited nor looked for"
    if power != "lost":
        assert credited == stacked == NOTE
    assert machines.reconciliation(site.house.machine).difference == 0


def test_the_next_note_after_a_death_is_credited_too(site: Site) -> None:
    validator = site.house.profile.cash.validator
    for dying_at in (NoteEscrowed, NoteStacked):
        assert site.hands.insert_note(validator, NOTE // 100) == "escrow"
        site.run_until_it_dies(dying_at, "before")
        site.restart("kept")
        site.settle()
    assert site.house.machine.kiosk.balance == 2 * NOTE


@POWER
@MOMENT
@pytest.mark.parametrize("dying_at", [TicketSending, TicketPrinted])
def test_a_ticket_is_printed_once_and_paid_once_whenever_the_table_dies(
    site: Site, dying_at: type[Command], moment: Moment, power: Power
) -> None:
    house = site.house
    house.insert(NOTE)
    house.do(CashOut(request=house.request(), amount=NOTE))
    (number,) = house.machine.kiosk.vouchers
    site.run_until_it_dies(dying_at, moment)
    on_paper = site.printed()
    was_sent = bool(site.events(VoucherSent))
    site.restart(power)
    site.settle()
    state = house.machine.kiosk.vouchers[number].state
    if dying_at is TicketSending and moment == "before":
        assert (was_sent, on_paper, state, site.printed()) == (False, [], "issued", [number])
    elif dying_at is TicketPrinted and moment == "after":
        assert (on_paper, state, site.printed()) == ([number], "issued", [number])
    else:
        # Leave was given: paper may exist, so nobody prints again before an attendant has looked.
        assert (was_sent, state, site.printed()) == (True, "unknown", on_paper)
        _attendant_looks(site, number, on_paper)
    good = {number for number, voucher in house.machine.kiosk.vouchers.items() if voucher.state == "issued"}
    assert sorted(good) == sorted(site.printed())
    assert machines.reconciliation(house.machine).difference == 0


def _attendant_looks(site: Site, number: VoucherNumber, on_paper: list[VoucherNumber]) -> None:
    """The ticket is there and good, or it is not and gets a replacement with a number of its own."""
    site.house.do(ResolveVoucher(number=number, verdict="issued" if on_paper else "void", by="attendant"))
    site.settle()
    states = {voucher.number: voucher.state for voucher in site.house.machine.kiosk.vouchers.values()}
    if on_paper:
        assert states == {number: "issued"}
    else:
        replacement = next(other for other in states if other != number)
        assert states == {number: "void", replacement: "issued"}


def test_a_frozen_table_lets_no_note_in(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    validator = site.house.profile.cash.validator
    with monkeypatch.context() as planted:
        planted.setattr("controller.accounting.transfers", lambda event, machine, count: ())
        site.house.core.submit(next(iter(_credit(site.house))))
    assert site.house.core.frozen is not None
    site.settle()
    assert site.hands.status(validator).facts["accepting"] is False
    assert site.hands.insert_note(validator, NOTE // 100) == "refused"


def _credit(house: House) -> Iterator[NoteStacked]:
    counter = house.machine.kiosk.counters.get(house.profile.cash.validator, 0) + 1
    yield NoteStacked(device=house.profile.cash.validator, counter=counter, amount=NOTE)
