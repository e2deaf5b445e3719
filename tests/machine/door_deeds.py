"""A room whose doors have switches, and hands that open them."""

import random
from collections.abc import Iterable

from cashier.records import DeviceId
from cashier.refusal import Code, Refusal
from controller.app.config import demo_profile
from controller.vocab import fault_records as fr
from controller.vocab.fault_records import DoorId, DoorReading
from controller.vocab.profile import DoorBoard, Profile, UsbPlace
from controller.vocab.records import AnyEvent
from tests.machine.kiosk_deeds import with_hopper
from tests.machine.room import Room, changed

BOARD = DeviceId("doors")
FITTED: tuple[DoorId, ...] = (
    "cabinet", "logic", "comms", "kiosk", "acceptor", "cash-box", "cash-box-place", "hopper", "printer-bay",
    "seat-1", "seat-2", "seat-3",
)  # fmt: skip


def with_doors(profile: Profile, doors: tuple[DoorId, ...] = FITTED) -> Profile:
    return changed(profile, doors=DoorBoard(BOARD, UsbPlace(0x1209, 0x0008), doors))


class Doors:
    """The board as the table hears of it: which doors stand open, and how often each was opened."""

    def __init__(self, room: Room, counts: dict[DoorId, int] | None = None) -> None:
        self.room = room
        self.memory = 7
        self.counts = counts or dict.fromkeys(FITTED, 0)
        self.stand_open: set[DoorId] = set()

    def turn(self, door: DoorId, *, is_open: bool) -> None:
        """Move a door without anybody telling."""
        if is_open and door not in self.stand_open:
            self.counts[door] = (self.counts[door] + 1) % 256
            self.stand_open.add(door)
        elif not is_open:
            self.stand_open.discard(door)

    def report(self) -> fr.ReportDoors:
        readings = (DoorReading(door, door in self.stand_open, count) for door, count in self.counts.items())
        return fr.ReportDoors(BOARD, self.memory, tuple(readings))

    def tell(self) -> list[AnyEvent]:
        """Have the table read the board; nothing new is nothing."""
        events = self.room.submit(self.report())
        if isinstance(events, Refusal):
            assert events.code is Code.ALREADY_SO
            return []
        return events

    def open(self, *doors: DoorId) -> list[AnyEvent]:
        for door in doors:
            self.turn(door, is_open=True)
        return self.tell()

    def close(self, *doors: DoorId) -> list[AnyEvent]:
        for door in doors:
            self.turn(door, is_open=False)
        return self.tell()


def at_the_doors(room: Room, dice: random.Random) -> None:
    """Somebody opens a few doors, announced or not, and an attendant closes them and looks behind."""
    doors = Doors(room, known_counts(room))
    for door in dice.sample(FITTED, dice.randrange(1, 4)):
        if dice.randrange(2):
            room.submit(fr.AnnounceDoor(door, "floor"))
        doors.open(door)
    doors.close(*doors.stand_open)
    for known in room.machine.faults.doors:
        if known.waits:
            room.do(fr.ResetDoor(known.door, "floor"))


def known_counts(room: Room) -> dict[DoorId, int]:
    """How often each door was opened, as the table knows it."""
    return dict.fromkeys(FITTED, 0) | {known.door: known.count for known in room.machine.faults.doors}


def room_with_doors(seats: Iterable[int] = (1, 2, 3)) -> tuple[Room, Doors]:
    """A started table with its doors closed and read, players at it, and 100.00 on the balance."""
    room = Room(with_doors(with_hopper(demo_profile())))
    room.do(fr.StartUp("1", "ab" * 32))
    doors = Doors(room)
    doors.tell()
    for seat in seats:
        room.sit(seat, 10_000)
    room.insert(10_000)
    return room, doors
