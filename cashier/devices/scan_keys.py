"""Boot keyboard reports to the text of a scan. No I/O.

Source: USB HID 1.11 appendix B.1 (a report is modifiers, a spare byte, six keys) and HID Usage Tables §10 (keyboard
page). Only what can stand on a ticket is mapped, as a scanner set to the US layout types it.
"""

from typing import Final, Literal

import msgspec

REPORT_BYTES: Final = 8
LONGEST: Final = 400
"""The most characters of a scan; the longest code on a ticket is a signed QR code."""

_SHIFTS: Final = 0x22
_OTHER_MODIFIERS: Final = 0xDD
_ROLL_OVER: Final = frozenset({1, 2, 3})
"""Codes by which a keyboard says that it does not know its own keys."""

_ENTERS: Final = frozenset({0x28, 0x58})

_DIGIT_ROW: Final = "1234567890"
_PLAIN: Final[dict[int, str]] = {
    **{0x04 + place: letter for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")},
    **{0x1E + place: digit for place, digit in enumerate(_DIGIT_ROW)},
    **{0x59 + place: digit for place, digit in enumerate(_DIGIT_ROW)},
    0x2D: "-",
    0x2E: "=",
    0x37: ".",
    0x38: "/",
    0x57: "+",
}
_SHIFTED: Final[dict[int, str]] = {
    **{0x04 + place: letter for place, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")},
    0x2D: "_",
    0x2E: "+",
    0x33: ":",
}
_SHIFTED_DIGITS: Final = frozenset(range(0x1E, 0x28))

Fault = Literal["unreadable", "layout", "too-long", "unfinished"]
"""Why a scan is no scan: noise or an unknown key; digits typed with shift, as for a French layout; more than `LONGEST`
characters; no Enter behind it."""


class Scan(msgspec.Struct, frozen=True):
    """A whole scan: its text, or what was wrong with it."""

    text: str
    fault: Fault | None = None


class ScanReader:
    """Puts key presses together to scans; a spoiled one is told once, when it ends."""

    def __init__(self) -> None:
        self._down: frozenset[int] = frozenset()
        self._text: list[str] = []
        self._fault: Fault | None = None

    @property
    def begun(self) -> bool:
        """Whether a scan has begun and not ended."""
        return bool(self._text) or self._fault is not None

    def feed(self, report: bytes) -> list[Scan]:
        """Take one report; return the scans that it ends (at most one, but for noise)."""
        if len(report) != REPORT_BYTES or report[1]:
            self.spoil("unreadable")
            return []
        keys = [key for key in report[2:] if key]
        if _ROLL_OVER.intersection(keys):
            self.spoil("unreadable")
            return []
        pressed = [key for key in keys if key not in self._down]
        self._down = frozenset(keys)
        scans = [self._press(key, report[0]) for key in pressed]
        return [scan for scan in scans if scan is not None]

    def give_up(self) -> list[Scan]:
        """No more keys come: what has begun is no scan."""
        if not self.begun:
            return []
        self.spoil("unfinished")
        return [self._end()]

    def spoil(self, fault: Fault) -> None:
        """The scan that is being typed is none; the first thing that went wrong is the one that is told."""
        self._fault = self._fault or fault

    def forget(self) -> None:
        """The keyboard is gone, and its keys with it."""
        self._down = frozenset()
        self._text.clear()
        self._fault = None

    def _press(self, key: int, modifiers: int) -> Scan | None:
        """One key goes down."""
        if key in _ENTERS:
            return self._end() if self.begun else None
        shifted = modifiers & _SHIFTS != 0
        letter = (_SHIFTED if shifted else _PLAIN).get(key)
        if letter is None or modifiers & _OTHER_MODIFIERS:
            self.spoil("layout" if shifted and key in _SHIFTED_DIGITS else "unreadable")
        elif len(self._text) >= LONGEST:
            self.spoil("too-long")
        else:
            self._text.append(letter)
        return None

    def _end(self) -> Scan:
        """The scan as it stands; nothing of it is left for the next."""
        scan = Scan("" if self._fault else "".join(self._text), self._fault)
        self._text.clear()
        self._fault = None
        return scan
