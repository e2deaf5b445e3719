"""USB/IP frames: every record survives the wire, in pieces of any size, and nonsense is refused."""

from __future__ import annotations

import contextlib
import struct
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.virtual import usbip
from firmware.virtual.usbip import (
    DeviceListRequest,
    DeviceSummary,
    ImportReply,
    ImportRequest,
    Incoming,
    InterfaceSummary,
    MalformedFrameError,
    Submit,
    Submitted,
    Unlink,
    Unlinked,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Record = TypeVar("Record")

words = st.integers(0, 0xFFFFFFFF)
halves = st.integers(0, 0xFFFF)
octets = st.integers(0, 0xFF)
names = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=31)
payloads = st.binary(max_size=300)

submits_out = st.builds(
    lambda seq, device, endpoint, setup, data: Submit(seq, device, False, endpoint, len(data), setup, data),
    words,
    words,
    st.integers(0, 15),
    st.binary(min_size=8, max_size=8),
    payloads,
)
submits_in = st.builds(
    Submit,
    words,
    words,
    st.just(True),
    st.integers(0, 15),
    st.integers(0, 1 << 20),
    st.binary(min_size=8, max_size=8),
)
commands = submits_out | submits_in | st.builds(Unlink, words, words, words)
returns = st.builds(
    lambda seq, status, data: Submitted(seq, status, len(data), data), words, st.integers(-200, 0), payloads
) | st.builds(Unlinked, words, st.integers(-200, 0))
interfaces = st.lists(st.builds(InterfaceSummary, octets, octets, octets), max_size=4).map(tuple)


def summary(bus_id: str, numbers: tuple[int, ...], codes: tuple[InterfaceSummary, ...]) -> DeviceSummary:
    fields: tuple[Any, ...] = (f"/{bus_id}", bus_id, *numbers, len(codes), codes)
    return DeviceSummary(*fields)


numbers = st.tuples(words, words, words, halves, halves, halves, octets, octets, octets, octets, octets)
devices = st.builds(summary, names, numbers, interfaces)


def dribble(raw: bytes, step: int, read: Callable[[Incoming], Record | None]) -> list[Record]:
    """Feed bytes ``step`` at a time and collect what comes out."""
    incoming = Incoming()
    records = []
    for start in range(0, len(raw), step):
        incoming.feed(raw[start : start + step])
        while (record := read(incoming)) is not None:
            records.append(record)
    assert incoming.empty
    return records


@given(st.lists(commands, max_size=4), st.integers(1, 97))
def test_commands_round_trip_in_pieces(sent: list[usbip.Command], step: int) -> None:
    raw = b"".join(map(usbip.encode_command, sent))
    assert dribble(raw, step, usbip.next_command) == sent


@given(st.lists(returns, max_size=4), st.integers(1, 97))
def test_answers_round_trip_in_pieces(sent: list[usbip.Return], step: int) -> None:
    raw = b"".join(map(usbip.encode_return, sent))
    assert dribble(raw, step, lambda incoming: usbip.next_return(incoming, lambda seq: True)) == sent


@given(names, st.integers(1, 50))
def test_operations_round_trip_in_pieces(bus_id: str, step: int) -> None:
    sent: list[usbip.Operation] = [DeviceListRequest(), ImportRequest(bus_id)]
    raw = b"".join(map(usbip.encode_operation, sent))
    assert dribble(raw, step, usbip.next_operation) == sent


@given(st.lists(devices, max_size=3).map(tuple), st.integers(1, 400))
def test_device_lists_round_trip_in_pieces(listed: tuple[DeviceSummary, ...], step: int) -> None:
    assert dribble(usbip.encode_device_list(listed), step, usbip.next_device_list) == [listed]


@given(devices)
def test_an_import_reply_carries_the_device_without_its_interfaces(device: DeviceSummary) -> None:
    replies = dribble(usbip.encode_import(device), 64, usbip.next_import)
    assert [reply.device for reply in replies if reply.device] == [summary_without_interfaces(device)]
    assert dribble(usbip.encode_import(None), 64, usbip.next_import) == [ImportReply(None)]


def summary_without_interfaces(device: DeviceSummary) -> DeviceSummary:
    kept = [getattr(device, field) for field in device.__struct_fields__ if field != "interfaces"]
    return DeviceSummary(*kept)


def test_a_submit_has_the_layout_of_the_kernel_documentation() -> None:
    raw = usbip.encode_command(Submit(0x0D05, 0x1000F, True, 1, 0x40))
    assert raw.hex(" ", 4) == (
        "00000001 00000d05 0001000f 00000001 00000001 00000000 00000040 00000000 00000000 00000000 00000000 00000000"
    )


BAD_COMMANDS = {
    "unknown command": struct.pack(">I44x", 9),
    "impossible direction": struct.pack(">IIIII28x", 1, 7, 0, 2, 1),
    "impossible endpoint": struct.pack(">IIIII28x", 1, 7, 0, 0, 16),
    "isochronous": struct.pack(">IIIIIIIII12x", 1, 7, 0, 0, 1, 0, 0, 0, 3),
    "too long": struct.pack(">IIIIIIi20x", 1, 7, 0, 0, 1, 0, (1 << 20) + 1),
    "negative length": struct.pack(">IIIIIIi20x", 1, 7, 0, 0, 1, 0, -1),
}


@pytest.mark.parametrize("raw", BAD_COMMANDS.values(), ids=BAD_COMMANDS.keys())
def test_nonsense_commands_are_refused_in_one_line(raw: bytes) -> None:
    incoming = Incoming()
    incoming.feed(raw)
    with pytest.raises(MalformedFrameError) as caught:
        usbip.next_command(incoming)
    assert str(caught.value).startswith("USB/IP")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("raw", [b"\x01\x06\x80\x05\0\0\0\0", b"\x01\x11\x80\x07\0\0\0\0"], ids=["version", "code"])
def test_nonsense_operations_are_refused(raw: bytes) -> None:
    incoming = Incoming()
    incoming.feed(raw)
    with pytest.raises(MalformedFrameError):
        usbip.next_operation(incoming)


@given(st.binary(min_size=48, max_size=200))
def test_noise_is_understood_or_refused_but_never_crashes(noise: bytes) -> None:
    for read in (usbip.next_command, usbip.next_operation, usbip.next_device_list, usbip.next_import):
        incoming = Incoming()
        incoming.feed(noise)
        with contextlib.suppress(MalformedFrameError):
            read(incoming)
