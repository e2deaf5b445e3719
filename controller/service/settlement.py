"""The card terminal against the books: every payment by card, each end of the terminal's day, and what differs.

What makes a difference is nearly always a payment that an attendant has ended without the terminal's word, or one that
was reversed at the terminal itself; both are marked, so that whoever has to explain it knows where to look.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, tzinfo

import msgspec

from cashier import card_records as card
from cashier.card_records import BatchTotals, CardKind, CardPaymentId
from cashier.money import Money
from controller.journal.rows import Record
from controller.service.recall_text import COLUMNS, across, rule

Write = Callable[[int], str]
"""Writes an amount of minor units with its decimals."""


class CardLine(msgspec.Struct, frozen=True):
    """One payment that moved money by the books: when (wall ms), which, and the terminal's numbers (0: not told).

    `by` is the attendant who ended it instead of the terminal.
    """

    wall: int
    payment: CardPaymentId
    kind: CardKind
    amount: Money
    receipt: int = 0
    card: str = ""
    by: str = ""

    @property
    def signed(self) -> int:
        """What the bank owes more for it."""
        return self.amount if self.kind == "purchase" else -self.amount


class SettledDay(msgspec.Struct, frozen=True):
    """An end of the terminal's day: its sums and the books', and the payments that belong to it."""

    wall: int
    by: str
    expected: BatchTotals
    totals: BatchTotals
    lines: tuple[CardLine, ...]

    @property
    def difference(self) -> int:
        """Positive: the terminal has more than the books."""
        return self.totals.amount - self.expected.amount


class CardBooks(msgspec.Struct):
    """All of it: the open day's payments, the last settlement, and what settlements left open."""

    open: list[CardLine] = []
    last: SettledDay | None = None
    over: int = 0
    short: int = 0
    explained: str = ""
    """Why the last difference was booked, and by whom."""


def read_cards(records: Iterable[Record]) -> CardBooks:
    """Fold all records; they may be read without the table's key."""
    books = CardBooks()
    for record in records:
        for event in record.events:
            _take(books, record.now.wall, event)
    return books


def _take(books: CardBooks, wall: int, event: object) -> None:
    match event:
        case card.CardPurchased():
            books.open.append(_line(wall, "purchase", event))
        case card.CardRefundPaid():
            books.open.append(_line(wall, "refund", event))
        case card.CardsSettled():
            books.last = SettledDay(wall, event.by, event.expected, event.totals, tuple(books.open))
            books.open = []
            books.over += max(0, event.difference)
            books.short += max(0, -event.difference)
        case card.CardDifferenceResolved():
            books.over = books.short = 0
            books.explained = f"{event.by}: {event.reason}"


def _line(wall: int, kind: CardKind, event: card.CardPurchased | card.CardRefundPaid) -> CardLine:
    told = event.receipt
    number, digits = (told.receipt, told.card) if told is not None else (0, "")
    return CardLine(wall, event.payment, kind, event.amount, number, digits, event.by)


def settlement_lines(books: CardBooks, machine: str, write: Write, zone: tzinfo | None = None) -> Iterator[str]:
    """Yield the page: the open day, then the last settlement with its payments and its difference."""
    yield "CARD SETTLEMENT".center(COLUMNS).rstrip()
    yield f"machine {machine}"
    yield rule("open day")
    yield from _payments(books.open, write, zone)
    yield across(f"{len(books.open)} payments", write(sum(line.signed for line in books.open)))
    if books.last is not None:
        yield from _settled(books.last, write, zone)
    for word, amount in (("over, not explained", books.over), ("short, not explained", books.short)):
        if amount:
            yield across(word, write(amount))
    if books.explained and not books.over and not books.short:
        yield f"explained by {books.explained}"


def _settled(day: SettledDay, write: Write, zone: tzinfo | None) -> Iterator[str]:
    yield rule(f"settled {_when(day.wall, zone)}")
    yield f"by {day.by}"
    yield from _payments(day.lines, write, zone)
    yield across(f"books, {day.expected.count} payments", write(day.expected.amount))
    yield across(f"terminal, {day.totals.count} entries", write(day.totals.amount))
    yield across("difference", write(day.difference))


def _payments(lines: Iterable[CardLine], write: Write, zone: tzinfo | None) -> Iterator[str]:
    """One line a payment; a second one says who ended it without the terminal."""
    for line in lines:
        number = f"receipt {line.receipt:04}" if line.receipt else f"payment {line.payment}"
        yield across(f"{_when(line.wall, zone)[-5:]} {number} {line.card}".rstrip(), write(line.signed))
        if line.by:
            yield f"      counted by {line.by}"


def _when(wall: int, zone: tzinfo | None) -> str:
    return datetime.fromtimestamp(wall / 1000, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M")
