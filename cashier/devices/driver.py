"""What every driver is to its host: a thing that is stepped, told the open wants, and answers with commands."""

from collections.abc import Callable, Collection
from typing import Literal, Protocol, TypeVar

from cashier.records import Command, Condition, DeviceId, DeviceReported, Want
from cashier.usb import BytePipe, DeviceRefused, UsbError

PipeT_co = TypeVar("PipeT_co", bound=BytePipe, covariant=True)

Opener = Callable[[], PipeT_co]
"""Finds the device and opens its pipe anew; raises `cashier.usb.UsbError` if it cannot."""


OutOfReach = Literal["absent", "wrong-device"]


def out_of_reach(problem: UsbError) -> OutOfReach:
    """What to say of a device that cannot be spoken to: there is none, or what is there is not the one or not ours."""
    return "wrong-device" if isinstance(problem, DeviceRefused) else "absent"


class Driver(Protocol):
    """One device of the table.

    A host calls `step` about every 100 ms, from one thread or in turn with others; all wants of the table may be
    handed in, a driver picks its own. Nothing happens between steps.
    """

    device: DeviceId

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Do one bounded piece of work: open the device or poll it once, and act on each want once.

        Returns what the device said, oldest first. A device in trouble is no exception but a `DeviceReported`,
        once per change.
        """

    def close(self) -> None:
        """Give the device back to the system; `step` would open it again."""


class ConditionReport:
    """A device's condition, told to the host only when it changes. Nothing is known before the first word."""

    def __init__(self, device: DeviceId) -> None:
        self._device = device
        self.condition: Condition | None = None

    def changed(self, condition: Condition) -> list[Command]:
        """Note `condition`; return the command that tells of it, or nothing if it was so already."""
        if condition == self.condition:
            return []
        self.condition = condition
        return [DeviceReported(device=self._device, condition=condition)]

    def forget(self) -> None:
        """The host may think otherwise by now: tell the next condition, whatever it is."""
        self.condition = None
