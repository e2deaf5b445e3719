"""Cards as numbers and as text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_ext import RANKS, SUITS, full_deck, parse_card, parse_cards, print_card, print_cards

CARDS = st.integers(0, 51)


def test_deck_holds_each_card_once() -> None:
    deck = full_deck()
    assert deck == tuple(range(52))
    assert {print_card(card) for card in deck} == {rank + suit for rank in RANKS for suit in SUITS}


def test_card_numbers_are_bridge_rank_order() -> None:
    by_bridge_rank = sorted(
        full_deck(), key=lambda card: ("23456789TJQKA".index(print_card(card)[0]), "cdhs".index(print_card(card)[1]))
    )
    assert all(lower < higher for lower, higher in pairwise(by_bridge_rank))


def test_ends_of_the_deck() -> None:
    assert parse_card("2c") == 0
    assert parse_card("As") == 51
    assert print_cards((0, 51)) == "2c As"


@given(st.lists(CARDS, max_size=10))
def test_printed_cards_parse_back(cards: list[int]) -> None:
    printed = print_cards(cards)
    assert parse_cards(printed) == tuple(cards)
    assert parse_cards(printed.replace(" ", "")) == tuple(cards)
    assert print_cards(parse_cards(printed)) == printed


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "1s", "10s", "Ax", "As ", "As Kd", "\N{BLACK SPADE SUIT}A"])
def test_what_is_not_a_card_is_quoted_back(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(("text", "part"), [("As Kx", "Kx"), ("AsK", "K"), ("As, Kd", ",K"), ("10s", "10")])
def test_bad_part_of_a_list_of_cards_is_quoted_back(text: str, part: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_cards(text)
    assert repr(part) in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("card", [-1, 52])
def test_number_outside_the_deck_does_not_print(card: int) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        print_card(card)
