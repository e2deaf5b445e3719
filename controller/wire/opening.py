"""How the two ends of a channel prove who they are and agree on new keys.

Each knows a key that belongs to one screen alone: the other's public key where they were paired (version 2), or one
that both hold (version 1). Three bodies open a channel:

1. screen → table: version (1 byte), ephemeral X25519 key (32), proof by the screen's key (32), the screen's name
2. table → screen: ephemeral X25519 key (32), proof (32)
3. screen → table: proof (32)

Session keys and later proofs come from the screen's key, the ephemeral keys' secret and everything said before, so
a key that is stolen later opens no recording, and a repeated opening leads nowhere. Of a pair each end mixes its own
private key with the other's ephemeral one besides: whoever has stolen one end's keys cannot play the other to it.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final, Literal, NoReturn, TypeAlias

import msgspec
from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import CryptoError

from cashier.invariant import invariant

SHARED_VERSION: Final = 1
PAIRED_VERSION: Final = 2
PAIRING: Final = 3
"""The first byte of all: an opening of one of two versions, or a screen without a key that would like to be paired."""

KEY_BYTES: Final = 32
LARGEST_OPENING: Final = 1 + 2 * KEY_BYTES + 32
"""Bytes of the largest body above; a screen's name has up to 32."""

Purpose = Literal[
    "hello", "session", "answer", "proof", "to-table", "to-screen",
    "screens", "pair", "commit", "pairing", "code", "screen-ok", "table-ok",
]  # fmt: skip
"""What a derived key or proof is for; nothing that is made for one purpose is good for another."""


class ChannelError(Exception):
    """The other end broke the channel's rules or is not who it says; the channel is closed for good."""


class PairingAskedError(ChannelError):
    """A screen does not open a channel but asks to be paired; `body` is what it said."""

    def __init__(self, body: bytes) -> None:
        super().__init__("a screen asks to be paired")
        self.body = body


class PairKeys(msgspec.Struct, frozen=True):
    """One end's half of a pairing: its own private X25519 key and the other end's public one (32 bytes each)."""

    private: bytes
    theirs: bytes

    @property
    def public(self) -> bytes:
        """The public key that belongs to the private one."""
        return crypto_scalarmult_base(self.private)


LongTermKey: TypeAlias = bytes | PairKeys
"""What one end knows the other by: 32 bytes that both hold, or its half of a pairing."""


class Session(msgspec.Struct, frozen=True):
    """A screen that has proved its name by a long-term key, and the keys of this connection."""

    name: str
    send_key: bytes
    receive_key: bytes
    proved_by: LongTermKey


class Progress(msgspec.Struct, frozen=True):
    """What follows from one body: the body to send back, and the session once this end is sure of the other."""

    reply: bytes = b""
    session: Session | None = None


class ScreenOpening:
    """The screen's end: it says hello, checks the table's answer and sends its own proof."""

    def __init__(self, name: str, key: LongTermKey, ephemeral: bytes) -> None:
        """Prepare with the screen's own `key` and 32 fresh random bytes."""
        _check_keys(key, ephemeral)
        self._name: Final = name
        self._long_term: Final = key
        self._version: Final = _version_of(key)
        self._key: Final = _screens_key(name, key)
        self._ephemeral: Final = ephemeral
        self._public: Final = crypto_scalarmult_base(ephemeral)

    def hello(self) -> bytes:
        """Return the first body."""
        name = self._name.encode()
        return self._version + self._public + derive("hello", self._key, self._version, self._public, name) + name

    def take(self, body: bytes) -> Progress:
        """Take the table's answer. Raises ChannelError unless the table holds this screen's key."""
        if len(body) != 2 * KEY_BYTES:
            raise ChannelError("the table's answer has the wrong length: run the same version on both ends")
        public, proof = body[:KEY_BYTES], body[KEY_BYTES:]
        secrets = [agreed(self._ephemeral, public)]
        if isinstance(self._long_term, PairKeys):
            secrets += [agreed(self._long_term.private, public), agreed(self._ephemeral, self._long_term.theirs)]
        root = derive("session", self._key, self._version, self._public, self._name.encode(), public, *secrets)
        if not hmac.compare_digest(proof, derive("answer", root)):
            raise ChannelError(f"the table does not hold the key of {self._name}: pair this screen anew")
        return Progress(
            reply=derive("proof", root),
            session=Session(
                name=self._name,
                send_key=derive("to-table", root),
                receive_key=derive("to-screen", root),
                proved_by=self._long_term,
            ),
        )


