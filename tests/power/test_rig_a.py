"""A power cut at any instant loses nothing that was acknowledged (REL-2), and the rig can tell (REL-9)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from controller.journal.journal import Journal
from tests.power.disk import Image, power_cuts
from tests.power.rig import FILE, Attempts, RigVfs, Verdict, judge, run
from tests.power.session import evening, one_more_hand

PAST: Final = Path(__file__).parents[1] / "journal" / "past" / "version-1.sqlite"
PAST_RECORDS: Final = 55


def verdicts(vfs: RigVfs, attempts: Attempts, images: int, seed: int, *, lying: bool = False) -> Counter[Verdict]:
    cuts = power_cuts(attempts.disk, Random(seed), images, lying=lying)
    return Counter(judge(vfs, image, attempts.records) for image in cuts)


def test_no_acknowledged_record_is_lost_in_500_power_cuts(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    assert len(attempts.records) == 51
    assert verdicts(vfs, attempts, 500, seed=1) == {Verdict.GOOD: 500}


@pytest.mark.ci
def test_no_acknowledged_record_is_lost_in_20000_power_cuts(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, evening), 20_000, seed=2) == {Verdict.GOOD: 20_000}


@pytest.mark.hours
def test_no_acknowledged_record_is_lost_in_100000_power_cuts(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, evening), 100_000, seed=5) == {Verdict.GOOD: 100_000}


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(["PRAGMA synchronous=OFF"], id="off"),
        pytest.param(["PRAGMA synchronous=NORMAL"], id="normal"),
        pytest.param(["PRAGMA journal_mode=DELETE", "PRAGMA locking_mode=NORMAL"], id="delete-full"),
    ],
)
def test_the_rig_finds_losses_of_weaker_settings(vfs: RigVfs, spoilt: Sequence[str]) -> None:
    attempts = run(vfs, evening, spoilt)
    assert verdicts(vfs, attempts, 60, seed=3)[Verdict.LOST] > 0


def test_the_rig_finds_losses_of_a_lying_disk(vfs: RigVfs) -> None:
    found = verdicts(vfs, run(vfs, evening), 60, seed=4, lying=True)
    assert found[Verdict.LOST] > 0
    assert found[Verdict.BAD] > 0


def migrate(vfs: RigVfs) -> Attempts:
    """Start a table on a journal of the first version, which migrates it, and play a hand."""
    past = Image({FILE: PAST.read_bytes()}, acked=PAST_RECORDS)
    return run(vfs, one_more_hand, start=past)


def test_no_record_is_lost_in_cuts_during_a_migration(vfs: RigVfs) -> None:
    attempts = migrate(vfs)
    assert len(attempts.records) == PAST_RECORDS + 5
    assert verdicts(vfs, attempts, 400, seed=6) == {Verdict.GOOD: 400}


def test_brown_out_storms_during_a_migration_lose_nothing(vfs: RigVfs) -> None:
    attempts = migrate(vfs)
    for seed in range(20):
        storm(vfs, attempts, seed, depth=5)


def snapshots_alone(journal: Journal) -> Iterator[int]:
    """Leave one snapshot after the other; each replaces the older of two."""
    yield from one_more_hand(journal)
    for number in range(12):
        journal.snapshot(bytes([number]) * 20_000)
        yield journal.record


def test_no_record_is_lost_in_cuts_during_snapshots(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, snapshots_alone), 400, seed=7) == {Verdict.GOOD: 400}


def storm(vfs: RigVfs, attempts: Attempts, seed: int, depth: int) -> None:
    rng = Random(seed)
    for _ in range(depth):
        (image,) = power_cuts(attempts.disk, rng, 1)
        assert judge(vfs, image, attempts.records) is Verdict.GOOD
        attempts = run(vfs, one_more_hand, start=image)


def test_cuts_during_recovery_and_recovery_of_recovery_lose_nothing(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    for seed in range(20):
        storm(vfs, attempts, seed, depth=5)


@pytest.mark.ci
def test_long_brown_out_storms_lose_nothing(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    for seed in range(100, 300):
        storm(vfs, attempts, seed, depth=8)
