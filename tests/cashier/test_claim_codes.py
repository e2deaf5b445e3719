"""Claim codes: six digits that open one claim only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.claims import CODE_BYTES, free_code, is_code, make_code


@given(st.binary(min_size=CODE_BYTES, max_size=CODE_BYTES))
def test_a_made_code_is_a_code(random: bytes) -> None:
    assert is_code(make_code(random))


def test_too_little_randomness_is_refused() -> None:
    with pytest.raises(ValueError, match="8 random bytes, got 3"):
        make_code(b"abc")


@pytest.mark.parametrize("text", ["", "12345", "1234567", "12a456", "１２３４５６"])
def test_other_text_is_no_code(text: str) -> None:
    assert not is_code(text)


def test_a_free_code_is_given_as_wished() -> None:
    assert free_code("471100", ["471101"]) == "471100"


def test_a_taken_code_gives_way_to_the_next_free_one() -> None:
    assert free_code("999999", ["999999", "000000"]) == "000001"
