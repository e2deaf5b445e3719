"""ccTalk framing (ccTalk Generic Specification part 1): frames written by hand, in any pieces, between any noise."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.cctalk import LARGEST_DATA, AnswerReader, Frame, encode

TEST_HOPPER = bytes.fromhex("03 00 01 a3 59")
"""The example of a hopper's manual: the host asks address 3 with header 163."""

POLL_BY_HOST = bytes.fromhex("28 00 01 9f 38")
ACKNOWLEDGED = bytes.fromhex("01 00 28 00 d7")
REFUSED = bytes.fromhex("01 00 28 05 d2")
BILL_ID = bytes.fromhex("01 07 28 00 45 55 30 30 30 35 41 30")
RING_OF_A_FRESH_VALIDATOR = bytes.fromhex("01 0b 28 00 00 00 00 00 00 00 00 00 00 00 00 cc")

BILL_ID_FRAME = Frame(destination=1, source=40, header=0, data=b"EU0005A")


def test_a_command_without_data_is_encoded_as_in_the_hopper_manual() -> None:
    assert encode(Frame(destination=3, source=1, header=163)) == TEST_HOPPER


def test_a_command_to_the_validator_is_encoded_with_its_sum() -> None:
    assert encode(Frame(destination=40, source=1, header=159)) == POLL_BY_HOST
    assert encode(Frame(destination=40, source=1, header=231, data=b"\x06\x00")) == bytes.fromhex(
        "28 02 01 e7 06 00 e8"
    )


def test_a_coin_acceptors_published_answer_is_read() -> None:
    published = bytes((1, 11, 2, 0, 6, 6, 4, 0, 20, 0, 23, 6, 4, 13, 2, 158))
    (answer,) = AnswerReader(device=2).feed(published)
    assert answer.data == bytes((6, 6, 4, 0, 20, 0, 23, 6, 4, 13, 2))


def test_an_answer_is_read_whole_and_byte_by_byte() -> None:
    assert AnswerReader(device=40).feed(BILL_ID) == [BILL_ID_FRAME]
    reader = AnswerReader(device=40)
    pieces = [reader.feed(bytes((byte,))) for byte in BILL_ID]
    assert pieces == [[]] * (len(BILL_ID) - 1) + [[BILL_ID_FRAME]]


def test_a_negative_answer_is_told_from_a_positive_one() -> None:
    accepted, refused = AnswerReader(device=40).feed(ACKNOWLEDGED + REFUSED)
    assert not accepted.refused
    assert refused.refused


def test_the_hosts_own_echo_is_no_answer() -> None:
    reader = AnswerReader(device=40)
    assert reader.feed(POLL_BY_HOST) == []
    assert [answer.data[0] for answer in reader.feed(RING_OF_A_FRESH_VALIDATOR)] == [0]
    assert reader.skipped == 0


def test_an_answer_inside_the_data_of_an_echo_is_not_taken() -> None:
    body = bytes((40, len(ACKNOWLEDGED), 1, 231)) + ACKNOWLEDGED
    echo = body + bytes((-sum(body) & 0xFF,))
    assert AnswerReader(device=40).feed(echo) == []


def test_another_devices_answer_is_skipped() -> None:
    reader = AnswerReader(device=40)
    assert reader.feed(bytes((1, 0, 3, 0, 252)) + ACKNOWLEDGED) == [Frame(destination=1, source=40, header=0)]
    assert reader.skipped == 5


def test_a_damaged_answer_is_skipped_and_the_next_one_found() -> None:
    damaged = bytearray(BILL_ID)
    damaged[5] ^= 0x10
    assert AnswerReader(device=40).feed(bytes(damaged) + BILL_ID) == [BILL_ID_FRAME]


def test_an_answer_longer_than_any_we_ask_for_is_noise() -> None:
    body = bytes((1, LARGEST_DATA + 1, 40, 0)) + bytes(LARGEST_DATA + 1)
    oversized = body + bytes((-sum(body) & 0xFF,))
    reader = AnswerReader(device=40)
    assert reader.feed(oversized) == []
    assert reader.feed(BILL_ID) == [BILL_ID_FRAME]


def test_an_answer_that_broke_off_does_not_swallow_the_next() -> None:
    reader = AnswerReader(device=40)
    assert reader.feed(BILL_ID[:6]) == []
    reader.forget()
    assert reader.skipped == 6
    assert reader.feed(BILL_ID) == [BILL_ID_FRAME]


def pieces_of(data: bytes, cuts: list[int]) -> list[bytes]:
    """`data` cut at the given places."""
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(places)]


@given(data=st.binary(max_size=LARGEST_DATA), cuts=st.lists(st.integers(0, 200), max_size=8))
def test_any_answer_survives_any_cutting(data: bytes, cuts: list[int]) -> None:
    frame = Frame(destination=1, source=40, header=0, data=data)
    reader = AnswerReader(device=40)
    answers = [answer for piece in pieces_of(encode(frame) * 2, cuts) for answer in reader.feed(piece)]
    assert answers == [frame, frame]
    assert reader.skipped == 0


@given(noise=st.binary(max_size=400))
def test_no_noise_breaks_the_reader_or_stays_in_it(noise: bytes) -> None:
    reader = AnswerReader(device=40)
    reader.feed(noise)
    reader.forget()
    assert reader.feed(BILL_ID) == [BILL_ID_FRAME]


@given(noise=st.binary(max_size=60).filter(lambda noise: 1 not in noise and 40 not in noise))
def test_noise_without_our_addresses_never_delays_an_answer(noise: bytes) -> None:
    assert AnswerReader(device=40).feed(noise + BILL_ID) == [BILL_ID_FRAME]


@pytest.mark.parametrize("place", range(len(BILL_ID)))
def test_one_wrong_bit_anywhere_is_never_taken_for_the_answer(place: int) -> None:
    for bit in range(8):
        damaged = bytearray(BILL_ID)
        damaged[place] ^= 1 << bit
        assert AnswerReader(device=40).feed(bytes(damaged)) == []
