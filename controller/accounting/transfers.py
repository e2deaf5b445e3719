"""How each event moves money: one table from event types to transfer codes.

Every event type stands either in `MOVES` or in `NO_MONEY`; a test compares both with the union of all events.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, TypeVar, cast, get_args

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.accounts import PoolId, TransferCode
from cashier.ledger import PendingKey, Transfer, TransferId, transfer
from cashier.money import Money
from cashier.records import Event, PayoutId
from controller.vocab import hand_records as hand
from controller.vocab import jackpot_records as jackpots
from controller.vocab import seat_records as seats
from controller.vocab import table_records as table
from controller.vocab.records import EntropyEvent, FaultEvent, PlayerEvent, ScreenEvent, StaffEvent


class Move(msgspec.Struct, frozen=True):
    """One movement that an event stands for: why, how much in minor units, whose, and what waits for a device."""

    code: TransferCode
    amount: int
    seat: int = 0
    pending: PendingKey = PendingKey("")
    pool: PoolId | None = None


_E = TypeVar("_E", bound=Event)
_Moves = tuple[Move, ...]
_Mover = Callable[[Event], _Moves]


def transfers(event: Event, machine: str, number: int) -> tuple[Transfer, ...]:
    """Return the transfers that event `number` of the machine's journal stands for, in order; often none.

    `machine` is the machine's id. The ids follow from both, so the same event of the same journal always
    has the same ids and can enter the books once only (reliability LED-6).
    """
    mover = MOVES.get(type(event))
    moves = [move for move in mover(event) if move.amount] if mover else []
    return tuple(
        transfer(transfer_id(machine, number, index), move.code, Money(move.amount), move.seat, move.pending, move.pool)
        for index, move in enumerate(moves)
    )


def transfer_id(machine: str, number: int, index: int) -> TransferId:
    """Return the id of transfer `index` of event `number`: BLAKE2b-128 over machine, number and index."""
    digest = blake2b(digest_size=16, person=b"jakaja transfer")
    digest.update(number.to_bytes(8, "big") + index.to_bytes(2, "big") + machine.encode())
    return TransferId(digest.digest())


def _note_credited(event: cash.NoteCredited) -> _Moves:
    return (Move(TransferCode.NOTE_IN, event.amount),)


def _chips_reserved(event: table.ChipsReserved) -> _Moves:
    return (Move(TransferCode.CHIPS_RESERVED, event.amount, event.seat),)


def _bought_in(event: table.BoughtIn) -> _Moves:
    code = TransferCode.RESERVED_BOUGHT_IN if event.reserved else TransferCode.BOUGHT_IN
    return (Move(code, event.amount, event.seat),)


def _posted(event: hand.Posted) -> _Moves:
    return (Move(TransferCode.FORCED_BET, event.amount, event.seat),)


def _acted(event: hand.Acted) -> _Moves:
    return (Move(TransferCode.BET, event.added, event.seat),)


def _uncalled_returned(event: hand.UncalledReturned) -> _Moves:
    return (Move(TransferCode.UNCALLED, event.amount, event.seat),)


def _stake_returned(event: hand.StakeReturned) -> _Moves:
    return (Move(TransferCode.STAKE_RETURNED, event.amount, event.seat),)


def _rake_taken(event: hand.RakeTaken) -> _Moves:
    return (Move(TransferCode.RAKE, event.amount),)


def _drop_taken(event: hand.DropTaken) -> _Moves:
    return (Move(TransferCode.JACKPOT_DROP, event.amount, pool=event.pool),)


def _time_charged(event: table.TimeCharged) -> _Moves:
    return (Move(TransferCode.TIME_CHARGE, event.amount, event.seat),)


def _hour_paid(event: jackpots.HourPaid) -> _Moves:
    return (Move(TransferCode.JACKPOT_CHARGE, event.amount, event.seat, pool=event.pool),)


def _day_posted(event: jackpots.DayPosted) -> _Moves:
    return tuple(Move(TransferCode.JACKPOT_POSTED, row.amount, pool=row.pool) for row in event.posted)


def _pool_seeded(event: jackpots.PoolSeeded) -> _Moves:
    return (Move(TransferCode.JACKPOT_SEED, event.amount, pool=event.pool),)


def _share_paid(event: jackpots.SharePaid) -> _Moves:
    return (Move(TransferCode.JACKPOT_PAID, event.amount, pool=event.pool),)


def _month_hand_paid(event: jackpots.MonthHandPaid) -> _Moves:
    return (Move(TransferCode.JACKPOT_HAND_PAID, event.amount, pool="month-hand"),)


def _pot_awarded(event: hand.PotAwarded) -> _Moves:
    return (Move(TransferCode.AWARD, event.amount, event.seat),)


def _rows_compared(event: hand.RowsCompared) -> _Moves:
    """What one seat pays another goes through the middle, as everything does."""
    return (Move(TransferCode.BET, event.amount, event.loser), Move(TransferCode.AWARD, event.amount, event.seat))


def _seat_left(event: table.SeatLeft) -> _Moves:
    return (Move(TransferCode.SEAT_LEFT, event.amount, event.seat),)


def _seat_moved(event: seats.SeatMoved) -> _Moves:
    """A stack that changes its seat passes over the middle of the table, which is empty between hands."""
    return (
        Move(TransferCode.SEAT_MOVED_OUT, event.stack, event.seat),
        Move(TransferCode.SEAT_MOVED_IN, event.stack, event.to),
    )


def _played_over(event: seats.SeatPlayedOver) -> _Moves:
    return (Move(TransferCode.STACK_SET_ASIDE, event.stack, event.seat),)


def _taken_back(event: seats.SeatTakenBack) -> _Moves:
    return (Move(TransferCode.STACK_BROUGHT_BACK, event.stack, event.seat),)


def _claim_collected(event: cash.ClaimCollected) -> _Moves:
    return (Move(TransferCode.CLAIM_COLLECTED, event.amount),)


def _voucher_reserved(event: cash.VoucherReserved) -> _Moves:
    """A replacement takes over the money of the ticket it replaces, which waits in suspense already (`booking`)."""
    return (
        () if event.replaces else (Move(TransferCode.TICKET_RESERVED, event.amount, pending=PendingKey(event.number)),)
    )


def _voucher_issued(event: cash.VoucherIssued) -> _Moves:
    return (Move(TransferCode.TICKET_OUT, event.amount, pending=PendingKey(event.number)),)


def _voucher_voided(event: cash.VoucherVoided) -> _Moves:
    """Only a ticket that was never sent goes back to the balance."""
    if event.balance is None:
        return ()
    return (Move(TransferCode.TICKET_CANCELLED, event.amount, pending=PendingKey(event.number)),)


def _voucher_presented(event: redeem.VoucherPresented) -> _Moves:
    return (Move(TransferCode.TICKET_PRESENTED, event.amount, pending=PendingKey(event.number)),)


def _voucher_redeemed(event: redeem.VoucherRedeemed) -> _Moves:
    return (Move(TransferCode.TICKET_IN, event.amount, pending=PendingKey(event.number)),)


def _voucher_released(event: redeem.VoucherReleased) -> _Moves:
    return (Move(TransferCode.TICKET_RELEASED, event.amount, pending=PendingKey(event.number)),)


def _voucher_expired(event: redeem.VoucherExpired) -> _Moves:
    return (Move(TransferCode.TICKET_EXPIRED, event.amount),)


def _voucher_hand_paid(event: redeem.VoucherHandPaid) -> _Moves:
    return (Move(TransferCode.TICKET_HAND_PAID, event.amount),)


def payout_key(number: PayoutId) -> PendingKey:
    """What the money of a pay-out by hopper or hand waits under; no ticket's number looks so."""
    return PendingKey(f"pay-out {number}")


