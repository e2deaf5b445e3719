"""A killed table goes on from the last act it acknowledged. A smoke test only: it says nothing of power cuts."""

from itertools import islice
from pathlib import Path

import pytest

from controller import machine as machines
from controller.journal.reader import FILE_NAME
from controller.journal.store import connect
from controller.vocab.hand_records import HandEnded
from tests.power.kills import kill_again_and_again
from tests.power.table_process import Endless


def test_a_table_goes_on_from_the_very_act_after_each_of_ten_kills(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / FILE_NAME, times=10)


@pytest.mark.ci
def test_a_table_goes_on_from_the_very_act_after_each_of_two_hundred_kills(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / FILE_NAME, times=200)


def test_the_endless_table_plays_hands_pays_out_and_balances(tmp_path: Path) -> None:
    """What the kills above interrupt is a real evening."""
    table = Endless(connect(tmp_path / FILE_NAME))
    commits = list(islice(table.steps(), 400))
    events = [event for commit in commits for event in commit.events]
    assert sum(isinstance(event, HandEnded) for event in events) > 10
    assert {"NoteCredited", "BoughtIn", "SeatLeft", "ClaimCollected", "VoucherIssued", "HandShown"} <= {
        type(event).__name__ for event in events
    }
    assert machines.reconciliation(table.core.machine).difference == 0
    assert [commit.record for commit in commits] == list(range(1, 401))
    table.journal.close()
