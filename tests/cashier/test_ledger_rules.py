"""The ledger: reliability LED-1 to LED-8, and each rule broken on purpose."""

from collections.abc import Callable
from copy import deepcopy

import msgspec
import pytest

from cashier.accounts import (
    KINDS,
    ROUTES,
    Account,
    AccountKey,
    AccountKind,
    Phase,
    TransferCode,
    account_of,
)
from cashier.invariant import InvariantBreach
from cashier.ledger import (
    METER_DIGITS,
    RECENT_IDS,
    Ledger,
    Meter,
    PendingKey,
    Totals,
    Transfer,
    TransferId,
    audit,
    audit_meters,
    hand_over,
    post,
    transfer,
)
from cashier.money import Money

SEAT_CODES = {code for code, route in ROUTES.items() if KINDS[route.debit].per_seat or KINDS[route.credit].per_seat}


TICKET, OTHER = PendingKey("1" * 18), PendingKey("2" * 18)
SUSPENSE, BALANCE, VOUCHER = (
    Account(kind) for kind in (AccountKind.SUSPENSE, AccountKind.BALANCE, AccountKind.VOUCHER)
)
COULD_STAND_BELOW_ZERO = {AccountKind.HOUSE, AccountKind.OVER_SHORT}
ALWAYS_POSSIBLE = {
    TransferCode.NOTE_IN,
    TransferCode.DROP_OVER,
    TransferCode.HOPPER_FILLED,
    TransferCode.HOPPER_OVER,
    TransferCode.NOTES_FOUND,
    TransferCode.JACKPOT_SEED,
    TransferCode.CARD_ASKED,
    TransferCode.CARD_OVER,
}
"""What adds money on both sides, from outside the table or out of the house's own."""


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


def reserved(number: int, amount: int, ticket: PendingKey = TICKET) -> Transfer:
    return transfer(ident(number), TransferCode.TICKET_RESERVED, Money(amount), pending=ticket)


def proven(number: int, amount: int, ticket: PendingKey = TICKET) -> Transfer:
    return transfer(ident(number), TransferCode.TICKET_OUT, Money(amount), pending=ticket)


def cancelled(number: int, amount: int, ticket: PendingKey = TICKET) -> Transfer:
    return transfer(ident(number), TransferCode.TICKET_CANCELLED, Money(amount), pending=ticket)


def breach(ledger: Ledger, *linked: Transfer) -> str:
    """Post what may not be posted: return the invariant's name, having seen that nothing moved."""
    before = deepcopy(ledger)
    with pytest.raises(InvariantBreach) as caught:
        post(ledger, *linked)
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
    assert breach(ledger, reserved(4, 3001)) == "account-not-below-zero"
    post(ledger, transfer(ident(4), TransferCode.BET, Money(6000), seat=3))


@pytest.mark.parametrize("code", TransferCode)
def test_led_2_holds_for_every_reason_but_money_from_outside(code: TransferCode) -> None:
    key = TICKET if ROUTES[code].phase is not Phase.SINGLE else PendingKey("")
    moved = transfer(ident(1), code, Money(1), seat=5 if code in SEAT_CODES else 0, pending=key, pool="bad-beat")
    if code in ALWAYS_POSSIBLE:
        post(Ledger(), moved)
    else:
        assert breach(Ledger(), moved) == "account-not-below-zero"


def test_led_2_only_the_houses_own_accounts_have_no_floor() -> None:
    assert {kind for kind, rule in KINDS.items() if not rule.floored} == COULD_STAND_BELOW_ZERO


# -- two phases --------------------------------------------------------------------------------------------------


def test_led_2_pending_money_counts_against_the_limit_at_once(ledger: Ledger) -> None:
    post(ledger, reserved(4, 2500))
    assert (ledger.balance(BALANCE), ledger.balance(SUSPENSE), ledger.pending) == (500, 2500, {TICKET: 2500})
    assert breach(ledger, reserved(5, 501, OTHER)) == "account-not-below-zero"
    audit(ledger)


