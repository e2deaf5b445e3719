"""A deck is fixed before its hand, fresh for every hand and every start, and nothing but a screen hears of a card
(R-RNG-3, R-RNG-4, R-RNG-5, R-RNG-8, R-RNG-9)."""

import shutil
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from controller.app.entropy import KernelEntropy
from controller.app.home import Home
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import AnyWant
from controller.wire.messages import ASKABLE
from evaluator_ext import Card
from tests.app.house import House, answer

SEATS = (1, 2, 3)
BOARD_CARDS = 5


class Fixed(msgspec.Struct, frozen=True):
    """What a table's journal says of its hands: seeds, decks and boards."""

    seeds: dict[HandId, bytes]
    decks: dict[HandId, tuple[Card, ...]]
    boards: dict[HandId, tuple[Card, ...]]


def fixed_of(house: House) -> Fixed:
    fixed, hand = Fixed({}, {}, {}), HandId(0)
    for event in (event for record in house.journal.iter_records() for event in record.events):
        match event:
            case tr.SeedDrawn():
                assert event.hand not in fixed.seeds, "a hand is seeded once"
                fixed.seeds[event.hand] = event.seed
            case hr.DeckFixed():
                hand = event.hand
                fixed.decks[hand] = event.deck
            case hr.BoardDealt():
                fixed.boards[hand] = (*fixed.boards.get(hand, ()), *event.cards)
    return fixed


def seated(folder: Path) -> House:
    """Three players at a table that draws of the kernel, as a real one does."""
    house = House(folder)
    house.entropy = KernelEntropy()  # type: ignore[assignment]
    house.restart()
    for seat in SEATS:
        house.sit(seat)
    return house


def play(house: House, hands: int, bets: tuple[hr.ActKind, ...] = ()) -> None:
    for _hand in range(hands):
        house.deal()
        while (hand := house.machine.table.hand) is not None:
            house.do(answer(hand, bets))


def test_r_rng_8_other_acts_from_the_same_deck_give_the_same_board(tmp_path: Path) -> None:
    """The same seeds, acts of another kind: one hand is checked down, the other bet all the way."""
    played = []
    for bets in ((), ("raise", "call"), ("call",)):
        house = House(tmp_path / f"table-{len(played)}")
        for seat in SEATS:
            house.sit(seat)
        play(house, 1, bets)
        played.append(fixed_of(house))
        house.close()
    first, *others = played
    assert len(first.boards[HandId(1)]) == BOARD_CARDS
    for other in others:
        assert (other.decks, other.boards) == (first.decks, first.boards)


@pytest.mark.parametrize("hands", [20])
def test_r_rng_3_two_copies_of_one_disk_never_deal_the_same_deck(tmp_path: Path, hands: int) -> None:
    house = seated(tmp_path / "table")
    play(house, 1)
    house.close()
    shutil.copytree(house.home.path, tmp_path / "copy")
    twin = House(tmp_path / "twin")
    twin.home, twin.entropy = Home(tmp_path / "copy"), KernelEntropy()  # type: ignore[assignment]
    house.restart()
    twin.restart()
    play(house, hands)
    play(twin, hands)
    one, other = fixed_of(house), fixed_of(twin)
    assert one.decks[HandId(1)] == other.decks[HandId(1)]
    later = [HandId(number) for number in range(2, hands + 2)]
    assert len({table.seeds[hand] for table in (one, other) for hand in later}) == 2 * hands
    assert len({table.decks[hand] for table in (one, other) for hand in later}) == 2 * hands
    house.close()
    twin.close()


def test_r_rng_5_a_restart_plays_the_sealed_deck_on_and_the_next_one_is_fresh(tmp_path: Path) -> None:
    house = seated(tmp_path / "table")
    house.deal()
    deck = fixed_of(house).decks[HandId(1)]
    for _restart in range(3):
        house.restart()
        house.do(answer(house.machine.table.hand or pytest.fail("the hand is gone"), ()))
    while (hand := house.machine.table.hand) is not None:
        house.do(answer(hand, ()))
    house.restart()
    play(house, 2)
    fixed = fixed_of(house)
    assert fixed.decks[HandId(1)] == deck
    assert set(fixed.boards[HandId(1)]) <= set(deck[2 * len(SEATS) :])
    assert len(set(fixed.seeds.values())) == len(set(fixed.decks.values())) == 3
    house.close()


def test_r_rng_4_reseeding_is_in_the_journal_for_every_hand_and_nobody_can_ask_for_it(tmp_path: Path) -> None:
    house = seated(tmp_path / "table")
    play(house, 3)
    opened = [
        event.hand
        for record in house.journal.iter_records(audiences=("everyone",))
        for event in record.events
        if isinstance(event, tr.ShuffleOpened)
    ]
    assert opened == [1, 2, 3]
    assert tr.OpenShuffle not in {command for commands in ASKABLE.values() for command in commands}
    house.close()


# -- no device is told a card (a shuffler that knew the order of its deck, 2023) ---------------------------------


def hints_in(kind: Any) -> set[str]:
    """The names of all types in a record's fields."""
    return {str(hint) for hint in get_type_hints(kind).values()}


def test_r_rng_9_no_device_is_asked_for_anything_with_a_card() -> None:
    assert "tuple[int, ...]" in hints_in(hr.HoleCardsDealt), "this is how a row of cards is written down"
    for want in get_args(AnyWant):
        assert "tuple[int, ...]" not in hints_in(want), want
