"""What is known of the table itself: whether it runs, what is wrong with it, which screens it has."""

import msgspec

from controller.faults.table import FAULTS
from controller.vocab.fault_records import FaultKind


class OpenFault(msgspec.Struct, frozen=True):
    """A fault that nobody has cleared; `since` is the wall time (ms) at which it began."""

    fault: FaultKind
    place: str
    detail: str
    since: int


class Faults(msgspec.Struct, frozen=True):
    """Never changed in place: `evolve` returns the next one, so that a copy of the machine may share it.

    `told` is the serial number of the last incident of the journal that has become an event, `stood` when the last run
    stood still, as far as that is told already. `connected` are the screens that show the table, `lost` those that did
    since it started and do no more.
    """

    running: bool = False
    version: str = ""
    digest: str = ""
    told: int = 0
    stood: tuple[int, ...] = ()
    open: tuple[OpenFault, ...] = ()
    connected: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def find(self, fault: FaultKind, place: str = "") -> OpenFault | None:
        """Return the open fault of this kind at this place, or None."""
        return next((known for known in self.open if (known.fault, known.place) == (fault, place)), None)

    def places(self, fault: FaultKind) -> frozenset[str]:
        """Where faults of this kind are open."""
        return frozenset(known.place for known in self.open if known.fault == fault)

    @property
    def lock(self) -> OpenFault | None:
        """The first open fault that keeps the table paused, or None."""
        return next((known for known in self.open if FAULTS[known.fault].locks != "never"), None)
