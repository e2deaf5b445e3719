"""Which of ten places round the table the seats of a smaller table take, and where they lie on the centre screen.

Places are numbered clockwise as the seats of a full table: 1 to 4 along the far side from the left, 5 at the right
end, 6 to 9 along the near side from the right, 10 at the left end.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.vocab.ids import MAX_SEATS, Seat
from seats.metrics import CENTRE, Box

_PLACES: Final[Mapping[int, tuple[int, ...]]] = {
    2: (5, 10),
    3: (2, 5, 8),
    4: (2, 5, 7, 10),
    5: (2, 3, 5, 8, 10),
    6: (2, 3, 5, 7, 8, 10),
    7: (1, 2, 3, 5, 7, 8, 10),
    8: (1, 2, 3, 4, 6, 7, 8, 9),
    9: (1, 2, 3, 4, 5, 6, 7, 8, 9),
    10: tuple(range(1, MAX_SEATS + 1)),
}


def place_of(seat: Seat, seats: int) -> int:
    """The place, 1 to 10, of `seat` at a table of `seats`."""
    return _PLACES[seats][seat - 1]


class CentrePlace(msgspec.Struct, frozen=True):
    """Where one place lies on the centre, in mm: its plate, how often it is turned by a quarter, and what is before it.

    `bet` is the middle of the chips or open cards, which lie upright for one long side (`bet_quarters` 0 or 2).
    `wedge` is the point on the bet line that tells whose turn it is.
    """

    plate: Box
    quarters: int
    bet: tuple[float, float]
    bet_quarters: int
    wedge: tuple[float, float]


CHIP_MM: Final = 19.0
"""How wide a chip of a bet is on the centre."""

BET_LINE: Final = Box(63, 59, 582, 280)
BET_LINE_RADIUS: Final = 140.0
_WIDE, _HIGH = 108.0, 41.0
_FIRST, _STEP, _NEAR = 130.0, 114.0, 348.0


def _near(column: int) -> CentrePlace:
    plate = Box(_FIRST + column * _STEP, _NEAR, _WIDE, _HIGH)
    middle = plate.centre[0]
    return CentrePlace(plate, 0, (middle, 316), 0, (middle, 338))


def _turned(place: CentrePlace) -> CentrePlace:
    """The place across the table."""
    return CentrePlace(
        turned_box(place.plate),
        (place.quarters + 2) % 4,
        turned_point(place.bet),
        (place.bet_quarters + 2) % 4,
        turned_point(place.wedge),
    )


def turned_point(point: tuple[float, float]) -> tuple[float, float]:
    """Where a point lies for whoever sits across the table."""
    return CENTRE.width_mm - point[0], CENTRE.height_mm - point[1]


def turned_box(box: Box) -> Box:
    """Where a box lies for whoever sits across the table."""
    return Box(CENTRE.width_mm - box.right, CENTRE.height_mm - box.bottom, box.w, box.h)


def _all() -> dict[int, CentrePlace]:
    right = CentrePlace(Box(658, 145, _HIGH, _WIDE), 1, (590, 284), 0, (644, 199))
    near = {9 - column: _near(column) for column in range(4)}
    half = {5: right, **near}
    return half | {(place + 4) % 10 + 1: _turned(where) for place, where in half.items()}


CENTRE_PLACES: Final[Mapping[int, CentrePlace]] = _all()
