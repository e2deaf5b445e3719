"""The store of a note recycler: notes by value, and a motor that pays them out one by one."""

from __future__ import annotations

from typing import Literal

import msgspec


class PaidOut(msgspec.Struct, frozen=True):
    """A payout came to its end: how, and the amounts that its event bears, in whole units."""

    kind: Literal["DISPENSED", "HALTED", "PAYOUT_JAMMED"]
    amounts: tuple[int, ...]


class NoteStore:
    """Notes and their count; levels and counters survive without power."""

    def __init__(self, notes: tuple[int, ...], counts: tuple[int, ...], note_ms: int) -> None:
        self._held = dict(zip(notes, counts, strict=True))
        self._note_s = note_ms / 1000
        self._queue: list[int] = []
        self._asked = 0
        self._next: float | None = None
        self._halt = False
        self.dispensed = 0
        self.paid_out = 0
        self.paid_now = 0
        self.jammed = False

    @property
    def paying(self) -> bool:
        """Whether notes are on their way out."""
        return bool(self._queue)

    @property
    def value(self) -> int:
        """All that the store holds, in whole units."""
        return sum(note * count for note, count in self._held.items())

    def put(self, note: int) -> None:
        """One note comes in."""
        self._held[note] += 1

    def choose(self, amount: int) -> list[int]:
        """The notes for an amount, the largest first; none when it cannot be made up that way."""
        chosen: list[int] = []
        for note in sorted(self._held, reverse=True):
            count = min(amount // note, self._held[note])
            chosen += [note] * count
            amount -= note * count
        return [] if amount else chosen

    def start(self, notes: list[int], at: float) -> None:
        """Begin to pay these notes."""
        self._queue = list(notes)
        self._asked = sum(notes)
        self.paid_now = 0
        self._halt = False
        self._next = at + self._note_s

    def halt(self) -> None:
        """Stop after the note that is under way."""
        self._halt = bool(self._queue)

    def tick(self, at: float) -> list[PaidOut]:
        """Let notes fall; returns the end of the payout when it came."""
        while self._next is not None and at >= self._next:
            if self.jammed:
                return [self._end("PAYOUT_JAMMED")]
            note = self._queue.pop(0)
            self._held[note] -= 1
            self.dispensed += 1
            self.paid_out += note
            self.paid_now += note
            if not self._queue:
                return [self._end("DISPENSED")]
            if self._halt:
                return [self._end("HALTED")]
            self._next += self._note_s
        return []

    def due(self) -> float | None:
        """When the next note falls."""
        return self._next

    def power_cut(self) -> None:
        """The motor stops; the note under way is still inside."""
        self._next = None

    def power_up(self) -> tuple[int, int] | None:
        """What a payout that was cut off had paid, and was asked for."""
        if not self._queue:
            return None
        self._queue.clear()
        return self.paid_now, self._asked

    def levels(self, country: str) -> bytes:
        """The answer to GET ALL LEVELS: count, value in hundredths and country of each note."""
        rows = [
            count.to_bytes(2, "little") + (100 * note).to_bytes(4, "little") + country.encode("ascii")
            for note, count in self._held.items()
        ]
        return bytes((len(rows),)) + b"".join(rows)

    def _end(self, kind: Literal["DISPENSED", "HALTED", "PAYOUT_JAMMED"]) -> PaidOut:
        self._queue.clear()
        self._next = None
        return PaidOut(kind, (self.paid_now,))
