"""Commands and events of what happens to the table itself: starts and stops, faults and their end, screens (R-EVT-2).

A *fault* lasts until it is cleared; an *incident* has happened and is over. Both are told by the host, which alone sees
disks, clocks and processes, or follow from what the journal itself remembers. Only staff are told of them.
"""

from typing import ClassVar, Final, Literal

import msgspec

from cashier.fault_rows import Lamp, Reach
from cashier.records import Audience, Command, DeviceId, Event, Want
from controller.vocab.ids import Seat

FaultKind = Literal[
    "breach", "journal", "copy-failed", "disk-low", "randomness", "meter-jump", "screen-number", "doors-unseen",
    "doors-forgotten", "memory-open", "usb-stranger", "driver-stopped", "software-changed", "software-unsigned",
    "history-unguarded",
]  # fmt: skip
"""`breach`: something that may never happen was about to happen; `journal`: the journal could not be written or read;
`copy-failed`: a mirror of it cannot be written; `disk-low`: a disk has less free than its reserve;
`randomness`: the bytes that decks are made of do not look random; `meter-jump`: more money came in within one hand than
people bring (R-MTR-7); `screen-number`: a seat's screen keeps failing to show the number it is bound to (RNG-6);
`doors-unseen`: the board that watches the doors does not answer; `doors-forgotten`: it has lost
its memory, or is another, so that nobody knows which doors were opened meanwhile; `memory-open`: the memory of the
table's program cannot be locked, so that cards in it may come to lie in swap (SEC-1); `usb-stranger`: a device hangs on
the bus that the profile does not allow there (SEC-3); `driver-stopped`: a fault of the program has ended the driver of
a device, which is gone until another one has run for a while; `software-changed`: the program's files are not those
that were signed (R-SEC-1); `software-unsigned`: nobody has signed the program, and the table's tickets have value;
`history-unguarded`: the TPM takes no note of how far the history has come (SEC-4)."""

DoorId = Literal[
    "cabinet", "logic", "comms", "kiosk", "acceptor", "cash-box", "cash-box-place", "hopper", "printer-bay",
    "seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6", "seat-7", "seat-8", "seat-9", "seat-10", "key",
]  # fmt: skip
"""Doors that a table may have a switch at (requirements R-DOR-1): the main cabinet or table top, the logic area, the
bay of exposed cables, the money terminal, its note acceptor, the cash box and the place where it stands, the hopper,
the printer bay, and each seat's housing. `key` is no door but a switch of that kind which a key turns: it is open as
long as it is turned (SEC-7)."""

KEY: Final[DoorId] = "key"

MOST_DOORS: Final = 16
"""So many doors a board can watch."""

DOOR_COUNT_TOP: Final = 256
"""A door board counts a door's openings from 0 to one below this, and again from 0."""

IncidentKind = Literal[
    "snapshot-left-aside",
    "clock-back",
    "clock-forward",
    "copy-behind",
    "copy-mended",
    "rebuilt",
    "migrated",
    "connection-broke",
]


ReleaseStep = Literal["install", "activate", "confirm", "roll-back"]
"""Put a release beside the one that runs; have it start next, on trial; say that it is good, so that nothing older can
come back; go back to the one before while it is on trial (SEC-4)."""


class StoodStill(msgspec.Struct, frozen=True):
    """What made the table stand still at wall time `wall` (ms), when no record of it could be made."""

    fault: FaultKind
    name: str
    sentence: str
    wall: int


class DoorReading(msgspec.Struct, frozen=True):
    """What the board says of one door: whether it is open, and how often it was opened by the board's own count."""

    door: DoorId
    open: bool
    count: int


# -- commands ----------------------------------------------------------------------------------------------------


class StartUp(Command, frozen=True):
    """The program has started and holds the journal.

    `digest` is over all its files (64 hex digits), `last` the wall time (ms) of the last record, 0 before the first.
    `stood` is what the journal could not take when it happened, oldest first. `signers` are those who signed for the
    release that runs, each with the mark of his key; nobody for a program that is no signed release.
    """

    version: str
    digest: str
    last: int = 0
    stood: tuple[StoodStill, ...] = ()
    signers: tuple[str, ...] = ()


class ShutDown(Command, frozen=True):
    """The program ends because it was told to."""


class ReportFault(Command, frozen=True):
    """The host has come upon a fault; `place` says where, `detail` what was seen, in English, for the technician."""

    fault: FaultKind
    place: str = ""
    detail: str = ""


class ClearFault(Command, frozen=True):
    """A fault is gone: the host has tried again, or `by` says so where only people can."""

    fault: FaultKind
    place: str = ""
    by: str = ""


class ReportIncident(Command, frozen=True):
    """Something has happened at wall time `since` (ms, 0 for now), `seconds` long where that says anything.

    `serial` counts what the journal remembers of itself, from 1; 0 for everything else.
    """

    incident: IncidentKind
    place: str = ""
    detail: str = ""
    seconds: int = 0
    since: int = 0
    serial: int = 0


