"""The first of a table's staff: a table that takes money does not run without a technician (SEC-7)."""

from cashier.refusal import Refusal
from controller.app.core import Committed, Core
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.vocab.staff_records import HireStaff


def hire_first(core: Core, name: str, entry: PinEntry) -> None:
    """Put the technician `name` on a register that is empty. Raises Problem when a table with value has nobody.

    There is no default PIN: he types his own. A demonstration without value may run without staff.
    """
    profile = core.machine.table.profile
    if core.machine.access.people:
        return
    if not name:
        if profile is not None and profile.no_value:
            return
        mend = (
            "name its first technician with --technician NAME; he types his PIN, and hires the others with attend hire"
        )
        raise Problem("staff", "nobody is on the register of this table", mend)
    outcome = core.submit(HireStaff(name=name, role="technician", by=name, pin=entry.new_pin_of(name)))
    if not isinstance(outcome, Committed):
        why = outcome.code if isinstance(outcome, Refusal) else outcome.sentence
        raise Problem("--technician", f"{name} cannot be hired: {why}", "choose another name or another PIN")
