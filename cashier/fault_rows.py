"""What a fault is, as a row: where it reaches, what it stops while the table is idle, in a hand or paying out, and its
end (requirements R-TLT-1 to R-TLT-3, R-DOR-2).

Rows of the kiosk's devices stand in `cashier.kiosk.device_faults`, those of the table, its doors and screens in
`controller.faults.table`.
"""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

Reach = Literal["table", "seat", "kiosk"]
"""What a fault may touch at most: everything, one seat, or the money terminal."""

Situation = Literal["idle", "in-hand", "paying-out"]
"""No hand runs and nothing is paid out; a hand runs; a pay-out is on its way. The last two may hold at once."""

Stop = Literal[
    "hand",
    "seat",
    "notes-in",
    "scans",
    "tickets-in",
    "claims",
    "cards",
    "player-cards",
    "tickets-out",
    "coins-out",
    "notes-out",
    "pay-out",
]
"""What may stand still: the clocks and every hand, a seat's touches, notes that come in, tickets that are scanned, all
tickets that come in, claims, payments by card, the reading of player cards, new pay-outs on paper, in coins and in
notes, and the pay-out that is on its way: one not begun waits, a motor that runs is halted."""

End = Literal["itself", "attendant"]
"""Who ends it: the device or the host finds it over, or an attendant says so after he has looked."""

Lamp = Literal["off", "amber", "red"]
"""What the tower light shows: nothing, that somebody should come soon, or at once."""

NOTHING: Final[frozenset[Stop]] = frozenset()
MONEY: Final[frozenset[Stop]] = frozenset(
    {"notes-in", "scans", "tickets-in", "claims", "cards", "tickets-out", "coins-out", "notes-out"}
)
"""Every way of money in and out of the kiosk."""

EVERYTHING: Final[frozenset[Stop]] = MONEY | {"hand"}


class FaultRow(msgspec.Struct, frozen=True):
    """One fault. `code` is stable. The catalogues call it `event.<text>`; what helps stands under `remedy.<remedy>`, or
    under `remedy.<text>` where that is empty.
    """

    code: str
    reach: Reach
    ends: End
    lamp: Lamp
    text: str
    idle: frozenset[Stop] = NOTHING
    in_hand: frozenset[Stop] = NOTHING
    paying_out: frozenset[Stop] = NOTHING
    remedy: str = ""

    @property
    def helps(self) -> str:
        """The key of what is to be done about it."""
        return self.remedy or self.text

    def stops(self, situations: Iterable[Situation]) -> frozenset[Stop]:
        """Everything that stands still in these situations together."""
        cells = {"idle": self.idle, "in-hand": self.in_hand, "paying-out": self.paying_out}
        return NOTHING.union(*(cells[situation] for situation in situations))


def brightest(lamps: Iterable[Lamp]) -> Lamp:
    """The lamp that outshines the others."""
    order: tuple[Lamp, ...] = ("off", "amber", "red")
    return max(lamps, key=order.index, default="off")
