"""The register of staff: who may change it, what it never loses, and how wrong PINs are counted (SEC-7)."""

import pytest

from cashier.refusal import Code, Refusal
from controller import access as accesses
from controller.access import Access, PinKeeper
from controller.vocab import staff_records as sr
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost, PinDigest
from controller.vocab.tries import LOCKED_MS, MOST_TRIES

CHEAP = PinCost(kibibytes=8, passes=1)
KEEPER = PinKeeper(b"k" * 32, "staff")
WALL = 1_800_000_000_000
PINS = {"Anna": "270451", "Bo": "918273", "Cleo": "314159"}


def kept(pin: str) -> PinDigest:
    return KEEPER.digest(pin, bytes(16), CHEAP)


class Office:
    """A register, and the hour."""

    def __init__(self) -> None:
        self.access = Access()
        self.wall = WALL

    def ask(self, command) -> Code | None:
        """Carry a command out; return the code of its refusal."""
        decided = accesses.decide(self.access, command, CHEAP, Now(table=0, wall=self.wall))
        if isinstance(decided, Refusal):
            return decided.code
        for event in decided:
            self.access = accesses.evolve(self.access, event)
        failed = [event.refusal.code for event in decided if isinstance(event, sr.SignInFailed)]
        return failed[0] if failed else None

    def hire(self, name, role, by="Anna", second="Bo") -> Code | None:
        return self.ask(sr.HireStaff(name, role, by, second, digest=kept(PINS.get(name, "505152"))))

    def sign_in(self, name, pin) -> Code | None:
        known = self.access.find(name)
        return self.ask(sr.SignIn(name, proof=b"" if known is None else KEEPER.proof(pin, known.pin)))

    @property
    def roles(self) -> dict[str, str]:
        return {person.name: person.role for person in self.access.people.values()}


@pytest.fixture
def office() -> Office:
    """Anna is technician, Bo cashier, Cleo floor."""
    made = Office()
    assert made.hire("Anna", "technician", by="Anna", second="") is None
    assert made.hire("Bo", "cashier", second="") is None
    assert made.hire("Cleo", "floor") is None
    return made


def test_sec_7_the_first_is_a_technician_who_hires_himself_and_nobody_is_there_before():
    office = Office()
    assert office.roles == {}
    for name, role, by in (("Anna", "cashier", "Anna"), ("Anna", "technician", "Bo")):
        assert office.hire(name, role, by=by, second="") is Code.NO_STAFF_YET
    assert office.hire("Anna", "technician", by="Anna", second="") is None
    assert office.hire("Bo", "cashier", second="") is None, "one alone may hire the second"
    assert office.hire("Cleo", "floor", second="") is Code.TWO_PEOPLE, "and no third"


def test_sec_7_no_pin_means_nobody_is_hired_and_none_is_given_by_default(office):
    assert office.ask(sr.HireStaff("Dan", "floor", "Anna", "Bo")) is Code.PIN_UNUSABLE
    assert all(person.pin is not None for person in office.access.people.values())


def test_sec_7_a_digest_that_cost_less_than_the_profile_says_is_not_kept(office):
    cheaper = PinDigest(bytes(16), PinCost(kibibytes=8, passes=0), bytes(32))
    for digest in (cheaper, PinDigest(b"", CHEAP, bytes(32)), PinDigest(bytes(16), CHEAP, b"")):
        assert office.ask(sr.ResetStaffPin("Bo", "Anna", "Cleo", digest=digest)) is Code.PIN_UNUSABLE


REGISTER_WORDS = (
    lambda by, second: sr.HireStaff("Dan", "floor", by, second, digest=kept("505152")),
    lambda by, second: sr.ChangeRole("Cleo", "attendant", by, second),
    lambda by, second: sr.DismissStaff("Cleo", by, second),
    lambda by, second: sr.ResetStaffPin("Cleo", by, second, digest=kept("505152")),
)


