"""CCID as bytes: the messages of the specification's tables, and no error but the declared one for any others."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cashier.devices import ccid_messages as ccid
from cashier.devices.ccid_messages import Change, Garbled, Inbox, Reply, Traits, read_changes, read_traits
from cashier.devices.t0_blocks import exchange
from firmware.virtual.ccid import class_descriptor

LONGEST = 271

ORDERS = {
    "62 00000000 00 01 000000": ccid.power_on(0, 1),
    "63 00000000 01 02 000000": ccid.power_off(1, 2),
    "65 00000000 00 ff 000000": ccid.ask_status(0, 255),
    "6f 05000000 00 07 000000 ffca000000": ccid.transfer(0, 7, bytes.fromhex("ffca000000")),
}

REPLIES = {
    "80 02000000 00 01 00 00 00 3b00": Reply(0x80, 0, 1, "active", "done", 0, b"\x3b\0"),
    "81 00000000 01 02 02 00 01": Reply(0x81, 1, 2, "absent", "done", 0, b""),
    "80 00000000 00 03 41 fe 00": Reply(0x80, 0, 3, "inactive", "failed", ccid.MUTE, b""),
    "80 00000000 00 04 80 01 00": Reply(0x80, 0, 4, "active", "later", 1, b""),
}


@pytest.mark.parametrize("written", ORDERS)
def test_orders_are_those_of_the_table(written: str) -> None:
    assert ORDERS[written] == bytes.fromhex(written)


@pytest.mark.parametrize("written", REPLIES)
@pytest.mark.parametrize("packet", [1, 3, 64])
def test_a_reply_is_read_from_packets_of_any_size(written: str, packet: int) -> None:
    inbox, message = Inbox(LONGEST), bytes.fromhex(written)
    parts = [message[place : place + packet] for place in range(0, len(message), packet)]
    assert [inbox.feed(part) for part in parts] == [None] * (len(parts) - 1) + [REPLIES[written]]


@pytest.mark.parametrize(
    "written",
    [
        "83 00000000 00 01 00 00 00",  # an answer to nothing that we ask
        "80 06010000 00 01 00 00 00",  # longer than the reader's longest
        "80 ffffffff 00 01 00 00 00",
        "81 00000000 00 01 03 00 00",  # no such state of a card
        "81 00000000 00 01 c0 00 00",  # no such outcome
        "81 00000000 00 01 00 00 00 00",  # more than it says
    ],
)
def test_what_is_no_reply_is_garbled_and_the_next_one_is_read(written: str) -> None:
    inbox = Inbox(LONGEST)
    with pytest.raises(Garbled):
        inbox.feed(bytes.fromhex(written))
    assert inbox.feed(bytes.fromhex("81 00000000 01 02 02 00 01")) is not None


@given(st.lists(st.binary(min_size=1, max_size=64), max_size=12))
@example([bytes(64)])
def test_arbitrary_packets_are_replies_or_garbled(packets: list[bytes]) -> None:
    inbox = Inbox(LONGEST)
    for packet in packets:
        try:
            reply = inbox.feed(packet)
        except Garbled:
            continue
        assert reply is None or len(reply.data) <= LONGEST - 10


def test_a_change_is_told_slot_by_slot() -> None:
    assert read_changes(b"\x50\x03", 1) == (Change(has_card=True, changed=True),)
    assert read_changes(b"\x50\x09", 2) == (Change(has_card=True, changed=False), Change(has_card=False, changed=True))
    assert read_changes(b"\x51\x00\x01\x01", 1) == ()


@given(st.binary(max_size=8), st.integers(1, 16))
def test_arbitrary_interrupts_tell_of_every_slot_or_of_nothing(message: bytes, slots: int) -> None:
    assert len(read_changes(message, slots)) in (0, slots)


@pytest.mark.parametrize(("slots", "level"), [(1, "short"), (2, "extended")])
def test_a_reader_says_what_it_is(slots: int, level: str) -> None:
    found = class_descriptor(slots, "short" if level == "short" else "extended", LONGEST)
    assert read_traits(found) == read_traits(b"\x05\x24\x00\x10\x01" + found) == Traits(slots, LONGEST)


def test_a_reader_that_takes_blocks_says_so_and_one_of_characters_is_none_for_us() -> None:
    assert read_traits(class_descriptor(1, "tpdu", LONGEST)) == Traits(1, LONGEST, whole=False)
    assert read_traits(class_descriptor(1, "character", LONGEST)) is None
    assert read_traits(class_descriptor(1, "short", 100)) is None
    assert read_traits(class_descriptor(1, "short", LONGEST)[:-1]) is None
    assert read_traits(b"") is None


@given(st.binary(max_size=120))
def test_arbitrary_descriptors_are_a_reader_or_none(descriptors: bytes) -> None:
    found = read_traits(descriptors)
    assert found is None or found.slots >= 1


@pytest.mark.parametrize(
    ("command", "talk", "answer"),
    [
        ("00a40400", [("00a4040000", "9000")], "9000"),
        ("0084000010", [("0084000010", "aabb9000")], "aabb9000"),
        ("0084000008", [("0084000008", "6c02"), ("0084000002", "aabb9000")], "aabb9000"),
        ("80da000001ff", [("80da000001ff", "6985")], "6985"),
        ("00a4040001ff00", [("00a4040001ff", "6102"), ("00c0000002", "aabb9000")], "aabb9000"),
        ("00a4040001ff00", [("00a4040001ff", "6101"), ("00c0000001", "aa6101"), ("00c0000001", "bb9000")], "aabb9000"),
        ("00a4040001ff00", [("00a4040001ff", "aabb9000")], "aabb9000"),
        ("0084000010", [("0084000010", "90")], "90"),
    ],
)
def test_a_command_is_exchanged_in_blocks(command: str, talk: list[tuple[str, str]], answer: str) -> None:
    blocks = exchange(bytes.fromhex(command))
    block = next(blocks)
    for sent, received in talk[:-1]:
        assert block.hex() == sent
        block = blocks.send(bytes.fromhex(received))
    assert block.hex() == talk[-1][0]
    with pytest.raises(StopIteration) as end:
        blocks.send(bytes.fromhex(talk[-1][1]))
    assert end.value.value.hex() == answer


def test_a_card_that_announces_more_for_ever_has_nothing_to_say() -> None:
    blocks = exchange(bytes.fromhex("0084000010"))
    assert next(blocks).hex() == "0084000010"
    asked = [blocks.send(b"\x61\x10").hex() for _ in range(7)]
    assert set(asked) == {"00c0000010"}
    with pytest.raises(StopIteration) as end:
        blocks.send(b"\x61\x10")
    assert end.value.value == b""
