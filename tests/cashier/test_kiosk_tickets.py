"""Tickets: reserved before the first byte, issued upon proof, in doubt until an attendant has looked."""

import pytest

from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import evolve, faults
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber
from cashier.refusal import Code

PRINTER = DeviceId("printer")
ISSUED_AT = 1_800_000_000
EXPIRES = ISSUED_AT + 30 * 86_400
DAY = ISSUED_AT // 86_400


def tickets(bench):
    """What the kiosk wants printed."""
    return [want for want in bench.wants() if isinstance(want, cash.PrintTicket)]


def state(bench, number):
    return bench.kiosk.vouchers[number].state


def test_a_ticket_takes_its_money_before_anything_is_printed(funded):
    number, request = funded.number(), funded.request()
    assert funded.do(cash.CashOut(request, Money(3000), number)) == [
        cash.VoucherReserved(request, number, Money(3000), Money(4000), ISSUED_AT, EXPIRES, day=DAY)
    ]
    assert funded.kiosk.balance == 4000
    assert tickets(funded) == [cash.PrintTicket(number, Money(3000), ISSUED_AT, EXPIRES, "reserved")]


def test_a_ticket_is_good_when_the_printer_has_proven_it(funded):
    number = funded.cash_out(7000)
    assert funded.do(cash.TicketSending(number)) == [cash.VoucherSent(number)]
    assert tickets(funded) == [cash.PrintTicket(number, Money(7000), ISSUED_AT, EXPIRES, "sent")]
    assert funded.do(cash.TicketPrinted(number)) == [cash.VoucherIssued(number, Money(7000))]
    assert tickets(funded) == []
    assert state(funded, number) == "issued"


def test_a_printer_that_was_never_there_is_a_fault_from_its_first_word_and_an_attendant_pays(funded):
    del funded.kiosk.conditions[PRINTER]
    assert not [row.code for row in faults(funded.kiosk, funded.terms) if row.code.startswith("printer")]
    absent = cash.DeviceReported(PRINTER, "absent")
    assert funded.do(absent) == [cash.DeviceConditionChanged(PRINTER, "absent")]
    assert funded.refuse(absent) == Code.ALREADY_SO
    assert "printer-absent" in [row.code for row in faults(funded.kiosk, funded.terms)]
    (locked,) = funded.do(cash.CashOut(funded.request(), Money(3000), funded.number()))
    assert (locked.amount, locked.cause) == (3000, "no-device")


def test_the_first_byte_goes_out_once(funded):
    number = funded.cash_out(7000)
    funded.do(cash.TicketSending(number))
    assert funded.refuse(cash.TicketSending(number)) == Code.ALREADY_DONE


def test_a_report_of_the_printer_counts_once(funded):
    number = funded.cash_out(3000)
    assert funded.refuse(cash.TicketPrinted(number)) == Code.WRONG_VOUCHER_STATE
    assert funded.refuse(cash.TicketInDoubt(number, "jam")) == Code.WRONG_VOUCHER_STATE
    funded.do(cash.TicketSending(number))
    funded.do(cash.TicketPrinted(number))
    assert funded.refuse(cash.TicketPrinted(number)) == Code.ALREADY_DONE
    assert funded.refuse(cash.TicketSending(number)) == Code.WRONG_VOUCHER_STATE
    assert funded.refuse(cash.TicketInDoubt(number, "jam")) == Code.WRONG_VOUCHER_STATE


def test_one_pay_out_at_a_time_also_while_one_is_in_doubt(funded):
    number = funded.cash_out(3000)
    again = cash.CashOut(funded.request(), Money(1000), funded.number())
    assert funded.refuse(again) == Code.PAY_OUT_RUNNING
    funded.do(cash.TicketSending(number))
    assert funded.refuse(again) == Code.PAY_OUT_RUNNING
    funded.do(cash.TicketInDoubt(number, "paper-out"))
    assert funded.refuse(again) == Code.PAY_OUT_RUNNING
    funded.do(cash.ResolveVoucher(number, "issued", by="eve"))
    funded.do(again)


@pytest.mark.parametrize(
    ("amount", "code"), [(7001, Code.NOT_ENOUGH_BALANCE), (0, Code.NOTHING_TO_PAY), (-1, Code.NOTHING_TO_PAY)]
)
def test_no_more_is_paid_than_there_is(funded, amount, code):
    assert funded.refuse(cash.CashOut(funded.request(), Money(amount), funded.number())) == code


def test_a_request_is_carried_out_once(funded):
    command = cash.CashOut(funded.request(), Money(1000), funded.number())
    funded.do(command)
    assert funded.refuse(command) == Code.ALREADY_DONE
    assert funded.refuse(cash.CashOut(command.request, Money(1000), funded.number())) == Code.ALREADY_DONE


