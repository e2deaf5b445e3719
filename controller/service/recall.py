"""Past hands, tickets and notes, folded from the journal's records (requirements R-RCL-1 to R-RCL-6).

A recalled hand is its own events, in their order, with the instants at which they were committed. Who may see which of
them is decided where it always is, in `controller.wire.redact`: a player's recall holds what his screen was told then.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.money import Money
from cashier.ticket_number import last_digits
from controller.journal.rows import Record
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent, HandEvent
from controller.wire.redact import Viewer, redact
from controller.wire.viewers import CENTRE, STAFF, VIEWERS

HANDS_KEPT: Final = 10
"""The last hand, finished or not, and nine before it; the journal keeps all of them (R-RCL-1)."""

TICKETS_KEPT: Final = 35
NOTES_KEPT: Final = 35
PAID_KEPT: Final = 100
"""R-RCL-6."""

_OF_A_HAND: Final = frozenset(get_args(HandEvent)) - {hr.DecisionOffered, hr.HandStarted}
_BETWEEN: Final[frozenset[type[cash.Event]]] = frozenset(
    {
        tr.ProfileAdopted,
        tr.ChipsReserved,
        tr.BoughtIn,
        tr.SatOut,
        tr.SatIn,
        tr.SeatLeft,
        tr.ButtonDrawn,
        tr.BlindMissed,
        tr.TablePaused,
        tr.TableResumed,
        tr.TimeCharged,
        jr.HourPaid,
    }
)
"""What happens to seats and money around the hands, and is told with the hand it led to or happened in."""


class Step(msgspec.Struct, frozen=True):
    """One event of a hand, and when it became durable: record, table time and wall time (ms).

    `left` is the time (ms) that the clock still gave to whoever acted; None where no clock ran.
    """

    record: int
    table: int
    wall: int
    event: AnyEvent
    left: int | None = None


class HandRecall(msgspec.Struct, frozen=True):
    """A hand as somebody may see it: how it began, what led to it, and every step of it in order.

    `button`, stakes, stacks and forced bets stand in `started`, the stacks it left in `ended`; that is None while the
    hand is not over.
    """

    started: hr.HandStarted
    record: int
    wall: int
    profile: Profile
    names: dict[Seat, str]
    before: tuple[Step, ...]
    steps: tuple[Step, ...]
    root: bytes = b""
    ended: hr.HandEnded | None = None

    @property
    def hand(self) -> HandId:
        """The hand's number."""
        return self.started.hand

    @property
    def voided(self) -> bool:
        """Whether everyone got back what he had put in."""
        return any(isinstance(step.event, hr.HandVoided) for step in self.steps)


class Ticket(msgspec.Struct, frozen=True):
    """A ticket: when it was reserved or paid back (wall ms), its amount, its number's last digits, its state now."""

    record: int
    wall: int
    amount: Money
    digits: str
    state: cash.VoucherState


class Note(msgspec.Struct, frozen=True):
    """A note in: when it was credited (wall ms), and its amount."""

    record: int
    wall: int
    amount: Money


TransferWay = Literal["coins", "notes", "card", "hand", "card-in", "hopper-in"]
"""Out in coins, in notes, to a card and by hand; in from a card, and coins that were filled into the hopper."""


class Paid(msgspec.Struct, frozen=True):
    """Money that moved by card, hopper, note store or hand: when (wall ms), how much, and which way."""

    record: int
    wall: int
    amount: Money
    way: TransferWay


_BECOMES: Final[dict[type[cash.Event], cash.VoucherState]] = {
    cash.VoucherSent: "sent",
    cash.VoucherIssued: "issued",
    cash.VoucherUnknown: "unknown",
    cash.VoucherVoided: "void",
    redeem.VoucherExpired: "expired",
    redeem.VoucherHandPaid: "hand-paid",
}
"""What a ticket is after each event that only moves it along."""


