"""An attendant sees the last four digits of a ticket and names it by them; paying a good one takes the paper."""

import pytest

from cashier.records import ResolveVoucher, TicketPrinted, TicketSending, VoucherNumber
from cashier.redeem_records import RedeemTicket
from cashier.refusal import Code
from cashier.ticket_number import is_number, last_digits

TWINS = (VoucherNumber("000000000000000195"), VoucherNumber("000000000000970195"))
"""Two good numbers with one end."""


def by_its_end(number, verdict, reason=""):
    return ResolveVoucher(VoucherNumber(last_digits(number)), verdict, by="Eve", reason=reason)


def in_doubt_as(bench, monkeypatch, number):
    monkeypatch.setattr(bench, "number", lambda: number)
    return bench.in_doubt(1000)


def issued_as(bench, monkeypatch, number):
    monkeypatch.setattr(bench, "number", lambda: number)
    return bench.issued(1000)


def state(bench, number):
    return bench.kiosk.vouchers[number].state


def test_the_twins_are_numbers():
    assert all(map(is_number, TWINS))
    assert len(set(map(last_digits, TWINS))) == 1


def test_a_ticket_in_doubt_is_meant_by_its_last_four_digits(funded):
    number = funded.in_doubt(1000)
    funded.do(by_its_end(number, "issued"))
    assert state(funded, number) == "issued"
    assert funded.refuse(by_its_end(number, "issued")) == Code.ALREADY_DONE


@pytest.mark.parametrize("digits", ["", "5", "195", "0196", "1950", "-195", TWINS[1]])
def test_fewer_digits_or_another_end_mean_no_ticket(funded, monkeypatch, digits):
    in_doubt_as(funded, monkeypatch, TWINS[0])
    assert funded.refuse(ResolveVoucher(VoucherNumber(digits), "void", by="Eve")) == Code.NO_SUCH_VOUCHER


def test_of_two_that_end_alike_the_one_is_meant_that_waits_for_a_word(funded, monkeypatch):
    good, doubtful = issued_as(funded, monkeypatch, TWINS[0]), in_doubt_as(funded, monkeypatch, TWINS[1])
    funded.do(by_its_end(doubtful, "hand-paid", "torn"))
    assert (state(funded, good), state(funded, doubtful)) == ("issued", "void")
    assert funded.refuse(by_its_end(doubtful, "issued")) == Code.WHOLE_NUMBER_NEEDED


def test_where_two_wait_that_end_alike_the_whole_number_tells_which(funded, monkeypatch):
    shown, doubtful = issued_as(funded, monkeypatch, TWINS[0]), in_doubt_as(funded, monkeypatch, TWINS[1])
    funded.do(RedeemTicket(funded.request(), shown))
    assert funded.refuse(by_its_end(doubtful, "issued")) == Code.WHOLE_NUMBER_NEEDED
    funded.do(ResolveVoucher(doubtful, "issued", by="Eve"))
    assert (state(funded, shown), state(funded, doubtful)) == ("pending", "issued")


def test_a_good_ticket_is_paid_by_hand_only_by_the_whole_number_on_its_paper(funded):
    number = funded.issued(1000)
    assert funded.refuse(by_its_end(number, "hand-paid", "no scanner")) == Code.WHOLE_NUMBER_NEEDED
    funded.do(ResolveVoucher(number, "hand-paid", by="Eve", reason="no scanner"))
    assert state(funded, number) == "hand-paid"


def test_a_report_of_the_printer_is_believed_of_a_whole_number_alone(funded):
    number = funded.cash_out(1000)
    end = VoucherNumber(last_digits(number))
    assert funded.refuse(TicketSending(end)) == Code.NO_SUCH_VOUCHER
    funded.do(TicketSending(number))
    assert funded.refuse(TicketPrinted(end)) == Code.NO_SUCH_VOUCHER
