"""ZVT's messages (APDUs): what a cash register tells a card terminal, and what comes back.

Source: ZVT protocol, PA00P015. A message is a control field of two bytes, a length, and data; a length of FF says that
the true one follows in two bytes, low byte first.
"""

from enum import IntEnum
from typing import Final

import msgspec

from cashier.devices.zvt_fields import (
    Bmp,
    Fields,
    Malformed,
    from_bcd,
    last_digits,
    read_fields,
    read_tlv,
    to_bcd,
    write_field,
)

EXTENDED: Final = 0xFF

CONFIGURATION: Final = 0x02 | 0x04 | 0x08 | 0x10 | 0x20 | 0x80
"""The register prints both kinds of receipt, line by line, wants intermediate status, and nobody starts a payment or
an administration at the terminal itself."""

_PASSWORD_BYTES: Final = 3
_TOTALS_HEAD: Final = 4
_TOTALS_ROW: Final = 7


class Control(IntEnum):
    """Control fields in use, class and instruction."""

    STATUS_INFORMATION = 0x040F
    INTERMEDIATE_STATUS = 0x04FF
    STATUS_ENQUIRY = 0x0501
    REGISTRATION = 0x0600
    AUTHORISATION = 0x0601
    LOG_OFF = 0x0602
    COMPLETION = 0x060F
    TURNOVER_TOTALS = 0x0610
    ABORT = 0x061E
    REPEAT_RECEIPT = 0x0620
    REVERSAL = 0x0630
    REFUND = 0x0631
    END_OF_DAY = 0x0650
    DIAGNOSIS = 0x0670
    ABORT_BY_REGISTER = 0x06B0
    PRINT_LINE = 0x06D1
    PRINT_TEXT = 0x06D3
    RECEIVED = 0x8000


REFUSED: Final = 0x84
"""The class of a refused message; its instruction says why."""


class Apdu(msgspec.Struct, frozen=True):
    """One message: control field and data."""

    control: int
    data: bytes = b""

    @property
    def refusal(self) -> int | None:
        """Why the other end did not take a message, as a result code; None for any other message."""
        return self.control & 0xFF if self.control >> 8 == REFUSED else None

    @property
    def is_answer(self) -> bool:
        """Whether it answers a message and is not answered itself."""
        return self.control == Control.RECEIVED or self.refusal is not None


RECEIVED: Final = Apdu(Control.RECEIVED)


def encode(apdu: Apdu) -> bytes:
    """A message as bytes."""
    size = len(apdu.data)
    length = bytes((size,)) if size < EXTENDED else bytes((EXTENDED,)) + size.to_bytes(2, "little")
    return apdu.control.to_bytes(2, "big") + length + apdu.data


def decode(data: bytes) -> Apdu:
    """A message out of a whole block. Raises `Malformed` if its length is not the block's."""
    if len(data) < 3:
        raise Malformed(f"a message has at least 3 bytes, this one {len(data)}")
    size, start = data[2], 3
    if size == EXTENDED:
        size, start = int.from_bytes(data[3:5], "little"), 5
    if len(data) < start or len(data) - start != size:
        raise Malformed(f"a message says it has {size} bytes of data and has {len(data) - start}")
    return Apdu(int.from_bytes(data[:2], "big"), data[start:])


# -- from the register --------------------------------------------------------------------------------------------


def registration(password: int, currency: int) -> Apdu:
    """Tell the terminal who prints and that it is told what to do; `currency` is the ISO number (978)."""
    return Apdu(Control.REGISTRATION, _password(password) + bytes((CONFIGURATION,)) + to_bcd(currency, 2))


def authorisation(amount: int, currency: int) -> Apdu:
    """Take `amount` minor units from a card."""
    return Apdu(Control.AUTHORISATION, _money(amount, currency))


def refund(password: int, amount: int, currency: int) -> Apdu:
    """Pay `amount` minor units to a card."""
    return Apdu(Control.REFUND, _password(password) + _money(amount, currency))


