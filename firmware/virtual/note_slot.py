"""What hands can do to any device that takes notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from firmware.virtual.serial_line import SerialDevice

if TYPE_CHECKING:
    from firmware.virtual.control import NoteOutcome, StackerState


class NoteSlot(SerialDevice):
    """A device with a slot for notes and a stacker behind it."""

    def insert_note(self, value: int, at: float) -> NoteOutcome:
        """Push a note in; raises ``ValueError`` when the slot is taken or no such note exists."""
        raise NotImplementedError

    def take_note(self) -> int:
        """Take the note at the bezel; its value, or 0."""
        raise NotImplementedError

    def set_stacker(self, state: StackerState) -> None:
        """Fit an empty stacker, fill the one there, or take it out."""
        raise NotImplementedError

    def jam(self, place: Literal["transport", "stacker"]) -> None:
        """The next note gets stuck there."""
        raise NotImplementedError

    def clear_jam(self, at: float) -> None:
        """Take out the stuck note; it is in the hands of whoever opened the machine."""
        raise NotImplementedError
