"""What a seat can be between two hands, as one table (poker.md §5.7, §5.8, §9)."""

from typing import Final, Literal, Protocol

import msgspec

from cashier.money import Money
from controller.vocab.ids import Chips

StandingId = Literal[
    "empty",
    "reserved",
    "seated",
    "waiting-for-big-blind",
    "posting",
    "sitting-out",
    "absent",
    "played-over",
    "bust",
    "leaving",
    "locked",
]


class Standing(msgspec.Struct, frozen=True):
    """One standing of a seat.

    `present`: the big blind stops here, and the seat counts for whether a hand can be played. `in_game`: dealt in
    without further ado. `marked`: blinds that pass it by leave a missed-blind marker. `may_return`: the player can come
    back by himself. `lends`: somebody else may play at the seat meanwhile, if staff consent (§5.10).
    """

    id: StandingId
    present: bool = False
    in_game: bool = False
    marked: bool = False
    may_return: bool = False
    lends: bool = False


STANDINGS: Final[tuple[Standing, ...]] = (
    Standing("empty"),
    Standing("reserved"),
    Standing("seated", present=True, in_game=True),
    Standing("waiting-for-big-blind", present=True),
    Standing("posting", present=True),
    Standing("sitting-out", marked=True, may_return=True, lends=True),
    Standing("absent", marked=True, may_return=True, lends=True),
    Standing("played-over", marked=True),
    Standing("bust", marked=True),
    Standing("leaving", marked=True),
    Standing("locked", marked=True),
)
"""Every standing there is; what the table does with a seat it asks of its row alone."""

_BY_ID: Final = {row.id: row for row in STANDINGS}


class Occupied(Protocol):
    """What the standing of a taken seat follows from."""

    stack: Chips
    reserved: Money
    sitting_out: bool
    waits: bool

    @property
    def wish(self) -> str: ...

    absent: bool
    locked: bool
    leave_code: str
    set_aside: bool


def find_standing(seat: Occupied | None, held: bool = False) -> Standing:
    """The row of a seat; of an empty one (`None`) it says whether it is held for the next on the list."""
    return _BY_ID[_standing(seat, held)]


def _standing(seat: Occupied | None, held: bool) -> StandingId:
    if seat is None:
        return "reserved" if held else "empty"
    if seat.set_aside:
        return "played-over"
    if seat.leave_code:
        return "leaving"
    if seat.locked:
        return "locked"
    if not seat.stack:
        return "bust"
    if seat.sitting_out:
        return "absent" if seat.absent else "sitting-out"
    if not seat.waits:
        return "seated"
    return "waiting-for-big-blind" if seat.wish == "wait" else "posting"
