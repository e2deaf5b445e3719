"""What one screen knows: a fold over the redacted events it received.

The controller runs the same fold for a snapshot, so a snapshot cannot hold what the stream did not.
"""

from typing import Final, Literal

import msgspec

from cashier.accounts import PoolId
from cashier.invariant import invariant
from cashier.money import Money
from cashier.note_records import NotePile
from cashier.records import ClaimId, Condition, DeviceId, VoucherNumber, VoucherState
from controller.vocab.care_records import OwnCareTold
from controller.vocab.entropy_records import BoundSeat
from controller.vocab.fault_records import FaultKind
from controller.vocab.hand_records import (
    ActKind,
    AwardCause,
    DecisionOffered,
    HandName,
    Made,
    PostKind,
    Pot,
    RowsCompared,
    RowShown,
    StakeReturned,
    Standing,
    VoidCause,
)
from controller.vocab.ids import Chips, HandId, Seat
from controller.vocab.jackpot_records import BadBeatHit, MonthHandMade, MonthHandWon, SharePaid
from controller.vocab.player_card_records import Guest, PlayerCardLookedUp, Taste
from controller.vocab.player_records import PlayerTold
from controller.vocab.profile import GameId, Profile
from controller.vocab.seat_records import EntryWay
from controller.vocab.table_records import ClockCause, DrawnCard, PauseCause, Question, SitOutCause
from controller.wire.care_view import LimitView, RealityView
from controller.wire.door_view import DoorView
from controller.wire.screens_view import ScreensView
from controller.wire.staff_view import StaffView
from controller.wire.view_payouts import (
    CardEndView,
    CardView,
    CoinsView,
    CountedView,
    HandPayView,
    NotesPayView,
    PaidView,
    SettlementView,
)
from evaluator_ext import Card

Presence = Literal["ready", "waiting", "sitting-out"]
"""What a seated player is between hands; `waiting` is for the big blind (poker.md §5.7)."""

SeatStatus = Literal["empty", "reserved", "waiting", "sitting-out", "ready", "in-hand", "folded", "all-in"]
"""`reserved`: a first purchase made during a hand, not yet seated; `in-hand` to `all-in` last until the hand ends."""

Phase = Literal["idle", "shuffling", "betting", "showdown", "resting"]
"""`showdown` lasts from the first hand shown or chip awarded, `resting` from the hand's end to the next hand."""

LATEST_VOUCHERS: Final = 13

LATEST_CLAIMS: Final = 200
"""Claims that a view holds: whatever waits at a kiosk that nobody sees to, a snapshot fits into a message."""


class LastAct(msgspec.Struct, frozen=True):
    """What a seat did last on this street: an act or a forced bet, with its street total.

    `opens` says that a raise was the street's first bet; `auto` that the clock or the player's absence acted. `count`
    is how many cards were thrown away, or how many runs agreed to.
    """

    kind: ActKind | PostKind
    to: Chips
    opens: bool = False
    auto: bool = False
    count: int = 0


class EntryView(msgspec.Struct, frozen=True):
    """The ways in which a waiting seat may come in, what posting costs, and which it has chosen."""

    ways: tuple[EntryWay, ...]
    live: Chips
    dead: Chips
    chosen: EntryWay = "wait"


class QuestionView(msgspec.Struct, frozen=True):
    """What the table asks before a hand, and of whom it still waits for an answer. Times are table milliseconds."""

    question: Question
    hand: HandId
    seats: tuple[Seat, ...]
    amount: Chips
    deadline: int
    allowed: int
    asker: Seat = 0


class WaiterView(msgspec.Struct, frozen=True):
    """A name on the waiting list; `seat` is kept for it until table time `until` (0: none)."""

    name: str
    games: tuple[GameId, ...] = ()
    seat: Seat = 0
    until: int = 0


