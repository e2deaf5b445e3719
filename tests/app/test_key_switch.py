"""The key switch at the table: what technicians ask for takes the key as well as the PIN, and a key that is left turned
is seen (SEC-7)."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cashier.devices.door_board import DoorBoard as Board
from cashier.devices.door_board import open_board
from cashier.records import DeviceId
from cashier.refusal import Code
from controller.app.config import demo_profile
from controller.app.door_driver import DoorDriver
from controller.faults import DOORS
from controller.language import load_language
from controller.service.event_log import read_log
from controller.service.trouble import troubles
from controller.vocab import fault_records as fr
from controller.vocab import staff_records as sr
from controller.vocab import table_records as tr
from controller.vocab.pins import PinCost
from controller.vocab.profile import DoorBoard, UsbPlace
from controller.wire.messages import Accepted, AskedCommand, Refused
from controller.wire.viewers import CENTRE, STAFF
from firmware.virtual.door_board import DoorBoard as Emulator
from firmware.virtual.door_board import DoorBoardSettings, door_board_device
from seats.models.stops import shut_doors
from tests.app.house import House, Screen
from tests.devices.near import Near

BOARD = DeviceId("doors")
INPUTS: tuple[fr.DoorId, ...] = ("cabinet", fr.KEY)
KEY_INPUT = 2
PINS = {"Anna": "270451", "Cleo": "314159"}


class Site:
    """A table with a technician and a floor manager, whose board has one door and a key switch."""

    def __init__(self, folder: Path) -> None:
        device = door_board_device(DoorBoardSettings(inputs=len(INPUTS)))
        assert isinstance(device.function, Emulator)
        self.board, self.near = device.function, Near(doors=device)
        board = DoorBoard(BOARD, UsbPlace(0x1209, 0x0008), INPUTS)
        profile = msgspec.structs.replace(demo_profile(), pins=PinCost(kibibytes=8, passes=1), doors=board)
        self.house = House(folder / "table", profile=profile)
        for name, role in (("Anna", "technician"), ("Cleo", "floor")):
            self.house.do(sr.HireStaff(name, role, "Anna", pin=PINS[name]))  # type: ignore[arg-type]
        self.driver = self._driver()

    def _driver(self) -> DoorDriver:
        return DoorDriver(Board(BOARD, lambda: open_board(self.near.address("doors"), self.near.backend)), INPUTS)

    def restart(self) -> None:
        self.driver.close()
        self.house.restart()
        self.house.do(fr.StartUp(version="1", digest=""))
        self.driver = self._driver()

    def turn_key(self, *, on: bool) -> None:
        self.board.set_door(KEY_INPUT, is_open=on)
        self.look()

    def look(self) -> None:
        for command in self.driver.step(()):
            self.house.submit(command)  # type: ignore[arg-type]

    def ask(self, command: AskedCommand, second: str = "") -> Code | None:
        desk: Screen = self.house.staff
        desk.exchange()
        desk.client.ask(command, second)
        (answer,) = (message for message in desk.exchange() if isinstance(message, Accepted | Refused))
        return answer.refusal.code if isinstance(answer, Refused) else None

    def sign_in(self, name: str) -> None:
        assert self.ask(sr.SignIn(by=name, pin=PINS[name])) is None


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.driver.close()
    site.house.close()


def test_sec_7_a_technician_needs_the_key_and_others_do_not(site: Site) -> None:
    site.look()
    site.sign_in("Anna")
    assert site.ask(tr.Pause(by="Anna")) is Code.KEY_OFF
    assert site.ask(sr.ResetStaffPin("Cleo", "Anna", pin="161803")) is Code.TWO_PEOPLE
    site.turn_key(on=True)
    assert site.ask(tr.Pause(by="Anna")) is None
    site.turn_key(on=False)
    assert site.ask(tr.Resume(by="Anna")) is Code.KEY_OFF
    site.sign_in("Cleo")
    assert site.ask(tr.Resume(by="Cleo")) is None


def test_sec_7_a_key_that_nobody_can_see_is_off(site: Site) -> None:
    """Before the board was read since the start, and while it does not answer."""
    site.turn_key(on=True)
    site.restart()
    site.sign_in("Anna")
    assert site.ask(tr.Pause(by="Anna")) is Code.KEY_OFF
    site.look()
    assert site.ask(tr.Pause(by="Anna")) is None
    site.near.bus.unplug("doors")
    for _step in range(3):
        site.look()
    assert site.house.machine.faults.places("doors-unseen")
    assert site.ask(tr.Resume(by="Anna")) is Code.KEY_OFF


def test_a_turned_key_stops_nothing_sounds_no_alarm_and_is_seen_until_it_is_turned_back(site: Site) -> None:
    house = site.house
    house.sit(1)
    house.sit(2)
    house.deal()
    site.turn_key(on=True)
    assert not house.machine.table.paused
    assert house.machine.faults.alarms == 0
    assert [row.lamp for row in house.machine.faults.rows] == ["amber"]
    house.act("fold")
    english, view = load_language("en"), house.staff.view
    assert view.profile is not None
    (trouble,) = (one for one in troubles(view, english, view.profile.currency) if one.code == 667)
    assert "key" in trouble.what
    assert "Turn it back" in trouble.remedy
    assert shut_doors(house.screen(CENTRE).view, "table") == (), "it is no door that players could wait for"
    site.turn_key(on=False)
    assert not list(house.machine.faults.rows)
    log = [entry.key for entry in read_log(house.core.recorded(1, house.core.record)).entries]
    assert [key for key in log if key.startswith("key-")] == ["key-turned", "key-turned-back"]


def test_a_key_beside_an_open_door_is_not_what_people_are_sent_to(site: Site) -> None:
    site.turn_key(on=True)
    site.board.set_door(1, is_open=True)
    site.look()
    site.sign_in("Cleo")
    assert site.ask(tr.Resume(by="Cleo")) is Code.DOOR_OPEN
    assert site.house.machine.faults.first_open == "cabinet"
    assert DOORS[fr.KEY].reach == "table"


def test_a_table_without_a_key_switch_asks_for_none(tmp_path: Path) -> None:
    profile = msgspec.structs.replace(demo_profile(), pins=PinCost(kibibytes=8, passes=1))
    house = House(tmp_path / "table", profile=profile)
    house.do(sr.HireStaff("Anna", "technician", "Anna", pin=PINS["Anna"]))
    desk = house.screen(STAFF)
    assert isinstance(desk.ask(sr.SignIn(by="Anna", pin=PINS["Anna"])), Accepted)
    assert isinstance(desk.ask(tr.Pause(by="Anna")), Accepted)
    house.close()
