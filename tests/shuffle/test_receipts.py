"""A receipt proves the cards a player saw, needs only the root, and tells of no other card (RNG-7, R-RNG-10)."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.invariant import InvariantBreach
from controller.shuffle import (
    BOARD,
    NoReceiptError,
    Prepared,
    Receipt,
    check_card,
    cut_of,
    is_proved,
    make_receipt,
    mixed_in,
    open_card,
    prepare,
    read_receipt,
    write_code,
    write_receipt,
)
from controller.shuffle.commit import leaf_of
from controller.shuffle.receipt import SCHEME, ProvedInput
from controller.vocab.ids import HandId

TABLE, HAND = "Pöytä 1", HandId(7)


NUMBERS = {seat: bytes([100 + seat]) * 32 for seat in (2, 3, 5, 9)}


def deck_of(count: int = 52, *, mixed: bool = False) -> Prepared:
    inputs = mixed_in(NUMBERS, cut_of(5, 17)) if mixed else ()
    return prepare(TABLE, HAND, bytes(range(32)), inputs, range(count))


def receipt_for(places: tuple[int, ...], count: int = 52, seat: int = 0) -> Receipt:
    prepared = deck_of(count, mixed=bool(seat))
    return make_receipt(TABLE, HAND, prepared, {prepared.deck[place]: BOARD for place in places}, seat)


@pytest.mark.parametrize("count", range(2, 9))
def test_any_cards_of_any_small_deck_are_proved_by_as_few_hashes_as_that_takes(count: int) -> None:
    for size in range(1, count + 1):
        for places in combinations(range(count), size):
            receipt = receipt_for(places, count)
            assert is_proved(receipt)
            assert len(receipt.path) <= count - size


@given(st.sets(st.integers(0, 51), min_size=1), st.sampled_from([52, 36, 32]))
def test_any_cards_of_a_deck_are_proved_and_survive_being_written(places: set[int], count: int) -> None:
    receipt = receipt_for(tuple(place % count for place in places), count)
    assert is_proved(receipt)
    assert read_receipt(write_receipt(receipt)) == receipt
    assert read_receipt(write_code(receipt)) == receipt


@given(st.sets(st.integers(0, 31), min_size=1), st.sampled_from([52, 36, 32]), st.integers(1, 10))
def test_what_went_into_the_deck_is_proved_with_the_cards(places: set[int], count: int, seat: int) -> None:
    receipt = receipt_for(tuple(places), count, seat)
    assert is_proved(receipt)
    assert read_receipt(write_receipt(receipt)) == receipt
    assert receipt.mixed == 5
    assert receipt.cut is not None
    assert receipt.cut.part == bytes([5, 17])
    assert [proved.part for proved in receipt.own] == [bytes([at]) + NUMBERS[at] for at in NUMBERS if at == seat]


def test_a_receipt_with_another_number_or_cut_than_went_in_proves_nothing() -> None:
    receipt = receipt_for((0, 6, 13), seat=3)
    for at, proved in enumerate(receipt.inputs):
        for bit in range(8 * len(proved.part)):
            part = (int.from_bytes(proved.part, "big") ^ (1 << bit)).to_bytes(len(proved.part), "big")
            inputs = list(receipt.inputs)
            inputs[at] = msgspec.structs.replace(proved, part=part)
            assert not is_proved(msgspec.structs.replace(receipt, inputs=tuple(inputs)))
    assert not is_proved(msgspec.structs.replace(receipt, inputs=receipt.inputs[1:]))


def test_an_input_cannot_pass_for_a_card() -> None:
    """Cards and inputs have leaves of their own kinds, so neither stands in for the other."""
    prepared = deck_of(mixed=True)
    assert not set(prepared.leaves[:52]) & set(prepared.leaves[52:])
    for part, leaf in zip(prepared.inputs, prepared.leaves[52:], strict=True):
        cards = {leaf_of(place, card, part[-32:].ljust(32, b".")) for place in range(57) for card in range(52)}
        assert leaf not in cards


def test_a_receipt_tells_of_no_other_seats_number() -> None:
    text = msgspec.msgpack.encode(receipt_for((0, 6, 13), seat=3))
    assert NUMBERS[3] in text
    assert not any(NUMBERS[seat] in text for seat in (2, 5, 9))


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        (((1, b"\x03" + bytes(32)), (0, b"\x05\x11")), "in its order"),
        (((5, b"\x05\x11"),), "in its order"),
        (((0, b"\x05\x11\x00"),), "goes into no deck"),
    ],
)
def test_inputs_that_cannot_be_are_no_receipt(inputs: tuple[tuple[int, bytes], ...], why: str) -> None:
    proved = tuple(ProvedInput(place, part) for place, part in inputs)
    text = write_receipt(msgspec.structs.replace(receipt_for((1, 2), seat=3), inputs=proved))
    with pytest.raises(NoReceiptError, match=why):
        read_receipt(text)


def test_one_card_is_proved_by_the_path_of_its_opening() -> None:
    prepared = deck_of()
    for place in range(52):
        opening = open_card(prepared.deck, prepared.nonces, prepared.leaves, place)
        assert receipt_for((place,)).path == opening.path
        assert check_card(opening, prepared.root, 52)


def test_a_receipt_holds_the_cards_seen_and_no_nonce_of_another() -> None:
    """Own cards, board, and the cards of a player who showed: nine of 52."""
    prepared = deck_of()
    seen = {prepared.deck[place]: holder for place, holder in ((0, 3), (6, 3), (2, 5), (8, 5))}
    seen |= {prepared.deck[place]: BOARD for place in range(13, 18)}
    receipt = make_receipt(TABLE, HAND, prepared, seen)
    assert {(proved.card, proved.holder) for proved in receipt.cards} == set(seen.items())
    told = write_receipt(receipt)
    raw = msgspec.msgpack.encode(receipt)
    hidden = [nonce for place, nonce in enumerate(prepared.nonces) if prepared.deck[place] not in seen]
    assert len(hidden) == 43
    assert not any(nonce in raw for nonce in hidden)
    assert len(told) < 1_300, "it must fit a QR code of a screen"


def test_in_digits_a_receipt_is_letters_of_no_other_kind() -> None:
    """Five digits for two bytes: 1 and the scheme's version lead, and a byte that is left over is padded."""
    for places in ((0,), (0, 1), (0, 1, 2)):
        code = write_code(receipt_for(places))
        digits = code.removeprefix(SCHEME)
        assert digits.isdigit()
        assert len(digits) % 5 == 1
        assert digits[:6] == f"{digits[0]}{256 + len(TABLE.encode()):05}"


