"""PINs where no running table asks for them: deeds with a table's folder, and what a start is told to adopt (SEC-7).

Whoever does a deed proves his PIN against the register in the journal, and the journal keeps who came, who was refused
and what was done; waits and locks are the same as at the desk. Where the journal can take nothing, because it is about
to be made anew, a file beside it keeps the refusals until a journal has them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from cashier.refusal import Refusal
from controller import access as staff
from controller.access import Access, Desk
from controller.app.boot import open_journal
from controller.app.clock import wall_ms
from controller.app.core import Committed, Core, Frozen
from controller.app.entropy import KernelEntropy
from controller.app.home import Home
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.refused_deeds import RefusedDeeds
from controller.app.staff_pins import StaffPins
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost
from controller.vocab.records import StaffCommand
from controller.vocab.staff_records import Deed, NoteDeed, NoteDenial, SignedIn, SignIn, WithPin, staff_id
from controller.vocab.table_records import ProfileAdopted

Submit = Callable[[StaffCommand], Committed | Refusal | Frozen]


class Errand(msgspec.Struct, frozen=True):
    """What is to be done, on whose word: `second` is empty where it takes one; `detail` says with what."""

    deed: Deed
    by: str
    second: str = ""
    detail: str = ""


class Register(msgspec.Struct, frozen=True):
    """Where PINs are proved: who is known now, and how a command about staff is decided and made durable."""

    access: Callable[[], Access]
    submit: Submit
    no_value: bool


class RestingTable:
    """The register of a table that does not run: what its journal says of staff, and the journal to go on with."""

    def __init__(self, journal: Journal, table_key: bytes) -> None:
        """Read the register. Raises JournalError for a journal that cannot be read."""
        self._journal = journal
        self._hash_pins = StaffPins(table_key, KernelEntropy().draw)
        self._access, self._cost, self._no_value, self._table_ms = Access(), PinCost(), True, 0
        for record in journal.iter_records():
            self._table_ms = record.now.table
            for event in record.events:
                self._access = staff.evolve(self._access, event)
                if isinstance(event, ProfileAdopted):
                    self._cost, self._no_value = event.profile.pins, event.profile.no_value

    @property
    def register(self) -> Register:
        """It as PINs are proved there."""
        return Register(lambda: self._access, self._submit, self._no_value)

    def _submit(self, command: StaffCommand) -> Committed | Refusal:
        now = Now(table=self._table_ms, wall=max(wall_ms(), self._journal.wall_ms or 0))
        asked = self._hash_pins(command, self._access, self._cost, now) if isinstance(command, WithPin) else command
        decided = staff.decide(self._access, asked, self._cost, now)
        if isinstance(decided, Refusal):
            return decided
        record = self._journal.append(now, asked, decided, (), ())
        for event in decided:
            self._access = staff.evolve(self._access, event)
        return Committed(record, now, tuple(decided))


def register_of(core: Core) -> Register:
    """The register of a table that is about to run."""
    profile = core.machine.table.profile
    return Register(lambda: core.machine.access, core.submit, profile is None or profile.no_value)


@contextmanager
def resting(home: Home) -> Iterator[Register]:
    """Open the journal of a table that does not run, for its register. Raises `Problem`, and when the disk fails."""
    now = Now(table=0, wall=wall_ms())
    journal = open_journal(home, now)
    try:
        register = RestingTable(journal, home.table_key).register
        take_in(home, register)
        yield register
    except JournalError as error:
        raise Problem.told(error) from error
    finally:
        journal.close()


def permit(register: Register, errand: Errand, entry: PinEntry) -> Refusal | None:
    """Have everyone give his PIN, and make what came of it durable; return why the deed may not be done, or None.

    Raises `Problem` when nobody can be asked, or when the journal fails.
    """
    desk, by, second = Desk(), errand.by, errand.second
    for name, beside in ((by, ""), (second, by)):
        if register.access().people and name and staff_id(name) != staff_id(beside):
            refusal = _sign_in(register, desk, SignIn(by=name, beside=beside, pin=entry.pin_of(name)))
            if refusal is not None:
                return refusal
    refusal = desk.deed_denial(register.access(), errand.deed, by, second, wall_ms(), no_value=register.no_value)
    if refusal is None:
        _carry_out(register, NoteDeed(by, second, errand.deed, errand.detail))
    elif register.access().people:
        _carry_out(register, NoteDenial(by, second, errand.deed, refusal.code))
    return refusal


def take_in(home: Home, register: Register) -> None:
    """Have the journal take what was refused while it could not."""
    kept = RefusedDeeds(home.refused_deeds)
    for command in kept.read():
        _carry_out(register, command)
    kept.forget()


def _sign_in(register: Register, desk: Desk, command: SignIn) -> Refusal | None:
    outcome = _carry_out(register, command)
    if isinstance(outcome, Refusal):
        return outcome
    for event in outcome.events:
        if isinstance(event, SignedIn):
            desk.take(register.access(), event, wall_ms())
    return outcome.refusal


def _carry_out(register: Register, command: StaffCommand) -> Committed | Refusal:
    outcome = register.submit(command)
    if isinstance(outcome, Frozen):
        raise Problem(outcome.name, outcome.sentence, "run jakaja verify on the table's folder")
    return outcome
