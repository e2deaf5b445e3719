"""The check of a shuffle afterwards, out of the journal."""

import msgspec

from controller.shuffle.prepare import open_shuffle, prepare
from controller.vocab.digests import SIZE
from controller.vocab.ids import HandId
from evaluator_ext import Card


class ShuffleRecord(msgspec.Struct, frozen=True):
    """All that the journal holds of one hand's shuffle. `cards` is the deck before the shuffle, as its game names it.

    `inputs` are what went in beside the seed, as `mixed_in` puts them. `prepared` says that the profile allowed test
    decks: then `deck` was given, and only its commitments are checked.
    """

    table: str
    hand: HandId
    commitment: bytes
    seed: bytes
    inputs: tuple[bytes, ...]
    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    leaves: tuple[bytes, ...]
    root: bytes
    prepared: bool = False


def audit(record: ShuffleRecord) -> tuple[str, ...]:
    """Return what is wrong with a recorded shuffle, one sentence a finding; nothing if all of it follows."""
    where = f"hand {record.hand}"
    if len(record.seed) != SIZE:
        return (f"{where}: the seed has {len(record.seed)} bytes instead of {SIZE}",)
    findings = []
    if open_shuffle(record.table, record.hand, record.seed) != record.commitment:
        findings.append(f"{where}: the seed is not the one the house was bound to")
    if sorted(record.deck) != sorted(record.cards):
        findings.append(f"{where}: the deck does not hold every card of the game once")
        return tuple(findings)
    fixed = record.deck if record.prepared else ()
    expected = prepare(record.table, record.hand, record.seed, record.inputs, record.cards, fixed)
    if expected.deck != record.deck:
        place = next(place for place, card in enumerate(expected.deck) if card != record.deck[place])
        findings.append(f"{where}: the deck does not follow from the seed, from card {place + 1} on")
    if expected.leaves != record.leaves:
        findings.append(f"{where}: the commitments are not those of the deck")
    if expected.root != record.root:
        findings.append(f"{where}: the root is not that of the commitments")
    return tuple(findings)
