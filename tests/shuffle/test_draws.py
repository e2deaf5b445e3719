"""Every number and every order is drawn exactly as often as the others (RNG-1, RNG-2)."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.invariant import InvariantBreach
from controller.shuffle import Stream, shuffle
from controller.shuffle.draw import BLOCK, BYTE_VALUES, accept

KEY = bytes(range(32))


class Scripted(Stream):
    """A stream whose bytes a test writes down."""

    def __init__(self, script: bytes) -> None:
        super().__init__(KEY)
        self._script = iter(script)

    def byte(self) -> int:
        return next(self._script)


@pytest.mark.parametrize("bound", range(1, 53))
def test_over_all_bytes_each_number_below_the_bound_is_drawn_equally_often(bound: int) -> None:
    drawn = Counter(accept(byte, bound) for byte in range(BYTE_VALUES))
    refused = drawn.pop(None, 0)
    assert drawn == dict.fromkeys(range(bound), BYTE_VALUES // bound)
    assert refused == BYTE_VALUES % bound


@pytest.mark.parametrize("bound", [3, 52])
def test_a_refused_byte_is_drawn_again(bound: int) -> None:
    refused = BYTE_VALUES - BYTE_VALUES % bound
    assert Scripted(bytes([refused, 255, refused, bound + 1])).below(bound) == 1


@pytest.mark.parametrize("bound", [0, -1, 257])
def test_a_bound_that_a_byte_cannot_serve_is_a_breach(bound: int) -> None:
    with pytest.raises(InvariantBreach, match="draw-bound"):
        Stream(KEY).below(bound)


def test_below_one_there_is_only_nothing() -> None:
    assert Stream(KEY).below(1) == 0


def test_a_key_of_another_length_is_a_breach() -> None:
    with pytest.raises(InvariantBreach, match="stream-key"):
        Stream(KEY[:31])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_fisher_yates_reaches_every_order_exactly_once(size: int) -> None:
    choices = itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    orders = Counter(shuffle(range(size), Scripted(bytes(choice))) for choice in choices)
    assert orders == dict.fromkeys(itertools.permutations(range(size)), 1)


def test_the_stream_goes_on_past_its_block_without_repeating() -> None:
    stream = Stream(KEY)
    blocks = [stream.take(BLOCK) for _ in range(64)]
    assert len(set(blocks)) == 64


@given(st.lists(st.integers(1, 3 * BLOCK), max_size=8))
def test_the_stream_is_the_same_however_it_is_cut(cuts: list[int]) -> None:
    cut, whole = Stream(KEY), Stream(KEY)
    assert b"".join(cut.take(count) for count in cuts) == bytes(whole.byte() for _ in range(sum(cuts)))


@given(st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_card_once(key: bytes) -> None:
    assert sorted(shuffle(range(52), Stream(key))) == list(range(52))