def test_a_number_is_used_once(funded):
    number = funded.cash_out(1000)
    funded.do(cash.TicketSending(number))
    funded.do(cash.TicketPrinted(number))
    assert funded.refuse(cash.CashOut(funded.request(), Money(1000), number)) == Code.NUMBER_USED


@pytest.mark.parametrize("number", ["", "123456789012345678", "0" * 18])
def test_a_number_that_is_none_is_refused(funded, number):
    assert funded.refuse(cash.CashOut(funded.request(), Money(1000), VoucherNumber(number))) == Code.NUMBER_UNUSABLE


@pytest.mark.parametrize(
    "command",
    [
        cash.TicketSending(VoucherNumber("1")),
        cash.TicketPrinted(VoucherNumber("1")),
        cash.TicketInDoubt(VoucherNumber("1"), "jam"),
        cash.ResolveVoucher(VoucherNumber("1"), "void", by="eve"),
    ],
)
def test_a_ticket_nobody_reserved_is_refused(funded, command):
    assert funded.refuse(command) == Code.NO_SUCH_VOUCHER


# -- in doubt -----------------------------------------------------------------------------------------------------


def test_a_ticket_in_doubt_is_not_printed_again_and_proves_nothing_by_itself(funded):
    number = funded.in_doubt(3000)
    assert tickets(funded) == []
    assert funded.refuse(cash.TicketPrinted(number)) == Code.WRONG_VOUCHER_STATE
    assert funded.refuse(cash.TicketSending(number)) == Code.WRONG_VOUCHER_STATE
    assert funded.refuse(cash.TicketInDoubt(number, "jam")) == Code.ALREADY_DONE


def test_the_attendant_finds_the_ticket_good(funded):
    number = funded.in_doubt(3000)
    assert funded.do(cash.ResolveVoucher(number, "issued", by="eve")) == [
        cash.VoucherIssued(number, Money(3000), by="eve")
    ]
    assert funded.refuse(cash.ResolveVoucher(number, "issued", by="eve")) == Code.ALREADY_DONE
    assert funded.refuse(cash.ResolveVoucher(number, "void", by="eve")) == Code.WRONG_VOUCHER_STATE


def test_a_torn_up_ticket_is_replaced_under_a_number_of_its_own(funded):
    number, replacement = funded.in_doubt(3000), funded.number()
    request = funded.kiosk.vouchers[number].request
    assert funded.do(cash.ResolveVoucher(number, "void", by="eve", replacement=replacement)) == [
        cash.VoucherVoided(number, Money(3000), by="eve", at=ISSUED_AT),
        cash.VoucherReserved(request, replacement, Money(3000), Money(4000), ISSUED_AT, EXPIRES, number, DAY),
    ]
    assert funded.kiosk.balance == 4000
    assert state(funded, number) == "void"
    assert [ticket.number for ticket in tickets(funded)] == [replacement]
    assert funded.refuse(cash.ResolveVoucher(number, "void", "eve", funded.number())) == Code.ALREADY_DONE


def test_a_replacement_needs_a_fresh_number(funded):
    number = funded.in_doubt(3000)
    assert funded.refuse(cash.ResolveVoucher(number, "void", by="eve", replacement=number)) == Code.NUMBER_USED
    assert funded.refuse(cash.ResolveVoucher(number, "void", by="eve")) == Code.NUMBER_UNUSABLE


def test_a_replacement_may_end_in_doubt_as_well(funded):
    first, second, third = funded.in_doubt(3000), funded.number(), funded.number()
    funded.do(cash.ResolveVoucher(first, "void", "eve", second))
    funded.do(cash.TicketSending(second))
    funded.do(cash.TicketInDoubt(second, "jam"))
    funded.do(cash.ResolveVoucher(second, "void", "eve", third))
    funded.do(cash.TicketSending(third))
    funded.do(cash.TicketPrinted(third))
    assert [state(funded, number) for number in (first, second, third)] == ["void", "void", "issued"]
    assert funded.kiosk.balance == 4000


def test_a_ticket_not_yet_sent_is_cancelled_into_the_balance(funded):
    number = funded.cash_out(3000)
    assert funded.do(cash.ResolveVoucher(number, "void", by="eve")) == [
        cash.VoucherVoided(number, Money(3000), by="eve", balance=Money(7000), at=ISSUED_AT)
    ]
    assert tickets(funded) == []
    assert funded.refuse(cash.TicketSending(number)) == Code.WRONG_VOUCHER_STATE


