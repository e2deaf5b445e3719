"""What every ranking does with bad cards and buffers, and what no order of cards or suits may change."""

from array import array
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_ext import best_five, eight_or_better, full_deck, rank
from evaluator_ext.rankings import RANKINGS, Judge, Kind, Ranking, RankingId
from evaluator_ext.rankings.badugi import BadugiJudge

SUITS_RANK: frozenset[RankingId] = frozenset({"hungarian-draw"})
FIVE_TO_SEVEN = [row for row in RANKINGS.values() if max(row.sizes) == 7]
ROWS = list(RANKINGS.values())

row_of = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)


def judge_of(row: Ranking[object]) -> Judge:
    """The judge under the usual options."""
    return row.judge(row.options)


def hand_of(row: Ranking[object], data: st.DataObject) -> list[int]:
    """Some hand of a ranking."""
    size = data.draw(st.sampled_from(row.sizes))
    return data.draw(st.lists(st.sampled_from(row.deck), min_size=size, max_size=size, unique=True))


def rows_of(*hands: Sequence[int]) -> memoryview:
    """Hands of equal size as a buffer of shape (n, k)."""
    return memoryview(b"".join(map(bytes, hands))).cast("B", (len(hands), len(hands[0])))


def mask_of(hand: Sequence[int]) -> int:
    """A hand as a mask: bit 16 * suit + rank for each card."""
    return sum(1 << 16 * (card & 3) + (card >> 2) for card in hand)


@row_of
@given(st.data())
def test_order_of_cards_does_not_matter(row: Ranking[object], data: st.DataObject) -> None:
    hand = hand_of(row, data)
    shuffled = data.draw(st.permutations(hand))
    assert row.rank(shuffled) == row.rank(hand)
    assert row.plays(shuffled) == row.plays(hand)


