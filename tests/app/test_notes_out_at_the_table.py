"""Notes out of a recycler at a real table: notes, then coins, then a ticket, over cuts, restarts and an attendant."""

from pathlib import Path

import msgspec
import pytest

from cashier.accounts import Account, AccountKind, TransferCode
from cashier.money import Money
from cashier.note_records import NotesDispensed, ResolveNotes, StoreCounted
from cashier.payout_records import FillHopper
from cashier.records import CashOut, DeviceId, DeviceReported, Want
from cashier.refusal import Code
from cashier.terms import CashLimits, PayLimit
from cashier.vouchers import RANDOM_BYTES, make_number
from controller import machine as machines
from controller.app.cash_drivers import NotesDriver
from controller.app.config import demo_profile
from controller.app.core import Committed
from controller.app.devices import fit, make_drivers
from controller.service.meters import equations, read_meters
from controller.vocab.profile import CoinHopper, DoorBoard, Profile, UsbPlace
from controller.vocab.profile import NoteRecycler as Recycler
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.door_board import DoorBoard as Board
from firmware.virtual.door_board import DoorBoardSettings, door_board_device
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings, recycler_device
from firmware.virtual.printer import PrinterSettings, printer_device
from tests.app.house import House
from tests.devices.near import Near

PAYER, HOPPER = DeviceId("recycler"), DeviceId("hopper")


def place(near: Near, name: str) -> UsbPlace:
    address = near.address(name)
    return UsbPlace(address.vendor, address.product, serial=address.serial)


def profile_of(near: Near) -> Profile:
    """The demonstration's profile with a recycler that keeps tens and twenties, and a hopper of two-euro coins."""
    profile = demo_profile()
    cash = msgspec.structs.replace(
        profile.cash,
        validator_usb=place(near, "recycler"),
        note_country="EUR",
        note_protocol="essp",
        recycler=Recycler(PAYER, (Money(1000), Money(2000))),
        hopper=CoinHopper(HOPPER, place(near, "hopper"), Money(200)),
    )
    board = DoorBoard(DeviceId("doors"), place(near, "doors"), ("kiosk",))
    return msgspec.structs.replace(profile, cash=cash, doors=board)


class Site:
    """A table with its devices on one bus, and a process that can be started again."""

    def __init__(self, folder: Path, limits: CashLimits | None = None, coins: int = 100) -> None:
        self.near = Near(
            recycler=recycler_device(RecyclerSettings(stored=(0,) * 5)),
            printer=printer_device(PrinterSettings()),
            hopper=hopper_device(HopperSettings(coins=coins)),
            doors=door_board_device(DoorBoardSettings(inputs=1)),
        )
        board = self.near.bus.device("doors").function.body()
        assert isinstance(board, Board)
        self.board = board
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.recycler = body
        profile = profile_of(self.near)
        self.house = House(folder, profile=msgspec.structs.replace(profile, limits=limits or CashLimits()))
        self.drivers = make_drivers(fit(self.house.core, self.near.backend))
        self.cashed = 0
        self.house.do(FillHopper(coins, "Anna"))
        self.steps(8)

    @property
    def kiosk(self):
        return self.house.machine.kiosk

    def steps(self, count: int = 15) -> None:
        for _ in range(count):
            for driver in self.drivers:
                wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
                for command in driver.step(wants):
                    answer = self.house.core.submit(command)
                    assert isinstance(answer, Committed) or answer.code in (
                        Code.ALREADY_SO, Code.ALREADY_DONE, Code.TAKES_NOTES, Code.NO_SUCH_FAULT, Code.DOOR_OPEN
                    ), answer  # fmt: skip
            self.near.host.wait(0.1)

    def insert(self, *notes: int) -> None:
        for note in notes:
            assert self.recycler.insert_note(note, self.near.host.at) == "escrow"
            self.steps(20)

    def cash_out(self, amount: int) -> None:
        self.cashed += 1
        number = make_number(self.cashed.to_bytes(RANDOM_BYTES, "big"))
        self.house.do(CashOut(request=self.house.request(), amount=Money(amount), number=number, way="notes"))

    def turn(self, *, is_open: bool) -> None:
        """Open or close the kiosk's door."""
        self.board.set_door(1, is_open=is_open)

    def restart(self) -> None:
        self.near.new_process()
        self.house.restart()
        self.drivers = make_drivers(fit(self.house.core, self.near.backend))

    def held(self, kind: AccountKind) -> int:
        return self.house.machine.ledger.balance(Account(kind))

    def moved(self, code: TransferCode) -> int:
        return self.house.machine.ledger.meter(code).amount

    def events(self, kind: type) -> list:
        return [event for record in self.house.journal.iter_records() for event in record.events if type(event) is kind]

    def reconciles(self) -> None:
        assert machines.reconciliation(self.house.machine).difference == 0
        lines = equations(read_meters(self.house.journal.iter_records()), self.house.journal.recover().balances)
        assert {line.key: line.difference for line in lines if line.difference} == {}


