"""One connection of staff: who has given his PIN there, and what they may ask for (R-SEC-3, SEC-7).

This is where staff commands enter the machine. A table whose tickets have no value and whose register is empty is a
demonstration: there a name is enough. Once anybody is on the register it takes his PIN, whatever the profile says.
"""

from typing import Final

import msgspec

from cashier.records import Command
from cashier.refusal import Code, Refusal
from controller.access.rights import DEEDS, KEY_HOLDERS, RIGHTS, WITNESSES, Right
from controller.access.state import Access, Staffer
from controller.vocab import staff_records as sr
from controller.vocab.pins import PinDigest
from controller.vocab.staff_records import Deed, StaffId, staff_id

IDLE_MS: Final = 600_000
"""After how long without a command a PIN has to be given again."""


class Presence(msgspec.Struct, frozen=True):
    """Somebody has given the PIN that was his then; `wall` (ms) is when he asked for something last."""

    pin: PinDigest | None
    wall: int


class Desk:
    """Who is signed in at one connection."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._present: dict[StaffId, Presence] = {}

    def take(self, access: Access, event: sr.SignedIn, wall: int) -> None:
        """Somebody has signed in; whoever comes beside nobody begins anew."""
        if not event.beside:
            self._present.clear()
        self._present[staff_id(event.by)] = Presence(access.people[staff_id(event.by)].pin, wall)

    def denial(
        self, access: Access, command: Command, second: str, wall: int, *, no_value: bool, key_off: bool = False
    ) -> Refusal | None:
        """Return why `command` may not be asked for here, or None. `second` is who says so besides.

        `key_off`: the table has a key switch, and it is not turned or nobody can tell.
        """
        if isinstance(command, sr.SignIn) or (isinstance(command, sr.HireStaff) and not access.people):
            return None
        if not access.people:
            return None if no_value else Refusal(Code.NO_STAFF_YET)
        alone = isinstance(command, sr.HireStaff) and len(access.people) == 1
        right, by = RIGHTS[type(command)], str(getattr(command, "by", ""))
        holds_key = (known := access.find(by)) is not None and known.role in KEY_HOLDERS
        refusal = self._refusal(access, Right(right.roles, right.two and not alone), by, second, wall)
        return Refusal(Code.KEY_OFF) if refusal is None and holds_key and key_off else refusal

    def deed_denial(
        self, access: Access, deed: Deed, by: str, second: str, wall: int, *, no_value: bool
    ) -> Refusal | None:
        """Return why `by`, and `second` where it takes two, may not do a deed here, or None."""
        right = DEEDS[deed]
        if access.people:
            return self._refusal(access, right, by, second, wall)
        return None if no_value or right.unpeopled else Refusal(Code.NO_STAFF_YET)

    def _refusal(self, access: Access, right: Right, by: str, second: str, wall: int) -> Refusal | None:
        first = self._here(access, by, wall)
        if first is None:
            return Refusal(Code.NOT_SIGNED_IN)
        if first.role not in right.roles:
            return Refusal(Code.WRONG_ROLE, {"role": first.role})
        if second:
            refusal = self._second_refusal(access, first, second, wall)
        else:
            refusal = Refusal(Code.TWO_PEOPLE) if right.two else None
        if refusal is None:
            self._still_here(by, second, wall)
        return refusal

    def _second_refusal(self, access: Access, first: Staffer, second: str, wall: int) -> Refusal | None:
        other = self._here(access, second, wall)
        if other is None:
            return Refusal(Code.NOT_SIGNED_IN)
        if other == first:
            return Refusal(Code.TWO_PEOPLE)
        return None if other.role in WITNESSES else Refusal(Code.WRONG_ROLE, {"role": other.role})

    def _here(self, access: Access, name: str, wall: int) -> Staffer | None:
        """Who has this name and has given a PIN here that is still his, not long ago."""
        known, presence = access.find(name), self._present.get(staff_id(name))
        if known is None or presence is None or known.pin != presence.pin:
            return None
        return known if wall - presence.wall < IDLE_MS else None

    def _still_here(self, by: str, second: str, wall: int) -> None:
        for name in filter(None, (by, second)):
            presence = self._present[staff_id(name)]
            self._present[staff_id(name)] = msgspec.structs.replace(presence, wall=wall)
