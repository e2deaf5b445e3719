"""From ESC/POS tokens to strips of paper: the part of a printer that knows what commands mean.

A command that is unknown, or cannot be carried out, changes nothing and leaves one line in
``complaints``; a real printer would print rubbish or nothing, and a test wants to know.
Source: Epson's public ESC/POS command reference.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from PIL import Image

from firmware.virtual import barcodes
from firmware.virtual.barcodes import QrSettings
from firmware.virtual.escpos import Command, Text, Token
from firmware.virtual.paper import LINE, WIDTH, Align, LineBuffer, Style, Typeface, strip

if TYPE_CHECKING:
    from collections.abc import Callable

_CODE_PAGES = {
    0: "cp437",
    2: "cp850",
    3: "cp860",
    4: "cp863",
    5: "cp865",
    13: "cp857",
    14: "cp737",
    15: "iso8859_7",
    16: "cp1252",
    17: "cp866",
    18: "cp852",
    19: "cp858",
    39: "iso8859_2",
    40: "iso8859_15",
    45: "cp1250",
    46: "cp1251",
}
_UTF_8 = bytes((48, 50))
_ALIGNS: dict[int, Align] = {0: "left", 1: "centre", 2: "right", 48: "left", 49: "centre", 50: "right"}
_PROCESS_ID = 48
_RASTER_HEAD = 6
_MAX_COMPLAINTS = 100


class Strip(msgspec.Struct, frozen=True):
    """A full-width piece to print; set pixels are black."""

    picture: Image.Image


class Cut(msgspec.Struct, frozen=True):
    """Cut the paper here."""


class Answer(msgspec.Struct, frozen=True):
    """Bytes for the host, once everything before them is on paper."""

    data: bytes


class StatusQuestion(msgspec.Struct, frozen=True):
    """``GS r``: answer with the status ``kind`` (1 paper, 2 drawer) at that moment."""

    kind: int


class StatusSwitch(msgspec.Struct, frozen=True):
    """``GS a``: which changes are to be told without being asked."""

    mask: int


Output: TypeAlias = Strip | Cut | Answer | StatusQuestion | StatusSwitch


class _BarSettings(msgspec.Struct, frozen=True):
    height: int = 162
    module: int = 3
    text: int = 0
    text_font: int = 0


class Typesetter:
    """Holds the modes that commands set, and the line that is being set."""

    def __init__(self, typeface: Typeface, identity: dict[int, str]) -> None:
        self.complaints: list[str] = []
        self._typeface = typeface
        self._identity = identity
        self._line = LineBuffer(typeface)
        self._commands = self._table()
        self.reset()

    def reset(self) -> None:
        """``ESC @``: every mode as after power-up, the unfinished line gone."""
        self._line.clear()
        self._style = Style()
        self._align: Align = "left"
        self._spacing = LINE
        self._margin = 0
        self._width = WIDTH
        self._bars = _BarSettings()
        self._qr = QrSettings()
        self._qr_data = b""
        self._choose_encoding("cp437")

    def set(self, token: Token) -> list[Output]:
        """Carry out one token; returns what is to happen on paper and on the wire, in order."""
        if isinstance(token, Text):
            return self._text(self._decoder.decode(token.raw))
        act = self._commands.get(token.name) if token.known else None
        if act is None:
            return self.complain(f"unknown command {token.name} {token.data[:16].hex(' ')}".rstrip())
        return act(token) or []

    def _table(self) -> dict[str, Callable[[Command], list[Output] | None]]:
        return {
            "LF": lambda _: [self._end_line()],
            "CR": lambda _: None,
            "HT": lambda _: self._line.tab(self._style),
            "ESC @": lambda _: self.reset(),
            "ESC !": self._print_mode,
            "ESC E": lambda it: self._restyle(bold=bool(it.value & 1)),
            "ESC G": lambda it: self._restyle(bold=bool(it.value & 1)),
            "ESC M": lambda it: self._restyle(font=it.value & 1),
            "ESC -": lambda it: self._restyle(underline=it.value & 3),
            "ESC {": lambda it: self._restyle(upside_down=bool(it.value & 1)),
            "ESC SP": lambda it: self._restyle(spacing=it.value),
            "ESC a": self._set_align,
            "ESC t": self._set_code_page,
            "ESC R": lambda it: None if it.value == 0 else self.complain(f"character set {it.value}"),
            "ESC 2": lambda _: self._set_spacing(LINE),
            "ESC 3": lambda it: self._set_spacing(it.value),
            "ESC d": self._feed_lines,
            "ESC J": lambda it: [*self._flush(), self._blank(it.value)],
            "ESC $": lambda it: self._line.go(int.from_bytes(it.data, "little")),
            "ESC p": lambda _: None,
            "ESC c": lambda _: None,
            "ESC =": lambda _: None,
            "FS ( C": self._set_utf8,
            "GS !": lambda it: self._restyle(wide=(it.value >> 4 & 7) + 1, high=(it.value & 7) + 1),
            "GS B": lambda it: self._restyle(reverse=bool(it.value & 1)),
            "GS b": lambda _: None,
            "GS L": self._set_margin,
            "GS W": self._set_width,
            "GS h": lambda it: self._rebar(height=max(1, it.value)),
            "GS w": lambda it: self._rebar(module=min(6, max(1, it.value))),
            "GS H": lambda it: self._rebar(text=it.value & 3),
            "GS f": lambda it: self._rebar(text_font=it.value & 1),
            "GS k": self._barcode,
            "GS ( k": self._qr_function,
            "GS v": self._raster,
            "GS V": self._cut,
            "GS a": lambda it: [StatusSwitch(it.value)],
            "GS r": lambda it: [StatusQuestion(it.value & 0x0F)],
            "GS I": self._identify,
            "GS ( H": self._process_id,
        }

    # Text

    def _text(self, text: str) -> list[Output]:
        printed: list[Output] = []
        for character in text:
            if not self._line.fits(self._style, min(self._width, WIDTH - self._margin)):
                printed.append(self._end_line())
            self._line.add(character, self._style)
        return printed

    def _end_line(self) -> Strip:
        picture = self._line.take()
        if self._style.upside_down:
            picture = picture.rotate(180)
        return Strip(strip(picture, self._spacing, self._align, self._margin, self._width))

    def _flush(self) -> list[Output]:
        return [] if self._line.empty else [self._end_line()]

    def _blank(self, dots: int) -> Strip:
        return Strip(Image.new("1", (WIDTH, dots), 0))

    def _feed_lines(self, command: Command) -> list[Output]:
        return [*self._flush(), self._blank(command.value * self._spacing)]

    def _print_mode(self, command: Command) -> None:
        bits = command.value
        self._restyle(
            font=bits & 1,
            bold=bool(bits & 8),
            high=2 if bits & 16 else 1,
            wide=2 if bits & 32 else 1,
            underline=bits >> 7,
        )

    def _restyle(self, **changes: int) -> None:
        self._style = msgspec.structs.replace(self._style, **changes)

    def _set_align(self, command: Command) -> list[Output] | None:
        if command.value not in _ALIGNS:
            return self.complain(f"alignment {command.value}")
        self._align = _ALIGNS[command.value]
        return None

    def _set_code_page(self, command: Command) -> list[Output] | None:
        if command.value not in _CODE_PAGES:
            return self.complain(f"unknown code page {command.value}")
        self._choose_encoding(_CODE_PAGES[command.value])
        return None

    def _set_utf8(self, command: Command) -> list[Output] | None:
        if command.data != _UTF_8:
            return self.complain(f"character encoding {command.data.hex(' ')}")
        self._choose_encoding("utf-8")
        return None

    def _choose_encoding(self, name: str) -> None:
        self._decoder = codecs.getincrementaldecoder(name)("replace")

    def _set_spacing(self, dots: int) -> None:
        self._spacing = dots

    def _set_margin(self, command: Command) -> None:
        self._margin = min(int.from_bytes(command.data, "little"), WIDTH - 1)

    def _set_width(self, command: Command) -> None:
        self._width = max(self._style.cell[0], min(int.from_bytes(command.data, "little"), WIDTH))

    # Pictures

    def _picture(self, picture: Image.Image, height: int = 0) -> list[Output]:
        if picture.width > self._width:
            return self.complain(f"a picture of {picture.width} dots does not fit in {self._width}")
        return [*self._flush(), Strip(strip(picture, height, self._align, self._margin, self._width))]

    def _raster(self, command: Command) -> list[Output]:
        mode = command.data[1] & 3
        if len(command.data) == _RASTER_HEAD:
            return self.complain("a picture without dots")
        columns = int.from_bytes(command.data[2:4], "little") * 8
        rows = int.from_bytes(command.data[4:6], "little")
        picture = Image.frombytes("1", (columns, rows), command.data[6:])
        size = (columns * (2 if mode & 1 else 1), rows * (2 if mode & 2 else 1))
        return self._picture(picture.resize(size, Image.Resampling.NEAREST))

    def _barcode(self, command: Command) -> list[Output]:
        kind = command.value
        data = command.data[2:] if kind >= 65 else command.data[1:-1]
        try:
            if kind in (5, 70):
                widths = barcodes.itf(data.decode("latin-1"), self._bars.module)
                text = data.decode("latin-1")
            elif kind == 73:
                widths = barcodes.code128(data, self._bars.module)
                text = data.decode("latin-1").replace("{A", "").replace("{B", "")
            else:
                return self.complain(f"bar code of kind {kind} is not supported")
        except ValueError as problem:
            return self.complain(str(problem))
        printed = self._picture(barcodes.bars(widths, self._bars.height))
        caption = self._caption(text)
        above = [caption] if self._bars.text & 1 else []
        below = [caption] if self._bars.text & 2 else []
        return [*above, *printed, *below] if printed else []

    def _caption(self, text: str) -> Strip:
        line = LineBuffer(self._typeface)
        style = Style(font=self._bars.text_font)
        for character in text:
            line.add(character, style)
        return Strip(strip(line.take(), style.cell[1], self._align, self._margin, self._width))

    def _rebar(self, **changes: int) -> None:
        self._bars = msgspec.structs.replace(self._bars, **changes)

    def _qr_function(self, command: Command) -> list[Output] | None:
        match list(command.data):
            case [49, 65, *_]:
                pass
            case [49, 67, module]:
                self._qr = msgspec.structs.replace(self._qr, module=min(16, max(1, module)))
            case [49, 69, level]:
                self._qr = msgspec.structs.replace(self._qr, level=level)
            case [49, 80, 48, *content]:
                self._qr_data = bytes(content)
            case [49, 81, 48] if self._qr_data:
                return self._print_qr()
            case _:
                return self.complain(f"two-dimensional code {command.data[:16].hex(' ')}")
        return None

    def _print_qr(self) -> list[Output]:
        try:
            return self._picture(barcodes.qr(self._qr_data, self._qr))
        except ValueError as problem:
            return self.complain(str(problem))

    # The rest

    def _cut(self, command: Command) -> list[Output]:
        feed = [self._blank(command.data[1])] if command.value >= 65 else []
        return [*self._flush(), *feed, Cut()]

    def _identify(self, command: Command) -> list[Output]:
        if command.value in (1, 49):
            return [Answer(b"\x20")]
        text = self._identity.get(command.value)
        if text is None:
            return self.complain(f"identity {command.value}")
        return [Answer(b"\x5f" + text.encode("ascii") + b"\0")]

    def _process_id(self, command: Command) -> list[Output]:
        if len(command.data) != 6 or command.value != _PROCESS_ID:
            return self.complain(f"response request {command.data.hex(' ')}")
        return [Answer(b"\x37\x22" + command.data[2:] + b"\0")]

    def complain(self, text: str) -> list[Output]:
        """Remember what could not be done (the first hundred times); nothing is printed for it."""
        if len(self.complaints) < _MAX_COMPLAINTS:
            self.complaints.append(text)
        return []
