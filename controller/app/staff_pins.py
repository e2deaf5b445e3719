"""PINs on their way to the machine: a digest takes their place, below this line nobody learns one (SEC-7)."""

from collections.abc import Callable

import msgspec

from controller.access import SALT_BYTES, Access, PinKeeper, is_usable
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost
from controller.vocab.staff_records import ChangeStaffPin, HireStaff, ResetStaffPin, SignIn, WithPin

Draw = Callable[[int], bytes]

HashPins = Callable[[WithPin, Access, PinCost, Now], WithPin]
"""Puts a digest in the place of the PIN in a command; the cost is what hashing a new one must have cost."""


def without_pins(command: WithPin, _access: Access, _cost: PinCost, _now: Now) -> WithPin:
    """Forget the PIN: a table without a key of its own takes none."""
    return msgspec.structs.replace(command, pin="")


class StaffPins:
    """Hashes the PINs of one table's staff."""

    def __init__(self, table_key: bytes, draw: Draw) -> None:
        """`draw` gives fresh random bytes."""
        self._keeper = PinKeeper(table_key, "staff")
        self._draw = draw

    def __call__(self, command: WithPin, access: Access, cost: PinCost, now: Now) -> WithPin:
        """Return `command` without a PIN. One that nobody will look at is not hashed: a flood of them costs nothing."""
        match command:
            case HireStaff() | ResetStaffPin() | ChangeStaffPin() if command.pin:
                usable = is_usable(command.pin)
                digest = self._keeper.digest(command.pin, self._draw(SALT_BYTES), cost) if usable else None
                return msgspec.structs.replace(command, pin="", digest=digest)
            case SignIn() if command.pin:
                known = access.find(command.by)
                looked_at = known is not None and not known.tries.wait(now.wall)
                kept = known.pin if known is not None and looked_at else None
                proof = b"" if kept is None else self._keeper.proof(command.pin, kept)
                return msgspec.structs.replace(command, pin="", proof=proof)
        return command
