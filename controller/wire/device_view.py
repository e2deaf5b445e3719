"""What a screen makes of the kiosk's devices: which are not in order, and what stands still because of them.

Both follow from the rows of `cashier.kiosk.device_faults` and from what the devices said of themselves.
"""

from collections.abc import Iterator

import msgspec

from cashier.fault_rows import NOTHING, Situation, Stop
from cashier.kiosk.device_faults import BEFORE_ITS_FIRST_WORD, DeviceFault, fault_of
from cashier.records import Condition, DeviceId
from cashier.terms import Role
from controller.wire.view import View


class DeviceTrouble(msgspec.Struct, frozen=True):
    """A device that is not in order, and the row of what is wrong with it."""

    device: DeviceId
    row: DeviceFault

    @property
    def role(self) -> Role:
        """What the device is there for."""
        return self.row.role


def condition_of(view: View, role: Role) -> Condition:
    """What the device that is there for `role` last said of itself."""
    device = view.profile.cash.roles.get(role) if view.profile else None
    told = (known.condition for known in view.devices if known.device == device)
    return next(told, BEFORE_ITS_FIRST_WORD[role])


def device_troubles(view: View) -> Iterator[DeviceTrouble]:
    """Every device that is fitted and not in order, in the order of what they are there for."""
    roles = view.profile.cash.roles if view.profile else {}
    for role, device in roles.items():
        row = fault_of(role, condition_of(view, role))
        if row is not None:
            yield DeviceTrouble(device, row)


def stopped_devices(view: View) -> frozenset[Stop]:
    """What stands still because of the kiosk's devices."""
    doing: list[Situation] = ["in-hand"] if view.hand is not None else []
    pays = view.coins is not None or view.notes is not None
    doing += ["paying-out"] if pays else []
    return NOTHING.union(*(trouble.row.stops(doing or ("idle",)) for trouble in device_troubles(view)))
