"""Omaha: two of the hole and three of the board, high and low, whatever the board has reached."""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from evaluator_ext import (
    Category,
    best_five,
    category,
    low_five,
    low_many,
    omaha,
    omaha_five,
    omaha_hilo_many,
    omaha_low,
    omaha_low_five,
    omaha_low_many,
    omaha_many,
    parse_cards,
    plain,
    print_cards,
    rank,
    rank_many,
)
from evaluator_ext.eight_or_better import low, low_rank, low_ranks
from tests.evaluator.dealt import Bytes, deal, deal_few_suits, deal_from, masks_of

rules: Any = import_module("evaluator_ext.omaha")

LOW_CARDS = [card for card in range(52) if card >> 2 in (0, 1, 2, 3, 4, 5, 6, 12)]


def best_by_force(holes: Bytes, boards: Bytes, value_many: Callable[[Bytes], Any]) -> Any:
    """The best of every choice of two and three, each valued as a five-card hand."""
    best = np.zeros(len(holes), dtype=np.uint16)
    for two in combinations(range(holes.shape[1]), 2):
        for three in combinations(range(boards.shape[1]), 3):
            five = np.ascontiguousarray(np.hstack([holes[:, two], boards[:, three]]))
            best = np.maximum(best, np.asarray(value_many(five)))
    return best


def lows_by_force(holes: Bytes, boards: Bytes, max_rank: int) -> list[int]:
    choices = list(combinations(range(holes.shape[1]), 2))
    threes = list(combinations(range(boards.shape[1]), 3))
    return [
        max(low([hole[i] for i in two] + [board[i] for i in three], max_rank) for two in choices for three in threes)
        for hole, board in zip(holes.tolist(), boards.tolist(), strict=True)
    ]


def split(deals: Bytes, on_board: int) -> tuple[Bytes, Bytes]:
    """Holes and boards of some deals."""
    return np.ascontiguousarray(deals[:, on_board:]), np.ascontiguousarray(deals[:, :on_board])


@pytest.mark.parametrize("on_board", [3, 4, 5])
@pytest.mark.parametrize("in_hole", [4, 5, 6])
def test_high_is_the_best_of_all_choices(in_hole: int, on_board: int) -> None:
    size = in_hole + on_board
    for deals in (deal(2_000, size, seed=1), deal_few_suits(2_000, size, seed=2)):
        holes, boards = split(deals, on_board)
        assert np.array_equal(omaha_many(holes, boards), best_by_force(holes, boards, rank_many))


@pytest.mark.ci
@pytest.mark.parametrize("in_hole", [4, 5, 6])
def test_high_is_the_best_of_all_choices_in_a_hundred_thousand_deals(in_hole: int) -> None:
    one_suit = [card for card in range(52) if card & 3 == 0 or card >> 2 in (3, 8)]
    for deals in (
        deal(100_000, in_hole + 5, seed=3),
        deal_few_suits(100_000, in_hole + 5, seed=4),
        deal_from(100_000, in_hole + 5, 5, one_suit),
    ):
        holes, boards = split(deals, 5)
        assert np.array_equal(omaha_many(holes, boards, threads=2), best_by_force(holes, boards, rank_many))


@pytest.mark.parametrize("max_rank", [8, 7])
@pytest.mark.parametrize("on_board", [3, 4, 5])
@pytest.mark.parametrize("in_hole", [4, 5, 6])
def test_low_is_the_best_of_all_choices(in_hole: int, on_board: int, max_rank: int) -> None:
    holes, boards = split(deal_from(100, in_hole + on_board, 6, LOW_CARDS), on_board)
    expected = lows_by_force(holes, boards, max_rank)
    assert list(omaha_low_many(holes, boards, max_rank=max_rank)) == expected
    assert any(expected)


@pytest.mark.ci
@pytest.mark.parametrize("in_hole", [4, 5, 6])
def test_low_is_the_best_of_all_choices_in_a_hundred_thousand_deals(in_hole: int) -> None:
    for deals in (deal(100_000, in_hole + 5, 7), deal_from(100_000, in_hole + 5, 8, LOW_CARDS)):
        holes, boards = split(deals, 5)
        assert np.array_equal(omaha_low_many(holes, boards, threads=2), best_by_force(holes, boards, low_many))