def _coins_reserved(event: payout.CoinsReserved) -> _Moves:
    return (Move(TransferCode.COINS_RESERVED, event.amount, pending=payout_key(event.payout)),)


def _coins_dispensed(event: payout.CoinsDispensed) -> _Moves:
    """Paid coins are posted and the rest is voided together; what fell beyond them is short in the hopper."""
    key = payout_key(event.payout)
    return (
        Move(TransferCode.COINS_OUT, event.amount, pending=key),
        Move(TransferCode.COINS_CANCELLED, event.left, pending=key),
        Move(TransferCode.HOPPER_OVER, event.found),
        Move(TransferCode.COINS_EXTRA, event.extra),
    )


def _notes_reserved(event: notes.NotesReserved) -> _Moves:
    return (Move(TransferCode.NOTES_RESERVED, event.amount, pending=payout_key(event.payout)),)


def _notes_dispensed(event: notes.NotesDispensed) -> _Moves:
    """What went out is posted and the rest is voided together."""
    key = payout_key(event.payout)
    return (
        Move(TransferCode.NOTES_OUT, event.amount, pending=key),
        Move(TransferCode.NOTES_CANCELLED, event.left, pending=key),
    )


def _store_counted(event: notes.StoreCounted) -> _Moves:
    """What the store has more came out of the drop box, what it has less went there."""
    return (
        Move(TransferCode.NOTES_STORED, max(event.shifted, 0)),
        Move(TransferCode.NOTES_BOXED, max(-event.shifted, 0)),
        Move(TransferCode.NOTES_FOUND, event.found),
    )


