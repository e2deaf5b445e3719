"""What a card terminal keeps without power: every movement of money between cards and the house, and its open day.

It is the physical count of a test: what really was charged and paid, whoever heard of it. With a path it is also
written to a file, one JSON object a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

MovementKind: TypeAlias = Literal["payment", "refund", "reversal"]

_TRACE_TOP, _RECEIPT_TOP = 999_999, 9_999


class Movement(msgspec.Struct, frozen=True):
    """Money that moved: `amount` minor units of `currency` (ISO number); `original` is the trace a reversal undoes."""

    kind: MovementKind
    trace: int
    receipt: int
    amount: int
    currency: int
    card: str
    original: int = 0
    refunded: bool = False
    """What a reversal undid was a refund."""

    @property
    def charged(self) -> int:
        """What cards lost by it."""
        sign = {"payment": 1, "refund": -1, "reversal": 1 if self.refunded else -1}[self.kind]
        return sign * self.amount


class CardBook:
    """All movements, oldest first, the open day's among them, and the numbers that come next."""

    def __init__(self, path: str = "", forgets: bool = False) -> None:
        self.movements: list[Movement] = []
        self._path = Path(path) if path else None
        self._forgets = forgets
        self._day_begins = 0
        self._shown_from = 0
        self._trace = self._receipt = 0

    @property
    def day(self) -> list[Movement]:
        """The movements since the last end of day."""
        return self.movements[self._day_begins :]

    @property
    def last(self) -> Movement | None:
        """The movement whose receipt can be repeated."""
        return self.movements[-1] if len(self.movements) > self._shown_from else None

    @property
    def charged(self) -> int:
        """What cards have lost in all."""
        return sum(row.charged for row in self.movements)

    def enter(self, kind: MovementKind, amount: int, currency: int, card: str, undoes: Movement | None = None) -> None:
        """Write a movement down, under the next numbers."""
        self._trace = self._trace % _TRACE_TOP + 1
        self._receipt = self._receipt % _RECEIPT_TOP + 1
        original, refunded = (undoes.trace, undoes.kind == "refund") if undoes else (0, False)
        entered = Movement(kind, self._trace, self._receipt, amount, currency, card, original, refunded)
        self.movements.append(entered)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(entered) + b"\n")

    def of_receipt(self, receipt: int) -> Movement | None:
        """The payment or refund of the open day with this receipt number."""
        return next((row for row in self.day if row.receipt == receipt and row.kind != "reversal"), None)

    def is_undone(self, row: Movement) -> bool:
        """Whether a movement was reversed."""
        return any(other.original == row.trace for other in self.movements if other.kind == "reversal")

    def end_day(self) -> None:
        """Begin the next day; some builds forget their last receipt with it."""
        self._day_begins = len(self.movements)
        if self._forgets:
            self._shown_from = len(self.movements)
