"""Gaming days, weeks and months as one table: which one an instant belongs to, and when it begins (R-RG-2)."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec

from controller.vocab.gaming_day import begin_of, date_of, gaming_day, number_of
from controller.vocab.player_records import Period
from controller.vocab.profile import GamingDay

_FIRST_MONDAY: Final = 4
"""The first Monday after 1 January 1970, a Thursday, in days from it."""


class PeriodRow(msgspec.Struct, frozen=True):
    """A kind of period: the number of the one that a day belongs to, and the first day of one. Days count from 1970."""

    number_of: Callable[[int], int]
    first_day: Callable[[int], int]


def _month_of(day: int) -> int:
    told = date_of(day)
    return told.year * 12 + told.month - 1


def _first_of_month(number: int) -> int:
    return number_of(date(number // 12, number % 12 + 1, 1))


PERIODS: Final[Mapping[Period, PeriodRow]] = {
    "day": PeriodRow(lambda day: day, lambda number: number),
    "week": PeriodRow(lambda day: (day - _FIRST_MONDAY) // 7, lambda number: number * 7 + _FIRST_MONDAY),
    "month": PeriodRow(_month_of, _first_of_month),
}
"""Every period that a limit can have."""


def number_at(period: Period, day: GamingDay, wall: int) -> int:
    """The number of the period that wall time `wall` (ms) belongs to."""
    return PERIODS[period].number_of(gaming_day(day, wall))


def begins(period: Period, day: GamingDay, number: int) -> int:
    """The wall time (ms) at which a period begins; the one before ends there."""
    return begin_of(day, PERIODS[period].first_day(number))


def written(wall: int, day: GamingDay) -> str:
    """An instant in the table's own time, to the minute, in figures that every language reads: 2027-01-31 06:00."""
    local = datetime.fromtimestamp(wall // 1000, UTC) + timedelta(minutes=day.utc_offset)
    return local.strftime("%Y-%m-%d %H:%M")
