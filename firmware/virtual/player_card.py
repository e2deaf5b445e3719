"""A player's chip card: it answers APDUs (ISO/IEC 7816-4) and proves by AES-CMAC that it holds its key.

| command | APDU | answer |
|---|---|---|
| SELECT | 00 A4 04 00 · application | version 1 · house (8) · number (8); zeros on a blank card |
| GET CHALLENGE | 00 84 00 00, 16 wanted | 16 bytes, good for one proof |
| MUTUAL AUTHENTICATE | 80 82 00 00 · host's 16 bytes · host's proof (16) | the card's proof (16) |
| PUT DATA | 80 DA 00 00 · house (8) · number (8) · key (16) | taken once, by a blank card |

A proof is the MAC over a letter (`H` of the host, `C` of the card), the bytes of the other end, the own bytes, house
and number. The host proves itself first: a card answers nobody who does not hold its key.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal, TypeAlias

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

APPLICATION = bytes.fromhex("f0 4a414b414a41 01")
"""A proprietary identifier (ISO/IEC 7816-5: category F) with the word JAKAJA and a version."""

CardTrick: TypeAlias = Literal["mute", "garbled", "shortened", "endless"]
"""What is wrong with a card: it never speaks, answers noise, answers too little, or more than was wanted."""

_GET_RESPONSE = bytes.fromhex("00c00000")
_BLOCK = 16
_DONE, _WRONG_LENGTH, _NOT_PROVED, _NOT_NOW = "9000", "6700", "6982", "6985"
_NOT_FOUND, _WRONG_PARAMETERS, _NO_INSTRUCTION, _NO_CLASS = "6a82", "6a86", "6d00", "6e00"


class CardBuild(msgspec.Struct, frozen=True):
    """One card, in hexadecimal: its chip's `uid`, and what a house has written on it; a blank one has no `number`.

    `ours`: whether it has the application at all. It thinks for `work_ms` about each command, and a hand takes it away
    before it can answer its command number `leaves_at`, from 1.
    """

    uid: str = "04a1b2c3d4e580"
    house: str = ""
    number: str = ""
    key: str = ""
    ours: bool = True
    work_ms: int = 0
    leaves_at: int = 0
    trick: CardTrick | None = None


class PlayerCard:
    """The chip. Raises ``ValueError`` for a build that no chip has."""

    def __init__(self, build: CardBuild) -> None:
        self.build = build
        self.uid = bytes.fromhex(build.uid)
        self.house, self.number, self.key = (bytes.fromhex(text) for text in (build.house, build.number, build.key))
        written = (len(self.house), len(self.number), len(self.key))
        if written not in ((0, 0, 0), (8, 8, 16)):
            raise ValueError(f"a card holds 8 bytes of house, 8 of number and 16 of key, or nothing, not {written}")
        self.commands = 0
        self.proofs = 0
        self.unknown: list[str] = []
        self._challenges = 0
        self._challenge = b""
        self._waiting = b""
        self._selected = False

    def as_it_is(self) -> CardBuild:
        """The card with what has been written on it since."""
        written = {"house": self.house.hex(), "number": self.number.hex(), "key": self.key.hex()}
        return msgspec.structs.replace(self.build, **written)

    def reset(self) -> bytes:
        """Power it up anew; its answer to reset, nothing if it is mute."""
        self._selected, self._challenge, self._waiting = False, b"", b""
        return b"" if self.build.trick == "mute" else answer_to_reset()

    def answer(self, command: bytes) -> bytes:
        """Answer one command APDU."""
        self.commands += 1
        answer = self._answer(command)
        match self.build.trick:
            case "garbled":
                return bytes(byte ^ 0x5A for byte in answer)
            case "shortened":
                return answer[:1]
            case "endless":
                return bytes(240) + answer
            case _:
                return answer

    def answer_block(self, block: bytes) -> bytes:
        """Answer one block of T=0 (ISO/IEC 7816-3 §12.2): what answers data is announced, and given when asked for."""
        waiting, self._waiting = self._waiting, b""
        if block[:4] == _GET_RESPONSE:
            return waiting if waiting and block[4:] == bytes((len(waiting) - 2,)) else bytes.fromhex(_NOT_NOW)
        answer = self.answer(block)
        if len(block) <= 5 or len(answer) <= 2:
            return answer
        self._waiting = answer
        return bytes((0x61, len(answer) - 2 & 0xFF))

    def _answer(self, command: bytes) -> bytes:
        if len(command) < 4:
            return bytes.fromhex(_WRONG_LENGTH)
        head, data = command[:4].hex(), _data_of(command)
        if data is None:
            return bytes.fromhex(_WRONG_LENGTH)
        if head == "00a40400":
            return self._select(data)
        if not self._selected:
            return self._refuse(command)
        match head:
            case "00840000":
                return self._get_challenge(command)
            case "80820000":
                return self._authenticate(data)
            case "80da0000":
                return self._put_data(data)
            case _:
                return self._refuse(command)

    def _select(self, data: bytes) -> bytes:
        self._challenge = b""
        self._selected = self.build.ours and data == APPLICATION
        if not self._selected:
            return bytes.fromhex(_NOT_FOUND)
        return b"\x01" + (self.house or bytes(8)) + (self.number or bytes(8)) + bytes.fromhex(_DONE)

    def _get_challenge(self, command: bytes) -> bytes:
        if command[4:] != bytes((_BLOCK,)):
            return bytes.fromhex(_WRONG_LENGTH)
        self._challenges += 1
        seed = self.uid + self._challenges.to_bytes(4, "big")
        self._challenge = hashlib.blake2b(seed, digest_size=_BLOCK, person=b"virtual card").digest()
        return self._challenge + bytes.fromhex(_DONE)

    def _authenticate(self, data: bytes) -> bytes:
        challenge, self._challenge = self._challenge, b""
        if len(data) != 2 * _BLOCK:
            return bytes.fromhex(_WRONG_LENGTH)
        if not challenge or not self.key:
            return bytes.fromhex(_NOT_NOW)
        theirs, proof = data[:_BLOCK], data[_BLOCK:]
        whose = self.house + self.number
        if not hmac.compare_digest(proof, cmac(self.key, b"H" + challenge + theirs + whose)):
            return bytes.fromhex(_NOT_PROVED)
        self.proofs += 1
        return cmac(self.key, b"C" + theirs + challenge + whose) + bytes.fromhex(_DONE)

    def _put_data(self, data: bytes) -> bytes:
        if len(data) != 32:
            return bytes.fromhex(_WRONG_LENGTH)
        if self.key:
            return bytes.fromhex(_NOT_NOW)
        self.house, self.number, self.key = data[:8], data[8:16], data[16:]
        return bytes.fromhex(_DONE)

    def _refuse(self, command: bytes) -> bytes:
        """What it does not know, with the ISO's words; while nothing is selected that is no fault of the host's."""
        if self._selected:
            self.unknown.append(command[:4].hex())
        if command[0] not in (0x00, 0x80):
            return bytes.fromhex(_NO_CLASS)
        known = command[1] in (0xA4, 0x84, 0x82, 0xDA)
        return bytes.fromhex(_WRONG_PARAMETERS if known and self._selected else _NO_INSTRUCTION)


def answer_to_reset() -> bytes:
    """TS, T0 with the count of historical bytes, TD1 and TD2 (T=1), the word JAKAJA, and the check (ISO 7816-3 §8)."""
    historical = b"JAKAJA"
    body = bytes((0x80 | len(historical), 0x80, 0x01)) + historical
    check = 0
    for byte in body:
        check ^= byte
    return b"\x3b" + body + bytes((check,))


def _data_of(command: bytes) -> bytes | None:
    """The data of a short command; None where its length byte does not fit."""
    if len(command) <= 5:
        return b""
    length = command[4]
    return command[5 : 5 + length] if len(command) in (5 + length, 6 + length) else None


def cmac(key: bytes, message: bytes) -> bytes:
    """AES-CMAC (NIST SP 800-38B), by hand."""
    encrypt = Cipher(algorithms.AES(key), modes.ECB()).encryptor().update
    subkey = _doubled(encrypt(bytes(_BLOCK)))
    blocks = [message[place : place + _BLOCK] for place in range(0, len(message), _BLOCK)] or [b""]
    last = blocks.pop()
    if len(last) < _BLOCK:
        subkey, last = _doubled(subkey), (last + b"\x80").ljust(_BLOCK, b"\0")
    chain = bytes(_BLOCK)
    for block in blocks:
        chain = encrypt(_mixed(chain, block))
    return encrypt(_mixed(_mixed(chain, last), subkey))


def _doubled(block: bytes) -> bytes:
    number = int.from_bytes(block, "big") << 1
    if number >> 128:
        number = (number & (1 << 128) - 1) ^ 0x87
    return number.to_bytes(_BLOCK, "big")


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))
