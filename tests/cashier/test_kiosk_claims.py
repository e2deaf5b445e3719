"""Claims, purchases, requests and the fold itself."""

from copy import deepcopy
from typing import get_args

import msgspec
import pytest

from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import Kiosk, can_withdraw, collect_claims, evolve, evolve_withdrawal, open_claim
from cashier.kiosk.folding import EVOLVERS
from cashier.kiosk.rules import DECIDERS
from cashier.kiosk.state import REQUESTS_KEPT
from cashier.money import Money
from cashier.records import ClaimId, RequestId
from cashier.refusal import Code, Refusal
from cashier.unions import CashCommand, CashEvent


def leave(bench, fold, seat, amount, code):
    fold(bench.kiosk, open_claim(bench.kiosk, seat, Money(amount), code))


def test_a_claim_is_opened_with_its_code_for_the_seat_alone(bench):
    assert open_claim(bench.kiosk, 3, Money(4500), "471108") == [
        cash.ClaimOpened(ClaimId(1), 3, Money(4500)),
        cash.ClaimCodeGiven(ClaimId(1), 3, "471108"),
    ]
    assert cash.ClaimCodeGiven.audience == "seat"


def test_a_claim_becomes_balance_by_its_code_once(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    request = bench.request()
    assert bench.do(cash.CollectClaim(request, "471108")) == [
        cash.ClaimCollected(request, ClaimId(1), Money(4500), balance=Money(4500))
    ]
    assert bench.refuse(cash.CollectClaim(request, "471108")) == Code.ALREADY_DONE
    assert bench.turn_away(cash.CollectClaim(bench.request(), "471108")).code == Code.NO_SUCH_CLAIM


def test_no_other_code_opens_a_claim(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    assert bench.turn_away(cash.CollectClaim(bench.request(), "000000")).code == Code.NO_SUCH_CLAIM


@pytest.mark.parametrize("code", ["", "47110"])
def test_what_is_no_code_opens_nothing_and_is_no_try(bench, fold, code):
    leave(bench, fold, 3, 4500, "471108")
    assert bench.refuse(cash.CollectClaim(bench.request(), code)) == Code.NO_SUCH_CLAIM


def test_two_claims_never_share_a_code(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    leave(bench, fold, 5, 900, "471108")
    assert {claim.code: claim.amount for claim in bench.kiosk.claims.values()} == {"471108": 4500, "471109": 900}


def test_claims_are_numbered_on_after_one_is_collected(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    bench.do(cash.CollectClaim(bench.request(), "471108"))
    leave(bench, fold, 3, 100, "000001")
    assert list(bench.kiosk.claims) == [2]


def test_a_purchase_leaves_the_balance_once(funded):
    request = funded.request()
    assert can_withdraw(funded.kiosk, request, Money(5000)) is None
    evolve_withdrawal(funded.kiosk, request, Money(5000), balance=Money(2000))
    refusal = can_withdraw(funded.kiosk, request, Money(1000))
    assert refusal is not None
    assert refusal.code == Code.ALREADY_DONE


@pytest.mark.parametrize(("amount", "code"), [(7001, Code.NOT_ENOUGH_BALANCE), (0, Code.NOTHING_TO_PAY)])
def test_a_purchase_beyond_the_balance_is_refused(funded, amount, code):
    refusal = can_withdraw(funded.kiosk, funded.request(), Money(amount))
    assert refusal is not None
    assert refusal.code == code


def test_the_kiosk_remembers_the_latest_requests_only(funded):
    for number in range(REQUESTS_KEPT + 1):
        evolve_withdrawal(funded.kiosk, RequestId(str(number)), Money(1), Money(6999 - number))
    assert len(funded.kiosk.requests) == REQUESTS_KEPT
    assert can_withdraw(funded.kiosk, RequestId("1"), Money(1)) is not None


def test_a_copy_evolves_on_its_own(funded, fold):
    number = funded.cash_out(1000)
    before = deepcopy(funded.kiosk)
    other = funded.kiosk.copy()
    fold(other, [cash.VoucherSent(number), cash.ClaimOpened(ClaimId(1), 2, Money(5))])
    fold(other, [cash.ValidatorCounted("validator", 5, 0), cash.DeviceConditionChanged("printer", "jam")])
    evolve_withdrawal(other, RequestId("other"), Money(1), Money(5999))
    assert funded.kiosk == before
    assert other != before


def test_a_snapshot_brings_the_kiosk_back(funded, fold):
    funded.in_doubt(1000)
    leave(funded, fold, 3, 4500, "471108")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(funded.kiosk), type=Kiosk) == funded.kiosk


def test_every_command_and_every_event_has_its_row():
    assert set(DECIDERS) == set(get_args(CashCommand))
    assert set(EVOLVERS) == set(get_args(CashEvent))


# -- what may never happen, broken on purpose ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        cash.ClaimCollected(RequestId("r"), ClaimId(1), Money(4501), Money(4501)),
        cash.ClaimCollected(RequestId("r"), ClaimId(2), Money(4500), Money(4500)),
    ],
)
def test_money_for_a_claim_that_is_not_there_is_a_breach(bench, fold, event):
    leave(bench, fold, 3, 4500, "471108")
    with pytest.raises(InvariantBreach, match="claim-collected-once"):
        evolve(bench.kiosk, event)


@pytest.mark.parametrize(("claim", "amount"), [(1, 100), (3, 100), (2, 0)])
def test_a_claim_opened_twice_or_empty_is_a_breach(bench, fold, claim, amount):
    leave(bench, fold, 3, 4500, "471108")
    with pytest.raises(InvariantBreach, match="claim-opened-once"):
        evolve(bench.kiosk, cash.ClaimOpened(ClaimId(claim), 3, Money(amount)))


@pytest.mark.parametrize("code", ["", "4711", "abcdef"])
def test_a_claim_without_a_usable_code_is_a_breach(bench, code):
    with pytest.raises(InvariantBreach, match="claim-code-whole"):
        open_claim(bench.kiosk, 3, Money(4500), code)


def test_a_purchase_that_the_balance_does_not_show_is_a_breach(funded):
    with pytest.raises(InvariantBreach, match="balance-as-told"):
        evolve_withdrawal(funded.kiosk, RequestId("r"), Money(100), balance=Money(7000))


def test_claims_that_are_the_players_own_become_balance_at_one_request(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    leave(bench, fold, 5, 900, "471109")
    leave(bench, fold, 7, 100, "471110")
    request = bench.request()
    collected = collect_claims(bench.kiosk, request, (ClaimId(1), ClaimId(3)))
    assert collected == [
        cash.ClaimCollected(request, ClaimId(1), Money(4500), balance=Money(4500)),
        cash.ClaimCollected(request, ClaimId(3), Money(100), balance=Money(4600)),
    ]
    fold(bench.kiosk, collected)
    assert [claim.amount for claim in bench.kiosk.claims.values()] == [900]
    assert bench.kiosk.balance == 4600


def test_nobody_collects_twice_at_one_request_or_what_he_has_not(bench, fold):
    leave(bench, fold, 3, 4500, "471108")
    request = bench.request()
    fold(bench.kiosk, collect_claims(bench.kiosk, request, (ClaimId(1),)))
    leave(bench, fold, 3, 900, "471108")
    assert collect_claims(bench.kiosk, request, (ClaimId(2),)) == Refusal(Code.ALREADY_DONE)
    assert collect_claims(bench.kiosk, bench.request(), ()) == Refusal(Code.NO_SUCH_CLAIM)
