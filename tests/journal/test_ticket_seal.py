"""No journal has the number of a ticket in clear, and none needs to: a name of one length stands for it (LED-9)."""

import typing
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.money import Money
from cashier.records import Event, RequestId, VoucherIssued, VoucherNumber, VoucherReserved
from cashier.unions import NUMBER_FIELDS
from cashier.vouchers import RANDOM_BYTES, make_number
from controller.journal.codec import EventCodec
from controller.journal.rows import RawEvent
from controller.journal.seal import NotOpeningError, Seals
from controller.vocab.records import EVENT_TYPES

KEY = bytes(range(32))
CODEC, KEYLESS = EventCodec(Seals(KEY)), EventCodec(None)
NUMBERS = st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES).map(make_number)
NUMBER = make_number(bytes(range(RANDOM_BYTES)))
OTHER = make_number(bytes(range(1, RANDOM_BYTES + 1)))


def issued(number: VoucherNumber) -> VoucherIssued:
    return VoucherIssued(number=number, amount=Money(500))


def replacing(number: VoucherNumber, torn_up: VoucherNumber) -> VoucherReserved:
    return VoucherReserved(RequestId("f" * 32), number, Money(500), Money(0), 1, 2, replaces=torn_up)


def stored(event: Event, record: int = 1, seq: int = 1) -> RawEvent:
    (row,) = CODEC.encode(record, seq, [event])  # type: ignore[list-item]
    return row


def name_in(row: RawEvent) -> str:
    return str(msgspec.json.decode(row.body)["number"])


def renamed(row: RawEvent, name: str) -> RawEvent:
    return msgspec.structs.replace(row, body=row.body.replace(name_in(row).encode(), name.encode()))


def test_every_field_of_every_event_that_holds_a_number_is_known() -> None:
    hinted = {
        kind: tuple(name for name, hint in typing.get_type_hints(kind).items() if hint is VoucherNumber)
        for kind in EVENT_TYPES
    }
    assert {kind: names for kind, names in hinted.items() if names} == NUMBER_FIELDS
    assert len(NUMBER_FIELDS) >= 13


@given(NUMBERS, NUMBERS)
def test_a_number_comes_back_by_the_key_and_stands_nowhere_in_clear(number: VoucherNumber, torn: VoucherNumber) -> None:
    event = replacing(number, torn)
    row = stored(event)
    assert CODEC.decode(1, row) == event
    for digits in (number, torn):
        assert digits.encode() not in row.body
        assert digits[:-4].encode() not in row.body


@given(NUMBERS)
def test_without_the_key_a_ticket_has_one_name_that_ends_in_its_last_digits(
    number: VoucherNumber,
) -> None:
    first, second = stored(replacing(number, VoucherNumber(""))), stored(issued(number), record=7, seq=9)
    reserved, printed = KEYLESS.decode(1, first), KEYLESS.decode(7, second)
    assert isinstance(reserved, VoucherReserved)
    assert isinstance(printed, VoucherIssued)
    assert reserved.number == printed.number != number
    assert (printed.number[-4:], reserved.replaces) == (number[-4:], "")


def test_no_length_tells_two_numbers_apart() -> None:
    assert len({len(stored(issued(make_number(bytes([place]) * RANDOM_BYTES))).body) for place in range(100)}) == 1


def test_another_table_has_other_names_for_the_same_number_and_opens_none_of_ours() -> None:
    theirs = EventCodec(Seals(KEY[::-1]))
    (row,) = theirs.encode(1, 1, [issued(NUMBER)])
    assert name_in(row) != name_in(stored(issued(NUMBER)))
    with pytest.raises(NotOpeningError):
        CODEC.decode(1, row)


@pytest.mark.parametrize(
    "damage",
    [
        lambda name: name[:9] + ("A" if name[9] != "A" else "B") + name[10:],
        lambda name: name[:-4] + OTHER[-4:],
        lambda name: name[:40] + name[-5:],
        lambda name: "~" + name[-4:],
        lambda name: "~?" + name[2:],
    ],
    ids=["a letter", "the digits of another", "cut short", "without a seal", "no base 64"],
)
def test_a_name_that_was_changed_does_not_open(damage: Callable[[str], str]) -> None:
    row = stored(issued(NUMBER))
    with pytest.raises(NotOpeningError):
        CODEC.decode(1, renamed(row, damage(name_in(row))))


def test_a_number_in_clear_as_earlier_versions_wrote_it_is_read_as_it_is() -> None:
    row = stored(issued(NUMBER))
    assert CODEC.decode(1, renamed(row, NUMBER)) == KEYLESS.decode(1, renamed(row, NUMBER)) == issued(NUMBER)
