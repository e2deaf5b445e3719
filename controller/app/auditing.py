"""What an auditor checks with his own key: every deck follows from its sealed seed, and every hand from its deck.

He needs nothing of the table's secrets. Of hands in which cards were exchanged or set in rows he does not know which,
so of these he checks that every card that was shown was dealt to its seat, and of all others that they go as recorded.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cashier.refusal import Refusal
from controller import games, shuffle
from controller import hand as poker
from controller.app.hand_trail import HandTrail, act_of, deal_again, follow, shuffle_of
from controller.journal.rows import Record
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent
from evaluator_ext import Card

_SHOWN: Final = (hr.HandShown, hr.CardsShown, hr.RowShown)


class AuditedHand(msgspec.Struct, frozen=True):
    """A finished hand: what is wrong with it, or why nothing can be said; `replayed` if it was played again."""

    hand: HandId
    findings: tuple[str, ...] = ()
    skipped: str = ""
    replayed: bool = False


def audit_hands(records: Iterable[Record], private: bytes) -> Iterator[AuditedHand]:
    """Yield every finished hand of a journal, checked with the auditor's private key. Sealed events are not needed."""
    table, expects_seal, trail = "", False, HandTrail()
    for event in (event for record in records for event in record.events):
        if isinstance(event, tr.ProfileAdopted):
            table, expects_seal = event.profile.table, bool(event.profile.auditor)
        trail = follow(trail, event)
        if isinstance(event, hr.HandEnded):
            yield _audited(trail, event.hand, table, expects_seal, private)
            trail = HandTrail()


def _audited(trail: HandTrail, hand: HandId, table: str, expects_seal: bool, private: bytes) -> AuditedHand:
    if trail.started is None or trail.committed is None:
        return AuditedHand(hand, (f"hand {hand}: its beginning is missing",))
    if not trail.for_auditor:
        missing = f"hand {hand}: its seed was sealed to no auditor"
        return AuditedHand(hand, (missing,)) if expects_seal else AuditedHand(hand, skipped=missing)
    if trail.committed.prepared:
        return AuditedHand(hand, skipped=f"hand {hand}: it was dealt from a prepared deck")
    seed = shuffle.open_as_auditor(private, trail.for_auditor)
    if seed is None:
        return AuditedHand(hand, (f"hand {hand}: its seed does not open with this key",))
    inputs = shuffle.mixed_in(trail.numbers, trail.cut)
    deck = shuffle.prepare(table, hand, seed, inputs, games.find_deck(trail.started.game)).deck
    shuffled = shuffle_of(trail, table, hand, seed, deck)
    findings = () if shuffled is None else shuffle.audit(shuffled)
    if findings:
        return AuditedHand(hand, findings)
    replays = not any(deed.acted.kind in ("discard", "arrange") for deed in trail.deeds)
    wrong = _replay_finding(trail, deck) if replays else _card_finding(trail, deck)
    return AuditedHand(hand, (f"hand {hand}: {wrong}",) if wrong else (), replayed=replays)


def _replay_finding(trail: HandTrail, deck: tuple[Card, ...]) -> str:
    """What differs between the hand as everyone saw it and the same deck and acts played again."""
    if trail.started is None or _public(deal_again(trail.started, deck, trail.deeds, trail.voided)) != _public(
        trail.events
    ):
        return "played again with the deck of its seed, it does not go as recorded"
    return ""


def _card_finding(trail: HandTrail, deck: tuple[Card, ...]) -> str:
    """Whether a seat showed a card that the deck of the seed did not deal to it."""
    dealt = _dealt(trail, deck)
    for event in _public(trail.events):
        if isinstance(event, _SHOWN) and dealt is not None and not dealt[event.seat].issuperset(event.cards):
            return f"seat {event.seat} showed a card that the deck of its seed did not deal to it"
    return ""


def _dealt(trail: HandTrail, deck: tuple[Card, ...]) -> dict[Seat, set[Card]] | None:
    """Every card that each seat was dealt; None where the muck was dealt anew, which only the table can follow.

    How many cards were exchanged is public, and which they were does not change what comes instead.
    """
    if trail.started is None:
        return None
    dealt: dict[Seat, set[Card]] = {entrant.seat: set() for entrant in trail.started.entrants}
    hand, events = poker.start(trail.started, deck)
    for deed in (*trail.deeds, None):
        for event in events:
            if isinstance(event, hr.DeckRecycled):
                return None
            if isinstance(event, hr.HoleCardsDealt | hr.UpCardsDealt):
                dealt[event.seat] |= set(event.cards)
        if deed is None or deed.acted.kind == "arrange":
            break
        exchanged = hand.players[deed.acted.seat].cards[: deed.acted.discarded]
        answer = poker.play(hand, act_of(msgspec.structs.replace(deed, cards=deed.cards or exchanged)), deed.acted.auto)
        if isinstance(answer, Refusal):
            break
        events = answer
    return dealt


def _public(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if event.audience == "everyone"]
