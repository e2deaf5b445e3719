"""What the table knows between the cards: seats, button, questions, shuffle, clock, waiting list."""

from typing import Literal

import msgspec

from cashier.money import ZERO, Money
from cashier.records import RequestId
from controller.games import Structure
from controller.hand import Hand
from controller.jackpots import Jackpots
from controller.table.standing import Standing, find_standing
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.profile import GameId, Profile
from controller.vocab.seat_records import EntryWay
from controller.vocab.table_records import ClockCause, Question


class Consent(msgspec.Struct, frozen=True):
    """Who may play over an absent player's seat, and up to which table time (ms) he may buy in for it."""

    name: str
    until: int


class EntryBefore(msgspec.Struct, frozen=True):
    """What a seat owed before the latest hand, how it would have come in, and its time bank: a void hand gives it back.

    The fields are those of the seat.
    """

    waits: bool
    missed_small: bool
    missed_big: bool
    wish: EntryWay
    new: bool
    bank: int


class SeatState(msgspec.Struct):
    """An occupied seat.

    `reserved` waits for the running hand to end. `sitting_out` is dealt out; `waits` is not in the game yet and comes
    in by its `wish`, at the latest with its big blind (poker.md §5.7, §5.8). `new` has not had the big blind since it
    came, so it may not get the button (§5.5). `absent` let its clock run out in this hand and has not come back.
    `leave_code` is set once the player has asked to leave. `away_since` is the table time (ms) at which an absence
    began, `break_until` when the longer break ends.
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
    wish: EntryWay = "wait"
    new: bool = False
    absent: bool = False
    locked: bool = False
    screen_lost: bool = False
    bank: int = -1
    """Milliseconds; -1 until it is first needed: then it is full."""
    time_outs: int = 0
    """How many of his decisions in a row timed out."""
    away_since: int | None = None
    break_until: int = 0
    break_day: int = -1
    """The gaming day of his last longer break."""
    breaks: int = 1
    """How many he has had on that day."""
    short_day: int = -1
    """The gaming day of his last short buy-in (poker.md §7.2)."""
    would_move_to: Seat = 0
    vacated: bool = False
    """He has been away too long: the host empties the seat."""
    fee_until: int = -1
    """The table time (ms) up to which he has paid for his time, -1 before the first charge."""
    fee_near: bool = False
    """He was warned of the next charge."""
    consent: Consent | None = None
    """Who may play over him while he is away."""
    set_aside: bool = False
    """Somebody plays over his seat."""
    plays_over: bool = False
    """The seat is another player's."""
    asked_back: bool = False
    """And that player is back."""
    who: str = ""
    """By what the table knows its player whatever he calls himself, if it does."""
    before: EntryBefore | None = None
    """None for who has come since the latest hand was dealt."""

    @property
    def standing(self) -> Standing:
        """What this seat is between two hands."""
        return find_standing(self)

    @property
    def present(self) -> bool:
        """True for a seat that can be dealt in or reached by the big blind."""
        return self.standing.present


class Clock(msgspec.Struct, frozen=True):
    """The running decision clock; `deadline` is table time in milliseconds, and belongs to the player still."""

    seat: Seat
    decision: DecisionId
    deadline: int
    cause: ClockCause = "decision"


class Share(msgspec.Struct, frozen=True):
    """What one seat's screen puts into an opened shuffle: bound by `commitment`, then shown, or left out."""

    seat: Seat
    commitment: bytes
    entropy: bytes = b""
    left_out: bool = False

    @property
    def is_open(self) -> bool:
        """Whether its number is still awaited."""
        return not self.entropy and not self.left_out


ShuffleStage = Literal["cut", "numbers", "ready"]
"""What an opened shuffle waits for: the cut, the screens' numbers, or nothing but the deal."""


class Shuffle(msgspec.Struct, frozen=True):
    """The opened shuffle of a hand that is not dealt yet.

    `cutter` may cut, or has: `cut` cards of `size` off the top, 0 for none. The open step ends at table time `until`.
    """

    hand: HandId
    seed: bytes
    shares: tuple[Share, ...] = ()
    stage: ShuffleStage = "ready"
    until: int = 0
    cutter: Seat = 0
    size: int = 0
    cut: int = 0

    def share_of(self, seat: Seat) -> Share | None:
        """What this seat's screen puts in, if it was bound."""
        return next((share for share in self.shares if share.seat == seat), None)

    def awaits_cut_of(self, seat: Seat, hand: HandId) -> bool:
        """Whether this seat may cut the deck of this hand now."""
        return (self.stage, self.cutter, self.hand) == ("cut", seat, hand)


