"""PINs from whoever sits at the terminal, or from a file for scripts: never from the command line, never shown.

`JAKAJA_PIN` names a file with mode 0600, or the number of an open file descriptor; each line is the next PIN that is
asked for.
"""

import getpass
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.app.problem import Problem

VARIABLE: Final = "JAKAJA_PIN"
LARGEST: Final = 4096
_OTHERS: Final = 0o077


class PinEntry:
    """Where the PINs of one command come from."""

    def __init__(self, source: str | None) -> None:
        """`source` is the value of `JAKAJA_PIN`; None or empty for the terminal. It is read once."""
        self._lines: Iterator[str] | None = iter(_lines(source)) if source else None

    @classmethod
    def from_surroundings(cls) -> "PinEntry":
        """The entry that the environment names."""
        return cls(os.environ.get(VARIABLE))

    def pin_of(self, name: str) -> str:
        """Ask for the PIN that somebody has. Raises Problem when nobody can be asked."""
        return self._asked(f"PIN of {name}: ")

    def new_pin_of(self, name: str) -> str:
        """Ask for the PIN that somebody is to have; at a terminal he types it twice."""
        pin = self._asked(f"new PIN of {name}: ")
        if self._lines is None and self._asked(f"new PIN of {name}, again: ") != pin:
            raise Problem("PIN", "the two are not the same", "say the command again")
        return pin

    def recovery_key(self) -> str:
        """Ask for the recovery key that stands on paper. Raises Problem when nobody can be asked."""
        return self._asked("recovery key: ")

    def _asked(self, prompt: str) -> str:
        if self._lines is not None:
            pin = next(self._lines, None)
            if pin is None:
                raise Problem(VARIABLE, "has too few lines", "write one line for each PIN that is asked for")
            return pin.strip()
        if not sys.stdin.isatty():
            raise Problem("PIN", "nobody can be asked for it here", f"use a terminal, or name a file in {VARIABLE}")
        try:
            return getpass.getpass(prompt).strip()
        except EOFError as error:
            raise Problem("PIN", "was not given", "say the command again") from error


def _lines(source: str) -> list[str]:
    try:
        descriptor = int(source) if source.isdecimal() else os.open(Path(source), os.O_RDONLY)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) & _OTHERS:
                raise Problem(source, "others may read these PINs", f"run chmod 600 {source}")
            return file.read(LARGEST).decode("ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{VARIABLE}={source}", "cannot be read", "name a file with mode 600, or a descriptor") from error
