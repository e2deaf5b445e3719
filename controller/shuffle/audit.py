"""The check of a shuffle afterwards, out of the journal."""

from collections.abc import Iterator, Mapping

import msgspec

from controller.shuffle.inputs import mixed_in
from controller.shuffle.prepare import open_shuffle, prepare
from controller.vocab.digests import SIZE
from controller.vocab.entropy_records import bind
from controller.vocab.ids import HandId, Seat
from evaluator_ext import Card


class ShuffleRecord(msgspec.Struct, frozen=True):
    """All that the journal holds of one hand's shuffle. `cards` is the deck before the shuffle, as its game names it.

    `bound` are the seats whose screens were bound to numbers, of which each was shown (`numbers`) or `left_out`; `cut`
    is the cut as it is mixed in. `openings` counts how often the house bound itself to a seed. `prepared` says that the
    profile allowed test decks: then `deck` was given, and only its commitments are checked.
    """

    table: str
    hand: HandId
    commitment: bytes
    seed: bytes
    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    leaves: tuple[bytes, ...]
    root: bytes
    prepared: bool = False
    bound: Mapping[Seat, bytes] = {}
    numbers: Mapping[Seat, bytes] = {}
    left_out: tuple[Seat, ...] = ()
    cut: bytes = b""
    openings: int = 1

    @property
    def inputs(self) -> tuple[bytes, ...]:
        """All that went in beside the seed."""
        return mixed_in(self.numbers, self.cut)


def audit(record: ShuffleRecord) -> tuple[str, ...]:
    """Return what is wrong with a recorded shuffle, one sentence a finding; nothing if all of it follows."""
    where = f"hand {record.hand}"
    if len(record.seed) != SIZE:
        return (f"{where}: the seed has {len(record.seed)} bytes instead of {SIZE}",)
    findings = list(_broken_bonds(record))
    if any(len(entropy) != SIZE for entropy in record.numbers.values()):
        return tuple(findings)
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


def _broken_bonds(record: ShuffleRecord) -> Iterator[str]:
    """Yield what the house or a screen was bound to and did not keep."""
    where = f"hand {record.hand}"
    if record.openings != 1:
        yield f"{where}: the house drew a seed {record.openings} times"
    for seat, entropy in record.numbers.items():
        if record.bound.get(seat) != bind(record.table, record.hand, seat, entropy):
            yield f"{where}: the number of seat {seat} is not the one its screen was bound to"
    for seat in record.bound:
        if (seat in record.numbers) == (seat in record.left_out):
            yield f"{where}: seat {seat} was bound to a number, which must be in the deck or be named as left out"
