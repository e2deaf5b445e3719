"""High hands as poker.md §11.1 ranks them: RAY 2011 and Hungarian rules, section 1."""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_ext import (
    BEST_RANK,
    Category,
    best_five,
    category,
    high_ranks,
    parse_cards,
    print_cards,
    rank,
    rank_many,
)

CARD = st.integers(0, 51)
SIX_OR_SEVEN = st.lists(CARD, min_size=6, max_size=7, unique=True)
ACE = 12
FIVE_HIGH = [ACE, 3, 2, 1, 0]

DESCENDING = [
    ("royal flush", "As Ks Qs Js Ts"),
    ("straight flush, king high", "Kh Qh Jh Th 9h"),
    ("straight flush, ace low", "5d 4d 3d 2d Ad"),
    ("quads, king kicker", "Ac Ad Ah As Kc"),
    ("quads, queen kicker", "Ac Ad Ah As Qc"),
    ("lower quads", "Kc Kd Kh Ks Ac"),
    ("full house goes by the trips", "3c 3d 3h 2c 2d"),
    ("then by the pair", "2c 2d 2h Ac Ad"),
    ("lower pair", "2c 2d 2h Kc Kd"),
    ("flush, third card decides", "Ah Qh 9h 3h 2h"),
    ("flush, third card lower", "Ad Qd 8d 7d 6d"),
    ("worst flush", "7c 5c 4c 3c 2c"),
    ("straight, ace high", "As Kd Qh Jc Ts"),
    ("straight, six high", "6s 5d 4h 3c 2s"),
    ("straight, ace low", "5s 4d 3h 2c As"),
    ("trips, fourth card", "9s 9d 9h Ac 2s"),
    ("trips, fifth card", "9s 9d 9h Kc Qs"),
    ("trips, fifth card lower", "9s 9d 9h Kc Js"),
    ("two pair, higher pair", "As Ad 3h 3c 2s"),
    ("two pair, lower pair", "Ks Kd 4h 4c As"),
    ("two pair, fifth card", "Ks Kd 3h 3c As"),
    ("two pair, fifth card lower", "Ks Kd 3h 3c Qs"),
    ("pair, first kicker", "8s 8d Ah 3c 2s"),
    ("pair, second kicker", "8s 8d Kh Qc 2s"),
    ("pair, third kicker", "8s 8d Kh Jc 3s"),
    ("pair, third kicker lower", "8s 8d Kh Jc 2s"),
    ("high card", "As Kd Qh Jc 9s"),
    ("no straight around the corner", "As Kd Qh 3c 2s"),
    ("fifth card decides", "Ks Jd 9h 7c 5s"),
    ("fifth card lower", "Kd Jh 9c 7s 4d"),
    ("the worst hand", "7s 5d 4h 3c 2s"),
]


def strength(five: Sequence[int]) -> tuple[int, list[int]]:
    """The rule as it is printed: a category, then the ranks that break a tie, most repeated and highest first."""
    ranks = [card // 4 for card in five]
    counts = Counter(ranks)
    order = sorted(counts, key=lambda held: (counts[held], held), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in five}) == 1
    straight = len(order) == 5 and (order[0] - order[4] == 4 or order == FIVE_HIGH)
    if order == FIVE_HIGH:
        order = [3, 2, 1, 0, -1]
    kinds = [
        (Category.STRAIGHT_FLUSH, straight and flush),
        (Category.QUADS, shape == [4, 1]),
        (Category.FULL_HOUSE, shape == [3, 2]),
        (Category.FLUSH, flush),
        (Category.STRAIGHT, straight),
        (Category.TRIPS, shape == [3, 1, 1]),
        (Category.TWO_PAIR, shape == [2, 2, 1]),
        (Category.PAIR, shape == [2, 1, 1, 1]),
        (Category.HIGH_CARD, True),
    ]
    return next(kind for kind, holds in kinds if holds), order


def in_mixed_suits(ranks: Sequence[int]) -> tuple[int, ...]:
    """Cards of these ranks, at most four alike, that are no flush."""
    if len(set(ranks)) == 5:
        return (*(held * 4 for held in ranks[:4]), ranks[4] * 4 + 1)
    return tuple(held * 4 + ranks[:place].count(held) for place, held in enumerate(ranks))


def one_hand_of_each_strength() -> list[tuple[int, ...]]:
    """Every multiset of five ranks in mixed suits, and every set of five ranks in one suit."""
    multisets = combinations_with_replacement(range(13), 5)
    mixed = [in_mixed_suits(ranks) for ranks in multisets if max(Counter(ranks).values()) <= 4]
    suited = [tuple(held * 4 for held in ranks) for ranks in combinations(range(13), 5)]
    return mixed + suited


def test_ranks_are_dense_and_in_the_order_of_the_rules() -> None:
    hands = sorted(one_hand_of_each_strength(), key=strength)
    assert [rank(hand) for hand in hands] == list(range(1, BEST_RANK + 1))
    assert [category(rank(hand)) for hand in hands] == [strength(hand)[0] for hand in hands]


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(DESCENDING)), ids=lambda row: row[0].replace(" ", "_"))
def test_better_hand_has_the_higher_rank(higher: tuple[str, str], lower: tuple[str, str]) -> None:
    assert rank(parse_cards(higher[1])) > rank(parse_cards(lower[1]))


