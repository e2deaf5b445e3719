"""The drawn parts: pictures stay as reviewed, and hold what they promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from seats import gallery
from seats.art import cards, chips, felt, marks, peek, shapes
from seats.art.signs import SIGN_NAMES, sign
from seats.art.suits import suit_sign
from seats.metrics import CENTRE, SEAT, Box, Profile
from seats.palette import CARD_EDGE, FELT_EDGE, FELT_LIGHT, SNOW, SUITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
POOL = (felt.Pool(128, 56, 164, 84),)


def inked(surface: pygame.Surface) -> int:
    """The pixels that are more than half covered."""
    return pygame.mask.from_surface(surface, 127).count()


@pytest.mark.parametrize("page", sorted(gallery.PAGES))
def test_gallery_page_looks_as_reviewed(page: str, golden: Callable[[str, pygame.Surface], None]) -> None:
    golden(f"gallery-{page}", gallery.PAGES[page]())


def test_gallery_writes_every_page(tmp_path: Path) -> None:
    assert gallery.main([str(tmp_path / "pages")]) == 0
    assert {path.stem for path in (tmp_path / "pages").iterdir()} == set(gallery.PAGES)


def test_gallery_asks_for_one_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert gallery.main([]) == 2
    assert "name one folder" in capsys.readouterr().err


def test_pygame_is_the_upstream_one() -> None:
    assert not getattr(pygame, "IS_CE", False)


@pytest.mark.parametrize("kind", ["full", "jumbo", "compact", "mini"])
def test_fifty_two_cards_are_fifty_two_pictures(kind: cards.Face) -> None:
    pictures = {pygame.image.tobytes(cards.face(card, kind, 60, "four_colour"), "RGBA") for card in DECK}
    assert len(pictures) == 52


@pytest.mark.parametrize("kind", ["full", "jumbo", "compact", "mini"])
def test_cards_have_the_proportions_of_cards(kind: cards.Face) -> None:
    assert cards.face("As", kind, 100, "two_colour").get_size() == (100, 140)
    assert cards.back(100).get_size() == (100, 140)


@pytest.mark.parametrize("name", ["", "A", "10h", "1s", "Ax", "sA"])
def test_no_picture_of_a_card_that_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="names no card"):
        cards.face(name, "full", 60, "two_colour")


def test_jumbo_card_reads_the_same_from_both_sides() -> None:
    face = cards.face("Kd", "jumbo", 160, "two_colour")
    same = pygame.transform.rotate(face, 180)
    near = pygame.mask.from_threshold(face, (179, 33, 30), (40, 40, 40, 255))
    far = pygame.mask.from_threshold(same, (179, 33, 30), (40, 40, 40, 255))
    assert near.count() > 1000
    assert near.overlap_area(far, (0, 0)) > 0.97 * near.count()


def test_peek_shows_nothing_below_the_fold() -> None:
    picture = peek.bent("Ad", 130, "four_colour", 1.0)
    fold = peek.fold_at(130, 1.0)
    below = picture.subsurface((0, fold, picture.get_width(), picture.get_height() - fold))
    assert inked(below) == 0


def test_lying_card_shows_its_back_alone() -> None:
    lying = peek.bent("Ad", 130, "four_colour", 0.0)
    other = peek.bent("Ks", 130, "four_colour", 0.0)
    assert pygame.image.tobytes(lying, "RGBA") == pygame.image.tobytes(other, "RGBA")


def test_edges_pick_up_no_dark_fringe() -> None:
    card = cards.back(60)
    rim = [card.get_at((x, y)) for x in range(6) for y in range(6)]
    soft = [pixel for pixel in rim if 0 < pixel.a < 255]
    assert soft
    assert all(min(pixel.r, pixel.g, pixel.b) >= min(CARD_EDGE) - 12 for pixel in soft)


@pytest.mark.parametrize(
    ("amount", "columns"),
    [
        (0, ()),
        (6, ((5,), (1,))),
        (92, ((25, 25, 25), (5, 5, 5), (1, 1))),
        (791, ((500,), (100, 100), (25, 25, 25, 5, 5, 5, 1))),
        (1240, ((1000,), (100, 100), (25, 5, 5, 5))),
        (20_000, ((1000,) * 7,)),
    ],
)
def test_pile_pictures_its_amount(amount: int, columns: tuple[tuple[int, ...], ...]) -> None:
    assert chips.columns_of(amount) == columns


def test_pile_stays_a_picture_however_rich() -> None:
    for amount in range(0, 10_000, 37):
        columns = chips.columns_of(amount)
        assert len(columns) <= 3
        assert all(len(column) <= 7 for column in columns)


def test_chips_of_each_value_look_different() -> None:
    pictures = {pygame.image.tobytes(chips.flat(chip.value, 60), "RGBA") for chip in chips.CHIPS}
    assert len(pictures) == len(chips.CHIPS)


@pytest.mark.parametrize("name", SIGN_NAMES)
def test_sign_stays_on_its_square(name: str) -> None:
    picture = sign(next(known for known in SIGN_NAMES if known == name), 40, SNOW)
    assert picture.get_size() == (40, 40)
    assert 60 < inked(picture) < 1300


def test_suits_differ_in_silhouette_at_three_millimetres() -> None:
    masks = {suit: pygame.mask.from_surface(suit_sign(suit, 15, SNOW), 127) for suit in SUITS}
    for first in SUITS:
        for second in SUITS:
            if first < second:
                common = masks[first].overlap_area(masks[second], (0, 0))
                assert common < 0.92 * max(masks[first].count(), masks[second].count())


def test_felt_is_lighter_in_the_pool_than_at_the_edge() -> None:
    cloth = felt.felt(SEAT, POOL)
    assert cloth.get_size() == SEAT.size_px
    assert tuple(cloth.get_at((640, 280)))[:3] == FELT_LIGHT
    assert tuple(cloth.get_at((2, 797)))[:3] == FELT_EDGE


def test_felt_takes_its_colours_from_one_short_ramp() -> None:
    cloth = felt.felt(CENTRE, (felt.Pool(354, 199, 425, 259),))
    colours = {tuple(cloth.get_at((x, y))) for x in range(0, 1920, 7) for y in range(0, 1080, 7)}
    assert 12 <= len(colours) <= 24


def rects_of(mask: pygame.Mask) -> list[pygame.Rect]:
    """The boxes of a mask's parts; the stubs of pygame 2.6 say it is a list of numbers."""
    return [pygame.Rect(part) for part in mask.get_bounding_rects()]  # type: ignore[call-overload]


