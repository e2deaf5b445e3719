"""What screens know of a door."""

import msgspec

from cashier.fault_rows import Reach
from controller.vocab.fault_records import DoorId
from controller.vocab.ids import Seat


class DoorView(msgspec.Struct, frozen=True):
    """A door that was ever opened: of what and whose it is, how it stands, and how often it was opened.

    `alarm`: nobody had announced it; `waits`: it is closed and an attendant has still to look; `unseen`: it was opened
    while the table did not run. `by` had announced it; staff only.
    """

    door: DoorId
    reach: Reach
    seat: Seat = 0
    open: bool = False
    alarm: bool = False
    waits: bool = False
    unseen: bool = False
    by: str = ""
    opened: int = 0
