"""The printer's bytes are told apart by their fixed bits (Epson ESC/POS reference, identification of status)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.escpos_status import (
    AutomaticStatus,
    BufferDone,
    PrinterState,
    ProcessDone,
    RealTimeStatus,
    StatusReader,
    process_id_request,
    state_of_automatic,
    state_of_replies,
)

MIXED = bytes.fromhex("12") + bytes.fromhex("18 00 0c 0f") + b"\x37\x220042\x00" + bytes.fromhex("0f 16")
MIXED_ANSWERS = [
    RealTimeStatus(0x12),
    AutomaticStatus(PrinterState(offline=True, paper_out=True)),
    ProcessDone("0042"),
    BufferDone(),
    RealTimeStatus(0x16),
]


def test_a_process_id_is_requested_as_the_reference_writes_it() -> None:
    assert process_id_request("0042") == bytes.fromhex("1d 28 48 06 00 30 30 30 30 34 32")


def test_answers_of_all_kinds_are_told_apart_whole_and_byte_by_byte() -> None:
    assert StatusReader().feed(MIXED) == MIXED_ANSWERS
    reader = StatusReader()
    assert [answer for byte in MIXED for answer in reader.feed(bytes((byte,)))] == MIXED_ANSWERS


def test_flow_control_and_noise_are_passed_over() -> None:
    assert StatusReader().feed(b"\x11\x13\xff\x80" + b"\x12") == [RealTimeStatus(0x12)]


def test_a_block_that_was_not_asked_for_is_passed_over() -> None:
    assert StatusReader().feed(b"\x37\x70\x40\x00" + b"\x12") == [RealTimeStatus(0x12)]


def test_a_block_without_end_is_given_up() -> None:
    reader = StatusReader()
    assert reader.feed(b"\x37" * 81) == []
    assert reader.feed(b"\x12") == [RealTimeStatus(0x12)]


def test_an_automatic_status_cut_short_does_not_swallow_what_follows() -> None:
    assert StatusReader().feed(b"\x18\x00\x12\x12") == [BufferDone(), RealTimeStatus(0x12), RealTimeStatus(0x12)]


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("10 00 00 0f", PrinterState()),
        ("38 00 00 0f", PrinterState(offline=True, cover_open=True)),
        ("10 00 03 0f", PrinterState(paper_low=True)),
        ("18 04 00 0f", PrinterState(offline=True, jam=True)),
        ("18 08 00 0f", PrinterState(offline=True, cutter=True)),
        ("18 20 00 0f", PrinterState(offline=True, fault=True)),
    ],
)
def test_the_automatic_statuss_bits_mean_what_the_reference_says(status: str, state: PrinterState) -> None:
    assert state_of_automatic(bytes.fromhex(status)) == state


@pytest.mark.parametrize(
    ("replies", "state"),
    [
        ("12 12 12 12", PrinterState()),
        ("1a 16 12 12", PrinterState(offline=True, cover_open=True)),
        ("1a 32 12 7e", PrinterState(offline=True, paper_out=True, paper_low=True)),
        ("12 12 12 1e", PrinterState(paper_low=True)),
        ("12 12 12 72", PrinterState(paper_out=True)),
        ("12 32 12 12", PrinterState(paper_out=True)),
        ("1a 52 16 12", PrinterState(offline=True, jam=True)),
        ("1a 52 1a 12", PrinterState(offline=True, cutter=True)),
        ("1a 52 52 12", PrinterState(offline=True, fault=True)),
    ],
)
def test_the_real_time_replies_bits_mean_what_the_reference_says(replies: str, state: PrinterState) -> None:
    assert state_of_replies(bytes.fromhex(replies)) == state


def test_the_gravest_condition_is_named_and_offline_alone_is_none() -> None:
    assert PrinterState(offline=True, cover_open=True, paper_out=True).condition == "cover-open"
    assert PrinterState(offline=True, paper_out=True, paper_low=True).condition == "paper-out"
    assert PrinterState(offline=True).condition is None
    assert PrinterState(paper_low=True).condition == "paper-low"


@given(noise=st.binary(max_size=300))
def test_no_noise_breaks_the_reader_or_stays_in_it(noise: bytes) -> None:
    reader = StatusReader()
    reader.feed(noise)
    reader.forget()
    assert reader.feed(b"\x12") == [RealTimeStatus(0x12)]
