"""Commands and events of the table between the cards: seats, button, clocks, shuffle, pause."""

from typing import ClassVar, Literal

import msgspec

from cashier.money import Money
from cashier.records import Audience, Command, Event, RequestId
from controller.vocab.entropy_records import BoundSeat
from controller.vocab.hand_records import HandName
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import GameId, IdentityWay, Profile
from evaluator_ext import Card

SitOutCause = Literal["asked", "time-out", "bust", "break", "fee"]
PauseCause = Literal["attendant", "device", "breach", "jackpot", "door"]

Question = Literal["straddle", "straddle-consent", "bomb-pot", "jackpot-hour"]
"""What the table asks before a hand: to straddle, to let somebody straddle, to play a bomb pot (poker.md §6), to pay
the bad beat jackpot by the hour (jackpots.md §1)."""

ClockCause = Literal["decision", "called", "bank", "resumed"]
"""Why a clock runs: a decision began, staff called it, the time bank is used, or a pause is over (poker.md §9)."""

# -- commands ----------------------------------------------------------------------------------------------------


class AdoptProfile(Command, frozen=True):
    """Run the table by this profile from the next hand on."""

    profile: Profile


class Tick(Command, frozen=True):
    """Time has passed; the instant travels beside the command."""


class BuyIn(Command, frozen=True):
    """Move `amount` from the kiosk's balance to a seat: a first purchase or a top-up (poker.md §7.2).

    During a hand the chips wait, reserved, and reach the stack after it (poker.md §7.1). `token` is what was shown,
    and by which `way`; the host turns it into `player` before anything is decided, and keeps it nowhere.
    """

    request: RequestId
    seat: Seat
    amount: Money
    name: str
    way: IdentityWay = "anonymous"
    token: str = ""
    player: Pseudonym = ""


class SitOut(Command, frozen=True):
    """Deal this seat out from the next hand on."""

    seat: Seat


class SitIn(Command, frozen=True):
    """Deal this seat in again; it waits for its big blind."""

    seat: Seat


class LeaveSeat(Command, frozen=True):
    """Leave the game: the stack becomes a claim. The host adds the random `code`; a screen sends it empty."""

    seat: Seat
    code: str = ""


class Answer(Command, frozen=True):
    """Answer the question asked before hand `hand`."""

    seat: Seat
    hand: HandId
    question: Question
    yes: bool


class ProposeBombPot(Command, frozen=True):
    """Have everyone asked whether the next hand is a bomb pot."""

    seat: Seat


class ProposeHour(Command, frozen=True):
    """Have everyone asked whether the table pays the bad beat jackpot by time (jackpots.md §1)."""

    seat: Seat


class CallClock(Command, frozen=True):
    """Put the clock on the player whose turn it is (poker.md §9)."""

    by: str


class OpenShuffle(Command, frozen=True):
    """Fresh entropy of the kernel for hand `hand`: 32 bytes."""

    hand: HandId
    seed: bytes


class Deal(Command, frozen=True):
    """Deal hand `hand` from the opened shuffle, or from `test_deck` where the profile allows test decks."""

    hand: HandId
    test_deck: tuple[Card, ...] = ()


class Pause(Command, frozen=True):
    """Stop the clocks and start no new hand."""

    by: str
    cause: PauseCause = "attendant"


class Resume(Command, frozen=True):
    """Let the clocks run again."""

    by: str


class OpenRecall(Command, frozen=True):
    """Staff look at everything about a past hand, hole cards included."""

    by: str
    hand: HandId


# -- events ------------------------------------------------------------------------------------------------------


class ProfileAdopted(Event, frozen=True):
    """The table runs by this profile."""

    profile: Profile


class ChipsReserved(Event, frozen=True):
    """Money left the balance for a seat and waits for the hand to end."""

    request: RequestId
    seat: Seat
    name: str
    amount: Money
    balance: Money


class BoughtIn(Event, frozen=True):
    """Chips reached a seat. `balance` is the kiosk's after it; `reserved` says that they had been waiting.

    `short_day`: it was the player's short buy-in of this gaming day (poker.md §7.2). `who` sits down, where the table
    knows him by more than his name; staff alone are told. `at` is the table time (ms), -1 where it was not recorded.
    """

    request: RequestId
    seat: Seat
    name: str
    amount: Money
    stack: Chips
    balance: Money
    reserved: bool = False
    short_day: int = -1
    who: Pseudonym = ""
    at: int = -1


class SatOut(Event, frozen=True):
    """A seat is dealt out until it comes back; `at` is the table time (ms) of it, -1 where it was not recorded."""

    seat: Seat
    cause: SitOutCause
    at: int = -1


class SatIn(Event, frozen=True):
    """A seat is ready to be dealt in, at once or when its big blind comes (`waits`, poker.md §5.7)."""

    seat: Seat
    waits: bool