def _hand_pay_locked(event: payout.HandPayLocked) -> _Moves:
    """Like a replacement ticket it takes over the money of the ticket that it replaces (`booking`)."""
    key = payout_key(event.payout)
    return () if event.replaces else (Move(TransferCode.HAND_PAY_LOCKED, event.amount, pending=key),)


def _hand_paid(event: payout.HandPaid) -> _Moves:
    return (Move(TransferCode.HAND_PAID, event.amount, pending=payout_key(event.payout)),)


def _hand_pay_cancelled(event: payout.HandPayCancelled) -> _Moves:
    return (Move(TransferCode.HAND_PAY_CANCELLED, event.amount, pending=payout_key(event.payout)),)


def _claim_hand_paid(event: payout.ClaimHandPaid) -> _Moves:
    return (Move(TransferCode.CLAIM_HAND_PAID, event.amount),)


def _hopper_filled(event: payout.HopperFilled) -> _Moves:
    return (Move(TransferCode.HOPPER_FILLED, event.amount),)


def _hopper_counted(event: payout.HopperCounted) -> _Moves:
    """What is over or short is booked as such; coins that were taken out go to the house."""
    found = _found(event, TransferCode.HOPPER_OVER, TransferCode.HOPPER_SHORT)
    return found, Move(TransferCode.HOPPER_EMPTIED, event.counted if event.emptied else 0)


def card_key(number: card.CardPaymentId) -> PendingKey:
    """What the money of a payment by card waits under."""
    return PendingKey(f"card {number}")


def _card_reserved(event: card.CardReserved) -> _Moves:
    """A purchase waits as what the bank would owe, a refund as what has left the balance."""
    code = TransferCode.CARD_ASKED if event.kind == "purchase" else TransferCode.CARD_REFUND_ASKED
    return (Move(code, event.amount, pending=card_key(event.payment)),)


def _card_purchased(event: card.CardPurchased) -> _Moves:
    return (Move(TransferCode.CARD_IN, event.amount, pending=card_key(event.payment)),)


def _card_refund_paid(event: card.CardRefundPaid) -> _Moves:
    return (Move(TransferCode.CARD_OUT, event.amount, pending=card_key(event.payment)),)


def _card_dropped(event: card.CardDropped) -> _Moves:
    code = TransferCode.CARD_DECLINED if event.kind == "purchase" else TransferCode.CARD_REFUND_CANCELLED
    return (Move(code, event.amount, pending=card_key(event.payment)),)


def _cards_settled(event: card.CardsSettled) -> _Moves:
    """Only what terminal and books agree on; what differs is booked when somebody has explained it."""
    return (Move(TransferCode.CARD_SETTLED, event.settled),)


