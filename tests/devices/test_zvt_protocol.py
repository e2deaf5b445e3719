"""ZVT's blocks, fields and messages: vectors written out by hand, two ends that share no code, and noise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices import zvt_codes, zvt_frames
from cashier.devices import zvt_messages as zvt
from cashier.devices.zvt_fields import (
    SHAPES,
    Bmp,
    Malformed,
    Tlv,
    Var,
    from_bcd,
    last_digits,
    read_fields,
    read_tlv,
    to_bcd,
    write_field,
    write_tlv,
)
from cashier.devices.zvt_frames import FrameReader, Signal
from cashier.devices.zvt_messages import Apdu, Control, Totals

T1 = 0.2
EURO = 978


def heard(wire: bytes, at: float = 0.0) -> list[zvt_frames.Heard]:
    return FrameReader(T1).feed(wire, at)


# -- blocks -------------------------------------------------------------------------------------------------------

BLOCKS = {
    "received": ("80 00 00", "10 02 80 00 00 10 03 f5 1f"),
    "registration": ("06 00 06 00 00 00 be 09 78", "10 02 06 00 06 00 00 00 be 09 78 10 03 3c aa"),
    "a DLE in the data": ("06 d1 02 00 10", "10 02 06 d1 02 00 10 10 10 03"),
    "a DLE as length": ("06 01 10" + 16 * " 00", "10 02 06 01 10 10" + 16 * " 00" + " 10 03"),
}


@pytest.mark.parametrize(("apdu", "wire"), BLOCKS.values(), ids=BLOCKS.keys())
def test_blocks_by_hand(apdu: str, wire: str) -> None:
    encoded = zvt_frames.encode(bytes.fromhex(apdu))
    assert encoded.hex(" ").startswith(wire)
    assert heard(encoded) == [bytes.fromhex(apdu)]


def test_the_crc_of_the_nine_digits_is_the_catalogues() -> None:
    """CRC-16/KERMIT: 0x2189 over "123456789"."""
    assert zvt_frames.crc(b"123456789") == 0x2189


def test_signals_stand_between_blocks() -> None:
    block = zvt_frames.encode(bytes.fromhex("800000"))
    assert heard(b"\x06" + block + b"\x15") == [Signal.ACK, bytes.fromhex("800000"), Signal.NAK]


def test_an_acknowledging_byte_inside_a_block_is_data() -> None:
    inside = bytes.fromhex("06 d1 04 00 06 15 06".replace(" ", ""))
    assert heard(zvt_frames.encode(inside)) == [inside]


def test_a_block_that_pauses_longer_than_t1_is_broken_and_the_next_one_is_read() -> None:
    reader, block = FrameReader(T1), zvt_frames.encode(bytes.fromhex("800000"))
    assert reader.feed(block[:5], 1.0) == []
    assert reader.feed(b"", 1.0 + T1) == []
    assert reader.feed(b"", 1.01 + T1) == [Signal.BROKEN]
    assert reader.feed(block, 2.0) == [bytes.fromhex("800000")]


def test_a_block_that_breaks_into_another_is_read() -> None:
    block = zvt_frames.encode(bytes.fromhex("800000"))
    assert heard(block[:4] + block) == [Signal.BROKEN, bytes.fromhex("800000")]


def test_a_dle_that_means_nothing_breaks_the_block() -> None:
    assert heard(bytes.fromhex("1002801041")) == [Signal.BROKEN]


apdus = st.binary(min_size=3, max_size=300)


@given(st.lists(apdus, min_size=1, max_size=4), st.data())
def test_blocks_come_out_of_any_pieces(sent: list[bytes], data: st.DataObject) -> None:
    wire = b"".join(map(zvt_frames.encode, sent))
    cut = data.draw(st.integers(0, len(wire)))
    reader = FrameReader(T1)
    assert reader.feed(wire[:cut], 0.0) + reader.feed(wire[cut:], T1) == sent


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_noise_never_breaks_the_reader_and_the_next_block_is_read(pieces: list[bytes]) -> None:
    reader = FrameReader(T1)
    for piece in pieces:
        reader.feed(piece, 0.0)
    reader.forget()
    assert reader.feed(zvt_frames.encode(b"\x80\x00\x00"), 0.0) == [b"\x80\x00\x00"]


@given(apdus, st.data())
def test_a_flipped_bit_is_no_message(apdu: bytes, data: st.DataObject) -> None:
    wire = bytearray(zvt_frames.encode(apdu))
    place = data.draw(st.integers(2, len(wire) - 1))
    wire[place] ^= 1 << data.draw(st.integers(0, 7))
    assert apdu not in heard(bytes(wire))


# -- fields -------------------------------------------------------------------------------------------------------


def test_numbers_are_two_decimal_digits_a_byte() -> None:
    assert to_bcd(12345, 6).hex() == "000000012345"
    assert from_bcd(bytes.fromhex("000000012345")) == 12345
    with pytest.raises(ValueError, match="does not fit"):
        to_bcd(1_000_000, 3)
    with pytest.raises(ValueError, match="does not fit"):
        to_bcd(-1, 3)
    with pytest.raises(Malformed):
        from_bcd(b"\x1a")


@given(st.integers(0, 10**12 - 1))
def test_an_amount_survives_its_digits(amount: int) -> None:
    assert from_bcd(to_bcd(amount, 6)) == amount


FIELDS = {
    "amount": (Bmp.AMOUNT, "000000002040", "04 00 00 00 00 20 40"),
    "currency": (Bmp.CURRENCY, "0978", "49 09 78"),
    "LLVAR": (Bmp.CARD_NUMBER, "eeee4771", "22 f0 f4 ee ee 47 71"),
    "LLLVAR": (Bmp.TEXT, "41" * 12, "3c f0 f1 f2" + 12 * " 41"),
    "short TLV": (Bmp.TLV, "", "06 00"),
    "long TLV": (Bmp.TLV, "00" * 130, "06 81 82" + 130 * " 00"),
    "longer TLV": (Bmp.TLV, "00" * 300, "06 82 01 2c" + 300 * " 00"),
}


@pytest.mark.parametrize(("name", "data", "wire"), FIELDS.values(), ids=FIELDS.keys())
def test_fields_by_hand(name: Bmp, data: str, wire: str) -> None:
    assert write_field(name, bytes.fromhex(data)).hex(" ") == wire
    assert read_fields(bytes.fromhex(wire)).by_name == {name: bytes.fromhex(data)}


def test_a_field_of_the_wrong_size_cannot_be_written() -> None:
    for name, data in ((Bmp.AMOUNT, b"\x00"), (Bmp.CARD_NAME, bytes(100)), (Bmp.TEXT, bytes(1000))):
        with pytest.raises(ValueError, match="do not fit"):
            write_field(name, data)


@pytest.mark.parametrize(
    "wire",
    ["04 00", "22 f0", "22 01 f1 00", "22 fa f0", "3c f0 f0 f5 41", "06", "06 80", "06 83 00 00 00", "27 00 27 00"],
)
def test_a_field_cut_off_or_named_twice_is_malformed(wire: str) -> None:
    with pytest.raises(Malformed):
        read_fields(bytes.fromhex(wire))


def test_behind_an_unknown_field_nothing_is_read() -> None:
    fields = read_fields(bytes.fromhex("27 00 c8 01 02 87 00 01"))
    assert fields.by_name == {Bmp.RESULT: b"\x00"}
    assert fields.unread.hex() == "c80102870001"


def test_every_field_has_a_length() -> None:
    for name in Bmp:
        assert name in SHAPES
    assert {shape for shape in SHAPES.values() if not isinstance(shape, int)} == set(Var)


def test_the_card_is_known_by_its_last_four_digits_only() -> None:
    assert last_digits(bytes.fromhex("eeeeeeeeeeee4771")) == "4771"
    assert last_digits(bytes.fromhex("eeeeeeeeee47712f")) == "7712"
    assert last_digits(bytes.fromhex("eeee")) == ""


def test_data_objects_lie_in_each_other() -> None:
    line = write_tlv(0x07, b"HELLO")
    container = write_tlv(0x25, line + write_tlv(0x07, b"WORLD")) + write_tlv(0x1F07, b"\x01")
    assert container.hex(" ") == "25 0e 07 05 48 45 4c 4c 4f 07 05 57 4f 52 4c 44 1f 07 01 01"
    found = list(read_tlv(container))
    assert [row.tag for row in found] == [0x25, 0x07, 0x07, 0x1F07]
    assert found[-1] == Tlv(0x1F07, b"\x01")


@pytest.mark.parametrize("wire", ["07", "07 05 41", "1f", "1f 81", "1f 81 82 83 00", "07 80", "25 03 07 05 41"])
def test_a_data_object_cut_off_is_malformed(wire: str) -> None:
    with pytest.raises(Malformed):
        list(read_tlv(bytes.fromhex(wire)))


def test_data_objects_that_lie_too_deep_are_malformed() -> None:
    nested = b""
    for _ in range(40):
        nested = write_tlv(0x25, nested)
    with pytest.raises(Malformed, match="deep"):
        list(read_tlv(nested))


# -- messages -----------------------------------------------------------------------------------------------------

COMMANDS = {
    "registration": (zvt.registration(0, EURO), "06 00 06 00 00 00 be 09 78"),
    "authorisation": (zvt.authorisation(2040, EURO), "06 01 0a 04 00 00 00 00 20 40 49 09 78"),
    "refund": (zvt.refund(123456, 5000, EURO), "06 31 0d 12 34 56 04 00 00 00 00 50 00 49 09 78"),
    "reversal": (zvt.reversal(0, 470), "06 30 06 00 00 00 87 04 70"),
    "status enquiry": (zvt.with_password(Control.STATUS_ENQUIRY, 0), "05 01 03 00 00 00"),
    "repeat receipt": (zvt.with_password(Control.REPEAT_RECEIPT, 0), "06 20 03 00 00 00"),
    "end of day": (zvt.with_password(Control.END_OF_DAY, 0), "06 50 03 00 00 00"),
    "turnover totals": (zvt.with_password(Control.TURNOVER_TOTALS, 0), "06 10 03 00 00 00"),
    "abort": (Apdu(Control.ABORT_BY_REGISTER), "06 b0 00"),
    "diagnosis": (Apdu(Control.DIAGNOSIS), "06 70 00"),
    "log off": (Apdu(Control.LOG_OFF), "06 02 00"),
}


@pytest.mark.parametrize(("apdu", "wire"), COMMANDS.values(), ids=COMMANDS.keys())
def test_commands_by_hand(apdu: Apdu, wire: str) -> None:
    assert zvt.encode(apdu).hex(" ") == wire
    assert zvt.decode(bytes.fromhex(wire)) == apdu


@pytest.mark.parametrize(("size", "head"), [(254, "06 d3 fe"), (255, "06 d3 ff ff 00"), (300, "06 d3 ff 2c 01")])
def test_a_long_message_has_its_length_in_two_more_bytes(size: int, head: str) -> None:
    long = Apdu(Control.PRINT_TEXT, bytes(size))
    assert zvt.encode(long).hex(" ").startswith(head)
    assert zvt.decode(zvt.encode(long)) == long


@pytest.mark.parametrize("wire", ["", "80 00", "80 00 01", "80 00 00 00", "80 00 ff", "80 00 ff 01 00"])
def test_a_length_that_is_not_the_blocks_is_malformed(wire: str) -> None:
    with pytest.raises(Malformed):
        zvt.decode(bytes.fromhex(wire))


def test_a_refusal_is_an_answer_with_a_result() -> None:
    assert zvt.decode(bytes.fromhex("849c00")).refusal == zvt_codes.BUSY
    assert zvt.RECEIVED.is_answer
    assert zvt.RECEIVED.refusal is None
    assert not Apdu(Control.COMPLETION).is_answer


PAID = (
    "27 00 04 00 00 00 00 20 40 0b 00 04 70 0c 22 39 53 0d 10 06 0e 25 12 17 00 01 19 70"
    " 22 f0 f8 ee ee ee ee ee ee 47 71 29 28 00 48 69 49 09 78 87 04 71 88 00 04 70 8a 2e"
    " 8b f1 f1 4d 41 53 54 45 52 43 41 52 44 20 00"
)


def test_a_payment_that_went_through() -> None:
    assert zvt.read_status(bytes.fromhex(PAID)) == zvt.StatusInformation(
        result=0,
        amount=2040,
        currency=EURO,
        trace=470,
        receipt=471,
        terminal=28004869,
        card="4771",
        card_name="MASTERCARD",
    )


def test_a_payment_that_was_cancelled() -> None:
    said = zvt.read_status(bytes.fromhex("27 6c 29 28 00 48 69 3c f0 f0 f5 73 6f 72 72 79"))
    assert (said.result, said.amount, said.receipt) == (zvt_codes.CANCELLED, None, None)


def test_a_reversal_names_the_payment_it_undid() -> None:
    assert zvt.read_status(bytes.fromhex("27 00 0b 00 04 71 37 00 04 70")).original == 470


def test_the_sums_of_a_day() -> None:
    row = "03 00 00 00 00 60 00"
    data = "27 00 60 f0 f5 f3 00 01 00 04 " + row + " 01 00 00 00 00 10 00" + 5 * " 00 00 00 00 00 00 00"
    assert zvt.read_status(bytes.fromhex(data)).totals == Totals(4, 7000)
    assert zvt.read_status(bytes.fromhex("04 00 00 00 00 50 00 " + data)).totals == Totals(4, 5000)
    with pytest.raises(Malformed):
        zvt.read_status(bytes.fromhex("60 f0 f0 f5 00 01 00 04 00"))


def test_receipts_are_read_line_by_line() -> None:
    assert zvt.read_print(Apdu(Control.PRINT_LINE, b"\x00EUR 20,40  ")) == ("EUR 20,40",)
    block = write_field(Bmp.TLV, write_tlv(0x25, write_tlv(0x07, b"one") + write_tlv(0x07, b"two")))
    assert zvt.read_print(Apdu(Control.PRINT_TEXT, block)) == ("one", "two")
    assert zvt.read_print(Apdu(Control.PRINT_LINE)) == ("",)


@given(st.integers(0, 0xFFFF), st.binary(max_size=120))
def test_any_bytes_are_a_message_or_malformed(control: int, data: bytes) -> None:
    readers = (
        zvt.decode,
        zvt.read_status,
        zvt.read_intermediate,
        zvt.read_abort,
        lambda raw: zvt.read_print(Apdu(Control.PRINT_LINE, raw)),
        lambda raw: zvt.read_print(Apdu(Control.PRINT_TEXT, raw)),
        lambda raw: list(read_tlv(raw)),
    )
    for read in readers:
        try:
            read(data)
        except Malformed:
            continue
    apdu = Apdu(control, data)
    assert zvt.decode(zvt.encode(apdu)) == apdu


@given(st.binary(max_size=60))
def test_any_bytes_behind_a_result_leave_the_result_or_are_malformed(rest: bytes) -> None:
    try:
        said = zvt.read_status(b"\x27\x6c" + rest)
    except Malformed:
        return
    assert said.result == zvt_codes.CANCELLED


# -- codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        (0x01, "declined"), (0x63, "declined"), (0x64, "card"), (0x6C, "cancelled"), (0x6F, "currency"),
        (0x71, "funds"), (0x9C, "terminal"), (0xC3, "limit"), (0xFF, "terminal"), (0x90, "terminal"),
    ],
)  # fmt: skip
def test_why_a_result_refuses(code: int, cause: str) -> None:
    assert zvt_codes.decline_cause(code) == cause
    assert f"({code:02x})" in zvt_codes.result_words(code)


@pytest.mark.parametrize(
    ("code", "phase"),
    [
        (0x00, "confirm"), (0x01, "pin"), (0x0A, "insert-card"), (0x0B, "remove-card"), (0x0E, "wait"),
        (0x15, "pin"), (0x42, "remove-card"), (0x67, "remove-card"), (0xE1, "choose"), (0xD2, "wait"), (0xFF, "wait"),
    ],
)  # fmt: skip
def test_what_a_player_has_to_do(code: int, phase: str) -> None:
    assert zvt_codes.phase_of(code) == phase
