"""Every fault of the kiosk's devices as one row each: what it stops when, who ends it, and what helps.

A device's fault stops its own way of money and nothing else: never the hand, never another way (R-TLT-1, R-TLT-2). What
is on its way when the fault comes ends by its device's word, or stays in doubt until somebody has looked; that, too, is
a row. What the rows say is carried out by the rules, the wants, the screens, the event log and the tower light: adding
one asks for its texts in the catalogues and for nothing in any of them.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, cast, get_args

from cashier.fault_rows import NOTHING, End, FaultRow, Lamp, Stop
from cashier.records import Condition
from cashier.terms import Role


class DeviceFault(FaultRow, frozen=True):
    """What is wrong where the device that is there for `role` says `condition` of itself.

    `entry` is the number under which the event log has the condition. Players read `condition.<shown>`, in neutral
    words (R-EVT-3), or nothing where that is empty. `restarts`: when an attendant says that it is in order, it is
    started anew, as it would never say so by itself.
    """

    role: Role = "validator"
    condition: Condition = "absent"
    entry: int = 0
    shown: str = ""
    restarts: bool = False


ENTRIES: Final[Mapping[Condition, int]] = {
    "ready": 200,
    "absent": 201,
    "paper-low": 202,
    "paper-out": 203,
    "cover-open": 204,
    "jam": 205,
    "stacker-full": 206,
    "fault": 207,
    "events-lost": 208,
    "stacker-removed": 209,
    "fraud": 210,
    "empty": 211,
    "runaway": 212,
    "low": 213,
    "wrong-device": 214,
    "cutter": 215,
}
"""The event log's number of each condition; one that was once given is never given another meaning."""

BEFORE_ITS_FIRST_WORD: Final[Mapping[Role, Condition]] = {
    "validator": "absent",
    "printer": "ready",
    "hopper": "absent",
    "recycler": "absent",
    "scanner": "ready",
    "cards": "absent",
    "reader": "absent",
}
"""What a device counts as before it has spoken. A ticket may be reserved for a printer that is still silent: it is
printed when that speaks."""

_NOTES_IN: Final[frozenset[Stop]] = frozenset({"notes-in"})
_TICKETS_OUT: Final[frozenset[Stop]] = frozenset({"tickets-out"})
_COINS_OUT: Final[frozenset[Stop]] = frozenset({"coins-out"})
_NOTES_OUT: Final[frozenset[Stop]] = frozenset({"notes-out"})
_SCANS: Final[frozenset[Stop]] = frozenset({"scans"})
_CARDS: Final[frozenset[Stop]] = frozenset({"cards"})
_PLAYER_CARDS: Final[frozenset[Stop]] = frozenset({"player-cards"})


def _row(
    role: Role,
    condition: Condition,
    stops: frozenset[Stop],
    ends: End = "itself",
    lamp: Lamp = "red",
    *,
    remedy: str = "",
    shown: str | None = None,
    restarts: bool = False,
) -> DeviceFault:
    """A fault that stops the same whatever the table is doing, as most do."""
    return DeviceFault(
        code=f"{role}-{condition}",
        reach="kiosk",
        ends=ends,
        lamp=lamp,
        text=f"device-{condition}",
        idle=stops,
        in_hand=stops,
        paying_out=stops,
        remedy=remedy,
        role=role,
        condition=condition,
        entry=ENTRIES[condition],
        shown=condition if shown is None else shown,
        restarts=restarts,
    )


