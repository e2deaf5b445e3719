"""A real file system loses its power under a running table: nothing that was acknowledged is lost (REL-2, REL-9)."""

from collections.abc import Sequence

import pytest

from tests.power.real_cuts import real_verdicts
from tests.power.rig import Verdict
from tests.power.rig_b import LoopDisk


@pytest.mark.ci
def test_no_acknowledged_record_is_lost_in_ten_real_power_cuts(disk: LoopDisk) -> None:
    assert real_verdicts(disk, 10, seed=21) == {Verdict.GOOD: 10}


@pytest.mark.ci
def test_no_acknowledged_record_is_lost_in_150_real_power_cuts_of_each_file_system(disk: LoopDisk) -> None:
    assert real_verdicts(disk, 150, seed=22) == {Verdict.GOOD: 150}


@pytest.mark.ci
@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(["PRAGMA synchronous=OFF"], id="off"),
        pytest.param(["PRAGMA synchronous=NORMAL"], id="normal"),
        pytest.param(["PRAGMA journal_mode=DELETE", "PRAGMA locking_mode=NORMAL"], id="delete-full"),
    ],
)
def test_the_rig_sees_a_table_lose_records_with_weaker_settings(disk: LoopDisk, spoilt: Sequence[str]) -> None:
    assert real_verdicts(disk, 15, 23, spoilt)[Verdict.LOST] > 0


@pytest.mark.hours
def test_no_acknowledged_record_is_lost_in_1500_real_power_cuts_of_each_file_system(disk: LoopDisk) -> None:
    assert real_verdicts(disk, 1_500, seed=24) == {Verdict.GOOD: 1_500}
