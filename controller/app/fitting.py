"""What hangs at one cable of the table: how its drivers are made, and what is told when they have fallen."""

from collections.abc import Callable, Sequence

import msgspec

from cashier.devices.driver import Driver
from cashier.records import Command, DeviceId, Want
from controller.app.core import Core


class Fitting(msgspec.Struct, frozen=True):
    """The drivers of one device; they share its port, so they are stepped in turn, and start and fall together.

    `make` makes them as for a first start, out of what the journal knows then; it is called on the core's thread.
    `gone` is what the machine is told when nobody speaks to the device any more.
    """

    name: DeviceId
    make: Callable[[], Sequence[Driver]]
    gone: tuple[Command, ...] = ()


def device_wants(core: Core) -> tuple[Want, ...]:
    """What the table wants of its devices now."""
    return tuple(want for want in core.wants() if isinstance(want, Want))
