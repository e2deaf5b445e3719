"""Throws buffers of all kinds at the binding; run under AddressSanitizer, where any stray access ends the process."""

import random
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from evaluator_ext import _kernels as kernels

ROUNDS = int(sys.argv[1])
CHANCE = random.Random(int(sys.argv[2]))
SIZES = (0, 1, 3, 4, 5, 6, 7, 8, 300)
COUNTS = (0, 1, 2, 5, 31, 32, 33, 63, 64, 65, 130, 200)


def some_bytes(length: int) -> bytearray:
    """Legal cards mostly, any byte sometimes."""
    top = CHANCE.choice((51, 51, 51, 63, 255))
    return bytearray(CHANCE.randint(0, top) for _ in range(length))


def some_hands() -> Any:
    """Rows, columns, masks, or something that is neither."""
    size, count = CHANCE.choice(SIZES), CHANCE.choice(COUNTS)
    kind = CHANCE.randrange(8)
    if kind < 4:
        shape = (count, size) if CHANCE.random() < 0.6 else (size, count)
        whole = some_bytes(size * count)
        return memoryview(whole).cast("B", shape) if whole else whole
    if kind < 6:
        deck = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
        masks = [sum(CHANCE.sample(deck, CHANCE.choice((5, 6, 7)))) for _ in range(count)]
        if masks and CHANCE.random() < 0.3:
            masks[CHANCE.randrange(count)] = CHANCE.getrandbits(64)
        buffer = array("Q", masks)
        if CHANCE.random() < 0.1:
            return memoryview(bytearray(8 * count + 8))[1 : 1 + 8 * count].cast("Q") if count else buffer
        return memoryview(buffer)[::2] if CHANCE.random() < 0.1 else buffer
    return CHANCE.choice([None, 3, "cards", b"", [1, 2], array("d", [1.0]), memoryview(b"abcdefgh")[::2]])


def some_out(code: str) -> Any:
    """A place for values: right, too small, of another kind or read-only."""
    return CHANCE.choice(
        [None, None, array(code, [0] * CHANCE.choice(COUNTS)), bytearray(9), bytes(400), array("q", [0] * 400), 7]
    )


def some_number(*usual: int) -> int:
    return CHANCE.choice((*usual, *usual, *usual, 0, -1, 256, 257))


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


for _ in range(ROUNDS):
    one_round()
# What only comes of many calls: a reference too few or too many in the numbers that are handed out again and again.
for _ in range(ROUNDS):
    assert kernels.rank(b"\x00\x04\x08\x0d\x14") == 1
sys.stdout.write("survived\n")