def test_a_ticket_on_its_way_waits_for_the_printer(funded):
    number = funded.cash_out(3000)
    assert funded.refuse(cash.ResolveVoucher(number, "issued", by="eve")) == Code.WRONG_VOUCHER_STATE
    funded.do(cash.TicketSending(number))
    assert funded.refuse(cash.ResolveVoucher(number, "void", "eve", funded.number())) == Code.WRONG_VOUCHER_STATE


def test_only_a_named_attendant_resolves(funded):
    number = funded.in_doubt(3000)
    assert funded.refuse(cash.ResolveVoucher(number, "issued", by="")) == Code.NOT_ALLOWED


# -- what may never happen, broken on purpose ---------------------------------------------------------------------

OTHER = VoucherNumber("9" * 18)


def reserved(number, amount, balance, replaces=""):
    return cash.VoucherReserved(
        RequestId("f" * 32), number, Money(amount), Money(balance), ISSUED_AT, EXPIRES, VoucherNumber(replaces)
    )


def breach(kiosk, *events):
    """Fold events whose last one may never happen: return the invariant's name."""
    *before, impossible = events
    for event in before:
        evolve(kiosk, event)
    with pytest.raises(InvariantBreach) as caught:
        evolve(kiosk, impossible)
    return caught.value.name


def test_a_number_reserved_twice_is_a_breach(funded):
    number = funded.cash_out(1000)
    funded.do(cash.ResolveVoucher(number, "void", by="eve"))
    assert breach(funded.kiosk, reserved(number, 1000, 6000)) == "number-used-once"


def test_a_second_pay_out_beside_the_first_is_a_breach(funded):
    funded.cash_out(1000)
    assert breach(funded.kiosk, reserved(OTHER, 1000, 5000)) == "one-pay-out-at-a-time"


def test_a_ticket_over_the_balance_is_a_breach(funded):
    assert breach(funded.kiosk, reserved(OTHER, 7001, -1)) == "balance-not-below-zero"


def test_a_ticket_that_leaves_the_balance_untouched_is_a_breach(funded):
    assert breach(funded.kiosk, reserved(OTHER, 1000, 7000)) == "balance-as-told"


def test_a_ticket_printed_twice_is_a_breach(funded):
    number = funded.cash_out(1000)
    sent, issued = cash.VoucherSent(number), cash.VoucherIssued(number, Money(1000))
    assert breach(funded.kiosk, sent, sent) == "voucher-on-its-path"
    assert breach(funded.kiosk, issued, issued) == "voucher-on-its-path"


def test_a_doubt_that_ends_by_itself_is_a_breach(funded):
    number = funded.in_doubt(1000)
    assert breach(funded.kiosk, cash.VoucherIssued(number, Money(1000))) == "doubt-ends-by-attendant"


def test_a_ticket_that_grows_on_its_way_is_a_breach(funded):
    number = funded.cash_out(1000)
    sent = cash.VoucherSent(number)
    assert breach(funded.kiosk, sent, cash.VoucherIssued(number, Money(2000))) == "voucher-keeps-its-amount"


def test_a_ticket_in_doubt_refunded_to_the_balance_is_a_breach(funded):
    number = funded.in_doubt(1000)
    refund = cash.VoucherVoided(number, Money(1000), "eve", balance=Money(7000))
    assert breach(funded.kiosk, refund) == "only-unsent-refunded"


def test_a_ticket_replaced_twice_is_a_breach(funded):
    number, replacement = funded.in_doubt(1000), funded.number()
    funded.do(cash.ResolveVoucher(number, "void", "eve", replacement))
    funded.do(cash.TicketSending(replacement))
    funded.do(cash.TicketPrinted(replacement))
    assert breach(funded.kiosk, reserved(OTHER, 1000, 6000, replaces=number)) == "replaced-once"


def test_a_refunded_ticket_replaced_is_a_breach(funded):
    number = funded.cash_out(1000)
    funded.do(cash.ResolveVoucher(number, "void", by="eve"))
    assert breach(funded.kiosk, reserved(OTHER, 1000, 7000, replaces=number)) == "replaced-once"


def test_a_torn_up_ticket_left_unpaid_is_a_breach(funded):
    number = funded.in_doubt(1000)
    torn_up = cash.VoucherVoided(number, Money(1000), "eve")
    assert breach(funded.kiosk, torn_up, reserved(OTHER, 1000, 5000)) == "replaced-once"


def test_a_replacement_of_another_amount_is_a_breach(funded):
    number = funded.in_doubt(1000)
    torn_up = cash.VoucherVoided(number, Money(1000), "eve")
    larger = reserved(OTHER, 1001, 6000, replaces=number)
    assert breach(funded.kiosk, torn_up, larger) == "voucher-keeps-its-amount"
