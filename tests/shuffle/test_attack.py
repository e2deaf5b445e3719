"""Who knows the program, the clock and five cards of a hand learns nothing of the others (RNG-5, R-RNG-2)."""

from typing import Final

import numpy as np

from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.vocab.digests import SIZE
from controller.vocab.ids import HandId
from tests.shuffle.attack import Known, decks_of_1999, decks_of_the_table, fitting, guessed_seeds
from tests.shuffle.measures import Decks

CLOCK_MS: Final = 61_234_567
"""When the deck was shuffled, after midnight."""

SYNCHRONISED: Final = range(CLOCK_MS - 100_000, CLOCK_MS + 100_000)
"""What the clock may have said, for somebody who set his own by it."""

TABLE, HAND = "Demo 1", HandId(8)

HOLE_AND_FLOP: Final = (3, 9, 13, 14, 15)
"""The places in the deck of a player's two cards and the flop."""


def seen_of(deck: Decks) -> Known:
    return {place: int(deck[place]) for place in HOLE_AND_FLOP}


def attacked(seed: bytes, earlier: tuple[bytes, ...]) -> tuple[Decks, Decks]:
    """Return the table's deck, and what the attack makes of it with a clock right to a second."""
    deck = decks_of_the_table(TABLE, HAND, [seed])[0]
    guesses = guessed_seeds(range(CLOCK_MS - 500, CLOCK_MS + 500), earlier)
    return deck, fitting(decks_of_the_table(TABLE, HAND, guesses), seen_of(deck))


def test_rng_5_five_cards_gave_the_whole_deck_of_1999() -> None:
    deck = decks_of_1999(np.array([CLOCK_MS], dtype=np.uint64))[0]
    found = fitting(decks_of_1999(np.arange(SYNCHRONISED.start, SYNCHRONISED.stop, dtype=np.uint64)), seen_of(deck))
    assert found.tolist() == [deck.tolist()]


def test_rng_5_a_table_seeded_by_its_clock_would_fall_to_the_same_attack() -> None:
    deck, found = attacked(SeededEntropy(CLOCK_MS).draw(SIZE), ())
    assert found.tolist() == [deck.tolist()]


def test_rng_5_a_table_that_counted_its_seeds_up_would_fall_to_the_same_attack() -> None:
    before = KernelEntropy().draw(SIZE)
    after = ((int.from_bytes(before, "big") + 1) % (1 << 8 * SIZE)).to_bytes(SIZE, "big")
    deck, found = attacked(after, (before,))
    assert found.tolist() == [deck.tolist()]


def test_rng_5_a_seed_of_the_kernel_gives_nothing_away() -> None:
    earlier = tuple(KernelEntropy().draw(SIZE) for _hand in range(100))
    _deck, found = attacked(KernelEntropy().draw(SIZE), earlier)
    assert not found.size
