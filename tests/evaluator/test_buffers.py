"""Buffers of every wrong kind are refused in words that say what is wrong; none is read or written beyond its end."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from evaluator_ext import (
    batch,
    check_hands,
    low_many,
    omaha_hilo_many,
    omaha_low_many,
    omaha_many,
    rank,
    rank_many,
    rank_mask,
)
from tests.evaluator.dealt import deal, masks_of

HANDS = deal(5, 7, seed=1)
HOLES = np.ascontiguousarray(deal(5, 9, seed=2)[:, 5:])
BOARDS = np.ascontiguousarray(deal(5, 9, seed=2)[:, :5])
READ_ONLY = np.zeros(5, dtype=np.uint16)
READ_ONLY.flags.writeable = False


def changed(index: tuple[int, int], card: int) -> Any:
    """The hands with one other card."""
    hands = HANDS.copy()
    hands[index] = card
    return hands


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(HANDS.tobytes(), id="bytes_without_rows"),
        pytest.param(HANDS.astype(np.int8), id="signed_bytes"),
        pytest.param(HANDS.astype(np.uint16), id="wider_cards"),
        pytest.param(HANDS.astype(np.float64), id="floats"),
        pytest.param(HANDS.astype(bool), id="booleans"),
        pytest.param(HANDS[None], id="three_dimensions"),
        pytest.param(masks_of(HANDS).astype(np.int64), id="signed_masks"),
        pytest.param(masks_of(HANDS).astype(np.float64), id="masks_as_floats"),
        pytest.param(masks_of(HANDS).astype(">u8"), id="masks_of_the_other_byte_order"),
        pytest.param(masks_of(HANDS).reshape(5, 1), id="masks_in_two_dimensions"),
        pytest.param(HANDS.tolist(), id="list"),
        pytest.param(7, id="number"),
        pytest.param(None, id="none"),
    ],
)
@pytest.mark.parametrize("function", [rank_many, low_many, check_hands])
def test_buffer_of_another_kind_is_refused(function: Callable[[Any], object], hands: Any) -> None:
    with pytest.raises(TypeError):
        function(hands)


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        pytest.param(HANDS[:, ::-1], "contiguous", id="backwards"),
        pytest.param(HANDS[::2], "contiguous", id="every_second_row"),
        pytest.param(np.asfortranarray(HANDS), "contiguous", id="columns_in_memory"),
        pytest.param(HANDS[:, :6], "contiguous", id="rows_with_gaps"),
        pytest.param(masks_of(np.repeat(HANDS, 2, axis=0))[::2], "contiguous", id="masks_with_gaps"),
        pytest.param(np.ascontiguousarray(HANDS[:, :4]), "5 to 7 cards, not 4", id="four_cards"),
        pytest.param(deal(5, 8, seed=1), "5 to 7 cards, not 8", id="eight_cards"),
        pytest.param(np.zeros((5, 0), np.uint8), "5 to 7 cards, not 0", id="no_cards"),
        pytest.param(masks_of(HANDS[:, :4]), "5 to 7 cards, not 4", id="masks_of_four_cards"),
        pytest.param(changed((3, 2), 52), "52, card 2 of the hand at index 3, is not a card", id="fifty_two"),
        pytest.param(changed((0, 0), 255), "255, card 0 of the hand at index 0, is not a card", id="last_byte"),
        pytest.param(changed((4, 6), int(HANDS[4, 1])), "at index 4, as card 1 and card 6", id="twice"),
        pytest.param(array("Q", [0x1F, 0x1F, 0x0F]), "mask 15 at index 2 is no set of 5 cards", id="mask_too_small"),
        pytest.param(array("Q", [0x1F, 0x200F]), "mask 8207 at index 1 is no set of 5 cards", id="mask_without_a_card"),
    ],
)
def test_wrong_hands_are_named(hands: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rank_many(hands)


@pytest.mark.parametrize(
    ("out", "error", "words"),
    [
        pytest.param(np.zeros(4, np.uint16), ValueError, "room for 4 values, the hands are 5", id="too_small"),
        pytest.param(np.zeros(0, np.uint16), ValueError, "room for 0 values", id="empty"),
        pytest.param(READ_ONLY, ValueError, "cannot be written to", id="read_only"),
        pytest.param(bytes(10), ValueError, "cannot be written to", id="bytes"),
        pytest.param(np.zeros(5, np.int16), TypeError, "format 'H'", id="signed"),
        pytest.param(np.zeros(5, np.uint32), TypeError, "format 'H'", id="wider"),
        pytest.param(bytearray(10), TypeError, "format 'H'", id="bytearray"),
        pytest.param(np.zeros((5, 1), np.uint16), TypeError, "one dimension", id="two_dimensions"),
        pytest.param(np.zeros(10, np.uint16)[::2], ValueError, "not contiguous", id="strided"),
        pytest.param([0] * 5, TypeError, "bytes-like", id="list"),
    ],
)
def test_wrong_out_is_refused(out: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rank_many(HANDS, out)


def test_out_is_filled_and_returned() -> None:
    out = array("H", [9] * 7)
    assert rank_many(HANDS, out) is out
    assert out[:5] == array("H", rank_many(HANDS))
    assert list(out[5:]) == [9, 9]
    lows = bytearray(5)
    assert low_many(HANDS, lows) is lows


@pytest.mark.parametrize("kernel", batch.engine.kernels() or ["none"])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_any_kernel_names_the_first_wrong_hand(kernel: str, size: int) -> None:
    """Wherever it lies among many, whichever card it is, and whatever comes behind it."""
    hands = deal(200, size, seed=3)
    for index in (0, 63, 64, 130, 199):
        for card, value in ((0, 52), (size - 1, 64), (1, 200), (size - 1, int(hands[index, 0]))):
            wrong = hands.copy()
            wrong[index, card] = value
            wrong[index + 1 :, 0] = 255
            for buffer, columns in ((wrong, False), (np.ascontiguousarray(wrong.T), True)):
                with pytest.raises(ValueError, match=f"hand at index {index}[,:]"):
                    batch.engine.rank_hands(kernel, buffer, None, columns, 1, True)


def test_failed_check_leaves_out_alone() -> None:
    out = array("H", [9] * 5)
    with pytest.raises(ValueError, match="not a card"):
        rank_many(changed((4, 6), 60), out)
    assert out == array("H", [9] * 5)


def test_unchecked_nonsense_does_no_harm() -> None:
    nonsense = np.random.default_rng(1).integers(0, 256, (1_000, 7), dtype=np.uint8)
    assert len(rank_many(nonsense, check=False)) == 1_000
    assert len(low_many(nonsense, check=False)) == 1_000
    assert len(omaha_many(nonsense[:, :6].copy(), nonsense[:, :5].copy(), check=False)) == 1_000
    masks = np.random.default_rng(2).integers(0, 1 << 64, 1_000, dtype=np.uint64)
    masks[0] = 0x7F
    assert len(rank_many(masks, check=False)) == 1_000


@pytest.mark.parametrize("empty", [np.zeros((0, 7), np.uint8), np.zeros(0, np.uint64)])
def test_no_hands_have_no_ranks(empty: Any) -> None:
    assert list(rank_many(empty)) == list(low_many(empty)) == []


def test_other_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="'rows' or 'columns', not 'diagonals'"):
        rank_many(HANDS, layout="diagonals")  # type: ignore[arg-type]
    for threads in (0, -1, 257):
        with pytest.raises(ValueError, match=f"1 to 256, not {threads}"):
            rank_many(HANDS, threads=threads)
    with pytest.raises(ValueError, match="8 or 7, not 6"):
        low_many(HANDS, max_rank=6)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="8 or 7, not 9"):
        omaha_low_many(HOLES, BOARDS, board_max_rank=9)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("holes", "boards", "words"),
    [
        pytest.param(HOLES[:, :3].copy(), BOARDS, "hole cards has 4 to 6 cards, not 3", id="hole_of_three"),
        pytest.param(HOLES, deal(5, 6, seed=1), "boards has 3 to 5 cards, not 6", id="board_of_six"),
        pytest.param(HOLES, BOARDS[:4], "4 boards, not one for each of 5 holes", id="too_few_boards"),
        pytest.param(HOLES, HOLES, "in the hole and on the board of the deal at index 0", id="same_card"),
        pytest.param(HOLES, np.full((5, 5), 52, np.uint8), "boards: 52, card 0", id="board_without_a_card"),
        pytest.param(HOLES[:, ::-1], BOARDS, "hole cards are not contiguous", id="holes_backwards"),
    ],
)
def test_wrong_deals_are_named(holes: Any, boards: Any, words: str) -> None:
    for function in (omaha_many, omaha_low_many, omaha_hilo_many):
        with pytest.raises(ValueError, match=words):
            function(holes, boards)


def test_second_out_of_both_halves_is_looked_at_too() -> None:
    with pytest.raises(ValueError, match="room for 2 values"):
        omaha_hilo_many(HOLES, BOARDS, None, bytearray(2))


@pytest.mark.parametrize(
    ("mask", "error", "words"),
    [
        (0x0F, ValueError, "5, 6 or 7 cards, not 4"),
        (0xFF, ValueError, "5, 6 or 7 cards, not 8"),
        (0x2000 | 0x0F, ValueError, "8207 is no hand mask"),
        (-1, ValueError, "-1 is no hand mask"),
        (1 << 80, ValueError, "is no hand mask"),
        (1 << 63 | 0x0F, ValueError, "is no hand mask"),
        ("As", TypeError, "int"),
        (1.5, TypeError, "int"),
    ],
)
def test_wrong_mask_of_one_hand_is_refused(mask: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rank_mask(mask)


@pytest.mark.parametrize("cards", [bytes(4), bytes(8), bytes([0, 1, 2, 3, 3]), bytes([0, 1, 2, 3, 52]), b""])
def test_wrong_bytes_of_one_hand_are_refused(cards: bytes) -> None:
    for form in (cards, list(cards), tuple(cards)):
        with pytest.raises(ValueError, match="card"):
            rank(form)


@pytest.mark.parametrize("cards", [[0, 1, 2, 3, "4"], [0, 1, 2, 3, None], 5, None])
def test_what_is_no_hand_is_a_type_error(cards: Any) -> None:
    with pytest.raises(TypeError):
        rank(cards)
