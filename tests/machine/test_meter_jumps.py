"""Sudden jumps of meters are a fault of the machine (R-MTR-7)."""

import pytest

from cashier.money import Money
from cashier.records import NoteEscrowed, NoteStacked
from cashier.refusal import Code
from controller import machine as machines
from controller.app.config import demo_profile
from controller.language import load_language
from controller.machine import Machine
from controller.machine.state import encode
from controller.service.trouble import troubles
from controller.vocab import fault_records as fr
from controller.vocab import table_records as tr
from controller.vocab.profile import MeterJumps
from controller.wire.fold import fold
from controller.wire.view import View
from tests.machine.room import Room, changed, only

LIMIT = MeterJumps(notes=1000)
NOTE = 50_000


@pytest.fixture
def room() -> Room:
    """A table at which 1000 euro within one hand are a jump; notes of 500 are taken."""
    profile = demo_profile()
    cash = changed(profile.cash, notes=(*profile.cash.notes, Money(NOTE)))
    room = Room(changed(profile, cash=cash, jumps=LIMIT))
    room.sit(1, 10_000)
    room.sit(2, 10_000)
    return room


def test_r_mtr_7_what_reaches_the_limit_within_one_hand_is_a_fault_and_pauses_the_table(room):
    room.insert(NOTE)
    assert room.machine.faults.lock is None
    room.insert(NOTE)
    lock = room.machine.faults.lock
    assert lock is not None
    assert (lock.fault, lock.place) == ("meter-jump", "notes-in")
    assert "1200 EUR" in lock.detail
    assert room.machine.table.paused


def test_r_mtr_7_the_money_itself_is_credited_to_the_cent(room):
    before = room.machine.kiosk.balance
    room.insert(NOTE, NOTE)
    assert room.machine.kiosk.balance == before + 2 * NOTE
    assert machines.reconciliation(room.machine).difference == 0


def test_r_mtr_7_staff_look_into_it_before_the_table_plays_on(room):
    room.insert(NOTE, NOTE)
    assert room.refuse(tr.Resume(by="floor")) is Code.FAULT_OPEN
    assert room.refuse(fr.ClearFault(fault="meter-jump", place="notes-in")) is Code.NOT_ALLOWED
    room.do(fr.ClearFault(fault="meter-jump", place="notes-in", by="floor"))
    room.do(tr.Resume(by="floor"))
    room.insert(NOTE)
    assert not room.machine.table.paused, "counting began anew"


def test_r_mtr_7_it_is_told_once(room):
    room.insert(NOTE, NOTE)
    device, counters = room.profile.cash.validator, room.machine.kiosk.counters
    for report in (NoteEscrowed, NoteStacked):
        room.submit(report(device=device, counter=counters[device] % 255 + 1, amount=Money(NOTE)))
    only(room.log, fr.FaultRaised)


def test_r_mtr_7_each_hand_is_counted_for_itself(room):
    for _hand in range(3):
        room.insert(NOTE)
        room.deal()
        room.fold_out()
    assert room.machine.faults.lock is None


def test_r_mtr_7_the_limit_is_the_houses_and_0_is_none():
    profile = demo_profile()
    room = Room(changed(profile, jumps=MeterJumps(notes=0)))
    for _note in range(120):
        room.insert(max(profile.cash.notes))
    assert room.machine.faults.lock is None
    below = tr.AdoptProfile(profile=changed(profile, jumps=MeterJumps(notes=-1)))
    assert room.refuse(below) is Code.PROFILE_UNUSABLE


def test_r_mtr_7_it_survives_a_power_cut(room):
    room.insert(NOTE)
    folded = Machine(machine_id=room.machine.machine_id)
    for event in room.log:
        machines.evolve(folded, event)
    assert encode(folded) == encode(room.machine)
    room.insert(NOTE)
    assert room.machine.faults.lock is not None


@pytest.mark.parametrize(("language", "word"), [("en", "release notes-in"), ("fi", "release notes-in")])
def test_r_mtr_7_the_desk_says_what_and_how_to_mend_it(room, language, word):
    room.insert(NOTE, NOTE)
    view = View()
    for event in room.log:
        if type(event) in (tr.ProfileAdopted, fr.FaultRaised):
            fold(view, event)
    trouble, *_silent_devices = troubles(view, load_language(language), room.profile.currency)
    assert "1200 EUR" in trouble.what
    assert word in trouble.remedy
