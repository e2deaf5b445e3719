"""The emulated FTDI and CP210x chips by the requests that their makers' papers print."""

from __future__ import annotations

import pytest

from firmware.virtual.cp210x import Cp210x
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake
from firmware.virtual.ftdi import DATA_IN, DATA_OUT, Ftdi
from firmware.virtual.serial_line import LineCoding, SerialDevice

STATUS = b"\x01\x60"


class Echo(SerialDevice):
    """Says what it hears, at 9600 baud 8N1."""

    def __init__(self) -> None:
        self._held = bytearray()

    def receive(self, data: bytes, at: float) -> None:
        self._held += data

    def transmit(self, limit: int) -> bytes:
        said = bytes(self._held[:limit])
        del self._held[:limit]
        return said


def to_chip(request: int, value: int, index: int = 0) -> Setup:
    return Setup(0x40, request, value, index, 0)


@pytest.mark.parametrize(
    ("value", "index", "rate"),
    [(0x4138, 0, 9600), (0x809C, 0, 19_200), (0xC04E, 0, 38_400), (0x001A, 0, 115_384), (0x2710, 0, 300)],
)
def test_an_ftdi_divisor_is_eighths_of_three_megahertz(value: int, index: int, rate: int) -> None:
    chip = Ftdi(Echo())
    assert chip.control(to_chip(3, value, index), b"") == b""
    assert chip.coding.rate == rate


def test_an_ftdi_line_setting_is_bits_parity_and_stop_bits_in_one_word() -> None:
    chip = Ftdi(Echo())
    chip.control(to_chip(4, 8 | 2 << 8 | 2 << 11), b"")
    assert chip.coding == LineCoding(9600, stop=2, parity=2, bits=8)


def test_each_ftdi_packet_begins_with_the_status_and_silence_is_told_by_the_timer() -> None:
    chip = Ftdi(Echo())
    chip.control(to_chip(9, 10), b"")
    assert chip.control(Setup(0xC0, 10, 0, 0, 1), b"") == b"\x0a"
    chip.accept(DATA_OUT, b"x" * 100, 0.0)
    assert chip.produce(DATA_IN, 64) == STATUS + b"x" * 62
    assert chip.produce(DATA_IN, 64) == STATUS + b"x" * 38
    assert chip.produce(DATA_IN, 64) is Handshake.NAK
    assert chip.due() == pytest.approx(0.01)
    chip.tick(0.01)
    assert chip.produce(DATA_IN, 64) == STATUS


def test_a_reset_brings_the_ftdi_chip_back_to_its_defaults() -> None:
    chip = Ftdi(Echo())
    chip.control(to_chip(3, 0x001A), b"")
    chip.accept(DATA_OUT, b"lost", 0.0)
    chip.control(to_chip(0, 0), b"")
    assert chip.coding == LineCoding()
    assert chip.produce(DATA_IN, 64) == STATUS


def test_a_cp210x_hears_nothing_until_it_is_enabled() -> None:
    chip = Cp210x(Echo())
    chip.accept(0x01, b"early", 0.0)
    assert chip.produce(0x81, 64) is Handshake.NAK
    assert chip.control(Setup(0x41, 0x00, 1, 0, 0), b"") == b""
    chip.accept(0x01, b"now", 0.0)
    assert chip.produce(0x81, 64) == b"now"


def test_a_cp210x_is_set_by_its_baud_rate_and_line_control() -> None:
    chip = Cp210x(Echo())
    assert chip.control(Setup(0x41, 0x1E, 0, 0, 4), (19_200).to_bytes(4, "little")) == b""
    assert chip.control(Setup(0x41, 0x03, 0x0802, 0, 0), b"") == b""
    assert chip.coding == LineCoding(19_200, stop=2)
    assert chip.control(Setup(0xC1, 0x1D, 0, 0, 4), b"") == (19_200).to_bytes(4, "little")


def test_a_cp210x_purge_drops_what_was_on_its_way() -> None:
    chip = Cp210x(Echo())
    chip.control(Setup(0x41, 0x00, 1, 0, 0), b"")
    chip.accept(0x01, b"old", 0.0)
    chip.control(Setup(0x41, 0x12, 0x000F, 0, 0), b"")
    assert chip.produce(0x81, 64) is Handshake.NAK


@pytest.mark.parametrize("chip", [Ftdi(Echo()), Cp210x(Echo())], ids=["ftdi", "cp210x"])
def test_a_request_that_the_chip_does_not_know_stalls(chip: Ftdi | Cp210x) -> None:
    assert chip.control(Setup(0x40, 0x77, 0, 0, 0), b"") is Handshake.STALL
    assert chip.control(Setup(0x21, 0x20, 0, 0, 7), bytes(7)) is Handshake.STALL


def test_speeds_two_percent_apart_understand_each_other_and_more_do_not() -> None:
    for rate, heard in ((9600, b"x"), (9700, b"x"), (9420, b"x"), (9900, b""), (19_200, b"")):
        chip = Cp210x(Echo())
        chip.control(Setup(0x41, 0x00, 1, 0, 0), b"")
        chip.control(Setup(0x41, 0x1E, 0, 0, 4), rate.to_bytes(4, "little"))
        chip.accept(0x01, b"x", 0.0)
        assert (chip.produce(0x81, 64) or b"") == (heard or Handshake.NAK)
