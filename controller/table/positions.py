"""Button and blinds by the rule that the big blind leads (poker.md §5.1-5.6). Pure arithmetic on seats."""

from collections.abc import Sequence

import msgspec

from controller.table.state import Positions, SeatState
from controller.vocab.ids import MAX_SEATS, Seat, clockwise

TWO = 2


class Missed(msgspec.Struct, frozen=True):
    """A seat that its blinds passed over, and which of them it now owes (poker.md §5.8)."""

    seat: Seat
    small: bool
    big: bool


class Lineup(msgspec.Struct, frozen=True):
    """Who plays the coming hand, clockwise from the left of the button, where, and who missed a blind."""

    positions: Positions
    dealt: tuple[Seat, ...]
    missed: tuple[Missed, ...]


def first_lineup(present: tuple[Seat, ...], button: Seat) -> Lineup:
    """Return the line-up of a table's first hand, whose button was drawn by cards (§5.4). At least two seats."""
    order = clockwise(present, button)
    if len(order) == TWO:
        positions = Positions(button=button, small_blind=button, big_blind=order[0])
    else:
        positions = Positions(button=button, small_blind=order[0], big_blind=order[1])
    return Lineup(positions=positions, dealt=order, missed=())


def next_lineup(seats: Sequence[SeatState], past: Positions, past_big_blind: Seat | None) -> Lineup:
    """Return the line-up after a hand with positions `past`; at least two seats are present.

    `past_big_blind` is the big blind of the hand before `past`: the seat where the small blind stood.
    """
    present = tuple(seat.seat for seat in seats if seat.present)
    big_blind = clockwise(present, past.big_blind)[0]
    in_game = tuple(seat.seat for seat in seats if seat.present and not seat.waits)
    dealt = tuple(sorted({*in_game, big_blind}))
    if len(dealt) < TWO:
        # Nobody is left whom a newcomer could take an advantage of: everyone who waits comes in.
        dealt = present
    if len(dealt) == TWO:
        button = next(seat for seat in dealt if seat != big_blind)
        positions = Positions(button=button, small_blind=button, big_blind=big_blind)
    else:
        positions = _three_or_more(dealt, big_blind, past, past_big_blind)
    return Lineup(
        positions=positions,
        dealt=clockwise(dealt, positions.button),
        missed=_passed_over(seats, dealt, past.big_blind, big_blind),
    )


def _three_or_more(dealt: tuple[Seat, ...], big_blind: Seat, past: Positions, past_big_blind: Seat | None) -> Positions:
    """Return the positions of a hand with three or more players (§5.5, steps 2 and 3)."""
    small_blind = past.big_blind if past.big_blind in dealt and past.big_blind != big_blind else None
    stood = past.small_blind or past_big_blind or past.button
    entitled = tuple(seat for seat in dealt if seat not in (big_blind, small_blind))
    button = stood if stood in entitled else _counter_clockwise(entitled, stood)
    return Positions(button=button, small_blind=small_blind, big_blind=big_blind)


def _counter_clockwise(seats: tuple[Seat, ...], before: Seat) -> Seat:
    """Return the nearest of `seats` counter-clockwise from `before`."""
    return min(seats, key=lambda seat: (before - seat - 1) % MAX_SEATS)


def _passed_over(
    seats: Sequence[SeatState], dealt: tuple[Seat, ...], past_big: Seat, big_blind: Seat
) -> tuple[Missed, ...]:
    """Return the seats that owe a blind newly: absent when the big or the small blind came to them (§5.8)."""
    distance = (big_blind - past_big) % MAX_SEATS or MAX_SEATS
    missed: list[Missed] = []
    for seat in seats:
        if seat.seat in dealt or seat.present or seat.waits:
            continue
        steps = (seat.seat - past_big) % MAX_SEATS
        if 0 < steps < distance and not (seat.missed_small and seat.missed_big):
            missed.append(Missed(seat=seat.seat, small=True, big=True))
        elif steps == 0 and not seat.missed_small:
            missed.append(Missed(seat=seat.seat, small=True, big=seat.missed_big))
    return tuple(missed)