class LeaveAsked(Event, frozen=True):
    """A seat leaves when this hand is over."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    code: str


class SeatLeft(Event, frozen=True):
    """A seat is empty again; `amount` became a claim (0: nothing was left). `day` is the gaming day, -1 unknown."""

    seat: Seat
    amount: Chips
    day: int = -1


class DrawnCard(msgspec.Struct, frozen=True):
    """The open card one seat drew for the button."""

    seat: Seat
    card: Card


class ButtonDrawn(Event, frozen=True):
    """One open card to every seat; the highest, ties by suit, gets the first button (poker.md §5.4)."""

    cards: tuple[DrawnCard, ...]
    button: Seat


class GameTurned(Event, frozen=True):
    """The next game of a mix begins: `turn` counts the games from 0, and it lasts `hands` hands.

    `following` is the game after it; empty in records of before it was told.
    """

    turn: int
    game: GameId
    hands: int
    following: GameId = GameId("")


class ButtonMoved(Event, frozen=True):
    """Button and blinds of the coming hand; a blind that nobody owes is None (poker.md §5.5).

    A game without blinds has neither. The button may stand at an empty seat. `anew`: the game begins again, and nobody
    who takes part owes anything for coming in. `betting_button` is the one that was won, which fixes the order of the
    betting after the first round where it is another (poker.md §6).
    """

    hand: HandId
    button: Seat
    small_blind: Seat | None
    big_blind: Seat | None
    anew: bool = False
    betting_button: Seat | None = None


class ButtonTakenBack(Event, frozen=True):
    """The hand was void: button and blinds are those of the hand before it, None where there was none.

    `before_big_blind` is the big blind of the hand before that one.
    """

    hand: HandId
    button: Seat | None
    small_blind: Seat | None
    big_blind: Seat | None
    before_big_blind: Seat | None


class ButtonWon(Event, frozen=True):
    """The winner of the hand has the button of the betting order (poker.md §6)."""

    seat: Seat


class SatOutInTurn(Event, frozen=True):
    """More are seated than the game deals in: this seat sits hand `hand` out (poker.md §12.8)."""

    seat: Seat
    hand: HandId


class QuestionAsked(Event, frozen=True):
    """The table asks `seats`, in the order of their right to it, until table time `deadline` (ms); silence is no.

    `amount` is the straddle or the ante at stake, `asker` the seat that straddles or proposes (0: nobody yet).
    """

    hand: HandId
    question: Question
    seats: tuple[Seat, ...]
    amount: Chips
    deadline: int
    allowed: int
    asker: Seat = 0


class QuestionAnswered(Event, frozen=True):
    """A seat has answered."""

    hand: HandId
    question: Question
    seat: Seat
    yes: bool


class QuestionClosed(Event, frozen=True):
    """The question is settled: `seat` straddles, or everyone agrees; 0 and False where it came to nothing."""

    hand: HandId
    question: Question
    agreed: bool
    seat: Seat = 0


class BombPotProposed(Event, frozen=True):
    """A player would like the next hand to be a bomb pot."""

    seat: Seat


class HourProposed(Event, frozen=True):
    """A player would like the table to pay the bad beat jackpot by time."""

    seat: Seat


class TimeCharged(Event, frozen=True):
    """A seat paid for its time at the table, up to table time `until` (ms; poker.md §13)."""

    seat: Seat
    amount: Chips
    stack: Chips
    until: int


class TimeChargeNear(Event, frozen=True):
    """The seat's next charge falls due at table time `due` (ms), or with the first end of a hand after it."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    amount: Chips
    due: int


class BlindMissed(Event, frozen=True):
    """A seat was passed over by its blinds and carries the marker (poker.md §5.8).

    `owner`: it is his whose seat is played over, though another player has paid there (§5.10).
    """

    seat: Seat
    small: bool
    big: bool
    owner: bool = False


class HandDue(Event, frozen=True):
    """Enough players are ready and the rest between hands is over: hand `hand` wants its shuffle."""

    hand: HandId


class ShuffleOpened(Event, frozen=True):
    """The house is bound to its seed: `commitment` is a BLAKE2b of it (reliability: RNG).

    `bound` are the seats whose screens are bound to numbers of their own, and awaited to show them.
    """

    hand: HandId
    commitment: bytes
    bound: tuple[BoundSeat, ...] = ()


class SeedDrawn(Event, frozen=True):
    """The seed itself. Sealed; no one may see it."""

    audience: ClassVar[Audience] = "sealed"
    hand: HandId
    seed: bytes


class SeedForAuditor(Event, frozen=True):
    """The seed sealed to the auditor's key (80 bytes): he needs no key of the table, and the table cannot open it."""

    audience: ClassVar[Audience] = "staff"
    hand: HandId
    sealed: bytes


class CardsCommitted(Event, frozen=True):
    """One salted commitment per card in deck order, and the root over them, before the first card.

    `prepared` says that the deck was given and not shuffled: a test configuration.
    """

    hand: HandId
    root: bytes
    leaves: tuple[bytes, ...]
    prepared: bool = False


class ClockStarted(Event, frozen=True):
    """The seat must act by table time `deadline` (ms), that instant included; `allowed` is the whole time (ms).

    The last `countdown` ms are counted aloud.
    """

    seat: Seat
    decision: DecisionId
    deadline: int
    allowed: int
    cause: ClockCause = "decision"
    countdown: int = 0


class BankSpent(Event, frozen=True):
    """A seat acted on its time bank, of which `left` ms are left."""

    seat: Seat
    left: int


class HandNamed(Event, frozen=True):
    """What a seat holds now, in words, for that seat alone."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    name: HandName


class RestBegan(Event, frozen=True):
    """The next hand may start at table time `until` (ms)."""

    until: int


class TablePaused(Event, frozen=True):
    """Clocks stand still and no hand starts."""

    by: str
    cause: PauseCause


class TableResumed(Event, frozen=True):
    """Clocks run again."""

    by: str


class RecallOpened(Event, frozen=True):
    """`by` has looked at everything about hand `hand`, hole cards included (requirements R-RCL-3)."""

    audience: ClassVar[Audience] = "staff"
    by: str
    hand: HandId


# -- what the table wants of its host ----------------------------------------------------------------------------


class WantSeed(msgspec.Struct, frozen=True, tag=True):
    """Fresh entropy for this hand."""

    hand: HandId


class WantVacated(msgspec.Struct, frozen=True, tag=True):
    """Empty this seat: its player has been away too long, or the table is closed."""

    seat: Seat


class WantDeal(msgspec.Struct, frozen=True, tag=True):
    """The shuffle is open: deal."""

    hand: HandId