def test_notes_go_into_the_store_and_out_of_it_again_with_coins_and_a_ticket(tmp_path: Path) -> None:
    site = Site(tmp_path / "table")
    site.insert(10, 10, 20, 5)
    assert site.kiosk.balance == 4500
    assert (site.held(AccountKind.NOTE_STORE), site.held(AccountKind.DROP_BOX)) == (4000, 500)
    site.cash_out(3550)
    site.steps(120)
    assert site.recycler.store.paid_out == 30
    assert (site.moved(TransferCode.NOTES_OUT), site.moved(TransferCode.COINS_OUT)) == (3000, 400)
    assert site.moved(TransferCode.TICKET_OUT) == 150
    assert (site.kiosk.balance, site.kiosk.pays) == (950, False)
    (dispensed,) = site.events(NotesDispensed)
    assert sum(pile.count for pile in dispensed.piles) == 2
    meters = read_meters(site.house.journal.iter_records())
    assert sum(note * count for note, count in meters.notes_out.items()) == 3000
    site.reconciles()


@pytest.mark.parametrize("after", range(0, 60, 4))
def test_a_pay_out_that_is_cut_anywhere_pays_once(tmp_path: Path, after: int) -> None:
    site = Site(tmp_path / "table")
    site.insert(10, 10, 20)
    site.cash_out(4000)
    site.steps(after)
    site.near.bus.power_cut("recycler")
    site.restart()
    site.steps(4)
    site.near.bus.replug("recycler", site.near.host.at)
    site.steps(150)
    if site.kiosk.notes is not None:
        assert site.kiosk.notes.state == "unknown"
        fell = Money(100 * site.recycler.store.paid_out)
        site.house.do(ResolveNotes(site.kiosk.notes.payout, fell, "Anna", "counted the tray"))
        site.steps(100)
    notes, coins = 100 * site.recycler.store.paid_out, site.moved(TransferCode.COINS_OUT)
    assert site.moved(TransferCode.NOTES_OUT) == notes
    assert notes + coins + site.moved(TransferCode.TICKET_OUT) == 4000
    site.reconciles()


@pytest.mark.parametrize("restarted", [False, True], ids=["same process", "new process"])
@pytest.mark.parametrize("after", [0, 6, 12, 18, 24, 30])
def test_r_dor_2_a_door_that_opens_while_notes_come_halts_the_store_and_the_rest_is_paid_once(
    tmp_path: Path, after: int, restarted: bool
) -> None:
    """At most the note that is under way still comes; nothing else does before the door is closed."""
    site = Site(tmp_path / "table")
    site.insert(10, 10, 20)
    site.cash_out(4000)
    site.steps(after)
    before = site.recycler.store.dispensed
    site.turn(is_open=True)
    site.steps(8)
    fallen = site.recycler.store.dispensed
    assert fallen <= before + 1
    if restarted:
        site.restart()
    site.steps(40)
    assert site.recycler.store.dispensed == fallen
    assert (site.moved(TransferCode.COINS_OUT), site.moved(TransferCode.TICKET_OUT)) == (0, 0)
    site.turn(is_open=False)
    site.steps(150)
    notes = 100 * site.recycler.store.paid_out
    assert not site.kiosk.pays
    assert site.moved(TransferCode.NOTES_OUT) == notes
    assert notes + site.moved(TransferCode.COINS_OUT) + site.moved(TransferCode.TICKET_OUT) == 4000
    site.reconciles()


def test_limits_leave_the_rest_to_the_coins(tmp_path: Path) -> None:
    site = Site(tmp_path / "table", CashLimits(notes=PayLimit(once=Money(1000))))
    site.insert(10, 10)
    site.cash_out(2000)
    site.steps(120)
    assert (site.moved(TransferCode.NOTES_OUT), site.moved(TransferCode.COINS_OUT)) == (1000, 1000)
    site.reconciles()


def test_a_store_that_was_filled_before_the_first_day_shows_as_found(tmp_path: Path) -> None:
    site = Site(tmp_path / "table")
    site.near.bus.unplug("recycler")
    for _note in range(3):
        site.recycler.store.put(10)
    site.near.bus.replug("recycler", site.near.host.at)
    site.steps(30)
    (counted,) = site.events(StoreCounted)
    assert (counted.shifted, counted.found) == (0, 3000)
    assert site.moved(TransferCode.NOTES_FOUND) == 3000


def test_a_store_that_is_mended_starts_anew_on_an_attendants_word(tmp_path: Path) -> None:
    site = Site(tmp_path / "table")
    site.insert(10, 10)
    site.recycler.jam("stacker")
    site.cash_out(2000)
    site.steps(150)
    assert site.kiosk.condition(PAYER) == "jam"
    site.house.do(DeviceReported(PAYER, "ready", by="Anna"))
    site.recycler.clear_jam(site.near.host.at)
    site.steps(30)
    assert site.kiosk.condition(PAYER) in ("ready", "empty")
    assert isinstance(next(driver for driver in site.drivers if driver.device == PAYER), NotesDriver)


def test_a_hopper_that_runs_low_says_so_and_pays_on(tmp_path: Path) -> None:
    site = Site(tmp_path / "table", coins=12)
    assert site.kiosk.condition(HOPPER) == "low"
    site.insert(10)
    site.cash_out(1000)
    site.steps(120)
    assert site.moved(TransferCode.COINS_OUT) + site.moved(TransferCode.NOTES_OUT) == 1000
    site.insert(5)
    site.cash_out(400)
    site.steps(80)
    assert site.moved(TransferCode.COINS_OUT) == 400
