"""Ticket numbers in open events: each stands there as a name that only the table's key turns back into the number.

A name is `~`, the sealed number in base 64, `~`, and the digits that may be shown. It is sealed for one place, the same
for all, so that a ticket has one name wherever it is spoken of: without the key its money can still be followed, and
what is outstanding counted, but it cannot be printed. All names are of one length.

Journals of the second version of the tables, and before, have the numbers themselves; they are read as they are.
"""

import binascii
from base64 import b64decode, b64encode
from typing import Final, TypeVar

import msgspec

from cashier.records import Event, VoucherNumber
from cashier.ticket_number import last_digits
from cashier.unions import NUMBER_FIELDS
from controller.journal.seal import NotOpeningError, Seal

_MARK: Final = "~"
_PLACE: Final = ("ticket",)

_EventT = TypeVar("_EventT", bound=Event)


def seal_numbers(event: _EventT, seal: Seal) -> _EventT:
    """Return `event` with a name in the place of each ticket number."""
    if (fields := NUMBER_FIELDS.get(type(event))) is None:
        return event
    return msgspec.structs.replace(event, **{field: _name(getattr(event, field), seal) for field in fields})


def open_numbers(event: _EventT, seal: Seal) -> _EventT:
    """Return `event` with the numbers of the tickets that it names. Raises NotOpeningError."""
    if (fields := NUMBER_FIELDS.get(type(event))) is None:
        return event
    return msgspec.structs.replace(event, **{field: _number(getattr(event, field), seal) for field in fields})


def _name(number: VoucherNumber, seal: Seal) -> str:
    """The name of a ticket; that of none is empty."""
    if not number:
        return ""
    sealed = b64encode(seal.close(_PLACE, number.encode())).decode()
    return f"{_MARK}{sealed}{_MARK}{last_digits(number)}"


def _number(name: str, seal: Seal) -> VoucherNumber:
    if not name.startswith(_MARK):
        return VoucherNumber(name)
    sealed, _, shown = name.removeprefix(_MARK).partition(_MARK)
    try:
        number = seal.open(_PLACE, b64decode(sealed, validate=True)).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise NotOpeningError("the name of a ticket does not open") from error
    if last_digits(number) != shown:
        raise NotOpeningError("the name of a ticket shows the digits of another")
    return VoucherNumber(number)
