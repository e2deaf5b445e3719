"""Hands on a bus in this process: the deeds of the control channel without a channel, on the bus's own clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from firmware.virtual.control import ControlError, Deed, Hands, Wait
from firmware.virtual.desk import ACTS, ControlDesk, is_met, too_late

if TYPE_CHECKING:
    from firmware.virtual.local import LocalHost

_Result = TypeVar("_Result")
_A_LOOK_S = 0.01


class NearHands(Hands):
    """The people around the devices of a :class:`LocalHost`; a wait lets its time pass."""

    def __init__(self, host: LocalHost) -> None:
        self._host = host
        self._desk = ControlDesk(host.bus)

    def _do(self, deed: Deed, kind: type[_Result], extra_ms: int = 0) -> _Result:
        try:
            result = self._await(deed) if isinstance(deed, Wait) else ACTS[type(deed)](self._desk, deed, self._host.at)
        except ValueError as problem:
            raise ControlError(str(problem)) from problem
        self._desk.take_completions()
        self._host.work()
        return msgspec.convert(msgspec.to_builtins(result), kind)

    def _await(self, wait: Wait) -> object:
        end = self._host.at + wait.timeout_ms / 1000
        while not is_met(wait, status := self._desk.status(wait.device)):
            if self._host.at >= end:
                raise ValueError(too_late(wait, status))
            self._host.wait(_A_LOOK_S)
        return status
