"""An authenticated, encrypted channel between the table and one screen, over any stream of bytes.

No sockets here: bytes come in by `receive`, and bytes to send come out of `outgoing` and `send`. Every frame is a
length (4 bytes, big end first) and a body. The first bodies open the channel (`opening.py`); after that each body
is ChaCha20-Poly1305 under the sender's session key with the count of its frames as nonce, so a frame that is changed,
repeated, left out or out of order fails. Messages are padded to whole blocks, so that lengths tell little of what was
said. The first failure closes the channel for good.
"""

from collections.abc import Mapping
from typing import Final, NoReturn

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    sodium_pad,
    sodium_unpad,
)
from nacl.exceptions import CryptoError

from cashier.invariant import invariant
from controller.wire.opening import (
    LARGEST_OPENING,
    ChannelError,
    LongTermKey,
    ScreenOpening,
    Session,
    TableOpening,
)

LARGEST_MESSAGE: Final = 64 * 1024
PADDING: Final = 256
"""Messages are padded to a multiple of this many bytes."""

_HEADER: Final = 4
_TAG: Final = 16
_NONCE: Final = 12
_LARGEST_FRAME: Final = LARGEST_MESSAGE + PADDING + _TAG
_MOST_FRAMES: Final = 1 << 48


class Channel:
    """One end of a connection: made by `screen_end` or `table_end`, open once both ends have proved themselves."""

    def __init__(self, opening: ScreenOpening | TableOpening) -> None:
        """Begin to open; a screen speaks first."""
        self._opening: ScreenOpening | TableOpening | None = opening
        self._session: Session | None = None
        self._sent = self._received = 0
        self._buffer = bytearray()
        self._out = bytearray()
        if isinstance(opening, ScreenOpening):
            self._put(opening.hello())

    @property
    def is_open(self) -> bool:
        """Whether messages may pass."""
        return self._session is not None

    @property
    def name(self) -> str:
        """The screen's proved name; empty until the channel is open."""
        return self._session.name if self._session is not None else ""

    @property
    def proved_by(self) -> LongTermKey | None:
        """The long-term key by which both ends have proved themselves; None until the channel is open."""
        return self._session.proved_by if self._session is not None else None

    def outgoing(self) -> bytes:
        """Return the bytes that opening the channel wants sent: ask at the start and after each `receive`."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def send(self, message: bytes) -> bytes:
        """Return the bytes that carry `message` to the other end of an open channel."""
        session = self._session
        invariant(len(message) <= LARGEST_MESSAGE, "channel-message", f"a message of {len(message)} bytes is too long")
        invariant(self._sent < _MOST_FRAMES, "channel-nonce", "no nonce may be used twice: connect anew")
        if session is None:
            raise ChannelError("nothing can be sent while the channel is not open: connect anew")
        padded = sodium_pad(message, PADDING)
        header = (len(padded) + _TAG).to_bytes(_HEADER, "big")
        body = crypto_aead_chacha20poly1305_ietf_encrypt(padded, header, _nonce(self._sent), session.send_key)
        self._sent += 1
        return header + body

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes off the stream, in pieces of any size, and return the messages they complete.

        Raises ChannelError if they break the channel's rules; from then on every call does. Messages completed by
        the same piece before the breach are dropped with it.
        """
        if self._opening is None and self._session is None:
            raise ChannelError("the channel is closed: connect anew")
        self._buffer += data
        messages = []
        while (frame := self._next_frame()) is not None:
            header, body = frame
            if self._session is not None:
                messages.append(self._decrypted(self._session, header, body))
            elif self._opening is not None:
                self._open_further(self._opening, body)
        return messages

    def end(self) -> None:
        """Learn that the stream has ended. Raises ChannelError if it ended within a frame or while opening."""
        if self._opening is not None:
            self._fail("the connection ended before the channel was open: check that both ends run")
        if self._buffer:
            self._fail("the connection ended within a message: connect anew")
        self._close()

    def _next_frame(self) -> tuple[bytes, bytes] | None:
        if len(self._buffer) < _HEADER:
            return None
        header = bytes(self._buffer[:_HEADER])
        end = _HEADER + int.from_bytes(header, "big")
        limit = LARGEST_OPENING if self._session is None else _LARGEST_FRAME
        if end - _HEADER > limit:
            self._fail(f"a frame of {end - _HEADER} bytes is announced where {limit} are allowed: connect anew")
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[_HEADER:end])
        del self._buffer[:end]
        return header, body

    def _open_further(self, opening: ScreenOpening | TableOpening, body: bytes) -> None:
        try:
            progress = opening.take(body)
        except ChannelError:
            self._close()
            raise
        if progress.reply:
            self._put(progress.reply)
        if progress.session is not None:
            self._session = progress.session
            self._opening = None

    def _decrypted(self, session: Session, header: bytes, body: bytes) -> bytes:
        if len(body) < _TAG:
            self._fail(f"a frame of {len(body)} bytes is too short to be sealed: connect anew")
        nonce = _nonce(self._received)
        self._received += 1
        try:
            padded = crypto_aead_chacha20poly1305_ietf_decrypt(body, header, nonce, session.receive_key)
            return sodium_unpad(padded, PADDING)
        except CryptoError as error:
            self._fail("a frame was changed, repeated or lost on its way: connect anew", error)

    def _put(self, body: bytes) -> None:
        self._out += len(body).to_bytes(_HEADER, "big") + body

    def _close(self) -> None:
        self._opening = self._session = None
        self._buffer.clear()
        self._out.clear()

    def _fail(self, sentence: str, cause: Exception | None = None) -> NoReturn:
        self._close()
        raise ChannelError(sentence) from cause


def screen_end(name: str, key: LongTermKey, ephemeral: bytes) -> Channel:
    """Return the screen's end: its name, what it and the table know each other by, 32 fresh random bytes."""
    return Channel(ScreenOpening(name, key, ephemeral))


def table_end(keys: Mapping[str, LongTermKey], ephemeral: bytes) -> Channel:
    """Return the table's end of a new connection: all screens' keys by name, 32 fresh random bytes."""
    return Channel(TableOpening(keys, ephemeral))


def _nonce(count: int) -> bytes:
    return count.to_bytes(_NONCE, "little")
