"""The secret half of eSSP: the key exchange, and packets that only the two ends can read.

Source: SSP protocol manual (GA138), "encryption layer" and "encryption keys". The key is 16 bytes: the fixed 64 bits
that device and host are set to, and 64 bits agreed by Diffie-Hellman for this session, both low byte first. An
encrypted content is 7E and then, by AES-128 in ECB mode, length, packet counter, content, padding and a CRC. The
counter makes a recorded packet useless; that the mode shows equal blocks as equal is the protocol's, not ours to mend.
"""

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from cashier.devices.essp_frames import crc

DEFAULT_FIXED_KEY: Final = 0x0123456701234567
"""The fixed key of a device fresh from the factory."""

STEX: Final = 0x7E
_BLOCK: Final = 16
_OVERHEAD: Final = 7
_COUNTER_BYTES: Final = 4
_PRIME_BITS: Final = 62
_WITNESSES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""With these, the Miller-Rabin test is exact below 2 to the 64th."""


class Unreadable(Exception):  # noqa: N818 - what a packet is, not what we did
    """An answer that is not encrypted with this session's key, or is out of its turn."""


def is_prime(number: int) -> bool:
    """Whether `number` (below 2 to the 64th) is prime."""
    if number < 2:
        return False
    for prime in _WITNESSES:
        if number % prime == 0:
            return number == prime
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, witness, odd, twos) for witness in _WITNESSES)


def _passes(number: int, witness: int, odd: int, twos: int) -> bool:
    """One round of Miller and Rabin."""
    power = pow(witness, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


class Exchange(msgspec.Struct, frozen=True):
    """The host's half of a key exchange."""

    generator: int
    modulus: int
    secret: int

    @property
    def public(self) -> int:
        """What the device is sent."""
        return pow(self.generator, self.secret, self.modulus)

    def key(self, device_public: int, fixed: int) -> bytes:
        """The session's key, from what the device answered and the fixed key."""
        agreed = pow(device_public, self.secret, self.modulus)
        return fixed.to_bytes(8, "little") + agreed.to_bytes(8, "little")


def new_exchange(random_bits: Callable[[int], int] = secrets.randbits) -> Exchange:
    """Fresh primes, the generator the larger, and a fresh secret."""
    small, large = sorted((_prime(random_bits), _prime(random_bits)))
    return Exchange(generator=large, modulus=small, secret=random_bits(_PRIME_BITS) | 1)


def _prime(random_bits: Callable[[int], int]) -> int:
    """A random prime with its top bit set."""
    while True:
        number = random_bits(_PRIME_BITS) | 1 << _PRIME_BITS | 1
        if is_prime(number):
            return number


class Session:
    """One session's key and packet counter. What is sent carries the counter; its answer carries the next one."""

    def __init__(self, key: bytes, padding: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._cipher = Cipher(algorithms.AES(key), modes.ECB())
        self._padding = padding
        self._counter = 0

    def seal(self, content: bytes) -> bytes:
        """Encrypt one command; its answer is expected next."""
        body = bytes((len(content),)) + self._counter.to_bytes(_COUNTER_BYTES, "little") + content
        self._counter = (self._counter + 1) & 0xFFFFFFFF
        body += self._padding(-(len(content) + _OVERHEAD) % _BLOCK)
        body += crc(body).to_bytes(2, "little")
        encryptor = self._cipher.encryptor()
        return bytes((STEX,)) + encryptor.update(body) + encryptor.finalize()

    def open(self, data: bytes) -> bytes:
        """Decrypt one answer. Raises `Unreadable`, after which only a new key exchange helps."""
        if not data or data[0] != STEX or len(data) < 1 + _BLOCK or (len(data) - 1) % _BLOCK:
            raise Unreadable("the answer is not encrypted")
        decryptor = self._cipher.decryptor()
        body = decryptor.update(data[1:]) + decryptor.finalize()
        if crc(body[:-2]) != int.from_bytes(body[-2:], "little"):
            raise Unreadable("the answer is not encrypted with this session's key")
        length, counter = body[0], int.from_bytes(body[1 : 1 + _COUNTER_BYTES], "little")
        if counter != self._counter:
            raise Unreadable(f"the answer's packet counter is {counter} instead of {self._counter}")
        if length + _OVERHEAD > len(body):
            raise Unreadable(f"the answer claims {length} bytes and has room for {len(body) - _OVERHEAD}")
        return body[1 + _COUNTER_BYTES : 1 + _COUNTER_BYTES + length]
