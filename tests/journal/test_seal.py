"""Private facts are sealed so that the disk tells nothing of them, not even by length or repetition."""

from itertools import combinations

import pytest

from cashier.invariant import InvariantBreach
from controller.journal.codec import EventCodec
from controller.journal.seal import EVENT_BLOCK, NotOpeningError, Seals
from controller.vocab.hand_records import DeckFixed, HandName, HoleCardsDealt
from controller.vocab.ids import HandId
from controller.vocab.records import AnyEvent
from controller.vocab.table_records import HandNamed, LeaveAsked, SeedDrawn
from tests.power.rig import KEY

OVERHEAD = 24 + 16
"""Nonce and tag."""

PLACE = (7, 40, "HoleCardsDealt")


def seals(key: bytes = KEY) -> Seals:
    return Seals(key)


def test_a_sealed_body_opens_at_its_place_only() -> None:
    sealed = seals().seat.close(PLACE, b"As Kd")
    assert seals().seat.open(PLACE, sealed) == b"As Kd"
    for other in ((8, 40, "HoleCardsDealt"), (7, 41, "HoleCardsDealt"), (7, 40, "HandNamed")):
        with pytest.raises(NotOpeningError, match="another place"):
            seals().seat.open(other, sealed)


@pytest.mark.parametrize("text", [b"", b"\x80", b"\x00\x80\x00", bytes(EVENT_BLOCK), b"x" * (EVENT_BLOCK - 1)])
def test_padding_gives_back_any_plaintext(text: bytes) -> None:
    sealed = seals().seat.close(PLACE, text)
    assert seals().seat.open(PLACE, sealed) == text
    assert (len(sealed) - OVERHEAD) % EVENT_BLOCK == 0


def test_every_changed_byte_is_noticed() -> None:
    sealed = seals().seat.close(PLACE, b"As Kd")
    for at in range(len(sealed)):
        with pytest.raises(NotOpeningError):
            seals().seat.open(PLACE, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
    for cut in (0, 1, 24, 40, len(sealed) - 1):
        with pytest.raises(NotOpeningError):
            seals().seat.open(PLACE, sealed[:cut])


def test_neither_another_key_nor_another_purpose_opens_it() -> None:
    sealed = seals().seat.close(PLACE, b"As Kd")
    for seal in (seals().sealed, seals().snapshot, seals(bytes(32)).seat):
        with pytest.raises(NotOpeningError):
            seal.open(PLACE, sealed)


def test_a_place_used_again_for_other_contents_gets_another_nonce() -> None:
    first, again = seals().seat.close(PLACE, b"As Kd"), seals().seat.close(PLACE, b"As Kc")
    assert first[:24] != again[:24]
    assert seals().seat.close(PLACE, b"As Kd") == first


def test_equal_contents_at_two_places_look_different() -> None:
    assert seals().seat.close((1,), b"As Kd")[24:] != seals().seat.close((2,), b"As Kd")[24:]


def test_a_table_key_has_32_bytes() -> None:
    with pytest.raises(InvariantBreach, match="journal-key"):
        Seals(b"short")


def test_no_length_tells_two_cards_from_two_others() -> None:
    codec = EventCodec(seals())
    events = [HoleCardsDealt(seat=1, cards=cards) for cards in combinations(range(0, 52, 3), 2)]
    assert {len(row.body) for row in codec.encode(1, 1, events)} == {EVENT_BLOCK + OVERHEAD}


@pytest.mark.parametrize(
    "event",
    [
        HoleCardsDealt(seat=10, cards=tuple(range(45, 52))),
        HandNamed(seat=10, name=HandName(category="straight-flush", ranks=(14, 13, 12, 11, 10))),
        LeaveAsked(seat=10, code="12345678"),
        SeedDrawn(hand=HandId(10**12), seed=bytes(range(32))),
    ],
    ids=lambda event: type(event).__name__,
)
def test_private_events_fit_into_one_block(event: AnyEvent) -> None:
    (row,) = EventCodec(seals()).encode(1, 1, [event])
    assert len(row.body) == EVENT_BLOCK + OVERHEAD


def test_no_length_tells_two_decks_apart() -> None:
    decks = (tuple(range(52)), tuple(reversed(range(52))), tuple(card * 17 % 52 for card in range(52)))
    rows = EventCodec(seals()).encode(1, 1, [DeckFixed(hand=HandId(1), deck=deck) for deck in decks])
    assert len({len(row.body) for row in rows}) == 1
