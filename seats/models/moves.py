"""Asking for another seat: which seats are free, and which was asked for (poker.md §5.9). Staff decide."""

import msgspec

from controller.vocab.ids import Seat
from controller.wire.view import SeatView, View
from seats.models.words import Words, holders


class SeatWish(msgspec.Struct, frozen=True):
    """A free seat; `asked` marks the one that was asked for already."""

    seat: Seat
    words: str
    asked: bool


class SeatPlan(msgspec.Struct, frozen=True):
    """The seats that can be asked for, and what comes of it."""

    headline: str
    note: str
    seats: tuple[SeatWish, ...]


def seat_plan(view: View, seat: SeatView, words: Words) -> SeatPlan | None:
    """The free seats of the table, or None where a change cannot be asked for."""
    if view.profile is None or seat.status in ("empty", "reserved") or seat.leaving:
        return None
    held = {waiter.seat for waiter in view.waiting}
    free = [
        number
        for number in holders(view.profile)
        if view.at(number).status == "empty" and not view.at(number).locked and number not in held
    ]
    return SeatPlan(
        headline=words.say("seat.change"),
        note=words.say("seat.change-note" if free else "seat.change-none"),
        seats=tuple(
            SeatWish(number, words.language.number(number), asked=number == seat.would_move_to) for number in free
        ),
    )
