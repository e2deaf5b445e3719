"""The host's half of CCID, as bytes in and out: what is said to a reader of chip cards, and what it answers.

Source: USB device class specification for integrated circuit card interface devices 1.1: the descriptor §5.1, messages
of the bulk endpoints §6.1 and §6.2, of the interrupt endpoint §6.3. Numbers are little-endian.
"""

import struct
from typing import Final, Literal

import msgspec

CardState = Literal["active", "inactive", "absent"]
"""Of a slot: a card that has been powered up, one that has not, or none."""

Outcome = Literal["done", "failed", "later"]
"""Of a command: carried out, not, or the card asks for more time."""

HARDWARE, MUTE = 0xFB, 0xFE
"""The errors of a reader that has failed, and of a card that does not answer (§6.2.6)."""

DATA_BLOCK: Final = 0x80
SLOT_STATUS: Final = 0x81

_POWER_ON, _POWER_OFF, _GET_STATUS, _TRANSFER = 0x62, 0x63, 0x65, 0x6F
_SLOT_CHANGED: Final = 0x50
_HEADER: Final = struct.Struct("<BIBBBBB")
_ORDER: Final = struct.Struct("<BIBB3s")
_STATES: Final[dict[int, CardState]] = {0: "active", 1: "inactive", 2: "absent"}
_OUTCOMES: Final[dict[int, Outcome]] = {0x00: "done", 0x40: "failed", 0x80: "later"}

_DESCRIPTOR_BYTES: Final = 54
_CLASS_DESCRIPTOR: Final = 0x21
_WHOLE_COMMANDS: Final = 0x00060000
"""The levels of exchange at which a reader takes whole commands: short, or short and extended ones (§5.1)."""

_BLOCKS: Final = 0x00010002
"""The level below, on which the reader does all but the card's own protocol: blocks, and parameters by itself."""

_T0: Final = 0x01
_LEAST, _MOST = 10 + 261, 10 + 65_544
"""The longest message of a reader: at least a short command in its envelope, at most an extended one."""


class Garbled(Exception):  # noqa: N818 - what came, not what we did
    """What came is no message of the class."""


class Traits(msgspec.Struct, frozen=True):
    """What a reader says of itself: its slots, its longest message in bytes, and how it takes commands.

    `whole`: as they are; otherwise as blocks of the protocol T=0 (`cashier.devices.t0_blocks`).
    """

    slots: int
    longest: int
    whole: bool = True


class Reply(msgspec.Struct, frozen=True):
    """One message of the reader. `error` says more where `outcome` is "failed"."""

    kind: int
    slot: int
    number: int
    card: CardState
    outcome: Outcome
    error: int
    data: bytes


def power_on(slot: int, number: int) -> bytes:
    """Power the slot's card up, at the voltage that the reader finds; answered with the card's answer to reset."""
    return _ORDER.pack(_POWER_ON, 0, slot, number, bytes(3))


def power_off(slot: int, number: int) -> bytes:
    """Take the card's power away."""
    return _ORDER.pack(_POWER_OFF, 0, slot, number, bytes(3))


def ask_status(slot: int, number: int) -> bytes:
    """Ask how the slot is."""
    return _ORDER.pack(_GET_STATUS, 0, slot, number, bytes(3))


def transfer(slot: int, number: int, command: bytes) -> bytes:
    """Hand a command APDU to the card."""
    return _ORDER.pack(_TRANSFER, len(command), slot, number, bytes(3)) + command


class Inbox:
    """Makes messages of packets. After `Garbled` it is empty, and begins anew with the next packet."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._received = bytearray()

    def feed(self, packet: bytes) -> Reply | None:
        """Take a packet; the message that it completes, or None. Raises `Garbled`."""
        self._received += packet
        try:
            return self._next()
        except Garbled:
            self._received.clear()
            raise

    def _next(self) -> Reply | None:
        if len(self._received) < _HEADER.size:
            return None
        kind, length, slot, number, status, error, _ = _HEADER.unpack_from(self._received)
        whole = _HEADER.size + length
        if kind not in (DATA_BLOCK, SLOT_STATUS) or whole > self._longest or len(self._received) > whole:
            raise Garbled(f"{self._received[:10].hex(' ')} begins no message of a card reader")
        if len(self._received) < whole:
            return None
        card, outcome = _STATES.get(status & 0x03), _OUTCOMES.get(status & 0xC0)
        if card is None or outcome is None:
            raise Garbled(f"{status:#04x} is no status of a slot")
        data = bytes(self._received[_HEADER.size :])
        self._received.clear()
        return Reply(kind, slot, number, card, outcome, error, data)


class Change(msgspec.Struct, frozen=True):
    """What the reader tells of one slot by itself: whether a card is in it, and whether that was otherwise before."""

    has_card: bool
    changed: bool


def read_changes(message: bytes, slots: int) -> tuple[Change, ...]:
    """Read what came on the interrupt endpoint, slot by slot; nothing of a message that tells of something else."""
    if len(message) != 1 + (slots + 3) // 4 or message[0] != _SLOT_CHANGED:
        return ()
    bits = int.from_bytes(message[1:], "little")
    return tuple(Change(bool(bits >> 2 * slot & 1), bool(bits >> 2 * slot & 2)) for slot in range(slots))


def read_traits(descriptors: bytes) -> Traits | None:
    """Find the class's descriptor among an interface's; None where it is none that we can use."""
    place = 0
    while place + 2 <= len(descriptors):
        length = descriptors[place]
        if length == _DESCRIPTOR_BYTES and descriptors[place + 1] == _CLASS_DESCRIPTOR:
            found = descriptors[place : place + length]
            return _traits(found) if len(found) == length else None
        place += max(length, 2)
    return None


def _traits(found: bytes) -> Traits | None:
    protocols, features, longest = found[6], *struct.unpack_from("<II", found, 40)
    whole = bool(features & _WHOLE_COMMANDS)
    by_blocks = features & _BLOCKS == _BLOCKS and protocols & _T0
    if not (whole or by_blocks) or not _LEAST <= longest <= _MOST:
        return None
    return Traits(found[4] + 1, longest, whole)