def test_pending_is_posted_whole(ledger: Ledger) -> None:
    post(ledger, reserved(4, 2500))
    post(ledger, proven(5, 2500))
    assert (ledger.balance(VOUCHER), ledger.balance(SUSPENSE), ledger.pending) == (2500, 0, {})
    audit(ledger)


def test_pending_is_voided_back_to_where_it_came_from(ledger: Ledger) -> None:
    before = {key: ledger.balance(account_of(key)) for key in ledger.accounts}
    post(ledger, reserved(4, 2500))
    post(ledger, cancelled(5, 2500))
    assert {key: ledger.balance(account_of(key)) for key in before} == before
    assert ledger.pending == {}


def test_pending_is_posted_for_less_and_the_rest_goes_back_in_the_same_breath(ledger: Ledger) -> None:
    post(ledger, reserved(4, 2500))
    with pytest.raises(InvariantBreach, match="pending-ended-whole: 500 would wait on after ticket-out"):
        post(ledger.copy(), proven(5, 2000))
    post(ledger, proven(5, 2000), cancelled(6, 500))
    assert (ledger.balance(VOUCHER), ledger.balance(BALANCE), ledger.pending) == (2000, 1000, {})


def test_pending_is_never_posted_for_more(ledger: Ledger) -> None:
    post(ledger, reserved(4, 1000))
    post(ledger, reserved(5, 1000, OTHER))
    assert breach(ledger, proven(6, 1001)) == "pending-known"


@pytest.mark.parametrize("end", [proven, cancelled])
def test_pending_ends_once(ledger: Ledger, end: Callable[..., Transfer]) -> None:
    post(ledger, reserved(4, 1000))
    post(ledger, reserved(5, 1000, OTHER))
    post(ledger, end(6, 1000))
    assert breach(ledger, proven(7, 1000)) == "pending-known"
    assert breach(ledger, cancelled(7, 1000)) == "pending-known"


def test_nothing_waits_twice_under_one_key(ledger: Ledger) -> None:
    post(ledger, reserved(4, 1000))
    assert breach(ledger, reserved(5, 1000)) == "pending-begun-once"


def test_a_replacement_takes_over_what_waits(ledger: Ledger) -> None:
    post(ledger, reserved(4, 1000))
    hand_over(ledger, TICKET, OTHER)
    assert breach(ledger, proven(5, 1000)) == "pending-known"
    post(ledger, proven(5, 1000, OTHER))
    audit(ledger)


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (OTHER, PendingKey("3"), "pending-known"),
        (TICKET, TICKET, "pending-begun-once"),
        (TICKET, PendingKey(""), "pending-begun-once"),
    ],
)
def test_a_replacement_takes_over_only_what_waits_and_under_a_new_key(
    ledger: Ledger, before: PendingKey, after: PendingKey, name: str
) -> None:
    post(ledger, reserved(4, 1000))
    with pytest.raises(InvariantBreach) as caught:
        hand_over(ledger, before, after)
    assert caught.value.name == name
    assert ledger.pending == {TICKET: 1000}


@pytest.mark.parametrize("end", [proven, cancelled])
def test_nothing_ends_where_nothing_waits(ledger: Ledger, end: Callable[..., Transfer]) -> None:
    post(ledger, reserved(4, 1000))
    assert breach(ledger, end(5, 1, OTHER)) == "pending-known"


def test_only_two_phase_transfers_name_what_waits(ledger: Ledger) -> None:
    named = transfer(ident(9), TransferCode.NOTE_IN, Money(5), pending=PendingKey("12345678"))
    assert breach(ledger, named) == breach(ledger, reserved(9, 5, PendingKey(""))) == "transfer-in-its-phase"
    with pytest.raises(InvariantBreach, match="note-in is single and its key is '5678'"):
        post(ledger, named)