class Positions(msgspec.Struct, frozen=True):
    """Button and blinds of a hand. A blind is None where nobody owes it (poker.md §5.5) or the game has none."""

    button: Seat
    small_blind: Seat | None
    big_blind: Seat | None


class HandBefore(msgspec.Struct, frozen=True):
    """What the table knew as the latest hand was dealt: a void hand gives it back. The fields are the table's."""

    past: Positions | None
    past_big_blind: Seat | None
    last_round: HandId | None


class Turn(msgspec.Struct, frozen=True):
    """The game of a mix that is being played: number `number`, for `hands` hands, of which `played` have begun."""

    number: int
    game: GameId
    hands: int
    played: int = 0


class Reply(msgspec.Struct, frozen=True):
    """What one seat says to a question; None until it has said it."""

    seat: Seat
    yes: bool | None = None


class Asked(msgspec.Struct, frozen=True):
    """The question that is open before the due hand; `replies` stand in the order of the seats' rights."""

    question: Question
    replies: tuple[Reply, ...]
    deadline: int
    asker: Seat = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who was asked."""
        return tuple(reply.seat for reply in self.replies)


class Agreed(msgspec.Struct, frozen=True):
    """What has been settled about the due hand: questions put so far, who straddles, whether it is a bomb pot."""

    closed: tuple[Question, ...] = ()
    straddler: Seat = 0
    bomb_pot: bool = False
    hour: bool = False
    """The table pays the bad beat jackpot by time."""


class Waiter(msgspec.Struct, frozen=True):
    """A name on the waiting list, its games (none: any), and the seat that is kept for it until `until` (0: none)."""

    name: str
    games: tuple[GameId, ...] = ()
    moved: bool = False
    seat: Seat = 0
    until: int = 0


class Departed(msgspec.Struct, frozen=True):
    """What a player took from the table on a gaming day, and at which betting structure (poker.md §7.3)."""

    amount: Chips
    day: int
    structure: Structure
    short_day: int = -1
    break_day: int = -1
    breaks: int = 1
    name: str = ""


class Table(msgspec.Struct):
    """The table's state. `seats` holds occupied seats only; `hand` is None between hands.

    `past` are the positions of the latest hand that had its own and `past_big_blind` the big blind of the one before
    it, whose seat is where the small blind stood even if nobody posted it.
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
    turn: Turn | None = None
    asked: Asked | None = None
    agreed: Agreed = Agreed()
    bomb_pot_wished: Seat = 0
    """Who would like the next hand to be a bomb pot."""
    betting_button: Seat | None = None
    winners: tuple[Seat, ...] = ()
    """Who has won the main pot of the hand that is being paid."""
    owners: dict[Seat, SeatState] = {}
    """Whose seats are played over: each as he went, and with the blinds that he misses (poker.md §5.10)."""
    waiting: tuple[Waiter, ...] = ()
    departed: dict[str, Departed] = {}
    """Who has left today: by what he showed, or by his name."""
    last_round: HandId | None = None
    """The last hand before the table is closed, once that was announced."""
    closed: bool = False
    jackpots: Jackpots = Jackpots()
    """Never changed in place, so copies share it."""
    hour_wished: Seat = 0
    """Who would like the table to pay the bad beat jackpot by time."""
    before: HandBefore | None = None
    calls: tuple[Seat, ...] = ()
    """Where staff are asked to come, the longest waiting first; 0 is the kiosk."""
    bound: dict[Seat, bytes] = {}
    """What the seats' screens are bound to for the next hand whose shuffle is not opened."""
    failures: dict[Seat, int] = {}
    """How often in a row a seat's number was not there or not the right one."""

    @property
    def proposed(self) -> Profile | None:
        """The profile as it was proposed last, with those terms of the jackpots that wait still (R-JPT-3)."""
        waits = self.jackpots.waits
        if self.profile is None or waits is None:
            return self.profile
        return msgspec.structs.replace(self.profile, jackpots=waits)

    def copy(self) -> "Table":
        """Return an independent copy; frozen records are shared."""
        twin = msgspec.structs.replace(self)
        twin.seats = {number: msgspec.structs.replace(seat) for number, seat in self.seats.items()}
        twin.owners = {number: msgspec.structs.replace(owner) for number, owner in self.owners.items()}
        twin.departed = dict(self.departed)
        twin.bound, twin.failures = dict(self.bound), dict(self.failures)
        if self.hand is not None:
            twin.hand = self.hand.copy()
        return twin