def reversal(password: int, receipt: int) -> Apdu:
    """Undo the payment of this receipt number."""
    return Apdu(Control.REVERSAL, _password(password) + write_field(Bmp.RECEIPT, to_bcd(receipt, 2)))


def with_password(control: Control, password: int) -> Apdu:
    """A command that needs nothing but the password: enquiry, repeat receipt, totals, end of day."""
    return Apdu(control, _password(password))


def _password(password: int) -> bytes:
    return to_bcd(password, _PASSWORD_BYTES)


def _money(amount: int, currency: int) -> bytes:
    return write_field(Bmp.AMOUNT, to_bcd(amount, 6)) + write_field(Bmp.CURRENCY, to_bcd(currency, 2))


# -- from the terminal --------------------------------------------------------------------------------------------


class Totals(msgspec.Struct, frozen=True):
    """What an end of day sums up: how many transactions, and their amount in minor units."""

    count: int
    amount: int


class StatusInformation(msgspec.Struct, frozen=True):
    """The outcome of one transaction; None for what the terminal did not say.

    `original` is the trace number of the payment that a reversal undid. `card` are the last four digits.
    """

    result: int | None = None
    amount: int | None = None
    currency: int | None = None
    trace: int | None = None
    receipt: int | None = None
    original: int | None = None
    terminal: int | None = None
    card: str = ""
    card_name: str = ""
    totals: Totals | None = None


def read_status(data: bytes) -> StatusInformation:
    """Read the data of a status information (04 0F). Raises `Malformed`."""
    fields = read_fields(data)
    number, name = fields.data(Bmp.CARD_NUMBER), fields.data(Bmp.CARD_NAME)
    return StatusInformation(
        result=fields.byte(Bmp.RESULT),
        amount=fields.number(Bmp.AMOUNT),
        currency=fields.number(Bmp.CURRENCY),
        trace=fields.number(Bmp.TRACE),
        receipt=fields.number(Bmp.RECEIPT),
        original=fields.number(Bmp.ORIGINAL_TRACE),
        terminal=fields.number(Bmp.TERMINAL),
        card=last_digits(number) if number is not None else "",
        card_name=_text(name.split(b"\0")[0]) if name is not None else "",
        totals=_totals(fields),
    )


def read_intermediate(data: bytes) -> int:
    """The code of an intermediate status (04 FF). Raises `Malformed`."""
    if not data:
        raise Malformed("an intermediate status has a code")
    return data[0]


def read_abort(data: bytes) -> int:
    """Why the terminal broke off (06 1E), as a result code; FF where it does not say."""
    return data[0] if data else 0xFF


def read_print(apdu: Apdu) -> tuple[str, ...]:
    """The lines that the terminal wants printed (06 D1 or 06 D3). Raises `Malformed`."""
    if apdu.control == Control.PRINT_LINE:
        return (_text(apdu.data[1:]),)
    container = read_fields(apdu.data).data(Bmp.TLV) or b""
    return tuple(_text(row.data) for row in read_tlv(container) if row.tag == _TAG_TEXT_LINE)


_TAG_TEXT_LINE: Final = 0x07


def _text(data: bytes) -> str:
    """Text in the terminal's code page, as far as it can be shown."""
    return "".join(char for char in data.decode("cp437") if char.isprintable()).rstrip()


def _totals(fields: Fields) -> Totals | None:
    """The sums of an end of day: the first and last receipt, then a count and an amount for each kind of card."""
    data = fields.data(Bmp.TOTALS)
    amount = fields.number(Bmp.AMOUNT)
    if data is None:
        return None
    if len(data) < _TOTALS_HEAD or (len(data) - _TOTALS_HEAD) % _TOTALS_ROW:
        raise Malformed(f"the sums of a day have {len(data)} bytes")
    rows = [data[start : start + _TOTALS_ROW] for start in range(_TOTALS_HEAD, len(data), _TOTALS_ROW)]
    summed = sum(from_bcd(row[1:]) for row in rows)
    return Totals(sum(row[0] for row in rows), summed if amount is None else amount)
