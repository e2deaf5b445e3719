"""The shift report and the page of equations, as lines that fit the ticket printer (requirements R-MTR-6).

A shift lasts from one count of the drop box to the next.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from cashier.accounts import Account, AccountKind, TransferCode
from cashier.ledger import Meter
from controller.journal.rows import BalanceRow
from controller.service.meters import EQUATIONS, Equation, Meters
from controller.service.recall_text import COLUMNS, across, rule

Write = Callable[[int], str]
"""Writes an amount of minor units with its decimals."""


class ShiftRow(msgspec.Struct, frozen=True):
    """One line of a shift: what it is called, and the meter whose movement it tells."""

    title: str
    code: TransferCode


PARTS: Final[dict[str, tuple[ShiftRow, ...]]] = {
    "in": (
        ShiftRow("notes", TransferCode.NOTE_IN),
        ShiftRow("tickets back", TransferCode.TICKET_IN),
        ShiftRow("by card", TransferCode.CARD_IN),
        ShiftRow("coins filled in", TransferCode.HOPPER_FILLED),
    ),
    "out": (
        ShiftRow("tickets", TransferCode.TICKET_OUT),
        ShiftRow("notes paid", TransferCode.NOTES_OUT),
        ShiftRow("coins", TransferCode.COINS_OUT),
        ShiftRow("coins too many", TransferCode.COINS_EXTRA),
        ShiftRow("to cards", TransferCode.CARD_OUT),
        ShiftRow("by hand", TransferCode.HAND_PAID),
        ShiftRow("claims by hand", TransferCode.CLAIM_HAND_PAID),
        ShiftRow("tickets by hand", TransferCode.TICKET_HAND_PAID),
        ShiftRow("jackpots by hand", TransferCode.JACKPOT_HAND_PAID),
        ShiftRow("hopper emptied", TransferCode.HOPPER_EMPTIED),
    ),
    "the house": (
        ShiftRow("rake", TransferCode.RAKE),
        ShiftRow("charges for time", TransferCode.TIME_CHARGE),
        ShiftRow("tickets expired", TransferCode.TICKET_EXPIRED),
    ),
    "cards": (
        ShiftRow("settled by the bank", TransferCode.CARD_SETTLED),
        ShiftRow("over", TransferCode.CARD_OVER),
        ShiftRow("short", TransferCode.CARD_SHORT),
    ),
}
"""What a shift tells of money, part by part; a part without a movement is left out."""

CONTENT: Final[dict[str, AccountKind]] = {
    "drop box": AccountKind.DROP_BOX,
    "hopper": AccountKind.HOPPER,
    "note store": AccountKind.NOTE_STORE,
    "owed by the bank": AccountKind.CARD_CLEARING,
    "balance": AccountKind.BALANCE,
    "tickets outstanding": AccountKind.VOUCHER,
    "claims": AccountKind.CLAIM,
    "waiting": AccountKind.SUSPENSE,
}
"""What is there at the end of a shift, by account."""


def shift_lines(meters: Meters, balances: Sequence[BalanceRow], machine: str, write: Write) -> Iterator[str]:
    """Yield the report of the shift that is running: since the last count of the drop box."""
    yield "SHIFT".center(COLUMNS).rstrip()
    yield f"machine {machine}"
    yield f"since record {meters.last_drop}" if meters.last_drop else "since the table was set up"
    if meters.no_value:
        yield "TEST: no money stands behind it"
    for part, rows in PARTS.items():
        moved = [(row.title, meters.period[row.code]) for row in rows if meters.period[row.code].count]
        if moved:
            yield rule(part)
        for title, meter in moved:
            yield across(f"{meter.count:>6} {title}", write(meter.amount))
    if meters.notes_period:
        yield rule("notes by denomination")
    for note in sorted(meters.notes_period):
        count = meters.notes_period[note]
        yield across(f"{count:>6} of {write(note)}", write(note * count))
    if meters.doors_period:
        yield rule("doors opened")
    for door, opened in sorted(meters.doors_period.items()):
        yield across(f"{opened:>6} {door}", "")
    yield rule("there now")
    for title, kind in CONTENT.items():
        yield across(title, write(_held(balances, kind)))


def equation_lines(equations: Sequence[Equation], machine: str, write: Write) -> Iterator[str]:
    """Yield every equation with both sides and its difference, which must be zero."""
    yield "RECONCILIATION".center(COLUMNS).rstrip()
    yield f"machine {machine}"
    for line in equations:
        yield rule("")
        left, right = EQUATIONS[line.key].split(" = ")
        for side, amount in ((left, line.left), (f"= {right}", line.right)):
            *above, last = _wrapped(side)
            yield from above
            yield across(last, write(amount))
        yield across("difference", write(line.difference))


def _wrapped(text: str) -> list[str]:
    """The words of a text on lines that leave room for an amount."""
    lines, room = [""], COLUMNS - 14
    for word in text.split():
        if len(lines[-1]) + len(word) >= room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _held(balances: Sequence[BalanceRow], kind: AccountKind) -> int:
    """What stands on the one account of a kind, on its own side."""
    row = next((row for row in balances if row.account == Account(kind).key), BalanceRow("", 0, 0))
    return abs(row.credits - row.debits)


class MetersDocument(msgspec.Struct, frozen=True):
    """What `jakaja meters` says, as JSON, in minor units; every `period` runs since the last drop."""

    machine: str
    table: str
    currency: str
    test: bool
    lifetime: dict[str, Meter]
    period: dict[str, Meter]
    notes: dict[str, int]
    notes_period: dict[str, int]
    doors: dict[str, int]
    doors_period: dict[str, int]
    equations: tuple[Equation, ...]


def meters_document(
    meters: Meters, equations: Sequence[Equation], machine: str, table: str, currency: str
) -> MetersDocument:
    """Return the meters of a table as one record."""
    return MetersDocument(
        machine=machine,
        table=table,
        currency=currency,
        test=meters.no_value,
        lifetime={str(code): meter for code, meter in meters.lifetime.items()},
        period={str(code): meter for code, meter in meters.period.items()},
        notes={str(note): count for note, count in sorted(meters.notes.items())},
        notes_period={str(note): count for note, count in sorted(meters.notes_period.items())},
        doors=dict(sorted(meters.doors.items())),
        doors_period=dict(sorted(meters.doors_period.items())),
        equations=tuple(equations),
    )