def test_money_in_suspense_that_waits_for_nothing_is_found(ledger: Ledger) -> None:
    post(ledger, reserved(4, 1000))
    ledger.pending[TICKET] = Money(999)
    with pytest.raises(InvariantBreach, match="pending-is-suspense: 1000 stands in suspense, 999 of it waits"):
        audit(ledger)


def test_a_snapshot_without_what_waits_is_no_snapshot(ledger: Ledger) -> None:
    post(ledger, reserved(4, 1000))
    ledger.pending.clear()
    with pytest.raises(msgspec.ValidationError, match="suspense that waits for nothing"):
        msgspec.msgpack.decode(msgspec.msgpack.encode(ledger), type=Ledger)


# -- linked transfers --------------------------------------------------------------------------------------------


def test_linked_transfers_move_together(ledger: Ledger) -> None:
    post(ledger, note(4, 500), transfer(ident(5), TransferCode.BOUGHT_IN, Money(3500), seat=1))
    assert ledger.balance(Account(AccountKind.STACK, 1)) == 3500


@pytest.mark.parametrize("broken", [0, 1, 2])
def test_linked_transfers_move_all_or_none(ledger: Ledger, broken: int) -> None:
    linked = [note(4, 500), note(5, 500), note(6, 500)]
    linked[broken] = transfer(ident(9), TransferCode.RAKE, Money(1001))
    assert breach(ledger, *linked) == "account-not-below-zero"


def test_led_6_linked_transfers_have_ids_of_their_own(ledger: Ledger) -> None:
    assert breach(ledger, note(4, 500), note(4, 500)) == "transfer-once"


# -- one by one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, -1])
def test_only_amounts_above_zero_move(ledger: Ledger, amount: int) -> None:
    assert breach(ledger, note(4, amount)) == "transfer-positive"


def test_led_6_an_id_moves_money_once(ledger: Ledger) -> None:
    assert breach(ledger, note(1, 10_000)) == "transfer-once"


def test_the_ledger_remembers_the_latest_ids_only() -> None:
    ledger = Ledger()
    for number in range(RECENT_IDS + 5):
        post(ledger, note(number, 1))
    assert len(ledger.recent) == RECENT_IDS == 128
    assert breach(ledger, note(5, 1)) == "transfer-once"


@pytest.mark.parametrize("fixed", [note(1, 5), Meter(1, 5), Totals(1, 5), Account(AccountKind.POT)])
def test_what_was_booked_cannot_be_edited(fixed: msgspec.Struct) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(fixed, fixed.__struct_fields__[0], None)


@pytest.mark.parametrize("code", sorted(SEAT_CODES))
def test_a_code_that_passes_a_seat_needs_one(code: TransferCode) -> None:
    with pytest.raises(ValueError, match="of seat 0"):
        transfer(ident(1), code, Money(1))


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


@pytest.mark.parametrize("later", [Meter(1, 9_999), Meter(0, 10_000), Meter()])
def test_led_5_a_meter_that_went_back_is_found_against_its_past(ledger: Ledger, later: Meter) -> None:
    after = ledger.copy()
    audit_meters(ledger, after)
    after.meters[TransferCode.NOTE_IN] = later
    with pytest.raises(InvariantBreach, match="meters-never-decrease: note-in stood at 1 for 10000"):
        audit_meters(ledger, after)


def test_led_5_a_meter_shows_a_stated_number_of_digits_and_rolls_over() -> None:
    largest = 10**METER_DIGITS - 1
    assert METER_DIGITS == 12
    assert Meter(largest, largest).reading == Meter(largest, largest)
    assert Meter(largest + 1, largest + 6).reading == Meter(0, 5)


def test_led_5_a_ledger_goes_on_across_the_roll_over_of_its_meters() -> None:
    ledger = Ledger()
    post(ledger, note(1, 10**METER_DIGITS - 1))
    post(ledger, note(2, 5))
    assert ledger.meter(TransferCode.NOTE_IN).reading == Meter(2, 4)
    assert ledger.balance(BALANCE) == 10**METER_DIGITS + 4
    audit(ledger)


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
