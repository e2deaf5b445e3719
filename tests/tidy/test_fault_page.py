"""docs/devices.md shows the rows of all faults as they are: the page and the product may not drift apart."""

from collections.abc import Iterator
from pathlib import Path

from cashier.fault_rows import EVERYTHING, MONEY, FaultRow, Stop
from cashier.kiosk.device_faults import DOUBTS, ROWS, DeviceFault
from controller.faults import DOORS, FAULTS, SCREEN_LOST
from controller.language import load_language
from controller.service.log_rows import ROWS as LOG_ROWS

PAGE = Path(__file__).parents[2] / "docs" / "devices.md"
ENGLISH = load_language("en")
CODES = {row.key: row.code for row in LOG_ROWS}
FACTS = ("place", "detail", "since", "door", "by", "screen", "number", "payout", "payment", "amount", "cause")
HEAD = (
    "| fault | log | what it is | idle | in a hand | paying out | ends by | lamp | what helps |",
    "|---|---|---|---|---|---|---|---|---|",
)


def fault_table() -> Iterator[str]:
    """Every row of the table as the page shows it; the ten seats' doors are one line."""
    yield from HEAD
    for row in every_row():
        name = "door-seat-1 to door-seat-10" if row.code == "door-seat-1" else row.code
        what = ENGLISH.text(f"event.{row.text}", **dict.fromkeys(FACTS, "…"))
        cells = (stops(row.idle), stops(row.in_hand), stops(row.paying_out))
        yield f"| {name} | {code(row)} | {what} | {' | '.join(cells)} | {row.ends} | {row.lamp} | {helps(row)} |"


def every_row() -> Iterator[FaultRow]:
    yield from ROWS
    yield from DOUBTS.values()
    yield from FAULTS.values()
    yield from (row for row in DOORS.values() if row.seat < 2)
    yield SCREEN_LOST


def code(row: FaultRow) -> int:
    return row.entry if isinstance(row, DeviceFault) else CODES[row.text]


def stops(stopped: frozenset[Stop]) -> str:
    if stopped >= MONEY:
        whole = "everything" if "hand" in stopped else "all money"
        return ", ".join((whole, *sorted(stopped - EVERYTHING)))
    return ", ".join(sorted(stopped)) or "–"


def helps(row: FaultRow) -> str:
    return ENGLISH.text(f"remedy.{row.helps}")


def test_the_page_shows_every_fault_as_its_row_says():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    begin = lines.index(HEAD[0])
    end = next(place for place in range(begin, len(lines)) if not lines[place].startswith("|"))
    assert lines[begin:end] == list(fault_table())
