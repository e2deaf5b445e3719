"""The proofs of the last hands, made for the screen that asks (RNG-7): of no hand that it does not remember itself."""

from typing import Final

from controller.app.core import Committed, Core, Seen
from controller.journal.rows import Record
from controller.service.recall import Recall
from controller.service.receipts import receipt_of
from controller.shuffle import write_code
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent
from controller.wire.fold_past import PAST_HANDS
from controller.wire.redact import Viewer

PIECE: Final = 64
"""Records that are read at a time on the way back to a hand that was played before the table was started."""


class Proofs:
    """Knows where the last hands begin in the journal, and keeps what was made of them."""

    def __init__(self, core: Core) -> None:
        """Follow the core's hands from now on."""
        self._core = core
        self._begins: dict[HandId, int] = {}
        self._made: dict[tuple[HandId, Seat], str] = {}
        core.listen(self._told)

    def of(self, viewer: Viewer, hand: HandId) -> str | None:
        """Return what the QR code of a seat's receipt holds; None for a hand that is not among its last ones."""
        if viewer.seat is None or all(past.hand != hand for past in self._core.views.of(viewer).past):
            return None
        made = self._made.get((hand, viewer.seat)) or self._make(hand, viewer.seat)
        if made is not None:
            self._made[(hand, viewer.seat)] = made
        return made

    def _make(self, hand: HandId, seat: Seat) -> str | None:
        first = self._begin_of(hand)
        records = self._records_of(hand, first) if first else []
        recall = Recall(hands=1, profile=self._core.machine.table.profile)
        for record in records:
            recall.take(record)
        recalled = next((found for found in recall.hands if found.hand == hand), None)
        receipt = None if recalled is None else receipt_of(recalled, records, seat)
        # Under a name that the table was given since, the deck would not be the one that was shown.
        if recalled is None or receipt is None or receipt.root != recalled.root:
            return None
        return write_code(receipt)

    def _records_of(self, hand: HandId, first: int) -> list[Record]:
        """Return the records from the shuffle of a hand to its end."""
        found: list[Record] = []
        for start in range(first, self._core.record + 1, PIECE):
            for record in self._core.recorded(start, start + PIECE - 1):
                found.append(record)
                if any(isinstance(event, hr.HandEnded) and event.hand == hand for event in record.events):
                    return found
        return found

    def _begin_of(self, hand: HandId) -> int | None:
        """Return the record that opened a hand's shuffle; one of before the start is looked for from the end."""
        last = self._core.record
        while hand not in self._begins and last > 0:
            first = max(1, last - PIECE + 1)
            for record in self._core.recorded(first, last):
                self._note(record.record, record.events)
            last = first - 1
        return self._begins.get(hand)

    def _told(self, committed: Committed, _seen: Seen) -> None:
        self._note(committed.record, committed.events)

    def _note(self, record: int, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            if isinstance(event, tr.ShuffleOpened):
                self._begins[event.hand] = record
                oldest = event.hand - 2 * PAST_HANDS
                self._begins.pop(HandId(oldest), None)
                self._made = {key: made for key, made in self._made.items() if key[0] > oldest}
