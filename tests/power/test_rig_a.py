"""A power cut at any instant loses nothing that was acknowledged (REL-2), and the rig can tell (REL-9)."""

from collections.abc import Sequence

import pytest

from tests.power.cuts import PAST_RECORDS, migrate, snapshots_alone, storms, verdicts
from tests.power.rig import RigVfs, Verdict, run
from tests.power.session import evening


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


def test_no_record_is_lost_in_cuts_during_a_migration(vfs: RigVfs) -> None:
    attempts = migrate(vfs)
    assert len(attempts.records) == PAST_RECORDS + 5
    assert verdicts(vfs, attempts, 400, seed=6) == {Verdict.GOOD: 400}


def test_brown_out_storms_during_a_migration_lose_nothing(vfs: RigVfs) -> None:
    assert storms(vfs, migrate(vfs), range(20)) == {Verdict.GOOD: 100}


def test_no_record_is_lost_in_cuts_during_snapshots(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, snapshots_alone), 400, seed=7) == {Verdict.GOOD: 400}


def test_cuts_during_recovery_and_recovery_of_recovery_lose_nothing(vfs: RigVfs) -> None:
    assert storms(vfs, run(vfs, evening), range(20)) == {Verdict.GOOD: 100}


@pytest.mark.ci
def test_long_brown_out_storms_lose_nothing(vfs: RigVfs) -> None:
    assert storms(vfs, run(vfs, evening), range(100, 300), depth=8) == {Verdict.GOOD: 1_600}


@pytest.mark.hours
def test_no_record_is_lost_in_20000_cuts_during_a_migration_and_as_many_during_snapshots(vfs: RigVfs) -> None:
    assert verdicts(vfs, migrate(vfs), 20_000, seed=8) == {Verdict.GOOD: 20_000}
    assert verdicts(vfs, run(vfs, snapshots_alone), 20_000, seed=9) == {Verdict.GOOD: 20_000}


@pytest.mark.hours
def test_a_thousand_brown_out_storms_five_deep_lose_nothing(vfs: RigVfs) -> None:
    for attempts in (run(vfs, evening), migrate(vfs)):
        assert storms(vfs, attempts, range(1_000, 2_000)) == {Verdict.GOOD: 5_000}
