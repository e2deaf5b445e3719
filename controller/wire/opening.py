"""How the two ends of a channel prove who they are and agree on new keys.

Both hold a key that belongs to one screen alone. Three bodies open a channel:

1. screen → table: version (1 byte), ephemeral X25519 key (32), proof by the screen's key (32), the screen's name
2. table → screen: ephemeral X25519 key (32), proof (32)
3. screen → table: proof (32)

Session keys and later proofs come from the screen's key, the ephemeral keys' secret and everything said before, so
a key that is stolen later opens no recording, and a repeated opening leads nowhere.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import CryptoError

from cashier.invariant import invariant

OPENING_VERSION: Final = 1
KEY_BYTES: Final = 32
LARGEST_OPENING: Final = 1 + 2 * KEY_BYTES + 32
"""Bytes of the largest body above; a screen's name has up to 32."""

_Purpose = Literal["hello", "session", "answer", "proof", "to-table", "to-screen"]


class ChannelError(Exception):
    """The other end broke the channel's rules or is not who it says; the channel is closed for good."""


class Session(msgspec.Struct, frozen=True):
    """A screen that has proved its name, and the keys of this connection."""

    name: str
    send_key: bytes
    receive_key: bytes


class Progress(msgspec.Struct, frozen=True):
    """What follows from one body: the body to send back, and the session once this end is sure of the other."""

    reply: bytes = b""
    session: Session | None = None


class ScreenOpening:
    """The screen's end: it says hello, checks the table's answer and sends its own proof."""

    def __init__(self, name: str, key: bytes, ephemeral: bytes) -> None:
        """Prepare with the screen's own `key` and 32 fresh random bytes."""
        _check_keys(key, ephemeral)
        self._name: Final = name
        self._key: Final = key
        self._ephemeral: Final = ephemeral
        self._public: Final = crypto_scalarmult_base(ephemeral)

    def hello(self) -> bytes:
        """Return the first body."""
        version, name = bytes([OPENING_VERSION]), self._name.encode()
        return version + self._public + _derive("hello", self._key, version, self._public, name) + name

    def take(self, body: bytes) -> Progress:
        """Take the table's answer. Raises ChannelError unless the table holds this screen's key."""
        if len(body) != 2 * KEY_BYTES:
            raise ChannelError("the table's answer has the wrong length: run the same version on both ends")
        public, proof = body[:KEY_BYTES], body[KEY_BYTES:]
        root = _session_root(self._key, self._name, self._public, public, _agreed(self._ephemeral, public))
        if not hmac.compare_digest(proof, _derive("answer", root)):
            raise ChannelError(f"the table does not hold the key of {self._name}: pair this screen anew")
        session = Session(name=self._name, send_key=_derive("to-table", root), receive_key=_derive("to-screen", root))
        return Progress(reply=_derive("proof", root), session=session)


class TableOpening:
    """The table's end: it finds the screen's key by its name, answers, and waits for the proof."""

    def __init__(self, keys: Mapping[str, bytes], ephemeral: bytes) -> None:
        """Prepare with the keys of all screens by name and 32 fresh random bytes."""
        _check_keys(*keys.values(), ephemeral)
        self._keys: Final = keys
        self._ephemeral: Final = ephemeral
        self._name = ""
        self._root = b""

    def take(self, body: bytes) -> Progress:
        """Take a screen's hello, and after it its proof. Raises ChannelError unless it holds the key of its name."""
        return self._take_proof(body) if self._root else self._take_hello(body)

    def _take_hello(self, body: bytes) -> Progress:
        version, theirs, proof, name = body[:1], body[1:33], body[33:65], body[65:]
        if version != bytes([OPENING_VERSION]) or not name:
            raise ChannelError("the first frame is no hello of this version: run the same version on both ends")
        if not name.isascii() or not name.decode().isprintable():
            raise ChannelError("a screen said no usable name: run the same version on both ends")
        self._name = name.decode()
        key = self._keys.get(self._name)
        if key is None or not hmac.compare_digest(proof, _derive("hello", key, version, theirs, name)):
            raise ChannelError(f"{self._name} does not hold its key for this table: pair it anew")
        public = crypto_scalarmult_base(self._ephemeral)
        self._root = _session_root(key, self._name, theirs, public, _agreed(self._ephemeral, theirs))
        return Progress(reply=public + _derive("answer", self._root))

    def _take_proof(self, body: bytes) -> Progress:
        if not hmac.compare_digest(body, _derive("proof", self._root)):
            raise ChannelError(f"{self._name} does not hold its key for this table: pair it anew")
        session = Session(
            name=self._name, send_key=_derive("to-screen", self._root), receive_key=_derive("to-table", self._root)
        )
        return Progress(session=session)


def _derive(purpose: _Purpose, key: bytes, *parts: bytes) -> bytes:
    state = hashlib.blake2b(digest_size=KEY_BYTES, key=key, person=f"jakaja:{purpose}".encode())
    for part in parts:
        state.update(len(part).to_bytes(4, "big"))
        state.update(part)
    return state.digest()


def _session_root(key: bytes, name: str, screen: bytes, table: bytes, agreed: bytes) -> bytes:
    return _derive("session", key, bytes([OPENING_VERSION]), screen, name.encode(), table, agreed)


def _agreed(ephemeral: bytes, public: bytes) -> bytes:
    try:
        return crypto_scalarmult(ephemeral, public)
    except CryptoError as error:
        raise ChannelError("the other end's ephemeral key is worthless: connect anew") from error


def _check_keys(*keys: bytes) -> None:
    for key in keys:
        invariant(len(key) == KEY_BYTES, "channel-key", f"a key has {KEY_BYTES} bytes, got {len(key)}")
