"""The tests of a source of random bytes: what they find, and that a true source passes (RNG-4, SP 800-90B §4.4)."""

from fractions import Fraction
from math import comb
from os import urandom

import pytest

from controller.shuffle.health import COMMON, REPEATS, SAMPLE, WINDOW, ailment

ODDS = Fraction(1, 2**40)


def even(length: int = SAMPLE) -> bytes:
    """Bytes without any accident: no two neighbours alike, each value as often as any other, no window twice."""
    return bytes((place + place // 256) * 7 % 256 for place in range(length))


def spoilt(at: int, piece: bytes) -> bytes:
    sample = even()
    return sample[:at] + piece + sample[at + len(piece) :]


def matches_beyond(count: int) -> Fraction:
    """The odds that more than `count` of a window's other bytes are like its first."""
    return 1 - sum(
        comb(WINDOW, hits) * Fraction(1, 256) ** hits * Fraction(255, 256) ** (WINDOW - hits)
        for hits in range(count + 1)
    )


def test_rng_4_the_cut_offs_are_those_of_the_standard_for_odds_of_2_to_the_minus_40() -> None:
    assert Fraction(1, 256) ** (REPEATS - 1) == ODDS
    assert matches_beyond(COMMON - 1) <= ODDS < matches_beyond(COMMON - 2)


def test_rng_4_a_true_source_passes() -> None:
    assert ailment(even()) == ""
    for _draw in range(50):
        assert ailment(urandom(SAMPLE)) == ""


@pytest.mark.parametrize("at", [0, 1_000, SAMPLE - REPEATS])
def test_rng_4_a_stuck_byte_is_found_at_its_cut_off(at: int) -> None:
    before = even()[at - 1] if at else 255
    stuck = bytes([before ^ 85])
    assert ailment(spoilt(at, stuck * (REPEATS - 1))) == ""
    assert ailment(spoilt(at, stuck * REPEATS)) == f"a byte came {REPEATS} times in a row"


def test_rng_4_a_byte_that_comes_too_often_is_found_at_its_cut_off() -> None:
    first = even()[WINDOW]
    others = even().count(first, WINDOW, 2 * WINDOW)
    window = bytearray(even()[WINDOW : 2 * WINDOW])
    places = [place for place in range(2, WINDOW, 3) if window[place] != first]
    for place in places[: COMMON - 1 - others]:
        window[place] = first
    assert ailment(spoilt(WINDOW, bytes(window))) == ""
    window[places[COMMON - 1 - others]] = first
    assert ailment(spoilt(WINDOW, bytes(window))) == f"a byte came {COMMON} times in {WINDOW}"


def test_rng_4_a_source_that_repeats_itself_is_found() -> None:
    assert ailment(even(WINDOW) * (SAMPLE // WINDOW)) == f"{WINDOW} bytes came twice"
