"""The four service keys at the kiosk: they reach and press whatever a finger could (ui.md §2.12)."""

import pygame
import pytest

from seats.kit.focus import KEYS, service_key_of
from tests.ui.screens.kiosk_scenes import SCENES
from tests.ui.screens.terminal import Terminal, plain


def test_a_purchase_is_made_by_keys_alone(terminal: Terminal) -> None:
    for note in (200, 50, 10):
        terminal.insert(note)

    def lead_to(words: str) -> None:
        titles = [plain(key.face.title) for key in terminal.screen.focus.places()]
        ahead = titles.index(words) - (-1 if terminal.screen.focus.key is None else terminal.screen.focus.place)
        terminal.key_down(*["down"] * ahead, "enter")
        terminal.rest()

    lead_to("9")
    assert terminal.screen.shown.purchase.seat == 9
    lead_to("Sit down with 260 €")
    (command,) = terminal.screen.asked()
    assert command.seat == 9


def test_back_takes_away_the_question_then_the_page_and_the_ring_follows(terminal: Terminal) -> None:
    SCENES["payout"](terminal)
    pay = terminal.screen.focus.places().index(terminal.key(terminal.screen.shown.pay_out_page.key))
    terminal.key_down(*["down"] * (pay + 1), "enter")
    terminal.rest()
    yes = terminal.targets[0]
    assert terminal.screen.focus.key is yes, "the ring begins on the sheet"
    terminal.key_down("back")
    assert (terminal.screen.shown.question, terminal.screen.shown.page) == (None, "pay-out")
    terminal.key_down("back")
    assert terminal.screen.shown.page == "seat"
    assert terminal.screen.focus.key in terminal.targets


def test_a_finger_takes_the_ring_away_and_a_key_that_ends_hands_it_on(terminal: Terminal) -> None:
    terminal.insert(50)
    terminal.key_down("up")
    held = terminal.screen.focus.key
    assert held is not None
    held.legal = False
    terminal.screen.focus.follow()
    assert terminal.screen.focus.key is not held
    terminal.finger("down", 100, 70)
    assert terminal.screen.focus.key is None
    assert not any(key.focus for key in terminal.keys)


def test_the_ring_is_seen_on_every_kind_of_key(terminal: Terminal) -> None:
    SCENES["seat"](terminal)
    before = terminal.surface.copy()
    for _ in terminal.screen.focus.places():
        terminal.key_down("down")
        box = terminal.screen.focus.key.rect_mm
        left, middle = round(box.x * 5), round(box.centre[1] * 5)
        beside = [(x, middle) for x in range(left - 22, left)]
        seen, was = ([picture.get_at(place) for place in beside] for picture in (terminal.surface, before))
        assert seen != was, terminal.screen.focus.key.face


@pytest.mark.parametrize("code", KEYS)
def test_a_keyboards_keys_stand_for_the_four(code: int) -> None:
    assert service_key_of(pygame.event.Event(pygame.KEYDOWN, key=code)) == KEYS[code]
    assert service_key_of(pygame.event.Event(pygame.KEYUP, key=code)) is None
    assert service_key_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)) is None
