"""A player's receipt of a hand, made of the journal: the cards his screen was told, each with its proof (RNG-7)."""

from collections.abc import Iterable, Mapping
from typing import Final

from controller import games, shuffle
from controller.journal.rows import Record
from controller.service.recall import HandRecall, seen_by
from controller.shuffle import Prepared, Receipt
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.vocab.profile import GameId
from controller.vocab.records import AnyEvent
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
    prepared = _Dealt(hand).prepared(records)
    if hand.ended is None or not seen or prepared is None:
        return None
    return shuffle.make_receipt(hand.profile.table, hand.hand, prepared, seen, seat)


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


class _Dealt:
    """What the records say of how a hand's deck came about, gathered event by event."""

    def __init__(self, recalled: HandRecall) -> None:
        self._hand = recalled.hand
        self._table = recalled.profile.table
        self._seed = b""
        self._numbers: dict[Seat, bytes] = {}
        self._cut = b""
        self._committed: tr.CardsCommitted | None = None
        self._game: GameId | None = None

    def prepared(self, records: Iterable[Record]) -> Prepared | None:
        """Shuffle the hand's deck again; None where the records do not hold its beginning."""
        for event in (event for record in records for event in record.events):
            if getattr(event, "hand", None) == self._hand:
                if isinstance(event, hr.DeckFixed):
                    return self._shuffled(event.deck)
                self._follow(event)
        return None

    def _follow(self, event: AnyEvent) -> None:
        match event:
            case tr.SeedDrawn():
                self._seed = event.seed
            case er.EntropyRevealed():
                self._numbers[event.seat] = event.entropy
            case er.DeckCut():
                self._cut = shuffle.cut_of(event.seat, event.place)
            case tr.CardsCommitted():
                self._committed = event
            case hr.HandStarted():
                self._game = event.game

    def _shuffled(self, deck: tuple[Card, ...]) -> Prepared | None:
        if not self._seed or self._committed is None or self._game is None:
            return None
        fixed = deck if self._committed.prepared else ()
        inputs = shuffle.mixed_in(self._numbers, self._cut)
        return shuffle.prepare(self._table, self._hand, self._seed, inputs, games.find_deck(self._game), fixed)
