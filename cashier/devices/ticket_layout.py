"""A ticket's face as ESC/POS bytes: logo, texts, amount, ITF and QR.

The paper is 80 mm wide with at least 512 dots, 42 characters of font A. Texts come ready in the player's language;
this module knows where they stand and how their letters are encoded. Barcode and QR both carry the validation number,
since either can be damaged.

The QR holds `JKJ1:<number>:<amount>:<currency>`: a fixed mark of this form's first version, the 18 digits, the amount
in minor units, and the ISO 4217 code, and the table's signature where it signs (`cashier.tickets`).

Commands by Epson's public ESC/POS reference; style, raster, QR and cut are built by python-escpos.
"""

import textwrap
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
import qrcode
from escpos.printer import Dummy
from PIL import Image

from cashier.records import PrintTicket, VoucherNumber
from cashier.ticket_number import grouped
from cashier.tickets import MARK

COLUMNS: Final = 42
_PROFILE: Final = "TM-T88V"
_LOGO_PETAL: Final = 8
_LOGO_STITCH: Final = 5
_LARGEST_TEXT: Final = 3
PAPER_DOTS: Final = 512
"""Dots across the narrowest paper that tickets are made for."""
_QR_DOTS: Final = 6
_QR_CORRECTION_L: Final = 0
_QR_CORRECTION_M: Final = 1
_ITF_MODULE_DOTS: Final = 3
_ITF_HEIGHT_DOTS: Final = 120

_CODE_PAGES: Final[dict[int, str]] = {19: "cp858", 18: "cp852"}
"""ESC t numbers and Python's names: western letters and the euro sign, then the Hungarian ones."""

_FIRST_PAGE: Final = 19
_LIKENESSES: Final = str.maketrans(
    {
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{THIN SPACE}": " ",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{MIDDLE DOT}": "-",
        "\N{BULLET}": "-",
    }
)
"""Signs of fine typography that no code page of the printer has, and what stands for them."""


class TicketText(msgspec.Struct, frozen=True):
    """A ticket's texts, ready to print. `no_value` is empty on a ticket that is worth something."""

    house: str
    title: str
    amount: str
    number_label: str
    issued: str
    expires: str
    machine: str
    currency: str
    no_value: str = ""
    proof: str = ""
    """What follows in the QR of a ticket that the table has signed (`cashier.tickets`)."""


def ticket_bytes(ticket: PrintTicket, text: TicketText) -> bytes:
    """All bytes of one ticket, from initialising to the cut."""
    number = grouped(ticket.number)
    notice = _line(text.no_value, size=2, bold=True) if text.no_value else b""
    parts = (
        b"\x1b@",
        _built(lambda paper: paper.set(align="center")),
        _built(lambda paper: paper.image(logo())),
        _line(""),
        _line(text.house, bold=True),
        _line(text.title, size=2),
        notice,
        _line(text.amount, size=_LARGEST_TEXT, bold=True),
        _line(""),
        itf(ticket.number),
        _line(""),
        _line(text.number_label),
        _line(number, bold=True),
        _line(""),
        _qr(qr_payload(ticket, text.currency, text.proof)),
        _line(""),
        _line(text.issued),
        _line(text.expires),
        _line(text.machine),
        notice,
        _built(lambda paper: paper.cut()),
    )
    return b"".join(parts)


def cut_off() -> bytes:
    """Cut off what hangs out of the printer: half a ticket that broke off would be one piece with the next."""
    return b"\x1b@" + _built(lambda paper: paper.cut())


def slip_bytes(lines: Iterable[str]) -> bytes:
    """All bytes of a slip of plain text that is no ticket, from initialising to the cut."""
    return b"".join((b"\x1b@", *map(_line, lines), _built(lambda paper: paper.cut())))


def code_slip_bytes(above: Iterable[str], code: str, below: Iterable[str]) -> bytes:
    """All bytes of a slip with one large QR between its lines, its modules as large as the paper's width allows."""
    size = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=0)
    size.add_data(code)
    size.make(fit=True)
    dots = min(_QR_DOTS, PAPER_DOTS // size.modules_count)
    picture = _built(lambda paper: paper.qr(code, ec=_QR_CORRECTION_L, size=dots, native=True))
    centred = _built(lambda paper: paper.set(align="center"))
    left = _built(lambda paper: paper.set(align="left"))
    lines = b"".join(map(_line, above)), b"".join(map(_line, below))
    cut = _built(lambda paper: paper.cut())
    return b"".join((b"\x1b@", lines[0], centred, picture, _line(""), left, lines[1], cut))


def qr_payload(ticket: PrintTicket, currency: str, proof: str = "") -> str:
    """What the QR holds; see above."""
    plain = f"{MARK}:{ticket.number}:{ticket.amount}:{currency}"
    return f"{plain}:{proof}" if proof else plain


def itf(number: VoucherNumber) -> bytes:
    """The number as Interleaved 2 of 5, without a text line of the printer's own (GS h, GS w, GS H, GS k 70)."""
    shape = bytes((0x1D, 0x68, _ITF_HEIGHT_DOTS, 0x1D, 0x77, _ITF_MODULE_DOTS, 0x1D, 0x48, 0))
    return shape + bytes((0x1D, 0x6B, 70, len(number))) + number.encode("ascii")


def encode_text(text: str) -> bytes:
    """The text in the printer's code pages, with ESC t before each change of page, beginning in an unknown one.

    Control characters become `?`, so that no text can hold a command; so do letters that no page has.
    """
    encoded = bytearray()
    page = None
    for letter in text.translate(_LIKENESSES):
        needed, code = _letter(letter, page if page is not None else _FIRST_PAGE)
        if needed != page:
            encoded += bytes((0x1B, 0x74, needed))
            page = needed
        encoded += code
    return bytes(encoded)


def logo() -> Image.Image:
    """An eight-petalled knitted star, black on white, one square of dots for each stitch."""
    reach = 2 * _LOGO_PETAL
    side = 2 * reach + 1
    stitches = Image.new("1", (side, side), 1)
    for x in range(side):
        for y in range(side):
            near, far = sorted((abs(x - reach), abs(y - reach)))
            if 1 <= near <= _LOGO_PETAL and near < far <= near + _LOGO_PETAL:
                stitches.putpixel((x, y), 0)
    return stitches.resize((side * _LOGO_STITCH, side * _LOGO_STITCH), Image.Resampling.NEAREST)


def _letter(letter: str, page: int) -> tuple[int, bytes]:
    """The page that has the letter, the current one if it can be, and the letter's code there."""
    for number in (page, *_CODE_PAGES):
        try:
            code = letter.encode(_CODE_PAGES[number])
        except UnicodeEncodeError:
            continue
        if letter.isprintable():
            return number, code
        break
    return page, b"?"


def _qr(content: str) -> bytes:
    """The content as a QR drawn by the printer."""
    return _built(lambda paper: paper.qr(content, ec=_QR_CORRECTION_M, size=_QR_DOTS, native=True))


def _line(text: str, size: int = 1, bold: bool = False) -> bytes:
    """One line of text, smaller if it is too long for its size and wrapped if it is too long for any."""
    while size > 1 and len(text) * size > COLUMNS:
        size -= 1
    style = _built(lambda paper: paper.set(custom_size=True, width=size, height=size, bold=bold))
    lines = textwrap.wrap(text, COLUMNS) or [""]
    return style + b"".join(encode_text(line) + b"\n" for line in lines)


def _built(build: Callable[[Any], None]) -> bytes:
    """The bytes of one python-escpos call."""
    paper = Dummy(profile=_PROFILE)
    build(paper)
    return bytes(paper.output)
