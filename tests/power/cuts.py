"""Power cuts of the journal alone, on rig A: during an evening, a migration, snapshots, and recovery upon recovery."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from controller.journal.journal import Journal
from tests.power.disk import Image, power_cuts
from tests.power.rig import FILE, Attempts, RigVfs, Verdict, judge, run
from tests.power.session import one_more_hand

PAST: Final = Path(__file__).parents[1] / "journal" / "past" / "version-1.sqlite"
PAST_RECORDS: Final = 55

STORM_DEPTH: Final = 5
"""Cuts one upon the other: during recovery, during the recovery of that, and so on (REL-10)."""


def verdicts(vfs: RigVfs, attempts: Attempts, images: int, seed: int, *, lying: bool = False) -> Counter[Verdict]:
    """Cut the power so often at random instants of a session, and judge what each cut leaves."""
    cuts = power_cuts(attempts.disk, Random(seed), images, lying=lying)
    return Counter(judge(vfs, image, attempts.records) for image in cuts)


def migrate(vfs: RigVfs) -> Attempts:
    """Start a table on a journal of the first version, which migrates it, and play a hand."""
    past = Image({FILE: PAST.read_bytes()}, acked=PAST_RECORDS)
    return run(vfs, one_more_hand, start=past)


def snapshots_alone(journal: Journal) -> Iterator[int]:
    """Leave one snapshot after the other; each replaces the older of two."""
    yield from one_more_hand(journal)
    for number in range(12):
        journal.snapshot(bytes([number]) * 20_000)
        yield journal.record


def storms(vfs: RigVfs, attempts: Attempts, seeds: Sequence[int], depth: int = STORM_DEPTH) -> Counter[Verdict]:
    """For each seed cut the power, start again, and cut it again before much has happened, so many times."""
    found = Counter[Verdict]()
    for seed in seeds:
        rng, latest = Random(seed), attempts
        for _cut in range(depth):
            (image,) = power_cuts(latest.disk, rng, 1)
            verdict = judge(vfs, image, latest.records)
            found[verdict] += 1
            if verdict is not Verdict.GOOD:
                break
            latest = run(vfs, one_more_hand, start=image)
    return found
