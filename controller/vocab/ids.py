"""Ids, seats, chips and time."""

from typing import Final, NewType

import msgspec

Seat = int
"""1 to 10, clockwise."""

Chips = int
"""An amount inside hand and table, in minor units of money or in tournament points."""

HandId = NewType("HandId", int)
DecisionId = NewType("DecisionId", int)
"""Counts every decision offered since the table was set up; an act names the one its player saw."""

MAX_SEATS: Final = 10
"""poker.md §1.2."""


class Now(msgspec.Struct, frozen=True):
    """An instant on both clocks, in milliseconds.

    `table` stands still while the table is paused or without power and alone drives decision clocks; `wall` is
    the time since the epoch, for stamps, expiry and the gaming day.
    """

    table: int
    wall: int


def clockwise(seats: tuple[Seat, ...], after: Seat) -> tuple[Seat, ...]:
    """Return `seats` in clockwise order beginning left of seat `after`, which comes last if it is among them."""
    return tuple(sorted(seats, key=lambda seat: (seat - after - 1) % MAX_SEATS))
