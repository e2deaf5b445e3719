"""A device that does not belong on the bus keeps the table paused until an attendant has looked (SEC-3)."""

import pytest

from cashier.refusal import Code
from controller.table.profile_check import check_profile
from controller.vocab import fault_records as fr
from controller.vocab import table_records as tr
from controller.vocab.profile import UsbListed
from tests.machine.room import Room, changed

STRANGER = fr.ReportFault("usb-stranger", "usb-1-3", "1337:0001: it is a keyboard")

ROW = UsbListed(0x04B8, 0x0202, "1-1.4", "0123456789abcdef")


@pytest.fixture
def room() -> Room:
    room = Room()
    room.sit(1, 10_000)
    return room


def test_sec_3_it_pauses_the_table_until_somebody_has_looked(room: Room) -> None:
    room.do(STRANGER)
    room.pump()
    assert room.machine.table.paused
    assert room.refuse(tr.Resume(by="floor")) is Code.FAULT_OPEN
    assert room.refuse(STRANGER) is Code.ALREADY_SO
    room.do(fr.ClearFault("usb-stranger", "usb-1-3", by="floor"))
    room.do(tr.Resume(by="floor"))
    assert not room.machine.table.paused


def test_sec_3_one_that_is_still_there_is_told_again(room: Room) -> None:
    room.do(STRANGER)
    room.do(fr.ClearFault("usb-stranger", "usb-1-3", by="floor"))
    room.do(STRANGER)
    assert room.machine.faults.lock is not None


@pytest.mark.parametrize(
    "rows",
    [
        (UsbListed(0x04B8, 0x0202, "", ROW.digest),),
        (ROW, ROW),
        (UsbListed(0x04B8, 0x0202, "1-1", "123"),),
        (UsbListed(0x04B8, 0x0202, "1-1", "0123456789ABCDEF"),),
    ],
    ids=["no port", "a port twice", "no digest", "capitals"],
)
def test_a_list_that_allows_more_than_it_says_is_refused(room: Room, rows: tuple[UsbListed, ...]) -> None:
    refusal = check_profile(changed(room.machine.table.profile, usb=rows))
    assert refusal is not None
    assert "usb" in refusal.facts.values()


def test_a_list_of_one_device_is_taken(room: Room) -> None:
    assert check_profile(changed(room.machine.table.profile, usb=(ROW,))) is None
