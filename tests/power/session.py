"""A scripted evening at the table, in plausible records: notes, buy-ins, hands, claims and tickets.

It stands in for the machine, which can be put in its place: any `Session` will do.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from cashier.money import Money
from cashier.records import (
    CashOut,
    DeviceId,
    NoteCredited,
    NoteEscrowed,
    NoteHeld,
    NoteStacked,
    RequestId,
    TicketPrinted,
    TicketSending,
    VoucherIssued,
    VoucherNumber,
    VoucherReserved,
    VoucherSent,
)
from controller.journal.journal import Journal
from controller.journal.rows import BalanceRow, TransferRow
from controller.vocab.hand_records import (
    Act,
    Acted,
    BoardDealt,
    DeckFixed,
    Entrant,
    HandEnded,
    HoleCardsCounted,
    HoleCardsDealt,
    PotAwarded,
    RakeTaken,
)
from controller.vocab.ids import DecisionId, HandId, Now
from controller.vocab.records import AnyCommand, AnyEvent
from controller.vocab.table_records import BoughtIn, BuyIn, Deal, OpenShuffle, SeedDrawn, ShuffleOpened

VALIDATOR: Final = DeviceId("validator")
Leg = tuple[str, str, str, int]
"""A transfer to come: code, debit, credit, amount."""


class Scribe:
    """Appends to a journal as the host does: numbers the transfers, keeps the balances, lets the clocks run."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        recovered = journal.recover()
        self._balances = {row.account: row for row in recovered.balances}
        self._transfers = sum(len(record.transfers) for record in journal.iter_records())

    def commit(self, command: AnyCommand, events: Sequence[AnyEvent], legs: Sequence[Leg] = ()) -> int:
        """Append one record and return its number."""
        transfers, changed = [], {}
        for code, debit, credit, amount in legs:
            self._transfers += 1
            transfers.append(TransferRow(self._transfers.to_bytes(16, "big"), code, debit, credit, amount))
            for account, taken, given in ((debit, amount, 0), (credit, 0, amount)):
                old = self._balances.get(account, BalanceRow(account, 0, 0))
                changed[account] = BalanceRow(account, old.debits + taken, old.credits + given)
                self._balances[account] = changed[account]
        now = Now(table=1000 * self.journal.record, wall=1_700_000_000_000 + 1000 * self.journal.record)
        return self.journal.append(now, command, events, transfers, list(changed.values()))


def note(scribe: Scribe, counter: int, amount: int) -> Iterator[int]:
    """A note goes in: held, then stacked and credited."""
    money = Money(amount)
    yield scribe.commit(
        NoteEscrowed(device=VALIDATOR, counter=counter, amount=money),
        [NoteHeld(device=VALIDATOR, counter=counter, amount=money, accept=True)],
    )
    yield scribe.commit(
        NoteStacked(device=VALIDATOR, counter=counter + 1, amount=money),
        [NoteCredited(device=VALIDATOR, counter=counter + 1, amount=money, balance=money)],
        [("note-in", "drop-box", "kiosk", amount)],
    )


def buy_in(scribe: Scribe, seat: int, amount: int) -> Iterator[int]:
    """The kiosk's balance becomes a stack."""
    request, money = RequestId(f"{seat:032x}"), Money(amount)
    yield scribe.commit(
        BuyIn(request=request, seat=seat, amount=money, name=f"Player {seat}"),
        [BoughtIn(request=request, seat=seat, name=f"Player {seat}", amount=money, stack=amount, balance=Money(0))],
        [("buy-in", "kiosk", f"stack/{seat}", amount)],
    )


def hand(scribe: Scribe, number: int) -> Iterator[int]:
    """Seats 1 and 2 play a pot of 200; seat 1 wins it less 10 of rake."""
    name, deck = HandId(number), tuple((card * 17 + number) % 52 for card in range(52))
    yield scribe.commit(
        OpenShuffle(hand=name, seed=bytes([number]) * 32),
        [ShuffleOpened(hand=name, commitment=bytes(32)), SeedDrawn(hand=name, seed=bytes([number]) * 32)],
    )
    yield scribe.commit(
        Deal(hand=name),
        [
            DeckFixed(hand=name, deck=deck),
            HoleCardsDealt(seat=1, cards=deck[0:2]),
            HoleCardsCounted(seat=1, count=2),
            HoleCardsDealt(seat=2, cards=deck[2:4]),
            HoleCardsCounted(seat=2, count=2),
        ],
    )
    for seat in (1, 2):
        decision = DecisionId(2 * number + seat)
        yield scribe.commit(
            Act(seat=seat, decision=decision, kind="raise", to=100),
            [Acted(seat=seat, decision=decision, kind="raise", to=100, added=100, stack=900)],
            [("bet", f"stack/{seat}", "pot", 100)],
        )
    yield scribe.commit(
        Act(seat=1, decision=DecisionId(2 * number + 3), kind="check"),
        [
            BoardDealt(street=1, cards=deck[4:9]),
            RakeTaken(amount=10),
            PotAwarded(pot=0, seat=1, amount=190, stack=1090, cause="showdown"),
            HandEnded(hand=name, stacks=(Entrant(seat=1, stack=1090), Entrant(seat=2, stack=900))),
        ],
        [("rake", "pot", "rake", 10), ("award", "pot", "stack/1", 190)],
    )


def ticket(scribe: Scribe, number: int, amount: int) -> Iterator[int]:
    """Balance becomes a voucher: reserved, sent, issued."""
    voucher, money = VoucherNumber(f"{number:018d}"), Money(amount)
    yield scribe.commit(
        CashOut(request=RequestId(f"{number:032x}"), amount=money, number=voucher),
        [
            VoucherReserved(
                request=RequestId(f"{number:032x}"),
                number=voucher,
                amount=money,
                balance=Money(0),
                issued_at=1_700_000_000,
                expires=1_800_000_000,
            )
        ],
        [("voucher", "kiosk", "vouchers", amount)],
    )
    yield scribe.commit(TicketSending(number=voucher), [VoucherSent(number=voucher)])
    yield scribe.commit(TicketPrinted(number=voucher), [VoucherIssued(number=voucher, amount=money)])


def evening(journal: Journal) -> Iterator[int]:
    """Two players buy in, play eight hands with a snapshot after every second one, and a ticket is printed."""
    scribe = Scribe(journal)
    for seat in (1, 2):
        yield from note(scribe, 2 * seat, 100_000)
        yield from buy_in(scribe, seat, 100_000)
    for number in range(1, 9):
        yield from hand(scribe, number)
        if number % 2 == 0:
            journal.snapshot(b"state after hand %d" % number * 200)
    yield from note(scribe, 9, 2_000)
    yield from ticket(scribe, 1, 2_000)


def one_more_hand(journal: Journal) -> Iterator[int]:
    """A table that has just started again plays on."""
    yield from hand(Scribe(journal), journal.record % 200)
    journal.snapshot(b"state after record %d" % journal.record)
