"""What is known of those who work at the table: the register, and how often each gave a wrong PIN."""

import msgspec

from controller.vocab.pins import PinDigest
from controller.vocab.staff_records import StaffId, StaffRole, staff_id
from controller.vocab.tries import Tries


class Staffer(msgspec.Struct, frozen=True):
    """Somebody on the register, by the name as it was written there."""

    name: str
    role: StaffRole
    pin: PinDigest | None = None
    tries: Tries = Tries()


class Access(msgspec.Struct, frozen=True):
    """Never changed in place: `evolve` returns the next one, so that a copy of the machine may share it."""

    people: dict[StaffId, Staffer] = {}

    def find(self, name: str) -> Staffer | None:
        """Who has this name, or None."""
        return self.people.get(staff_id(name))