def test_bet_line_stays_inside_its_box() -> None:
    profile = Profile("small", 40, 30, 5.0, (200, 150))
    ground = pygame.Surface(profile.size_px, 0, 32)
    felt.bet_line(ground, profile, Box(5, 5, 30, 20), 8)
    ink = pygame.mask.from_threshold(ground, (0, 0, 0), (1, 1, 1, 255))
    ink.invert()
    parts = rects_of(ink)
    assert parts
    assert all(part.clip(pygame.Rect(25, 25, 150, 100)) == part for part in parts)


def test_shadow_fades_to_nothing() -> None:
    dark = shapes.shadow((60, 40), 10, 13, (0, 0, 0), 115)
    middle, edge = dark.get_at(dark.get_rect().center), dark.get_at((0, dark.get_height() // 2))
    assert middle.a == 115
    assert edge.a <= 3


def test_states_differ_in_shape_and_not_by_colour_alone() -> None:
    kinds: tuple[marks.Badge, ...] = ("fault", "warning", "good", "absent")
    shapes_seen = set()
    for kind in kinds:
        mask = pygame.mask.from_surface(marks.badge(kind, 24), 127)
        shapes_seen.add(tuple(mask.get_at((x, y)) for x in range(24) for y in range(24)))
    assert len(shapes_seen) == len(kinds)


@pytest.mark.parametrize("radius", [0.0, 3.0, 10.4, 25.0])
@pytest.mark.parametrize("size", [(1, 1), (7, 60), (53, 54), (54, 53), (60, 60), (184, 100), (401, 75)])
def test_a_mask_is_the_picture_that_drawing_it_whole_gives(size: tuple[int, int], radius: float) -> None:
    """Large ones are put together from their corners; nobody can tell."""

    def same(stretched: pygame.Surface, drawn: pygame.Surface) -> bool:
        return pygame.image.tobytes(stretched, "RGBA") == pygame.image.tobytes(drawn, "RGBA")

    assert same(shapes.round_mask(size, radius), shapes.draw_round(size, radius))
    for line in (1.5, 4.0):
        assert same(shapes.ring_mask(size, radius, line), shapes.draw_ring(size, radius, line))