class SeatView(msgspec.Struct):
    """One seat as this viewer may see it. `cards` holds own or tabled cards; `count` how many cards it holds.

    `up` are those that lie open before the seat, which its own screen has among its `cards` too.

    `presence` is what the seat will be when the hand is over: a player who sits out during a hand is still in it.
    A folded seat holds no cards, but its own screen remembers them.
    """

    seat: Seat
    name: str = ""
    status: SeatStatus = "empty"
    presence: Presence = "sitting-out"
    stack: Chips = 0
    reserved: Money = Money(0)
    bet: Chips = 0
    count: int = 0
    cards: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    last: LastAct | None = None
    shown: HandName | None = None
    plays: tuple[Card, ...] = ()
    also: tuple[Made, ...] = ()
    """What the tabled hand makes for further shares and runs."""
    drew: int | None = None
    """How many cards it threw away or exchanged on this street."""
    mucked: bool = False
    showed: tuple[Card, ...] = ()
    """Cards that it showed of its own will, beside a whole hand that was tabled."""
    arranged: tuple[Card, ...] = ()
    """The own cards as they were set in rows, the front first."""
    rows: tuple[RowShown, ...] = ()
    """The rows that were opened."""
    standing: Standing | None = None
    """What its rows count with, once they were judged."""
    royalties: int = 0
    won: Chips = 0
    missed_small: bool = False
    missed_big: bool = False
    leaving: bool = False
    entry: EntryView | None = None
    """How the seat may come in, while it waits."""
    resting: bool = False
    """It sits this hand out in turn, as the game deals in fewer than there are."""
    locked: bool = False
    screen_lost: bool = False
    break_until: int = 0
    would_move_to: Seat = 0
    since: int = -1
    """The table time (ms) at which its player sat down; -1 where that was not recorded."""
    fee_until: int = 0
    """The table time (ms) up to which it has paid for its time."""
    fee_near: int = 0
    """When its next charge falls due, once it was warned; on its own screen alone."""
    out_for: SitOutCause | None = None
    """Why it sits out, while it does."""
    may_play_over: str = ""
    """Who may buy in here while its player is away (poker.md §5.10)."""
    owner: str = ""
    """Whose seat it is, if whoever sits here plays over him."""
    asked_back: bool = False
    """And he is back: the seat is emptied for him after the hand."""
    near: tuple[LimitView, ...] = ()
    """Limits of its player that are near; on its own screen only."""
    taste: Taste | None = None
    """How its player would have his screen, where that can be remembered; on its own screen only."""
    reality: RealityView | None = None
    """The reminder that its player has not read yet; on its own screen only."""


class Award(msgspec.Struct, frozen=True):
    """Chips that one seat won out of one share of a pot, in one run."""

    pot: int
    seat: Seat
    amount: Chips
    cause: AwardCause
    odd: bool
    share: int = 0
    run: int = 0


class ClaimView(msgspec.Struct, frozen=True):
    """Money that waits at the kiosk; `code` only on the screen of the seat that left it.

    `left`: its player has gone, and the seat's owner has it again; the code stays until that one plays.
    """

    claim: ClaimId
    seat: Seat
    amount: Money
    code: str = ""
    left: bool = False


class VoucherView(msgspec.Struct, frozen=True):
    """A ticket on its way, out or back; of `number` and `replaces` the digits that may be shown."""

    number: VoucherNumber
    amount: Money
    state: VoucherState
    replaces: VoucherNumber = VoucherNumber("")


class DeviceView(msgspec.Struct, frozen=True):
    """A device and its condition."""

    device: DeviceId
    condition: Condition


class FaultView(msgspec.Struct, frozen=True):
    """A fault of the table itself that is not cleared; staff only. `since` is a wall time (ms)."""

    fault: FaultKind
    place: str
    detail: str
    since: int


class NoteView(msgspec.Struct, frozen=True):
    """The note in escrow and where it goes."""

    amount: Money
    accept: bool


class PoolView(msgspec.Struct, frozen=True):
    """What a jackpot holds, without what it has collected today."""

    pool: PoolId
    held: Money


class HitView(msgspec.Struct, frozen=True):
    """A bad beat that is not paid yet, and whether an attendant has verified it."""

    hit: BadBeatHit
    confirmed: bool = False


class PastAct(msgspec.Struct, frozen=True, array_like=True):
    """An act or a forced bet of a hand that a seat remembers, on its street; short on the wire, as there are many."""

    seat: Seat
    street: int
    kind: ActKind | PostKind
    to: Chips
    opens: bool
    auto: bool
    count: int
    all_in: bool


class PastShown(msgspec.Struct, frozen=True, array_like=True):
    """A hand that was tabled."""

    seat: Seat
    cards: tuple[Card, ...]
    made: HandName


class PastWin(msgspec.Struct, frozen=True, array_like=True):
    """What a seat won in all."""

    seat: Seat
    amount: Chips