def test_no_receipt_is_too_large_for_one_code() -> None:
    """Whatever cards of 52 were seen; a code holds 4,296 digits at version 30 and 7,089 at most (ISO/IEC 18004)."""
    dice = Random(3)
    longest = max(
        len(write_code(receipt_for(tuple(sorted(dice.sample(range(52), size)))))) for size in range(1, 53) for _ in "ab"
    )
    assert longest < 5_000


def test_every_changed_card_nonce_or_hash_of_a_receipt_is_noticed() -> None:
    """Table, hand, holders and the number of cards are labels; the rest is what is proved."""
    receipt = receipt_for((0, 6, 13, 14, 15))
    dice = Random(7)
    for field in ("root", "path", "cards"):
        for _try in range(200):
            changed = spoil(receipt, field, dice)
            assert not is_proved(changed), (field, changed)


def spoil(receipt: Receipt, field: str, dice: Random) -> Receipt:
    value = getattr(receipt, field)
    if field == "root":
        return msgspec.structs.replace(receipt, root=flipped(value, dice))
    at = dice.randrange(len(value))
    if field == "path":
        return msgspec.structs.replace(receipt, path=(*value[:at], flipped(value[at], dice), *value[at + 1 :]))
    card = value[at]
    part = dice.choice(("card", "nonce"))
    other = (card.card + dice.randrange(1, 52)) % 52 if part == "card" else flipped(card.nonce, dice)
    spoilt = msgspec.structs.replace(card, **{part: other})
    return msgspec.structs.replace(receipt, cards=(*value[:at], spoilt, *value[at + 1 :]))


def flipped(raw: bytes, dice: Random) -> bytes:
    bit = dice.randrange(8 * len(raw))
    return (int.from_bytes(raw, "big") ^ (1 << bit)).to_bytes(len(raw), "big")


def test_a_receipt_with_a_hash_too_many_or_too_few_proves_nothing() -> None:
    receipt = receipt_for((3, 20))
    assert not is_proved(msgspec.structs.replace(receipt, path=receipt.path[:-1]))
    assert not is_proved(msgspec.structs.replace(receipt, path=(*receipt.path, bytes(32))))


def test_a_receipt_is_for_cards_of_the_deck() -> None:
    with pytest.raises(InvariantBreach):
        make_receipt(TABLE, HAND, deck_of(32), {51: BOARD})
    with pytest.raises(InvariantBreach):
        make_receipt(TABLE, HAND, deck_of(), {})


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda text: text.removeprefix(SCHEME), "does not begin with jakaja-hand:"),
        (lambda text: SCHEME + "ä" + text.removeprefix(SCHEME), "has letters that no receipt has"),
        (lambda text: SCHEME + "Aw" + text.removeprefix(SCHEME)[2:], "is of another version than 1 and 2"),
        (lambda text: text[:-12], "is cut off"),
        (lambda text: SCHEME, "is cut off"),
        (lambda text: SCHEME + "0", "has digits that no receipt has"),
        (lambda text: SCHEME + "099999", "has digits that no receipt has"),
        (lambda text: SCHEME + "00256", "has digits that no receipt has"),
        (lambda text: SCHEME + "00025a", "has digits that no receipt has"),
        (lambda text: SCHEME + "0\u0660\u0660\u0660\u0660\u0660", "has digits that no receipt has"),
        (lambda text: SCHEME + "000256", "is cut off"),
    ],
)
def test_a_text_that_is_no_receipt_is_refused_with_the_reason(made: Callable[[str], str], why: str) -> None:
    with pytest.raises(NoReceiptError, match=why):
        read_receipt(made(write_receipt(receipt_for((1, 2)))))


def test_a_receipt_may_come_in_several_lines() -> None:
    receipt = receipt_for((1, 2))
    text = write_receipt(receipt)
    assert read_receipt(f"  {text[:40]}\n{text[40:]}\n") == receipt


@given(st.binary(max_size=400))
def test_whatever_is_read_is_a_receipt_or_refused(raw: bytes) -> None:
    try:
        receipt = read_receipt(SCHEME + urlsafe_b64encode(raw).decode())
    except NoReceiptError:
        return
    assert not is_proved(receipt)
