"""Choosing entries of the event log."""

from typing import get_args

import pytest

from controller.service.event_log import LogEntry
from controller.service.log_filter import LogFilter
from controller.service.log_rows import AREAS, ROWS, Area

ENTRIES = (
    LogEntry(1, 1, 1_000, 101, "set-up", "notice"),
    LogEntry(2, 2, 2_000, 205, "device-jam", "fault", device="validator"),
    LogEntry(3, 3, 3_000, 200, "device-ready", "cleared", device="validator", by="Anna", clears=2),
    LogEntry(4, 4, 4_000, 501, "chips-bought", "info", seat=3),
    LogEntry(5, 5, 5_000, 634, "screen-lost", "warning", device="seat-3"),
)


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (LogFilter(), [1, 2, 3, 4, 5]),
        (LogFilter(area="device"), [2, 3]),
        (LogFilter(area="machine"), [5]),
        (LogFilter(severities=frozenset({"fault", "warning"})), [2, 5]),
        (LogFilter(device="validator"), [2, 3]),
        (LogFilter(seat=3), [4]),
        (LogFilter(since=2_000, until=4_000), [2, 3]),
        (LogFilter(area="device", since=3_000), [3]),
    ],
)
def test_entries_are_chosen(wanted: LogFilter, numbers: list[int]) -> None:
    assert [entry.number for entry in ENTRIES if wanted.fits(entry)] == numbers


def test_every_row_of_the_log_belongs_to_an_area() -> None:
    assert {row.area for row in ROWS} == set(get_args(Area)) == set(AREAS)
