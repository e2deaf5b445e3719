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
def rank(cards: Sequence[Card], /) -> int: ...
def rank_mask(mask: int, /) -> int: ...
