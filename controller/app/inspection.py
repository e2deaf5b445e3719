"""Looking back over a whole journal: the state folds, the books agree, every shuffle and every hand follows.

Works on records that the journal's own verification has found whole; whatever does not follow is a finding, named
with its record.
"""

from collections.abc import Iterable, Iterator
from typing import Final, get_args

import msgspec

from cashier.invariant import InvariantBreach
from cashier.ledger import Transfer
from cashier.refusal import Refusal
from controller import games, shuffle
from controller import hand as poker
from controller import machine as machines
from controller.app.rows import transfer_rows
from controller.journal.rows import Record
from controller.machine import Machine, Reconciliation
from controller.shuffle import ShuffleRecord
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.profile import Profile, digest
from controller.vocab.records import AnyEvent, HandEvent
from evaluator_ext import Card

HAND_EVENTS: Final = frozenset(get_args(HandEvent))


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


class _Deed(msgspec.Struct, frozen=True):
    """An act, and the cards that went with it."""

    acted: hr.Acted
    cards: tuple[Card, ...] = ()


class _HandTrail(msgspec.Struct):
    """What a hand has left in the journal so far, in order."""

    commitment: bytes = b""
    seed: bytes = b""
    committed: tr.CardsCommitted | None = None
    started: hr.HandStarted | None = None
    deck: tuple[Card, ...] = ()
    events: list[AnyEvent] = []
    deeds: list[_Deed] = []
    thrown: tuple[Card, ...] = ()
    """What the player in turn throws away: it is told before his act."""


def inspect(records: Iterable[Record], machine_id: str) -> Inspection:
    """Fold all records into a fresh machine and check what they say against what follows."""
    machine = Machine(machine_id=machine_id)
    findings: list[Finding] = []
    trail, count, hands = _HandTrail(), 0, 0
    for record in records:
        count += 1
        findings += _fold(machine, record)
        for event in record.events:
            trail = _follow(trail, event)
            if isinstance(event, hr.HandEnded):
                hands += 1
                profile = machine.table.profile
                findings += [Finding(record.record, line) for line in _check_hand(trail, profile, event.hand)]
                trail = _HandTrail()
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


def _follow(trail: _HandTrail, event: AnyEvent) -> _HandTrail:
    match event:
        case tr.ShuffleOpened():
            trail.commitment = event.commitment
        case tr.SeedDrawn():
            trail.seed = event.seed
        case tr.CardsCommitted():
            trail.committed = event
        case hr.HandStarted():
            trail.started = event
        case hr.DeckFixed():
            trail.deck = event.deck
        case hr.CardsDiscarded() | hr.RowsArranged():
            trail.thrown = event.cards
        case hr.Acted():
            trail.deeds.append(_Deed(event, trail.thrown))
            trail.thrown = ()
        case hr.CardsShown() | hr.HandShown() if _shows(trail, event.seat):
            trail.deeds[-1] = _Deed(trail.deeds[-1].acted, event.cards)
    if trail.started is not None and type(event) in HAND_EVENTS:
        trail.events.append(event)
    return trail


def _shows(trail: _HandTrail, seat: Seat) -> bool:
    """Whether the latest act was this seat's choice of what to show: the cards are told after it."""
    return bool(trail.deeds) and (trail.deeds[-1].acted.kind, trail.deeds[-1].acted.seat) == ("show", seat)


def _check_hand(trail: _HandTrail, profile: Profile | None, hand: HandId) -> Iterator[str]:
    """Yield what is wrong with a finished hand: its shuffle, and its course played again."""
    if profile is None or trail.started is None or trail.committed is None:
        yield f"hand {hand}: its beginning is missing"
        return
    yield from shuffle.audit(
        ShuffleRecord(
            table=profile.table,
            hand=hand,
            commitment=trail.commitment,
            seed=trail.seed,
            entropies=(),
            cards=games.find_deck(trail.started.game),
            deck=trail.deck,
            leaves=trail.committed.leaves,
            root=trail.committed.root,
            prepared=trail.committed.prepared,
        )
    )
    if trail.started.profile and trail.started.profile != digest(profile):
        yield f"hand {hand}: it names profile {trail.started.profile}, the table ran by {digest(profile)}"
    if list(_played_again(trail.started, trail.deck, trail.deeds)) != trail.events:
        yield f"hand {hand}: played again with the same deck and acts, it does not go as recorded"


def _played_again(started: hr.HandStarted, deck: tuple[Card, ...], deeds: list[_Deed]) -> Iterator[AnyEvent]:
    hand, events = poker.start(started, deck)
    yield from events
    for deed in deeds:
        act = deed.acted
        to = act.to if act.kind == "raise" else 0
        command = hr.Act(seat=act.seat, decision=act.decision, kind=act.kind, to=to, cards=deed.cards, runs=act.runs)
        answer = poker.play(hand, command, act.auto)
        if isinstance(answer, Refusal):
            return
        yield from answer
