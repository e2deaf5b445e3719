"""A flood of PINs at the desk costs the table nothing (SEC-7)."""

from controller.access.pins import PinKeeper
from controller.access.state import Access, Staffer
from controller.app.staff_pins import StaffPins
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost
from controller.vocab.staff_records import SignIn, staff_id
from controller.vocab.tries import Tries

KEY = bytes(range(32))
CHEAP = PinCost(kibibytes=8, passes=1)
NOW = Now(table=0, wall=1_800_000_000_000)


def test_sec_7_a_pin_that_waits_is_not_hashed() -> None:
    pin = PinKeeper(KEY, "staff").digest("270451", bytes(16), CHEAP)
    hash_pins = StaffPins(KEY, bytes)
    for tries, looked_at in ((Tries(), True), (Tries().after_failure(NOW.wall), False)):
        people = {staff_id("Anna"): Staffer("Anna", "technician", pin=pin, tries=tries)}
        asked = hash_pins(SignIn(by="Anna", pin="270451"), Access(people), CHEAP, NOW)
        assert isinstance(asked, SignIn)
        assert asked.pin == "", "no PIN goes further than this"
        assert bool(asked.proof) == looked_at, "a PIN is hashed that nobody will look at"
    nobody = hash_pins(SignIn(by="Eve", pin="270451"), Access(), CHEAP, NOW)
    assert nobody == SignIn(by="Eve")
