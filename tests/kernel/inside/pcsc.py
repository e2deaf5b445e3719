"""In the guest: a client of pcscd, by the functions of PC/SC that libpcsclite has.

Source: PC/SC workgroup, part 5, as `winscard.h` of pcsclite declares it.
"""

import ctypes
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_long, c_ulong, c_void_p, create_string_buffer
from pathlib import Path
from typing import Final

from tests.kernel import vhci

REMOVED: Final = 0x80100069
NO_CARD: Final = 0x8010000C

_SYSTEM, _SHARED, _ANY_PROTOCOL, _LEAVE = 2, 2, 3, 0
_LONGEST: Final = 264
_SOCKET: Final = Path("/run/pcscd/pcscd.comm")


class PcscError(Exception):
    """A function of PC/SC did not succeed; `code` is its word for why."""

    def __init__(self, name: str, code: int) -> None:
        super().__init__(f"{name}: {code:#010x}")
        self.code = code


class _Protocol(ctypes.Structure):
    """SCARD_IO_REQUEST."""

    _fields_ = (("protocol", c_ulong), ("length", c_ulong))


@contextmanager
def daemon() -> Iterator[None]:
    """The unmodified pcscd with libccid, as long as the block runs."""
    _SOCKET.parent.mkdir(exist_ok=True)
    with Path("pcscd").open("wb") as log:
        process = subprocess.Popen(("/usr/sbin/pcscd", "--foreground"), stdout=log, stderr=log)
        try:
            vhci.awaited(lambda: True if _SOCKET.exists() else None, "pcscd")
            yield
        finally:
            process.terminate()
            process.wait()


class Pcsc:
    """One client. All methods raise `PcscError`."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libpcsclite.so.1")
        self._context = c_long()
        self._card = c_long()
        self._protocol = c_ulong()
        self._do("SCardEstablishContext", c_ulong(_SYSTEM), None, None, byref(self._context))

    def reader(self) -> str | None:
        """The first reader that pcscd knows, or None."""
        names, length = create_string_buffer(1024), c_ulong(1024)
        try:
            self._do("SCardListReaders", self._context, None, names, byref(length))
        except PcscError:
            return None
        return names.value.decode() or None

    def connect(self, reader: str) -> bytes:
        """Power up the card in a reader; its answer to reset."""
        how = (c_ulong(_SHARED), c_ulong(_ANY_PROTOCOL), byref(self._card), byref(self._protocol))
        self._do("SCardConnect", self._context, c_char_p(reader.encode()), *how)
        name, reset = create_string_buffer(256), create_string_buffer(64)
        name_length, state, protocol, length = c_ulong(256), c_ulong(), c_ulong(), c_ulong(64)
        more = (byref(state), byref(protocol), reset, byref(length))
        self._do("SCardStatus", self._card, name, byref(name_length), *more)
        return reset.raw[: length.value]

    def transmit(self, command: bytes) -> bytes:
        """Have the card answer a command."""
        how = _Protocol(self._protocol.value, ctypes.sizeof(_Protocol))
        answer, length = create_string_buffer(_LONGEST), c_ulong(_LONGEST)
        sent = (byref(how), c_char_p(command), c_ulong(len(command)))
        self._do("SCardTransmit", self._card, *sent, c_void_p(), answer, byref(length))
        return answer.raw[: length.value]

    def disconnect(self) -> None:
        """Let go of the card."""
        self._do("SCardDisconnect", self._card, c_ulong(_LEAVE))

    def _do(self, name: str, *arguments: object) -> None:
        code = getattr(self._library, name)(*arguments) & 0xFFFFFFFF
        if code:
            raise PcscError(name, code)
