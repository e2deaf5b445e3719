"""Throws buffers of all kinds at the binding; run under AddressSanitizer, where any stray access ends the process.

Python's own buffers are mostly longer than they say: bytes end in a zero, arrays grow ahead, blocks are rounded up. A
read of one byte too many would go unseen there. So what is read and written here lies in memory of exactly its length,
asked for from the C library, which the sanitizer fences to the byte.
"""

import ctypes
import random
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from evaluator_ext import _kernels as kernels
from evaluator_ext.rankings import RANKINGS
from evaluator_ext.rankings.keys import WEIGHTS
from evaluator_ext.rankings.tables import Table

ROUNDS = int(sys.argv[1])
CHANCE = random.Random(int(sys.argv[2]))
SIZES = (0, 1, 3, 4, 5, 6, 7, 8, 300)
COUNTS = (0, 1, 2, 5, 31, 32, 33, 63, 64, 65, 130, 200)
READ_AND_WRITE = 0x200

LIBRARY = ctypes.CDLL(None)
LIBRARY.malloc.restype = ctypes.c_void_p
LIBRARY.malloc.argtypes = [ctypes.c_size_t]
LIBRARY.free.argtypes = [ctypes.c_void_p]
VIEW = ctypes.pythonapi.PyMemoryView_FromMemory
VIEW.restype = ctypes.py_object
VIEW.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]

blocks: list[int] = []


def fenced(content: bytes, code: str = "B") -> memoryview:
    """Memory of exactly this length until the round ends, with this content in items of some format."""
    block = LIBRARY.malloc(len(content))
    blocks.append(block)
    ctypes.memmove(block, content, len(content))
    return VIEW(block, len(content), READ_AND_WRITE).cast(code)


def some_bytes(length: int) -> bytes:
    """Legal cards mostly, any byte sometimes."""
    top = CHANCE.choice((51, 51, 51, 63, 255))
    return bytes(CHANCE.randint(0, top) for _ in range(length))


def some_hands() -> Any:
    """Rows, columns, masks, or something that is neither."""
    size, count = CHANCE.choice(SIZES), CHANCE.choice(COUNTS)
    kind = CHANCE.randrange(8)
    if kind < 4:
        shape = (count, size) if CHANCE.random() < 0.6 else (size, count)
        whole = fenced(some_bytes(size * count))
        return whole.cast("B", shape) if size * count else whole
    if kind < 6:
        return some_masks(count)
    return CHANCE.choice([None, 3, "cards", b"", [1, 2], array("d", [1.0]), memoryview(b"abcdefgh")[::2]])


def some_masks(count: int) -> memoryview:
    """Masks of five to seven cards mostly, at times with one that is none, askew, or with gaps."""
    deck = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
    sizes = CHANCE.choice(((5, 6, 7), (5,), (6,), (7,)))
    masks = array("Q", [sum(CHANCE.sample(deck, CHANCE.choice(sizes))) for _ in range(count)])
    if masks and CHANCE.random() < 0.3:
        masks[CHANCE.randrange(count)] = CHANCE.getrandbits(64)
    if count and CHANCE.random() < 0.1:
        return fenced(bytes(8 * count + 1))[1:].cast("Q")
    return fenced(masks.tobytes(), "Q")[:: CHANCE.choice((1, 1, 1, 1, 1, 2))]


def some_out(code: str) -> Any:
    """A place for values: right, too small, of another kind or read-only."""
    room = CHANCE.choice(COUNTS) * array(code).itemsize
    return CHANCE.choice(
        [None, fenced(bytes(room), code), fenced(bytes(room), code), bytes(400), array("q", [0] * 9), 7]
    )


def some_number(*usual: int) -> int:
    return CHANCE.choice((*usual, *usual, *usual, 0, -1, 256, 257))


def some_fill() -> tuple[Any, ...]:
    """What a `Fill` takes: steps, an end and room that mostly fit the cards."""
    size, count = CHANCE.choice((3, 4, 5, 5, 5, 6, 7, some_number(8))), CHANCE.choice(COUNTS)
    steps = CHANCE.choice(((size, 1), (1, max(count, 1)), (some_number(2), some_number(1))))
    cards, ranks = fenced(some_bytes(max(size, 0) * count)), fenced(bytes(2 * count), "H")
    first = CHANCE.choice((0, 0, 0, count // 2, some_number(1)))
    return (
        cards,
        ranks,
        size,
        *steps,
        first,
        CHANCE.choice((count, count, count, some_number(3))),
        CHANCE.random() < 0.5,
    )


def tables() -> list[Any]:
    """The tables of some rankings, in memory of exactly their length."""
    found = []
    for name, size in (("soko", 5), ("deuce-to-seven", 5), ("three-cards", 3)):
        row = RANKINGS[name]  # type: ignore[index]
        table: Table = row.judge(row.options).table(size)
        arrays = [fenced(bytes(each), "H") for each in (table.shifts, table.mixed, table.suited, table.four_suited)]
        weights = fenced(array("I", WEIGHTS).tobytes(), "I")
        parts = (table.size, table.enough, table.deck, weights, *arrays, array("H"), array("B"))
        found.append(kernels.lay_out(*parts))
    blocks.clear()
    return found


def attempt(work: Callable[[], object]) -> None:
    """Refusals are answers; anything else ends the run."""
    with suppress(ValueError, TypeError, OverflowError):
        work()


def one_round() -> None:
    name = CHANCE.choice([*kernels.kernels(), "abacus"])
    columns, check, threads = CHANCE.random() < 0.4, CHANCE.random() < 0.5, some_number(1, 2, 3)
    hands, boards = some_hands(), some_hands()
    masks = (some_number(0xFF, 0x7F) & 0xFF, some_number(0xFF, 0x7F) & 0xFF)
    high, low = CHANCE.choice([False, some_out("H")]), CHANCE.choice([False, some_out("B")])
    attempt(lambda: kernels.rank_hands(name, hands, some_out("H"), columns, threads, check))
    attempt(lambda: kernels.low_hands(name, hands, masks[0], some_out("B"), columns, threads, check))
    attempt(lambda: kernels.omaha_hands(hands, boards, *masks, high, low, columns, threads, check))
    attempt(lambda: kernels.check_hands(hands, columns, CHANCE.randint(-2, 9), CHANCE.randint(-2, 900)))
    attempt(lambda: kernels.rank(bytes(some_bytes(CHANCE.randrange(10)))))
    attempt(lambda: kernels.rank([CHANCE.choice((CHANCE.randint(-3, 60), 1 << 70, None)) for _ in range(6)]))
    attempt(lambda: kernels.rank_mask(CHANCE.choice((CHANCE.getrandbits(64), -5, 1 << 90, None, 0x1F))))
    attempt(lambda: kernels.fill(name, CHANCE.choice(TABLES), *some_fill()))
    attempt(lambda: kernels.fill_badugi(*some_fill()))
    attempt(lambda: kernels.unpack(some_masks(9), fenced(bytes(CHANCE.choice((45, 54, 63, 7)))), CHANCE.randint(-1, 8)))
    while blocks:
        LIBRARY.free(blocks.pop())


TABLES = tables()
for _ in range(ROUNDS):
    one_round()
# What only comes of many calls: a reference too few or too many in the numbers that are handed out again and again.
for _ in range(ROUNDS):
    assert kernels.rank(b"\x00\x04\x08\x0d\x14") == 1
sys.stdout.write("survived\n")