def _card_difference(event: card.CardDifferenceResolved) -> _Moves:
    return Move(TransferCode.CARD_OVER, event.over), Move(TransferCode.CARD_SHORT, event.short)


def _drop_counted(event: cash.DropCounted) -> _Moves:
    """What is over or short is booked as such, then the counted content leaves the box for the house (LED-8)."""
    found = _found(event, TransferCode.DROP_OVER, TransferCode.DROP_SHORT)
    return found, Move(TransferCode.DROP_COLLECTED, event.counted)


def _found(event: cash.DropCounted | payout.HopperCounted, over: TransferCode, short: TransferCode) -> Move:
    """By how much a count differs from the books, and to which side."""
    return Move(over if event.counted > event.expected else short, abs(event.counted - event.expected))


def _row(kind: type[_E], mover: Callable[[_E], _Moves]) -> tuple[type[Event], _Mover]:
    """Pair an event type with its own mover: the type checker sees that the two belong together."""
    return kind, cast(_Mover, mover)


MOVES: Final[dict[type[Event], _Mover]] = dict(
    (
        _row(cash.NoteCredited, _note_credited),
        _row(table.ChipsReserved, _chips_reserved),
        _row(table.BoughtIn, _bought_in),
        _row(hand.Posted, _posted),
        _row(hand.Acted, _acted),
        _row(hand.UncalledReturned, _uncalled_returned),
        _row(hand.StakeReturned, _stake_returned),
        _row(hand.RakeTaken, _rake_taken),
        _row(hand.DropTaken, _drop_taken),
        _row(hand.PotAwarded, _pot_awarded),
        _row(table.TimeCharged, _time_charged),
        _row(jackpots.HourPaid, _hour_paid),
        _row(jackpots.DayPosted, _day_posted),
        _row(jackpots.PoolSeeded, _pool_seeded),
        _row(jackpots.SharePaid, _share_paid),
        _row(jackpots.MonthHandPaid, _month_hand_paid),
        _row(hand.RowsCompared, _rows_compared),
        _row(table.SeatLeft, _seat_left),
        _row(seats.SeatMoved, _seat_moved),
        _row(seats.SeatPlayedOver, _played_over),
        _row(seats.SeatTakenBack, _taken_back),
        _row(cash.ClaimCollected, _claim_collected),
        _row(cash.VoucherReserved, _voucher_reserved),
        _row(cash.VoucherIssued, _voucher_issued),
        _row(cash.VoucherVoided, _voucher_voided),
        _row(cash.DropCounted, _drop_counted),
        _row(redeem.VoucherPresented, _voucher_presented),
        _row(redeem.VoucherRedeemed, _voucher_redeemed),
        _row(redeem.VoucherReleased, _voucher_released),
        _row(redeem.VoucherExpired, _voucher_expired),
        _row(redeem.VoucherHandPaid, _voucher_hand_paid),
        _row(payout.CoinsReserved, _coins_reserved),
        _row(payout.CoinsDispensed, _coins_dispensed),
        _row(notes.NotesReserved, _notes_reserved),
        _row(notes.NotesDispensed, _notes_dispensed),
        _row(notes.StoreCounted, _store_counted),
        _row(payout.HandPayLocked, _hand_pay_locked),
        _row(payout.HandPaid, _hand_paid),
        _row(payout.HandPayCancelled, _hand_pay_cancelled),
        _row(payout.ClaimHandPaid, _claim_hand_paid),
        _row(payout.HopperFilled, _hopper_filled),
        _row(payout.HopperCounted, _hopper_counted),
        _row(card.CardReserved, _card_reserved),
        _row(card.CardPurchased, _card_purchased),
        _row(card.CardRefundPaid, _card_refund_paid),
        _row(card.CardDropped, _card_dropped),
        _row(card.CardsSettled, _cards_settled),
        _row(card.CardDifferenceResolved, _card_difference),
    )
)
"""How the events that move money move it."""

