"""Setting text: widths, fitting, equal digits, and millimetres to pixels."""

from __future__ import annotations

import pygame
import pytest

from seats import type as typesetting
from seats.kit.canvas import Canvas
from seats.kit.faces import Face, Form, draw_face, fits, fits_unshrunk
from seats.kit.keys import GLASS, KeyState
from seats.metrics import CENTRE, KIOSK, SEAT, Box, Type
from seats.palette import SNOW
from seats.screens.inks import by_sense


@pytest.mark.parametrize("weight", ["book", "bold"])
def test_digits_keep_equal_width(weight: str) -> None:
    kind = "bold" if weight == "bold" else "book"
    assert len({typesetting.width(digit * 8, 34, kind) for digit in "0123456789"}) == 1


def test_letters_are_a_tenth_narrower_than_the_raw_face() -> None:
    raw = pygame.font.Font(str(typesetting._FONTS / "DejaVuSans.ttf"), 80).size("Sinun vuorosi")[0] / 4
    assert typesetting.width("Sinun vuorosi", 20, "book") == pytest.approx(raw * 0.93, abs=1)


def test_line_is_as_wide_as_measured() -> None:
    for text in ("Maksa", "1 240,00 €", "Zsófia", "Поднять"):
        assert typesetting.line(text, 22, "bold", SNOW).get_width() == typesetting.width(text, 22, "bold")


def test_empty_text_takes_no_room() -> None:
    assert typesetting.width("", 20, "book") == 0
    assert typesetting.line("", 20, "book", SNOW).get_size() == (0, 0)


def test_capitals_are_centred_on_the_line_asked_for() -> None:
    surface = pygame.Surface((200, 100), pygame.SRCALPHA, 32)
    typesetting.put(surface, "H", (100, 50), 44, "bold", SNOW, "centre")
    box = surface.get_bounding_rect(128)
    assert box.centery == pytest.approx(50, abs=1)
    assert box.centerx == pytest.approx(100, abs=1)
    assert box.height == pytest.approx(typesetting.cap_height(44), abs=1.5)


def test_right_aligned_amounts_end_where_asked() -> None:
    surface = pygame.Surface((200, 60), pygame.SRCALPHA, 32)
    ends = set()
    for amount in ("8", "88", "888"):
        surface.fill((0, 0, 0, 0))
        typesetting.put(surface, amount, (180, 30), 34, "bold", SNOW, "right")
        ends.add(surface.get_bounding_rect(128).right)
    assert max(ends) - min(ends) <= 1


def test_fit_keeps_what_fits() -> None:
    assert typesetting.fit("Fold", 26, "bold", 400) == typesetting.Fitted(("Fold",), 26)


def test_fit_shrinks_before_it_breaks() -> None:
    room = round(typesetting.width("Kaikki peliin", 20, "book") * 0.8)
    fitted = typesetting.fit("Kaikki peliin", 20, "book", room)
    assert fitted.lines == ("Kaikki peliin",)
    assert 14 <= fitted.size < 20


def test_fit_breaks_into_two_even_lines() -> None:
    room = round(typesetting.width("Lägg dig nu genast", 20, "book") * 0.55)
    fitted = typesetting.fit("Lägg dig nu genast", 20, "book", room)
    assert fitted.lines == ("Lägg dig", "nu genast")
    assert fitted.size >= 14


def test_fit_never_cuts_a_word() -> None:
    fitted = typesetting.fit("Megadás", 20, "book", 10)
    assert fitted.lines == ("Megadás",)
    assert fitted.size == 14


@pytest.mark.parametrize("letter", "ŐőŰűÅåÄäÖöŠšŽžÕõЁёЖжЫы€−×")
def test_bundled_face_covers_every_language(letter: str) -> None:
    for weight in ("book", "bold"):
        font = typesetting._font(20, "bold" if weight == "bold" else "book")
        assert font.metrics(letter)[0] is not None


def test_profiles_turn_millimetres_into_their_pixels() -> None:
    assert (SEAT.px(256), SEAT.px(160)) == SEAT.size_px == KIOSK.size_px
    assert abs(CENTRE.px(708) - 1920) <= 1
    assert abs(CENTRE.px(398) - 1080) <= 1
    assert SEAT.type_px(Type.OWN) == 44
    assert CENTRE.type_px(Type.CENTRE_POT) == 64


def test_boxes_that_meet_still_meet_in_pixels() -> None:
    first, second = Box(0.33, 0, 10.1, 5), Box(10.43, 0, 7.7, 5)
    assert CENTRE.rect(first).right == CENTRE.rect(second).left


def test_gap_between_boxes_is_the_clear_distance() -> None:
    box = Box(0, 0, 10, 10)
    assert box.gap_to(Box(12, 0, 5, 5)) == 2
    assert box.gap_to(Box(3, 14, 5, 5)) == 4
    assert box.gap_to(Box(5, 5, 5, 5)) == 0


FOLD = Face("Lägg dig", sign="fold", title_type=Type.TURN, sign_mm=6)
PRESET = Face("Kaikki peliin", "328")


def test_face_that_fits_its_key_is_found_to_fit() -> None:
    assert fits(SEAT, FOLD, 37)
    assert not fits(SEAT, FOLD, 14)


def test_row_of_presets_learns_when_to_stack() -> None:
    assert fits_unshrunk(SEAT, Face("Min", "60"), 31)
    assert not fits_unshrunk(SEAT, PRESET, 31)
    assert fits(SEAT, PRESET, 31)


@pytest.mark.parametrize("form", ["row", "stack", "lines", "tile"])
def test_words_stay_on_their_key(form: Form) -> None:
    face = Face("Korota, yhteensä", "1 240,00 €", "vuorolla", "fold", form)
    surface = pygame.Surface(SEAT.size_px, pygame.SRCALPHA, 32)
    draw_face(Canvas(surface, SEAT), Box(40, 40, 90, 20), face, GLASS, KeyState())
    assert fits(SEAT, face, 90)
    inked = surface.get_bounding_rect(60)
    assert inked.w > 50
    assert SEAT.rect(Box(41, 40, 88, 20)).contains(inked)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Two pair, kings and nines", 200, ["Two pair,", "kings and nines"]),
        ("Two pair, kings and nines", 1_000, ["Two pair, kings and nines"]),
        ("Two pair, kings and nines", 160, ["Two pair, kings", "and nines"]),
        ("Two pair, kings and nines", 110, ["Two pair,", "kings and", "nines"]),
        ("Hand without a name", 150, ["Hand without", "a name"]),
        ("", 100, [""]),
    ],
)
def test_the_name_of_a_hand_is_broken_at_its_comma_where_that_fits(text: str, room: int, lines: list[str]) -> None:
    assert by_sense(text, SEAT.type_px(Type.TEXT), Type.TEXT, room) == lines
