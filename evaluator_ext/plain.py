"""The batch functions without the compiled kernels: the same answers and the same kinds of error, one hand at a time.

They stand in where the kernels are not built or the interpreted form is asked for, and they are what the kernels are
compared with. The functions have the parameters of those in `_kernels`; the name of a kernel and the number of threads
mean nothing here.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

from evaluator_ext.cards import Card
from evaluator_ext.eight_or_better import MaxRank, card_set, low
from evaluator_ext.high import rank
from evaluator_ext.omaha import omaha, omaha_low

__all__ = [
    "check_hands", "kernels", "low_hands", "omaha", "omaha_hands", "omaha_low", "rank", "rank_hands", "rank_mask",
]  # fmt: skip

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

Hand: TypeAlias = Sequence[Card]
T = TypeVar("T")

QUALIFIERS: Final[Mapping[int, MaxRank]] = {0xFF: 8, 0x7F: 7}
"""The ranks that count for a low as a mask, ace lowest, and the highest of them."""


def cards_of(mask: int) -> list[Card]:
    """The cards of a hand mask, deuce of clubs first."""
    bits = (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
    return sorted((bit & 15) << 2 | bit >> 4 for bit in bits)


def read_hands(name: str, hands: "ReadableBuffer", columns: bool, least: int, most: int) -> list[Hand]:
    """The hands of a buffer: bytes in two dimensions, or 64-bit masks in one.

    Raises TypeError for another kind of buffer, ValueError for one that is not contiguous and for another number of
    cards than `least` to `most`.
    """
    view = memoryview(hands)
    if view.ndim == 1 and view.itemsize == 8 and view.format in {"Q", "L"}:
        read: list[Hand] = [cards_of(mask) for mask in view.tolist()]
        size = len(read[0]) if read else least
    elif view.ndim == 2 and view.format == "B":
        if not view.c_contiguous:
            raise ValueError(f"the {name} are not contiguous in C order: copy them first")
        rows: list[list[int]] = view.tolist()  # type: ignore[assignment]
        read = [list(hand) for hand in zip(*rows, strict=True)] if columns else [list(row) for row in rows]
        size = (view.shape or (0, 0))[0 if columns else 1]
    else:
        raise TypeError(
            f"the {name} come as unsigned bytes in two dimensions or as unsigned 64-bit masks in one, "
            f"not as {view.ndim} dimensions of format {view.format!r}"
        )
    if not least <= size <= most:
        raise ValueError(f"each of the {name} has {least} to {most} cards, not {size}")
    return read


def _fill(out: "WriteableBuffer | None", code: Literal["H", "B"], values: list[int]) -> Any:
    if out is None:
        return array(code, values)
    view = memoryview(out)
    if view.readonly:
        raise ValueError("out cannot be written to")
    if view.ndim != 1 or view.format != code:
        raise TypeError(f"out has one dimension of format {code!r}, not {view.ndim} of format {view.format!r}")
    if len(view) < len(values):
        raise ValueError(f"out has room for {len(view)} values, the hands are {len(values)}")
    view[: len(values)] = array(code, values)
    return out


def _each(name: str, hands: Sequence[Hand], work: Callable[[Hand], T]) -> list[T]:
    done = []
    for index, hand in enumerate(hands):
        try:
            done.append(work(hand))
        except ValueError as wrong:
            raise ValueError(f"{name}: {wrong}, in the hand at index {index}") from wrong
    return done


def check_hands(hands: "ReadableBuffer", columns: bool, least: int, most: int) -> None:
    """Raise ValueError for a number that is no card and for a card that is twice in a hand."""
    _each("hands", read_hands("hands", hands, columns, least, most), card_set)


def rank_hands(
    kernel: str, hands: "ReadableBuffer", out: "WriteableBuffer | None", columns: bool, threads: int, check: bool
) -> Any:
    """Dense ranks of high hands; always checked."""
    return _fill(out, "H", _each("hands", read_hands("hands", hands, columns, 5, 7), rank))


def low_hands(
    kernel: str, hands: "ReadableBuffer", mask: int, out: "WriteableBuffer | None", columns: bool, threads: int,
    check: bool,
) -> Any:  # fmt: skip
    """Values of eight-or-better lows; always checked."""
    read = read_hands("hands", hands, columns, 5, 7)
    return _fill(out, "B", _each("hands", read, lambda hand: low(hand, QUALIFIERS[mask])))


def omaha_hands(
    holes: "ReadableBuffer", boards: "ReadableBuffer", hand_mask: int, board_mask: int, high: Any, low: Any,
    columns: bool, threads: int, check: bool,
) -> tuple[Any, Any]:  # fmt: skip
    """High ranks and low values of Omaha deals, each None when its `out` is False; always checked."""
    hole_cards = read_hands("hole cards", holes, columns, 4, 6)
    board_cards = read_hands("boards", boards, columns, 3, 5)
    if len(board_cards) not in (1, len(hole_cards)):
        raise ValueError(
            f"there are {len(board_cards)} boards for {len(hole_cards)} holes: one for each, or one for all"
        )
    every_board = board_cards * len(hole_cards) if len(board_cards) == 1 else board_cards
    deals = list(zip(hole_cards, every_board, strict=True))
    ranks = values = None
    if high is not False:
        ranks = _fill(high, "H", [omaha(hole, board) for hole, board in deals])
    if low is not False:
        qualifiers = (QUALIFIERS[hand_mask], QUALIFIERS[board_mask])
        values = _fill(low, "B", [omaha_low(hole, board, *qualifiers) for hole, board in deals])
    return ranks, values


def rank_mask(mask: int) -> int:
    """Dense rank of the cards of a hand mask."""
    if mask < 0 or mask >> 64 or any(mask >> 16 * suit & 0xE000 for suit in range(4)):
        raise ValueError(f"{mask!r} is no hand mask: a suit has thirteen bits of its sixteen")
    return rank(cards_of(mask))


def kernels() -> list[str]:
    """There are none."""
    return []
