"""The watch over the bus as a driver of the core: what is there and not on the profile's list is a fault (SEC-3)."""

from collections.abc import Collection
from typing import Final

from cashier.devices.usb_guard import Flaw, Listed, Stranger, look, strangers
from cashier.records import Command, DeviceId, Want
from cashier.usb import Backend, UsbError
from controller.vocab.fault_records import FaultKind, ReportFault
from controller.vocab.profile import Profile

_STRANGER: Final[FaultKind] = "usb-stranger"

BUS: Final = DeviceId("usb")
"""What people call the bus as a whole at the desk."""

BETWEEN_LOOKS: Final = 20
"""Steps of a driver from one look at the bus to the next: two seconds."""

SENTENCES: Final[dict[Flaw, str]] = {
    "not-listed": "no device of the list is plugged in there",
    "other-device": "another device of the list belongs there",
    "changed": "it describes itself otherwise than the list says",
    "keyboard": "it is a keyboard, and not at the scanner's port",
    "network": "it is a network device",
    "twice": "a second device says it is there",
}


def listed_in(profile: Profile) -> tuple[Listed, ...]:
    """The only devices that may be there."""
    return tuple(Listed(row.vendor, row.product, row.port, row.digest) for row in profile.usb)


def scanner_port(profile: Profile) -> str:
    """The only port where something may type; empty: there is none."""
    scanner = profile.cash.scanner
    return scanner.usb.port if scanner is not None else ""


class UsbWatch:
    """Looks at the bus and tells of strangers, again and again: one that is still there outlives its release."""

    def __init__(self, profile: Profile, backend: Backend | None) -> None:
        self.device: DeviceId = BUS
        self._keyboard_port = scanner_port(profile)
        self._allowed = listed_in(profile)
        self._backend = backend
        self._rests = 0

    def step(self, _wants: Collection[Want]) -> list[Command]:
        """Look, if it is time. A bus that cannot be read is a fault like a stranger: nobody knows what hangs on it."""
        if self._rests:
            self._rests -= 1
            return []
        self._rests = BETWEEN_LOOKS
        try:
            found = look(self._backend)
        except UsbError as problem:
            return [ReportFault(fault=_STRANGER, place=self.device, detail=str(problem))]
        return [_report(one) for one in strangers(found, self._allowed, self._keyboard_port)]

    def close(self) -> None:
        """Nothing is held."""


def _report(stranger: Stranger) -> ReportFault:
    address = stranger.address
    detail = f"{address.vendor:04x}:{address.product:04x}: {SENTENCES[stranger.flaw]}"
    return ReportFault(fault=_STRANGER, place=f"usb-{address.port}", detail=detail)