@given(st.lists(CARD, min_size=5, max_size=5, unique=True), st.lists(CARD, min_size=5, max_size=5, unique=True))
def test_two_hands_compare_as_the_rules_say(one: list[int], other: list[int]) -> None:
    assert (rank(one) > rank(other)) == (strength(one) > strength(other))
    assert (rank(one) == rank(other)) == (strength(one) == strength(other))


@given(st.lists(CARD, min_size=5, max_size=7, unique=True), st.permutations(range(4)))
def test_suits_have_no_rank(cards: list[int], suits: list[int]) -> None:
    assert rank([card // 4 * 4 + suits[card % 4] for card in cards]) == rank(cards)


@given(SIX_OR_SEVEN)
def test_more_cards_rank_as_their_best_five(cards: list[int]) -> None:
    assert rank(cards) == max(rank(five) for five in combinations(cards, 5))


@given(SIX_OR_SEVEN, st.data())
def test_order_of_the_cards_does_not_matter(cards: list[int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(cards))
    assert rank(shuffled) == rank(cards)
    assert best_five(shuffled) == best_five(cards)


@given(SIX_OR_SEVEN)
def test_a_rank_tells_the_ranks_of_the_five_that_play(cards: list[int]) -> None:
    assert high_ranks(rank(cards)) == tuple(card >> 2 for card in best_five(cards))


def test_every_rank_tells_five_ranks_of_its_own() -> None:
    told = {(high_ranks(number), category(number)) for number in range(1, BEST_RANK + 1)}
    assert len(told) == BEST_RANK
    for number in (0, BEST_RANK + 1):
        with pytest.raises(ValueError, match="is not the rank of a hand"):
            high_ranks(number)


@given(st.lists(CARD, min_size=5, max_size=7, unique=True))
def test_best_five_are_held_and_rank_the_same(cards: list[int]) -> None:
    five = best_five(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert rank(five) == rank(cards)


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("Ac Kd Kc Qs 2d 2s Kh", "Kh Kd Kc 2s 2d"),
        ("2c 3d 4h 5s Ac 9d 9h", "5s 4h 3d 2c Ac"),
        ("Tc Jd Qh Ks Ac 9d 8h", "Ac Ks Qh Jd Tc"),
        ("7c 7d 8h 8s 9c 9d Ah", "9d 9c 8s 8h Ah"),
        ("7c 7d 7h 8s 8d 8c Ah", "8s 8d 8c 7h 7d"),
        ("2h 4h 6h 8h Th Qh Ah", "Ah Qh Th 8h 6h"),
        ("Ad As 2c 5h 9d", "As Ad 9d 5h 2c"),
    ],
)
def test_five_that_play_are_listed_made_part_first(cards: str, five: str) -> None:
    assert print_cards(best_five(parse_cards(cards))) == five


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "5, 6 or 7 cards, not 0"),
        (range(4), "5, 6 or 7 cards, not 4"),
        (range(8), "5, 6 or 7 cards, not 8"),
        ([51, 3, 2, 51, 0], "the card As is there twice in 'As 2s 2h As 2c'"),
        ([0, 1, 2, 3, 52], "52 is not a card"),
        ([0, 1, 2, 3, -1], "-1 is not a card"),
        ([0, 1, 2, 3, 1 << 80], f"{1 << 80} is not a card"),
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(cards: Sequence[int], sentence: str) -> None:
    for judge in (rank, best_five):
        with pytest.raises(ValueError, match=sentence):
            judge(cards)


@pytest.mark.parametrize("number", [0, -1, 7463])
def test_number_that_is_no_rank_has_no_category(number: int) -> None:
    with pytest.raises(ValueError, match="ranks run from 1 to 7462"):
        category(number)


def rows(*hands: Sequence[int]) -> memoryview:
    """Hands of equal size as a buffer of shape (n, k)."""
    return memoryview(b"".join(map(bytes, hands))).cast("B", (len(hands), len(hands[0])))


@given(st.integers(5, 7).flatmap(lambda k: st.lists(st.lists(CARD, min_size=k, max_size=k, unique=True), min_size=1)))
def test_many_hands_rank_as_each_alone(hands: list[list[int]]) -> None:
    assert rank_many(rows(*hands)) == array("H", map(rank, hands))


def test_numpy_arrays_are_buffers_like_any_other() -> None:
    numpy = pytest.importorskip("numpy")
    hands = numpy.array([[51, 47, 43, 39, 35], [0, 4, 8, 13, 20]], dtype=numpy.uint8)
    assert list(rank_many(hands)) == [7462, 1]
    assert list(rank_many(hands[:0])) == []
    with pytest.raises(ValueError, match="contiguous in C order"):
        rank_many(numpy.asfortranarray(hands))
    with pytest.raises(TypeError, match="unsigned bytes"):
        rank_many(hands.astype(numpy.int64))


def test_bad_card_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"twice in .*the hand at index 1"):
        rank_many(rows(range(5), (1, 2, 3, 4, 4)))
    with pytest.raises(ValueError, match=r"255.* the hand at index 0"):
        rank_many(rows((1, 2, 3, 4, 255)))


def test_buffer_of_another_shape_is_refused() -> None:
    with pytest.raises(TypeError, match="in two dimensions"):
        rank_many(bytes(range(7)))
    with pytest.raises(ValueError, match="5 to 7 cards, not 4"):
        rank_many(rows(range(4)))
