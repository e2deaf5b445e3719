"""What an auditor checks with his own key: every deck follows from its sealed seed, and every hand from its deck.

He needs nothing of the table's secrets. Of hands in which cards were exchanged or set in rows he does not know which,
so of these he checks that every card that was seen is of the deck, and of all others that they go as recorded.
"""

from collections.abc import Iterable, Iterator

import msgspec

from controller import games, shuffle
from controller.app.hand_trail import HandTrail, deal_again, follow
from controller.journal.rows import Record
from controller.shuffle import ShuffleRecord
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import AnyEvent
from evaluator_ext import Card


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
    cards = games.find_deck(trail.started.game)
    deck = shuffle.prepare(table, hand, seed, (), cards).deck
    findings = shuffle.audit(
        ShuffleRecord(
            table=table,
            hand=hand,
            commitment=trail.commitment,
            seed=seed,
            entropies=(),
            cards=cards,
            deck=deck,
            leaves=trail.committed.leaves,
            root=trail.committed.root,
        )
    )
    if findings:
        return AuditedHand(hand, findings)
    replays = not any(deed.acted.kind in ("discard", "arrange") for deed in trail.deeds)
    wrong = _replay_finding(trail, deck) if replays else _card_finding(trail, deck)
    return AuditedHand(hand, (f"hand {hand}: {wrong}",) if wrong else (), replayed=replays)


def _replay_finding(trail: HandTrail, deck: tuple[Card, ...]) -> str:
    """What differs between the hand as everyone saw it and the same deck and acts played again."""
    if trail.started is None or _public(deal_again(trail.started, deck, trail.deeds)) != _public(trail.events):
        return "played again with the deck of its seed, it does not go as recorded"
    return ""


def _card_finding(trail: HandTrail, deck: tuple[Card, ...]) -> str:
    strange = [card for event in _public(trail.events) for card in getattr(event, "cards", ()) if card not in deck]
    return "a card that was seen is not of its deck" if strange else ""


def _public(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if event.audience == "everyone"]
