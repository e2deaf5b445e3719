"""Pictures that are kept: counted by the byte, and what was not wanted for longest goes first."""

from collections.abc import Iterator

import pygame
import pytest

from seats.kept import PICTURES, Kept, Shelf, kept

SIDE = 16
BYTES = SIDE * SIDE * 4


def picture(side: int = SIDE) -> pygame.Surface:
    return pygame.Surface((side, side), 0, 32)


def test_the_oldest_go_when_there_is_no_more_room() -> None:
    shelf = Shelf(3 * BYTES)
    for name in "abcd":
        shelf.keep(name, picture())
    assert [name for name in "abcd" if shelf.find(name)] == ["b", "c", "d"]
    assert shelf.taken == 3 * BYTES


def test_what_was_wanted_again_stays() -> None:
    shelf = Shelf(2 * BYTES)
    shelf.keep("a", picture())
    shelf.keep("b", picture())
    assert shelf.find("a")
    shelf.keep("c", picture())
    assert (shelf.find("a") is None, shelf.find("b") is None) == (False, True)


def test_a_picture_kept_anew_is_counted_once() -> None:
    shelf = Shelf(2 * BYTES)
    shelf.keep("a", picture())
    shelf.keep("a", picture())
    assert shelf.taken == BYTES


def test_the_newest_stays_even_if_it_alone_is_too_large() -> None:
    shelf = Shelf(BYTES)
    shelf.keep("a", picture())
    shelf.keep("large", picture(2 * SIDE))
    assert shelf.find("large")
    assert shelf.taken == 4 * BYTES


def test_a_lower_limit_holds_at_once() -> None:
    shelf = Shelf(4 * BYTES)
    for name in "abcd":
        shelf.keep(name, picture())
    shelf.limit(BYTES)
    assert shelf.taken == BYTES


@pytest.fixture
def drawn() -> Iterator[tuple[Kept[...], list[tuple[int, bool]]]]:
    """A function that draws, and what it was asked for."""
    asked: list[tuple[int, bool]] = []

    @kept
    def square(side: int, *, dark: bool = False) -> pygame.Surface:
        asked.append((side, dark))
        return picture(side)

    yield square, asked
    square.cache_clear()


def test_a_picture_is_drawn_once_for_its_arguments(drawn: tuple[Kept[...], list[tuple[int, bool]]]) -> None:
    square, asked = drawn
    assert square(3) is square(3)
    assert square(3, dark=True) is not square(3)
    assert square(4) is not square(3)
    assert asked == [(3, False), (3, True), (4, False)]


def test_pictures_let_go_of_are_drawn_anew_and_no_longer_counted(
    drawn: tuple[Kept[...], list[tuple[int, bool]]],
) -> None:
    square, asked = drawn
    before = PICTURES.taken
    square(SIDE)
    assert PICTURES.taken == before + BYTES
    square.cache_clear()
    assert PICTURES.taken == before
    square(SIDE)
    assert len(asked) == 2
