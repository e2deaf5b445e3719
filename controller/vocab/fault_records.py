"""Commands and events of what happens to the table itself: starts and stops, faults and their end, screens (R-EVT-2).

A *fault* lasts until it is cleared; an *incident* has happened and is over. Both are told by the host, which alone sees
disks, clocks and processes, or follow from what the journal itself remembers. Only staff are told of them.
"""

from typing import ClassVar, Literal

import msgspec

from cashier.records import Audience, Command, Event
from controller.vocab.ids import Seat

FaultKind = Literal["breach", "journal", "copy-failed", "disk-low", "randomness", "meter-jump", "screen-number"]
"""`breach`: something that may never happen was about to happen; `journal`: the journal could not be written or read;
`copy-failed`: a mirror of it cannot be written; `disk-low`: a disk has less free than its reserve;
`randomness`: the bytes that decks are made of do not look random; `meter-jump`: more money came in within one hand than
people bring (R-MTR-7); `screen-number`: a seat's screen keeps failing to show the number it is bound to (RNG-6)."""

IncidentKind = Literal[
    "snapshot-left-aside",
    "clock-back",
    "clock-forward",
    "copy-behind",
    "copy-mended",
    "rebuilt",
    "migrated",
]


class StoodStill(msgspec.Struct, frozen=True):
    """What made the table stand still at wall time `wall` (ms), when no record of it could be made."""

    fault: FaultKind
    name: str
    sentence: str
    wall: int


# -- commands ----------------------------------------------------------------------------------------------------


class StartUp(Command, frozen=True):
    """The program has started and holds the journal.

    `digest` is over all its files (64 hex digits), `last` the wall time (ms) of the last record, 0 before the first.
    `stood` is what the journal could not take when it happened, oldest first.
    """

    version: str
    digest: str
    last: int = 0
    stood: tuple[StoodStill, ...] = ()


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


# -- events ------------------------------------------------------------------------------------------------------


class Started(Event, frozen=True):
    """The program runs. `before` is the version that ran last where version or digest are others, else empty.

    `stood` has the instants (wall ms) of what made the last run stand still and is told with this start.
    """

    audience: ClassVar[Audience] = "staff"
    version: str
    digest: str
    before: str = ""
    stood: tuple[int, ...] = ()


class PowerLost(Event, frozen=True):
    """The last run ended without a word: the power went, or the program was ended. `since` is its last record (ms)."""

    audience: ClassVar[Audience] = "staff"
    since: int


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
    """A screen shows the table."""

    audience: ClassVar[Audience] = "staff"
    screen: str


class DisplayLost(Event, frozen=True):
    """A screen shows nothing any more; the table goes on without it."""

    audience: ClassVar[Audience] = "staff"
    screen: str
