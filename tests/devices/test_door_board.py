"""The driver of the door board: every opening is told, and a report that is none is asked for again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.door_board import BoardReported, DoorBoard, Signal, Switch, Switches, open_board, read_switches
from cashier.records import DeviceId
from cashier.usb import DeviceRefused
from firmware.virtual.door_board import DoorBoard as BoardEmulator
from firmware.virtual.door_board import DoorBoardSettings, door_board_device
from firmware.virtual.scanner import ScannerSettings, scanner_device
from tests.devices.near import Near

DOORS = DeviceId("doors")
SHUT = Switch(open=False, count=0)


class Site:
    """A board of three switches and its driver."""

    def __init__(self) -> None:
        device = door_board_device(DoorBoardSettings(inputs=3))
        self.near = Near(doors=device, scanner=scanner_device(ScannerSettings()))
        assert isinstance(device.function, BoardEmulator)
        self.board = device.function
        self.driver = DoorBoard(DOORS, lambda: open_board(self.near.address("doors"), self.near.backend))


@pytest.fixture
def site() -> Site:
    return Site()


def test_the_first_look_tells_all_inputs_and_then_only_changes(site: Site) -> None:
    assert site.driver.step() == [Switches(DOORS, 1, (SHUT, SHUT, SHUT)), BoardReported(DOORS, "ready")]
    assert site.driver.step() == []
    site.board.set_door(2, is_open=True)
    assert site.driver.step() == [Switches(DOORS, 1, (SHUT, Switch(open=True, count=1), SHUT))]
    assert site.driver.step() == []


def test_a_door_that_opened_and_closed_between_two_looks_shows_in_its_count(site: Site) -> None:
    site.driver.step()
    site.board.set_door(1, is_open=True)
    site.board.set_door(1, is_open=False)
    assert site.driver.step() == [Switches(DOORS, 1, (Switch(open=False, count=1), SHUT, SHUT))]


def test_a_board_that_is_pulled_is_absent_and_tells_everything_before_it_is_ready(site: Site) -> None:
    site.driver.step()
    site.near.bus.unplug("doors")
    assert site.driver.step() == [BoardReported(DOORS, "absent")]
    assert site.driver.step() == []
    site.near.bus.replug("doors", site.near.host.at)
    assert site.driver.step() == [Switches(DOORS, 1, (SHUT, SHUT, SHUT)), BoardReported(DOORS, "ready")]


def test_lamp_and_siren_are_told_once(site: Site) -> None:
    site.driver.step(Signal("amber"))
    assert site.board.facts()["lamp"] == "amber"
    site.driver.step(Signal("red", alarm=True, sounds=1))
    site.driver.step(Signal("red", alarm=True, sounds=1))
    assert (site.board.facts()["siren"], site.board.facts()["sounded"]) == (True, 1)


def test_an_alarm_that_is_over_at_once_is_heard_all_the_same(site: Site) -> None:
    site.driver.step(Signal(sounds=4))
    assert site.board.facts()["sounded"] == 0
    site.driver.step(Signal(sounds=5))
    assert (site.board.facts()["siren"], site.board.facts()["sounded"]) == (True, 1)
    site.driver.step(Signal(sounds=5))
    assert site.board.facts()["sounded"] == 1


def test_a_board_that_lost_its_power_is_lit_again(site: Site) -> None:
    site.driver.step(Signal("red"))
    site.near.bus.power_cut("doors")
    site.driver.step(Signal("red"))
    site.near.bus.replug("doors", site.near.host.at)
    site.driver.step(Signal("red"))
    assert site.board.facts()["lamp"] == "red"


def test_what_is_no_board_is_refused(site: Site) -> None:
    with pytest.raises(DeviceRefused, match="no board of door switches"):
        open_board(site.near.address("scanner"), site.near.backend)


class Babble:
    """A pipe whose board says what it is told to."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)

    def ask(self) -> bytes:
        return self.answers.pop(0)

    def tell(self, report: bytes) -> None:
        raise AssertionError(f"nothing was to be shown, {report!r} was")

    def close(self) -> None: ...


def test_after_three_answers_that_are_none_the_board_is_absent_and_one_that_is_brings_it_back() -> None:
    good = BoardEmulator(DoorBoardSettings(inputs=1))._report()
    spoiled = bytes((good[0], good[1] ^ 1, *good[2:]))
    driver = DoorBoard(DOORS, lambda: Babble(good, spoiled, b"", good[:-1], good))
    assert driver.step()[-1] == BoardReported(DOORS, "ready")
    assert driver.step() == driver.step() == []
    assert driver.step() == [BoardReported(DOORS, "absent")]
    assert driver.step() == [Switches(DOORS, 1, (SHUT,)), BoardReported(DOORS, "ready")]


@given(st.integers(0, 23), st.integers(1, 255))
def test_no_report_with_a_wrong_byte_is_believed(place: int, by: int) -> None:
    good = bytearray(BoardEmulator(DoorBoardSettings())._report())
    good[place] ^= by
    assert read_switches(DOORS, bytes(good)) is None