@row_of
@given(st.data())
def test_suits_do_not_matter_where_they_have_no_rank(row: Ranking[object], data: st.DataObject) -> None:
    hand = hand_of(row, data)
    suits = data.draw(st.permutations(range(4)))
    renamed = [card // 4 * 4 + suits[card % 4] for card in hand]
    if row.id in SUITS_RANK:
        assert row.name(renamed) == row.name(hand)
    else:
        assert row.rank(renamed) == row.rank(hand)


@pytest.mark.parametrize("row", FIVE_TO_SEVEN, ids=lambda row: row.id)
@given(st.data())
def test_more_cards_are_worth_their_best_five(row: Ranking[object], data: st.DataObject) -> None:
    hand = hand_of(row, data)
    assert row.rank(hand) == max(row.rank(five) for five in combinations(hand, 5))


@pytest.mark.parametrize("row", FIVE_TO_SEVEN, ids=lambda row: row.id)
@given(st.data())
def test_another_card_never_makes_a_hand_worse(row: Ranking[object], data: st.DataObject) -> None:
    hand = data.draw(st.lists(st.sampled_from(row.deck), min_size=7, max_size=7, unique=True))
    assert row.rank(hand[:5]) <= row.rank(hand[:6]) <= row.rank(hand)


@row_of
@given(st.data())
def test_cards_that_play_are_held_and_are_the_hand(row: Ranking[object], data: st.DataObject) -> None:
    hand = hand_of(row, data)
    plays = row.plays(hand)
    assert len(set(plays)) == len(plays)
    assert set(plays) <= set(hand)
    if len(plays) in row.sizes:
        assert row.rank(plays) == row.rank(hand)
    assert bool(plays) == (row.name(hand).kind is not Kind.NOTHING)


@row_of
@given(st.data())
def test_many_hands_rank_as_each_alone(row: Ranking[object], data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(row.sizes))
    one = st.lists(st.sampled_from(row.deck), min_size=size, max_size=size, unique=True)
    hands = data.draw(st.lists(one, min_size=1, max_size=20))
    judge = judge_of(row)
    expected = array("H", [judge.rank(hand) for hand in hands])
    columns = rows_of(*zip(*hands, strict=True))
    assert judge.rank_many(rows_of(*hands)) == expected
    assert judge.rank_many(rows_of(*hands), check=False, threads=3) == expected
    assert judge.rank_many(columns, layout="columns") == expected
    assert judge.rank_many(array("Q", map(mask_of, hands))) == expected


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_high_hands_in_tables_rank_as_the_evaluator_says(hand: list[int]) -> None:
    assert RANKINGS["high"].rank(hand) == rank(hand)
    assert RANKINGS["high"].plays(hand) == best_five(hand)


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_lows_in_tables_have_the_value_of_the_low_half(hand: list[int]) -> None:
    assert RANKINGS["eight-low"].rank(hand) == eight_or_better.low(hand)
    assert RANKINGS["eight-low"].plays(hand) == eight_or_better.low_five(hand)


@row_of
def test_wrong_number_of_cards_is_refused(row: Ranking[object]) -> None:
    for size in {0, min(row.sizes) - 1, max(row.sizes) + 1}:
        with pytest.raises(ValueError, match=f"cards, not {size}"):
            row.rank(row.deck[:size])
    with pytest.raises(ValueError, match="cards, not 9"):
        judge_of(row).rank_many(rows_of(range(43, 52)))


@row_of
def test_card_that_is_there_twice_is_refused_with_its_index(row: Ranking[object]) -> None:
    size = max(row.sizes)
    if size == 1:
        return
    hand = [*row.deck[: size - 1], row.deck[0]]
    with pytest.raises(
        ValueError, match=rf"card {size - 1} of the hand, \w\w \({row.deck[0]}\), is there before as card 0"
    ):
        row.rank(hand)
    with pytest.raises(ValueError, match=rf"row 1: card {size - 1} of the hand, \w\w .* before as card 0"):
        judge_of(row).rank_many(rows_of(row.deck[:size], hand))


@row_of
@pytest.mark.parametrize("number", [52, 63, 64, 116, 255])
def test_number_that_is_no_card_is_refused_with_its_index(row: Ranking[object], number: int) -> None:
    size = max(row.sizes)
    hand = [*row.deck[: size - 1], number]
    with pytest.raises(ValueError, match=f"card {size - 1} of the hand is {number}: cards are the numbers 0 to 51"):
        row.rank(hand)
    with pytest.raises(ValueError, match=f"row 1: card {size - 1} of the hand is {number}"):
        judge_of(row).rank_many(rows_of(row.deck[:size], hand))
    assert len(judge_of(row).rank_many(rows_of(hand), check=False)) == 1


@row_of
@pytest.mark.parametrize("number", [-1, 1 << 70, -(1 << 70)])
def test_number_of_any_size_is_refused(row: Ranking[object], number: int) -> None:
    with pytest.raises(ValueError, match=f"is {number}: cards"):
        row.rank([number, *row.deck[: min(row.sizes) - 1]])


@pytest.mark.parametrize("row", [row for row in ROWS if len(row.deck) < 52], ids=lambda row: row.id)
def test_card_outside_the_deck_is_refused_with_its_index(row: Ranking[object]) -> None:
    hand = [*row.deck[:4], 7]
    with pytest.raises(ValueError, match=r"card 4 of the hand is 3s \(7\), which is not in the deck"):
        row.rank(hand)
    with pytest.raises(ValueError, match=r"row 0: card 4 of the hand is 3s \(7\)"):
        judge_of(row).rank_many(rows_of(hand))


@row_of
def test_number_that_is_no_rank_has_no_name(row: Ranking[object]) -> None:
    judge = judge_of(row)
    assert judge.name(0).kind is Kind.NOTHING
    for number in (-1, judge.best + 1):
        with pytest.raises(ValueError, match=f"{number} is not the rank of a hand"):
            judge.name(number)


@row_of
def test_buffers_of_other_kinds_are_refused(row: Ranking[object]) -> None:
    judge, size = judge_of(row), min(row.sizes)
    hands = rows_of(row.deck[:size])
    with pytest.raises(TypeError, match="unsigned bytes in two dimensions"):
        judge.rank_many(bytes(row.deck[:size]))
    with pytest.raises(TypeError, match="unsigned bytes in two dimensions"):
        judge.rank_many(array("d", [1.0]))
    with pytest.raises(TypeError, match="not to 1 of format 'B'"):
        judge.rank_many(hands, bytearray(2))
    with pytest.raises(ValueError, match="1 or more numbers"):
        judge.rank_many(hands, array("H"))
    with pytest.raises(ValueError, match="that can be written"):
        judge.rank_many(hands, memoryview(array("H", [0])).toreadonly())
    with pytest.raises(ValueError, match="one thread or more, not by 0"):
        judge.rank_many(hands, threads=0)
    with pytest.raises(ValueError, match="'rows' or 'columns', not 'diagonals'"):
        judge.rank_many(hands, layout="diagonals")  # type: ignore[arg-type]


@row_of
def test_masks_that_are_no_hands_are_refused(row: Ranking[object]) -> None:
    judge, size = judge_of(row), min(row.sizes)
    good = mask_of(row.deck[-size:])
    for bad in (1 << 13, good | 1 << 63, 0):
        with pytest.raises(ValueError, match=f"mask 1, {bad:#x}"):
            judge.rank_many(array("Q", [good, bad]))
    with pytest.raises(ValueError, match="cards, not 0"):
        judge.rank_many(array("Q", [0]))
    assert judge.rank_many(array("Q")) == array("H")


def test_ranks_go_where_they_are_wanted() -> None:
    judge = judge_of(RANKINGS["three-cards"])
    out = array("H", [7] * 3)
    assert judge.rank_many(rows_of((50, 46, 42), (0, 4, 13)), out) is out
    assert out == array("H", [judge.best, 1, 7])


def test_strided_arrays_are_refused() -> None:
    numpy = pytest.importorskip("numpy")
    hands = numpy.array([full_deck()[:5], full_deck()[5:10]], dtype=numpy.uint8)
    judge = judge_of(RANKINGS["soko"])
    assert list(judge.rank_many(hands)) == [judge.rank(range(5)), judge.rank(range(5, 10))]
    with pytest.raises(ValueError, match="contiguous"):
        judge.rank_many(hands[:, ::-1])
    assert list(judge.rank_many(hands[:0])) == []


def test_judges_are_made_once_for_each_options() -> None:
    for row in ROWS:
        assert judge_of(row) is judge_of(row)
    assert isinstance(judge_of(RANKINGS["badugi"]), BadugiJudge)
