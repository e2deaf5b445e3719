"""What the table knows between the cards: seats, button, shuffle, clock."""

import msgspec

from cashier.money import ZERO, Money
from cashier.records import RequestId
from controller.hand import Hand
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.profile import Profile


class SeatState(msgspec.Struct):
    """An occupied seat.

    `reserved` waits for the running hand to end. `sitting_out` is dealt out; `waits` is dealt in when its big
    blind comes (poker.md §5.7a, §5.8a). `leave_code` is set once the player has asked to leave.
    """

    seat: Seat
    name: str
    stack: Chips = 0
    reserved: Money = ZERO
    reserved_by: RequestId = RequestId("")
    sitting_out: bool = False
    waits: bool = False
    missed_small: bool = False
    missed_big: bool = False
    leave_code: str = ""

    @property
    def present(self) -> bool:
        """True for a seat that can be dealt in or reached by the big blind."""
        return self.stack > 0 and not self.sitting_out and not self.leave_code


class Clock(msgspec.Struct, frozen=True):
    """The running decision clock; `deadline` is table time in milliseconds."""

    seat: Seat
    decision: DecisionId
    deadline: int


class Shuffle(msgspec.Struct, frozen=True):
    """The opened shuffle of a hand that is not dealt yet."""

    hand: HandId
    seed: bytes


class Positions(msgspec.Struct, frozen=True):
    """Button and blinds of a hand. `small_blind` is None where nobody owes it (poker.md §5.5)."""

    button: Seat
    small_blind: Seat | None
    big_blind: Seat


class Table(msgspec.Struct):
    """The table's state. `seats` holds occupied seats only; `hand` is None between hands.

    `past` are the positions of the previous hand and `past_big_blind` the big blind of the one before it, whose
    seat is where the small blind stood even if nobody posted it.
    """

    profile: Profile | None = None
    paused: bool = False
    seats: dict[Seat, SeatState] = {}
    hand: Hand | None = None
    clock: Clock | None = None
    due_hand: HandId | None = None
    shuffle: Shuffle | None = None
    rest_until: int = 0
    past: Positions | None = None
    past_big_blind: Seat | None = None
    last_hand: HandId = HandId(0)
    last_decision: DecisionId = DecisionId(0)

    def copy(self) -> "Table":
        """Return an independent copy; frozen records are shared."""
        twin = msgspec.structs.replace(self)
        twin.seats = {number: msgspec.structs.replace(seat) for number, seat in self.seats.items()}
        if self.hand is not None:
            twin.hand = self.hand.copy()
        return twin
