"""Whoever keeps the table running hears that it is ready, that it still moves, and that it ends.

Source: sd_notify(3), whose few words need no library. A table that says nothing for too long is ended and started anew
by systemd (`WatchdogSec` of its unit); it comes back to the same cards.
"""

import os
import socket
from contextlib import suppress
from typing import Final, Literal

Word = Literal["READY=1", "WATCHDOG=1", "STOPPING=1"]

READY: Final[Word] = "READY=1"
BEAT: Final[Word] = "WATCHDOG=1"
ENDS: Final[Word] = "STOPPING=1"


class Keeper:
    """Who started the table, at the socket that he named; without a name nobody listens."""

    def __init__(self, name: str) -> None:
        """`name` is a path, or begins with `@` where it is no file."""
        self._address = "\0" + name[1:] if name.startswith("@") else name

    @classmethod
    def from_surroundings(cls) -> "Keeper":
        """The one that the environment names; what the program starts itself does not hear of him."""
        return cls(os.environ.pop("NOTIFY_SOCKET", ""))

    def tell(self, word: Word) -> None:
        """Say it. A keeper who is busy hears the next beat; the table goes on without one who cannot be reached."""
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, suppress(OSError):
            line.setblocking(False)
            line.sendto(word.encode("ascii"), self._address)
