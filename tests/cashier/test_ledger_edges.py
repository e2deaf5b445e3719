"""The edges of the ledger's tables: which accounts every seat has, and which the house alone may overdraw."""

import pytest

from cashier.accounts import KINDS, ROUTES, Account, AccountKind, Phase, account_of


def test_every_seat_has_a_stack_and_a_reserve_of_its_own_and_nothing_else():
    assert {kind for kind, rule in KINDS.items() if rule.per_seat} == {AccountKind.STACK, AccountKind.RESERVED}
    for kind, rule in KINDS.items():
        seat = 3 if rule.per_seat else 0
        assert account_of(Account(kind, seat).key) == Account(kind, seat)
        with pytest.raises(ValueError, match="there is no account"):
            Account(kind, 0 if rule.per_seat else 3)


def test_only_what_the_house_bears_may_fall_below_zero():
    assert {kind for kind, rule in KINDS.items() if not rule.floored} == {AccountKind.HOUSE, AccountKind.OVER_SHORT}


def test_money_in_suspense_comes_and_goes_in_two_phases_only():
    for code, route in ROUTES.items():
        into, out = route.credit is AccountKind.SUSPENSE, route.debit is AccountKind.SUSPENSE
        assert (route.phase is Phase.PENDS) is into, code
        assert (route.phase in (Phase.POSTS, Phase.VOIDS)) is out, code
