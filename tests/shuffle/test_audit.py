"""What `jakaja verify` says of a recorded shuffle."""

import msgspec
import pytest

from controller.shuffle import ShuffleRecord, audit, open_shuffle, prepare
from controller.vocab.ids import HandId

SEED = bytes(range(32))
CARDS = tuple(range(52))


def recorded(fixed: tuple[int, ...] = ()) -> ShuffleRecord:
    prepared = prepare("4", HandId(9), SEED, (b"cut",), CARDS, fixed)
    return ShuffleRecord(
        table="4",
        hand=HandId(9),
        commitment=open_shuffle("4", HandId(9), SEED),
        seed=SEED,
        inputs=(b"cut",),
        cards=CARDS,
        deck=prepared.deck,
        leaves=prepared.leaves,
        root=prepared.root,
        prepared=bool(fixed),
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
        ({"inputs": ()}, "the deck does not follow from the seed"),
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
