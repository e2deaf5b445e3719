"""Parsers of what comes over a screen's line, at either end."""

import io
from typing import Final

from cashier.money import Money
from cashier.records import RequestId
from cashier.refusal import Code, Refusal
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.wire.channel import screen_end, table_end
from controller.wire.frames import Frame, FrameError, encode_frame, read_frames
from controller.wire.messages import (
    Ask,
    Hello,
    MessageError,
    ReadProof,
    Refused,
    Welcome,
    decode_from_screen,
    decode_from_table,
    encode,
)
from controller.wire.opening import ChannelError
from controller.wire.pairing import ScreenPairing, TablePairing
from controller.wire.redact import Viewer
from tests.fuzz.parser import Parser

_KEY, _DRAWN = bytes(range(32)), bytes(range(1, 33))
_HELLO: Final = screen_end("seat-1", _KEY, _DRAWN).outgoing()
_ACT: Final = tr.BuyIn(request=RequestId("r"), seat=1, amount=Money(100), name="Aino")


def _at_the_table(data: bytes) -> object:
    """A table that has heard nothing yet, or a hello that is right."""
    channel = table_end({"seat-1": _KEY}, _DRAWN)
    return channel.receive(data[1:]) if data[:1] == b"\0" else channel.receive(_HELLO + data)


def _at_the_screen(data: bytes) -> object:
    channel = screen_end("seat-1", _KEY, _DRAWN)
    channel.outgoing()
    return channel.receive(data)


def _pairing_at_the_table(data: bytes) -> object:
    """A table before a screen's request, or after one that is right."""
    if data[:1] == b"\0":
        return TablePairing(_KEY, _DRAWN, data[1:])
    pairing = TablePairing(_KEY, _DRAWN, _REQUEST[4:])
    return pairing.receive(data)


def _pairing_at_the_screen(data: bytes) -> object:
    """A screen before the table's answer, or one that has its code and was touched."""
    pairing = ScreenPairing("seat-1", _DRAWN, _KEY)
    if data[:1] == b"\0":
        pairing.receive(_ANSWER)
        pairing.agree()
    return pairing.receive(data[1:])


def _answer() -> bytes:
    table = TablePairing(_KEY, _DRAWN, _REQUEST[4:])
    table.answer()
    return table.outgoing()


_REQUEST: Final = ScreenPairing("seat-1", _DRAWN, _KEY).outgoing()
_ANSWER: Final = _answer()


def _frames(data: bytes) -> object:
    return list(read_frames(io.BytesIO(data)))


FROM_SCREENS: Final = (
    Parser("table-channel", _at_the_table, (ChannelError,), (b"\0" + _HELLO, bytes(68))),
    Parser("screen-channel", _at_the_screen, (ChannelError,), (bytes((64, 0, 0, 0)) + bytes(64),)),
    Parser(
        "table-pairing",
        _pairing_at_the_table,
        (ChannelError,),
        (b"\0" + _REQUEST[4:], bytes((0, 0, 0, 32)) + _KEY, bytes((0, 0, 0, 32)) + bytes(32)),
    ),
    Parser(
        "screen-pairing",
        _pairing_at_the_screen,
        (ChannelError,),
        (b"\1" + _ANSWER, bytes((0, 0, 0, 0, 1, 2)), b"\0" + _REQUEST),
    ),
    Parser(
        "screen-message",
        decode_from_screen,
        (MessageError,),
        (encode(Hello(viewer=Viewer("seat", 1))), encode(Ask(seq=1, command=_ACT)), encode(ReadProof(hand=HandId(1)))),
    ),
    Parser(
        "table-message",
        decode_from_table,
        (MessageError,),
        (encode(Welcome(viewer=Viewer("seat", 1))), encode(Refused(seq=1, refusal=Refusal(Code.NO_HAND)))),
    ),
    Parser("pipe-frames", _frames, (FrameError,), (encode_frame(Frame("kiosk", 1, {})),)),
)
