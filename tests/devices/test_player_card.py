"""What is said to a player's card: proofs that hold, and cards that are none of ours, whatever they answer."""

from collections.abc import Callable, Generator
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.player_card import Flawed, House, NotBlank, Proved, prove, read_shown, read_uid, write
from cashier.player_cards import CardNumber, is_card_number
from firmware.virtual.player_card import CardBuild, PlayerCard, cmac

NUMBER = CardNumber("1000200030004003")
HOUSE, OTHER = House(bytes(range(32))), House(bytes(32))
_Result = TypeVar("_Result")


def card_of(house: House, number: CardNumber = NUMBER, key: bytes | None = None) -> PlayerCard:
    """A card that a house has written."""
    key = house.card_key(number) if key is None else key
    return PlayerCard(CardBuild(house=house.id.hex(), number=number, key=key.hex()))


def held(talk: Generator[bytes, bytes, _Result], answer: Callable[[bytes], bytes]) -> _Result:
    """A conversation carried to its end."""
    try:
        command = next(talk)
        while True:
            command = talk.send(answer(command))
    except StopIteration as end:
        result: _Result = end.value
        return result


def drawn(length: int) -> bytes:
    return b"\x77" * length


def proved(card: PlayerCard, house: House = HOUSE) -> Proved | Flawed:
    return held(prove(house, drawn), card.answer)


@pytest.mark.parametrize(
    ("length", "mac"),
    [
        (0, "bb1d6929e95937287fa37d129b756746"),
        (16, "070a16b46b4d4144f79bdd9dd04a287c"),
        (40, "dfa66747de9ae63030ca32611497c827"),
        (64, "51f0bebf7e3b9d92fc49741779363cfe"),
    ],
)
def test_the_card_makes_its_proofs_as_the_standard_shows(length: int, mac: str) -> None:
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    message = bytes.fromhex(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    )
    assert cmac(key, message[:length]).hex() == mac


def test_a_card_of_the_house_proves_itself() -> None:
    card = card_of(HOUSE)
    assert proved(card) == Proved(NUMBER)
    assert card.proofs == 1


def test_every_card_has_a_key_of_its_own() -> None:
    numbers = [CardNumber(f"{number:016}") for number in range(1, 200)]
    assert len({HOUSE.card_key(number) for number in numbers} | {OTHER.card_key(number) for number in numbers}) == 398
    assert HOUSE.id != OTHER.id


@pytest.mark.parametrize(
    ("card", "flaw"),
    [
        (card_of(OTHER), "foreign"),
        (card_of(HOUSE, key=bytes(16)), "unproved"),
        (card_of(HOUSE, key=HOUSE.card_key(CardNumber("1000200030004004"))), "unproved"),
        (card_of(HOUSE, CardNumber("0" * 16)), "unreadable"),
        (PlayerCard(CardBuild()), "blank"),
        (PlayerCard(CardBuild(ours=False)), "unreadable"),
        (PlayerCard(CardBuild(trick="garbled")), "unreadable"),
        (PlayerCard(CardBuild(trick="shortened")), "unreadable"),
        (PlayerCard(CardBuild(trick="endless")), "unreadable"),
    ],
)
def test_a_card_that_is_none_of_ours_is_refused_for_what_it_is(card: PlayerCard, flaw: str) -> None:
    assert proved(card) == Flawed(flaw)  # type: ignore[arg-type]
    assert card.proofs == 0


def test_a_recorded_proof_is_worth_nothing() -> None:
    card, spoken = card_of(HOUSE), []

    def recorded(command: bytes) -> bytes:
        spoken.append((command, card.answer(command)))
        return spoken[-1][1]

    held(prove(HOUSE, drawn), recorded)
    answers = iter([answer for _, answer in spoken])
    assert held(prove(HOUSE, lambda length: b"\x78" * length), lambda _: next(answers)) == Flawed("unproved")
    assert card.answer(spoken[-1][0]).hex() == "6985", "a challenge is good for one proof"


def test_a_card_proves_nothing_to_a_host_without_its_key() -> None:
    card = card_of(HOUSE)
    thief = House(bytes(range(1, 33)))
    talk = prove(HOUSE, drawn)
    select = next(talk)
    challenge = talk.send(card.answer(select))
    theirs = card.answer(challenge)[:16]
    wrong = cmac(thief.card_key(NUMBER), b"H" + theirs + bytes(16) + HOUSE.id + bytes.fromhex(NUMBER))
    assert card.answer(bytes.fromhex("8082000020") + bytes(16) + wrong + b"\x10").hex() == "6982"


@given(st.lists(st.binary(max_size=40), min_size=4, max_size=4))
def test_whatever_a_card_answers_it_does_not_prove_itself(answers: list[bytes]) -> None:
    said = iter(answers)
    assert isinstance(held(prove(HOUSE, drawn), lambda _: next(said)), Flawed)


@given(st.integers(0, 2), st.integers(0, 17), st.integers(1, 255))
def test_a_proof_with_a_wrong_byte_anywhere_is_none(step: int, place: int, by: int) -> None:
    card, steps = card_of(HOUSE), iter(range(9))

    def spoiled(command: bytes) -> bytes:
        answer = bytearray(card.answer(command))
        if next(steps) == step:
            answer[place] ^= by
        return bytes(answer)

    assert isinstance(held(prove(HOUSE, drawn), spoiled), Flawed)


def test_a_blank_card_is_written_once_and_proves_its_number() -> None:
    card = PlayerCard(CardBuild())
    assert held(write(HOUSE, NUMBER, drawn), card.answer) == Proved(NUMBER)
    assert proved(card) == Proved(NUMBER)
    assert held(write(HOUSE, NUMBER, drawn), card.answer) == Proved(NUMBER), "saying it again changes nothing"
    assert held(write(HOUSE, CardNumber("9" * 16), drawn), card.answer) == NotBlank(NUMBER)
    assert held(write(OTHER, NUMBER, drawn), card.answer) == NotBlank(NUMBER)
    assert card.as_it_is().key == HOUSE.card_key(NUMBER).hex()


def test_a_card_that_cannot_be_written_is_refused() -> None:
    assert held(write(HOUSE, NUMBER, drawn), PlayerCard(CardBuild(ours=False)).answer) == Flawed("unreadable")
    said = iter([bytes.fromhex("01" + "00" * 16 + "9000"), bytes.fromhex("6985")])
    assert held(write(HOUSE, NUMBER, drawn), lambda _: next(said)) == Flawed("unreadable")
    forgetful = iter([bytes.fromhex("01" + "00" * 16 + "9000"), bytes.fromhex("9000"), b""])
    assert held(write(HOUSE, NUMBER, drawn), lambda _: next(forgetful)) == Flawed("unreadable")


def test_numbers_and_uids_are_read_as_they_are_written() -> None:
    assert is_card_number(NUMBER)
    assert not any(map(is_card_number, ("0" * 16, "1" * 15, "1" * 17, "100020003000400x", "١" * 16)))
    assert read_uid(bytes.fromhex("04a1b2c39000")) == "04a1b2c3"
    assert read_uid(bytes.fromhex("6a81")) == read_uid(b"") == ""
    assert read_shown(bytes.fromhex("01" + "11" * 8 + "1a" * 8 + "9000")) is None
    assert read_shown(bytes.fromhex("02" + "00" * 16 + "9000")) is None
