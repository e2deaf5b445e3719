"""Whole hands played with fingers: whatever is touched, everything that is sent is accepted."""

import random
from collections.abc import Callable

import pytest

from controller.hand.play import play
from controller.language import Language
from controller.vocab.hand_records import Act
from evaluator_ext import full_deck
from seats.kit.sheets import HoldZone
from tests.ui.models.conftest import Dealt
from tests.ui.screens.sitting import Sitting

SEATS = (2, 5, 7)
TOUCHES = 160


class Evening:
    """Three screens of one hand."""

    def __init__(self, hand: Dealt, language: Language) -> None:
        self.hand = hand
        self.screens = {seat: Sitting(hand.seat(seat), language, seat) for seat in SEATS}
        self.acts = 0

    def touch(self, dice: random.Random) -> None:
        """Touch something on the screen whose turn it is, or now and then on another, and carry out what it sends."""
        offer = self.hand.offer
        seat = offer.seat if offer is not None and dice.random() < 0.7 else dice.choice(SEATS)
        screen = self.screens[seat]
        targets = [target for target in screen.targets if not isinstance(target, HoldZone)]
        if dice.random() < 0.1:
            screen.finger("down", 40, 140)
            screen.wait(100)
            screen.finger("up", 40, 140)
        elif targets:
            screen.tap(dice.choice(targets).rect_mm)
        screen.wait(dice.choice((50, 400, 1100)))
        self.settle()

    def settle(self) -> None:
        """Carry out every act and tell all screens, until nobody has anything more to say."""
        asked = [act for screen in self.screens.values() for act in screen.take() if isinstance(act, Act)]
        while asked:
            for act in asked:
                answer = play(self.hand.hand, act)
                assert isinstance(answer, list), answer
                self.hand.tell(answer)
                self.acts += 1
            for seat, screen in self.screens.items():
                screen.tell(self.hand.seat(seat))
            asked = [act for screen in self.screens.values() for act in screen.take() if isinstance(act, Act)]


@pytest.mark.parametrize("seed", range(1, 3))
def test_everything_that_fingers_send_is_accepted(
    seed: int, shuffled: Callable[..., Dealt], en: Language, fi: Language
) -> None:
    spend(seed, shuffled, (en, fi)[seed % 2])


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(3, 23))
def test_in_many_evenings_too(seed: int, shuffled: Callable[..., Dealt], en: Language, fi: Language) -> None:
    spend(seed, shuffled, (en, fi)[seed % 2])


def spend(seed: int, shuffled: Callable[..., Dealt], language: Language) -> None:
    dice = random.Random(seed)
    deck = list(full_deck())
    dice.shuffle(deck)
    evening = Evening(shuffled({2: 60, 5: 250, 7: 900}, deck, button=dice.choice(SEATS)), language)
    for _ in range(TOUCHES):
        if evening.hand.offer is None:
            break
        evening.touch(dice)
    assert evening.acts > 0
