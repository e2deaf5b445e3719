"""Staff at their desk: PINs, roles and second people before anything is carried out, and all of it in the log (SEC-7).

Most of it at a table without value, whose PINs may be cheap; once somebody is on the register it is as strict as any.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cashier.money import Money
from cashier.records import CountDropBox
from cashier.refusal import Code
from controller.access import LEAST_COST
from controller.access.desk import IDLE_MS
from controller.app.config import demo_profile
from controller.service.event_log import read_log
from controller.vocab import staff_records as sr
from controller.vocab import table_records as tr
from controller.vocab.pins import PinCost
from controller.vocab.tries import MOST_TRIES
from controller.wire.messages import Accepted, AskedCommand, Refused
from controller.wire.viewers import STAFF
from tests.app.canaries import Canary, found_in, of_bytes
from tests.app.house import House, Screen

PINS = {"Anna": "270451", "Bo": "918273", "Cleo": "314159", "Audrey": "161803"}
ROLES: dict[str, sr.StaffRole] = {"Anna": "technician", "Bo": "cashier", "Cleo": "floor", "Audrey": "auditor"}
CHEAP = PinCost(kibibytes=8, passes=1)
COUNT = CountDropBox(by="Bo", amount=Money(0))


def ask(desk: Screen, command: AskedCommand, second: str = "") -> Code | None:
    """Ask at a desk; return the code of the refusal, None if it was carried out."""
    desk.exchange()
    desk.client.ask(command, second)
    (answer,) = (message for message in desk.exchange() if isinstance(message, Accepted | Refused))
    return answer.refusal.code if isinstance(answer, Refused) else None


def sign_in(desk: Screen, name: str, beside: str = "", pin: str = "") -> Code | None:
    return ask(desk, sr.SignIn(by=name, beside=beside, pin=pin or PINS[name]))


def hire(desk: Screen, name: str, second: str) -> Code | None:
    return ask(desk, sr.HireStaff(name, ROLES[name], "Anna", second, pin=PINS[name]))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[House]:
    """A table with four people; nobody is signed in."""
    house = House(tmp_path / "table", profile=msgspec.structs.replace(demo_profile(), pins=CHEAP))
    desk = house.connect(STAFF)
    assert hire(desk, "Anna", "") is None
    assert sign_in(desk, "Anna") is None
    assert hire(desk, "Bo", "") is None
    assert sign_in(desk, "Bo", beside="Anna") is None
    assert hire(desk, "Cleo", "Bo") is None
    assert hire(desk, "Audrey", "Bo") is None
    desk.session.lost()
    yield house
    house.close()


@pytest.fixture
def desk(table: House) -> Screen:
    return table.staff


def test_sec_7_without_a_pin_nothing_is_carried_out(table, desk):
    assert ask(desk, tr.Pause(by="Cleo")) is Code.NOT_SIGNED_IN
    assert sign_in(desk, "Cleo", pin="314158") is Code.PIN_WRONG
    assert ask(desk, tr.Pause(by="Cleo")) is Code.NOT_SIGNED_IN
    assert not table.machine.table.paused
    table.clock.advance(60_000)
    assert sign_in(desk, "Cleo") is None
    assert ask(desk, tr.Pause(by="Bo")) is Code.NOT_SIGNED_IN, "in nobody else's name"
    assert ask(desk, tr.Pause(by="Cleo")) is None
    assert desk.view.paused_by == "Cleo"


def test_r_sec_3_what_the_role_does_not_allow_is_refused(table, desk):
    assert sign_in(desk, "Audrey") is None
    assert ask(desk, tr.Pause(by="Audrey")) is Code.WRONG_ROLE
    assert sign_in(desk, "Bo") is None
    assert ask(desk, tr.CallClock(by="Bo")) is Code.WRONG_ROLE


@pytest.mark.parametrize(
    ("signed_in", "second", "code"),
    [
        (("Bo",), "", Code.TWO_PEOPLE),
        (("Bo",), "Cleo", Code.NOT_SIGNED_IN),
        (("Bo",), "bo ", Code.TWO_PEOPLE),
        (("Bo", "Audrey"), "Audrey", Code.WRONG_ROLE),
        (("Cleo", "Bo"), "", Code.TWO_PEOPLE),
        (("Bo", "Cleo"), "Cleo", None),
    ],
)
def test_sec_7_money_takes_the_pins_of_two_different_people(table, desk, signed_in, second, code):
    table.do(tr.Pause(by="Cleo"))
    first, *others = signed_in
    assert sign_in(desk, first) is None
    for other in others:
        assert sign_in(desk, other, beside=first) is None
    assert ask(desk, COUNT, second) is code


def test_sec_7_a_pin_is_given_again_after_a_while_and_by_whoever_comes_next(table, desk):
    assert sign_in(desk, "Cleo") is None
    table.clock.advance(IDLE_MS - 1)
    assert ask(desk, tr.Pause(by="Cleo")) is None
    table.clock.advance(IDLE_MS)
    assert ask(desk, tr.Resume(by="Cleo")) is Code.NOT_SIGNED_IN
    assert sign_in(desk, "Cleo") is None
    assert sign_in(desk, "Anna") is None
    assert ask(desk, tr.Resume(by="Cleo")) is Code.NOT_SIGNED_IN, "who signs in beside nobody begins anew"


def test_sec_7_a_new_pin_ends_what_was_signed_in_with_the_old_one(table, desk):
    assert sign_in(desk, "Cleo") is None
    assert ask(desk, sr.ChangeStaffPin(by="Cleo", pin="999999")) is Code.PIN_UNUSABLE
    assert ask(desk, sr.ChangeStaffPin(by="Cleo", pin="577215")) is None
    assert ask(desk, tr.Pause(by="Cleo")) is Code.NOT_SIGNED_IN


def test_sec_7_waits_and_locks_survive_a_restart(table, desk):
    for wrong in range(MOST_TRIES):
        assert sign_in(desk, "Bo", pin="707070") is Code.PIN_WRONG
        if wrong < MOST_TRIES - 1:
            table.clock.advance(300_000)
    table.restart()
    assert sign_in(table.staff, "Bo") is Code.PIN_WAITS
    assert [person.name for person in table.staff.view.staff if person.locked] == ["Bo"]


def test_sec_7_a_connection_that_asks_for_what_it_may_not_is_ended(table, desk):
    for _denied in range(4):
        assert ask(desk, tr.Pause(by="Cleo")) is Code.NOT_SIGNED_IN
    assert not desk.session.closed
    desk.client.ask(tr.Pause(by="Cleo"))
    desk.exchange()
    assert desk.session.closed


def test_r_sec_3_every_access_and_every_refusal_is_in_the_log(table, desk):
    table.do(tr.Pause(by="Cleo"))
    ask(desk, tr.Resume(by="Cleo"))
    sign_in(desk, "Cleo", pin="314158")
    table.clock.advance(60_000)
    sign_in(desk, "Bo")
    sign_in(desk, "Cleo", beside="Bo")
    ask(desk, COUNT, "Cleo")
    log = read_log(table.core.recorded(1, table.core.record))
    told = [(entry.key, entry.by) for entry in log.entries if entry.code // 100 in (3, 8)]
    assert told[-6:] == [
        ("staff-denied", "Cleo"),
        ("staff-pin-wrong", "Cleo"),
        ("signed-in", "Bo"),
        ("second-signed-in", "Cleo"),
        ("two-agreed", "Bo"),
        ("drop-right", "Bo"),
    ]
    assert [key for key, _by in told[:4]] == ["staff-hired", "signed-in", "staff-hired", "second-signed-in"]


def test_r_sec_3_nobody_has_agreed_to_anything_before_he_gave_his_pin(table, desk):
    assert ask(desk, sr.SignIn(by="Cleo", pin="314158"), second="Bo") is Code.PIN_WRONG
    log = read_log(table.core.recorded(1, table.core.record))
    assert [entry.key for entry in log.entries if entry.by == "Cleo"] == ["staff-pin-wrong"]


def test_sec_7_no_pin_and_no_digest_of_one_is_in_any_file_or_on_any_screen(table, desk):
    everyone = table.everyone()
    sign_in(table.screen(STAFF), "Cleo")
    digests = [person.pin.digest for person in table.machine.access.people.values()]
    told = b"".join(frame for screen in everyone for frame in screen.frames) + msgspec.msgpack.encode(
        [screen.sent for screen in everyone]
    )
    files = b"".join(path.read_bytes() for path in table.home.path.rglob("*") if path.is_file())
    secrets = [of_bytes(f"digest {number}", digest) for number, digest in enumerate(digests, start=1)]
    secrets += [Canary(f"PIN of {name}", (pin.encode(),)) for name, pin in PINS.items()]
    assert found_in(b"".join(map(msgspec.json.encode, digests)), secrets), (
        "the search finds a digest as the journal has it"
    )
    assert found_in(told, secrets) == []
    assert found_in(files, secrets) == []
    table.restart()
    assert sign_in(table.staff, "Cleo") is None, "and yet the table knows it after a restart"


def test_sec_7_a_table_of_value_without_staff_takes_its_first_technician_and_nothing_else(tmp_path):
    house = House(tmp_path / "table", profile=msgspec.structs.replace(demo_profile(), no_value=False, test_decks=False))
    assert ask(house.staff, tr.Pause(by="Anna")) is Code.NO_STAFF_YET
    assert hire(house.staff, "Anna", "") is None
    (anna,) = house.machine.access.people.values()
    assert anna.pin.cost == LEAST_COST
    house.close()


def test_a_demonstration_without_staff_asks_for_a_name_until_somebody_is_hired(tmp_path):
    house = House(tmp_path / "table")
    assert ask(house.staff, tr.Pause(by="Eve")) is None
    assert hire(house.staff, "Anna", "") is None
    assert ask(house.staff, tr.Resume(by="Eve")) is Code.NOT_SIGNED_IN
    house.close()
