from collections.abc import Sequence
from typing import Any

from _typeshed import ReadableBuffer, WriteableBuffer

from evaluator_ext.cards import Card

def kernels() -> list[str]: ...
def check_hands(hands: ReadableBuffer, columns: bool, least: int, most: int, /) -> None: ...
def rank_hands(
    kernel: str, hands: ReadableBuffer, out: WriteableBuffer | None, columns: bool, threads: int, check: bool, /
) -> Any: ...
def low_hands(
    kernel: str,
    hands: ReadableBuffer,
    mask: int,
    out: WriteableBuffer | None,
    columns: bool,
    threads: int,
    check: bool,
    /,
) -> Any: ...
def omaha_hands(
    holes: ReadableBuffer,
    boards: ReadableBuffer,
    hand_mask: int,
    board_mask: int,
    high: Any,
    low: Any,
    columns: bool,
    threads: int,
    check: bool,
    /,
) -> tuple[Any, Any]: ...
def lay_out(
    size: int,
    enough: int,
    deck: int,
    weights: ReadableBuffer,
    shifts: ReadableBuffer,
    mixed: ReadableBuffer,
    suited: ReadableBuffer,
    four_suited: ReadableBuffer,
    offset: ReadableBuffer,
    decider: ReadableBuffer,
    /,
) -> object: ...
def fill(
    kernel: str,
    tables: object,
    cards: ReadableBuffer,
    ranks: WriteableBuffer,
    count: int,
    hand_step: int,
    card_step: int,
    first: int,
    end: int,
    check: bool,
    /,
) -> int: ...
def fill_badugi(
    cards: ReadableBuffer,
    ranks: WriteableBuffer,
    count: int,
    hand_step: int,
    card_step: int,
    first: int,
    end: int,
    check: bool,
    /,
) -> int: ...
def unpack(masks: ReadableBuffer, rows: WriteableBuffer, size: int, /) -> int: ...
def rank(cards: Sequence[Card], /) -> int: ...
def rank_mask(mask: int, /) -> int: ...
def omaha(hole: Sequence[Card], board: Sequence[Card], /) -> int: ...
def omaha_low(hole: Sequence[Card], board: Sequence[Card], max_rank: int, board_max_rank: int, /) -> int: ...
