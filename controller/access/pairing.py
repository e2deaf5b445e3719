"""Which keys the table knows its screens by, and the one pairing that may be open (R-SEC-4, SEC-5).

A technician opens a pairing for one screen and a little while. A program may then ask for it, one at a time, and each
time the table shows a nonce is a try: a man in the middle gets as many guesses of a million and no more. What counts
is the code that a technician types: one who only says yes has compared nothing.
"""

import hmac
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.refusal import Code, Refusal
from controller.vocab import fault_records as fr
from controller.vocab import pairing_records as pr
from controller.vocab.ids import Now
from controller.vocab.records import AnyEvent, ScreenCommand, ScreenEvent

OPEN_MS: Final = 5 * 60_000
"""How long a pairing stays open, in milliseconds of wall time."""

MOST_TRIES: Final = 3
"""How many programs may be shown the table's nonce while it is."""

Decision = list[ScreenEvent] | Refusal


class Offer(msgspec.Struct, frozen=True):
    """The program that is being paired now: its public key, the code, and who has called the codes the same."""

    public: bytes
    code: str = ""
    at_desk: str = ""
    at_screen: bool = False


class Pairing(msgspec.Struct, frozen=True):
    """What a technician has opened; nothing of it holds from wall time `until` (ms) on."""

    screen: pr.ScreenName
    until: int
    left: int
    offer: Offer | None = None


class ScreenKey(msgspec.Struct, frozen=True):
    """What a screen is known by; an empty `public` is nothing, not even by a key that was copied once.

    `renewing` is who has asked the screen for another key.
    """

    public: bytes
    since: int
    by: str
    renewing: str = ""


class Screens(msgspec.Struct, frozen=True):
    """Never changed in place. A screen without a row in `keys` is known by the copied key of the table's folder.

    `renewing` holds who has asked such a screen for a key of its own, and `spent` the screen whose pairing ended last
    because its tries were used up.
    """

    keys: dict[pr.ScreenName, ScreenKey] = {}
    pairing: Pairing | None = None
    renewing: dict[pr.ScreenName, str] = {}
    spent: pr.ScreenName = ""

    def open_for(self, screen: pr.ScreenName, wall: int) -> Pairing | None:
        """The pairing that is open for `screen` at wall time `wall` (ms), or None."""
        known = self.pairing
        return known if known is not None and known.screen == screen and wall < known.until else None

    def asked_anew(self, screen: pr.ScreenName) -> str:
        """Who has asked this screen for another key; nobody has where it is empty."""
        known = self.keys.get(screen)
        return self.renewing.get(screen, "") if known is None else known.renewing


def decide(screens: Screens, command: ScreenCommand, now: Now) -> Decision:
    """Return what a command about screens and their keys comes to."""
    screen = str(getattr(command, "screen", pr.PAIRABLE[0]))
    if screen not in pr.PAIRABLE:
        return Refusal(Code.NO_SUCH_SCREEN)
    return _DECIDE[type(command)](screens, command, now)


def evolve(screens: Screens, event: AnyEvent) -> Screens:
    """Return what is known after an event."""
    fold = _EVOLVE.get(type(event))
    return screens if fold is None else fold(screens, event)


# -- what is decided ---------------------------------------------------------------------------------------------


def _open(screens: Screens, command: pr.OpenPairing, now: Now) -> Decision:
    known = screens.pairing
    if known is not None and now.wall < known.until and known.screen != command.screen:
        return Refusal(Code.PAIRING_OPEN, {"screen": known.screen})
    closed: list[ScreenEvent] = [] if known is None else [pr.PairingClosed(known.screen)]
    return [*closed, pr.PairingOpened(command.screen, now.wall + OPEN_MS, MOST_TRIES, command.by.strip())]


def _close(screens: Screens, command: pr.ClosePairing, _now: Now) -> Decision:
    if screens.pairing is None:
        return Refusal(Code.PAIRING_NOT_OPEN)
    return [pr.PairingClosed(screens.pairing.screen, command.by.strip())]


