"""The gaming day as a number, and the calendar behind it (poker.md §7.3). Days count from 1 January 1970."""

from datetime import date
from typing import Final

from controller.vocab.profile import GamingDay

MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS
_EPOCH: Final = date(1970, 1, 1).toordinal()


def gaming_day(day: GamingDay, wall: int) -> int:
    """The number of the gaming day that wall time `wall` (ms) belongs to."""
    return (wall + (day.utc_offset - day.begins) * MINUTE_MS) // DAY_MS


def begin_of(day: GamingDay, number: int) -> int:
    """The wall time (ms) at which gaming day `number` begins; the one before ends there."""
    return number * DAY_MS + (day.begins - day.utc_offset) * MINUTE_MS


def date_of(number: int) -> date:
    """The date of a day."""
    return date.fromordinal(_EPOCH + number)


def number_of(told: date) -> int:
    """The number of the day of a date."""
    return told.toordinal() - _EPOCH
