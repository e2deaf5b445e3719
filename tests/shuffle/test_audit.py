"""What `jakaja verify` says of a recorded shuffle."""

import msgspec
import pytest

from controller.shuffle import ShuffleRecord, audit, cut_of, mixed_in, open_shuffle, prepare
from controller.vocab.entropy_records import bind
from controller.vocab.ids import HandId

SEED = bytes(range(32))
CARDS = tuple(range(52))


NUMBERS = {2: bytes([200]) * 32, 5: bytes([201]) * 32}
BOUND = {seat: bind("4", HandId(9), seat, entropy) for seat, entropy in NUMBERS.items()}


def recorded(fixed: tuple[int, ...] = ()) -> ShuffleRecord:
    cut = cut_of(5, 30)
    prepared = prepare("4", HandId(9), SEED, mixed_in(NUMBERS, cut), CARDS, fixed)
    return ShuffleRecord(
        table="4",
        hand=HandId(9),
        commitment=open_shuffle("4", HandId(9), SEED),
        seed=SEED,
        cards=CARDS,
        deck=prepared.deck,
        leaves=prepared.leaves,
        root=prepared.root,
        prepared=bool(fixed),
        bound={**BOUND, 7: bytes(32)},
        numbers=NUMBERS,
        left_out=(7,),
        cut=cut,
    )


def test_a_true_record_has_no_findings() -> None:
    assert audit(recorded()) == ()


def test_a_prepared_deck_is_checked_by_its_commitments_alone() -> None:
    assert audit(recorded(CARDS)) == ()
    assert audit(msgspec.structs.replace(recorded(CARDS), prepared=False)) != ()


def test_a_deck_is_shuffled_unless_its_record_says_otherwise() -> None:
    record = recorded(CARDS)
    fields = {name: getattr(record, name) for name in record.__struct_fields__ if name != "prepared"}
    assert audit(ShuffleRecord(**fields)) != ()


def swapped(deck: tuple[int, ...]) -> tuple[int, ...]:
    return (*deck[:50], deck[51], deck[50])


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"seed": SEED[:5]}, "the seed has 5 bytes instead of 32"),
        ({"commitment": bytes(32)}, "the seed is not the one the house was bound to"),
        ({"table": "5"}, "the seed is not the one the house was bound to"),
        ({"numbers": {2: NUMBERS[2]}}, "the deck does not follow from the seed"),
        ({"numbers": {2: NUMBERS[2]}}, "seat 5 was bound to a number, which must be in the deck or be named"),
        ({"numbers": {2: NUMBERS[5], 5: NUMBERS[5]}}, "the number of seat 2 is not the one its screen was bound to"),
        ({"numbers": {**NUMBERS, 3: SEED}}, "the number of seat 3 is not the one its screen was bound to"),
        ({"numbers": {**NUMBERS, 5: b"short"}}, "the number of seat 5 is not the one its screen was bound to"),
        ({"bound": BOUND | {2: bytes(32)}}, "the number of seat 2 is not the one its screen was bound to"),
        ({"left_out": ()}, "seat 7 was bound to a number, which must be in the deck or be named as left out"),
        ({"left_out": (5, 7)}, "seat 5 was bound to a number"),
        ({"cut": b""}, "the deck does not follow from the seed"),
        ({"cut": cut_of(2, 30)}, "the deck does not follow from the seed"),
        ({"openings": 2}, "the house drew a seed 2 times"),
        ({"deck": swapped(recorded().deck)}, "from card 51 on"),
        ({"deck": (*recorded().deck[:51], recorded().deck[0])}, "does not hold every card of the game once"),
        ({"deck": recorded().deck[:51]}, "does not hold every card of the game once"),
        ({"leaves": recorded().leaves[::-1]}, "the commitments are not those of the deck"),
        ({"root": bytes(32)}, "the root is not that of the commitments"),
    ],
)
def test_each_change_is_found_and_named(change: dict[str, object], finding: str) -> None:
    findings = audit(msgspec.structs.replace(recorded(), **change))
    assert any(finding in each for each in findings)
    assert all(each.startswith("hand 9: ") for each in findings)


def test_a_deck_without_screens_and_cut_has_nothing_to_keep() -> None:
    prepared = prepare("4", HandId(9), SEED, (), CARDS)
    fields = {"bound": {}, "numbers": {}, "left_out": (), "cut": b"", "deck": prepared.deck}
    plain = msgspec.structs.replace(recorded(), leaves=prepared.leaves, root=prepared.root, **fields)
    assert audit(plain) == ()
