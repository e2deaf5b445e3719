"""The edges of the ledger's tables: which accounts every seat has, and which the house alone may overdraw."""

import pytest

from cashier.accounts import KINDS, ROUTES, Account, AccountKind, Phase, TransferCode, account_of
from cashier.invariant import InvariantBreach
from cashier.ledger import Ledger, Meter, PendingKey, TransferId, post, transfer
from cashier.money import Money


def test_every_seat_has_a_stack_one_set_aside_and_a_reserve_of_its_own_and_nothing_else():
    of_seats = {AccountKind.STACK, AccountKind.ASIDE, AccountKind.RESERVED}
    assert {kind for kind, rule in KINDS.items() if rule.per_seat} == of_seats
    for kind, rule in KINDS.items():
        seat = 3 if rule.per_seat else 0
        pool = "bad-beat" if rule.per_pool else None
        assert account_of(Account(kind, seat, pool).key) == Account(kind, seat, pool)
        with pytest.raises(ValueError, match="there is no account"):
            Account(kind, 0 if rule.per_seat else 3, pool)


def test_every_jackpot_has_what_it_holds_and_what_it_collects_today():
    per_pool = {kind for kind, rule in KINDS.items() if rule.per_pool}
    assert per_pool == {AccountKind.JACKPOT, AccountKind.JACKPOT_TODAY}
    for kind in KINDS:
        with pytest.raises(ValueError, match="there is no account"):
            Account(kind, 3 if KINDS[kind].per_seat else 0, None if KINDS[kind].per_pool else "bad-beat")
    with pytest.raises(ValueError, match="there is no account"):
        account_of("jackpot/nobody's")


def test_only_what_the_house_bears_may_fall_below_zero():
    assert {kind for kind, rule in KINDS.items() if not rule.floored} == {AccountKind.HOUSE, AccountKind.OVER_SHORT}


def test_money_in_suspense_comes_and_goes_in_two_phases_only():
    for code, route in ROUTES.items():
        into, out = route.credit is AccountKind.SUSPENSE, route.debit is AccountKind.SUSPENSE
        assert (route.phase is Phase.PENDS) is into, code
        assert (route.phase in (Phase.POSTS, Phase.VOIDS)) is out, code


def moved(number, code, amount, **terms):
    return transfer(TransferId(number.to_bytes(16, "big")), code, Money(amount), **terms)


def test_the_ledger_remembers_the_last_128_transfers():
    ledger = Ledger()
    for number in range(1, 131):
        post(ledger, moved(number, TransferCode.NOTE_IN, 5))
    assert len(ledger.recent) == 128
    assert ledger.recent[0] == (3).to_bytes(16, "big")


def test_a_meter_shows_twelve_digits():
    assert Meter(count=10**12, amount=10**12 - 1).reading == Meter(count=0, amount=10**12 - 1)


def test_a_transfer_of_a_seat_names_the_seat():
    with pytest.raises(ValueError, match="there is no account stack of seat 0"):
        moved(1, TransferCode.SEAT_LEFT, 5)


def test_not_even_one_cent_can_end_a_waiting_that_never_began():
    ledger = Ledger()
    post(ledger, moved(1, TransferCode.NOTE_IN, 500))
    post(ledger, moved(2, TransferCode.TICKET_RESERVED, 100, pending=PendingKey("a")))
    with pytest.raises(InvariantBreach, match="pending-known"):
        post(ledger, moved(3, TransferCode.TICKET_OUT, 1, pending=PendingKey("b")))
    assert ledger.pending == {"a": 100}
