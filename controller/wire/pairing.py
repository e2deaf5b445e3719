"""How a screen that has no key yet and a table learn each other's public keys (R-SEC-4, SEC-5).

No sockets, clock or randomness here. Every frame is a length (4 bytes, big end first) and a body:

1. screen → table: the byte 3, the screen's public X25519 key (32), its commitment (32), the name it asks for
2. table → screen: the table's public key (32), its nonce (32)
3. screen → table: its own nonce (32), which opens the commitment; both ends now show the same six digits
4. screen → table: proof (32) that a finger has called the codes the same, made with the keys themselves
5. table → screen: proof (32) that a technician has, and that the screen's key is in the journal

The digits depend on both keys and on both nonces, and the screen is bound to its nonce before it sees the table's. So
whoever stands between the two and shows each a key of his own has no say in either code: each is a fresh draw from a
million, and he is through only if they happen to be the same. Were the nonces shown at once, or were there none, he
would try keys at home until the six digits came out right, which takes a million tries and a second.

Further draws are people's to give. The table counts a try as soon as it has shown its nonce, and takes few of them
(`controller/access/pairing.py`); a screen that has shown its own waits for a finger before it tries once more.

In place of an answer the table may send one byte that says why not. Nobody vouches for it: it is for people to read.
"""

import hmac
from typing import Final, Literal, get_args

import msgspec
from nacl.bindings import crypto_scalarmult_base

from controller.wire.opening import (
    KEY_BYTES,
    LARGEST_OPENING,
    PAIRING,
    ChannelError,
    PairKeys,
    agreed,
    derive,
    read_name,
)

CODE_DIGITS: Final = 6

WhyNot = Literal["not-open", "busy", "differs", "over"]
"""Why the table goes no further: no technician has opened the pairing of this screen; another program is being paired;
the code that was typed is another; the time or the tries are over, or the technician has ended it."""

_WHY_NOT: Final[tuple[WhyNot, ...]] = get_args(WhyNot)
_HEADER: Final = 4
_KIND: Final = bytes([PAIRING])


class Told(msgspec.Struct, frozen=True):
    """What both ends have said, from which everything further follows. `screen` and `table` are public keys."""

    name: str
    screen: bytes
    table: bytes
    screen_nonce: bytes
    table_nonce: bytes

    @property
    def digest(self) -> bytes:
        """32 bytes that stand for all of it."""
        parts = _KIND, self.screen, self.name.encode(), self.table, self.table_nonce
        return derive("pairing", self.screen_nonce, *parts)


def commitment(name: str, screen: bytes, nonce: bytes) -> bytes:
    """What binds a screen to its nonce before it has seen the table's."""
    return derive("commit", nonce, _KIND, screen, name.encode())


def is_bound(name: str, screen: bytes, nonce: bytes, bound: bytes) -> bool:
    """Whether `nonce` is the one that the screen was bound to: the defence against a man between the two."""
    return hmac.compare_digest(bound, commitment(name, screen, nonce))


def short_code(told: Told) -> str:
    """The digits that both ends show."""
    number = int.from_bytes(derive("code", told.digest)[:8], "big") % 10**CODE_DIGITS
    return f"{number:0{CODE_DIGITS}}"


def table_private_key(table_key: bytes) -> bytes:
    """The table's private key for all its screens, which follows from its own key as every other does."""
    return derive("screens", table_key)


