"""What every note acceptor does with its host's wants: which notes are wanted, and when none are whoever asks."""

from collections.abc import Collection
from enum import Enum, auto

from cashier.money import Money
from cashier.records import Condition, DeviceId, TakeNotes, Want


def wanted_amounts(device: DeviceId, wants: Collection[Want]) -> frozenset[Money]:
    """The amounts of the notes that the host wants of this device."""
    mine = (want for want in wants if isinstance(want, TakeNotes) and want.device == device)
    return frozenset(amount for want in mine for amount in want.amounts)


class _State(Enum):
    """Why the slot is kept closed against the host's wants."""

    OPEN = auto()
    HOST_UNAWARE = auto()
    """The wants may be older than the loss; wait until the host asks for no notes."""
    HOST_AWARE = auto()
    """The host has closed the slot itself; when it asks for notes again, an attendant has looked."""


class LossLock:
    """Keeps the slot closed after events were lost, until the host has wanted no notes and then wants some again.

    A host that wants notes again of a device that told it otherwise has been told by an attendant that it is in order.
    """

    def __init__(self) -> None:
        self._state = _State.OPEN
        self._wanted = False

    @property
    def closed(self) -> bool:
        """Whether no note may be taken."""
        return self._state is not _State.OPEN

    def close(self) -> None:
        """Events were lost."""
        self._state = _State.HOST_UNAWARE

    def turn(self, notes_wanted: bool, told: Condition | None = "ready") -> bool:
        """Follow the host, which was `told` the device's condition; return whether it is to be told that anew.

        So it is when this opened the lock, and when the host has come to think otherwise.
        """
        again = notes_wanted and not self._wanted and told not in ("ready", None)
        self._wanted = notes_wanted
        if self._state is _State.HOST_UNAWARE and not notes_wanted:
            self._state = _State.HOST_AWARE
        elif self._state is _State.HOST_AWARE and notes_wanted:
            self._state = _State.OPEN
            return True
        return again
