"""The audit finds every place where table and ledger disagree, and the session's account adds up to zero."""

from collections.abc import Callable

import msgspec
import pytest

from cashier import records as cash
from cashier.accounts import AccountKey, TransferCode
from cashier.invariant import InvariantBreach
from cashier.kiosk import Kiosk, evolve, evolve_withdrawal, open_claim
from cashier.ledger import Ledger, Meter, Totals
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber
from cashier.unions import CashEvent
from controller.accounting import Holdings, Reconciliation, book, compare, holdings, reconcile, transfers
from controller.vocab import hand_records as hand
from controller.vocab import table_records as table
from controller.vocab.ids import DecisionId

TORN, ISSUED, ON_ITS_WAY = (VoucherNumber(digit * 18) for digit in "123")


class Session:
    """Kiosk and ledger fed by the same events."""

    def __init__(self) -> None:
        self.kiosk = Kiosk()
        self.ledger = Ledger()
        self.events = 0

    def book(self, *events: cash.Event) -> None:
        for event in events:
            self.events += 1
            book(self.ledger, event, transfers(event, "T1", self.events))

    def cash(self, *events: CashEvent) -> None:
        for event in events:
            evolve(self.kiosk, event)
            self.book(event)


@pytest.fixture
def session() -> Session:
    """200.00 in notes; 40.00 before each of two seats, 20.00 reserved, one claim, tickets in every state, a hand on."""
    s = Session()
    s.cash(cash.NoteCredited(DeviceId("validator"), 1, Money(20_000), Money(20_000)))
    balance = 20_000
    for seat in (1, 2, 3):
        balance -= 4000
        evolve_withdrawal(s.kiosk, RequestId(str(seat)), Money(4000), Money(balance))
        s.book(table.BoughtIn(RequestId(str(seat)), seat, "Ada", Money(4000), 4000, Money(balance)))
    evolve_withdrawal(s.kiosk, RequestId("4"), Money(2000), Money(6000))
    s.book(
        table.ChipsReserved(RequestId("4"), 4, "Eve", Money(2000), Money(6000)),
        hand.Acted(1, DecisionId(1), "raise", 500, 500, 3500),
        hand.Acted(2, DecisionId(2), "call", 500, 500, 3500),
        hand.RakeTaken(50),
        table.SeatLeft(3, 4000),
    )
    s.cash(*open_claim(s.kiosk, 3, Money(4000), "471108"))
    s.cash(
        cash.VoucherReserved(RequestId("5"), ISSUED, Money(1000), Money(5000), 1, 2),
        cash.VoucherSent(ISSUED),
        cash.VoucherIssued(ISSUED, Money(1000)),
        cash.VoucherReserved(RequestId("6"), TORN, Money(700), Money(4300), 1, 2),
        cash.VoucherSent(TORN),
        cash.VoucherUnknown(TORN, "jam"),
        cash.VoucherVoided(TORN, Money(700), "eve"),
        cash.VoucherReserved(RequestId("6"), ON_ITS_WAY, Money(700), Money(4300), 1, 2, replaces=TORN),
    )
    return s


@pytest.fixture
def held(session: Session) -> Holdings:
    return holdings(session.kiosk, stacks={1: 3500, 2: 3500}, pot=950, reserved={4: Money(2000)})


def test_what_the_kiosk_holds_is_read_from_its_state(held: Holdings) -> None:
    assert (held.balance, held.claims, held.suspense, held.vouchers) == (4300, 4000, 700, 1000)


def test_books_and_table_agree(session: Session, held: Holdings) -> None:
    compare(session.ledger, held)


DISAGREEMENTS: list[tuple[str, Callable[[Holdings], Holdings]]] = [
    ("balance: the ledger has 4300, the table has 4301", lambda h: replace(h, balance=4301)),
    ("pot: the ledger has 950, the table has 949", lambda h: replace(h, pot=949)),
    ("claim: the ledger has 4000, the table has 0", lambda h: replace(h, claims=0)),
    ("suspense: the ledger has 700, the table has 0", lambda h: replace(h, suspense=0)),
    ("voucher: the ledger has 1000, the table has 2000", lambda h: replace(h, vouchers=2000)),
    ("stack/2: the ledger has 3500, the table has 3501", lambda h: replace(h, stacks={1: 3500, 2: 3501})),
    ("stack/1: the ledger has 3500, the table has 0", lambda h: replace(h, stacks={2: 3500})),
    ("stack/9: the ledger has 0, the table has 5", lambda h: replace(h, stacks={1: 3500, 2: 3500, 9: 5})),
    ("reserved/4: the ledger has 2000, the table has 0", lambda h: replace(h, reserved={})),
]


def replace(held: Holdings, **changes: object) -> Holdings:
    return msgspec.structs.replace(held, **changes)


@pytest.mark.parametrize(("sentence", "change"), DISAGREEMENTS)
def test_a_place_that_disagrees_is_named_with_both_amounts(
    session: Session, held: Holdings, sentence: str, change: Callable[[Holdings], Holdings]
) -> None:
    with pytest.raises(InvariantBreach) as caught:
        compare(session.ledger, change(held))
    assert (caught.value.name, caught.value.sentence) == ("books-match-table", sentence)


def test_a_ledger_that_disagrees_with_itself_is_found_first(session: Session, held: Holdings) -> None:
    session.ledger.accounts[AccountKey("house")] = Totals(credits=1)
    with pytest.raises(InvariantBreach, match="debits-equal-credits"):
        compare(session.ledger, held)


def amounts(account: Reconciliation) -> dict[str, int]:
    return {row.key: row.amount for row in account.rows}


def test_a_session_adds_up_to_zero(session: Session, held: Holdings) -> None:
    account = reconcile(session.ledger, held)
    assert amounts(account) == {
        "notes-in": 20_000,
        "tickets-out": -1000,
        "rake": -50,
        "stacks": -7000,
        "reserved": -2000,
        "pot": -950,
        "claims": -4000,
        "tickets-unproven": -700,
        "balance": -4300,
    }
    assert account.difference == 0


def test_the_account_counts_notes_and_tickets(session: Session, held: Holdings) -> None:
    counts = {row.key: row.count for row in reconcile(session.ledger, held).rows if row.count}
    assert counts == {"notes-in": 1, "tickets-out": 1, "rake": 1}


def test_a_missing_cent_shows_as_the_difference(session: Session, held: Holdings) -> None:
    assert reconcile(session.ledger, replace(held, balance=4299)).difference == 1
    session.ledger.meters[TransferCode.NOTE_IN] = Meter(1, 19_000)
    assert reconcile(session.ledger, held).difference == -1000
