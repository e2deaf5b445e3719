"""What travels on a seat screen, and that nothing waits for it (visual.md §10)."""

from collections.abc import Callable

from controller.language import Language
from seats.kit.easing import MOTIONS
from seats.kit.flight import Flight
from seats.screens.screen import LinkLost, LinkRestored
from tests.ui.models.conftest import Dealt
from tests.ui.screens.sitting import Sitting

Deal = Callable[..., Dealt]


def flying(sitting: Sitting) -> list[Flight]:
    return [widget for widget in sitting.screen.stage.walk() if isinstance(widget, Flight)]


def all_in(hand: Dealt) -> None:
    hand.act("raise", 100)
    hand.act("call")


def test_bets_go_to_the_pot_and_the_pot_to_the_winner(dealt: Deal, en: Language) -> None:
    hand = dealt({2: 100, 7: 100}, button=7)
    sitting = Sitting(hand.seat(7), en)
    all_in(hand)
    sitting.tell(hand.seat(7))
    sitting.wait(50)
    assert flying(sitting)
    assert sitting.screen.busy()
    sitting.wait(MOTIONS["bets_to_pot"].length_ms + 50)
    assert flying(sitting)
    sitting.wait(MOTIONS["pot_to_winner"].length_ms * 2)
    assert flying(sitting) == []


def test_the_amounts_do_not_wait_for_the_chips(dealt: Deal, en: Language) -> None:
    hand = dealt({2: 100, 7: 100}, button=7)
    sitting = Sitting(hand.seat(7), en)
    all_in(hand)
    sitting.tell(hand.seat(7))
    assert flying(sitting)
    assert sitting.screen.shown.own.chips == hand.seat(7).seats[7].stack


def test_a_screen_that_comes_back_shows_no_journeys_that_it_missed(dealt: Deal, en: Language) -> None:
    hand = dealt({2: 100, 7: 100}, button=7)
    sitting = Sitting(hand.seat(7), en)
    sitting.notice(LinkLost())
    all_in(hand)
    sitting.notice(LinkRestored())
    sitting.tell(hand.seat(7))
    sitting.wait(50)
    assert flying(sitting) == []


def test_a_screen_that_starts_shows_the_hand_as_it_lies(dealt: Deal, en: Language) -> None:
    sitting = Sitting(dealt({2: 100, 7: 100}, button=7).seat(7), en)
    assert flying(sitting) == []
