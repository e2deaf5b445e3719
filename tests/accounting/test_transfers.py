"""Each event moves its money on one route, once; the rest moves none."""

from hashlib import blake2b
from typing import get_args

import pytest

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.invariant import InvariantBreach
from cashier.ledger import Ledger
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId, RequestId, VoucherNumber
from controller.accounting import book, transfers
from controller.accounting.transfers import MOVES, NO_MONEY, payout_key, transfer_id
from controller.vocab import hand_records as hand
from controller.vocab import jackpot_records as jackpots
from controller.vocab import seat_records as seats
from controller.vocab import table_records as table
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.records import EVENT_TYPES, AnyEvent

TABLE = "T1"
ASKED = RequestId("a" * 32)
NUMBER, TORN = VoucherNumber("1" * 18), VoucherNumber("2" * 18)
DEVICE = DeviceId("validator")
PAYOUT = PayoutId(7)

CARD = card.CardPaymentId(1)


def card_reserved(kind: card.CardKind) -> card.CardReserved:
    return card.CardReserved(ASKED, CARD, kind, DEVICE, Money(70), Money(0), 978, 1, 1)


ROWS = [
    (cash.NoteCredited(DEVICE, 2, Money(70), Money(70)), "note-in: drop-box > balance 70"),
    (table.ChipsReserved(ASKED, 4, "Eve", Money(70), Money(0)), "chips-reserved: balance > reserved/4 70"),
    (table.BoughtIn(ASKED, 4, "Eve", Money(70), 70, Money(0)), "bought-in: balance > stack/4 70"),
    (
        table.BoughtIn(ASKED, 4, "Eve", Money(70), 70, Money(0), reserved=True),
        "reserved-bought-in: reserved/4 > stack/4 70",
    ),
    (hand.Posted(4, "ante", 70, 0, 0), "forced-bet: stack/4 > pot 70"),
    (hand.Acted(4, DecisionId(1), "call", 90, 70, 0), "bet: stack/4 > pot 70"),
    (hand.UncalledReturned(4, 70, 70), "uncalled: pot > stack/4 70"),
    (hand.StakeReturned(4, 70, 70), "stake-returned: pot > stack/4 70"),
    (hand.RakeTaken(70), "rake: pot > rake 70"),
    (hand.DropTaken("bad-beat", 70), "jackpot-drop: pot > jackpot-today/bad-beat 70"),
    (hand.PotAwarded(0, 4, 70, 70, "folds"), "award: pot > stack/4 70"),
    (table.TimeCharged(4, 70, 0, 9), "time-charge: stack/4 > time-charge 70"),
    (jackpots.HourPaid("bad-beat", 4, 70, 0, 9), "jackpot-charge: stack/4 > jackpot-today/bad-beat 70"),
    (
        jackpots.DayPosted(9, (jackpots.Posting("month-hand", Money(70), Money(70)),)),
        "jackpot-posted: jackpot-today/month-hand > jackpot/month-hand 70",
    ),
    (jackpots.PoolSeeded("stud", Money(70), Money(70)), "jackpot-seed: house > jackpot/stud 70"),
    (
        jackpots.SharePaid("bad-beat", HandId(9), 4, "Eve", Money(70)),
        "jackpot-paid: jackpot/bad-beat > claim 70",
    ),
    (
        jackpots.MonthHandPaid(202611, "omaha", Money(70), "eve"),
        "jackpot-hand-paid: jackpot/month-hand > house 70",
    ),
    (table.SeatLeft(4, 70), "seat-left: stack/4 > claim 70"),
    (seats.SeatMoved(4, 7, 70, charged=False), "seat-moved-out: stack/4 > pot 70, seat-moved-in: pot > stack/7 70"),
    (seats.SeatPlayedOver(4, "Eve", 70), "stack-set-aside: stack/4 > aside/4 70"),
    (seats.SeatTakenBack(4, "Eve", 70, 9), "stack-brought-back: aside/4 > stack/4 70"),
    (cash.ClaimCollected(ASKED, ClaimId(1), Money(70), Money(70)), "claim-collected: claim > balance 70"),
    (cash.VoucherReserved(ASKED, NUMBER, Money(70), Money(0), 1, 2), "ticket-reserved: balance > suspense 70"),
    (cash.VoucherIssued(NUMBER, Money(70)), "ticket-out: suspense > voucher 70"),
    (cash.VoucherVoided(NUMBER, Money(70), "eve", Money(70)), "ticket-cancelled: suspense > balance 70"),
    (redeem.VoucherPresented(ASKED, NUMBER, Money(70)), "ticket-presented: voucher > suspense 70"),
    (redeem.VoucherRedeemed(NUMBER, Money(70), Money(70), 9), "ticket-in: suspense > balance 70"),
    (redeem.VoucherReleased(NUMBER, Money(70)), "ticket-released: suspense > voucher 70"),
    (redeem.VoucherExpired(NUMBER, Money(70)), "ticket-expired: voucher > house 70"),
    (redeem.VoucherHandPaid(NUMBER, Money(70), "eve", "why", 9), "ticket-hand-paid: voucher > house 70"),
    (
        payout.CoinsReserved(ASKED, PAYOUT, DEVICE, Money(10), 7, Money(70), Money(0), NUMBER, 1),
        "coins-reserved: balance > suspense 70",
    ),
    (
        payout.CoinsDispensed(PAYOUT, DEVICE, 7, Money(70), Money(5), Money(5), Money(20), Money(10)),
        "coins-out: suspense > hopper 70, coins-cancelled: suspense > balance 5, "
        "hopper-over: hopper > over-short 10, coins-extra: over-short > hopper 20",
    ),
    (
        notes.NotesReserved(ASKED, PAYOUT, DEVICE, Money(60), Money(70), Money(0), NUMBER, 1),
        "notes-reserved: balance > suspense 70",
    ),
    (
        notes.NotesDispensed(PAYOUT, DEVICE, (notes.NotePile(Money(60), 1),), Money(60), Money(10), Money(10)),
        "notes-out: suspense > note-store 60, notes-cancelled: suspense > balance 10",
    ),
    (
        notes.StoreCounted(DEVICE, (), Money(60), Money(10)),
        "notes-stored: note-store > drop-box 60, notes-found: note-store > over-short 10",
    ),
    (notes.StoreCounted(DEVICE, (), Money(-70), Money(0)), "notes-boxed: drop-box > note-store 70"),
    (
        payout.HandPayLocked(ASKED, PAYOUT, Money(70), Money(0), "limit", 1),
        "hand-pay-locked: balance > suspense 70",
    ),
    (payout.HandPaid(PAYOUT, Money(70), "eve", "why"), "hand-paid: suspense > house 70"),
    (
        payout.HandPayCancelled(PAYOUT, Money(70), Money(70), "eve", "why"),
        "hand-pay-cancelled: suspense > balance 70",
    ),
    (payout.ClaimHandPaid(ClaimId(1), Money(70), "eve", "why"), "claim-hand-paid: claim > house 70"),
    (payout.HopperFilled("eve", 7, Money(70)), "hopper-filled: hopper > house 70"),
    (
        payout.HopperCounted("eve", Money(60), Money(70), emptied=True),
        "hopper-short: over-short > hopper 10, hopper-emptied: house > hopper 60",
    ),
    (card_reserved("purchase"), "card-asked: card-clearing > suspense 70"),
    (card_reserved("refund"), "card-refund-asked: balance > suspense 70"),
    (card.CardPurchased(CARD, Money(70), Money(70)), "card-in: suspense > balance 70"),
    (card.CardRefundPaid(CARD, Money(70)), "card-out: suspense > card-clearing 70"),
    (
        card.CardDropped(CARD, "purchase", Money(70), Money(0), "declined"),
        "card-declined: suspense > card-clearing 70",
    ),
    (
        card.CardDropped(CARD, "refund", Money(70), Money(70), "declined"),
        "card-refund-cancelled: suspense > balance 70",
    ),
    (
        card.CardsSettled(
            card.SettlementId(1),
            "eve",
            card.BatchTotals(2, Money(75)),
            card.BatchTotals(2, Money(70)),
            Money(70),
            Money(-5),
        ),
        "card-settled: house > card-clearing 70",
    ),
    (
        card.CardDifferenceResolved("eve", "why", over=Money(10), short=Money(5)),
        "card-over: house > over-short 10, card-short: over-short > card-clearing 5",
    ),
]

