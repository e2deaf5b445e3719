"""Hands that differ only in what does not count go the same way: other seats, other chips, other suits."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.games import catalogue
from controller.vocab import hand_records as hr
from controller.vocab.profile import Stakes
from tests.hand.random_hands import choices, deals, played

SEATS = ("seat", "seats", "loser", "button", "absent")
CARDS = ("cards", "deck")
CHIPS = (
    "amount", "stack", "loser_stack", "bet", "to", "added", "call", "min_to", "max_to", "pot", "step", "rake_cap",
    "rake_step", "reached", "fee",
)  # fmt: skip
STAKES = Stakes.__struct_fields__

SUITS_DO_NOT_RANK = [game for game in catalogue() if game.blinds or game.rows]
"""In stud suits decide who opens and who gets an odd chip, and in the Hungarian draw who wins (AMB-7)."""


def changed(value: Any, names: tuple[str, ...], change: Callable[[int], int]) -> Any:
    """A record in which the numbers of these fields, wherever they stand in it, are changed."""
    if isinstance(value, tuple):
        return tuple(changed(one, names, change) for one in value)
    if not isinstance(value, msgspec.Struct):
        return value
    fields: Mapping[str, Any] = {
        field: _applied(getattr(value, field), change)
        if field in names and not _is_number_of_a_pot(value, field)
        else changed(getattr(value, field), names, change)
        for field in value.__struct_fields__
    }
    return type(value)(**fields)


def _is_number_of_a_pot(record: msgspec.Struct, field: str) -> bool:
    return isinstance(record, hr.PotAwarded) and field == "pot"


def _applied(value: Any, change: Callable[[int], int]) -> Any:
    return tuple(map(change, value)) if isinstance(value, tuple) else change(value)


@given(deals(), choices)
def test_seven_times_the_chips_give_seven_times_every_amount(deal, numbers):
    def seven_times(amount):
        return 7 * amount

    started, deck = deal
    _, events = played(deal, numbers)
    _, larger = played((changed(started, (*CHIPS, *STAKES), seven_times), deck), numbers)
    assert larger == [changed(event, (*CHIPS, *STAKES), seven_times) for event in events]


@given(deals(), choices, st.integers(1, 9))
def test_other_seats_around_the_table_change_nothing_but_the_seats(deal, numbers, by):
    def moved(seat):
        return (seat - 1 + by) % 10 + 1

    started, deck = deal
    _, events = played(deal, numbers)
    _, turned = played((changed(started, SEATS, moved), deck), numbers)
    assert turned == [changed(event, SEATS, moved) for event in events]


@given(deals(SUITS_DO_NOT_RANK), choices, st.permutations(range(4)))
def test_other_suits_change_nothing_but_the_suits(deal, numbers, suits):
    def recoloured(card):
        return card & ~3 | suits[card & 3]

    started, deck = deal
    hand, events = played(deal, numbers)
    # The order in which a deck is shuffled anew follows from the whole deck, suits and all.
    assume(not any(isinstance(event, hr.DeckRecycled) for event in events))
    other, again = played((started, tuple(map(recoloured, deck))), numbers)
    assert [without_choice(event) for event in again] == [
        without_choice(changed(event, CARDS, recoloured)) for event in events
    ]
    assert other.pots == hand.pots


def without_choice(event):
    """A shown hand without the choice among cards that count alike: the ranks of those that play."""
    if not isinstance(event, hr.HandShown):
        return event
    ranks = [sorted(card >> 2 for card in made.plays) for made in (event, *event.also)]
    also = tuple(msgspec.structs.replace(made, plays=()) for made in event.also)
    return ranks, msgspec.structs.replace(event, plays=(), also=also)
