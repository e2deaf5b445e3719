"""Every fault of the table itself, its doors and its screens as one row each: what it stops when, and who ends it.

R-TLT-1 to R-TLT-3, R-DOR-1 to R-DOR-3. What faults are called and what is to be done about them stands in the language
catalogues. Adding a row asks for its texts and for nothing in any engine.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from cashier.fault_rows import EVERYTHING, MONEY, End, FaultRow, Reach, Stop
from controller.vocab.fault_records import KEY, DoorId, FaultKind
from controller.vocab.ids import Seat

Lock = Literal["never", "at-once", "after-restart"]
"""When a fault begins to keep the table paused: what makes the host stand still has stopped it already (R-MEM-8)."""

_PLAY: Final[frozenset[Stop]] = frozenset({"hand", "notes-in"})
"""What a pause stops: the clocks, every hand, and notes. What is owed is still paid out."""

_SEAT: Final[frozenset[Stop]] = frozenset({"seat"})
_PAYING: Final[frozenset[Stop]] = frozenset({"pay-out"})


class TableFault(FaultRow, frozen=True):
    """A fault that the host tells of. One that ends by itself is looked for anew at each start."""

    locks: Lock = "never"


def _host(kind: FaultKind, ends: End, locks: Lock = "never") -> TableFault:
    """A fault that stops play, or one that stops nothing as long as it is seen to soon."""
    stops: frozenset[Stop] = frozenset() if locks == "never" else _PLAY
    return TableFault(
        kind, "table", ends, "amber" if locks == "never" else "red", kind, stops, stops, frozenset(), locks=locks
    )


FAULTS: Final[Mapping[FaultKind, TableFault]] = {
    "breach": _host("breach", "attendant", "after-restart"),
    "journal": _host("journal", "itself"),
    "copy-failed": _host("copy-failed", "itself"),
    "disk-low": _host("disk-low", "itself"),
    "randomness": _host("randomness", "attendant", "at-once"),
    "meter-jump": _host("meter-jump", "attendant", "at-once"),
    "screen-number": _host("screen-number", "itself"),
    "doors-unseen": TableFault(
        "doors-unseen", "table", "itself", "red", "doors-unseen", EVERYTHING, EVERYTHING, EVERYTHING | _PAYING
    ),
    "doors-forgotten": _host("doors-forgotten", "attendant", "at-once"),
    "memory-open": _host("memory-open", "itself"),
    "usb-stranger": _host("usb-stranger", "attendant", "at-once"),
    "driver-stopped": _host("driver-stopped", "itself"),
    "software-changed": _host("software-changed", "attendant", "at-once"),
    "software-unsigned": _host("software-unsigned", "itself"),
    "history-unguarded": _host("history-unguarded", "itself"),
}


class DoorRow(FaultRow, frozen=True):
    """A door, and the seat whose it is if it is a seat's. A door that an attendant ends is reset by him when closed.

    `alarms`: opening it is an alarm unless somebody has announced it.
    """

    seat: Seat = 0
    alarms: bool = True


_STOPS: Final[Mapping[Reach, frozenset[Stop]]] = {"table": EVERYTHING, "kiosk": MONEY, "seat": _SEAT}
"""An open door stops everything in its reach and nothing outside: a door of the kiosk never stops a hand (R-DOR-2)."""


def _door(door: DoorId, reach: Reach, ends: End = "itself", seat: Seat = 0) -> DoorRow:
    stops = _STOPS[reach]
    while_paying = stops if reach == "seat" else stops | _PAYING
    return DoorRow(f"door-{door}", reach, ends, "red", "door-opened", stops, stops, while_paying, seat=seat)


LOGIC: Final[DoorId] = "logic"
"""The door in front of the machine that the program runs on."""

DOORS: Final[Mapping[DoorId, DoorRow]] = {
    "cabinet": _door("cabinet", "table"),
    "logic": _door("logic", "table", "attendant"),
    "comms": _door("comms", "table", "attendant"),
    "kiosk": _door("kiosk", "kiosk"),
    "acceptor": _door("acceptor", "kiosk"),
    "cash-box": _door("cash-box", "kiosk", "attendant"),
    "cash-box-place": _door("cash-box-place", "kiosk", "attendant"),
    "hopper": _door("hopper", "kiosk"),
    "printer-bay": _door("printer-bay", "kiosk"),
    KEY: DoorRow("key-turned", "table", "itself", "amber", "key-turned", alarms=False),
    **{door: _door(door, "seat", seat=int(door[5:])) for door in get_args(DoorId) if door.startswith("seat-")},
}

SCREEN_LOST: Final = FaultRow("screen-lost", "seat", "itself", "amber", "screen-lost", _SEAT, _SEAT)
"""A seat without its screen: its player counts as absent, and the hand goes on (R-TLT-2)."""
