"""What all rankings share about their input: what is said of cards that are no hand, and many hands in one buffer."""

from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from evaluator_ext.cards import DECK_SIZE, Card, print_card

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

FULL_DECK: Final = (1 << DECK_SIZE) - 1

Fill: TypeAlias = Callable[[memoryview, memoryview, int, int, int, bool], int]
"""Writes the ranks of rows of so many cards from one row to before another, checked or not; returns the first row that
is no hand, or `NO_ROW`."""

NO_ROW: Final = -1


def deck_bits(deck: Iterable[Card]) -> int:
    """Cards as a bit set."""
    return sum(1 << card for card in deck)


def refusal(cards: Iterable[Card], sizes: range, deck: int = FULL_DECK) -> str:
    """What is wrong with the cards of a hand, in one sentence that has the value and its index.

    `deck` is the bit set of the cards there are; `sizes` are the numbers of cards a hand may have.
    """
    held = list(cards)
    for index, card in enumerate(held):
        if not 0 <= card < DECK_SIZE:
            return f"card {index} of the hand is {card!r}: cards are the numbers 0 to {DECK_SIZE - 1}"
        if not deck >> card & 1:
            return f"card {index} of the hand is {print_card(card)} ({card}), which is not in the deck of this ranking"
        if card in held[:index]:
            return f"card {index} of the hand, {print_card(card)} ({card}), is there before as card {held.index(card)}"
    return f"{_sizes_said(sizes)}, not {len(held)}"


def _sizes_said(sizes: range) -> str:
    least, most = min(sizes), max(sizes)
    return f"a hand of this ranking has {least if least == most else f'{least} to {most}'} cards"


def rank_rows(
    hands: "ReadableBuffer",
    out: "WriteableBuffer | None",
    fill: Fill,
    *,
    sizes: range,
    deck: int,
    check: bool,
    threads: int,
) -> "WriteableBuffer":
    """Dense ranks of many hands in the order given, as unsigned 16-bit numbers, worked out by `fill`.

    `hands` is any buffer of unsigned bytes with the shape (n, k), a hand of k cards in each row; the strides are free,
    so the transposed view of a (k, n) array will do. `out` is a buffer of at least n unsigned 16-bit numbers to write
    to; without it an `array` is made. The rows are shared out to `threads` threads. Raises ValueError for another
    shape, kind or size of buffer and, unless `check` is off, for a row that is no hand; the message has the row, the
    value and its index. An unchecked row that is no hand gets a rank without meaning.
    """
    view = memoryview(hands)
    if view.ndim != 2 or view.format != "B" or view.shape is None:
        raise ValueError(
            f"hands come as unsigned bytes (format 'B') in 2 dimensions, not as {view.format!r} in {view.ndim}"
        )
    count, size = view.shape
    if size not in sizes:
        raise ValueError(f"{_sizes_said(sizes)}, not {size}")
    if threads < 1:
        raise ValueError(f"the work is done by one thread or more, not by {threads}")
    answer = array("H", bytes(2 * count)) if out is None else out
    ranks = memoryview(answer)
    if ranks.ndim != 1 or ranks.format != "H" or ranks.readonly or not ranks.c_contiguous or len(ranks) < count:
        raise ValueError(
            f"ranks go to {count} or more unsigned 16-bit numbers (format 'H') side by side that can be written, "
            f"not to {len(ranks)} of {ranks.format!r}"
        )
    bad = _share_out(partial(fill, view, ranks, size), count, check, threads) if count else NO_ROW
    if bad != NO_ROW:
        raise ValueError(f"row {bad}: {refusal((view[bad, column] for column in range(size)), sizes, deck)}")
    return answer


def _share_out(fill: Callable[[int, int, bool], int], rows: int, check: bool, threads: int) -> int:
    """Fill in all ranks; the first row that is no hand, or `NO_ROW`."""
    if threads == 1:
        return fill(0, rows, check)
    edges = [rows * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda part: fill(edges[part], edges[part + 1], check), range(threads))
        return min((bad for bad in parts if bad != NO_ROW), default=NO_ROW)
