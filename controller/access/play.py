"""The register of staff: hiring, roles, dismissal, PINs, and signing in (R-SEC-3, SEC-7).

Who may send these commands is asked at the desk (`desk.py`); what the register itself demands is decided here, so that
no way in leaves it without a technician, or lets one person alone make another.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.refusal import Code, Refusal
from controller.access.pins import DIGEST_BYTES, SALT_BYTES, is_right
from controller.access.state import Access, Staffer
from controller.vocab import staff_records as sr
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost, PinDigest
from controller.vocab.records import AnyEvent, StaffCommand, StaffEvent
from controller.vocab.staff_records import StaffRole, staff_id
from controller.vocab.tries import MOST_TRIES, Tries

LONGEST_NAME: Final = 32
MOST_STAFF: Final = 200
FEWEST: Final = 2
"""Once two people are on the register there are never fewer: one alone could make the second."""

Decision = list[StaffEvent] | Refusal


def decide(access: Access, command: StaffCommand, cost: PinCost, now: Now) -> Decision:
    """Return what a command about staff comes to; `cost` is what hashing a new PIN must have cost."""
    digest = getattr(command, "digest", None)
    if hasattr(command, "digest") and not _fits(digest, cost):
        return Refusal(Code.PIN_UNUSABLE)
    return _DECIDE[type(command)](access, command, now)


def evolve(access: Access, event: AnyEvent) -> Access:
    """Return what is known after an event."""
    fold = _EVOLVE.get(type(event))
    return access if fold is None else fold(access, event)


def _fits(digest: PinDigest | None, cost: PinCost) -> bool:
    return (
        digest is not None
        and digest.cost == cost
        and (len(digest.salt), len(digest.digest)) == (SALT_BYTES, DIGEST_BYTES)
    )


# -- what is decided ---------------------------------------------------------------------------------------------


def _hire(access: Access, command: sr.HireStaff, _now: Now) -> Decision:
    name = command.name.strip()
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()) or len(access.people) >= MOST_STAFF:
        return Refusal(Code.NAME_UNUSABLE)
    if access.find(name) is not None:
        return Refusal(Code.ALREADY_SO)
    if not access.people:
        alone = command.role == "technician" and staff_id(command.by) == staff_id(name)
        refusal = None if alone else Refusal(Code.NO_STAFF_YET)
    else:
        refusal = _authority(access, command.by, command.second, alone=len(access.people) < FEWEST)
    if refusal is not None or command.digest is None:
        return refusal or Refusal(Code.PIN_UNUSABLE)
    hired = sr.StaffHired(name, command.role, command.by.strip(), command.second.strip())
    return [hired, sr.StaffPinKept(name, command.digest)]


def _change_role(access: Access, command: sr.ChangeRole, _now: Now) -> Decision:
    known = access.find(command.name)
    refusal = _authority(access, command.by, command.second) or _unknown(known)
    if refusal is not None or known is None:
        return refusal or Refusal(Code.NOT_ON_STAFF)
    if known.role == command.role:
        return Refusal(Code.ALREADY_SO)
    if _is_last_technician(access, known):
        return Refusal(Code.LAST_OF_STAFF)
    return [sr.RoleChanged(known.name, known.role, command.role, command.by.strip(), command.second.strip())]


def _dismiss(access: Access, command: sr.DismissStaff, _now: Now) -> Decision:
    known = access.find(command.name)
    refusal = _authority(access, command.by, command.second) or _unknown(known)
    if refusal is not None or known is None:
        return refusal or Refusal(Code.NOT_ON_STAFF)
    if _is_last_technician(access, known) or len(access.people) <= FEWEST:
        return Refusal(Code.LAST_OF_STAFF)
    return [sr.StaffDismissed(known.name, command.by.strip(), command.second.strip())]


def _reset_pin(access: Access, command: sr.ResetStaffPin, _now: Now) -> Decision:
    known = access.find(command.name)
    refusal = _authority(access, command.by, command.second) or _unknown(known)
    if refusal is not None or known is None or command.digest is None:
        return refusal or Refusal(Code.PIN_UNUSABLE)
    changed = sr.StaffPinChanged(known.name, command.by.strip(), command.second.strip())
    return [changed, sr.StaffPinKept(known.name, command.digest)]


def _change_pin(access: Access, command: sr.ChangeStaffPin, _now: Now) -> Decision:
    known = access.find(command.by)
    if known is None or command.digest is None:
        return Refusal(Code.NOT_ON_STAFF)
    return [sr.StaffPinChanged(known.name, known.name), sr.StaffPinKept(known.name, command.digest)]


def _sign_in(access: Access, command: sr.SignIn, now: Now) -> Decision:
    """Only a PIN that was looked at can be a wrong one: nothing typed, or one the host passed over, is no try."""
    known = access.find(command.by)
    if known is None:
        return Refusal(Code.NOT_ON_STAFF)
    if known.tries.wait(now.wall):
        return Refusal(Code.PIN_WAITS, {"until": known.tries.until})
    if not command.proof:
        return Refusal(Code.PIN_UNUSABLE)
    if is_right(command.proof, known.pin):
        return [sr.SignedIn(known.name, known.role, command.beside.strip())]
    tries = known.tries.after_failure(now.wall)
    return [sr.SignInFailed(known.name, tries.failed, tries.until, tries.locked)]


def _note_agreement(_access: Access, command: sr.NoteAgreement, _now: Now) -> Decision:
    return [sr.TwoAgreed(command.by, command.second, command.what)]


def _note_denial(_access: Access, command: sr.NoteDenial, _now: Now) -> Decision:
    return [sr.StaffDenied(command.by, command.second, command.what, command.code)]


def _note_deed(_access: Access, command: sr.NoteDeed, _now: Now) -> Decision:
    return [sr.DeedAllowed(command.by, command.second, command.deed, command.detail)]


def _report_tries(access: Access, command: sr.ReportTries, _now: Now) -> Decision:
    """What is known already, or is less, counts no second time."""
    known = access.find(command.by)
    if known is None:
        return Refusal(Code.NOT_ON_STAFF)
    tries = Tries(min(max(command.tries, known.tries.failed), MOST_TRIES), max(command.until, known.tries.until))
    if tries == known.tries:
        return Refusal(Code.ALREADY_SO)
    return [sr.SignInFailed(known.name, tries.failed, tries.until, tries.locked)]


def _authority(access: Access, by: str, second: str, *, alone: bool = False) -> Refusal | None:
    """Why these people may not change the register: it takes a technician and somebody else who is on it."""
    first, other = access.find(by), access.find(second)
    if first is None or first.role != "technician":
        return Refusal(Code.WRONG_ROLE, {"role": first.role if first else ""})
    if alone and not second.strip():
        return None
    return Refusal(Code.TWO_PEOPLE) if other is None or other == first else None


def _unknown(known: Staffer | None) -> Refusal | None:
    return Refusal(Code.NOT_ON_STAFF) if known is None else None


def _is_last_technician(access: Access, known: Staffer) -> bool:
    technicians = [person for person in access.people.values() if person.role == "technician"]
    return technicians == [known]


# -- what follows from events ------------------------------------------------------------------------------------


def _hired(access: Access, event: sr.StaffHired) -> Access:
    return _with(access, Staffer(event.name, event.role))


def _pin_kept(access: Access, event: sr.StaffPinKept) -> Access:
    """Another PIN begins without wrong ones: whoever gave it to him has lifted his lock."""
    return _changed(access, event.name, pin=event.digest, tries=Tries())


def _role_changed(access: Access, event: sr.RoleChanged) -> Access:
    return _changed(access, event.name, role=event.role)


def _dismissed(access: Access, event: sr.StaffDismissed) -> Access:
    return Access({known: person for known, person in access.people.items() if known != staff_id(event.name)})


def _signed_in(access: Access, event: sr.SignedIn) -> Access:
    return _changed(access, event.by, tries=Tries())


def _sign_in_failed(access: Access, event: sr.SignInFailed) -> Access:
    return _changed(access, event.by, tries=Tries(event.tries, event.until))


def _with(access: Access, person: Staffer) -> Access:
    return Access({**access.people, staff_id(person.name): person})


def _changed(access: Access, name: str, **changes: StaffRole | PinDigest | Tries) -> Access:
    return _with(access, msgspec.structs.replace(access.people[staff_id(name)], **changes))


_DECIDE: Final[Mapping[type[Any], Callable[[Access, Any, Now], Decision]]] = {
    sr.HireStaff: _hire,
    sr.ChangeRole: _change_role,
    sr.DismissStaff: _dismiss,
    sr.ResetStaffPin: _reset_pin,
    sr.ChangeStaffPin: _change_pin,
    sr.SignIn: _sign_in,
    sr.NoteAgreement: _note_agreement,
    sr.NoteDenial: _note_denial,
    sr.NoteDeed: _note_deed,
    sr.ReportTries: _report_tries,
}

_EVOLVE: Final[Mapping[type[Any], Callable[[Access, Any], Access]]] = {
    sr.StaffHired: _hired,
    sr.StaffPinKept: _pin_kept,
    sr.RoleChanged: _role_changed,
    sr.StaffDismissed: _dismissed,
    sr.SignedIn: _signed_in,
    sr.SignInFailed: _sign_in_failed,
}
