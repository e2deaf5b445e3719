"""Looking back over a whole journal: the state folds, the books agree, every shuffle and every hand follows.

Works on records that the journal's own verification has found whole; whatever does not follow is a finding, named
with its record.
"""

from collections.abc import Iterable, Iterator

import msgspec

from cashier.invariant import InvariantBreach
from cashier.ledger import Transfer
from controller import machine as machines
from controller import shuffle
from controller.app.hand_trail import HandTrail, deal_again, follow, shuffle_of
from controller.app.rows import transfer_rows
from controller.journal.rows import Record
from controller.machine import Machine, Reconciliation
from controller.vocab import hand_records as hr
from controller.vocab.ids import HandId
from controller.vocab.profile import Profile, digest


class Finding(msgspec.Struct, frozen=True):
    """Something that does not follow: the record where it shows, and a sentence."""

    record: int
    sentence: str


class Inspection(msgspec.Struct, frozen=True):
    """What looking back has shown."""

    records: int
    hands: int
    findings: tuple[Finding, ...]
    reconciliation: Reconciliation
    profile: Profile | None


def inspect(records: Iterable[Record], machine_id: str) -> Inspection:
    """Fold all records into a fresh machine and check what they say against what follows."""
    machine = Machine(machine_id=machine_id)
    findings: list[Finding] = []
    trail, count, hands = HandTrail(), 0, 0
    for record in records:
        count += 1
        findings += _fold(machine, record)
        for event in record.events:
            trail = follow(trail, event)
            if isinstance(event, hr.HandEnded):
                hands += 1
                profile = machine.table.profile
                findings += [Finding(record.record, line) for line in _check_hand(trail, profile, event.hand)]
                trail = HandTrail()
        if findings:
            break
    return Inspection(
        records=count,
        hands=hands,
        findings=tuple(findings),
        reconciliation=machines.reconciliation(machine),
        profile=machine.table.profile,
    )


def _fold(machine: Machine, record: Record) -> list[Finding]:
    """Fold one record and compare the money it moved with the transfers it holds."""
    moved: list[Transfer] = []
    try:
        for event in record.events:
            moved += machines.evolve(machine, event)
        machines.audit(machine)
    except InvariantBreach as breach:
        return [Finding(record.record, f"{breach.name}: {breach.sentence}")]
    if tuple(transfer_rows(moved)) != record.transfers:
        return [Finding(record.record, "the transfers are not those of the events")]
    return []


def _check_hand(trail: HandTrail, profile: Profile | None, hand: HandId) -> Iterator[str]:
    """Yield what is wrong with a finished hand: its shuffle, and its course played again."""
    shuffled = None if profile is None else shuffle_of(trail, profile.table, hand, trail.seed, trail.deck)
    if profile is None or trail.started is None or shuffled is None:
        yield f"hand {hand}: its beginning is missing"
        return
    yield from shuffle.audit(shuffled)
    if trail.started.profile and trail.started.profile != digest(profile):
        yield f"hand {hand}: it names profile {trail.started.profile}, the table ran by {digest(profile)}"
    if list(deal_again(trail.started, trail.deck, trail.deeds, trail.voided)) != trail.events:
        yield f"hand {hand}: played again with the same deck and acts, it does not go as recorded"
