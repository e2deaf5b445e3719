"""What names a ticket at the attendant's desk: its last four digits, or the whole number, typed or scanned."""

import pytest

from cashier.devices.ticket_layout import qr_payload
from cashier.money import Money
from cashier.records import PrintTicket, VoucherNumber
from cashier.ticket_number import grouped
from controller.app.attend_words import ticket_number
from controller.app.problem import Problem
from controller.app.ticket_proof import sign_ticket

NUMBER = VoucherNumber("534044472986020341")
TICKET = PrintTicket(NUMBER, Money(2_000), 1_800_000_000, 1_800_086_400, "issued")
SIGNED = sign_ticket(TICKET, "0a" * 16, "EUR", lambda _statement: bytes(64))


@pytest.mark.parametrize(
    ("told", "number"),
    [
        ("0341", "0341"),
        (NUMBER, NUMBER),
        (grouped(NUMBER), NUMBER),
        ("53 4044 4729 8602 0341", NUMBER),
        (qr_payload(TICKET, "EUR"), NUMBER),
        (qr_payload(TICKET, "EUR", SIGNED), NUMBER),
    ],
    ids=["its end", "typed", "as on paper", "with spaces", "scanned", "scanned and signed"],
)
def test_a_ticket_is_named(told: str, number: str) -> None:
    assert ticket_number(told) == number


@pytest.mark.parametrize("told", ["", "341", "20341", NUMBER[:-1], NUMBER[:-1] + "2", "abcd", "JKJ1:x:1:EUR"])
def test_what_names_no_ticket_is_answered_in_a_line_that_does_not_repeat_it(told: str) -> None:
    with pytest.raises(Problem, match="is no ticket's number") as problem:
        ticket_number(told)
    assert len(told) <= 4 or told not in str(problem.value)