def _begin(screens: Screens, command: pr.BeginPairing, now: Now) -> Decision:
    """Let one program try; one key belongs to one screen, so a key that is known already is nobody else's."""
    known = screens.open_for(command.screen, now.wall)
    if known is None or known.left == 0:
        return Refusal(Code.PAIRING_NOT_OPEN)
    if known.offer is not None:
        return Refusal(Code.PAIRING_OPEN, {"screen": known.screen})
    if len(command.public) != pr.PUBLIC_KEY_BYTES or _is_known(screens, command.public):
        return Refusal(Code.NOT_ALLOWED)
    return [pr.PairingBegun(command.screen, command.public, known.left - 1)]


def _offer_code(screens: Screens, command: pr.OfferCode, now: Now) -> Decision:
    known = screens.open_for(command.screen, now.wall)
    if known is None or known.offer is None or known.offer.code:
        return Refusal(Code.PAIRING_NOT_OPEN)
    return [pr.PairingCodeKept(command.screen, command.code)]


def _confirm(screens: Screens, command: pr.ConfirmPairing, now: Now) -> Decision:
    known = screens.open_for(command.screen, now.wall)
    if known is None:
        return Refusal(Code.TRIES_USED_UP if screens.spent == command.screen else Code.PAIRING_NOT_OPEN)
    offer = known.offer
    if offer is None or not offer.code:
        return Refusal(Code.NO_SCREEN_WAITS)
    if offer.at_desk:
        return Refusal(Code.ALREADY_SO)
    by = command.by.strip()
    if not is_same_code(command.code, offer.code):
        over: list[ScreenEvent] = [] if known.left else [pr.PairingClosed(command.screen)]
        return [pr.PairingDiffered(command.screen, known.left, by), *over]
    agreed: list[ScreenEvent] = [pr.PairingAgreed(command.screen, by)]
    return [*agreed, _paired(command.screen, offer, by, now)] if offer.at_screen else agreed


def _agree(screens: Screens, command: pr.AgreePairing, now: Now) -> Decision:
    known = screens.open_for(command.screen, now.wall)
    offer = None if known is None else known.offer
    if offer is None or not offer.code or offer.at_screen:
        return Refusal(Code.PAIRING_NOT_OPEN)
    agreed: list[ScreenEvent] = [pr.PairingAgreed(command.screen)]
    return [*agreed, _paired(command.screen, offer, offer.at_desk, now)] if offer.at_desk else agreed


def _drop(screens: Screens, command: pr.DropPairing, _now: Now) -> Decision:
    known = screens.pairing
    if known is None or known.screen != command.screen or known.offer is None:
        return Refusal(Code.PAIRING_NOT_OPEN)
    over: list[ScreenEvent] = [] if known.left else [pr.PairingClosed(command.screen)]
    return [pr.PairingDropped(command.screen), *over]


def _renew(screens: Screens, command: pr.RenewScreenKey, _now: Now) -> Decision:
    known = screens.keys.get(command.screen)
    if known is not None and not known.public:
        return Refusal(Code.SCREEN_NOT_PAIRED)
    return [pr.RenewalAsked(command.screen, command.by.strip())]


def _take_key(screens: Screens, command: pr.TakeScreenKey, now: Now) -> Decision:
    by = screens.asked_anew(command.screen)
    if not by or len(command.public) != pr.PUBLIC_KEY_BYTES or _is_known(screens, command.public):
        return Refusal(Code.NOT_ALLOWED)
    return [pr.ScreenKeyRenewed(command.screen, command.public, now.wall, by)]


def _unpair(screens: Screens, command: pr.UnpairScreen, now: Now) -> Decision:
    known = screens.keys.get(command.screen)
    if known is not None and not known.public:
        return Refusal(Code.SCREEN_NOT_PAIRED)
    return [pr.ScreenUnpaired(command.screen, now.wall, command.by.strip())]


def is_same_code(typed: str, code: str) -> bool:
    """Whether the code that was typed is the table's own; blanks and hyphens are people's."""
    digits = typed.replace(" ", "").replace("-", "")
    return hmac.compare_digest(digits.encode(), code.encode())


def _paired(screen: pr.ScreenName, offer: Offer, by: str, now: Now) -> pr.ScreenPaired:
    return pr.ScreenPaired(screen, offer.public, now.wall, by)


def _is_known(screens: Screens, public: bytes) -> bool:
    return any(known.public == public for known in screens.keys.values())


