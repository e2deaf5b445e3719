"""How the screens' keys and their pairing change what the desk shows."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import fault_records as fault
from controller.vocab import pairing_records as pr
from controller.wire.fold_hand import sealed
from controller.wire.screens_view import PairingView, ScreenKeyView, SeenView
from controller.wire.view import View


def display_seen(view: View, event: fault.DisplayConnected | fault.DisplayLost) -> None:
    """Keep when a screen came or went."""
    seen = SeenView(event.screen, isinstance(event, fault.DisplayConnected), event.at)
    others = tuple(other for other in view.screens.seen if other.screen != event.screen)
    view.screens = msgspec.structs.replace(view.screens, seen=(*others, seen))


def none_connected(view: View) -> None:
    """A table that starts has no screens yet, and nobody is being paired."""
    seen = tuple(msgspec.structs.replace(one, connected=False) for one in view.screens.seen)
    view.screens = msgspec.structs.replace(view.screens, seen=seen)
    known = view.screens.pairing
    if known is not None:
        _show(view, PairingView(known.screen, known.until, known.left))


def _opened(view: View, event: pr.PairingOpened) -> None:
    _show(view, PairingView(event.screen, event.until, event.tries))
    _spend(view, "")


def _begun(view: View, event: pr.PairingBegun) -> None:
    known = view.screens.pairing
    if known is not None:
        _show(view, PairingView(known.screen, known.until, event.tries, event.public))


def _agreed(view: View, event: pr.PairingAgreed) -> None:
    known = view.screens.pairing
    if known is not None:
        at_desk, at_screen = known.at_desk or bool(event.by), known.at_screen or not event.by
        _show(view, msgspec.structs.replace(known, at_desk=at_desk, at_screen=at_screen))


def _gone(view: View, event: pr.PairingDiffered | pr.PairingDropped) -> None:
    known = view.screens.pairing
    if known is not None:
        _show(view, PairingView(event.screen, known.until, known.left))


def _closed(view: View, event: pr.PairingClosed) -> None:
    _show(view, None)
    _spend(view, "" if event.by else event.screen)


def _has_key(view: View, event: pr.ScreenPaired | pr.ScreenKeyRenewed) -> None:
    if isinstance(event, pr.ScreenPaired):
        _show(view, None)
    _keep(view, ScreenKeyView(event.screen, event.public, event.since, event.by))


def _renewal_asked(view: View, event: pr.RenewalAsked) -> None:
    known = next((key for key in view.screens.keys if key.screen == event.screen), None)
    if known is not None:
        _keep(view, msgspec.structs.replace(known, renewing=True))


def _unpaired(view: View, event: pr.ScreenUnpaired) -> None:
    _keep(view, ScreenKeyView(event.screen, b"", event.since, event.by))


def _show(view: View, pairing: PairingView | None) -> None:
    view.screens = msgspec.structs.replace(view.screens, pairing=pairing)


def _spend(view: View, screen: pr.ScreenName) -> None:
    view.screens = msgspec.structs.replace(view.screens, spent=screen)


def _keep(view: View, key: ScreenKeyView) -> None:
    others = tuple(other for other in view.screens.keys if other.screen != key.screen)
    view.screens = msgspec.structs.replace(view.screens, keys=(*others, key))


FOLD_SCREENS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    pr.PairingOpened: _opened,
    pr.PairingBegun: _begun,
    pr.PairingCodeKept: sealed,
    pr.PairingAgreed: _agreed,
    pr.PairingDiffered: _gone,
    pr.PairingDropped: _gone,
    pr.PairingClosed: _closed,
    pr.ScreenPaired: _has_key,
    pr.RenewalAsked: _renewal_asked,
    pr.ScreenKeyRenewed: _has_key,
    pr.ScreenUnpaired: _unpaired,
}