class ReportDisplay(Command, frozen=True):
    """A screen has connected, or its connection is lost: `seat-3`, `centre`, `kiosk`, `staff`.

    `seat` is 0 for all but the seats.
    """

    screen: str
    connected: bool
    seat: Seat = 0


class ReportDoors(Command, frozen=True):
    """What the board sees of all its doors. `memory` names the memory in which it counts: another one, other counts."""

    device: DeviceId
    memory: int
    doors: tuple[DoorReading, ...]


class AnnounceDoor(Command, frozen=True):
    """`by` is about to open a door, so that it is no alarm."""

    door: DoorId
    by: str


class ResetDoor(Command, frozen=True):
    """`by` has looked behind a door that was opened, and it is closed again."""

    door: DoorId
    by: str


class ChangeRelease(Command, frozen=True):
    """`by` is about to bring a signed release onto the machine, or to go back from one: the program `version`, number
    `serial`, with this digest over all its files."""

    step: ReleaseStep
    version: str
    serial: int
    digest: str
    by: str


# -- events ------------------------------------------------------------------------------------------------------


class Started(Event, frozen=True):
    """The program runs. `before` is the version that ran last where version or digest are others, else empty.

    `stood` has the instants (wall ms) of what made the last run stand still and is told with this start. `signers` as
    in `StartUp`.
    """

    audience: ClassVar[Audience] = "staff"
    version: str
    digest: str
    before: str = ""
    stood: tuple[int, ...] = ()
    signers: tuple[str, ...] = ()


class PowerLost(Event, frozen=True):
    """The last run ended without a word: the power went, or the program was ended. `since` is its last record (ms)."""

    audience: ClassVar[Audience] = "staff"
    since: int


class ReleaseChanged(Event, frozen=True):
    """Two people stand for what is done with a release, after this is durable. Fields as in `ChangeRelease`."""

    audience: ClassVar[Audience] = "staff"
    step: ReleaseStep
    version: str
    serial: int
    digest: str
    by: str


class Stopped(Event, frozen=True):
    """The program ended as it was told to."""

    audience: ClassVar[Audience] = "staff"


class FaultRaised(Event, frozen=True):
    """A fault began, at wall time `since` (ms), which may be long before this record."""

    audience: ClassVar[Audience] = "staff"
    fault: FaultKind
    place: str = ""
    detail: str = ""
    since: int = 0


class FaultCleared(Event, frozen=True):
    """A fault is over: found gone by the host, or so said by an attendant."""

    audience: ClassVar[Audience] = "staff"
    fault: FaultKind
    place: str = ""
    by: str = ""


class IncidentNoted(Event, frozen=True):
    """Something has happened and is over; fields as in `ReportIncident`."""

    audience: ClassVar[Audience] = "staff"
    incident: IncidentKind
    place: str = ""
    detail: str = ""
    seconds: int = 0
    since: int = 0
    serial: int = 0


class DisplayConnected(Event, frozen=True):
    """A screen shows the table, since wall time `at` (ms); 0 in journals from before that was kept."""

    audience: ClassVar[Audience] = "staff"
    screen: str
    at: int = 0


class DisplayLost(Event, frozen=True):
    """A screen shows nothing any more, since wall time `at` (ms, as above); the table goes on without it."""

    audience: ClassVar[Audience] = "staff"
    screen: str
    at: int = 0


class DoorsRead(Event, frozen=True):
    """The board was read for the first time since the program started, or since its memory is another."""

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    memory: int
    doors: tuple[DoorReading, ...]


class DoorAnnounced(Event, frozen=True):
    """`by` may open this door without alarm before wall time `until` (ms)."""

    audience: ClassVar[Audience] = "staff"
    door: DoorId
    by: str
    until: int


class DoorOpened(Event, frozen=True):
    """A door was opened, `times` times since it was looked at last; `count` is the board's count after it.

    `reach` says what the door belongs to, and `seat` whose it is, if it is a seat's. `alarm`: nobody had announced it;
    `by` who had. `unseen`: it happened while the program did not run or the board did not answer.
    """

    door: DoorId
    reach: Reach
    count: int
    seat: Seat = 0
    times: int = 1
    alarm: bool = True
    unseen: bool = False
    by: str = ""


class DoorClosed(Event, frozen=True):
    """A door is closed again; `waits`: an attendant must look before anything goes on."""

    door: DoorId
    waits: bool = False


class DoorReset(Event, frozen=True):
    """An attendant has looked behind a door that asks for it."""

    door: DoorId
    by: str


# -- what the table wants of the board ---------------------------------------------------------------------------


class ShowSignal(Want, frozen=True):
    """Light the tower's lamp, and sound the alarm. `alarms` counts those so far, so that a short one is heard too."""

    device: DeviceId
    lamp: Lamp
    alarm: bool
    alarms: int
