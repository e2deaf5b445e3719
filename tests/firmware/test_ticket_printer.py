"""The ticket printer: status, proof of print, paper that runs out, power that fails, and pictures."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from escpos.printer import Dummy
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from firmware.virtual.device import Setup
from firmware.virtual.escpos import Command, Reader, Text, Token
from firmware.virtual.faults import Handshake
from firmware.virtual.printer import BULK_IN, BULK_OUT, PrinterSettings, Ticket, TicketPrinter

if TYPE_CHECKING:
    from pathlib import Path

NUMBER = "012345678901234567"
PAYLOAD = b"JAKAJA:1:" + NUMBER.encode()
ITF = b"\x1dh\x64\x1dw\x03\x1dkF\x12" + NUMBER.encode()
QR = (
    b"\x1d(k\x03\x001C\x06\x1d(k\x03\x001E1"
    + b"\x1d(k"
    + (len(PAYLOAD) + 3).to_bytes(2, "little")
    + b"1P0"
    + PAYLOAD
    + b"\x1d(k\x03\x001Q0"
)
CUT = b"\x1dV\x00"
CENTRE = b"\x1ba\x01"
VOUCHER = b"\x1b@" + CENTRE + b"VOUCHER\n" + ITF + b"\n" + QR + b"\x1bd\x04" + CUT
TRUST = b"\x1d(H\x06\x0000n001"
TRUSTED = b"\x37\x22n001\x00"


class Bench:
    """A printer on a table, and a clock that stands still unless moved."""

    def __init__(self, **settings: object) -> None:
        self.printer = TicketPrinter(PrinterSettings(**settings))  # type: ignore[arg-type]
        self.at = 0.0

    def send(self, data: bytes) -> bytes:
        """Send in packets while the printer takes them, and read all answers."""
        while data and self.printer.ready(BULK_OUT, self.at) is Handshake.ACK:
            self.printer.accept(BULK_OUT, data[:64], self.at)
            data = data[64:]
        assert not data, "the printer is busy"
        return self.answers()

    def answers(self) -> bytes:
        heard = b""
        while isinstance(packet := self.printer.produce(BULK_IN, 64), bytes):
            heard += packet
        return heard

    def wait(self, seconds: float) -> bytes:
        self.at += seconds
        self.printer.tick(self.at)
        return self.answers()

    @property
    def complaints(self) -> object:
        return self.printer.facts()["complaints"]

    def causes(self) -> list[str]:
        return [ticket.cause for ticket in self.printer.tickets]

    def port_status(self) -> bytes | Handshake:
        return self.printer.control(Setup(0xA1, 1, 0, 0, 1), b"")


def codes_on(ticket: Ticket) -> set[tuple[str, bytes]]:
    """What an independent reader finds on the paper."""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(ticket.png)))
    return {(str(code.format), code.bytes) for code in found}


def darkness(ticket: Ticket) -> int:
    return Image.open(io.BytesIO(ticket.png)).histogram()[0]


def test_a_voucher_is_read_back_from_its_picture() -> None:
    bench = Bench()
    bench.send(VOUCHER)
    assert bench.causes() == ["cut"]
    assert codes_on(bench.printer.tickets[0]) == {("ITF", NUMBER.encode()), ("QR Code", PAYLOAD)}
    assert bench.complaints == ""


@pytest.mark.parametrize("data", [b"{BAb{{c-12", b"{C\x0c\x22\x38", b"{BTable{C\x0c\x22{B!", b"{AUP\x09", b"{B{1421"])
def test_code_128_in_every_code_set_is_read_back(data: bytes) -> None:
    bench = Bench()
    bench.send(CENTRE + b"\x1dh\x50\x1dw\x02\x1dkI" + bytes([len(data)]) + data + b"\n" + CUT)
    expected = {
        b"{BAb{{c-12": b"Ab{c-12",
        b"{C\x0c\x22\x38": b"123456",
        b"{BTable{C\x0c\x22{B!": b"Table1234!",
        b"{AUP\x09": b"UP\x09",
        b"{B{1421": b"421",
    }[data]
    assert codes_on(bench.printer.tickets[0]) == {("Code 128", expected)}


def test_tickets_fall_into_the_tray_as_files(tmp_path: Path) -> None:
    bench = Bench(tickets=str(tmp_path))
    bench.send(VOUCHER + b"half")
    bench.printer.jam("paper")
    bench.send(b"\n")
    bench.printer.clear_jam(bench.at)
    bench.send(VOUCHER)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ticket-0001.png", "ticket-0002.png"]
    bench.send(b"torn\n")
    bench.printer.power_cut()
    assert (tmp_path / "ticket-0003-power_cut.png").is_file()
    assert bench.printer.facts()["last_ticket"] == str(tmp_path / "ticket-0003-power_cut.png")


def test_a_new_printer_counts_on_from_what_lies_in_the_tray(tmp_path: Path) -> None:
    for number in (1, 2):
        Bench(tickets=str(tmp_path)).send(VOUCHER)
        assert (tmp_path / f"ticket-{number:04d}.png").is_file()


def test_a_font_that_is_none_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot be read .*: name a TrueType file"):
        Bench(font=str(tmp_path / "nothing.ttf"))


def test_a_cut_of_blank_paper_is_no_ticket() -> None:
    bench = Bench()
    bench.send(b"\n\n" + CUT)
    assert bench.causes() == []


# Status


def test_a_healthy_printer_says_so_in_every_way() -> None:
    bench = Bench()
    assert bench.send(b"\x10\x04\x01\x10\x04\x02\x10\x04\x03\x10\x04\x04") == b"\x12\x12\x12\x12"
    assert bench.send(b"\x1dr\x01\x1dr\x02") == b"\x00\x00"
    assert bench.port_status() == b"\x18"


def test_device_id_and_identity() -> None:
    bench = Bench(serial="TP000042")
    device_id = bench.printer.control(Setup(0xA1, 0, 0, 0, 255), b"")
    assert isinstance(device_id, bytes)
    assert int.from_bytes(device_id[:2], "big") == len(device_id)
    assert b"CLS:PRINTER;" in device_id
    assert bench.send(b"\x1dI\x44") == b"\x5fTP000042\x00"


def test_low_paper_is_told_but_printing_goes_on() -> None:
    bench = Bench()
    bench.printer.set_paper_low(bench.at)
    assert bench.send(b"\x10\x04\x04\x10\x04\x01\x1dr\x01") == b"\x1e\x12\x03"
    assert bench.port_status() == b"\x18"


def test_no_paper_is_told_off_line() -> None:
    bench = Bench()
    bench.printer.end_roll_after(0, bench.at)
    assert bench.send(b"\x10\x04\x01\x10\x04\x02\x10\x04\x04") == b"\x1a\x32\x7e"
    assert bench.port_status() == b"\x30"
    assert bench.send(b"\x1dr\x01") == b"", "what waits in the buffer cannot be answered"
    bench.printer.refill(bench.at)
    assert bench.answers() == b"\x00"


def test_an_open_cover_stops_and_a_closed_one_goes_on() -> None:
    bench = Bench()
    bench.printer.set_cover(bench.at, is_open=True)
    assert bench.send(b"\x10\x04\x01\x10\x04\x02") == b"\x1a\x16"
    bench.send(VOUCHER)
    assert bench.causes() == []
    bench.printer.set_cover(bench.at, is_open=False)
    assert bench.causes() == ["cut"]


def test_a_cutter_jam_is_told_and_tears_the_ticket() -> None:
    bench = Bench()
    bench.printer.jam("cutter")
    assert bench.send(VOUCHER + TRUST) == b""
    assert bench.causes() == ["jam"]
    assert bench.send(b"\x10\x04\x01\x10\x04\x02\x10\x04\x03") == b"\x1a\x52\x1a"
    bench.printer.clear_jam(bench.at)
    assert bench.answers() == TRUSTED
    bench.send(VOUCHER)
    assert bench.causes() == ["jam", "cut"]


def test_automatic_status_tells_each_change_once() -> None:
    bench = Bench()
    assert bench.send(b"\x1da\xff") == b"\x10\x00\x00\x00"
    bench.printer.set_cover(bench.at, is_open=True)
    assert bench.answers() == b"\x38\x00\x00\x00"
    bench.printer.set_cover(bench.at, is_open=False)
    bench.printer.set_paper_low(bench.at)
    bench.printer.end_roll_after(0, bench.at)
    assert bench.answers() == b"\x10\x00\x00\x00\x10\x00\x03\x00\x18\x00\x0f\x00"
    bench.printer.refill(bench.at)
    assert bench.send(b"\x1da\x00") == b"\x10\x00\x00\x00"
    bench.printer.set_cover(bench.at, is_open=True)
    assert bench.answers() == b""


# Proof of print


def test_the_proof_of_print_comes_after_the_paper_and_not_before() -> None:
    bench = Bench(dots_per_second=100)
    assert bench.send(b"one\ntwo\n" + TRUST) == b""
    assert bench.wait(0.3) == b""
    assert bench.send(b"\x10\x04\x01") == b"\x12", "real-time status does not wait"
    assert bench.wait(0.4) == TRUSTED


def test_paper_that_ends_in_the_middle_withholds_the_proof_and_leaves_two_pieces() -> None:
    bench = Bench()
    bench.printer.end_roll_after(4, bench.at)
    assert bench.send(VOUCHER + TRUST) == b""
    assert bench.causes() == ["paper_out"]
    assert bench.port_status() == b"\x30"
    bench.printer.refill(bench.at)
    assert bench.answers() == TRUSTED
    assert bench.causes() == ["paper_out", "continued"]
    first, second = bench.printer.tickets
    assert not first.whole
    assert not second.whole
    assert Image.open(io.BytesIO(first.png)).height == 4 * 30 + 60
    whole = Bench()
    whole.send(VOUCHER)
    assert darkness(first) + darkness(second) == darkness(whole.printer.tickets[0])


def test_the_ticket_after_a_torn_one_is_whole_again() -> None:
    bench = Bench()
    bench.printer.end_roll_after(4, bench.at)
    bench.send(VOUCHER)
    bench.printer.refill(bench.at)
    bench.send(VOUCHER)
    assert bench.causes() == ["paper_out", "continued", "cut"]


def test_a_power_cut_loses_the_buffer_and_tears_the_ticket() -> None:
    bench = Bench(dots_per_second=100)
    bench.send(VOUCHER + TRUST)
    bench.wait(0.5)
    bench.printer.power_cut()
    bench.printer.power_up(bench.at)
    assert bench.wait(100) == b""
    assert bench.causes() == ["power_cut"]
    torn = codes_on(bench.printer.tickets[0])
    assert torn == {("ITF", NUMBER.encode())}, "a torn piece may bear a number that can be read"
    bench.send(VOUCHER)
    bench.wait(100)
    assert bench.causes() == ["power_cut", "cut"]


def test_an_unplugged_printer_finishes_what_it_has() -> None:
    bench = Bench(dots_per_second=1000)
    bench.send(VOUCHER)
    bench.printer.bus_reset()
    bench.wait(10)
    assert bench.causes() == ["cut"]


@pytest.mark.parametrize("cancel", [b"\x10\x05\x02", b"\x10\x14\x08\x01\x03\x14\x01\x06\x02\x08"], ids=["ENQ", "DC4"])
def test_a_torn_ticket_can_be_cancelled_before_new_paper_comes(cancel: bytes) -> None:
    bench = Bench()
    bench.printer.end_roll_after(4, bench.at)
    bench.send(VOUCHER + TRUST)
    bench.send(cancel)
    bench.printer.refill(bench.at)
    assert bench.answers() == b""
    assert bench.causes() == ["paper_out"]


def test_a_full_buffer_is_busy_and_soft_reset_empties_it() -> None:
    bench = Bench()
    bench.printer.set_cover(bench.at, is_open=True)
    with pytest.raises(AssertionError, match="the printer is busy"):
        bench.send(b"x" * 10_000)
    bench.printer.control(Setup(0x21, 2, 0, 0, 0), b"")
    assert bench.printer.ready(BULK_OUT, bench.at) is Handshake.ACK


# Layout


@pytest.mark.parametrize(
    ("page", "raw"),
    [(b"\x1bt\x13", "Åbo, päivä, 5 €".encode("cp858")), (b"\x1bt\x12", "űrhajó Ő".encode("cp852"))],
    ids=["Finnish and Swedish", "Hungarian"],
)
def test_code_pages_of_the_three_languages_are_known(page: bytes, raw: bytes) -> None:
    bench = Bench()
    bench.send(page + raw + b"\n" + CUT)
    assert bench.causes() == ["cut"]
    assert bench.complaints == ""


def test_utf_8_prints_the_same_as_a_code_page_even_when_packets_split_a_letter() -> None:
    by_page, by_utf8 = Bench(), Bench()
    by_page.send(b"\x1bt\x13" + "päivää".encode("cp858") + b"\n" + CUT)
    for byte in b"\x1c(C\x02\x0002" + "päivää".encode() + b"\n" + CUT:
        by_utf8.send(bytes([byte]))
    assert by_utf8.printer.tickets[0].png == by_page.printer.tickets[0].png


def test_alignment_moves_the_text_and_size_grows_it() -> None:
    def inked(data: bytes) -> tuple[int, int, int, int]:
        bench = Bench()
        bench.send(data + CUT)
        picture = Image.open(io.BytesIO(bench.printer.tickets[0].png))
        box = picture.point(lambda shade: 255 - shade).getbbox()
        assert box is not None
        return box

    left, centre, right = (inked(b"\x1ba" + bytes([where]) + b"HH\n") for where in range(3))
    assert left[0] < centre[0] < right[0]
    assert abs((centre[0] + centre[2]) - 636) <= 4
    double = inked(b"\x1d!\x11HH\n")
    assert double[3] - double[1] == pytest.approx(2 * (left[3] - left[1]), abs=2)


def test_a_long_line_wraps_at_48_characters() -> None:
    heights = []
    for count in (48, 49):
        bench = Bench()
        bench.send(b"x" * count + b"\n" + CUT)
        heights.append(Image.open(io.BytesIO(bench.printer.tickets[0].png)).height)
    assert heights[1] - heights[0] == 30


def test_a_raster_picture_is_printed_dot_for_dot_even_with_commands_in_it() -> None:
    bench = Bench()
    rows = b"\x10\x04\x1b@\x1dV"
    bench.send(b"\x1dv0\x00\x02\x00\x03\x00" + rows + CUT)
    picture = Image.open(io.BytesIO(bench.printer.tickets[0].png)).crop((30, 30, 46, 33))
    assert picture.point(lambda shade: 255 - shade).convert("1").tobytes() == rows
    assert bench.complaints == ""


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x1bZ", "unknown command ESC Z"),
        (b"\x07", "unknown command 07"),
        (b"\x1d(Q\x02\x00ab", "unknown command GS ( Q 61 62"),
        (b"\x1bt\xfe", "unknown code page 254"),
        (b"\x10\x04\x09", "unknown command DLE EOT 09"),
        (b"\x1dkF\x03123", "ITF of '123': it takes an even number of digits"),
        (b"\x1dkA\x0b01234567890", "bar code of kind 65 is not supported"),
        (b"\x1d(k\x03\x001Q0", "two-dimensional code 31 51 30"),
        (b"\x1d(k\xd3\x0b1P0" + b"x" * 3024 + b"\x1d(k\x03\x001Q0", "3024 bytes are too many for a QR code"),
        (b"\x1dw\x06" + b"\x1dkF\x12" + NUMBER.encode(), "a picture of 952 dots does not fit in 576"),
    ],
)
def test_what_the_printer_cannot_do_is_remembered_for_the_test_to_fail_on(data: bytes, complaint: str) -> None:
    bench = Bench()
    bench.send(data + b"still printing\n" + CUT)
    assert bench.complaints == complaint
    assert bench.causes() == ["cut"]


@pytest.mark.parametrize("text", ["Pöytä 4, lunastettava 30 päivää", "Åbo, växel, 5 €", "Árvíztűrő tükörfúrógép Ő"])
def test_what_an_independent_command_builder_sends_is_understood(text: str) -> None:
    builder = Dummy()
    builder.hw("INIT")
    builder.set_with_default(align="center", bold=True, double_width=True, double_height=True)
    builder.text(text + "\n")
    builder.set_with_default(align="center")
    builder.barcode(NUMBER, "ITF", height=100, width=3, pos="BELOW", function_type="B", check=False)
    builder.qr(PAYLOAD.decode(), native=True, size=6)
    builder.image(Image.new("1", (64, 32), 0))
    builder.cut()
    bench = Bench()
    bench.send(builder.output)
    assert bench.complaints == ""
    assert bench.causes() == ["cut"]
    assert codes_on(bench.printer.tickets[0]) == {("ITF", NUMBER.encode()), ("QR Code", PAYLOAD)}


# Tokens


@given(st.integers(1, 30))
def test_tokens_do_not_depend_on_where_packets_end(step: int) -> None:
    def tokens(size: int) -> list[Token]:
        reader, found = Reader(), list[Token]()
        for start in range(0, len(VOUCHER), size):
            found += reader.feed(VOUCHER[start : start + size])
        assert reader.unfinished == 0
        return found

    def joined(found: list[Token]) -> list[Token]:
        merged: list[Token] = []
        for token in found:
            if isinstance(token, Text) and merged and isinstance(merged[-1], Text):
                merged[-1] = Text(merged[-1].raw + token.raw)
            else:
                merged.append(token)
        return merged

    assert joined(tokens(step)) == tokens(len(VOUCHER))


LEADS = [bytes((lead, second)) for lead in (0x10, 0x1B, 0x1C, 0x1D) for second in range(4, 128)]
LEADS += [
    b"\x1d(k\x02\x001",
    b"\x1d(k\x03\x001Q0",
    b"\x1d(k\x05\x001P0ab",
    b"\x1dv0\x00\x01\x00\x02\x00",
    b"\x1b3\x00",
]
LEADS += [b"\x1d(k\x00\x00", b"\x1dv0\x00\x00\x00\x01\x00", b"\x1bd\x00", b"\x1b{\x01\n", CUT]


@given(st.lists(st.sampled_from(LEADS) | st.binary(max_size=6), max_size=40).map(b"".join))
def test_no_bytes_whatever_crash_the_printer(noise: bytes) -> None:
    bench = Bench()
    bench.printer.accept(BULK_OUT, noise, 0.0)
    assert bench.printer.control(Setup(0xA1, 1, 0, 0, 1), b"") == b"\x18"


def test_commands_are_named_as_manuals_name_them() -> None:
    found = list(Reader().feed(b"\x1d(k\x03\x001C\x06\x1b \x05\x10\x04\x01"))
    assert [token.name for token in found if isinstance(token, Command)] == ["GS ( k", "ESC SP", "DLE EOT"]
