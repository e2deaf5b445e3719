"""Commands and events of how screens are paired with the table, and of what becomes of their keys (R-SEC-4, SEC-5).

Public keys only: a screen's private one never leaves it, and the table's follows from its own key.
"""

from typing import ClassVar, Final

from cashier.records import Audience, Command, Event
from cashier.refusal import Code, Refusal
from controller.vocab.ids import MAX_SEATS

PUBLIC_KEY_BYTES: Final = 32

ScreenName = str
"""`seat-3`, `centre`, `kiosk`."""

PAIRABLE: Final[tuple[ScreenName, ...]] = (*(f"seat-{seat}" for seat in range(1, MAX_SEATS + 1)), "centre", "kiosk")
"""The screens that can be paired. The desk is none: its key lies in the table's folder, and its people have PINs."""

FINGERPRINT_BYTES: Final = 8


def fingerprint(public: bytes) -> str:
    """What people call a screen's key: `3f2a 90c1 77d0 41be`; nothing for a screen without one."""
    return public[:FINGERPRINT_BYTES].hex(" ", 2)


# -- commands ----------------------------------------------------------------------------------------------------


class OpenPairing(Command, frozen=True):
    """A technician lets one screen be paired, for a little while."""

    screen: ScreenName
    by: str


class ConfirmPairing(Command, frozen=True):
    """A technician types the code that he reads on the screen."""

    screen: ScreenName
    code: str
    by: str


class ClosePairing(Command, frozen=True):
    """A technician ends the pairing that is open."""

    by: str


class RenewScreenKey(Command, frozen=True):
    """A screen is to make itself another key pair and to show its public half over its present line."""

    screen: ScreenName
    by: str


class UnpairScreen(Command, frozen=True):
    """A screen's key counts no more, paired or copied; its connection ends."""

    screen: ScreenName
    by: str


class BeginPairing(Command, frozen=True):
    """The host: a program without a key asks to be paired as `screen` and will get the table's nonce; this is a try."""

    screen: ScreenName
    public: bytes


class OfferCode(Command, frozen=True):
    """The host: that program has shown its nonce, and both ends know the code."""

    screen: ScreenName
    code: str


class AgreePairing(Command, frozen=True):
    """The host: a finger on the screen has called the codes the same, and the screen has proved its key."""

    screen: ScreenName


class DropPairing(Command, frozen=True):
    """The host: the connection of the program that was being paired is over."""

    screen: ScreenName


class TakeScreenKey(Command, frozen=True):
    """The host: a screen that was asked for another key has shown it over its own line."""

    screen: ScreenName
    public: bytes


# -- events ------------------------------------------------------------------------------------------------------


class PairingOpened(Event, frozen=True):
    """`screen` may be paired until wall time `until` (ms), in so many tries."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    until: int
    tries: int
    by: str


class PairingBegun(Event, frozen=True):
    """A program is being paired as `screen`; `tries` remain after it."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    public: bytes
    tries: int


class PairingCodeKept(Event, frozen=True):
    """The code that the program's screen should show. Nobody is told it: a technician reads it there."""

    audience: ClassVar[Audience] = "sealed"
    screen: ScreenName
    code: str


class PairingAgreed(Event, frozen=True):
    """One of two has called the codes the same: the technician `by`, or a finger on the screen where it is empty."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    by: str = ""


class PairingDiffered(Event, frozen=True):
    """The code that was typed is not the table's: this try is over. `tries` remain."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    tries: int
    by: str

    @property
    def refusal(self) -> Refusal:
        """What whoever typed it is told."""
        return Refusal(Code.CODE_DIFFERS, {"tries": self.tries})


class PairingDropped(Event, frozen=True):
    """The program that was being paired has gone."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName


class PairingClosed(Event, frozen=True):
    """No screen may be paired any more; by whom, empty where it was the last try."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    by: str = ""


class ScreenPaired(Event, frozen=True):
    """From now on `screen` is whoever holds the private half of `public`; every other key of its name is dead."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    public: bytes
    since: int
    by: str


class RenewalAsked(Event, frozen=True):
    """A screen is to make itself another key."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    by: str


class ScreenKeyRenewed(Event, frozen=True):
    """A screen has another key, at the word of `by`; the one before is dead."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    public: bytes
    since: int
    by: str


class ScreenUnpaired(Event, frozen=True):
    """A screen has no key any more."""

    audience: ClassVar[Audience] = "staff"
    screen: ScreenName
    since: int
    by: str
