"""A player's receipt of a hand, made of the journal: the cards his screen was told, each with its proof (RNG-7)."""

from collections.abc import Iterable, Mapping
from typing import Final

from controller import games, shuffle
from controller.journal.rows import Record
from controller.service.recall import HandRecall, seen_by
from controller.shuffle import Prepared, Receipt
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.wire.redact import Viewer
from evaluator_ext import Card

_AT_A_SEAT: Final = (
    hr.HoleCardsDealt,
    hr.UpCardsDealt,
    hr.HandTurnedUp,
    hr.HandShown,
    hr.CardsShown,
    hr.RowShown,
)


def receipt_of(hand: HandRecall, records: Iterable[Record], seat: Seat) -> Receipt | None:
    """Return what `seat` may prove of a finished hand; None while it is not over, or where no card of it was seen.

    `records` are the journal's, opened with the table's key.
    """
    seen = cards_seen(seen_by(hand, Viewer("seat", seat)))
    prepared = _prepared(records, hand)
    if hand.ended is None or not seen or prepared is None:
        return None
    return shuffle.make_receipt(hand.profile.table, hand.hand, prepared, seen)


def cards_seen(hand: HandRecall) -> Mapping[Card, Seat | int]:
    """Return every card that these steps tell, with the seat that held it, or `BOARD` for those in the middle."""
    seen: dict[Card, Seat | int] = {}
    for step in hand.steps:
        event = step.event
        if isinstance(event, hr.BoardDealt):
            seen |= dict.fromkeys(event.cards, shuffle.BOARD)
        elif isinstance(event, _AT_A_SEAT):
            seen |= dict.fromkeys(event.cards, event.seat)
    return seen


def _prepared(records: Iterable[Record], recalled: HandRecall) -> Prepared | None:
    """Shuffle the hand's deck again; None where the records do not hold its beginning."""
    hand, seed, committed, game = recalled.hand, b"", None, None
    for event in (event for record in records for event in record.events):
        match event:
            case tr.SeedDrawn() if event.hand == hand:
                seed = event.seed
            case tr.CardsCommitted() if event.hand == hand:
                committed = event
            case hr.HandStarted() if event.hand == hand:
                game = event.game
            case hr.DeckFixed() if event.hand == hand and seed and committed is not None and game is not None:
                fixed = event.deck if committed.prepared else ()
                return shuffle.prepare(recalled.profile.table, hand, seed, (), games.find_deck(game), fixed)
    return None