NOTHING_MOVES = [
    hand.Acted(4, DecisionId(1), "fold", 0, 0, 70),
    hand.RakeTaken(0),
    table.SeatLeft(4, 0),
    cash.NoteHeld(DEVICE, 1, Money(70), accept=True),
    cash.NoteUnaccounted(DEVICE, Money(70)),
    cash.VoucherUnknown(NUMBER, "jam"),
    cash.VoucherVoided(NUMBER, Money(70), "eve"),
    cash.VoucherReserved(ASKED, NUMBER, Money(70), Money(0), 1, 2, replaces=TORN),
    cash.ClaimOpened(ClaimId(1), 4, Money(70)),
    payout.HandPayLocked(ASKED, PAYOUT, Money(70), Money(0), "in-doubt", 1, replaces=TORN),
    payout.HopperCounted("eve", Money(70), Money(70)),
]


def route(event: AnyEvent) -> list[str]:
    """The transfers of an event, in words."""
    return [f"{m.code}: {m.debit.key} > {m.credit.key} {m.amount}" for m in transfers(event, TABLE, 1)]


def enter(ledger: Ledger, event: AnyEvent, number: int) -> None:
    book(ledger, event, transfers(event, TABLE, number))


@pytest.mark.parametrize(("event", "moved"), ROWS, ids=[moved.split(":")[0] for _, moved in ROWS])
def test_an_event_moves_its_money(event: AnyEvent, moved: str) -> None:
    assert ", ".join(route(event)) == moved


