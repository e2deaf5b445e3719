"""What is said to a player's card, command by command, and how it proves that it is the house's.

| command | APDU (ISO/IEC 7816-4) | answer |
|---|---|---|
| SELECT | 00 A4 04 00 · application | version 1 · house (8) · number (8); zeros on a blank card |
| GET CHALLENGE | 00 84 00 00, 16 wanted | the card's 16 bytes |
| MUTUAL AUTHENTICATE | 80 82 00 00 · our 16 bytes · our proof (16) | the card's proof (16) |
| PUT DATA | 80 DA 00 00 · house (8) · number (8) · key (16) | taken once, by a blank card |

Each card has a key of its own, made of its number by keyed BLAKE2b under the house's key, which no card holds. A proof
is the AES-CMAC (NIST SP 800-38B) under the card's key over a letter (`H` for the host, `C` for the card), what the
other end has drawn, what the own end has drawn, house and number. The host proves itself first, so that a card proves
nothing to anybody else; a UID proves nothing at all and is for looking at only.

Conversations are generators: they yield commands, are sent the answers, and return what came of them.
"""

import hmac
from collections.abc import Callable, Generator
from hashlib import blake2b
from typing import Final

import msgspec
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC

from cashier.invariant import invariant
from cashier.player_cards import CardNumber, PlayerCardFlaw, is_card_number

HOUSE_KEY_BYTES: Final = 32
GET_UID: Final = bytes.fromhex("ff ca 00 00 00")
"""The reader's own command for the UID of a card (PC/SC part 3, §3.2.2.1.3)."""

_APPLICATION: Final = bytes.fromhex("f0 4a414b414a41 01")
_SELECT: Final = bytes.fromhex("00 a4 04 00 08") + _APPLICATION + b"\0"
_GET_CHALLENGE: Final = bytes.fromhex("00 84 00 00 10")
_AUTHENTICATE: Final = bytes.fromhex("80 82 00 00 20")
_PUT_DATA: Final = bytes.fromhex("80 da 00 00 20")

_DONE: Final = b"\x90\x00"
_VERSION: Final = 1
_HOUSE_BYTES, _NUMBER_BYTES, _DRAWN_BYTES, _PROOF_BYTES, _KEY_BYTES = 8, 8, 16, 16, 16

Draw = Callable[[int], bytes]
"""So many random bytes."""


class House(msgspec.Struct, frozen=True):
    """The house's key (32 bytes), and what follows from it."""

    key: bytes

    def __post_init__(self) -> None:
        fits = len(self.key) == HOUSE_KEY_BYTES
        invariant(fits, "house-key", f"a house's key has {HOUSE_KEY_BYTES} bytes")

    @property
    def id(self) -> bytes:
        """By what cards say whose they are (8 bytes); it tells nothing of the key."""
        return blake2b(key=self.key, digest_size=_HOUSE_BYTES, person=b"jakaja.house").digest()

    def card_key(self, number: CardNumber) -> bytes:
        """The key of one card (16 bytes)."""
        return blake2b(bytes.fromhex(number), key=self.key, digest_size=_KEY_BYTES, person=b"jakaja.card").digest()


class Shown(msgspec.Struct, frozen=True):
    """What a card says it is, which proves nothing yet."""

    house: bytes
    number: CardNumber

    @property
    def is_blank(self) -> bool:
        """Whether nobody has written on it."""
        return not any(self.house)


class Proved(msgspec.Struct, frozen=True):
    """The card of this number holds its key."""

    number: CardNumber


class Flawed(msgspec.Struct, frozen=True):
    """The card is none of ours."""

    flaw: PlayerCardFlaw


class NotBlank(msgspec.Struct, frozen=True):
    """The card cannot be written: it carries a number already, perhaps another house's."""

    number: CardNumber


Conversation = Generator[bytes, bytes, Proved | Flawed]
Writing = Generator[bytes, bytes, Proved | Flawed | NotBlank]


def prove(house: House, draw: Draw) -> Conversation:
    """Find out whose card this is, and have it prove it."""
    shown = read_shown((yield _SELECT))
    if shown is None:
        return Flawed("unreadable")
    if shown.is_blank:
        return Flawed("blank")
    if not is_card_number(shown.number):
        return Flawed("unreadable")
    if shown.house != house.id:
        return Flawed("foreign")
    return (yield from _authenticate(house, shown.number, draw))


def write(house: House, number: CardNumber, draw: Draw) -> Writing:
    """Write number and key on a blank card, and have it prove them; one that carries them already proves them only."""
    shown = read_shown((yield _SELECT))
    if shown is None:
        return Flawed("unreadable")
    if shown.is_blank:
        answer = yield _PUT_DATA + house.id + bytes.fromhex(number) + house.card_key(number)
        if answer != _DONE:
            return Flawed("unreadable")
        shown = read_shown((yield _SELECT))
    if shown is None:
        return Flawed("unreadable")
    if shown != Shown(house.id, number):
        return NotBlank(shown.number)
    return (yield from _authenticate(house, number, draw))


def _authenticate(house: House, number: CardNumber, draw: Draw) -> Conversation:
    theirs = _data_of((yield _GET_CHALLENGE), _DRAWN_BYTES)
    if theirs is None:
        return Flawed("unreadable")
    ours, key = draw(_DRAWN_BYTES), house.card_key(number)
    whose = house.id + bytes.fromhex(number)
    answer = yield _AUTHENTICATE + ours + _mac(key, b"H" + theirs + ours + whose) + bytes((_PROOF_BYTES,))
    proof = _data_of(answer, _PROOF_BYTES)
    if proof is None or not hmac.compare_digest(proof, _mac(key, b"C" + ours + theirs + whose)):
        return Flawed("unproved")
    return Proved(number)


def read_shown(answer: bytes) -> Shown | None:
    """Read the answer to SELECT; None for a card that has not our application, or not in this version."""
    data = _data_of(answer, 1 + _HOUSE_BYTES + _NUMBER_BYTES)
    if data is None or data[0] != _VERSION:
        return None
    number = data[1 + _HOUSE_BYTES :].hex()
    return Shown(data[1 : 1 + _HOUSE_BYTES], CardNumber(number)) if number.isdecimal() else None


def read_uid(answer: bytes) -> str:
    """Read the answer to `GET_UID` in hexadecimal; empty where the reader knows none."""
    return answer[:-2].hex() if answer[-2:] == _DONE else ""


def _data_of(answer: bytes, length: int) -> bytes | None:
    """The data of an answer that says done and has so many bytes; None otherwise."""
    return answer[:-2] if len(answer) == length + 2 and answer[-2:] == _DONE else None


def _mac(key: bytes, message: bytes) -> bytes:
    mac = CMAC(AES(key))
    mac.update(message)
    return mac.finalize()
