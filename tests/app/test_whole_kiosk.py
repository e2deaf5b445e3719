"""A whole kiosk by its configuration: validator, printer, hopper, scanner and door board, each by its real driver."""

from datetime import UTC
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.accounts import Account, AccountKind
from cashier.money import Money
from cashier.records import CashOut, DeviceId, Want
from controller.app.config import demo_profile
from controller.app.devices import fit, make_drivers
from controller.vocab import fault_records as fr
from controller.vocab.profile import CoinHopper, DoorBoard, Profile, TicketScanner, UsbPlace
from controller.wire.messages import Accepted
from firmware.virtual.bill_validator import BillValidator, ValidatorSettings, validator_device
from firmware.virtual.coin_hopper import CoinHopper as HopperEmulator
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.door_board import DoorBoard as BoardEmulator
from firmware.virtual.door_board import DoorBoardSettings, door_board_device
from firmware.virtual.printer import PrinterSettings, printer_device
from firmware.virtual.scanner import ScannerSettings, scanner_device
from firmware.virtual.scanner import TicketScanner as ScannerEmulator
from tests.app.house import House
from tests.devices.near import Near

Body = TypeVar("Body")
COIN = Money(200)
DOORS: tuple[fr.DoorId, ...] = ("cabinet", "logic", "kiosk", "hopper")


class Site:
    """A table with everything a kiosk may have, and a process that can be started again."""

    def __init__(self, folder: Path) -> None:
        self.near = Near(
            validator=validator_device(ValidatorSettings()),
            printer=printer_device(PrinterSettings()),
            hopper=hopper_device(HopperSettings(coins=100)),
            scanner=scanner_device(ScannerSettings()),
            doors=door_board_device(DoorBoardSettings(inputs=len(DOORS))),
        )
        self.validator = self._body("validator", BillValidator)
        self.hopper = self._body("hopper", HopperEmulator)
        self.scanner = self._body("scanner", ScannerEmulator)
        self.board = self._body("doors", BoardEmulator)
        self.house = House(folder, profile=self._profile())
        self.start()
        assert self.house.core.submit(payout.FillHopper(100, "eve"))

    def _body(self, name: str, kind: type[Body]) -> Body:
        body = self.near.bus.device(name).function.body()
        assert isinstance(body, kind)
        return body

    def _place(self, name: str) -> UsbPlace:
        address = self.near.address(name)
        return UsbPlace(address.vendor, address.product, address.serial)

    def _profile(self) -> Profile:
        profile = demo_profile()
        cash_devices = msgspec.structs.replace(
            profile.cash,
            validator_usb=self._place("validator"),
            printer_usb=self._place("printer"),
            hopper=CoinHopper(DeviceId("hopper"), self._place("hopper"), COIN),
            scanner=TicketScanner(DeviceId("scanner"), self._place("scanner")),
        )
        board = DoorBoard(DeviceId("doors"), self._place("doors"), DOORS)
        return msgspec.structs.replace(profile, cash=cash_devices, doors=board)

    def start(self) -> None:
        """Begin the drivers of a program that has just started."""
        self.house.core.submit(fr.StartUp("1", "ab" * 32))
        self.drivers = make_drivers(fit(self.house.core, self.near.backend, UTC))

    def steps(self, count: int = 20) -> None:
        for _ in range(count):
            for driver in self.drivers:
                wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
                for command in driver.step(wants):
                    self.house.core.submit(command)  # type: ignore[arg-type]
            self.near.host.wait(0.1)

    def restart(self) -> None:
        """The program ends without a word and another begins."""
        self.near.new_process()
        self.house.restart()
        self.start()

    def turn(self, door: fr.DoorId, *, is_open: bool) -> None:
        self.board.set_door(DOORS.index(door) + 1, is_open=is_open)

    def insert(self, value: int) -> None:
        assert self.validator.insert_note(value, self.near.host.at) == "escrow"
        self.steps(10)

    def cash_out(self, amount: int, way: cash.PayWay) -> None:
        asked = CashOut(request=self.house.request(), amount=Money(amount), way=way)
        assert isinstance(self.house.kiosk.ask(asked), Accepted)

    @property
    def kiosk(self):
        return self.house.machine.kiosk

    def in_hopper(self) -> Money:
        return self.house.machine.ledger.balance(Account(AccountKind.HOPPER))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path / "table")
    site.steps(6)
    return site


