"""What comes in within one hand, and when it is more than people bring (R-MTR-7)."""

from cashier.money import EUR, Currency, Money
from cashier.records import DeviceId, NoteCredited
from controller.accounting.jumps import METER, Inflow, find_jump, follow
from controller.vocab import hand_records as hr
from controller.vocab.fault_records import FaultCleared, FaultRaised
from controller.vocab.ids import HandId, Now
from controller.vocab.profile import MeterJumps

NOW = Now(table=7, wall=9)
LIMITS = MeterJumps(notes=100)
FORINT = Currency("HUF", 0)


def note(amount: int) -> NoteCredited:
    return NoteCredited(DeviceId("validator"), 2, Money(amount), Money(amount))


def after(*events: object) -> Inflow:
    inflow = Inflow()
    for event in events:
        inflow = follow(inflow, event)
    return inflow


JUMP = FaultRaised("meter-jump", METER, "100 EUR in notes within one hand, 100 are the limit", 9)


def test_notes_add_up_until_the_hand_ends() -> None:
    assert after(note(500), note(2000)) == Inflow(2500)
    assert after(note(500), hr.HandEnded(HandId(1), ())) == Inflow(0)
    assert after(note(500), hr.HandEnded(HandId(1), ()), note(1000)) == Inflow(1000)


def test_what_has_nothing_to_do_with_it_changes_nothing() -> None:
    assert after(note(500), hr.RakeTaken(5)) == Inflow(500)
    other = FaultRaised("journal", "disk", "full", 9)
    assert after(note(500), other, FaultCleared("journal", "disk", "floor")) == Inflow(500)


def test_reaching_the_limit_is_a_jump_and_a_unit_less_is_none() -> None:
    assert find_jump(after(note(10_000)), LIMITS, EUR, NOW) == JUMP
    assert find_jump(after(note(9_999)), LIMITS, EUR, NOW) is None


def test_the_limit_is_in_whole_units_of_the_currency() -> None:
    found = find_jump(after(note(100)), LIMITS, FORINT, NOW)
    assert found is not None
    assert found.detail == "100 HUF in notes within one hand, 100 are the limit"
    assert find_jump(after(note(99)), LIMITS, FORINT, NOW) is None


def test_it_is_told_once_and_counting_begins_anew_when_somebody_has_looked() -> None:
    told = after(note(10_000), JUMP)
    assert told == Inflow(10_000, told=True)
    assert find_jump(told, LIMITS, EUR, NOW) is None
    assert find_jump(follow(told, note(10_000)), LIMITS, EUR, NOW) is None
    assert follow(told, FaultCleared("meter-jump", METER, "floor")) == Inflow()
    assert follow(told, hr.HandEnded(HandId(1), ())) == Inflow(0, told=True)


def test_a_limit_of_0_is_none() -> None:
    assert find_jump(after(note(10**9)), MeterJumps(notes=0), EUR, NOW) is None
