"""What a fault is, as a row: where it reaches, what it stops while the table is idle, in a hand or paying out, and its
end (requirements R-TLT-1 to R-TLT-3, R-DOR-2).

Rows of the kiosk's devices stand in `cashier.kiosk.device_faults`, those of the table, its doors and screens in
`controller.faults.matrix`, which has them all.
"""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

Reach = Literal["table", "seat", "kiosk"]
"""What a fault may touch at most: everything, one seat, or the money terminal."""

Situation = Literal["idle", "in-hand", "paying-out"]
"""No hand runs and nothing is paid out; a hand runs; a pay-out is on its way. The last two may hold at once."""

Stop = Literal["hand", "seat", "notes-in", "tickets-in", "claims", "tickets-out", "coins-out", "pay-out"]
"""What may stand still: the clocks and every hand, a seat's touches, notes and tickets that come in, claims, new
pay-outs on paper and in coins, and the pay-out that is on its way: one not begun waits, a motor that runs is halted."""

End = Literal["itself", "attendant"]
"""Who ends it: the device or the host finds it over, or an attendant says so after he has looked."""

Lamp = Literal["off", "amber", "red"]
"""What the tower light shows: nothing, that somebody should come soon, or at once."""

NOTHING: Final[frozenset[Stop]] = frozenset()
MONEY: Final[frozenset[Stop]] = frozenset({"notes-in", "tickets-in", "claims", "tickets-out", "coins-out"})
"""Every way of money in and out of the kiosk."""

EVERYTHING: Final[frozenset[Stop]] = MONEY | {"hand"}


class FaultRow(msgspec.Struct, frozen=True):
    """One fault. `code` is stable; what it is called and what helps stand under `event.<text>` and `remedy.<text>`."""

    code: str
    reach: Reach
    ends: End
    lamp: Lamp
    text: str
    idle: frozenset[Stop] = NOTHING
    in_hand: frozenset[Stop] = NOTHING
    paying_out: frozenset[Stop] = NOTHING

    def stops(self, situations: Iterable[Situation]) -> frozenset[Stop]:
        """Everything that stands still in these situations together."""
        cells = {"idle": self.idle, "in-hand": self.in_hand, "paying-out": self.paying_out}
        return NOTHING.union(*(cells[situation] for situation in situations))


def brightest(lamps: Iterable[Lamp]) -> Lamp:
    """The lamp that outshines the others."""
    order: tuple[Lamp, ...] = ("off", "amber", "red")
    return max(lamps, key=order.index, default="off")
