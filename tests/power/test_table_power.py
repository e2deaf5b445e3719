"""A power cut at any instant of a real evening: the table comes back to the very act, and plays on (REL-2, REL-9)."""

from pathlib import Path
from typing import get_args

import pytest

from cashier.unions import CashEvent
from controller import machine as machines
from controller.accounting.transfers import MOVES
from controller.app.core import Frozen, decode_saved
from controller.journal.journal import Journal
from controller.journal.store import connect
from controller.vocab.hand_records import StreetClosed
from controller.vocab.ids import Now
from tests.power.disk import NOTHING, Disk
from tests.power.rig import KEY, MACHINE, RigVfs, Verdict, open_store, run, set_up
from tests.power.table_cuts import table_storms, table_verdicts
from tests.power.table_evening import SNAPSHOTS_AFTER, evening, play, script, start, states


def test_the_evening_has_everything_that_a_power_cut_could_hurt(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    events = [event for record in attempts.records for event in record.events]
    assert len(attempts.records) == len(script())
    assert any(len(event.pots) > 1 for event in events if isinstance(event, StreetClosed)), "no side pot"
    seen = {type(event).__name__ for event in events}
    assert {kind.__name__ for kind in MOVES} <= seen, "an event that moves money is missing"
    assert {kind.__name__ for kind in get_args(CashEvent)} - seen <= {
        "NoteGivenBack",
        "NoteUnaccounted",
        "ValidatorCounted",
    }
    assert {"SatOut", "SatIn", "TablePaused", "TableResumed", "RecallOpened", "SeedDrawn", "DeckFixed"} <= seen


def test_the_snapshots_of_the_evening_fall_where_something_is_open(vfs: RigVfs) -> None:
    after = states(MACHINE.hex(), run(vfs, evening).records)
    tables = [decode_saved(after[record]).machine for record in SNAPSHOTS_AFTER]
    all_in, between, printing, paying, presented, played_over = tables
    assert all_in.table.hand is not None
    assert any(player.stack == 0 for player in all_in.table.hand.players.values())
    assert between.table.hand is None
    assert [voucher.state for voucher in printing.kiosk.vouchers.values()] == ["reserved"]
    assert paying.kiosk.payout is not None
    assert paying.kiosk.payout.state == "sent"
    assert "pending" in {voucher.state for voucher in presented.kiosk.vouchers.values()}
    assert played_over.table.hand is not None
    assert set(played_over.table.owners) <= set(played_over.table.hand.players)
    assert played_over.table.owners


def test_the_table_comes_back_to_the_very_act_after_100_power_cuts(vfs: RigVfs) -> None:
    assert table_verdicts(vfs, run(vfs, evening), 100, seed=11) == {Verdict.GOOD: 100}


@pytest.mark.ci
def test_the_table_comes_back_to_the_very_act_after_1000_power_cuts(vfs: RigVfs) -> None:
    assert table_verdicts(vfs, run(vfs, evening), 1000, seed=12) == {Verdict.GOOD: 1000}


def test_a_table_survives_brown_out_storms(vfs: RigVfs) -> None:
    assert table_storms(vfs, range(12)) == {Verdict.GOOD: 60}


@pytest.mark.hours
def test_the_table_comes_back_to_the_very_act_after_20000_power_cuts_and_200_storms(vfs: RigVfs) -> None:
    assert table_verdicts(vfs, run(vfs, evening), 20_000, seed=15) == {Verdict.GOOD: 20_000}
    assert table_storms(vfs, range(100, 300)) == {Verdict.GOOD: 1_000}


@pytest.mark.parametrize("spoilt", ["OFF", "NORMAL"])
def test_the_rig_sees_a_table_lose_records_with_weaker_settings(vfs: RigVfs, spoilt: str) -> None:
    attempts = run(vfs, evening, [f"PRAGMA synchronous={spoilt}"])
    assert table_verdicts(vfs, attempts, 60, seed=13)[Verdict.LOST] > 0


def test_the_rig_sees_a_table_lose_records_on_a_lying_disk(vfs: RigVfs) -> None:
    found = table_verdicts(vfs, run(vfs, evening), 60, seed=14, lying=True)
    assert found[Verdict.LOST] > 0
    assert found[Verdict.BAD] > 0


def test_a_failing_disk_freezes_the_table_where_it_was_and_a_mended_one_plays_on(vfs: RigVfs) -> None:
    """Every act and payment of the evening once meets a dead disk (REL-5)."""
    steps = script()
    for broken in range(1, len(steps), 6):
        disk = vfs.disk = Disk(NOTHING)
        journal = set_up(open_store())
        core, clock = start(journal)
        for _acknowledged in play(core, clock, steps[:broken]):
            pass
        before = machines.encode(core.machine)
        disk.fail_from_now("io")
        frozen = core.submit(steps[broken].command)
        assert isinstance(frozen, Frozen)
        assert frozen.name == "journal"
        assert "a commit failed" in frozen.sentence
        assert (machines.encode(core.machine), core.record) == (before, broken)
        assert core.submit(steps[broken].command) == frozen
        journal.close()
        disk.mend()
        again = set_up(open_store())
        core, clock = start(again)
        assert again.record in (broken, broken + 1)
        assert list(play(core, clock, steps[again.record :]))[-1] == len(steps)
        again.close()


def test_a_restart_after_any_record_is_the_live_table_whatever_snapshot_it_starts_from(tmp_path: Path) -> None:
    """Snapshot and tail replay equal the live state at every boundary (architecture §1.9)."""
    path = tmp_path / "journal.db"
    journal = Journal.create(connect(path), MACHINE, KEY, Now(table=0, wall=0))
    core, clock = start(journal)
    for number, step in enumerate(script(), start=1):
        (record,) = play(core, clock, [step])
        assert record == number
        live, views = machines.encode(core.machine), core.views.saved()
        if number % 7 == 0:
            core.snapshot()
        journal.close()
        journal = Journal.open(connect(path), KEY)
        core, clock = start(journal)
        assert machines.encode(core.machine) == live
        assert core.views.saved() == views
        assert core.now() == step.now
    assert machines.reconciliation(core.machine).difference == 0
    journal.close()


def test_a_snapshot_after_any_record_and_the_records_behind_it_are_the_live_end(vfs: RigVfs) -> None:
    records = run(vfs, evening).records
    expected = states(MACHINE.hex(), records)
    for first, snapshot in enumerate(expected):
        assert states(MACHINE.hex(), records[first:], decode_saved(snapshot)) == expected[first:]