@pytest.mark.parametrize("event", NOTHING_MOVES, ids=lambda event: type(event).__name__)
def test_an_event_moves_no_money(event: AnyEvent) -> None:
    assert route(event) == []


@pytest.mark.parametrize(
    ("counted", "moved"),
    [
        (70, ["drop-collected: house > drop-box 70"]),
        (80, ["drop-over: drop-box > over-short 10", "drop-collected: house > drop-box 80"]),
        (60, ["drop-short: over-short > drop-box 10", "drop-collected: house > drop-box 60"]),
        (0, ["drop-short: over-short > drop-box 70"]),
        (71, ["drop-over: drop-box > over-short 1", "drop-collected: house > drop-box 71"]),
        (69, ["drop-short: over-short > drop-box 1", "drop-collected: house > drop-box 69"]),
    ],
)
def test_led_8_a_count_books_its_variance_and_empties_the_box(counted: int, moved: list[str]) -> None:
    event = cash.DropCounted("eve", counted=Money(counted), expected=Money(70))
    assert route(event) == moved
    ledger = Ledger()
    enter(ledger, cash.NoteCredited(DEVICE, 2, Money(70), Money(70)), 1)
    enter(ledger, event, 2)
    assert ledger.balance(Account(AccountKind.DROP_BOX)) == 0
    assert ledger.balance(Account(AccountKind.OVER_SHORT)) == counted - 70
    assert ledger.balance(Account(AccountKind.HOUSE)) == -counted
    assert ledger.balance(Account(AccountKind.BALANCE)) == 70


@pytest.mark.parametrize("expected", [69, 71])
def test_led_8_a_count_that_misquotes_the_books_is_a_breach(expected: int) -> None:
    ledger = Ledger()
    enter(ledger, cash.NoteCredited(DEVICE, 2, Money(70), Money(70)), 1)
    with pytest.raises(InvariantBreach, match=r"drop-box-emptied|account-not-below-zero"):
        enter(ledger, cash.DropCounted("eve", counted=Money(70), expected=Money(expected)), 2)


def test_a_hopper_that_holds_more_than_the_books_say_is_over() -> None:
    assert route(payout.HopperCounted("eve", Money(80), Money(70))) == ["hopper-over: hopper > over-short 10"]


def test_a_hand_pay_takes_over_the_money_of_the_ticket_that_was_torn_up() -> None:
    ledger = Ledger()
    enter(ledger, cash.NoteCredited(DEVICE, 2, Money(70), Money(70)), 1)
    enter(ledger, cash.VoucherReserved(ASKED, TORN, Money(70), Money(0), 1, 2), 2)
    enter(ledger, payout.HandPayLocked(ASKED, PAYOUT, Money(70), Money(0), "in-doubt", 1, replaces=TORN), 3)
    assert ledger.pending == {payout_key(PAYOUT): 70}
    enter(ledger, payout.HandPaid(PAYOUT, Money(70), "eve", "why"), 4)
    assert ledger.balance(Account(AccountKind.HOUSE)) == 70


