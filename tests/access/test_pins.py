"""PINs: what is kept of them, which are taken, and how wrong ones are slowed down (SEC-7)."""

import msgspec
import pytest

from cashier.invariant import InvariantBreach
from controller.access.pins import LEAST_COST, PinKeeper, is_right, is_usable
from controller.vocab.pins import PinCost
from controller.vocab.tries import LOCKED_MS, MOST_TRIES, WAITS_MS, Tries

CHEAP = PinCost(kibibytes=8, passes=1)
SALT = bytes(range(16))
KEY, OTHER = b"k" * 32, b"o" * 32
WALL = 1_800_000_000_000


def test_sec_7_a_pin_costs_64_mebibytes_and_two_passes_unless_told_otherwise():
    assert PinCost(kibibytes=65_536, passes=2) == LEAST_COST
    kept = PinKeeper(KEY, "staff").digest("270451", SALT, LEAST_COST)
    assert is_right(PinKeeper(KEY, "staff").proof("270451", kept), kept)


def test_sec_7_only_the_right_pin_at_the_right_table_for_the_right_purpose_opens():
    kept = PinKeeper(KEY, "staff").digest("270451", SALT, CHEAP)
    for key, purpose, pin in (
        (KEY, "staff", "270452"),
        (KEY, "staff", ""),
        (OTHER, "staff", "270451"),
        (KEY, "player", "270451"),
    ):
        assert not is_right(PinKeeper(key, purpose).proof(pin, kept), kept), (purpose, pin)
    assert not is_right(b"", kept)
    assert not is_right(kept.digest, None)


def test_sec_7_the_same_pin_of_two_people_is_not_seen_to_be_the_same():
    keeper = PinKeeper(KEY, "staff")
    assert keeper.digest("270451", SALT, CHEAP).digest != keeper.digest("270451", bytes(16), CHEAP).digest


def test_a_salt_of_another_length_breaks_an_invariant():
    with pytest.raises(InvariantBreach, match="pin-salt"):
        PinKeeper(KEY, "staff").digest("270451", b"short", CHEAP)


@pytest.mark.parametrize(
    "pin", ["", "12345", "1" * 13, "000000", "123456", "987654", "27045a", "２７０４５１", " 270451", "-70451"]
)
def test_sec_7_a_pin_that_is_guessed_first_or_cannot_be_typed_is_not_taken(pin):
    assert not is_usable(pin)


def test_a_pin_of_a_player_may_be_shorter():
    assert is_usable("270451")
    assert is_usable("2704", least=4)
    assert not is_usable("1111", least=4)


def test_sec_7_every_wrong_pin_makes_the_next_wait_longer_and_the_fifth_locks_for_a_day():
    tries, wall, waits = Tries(), WALL, []
    for _try in range(MOST_TRIES):
        assert not tries.locked
        assert tries.wait(wall) == 0
        tries = tries.after_failure(wall)
        waits.append(tries.until - wall)
        assert tries.wait(tries.until - 1) == tries.until
        wall = tries.until
    assert tuple(waits) == WAITS_MS == tuple(sorted(waits))
    assert tries.locked
    assert waits[-1] == LOCKED_MS
    again = tries.after_failure(wall)
    assert (again.locked, again.until - wall) == (True, LOCKED_MS), "the sixth locks at once"


def test_tries_survive_being_written_down():
    tries = Tries().after_failure(WALL)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(tries), type=Tries) == tries
