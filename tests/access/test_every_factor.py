"""No command of staff is let through without each of its factors: PIN, right, second person, key (SEC-7, R-SEC-3).

Every command with every role, by whether each PIN was right, wrong, old or never given, alone or with a second person
of every role, at a table without a key switch, with the key turned, and with the key off.
"""

import itertools
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from cashier.records import Command
from cashier.refusal import Code
from controller.access import RIGHTS, Access, Desk
from controller.access.desk import IDLE_MS
from controller.access.rights import KEY_HOLDERS, WITNESSES
from controller.access.state import Staffer
from controller.vocab.pins import PinCost, PinDigest
from controller.vocab.staff_records import STAFF_ROLES, SignedIn, SignIn, StaffRole

NOW: Final = 1_800_000_000_000
OTHER: Final = "Other "
PROOFS: Final = ("right", "wrong", "old", "changed")
"""A PIN that was right; none, or a wrong one; one that was right too long ago; one that is his no more."""

Proof = str


def digest(seed: int) -> PinDigest:
    return PinDigest(bytes([seed]) * 16, PinCost(), bytes(32))


def register() -> Access:
    """One of every role, and another one of every role."""
    names = [*STAFF_ROLES, *(OTHER + role for role in STAFF_ROLES)]
    people = [Staffer(name, role, digest(1)) for name, role in zip(names, STAFF_ROLES * 2, strict=True)]
    return Access({person.name.casefold(): person for person in people})


ACCESS: Final = register()


def desk_with(first: str, first_proof: Proof, second: str, second_proof: Proof) -> tuple[Desk, Access]:
    """A desk at which these two have tried to sign in, and the register as it is by now."""
    desk, access = Desk(), ACCESS
    for name, proof, beside in ((first, first_proof, ""), (second, second_proof, first)):
        if name and proof != "wrong":
            wall = NOW - IDLE_MS if proof == "old" else NOW
            desk.take(ACCESS, SignedIn(name, ACCESS.people[name.casefold()].role, beside), wall)
        if name and proof == "changed":
            changed = msgspec.structs.replace(ACCESS.people[name.casefold()], pin=digest(2))
            access = Access({**access.people, name.casefold(): changed})
    return desk, access


def command_of(kind: type[Command], by: str) -> Command:
    """One of its kind: who may send it is asked before anything else in it is looked at."""
    required = {field.name: "" for field in msgspec.structs.fields(kind) if field.required}
    return kind(**{**required, "by": by})


OF_STAFF: Final = [kind for kind, right in RIGHTS.items() if right.roles & set(STAFF_ROLES) and kind is not SignIn]


def seconds() -> Iterator[tuple[str, Proof]]:
    yield "", "right"
    yield from itertools.product((OTHER + role for role in STAFF_ROLES), PROOFS)


@pytest.mark.parametrize("kind", OF_STAFF, ids=lambda kind: kind.__name__)
def test_sec_7_a_command_of_staff_takes_every_factor_it_has(kind: type[Command]) -> None:
    right, passed = RIGHTS[kind], 0
    for role, proof, (second, second_proof) in itertools.product(STAFF_ROLES, PROOFS, seconds()):
        for key_off in (False, True):
            desk, access = desk_with(role, proof, second, second_proof)
            denial = desk.denial(access, command_of(kind, role), second, NOW, no_value=True, key_off=key_off)
            alone = not second
            with_witness = second_proof == "right" and second.removeprefix(OTHER) in WITNESSES
            allowed = (
                proof == "right"
                and role in right.roles
                and (not right.two if alone else with_witness)
                and not (key_off and role in KEY_HOLDERS)
            )
            assert (denial is None) == allowed, (role, proof, second, second_proof, key_off, denial)
            passed += allowed
    assert passed, "nobody may ever do it"


def test_sec_7_nobody_is_his_own_second_person() -> None:
    for kind, role in itertools.product(OF_STAFF, STAFF_ROLES):
        desk, access = desk_with(role, "right", "", "right")
        for second in (role, role.upper(), f" {role} "):
            denial = desk.denial(access, command_of(kind, role), second, NOW, no_value=True)
            assert denial is not None
            assert denial.code in (Code.TWO_PEOPLE, Code.WRONG_ROLE)


def test_what_a_key_is_asked_of_is_said_when_all_else_is_right() -> None:
    """Who has no PIN is not told that a key would be the next thing he needs."""
    technician: StaffRole = "technician"
    kind = next(kind for kind in OF_STAFF if technician in RIGHTS[kind].roles and not RIGHTS[kind].two)
    for proof, code in (("wrong", Code.NOT_SIGNED_IN), ("right", Code.KEY_OFF)):
        desk, access = desk_with(technician, proof, "", "right")
        denial = desk.denial(access, command_of(kind, technician), "", NOW, no_value=True, key_off=True)
        assert denial is not None
        assert denial.code is code
