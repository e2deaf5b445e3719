"""Every kind of fault as one row: who ends it, and whether the table may play meanwhile (R-TLT-1, R-TLT-3)."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.vocab.fault_records import FaultKind

End = Literal["tried-again", "attendant"]

Lock = Literal["never", "at-once", "after-restart"]
"""When a fault begins to keep the table paused: what makes the host stand still has stopped it already."""


class FaultRow(msgspec.Struct, frozen=True):
    """How a fault ends, and whether the table stays paused until it has (R-MEM-8).

    A fault that ends when it is tried again is looked for anew at each start. What it is called and what is to be done
    stand in the language catalogues under `fault.<kind>` and `remedy.<kind>`.
    """

    ends: End
    locks: Lock = "never"


FAULTS: Final[Mapping[FaultKind, FaultRow]] = {
    "breach": FaultRow("attendant", locks="after-restart"),
    "journal": FaultRow("tried-again"),
    "copy-failed": FaultRow("tried-again"),
    "disk-low": FaultRow("tried-again"),
    "randomness": FaultRow("attendant", locks="at-once"),
    "meter-jump": FaultRow("attendant", locks="at-once"),
    "screen-number": FaultRow("tried-again"),
}
