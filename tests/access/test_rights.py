"""Least rights: one row for each command, and what a role may not do it is refused (R-SEC-3)."""

from typing import get_args

import pytest

from cashier.payout_records import FillHopper
from cashier.records import CountDropBox, ResolveVoucher
from controller.access import RIGHTS
from controller.access.rights import WITNESSES
from controller.vocab.jackpot_records import GrantBadBeat
from controller.vocab.records import COMMAND_TYPES
from controller.vocab.staff_records import STAFF_ROLES, DismissStaff, HireStaff, Role, SignIn
from controller.vocab.table_records import OpenRecall
from controller.wire.messages import ASKABLE


def test_r_sec_3_every_command_has_a_row():
    assert set(RIGHTS) == set(COMMAND_TYPES)


def test_r_sec_3_what_a_screen_may_send_is_what_the_people_before_it_may_do():
    for kind, commands in ASKABLE.items():
        for command in commands:
            people = {"player"} if kind != "staff" else set(STAFF_ROLES)
            assert RIGHTS[command].roles & people, f"{command.__name__} can be sent from {kind} and nobody there may"
    askable = {command for commands in ASKABLE.values() for command in commands}
    for command, right in RIGHTS.items():
        assert bool(right.roles) == (command in askable), f"{command.__name__} has roles and no way in, or the reverse"


def test_r_sec_3_no_role_of_staff_may_do_what_players_do():
    assert not [command for command, right in RIGHTS.items() if "player" in right.roles and right.roles != {"player"}]


def test_r_sec_3_no_role_may_do_everything_and_every_role_something():
    of_staff = {command for command, right in RIGHTS.items() if right.roles & set(STAFF_ROLES)}
    for role in STAFF_ROLES:
        own = {command for command in of_staff if role in RIGHTS[command].roles}
        assert {SignIn} < own < of_staff, role
    assert {*STAFF_ROLES, "player"} == set(get_args(Role))


def test_sec_7_the_auditor_changes_nothing_and_vouches_for_nothing():
    own = {command.__name__ for command, right in RIGHTS.items() if "auditor" in right.roles}
    assert own == {"SignIn", "ChangeStaffPin", "OpenPerson", OpenRecall.__name__}
    assert "auditor" not in WITNESSES


@pytest.mark.parametrize("command", [HireStaff, DismissStaff, CountDropBox, FillHopper, ResolveVoucher, GrantBadBeat])
def test_sec_7_money_the_register_and_jackpots_take_two_people(command):
    assert RIGHTS[command].two


def test_sec_7_who_keeps_the_register_does_not_count_the_money():
    counts = {role for command in (CountDropBox, FillHopper, ResolveVoucher) for role in RIGHTS[command].roles}
    assert not counts & RIGHTS[HireStaff].roles
