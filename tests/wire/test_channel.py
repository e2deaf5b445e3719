"""The channel carries messages between two ends that know each other, and nothing for anybody else."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.invariant import InvariantBreach
from controller.wire.channel import LARGEST_MESSAGE, PADDING, Channel, screen_end, table_end
from controller.wire.opening import ChannelError

KEY = bytes(range(32))
KEYS = {"seat-3": KEY, "kiosk": bytes(reversed(KEY))}


def fresh(word):
    return hashlib.blake2b(word.encode(), digest_size=32).digest()


def ends(name="seat-3", key=KEY, keys=KEYS, session=""):
    return screen_end(name, key, fresh("screen" + session)), table_end(keys, fresh("table" + session))


def carry(source: Channel, target: Channel):
    return target.receive(source.outgoing())


def opened(session=""):
    screen, table = ends(session=session)
    carry(screen, table)
    carry(table, screen)
    carry(screen, table)
    return screen, table


def test_three_frames_open_it_on_both_ends():
    screen, table = ends()
    assert not screen.is_open
    carry(screen, table)
    assert not table.is_open
    carry(table, screen)
    assert screen.is_open
    assert not table.is_open
    carry(screen, table)
    assert table.is_open
    assert (screen.name, table.name) == ("seat-3", "seat-3")


def test_messages_go_both_ways_in_order():
    screen, table = opened()
    assert table.receive(screen.send(b"one") + screen.send(b"two")) == [b"one", b"two"]
    assert screen.receive(table.send(b"three")) == [b"three"]


@given(st.lists(st.binary(max_size=700), max_size=5))
def test_any_messages_arrive_byte_at_a_time(messages):
    screen, table = ends()
    for source, target in ((screen, table), (table, screen), (screen, table)):
        for byte in source.outgoing():
            target.receive(bytes([byte]))
    stream = b"".join(screen.send(message) for message in messages)
    assert [message for byte in stream for message in table.receive(bytes([byte]))] == messages


def test_the_proof_and_the_first_messages_may_come_in_one_piece():
    screen, table = ends()
    carry(screen, table)
    carry(table, screen)
    assert table.receive(screen.outgoing() + screen.send(b"hello")) == [b"hello"]


def test_the_largest_message_passes_and_a_larger_one_is_a_breach():
    screen, table = opened()
    assert table.receive(screen.send(bytes(LARGEST_MESSAGE))) == [bytes(LARGEST_MESSAGE)]
    with pytest.raises(InvariantBreach, match="channel-message"):
        screen.send(bytes(LARGEST_MESSAGE + 1))


def test_what_is_said_does_not_show_and_its_length_hardly():
    screen, _ = opened()
    secret = b"As Kd" * 8
    frames = [screen.send(secret), screen.send(b""), screen.send(bytes(PADDING - 1))]
    assert [frame for frame in frames if secret in frame] == [], "what is said shows on the line"
    assert len({len(frame) for frame in frames}) == 1, "the length of a frame tells what is said"


def test_the_same_message_looks_different_each_time_and_in_each_session():
    screen, table = opened()
    other, _ = opened(session=" anew")
    assert len({screen.send(b"fold"), screen.send(b"fold"), table.send(b"fold"), other.send(b"fold")}) == 4


@pytest.mark.parametrize(
    ("name", "key"), [("seat-3", bytes(32)), ("kiosk", KEY), ("seat-9", KEY), ("", KEY), ("pöytä", KEY), ("\n", KEY)]
)
def test_a_screen_that_does_not_hold_its_key_is_refused_at_its_first_frame(name, key):
    screen, table = ends(name, key)
    with pytest.raises(ChannelError):
        carry(screen, table)
    assert table.outgoing() == b""
    assert table.name == ""


def test_a_false_table_is_refused():
    screen, _ = ends()
    _, false_table = ends(keys={"seat-3": KEY})
    carry(screen, false_table)
    answer = bytearray(false_table.outgoing())
    answer[-1] ^= 1
    with pytest.raises(ChannelError, match="the table does not hold the key of seat-3: pair this screen anew"):
        screen.receive(bytes(answer))


def test_a_table_that_is_only_a_mirror_is_refused():
    screen, _ = ends()
    hello = screen.outgoing()
    with pytest.raises(ChannelError, match="wrong length"):
        screen.receive(hello)


def test_a_recorded_opening_opens_nothing():
    screen, table = ends()
    hello = screen.outgoing()
    table.receive(hello)
    screen.receive(table.outgoing())
    proof = screen.outgoing()
    later = table_end(KEYS, fresh("another connection"))
    later.receive(hello)
    with pytest.raises(ChannelError, match="seat-3 does not hold its key"):
        later.receive(proof)


def test_frames_of_an_older_session_are_refused():
    old, _ = opened()
    _, table = opened(session=" anew")
    with pytest.raises(ChannelError, match="changed, repeated or lost"):
        table.receive(old.send(b"fold"))


@pytest.mark.parametrize("order", [(0, 0), (1,), (1, 0), (0, 2)])
def test_a_repeated_lost_or_swapped_frame_closes_it_for_good(order):
    screen, table = opened()
    frames = [screen.send(b"one"), screen.send(b"two"), screen.send(b"three")]
    with pytest.raises(ChannelError, match="changed, repeated or lost"):
        table.receive(b"".join(frames[place] for place in order))
    assert not table.is_open
    with pytest.raises(ChannelError, match="is closed: connect anew"):
        table.receive(frames[0])
    with pytest.raises(ChannelError, match="not open"):
        table.send(b"anything")


def test_a_frame_sent_back_to_its_sender_is_refused():
    screen, _ = opened()
    with pytest.raises(ChannelError, match="changed, repeated or lost"):
        screen.receive(screen.send(b"fold"))


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_no_frame_with_a_changed_byte_is_taken(place, change):
    screen, table = opened()
    frame = bytearray(screen.send(b"raise to 111"))
    frame[place % len(frame)] ^= change
    received = []
    try:
        received = table.receive(bytes(frame))
        table.end()
    except ChannelError:
        pass
    assert received == []
    assert not table.is_open


@given(st.integers(0, 10**6), st.integers(1, 255), st.sampled_from([0, 1, 2]))
def test_no_opening_with_a_changed_byte_succeeds(place, change, changed_frame):
    screen, table = ends()
    try:
        for number, (source, target) in enumerate(((screen, table), (table, screen), (screen, table))):
            frame = bytearray(source.outgoing())
            if number == changed_frame:
                frame[place % len(frame)] ^= change
            target.receive(bytes(frame))
        table.end()
    except ChannelError:
        pass
    assert not (screen.is_open and table.is_open)


@given(st.lists(st.binary(max_size=120), max_size=6))
def test_bytes_of_a_stranger_raise_only_the_declared_error(pieces):
    for end in (*ends(), *opened()):
        try:
            for piece in pieces:
                assert end.receive(piece) == []
        except ChannelError:
            assert not end.is_open


@given(st.integers(0, 10**6))
def test_a_stream_that_ends_within_a_frame_is_told(cut):
    screen, table = opened()
    frame = screen.send(b"fold")
    assert table.receive(frame[: 1 + cut % (len(frame) - 1)]) == []
    with pytest.raises(ChannelError, match="ended within a message"):
        table.end()


def test_a_stream_that_ends_while_opening_is_told():
    screen, table = ends()
    carry(screen, table)
    with pytest.raises(ChannelError, match="ended before the channel was open"):
        table.end()


def test_a_stream_that_ends_between_messages_is_an_ordinary_end():
    screen, table = opened()
    table.receive(screen.send(b"bye"))
    table.end()
    assert not table.is_open


def test_a_huge_frame_is_refused_by_its_length_alone():
    for end in (*ends(), *opened()):
        with pytest.raises(ChannelError, match="is announced where"):
            end.receive(b"\xff\xff\xff\xff")


def test_a_worthless_ephemeral_key_is_refused():
    screen, table = ends()
    table.receive(screen.outgoing())
    answer = table.outgoing()
    with pytest.raises(ChannelError, match="key is worthless"):
        screen.receive(answer[:4] + bytes(32) + answer[36:])


@pytest.mark.parametrize("ephemeral", [b"", bytes(31), bytes(33)])
def test_an_ephemeral_key_of_another_length_is_a_breach(ephemeral):
    with pytest.raises(InvariantBreach, match="channel-key"):
        screen_end("seat-3", KEY, ephemeral)
    with pytest.raises(InvariantBreach, match="channel-key"):
        table_end(KEYS, ephemeral)
