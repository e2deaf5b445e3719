"""The ledger: reliability LED-1 to LED-7, and each rule broken on purpose."""

from copy import deepcopy

import msgspec
import pytest

from cashier.invariant import InvariantBreach
from cashier.ledger import (
    KINDS,
    RECENT_IDS,
    ROUTES,
    Account,
    AccountKey,
    AccountKind,
    Ledger,
    Meter,
    Totals,
    Transfer,
    TransferCode,
    TransferId,
    account_of,
    audit,
    post,
    transfer,
)
from cashier.money import Money

SEAT_CODES = {code for code, route in ROUTES.items() if KINDS[route.debit].per_seat or KINDS[route.credit].per_seat}


def ident(number: int) -> TransferId:
    return TransferId(number.to_bytes(16, "big"))


def note(number: int, amount: int) -> Transfer:
    return transfer(ident(number), TransferCode.NOTE_IN, Money(amount))


@pytest.fixture
def ledger() -> Ledger:
    """100.00 came in as notes, 60.00 of it stands before seat 3, 10.00 in the pot."""
    books = Ledger()
    post(books, note(1, 10_000))
    post(books, transfer(ident(2), TransferCode.BOUGHT_IN, Money(7000), seat=3))
    post(books, transfer(ident(3), TransferCode.BET, Money(1000), seat=3))
    return books


def breach(ledger: Ledger, moved: Transfer) -> str:
    """Post what may not be posted: return the invariant's name, having seen that nothing moved."""
    before = deepcopy(ledger)
    with pytest.raises(InvariantBreach) as caught:
        post(ledger, moved)
    assert ledger == before
    return caught.value.name


def test_a_transfer_moves_its_amount_from_one_account_to_the_other(ledger: Ledger) -> None:
    assert ledger.balance(Account(AccountKind.DROP_BOX)) == 10_000
    assert ledger.balance(Account(AccountKind.BALANCE)) == 3000
    assert ledger.balance(Account(AccountKind.STACK, 3)) == 6000
    assert ledger.balance(Account(AccountKind.POT)) == 1000
    assert ledger.balance(Account(AccountKind.STACK, 4)) == 0
    audit(ledger)


def test_total_adds_the_accounts_of_all_seats(ledger: Ledger) -> None:
    post(ledger, transfer(ident(9), TransferCode.BOUGHT_IN, Money(500), seat=10))
    assert ledger.total(AccountKind.STACK) == 6500


def test_led_2_no_account_falls_below_zero(ledger: Ledger) -> None:
    assert breach(ledger, transfer(ident(4), TransferCode.BET, Money(6001), seat=3)) == "account-not-below-zero"
    assert breach(ledger, transfer(ident(4), TransferCode.AWARD, Money(1001), seat=3)) == "account-not-below-zero"
    assert breach(ledger, transfer(ident(4), TransferCode.TICKET_OUT, Money(1))) == "account-not-below-zero"
    post(ledger, transfer(ident(4), TransferCode.BET, Money(6000), seat=3))


@pytest.mark.parametrize("code", TransferCode)
def test_led_2_holds_for_every_reason_but_fresh_notes(code: TransferCode) -> None:
    moved = transfer(ident(1), code, Money(1), seat=5 if code in SEAT_CODES else 0)
    if code is TransferCode.NOTE_IN:
        post(Ledger(), moved)
    else:
        assert breach(Ledger(), moved) == "account-not-below-zero"


@pytest.mark.parametrize("amount", [0, -1])
def test_only_amounts_above_zero_move(ledger: Ledger, amount: int) -> None:
    assert breach(ledger, note(4, amount)) == "transfer-positive"


def test_led_6_an_id_moves_money_once(ledger: Ledger) -> None:
    assert breach(ledger, note(1, 10_000)) == "transfer-once"


def test_the_ledger_remembers_the_latest_ids_only() -> None:
    ledger = Ledger()
    for number in range(RECENT_IDS + 5):
        post(ledger, note(number, 1))
    assert len(ledger.recent) == RECENT_IDS
    assert breach(ledger, note(5, 1)) == "transfer-once"


def test_an_id_has_sixteen_bytes(ledger: Ledger) -> None:
    assert breach(ledger, transfer(TransferId(b"short"), TransferCode.NOTE_IN, Money(1))) == "transfer-id-whole"


def test_a_code_moves_money_on_its_own_route_only(ledger: Ledger) -> None:
    stray = Transfer(ident(4), TransferCode.RAKE, Account(AccountKind.STACK, 3), Account(AccountKind.RAKE), Money(5))
    assert breach(ledger, stray) == "transfer-on-its-route"


def test_led_1_a_lost_credit_is_found(ledger: Ledger) -> None:
    totals = ledger.accounts[AccountKey("pot")]
    ledger.accounts[AccountKey("pot")] = Totals(totals.debits, totals.credits - 1)
    with pytest.raises(InvariantBreach, match="debits-equal-credits: debits are 18000, credits 17999"):
        audit(ledger)


def test_led_2_an_account_below_zero_is_found(ledger: Ledger) -> None:
    ledger.accounts[AccountKey("pot")] = Totals(debits=1)
    ledger.accounts[AccountKey("balance")] = Totals(debits=7000, credits=11_001)
    with pytest.raises(InvariantBreach, match="account-not-below-zero: pot would hold -1"):
        audit(ledger)


def test_led_3_money_that_moved_without_a_transfer_is_found(ledger: Ledger) -> None:
    ledger.accounts[AccountKey("stack/3")] = Totals(debits=1000, credits=6999)
    ledger.accounts[AccountKey("balance")] = Totals(debits=6999, credits=10_000)
    with pytest.raises(InvariantBreach, match="meters-match-accounts"):
        audit(ledger)


def test_led_5_a_meter_set_back_is_found(ledger: Ledger) -> None:
    ledger.meters[TransferCode.NOTE_IN] = Meter(1, 9000)
    with pytest.raises(InvariantBreach, match="meters-match-accounts"):
        audit(ledger)


def test_led_5_meters_count_and_add_up_by_code(ledger: Ledger) -> None:
    post(ledger, note(4, 500))
    assert ledger.meter(TransferCode.NOTE_IN) == Meter(2, 10_500)
    assert ledger.meter(TransferCode.RAKE) == Meter(0, 0)


def test_a_copy_is_posted_to_on_its_own(ledger: Ledger) -> None:
    before = deepcopy(ledger)
    post(ledger.copy(), note(4, 500))
    assert ledger == before


def test_a_snapshot_brings_the_ledger_back(ledger: Ledger) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(ledger), type=Ledger) == ledger


def test_every_code_has_a_route_and_every_kind_a_rule() -> None:
    assert set(ROUTES) == set(TransferCode)
    assert set(KINDS) == set(AccountKind)


@pytest.mark.parametrize("account", [Account(AccountKind.STACK, 10), Account(AccountKind.DROP_BOX)])
def test_an_account_is_read_back_from_its_text(account: Account) -> None:
    assert account_of(account.key) == account


@pytest.mark.parametrize("text", ["", "purse", "stack", "pot/3", "stack/x", "stack/0"])
def test_text_that_names_no_account_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"account|valid|invalid"):
        account_of(text)
