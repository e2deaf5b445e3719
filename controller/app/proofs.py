"""The proofs of the last hands, made for the screen that asks (RNG-7): of no hand that it does not remember itself."""

import queue
from collections.abc import Callable
from typing import Final

from cashier.devices.ticket_layout import code_slip_bytes
from controller.app.core import Committed, Core, Seen
from controller.journal.rows import Record
from controller.language import load_language
from controller.service.recall import Recall
from controller.service.receipt_text import above_code, below_code
from controller.service.receipts import receipt_of
from controller.shuffle import Receipt, write_code
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent
from controller.wire.fold_past import PAST_HANDS
from controller.wire.redact import Viewer

PIECE: Final = 64
"""Records that are read at a time on the way back to a hand that was played before the table was started."""


MOST_SLIPS: Final = 10
"""Slips that may wait for the printer: beyond that a player is told that it does not print."""


class Slips:
    """The slips that wait for the printer of the kiosk, whose driver fetches them in a thread of its own."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[bytes] = queue.Queue(MOST_SLIPS)

    def put(self, slip: bytes) -> bool:
        """Have a slip printed; return whether there was room for it."""
        try:
            self._waiting.put_nowait(slip)
        except queue.Full:
            return False
        return True

    def take(self) -> bytes | None:
        """Return the slip that has waited longest, and forget it."""
        try:
            return self._waiting.get_nowait()
        except queue.Empty:
            return None


def no_paper(_slip: bytes) -> bool:
    """Print nothing: a table without a printer of its own."""
    return False


class Proofs:
    """Knows where the last hands begin in the journal, and keeps what was made of them."""

    def __init__(self, core: Core, put_slip: Callable[[bytes], bool] = no_paper) -> None:
        """Follow the core's hands from now on; receipts on paper go to `put_slip`."""
        self._core = core
        self._put_slip = put_slip
        self._begins: dict[HandId, int] = {}
        self._made: dict[tuple[HandId, Seat], Receipt] = {}
        self._printed: set[tuple[HandId, Seat]] = set()
        core.listen(self._told)

    def of(self, viewer: Viewer, hand: HandId) -> str | None:
        """Return what the QR code of a seat's receipt holds; None for a hand that is not among its last ones."""
        receipt = self._receipt(viewer, hand)
        return None if receipt is None else write_code(receipt)

    def put_on_paper(self, viewer: Viewer, hand: HandId) -> bool:
        """Have a seat's receipt printed, each but once; return whether it will be."""
        receipt, profile = self._receipt(viewer, hand), self._core.machine.table.profile
        if viewer.seat is None or receipt is None or profile is None or (hand, viewer.seat) in self._printed:
            return False
        language = load_language(profile.language)
        slip = code_slip_bytes(above_code(receipt, language), write_code(receipt), below_code(language))
        if not self._put_slip(slip):
            return False
        self._printed.add((hand, viewer.seat))
        return True

    def _receipt(self, viewer: Viewer, hand: HandId) -> Receipt | None:
        if viewer.seat is None or all(past.hand != hand for past in self._core.views.of(viewer).past):
            return None
        made = self._made.get((hand, viewer.seat)) or self._make(hand, viewer.seat)
        if made is not None:
            self._made[(hand, viewer.seat)] = made
        return made

    def _make(self, hand: HandId, seat: Seat) -> Receipt | None:
        first = self._begin_of(hand)
        records = self._records_of(hand, first) if first else []
        recall = Recall(hands=1, profile=self._core.machine.table.profile)
        for record in records:
            recall.take(record)
        recalled = next((found for found in recall.hands if found.hand == hand), None)
        receipt = None if recalled is None else receipt_of(recalled, records, seat)
        # Under a name that the table was given since, the deck would not be the one that was shown.
        return receipt if recalled is not None and receipt is not None and receipt.root == recalled.root else None

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
                self._printed = {key for key in self._printed if key[0] > oldest}