def test_both_halves_at_once_are_each_alone() -> None:
    holes, boards = split(deal(3_000, 9, seed=10), 5)
    for layout, hole_buffer, board_buffer in (
        ("rows", holes, boards),
        ("columns", np.ascontiguousarray(holes.T), np.ascontiguousarray(boards.T)),
        ("rows", masks_of(holes), masks_of(boards)),
    ):
        high, low_values = omaha_hilo_many(hole_buffer, board_buffer, layout=layout, threads=2)
        assert np.array_equal(high, omaha_many(holes, boards))
        assert np.array_equal(low_values, omaha_low_many(holes, boards))


def test_one_board_serves_every_hole() -> None:
    board = deal(1, 5, seed=11)
    deck = [card for card in range(52) if card not in board[0]]
    holes = np.ascontiguousarray(deal_from(500, 4, 12, deck))
    assert np.array_equal(omaha_many(holes, board), omaha_many(holes, np.repeat(board, 500, axis=0)))


def test_one_deal_alone_equals_the_batch() -> None:
    for in_hole, on_board in ((4, 5), (5, 4), (6, 3)):
        holes, boards = split(deal(60, in_hole + on_board, seed=13), on_board)
        deals = list(zip(holes.tolist(), boards.tolist(), strict=True))
        assert [omaha(*dealt) for dealt in deals] == list(omaha_many(holes, boards))
        assert [omaha_low(*dealt) for dealt in deals] == list(omaha_low_many(holes, boards))
        assert [rank(omaha_five(*dealt)) for dealt in deals] == list(omaha_many(holes, boards))


def test_interpreted_omaha_batch_stands_in_for_the_kernel() -> None:
    holes, boards = split(deal(50, 9, seed=14), 5)
    for board_buffer in (boards, boards[:1]):
        some = holes if len(board_buffer) > 1 else np.array([[c for c in range(52) if c not in boards[0]][:4]], "B")
        both = plain.omaha_hands(some, board_buffer, 0xFF, 0x7F, None, None, False, 1, True)
        kernel = omaha_hilo_many(some, board_buffer, board_max_rank=7)
        assert [list(half) for half in both] == [list(half) for half in kernel]


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        pytest.param("As Ah 2c 3d", "Ks Qs Js Ts 9s", Category.PAIR, id="straight_flush_on_the_board_does_not_play"),
        pytest.param("8s 7s Ah Ad", "Ks Qs Js Ts 9s", Category.STRAIGHT_FLUSH, id="two_suited_extend_it_from_below"),
        pytest.param("As 8s Ah Ad", "Ks Qs Js Ts 9s", Category.FLUSH, id="ace_and_eight_break_the_straight_flush"),
        pytest.param("8s 7s Ah Ad", "Ks Js Ts 9s 2h", Category.STRAIGHT_FLUSH, id="straight_flush_below_the_top_flush"),
        pytest.param("As 4s Kh Kd", "2s 3s 5s 9c 9d", Category.STRAIGHT_FLUSH, id="steel_wheel"),
        pytest.param("Ac Ad Ah As", "Kc Kd 7h 4s 2c", Category.TWO_PAIR, id="four_aces_in_the_hole_are_two"),
        pytest.param("Ac 2d 3h 4s", "Kc Kd Kh Ks Qc", Category.TRIPS, id="quads_on_the_board_are_three"),
        pytest.param("As 9h 4c 2d", "Ks Qs Js 5s 3h", Category.HIGH_CARD, id="one_suited_card_is_no_flush"),
        pytest.param("Kh Qd 7c 2s", "Ah As Ac 7h 7d", Category.TRIPS, id="full_house_on_the_board_needs_a_pair"),
    ],
)
def test_directed_high_deals(hole: str, board: str, expected: Category) -> None:
    holes, boards = parse_cards(hole), parse_cards(board)
    batch_rank = omaha_many(np.array([holes], "B"), np.array([boards], "B"))[0]
    assert category(batch_rank) == expected
    assert omaha(holes, boards) == batch_rank
    five = omaha_five(holes, boards)
    assert rank(five) == batch_rank
    assert len(set(five) & set(holes)) == 2


