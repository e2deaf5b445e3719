"""A release is changed by two people at the machine, and the journal has it before it is done (SEC-4, R-SEC-3)."""

from cashier.refusal import Code
from controller.access import RIGHTS
from controller.vocab import fault_records as fr
from tests.machine.door_deeds import room_with_doors
from tests.machine.room import Room, changed

STEP = fr.ChangeRelease("install", "0.2.0", 2, "ab" * 32, by="Toni")


def test_sec_4_it_takes_a_technician_and_somebody_else():
    right = RIGHTS[fr.ChangeRelease]
    assert right.roles == {"technician"}
    assert right.two


def test_sec_4_it_stands_in_the_journal_with_its_digest():
    room = Room()
    assert list(room.do(STEP)) == [fr.ReleaseChanged("install", "0.2.0", 2, "ab" * 32, "Toni")]
    assert room.refuse(changed(STEP, by="")) is Code.NOT_ALLOWED


def test_sec_4_where_the_logic_door_is_watched_it_must_stand_open_and_be_announced():
    room, doors = room_with_doors()
    assert room.refuse(STEP) is Code.DOOR_SHUT
    doors.open("kiosk")
    assert room.refuse(STEP) is Code.DOOR_SHUT
    doors.open("logic")
    assert room.refuse(STEP) is Code.DOOR_SHUT, "nobody had announced it"
    doors.close("logic")
    room.do(fr.AnnounceDoor("logic", "Toni"))
    doors.open("logic")
    assert room.do(STEP)
