"""The people who work at the demonstration: one of every role, with PINs that everybody may read.

That is what makes them useless anywhere else: no table whose tickets have value takes them.
"""

from typing import Final

import msgspec

from controller.app.core import Committed, Core
from controller.app.demo.screens import LocalScreen
from controller.app.problem import Problem
from controller.vocab.staff_records import HireStaff, SignIn, StaffRole
from controller.wire.messages import Refused


class Member(msgspec.Struct, frozen=True):
    """Somebody of the demonstration's staff."""

    name: str
    role: StaffRole
    pin: str


STAFF: Final = (
    Member("Tuula", "technician", "482915"),
    Member("Kaisa", "cashier", "205839"),
    Member("Fredrik", "floor", "739164"),
    Member("Aino", "attendant", "617428"),
    Member("Arvo", "auditor", "358206"),
)
"""The first two hire the others, as at any table."""

WHO: Final = "staff, whose PINs everybody knows (NO VALUE): " + ", ".join(
    f"{member.name} {member.role} {member.pin}" for member in STAFF
)
"""What whoever tries the demonstration is told of them."""

TRY: Final = "in another terminal: jakaja attend pause --by Aino --folder FOLDER (attend --help lists the words)"
"""What they may be tried with while the table runs."""


def hire_all(core: Core) -> None:
    """Put everybody on the register of a table without value. Raises `Problem` for any other table."""
    profile = core.machine.table.profile
    if profile is None or not profile.no_value:
        raise Problem("demonstration", "its staff's PINs are known to everybody", "hire people of your own")
    technician, second, *others = STAFF
    hiring = ((technician, ""), (second, ""), *((member, second.name) for member in others))
    for member, beside in hiring:
        command = HireStaff(member.name, member.role, technician.name, beside, pin=member.pin)
        if not isinstance(core.submit(command), Committed):
            raise Problem("demonstration", f"{member.name} was not hired", "report this")


def of_role(role: StaffRole) -> Member:
    """Who has this role here."""
    return next(member for member in STAFF if member.role == role)


def sign_in(desk: LocalScreen, first: Member, second: Member) -> None:
    """Have two people give their PINs at a desk. Raises `Problem` when one is refused."""
    for member, beside in ((first, ""), (second, first.name)):
        answer = desk.ask(SignIn(by=member.name, beside=beside, pin=member.pin))
        if isinstance(answer, Refused):
            raise Problem("demonstration", f"{member.name} cannot sign in: {answer.refusal.code}", "report this")