class _Frames:
    """Bodies out of a stream of bytes, and the bytes that carry a body."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._out = bytearray()

    def put(self, body: bytes) -> None:
        self._out += len(body).to_bytes(_HEADER, "big") + body

    def outgoing(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def take(self, data: bytes) -> list[bytes]:
        """Raises ChannelError where a longer frame is announced than any of a pairing."""
        self._buffer += data
        bodies = []
        while len(self._buffer) >= _HEADER:
            end = _HEADER + int.from_bytes(self._buffer[:_HEADER], "big")
            if end - _HEADER > LARGEST_OPENING:
                raise ChannelError("a frame is longer than any of a pairing: connect anew")
            if len(self._buffer) < end:
                break
            bodies.append(bytes(self._buffer[_HEADER:end]))
            del self._buffer[:end]
        return bodies


class ScreenPairing:
    """The screen's end. `code` is what it shows; `done` once the table has its key; `why_not` says why it will not."""

    def __init__(self, name: str, private: bytes, nonce: bytes) -> None:
        """`private` is the screen's new key and `nonce` 32 bytes more, both fresh from the kernel."""
        self.name: Final = name
        self.code = ""
        self.done = False
        self.why_not: WhyNot | None = None
        self.public: Final = crypto_scalarmult_base(private)
        self._private: Final = private
        self._nonce: Final = nonce
        self._told: Told | None = None
        self._agreed = False
        self._frames = _Frames()
        bound = commitment(name, self.public, nonce)
        self._frames.put(_KIND + self.public + bound + name.encode())

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        return self._frames.outgoing()

    def receive(self, data: bytes) -> None:
        """Take bytes off the stream. Raises ChannelError for what no table says; then connect anew."""
        for body in self._frames.take(data):
            self._take(body)

    def agree(self) -> None:
        """A finger has called the codes the same; raises ChannelError before there is a code."""
        self._agreed = True
        self._frames.put(derive("screen-ok", self._secret()))

    @property
    def keys(self) -> PairKeys:
        """What the screen is to keep before it agrees; raises ChannelError before there is a code."""
        return PairKeys(self._private, self._heard().table)

    def _take(self, body: bytes) -> None:
        if len(body) == 1 and body[0] < len(_WHY_NOT):
            self.why_not = _WHY_NOT[body[0]]
        elif self._told is None and len(body) == 2 * KEY_BYTES:
            table, nonce = body[:KEY_BYTES], body[KEY_BYTES:]
            self._told = Told(self.name, self.public, table, self._nonce, nonce)
            self.code = short_code(self._told)
            self._frames.put(self._nonce)
        elif self._agreed and hmac.compare_digest(body, derive("table-ok", self._secret())):
            self.done = True
        else:
            raise ChannelError("this is no answer of a table: run the same version on both ends")

    def _secret(self) -> bytes:
        told = self._heard()
        return derive("pair", agreed(self._private, told.table), told.digest)

    def _heard(self) -> Told:
        if self._told is None:
            raise ChannelError("the table has not answered yet: wait for its code")
        return self._told


class TablePairing:
    """The table's end of one screen's pairing.

    `code` is there once the screen has shown its nonce, and `agreed` once somebody before it called the codes the same.
    """

    def __init__(self, private: bytes, nonce: bytes, first: bytes) -> None:
        """Take the first body; `nonce` is 32 fresh random bytes. Raises ChannelError for what no screen says."""
        if len(first) <= 1 + 2 * KEY_BYTES:
            raise ChannelError(
                "a screen asks to be paired and does not say who it is: run the same version on both ends"
            )
        self.public: Final = first[1 : 1 + KEY_BYTES]
        self.name: Final = read_name(first[1 + 2 * KEY_BYTES :])
        self.code = ""
        self.agreed = False
        self._bound: Final = first[1 + KEY_BYTES : 1 + 2 * KEY_BYTES]
        self._nonce: Final = nonce
        self._shared: Final = agreed(private, self.public)
        self._table: Final = crypto_scalarmult_base(private)
        self._secret = b""
        self._frames = _Frames()

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        return self._frames.outgoing()

    def answer(self) -> None:
        """Show the screen the table's key and nonce."""
        self._frames.put(self._table + self._nonce)

    def refuse(self, why: WhyNot) -> None:
        """Say why it goes no further."""
        self._frames.put(bytes([_WHY_NOT.index(why)]))

    def confirm(self) -> None:
        """Prove that the technician has called the codes the same and the screen's key is kept."""
        self._frames.put(derive("table-ok", self._secret))

    def receive(self, data: bytes) -> None:
        """Take bytes off the stream. Raises ChannelError for anything but what the screen was bound to."""
        for body in self._frames.take(data):
            self._take(body)

    def _take(self, body: bytes) -> None:
        if not self.code:
            if len(body) != KEY_BYTES or not is_bound(self.name, self.public, body, self._bound):
                raise ChannelError(f"{self.name} shows another nonce than it was bound to: pair it anew")
            told = Told(self.name, self.public, self._table, body, self._nonce)
            self._secret = derive("pair", self._shared, told.digest)
            self.code = short_code(told)
        elif not self.agreed and hmac.compare_digest(body, derive("screen-ok", self._secret)):
            self.agreed = True
        else:
            raise ChannelError(f"{self.name} does not hold the key that it has shown: pair it anew")