ROWS: Final[tuple[DeviceFault, ...]] = (
    _row("validator", "absent", _NOTES_IN),
    _row("validator", "wrong-device", _NOTES_IN),
    _row("validator", "jam", _NOTES_IN, remedy="note-jam"),
    _row("validator", "stacker-full", _NOTES_IN),
    _row("validator", "stacker-removed", _NOTES_IN),
    _row("validator", "fraud", _NOTES_IN, "attendant"),
    _row("validator", "events-lost", _NOTES_IN, "attendant"),
    _row("validator", "fault", _NOTES_IN),
    _row("printer", "absent", _TICKETS_OUT),
    _row("printer", "wrong-device", _TICKETS_OUT),
    _row("printer", "paper-low", NOTHING, lamp="amber"),
    _row("printer", "paper-out", _TICKETS_OUT),
    _row("printer", "cover-open", _TICKETS_OUT),
    _row("printer", "jam", _TICKETS_OUT, remedy="paper-jam"),
    _row("printer", "cutter", _TICKETS_OUT),
    _row("printer", "fault", _TICKETS_OUT),
    _row("hopper", "absent", _COINS_OUT),
    _row("hopper", "wrong-device", _COINS_OUT),
    _row("hopper", "low", NOTHING, lamp="amber", shown=""),
    _row("hopper", "empty", _COINS_OUT, lamp="amber"),
    _row("hopper", "jam", _COINS_OUT, remedy="coin-jam", restarts=True),
    _row("hopper", "fraud", _COINS_OUT, "attendant", remedy="coin-fraud", restarts=True),
    _row("hopper", "runaway", _COINS_OUT, "attendant"),
    _row("hopper", "fault", _COINS_OUT, restarts=True),
    _row("recycler", "absent", _NOTES_OUT),
    _row("recycler", "wrong-device", _NOTES_OUT),
    _row("recycler", "empty", _NOTES_OUT, lamp="off", remedy="store-empty", shown=""),
    _row("recycler", "jam", _NOTES_OUT, remedy="store-jam", restarts=True),
    _row("recycler", "stacker-removed", _NOTES_OUT, shown="store-shut"),
    _row("recycler", "fraud", _NOTES_OUT, "attendant", remedy="store-fraud", restarts=True),
    _row("recycler", "fault", _NOTES_OUT, restarts=True),
    _row("scanner", "absent", _SCANS, lamp="amber"),
    _row("scanner", "wrong-device", _SCANS, lamp="amber"),
    _row("scanner", "fault", _SCANS, lamp="amber"),
    _row("cards", "absent", _CARDS),
    _row("cards", "wrong-device", _CARDS),
    _row("cards", "fault", _CARDS),
    _row("reader", "absent", _PLAYER_CARDS, lamp="amber"),
    _row("reader", "wrong-device", _PLAYER_CARDS, lamp="amber"),
    _row("reader", "fault", _PLAYER_CARDS, lamp="amber"),
)
"""All faults that a device tells of. A store without notes is no fault: the notes come with the players."""

FAULTS: Final[Mapping[tuple[Role, Condition], DeviceFault]] = {(row.role, row.condition): row for row in ROWS}


def fault_of(role: Role, condition: Condition) -> DeviceFault | None:
    """The row of a device that says this of itself, None where it is in order.

    What a device of this kind has no business to say counts as a fault of it.
    """
    if condition == "ready":
        return None
    return FAULTS.get((role, condition)) or FAULTS[role, "fault"]


def well(role: Role) -> frozenset[Condition]:
    """What a device says of itself while it stops nothing."""
    told = cast("tuple[Condition, ...]", get_args(Condition))
    return frozenset(condition for condition in told if not stops_of(role, condition))


def stops_of(role: Role, condition: Condition) -> frozenset[Stop]:
    """Everything that a device which says this of itself may stop."""
    row = fault_of(role, condition)
    return NOTHING if row is None else row.idle | row.in_hand | row.paying_out


def rows_of(condition: Condition) -> Iterator[DeviceFault]:
    """The rows of all devices that may say this of themselves."""
    return (row for row in ROWS if row.condition == condition)


Doubt = Literal["ticket-in-doubt", "coins-in-doubt", "notes-in-doubt", "card-in-doubt", "card-stuck", "hand-pay-locked"]
"""What a device could not bring to its end, or could not begin: money that waits for somebody."""


def _doubt(kind: Doubt, ends: End) -> FaultRow:
    return FaultRow(kind, "kiosk", ends, "red", kind)


DOUBTS: Final[Mapping[Doubt, FaultRow]] = {
    "ticket-in-doubt": _doubt("ticket-in-doubt", "attendant"),
    "coins-in-doubt": _doubt("coins-in-doubt", "itself"),
    "notes-in-doubt": _doubt("notes-in-doubt", "itself"),
    "card-in-doubt": _doubt("card-in-doubt", "itself"),
    "card-stuck": _doubt("card-stuck", "attendant"),
    "hand-pay-locked": _doubt("hand-pay-locked", "attendant"),
}
"""They stop nothing by themselves: one pay-out keeps every other waiting, whether it is in doubt or not. A device that
comes back may still end its own, where it counts; an attendant may do so at any time.
"""