def test_what_one_seat_pays_another_goes_through_the_middle() -> None:
    event = hand.RowsCompared(3, 1, (1, 1, 1), points=6, amount=60, stack=160, loser_stack=40)
    assert route(event) == ["bet: stack/1 > pot 60", "award: pot > stack/3 60"]


def test_no_event_is_forgotten() -> None:
    assert set(MOVES) | NO_MONEY == set(EVENT_TYPES) == set(get_args(AnyEvent))
    assert not set(MOVES) & NO_MONEY


def test_every_row_and_every_code_is_tried_here() -> None:
    assert {type(event) for event, _ in ROWS} | {cash.DropCounted, hand.RowsCompared} == set(MOVES)
    counts = {TransferCode.DROP_OVER, TransferCode.DROP_SHORT, TransferCode.DROP_COLLECTED}
    assert {part.split(":")[0] for _, moved in ROWS for part in moved.split(", ")} | counts == set(TransferCode)


def test_an_id_follows_from_machine_event_and_nothing_else() -> None:
    def ids(machine: str, number: int, amount: int = 70) -> set[bytes]:
        return {moved.id for moved in transfers(hand.RakeTaken(amount), machine, number)}

    assert ids("T1", 7) == ids("T1", 7, amount=80)
    assert len(ids("T1", 7) | ids("T1", 8) | ids("T2", 7) | ids("T1", 7 << 8)) == 4
    assert all(len(identity) == 16 for identity in ids("T1", 7))


def test_led_6_ids_are_what_they_were_when_the_first_journals_were_written() -> None:
    """BLAKE2b-128, personalised, over 8 bytes of event number, 2 of index, and the machine's id."""
    plain = (7).to_bytes(8, "big") + (1).to_bytes(2, "big") + b"ab" * 16
    assert transfer_id("ab" * 16, 7, 1) == blake2b(plain, digest_size=16, person=b"jakaja transfer").digest()
    assert transfer_id("ab" * 16, 7, 1).hex() == "01af63f3d89fbc2907b7fbaebbeb97e7"


def test_from_the_note_to_the_ticket_the_books_balance_after_every_event() -> None:
    ledger = Ledger()
    session: list[AnyEvent] = [
        cash.NoteCredited(DEVICE, 2, Money(10_000), Money(10_000)),
        table.BoughtIn(ASKED, 1, "Ada", Money(4000), 4000, Money(6000)),
        table.BoughtIn(ASKED, 2, "Bea", Money(4000), 4000, Money(2000)),
        hand.Posted(1, "small-blind", 50, 50, 3950),
        hand.Posted(2, "big-blind", 100, 100, 3900),
        hand.Acted(1, DecisionId(1), "raise", 1000, 950, 3000),
        hand.Acted(2, DecisionId(2), "raise", 4000, 3900, 0),
        hand.Acted(1, DecisionId(3), "fold", 1000, 0, 3000),
        hand.UncalledReturned(2, 3000, 3000),
        hand.RakeTaken(100),
        hand.PotAwarded(0, 2, 1900, 4900, "folds"),
        table.SeatLeft(2, 4900),
        cash.ClaimCollected(ASKED, ClaimId(1), Money(4900), Money(6900)),
        cash.VoucherReserved(ASKED, TORN, Money(6900), Money(0), 1, 2),
        cash.VoucherVoided(TORN, Money(6900), "eve"),
        cash.VoucherReserved(ASKED, NUMBER, Money(6900), Money(0), 1, 2, replaces=TORN),
        cash.VoucherIssued(NUMBER, Money(6900)),
    ]
    for number, event in enumerate(session):
        enter(ledger, event, number)
    held = {kind: ledger.total(kind) for kind in AccountKind if ledger.total(kind)}
    assert held == {
        AccountKind.DROP_BOX: 10_000,
        AccountKind.STACK: 3000,
        AccountKind.VOUCHER: 6900,
        AccountKind.RAKE: 100,
    }
    assert ledger.balance(Account(AccountKind.STACK, 1)) == 3000