class PastHand(msgspec.Struct, frozen=True):
    """A hand that is over, as one seat saw it: `cards` are its own, `net` what the hand brought or cost it.

    `root` is what its deck was committed to, empty for a hand of a table that did not remember it yet.
    `names` are those of everyone who took part; of a hand with very many acts the first are left out.
    """

    hand: HandId
    game: GameId
    cards: tuple[Card, ...]
    boards: tuple[tuple[Card, ...], ...]
    acts: tuple[PastAct, ...]
    shown: tuple[PastShown, ...]
    pots: tuple[Pot, ...]
    rake: Chips
    dropped: Chips
    won: tuple[PastWin, ...]
    net: Chips
    dealt: bool
    names: dict[Seat, str]
    root: bytes = b""
    void: VoidCause | None = None
    """Why the hand was void, where it was: then everyone got back what he had put in."""


class SessionView(msgspec.Struct, frozen=True):
    """What a seat's player has played since he sat down: hands dealt, hands won, the most won in one, and the sum."""

    hands: int = 0
    won: int = 0
    biggest: Chips = 0
    net: Chips = 0


class ClockView(msgspec.Struct, frozen=True):
    """The running decision clock in table milliseconds; the last `countdown` of it are counted aloud."""

    seat: Seat
    deadline: int
    allowed: int
    cause: ClockCause = "decision"
    countdown: int = 0


class MixingView(msgspec.Struct, frozen=True):
    """What goes into the deck of the latest opened shuffle beside the house's seed, for hand `hand`.

    `bound` are the seats whose screens are bound to numbers, `shown` and `left_out` those that have answered. `cutter`
    may cut a deck of `size` cards until table time `cut_until` (ms, 0 once that is over; `allowed` is the whole
    time); `cut` is what he took off the top. The numbers are asked for until table time `until`, 0 before.
    """

    hand: HandId
    bound: tuple[BoundSeat, ...] = ()
    shown: tuple[Seat, ...] = ()
    left_out: tuple[Seat, ...] = ()
    cutter: Seat = 0
    size: int = 0
    cut_until: int = 0
    allowed: int = 0
    cut: int = 0
    until: int = 0


