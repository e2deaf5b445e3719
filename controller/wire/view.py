"""What one screen knows: a fold over the redacted events it received.

The controller runs the same fold for a snapshot, so a snapshot cannot hold what the stream did not.
"""

from typing import Literal

import msgspec

from cashier.money import Money
from cashier.records import ClaimId, Condition, DeviceId, VoucherNumber, VoucherState
from controller.vocab.hand_records import ActKind, AwardCause, DecisionOffered, HandName, PostKind, Pot
from controller.vocab.ids import Chips, HandId, Seat
from controller.vocab.profile import Profile
from evaluator_ext.cards import Card

SeatStatus = Literal["empty", "reserved", "waiting", "sitting-out", "ready", "in-hand", "folded", "all-in"]
"""`reserved`: bought in during a hand; `waiting`: seated and waiting for the big blind."""

Phase = Literal["idle", "shuffling", "betting", "showdown", "resting"]


class LastAct(msgspec.Struct, frozen=True):
    """What a seat did last on this street: an act or a forced bet, with its street total."""

    kind: ActKind | PostKind
    to: Chips
    auto: bool = False


class SeatView(msgspec.Struct):
    """One seat as this viewer may see it. `cards` holds own or tabled cards; `count` how many cards it holds."""

    seat: Seat
    name: str = ""
    status: SeatStatus = "empty"
    stack: Chips = 0
    reserved: Money = Money(0)
    bet: Chips = 0
    count: int = 0
    cards: tuple[Card, ...] = ()
    last: LastAct | None = None
    shown: HandName | None = None
    plays: tuple[Card, ...] = ()
    mucked: bool = False
    won: Chips = 0
    missed_small: bool = False
    missed_big: bool = False
    leaving: bool = False


class Award(msgspec.Struct, frozen=True):
    """Chips that one seat won out of one pot."""

    pot: int
    seat: Seat
    amount: Chips
    cause: AwardCause
    odd: bool


class ClaimView(msgspec.Struct, frozen=True):
    """Money that waits at the kiosk; `code` only on the screen of the seat that left it."""

    claim: ClaimId
    seat: Seat
    amount: Money
    code: str = ""


class VoucherView(msgspec.Struct, frozen=True):
    """A ticket on its way. Screens show the last four digits only; staff see the number."""

    number: VoucherNumber
    amount: Money
    state: VoucherState
    replaces: VoucherNumber = VoucherNumber("")


class DeviceView(msgspec.Struct, frozen=True):
    """A device and its condition."""

    device: DeviceId
    condition: Condition


class NoteView(msgspec.Struct, frozen=True):
    """The note in escrow and where it goes."""

    amount: Money
    accept: bool


class ClockView(msgspec.Struct, frozen=True):
    """The running decision clock in table milliseconds."""

    seat: Seat
    deadline: int
    allowed: int


class View(msgspec.Struct):
    """Everything one screen shows. `own` is the seat whose screen this is; None for centre, kiosk and staff."""

    own: Seat | None = None
    profile: Profile | None = None
    paused: bool = False
    paused_by: str = ""
    phase: Phase = "idle"
    hand: HandId | None = None
    root: bytes = b""
    button: Seat | None = None
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    seats: dict[Seat, SeatView] = {}
    board: tuple[Card, ...] = ()
    street: int = 0
    pots: tuple[Pot, ...] = ()
    pot: Chips = 0
    """Everything in the middle, bets of this street included."""
    bet_level: Chips = 0
    """The highest street total."""
    rake: Chips = 0
    awards: tuple[Award, ...] = ()
    decision: DecisionOffered | None = None
    clock: ClockView | None = None
    own_name: HandName | None = None
    """What the own seat holds now, in words."""
    balance: Money = Money(0)
    note: NoteView | None = None
    claims: tuple[ClaimView, ...] = ()
    vouchers: tuple[VoucherView, ...] = ()
    """The voucher being printed and the latest twelve before it, newest last."""
    devices: tuple[DeviceView, ...] = ()
