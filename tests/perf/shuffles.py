"""What it costs that a hand can be proved: everybody's numbers, a committed deck, a seal, and nine receipts."""

import time
from statistics import quantiles
from typing import Final

from controller import shuffle
from controller.vocab.entropy_records import bind
from controller.vocab.ids import HandId
from tests.perf.books import Cost, short

PLAYERS: Final = 9
SEEN: Final = 11
"""Cards on a receipt: two own ones, a board of five, and two players who showed."""

LIMIT_MS: Final = 2.0


def shuffle_cost(times: int) -> Cost:
    """Measure all that a hand at a full table takes beside the dealing."""
    auditor = shuffle.public_key_of(bytes([7]) * 32)
    took = []
    for number in range(times):
        seed, hand = number.to_bytes(32, "big"), HandId(number + 1)
        began = time.perf_counter()
        shuffle.open_shuffle("Table 1", hand, seed)
        shuffle.seal_for_auditor(auditor, seed)
        numbers = {seat: bytes([seat]) * 32 for seat in range(1, PLAYERS + 1)}
        for seat, entropy in numbers.items():
            # The screen binds itself, and the table looks whether it kept to it.
            for _side in ("screen", "table"):
                bind("Table 1", hand, seat, entropy)
        inputs = shuffle.mixed_in(numbers, shuffle.cut_of(9, 26))
        prepared = shuffle.prepare("Table 1", hand, seed, inputs, range(52))
        for player in range(PLAYERS):
            seen = dict.fromkeys(prepared.deck[player : player + SEEN], shuffle.BOARD)
            shuffle.make_receipt("Table 1", hand, prepared, seen, player + 1)
        took.append((time.perf_counter() - began) * 1000)
    steps = quantiles(took, n=100)
    what = "deck, nine screens' numbers, commitments, seal and nine receipts of a hand"
    return Cost(what, times, short(steps[49]), short(steps[98]), LIMIT_MS)
