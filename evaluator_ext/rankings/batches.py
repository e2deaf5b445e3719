"""What all rankings share about their input: what is said of cards that are no hand, and many hands in one buffer."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from evaluator_ext.batch import engine, interpreted
from evaluator_ext.cards import DECK_SIZE, Card, print_card

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

FULL_DECK: Final = (1 << DECK_SIZE) - 1

Layout: TypeAlias = Literal["rows", "columns"]

Fill: TypeAlias = Callable[[memoryview, memoryview, int, int, int, int, int, bool], int]
"""Writes the ranks of some hands, checked or not; returns the first that is no hand, or `ALL_DONE`.

The arguments: all cards as unsigned bytes, the ranks, the cards of a hand, how far it is from a hand to the next and
from a card to the next, the first hand to rank and the one before which to end, and whether to check.
"""

ALL_DONE: Final = -1

_MASK_BYTES = 8
_MASK_BITS = 64
_SUIT_BITS = 16
_SUITS = 4
_RANKS = 13


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
    layout: Layout,
    threads: int,
    check: bool,
) -> Sequence[int]:
    """Dense ranks of many hands in the order given, worked out by `fill`.

    Hands come as in `evaluator_ext.batch`: contiguous unsigned bytes of shape (n, k), a hand of k cards in each row, or
    with `layout="columns"` of shape (k, n); or one dimension of n unsigned 64-bit masks, in which bit 16 * suit + rank
    stands for a card. `out` is a contiguous buffer of at least n unsigned 16-bit numbers to write to; without it an
    `array` is made. Either is returned. The hands are shared out to `threads` threads.

    Raises TypeError for another kind of buffer or element, and ValueError for another number of cards, a buffer that is
    not contiguous, an `out` that is too small or read-only, fewer threads than one and, unless `check` is off, for a
    hand that is none; the message has its row, the value and its index. An unchecked one gets a rank without meaning.
    """
    rows = read_hands(hands, layout, least=min(sizes))
    if rows.size not in sizes:
        raise ValueError(f"{_sizes_said(sizes)}, not {rows.size}")
    if threads < 1:
        raise ValueError(f"the work is done by one thread or more, not by {threads}")
    answer: Any = array("H", bytes(2 * rows.hands)) if out is None else out
    ranks = _checked_out(memoryview(answer), rows.hands)
    steps = (rows.hand_step, rows.card_step)
    bad = _share_out(partial(fill, rows.cards, ranks, rows.size, *steps), rows.hands, check, threads)
    if bad != ALL_DONE:
        cards = (rows.cards[bad * rows.hand_step + index * rows.card_step] for index in range(rows.size))
        raise ValueError(f"row {bad}: {refusal(cards, sizes, deck)}")
    ranked: Sequence[int] = answer
    return ranked


class Rows(NamedTuple):
    """Hands in a buffer: all cards, how many hands of how many, how far from a hand and from a card to the next."""

    cards: memoryview
    hands: int
    size: int
    hand_step: int
    card_step: int


def read_hands(hands: "ReadableBuffer", layout: Layout, least: int) -> Rows:
    """The hands of a buffer; no masks at all are hands of `least` cards. Raises as `rank_rows` says."""
    view = memoryview(hands)
    if layout not in {"rows", "columns"}:
        raise ValueError(f"hands are laid out in 'rows' or 'columns', not {layout!r}")
    masks = view.ndim == 1 and view.itemsize == _MASK_BYTES and view.format in {"Q", "L"}
    if not masks and (view.ndim != 2 or view.format != "B"):
        raise TypeError(
            "hands come as unsigned bytes in two dimensions or as unsigned 64-bit masks in one, "
            f"not as {view.ndim} dimensions of format {view.format!r}"
        )
    if not view.c_contiguous:
        raise ValueError("the hands are not contiguous in C order: copy them first")
    if masks:
        return _rows_of_masks(view, least)
    flat = view.cast("B") if view.nbytes else memoryview(b"")
    count, size = view.shape or (0, 0)
    if layout == "rows":
        return Rows(flat, count, size, size, 1)
    size, count = count, size
    return Rows(flat, count, size, 1, count)


def _checked_out(ranks: memoryview, count: int) -> memoryview:
    """The part of a buffer to which ranks go. Raises TypeError or ValueError for one that does not take them."""
    if ranks.ndim != 1 or ranks.format != "H":
        raise TypeError(
            f"ranks go to unsigned 16-bit numbers in one dimension, not to {ranks.ndim} of format {ranks.format!r}"
        )
    if ranks.readonly or not ranks.c_contiguous or len(ranks) < count:
        raise ValueError(f"ranks go to {count} or more numbers side by side that can be written, not to {len(ranks)}")
    return ranks[:count]


def _share_out(fill: Callable[[int, int, bool], int], hands: int, check: bool, threads: int) -> int:
    """Fill in all ranks; the first hand that is none, or `ALL_DONE`."""
    if threads == 1:
        return fill(0, hands, check)
    edges = [hands * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda part: fill(edges[part], edges[part + 1], check), range(threads))
        return min((bad for bad in parts if bad != ALL_DONE), default=ALL_DONE)


def _rows_of_masks(masks: memoryview, least: int) -> Rows:
    """Hands of masks, all with as many cards as the first."""
    count = len(masks)
    size = masks[0].bit_count() if count else least
    cards = memoryview(bytearray(count * size))
    bad = _unpack(masks.cast("B").cast("Q"), cards, size) if count else ALL_DONE
    if bad != ALL_DONE:
        raise ValueError(f"mask {bad}, {masks[bad]:#x}: it has a bit that is no card, or not {size} cards as the first")
    return Rows(cards, count, size, size, 1)


def unpack_masks(masks: memoryview, rows: memoryview, size: int) -> int:
    """Write the cards of each mask; the first that has not `size` cards ends it and is returned, or `ALL_DONE`."""
    for index in range(len(masks)):
        mask = masks[index]
        place = 0
        for bit in range(_MASK_BITS):
            if mask >> bit & 1:
                if place == size or bit % _SUIT_BITS >= _RANKS:
                    return index
                rows[index * size + place] = bit % _SUIT_BITS * _SUITS + bit // _SUIT_BITS
                place += 1
        if place < size:
            return index
    return ALL_DONE


_unpack: Final[Callable[[memoryview, memoryview, int], int]] = unpack_masks if interpreted else engine.unpack
