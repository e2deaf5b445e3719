"""eSSP on the device's side: cutting packets from the line, repeating answers, and the encrypted layer.

Source: SSP protocol manual (GA138). What matters for money:

- A packet with the same sequence bit as the one before is a repeat: it is answered as before and not acted on.
- SYNC sets the sequence bit back; a reset forgets the key, and encrypted packets are then passed over in silence.
- An encrypted packet whose counter is not the expected one is passed over in silence as well.
"""

from __future__ import annotations

import os

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

SYNC, SET_GENERATOR, SET_MODULUS, KEY_EXCHANGE = 0x11, 0x4A, 0x4B, 0x4C
OK, UNKNOWN, WRONG_LENGTH, OUT_OF_RANGE, NOT_NOW, NO_KEY = 0xF0, 0xF2, 0xF3, 0xF4, 0xF5, 0xFA

_START, _ENCRYPTED = 0x7F, 0x7E
_BLOCK = 16


def checksum(data: bytes) -> int:
    """CRC-16 with polynomial x^16 + x^15 + x^2 + 1, started with ones, not reflected."""
    register = 0xFFFF
    for byte in data:
        for place in (0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01):
            carry = bool(register & 0x8000) is not bool(byte & place)
            register = register << 1 & 0xFFFF ^ (0x8005 if carry else 0)
    return register


class Heard(msgspec.Struct, frozen=True):
    """One sound packet: address, sequence bit, data."""

    address: int
    sequence: int
    data: bytes


def packet(address: int, sequence: int, data: bytes) -> bytes:
    """The wire form of a packet."""
    inner = bytes((sequence << 7 | address, len(data))) + data
    check = checksum(inner)
    inner += bytes((check & 0xFF, check >> 8))
    return bytes((_START,)) + b"".join(b"\x7f\x7f" if byte == _START else bytes((byte,)) for byte in inner)


class Ear:
    """Cuts packets out of what the line brings."""

    def __init__(self) -> None:
        self._raw = bytearray()

    def hear(self, data: bytes) -> list[Heard]:
        """Add bytes; returns the sound packets that this completed."""
        self._raw += data
        heard: list[Heard] = []
        while True:
            start = self._raw.find(_START)
            if start < 0:
                self._raw.clear()
                return heard
            del self._raw[:start]
            inner, used, broken = _unstuffed(self._raw)
            if broken:
                del self._raw[:used]
                continue
            if len(inner) < 2 or len(inner) < inner[1] + 4:
                return heard
            whole = inner[: inner[1] + 4]
            del self._raw[: 1 + len(whole) + whole.count(_START)]
            if checksum(whole[:-2]) == whole[-2] | whole[-1] << 8:
                heard.append(Heard(whole[0] & 0x7F, whole[0] >> 7, whole[2:-2]))

    def deaf(self) -> None:
        """Forget what was half heard."""
        self._raw.clear()


def _unstuffed(raw: bytearray) -> tuple[bytes, int, bool]:
    """The bytes behind a start byte without their stuffing, and where a new packet breaks in, if one does."""
    inner = bytearray()
    place = 1
    while place < len(raw):
        if raw[place] == _START:
            if place + 1 == len(raw):
                break
            if raw[place + 1] != _START and (len(inner) < 2 or len(inner) < inner[1] + 4):
                return b"", place, True
            if raw[place + 1] != _START:
                break
            place += 1
        inner.append(raw[place])
        place += 1
        if len(inner) >= 2 and len(inner) == inner[1] + 4:
            break
    return bytes(inner), place, False


class Secrets:
    """The device's half of the key exchange and the encrypted layer."""

    def __init__(self, fixed_key: int) -> None:
        self._fixed = fixed_key
        self._generator = 0
        self._modulus = 0
        self._cipher: Cipher[modes.ECB] | None = None
        self._expected = 0

    @property
    def keyed(self) -> bool:
        """Whether a key is agreed."""
        return self._cipher is not None

    def forget(self) -> None:
        """Power is gone, and the key with it."""
        self._generator = self._modulus = 0
        self._cipher = None

    def exchange(self, command: int, number: int) -> bytes:
        """Carry out one of the three commands of the key exchange."""
        if command == SET_GENERATOR and number > 2:
            self._generator = number
            return bytes((OK,))
        if command == SET_MODULUS and number > 2:
            self._modulus = number
            return bytes((OK,))
        if command != KEY_EXCHANGE or not self._generator or not self._modulus:
            return bytes((OUT_OF_RANGE,))
        own = int.from_bytes(os.urandom(7), "big") | 1
        agreed = pow(number, own, self._modulus)
        key = self._fixed.to_bytes(8, "little") + agreed.to_bytes(8, "little")
        self._cipher = Cipher(algorithms.AES(key), modes.ECB())
        self._expected = 0
        return bytes((OK,)) + pow(self._generator, own, self._modulus).to_bytes(8, "little")

    def fix(self, fixed_key: int) -> None:
        """Set another fixed half; it survives without power and counts from the next exchange on."""
        self._fixed = fixed_key

    def unwrap(self, data: bytes) -> bytes | None:
        """The command inside an encrypted packet, or None for one to be passed over."""
        if self._cipher is None or len(data) % _BLOCK != 1:
            return None
        opener = self._cipher.decryptor()
        plain = opener.update(data[1:]) + opener.finalize()
        if len(plain) < _BLOCK or checksum(plain[:-2]) != plain[-2] | plain[-1] << 8:
            return None
        count = int.from_bytes(plain[1:5], "little")
        if count != self._expected or plain[0] + 7 > len(plain):
            return None
        self._expected = count + 1 & 0xFFFFFFFF
        return plain[5 : 5 + plain[0]]

    def wrap(self, answer: bytes) -> bytes:
        """An answer, encrypted; it bears the counter that the next command must bear."""
        if self._cipher is None:
            raise RuntimeError("no key is agreed, so nothing can be encrypted")
        plain = bytes((len(answer),)) + self._expected.to_bytes(4, "little") + answer
        plain += os.urandom(-(len(plain) + 2) % _BLOCK)
        check = checksum(plain)
        closer = self._cipher.encryptor()
        return bytes((_ENCRYPTED,)) + closer.update(plain + bytes((check & 0xFF, check >> 8))) + closer.finalize()


class Mouth:
    """What one device answers to packets: repeats, SYNC, the key exchange, and the rest by `obey`."""

    def __init__(self, address: int, fixed_key: int) -> None:
        self.address = address
        self.secrets = Secrets(fixed_key)
        self._ear = Ear()
        self._last_sequence: int | None = None
        self._last_answer = b""

    def restart(self) -> None:
        """Power returns: no key, no sequence, nothing half heard."""
        self.secrets.forget()
        self._ear.deaf()
        self._last_sequence = None

    def commands(self, data: bytes) -> list[Heard]:
        """The packets for this device that are to be answered by :meth:`answer`."""
        return [heard for heard in self._ear.hear(data) if heard.address == self.address]

    def repeat(self, heard: Heard) -> bytes:
        """The answer of before, when this packet is a repeat; else nothing."""
        same = heard.sequence == self._last_sequence and heard.data != bytes((SYNC,))
        return self._last_answer if same else b""

    def keep(self, heard: Heard, data: bytes) -> bytes:
        """The answer's wire form, kept for a repeat."""
        self._last_sequence = heard.sequence
        self._last_answer = packet(self.address, heard.sequence, data)
        return self._last_answer
