"""A chip card of ours at the end of a socket, as QEMU's `ccid-card-passthru` wants it.

Source: the VSC protocol of SPICE, whose messages have a head of type, reader and length, each four bytes big-endian.
"""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.virtual.player_card import PlayerCard

_HEAD: Final = struct.Struct(">III")
_INIT, _ERROR, _READER_ADD, _ATR, _CARD_REMOVE, _APDU = 1, 2, 3, 5, 6, 7
_GREETING: Final = b"VSCD" + struct.pack(">II", 2, 0)
_PATIENCE_S: Final = 60.0


class CardLine:
    """Answers for the card in a thread of its own."""

    def __init__(self, card: PlayerCard, listener: socket.socket) -> None:
        self._card = card
        self._listener = listener
        self._stream: socket.socket | None = None
        self._worker = threading.Thread(target=self._serve)
        self.commands: list[bytes] = []

    def start(self) -> None:
        """Begin to wait for QEMU."""
        self._worker.start()

    def withdraw(self) -> None:
        """Take the card out."""
        self._say(_CARD_REMOVE)

    def stop(self) -> None:
        """Hang up."""
        if self._stream is not None:
            self._stream.shutdown(socket.SHUT_RDWR)
        self._worker.join()

    def _serve(self) -> None:
        self._listener.settimeout(_PATIENCE_S)
        try:
            stream, _ = self._listener.accept()
        except TimeoutError:
            return
        with stream:
            self._stream = stream
            self._say(_INIT, _GREETING)
            while (message := self._hear(stream)) is not None:
                kind, content = message
                if kind == _INIT:
                    self._say(_READER_ADD, b"reader")
                    self._say(_ATR, self._card.reset())
                elif kind == _APDU:
                    self.commands.append(content)
                    self._say(_APDU, self._card.answer(content))

    def _say(self, kind: int, content: bytes = b"") -> None:
        if self._stream is not None:
            self._stream.sendall(_HEAD.pack(kind, 0, len(content)) + content)

    def _hear(self, stream: socket.socket) -> tuple[int, bytes] | None:
        """The next message; None when QEMU has hung up."""
        head = _received(stream, _HEAD.size)
        if head is None:
            return None
        kind, _, length = _HEAD.unpack(head)
        content = _received(stream, length)
        return None if content is None else (kind, content)


def _received(stream: socket.socket, length: int) -> bytes | None:
    """So many bytes; None when the other end has hung up."""
    received = b""
    while len(received) < length:
        part = stream.recv(length - len(received))
        if not part:
            return None
        received += part
    return received


@contextmanager
def card_line(card: PlayerCard, path: Path) -> Iterator[CardLine]:
    """A card that listens at a UNIX socket until the block ends."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.as_posix())
        listener.listen(1)
        line = CardLine(card, listener)
        line.start()
        try:
            yield line
        finally:
            line.stop()
