"""What the desk knows of the screens' keys, and of the pairing that is open; no other screen hears of it."""

import msgspec

from controller.vocab.pairing_records import ScreenName


class ScreenKeyView(msgspec.Struct, frozen=True):
    """A screen that has been paired once. An empty `public` is one without a key; `since` is a wall time (ms)."""

    screen: ScreenName
    public: bytes
    since: int
    by: str
    renewing: bool = False


class PairingView(msgspec.Struct, frozen=True):
    """The pairing that is open until wall time `until` (ms), and who has called the codes the same already."""

    screen: ScreenName
    until: int
    left: int
    public: bytes = b""
    at_desk: bool = False
    at_screen: bool = False


class SeenView(msgspec.Struct, frozen=True):
    """Since when (wall time, ms) a screen is connected, or when its connection was lost."""

    screen: ScreenName
    connected: bool
    at: int


class ScreensView(msgspec.Struct, frozen=True):
    """Every screen by its key and by when it was seen, and the pairing that is open.

    `spent` is the screen whose pairing ended last because its tries were used up, by whomever.
    """

    keys: tuple[ScreenKeyView, ...] = ()
    pairing: PairingView | None = None
    seen: tuple[SeenView, ...] = ()
    spent: ScreenName = ""