class View(msgspec.Struct):
    """Everything one screen shows. `own` is the seat whose screen this is; None for centre, kiosk and staff."""

    own: Seat | None = None
    profile: Profile | None = None
    paused: bool = False
    paused_by: str = ""
    """Who paused the table; staff only."""
    pause_cause: PauseCause | None = None
    phase: Phase = "idle"
    rest_until: int | None = None
    """Table time (ms) before which no hand starts, while resting."""
    hand: HandId | None = None
    """The running hand, and after it the latest."""
    commitment: bytes = b""
    """The house's commitment to the seed of the latest opened shuffle."""
    mixing: MixingView | None = None
    own_bound: bytes = b""
    """What the own screen is bound to for the next hand whose shuffle is not opened; on a seat's own screen only."""
    root: bytes = b""
    """Root over the card commitments of the latest fixed deck."""
    drawn: tuple[DrawnCard, ...] = ()
    """The cards drawn for the first button, until the first hand starts."""
    button: Seat | None = None
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    seats: dict[Seat, SeatView] = {}
    board: tuple[Card, ...] = ()
    more_boards: tuple[tuple[Card, ...], ...] = ()
    """The second board and any after it: of a game with two, and of every further run of the rest of the hand."""
    runs: int = 1
    """How often the rest of the hand is dealt; each run has as many boards as the game."""
    street: int = 0
    pots: tuple[Pot, ...] = ()
    pot: Chips = 0
    """Everything in the middle, bets of this street included."""
    bet_level: Chips = 0
    """The highest street total."""
    rake: Chips = 0
    dropped: Chips = 0
    """What the hand paid into the jackpots."""
    awards: tuple[Award, ...] = ()
    void: VoidCause | None = None
    """Why the hand is void, until the next one starts."""
    returned: tuple[StakeReturned, ...] = ()
    """What everyone got back of a void hand."""
    compared: tuple[RowsCompared, ...] = ()
    """The pairs of seats that have settled their rows."""
    decision: DecisionOffered | None = None
    clock: ClockView | None = None
    last_seat: Seat | None = None
    """The seat whose `last` is the street's latest act."""
    own_name: HandName | None = None
    """What the own seat holds now, in words."""
    balance: Money = Money(0)
    note: NoteView | None = None
    claims: tuple[ClaimView, ...] = ()
    vouchers: tuple[VoucherView, ...] = ()
    """The voucher being printed and the latest twelve before it, newest last."""
    devices: tuple[DeviceView, ...] = ()
    coins: CoinsView | None = None
    notes: NotesPayView | None = None
    store: tuple[NotePile, ...] = ()
    """The notes that the recycler holds; staff only."""
    paid_out: tuple[PaidView, ...] = ()
    """What hopper and note store have paid of the latest pay-out that they had a part in."""
    counted: CountedView | None = None
    """Told beside the events, to the kiosk's screen alone."""
    hand_pays: tuple[HandPayView, ...] = ()
    card: CardView | None = None
    card_end: CardEndView | None = None
    settlement: SettlementView | None = None
    numbers_until: int = 0
    """Wall time (ms) before which no number may be tried at the kiosk, after too many wrong ones; 0 for none."""
    game: GameId | None = None
    """The game of the running hand, or the next one of a mix."""
    following: GameId | None = None
    """The game of a mix after that one, once the table has said so."""
    betting_button: Seat | None = None
    """The button that was won, where it fixes the order of the betting."""
    question: QuestionView | None = None
    straddler: Seat | None = None
    """Who straddles the coming hand."""
    bomb_pot: bool = False
    """The coming or running hand is a bomb pot."""
    owners: dict[Seat, SeatView] = {}
    """The players whose seats are played over, each as he went and with the blinds that he misses."""
    waiting: tuple[WaiterView, ...] = ()
    calls: tuple[Seat, ...] = ()
    """Where staff are asked to come, the longest waiting first; 0 is the kiosk."""
    last_round: HandId | None = None
    """The table's last hand, once it was announced."""
    closed: bool = False
    faults: tuple[FaultView, ...] = ()
    """What is wrong with the table itself; staff only, like the next two."""
    lost_screens: tuple[str, ...] = ()
    """Screens that showed the table since it started, and do no more."""
    version: str = ""
    """The program that runs."""
    digest: str = ""
    """The digest over its files, 64 hex digits, and below who has signed for them; both for staff only."""
    signers: tuple[str, ...] = ()
    doors: tuple[DoorView, ...] = ()
    """Every door that was ever opened, the latest last."""
    guest: Guest | None = None
    """The card in the reader; on the kiosk's screen and the staff's."""
    care: OwnCareTold | None = None
    """What the guest has read of his own bounds, while his card lies there; on the kiosk's screen only."""
    looked_up: PlayerCardLookedUp | None = None
    """The card that was asked for last; staff only."""
    staff: tuple[StaffView, ...] = ()
    """The register of staff, in the order of hiring; staff only."""
    screens: ScreensView = ScreensView()
    """The screens' keys, and the pairing that is open; staff only."""
    told: tuple[PlayerTold, ...] = ()
    """What the table told of the players when their file was opened last; staff only."""
    pools: tuple[PoolView, ...] = ()
    hit: HitView | None = None
    shares: tuple[SharePaid, ...] = ()
    """What the hit just granted has paid, until the next hand."""
    month_hands: tuple[MonthHandMade, ...] = ()
    """The best hands of the month so far."""
    month_won: tuple[MonthHandWon, ...] = ()
    """The best hands of past months that are not paid yet."""
    hour_until: int = 0
    """The table time (ms) up to which the table has paid the bad beat jackpot by time."""
    acts: tuple[PastAct, ...] = ()
    """What was done in the running hand; on a seat's own screen only, like the next three."""
    began: Chips | None = None
    """The own stack before the running hand; None while the own seat is not dealt in."""
    past: tuple[PastHand, ...] = ()
    """The last hands, the newest last."""
    session: SessionView = SessionView()

    def at(self, seat: Seat) -> SeatView:
        """Return what this screen knows of `seat`, empty if it was never named."""
        return self.seats.setdefault(seat, SeatView(seat=seat))

    def owned(self, seat: Seat) -> SeatView:
        """Return the own seat. Another seat's private event must never have come here: that is a breach."""
        invariant(seat == self.own, "private-event", f"a private event of seat {seat} reached the screen of {self.own}")
        return self.at(seat)
