"""A pyusb backend that hears every transfer fail on its way to another backend."""

from collections.abc import Callable
from typing import Any, Final

import usb.backend
import usb.backend.libusb1
import usb.core

from cashier.usb import Backend, Timeout, error_class

_TIMED: Final = {"bulk_write": 4, "bulk_read": 4, "intr_write": 4, "intr_read": 4, "ctrl_transfer": 6}
"""The methods that move bytes, and where in their arguments the time-out stands."""

_ANSWER_MS: Final = 400
"""Whoever waits for less listens whether anything comes; silence is no error then."""


class Ear(usb.backend.IBackend):  # type: ignore[misc]
    """Hands everything on to `inner` (None: the machine's own libusb) and keeps the names of the errors."""

    def __init__(self, inner: Backend | None) -> None:
        super().__init__()
        self._inner: Any = inner if inner is not None else usb.backend.libusb1.get_backend()
        self._heard: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        """A transfer is listened to; `IBackend` itself would refuse the rest."""
        if name.startswith("_") or name in Ear.__dict__:
            return object.__getattribute__(self, name)
        called = getattr(self._inner, name)
        return self._listening(called, _TIMED[name]) if name in _TIMED else called

    def finalize(self) -> None:
        """Leave the inner backend alone: it ends with its own last user."""

    def take_heard(self) -> tuple[str, ...]:
        """The errors since the last call, by the names of `cashier.usb`."""
        heard, self._heard = self._heard, set()
        return tuple(sorted(heard))

    def _listening(self, called: Callable[..., Any], place: int) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            try:
                return called(*args)
            except usb.core.USBError as problem:
                kind = error_class(problem)
                if kind is not Timeout or args[place] >= _ANSWER_MS:
                    self._heard.add(kind.__name__)
                raise

        return call
