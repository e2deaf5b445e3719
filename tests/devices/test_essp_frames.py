"""eSSP packets and their encryption: published bytes, and both ends' parsers against each other and against noise."""

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.essp_cipher import DEFAULT_FIXED_KEY, Exchange, Session, Unreadable, is_prime, new_exchange
from cashier.devices.essp_events import (
    Malformed,
    NoteCounters,
    PollEvent,
    PollReader,
    read_counters,
    read_levels,
    read_setup,
)
from cashier.devices.essp_frames import Packet, PacketReader, crc, encode
from cashier.money import Money
from cashier.note_records import NotePile
from firmware.virtual import essp

PUBLISHED = {
    "sync": ("7f 80 01 11 65 82", Packet(0, True, b"\x11")),
    "ok": ("7f 80 01 f0 23 80", Packet(0, True, b"\xf0")),
    "poll": ("7f 80 01 07 12 02", Packet(0, True, b"\x07")),
    "enable": ("7f 80 01 0a 3f 82", Packet(0, True, b"\x0a")),
}


@pytest.mark.parametrize(("wire", "packet"), PUBLISHED.values(), ids=PUBLISHED.keys())
def test_published_packets(wire: str, packet: Packet) -> None:
    assert encode(packet).hex(" ") == wire
    assert PacketReader().feed(bytes.fromhex(wire)) == [packet]
    (heard,) = essp.Ear().hear(bytes.fromhex(wire))
    assert (heard.address, heard.sequence, heard.data) == (packet.address, 1, packet.data)


def test_the_crc_of_the_nine_digits_is_the_catalogues() -> None:
    """CRC-16/CMS, polynomial 8005 and start FFFF: 0xAEE7 over "123456789"."""
    assert crc(b"123456789") == 0xAEE7
    assert essp.checksum(b"123456789") == 0xAEE7


def test_a_start_byte_inside_is_sent_twice() -> None:
    wire = encode(Packet(0, False, b"\x7f\x7f"))
    assert wire[:7] == b"\x7f\x00\x02\x7f\x7f\x7f\x7f"
    assert PacketReader().feed(wire) == [Packet(0, False, b"\x7f\x7f")]


packets = st.builds(Packet, st.integers(0, 0x7D), st.booleans(), st.binary(max_size=255))


@given(packets)
def test_both_ends_write_the_same_bytes(packet: Packet) -> None:
    assert encode(packet) == essp.packet(packet.address, int(packet.sequence), packet.data)


noises = st.binary(max_size=20).filter(lambda noise: 0x7F not in noise)


@given(st.lists(packets, min_size=1, max_size=4), noises, st.data())
def test_packets_come_out_of_any_pieces_behind_noise(sent: list[Packet], noise: bytes, data: st.DataObject) -> None:
    wire = noise + b"".join(map(encode, sent))
    cut = data.draw(st.integers(0, len(wire)))
    reader, ear = PacketReader(), essp.Ear()
    assert reader.feed(wire[:cut]) + reader.feed(wire[cut:]) == sent
    heard = ear.hear(wire[:cut]) + ear.hear(wire[cut:])
    assert [Packet(one.address, bool(one.sequence), one.data) for one in heard] == sent


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_noise_never_breaks_a_reader_and_the_next_packet_is_read(pieces: list[bytes]) -> None:
    reader, ear = PacketReader(), essp.Ear()
    for piece in pieces:
        reader.feed(piece)
        ear.hear(piece)
    reader.forget()
    ear.deaf()
    wire = encode(Packet(0, True, b"\x07"))
    assert reader.feed(wire) == [Packet(0, True, b"\x07")]
    assert [heard.data for heard in ear.hear(wire)] == [b"\x07"]


@given(packets.filter(lambda packet: packet.data != b""), st.data())
def test_a_flipped_bit_is_no_packet(packet: Packet, data: st.DataObject) -> None:
    wire = bytearray(encode(packet))
    place = data.draw(st.integers(1, len(wire) - 1))
    wire[place] ^= 1 << data.draw(st.integers(0, 7))
    assert packet not in PacketReader().feed(bytes(wire))


# -- the encrypted layer ------------------------------------------------------------------------------------------


def test_the_cipher_is_aes_as_fips_197_prints_it() -> None:
    """FIPS-197, appendix C.1."""
    encryptor = Cipher(algorithms.AES(bytes(range(16))), modes.ECB()).encryptor()
    sealed = encryptor.update(bytes.fromhex("00112233445566778899aabbccddeeff"))
    assert sealed.hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"


def test_the_key_is_the_fixed_half_and_the_agreed_half_low_byte_first() -> None:
    exchange = Exchange(generator=982451653, modulus=1287821, secret=7)
    other = 123
    theirs = pow(982451653, other, 1287821)
    agreed = pow(exchange.public, other, 1287821)
    assert exchange.key(theirs, DEFAULT_FIXED_KEY) == bytes.fromhex("6745230167452301") + agreed.to_bytes(8, "little")


