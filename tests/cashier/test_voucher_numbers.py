"""A voucher number worked out by hand: sixteen random digits, and two that check them by ISO 7064 MOD 97-10."""

from cashier.ticket_number import is_number, last_digits
from cashier.vouchers import make_number

ALL_ONES = 340_282_366_920_938_463_463_374_607_431_768_211_455
"""Sixteen bytes of ones, as a number."""


def test_the_digits_are_the_last_sixteen_of_the_random_number():
    number = make_number(b"\xff" * 16)
    assert number[:16] == str(ALL_ONES)[-16:] == "4607431768211455"
    assert make_number(bytes(15) + b"\x07")[:16] == "0000000000000007"


def test_the_check_digits_leave_one_when_divided_by_97():
    assert make_number(bytes(16)) == "000000000000000098"
    assert make_number(bytes(15) + b"\x01") == "000000000000000195"
    assert int(make_number(b"\xff" * 16)) % 97 == 1
    assert is_number("000000000000000098")
    assert not is_number("000000000000000099")


def test_the_last_four_digits_may_be_shown():
    assert last_digits("534044472986020341") == "0341"