NO_MONEY: Final[frozenset[type[Event]]] = frozenset(
    {
        # a note in escrow is the player's still; one that is lost from it shows when the drop is counted
        cash.NoteHeld,
        cash.NoteGivenBack,
        cash.NoteUnaccounted,
        cash.ValidatorCounted,
        cash.DeviceConditionChanged,
        # a ticket's money waits in suspense from its reservation to its proof
        cash.VoucherSent,
        cash.VoucherUnknown,
        redeem.NumberRefused,
        redeem.NumbersAllowed,
        # coins wait in suspense from their reservation to the hopper's word
        payout.CoinsSent,
        payout.CoinsNotTaken,
        payout.CoinsUnknown,
        notes.NotesSent,
        notes.NotesUnknown,
        # a payment by card waits from its reservation to the terminal's word, the day's sums to their settlement
        card.CardSent,
        card.CardMoved,
        card.CardCancelling,
        card.CardUnknown,
        card.CardUndoing,
        card.BatchReserved,
        card.BatchSent,
        card.BatchDropped,
        # the stack became a claim with SeatLeft
        cash.ClaimOpened,
        cash.ClaimCodeGiven,
        hand.DeckFixed,
        hand.HandStarted,
        hand.DeckRecycled,
        hand.HoleCardsDealt,
        hand.UpCardsDealt,
        hand.CardsDiscarded,
        hand.HoleCardsCounted,
        hand.StreetBegan,
        hand.BoardDealt,
        hand.RunsAgreed,
        hand.DecisionOffered,
        hand.StreetClosed,
        hand.HandTurnedUp,
        hand.HandShown,
        hand.HandMucked,
        hand.CardsShown,
        hand.RowsArranged,
        hand.RowShown,
        hand.RowsJudged,
        hand.HandVoided,
        hand.HandEnded,
        table.ProfileAdopted,
        table.SatOut,
        table.SatIn,
        table.LeaveAsked,
        table.ButtonDrawn,
        table.ButtonMoved,
        table.ButtonTakenBack,
        table.BlindMissed,
        table.HandDue,
        table.ShuffleOpened,
        table.SeedDrawn,
        table.SeedForAuditor,
        table.CardsCommitted,
        table.ClockStarted,
        table.HandNamed,
        table.RestBegan,
        table.TablePaused,
        table.TableResumed,
        table.RecallOpened,
        table.GameTurned,
        table.ButtonWon,
        table.SatOutInTurn,
        table.QuestionAsked,
        table.QuestionAnswered,
        table.QuestionClosed,
        table.BombPotProposed,
        table.BankSpent,
        seats.EntryOffered,
        seats.EntryChosen,
        seats.EntryTakenBack,
        seats.ListJoined,
        seats.ListLeft,
        seats.SeatHeld,
        seats.SeatChangeAsked,
        seats.AttendantCalled,
        seats.CallEnded,
        seats.PlayingOverAllowed,
        seats.SeatAskedBack,
        seats.SeatLocked,
        seats.SeatUnlocked,
        seats.BreakBegan,
        seats.VacateAsked,
        seats.ScreenLost,
        seats.ScreenBack,
        seats.ClosingAnnounced,
        seats.TableClosed,
        seats.TableOpened,
        table.HourProposed,
        table.TimeChargeNear,
        jackpots.BadBeatHit,
        jackpots.BadBeatConfirmed,
        jackpots.BadBeatRefused,
        jackpots.BadBeatGranted,
        jackpots.MonthHandMade,
        jackpots.MonthHandWon,
        jackpots.JackpotTermsWait,
        jackpots.JackpotTermsChanged,
        *get_args(EntropyEvent),
        *get_args(FaultEvent),
        # who works here
        *get_args(StaffEvent),
        # whose screen this is
        *get_args(ScreenEvent),
        # what the table already booked, counted for a player's limits, and what staff set
        *get_args(PlayerEvent),
    }
)
"""Events that move no money, named so that a new event cannot be forgotten."""