@pytest.mark.parametrize(
    ("hole", "board", "ranks"),
    [
        pytest.param("Ac 2d Kh Ks", "3c 4d 8h Qs Jc", (8, 4, 3, 2, 1), id="nut_low"),
        pytest.param("Ac 2d Kh Ks", "2c 4d 8h 5s Jc", (8, 5, 4, 2, 1), id="counterfeit_deuce_still_plays"),
        pytest.param("Ac 2d Kh Ks", "2c Ad 8h 5s Jc", (), id="counterfeit_twice_leaves_four_ranks"),
        pytest.param("Ac 2d 3h Ks", "2c 4d 8h Qs Jc", (8, 4, 3, 2, 1), id="counterfeit_with_a_third_low_card"),
        pytest.param("Ac 2d 3h 4s", "5c 6d 9h Ts Jc", (), id="board_of_two_low_cards"),
        pytest.param("Kc Kd Qh Qs", "Ac 2d 3h 4s 5c", (), id="low_on_the_board_does_not_play"),
        pytest.param("Ah 5h Qh Qs", "Ac 2d 3h 4s Kc", (5, 4, 3, 2, 1), id="wheel"),
    ],
)
def test_directed_low_deals(hole: str, board: str, ranks: tuple[int, ...]) -> None:
    holes, boards = parse_cards(hole), parse_cards(board)
    value = omaha_low_many(np.array([holes], "B"), np.array([boards], "B"))[0]
    assert omaha_low(holes, boards) == value
    assert (low_ranks(value) if value else ()) == ranks
    five = omaha_low_five(holes, boards)
    assert tuple(low_rank(card) for card in five) == ranks
    assert len(set(five) & set(holes)) == (2 if ranks else 0)


def test_literal_hungarian_board_test_limits_only_the_board() -> None:
    """An A-8 with a board of 2-4-5 makes 8-5-4-2-A, which a plain qualifier of 7 refuses (poker.md §12.4)."""
    hole, board = parse_cards("Ac 8d Qh Qs"), parse_cards("2c 4d 5h Ks Kc")
    assert low_ranks(omaha_low(hole, board, max_rank=8, board_max_rank=7)) == (8, 5, 4, 2, 1)
    assert omaha_low(hole, board, max_rank=7) == 0
    eight_on_board = parse_cards("2c 4d 8h Ks Kc")
    assert omaha_low(parse_cards("Ac 3d Qh Qs"), eight_on_board) > 0
    assert omaha_low(parse_cards("Ac 3d Qh Qs"), eight_on_board, max_rank=8, board_max_rank=7) == 0


def test_five_that_play_are_listed_made_part_first() -> None:
    hole, board = parse_cards("Ac Ad Ah As"), parse_cards("Kc Kd 7h 4s 2c")
    assert print_cards(omaha_five(hole, board)) == "As Ah Kd Kc 7h"
    assert print_cards(low_five(parse_cards("Ac 2d 3h 4s 6c 6d Kd"))) == "6d 4s 3h 2d Ac"
    assert best_five(omaha_five(hole, board)) == omaha_five(hole, board)


@pytest.mark.parametrize("form", [list, tuple, bytes, bytearray])
def test_one_deal_is_worth_what_the_rules_say_choice_by_choice(form: Callable[[list[int]], Sequence[int]]) -> None:
    for in_hole, on_board in product((4, 5, 6), (3, 4, 5)):
        for dealt in np.vstack([deal(15, in_hole + on_board, 15), deal_few_suits(15, in_hole + on_board, 16)]).tolist():
            hole, board = form(dealt[:in_hole]), form(dealt[in_hole:])
            assert omaha(hole, board) == rules.omaha(hole, board)
            for max_rank, board_max_rank in ((8, None), (7, None), (8, 7)):
                assert omaha_low(hole, board, max_rank, board_max_rank) == rules.omaha_low(
                    hole, board, max_rank, board_max_rank
                )


@pytest.mark.parametrize("max_rank", [6, 9, -1])
def test_other_qualifiers_are_refused(max_rank: int) -> None:
    hole, board = parse_cards("Ac 2d 3h 4s"), parse_cards("5c 6d 9h")
    with pytest.raises(ValueError, match="8 or 7"):
        omaha_low(hole, board, max_rank)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="8 or 7"):
        omaha_low(hole, board, 8, max_rank)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("Ac 2d 3h", "5c 6d 9h", "4, 5 or 6 cards, not 3"),
        ("Ac 2d 3h 4s", "5c 6d", "3, 4 or 5 cards, not 2"),
        ("Ac 2d 3h 4s", "Ac 6d 9h", "Ac is there twice"),
    ],
)
def test_wrong_deals_are_refused(hole: str, board: str, words: str) -> None:
    for form in (list, tuple, bytes):
        with pytest.raises(ValueError, match=words):
            omaha(form(parse_cards(hole)), form(parse_cards(board)))
        with pytest.raises(ValueError, match=words):
            omaha_low(form(parse_cards(hole)), form(parse_cards(board)))
