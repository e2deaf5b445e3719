"""The kiosk at its edges: the smallest amounts, the first count, the drop box counted while nothing falls into it."""

import pytest

from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import Kiosk, can_withdraw, decide, evolve, evolve_withdrawal
from cashier.kiosk.state import PaidToday, Tries
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, RequestId
from cashier.refusal import Code, Refusal

VALIDATOR = DeviceId("validator")
CENT = Money(1)


def test_out_of_a_new_kiosk_nothing_went_and_no_number_was_wrong():
    new = Kiosk()
    assert new.paid == PaidToday(day=0, ticket=0, coins=0, hand=0)
    assert new.tries == Tries(day=0, count=0, until=0)


def test_one_cent_can_be_stacked_claimed_and_spent(bench):
    bench.do(cash.NoteStacked(VALIDATOR, 1, CENT))
    evolve(bench.kiosk, cash.ClaimOpened(ClaimId(1), 3, CENT))
    evolve(bench.kiosk, cash.ClaimCollected(bench.request(), ClaimId(1), CENT, balance=Money(2)))
    assert bench.kiosk.balance == 2
    assert can_withdraw(bench.kiosk, bench.request(), CENT) is None


def test_a_table_takes_notes_unless_it_is_said_not_to(bench):
    held = cash.NoteHeld(VALIDATOR, 1, Money(2000), accept=True)
    assert decide(bench.kiosk, cash.NoteEscrowed(VALIDATOR, 1, Money(2000)), bench.terms, 0) == [held]


def test_a_collected_claim_stands_in_the_balance(bench):
    evolve(bench.kiosk, cash.ClaimOpened(ClaimId(1), 3, Money(4500)))
    evolve(bench.kiosk, cash.ClaimCollected(bench.request(), ClaimId(1), Money(4500), balance=Money(4500)))
    assert bench.kiosk.balance == 4500


def test_a_cancelled_ticket_stands_in_the_balance_again(funded):
    number = funded.cash_out(3000)
    assert funded.kiosk.balance == 4000
    funded.do(cash.ResolveVoucher(number, "void", by="eve"))
    assert funded.kiosk.balance == 7000


def test_a_request_is_remembered_through_255_others_and_no_longer(funded):
    evolve_withdrawal(funded.kiosk, RequestId("first"), CENT, Money(6999))
    for number in range(255):
        evolve_withdrawal(funded.kiosk, RequestId(str(number)), CENT, Money(6998 - number))
    assert can_withdraw(funded.kiosk, RequestId("first"), CENT) is not None
    evolve_withdrawal(funded.kiosk, RequestId("one more"), CENT, Money(6743))
    assert can_withdraw(funded.kiosk, RequestId("first"), CENT) is None


# -- the validator's count ---------------------------------------------------------------------------------------


def test_a_validator_that_never_counted_cannot_begin_anew(bench):
    assert bench.refuse(cash.ValidatorReset(VALIDATOR)) == Code.ALREADY_SO


def test_a_validator_that_counted_once_can(bench):
    bench.do(cash.ValidatorMoved(VALIDATOR, 1, 5))
    assert bench.do(cash.ValidatorReset(VALIDATOR)) == [cash.ValidatorCounted(VALIDATOR, 0, 0)]


def test_events_may_be_lost_before_the_first_was_read(bench):
    counted, changed = bench.do(cash.EventsLost(VALIDATOR, 5, missed=5))
    assert counted == cash.ValidatorCounted(VALIDATOR, 5, 0)
    assert changed == cash.DeviceConditionChanged(VALIDATOR, "events-lost")


def test_one_lost_event_is_a_loss_and_none_is_not(funded):
    assert funded.refuse(cash.EventsLost(VALIDATOR, 4, missed=0)) == Code.ALREADY_DONE
    funded.do(cash.EventsLost(VALIDATOR, 5, missed=1))
    assert funded.kiosk.counters[VALIDATOR] == 5


# -- the drop box ------------------------------------------------------------------------------------------------


def count(bench, amount, by="eve", taking=False):
    return decide(bench.kiosk, cash.CountDropBox(by, Money(amount)), bench.terms, 0, taking, Money(7000))


@pytest.mark.parametrize("amount", [0, 1, 7000, 7001])
def test_whatever_is_found_in_the_drop_box_is_counted_against_the_books(funded, amount):
    assert count(funded, amount) == [cash.DropCounted("eve", Money(amount), Money(7000))]


@pytest.mark.parametrize(
    ("amount", "by", "taking", "code"),
    [
        (7000, "", False, Code.NOT_ALLOWED),
        (-1, "eve", False, Code.AMOUNT_UNUSABLE),
        (7000, "eve", True, Code.TAKES_NOTES),
    ],
)
def test_the_drop_box_is_counted_by_somebody_and_with_the_slot_shut(funded, amount, by, taking, code):
    refusal = count(funded, amount, by, taking)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_the_drop_box_is_not_counted_while_a_note_is_on_its_way(funded):
    funded.do(cash.NoteEscrowed(VALIDATOR, 5, Money(2000)))
    refusal = count(funded, 7000)
    assert isinstance(refusal, Refusal)
    assert refusal.code == Code.TAKES_NOTES


# -- what may never happen, broken on purpose --------------------------------------------------------------------


def test_a_replacement_that_changes_the_balance_is_a_breach(funded):
    number, other = funded.in_doubt(3000), funded.number()
    evolve(funded.kiosk, cash.VoucherVoided(number, Money(3000), "eve"))
    again = cash.VoucherReserved(funded.request(), other, Money(3000), Money(4001), 1, 2, replaces=number)
    with pytest.raises(InvariantBreach, match="balance-as-told"):
        evolve(funded.kiosk, again)


def test_a_ticket_torn_up_for_another_amount_is_a_breach(funded):
    number = funded.in_doubt(3000)
    with pytest.raises(InvariantBreach, match="voucher-keeps-its-amount"):
        evolve(funded.kiosk, cash.VoucherVoided(number, Money(2999), "eve"))
