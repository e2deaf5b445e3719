"""What everybody was bound to before a deck was made, followed from the public events alone (RNG-6).

Written from the page on fairness, with hashlib and nothing of the product.
"""

import hashlib
import struct
from typing import TypeAlias

from controller.vocab import entropy_records as er
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import AnyEvent
from tests.sim.finding import check

Committed: TypeAlias = dict[Seat, bytes]


def blake(purpose: str, *parts: bytes) -> bytes:
    """The digest of parts behind their lengths."""
    data = b"".join(struct.pack(">I", len(part)) + part for part in parts)
    return hashlib.blake2b(data, digest_size=32, person=b"jakaja:" + purpose.encode()).digest()


class Bonds:
    """Follows every shuffle and objects to whatever could be chosen by somebody who knows too much."""

    def __init__(self) -> None:
        self.opened = HandId(0)
        self.heard = 0
        self.cuts = 0
        self._table = ""
        self._next: Committed = {}
        self._awaited: Committed = {}
        self._numbers: dict[Seat, bytes] = {}
        self._cut = b""
        self._cutter: tuple[Seat, int] | None = None
        self._until = 0
        self._seen: set[bytes] = set()

    @property
    def inputs(self) -> tuple[bytes, ...]:
        """What goes into the deck, as the page on fairness puts it."""
        numbers = tuple(bytes([seat]) + entropy for seat, entropy in sorted(self._numbers.items()))
        return (*numbers, self._cut) if self._cut else numbers

    def follow(self, event: AnyEvent, table_ms: int) -> None:
        """Watch one committed event."""
        match event:
            case tr.ProfileAdopted():
                self._table = event.profile.table
            case er.EntropyBound():
                check(event.hand == self.opened + 1, "bound-before-the-house", f"{event} came after hand {self.opened}")
                self._next[event.seat] = event.commitment
            case tr.ShuffleOpened():
                self._open(event)
            case er.CutAsked():
                check(self._until == 0, "cut-before-the-numbers", f"{event} came after the numbers")
                self._cutter = event.seat, event.until
            case er.DeckCut():
                self._cut_deck(event, table_ms)
            case er.EntropyAsked():
                check(self._cutter is None, "cut-before-the-numbers", f"{event} came before the cut")
                self._until = event.until
            case er.EntropyRevealed():
                self._heard(event)
            case er.EntropyLeftOut():
                self._missed(event, table_ms)
            case tr.CardsCommitted():
                self._made(event)

    def _open(self, event: tr.ShuffleOpened) -> None:
        check(event.hand > self.opened, "one-seed-a-hand", f"hand {event.hand} was opened after {self.opened}")
        bound = {bound.seat: bound.commitment for bound in event.bound}
        known = all(self._next.get(seat) == commitment for seat, commitment in bound.items())
        check(known, "bound-before-the-house", f"{event} names what no screen was bound to")
        self.opened, self._awaited, self._next = event.hand, bound, {}
        self._numbers, self._cut, self._cutter, self._until = {}, b"", None, 0

    def _cut_deck(self, event: er.DeckCut, table_ms: int) -> None:
        asked = self._cutter
        check(asked is not None and asked[0] == event.seat, "cut-as-asked", f"{event} by nobody who was asked")
        early = event.place == 0 and asked is not None and table_ms < asked[1]
        self._cut = bytes([event.seat, event.place]) if event.place else b""
        self.cuts += bool(self._cut) or early
        self._cutter = None

    def _heard(self, event: er.EntropyRevealed) -> None:
        parts = (self._table.encode(), struct.pack(">Q", event.hand), struct.pack(">Q", event.seat), event.entropy)
        bound = self._until and self._awaited.get(event.seat) == blake("entropy", *parts)
        check(bool(bound), "number-as-bound", f"seat {event.seat} showed what it was not bound to")
        check(event.entropy not in self._seen, "number-fresh", f"seat {event.seat} showed an old number")
        self._seen.add(event.entropy)
        del self._awaited[event.seat]
        self._numbers[event.seat] = event.entropy
        self.heard += 1
        if event.following:
            self._next[event.seat] = event.following

    def _missed(self, event: er.EntropyLeftOut, table_ms: int) -> None:
        late = event.cause == "wrong" or table_ms >= self._until
        check(event.seat in self._awaited and late, "left-out-in-time", f"{event} at {table_ms}")
        del self._awaited[event.seat]

    def _made(self, event: tr.CardsCommitted) -> None:
        check(not self._awaited, "heard-or-named", f"hand {event.hand} was dealt without seats {list(self._awaited)}")
        leaves = tuple(blake("input", part) for part in self.inputs)
        check(event.leaves[len(event.leaves) - len(leaves) :] == leaves, "inputs-under-the-root", f"hand {event.hand}")