def test_a_new_exchange_has_two_primes_the_generator_larger() -> None:
    exchange = new_exchange()
    assert is_prime(exchange.generator)
    assert is_prime(exchange.modulus)
    assert exchange.generator >= exchange.modulus


@pytest.mark.parametrize(
    ("number", "prime"),
    [(0, False), (1, False), (2, True), (37, True), (1287821, True), (3215031751, False), (2**61 - 1, True)],
)
def test_primes(number: int, prime: bool) -> None:
    """3215031751 is a strong pseudoprime to the bases 2, 3, 5 and 7."""
    assert is_prime(number) is prime


def both_ends(fixed: int = DEFAULT_FIXED_KEY) -> tuple[Session, essp.Secrets]:
    """A host's session and a device that have agreed on a key."""
    exchange, device = new_exchange(), essp.Secrets(fixed)
    assert device.exchange(essp.SET_GENERATOR, exchange.generator) == bytes((essp.OK,))
    assert device.exchange(essp.SET_MODULUS, exchange.modulus) == bytes((essp.OK,))
    answer = device.exchange(essp.KEY_EXCHANGE, exchange.public)
    return Session(exchange.key(int.from_bytes(answer[1:], "little"), DEFAULT_FIXED_KEY)), device


@given(st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=5))
def test_commands_and_answers_pass_the_encryption_in_order(contents: list[bytes]) -> None:
    host, device = both_ends()
    for content in contents:
        sealed = host.seal(content)
        assert (len(sealed) - 1) % 16 == 0
        assert device.unwrap(sealed) == content
        assert host.open(device.wrap(content[::-1])) == content[::-1]


def test_a_recorded_command_is_passed_over_and_a_recorded_answer_ends_the_session() -> None:
    host, device = both_ends()
    first = host.seal(b"\x07")
    assert device.unwrap(first) == b"\x07"
    answer = device.wrap(b"\xf0")
    assert host.open(answer) == b"\xf0"
    assert device.unwrap(first) is None
    assert device.unwrap(host.seal(b"\x07")) == b"\x07"
    with pytest.raises(Unreadable, match="packet counter is 1 instead of 2"):
        host.open(answer)


def test_another_fixed_key_makes_both_ends_deaf_to_each_other() -> None:
    host, device = both_ends(fixed=1)
    assert device.unwrap(host.seal(b"\x07")) is None


@given(st.binary(max_size=70))
def test_whatever_comes_instead_of_an_answer_is_unreadable_not_a_crash(data: bytes) -> None:
    host, device = both_ends()
    host.seal(b"\x07")
    with pytest.raises(Unreadable):
        host.open(data)
    assert device.unwrap(b"\x7e" + data) is None


# -- what the answers hold ----------------------------------------------------------------------------------------


def test_a_poll_is_read_event_by_event() -> None:
    data = bytes.fromhex("f1 e8 ef 00 ee 02 eb da 01 10 27 00 00 45 55 52 dc 01 e8 03 00 00 10 27 00 00 45 55 52 db")
    assert PollReader(data).events() == [
        PollEvent(0xF1),
        PollEvent(0xE8),
        PollEvent(0xEF, channel=0),
        PollEvent(0xEE, channel=2),
        PollEvent(0xEB),
        PollEvent(0xDA, amount=Money(10_000)),
        PollEvent(0xDC, amount=Money(1000)),
        PollEvent(0xDB),
    ]


@pytest.mark.parametrize("data", ["ee", "da 01 10 27", "01", "d2"])
def test_an_event_that_is_unknown_or_cut_off_is_malformed(data: str) -> None:
    with pytest.raises(Malformed):
        PollReader(bytes.fromhex(data)).events()


def test_counters_levels_and_setup() -> None:
    counters = bytes((5,)) + b"".join(number.to_bytes(4, "little") for number in (7, 3, 2, 1, 9))
    assert read_counters(counters) == NoteCounters(stacked=7, stored=3, dispensed=2, transferred=1, rejected=9)
    levels = bytes.fromhex("02 0300 f4010000 455552 0100 e8030000 455552")
    assert read_levels(levels) == (NotePile(Money(500), 3), NotePile(Money(1000), 1))
    setup = bytes.fromhex("06 30343136 455552 000001 02 05 0a 02 02 000064 06 455552 474250 05000000 0a000000")
    told = read_setup(setup, "EUR")
    assert told.payout
    assert told.channels == {1: Money(500)}


@given(st.binary(max_size=80))
def test_any_bytes_are_an_answer_or_malformed(data: bytes) -> None:
    readers = (lambda raw: PollReader(raw).events(), read_counters, read_levels, lambda raw: read_setup(raw, "EUR"))
    for read in readers:
        try:
            read(data)
        except Malformed:
            continue
