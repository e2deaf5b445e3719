"""A power cut at any instant of a real evening: the table comes back to the very act, and plays on (REL-2, REL-9)."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from cashier.records import CashEvent
from controller import machine as machines
from controller.app.boot import recover
from controller.app.core import Frozen, decode_saved, encode_saved
from controller.app.problem import Problem
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.store import connect
from controller.vocab.hand_records import StreetClosed
from controller.vocab.ids import Now
from controller.vocab.records import TableEvent
from tests.power.disk import NOTHING, Disk, Image, power_cuts
from tests.power.rig import KEY, MACHINE, Attempts, RigVfs, Verdict, open_store, run, set_up
from tests.power.table_evening import evening, play, script, start, states


def come_back(vfs: RigVfs, image: Image, expected: Sequence[bytes]) -> Verdict:
    """Start the table on an image, compare it to the act, and play the rest of the evening on it.

    `expected` are the states after every record; what was acknowledged must be there, and at most one record more.
    """
    vfs.disk = Disk(image)
    try:
        store = open_store()
        try:
            if store.blank and image.acked is not None:
                return Verdict.LOST
            return _go_on(set_up(store), image.acked or 0, expected)
        finally:
            store.close()
    except (JournalError, Problem):
        return Verdict.BAD


def _go_on(journal: Journal, acked: int, expected: Sequence[bytes]) -> Verdict:
    record = journal.record
    if record < acked:
        return Verdict.LOST
    core, clock = start(journal)
    saved = encode_saved(recover(journal)[0]) if record else expected[0]
    if record > acked + 1 or saved != expected[record] or machines.reconciliation(core.machine).difference:
        return Verdict.BAD
    for _acknowledged in play(core, clock, script()[record:]):
        """Everything that was still to come is accepted."""
    return Verdict.GOOD if encode_saved(recover(journal)[0]) == expected[-1] else Verdict.BAD


def verdicts(vfs: RigVfs, attempts: Attempts, images: int, seed: int, *, lying: bool = False) -> Counter[Verdict]:
    expected = states(MACHINE.hex(), attempts.records)
    cuts = power_cuts(attempts.disk, Random(seed), images, lying=lying)
    return Counter(come_back(vfs, image, expected) for image in cuts)


def test_the_evening_has_everything_that_a_power_cut_could_hurt(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    events = [event for record in attempts.records for event in record.events]
    assert len(attempts.records) == len(script())
    assert any(len(event.pots) > 1 for event in events if isinstance(event, StreetClosed)), "no side pot"
    outside_the_hand = {kind.__name__ for kind in (*get_args(CashEvent), *get_args(TableEvent))}
    assert outside_the_hand - {type(event).__name__ for event in events} <= {
        "BlindMissed",
        "DeviceConditionChanged",
        "NoteGivenBack",
        "NoteUnaccounted",
        "ValidatorCounted",
    }


def test_the_table_comes_back_to_the_very_act_after_500_power_cuts(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, evening), 500, seed=11) == {Verdict.GOOD: 500}


@pytest.mark.ci
def test_the_table_comes_back_to_the_very_act_after_5000_power_cuts(vfs: RigVfs) -> None:
    assert verdicts(vfs, run(vfs, evening), 5000, seed=12) == {Verdict.GOOD: 5000}


def storm(vfs: RigVfs, attempts: Attempts, seed: int, depth: int) -> None:
    """Cut the power, go on from there, cut it again: also during recovery, and during the recovery of that."""
    rng, expected = Random(seed), states(MACHINE.hex(), attempts.records)
    for _cut in range(depth):
        (image,) = power_cuts(attempts.disk, rng, 1)
        assert come_back(vfs, image, expected) is Verdict.GOOD
        attempts = run(vfs, evening, start=image)


def test_a_table_survives_brown_out_storms(vfs: RigVfs) -> None:
    attempts = run(vfs, evening)
    for seed in range(12):
        storm(vfs, attempts, seed, depth=5)


@pytest.mark.parametrize("spoilt", ["OFF", "NORMAL"])
def test_the_rig_sees_a_table_lose_records_with_weaker_settings(vfs: RigVfs, spoilt: str) -> None:
    attempts = run(vfs, evening, [f"PRAGMA synchronous={spoilt}"])
    assert verdicts(vfs, attempts, 60, seed=13)[Verdict.LOST] > 0


def test_the_rig_sees_a_table_lose_records_on_a_lying_disk(vfs: RigVfs) -> None:
    found = verdicts(vfs, run(vfs, evening), 60, seed=14, lying=True)
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