# -- what follows from events ------------------------------------------------------------------------------------


def _opened(screens: Screens, event: pr.PairingOpened) -> Screens:
    opened = Pairing(event.screen, event.until, event.tries)
    return msgspec.structs.replace(screens, pairing=opened, spent="")


def _begun(screens: Screens, event: pr.PairingBegun) -> Screens:
    known = screens.pairing
    if known is None:
        return screens
    return _with_pairing(screens, msgspec.structs.replace(known, left=event.tries, offer=Offer(event.public)))


def _code_kept(screens: Screens, event: pr.PairingCodeKept) -> Screens:
    return _with_offer(screens, code=event.code)


def _agreed(screens: Screens, event: pr.PairingAgreed) -> Screens:
    return _with_offer(screens, at_desk=event.by) if event.by else _with_offer(screens, at_screen=True)


def _gone(screens: Screens, _event: pr.PairingDiffered | pr.PairingDropped | fr.Started) -> Screens:
    """Nobody is being paired any more; a table that starts has no connections either."""
    known = screens.pairing
    return screens if known is None else _with_pairing(screens, msgspec.structs.replace(known, offer=None))


def _closed(screens: Screens, event: pr.PairingClosed) -> Screens:
    return msgspec.structs.replace(screens, pairing=None, spent="" if event.by else event.screen)


def _has_key(screens: Screens, event: pr.ScreenPaired | pr.ScreenKeyRenewed) -> Screens:
    """A screen has the key of the event and no other; a pairing of it is over."""
    pairing = None if isinstance(event, pr.ScreenPaired) else screens.pairing
    key = ScreenKey(event.public, event.since, event.by)
    return _with_key(msgspec.structs.replace(screens, pairing=pairing), event.screen, key)


def _renewal_asked(screens: Screens, event: pr.RenewalAsked) -> Screens:
    known = screens.keys.get(event.screen)
    if known is None:
        return msgspec.structs.replace(screens, renewing={**screens.renewing, event.screen: event.by})
    return _with_key(screens, event.screen, msgspec.structs.replace(known, renewing=event.by))


def _unpaired(screens: Screens, event: pr.ScreenUnpaired) -> Screens:
    return _with_key(screens, event.screen, ScreenKey(b"", event.since, event.by))


def _with_pairing(screens: Screens, pairing: Pairing | None) -> Screens:
    return msgspec.structs.replace(screens, pairing=pairing)


def _with_offer(screens: Screens, **changes: str | bool) -> Screens:
    known = screens.pairing
    if known is None or known.offer is None:
        return screens
    offer = msgspec.structs.replace(known.offer, **changes)
    return _with_pairing(screens, msgspec.structs.replace(known, offer=offer))


def _with_key(screens: Screens, screen: pr.ScreenName, key: ScreenKey) -> Screens:
    renewing = {other: by for other, by in screens.renewing.items() if other != screen}
    return msgspec.structs.replace(screens, keys={**screens.keys, screen: key}, renewing=renewing)


_DECIDE: Final[Mapping[type[Any], Callable[[Screens, Any, Now], Decision]]] = {
    pr.OpenPairing: _open,
    pr.ConfirmPairing: _confirm,
    pr.ClosePairing: _close,
    pr.RenewScreenKey: _renew,
    pr.UnpairScreen: _unpair,
    pr.BeginPairing: _begin,
    pr.OfferCode: _offer_code,
    pr.AgreePairing: _agree,
    pr.DropPairing: _drop,
    pr.TakeScreenKey: _take_key,
}

_EVOLVE: Final[Mapping[type[Any], Callable[[Screens, Any], Screens]]] = {
    pr.PairingOpened: _opened,
    pr.PairingBegun: _begun,
    pr.PairingCodeKept: _code_kept,
    pr.PairingAgreed: _agreed,
    pr.PairingDiffered: _gone,
    pr.PairingDropped: _gone,
    pr.PairingClosed: _closed,
    pr.ScreenPaired: _has_key,
    pr.RenewalAsked: _renewal_asked,
    pr.ScreenKeyRenewed: _has_key,
    pr.ScreenUnpaired: _unpaired,
    fr.Started: _gone,
}
