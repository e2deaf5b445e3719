"""The parts on show: `python -m seats.gallery OUT_DIR` draws them to PNG files.

For people who draw or review screens; no player ever sees these pages. The golden tests
draw the same pages, so a change of any part shows there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from seats.art import cards, chips, marks, peek, shapes
from seats.art.felt import Pool, bet_line, felt
from seats.art.paper import paper, table_plan
from seats.art.signs import SIGN_NAMES, SignName, sign
from seats.art.star import star
from seats.art.suits import suit_sign
from seats.kit.amounts import ON_PAPER, Scale, Slider
from seats.kit.button import Button, HoldButton, Toggle
from seats.kit.canvas import Canvas
from seats.kit.faces import Face, draw_face
from seats.kit.keys import (
    AMBER_KEY,
    GLASS,
    PAPER_FRAME,
    PAPER_KEY,
    PAPER_TILE,
    SNOW_KEY,
    SPRUCE,
    SUNK,
    KeyLook,
    KeyState,
    paint_key,
)
from seats.kit.pointer import MOUSE, Pointer
from seats.kit.sheets import QuestionSheet
from seats.kit.timers import ProgressBar, ProgressRing
from seats.metrics import RADIUS_KEY, Box, Profile, Type
from seats.palette import (
    AMBER,
    BIRCH_DEEP,
    BIRCH_LIGHT,
    FELT_EDGE,
    HAZE,
    INK,
    MIST,
    SNOW,
    SUITS,
    DeckStyle,
    darker,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_PAGE: Final = Profile("page", 280, 214, 5.0, (1400, 1070))
_POOL: Final = (Pool(140, 60, 190, 130),)


def _nothing() -> None:
    """A key on show does nothing."""


def _felt_page() -> Canvas:
    surface = pygame.Surface(_PAGE.size_px, 0, 32)
    surface.blit(felt(_PAGE, _POOL), (0, 0))
    return Canvas(surface, _PAGE)


def _caption(canvas: Canvas, text: str, x: float, y: float) -> None:
    canvas.text(text, x, y, Type.BODY, MIST)


def _lay(canvas: Canvas, card: pygame.Surface, x: float, y: float) -> None:
    area = pygame.Rect(canvas.at(x, y), card.get_size())
    shapes.cast(canvas.surface, area, 10, canvas.px(2.6), canvas.px(1), 115, (0, 0, 0))
    canvas.surface.blit(card, area)


def deck_page() -> pygame.Surface:
    """Cards of every size, both decks, back, peek, winner and loser."""
    canvas = _felt_page()
    rows: tuple[tuple[str, DeckStyle, str], ...] = (
        ("Two colours", "two_colour", "As Kh Qc Jd Ts 8h 5c"),
        ("Four colours, safe for colour-blind eyes", "four_colour", "Ah Ks Qd Jc 9d 7c 2h"),
    )
    for row, (caption, deck, names) in enumerate(rows):
        _caption(canvas, caption, 8, 8 + row * 61)
        for number, name in enumerate(names.split()):
            _lay(canvas, cards.face(name, "full", 172, deck), 8 + number * 38.2, 15 + row * 61)
    _caption(canvas, "Back, peek", 8, 132)
    _lay(canvas, cards.back(150), 8, 137.5)
    for number, lift in enumerate((1.0, 0.4)):
        picture = peek.bent("Ad", 110, "four_colour", lift)
        area = pygame.Rect(canvas.at(47, 139 + number * 36), (110, peek.fold_at(110, lift)))
        area.x += peek.margin(110)
        shapes.cast(canvas.surface, area, 8, canvas.px(2.6), canvas.px(1), 115, (0, 0, 0))
        canvas.picture(picture, 47, 139 + number * 36)
    _caption(canvas, "Centre, read from both sides", 87, 132)
    for number, name in enumerate(("Qh", "Td")):
        _lay(canvas, cards.face(name, "jumbo", 160, "four_colour"), 87 + number * 35.2, 137.5)
    _caption(canvas, "Seat board", 160, 132)
    for number, name in enumerate(("Ks", "Th", "Jd")):
        _lay(canvas, cards.face(name, "compact", 80, "four_colour"), 160 + number * 18, 137)
    canvas.picture(cards.slot(80), 214, 137)
    _caption(canvas, "Stud, others", 160, 167)
    _lay(canvas, cards.back(38), 160, 173)
    for number, name in enumerate(("Ad", "Tc", "6h", "2s")):
        _lay(canvas, cards.face(name, "mini", 38, "four_colour"), 168 + number * 8, 173)
    _caption(canvas, "Winner and loser", 235, 132)
    _lay(canvas, cards.face("9c", "compact", 80, "four_colour"), 236, 137)
    canvas.picture(cards.winner_outline(80, 3, 1), 236 - 0.8, 137 - 0.8)
    _lay(canvas, cards.face("4h", "compact", 80, "four_colour"), 258, 138)
    canvas.picture(cards.veil(80, 100, FELT_EDGE), 258, 138)
    _caption(canvas, "Suits at 3 mm", 220, 175)
    for number, suit in enumerate(SUITS):
        canvas.middle(suit_sign(suit, 15, SNOW), 252 + number * 6, 175)
    return canvas.surface


def _chips(canvas: Canvas) -> None:
    _caption(canvas, "Chips: value, colour and edge marks all differ", 8, 8)
    for number, chip in enumerate(reversed(chips.CHIPS)):
        x = 20.5 + number * 30
        canvas.middle(shapes.shadow((116, 116), 58, 13, (0, 0, 0), 115), x, 27)
        canvas.middle(chips.flat(chip.value, 116), x, 26)
        column = chips.column((chip.value,) * (number + 2), 80)
        canvas.picture(column, x, 62 - canvas.profile.mm(column.get_height()), "centre")
    _caption(canvas, "Amounts as piles", 188, 8)
    for number, amount in enumerate((6, 92, 314, 791, 1240, 2655)):
        row, place = divmod(number, 3)
        pile = chips.pile(amount, 52)
        x = 200 + place * 26.5
        foot = 31 + row * 24 + canvas.profile.mm(pile.margin)
        canvas.picture(pile.surface, x, foot - canvas.profile.mm(pile.surface.get_height()), "centre")
        canvas.text(f"{amount} €", x, 37 + row * 24, Type.STACK, SNOW, "centre")


_STATES: Final = (
    ("At rest", KeyState()),
    ("Pressed", KeyState(depth=SUNK)),
    ("Focus", KeyState(focus=True)),
    ("Fading in", KeyState(light=0)),
    ("Not legal", KeyState(legal=False)),
)


def _keys(canvas: Canvas) -> None:
    canvas.slab(Box(6, 70, 268, 80))
    faces: tuple[tuple[str, KeyLook, Face], ...] = (
        ("Fold", GLASS, Face("Fold", sign="fold", title_type=Type.TURN, sign_mm=6)),
        ("Call", SNOW_KEY, Face("Call", "30 €", form="stack", title_type=Type.VERB, amount_type=Type.ACTION)),
        ("Raise", AMBER_KEY, Face("Raise to", "111 €", form="stack", title_type=Type.VERB, amount_type=Type.ACTION)),
    )
    for column, (caption, _) in enumerate(_STATES):
        _caption(canvas, caption, 38 + column * 46.5, 77)
    for row, (name, look, face) in enumerate(faces):
        canvas.text(name, 12, 91 + row * 22.5, Type.BODY_STRONG, SNOW)
        for column, (_, state) in enumerate(_STATES):
            box = Box(38 + column * 46.5, 82 + row * 22.5, 41.5, 18)
            draw_face(canvas, paint_key(canvas, box, RADIUS_KEY, look, state), face, look, state)


def _amounts(canvas: Canvas) -> None:
    _caption(canvas, "Set an amount", 8, 158)
    presets = (("Min", "60", True, False), ("2/3 pot", "111", True, True), ("All in", "328", False, False))
    for number, (title, amount, legal, chosen) in enumerate(presets):
        face = Face(title, amount)
        box = Box(8 + number * 33, 163, 31, 11)
        Button(box, face, _nothing, legal=legal, chosen=chosen).draw(canvas, 0)
    small: tuple[SignName, ...] = ("minus", "plus", "keypad")
    for number, name in enumerate(small):
        Button(Box(107 + number * 13, 163, 11, 11), Face(sign=name), _nothing).draw(canvas, 0)
    Slider(Box(8, 178, 88, 11), Scale(60, 328), 111, lambda _: None, marks=(60, 91, 111, 152, 328)).draw(canvas, 0)
    bar = ProgressBar(Box(102, 180, 40, 6))
    bar.hold(0.6)
    bar.draw(canvas, 0)
    ring = ProgressRing(Box(145, 178, 10, 10))
    ring.hold(0.7)
    ring.draw(canvas, 0)
    hold = HoldButton(Box(8, 193, 60, 14), Face("Void the hand", title_type=Type.PRESET), _nothing)
    hold.press(Pointer(MOUSE, "down", 10, 200, 0))
    hold.draw(canvas, 1200)
    Toggle(Box(72, 193, 70, 15), "Check or fold", "for this turn", lambda _: None, on=True).draw(canvas, 0)


def _marks(canvas: Canvas) -> None:
    _caption(canvas, "Marks and signs", 165, 158)
    canvas.middle(marks.mark("D", 40, marks.BUTTON_MARK), 169, 167)
    canvas.middle(marks.mark("SB", 40, marks.POSITION_MARK), 180, 167)
    canvas.middle(marks.mark("BB", 40, marks.POSITION_MARK), 191, 167)
    canvas.middle(star(44, BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2)), 203, 167)
    for number, name in enumerate(SIGN_NAMES):
        row, column = divmod(number, 9)
        canvas.middle(sign(name, 31, SNOW), 170 + column * 12, 180 + row * 10)


def parts_page() -> pygame.Surface:
    """Chips, keys in every state, amounts, marks and signs."""
    canvas = _felt_page()
    _chips(canvas)
    _keys(canvas)
    _amounts(canvas)
    _marks(canvas)
    return canvas.surface


def felt_page() -> pygame.Surface:
    """Cloth, bet line, plates in their three states, and a console whose turn it is."""
    surface = pygame.Surface(_PAGE.size_px, 0, 32)
    surface.blit(felt(_PAGE, (Pool(140, 60, 164, 84), Pool(41, 140, 80, 60, 0.55))), (0, 0))
    canvas = Canvas(surface, _PAGE)
    bet_line(surface, _PAGE, Box(60, 30, 161, 60), 27)
    canvas.plate(Box(8, 10, 41, 14))
    canvas.text("Kaarlo", 21, 15, Type.BODY, SNOW)
    canvas.text("506", 21, 19.6, Type.STACK, SNOW)
    canvas.sunk(Box(8, 30, 41, 14))
    canvas.text("Aino", 21, 35, Type.BODY, HAZE)
    canvas.plate(Box(8, 50, 41, 14))
    canvas.turn_edge(Box(8, 50, 41, 14), 3.6, line=0.6)
    console = Box(95, 110, 172, 65)
    canvas.slab(console)
    canvas.turn_edge(console, 5)
    canvas.well(Box(99, 125, 164, 24), 3)
    canvas.text("Your turn", 99, 118, Type.TURN, AMBER)
    for number, name in enumerate(("Kh", "Kd")):
        canvas.middle(cards.tilted(name, "full", 130, "four_colour", 4 - 8 * number), 30 + number * 26, 145)
    question = QuestionSheet(
        Box(95, 140, 74, 65),
        "All in with 328 €?",
        ("You keep nothing behind.", "Four players may still call."),
        yes=Face("Yes, all in 328 €", title_type=Type.TURN),
        no=Face("No, go back", title_type=Type.VERB),
        on_yes=_nothing,
        on_no=_nothing,
        now_ms=-1000,
    )
    question.draw(canvas, 0)
    for number, percent in enumerate((100, 40)):
        progress = ProgressBar(Box(180, 190 + number * 8, 80, 6))
        progress.run(percent * 100, 10_000)
        progress.draw(canvas, 0)
    return surface


def paper_page() -> pygame.Surface:
    """Paper, sheets, paper keys and the table plan."""
    surface = pygame.Surface(_PAGE.size_px, 0, 32)
    surface.blit(paper(_PAGE), (0, 0))
    canvas = Canvas(surface, _PAGE)
    canvas.sheet(Box(5, 19, 147, 120))
    canvas.text("Choose a seat", 11, 27, Type.TURN, INK)
    table_plan(surface, canvas.rect(Box(27, 54, 103, 48)), _PAGE.px_per_mm)
    canvas.sheet(Box(157, 19, 94, 51))
    canvas.text("260 €", 163, 34, Type.BALANCE, INK)
    Button(Box(216, 24, 29, 12), Face("Pay out", title_type=Type.BODY_STRONG), _nothing, look=PAPER_KEY).draw(canvas, 0)
    tiles: tuple[tuple[str, str, SignName], ...] = (
        ("Notes", "5 to 200 €", "note"),
        ("Card", "tap or insert", "card"),
        ("Ticket", "show below", "ticket"),
    )
    for number, (title, caption, name) in enumerate(tiles):
        face = Face(title, caption=caption, sign=name, form="tile", title_type=Type.PRESET, sign_mm=8)
        Button(Box(163 + number * 28, 42, 26, 23), face, _nothing, look=PAPER_TILE).draw(canvas, 0)
    canvas.sheet(Box(157, 73, 94, 66))
    Slider(Box(163, 96, 82, 11), Scale(80, 260, 10), 200, lambda _: None, look=ON_PAPER).draw(canvas, 0)
    sit = Face("Sit down with 200 €", title_type=Type.CHECK)
    Button(Box(163, 115.6, 83, 18), sit, _nothing, look=SPRUCE).draw(canvas, 0)
    for number, language in enumerate(("FI", "SV", "EN", "HU")):
        look = SPRUCE if language == "EN" else PAPER_FRAME
        Button(Box(197 + number * 14, 5, 12, 10), Face(language), _nothing, look=look).draw(canvas, 0)
    kinds: tuple[marks.Badge, ...] = ("fault", "warning", "good", "absent", "chosen")
    for number, kind in enumerate(kinds):
        canvas.middle(marks.badge(kind, 24), 120 + number * 10, 160)
    return surface


PAGES: Final[dict[str, Callable[[], pygame.Surface]]] = {
    "deck": deck_page,
    "parts": parts_page,
    "felt": felt_page,
    "paper": paper_page,
}


def main(arguments: list[str]) -> int:
    """Draw every page into a folder; 0 on success, 2 on wrong usage."""
    if len(arguments) != 1:
        sys.stderr.write("seats.gallery: name one folder for the pictures, as in: python -m seats.gallery out\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PAGES.items():
        pygame.image.save(draw(), folder / f"{name}.png")
    return 0


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sys.exit(main(sys.argv[1:]))
