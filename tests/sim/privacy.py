"""What each screen may know, from the journal's truth: no other seat's card, no code, no number, no name."""

from typing import Any, Final

from cashier import records as cash
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent
from controller.wire.messages import FromTable, Snapshot, Update
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import viewer_name
from evaluator_ext import Card, print_card
from tests.sim.finding import check

FOR_ITS_SEAT: Final = (
    hr.HoleCardsDealt,
    hr.CardsDiscarded,
    hr.RowsArranged,
    tr.HandNamed,
    tr.LeaveAsked,
    cash.ClaimCodeGiven,
)
LIES_OPEN: Final = (
    hr.BoardDealt,
    hr.UpCardsDealt,
    hr.HandTurnedUp,
    hr.HandShown,
    hr.CardsShown,
    hr.RowShown,
)
FOR_NOBODY: Final = (hr.DeckFixed, hr.DeckRecycled, tr.SeedDrawn)
FOR_STAFF: Final = (cash.ValidatorCounted,)
TICKETS: Final = (
    cash.VoucherReserved,
    cash.VoucherSent,
    cash.VoucherIssued,
    cash.VoucherUnknown,
    cash.VoucherVoided,
)
SHOWN_DIGITS: Final = 4


class Privacy:
    """Who had which cards in each hand, and since which record a card is open."""

    def __init__(self) -> None:
        self._hand = HandId(0)
        self._hole: dict[tuple[HandId, Seat], tuple[Card, ...]] = {}
        self._open: dict[tuple[HandId, Card], int] = {}
        self._hand_of: dict[int, HandId] = {}

    def follow(self, record: int, events: tuple[AnyEvent, ...]) -> None:
        """Learn from one committed record."""
        for event in events:
            if isinstance(event, hr.DeckFixed):
                self._hand = event.hand
            elif isinstance(event, hr.HoleCardsDealt):
                held = self._hole.get((self._hand, event.seat), ())
                self._hole[self._hand, event.seat] = held + event.cards
            elif isinstance(event, LIES_OPEN):
                for card in event.cards:
                    self._open.setdefault((self._hand, card), record)
        self._hand_of[record] = self._hand

    def inspect(self, viewer: Viewer, message: FromTable) -> None:
        """Hold one message to what its screen may know by then."""
        if isinstance(message, Update):
            for event in message.events:
                self._inspect_event(viewer, event, message.record)
        elif isinstance(message, Snapshot):
            self._inspect_view(viewer, message.view, message.record)

    def _inspect_event(self, viewer: Viewer, event: AnyEvent, record: int) -> None:
        kind = type(event)
        if kind in FOR_ITS_SEAT:
            own = getattr(event, "seat", None) == viewer.seat
            check(own, "private-stays-private", f"{viewer_name(viewer)} was told {kind.__name__} of another seat")
        elif kind in FOR_NOBODY or (kind in FOR_STAFF and viewer.kind != "staff"):
            check(False, "private-stays-private", f"{viewer_name(viewer)} was told {kind.__name__}")
        elif kind in TICKETS:
            number: Any = getattr(event, "number", "")
            hidden = len(number) <= SHOWN_DIGITS and (viewer.kind == "staff" or not getattr(event, "by", ""))
            check(hidden, "number-stays-hidden", f"{viewer_name(viewer)} was told a ticket's number or a name")
        elif isinstance(event, LIES_OPEN):
            self._inspect_cards(viewer, event.cards, record)

    def _inspect_view(self, viewer: Viewer, view: View, record: int) -> None:
        self._inspect_cards(viewer, view.board, record)
        for seat in view.seats.values():
            self._inspect_cards(viewer, seat.cards, record)
            self._inspect_cards(viewer, seat.plays, record)
        codes = [claim for claim in view.claims if claim.code and claim.seat != viewer.seat]
        check(not codes, "private-stays-private", f"{viewer_name(viewer)} holds another seat's code")
        whole = any(len(voucher.number) > SHOWN_DIGITS for voucher in view.vouchers)
        check(not whole, "number-stays-hidden", f"{viewer_name(viewer)} holds a ticket's whole number")

    def _inspect_cards(self, viewer: Viewer, cards: tuple[Card, ...], record: int) -> None:
        hand = self._hand_of.get(record, HandId(0))
        own = self._hole.get((hand, viewer.seat or 0), ())
        for card in cards:
            seen = card in own or self._open.get((hand, card), record + 1) <= record
            check(seen, "card-not-yet-his", f"{viewer_name(viewer)} was shown {print_card(card)} in hand {hand}")