def test_every_device_of_the_configuration_is_found_and_ready(site: Site) -> None:
    assert site.kiosk.conditions == dict.fromkeys(("validator", "printer", "hopper", "scanner"), "ready")
    assert [door.door for door in site.house.machine.faults.doors] == list(DOORS)
    assert not site.house.machine.table.paused


def test_notes_become_coins_and_the_rest_a_ticket_that_the_scanner_takes_back(site: Site) -> None:
    site.insert(20)
    site.insert(5)
    assert site.kiosk.balance == 2_500
    site.cash_out(2_500, "coins")
    site.steps(80)
    assert site.hopper.facts()["coins"] == 100 - 12
    assert site.in_hopper() == (100 - 12) * COIN
    (ticket,) = site.kiosk.vouchers.values()
    assert (ticket.amount, ticket.state, site.kiosk.balance) == (100, "issued", 0)
    site.scanner.scan(ticket.number)
    site.steps(12)
    assert site.kiosk.vouchers[ticket.number].state == "redeemed"
    assert site.kiosk.balance == 100


def test_a_table_that_dies_while_coins_fall_asks_the_hopper_and_pays_once(site: Site) -> None:
    site.insert(20)
    site.cash_out(2_000, "coins")
    site.steps(8)
    assert site.kiosk.payout is not None
    assert site.kiosk.payout.state == "sent"
    site.restart()
    site.steps(80)
    assert site.kiosk.payout is None
    assert site.hopper.facts()["coins"] == 100 - 10
    assert (site.in_hopper(), site.kiosk.balance) == ((100 - 10) * COIN, 0)


def test_r_dor_2_a_door_that_opens_while_coins_fall_stops_the_motor_and_the_rest_waits(site: Site) -> None:
    site.insert(50)
    site.cash_out(5_000, "coins")
    site.steps(10)
    site.turn("hopper", is_open=True)
    site.steps(5)
    fallen = 100 - int(site.hopper.facts()["coins"])
    assert 0 < fallen < 25
    site.steps(30)
    assert 100 - int(site.hopper.facts()["coins"]) == fallen
    (ticket,) = site.kiosk.vouchers.values()
    assert (ticket.amount, ticket.state) == (5_000 - fallen * COIN, "reserved")
    assert site.board.facts()["lamp"] == "red"
    assert site.board.facts()["siren"] is True
    site.turn("hopper", is_open=False)
    site.steps(30)
    assert site.kiosk.vouchers[ticket.number].state == "issued"
    assert site.board.facts()["lamp"] == "off"
    assert site.board.facts()["siren"] is False


def test_r_dor_2_a_note_that_comes_behind_an_open_door_is_not_taken(site: Site) -> None:
    site.turn("kiosk", is_open=True)
    site.steps(6)
    assert site.validator.insert_note(20, site.near.host.at) == "refused"
    assert site.validator.take_note() == 20
    site.turn("kiosk", is_open=False)
    site.steps(6)
    site.insert(20)
    assert site.kiosk.balance == 2_000


def test_r_dor_4_doors_that_were_opened_while_nothing_had_power_are_told_at_the_next_start(site: Site) -> None:
    site.near.bus.power_cut("doors")
    site.turn("logic", is_open=True)
    site.turn("logic", is_open=False)
    site.near.bus.replug("doors", site.near.host.at)
    site.restart()
    site.steps(6)
    logic = site.house.machine.faults.door("logic")
    assert logic is not None
    assert (logic.opened, logic.waits) == (1, True)
    assert site.house.machine.table.paused
    assert isinstance(site.house.staff.ask(fr.ResetDoor("logic", "eve")), Accepted)
    assert not site.house.machine.table.paused


def test_a_board_that_is_pulled_stops_the_table_and_it_goes_on_when_it_is_back(site: Site) -> None:
    site.near.bus.unplug("doors")
    site.steps(6)
    assert site.house.machine.table.paused
    site.near.bus.replug("doors", site.near.host.at)
    site.steps(6)
    assert not site.house.machine.table.paused
    assert not site.house.machine.faults.open


def test_a_board_with_too_few_inputs_watches_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path / "table")
    site.near.bus.unplug("doors")
    site.near.bus.attach("small", door_board_device(DoorBoardSettings(inputs=2)))
    site.steps(6)
    (fault,) = site.house.machine.faults.open
    assert (fault.fault, fault.detail) == ("doors-unseen", "it has 2 inputs for 4 doors")
    assert site.house.machine.table.paused
