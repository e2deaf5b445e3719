"""Commands and events about people and seats: coming in, moving, waiting, absence, the table's closing."""

from typing import ClassVar, Literal

from cashier.records import Audience, Command, Event
from controller.vocab.ids import Chips, HandId, Seat
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import GameId, IdentityWay

EntryWay = Literal["wait", "post", "straddle"]
"""How a player comes into a game with blinds: with his big blind, by posting, by a straddle (poker.md §5.7, §5.8)."""

ListCause = Literal["asked", "seated", "not-present", "excluded"]
"""Why a name left the waiting list; `not-present`: its time to take the seat was over (poker.md §9); `excluded`: its
player is kept out (R-RG-2)."""

# -- commands ----------------------------------------------------------------------------------------------------


class ChooseEntry(Command, frozen=True):
    """Come in by one of the ways that `EntryOffered` named; it holds until the seat is dealt in."""

    seat: Seat
    way: EntryWay


class JoinList(Command, frozen=True):
    """Put a name on the waiting list for these games (none: any). `moved`: his table was closed, he goes first.

    `seat` is an empty seat that staff keep for him at once, whoever else waits (0: his turn comes).
    `way`, `token` and `player` are those of `BuyIn`.
    """

    name: str
    by: str
    games: tuple[GameId, ...] = ()
    moved: bool = False
    way: IdentityWay = "anonymous"
    token: str = ""
    player: Pseudonym = ""
    seat: Seat = 0


class LeaveList(Command, frozen=True):
    """Take a name off the waiting list."""

    name: str
    by: str


class AskSeatChange(Command, frozen=True):
    """A player would rather sit at seat `to`; staff decide (poker.md §5.9)."""

    seat: Seat
    to: Seat


class CallAttendant(Command, frozen=True):
    """Ask staff to come to seat `seat`, or to the kiosk (0); with `calls` false, take the call back."""

    seat: Seat
    calls: bool = True


class AnswerCall(Command, frozen=True):
    """Somebody of the staff has been where he was called to: seat `seat`, or the kiosk (0)."""

    seat: Seat
    by: str


class MoveSeat(Command, frozen=True):
    """Move a player to an empty seat, between hands, with staff's consent (poker.md §5.9)."""

    seat: Seat
    to: Seat
    by: str


class AllowPlayingOver(Command, frozen=True):
    """Let `name`, who has no seat, buy in at the seat of an absent player, with staff's consent (poker.md §5.10)."""

    seat: Seat
    name: str
    by: str


class TakeSeatBack(Command, frozen=True):
    """The player whose seat is played over is back: whoever plays over it leaves, after the hand if he is in one."""

    seat: Seat
    by: str


class LockSeat(Command, frozen=True):
    """Take a seat out of play: its module is at fault, or staff want it so."""

    seat: Seat
    by: str


class UnlockSeat(Command, frozen=True):
    """Let a locked seat play again."""

    seat: Seat
    by: str


class TakeBreak(Command, frozen=True):
    """Take the longer break that every player has once a gaming day (poker.md §9)."""

    seat: Seat


class Vacate(Command, frozen=True):
    """Empty a seat for its player: removed by staff, away too long, or the table is closed. The host adds the code."""

    seat: Seat
    by: str = ""
    code: str = ""


class ReportScreen(Command, frozen=True):
    """The host says that a seat's screen is there, or is not."""

    seat: Seat
    connected: bool


class CloseTable(Command, frozen=True):
    """Announce the last round: so many more hands, or one for each player (0), then the table is closed."""

    by: str
    hands: int = 0


class OpenTable(Command, frozen=True):
    """Take the closing back, or open a closed table."""

    by: str


# -- events ------------------------------------------------------------------------------------------------------


class EntryOffered(Event, frozen=True):
    """A seat that is not in the game may come in by one of these `ways`; posting costs `live` and `dead` chips."""

    seat: Seat
    ways: tuple[EntryWay, ...]
    live: Chips
    dead: Chips


class EntryChosen(Event, frozen=True):
    """A seat comes in this way, as soon as the blinds allow it."""

    seat: Seat
    way: EntryWay


class EntryTakenBack(Event, frozen=True):
    """A hand was void: a seat owes again what it owed before it, comes in as it would have, and has its time bank.

    `owner`: it is his whose seat is played over (poker.md §5.10).
    """

    seat: Seat
    waits: bool
    small: bool
    big: bool
    way: EntryWay
    new: bool
    bank: int
    owner: bool = False


class ListJoined(Event, frozen=True):
    """A name stands on the waiting list at `place`, counted from 1."""

    name: str
    games: tuple[GameId, ...]
    place: int
    moved: bool = False


class ListLeft(Event, frozen=True):
    """A name is off the waiting list."""

    name: str
    cause: ListCause


class SeatHeld(Event, frozen=True):
    """An empty seat is kept for a name until table time `until` (ms)."""

    seat: Seat
    name: str
    until: int


class SeatChangeAsked(Event, frozen=True):
    """A player would rather sit at seat `to`."""

    seat: Seat
    to: Seat


class AttendantCalled(Event, frozen=True):
    """Staff are asked to come to seat `seat`, or to the kiosk (0)."""

    seat: Seat


class CallEnded(Event, frozen=True):
    """The call from seat `seat`, or from the kiosk (0), is over: answered by staff, or taken back (`by` is empty)."""

    seat: Seat
    by: str = ""


class SeatMoved(Event, frozen=True):
    """A player and his stack moved to another seat. `charged`: away from the blinds, so that he posts or waits."""

    seat: Seat
    to: Seat
    stack: Chips
    charged: bool


class PlayingOverAllowed(Event, frozen=True):
    """`name` may buy in at this seat up to table time `until` (ms), while its owner is away."""

    seat: Seat
    name: str
    until: int
    by: str


class SeatPlayedOver(Event, frozen=True):
    """Somebody else plays at this seat now: its `owner` and his `stack` are set aside until he has it again.

    What follows with this seat's number is the other player's, but for `BlindMissed` with `owner`.
    """

    seat: Seat
    owner: str
    stack: Chips


class SeatAskedBack(Event, frozen=True):
    """The seat's owner is back; who plays over it leaves as soon as he is in no hand."""

    seat: Seat
    by: str


class SeatTakenBack(Event, frozen=True):
    """The `owner` has his seat and his `stack` again, and sits out; `at` is the table time (ms) of it.

    Also where whoever played over it has left by himself.
    """

    seat: Seat
    owner: str
    stack: Chips
    at: int


class SeatLocked(Event, frozen=True):
    """A seat is out of play."""

    seat: Seat
    by: str


class SeatUnlocked(Event, frozen=True):
    """A seat may play again."""

    seat: Seat
    by: str


class BreakBegan(Event, frozen=True):
    """A player has his longer break until table time `until` (ms); it is the one of gaming day `day`."""

    seat: Seat
    until: int
    day: int


class VacateAsked(Event, frozen=True):
    """Staff empty a seat, at once or after the hand it is in; `owner`: for the one whose seat is played over."""

    audience: ClassVar[Audience] = "staff"
    seat: Seat
    by: str
    owner: bool = False


class ScreenLost(Event, frozen=True):
    """A seat's screen is gone."""

    seat: Seat


class ScreenBack(Event, frozen=True):
    """A seat's screen is there again."""

    seat: Seat


class ClosingAnnounced(Event, frozen=True):
    """Hand `last` is the table's last one."""

    by: str
    last: HandId


class TableClosed(Event, frozen=True):
    """The last hand has been played; the seats are emptied."""


class TableOpened(Event, frozen=True):
    """Hands are dealt again, or go on."""

    by: str
