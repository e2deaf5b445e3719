"""The ticket's bytes: what must stand on it, in letters the printer has, and no hidden command."""

import re

import pytest
from escpos.printer import Dummy
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cashier.devices.ticket_layout import (
    COLUMNS,
    TicketText,
    encode_text,
    itf,
    logo,
    qr_payload,
    ticket_bytes,
)
from cashier.money import Money
from cashier.records import PrintTicket, VoucherNumber
from cashier.ticket_number import grouped

NUMBER = VoucherNumber("123456789012345678")
TICKET = PrintTicket(number=NUMBER, amount=Money(12345), issued_at=0, expires=86_400, state="sent")
REAL_TIME_COMMAND = re.compile(rb"\x10[\x04\x05\x14]")
"""DLE EOT, DLE ENQ and DLE DC4 are obeyed wherever they stand, even inside a picture."""


def text(**changes: str) -> TicketText:
    fields = {
        "house": "Table 7",
        "title": "CASH-OUT TICKET",
        "amount": "€123.45",
        "number_label": "Validation number",
        "issued": "Issued 30.11.2026 12:00",
        "expires": "Good until 30.12.2026",
        "machine": "Kiosk 1",
        "currency": "EUR",
    }
    return TicketText(**fields | changes)


def test_the_number_is_grouped_for_reading_aloud() -> None:
    assert grouped(NUMBER) == "12-3456-7890-1234-5678"


def test_the_qr_holds_mark_number_amount_and_currency() -> None:
    assert qr_payload(TICKET, "EUR") == "JKJ1:123456789012345678:12345:EUR"
    assert b"JKJ1:123456789012345678:12345:EUR" in ticket_bytes(TICKET, text())


def test_the_barcode_is_itf_of_18_digits_three_dots_wide_and_tall_enough() -> None:
    assert itf(NUMBER) == bytes.fromhex("1d 68 78 1d 77 03 1d 48 00 1d 6b 46 12") + b"123456789012345678"


def test_python_escpos_writes_the_same_barcode(capsys: pytest.CaptureFixture[str]) -> None:
    peer = Dummy(profile="TM-T88V")
    peer.barcode(NUMBER, "ITF", height=120, width=3, pos="OFF", align_ct=False, function_type="B")
    assert itf(NUMBER).replace(b"\x1dH\x00", b"\x1df\x00\x1dH\x00") == peer.output
    assert capsys.readouterr().out == "Using hardware barcode renderer\n"


def test_a_ticket_begins_fresh_and_ends_with_the_cut(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ticket_bytes(TICKET, text())
    assert printed.startswith(b"\x1b@")
    assert printed.endswith(b"\x1dV\x00")
    assert capsys.readouterr().out == ""


def test_everything_a_ticket_must_say_stands_on_it() -> None:
    printed = ticket_bytes(TICKET, text())
    for words in ("Table 7", "CASH-OUT TICKET", "123.45", "12-3456-7890-1234-5678", "30.11.2026", "30.12.2026"):
        assert words.encode() in printed


def test_a_demo_ticket_says_twice_and_large_that_it_has_no_value() -> None:
    assert ticket_bytes(TICKET, text(no_value="NO VALUE")).count(b"\x1d!\x11\x1bE\x01\x1bt\x13NO VALUE\n") == 2
    assert b"NO VALUE" not in ticket_bytes(TICKET, text())


def test_no_real_time_command_hides_in_a_ticket() -> None:
    assert REAL_TIME_COMMAND.search(ticket_bytes(TICKET, text(house="\x10\x04\x01", machine="\x10\x14\x08"))) is None


@pytest.mark.parametrize("letter", "åäöÅÄÖéÉáíóúüÜ€")
def test_finnish_swedish_and_most_hungarian_letters_and_the_euro_stay_in_page_858(letter: str) -> None:
    assert encode_text(letter) == b"\x1bt\x13" + letter.encode("cp858")


@pytest.mark.parametrize(("letter", "code"), [("ő", 0x8B), ("Ő", 0x8A), ("ű", 0xFB), ("Ű", 0xEB)])
def test_hungarian_double_acutes_are_taken_from_page_852(letter: str, code: int) -> None:
    assert encode_text(letter) == bytes((0x1B, 0x74, 18, code))


def test_a_text_changes_page_only_where_it_must() -> None:
    assert encode_text("öt ő, € 5") == b"\x1bt\x13\x94t \x1bt\x12\x8b, \x1bt\x13\xd5 5"


def test_fine_typography_becomes_plain_and_what_no_page_has_a_question_mark() -> None:
    words = "1\N{NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}€ \N{EN DASH} \N{CJK UNIFIED IDEOGRAPH-724C}"
    assert encode_text(words) == b"\x1bt\x131 234 \xd5 - ?"


@given(st.text())
def test_no_text_can_hold_a_command(words: str) -> None:
    letters = re.sub(rb"\x1bt[\x12\x13]", b"", encode_text(words))
    assert all(byte >= 0x20 and byte != 0x7F for byte in letters)


def test_an_amount_too_long_for_its_size_is_printed_smaller_and_long_lines_are_wrapped() -> None:
    printed = ticket_bytes(TICKET, text(amount="€123,456,789,012.00"))
    assert b"\x1d!\x11\x1bE\x01\x1bt\x13\xd5123,456,789,012.00\n" in printed
    words = ("Kiosk by the door of the room with a long name. " * 3).strip()
    lines = ticket_bytes(TICKET, text(machine=words)).split(b"\n")
    assert all(len(re.sub(rb"\x1b..|\x1d..", b"", line)) <= COLUMNS for line in lines if b"door" in line)


def test_the_logo_is_a_star_with_all_its_symmetries() -> None:
    star = logo()
    assert star.size == (165, 165)
    for turn in (Image.Transpose.ROTATE_90, Image.Transpose.FLIP_LEFT_RIGHT):
        assert star.transpose(turn).tobytes() == star.tobytes()
    assert star.histogram()[0] == 8 * 8 * 8 * 25
