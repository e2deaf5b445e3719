"""Parsers of what is held out to the table: player cards, tickets, receipts of hands."""

from collections.abc import Callable
from typing import Final

from cashier.devices.player_card import HOUSE_KEY_BYTES, House, prove, write
from cashier.tickets import read_scan, read_signed
from controller.shuffle.receipt import NoReceiptError, ProvedCard, Receipt, read_receipt, write_code, write_receipt
from controller.vocab.ids import HandId
from tests.fuzz.parser import Parser

_HOUSE: Final = House(bytes(range(HOUSE_KEY_BYTES)))
_NUMBER: Final = "00000000000000a1"
_GOOD: Final = b"\1" + _HOUSE.id + bytes.fromhex(_NUMBER) + b"\x90\0"
_RECEIPT: Final = Receipt("11" * 8, HandId(7), 52, bytes(32), (ProvedCard(3, 12, 0, bytes(32)),), (bytes(32),) * 6)


def _card(data: bytes) -> object:
    """Talk with a card that answers anything: each answer is a length and so many bytes."""
    begin = prove if data[:1] < b"\x80" else lambda house, draw: write(house, _NUMBER, draw)
    talk, rest = begin(_HOUSE, bytes), data[1:]
    try:
        next(talk)
        while True:
            length, rest = (rest[0] if rest else 0), rest[1:]
            answer, rest = rest[:length], rest[length:]
            talk.send(answer)
    except StopIteration as end:
        return end.value


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A scanner gives text; whatever byte it sends is some letter of it."""
    return lambda data: read(data.decode("latin-1"))


FROM_CARDS: Final = (
    Parser("player-card", _card, (), (b"\0" + bytes((len(_GOOD),)) + _GOOD + bytes((18,)) + bytes(16) + b"\x90\0",)),
    Parser(
        "ticket",
        _text(lambda text: (read_signed(text), read_scan(text))),
        (),
        (b"123456789012345678", b"JKJ1:123456789012345678:EUR", b"JKJ1:1:2:EUR:AB:1:2:" + b"A" * 103),
    ),
    Parser(
        "receipt",
        _text(read_receipt),
        (NoReceiptError,),
        (write_receipt(_RECEIPT).encode(), write_code(_RECEIPT).encode()),
    ),
)
