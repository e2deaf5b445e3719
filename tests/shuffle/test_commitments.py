"""A card can be proved alone, and only the card that was dealt."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shuffle import Opening, check_card, open_card, prepare
from controller.shuffle.commit import leaf_of, root_of
from controller.vocab.ids import HandId

SEED = bytes(range(32))
DECK = prepare("table 4", HandId(7), SEED, (), range(52))


def opened(place: int) -> Opening:
    return open_card(DECK.deck, DECK.nonces, DECK.leaves, place)


@pytest.mark.parametrize("place", range(52))
def test_every_card_of_the_deck_can_be_proved(place: int) -> None:
    assert check_card(opened(place), DECK.root, 52)


@pytest.mark.parametrize("count", range(1, 20))
def test_decks_of_any_size_can_be_proved(count: int) -> None:
    nonces = tuple(bytes([place]) * 32 for place in range(count))
    leaves = tuple(leaf_of(place, place, nonces[place]) for place in range(count))
    root = root_of(leaves)
    for place in range(count):
        opening = open_card(range(count), nonces, leaves, place)
        assert check_card(opening, root, count)
        assert not check_card(opening, root, count + 40)


@pytest.mark.parametrize(
    "change",
    [
        {"card": 51 - opened(5).card},
        {"card": -1},
        {"card": 1 << 70},
        {"place": 6},
        {"place": 52},
        {"place": -1},
        {"nonce": bytes(32)},
        {"nonce": b"short"},
        {"path": ()},
        {"path": (*opened(5).path, bytes(32))},
        {"path": opened(5).path[::-1]},
        {"path": (bytes(32), *opened(5).path[1:])},
    ],
    ids=str,
)
def test_an_opening_with_anything_changed_proves_nothing(change: dict[str, object]) -> None:
    assert not check_card(msgspec.structs.replace(opened(5), **change), DECK.root, 52)


def test_the_root_of_another_hand_proves_nothing() -> None:
    other = prepare("table 4", HandId(8), SEED, (), range(52))
    assert not check_card(opened(5), other.root, 52)


def test_a_proof_shows_no_other_card_or_nonce() -> None:
    bytes_shown = msgspec.msgpack.encode(opened(5))
    assert not [place for place, nonce in enumerate(DECK.nonces) if place != 5 and nonce in bytes_shown]


def test_all_nonces_differ() -> None:
    assert len(set(DECK.nonces)) == 52


@given(
    st.builds(
        Opening,
        place=st.integers(-2, 60),
        card=st.integers(-2, 1 << 65),
        nonce=st.binary(max_size=64),
        path=st.lists(st.binary(max_size=40), max_size=8).map(tuple),
    )
)
def test_no_opening_from_outside_raises_or_passes(opening: Opening) -> None:
    assert not check_card(opening, DECK.root, 52)
