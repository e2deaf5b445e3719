"""`python -m tests.perf`: measured ratios, side by side in one run.

Every ratio is one thing divided by another that ran on the same machine in the same minute, in alternating rounds, of
which the median counts. Absolute speeds of different machines do not compare; these ratios do. Two figures are
absolute, since their limits are: what the checks of the books take, and what the proofs of a hand do.
"""

import argparse
import random
import runpy
import sqlite3
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import pokerkit

from cashier.money import Money
from cashier.records import DeviceId, NoteCredited, NoteStacked
from controller.journal.journal import Journal
from controller.journal.rows import BalanceRow, TransferRow
from controller.journal.store import Store
from controller.vocab.ids import Now
from evaluator_ext import full_deck, high, print_cards, rank_many
from evaluator_ext.build_check import source_of
from tests.perf.books import books_cost
from tests.perf.hands import end_alike, record_hands, with_jakaja, with_pokerkit
from tests.perf.shuffles import shuffle_cost

ROUNDS: Final = 5
SEED: Final = 1
BATCH: Final = 1000
"""So many times more hands go through the compiled evaluator, or its time would be too short to measure."""

Work = Callable[[], object]


class Ratio(msgspec.Struct, frozen=True):
    """What was measured against what, over how many items, and how often as many of them a second `what` does."""

    what: str
    against: str
    items: int
    ratio: float


def compared(what: str, against: str, items: int, here: Work, there: Work, share: int = 1) -> Ratio:
    """Time both in alternating rounds. `there` does one item in `share` of those that `here` does."""
    quotients = []
    for _ in range(ROUNDS):
        slow, fast = _seconds(there) * share, _seconds(here)
        quotients.append(slow / fast)
    return Ratio(what=what, against=against, items=items, ratio=float(f"{median(quotients):.2g}"))


def _seconds(work: Work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def hand_engine(count: int) -> list[Ratio]:
    """Whole hands a second, same deals and same acts."""
    hands = record_hands(count, SEED)
    if other := [number for number, hand in enumerate(hands) if not end_alike(hand)]:
        raise SystemExit(f"tests.perf: hands {other} of seed {SEED} end differently; compare the engines first")

    def ours() -> list[list[int]]:
        return [with_jakaja(hand) for hand in hands]

    def theirs() -> list[list[int]]:
        return [with_pokerkit(hand) for hand in hands]

    return [compared("hands played by the engine", "pokerkit", count, ours, theirs)]


def evaluator(count: int) -> list[Ratio]:
    """Seven-card hands ranked a second, `BATCH` times `count` of them in one call; the slow ones rank `count`."""
    if high.__file__.endswith(".py"):
        raise SystemExit("tests.perf: the evaluator runs interpreted; run `make build` and unset JAKAJA_PURE")
    choice, deck = random.Random(SEED), full_deck()
    hands = [choice.sample(deck, 7) for _ in range(count)]
    flat = array("B", [card for hand in hands for card in hand])
    few = memoryview(flat).cast("B", (count, 7))
    many = memoryview(flat * BATCH).cast("B", (count * BATCH, 7))
    in_words = [tuple(pokerkit.Card.parse(print_cards(hand).replace(" ", ""))) for hand in hands]
    interpreted = runpy.run_path(str(source_of("evaluator_ext.high")))["rank_many"]

    def ours() -> object:
        return rank_many(many)

    def theirs() -> object:
        return [pokerkit.StandardHighHand.from_game(hand).entry for hand in in_words]

    what, items = "seven-card hands ranked", count * BATCH
    return [
        compared(what, "pokerkit", items, ours, theirs, BATCH),
        compared(what, "its own source interpreted", items, ours, lambda: interpreted(few), BATCH),
    ]


def journal(count: int) -> list[Ratio]:
    """Commits a second of one note each, with the durability of a real table and with none."""
    Path("out").mkdir(exist_ok=True)
    with TemporaryDirectory(dir="out") as folder:
        full, off = _Notes(Path(folder) / "full.db", "FULL"), _Notes(Path(folder) / "off.db", "OFF")
        return [
            compared(
                "commits that no power cut survives (OFF)", "durable commits (FULL)", count,
                lambda: off.take(count), lambda: full.take(count),
            )
        ]  # fmt: skip


class _Notes:
    """A journal to which notes are credited."""

    def __init__(self, path: Path, synchronous: str) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        store = Store(connection, str(path), sqlite3.Error)
        # The store itself refuses anything but FULL, so the setting is weakened behind its back.
        connection.execute(f"PRAGMA synchronous={synchronous}")
        self._journal = Journal.create(store, bytes(16), bytes(32), Now(table=0, wall=0))
        self._taken = 0

    def take(self, count: int) -> None:
        """Commit `count` notes of five units, one by one."""
        for _ in range(count):
            self._taken += 1
            total = Money(500 * self._taken)
            device = DeviceId("validator")
            self._journal.append(
                Now(table=self._taken, wall=self._taken),
                NoteStacked(device=device, counter=1, amount=Money(500)),
                [NoteCredited(device=device, counter=1, amount=Money(500), balance=total)],
                [TransferRow(self._taken.to_bytes(16, "big"), "note-in", "drop-box", "balance", 500)],
                [BalanceRow("drop-box", total, 0), BalanceRow("balance", 0, total)],
            )


def main() -> int:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.perf", description="Measured ratios, side by side.")
    parser.add_argument("--json", action="store_true", help="print the ratios as JSON")
    arguments = parser.parse_args()
    ratios = [*hand_engine(300), *evaluator(2000), *journal(1000)]
    costs = [books_cost(2000), shuffle_cost(500)]
    if arguments.json:
        sys.stdout.write(msgspec.json.encode([*ratios, *costs]).decode() + "\n")
        return 0
    for row in ratios:
        sys.stdout.write(f"{row.ratio:>10g} x  {row.what} against {row.against} ({row.items} a round)\n")
    for cost in costs:
        most = f"{cost.p99_ms:g} ms at most in 99 of 100 ({cost.limit_ms:g} ms may be)"
        sys.stdout.write(f"{cost.median_ms:>10g} ms {cost.what}, {most}\n")
    return 0 if all(cost.median_ms <= cost.limit_ms for cost in costs) else 1


if __name__ == "__main__":
    sys.exit(main())
