"""The low of high/low games: which hands qualify, in which order, and how many there are."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from evaluator_ext import BEST_LOW, NO_LOW, low, low_five, low_many, low_ranks, parse_cards

FIVE_CARD_LOWS = {5: 1_024, 6: 5_120, 7: 15_360, 8: 35_840}
SEVEN_CARD_LOWS = {5: 781_824, 6: 3_151_360, 7: 7_426_560, 8: 13_171_200}


def count_lows(values: Counter[int]) -> dict[int, int]:
    """How many hands have each highest rank."""
    counts = dict.fromkeys((5, 6, 7, 8), 0)
    for value, number in values.items():
        if value != NO_LOW:
            counts[low_ranks(value)[0]] += number
    return counts


def test_lows_of_all_five_card_hands() -> None:
    hands = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    values = Counter(np.asarray(low_many(hands)).tolist())
    assert count_lows(values) == FIVE_CARD_LOWS
    assert len(values) - 1 == BEST_LOW == 56


@pytest.mark.ci
def test_lows_of_all_seven_card_hands() -> None:
    from tests.evaluator.dealt import all_seven_card_hands

    counts = np.zeros(BEST_LOW + 1, dtype=np.int64)
    for hands in all_seven_card_hands():
        counts += np.bincount(low_many(hands, layout="columns", check=False), minlength=BEST_LOW + 1)
    assert count_lows(Counter(dict(enumerate(counts.tolist())))) == SEVEN_CARD_LOWS


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5c 4d 3h 2s Ac", "6c 4d 3h 2s Ac"),
        ("7c 6d 5h 3s 2c", "8c 4d 3h 2s Ac"),
        ("8c 7d 5h 4s Ac", "8c 7d 6h 2s Ac"),
        ("8c 7d 6h 5s 4c", "Kc Qd 6h 5s 4c"),
    ],
)
def test_lower_cards_make_the_better_low(better: str, worse: str) -> None:
    assert low(parse_cards(better)) > low(parse_cards(worse))


def test_straights_and_flushes_do_not_count() -> None:
    assert low(parse_cards("5s 4s 3s 2s As")) == low(parse_cards("5s 4d 3h 2s Ac")) == BEST_LOW


def test_pair_is_no_second_rank() -> None:
    assert low(parse_cards("Ac Ad 2h 3s 4c Kc Kd")) == NO_LOW
    assert low_ranks(low(parse_cards("Ac Ad 2h 3s 4c 7c Kd"))) == (7, 4, 3, 2, 1)


def test_qualifier_of_seven_refuses_an_eight() -> None:
    assert low(parse_cards("8c 4d 3h 2s Ac"), max_rank=7) == NO_LOW
    assert low(parse_cards("7c 4d 3h 2s Ac"), max_rank=7) == low(parse_cards("7c 4d 3h 2s Ac"))


def test_five_cards_of_the_low() -> None:
    assert low_five(parse_cards("Ac 2d 3h 4s 8c 8d Kd")) == parse_cards("8d 4s 3h 2d Ac")
    assert low_five(parse_cards("Ac 2d 3h Ts Kc")) == ()


def test_no_low_has_no_name() -> None:
    with pytest.raises(ValueError, match="0 is not the value of a low"):
        low_ranks(NO_LOW)


@pytest.mark.parametrize(
    ("cards", "max_rank", "words"),
    [
        ([0, 1, 2, 3], 8, "5, 6 or 7 cards, not 4"),
        ([0, 1, 2, 3, 52], 8, "52 is not a card"),
        ([0, 1, 2, 3, 3], 8, "2s is there twice"),
        ([0, 1, 2, 3, 4], 9, "8 or 7, not 9"),
    ],
)
def test_wrong_low_hands_are_refused(cards: list[int], max_rank: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        low(cards, max_rank)
