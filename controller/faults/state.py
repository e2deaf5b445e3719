"""What is known of the table itself: whether it runs, what is wrong with it, which screens it has and which doors."""

from collections.abc import Iterable, Iterator

import msgspec

from cashier.fault_rows import NOTHING, FaultRow, Situation, Stop
from controller.faults.table import DOORS, FAULTS, SCREEN_LOST
from controller.vocab.fault_records import KEY, DoorId, FaultKind
from controller.vocab.ids import Seat


class OpenFault(msgspec.Struct, frozen=True):
    """A fault that nobody has cleared; `since` is the wall time (ms) at which it began."""

    fault: FaultKind
    place: str
    detail: str
    since: int


class Door(msgspec.Struct, frozen=True):
    """What is known of a door with a switch.

    `count` is where the board stood when it was read last, `opened` how often the door was opened in all. `alarm`: it
    stands open and nobody had announced it. `waits`: an attendant has to look and reset it. `by` may open it without
    alarm before wall time `until` (ms); whoever did is `by` until it is closed.
    """

    door: DoorId
    open: bool = False
    count: int = 0
    opened: int = 0
    alarm: bool = False
    waits: bool = False
    by: str = ""
    until: int = 0


class Faults(msgspec.Struct, frozen=True):
    """Never changed in place: `evolve` returns the next one, so that a copy of the machine may share it.

    `told` is the serial number of the last incident of the journal that has become an event, `stood` when the last run
    stood still, as far as that is told already. `connected` are the screens that show the table, `lost` those that did
    since it started and do no more. `doors` are those whose switches were read; `memory` is that of their board, and
    `seen` whether it was read since the start. `holds`: the table is paused by doors alone and goes on with them.
    `alarms` counts the openings that nobody had announced. `signed`: a signed release has run here at some time.
    """

    running: bool = False
    version: str = ""
    digest: str = ""
    told: int = 0
    stood: tuple[int, ...] = ()
    open: tuple[OpenFault, ...] = ()
    connected: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()
    memory: int = 0
    seen: bool = False
    holds: bool = False
    alarms: int = 0
    signed: bool = False

    def find(self, fault: FaultKind, place: str = "") -> OpenFault | None:
        """Return the open fault of this kind at this place, or None."""
        return next((known for known in self.open if (known.fault, known.place) == (fault, place)), None)

    def places(self, fault: FaultKind) -> frozenset[str]:
        """Where faults of this kind are open."""
        return frozenset(known.place for known in self.open if known.fault == fault)

    def door(self, door: DoorId) -> Door | None:
        """What is known of a door, or None where it has no switch or was never read."""
        return next((known for known in self.doors if known.door == door), None)

    @property
    def lock(self) -> OpenFault | None:
        """The first open fault that keeps the table paused until somebody has seen to it, or None."""
        return next((known for known in self.open if FAULTS[known.fault].locks != "never"), None)

    @property
    def watched(self) -> Iterator[FaultRow]:
        """The rows of what stops something for as long as it lasts: doors, and their board when it is gone."""
        yield from (DOORS[known.door] for known in self.doors if known.open or known.waits)
        yield from (FAULTS["doors-unseen"] for _ in self.places("doors-unseen"))

    @property
    def rows(self) -> Iterator[FaultRow]:
        """The rows of everything that is wrong with the table itself."""
        yield from (DOORS[known.door] for known in self.doors if known.open or known.waits)
        yield from (FAULTS[known.fault] for known in self.open)
        yield from (SCREEN_LOST for screen in self.lost if screen.startswith("seat-"))

    def stops(self, situations: Iterable[Situation]) -> frozenset[Stop]:
        """What stands still because of doors."""
        told = tuple(situations)
        return NOTHING.union(*(row.stops(told) for row in self.watched))

    @property
    def shut_seats(self) -> frozenset[Seat]:
        """Seats whose housing is open."""
        return frozenset(DOORS[known.door].seat for known in self.doors if known.open and DOORS[known.door].seat)

    @property
    def first_open(self) -> str:
        """The first door that stands open or waits, by its name; empty where none does. A turned key is none."""
        return next((known.door for known in self.doors if (known.open or known.waits) and known.door != KEY), "")

    @property
    def key_is_turned(self) -> bool:
        """Whether the key switch is turned, as far as its board is heard now."""
        key = self.door(KEY)
        return key is not None and key.open and self.seen and not self.places("doors-unseen")
