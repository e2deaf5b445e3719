"""Vouchers: the states of architecture §3 and the number of requirements R-TIC-2 and reliability LED-9."""

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.money import Money
from cashier.records import RequestId, VoucherNumber, VoucherState
from cashier.ticket_number import is_number
from cashier.vouchers import (
    FINAL,
    OUTSTANDING,
    RANDOM_BYTES,
    UNPROVEN,
    Voucher,
    allowed,
    make_number,
)

STATES = get_args(VoucherState)
RANDOM = st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES)

ROADS = [
    "reserved sent issued pending redeemed",
    "reserved sent issued pending issued hand-paid",
    "reserved sent issued expired",
    "reserved sent issued void",
    "reserved sent void",
    "reserved sent unknown issued",
    "reserved sent unknown void",
    "reserved void",
]


@pytest.mark.parametrize("road", ROADS)
def test_a_voucher_may_travel(road: str) -> None:
    assert all(allowed(before, after) for before, after in pairwise(road.split()))  # type: ignore[arg-type]


def test_there_is_no_other_road() -> None:
    steps = {step for road in ROADS for step in pairwise(road.split())}
    assert {(before, after) for before in STATES for after in STATES if allowed(before, after)} == steps


def test_a_paid_or_dead_voucher_never_moves_again() -> None:
    assert {"redeemed", "void", "expired", "hand-paid"} == FINAL
    assert not [(before, after) for before in FINAL for after in STATES if allowed(before, after)]


def test_a_voucher_is_of_no_day_replaces_none_and_has_not_ended_unless_it_says_otherwise() -> None:
    number = VoucherNumber("000000000000000098")
    voucher = Voucher(number, Money(5_00), "reserved", RequestId("r1"), issued_at=7, expires=9)
    assert (voucher.replaces, voucher.day, voucher.ended_at) == ("", 0, 0)


def test_no_state_is_both_unproven_and_outstanding() -> None:
    assert not UNPROVEN & OUTSTANDING


@given(RANDOM)
def test_a_made_number_is_a_number(random: bytes) -> None:
    assert is_number(make_number(random))


@given(RANDOM, st.integers(0, 17), st.integers(1, 9))
def test_one_misread_digit_is_found(random: bytes, place: int, off: int) -> None:
    number = make_number(random)
    wrong = str((int(number[place]) + off) % 10)
    assert not is_number(number[:place] + wrong + number[place + 1 :])


@given(RANDOM, st.integers(0, 16))
def test_two_swapped_digits_are_found(random: bytes, place: int) -> None:
    number = make_number(random)
    swapped = number[:place] + number[place + 1] + number[place] + number[place + 2 :]
    assert swapped == number or not is_number(swapped)


@given(RANDOM, RANDOM)
def test_other_randomness_gives_another_number(one: bytes, other: bytes) -> None:
    same = int.from_bytes(one, "big") % 10**16 == int.from_bytes(other, "big") % 10**16
    assert (make_number(one) == make_number(other)) is same


@pytest.mark.parametrize("text", ["", "1", "0" * 18, "1" * 17, "1" * 19, "12345678901234567x", "１" * 18])
def test_other_text_is_no_number(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize("size", [0, 15, 17])
def test_too_little_or_too_much_randomness_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"16 random bytes, got {size}"):
        make_number(bytes(size))