@pytest.mark.parametrize("word", REGISTER_WORDS, ids=["hire", "role", "dismiss", "reset"])
@pytest.mark.parametrize(
    ("by", "second", "code"),
    [
        ("Bo", "Anna", Code.WRONG_ROLE),
        ("Eve", "Anna", Code.WRONG_ROLE),
        ("Anna", "", Code.TWO_PEOPLE),
        ("Anna", "Eve", Code.TWO_PEOPLE),
        ("Anna", " anna ", Code.TWO_PEOPLE),
    ],
)
def test_sec_7_the_register_takes_a_technician_and_another_one_of_it(office, word, by, second, code):
    before = office.access
    assert office.ask(word(by, second)) is code
    assert office.access == before
    assert office.ask(word("anna", "BO")) is None, "capitals make nobody else"


def test_sec_7_the_last_technician_and_the_last_two_people_stay(office):
    assert office.ask(sr.DismissStaff("Anna", "Anna", "Bo")) is Code.LAST_OF_STAFF
    assert office.ask(sr.ChangeRole("Anna", "floor", "Anna", "Bo")) is Code.LAST_OF_STAFF
    assert office.ask(sr.DismissStaff("Cleo", "Anna", "Bo")) is None
    assert office.ask(sr.DismissStaff("Bo", "Anna", "Bo")) is Code.LAST_OF_STAFF
    assert office.roles == {"Anna": "technician", "Bo": "cashier"}


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\nb", "anna"])
def test_a_name_that_is_none_or_taken_is_not_hired(office, name):
    assert office.hire(name, "floor") in (Code.NAME_UNUSABLE, Code.ALREADY_SO)


def test_sec_7_five_wrong_pins_lock_for_a_day_and_the_right_one_waits_as_well(office):
    for wrong in range(MOST_TRIES):
        assert office.sign_in("Bo", f"70707{wrong}") is Code.PIN_WRONG
        assert office.sign_in("Bo", PINS["Bo"]) is Code.PIN_WAITS, "not even the right one before the wait is over"
        locked = office.access.find("Bo").tries.locked
        assert locked == (wrong == MOST_TRIES - 1)
        office.wall = office.access.find("Bo").tries.until if not locked else office.wall
    office.wall += LOCKED_MS - 1
    assert office.sign_in("Bo", PINS["Bo"]) is Code.PIN_WAITS
    assert office.sign_in("Cleo", PINS["Cleo"]) is None, "a lock is one person's alone"
    office.wall += 1
    assert office.sign_in("Bo", PINS["Bo"]) is None
    assert not office.access.find("Bo").tries.failed


def test_a_pin_that_nobody_has_looked_at_is_no_wrong_one(office):
    """The host hashes none that waits; the wait may be over when its command is decided."""
    assert office.ask(sr.SignIn("Bo")) is Code.PIN_UNUSABLE
    assert not office.access.find("Bo").tries.failed


def test_sec_7_two_people_lift_a_lock_with_another_pin(office):
    for _wrong in range(MOST_TRIES):
        office.sign_in("Bo", "707070")
        office.wall = min(office.access.find("Bo").tries.until, office.wall + 3_600_000)
    assert office.sign_in("Bo", PINS["Bo"]) is Code.PIN_WAITS
    assert office.ask(sr.ResetStaffPin("Bo", "Anna", "Cleo", digest=kept("135792"))) is None
    assert office.sign_in("Bo", PINS["Bo"]) is Code.PIN_WRONG
    office.wall += 3_600_000
    assert office.sign_in("Bo", "135792") is None


def test_somebody_chooses_another_pin_for_himself(office):
    assert office.ask(sr.ChangeStaffPin("Bo", digest=kept("246813"))) is None
    assert office.sign_in("Bo", "246813") is None
    assert office.ask(sr.ChangeStaffPin("Eve", digest=kept("246813"))) is Code.NOT_ON_STAFF
    assert office.sign_in("Eve", "246813") is Code.NOT_ON_STAFF
