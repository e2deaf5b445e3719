"""Hands by the million: the batch functions over any contiguous buffer.

Hands come in one of three shapes. With `layout="rows"` they are unsigned bytes of shape (n, k), one hand of k cards in
each row; with `layout="columns"` unsigned bytes of shape (k, n), which is a quarter faster; and one dimension of n
unsigned 64-bit numbers holds hand masks, in which bit 16 * suit + rank stands for a card. A numpy array will do, an
`array`, or `memoryview(data).cast("B", (n, k))` over bytes; all hands of a buffer have as many cards as the first.

Values go into `out`, one contiguous dimension of at least n values which is returned, or into a new array: unsigned
16-bit ranks of high hands, unsigned bytes for lows. The work runs without the interpreter's lock on `threads` threads.
`check=True` looks at every card first; with `check=False` a number that is no card, or a card held twice, gives an
unspecified value and does no harm.

Every function raises TypeError for another kind of buffer or element, and ValueError for another number of cards, a
buffer that is not contiguous, an `out` that is too small or read-only, and, when asked to check, for the first card
that is wrong: the message says which, and at which index.
"""

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from evaluator_ext.build_check import pure_wanted
from evaluator_ext.cards import Card
from evaluator_ext.eight_or_better import MaxRank, check_max_rank

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

Layout: TypeAlias = Literal["rows", "columns"]

_SWITCH: Final = "JAKAJA_KERNEL"
_NONE: Final = "none"
_COMPILED: Final = "evaluator_ext._kernels"

interpreted = pure_wanted() or find_spec(_COMPILED) is None
engine: Final = import_module("evaluator_ext.plain" if interpreted else _COMPILED)


def _choose_kernel() -> str:
    found = engine.kernels() or [_NONE]
    wanted = os.environ.get(_SWITCH) or found[0]
    if wanted not in found and found != [_NONE]:
        raise ImportError(f"{_SWITCH}={wanted}: this processor runs {', '.join(found)}; set one of these or none")
    return wanted


KERNEL: Final = _choose_kernel()
"""The kernel that ranks: `avx512`, `avx2` or `scalar`, the best that the processor runs unless JAKAJA_KERNEL names one;
`none` in the interpreted form."""


rank: Final[Callable[[Sequence[Card]], int]] = engine.rank
"""Dense rank of the best five of five, six or seven different cards, 1 to 7462; bytes are the fastest sequence.

Raises ValueError for another number of cards, a repeated card or a number outside 0-51."""

rank_mask: Final[Callable[[int], int]] = engine.rank_mask
"""Dense rank of the five to seven cards of a hand mask.

Raises ValueError for another number of cards or a bit that is no card, TypeError for what is no int."""


omaha: Final[Callable[[Sequence[Card], Sequence[Card]], int]] = engine.omaha
"""Dense high rank, 1 to 7462, of a hole of four to six cards with a board of three to five: exactly two of one and
three of the other.

Raises ValueError for other numbers of cards, a repeated card or a number outside 0-51."""


def omaha_low(
    hole: Sequence[Card], board: Sequence[Card], max_rank: MaxRank = 8, board_max_rank: MaxRank | None = None
) -> int:
    """Value of the best low of two hole cards and three of the board, 56 the wheel down to 1, or 0 when there is none.

    No rank of the hand is above `max_rank`, and the board must hold three different ranks up to `board_max_rank`, which
    is `max_rank` unless given: 8 with a board test of 7 is the literal Hungarian rule (poker.md §12.4). Raises
    ValueError as `omaha` does, and for another qualifier.
    """
    value: int = engine.omaha_low(hole, board, max_rank, max_rank if board_max_rank is None else board_max_rank)
    return value


def _columns(layout: Layout) -> bool:
    if layout not in ("rows", "columns"):
        raise ValueError(f"hands are laid out in 'rows' or 'columns', not {layout!r}")
    return layout == "columns"


def _mask(max_rank: MaxRank) -> int:
    check_max_rank(max_rank)
    return (1 << max_rank) - 1


def check_hands(hands: "ReadableBuffer", *, layout: Layout = "rows") -> None:
    """Look at every card of hands of three to seven cards, and nothing more. Raises as the module says."""
    engine.check_hands(hands, _columns(layout), 3, 7)


def rank_many(
    hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows", threads: int = 1,
    check: bool = True,
) -> Sequence[int]:  # fmt: skip
    """Dense ranks, 1 to 7462, of high hands of five, six or seven cards, in the order given."""
    ranks: Sequence[int] = engine.rank_hands(KERNEL, hands, out, _columns(layout), threads, check)
    return ranks


def low_many(
    hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, max_rank: MaxRank = 8, layout: Layout = "rows",
    threads: int = 1, check: bool = True,
) -> Sequence[int]:  # fmt: skip
    """Values of the best eight-or-better lows of five, six or seven cards: 56 the wheel, 1 the worst, 0 no low."""
    values: Sequence[int] = engine.low_hands(KERNEL, hands, _mask(max_rank), out, _columns(layout), threads, check)
    return values


def omaha_many(
    holes: "ReadableBuffer", boards: "ReadableBuffer", out: "WriteableBuffer | None" = None, *,
    layout: Layout = "rows", threads: int = 1, check: bool = True,
) -> Sequence[int]:  # fmt: skip
    """Dense ranks of Omaha hands: n holes of four to six cards, and n boards of three to five or one board for all.

    Two cards of the hole and three of the board make each hand. Both buffers have the same layout, or are masks.
    """
    ranks: Sequence[int] = _omaha(holes, boards, 8, None, out, False, layout, threads, check)[0]
    return ranks


def omaha_low_many(
    holes: "ReadableBuffer", boards: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, max_rank: MaxRank = 8,
    board_max_rank: MaxRank | None = None, layout: Layout = "rows", threads: int = 1, check: bool = True,
) -> Sequence[int]:  # fmt: skip
    """Values of the lows of Omaha hands, 0 for none; holes and boards as in `omaha_many`, ranks as in `omaha_low`."""
    values: Sequence[int] = _omaha(holes, boards, max_rank, board_max_rank, False, out, layout, threads, check)[1]
    return values


def omaha_hilo_many(
    holes: "ReadableBuffer", boards: "ReadableBuffer", high: "WriteableBuffer | None" = None,
    low: "WriteableBuffer | None" = None, *, max_rank: MaxRank = 8, board_max_rank: MaxRank | None = None,
    layout: Layout = "rows", threads: int = 1, check: bool = True,
) -> tuple[Sequence[int], Sequence[int]]:  # fmt: skip
    """Both halves of Omaha hands at once: the ranks of `omaha_many` and the values of `omaha_low_many`."""
    return _omaha(holes, boards, max_rank, board_max_rank, high, low, layout, threads, check)


def _omaha(
    holes: "ReadableBuffer", boards: "ReadableBuffer", max_rank: MaxRank, board_max_rank: MaxRank | None,
    high: Any, low: Any, layout: Layout, threads: int, check: bool,
) -> tuple[Any, Any]:  # fmt: skip
    board_max = max_rank if board_max_rank is None else board_max_rank
    masks = _mask(max_rank), _mask(board_max)
    done: tuple[Any, Any] = engine.omaha_hands(holes, boards, *masks, high, low, _columns(layout), threads, check)
    return done
