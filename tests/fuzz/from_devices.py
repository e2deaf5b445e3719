"""Parsers of what devices send over USB."""

from collections.abc import Callable
from typing import Final

from cashier.devices import (
    bill_events,
    ccid_messages,
    cctalk,
    essp_cipher,
    essp_events,
    essp_frames,
    hopper_status,
    zvt_frames,
    zvt_messages,
)
from cashier.devices.door_board import read_switches
from cashier.devices.escpos_status import StatusReader
from cashier.devices.scan_keys import ScanReader
from cashier.devices.zvt_fields import Malformed as ZvtMalformed
from cashier.devices.zvt_fields import read_tlv
from cashier.records import DeviceId
from tests.fuzz.parser import Parser

_SLOTS: Final = 4
_REPORT: Final = 8
"""Bytes of a report of a keyboard."""
_KEYS: Final = bytes((0, 0, 0x1E, 0, 0, 0, 0, 0)) + bytes(8) + bytes((0, 0, 0x28, 0, 0, 0, 0, 0))
"""A scanner types `1` and Enter."""


def _exactly(length: int, read: Callable[[bytes], object]) -> Callable[[bytes], object]:
    """Reads an answer whose bytes the line has counted already: it is given just so many."""
    return lambda data: read(data[:length].ljust(length, b"\0"))


def _cctalk(data: bytes) -> object:
    reader = cctalk.AnswerReader(device=40)
    return [reader.feed(data[:7]), reader.feed(data[7:])]


def _essp(data: bytes) -> object:
    return [essp_events.PollReader(packet.data).events() for packet in essp_frames.PacketReader().feed(data)]


def _essp_answers(data: bytes) -> object:
    readers = (
        lambda rest: essp_events.PollReader(rest).events(),
        essp_events.read_counters,
        essp_events.read_levels,
        lambda rest: essp_events.read_setup(rest, "EUR"),
        essp_cipher.Session(bytes(16), bytes).open,
    )
    return readers[data[0] % len(readers)](data[1:]) if data else None


def _zvt(data: bytes) -> object:
    reader, heard = zvt_frames.FrameReader(0.2), []
    for place, instant in ((0, 0.0), (1, 0.1)):
        heard += reader.feed(data[place::2], instant)
    for block in zvt_frames.FrameReader(0.2).feed(data, 0.0):
        if isinstance(block, bytes):
            heard.append(zvt_messages.decode(block))
    return heard


def _zvt_messages(data: bytes) -> object:
    apdu = zvt_messages.decode(data)
    readers = (zvt_messages.read_status, zvt_messages.read_intermediate, zvt_messages.read_abort, read_tlv)
    told = readers[apdu.control % len(readers)](apdu.data)
    return (told if isinstance(told, int) else repr(told), zvt_messages.read_print(apdu))


def _printer(data: bytes) -> object:
    reader = StatusReader()
    return [reader.feed(data[:3]), reader.feed(data[3:])]


def _scanner(data: bytes) -> object:
    reader = ScanReader()
    return [reader.feed(data[place : place + _REPORT]) for place in range(0, len(data), _REPORT)] + [reader.give_up()]


def _card_reader(data: bytes) -> object:
    inbox = ccid_messages.Inbox(271)
    return (ccid_messages.read_traits(data), ccid_messages.read_changes(data, _SLOTS), inbox.feed(data))


def _coins(data: bytes) -> object:
    return (hopper_status.read_health(data[:2], data[2:]), hopper_status.coin_value(data))


FROM_DEVICES: Final = (
    Parser("cctalk-answers", _cctalk, (), (cctalk.encode(cctalk.Frame(1, 40, 0, b"\1\2")),)),
    Parser("bill-events", _exactly(bill_events.POLL_BYTES, bill_events.read_ring), (), (bytes(11),)),
    Parser("bill-id", bill_events.read_bill_id, (), (b"EU0020A",)),
    Parser("hopper-counters", _exactly(4, hopper_status.read_counters), (), (bytes(4),)),
    Parser("hopper-health", _coins, (), (bytes(3), b"EU200A")),
    Parser(
        "essp-packets",
        _essp,
        (essp_events.Malformed,),
        tuple(essp_frames.encode(essp_frames.Packet(0, True, event)) for event in (b"\xee\1", b"\1")),
    ),
    Parser(
        "essp-answers",
        _essp_answers,
        (essp_events.Malformed, essp_cipher.Unreadable),
        tuple(bytes((kind,)) + bytes(range(1, 33)) for kind in range(5)),
    ),
    Parser(
        "zvt-blocks",
        _zvt,
        (ZvtMalformed,),
        tuple(zvt_frames.encode(bytes.fromhex(block)) for block in ("060f00", "060f")),
    ),
    Parser(
        "zvt-messages",
        _zvt_messages,
        (ZvtMalformed,),
        (bytes.fromhex("040f04270029 00".replace(" ", "")), bytes.fromhex("06d30706050703414243")),
    ),
    Parser("printer-status", _printer, (), (b"\x12\x12\x12\x12", b"\x10\0\0\x0f", b"7\x220123\0")),
    Parser("scanner-keys", _scanner, (), (_KEYS,)),
    Parser("door-board", lambda data: read_switches(DeviceId("doors"), data), (), (bytes(24),)),
    Parser(
        "card-reader",
        _card_reader,
        (ccid_messages.Garbled,),
        (bytes.fromhex("8002000000000000000090 00".replace(" ", "")), b"\x50\3", bytes((54, 33)) + bytes(52)),
    ),
)
