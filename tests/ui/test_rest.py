"""How a window rests: news wakes it at once, a finger soon, and nothing is lost."""

import threading

import pygame

from seats.rest import IDLE_MS, Bell, next_events


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


def test_an_event_ends_the_rest_and_a_rest_without_any_ends_by_itself(monkeypatch) -> None:
    pygame.display.init()
    pygame.event.clear()
    clock, bell, moments = pygame.time.Clock(), Bell(), iter(range(0, 10 * IDLE_MS, 10))
    monkeypatch.setattr("seats.rest.monotonic_ms", lambda: next(moments))
    monkeypatch.setattr(bell, "rest", lambda _ms: False)
    touch = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))
    pygame.event.post(touch)
    assert next_events(clock, bell, busy=False) == [touch]
    assert next_events(clock, bell, busy=False) == []
    assert next(moments) >= IDLE_MS
    pygame.event.post(touch)
    assert next_events(clock, bell, busy=True) == [touch]
