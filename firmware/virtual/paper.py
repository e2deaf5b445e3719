"""The paper: lines of text and pictures laid out in dots, 203 to the inch, 576 across an 80 mm roll."""

from __future__ import annotations

import functools
from typing import Literal, TypeAlias

import msgspec
from PIL import Image, ImageDraw, ImageFont

WIDTH = 576
LINE = 30
"""The default line spacing in dots; also what "a line" means when a roll is made to end."""

_FONT_CELLS = {0: (12, 24), 1: (9, 17)}
_TAB = 8

Align: TypeAlias = Literal["left", "centre", "right"]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Style(msgspec.Struct, frozen=True):
    """How characters look: font 0 (A, 12 by 24 dots) or 1 (B, 9 by 17), and their multiplication."""

    font: int = 0
    wide: int = 1
    high: int = 1
    bold: bool = False
    underline: int = 0
    reverse: bool = False
    upside_down: bool = False
    spacing: int = 0

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of one character in dots."""
        width, height = _FONT_CELLS[self.font]
        return width * self.wide, height * self.high


class Typeface:
    """Draws single characters into their cells; a TrueType file, or Pillow's own scalable font.

    Pillow's own knows no accented letters. Raises ``ValueError`` when the file is not a font.
    """

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._font(20)
        self.glyph = functools.lru_cache(maxsize=1024)(self._draw)

    def _font(self, size: int) -> Font:
        if self._path is None:
            return ImageFont.load_default(size)
        try:
            return ImageFont.truetype(self._path, size)
        except OSError as problem:
            raise ValueError(f"font {self._path} cannot be read ({problem}): name a TrueType file") from problem

    def _draw(self, character: str, style: Style) -> Image.Image:
        """The character, narrowed to its cell when it is wider, as black or white dots."""
        width, height = style.cell
        font = self._font(height * 5 // 6)
        advance = font.getlength(character)
        room = max(round(advance), height // 2)
        stroke = height // 24 if style.bold else 0
        drawn = Image.new("L", (room, height), 0)
        place = ((room - advance) / 2, height * 19 // 24)
        ImageDraw.Draw(drawn).text(place, character, 255, font, "ls", stroke_width=stroke / 2)
        cell = drawn.resize((width, height), Image.Resampling.LANCZOS)
        if style.underline:
            ImageDraw.Draw(cell).rectangle((0, height - style.underline, width, height), fill=255)
        dark = style.reverse
        return cell.point(lambda shade: 255 if (shade < 128) == dark else 0, "1")


class LineBuffer:
    """One line being set: characters side by side on a common baseline."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self._pieces: list[tuple[int, Image.Image]] = []
        self._x = 0

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be printed."""
        return not self._pieces

    def fits(self, style: Style, width: int) -> bool:
        """Whether one more character fits in a line of ``width`` dots."""
        return self._x + style.cell[0] <= width

    def add(self, character: str, style: Style) -> None:
        """Set one character."""
        self._pieces.append((self._x, self._typeface.glyph(character, style)))
        self._x += style.cell[0] + style.spacing

    def tab(self, style: Style) -> None:
        """Go to the next eighth column."""
        step = style.cell[0] * _TAB
        self._x = (self._x // step + 1) * step

    def go(self, x: int) -> None:
        """Go to a place in dots from the left."""
        self._x = x

    def take(self) -> Image.Image:
        """The line as a picture no wider than its characters; the buffer is empty afterwards."""
        right = max((x + piece.width for x, piece in self._pieces), default=0)
        height = max((piece.height for _, piece in self._pieces), default=0)
        line = Image.new("1", (right, height), 0)
        for x, piece in self._pieces:
            line.paste(piece, (x, height - piece.height))
        self.clear()
        return line

    def clear(self) -> None:
        """Throw the line away."""
        self._pieces.clear()
        self._x = 0


def strip(picture: Image.Image, height: int, align: Align, margin: int = 0, width: int = WIDTH) -> Image.Image:
    """A piece of paper of full width and ``height`` dots with a picture at its top; set pixels are black."""
    room = min(width, WIDTH - margin) - picture.width
    x = margin + {"left": 0, "centre": max(0, room // 2), "right": max(0, room)}[align]
    paper = Image.new("1", (WIDTH, max(height, picture.height)), 0)
    paper.paste(picture, (x, 0))
    return paper


def developed(strips: list[Image.Image]) -> Image.Image:
    """The strips one below the other as black on white, with a white margin to cut along."""
    border = LINE
    height = sum(piece.height for piece in strips)
    sheet = Image.new("L", (WIDTH + 2 * border, height + 2 * border), 255)
    y = border
    for piece in strips:
        sheet.paste(0, (border, y), piece)
        y += piece.height
    return sheet
