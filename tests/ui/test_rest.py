"""How a window rests: news wakes it at once, a finger soon, and nothing is lost."""

import threading

import pygame
import pytest

from seats.rest import FRAMES_A_SECOND, GLANCE_MS, IDLE_MS, Bell, Pace


def test_a_bell_rung_before_the_rest_ends_it_once() -> None:
    bell = Bell()
    bell.ring()
    assert bell.rest(60_000)
    assert not bell.rest(1)


def test_news_from_another_thread_ends_the_rest() -> None:
    bell = Bell()
    ringing = threading.Thread(target=bell.ring)
    ringing.start()
    assert bell.rest(60_000)
    ringing.join()


def test_a_bell_rung_at_the_very_end_of_a_rest_is_heard_at_the_next(monkeypatch) -> None:
    bell = Bell()
    with monkeypatch.context() as patched:
        patched.setattr(bell._rung, "wait", lambda _seconds: bool(bell.ring()))
        assert not bell.rest(60_000)
    assert bell.rest(60_000)


class Hand:
    """A clock that only rests move on."""

    def __init__(self, monkeypatch, rung_at=None):
        pygame.display.init()
        pygame.event.clear()
        self.now, self.rests, self._rung_at = 0, [], rung_at
        self.bell = Bell()
        monkeypatch.setattr("seats.rest.monotonic_ms", self._look)
        monkeypatch.setattr(self.bell, "rest", self._rest)

    def _look(self) -> int:
        return self.now

    def _rest(self, ms: int) -> bool:
        self.rests.append(ms)
        self.now += ms
        return self._rung_at is not None and self.now >= self._rung_at


TOUCH = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))


@pytest.mark.parametrize("busy", [False, True])
def test_an_event_ends_the_rest_at_once(monkeypatch, busy) -> None:
    hand = Hand(monkeypatch)
    pace = Pace(hand.bell)
    pygame.event.post(TOUCH)
    assert pace.events(busy=busy) == [TOUCH]
    assert hand.rests == []


@pytest.mark.parametrize(("busy", "most"), [(False, IDLE_MS), (True, 1_000 // FRAMES_A_SECOND)])
def test_a_rest_without_anything_ends_by_itself(monkeypatch, busy, most) -> None:
    hand = Hand(monkeypatch)
    assert Pace(hand.bell).events(busy=busy) == []
    assert hand.now == most


@pytest.mark.parametrize("busy", [False, True])
def test_news_ends_the_rest_also_in_the_middle_of_a_motion(monkeypatch, busy) -> None:
    hand = Hand(monkeypatch, rung_at=1)
    assert Pace(hand.bell).events(busy=busy) == []
    assert len(hand.rests) == 1


def test_a_finger_waits_no_longer_for_a_motion_than_for_a_still_screen(monkeypatch) -> None:
    hand = Hand(monkeypatch)
    Pace(hand.bell).events(busy=True)
    assert max(hand.rests) <= GLANCE_MS


@pytest.mark.parametrize(("drawing", "frame"), [(0, 33), (16, 33), (20, 40), (500, 1_000)])
def test_a_motion_keeps_its_pace_and_rests_for_as_long_as_it_draws(monkeypatch, drawing, frame) -> None:
    hand = Hand(monkeypatch)
    pace = Pace(hand.bell)
    for number in range(1, 4):
        hand.now += drawing
        pace.events(busy=True)
        assert hand.now == number * frame
