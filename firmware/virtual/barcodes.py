"""Bars and dots of the codes on a ticket, as pictures of one pixel a dot.

Sources: ISO/IEC 16390 (Interleaved 2 of 5), ISO/IEC 15417 (Code 128); QR codes come from the ``qrcode``
package. Wide bars follow Epson's table of module widths.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
import qrcode
import qrcode.constants
from PIL import Image, ImageDraw
from qrcode.exceptions import DataOverflowError

Widths: TypeAlias = tuple[int, ...]
"""Widths in dots, bars and spaces by turns, a bar first."""

_ITF_DIGITS = ("nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn")
_WIDE_DOTS = {1: 3, 2: 5, 3: 8, 4: 10, 5: 13, 6: 16}

_CODE_128 = (
    "212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222"
    "123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321"
    "232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121"
    "313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224"
    "111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111"
    "111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113"
    "114311411113411311113141114131311141411131211412211214211232"
)
"""Six widths for each symbol value."""

_CODE_128_STOP = "2331112"
_START = {"A": 103, "B": 104, "C": 105}
_SWITCH = {"A": 101, "B": 100, "C": 99}
_FNC1 = 102
_QR_LEVELS = {
    48: qrcode.constants.ERROR_CORRECT_L,
    49: qrcode.constants.ERROR_CORRECT_M,
    50: qrcode.constants.ERROR_CORRECT_Q,
    51: qrcode.constants.ERROR_CORRECT_H,
}


class QrSettings(msgspec.Struct, frozen=True):
    """Dots per module (1 to 16) and error correction level (48 is L, 51 is H)."""

    module: int = 3
    level: int = 48


def itf(digits: str, module: int) -> Widths:
    """Interleaved 2 of 5; raises ``ValueError`` unless there is an even number of digits."""
    if not digits.isascii() or not digits.isdecimal() or len(digits) % 2:
        raise ValueError(f"ITF of {digits!r}: it takes an even number of digits")
    narrow, wide = module, _WIDE_DOTS[module]
    widths = [narrow] * 4
    for bars, spaces in zip(digits[::2], digits[1::2], strict=True):
        for bar, space in zip(_ITF_DIGITS[int(bars)], _ITF_DIGITS[int(spaces)], strict=True):
            widths += [wide if bar == "w" else narrow, wide if space == "w" else narrow]
    return (*widths, wide, narrow, narrow)


def code128(data: bytes, module: int) -> Widths:
    """Code 128 from ESC/POS data (``{A``, ``{B``, ``{C`` choose the set); raises ``ValueError`` for nonsense."""
    values = _code128_values(data)
    check = (values[0] + sum(place * value for place, value in enumerate(values[1:], 1))) % 103
    symbols = "".join(_CODE_128[6 * value : 6 * value + 6] for value in (*values, check))
    return tuple(int(width) * module for width in symbols + _CODE_128_STOP)


def qr(data: bytes, settings: QrSettings) -> Image.Image:
    """A QR code without its quiet zone, which the paper gives; raises ``ValueError`` for too much data."""
    code = qrcode.QRCode(error_correction=_QR_LEVELS.get(settings.level, qrcode.constants.ERROR_CORRECT_L), border=0)
    try:
        code.add_data(data)
        code.make(fit=True)
    except (DataOverflowError, ValueError) as problem:
        raise ValueError(f"{len(data)} bytes are too many for a QR code") from problem
    matrix = code.get_matrix()
    picture = Image.new("1", (len(matrix), len(matrix)), 0)
    picture.putdata([1 if dot else 0 for row in matrix for dot in row])
    size = len(matrix) * settings.module
    return picture.resize((size, size), Image.Resampling.NEAREST)


def bars(widths: Widths, height: int) -> Image.Image:
    """The picture of a bar code: set pixels are black."""
    picture = Image.new("1", (sum(widths), height), 0)
    draw = ImageDraw.Draw(picture)
    x = 0
    for index, width in enumerate(widths):
        if index % 2 == 0:
            draw.rectangle((x, 0, x + width - 1, height - 1), fill=1)
        x += width
    return picture


def _code128_values(data: bytes) -> list[int]:
    if data[:2] not in (b"{A", b"{B", b"{C"):
        raise ValueError(f"Code 128 of {data!r}: it must begin with a code set, {{A, {{B or {{C")
    current = chr(data[1])
    values = [_START[current]]
    rest = data[2:]
    while rest:
        if rest[:1] == b"{":
            mark = rest[1:2].decode("latin-1")
            rest = rest[2:]
            if mark in _SWITCH:
                current = mark
                values.append(_SWITCH[mark])
            elif mark == "1":
                values.append(_FNC1)
            elif mark == "{" and current == "B":
                values.append(ord("{") - 32)
            else:
                raise ValueError(f"Code 128 of {data!r}: {{{mark} is not supported in code set {current}")
            continue
        values.append(_code128_value(current, rest[0], data))
        rest = rest[1:]
    return values


def _code128_value(code_set: str, byte: int, data: bytes) -> int:
    if code_set == "C" and byte < 100:
        return byte
    if code_set == "B" and 32 <= byte < 128:
        return byte - 32
    if code_set == "A" and byte < 96:
        return byte - 32 if byte >= 32 else byte + 64
    raise ValueError(f"Code 128 of {data!r}: byte {byte} has no place in code set {code_set}")
