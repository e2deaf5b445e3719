"""The emulated card reader as CCID shows it: answers byte by byte, slots, its word when a card comes or goes."""

from __future__ import annotations

import pytest

from firmware.virtual.card_reader import BULK_IN, BULK_OUT, CHANGES_IN, CardReader, ReaderSettings
from firmware.virtual.faults import Handshake
from firmware.virtual.player_card import APPLICATION, CardBuild, PlayerCard

POWER_ON = "62 00000000 00 01 000000"
STATUS = "65 00000000 00 02 000000"
RESET = "3b8680014a414b414a410d"


def reader(**settings: object) -> CardReader:
    return CardReader(ReaderSettings(**settings))  # type: ignore[arg-type]


def say(device: CardReader, order: str, at: float = 0.0) -> str:
    """What the reader answers, in hexadecimal; empty where it says nothing yet."""
    device.accept(BULK_OUT, bytes.fromhex(order), at)
    return heard(device)


def heard(device: CardReader) -> str:
    answer = b""
    while isinstance(packet := device.produce(BULK_IN, 64), bytes):
        answer += packet
    return answer.hex()


def test_a_slot_is_empty_then_holds_a_card_and_then_one_with_power() -> None:
    device = reader()
    assert say(device, STATUS) == "81000000000002020001"
    device.lay(CardBuild())
    assert say(device, STATUS) == "81000000000002010001"
    assert say(device, POWER_ON) == "800b000000" + "0001000000" + RESET
    assert say(device, STATUS) == "81000000000002000000"
    assert say(device, "63 00000000 00 03 000000") == "81000000000003010001"
    device.lift()
    assert say(device, POWER_ON) == "8000000000000142fe00"


def test_a_card_that_was_exchanged_has_no_power() -> None:
    device = reader()
    device.lay(CardBuild())
    say(device, POWER_ON)
    device.lift()
    device.lay(CardBuild())
    assert say(device, STATUS) == "81000000000002010001"


def test_the_reader_tells_when_a_card_comes_and_goes() -> None:
    device = reader(slots=2)
    assert device.produce(CHANGES_IN, 8) is Handshake.NAK
    device.lay(CardBuild(), 2)
    assert device.produce(CHANGES_IN, 8) == b"\x50\x0c"
    assert device.produce(CHANGES_IN, 8) is Handshake.NAK
    device.lift(2)
    assert device.produce(CHANGES_IN, 8) == b"\x50\x08"


def test_the_reader_itself_knows_the_uid() -> None:
    device, contacts = reader(), reader(contactless=False)
    for one in (device, contacts):
        one.lay(CardBuild())
        say(one, POWER_ON)
    ask = "6f 05000000 00 04 000000 ffca000000"
    assert say(device, ask) == "8009000000" + "0004000000" + "04a1b2c3d4e5809000"
    assert say(contacts, ask) == "8002000000" + "0004000000" + "6a81"


def test_a_card_at_work_asks_for_time_every_tenth_of_a_second() -> None:
    device = reader()
    device.lay(CardBuild(work_ms=250))
    say(device, POWER_ON)
    more, done = "80000000000005800100", "8002000000" + "0005000000" + "6d00"
    assert say(device, "6f 05000000 00 05 000000 0084000010") == ""
    for at, expected in ((0.0, more), (0.05, ""), (0.1, more), (0.2, more), (0.25, done)):
        device.tick(at)
        assert heard(device) == expected
    assert device.due() is None


def test_an_answer_that_ends_with_a_full_packet_is_followed_by_an_empty_one() -> None:
    device = reader()
    device.lay(CardBuild(trick="endless"))
    say(device, POWER_ON)
    device.accept(BULK_OUT, bytes.fromhex("6f 05000000 00 05 000000 0084000010"), 0.0)
    sizes = []
    while isinstance(packet := device.produce(BULK_IN, 64), bytes):
        sizes.append(len(packet))
    assert sizes == [64, 64, 64, 60]
    device.lift()
    device.lay(CardBuild())
    say(device, POWER_ON)
    device.accept(BULK_OUT, bytes.fromhex(POWER_ON), 0.0)
    assert [device.produce(BULK_IN, 21), device.produce(BULK_IN, 21)] == [
        bytes.fromhex("800b0000000001000000" + RESET),
        b"",
    ]


def test_what_the_class_does_not_know_is_refused_and_noted() -> None:
    device = reader()
    assert say(device, "6a 00000000 00 06 000000") == "81000000000006420000"
    assert say(device, "6b 00000000 00 07 000000") == "83000000000007420000"
    assert say(device, "65 00000000 03 08 000000") == "81000000000308420500"
    assert say(device, "6f 00") == ""
    assert device.facts()["unknown_commands"] == "6a 6b 6f"
    assert say(device, STATUS) == "81000000000002020001", "half a message is no beginning of the next one"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("00", "6700"),
        ("00a4040003aabb", "6700"),
        ("00a4040002aabb00", "6a82"),
        ("0084000010", "6d00"),
        ("b0000000", "6e00"),
    ],
)
def test_a_card_that_is_not_selected_knows_nothing_else(command: str, answer: str) -> None:
    card = PlayerCard(CardBuild())
    assert card.answer(bytes.fromhex(command)).hex() == answer
    assert card.unknown == []


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("0084000008", "6700"),
        ("00840100" + "10", "6a86"),
        ("8082000000", "6700"),
        ("8082000020" + "00" * 32, "6985"),
        ("80da000003aabbcc", "6700"),
        ("80e0000000", "6d00"),
        ("90da0000", "6e00"),
    ],
)
def test_a_selected_card_refuses_what_it_cannot_do_in_the_words_of_the_standard(command: str, answer: str) -> None:
    card = PlayerCard(CardBuild())
    selected = card.answer(bytes.fromhex("00a4040008") + APPLICATION + b"\0")
    assert selected.hex() == "01" + "00" * 16 + "9000"
    assert card.answer(bytes.fromhex(command)).hex() == answer
    assert (card.unknown != []) is (answer in ("6a86", "6d00", "6e00"))


def test_impossible_builds_are_refused() -> None:
    with pytest.raises(ValueError, match="one or two slots, not 3"):
        reader(slots=3)
    with pytest.raises(ValueError, match="slots 1 to 1, not 2"):
        reader().lay(CardBuild(), 2)
    with pytest.raises(ValueError, match="or nothing, not \\(1, 0, 0\\)"):
        PlayerCard(CardBuild(house="aa"))
