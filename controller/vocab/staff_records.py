"""Commands and events about who works at the table: register, PINs, signing in, what was refused (R-SEC-3).

A PIN itself is in no record that is kept: `pin` comes from the desk, and the host puts a digest in its place.
"""

from typing import ClassVar, Final, Literal, get_args

from cashier.records import Audience, Command, Event
from cashier.refusal import Code, Refusal
from controller.vocab.pins import PinDigest

Role = Literal["player", "attendant", "floor", "cashier", "technician", "auditor"]
"""What somebody is at the table. Players give no PIN: they are whoever sits at a seat or stands at the kiosk."""

StaffRole = Literal["attendant", "floor", "cashier", "technician", "auditor"]
STAFF_ROLES: Final[tuple[StaffRole, ...]] = get_args(StaffRole)

Deed = Literal[
    "repair-journal", "adopt-profile", "recall-hand", "read-hands", "seal-keys", "unseal-keys", "recover-keys",
    "accept-history",
]  # fmt: skip
"""What people do with a table's folder, and no running table is asked for: make its journal anew, have the table play
by another profile, look at hole cards of one hand, take a file with all cards of all hands, get a recovery key, have
the keys lie in files, use the recovery key, take the journal as it is though the TPM remembers more."""

StaffId = str
"""A name as the register tells it apart: without blanks around it and without regard to capitals."""


def staff_id(name: str) -> StaffId:
    """Return the name by which the register knows somebody."""
    return name.strip().casefold()


# -- commands ----------------------------------------------------------------------------------------------------


class HireStaff(Command, frozen=True):
    """Put somebody on the register. The first is a technician and hires himself; he alone may hire the second."""

    name: str
    role: StaffRole
    by: str
    second: str = ""
    pin: str = ""
    digest: PinDigest | None = None


class ChangeRole(Command, frozen=True):
    """Give somebody another role."""

    name: str
    role: StaffRole
    by: str
    second: str = ""


class DismissStaff(Command, frozen=True):
    """Take somebody off the register."""

    name: str
    by: str
    second: str = ""


class ResetStaffPin(Command, frozen=True):
    """Give somebody another PIN, and take away the lock that wrong ones have brought him."""

    name: str
    by: str
    second: str = ""
    pin: str = ""
    digest: PinDigest | None = None


class ChangeStaffPin(Command, frozen=True):
    """Choose another PIN for oneself."""

    by: str
    pin: str = ""
    digest: PinDigest | None = None


class SignIn(Command, frozen=True):
    """Somebody says at a desk who he is: `proof` is the digest of the PIN that was typed.

    `beside` is who is signed in there already, where two people are needed.
    """

    by: str
    beside: str = ""
    pin: str = ""
    proof: bytes = b""


WithPin = HireStaff | ResetStaffPin | ChangeStaffPin | SignIn
"""What brings a PIN to the host."""


class NoteAgreement(Command, frozen=True):
    """The host has seen the PINs of two people for a command of kind `what`, which comes next."""

    by: str
    second: str
    what: str


class NoteDenial(Command, frozen=True):
    """The host has refused staff a command of kind `what`."""

    by: str
    second: str
    what: str
    code: Code


class NoteDeed(Command, frozen=True):
    """The host has seen the PINs of whoever does a deed, which comes next; `detail` says with what."""

    by: str
    second: str
    deed: Deed
    detail: str = ""


class ReportTries(Command, frozen=True):
    """Somebody has given wrong PINs while the journal could take nothing: `tries` in a row, the next from `until`."""

    by: str
    tries: int
    until: int


# -- events ------------------------------------------------------------------------------------------------------


class StaffHired(Event, frozen=True):
    """Somebody is on the register."""

    audience: ClassVar[Audience] = "staff"
    name: str
    role: StaffRole
    by: str
    second: str = ""


class StaffPinKept(Event, frozen=True):
    """What is kept of somebody's PIN from now on; the journal seals it."""

    audience: ClassVar[Audience] = "sealed"
    name: str
    digest: PinDigest


class StaffPinChanged(Event, frozen=True):
    """Somebody has another PIN; by whom, and who was the second, empty where he chose it himself."""

    audience: ClassVar[Audience] = "staff"
    name: str
    by: str
    second: str = ""


class RoleChanged(Event, frozen=True):
    """Somebody has another role."""

    audience: ClassVar[Audience] = "staff"
    name: str
    before: StaffRole
    role: StaffRole
    by: str
    second: str = ""


class StaffDismissed(Event, frozen=True):
    """Somebody is no more on the register."""

    audience: ClassVar[Audience] = "staff"
    name: str
    by: str
    second: str = ""


class SignedIn(Event, frozen=True):
    """Somebody has given his PIN at a desk, `beside` somebody who had before."""

    audience: ClassVar[Audience] = "staff"
    by: str
    role: StaffRole
    beside: str = ""


class SignInFailed(Event, frozen=True):
    """Somebody has given a wrong PIN: `tries` in a row, and the next counts from wall time `until` (ms)."""

    audience: ClassVar[Audience] = "staff"
    by: str
    tries: int
    until: int
    locked: bool

    @property
    def refusal(self) -> Refusal:
        """What whoever tried is told."""
        return Refusal(Code.PIN_WRONG, {"until": self.until})


class TwoAgreed(Event, frozen=True):
    """Two people have given their PINs for a command of kind `what`."""

    audience: ClassVar[Audience] = "staff"
    by: str
    second: str
    what: str


class StaffDenied(Event, frozen=True):
    """Somebody was refused a command of kind `what` for want of a PIN, a right or a second person."""

    audience: ClassVar[Audience] = "staff"
    by: str
    second: str
    what: str
    code: Code


class DeedAllowed(Event, frozen=True):
    """Somebody, and a second person where it takes two, has given his PIN for a deed at a table that does not run."""

    audience: ClassVar[Audience] = "staff"
    by: str
    second: str
    deed: Deed
    detail: str = ""