class Recall:
    """The last hands, tickets and notes. Records come in order; without the table's key they lack sealed events."""

    def __init__(self, hands: int | None = HANDS_KEPT, profile: Profile | None = None) -> None:
        """Keep so many hands, or all of them; `profile` is in force before the first record."""
        self._hands: deque[HandRecall] = deque(maxlen=hands)
        self._tickets: dict[cash.VoucherNumber, Ticket] = {}
        self._notes: deque[Note] = deque(maxlen=NOTES_KEPT)
        self._tickets_in: deque[Ticket] = deque(maxlen=TICKETS_KEPT)
        self._paid: deque[Paid] = deque(maxlen=PAID_KEPT)
        self._profile = profile
        self._names: dict[Seat, str] = {}
        self._before: list[Step] = []
        self._running: HandRecall | None = None
        self._steps: list[Step] = []
        self._deadline: int | None = None
        self._root = b""

    @property
    def hands(self) -> tuple[HandRecall, ...]:
        """The hands kept, oldest first; one that is not over comes last."""
        if self._running is None:
            return tuple(self._hands)
        running = msgspec.structs.replace(self._running, steps=tuple(self._steps))
        return (*self._hands, running)[-(self._hands.maxlen or len(self._hands) + 1) :]

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """The last tickets out, oldest first."""
        return tuple(self._tickets.values())

    @property
    def notes(self) -> tuple[Note, ...]:
        """The last notes in, oldest first."""
        return tuple(self._notes)

    @property
    def tickets_in(self) -> tuple[Ticket, ...]:
        """The last tickets that came back and were paid, oldest first."""
        return tuple(self._tickets_in)

    @property
    def paid(self) -> tuple["Paid", ...]:
        """What went out last in coins and by hand, oldest first."""
        return tuple(self._paid)

    def take(self, record: Record) -> None:
        """Fold one record."""
        for event in record.events:
            self._take_money(record, event)
            self._take_play(record, event)

    def _take_money(self, record: Record, event: AnyEvent) -> None:
        match event:
            case cash.NoteCredited():
                self._notes.append(Note(record.record, record.now.wall, event.amount))
            case cash.VoucherReserved():
                digits = last_digits(event.number)
                self._tickets[event.number] = Ticket(record.record, record.now.wall, event.amount, digits, "reserved")
                if len(self._tickets) > TICKETS_KEPT:
                    del self._tickets[next(iter(self._tickets))]
            case cash.VoucherSent() | cash.VoucherIssued() | cash.VoucherUnknown() | cash.VoucherVoided():
                self._move_ticket(event.number, _BECOMES[type(event)])
            case redeem.VoucherExpired() | redeem.VoucherHandPaid():
                self._move_ticket(event.number, _BECOMES[type(event)])
            case redeem.VoucherRedeemed():
                self._move_ticket(event.number, "redeemed")
                digits = last_digits(event.number)
                self._tickets_in.append(Ticket(record.record, record.now.wall, event.amount, digits, "redeemed"))
            case payout.CoinsDispensed() if event.amount:
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "coins"))
            case notes.NotesDispensed() if event.amount:
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "notes"))
            case card.CardRefundPaid():
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "card"))
            case card.CardPurchased():
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "card-in"))
            case payout.HopperFilled():
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "hopper-in"))
            case payout.HandPaid() | payout.ClaimHandPaid():
                self._paid.append(Paid(record.record, record.now.wall, event.amount, "hand"))

    def _move_ticket(self, number: cash.VoucherNumber, state: cash.VoucherState) -> None:
        if number in self._tickets:
            self._tickets[number] = msgspec.structs.replace(self._tickets[number], state=state)

    def _take_play(self, record: Record, event: AnyEvent) -> None:
        match event:
            case tr.ProfileAdopted():
                self._profile = event.profile
            case tr.ChipsReserved() | tr.BoughtIn():
                self._names[event.seat] = event.name
            case tr.CardsCommitted():
                self._root = event.root
            case tr.ClockStarted():
                self._deadline = event.deadline
            case hr.HandStarted():
                self._start(record, event)
        if self._running is not None and type(event) in _OF_A_HAND | _BETWEEN:
            self._steps.append(self._step(record, event))
        elif type(event) in _BETWEEN:
            self._before.append(self._step(record, event))
        if isinstance(event, hr.HandEnded):
            self._end(event)

    def _step(self, record: Record, event: AnyEvent) -> Step:
        left = None
        if isinstance(event, hr.Acted):
            left = None if self._deadline is None else max(0, self._deadline - record.now.table)
            self._deadline = None
        return Step(record.record, record.now.table, record.now.wall, event, left)

    def _start(self, record: Record, event: hr.HandStarted) -> None:
        if self._profile is None:
            return
        seats = {entrant.seat for entrant in event.entrants}
        self._running = HandRecall(
            started=event,
            record=record.record,
            wall=record.now.wall,
            profile=self._profile,
            names={seat: name for seat, name in self._names.items() if seat in seats},
            before=tuple(self._before),
            steps=(),
            root=self._root,
        )
        self._before, self._steps, self._deadline = [], [], None

    def _end(self, event: hr.HandEnded) -> None:
        if self._running is not None:
            self._hands.append(msgspec.structs.replace(self._running, steps=tuple(self._steps), ended=event))
        self._running, self._steps = None, []


def recall(records: Iterable[Record], hands: int | None = HANDS_KEPT) -> Recall:
    """Fold all records."""
    folded = Recall(hands)
    for record in records:
        folded.take(record)
    return folded


def find_hand(records: Iterable[Record], number: int | None = None) -> HandRecall | None:
    """Return the hand of a number, or the last one; None where there is none. Later records are not read."""
    folded = Recall(hands=1)
    for record in records:
        folded.take(record)
        if any(isinstance(event, hr.HandEnded) and event.hand == number for event in record.events):
            break
    found = [hand for hand in folded.hands if number in (None, hand.hand)]
    return found[-1] if found else None


def seen_by(hand: HandRecall, viewer: Viewer) -> HandRecall:
    """Return the hand as `viewer` was told it: a seat's own cards and what was tabled (R-RCL-3)."""
    return msgspec.structs.replace(hand, before=_seen(hand.before, (viewer,)), steps=_seen(hand.steps, (viewer,)))


def full_view(hand: HandRecall) -> HandRecall:
    """Return everything that staff and seats together were told. Cards that nobody saw stay unseen.

    A hand that is not over is shown as everyone sees it: nobody looks into cards that are still being played.
    """
    if hand.ended is None:
        return seen_by(hand, CENTRE)
    all_of_them = (STAFF, *VIEWERS)
    return msgspec.structs.replace(hand, before=_seen(hand.before, all_of_them), steps=_seen(hand.steps, all_of_them))


def _seen(steps: tuple[Step, ...], viewers: tuple[Viewer, ...]) -> tuple[Step, ...]:
    """The steps that at least one of the viewers was told, as the first of them was told it."""
    told: list[Step] = []
    for step in steps:
        shown = next((event for viewer in viewers if (event := redact(step.event, viewer)) is not None), None)
        if shown is not None:
            told.append(msgspec.structs.replace(step, event=shown))
    return tuple(told)
