"""How the register of staff changes what the desk shows; no other screen hears of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import staff_records as staff
from controller.wire.fold_hand import sealed
from controller.wire.staff_view import StaffView
from controller.wire.view import View


def _hired(view: View, event: staff.StaffHired) -> None:
    view.staff = (*view.staff, StaffView(event.name, event.role))


def _role_changed(view: View, event: staff.RoleChanged) -> None:
    _change(view, event.name, role=event.role)


def _dismissed(view: View, event: staff.StaffDismissed) -> None:
    view.staff = tuple(person for person in view.staff if person.name != event.name)


def _unlocked(view: View, event: staff.StaffPinChanged) -> None:
    _change(view, event.name, until=0, locked=False)


def _signed_in(view: View, event: staff.SignedIn) -> None:
    _change(view, event.by, until=0, locked=False)


def _failed(view: View, event: staff.SignInFailed) -> None:
    _change(view, event.by, until=event.until, locked=event.locked)


def _change(view: View, name: str, **changes: object) -> None:
    view.staff = tuple(
        msgspec.structs.replace(person, **changes) if person.name == name else person for person in view.staff
    )


def _unmoved(_view: View, _event: Event) -> None:
    """Staff read this event in the log; no view shows it."""


FOLD_STAFF: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    staff.StaffHired: _hired,
    staff.RoleChanged: _role_changed,
    staff.StaffDismissed: _dismissed,
    staff.StaffPinKept: sealed,
    staff.StaffPinChanged: _unlocked,
    staff.SignedIn: _signed_in,
    staff.SignInFailed: _failed,
    staff.TwoAgreed: _unmoved,
    staff.StaffDenied: _unmoved,
    staff.DeedAllowed: _unmoved,
}
