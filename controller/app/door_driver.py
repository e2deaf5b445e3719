"""The board of door switches as a driver of the core: its inputs become the doors that the profile names."""

from collections.abc import Collection
from typing import Final, assert_never

from cashier.devices.door_board import BoardReported, BoardWord, DoorBoard, Signal, Switches
from cashier.records import Command, DeviceId, Want
from controller.vocab.fault_records import (
    ClearFault,
    DoorId,
    DoorReading,
    FaultKind,
    ReportDoors,
    ReportFault,
    ShowSignal,
)

_UNSEEN: Final[FaultKind] = "doors-unseen"


class DoorDriver:
    """Tells what happens at the doors, and shows lamp and alarm. `doors` are those at the inputs, in their order."""

    def __init__(self, board: DoorBoard, doors: tuple[DoorId, ...]) -> None:
        self.device: DeviceId = board.device
        self._board = board
        self._doors = doors
        self._fits = True

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Ask the board once, and show what is wanted of it."""
        shown = next((want for want in wants if isinstance(want, ShowSignal) and want.device == self.device), None)
        signal = None if shown is None else Signal(shown.lamp, shown.alarm, shown.alarms)
        return [command for word in self._board.step(signal) for command in self._said(word)]

    def close(self) -> None:
        """Give the board back to the system."""
        self._board.close()

    def _said(self, word: BoardWord) -> list[Command]:
        match word:
            case Switches():
                return self._seen(word)
            case BoardReported(condition="ready"):
                return [ClearFault(fault=_UNSEEN, place=self.device)] if self._fits else []
            case BoardReported():
                return [ReportFault(fault=_UNSEEN, place=self.device, detail="it does not answer")]
            case _:
                assert_never(word)

    def _seen(self, word: Switches) -> list[Command]:
        """A board with fewer inputs than doors leaves some unwatched, which is as bad as none."""
        self._fits = len(self._doors) <= len(word.inputs)
        if not self._fits:
            detail = f"it has {len(word.inputs)} inputs for {len(self._doors)} doors"
            return [ReportFault(fault=_UNSEEN, place=self.device, detail=detail)]
        readings = (
            DoorReading(door, seen.open, seen.count) for door, seen in zip(self._doors, word.inputs, strict=False)
        )
        return [ReportDoors(self.device, word.memory, tuple(readings))]
