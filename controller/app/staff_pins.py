"""PINs on their way to the machine: a digest takes their place, below this line nobody learns one (SEC-7)."""

from collections.abc import Callable

import msgspec

from controller.access import SALT_BYTES, PinKeeper, is_usable
from controller.machine import Machine
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost
from controller.vocab.staff_records import ChangeStaffPin, HireStaff, ResetStaffPin, SignIn, WithPin

Draw = Callable[[int], bytes]

HashPins = Callable[[WithPin, Machine, Now], WithPin]
"""Puts a digest in the place of the PIN in a command."""

SALT_DRAWN = 32
"""Bytes drawn for a salt; the first of them are used."""


def without_pins(command: WithPin, _machine: Machine, _now: Now) -> WithPin:
    """Forget the PIN: a table without a key of its own takes none."""
    return msgspec.structs.replace(command, pin="")


class StaffPins:
    """Hashes the PINs of one table's staff."""

    def __init__(self, table_key: bytes, draw: Draw) -> None:
        """`draw` gives fresh random bytes."""
        self._keeper = PinKeeper(table_key, "staff")
        self._draw = draw

    def __call__(self, command: WithPin, machine: Machine, now: Now) -> WithPin:
        """Return `command` without a PIN. One that nobody will look at is not hashed: a flood of them costs nothing."""
        match command:
            case HireStaff() | ResetStaffPin() | ChangeStaffPin() if command.pin:
                digest = (
                    self._keeper.digest(command.pin, self._salt(), _cost(machine)) if is_usable(command.pin) else None
                )
                return msgspec.structs.replace(command, pin="", digest=digest)
            case SignIn() if command.pin:
                known = machine.access.find(command.by)
                looked_at = known is not None and not known.tries.wait(now.wall)
                kept = known.pin if known is not None and looked_at else None
                proof = b"" if kept is None else self._keeper.proof(command.pin, kept)
                return msgspec.structs.replace(command, pin="", proof=proof)
        return command

    def _salt(self) -> bytes:
        return self._draw(SALT_DRAWN)[:SALT_BYTES]


def _cost(machine: Machine) -> PinCost:
    profile = machine.table.profile
    return PinCost() if profile is None else profile.pins
