"""What one hand leaves in a journal, gathered event by event, and the hand played again from it."""

from collections.abc import Iterator
from typing import Final, get_args

import msgspec

from cashier.refusal import Refusal
from controller import hand as poker
from controller import shuffle
from controller.games import find_deck
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent, HandEvent
from evaluator_ext import Card

HAND_EVENTS: Final = frozenset(get_args(HandEvent))


class Deed(msgspec.Struct, frozen=True):
    """An act, and the cards that went with it."""

    acted: hr.Acted
    cards: tuple[Card, ...] = ()


class HandTrail(msgspec.Struct):
    """What a hand has left in the journal so far, in order."""

    opened: HandId = HandId(0)
    commitment: bytes = b""
    openings: int = 0
    bound: dict[Seat, bytes] = {}
    numbers: dict[Seat, bytes] = {}
    left_out: tuple[Seat, ...] = ()
    cut: bytes = b""
    for_auditor: bytes = b""
    seed: bytes = b""
    committed: tr.CardsCommitted | None = None
    started: hr.HandStarted | None = None
    deck: tuple[Card, ...] = ()
    events: list[AnyEvent] = []
    deeds: list[Deed] = []
    thrown: tuple[Card, ...] = ()
    """What the player in turn throws away: it is told before his act."""
    voided: hr.HandVoided | None = None


def follow(trail: HandTrail, event: AnyEvent) -> HandTrail:
    """Add an event to the trail of the hand that is due or running."""
    if isinstance(event, tr.ShuffleOpened) and event.hand != trail.opened:
        trail = HandTrail(opened=event.hand)
    _follow_shuffle(trail, event)
    match event:
        case tr.CardsCommitted():
            trail.committed = event
        case hr.HandStarted():
            trail.started = event
        case hr.DeckFixed():
            trail.deck = event.deck
        case hr.HandVoided():
            trail.voided = event
        case hr.CardsDiscarded() | hr.RowsArranged():
            trail.thrown = event.cards
        case hr.Acted():
            trail.deeds.append(Deed(event, trail.thrown))
            trail.thrown = ()
        case hr.CardsShown() | hr.HandShown() if _shows(trail, event.seat):
            trail.deeds[-1] = Deed(trail.deeds[-1].acted, event.cards)
    if trail.started is not None and type(event) in HAND_EVENTS:
        trail.events.append(event)
    return trail


def _follow_shuffle(trail: HandTrail, event: AnyEvent) -> None:
    match event:
        case tr.ShuffleOpened():
            trail.commitment = event.commitment
            trail.openings += 1
            trail.bound = {bound.seat: bound.commitment for bound in event.bound}
        case er.EntropyRevealed():
            trail.numbers[event.seat] = event.entropy
        case er.EntropyLeftOut():
            trail.left_out = (*trail.left_out, event.seat)
        case er.DeckCut():
            trail.cut = shuffle.cut_of(event.seat, event.place)
        case tr.SeedDrawn():
            trail.seed = event.seed
        case tr.SeedForAuditor():
            trail.for_auditor = event.sealed


def shuffle_of(
    trail: HandTrail, table: str, hand: HandId, seed: bytes, deck: tuple[Card, ...]
) -> shuffle.ShuffleRecord | None:
    """Return what there is to check of the shuffle of this hand; None where its beginning is missing."""
    if trail.started is None or trail.committed is None:
        return None
    return shuffle.ShuffleRecord(
        table=table,
        hand=hand,
        commitment=trail.commitment,
        seed=seed,
        cards=find_deck(trail.started.game),
        deck=deck,
        leaves=trail.committed.leaves,
        root=trail.committed.root,
        prepared=trail.committed.prepared,
        bound=trail.bound,
        numbers=trail.numbers,
        left_out=trail.left_out,
        cut=trail.cut,
        openings=trail.openings,
    )


def _shows(trail: HandTrail, seat: Seat) -> bool:
    """Whether the latest act was this seat's choice of what to show: the cards are told after it."""
    return bool(trail.deeds) and (trail.deeds[-1].acted.kind, trail.deeds[-1].acted.seat) == ("show", seat)


def deal_again(
    started: hr.HandStarted, deck: tuple[Card, ...], deeds: list[Deed], voided: hr.HandVoided | None = None
) -> Iterator[AnyEvent]:
    """Yield the events of a hand dealt from `deck` and played by `deeds`, as far as they can be played.

    Where it was `voided` after them, it is again.
    """
    hand, events = poker.start(started, deck)
    yield from events
    for deed in deeds:
        answer = poker.play(hand, act_of(deed), deed.acted.auto)
        if isinstance(answer, Refusal):
            return
        yield from answer
    if voided is not None and not hand.over:
        yield from poker.void(hand, voided)


def act_of(deed: Deed) -> hr.Act:
    """Return the command that a deed was."""
    act = deed.acted
    to = act.to if act.kind == "raise" else 0
    return hr.Act(seat=act.seat, decision=act.decision, kind=act.kind, to=to, cards=deed.cards, runs=act.runs)