class TableOpening:
    """The table's end: it finds the screen's key by its name, answers, and waits for the proof."""

    def __init__(self, keys: Mapping[str, LongTermKey], ephemeral: bytes) -> None:
        """Prepare with the keys of all screens by name and 32 fresh random bytes."""
        _check_keys(*keys.values(), ephemeral)
        self._keys: Final = keys
        self._ephemeral: Final = ephemeral
        self._name = ""
        self._root = b""
        self._long_term: LongTermKey = b""

    def take(self, body: bytes) -> Progress:
        """Take a screen's hello, and after it its proof. Raises ChannelError unless it holds the key of its name,

        PairingAskedError where it asks for one in the place of a hello.
        """
        return self._take_proof(body) if self._root else self._take_hello(body)

    def _take_hello(self, body: bytes) -> Progress:
        version, theirs, proof, name = body[:1], body[1:33], body[33:65], body[65:]
        if version == bytes([PAIRING]):
            raise PairingAskedError(body)
        if version not in (bytes([SHARED_VERSION]), bytes([PAIRED_VERSION])) or not name:
            raise ChannelError("the first frame is no hello of this version: run the same version on both ends")
        self._name = read_name(name)
        held = self._keys.get(self._name)
        if held is None or version != _version_of(held):
            self._stranger()
        key = _tables_key(self._name, held)
        if not hmac.compare_digest(proof, derive("hello", key, version, theirs, name)):
            self._stranger()
        public = crypto_scalarmult_base(self._ephemeral)
        secrets = [agreed(self._ephemeral, theirs)]
        if isinstance(held, PairKeys):
            secrets += [agreed(self._ephemeral, held.theirs), agreed(held.private, theirs)]
        self._long_term = held
        self._root = derive("session", key, version, theirs, name, public, *secrets)
        return Progress(reply=public + derive("answer", self._root))

    def _take_proof(self, body: bytes) -> Progress:
        if not hmac.compare_digest(body, derive("proof", self._root)):
            self._stranger()
        session = Session(
            name=self._name,
            send_key=derive("to-screen", self._root),
            receive_key=derive("to-table", self._root),
            proved_by=self._long_term,
        )
        return Progress(session=session)

    def _stranger(self) -> NoReturn:
        raise ChannelError(f"{self._name} does not hold its key for this table: pair it anew")


def derive(purpose: Purpose, key: bytes, *parts: bytes) -> bytes:
    """Return 32 bytes for one purpose: keyed BLAKE2b over the parts, each behind its length (`D` of the page)."""
    state = hashlib.blake2b(digest_size=KEY_BYTES, key=key, person=f"jakaja:{purpose}".encode())
    for part in parts:
        state.update(len(part).to_bytes(4, "big"))
        state.update(part)
    return state.digest()


def agreed(private: bytes, public: bytes) -> bytes:
    """Return what X25519 makes of both keys. Raises ChannelError for a public key that makes nothing secret."""
    try:
        return crypto_scalarmult(private, public)
    except CryptoError as error:
        raise ChannelError("the other end's key is worthless: connect anew") from error


def read_name(name: bytes) -> str:
    """Return a screen's name as it said it. Raises ChannelError for anything that no screen is called."""
    if not name.isascii() or not name.decode().isprintable():
        raise ChannelError("a screen said no usable name: run the same version on both ends")
    return name.decode()


def _version_of(key: LongTermKey) -> bytes:
    return bytes([PAIRED_VERSION if isinstance(key, PairKeys) else SHARED_VERSION])


def _screens_key(name: str, key: LongTermKey) -> bytes:
    return _pair_key(name, key, key.public, key.theirs) if isinstance(key, PairKeys) else key


def _tables_key(name: str, key: LongTermKey) -> bytes:
    return _pair_key(name, key, key.theirs, key.public) if isinstance(key, PairKeys) else key


def _pair_key(name: str, key: PairKeys, screen: bytes, table: bytes) -> bytes:
    return derive("pair", agreed(key.private, key.theirs), bytes([PAIRED_VERSION]), screen, table, name.encode())


def _check_keys(*keys: LongTermKey) -> None:
    for key in keys:
        for part in (key.private, key.theirs) if isinstance(key, PairKeys) else (key,):
            invariant(len(part) == KEY_BYTES, "channel-key", f"a key has {KEY_BYTES} bytes, got {len(part)}")
